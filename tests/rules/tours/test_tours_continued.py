"""Continued attacks, counter-attacks, the advance after shock and the disorder after it (8.5, 8.6, 9.0, rulings 14, 15
and 17)."""

from __future__ import annotations

import pytest

from game.core.verdict import Illegal
from game.rules.tours.units import name_of_id
from tests.rules.tours.board import facing, idle, marked, named
from tests.rules.tours.shock_board import begun, fought, shock, void_attacks

HORSE = "red-hc1 1513 w, li1 1413 e"
"""Heavy cavalry against light infantry: +2."""
BEHIND = "hi1 1614 w, red-li1 1513 w"
"""Heavy infantry attacks light infantry in its rear: +4."""


@pytest.mark.rule("9.0")
def test_a_continued_attack_is_the_players_choice() -> None:
    """It can be made or declined; cavalry that continues is not yet disordered (ruling 14)."""
    at = fought(shock(HORSE, "red"), "red-hc1 li1", face=6)
    assert ({"again red-hc1 li1"}, {"li1"}) == (at.legal("again"), marked(at, "disordered"))
    assert {"li1", "red-hc1"} == marked(at.play("decline"), "disordered")
    further = at.play("again red-hc1 li1", 6)
    assert ["li1"] == further.play(0).removed()


@pytest.mark.rule("8.6")
def test_ruling_14_horse_is_disordered_after_all_continued_attacks() -> None:
    """It is not disordered between them: it attacks without -2, and advances."""
    at = fought(shock(HORSE, "red"), "red-hc1 li1", face=6).play("again red-hc1 li1", 9)
    assert ("1413", set()) == (at.units["red-hc1"], marked(at, "disordered"))
    assert {"red-hc1"} == marked(at.play("face red-hc1 w"), "disordered")


@pytest.mark.rule("9.0")
def test_an_attack_continues_after_the_advance() -> None:
    """It is against other enemies in front of the unit in its new hex; they cannot retreat (ruling 11)."""
    line = "red-hc1 1513 w, abd-ar-rahman 1513, li1 1413 e, lc1 1313 e, li2 1312 e, li3 1412 w"
    at = fought(shock(line, "red"), "red-hc1 li1", face=9)
    assert "1413" == at.units["red-hc1"]
    turned = at.play("face red-hc1 w")
    assert 2 == len(turned.legal())
    assert turned.refusal("again red-hc1 lc1").startswith("9.0")
    assert (2, "shock", "chance") == turned.play("again red-hc1 lc1,li2").now
    assert (2, "shock", "chance") == at.play("face red-hc1 nw", "again red-hc1 li2,li3").now


@pytest.mark.rule("9.0")
def test_ruling_15_some_of_the_attackers_may_continue() -> None:
    """Either of two, or both; no unit that did not attack."""
    line = "red-hc1 1513 w, red-hc2 1512 w, hi1 1413 e, red-hc3 1414 ne"
    at = fought(shock(line, "red"), "red-hc1 hi1", "red-hc2 hi1", face=7)
    assert {"again red-hc1 hi1", "again red-hc2 hi1", "again red-hc1,red-hc2 hi1"} == at.legal("again")
    assert at.refusal("again red-hc3 hi1").startswith("9.0")
    after = at.play("again red-hc2 hi1", 4)
    assert {"red-hc1", "red-hc2", "hi1"} == marked(after, "disordered")
    assert {"red-hc2", "hi1"} == marked(after, "engaged")


@pytest.mark.rule("9.0")
def test_ruling_15_enemies_of_another_combat_are_left_out() -> None:
    """An enemy that is still to be attacked in another announced combat may be left out or included."""
    line = "red-hc1 1513 w, red-li2 1514 w, li1 1413 e, hi2 1414 e"
    at = begun(shock(line, "red"), "red-hc1 li1", "red-li2 hi2").play("resolve red-hc1", 6)
    assert {"again red-hc1 li1", "again red-hc1 hi2,li1"} == at.legal("again")
    alone = begun(shock(line, "red"), "red-hc1 li1", "red-li2 hi2").play("resolve red-li2", 5, "resolve red-hc1", 6)
    assert {"again red-hc1 li1,hi2", "again red-hc1 hi2,li1"} & alone.legal("again")
    assert alone.refusal("again red-hc1 li1").startswith("9.0")


