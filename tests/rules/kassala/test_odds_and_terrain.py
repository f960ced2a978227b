"""Odds and the effect of terrain: II.E with ruling 2, II.E.8 to II.E.11, and mixed attacks (IV.C)."""

from __future__ import annotations

from math import ceil
from typing import Any

import pytest

from game.rules.kassala.odds import CRT, reading_text
from tests.rules.table import facts

COLUMNS = ("1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1")


def by_hand(attack: int, defence: int) -> str:
    """Ruling 2, computed from the facts page."""
    if attack <= 0:
        return "1-4"
    if attack >= defence:
        return f"{min(attack // defence, 5)}-1"
    return f"1-{min(ceil(defence / attack), 4)}"


@pytest.mark.rule("II.E")
@pytest.mark.parametrize("defence", range(1, 20))
def test_odds_are_rounded_for_the_defender(defence: int) -> None:
    """Every total that can occur, both ways of rounding, and both ends of the table."""
    for attack in range(42):
        assert by_hand(attack, defence) == CRT.column_heading(CRT.column(attack, defence)), (attack, defence)


@pytest.mark.rule("II.E")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(4, 2, "2-1"), (5, 3, "1-1"), (0, 4, "1-4"), (1, 5, "1-4"), (4, 5, "1-2"), (4, 9, "1-3"), (12, 2, "5-1"),
     (3, 3, "1-1"), (7, 2, "3-1"), (4, 6, "1-2"), (11, 6, "1-1")],
)
def test_printed_and_borderline_ratios(attack: int, defence: int, column: str) -> None:
    """The two examples of the rule, and cases near every rounding."""
    assert column == CRT.column_heading(CRT.column(attack, defence))


@pytest.mark.rule("II.E")
def test_preview_shows_the_whole_arithmetic(combat: Any) -> None:
    """It has face values, ratio, rounding, column and the exact chances, without changing the state."""
    table = combat("m-tcav1 0404, m-mam1 0504, c-eth1 0405")
    preview = table.preview("attack m-tcav1,m-mam1 > c-eth1")
    assert [("m-tcav1", 4), ("m-mam1", 3)] == [(line.unit, line.strength) for line in preview.attackers]
    assert [("c-eth1", 4)] == [(line.unit, line.strength) for line in preview.defenders]
    assert ("7-4", "1-1", (7, 4, "1-1")) == (preview.total, preview.column, facts(preview.reading))
    assert {"DE": 0, "EX": 2, "C": 3, "AE": 1} == {o.result: o.chance * 6 for o in preview.outcomes}


@pytest.mark.rule("II.E")
@pytest.mark.parametrize(("attack", "defence", "said"), [
    (7, 4, "7 to 4, rounded in the defender's favour: 1-1"),
    (8, 4, "8 to 4: 2-1"),
    (3, 16, "3 to 16, rounded in the defender's favour: 1-6; the table ends at 1-4"),
    (12, 2, "12 to 2: 6-1; the table ends at 5-1"),
    (1, 6, "1 to 6; the table ends at 1-4"),
    (0, 4, "0 to 4; the table ends at 1-4"),
])
def test_the_reading_names_rounded_odds_and_the_end_of_the_table(attack: int, defence: int, said: str) -> None:
    """Odds beyond the first and the last column are rounded first, then read in that column."""
    assert reading_text(attack, defence) == said


@pytest.mark.rule("II.E.8")
@pytest.mark.parametrize(("attacker", "town", "bonus"), [("0404", "0304", 1), ("0704", "0804", 2), ("0704", "0805", 2)])
def test_towns_defend_better(combat: Any, attacker: str, town: str, bonus: int) -> None:
    """Units get one more in Udaka, two more in Kassala, with the rule."""
    preview = combat(f"m-tinf1 {attacker}, c-eth1 {town}").preview("attack m-tinf1 > c-eth1")
    assert (4, 4 + bonus) == (preview.attack, preview.defence)
    assert [(bonus, "II.E.8")] == [(m.value, m.rule.number) for m in preview.modifiers]


@pytest.mark.rule("II.E.8")
def test_each_town_hex_counts(combat: Any) -> None:
    """Two hexes of Kassala in one attack add two and two."""
    preview = combat("m-tinf1 0704, c-eth1 0804, c-eth2 0805").preview("attack m-tinf1 > c-eth1,c-eth2")
    assert (12, "1-3") == (preview.defence, preview.column)


