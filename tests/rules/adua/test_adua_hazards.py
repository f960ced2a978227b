"""The warnings before a move or a charge: commanders it leaves cut off, points of an exit, companions (10.2, 13.0)."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.message import Message
from game.core.offer import Picked
from game.core.verdict import Legal, Reason
from game.rules.adua import hazards
from game.rules.adua.ai import odds
from game.rules.adua.state import AduaState
from game.rules.adua.units import SLOT, name_of
from tests.rules.adua.board import RULES, entry, marked, table, told
from tests.rules.table import Table


def note(at: Table, notation: str) -> Reason | None:
    """The warnings of a legal action; None if there are none."""
    verdict = at.check(notation)
    assert isinstance(verdict, Legal), str(verdict)
    return verdict.note


def said(at: Table, notation: str) -> Reason:
    """The warnings of a legal action that has some."""
    found = note(at, notation)
    assert found is not None
    return found


def charge(line: str, fought: str, phasing: str, **keys: Any) -> Table:
    """The end of a small-arms phase of turn 5."""
    unit, target = fought.split()
    return table(line, phase="charge", phasing=phasing, turn=5,
                 resolved=[{"unit": unit, "target": target, "dice": 2}], **keys)


# 1807 lies beside 1907 and beside 1908; 1906 beside 1907 alone.
@pytest.mark.rule("10.2")
@pytest.mark.parametrize(("more", "left"), [
    ("", ""), (", iv-infantry 1908", "menelik"), (", iv-infantry 1908, menelik-f2 1808, tecla 1807", "menelik tecla"),
    (", iv-infantry 1908 engaged, menelik-f3 1908 engaged", ""), (", iv-infantry 1909", "")])
def test_a_charge_warns_that_commanders_are_cut_off(more: str, left: str) -> None:
    """The charged enemy no longer exerts a zone, another adjacent to the hex does (ruling 21). The warning comes
    true."""
    at = charge(f"iii-infantry 1907, dabormida 1907, menelik-f1 1807, menelik 1807{more}", "menelik-f1 iii-infantry",
                "abyssinian")
    verdict = at.check("charge menelik-f1 iii-infantry")
    assert isinstance(verdict, Legal)
    shown = at.preview("charge menelik-f1 iii-infantry").risk
    offer = next(one for one in RULES.offers(at.state, Picked(("menelik-f1",))) if one.action is not None)
    assert offer.verdict == verdict
    if not left:
        assert (None, "") == (verdict.note, shown)
    else:
        assert verdict.note is not None
        assert left.split() == sorted(verdict.note.values["units"])
        assert str(verdict.note.with_rule) == str(shown)
        assert "1807" == verdict.note.values["place"]
        assert hazards.BATTLE_LOST.template == verdict.note.text.template
    after = at.play("charge menelik-f1 iii-infantry")
    while after.now[1] == "charge":
        after = after.play("end")
    assert set(left.split()) == {name for name in ("menelik", "tecla") if name in at.units} - set(after.units)


@pytest.mark.rule("10.2")
def test_a_charge_says_that_it_leaves_a_general_and_mules_cut_off() -> None:
    at = charge("iii-infantry 1907, dabormida 1907, mules1 1907, menelik-f1 1807, menelik-f2 1906",
                "iii-infantry menelik-f1", "italian", orders="dabormida iii-infantry melee")
    found = said(at, "charge iii-infantry menelik-f1")
    assert {"units": ["dabormida", "mules1"], "place": "1907"} == found.values
    assert hazards.BATTLE_LOST.template != found.text.template
    assert {"dabormida", "mules1"} == set(at.play("charge iii-infantry menelik-f1").removed())


@pytest.mark.rule("10.2")
@pytest.mark.parametrize(("line", "move", "lost", "unless"), [
    # The unit leaves; its general may still follow, or has moved already.
    ("iii-infantry 1907, dabormida 1907, gabeiehu-f1 1806", "iii-infantry 1908", "dabormida",
     hazards.UNLESS_MOVED),
    ("iii-infantry 1907, dabormida 1907 moved, mules1 1907 moved, gabeiehu-f1 1806", "iii-infantry 1908",
     "dabormida mules1", hazards.UNLESS_JOINED),
    # Two units there is no such thing; but a unit elsewhere saves nobody, and outside enemy zones nobody is lost.
    ("iii-infantry 1907, dabormida 1907, gabeiehu-f1 1804", "iii-infantry 1908", "", None),
    ("iii-infantry 1907, iv-infantry 2008, dabormida 2008, gabeiehu-f1 1806", "iii-infantry 1908", "", None),
    # A commander or mules alone into an enemy zone, and to a friend in one.
    ("dabormida 2007, iii-infantry 2010, gabeiehu-f1 1806", "dabormida 1907", "dabormida", hazards.UNLESS_JOINED),
    ("mules1 2007, iii-infantry 2010, gabeiehu-f1 1806", "mules1 1907", "mules1", hazards.UNLESS_JOINED),
    ("dabormida 2007, iii-infantry 1907, gabeiehu-f1 1806", "dabormida 1907", "", None),
])
def test_a_move_warns_that_commanders_are_cut_off(line: str, move: str, lost: str, unless: Message | None) -> None:
    """The warning is in the verdict and on the card of the place."""
    at = table(f"{line}, militia 3413, atichim-f1 0101", orders="dabormida iii-infantry move")
    unit, place = move.split()
    found = note(at, f"move {move}")
    cards = RULES.hazards_on(at.state, (unit,), place)
    if unless is None:
        assert (None, ()) == (found, cards)
        return
    assert found is not None
    assert {"units": lost.split(), "place": "1907"} == found.values
    assert (unless.template, "10.2 (ruling 21)") == (found.text.template, str(found.rule))
    assert [(card.details, card.rule) for card in cards] == [(found.text, found.rule)]


@pytest.mark.rule("10.2")
def test_the_end_of_a_phase_warns_of_lost_commanders() -> None:
    """The warning is in the verdict on ``end``, and on the screen before the phase ends; for the phasing side only."""
    at = table("dabormida 1907, mules1 2007, gabeiehu-f1 1806, menelik 0104, iii-infantry 0204, militia 3413, "
               "atichim-f1 0101")
    assert ["dabormida"] == said(at, "end").values["units"]
    assert [("dabormida",)] == [each.units for each in RULES.still_to_do(at.state) if each.is_loss]
    assert "dabormida" in at.play("end").removed()
    safe = at.play("move dabormida 2007")
    assert note(safe, "end") is None
    assert not any(each.is_loss for each in RULES.still_to_do(safe.state))


@pytest.mark.rule("10.2")
def test_a_companion_is_not_left_behind() -> None:
    """Menelik is selected together with the unit; and a zone lifted by a declared attack counts again (ruling 21)."""
    line = "menelik-f1 1807, menelik 1807, menelik-f2 1906, iii-infantry 1907"
    at = table(line, phasing="abyssinian", turn=7)
    assert hazards.BATTLE_LOST.template == said(at, "move menelik-f1 1707").text.template
    assert 1 == len(RULES.hazards_on(at.state, ("menelik-f1",), "1707"))
    assert () == RULES.hazards_on(at.state, ("menelik-f1", "menelik"), "1707")
    declared = at.play("declare menelik-f2 iii-infantry")
    assert hazards.BATTLE_LOST.template == said(declared, "move menelik-f1 1707").text.template


@pytest.mark.rule("13.0")
@pytest.mark.parametrize(("flags", "guns", "out", "points", "armed"), [
    ("lost=2", "v-infantry working", 0, 4, True), ("lost=2", "v-infantry", 0, 4, True),
    ("lost=2", "v-infantry jammed 1", 0, 4, False), ("lost=2 disorganized", "", 0, 4, False),
    ("lost=3", "", 2, 2, False),
])
def test_an_exit_shows_its_points(flags: str, guns: str, out: int, points: int, armed: bool) -> None:
    """It shows the combat value of the remaining steps, without machine gun and markers (ruling 22), and counts as
    much."""
    at = table(f"v-infantry 0107 {flags}, militia 2407, gabeiehu-f1 0901", guns=guns, turn=3, exited=out)
    found = said(at, "move v-infantry off")
    assert ("13.0 (ruling 22)", {"points": points, "exited": 4, "needed": 5}) == (str(found.rule), found.values)
    assert armed == (hazards.GUN_COUNTS_NOTHING.template == found.text.template)
    offer = next(one for one in RULES.offers(at.state, Picked(("v-infantry",)))
                 if one.action is not None and one.action.notation == "move v-infantry off")
    assert offer.verdict == at.check("move v-infantry off")
    after = at.play("move v-infantry off")
    assert 4 == after.position["exited"]


@pytest.mark.rule("10.2")
@pytest.mark.rule("13.0")
def test_an_exit_says_who_it_leaves_cut_off() -> None:
    at = table("v-infantry 0107 lost=3, ellena 0107, militia 2407, gabeiehu-f1 0206", turn=3)
    assert {"points": 2, "exited": 2, "needed": 5, "units": ["ellena"], "place": "0107"} == said(
        at, "move v-infantry off").values


@pytest.mark.rule("10.2")
@pytest.mark.rule("13.0")
def test_a_winning_exit_cuts_no_commander_off() -> None:
    """The battle is over: no end of a phase follows in which a commander would be eliminated."""
    at = table("v-infantry 0107, dabormida 0107, militia 2407, gabeiehu-f1 0206", turn=3)
    assert {"points": 7, "exited": 7, "needed": 5} == said(at, "move v-infantry off").values
    result = RULES.result(at.play("move v-infantry off").state)
    assert result is not None
    assert "italian" == result.winner


@pytest.mark.rule("10.2")
def test_a_disengagement_names_its_companions() -> None:
    """Of two units the first leaves the commander behind with the second (ruling 36); the warning is then that the unit
    fights no more this turn (ruling 16)."""
    line = "iii-infantry 1907 engaged, menelik-f1 1907 engaged, menelik 1907"
    at = table(line, turn=5, phasing="abyssinian")
    found = said(at, "disengage menelik-f1 1806")
    assert ("10.2 (ruling 36)", {"pieces": name_of(SLOT["menelik"]), "place": "1806"}) == (
        str(found.rule), found.text.values)
    alone = said(table(f"{line}, menelik-f2 1907 engaged", turn=5, phasing="abyssinian"), "disengage menelik-f1 1806")
    assert ("10.2 (ruling 16)", {"unit": name_of(SLOT["menelik-f1"])}) == (str(alone.rule), alone.text.values)


@pytest.mark.rule("10.2")
@pytest.mark.parametrize(("more", "is_cut"), [
    ("", True), (", menelik-f2 1907 engaged", False), (", menelik-f2 1906", False)])
def test_a_disengagement_warns_of_the_zone_that_it_sets_free(more: str, is_cut: bool) -> None:
    """A commander beside the melee is cut off once no enemy is left in it (rulings 21 and 39), unless it has a unit
    with it. The warning comes true."""
    at = table(f"iii-infantry 1907 engaged, menelik-f1 1907 engaged, menelik 1906{more}", turn=5, phasing="abyssinian")
    found = said(at, "disengage menelik-f1 1806")
    assert is_cut is ("menelik" in found.values.get("units", ()))
    assert is_cut is ("menelik" in at.play("disengage menelik-f1 1806", "end").removed())


@pytest.mark.rule("10.1")
def test_computer_players_do_not_leave_menelik_cut_off() -> None:
    """Neither a veteran nor a recruit does, but the recruit charges wherever else it can."""
    at = charge("iii-infantry 1907 lost=3, iv-infantry 1908, dabormida 1907, menelik-gr1 1807, menelik 1807",
                "menelik-gr1 iii-infantry", "abyssinian")
    evaluator = RULES.evaluator()
    assert evaluator is not None
    assert ["end"] == [one.notation for one in evaluator.plausible(at.state)]
    assert ["end"] == [one.actions[0].notation for one in evaluator.proposed_courses(at.state, 1, lambda: False)]
    safe = charge("iii-infantry 1907 lost=3, dabormida 1907, menelik-gr1 1807, menelik 1807",
                  "menelik-gr1 iii-infantry", "abyssinian")
    assert ["charge menelik-gr1 iii-infantry"] == [one.notation for one in evaluator.plausible(safe.state)]


# ------------------------------------------------------------------------------------------------ rulings 37 to 42

@pytest.mark.rule("10.1")
@pytest.mark.rule("10.2")
def test_repulsed_italians_can_be_charged() -> None:
    """Being repulsed ends only their own attack; this is shown beforehand, in the log and on the counter's card
    (ruling 37)."""
    at = charge("iii-infantry 1907 repulsed shot, dabormida 1907, menelik-f1 1807 shot", "menelik-f1 iii-infantry",
                "abyssinian")
    assert "10.1 (ruling 37)" == str(said(at, "charge menelik-f1 iii-infantry").rule)
    counter = next(one for one in RULES.counters(at.state) if one.unit == "iii-infantry")
    assert "10.1 (ruling 37)" in [str(note.rule) for note in counter.notes]
    at = at.play("charge menelik-f1 iii-infantry")
    assert {"iii-infantry", "menelik-f1"} == marked(at, "engaged")
    assert "10.1 (ruling 37)" in [str(event.rule) for event in at.events]
    assert note(charge("iii-infantry 1907 shot, dabormida 1907, menelik-f1 1807 shot", "menelik-f1 iii-infantry",
                       "abyssinian"), "charge menelik-f1 iii-infantry") is None


@pytest.mark.rule("10.1")
@pytest.mark.rule("6.0")
def test_a_battery_attacks_an_adjacent_enemy_on_ground_closed_to_it() -> None:
    """It is within range, though not in its zone; since they are adjacent both roll. The battery need not attack it,
    and it does not count as left out (ruling 38)."""
    at = table("quick-guns 0706, gabeiehu-f1 0705, gabeiehu-f2 0806, ellena 0706", phase="fire", phasing="italian",
               orders="ellena quick-guns fire", turn=5)
    shown = at.preview("attack quick-guns gabeiehu-f1")
    assert (4, 3) == (shown.attack, shown.defence)  # two dice less for the one left out; he stands above the guns
    assert (6, 2) == (at.preview("attack quick-guns gabeiehu-f2").attack,
                      at.preview("attack quick-guns gabeiehu-f2").defence)
    assert "10.1, ruling 38" in str(shown.note)
    assert "10.1 (ruling 38)" == str(said(at, "attack quick-guns gabeiehu-f1").rule)
    assert note(at, "attack quick-guns gabeiehu-f2") is None
    assert "10.1 (ruling 38)" == str(at.play("attack quick-guns gabeiehu-f1").events[-1].rule)


@pytest.mark.rule("10.0")
def test_units_that_have_fired_exert_their_zone_again() -> None:
    """A unit in melee can neither retreat into the zone of a unit that fought this turn, nor be brought in from it; the
    refusal and the counter say so (ruling 39)."""
    line = "iii-infantry 2813 engaged, gabeiehu-f1 2813 engaged, iv-infantry 2811"
    for flags, number in (("shot", "10.2 (ruling 39)"), ("", "10.2")):
        at = table(f"{line} {flags}", turn=5, phasing="abyssinian")
        assert number == at.refusal("disengage gabeiehu-f1 2812")
        counter = next(one for one in RULES.counters(at.state) if one.unit == "iv-infantry")
        assert ("shot" in flags) == ("10.0 (ruling 39)" in [str(note.rule) for note in counter.notes])


@pytest.mark.rule("10.0")
def test_a_unit_whose_melee_is_over_exerts_its_zone_again() -> None:
    """The next retreat of the same phase may not enter it (ruling 39)."""
    at = table("iii-infantry 2813 engaged, gabeiehu-f1 2813 engaged, iv-infantry 2811 engaged, gabeiehu-f2 2811 "
               "engaged", turn=5, phase="melee", phasing="abyssinian")
    at = at.play("melee 2813", 6, "retreat gabeiehu-f1 2914", "melee 2811", 6)
    assert "10.2 (ruling 39)" == at.refusal("retreat gabeiehu-f2 2812")
    assert at.check("retreat gabeiehu-f2 2810")


@pytest.mark.rule("8.1")
@pytest.mark.rule("8.2")
@pytest.mark.rule("5.3")
@pytest.mark.parametrize(("order", "kind", "number"), [
    ("offensive", "resupply", "8.1 (ruling 40)"), ("hold", "resupply", "8.2 (ruling 40)"),
    ("offensive", "rally", "8.1 (ruling 34)"), ("hold", "rally", "8.2 (ruling 34)"), ("", "resupply", "")])
def test_resupply_under_an_offensive_needs_its_own_order(order: str, kind: str, number: str) -> None:
    """It replaces the order passed on by a colonel with an offensive; entrenched units may have it too (ruling 40)."""
    at = table("iii-infantry 1907 low-ammo disorganized, ragni 1907, dabormida 1907, mules3 1907, gabeiehu-f1 0101",
               phase="orders", turn=5)
    if order:
        at = at.play(f"order dabormida ragni {order}")
    notation = f"order ragni iii-infantry {kind}"
    found = note(at, notation)
    assert number == ("" if found is None else str(found.rule))
    at = at.play(notation)
    assert (number or "8.0") == str(at.events[-1].rule)
    assert "8.0" == at.refusal(f"order ragni iii-infantry {order or 'move'}")
    at = at.play("end", "end")
    assert not entry(at, "iii-infantry").get("low-ammo" if kind == "resupply" else "disorganized")
    dug_in = table("iii-infantry 1907 low-ammo entrenched, ragni 1907, dabormida 1907, mules3 1907, gabeiehu-f1 0101",
                   phase="orders", turn=5).play("order dabormida ragni offensive")
    assert dug_in.check("order ragni iii-infantry resupply")


@pytest.mark.rule("10.2")
def test_the_hex_of_the_melee_is_vacated() -> None:
    """The Italian in it keeps it; no unit follows, and no adjacent friend enters (ruling 41)."""
    at = table("iii-infantry 2813 engaged, gabeiehu-f1 2813 engaged, iv-infantry 2914", turn=5, phase="melee",
               phasing="abyssinian").play("melee 2813", 6, "retreat gabeiehu-f1 2812")
    assert "III Infantry holds 2813" in told(at)
    assert "10.2 (ruling 41)" in [str(event.rule) for event in at.events]
    assert {"iii-infantry": "2813", "iv-infantry": "2914"} == {
        unit: at.units[unit] for unit in ("iii-infantry", "iv-infantry")}


@pytest.mark.rule("10.2")
def test_of_several_units_the_one_that_stays_has_advanced() -> None:
    at = table("iii-infantry 2813 engaged, iv-infantry 2813 engaged origin=2914, gabeiehu-f1 2813 engaged", turn=5,
               phase="melee", phasing="abyssinian").play("melee 2813", 6, "retreat gabeiehu-f1 2812",
                                                         "stay iv-infantry")
    assert "IV Infantry holds 2813" in told(at)


@pytest.mark.rule("10.1")
@pytest.mark.rule("5.5")
@pytest.mark.parametrize(("flags", "options", "lost"), [
    ("", [], 0), ("entrenched", [], 0), ("", ["rows-swapped"], 1), ("entrenched", ["rows-swapped"], 0)])
def test_a_distant_battery_only_disorganizes(flags: str, options: list[str], lost: int) -> None:
    """This also holds for entrenched troops; with the option the rows stay as they are (ruling 42)."""
    at = table(f"iii-infantry 1907 {flags}, menelik-a1 1707", phase="fire", phasing="abyssinian", turn=5,
               options=options).play("attack menelik-a1 iii-infantry", "begin")
    shown = at.preview("resolve iii-infantry")
    cited = "10.1 (ruling 42)" in [str(term.rule) for term in shown.modifiers]
    assert cited == (flags == "entrenched" and not options)
    at = at.play("resolve iii-infantry", (6, 6, 6, 6))
    assert lost == entry(at, "iii-infantry").get("lost", 0)
    assert (lost == 0) == ("iii-infantry" in marked(at, "disorganized"))
    assert {one.result for one in shown.outcomes} == {"no effect", "0" if flags and options else "-1"}


@pytest.mark.rule("10.1")
@pytest.mark.rule("5.5")
def test_with_an_adjacent_attacker_entrenchment_changes_the_row() -> None:
    """An adjacent attack with a distant battery's support uses the next row, as printed: -1 becomes 0."""
    at = table("iii-infantry 1907 entrenched, menelik-a1 1707, menelik-gr1 1906", phase="fire", phasing="abyssinian",
               turn=5).play("attack menelik-a1 iii-infantry", "attack menelik-gr1 iii-infantry", "begin",
                            "resolve iii-infantry")
    roll = at.rules.pending_roll(at.state)
    assert roll is not None
    dice = {group.unit: len(group.dice) for group in roll.groups}
    faces = (6,) * (dice["menelik-a1"] + dice["menelik-gr1"]) + (1, 2) * 10
    at = at.play(faces[:len(roll.dice)])
    assert 1 == entry(at, "iii-infantry")["lost"]


@pytest.mark.rule("5.5")
def test_computer_players_count_entrenchments_against_adjacent_attackers() -> None:
    """Before the attack is declared, the next row changes its value to them; from a distance it does not."""
    open_, dug_in = (table(f"iii-infantry 1907 {flags}, menelik-gr1 1906, menelik-a1 1707", phase="fire",
                           phasing="abyssinian", turn=5).state for flags in ("", "entrenched"))
    target = SLOT["iii-infantry"]

    def worth(state: AduaState, unit: str) -> float:
        return odds.attack_gain(state, [(SLOT[unit], 4)], target)

    assert worth(open_, "menelik-gr1") != worth(dug_in, "menelik-gr1")
    assert worth(open_, "menelik-a1") == worth(dug_in, "menelik-a1")