TWICE = "red-hc1 1513 w, red-li2 1514 w, li1 1413 e, hi2 1414 e, blue-li1 2014 w"
"""Heavy cavalry attacks light infantry, and may then also attack the heavy infantry that is another unit's target."""
VOID = ("9.0 (ruling 15)", name_of_id("red-li2"), name_of_id("hi2"))


@pytest.mark.rule("9.0")
def test_ruling_15_an_attack_whose_target_is_eliminated_is_void() -> None:
    """A continued attack eliminates the only target of another announced attack: the log has it after the loss."""
    at = begun(shock(TWICE.replace("1414 e", "1414 e disordered"), "red"), "red-hc1 li1", "red-li2 hi2")
    at = at.play("resolve red-hc1", 6, "again red-hc1 hi2,li1", 9)
    assert [] == void_attacks(at)
    while "hi2" not in at.removed():
        at = at.play(0)
    assert ["removed", "noted"] == [event.type for event in at.events if event.rule is not None][-2:]
    assert [VOID] == void_attacks(at)


@pytest.mark.rule("9.0")
def test_ruling_15_an_attack_whose_target_has_advanced_is_void() -> None:
    """The target of another announced attack counter-attacks after a continued attack on it, and leaves its hex."""
    at = begun(shock(TWICE, "red"), "red-hc1 li1", "red-li2 hi2")
    at = at.play("resolve red-hc1", 6, "again red-hc1 hi2,li1", 1, "again hi2 red-hc1", 8)
    assert [] == void_attacks(at)
    while at.now[2] == "chance":
        at = at.play(0)
    assert ("1513", [VOID]) == (at.units["hi2"], void_attacks(at))
    assert "orders" == at.play("face hi2 e").now[1]


@pytest.mark.rule("9.0")
def test_ruling_15_an_attack_with_a_target_left_is_not_void() -> None:
    """Of two targets of the other announced attack one is eliminated."""
    line = TWICE.replace("1414 e", "1414 e disordered") + ", li3 1415 e"
    at = begun(shock(line, "red"), "red-hc1 li1", "red-li2 hi2,li3")
    at = at.play("resolve red-hc1", 6, "again red-hc1 hi2,li1", 9)
    while "hi2" not in at.removed():
        at = at.play(0)
    assert [] == void_attacks(at)


EVEN = "red-hc1 1513 w, hi1 1413 e"
"""Heavy cavalry against heavy infantry at 0, so that a 1 disorders the attacker and engages both."""


@pytest.mark.rule("9.0")
def test_counter_attack() -> None:
    """On a natural 1 the defender may attack the attacker last of all, at -1, with its own result."""
    at = fought(shock(EVEN, "red"), "red-hc1 hi1", face=1)
    assert (2, "shock", "frankish") == at.now
    assert {"again hi1 red-hc1", "decline"} == at.legal()
    assert ({"red-hc1"}, {"red-hc1", "hi1"}) == (marked(at, "disordered"), marked(at, "engaged"))
    assert "-1" == str(at.preview("again hi1 red-hc1").total)
    assert at.units == at.play("decline").units
    after = at.play("again hi1 red-hc1", 8)
    assert "chance" == after.now[2]
    assert ["red-hc1"] == after.play(3).removed()
    assert set() == marked(after.play(4), "engaged")


@pytest.mark.rule("9.0")
def test_a_counter_attack_uses_all_rules_of_shock() -> None:
    """It brings the advance into the attacker's hex (8.5), and may continue at -1 for the attack before."""
    at = fought(shock(EVEN, "red"), "red-hc1 hi1", face=1).play("again hi1 red-hc1")
    won = at.play(8, 3)
    assert (["red-hc1"], "1513") == (won.removed(), won.units["hi1"])
    further = at.play(9, 4)
    assert {"again hi1 red-hc1"} == further.legal("again")
    assert str(-1 - 1) == str(further.preview("again hi1 red-hc1").total)