@pytest.mark.rule("II.E.8")
def test_a_town_counts_once_for_a_stack_and_never_in_attack(combat: Any) -> None:
    """A stack of cannon with infantry in Udaka gets one point; attacking out of a town gets none."""
    table = combat("m-tinf1 0404, c-eth1 0304, c-can1 0304, c-can2 0304", options=("cannon",))
    assert 4 + 1 + 1 + 1 == table.preview("attack m-tinf1 > c-eth1,c-can1,c-can2").defence
    out = combat("m-tinf1 0404, c-eth1 0304", "christian").preview("attack c-eth1 > m-tinf1")
    assert (4, 4, ()) == (out.attack, out.defence, out.modifiers)


@pytest.mark.rule("II.E.9")
def test_up_across_a_wadi(combat: Any) -> None:
    """Each unit that climbs loses one, others none, also downwards."""
    up = combat("m-tinf1 0202, m-egy1 0203, m-nub1 0303, c-eth1 0302").preview("attack m-tinf1,m-egy1,m-nub1 > c-eth1")
    assert (4 - 1 + 4 - 1 + 3, 4) == (up.attack, up.defence)
    assert [("m-tinf1", -1, "II.E.9"), ("m-egy1", -1, "II.E.9")] == [
        (m.unit, m.value, m.rule.number) for m in up.modifiers]
    down = combat("m-tinf1 0302, c-eth1 0202").preview("attack m-tinf1 > c-eth1")
    assert (4, ()) == (down.attack, down.modifiers)


@pytest.mark.rule("II.E.9")
def test_the_wadi_does_not_reduce_cannon(combat: Any) -> None:
    """A cannon attacks upwards with its full point, with and without the option."""
    for options in ((), ("cannon",)):
        preview = combat("m-can1 0202, m-tinf1 0203, c-eth1 0302", options=options).preview(
            "attack m-tinf1,m-can1 > c-eth1")
        assert 1 + 3 == preview.attack


@pytest.mark.rule("II.E.10")
def test_across_a_trench_from_the_barbed_side(combat: Any) -> None:
    """Each unit from the barbed side loses one, from the other side none."""
    barbed = combat("m-tcav1 0505, m-tinf1 0606, m-egy1 0507, c-eth1 0506").preview(
        "attack m-tcav1,m-tinf1,m-egy1 > c-eth1")
    assert 3 + 3 + 4 == barbed.attack
    assert [("m-tcav1", -1, "II.E.10"), ("m-tinf1", -1, "II.E.10")] == [
        (m.unit, m.value, m.rule.number) for m in barbed.modifiers]
    plain = combat("m-tinf1 0506, c-eth1 0505").preview("attack m-tinf1 > c-eth1")
    assert (4, ()) == (plain.attack, plain.modifiers)


@pytest.mark.rule("II.E.10")
def test_the_loss_counts_once_an_attack(combat: Any) -> None:
    """Against two hexes, one or both across the trench, it is one point; a cannon loses none."""
    one = combat("m-tinf1 0405, c-eth1 0406, c-eth2 0504").preview("attack m-tinf1 > c-eth1,c-eth2")
    both = combat("m-tinf1 0405, c-eth1 0406, c-eth2 0305").preview("attack m-tinf1 > c-eth1,c-eth2")
    assert (3, 3) == (one.attack, both.attack)
    assert 1 == combat("m-can1 0405, c-eth1 0406").preview("attack m-can1 > c-eth1").attack


@pytest.mark.rule("II.E.10")
def test_wadi_and_trench_add_up(kassala: Any) -> None:
    """A unit attacking uphill across a wadi and over a trench at once loses two points (ruling 2)."""
    from dataclasses import replace

    from game import catalog
    from game.board.hexgrid import SideFeature
    from game.rules.kassala import build

    board = catalog.board("kassala/kassala.tmx")
    sides = {**board.sides, ("0405", "0404"): (SideFeature("wadi", True),), ("0404", "0405"): (
        SideFeature("wadi", False),)}
    rules = build(lambda path: replace(board, sides=sides) if path == "kassala/kassala.tmx" else catalog.board(path))
    state = rules.from_position({"phase": "combat", "units": [
        {"id": "m-tinf1", "place": "0405"}, {"id": "c-eth1", "place": "0406"}, {"id": "c-eth2", "place": "0404"}]})
    preview = rules.preview(state, rules.parse("attack m-tinf1 > c-eth1,c-eth2"))
    assert preview is not None
    assert (2, {"II.E.9", "II.E.10"}) == (preview.attack, {m.rule.number for m in preview.modifiers})