@pytest.mark.rule("9.0")
@pytest.mark.parametrize(("line", "face"), [(EVEN, 0), (EVEN, 2), (HORSE, 0), ("red-li1 1513 w, li1 1413 e", 2)])
def test_no_counter_attack_on_another_die(line: str, face: int) -> None:
    """Only the unmodified die counts."""
    attacker, defender = line.split()[0], line.split()[3]
    assert set() == fought(shock(line, "red"), f"{attacker} {defender}", face=face).legal("again")


@pytest.mark.rule("9.0")
def test_counter_attack_with_any_result() -> None:
    """A natural 1 that disorders the defender allows it as well: 1 +1 +4 +1 is 7."""
    line = "red-hc1 1412 se, red-hc2 1513 w, abd-ar-rahman 1513, hi1 1413 e"
    at = fought(shock(line, "red"), "red-hc1 hi1", "red-hc2 hi1", face=1)
    assert {"hi1", "red-hc1", "red-hc2"} == marked(at, "disordered")
    assert {"again hi1 red-hc2"} == at.legal("again")
    assert str(-1 - 2 - 1) == str(at.preview("again hi1 red-hc2").total)


@pytest.mark.rule("9.0")
@pytest.mark.parametrize(("line", "attack", "keys"), [
    ("red-hc1 1513 w, hi1 1413 e", "red-hc1 hi1", {"wall": True}),
    ("red-hc1 1513 w, hi1 1413 w", "red-hc1 hi1", {}),
    ("red-hc1 1513 w, hi1 1413 ne", "red-hc1 hi1", {}),
    ("li1 1513 w, red-ma1 1413 e", "li1 red-ma1", {}),
])
def test_units_that_cannot_counter_attack(line: str, attack: str, keys: dict[str, bool]) -> None:
    """The shield wall, mounted archers, and units without the attacker in front of them."""
    after = fought(shock(line, attack.split()[0].split("-")[0].rstrip("1"), **keys), attack, face=1)
    assert set() == after.legal("again")
    assert "orders" == after.now[1]


@pytest.mark.rule("9.0")
def test_eliminated_units_do_not_counter_attack() -> None:
    """Of two defenders, one is eliminated by its second disorder; the other may counter-attack."""
    line = "red-hc1 1513 w, abd-ar-rahman 1513, red-hc2 1313 e, hi1 1413 e disordered, hi2 1414 e"
    at = fought(shock(line, "red"), "red-hc1 hi1,hi2", "red-hc2 hi1,hi2", face=1).play(0)
    assert ["hi1"] == at.removed()
    while at.now[2] != "frankish":
        at = at.play(*sorted(at.legal("face"))[:1] or sorted(at.legal())[:1])
    assert all(notation.startswith("again hi2 ") for notation in at.legal("again"))


@pytest.mark.rule("9.0")
def test_no_counter_attack_on_an_eliminated_unit() -> None:
    """A natural 1, 1 -2 -2, eliminates the attacker: there is no target."""
    after = fought(shock("red-li1 1513 w disordered, red-li2 1512 ne, hi1 1413 e", "red"),
                   "red-li1 hi1", face=1)
    assert (["red-li1"], "orders") == (after.removed(), after.now[1])


@pytest.mark.rule("9.0")
def test_ruling_15_a_counter_attack_meets_only_attackers() -> None:
    """Another enemy in front of the defender is neither attacked nor an obstacle; a counter-attack obliges to no
    other."""
    at = fought(shock("red-hc1 1513 w, red-li1 1512 w, hi1 1413 e", "red"), "red-hc1 hi1", face=1)
    assert {"again hi1 red-hc1"} == at.legal("again")
    assert at.refusal("again hi1 red-li1").startswith("9.0")
    after = at.play("again hi1 red-hc1", 1)
    assert set() == after.legal("again")
    assert "orders" == after.now[1]


@pytest.mark.rule("9.0")
def test_ruling_15_one_or_both_defenders_counter_attack() -> None:
    """Together they count as two; each may do it alone."""
    at = fought(shock("red-hc1 1513 w, li1 1413 e, li2 1414 e", "red"), "red-hc1 li1,li2", face=1)
    options = {"again li1 red-hc1", "again li2 red-hc1", "again li1,li2 red-hc1"}
    assert options == at.legal("again")
    assert str(1 - 2) == str(at.preview("again li1,li2 red-hc1").total)


@pytest.mark.rule("8.6")
def test_ruling_14_a_counter_attack_comes_after_the_disorder() -> None:
    """Cavalry that attacked is disordered first; cavalry that counter-attacked is disordered afterwards."""
    at = fought(shock("red-hc1 1513 w, hc1 1413 e, abd-ar-rahman 1513", "red"), "red-hc1 hc1", face=1)
    if at.now[2] == "chance":
        at = at.play(0)
    assert {"red-hc1"} == marked(at, "disordered")
    assert {"red-hc1", "hc1"} == marked(at.play("again hc1 red-hc1", 5), "disordered")
    assert {"red-hc1"} == marked(at.play("decline"), "disordered")


@pytest.mark.rule("8.6")
@pytest.mark.parametrize(("line", "face", "disordered"), [
    ("red-hc1 1513 w, hi1 1413 e", 4, {"red-hc1"}), ("red-hc1 1513 w, hi1 1413 e", 7, {"red-hc1", "hi1"}),
    ("red-hc1 1513 w, hc1 1413 e", 4, {"red-hc1"}), ("red-hc1 1513 w disordered, hi1 1413 e", 6, {"red-hc1"}),
    ("red-li1 1513 w, li1 1413 e", 4, set())])
def test_cavalry_that_attacked_is_disordered(line: str, face: int, disordered: set[str]) -> None:
    """Any result disorders it, but not the defender or infantry; disordered cavalry does not check."""
    attack = f"{line.split()[0]} {line.replace(' disordered', '').split()[3]}"
    after = fought(shock(line, "red"), attack, face=face)
    assert ("orders", disordered) == (after.now[1], marked(after, "disordered"))


@pytest.mark.rule("8.6")
def test_frankish_light_cavalry_is_disordered_too() -> None:
    """The rule applies to all cavalry."""
    assert {"lc1"} == marked(fought(shock("lc1 1513 w, red-li1 1413 e", "lc"), "lc1 red-li1", face=4), "disordered")


@pytest.mark.rule("8.5")
def test_one_attacker_must_advance() -> None:
    """A single attacker enters the hex at once and may turn."""
    at = fought(shock(BEHIND, "hi"), "hi1 red-li1", face=6)
    assert ("1513", {f"face hi1 {v}" for v in ("nw", "ne", "e", "se", "sw", "w")}) == (at.units["hi1"], at.legal())
    assert "sw" == facing(at.play("face hi1 sw"), "hi1")


@pytest.mark.rule("8.5")
def test_of_two_attackers_the_player_chooses() -> None:
    """Either may advance, one of them must, and a disordered one may not."""
    line = "hi1 1614 w, hi2 1613 w, red-li1 1513 w"
    at = fought(shock(line, "hi"), "hi1 red-li1", "hi2 red-li1", face=5)
    assert {"advance hi1 1513", "advance hi2 1513"} == at.legal()
    after = at.play("advance hi2 1513")
    assert ("1614", "1513") == (after.units["hi1"], after.units["hi2"])
    shaken = fought(shock(line.replace("1614 w", "1614 w disordered"), "hi"), "hi1 red-li1", "hi2 red-li1", face=7)
    assert ("1614", "1513") == (shaken.units["hi1"], shaken.units["hi2"])


@pytest.mark.rule("8.5")
def test_disordered_victors_do_not_advance() -> None:
    """This includes units that the same result has disordered."""
    assert "1614" == fought(shock(BEHIND.replace("1614 w", "1614 w disordered"), "hi"), "hi1 red-li1",
                            face=8).units["hi1"]
    both = fought(shock(BEHIND.replace("1513 w", "1513 w disordered"), "hi"), "hi1 red-li1", face=2).play(0)
    assert (["red-li1"], "1614") == (both.removed(), both.units["hi1"])