@pytest.mark.rule("II.E.11")
def test_cavalry_attacks_where_it_may_not_go(combat: Any) -> None:
    """Cavalry may attack a town and over a wadi, upwards with the usual loss; it cannot advance afterwards."""
    town = combat("m-tcav1 0704, m-mam1 0703, c-musk1 0804")
    assert town.check("attack m-tcav1,m-mam1 > c-musk1")
    wadi = combat("m-tcav1 0203, c-can1 0302, c-eth1 0807")
    assert 3 == wadi.preview("attack m-tcav1 > c-can1").attack
    after = wadi.play("attack m-tcav1 > c-can1", 1)
    assert ["c-can1"] == after.removed()
    assert (1, "movement", "christian") == after.now


@pytest.mark.rule("IV.C")
@pytest.mark.parametrize(
    ("line", "attack", "plain", "mixed"),
    [
        ("m-tcav1 0404, m-tinf1 0504, c-eth1 0405", "m-tcav1,m-tinf1 > c-eth1", "2-1", "3-1"),
        ("m-tcav1 0404, m-mam1 0504, c-eth1 0405", "m-tcav1,m-mam1 > c-eth1", "1-1", "1-1"),
        ("m-egy1 0404, m-tinf1 0504, c-eth1 0405", "m-tinf1,m-egy1 > c-eth1", "2-1", "2-1"),
        ("m-tcav1 0404, c-eth1 0405, c-res1 0503", "m-tcav1 > c-eth1,c-res1", "1-2", "1-2"),
        ("m-tcav1 0404, m-can1 0504, c-eth1 0405", "m-tcav1,m-can1 > c-eth1", "1-1", "1-1"),
        ("m-tcav1 0404, m-tinf1 0504, c-can1 0405", "m-tcav1,m-tinf1 > c-can1", "5-1", "5-1"),
    ],
    ids=["cavalry and infantry", "cavalry only", "infantry only", "mixed defenders", "cannon is neither",
         "ruling 6: 5-1 stays"],
)
def test_mixed_attacks(combat: Any, line: str, attack: str, plain: str, mixed: str) -> None:
    """Cavalry with infantry shift one column right, with the option only; the last column follows ruling 6."""
    without = combat(line).preview(f"attack {attack}")
    option = combat(line, options=("mixed-attacks",))
    with_it = option.preview(f"attack {attack}")
    assert (plain, mixed) == (without.column, with_it.column)
    assert (without.attack, without.defence) == (with_it.attack, with_it.defence)
    shifted = option.play(f"attack {attack}")
    roll = option.rules.pending_roll(shifted.state)
    assert roll is not None
    assert f"Combat at {mixed}" == roll.title
    number = "II.E" if plain == mixed else "IV.C"
    prompt = option.rules.prompt(shifted.state)
    assert {number} == {str(cited) for cited in (roll.rule, prompt.rule, shifted.events[0].rule)}


@pytest.mark.rule("IV.C")
def test_the_mixed_column_is_the_one_rolled_on(combat: Any) -> None:
    """A 2 at 2-1 is contact; mixed, at 3-1, it eliminates the defender. The modifier is named."""
    line, act = "m-tcav1 0404, m-tinf1 0504, c-eth1 0405", "attack m-tcav1,m-tinf1 > c-eth1"
    assert [] == combat(line).play(act, 2).removed()
    option = combat(line, options=("mixed-attacks",))
    assert ["c-eth1"] == option.play(act, 2).removed()
    assert [("IV.C", 1)] == [(m.rule.number, m.value) for m in option.preview(act).modifiers]
    last = combat("m-tcav1 0404, m-tinf1 0504, c-can1 0405", options=("mixed-attacks",))
    assert [("IV.C (ruling 6)", 0)] == [
        (str(m.rule), m.value) for m in last.preview("attack m-tcav1,m-tinf1 > c-can1").modifiers]
    assert COLUMNS.index("3-1") == COLUMNS.index("2-1") + 1


@pytest.mark.rule("IV.C")
def test_the_arithmetic_says_what_the_mixed_attack_does(combat: Any) -> None:
    """The battle card has these words at 2-1, at 5-1 and without the option."""
    line, act = "m-tcav1 0404, m-tinf1 0504, c-eth1 0405", "attack m-tcav1,m-tinf1 > c-eth1"
    plain = "8 to 4: 2-1"
    assert plain == combat(line).preview(act).reading
    assert (8, 4, "2-1", "3-1") == facts(combat(line, options=("mixed-attacks",)).preview(act).reading)
    last = combat("m-tcav1 0404, m-tinf1 0504, c-can1 0405", options=("mixed-attacks",))
    assert (8, 1, "5-1") == facts(last.preview(
        "attack m-tcav1,m-tinf1 > c-can1").reading)