@pytest.mark.rule("8.5")
def test_ruling_17_a_hex_is_entered_whatever_eliminated_the_defender() -> None:
    """A defender that fails the second check leaves its hex to an attacker, whose leader goes along."""
    line = BEHIND.replace("1513 w", "1513 w disordered") + ", charles 1614"
    after = fought(shock(line, "hi"), "hi1 red-li1", face=3).play(4)
    assert (["red-li1"], "1513", "1513") == (after.removed(), after.units["hi1"], after.units["charles"])


@pytest.mark.rule("8.5")
def test_ruling_17_two_hexes_are_entered_by_two() -> None:
    """Two attackers clear two hexes: each enters one, and without a choice it happens automatically."""
    line = "hi1 1513 w, hi2 1313 e, red-li1 1413 e disordered, red-li2 1414 e disordered"
    at = fought(shock(line, "hi"), "hi1 red-li1,red-li2", "hi2 red-li1,red-li2", face=5)
    at = at.play("eliminate red-li1", 0)
    verdict = at.check("decline")
    assert isinstance(verdict, Illegal)
    texts = at.rules.prompt(at.state).text, verdict.reasons[0].text
    assert [2, 2] == [(text.values or {})["count"] for text in texts]
    at = at.play("advance hi1 1413", "face hi1 e")
    assert ("1413", "1414") == (at.units["hi1"], at.units["hi2"])


@pytest.mark.rule("8.5")
def test_the_advance_of_one_attacker_is_asked_for_as_such() -> None:
    """There are two attackers, or two hexes, but one unit must advance."""
    two_units = fought(shock("hi1 1513 w, hi2 1313 e, red-li1 1413 e", "hi"), "hi1 red-li1", "hi2 red-li1", face=5)
    two_hexes = fought(shock("hi1 1513 w, red-li1 1413 w disordered, red-li2 1414 w disordered", "hi"),
                       "hi1 red-li1,red-li2", face=7).play("eliminate red-li1", 0)
    assert [1, 1] == [(at.rules.prompt(at.state).text.values or {})["count"] for at in (two_units, two_hexes)]


@pytest.mark.rule("8.5")
def test_ruling_17_a_unit_advances_once() -> None:
    """With one attacker and two cleared hexes it enters one, and the other stays empty."""
    line = "hi1 1513 w, red-li1 1413 w disordered, red-li2 1414 w disordered"
    at = fought(shock(line, "hi"), "hi1 red-li1,red-li2", face=7)
    at = at.play("eliminate red-li1", 0, "advance hi1 1413", "face hi1 e")
    assert "1413" == at.units["hi1"]


@pytest.mark.rule("9.0")
def test_ruling_15_a_continued_counter_attack_meets_only_attackers() -> None:
    """An enemy of another announced combat in front of the counter-attacker is left alone."""
    line = "red-li1 1513 w, red-hc1 1512 nw, li1 1413 e, li2 1412 e"
    at = begun(shock(line, "red"), "red-li1 li1", "red-hc1 li2").play("resolve red-li1", 1)
    assert {"again li1 red-li1", "decline"} == at.legal()
    at = at.play("again li1 red-li1", 9)
    while at.now[2] == "chance":
        at = at.play(9)
    assert not any("red-hc1" in notation for notation in at.legal("again"))


@pytest.mark.rule("8.5")
@pytest.mark.parametrize("tried", ["decline", "end", "attack red-hc2 li1"])
def test_a_required_advance_cannot_be_skipped(tried: str) -> None:
    """No other action is legal before it, and the refusal names the hex, for other units too."""
    line = "li1 1621 e, li3 1519 e, red-hc1 1721 w, red-hc2 1521 e, charles 1519, abd-ar-rahman 1721"
    at = fought(shock(line, "red"), "red-hc1 li1", "red-hc2 li1", face=9)
    assert {"advance red-hc1 1621", "advance red-hc2 1621"} == at.legal()
    assert ("8.5", {"places": ("1621",)}) == named(at, tried)
    assert "8.5" == idle(at, "li3")[0]
