"""The overview of a phase: contingents with their orders and chances, combats with their modifiers and results, open
duties."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.message import Message
from game.core.overview import OverviewLine
from game.rules.tours.shock_odds import ShockEffect, effect_chances, result_text
from game.rules.tours.state import ToursState
from game.rules.tours.units import name_of_id, slots_of
from tests.rules.table import Table, facts
from tests.rules.tours.board import RULES, table
from tests.rules.tours.shock_board import begun, fought, shock

CAMP = "red-hc1 2019 w, red-ma1 2020 w disordered, yellow-hc1 2014 w engaged, hi1 1913 e, abd-ar-rahman 2019"
MEETING = "red-hc1 1713 w, red-hc2 1712 w, li1 1613 e, hi2 1612 e, hi3 1614 e"


def lines(at: Table) -> dict[str, OverviewLine]:
    """The lines of the overview by name."""
    return {line.name: line for line in at.rules.overview(at.state).lines}


def words(line: OverviewLine) -> list[str]:
    """The labels of a line's buttons."""
    return [str(way.offer.label) for way in line.actions]


def actions(line: OverviewLine) -> list[list[str]]:
    """What each button of a line does."""
    return [[action.notation for action in way.offer.actions] for way in line.actions]


def test_contingents_tell_their_strength_and_chance() -> None:
    """The leader subtracts one from the die of the contingent in the same hex (5.2.2, 5.2.3)."""
    shown = lines(table(CAMP, phase="orders"))
    assert ["red", "yellow"] == list(shown)
    assert "2 units · 1 disordered · Abd ar-Rahman −1" == str(shown["red"].subtitle)
    assert "1 unit · 1 engaged" == str(shown["yellow"].subtitle)
    assert ("60 %", "50 %") == (shown["red"].value, shown["yellow"].value)


def test_an_order_is_one_input_and_the_one_in_force_is_taken_back() -> None:
    """Every order has its chit; that of the order in force says so."""
    at = table(CAMP, phase="orders").play("order red reform")
    line = lines(at)["red"]
    assert ["ordered-move", "ordered-reform"] == [way.sign for way in line.actions]
    assert [False, True] == [way.taken for way in line.actions]
    action = line.actions[1].offer.action
    assert action is not None
    assert "order red none" == action.notation
    assert "" == line.value


def test_a_refused_order_cites_its_rule() -> None:
    """The heavy infantry in the wall may not move."""
    at = table("hi1 1606 e, red-hc1 2019 w, charles 1606", phase="orders", first="frankish", wall=True)
    verdict: Any = lines(at)["hi"].actions[0].offer.verdict
    assert not verdict
    assert "5.2.6" == verdict.reasons[0].rule.number
    assert "1 unit · shield wall" == str(lines(at)["hi"].subtitle)


def test_who_acts_has_acted_and_has_failed() -> None:
    """In phase III one line after the other is carried out."""
    at = table(CAMP + ", blue-hc1 2010 w, grey-hc1 2005 w", phase="action", orders={
        "red": "move", "yellow": "move", "grey": "reform"})
    assert ["waiting", "waiting", "no order", "phase V"] == [str(line.status) for line in lines(at).values()]
    at = at.play("activate red")
    assert ("acting", "rolling") == (lines(at)["red"].progress, str(lines(at)["red"].status))
    at = at.play(5)
    assert "acting" == lines(at)["red"].progress
    assert not lines(at)["yellow"].actions[0].offer.verdict
    at = at.play("end", "activate yellow", 9)
    assert "shock" == at.position["phase"]
    at = table(CAMP, phase="action", orders={"red": "move", "yellow": "move"}).play("activate yellow", 9)
    assert ("failed", "refused") == (lines(at)["yellow"].progress, str(lines(at)["yellow"].status))


def test_announced_combats_with_their_sums() -> None:
    """A line has attackers and defenders, the modifiers' sum, the likeliest results, and its cancellation."""
    at = shock(MEETING, "red").play("attack red-hc2 li1")
    line = lines(at)["combat-red-hc2"]
    assert (("red-hc2",), ("li1",)) == (line.units, line.against)
    assert "+2" == line.value
    assert "%" in str(line.subtitle)
    assert [["withdraw red-hc2"]] == actions(line)


@pytest.mark.rule("9.0")
@pytest.mark.parametrize(("line", "expected"), [
    ("hi1 1513 w, red-hc1 1413 e", [40, 20, 60]),
    ("hc1 1513 w disordered, red-hc1 1413 e", [30, 20, 70]),
    ("hc1 1513 w, red-hc1 1413 e", [50, 0, 100]),
    ("hc1 1305 ne, red-hc1 1304 se, abd-ar-rahman 1304", [20, 0, 90]),
])
def test_a_result_counts_for_each_side_that_it_hurts(line: str, expected: list[int]) -> None:
    """Of -1, for example, AD, ADE and BD disorder the attacker. Cavalry in good order is disordered in any case (8.6),
    which the line says once. E alone leaves the units engaged and hurts none."""
    at = shock(line, "hi", "hc").play(f"attack {line.split()[0]} red-hc1")
    (shown,) = at.rules.overview(at.state).lines
    effects = (ShockEffect.DISORDERED, ShockEffect.ENGAGED, ShockEffect.ATTACKER_DISORDERED)
    attacker, defender = slots_of(shown.units), slots_of(shown.against)
    chances = effect_chances(at.state, attacker, defender, shown.preview)
    assert expected == [100 * chances.get(effect, 0) for effect in effects]
    assert str(shown.subtitle).endswith(f"{ShockEffect.ATTACKER_DISORDERED.title} {expected[-1]} %")


def test_one_attacker_more_or_fewer() -> None:
    """The sum that the combat would then have is shown with its arithmetic."""
    at = shock(MEETING, "red").play("attack red-hc2 li1")
    preview = lines(at)["combat-red-hc2"].preview
    assert preview is not None
    (one, total), = preview.variants
    assert isinstance(one, Message)
    assert ({"unit": name_of_id("red-hc1")}, "+3") == (one.values, str(total))
    more = one.template
    at = at.play("attack red-hc1 li1")
    preview = lines(at)["combat-red-hc1"].preview
    assert preview is not None
    fewer = [one for one, _ in preview.variants if isinstance(one, Message)]
    assert [name_of_id("red-hc1"), name_of_id("red-hc2")] == [one.values["unit"] for one in fewer if one.values]
    assert more not in [one.template for one in fewer]


def test_who_is_still_uncovered_and_how_to_mend_that() -> None:
    """The unit attacks both, or a friend attacks the other, as the duty says."""
    at = shock(MEETING, "red").play("attack red-hc1 li1")
    shown = lines(at)
    assert [shown["due-red-hc1"].title] == [duty.text for duty in RULES.prompt(at.state).duties]
    assert "due" == shown["due-red-hc1"].progress
    assert ("hi3",) == shown["due-red-hc1"].against
    way = shown["due-red-hc1"].actions[0].offer
    assert ["withdraw red-hc1", "attack red-hc1 hi3,li1"] == [action.notation for action in way.actions]
    at = at.play(*(action.notation for action in way.actions))
    assert ["combat-red-hc1"] == list(lines(at))


@pytest.mark.rule("8.2")
@pytest.mark.parametrize("first", ["red-li1", "red-li2"])
def test_an_attack_on_a_second_enemy_does_not_depend_on_the_first(first: str) -> None:
    """Whichever of the two the unit attacks already, the button names both in order, and its arithmetic has the sum
    with the friend that could join."""
    at = shock("hi1 1712 e, hi4 1912 w, red-li1 1812 w, red-li2 1813 w", "hi").play(f"attack hi1 {first}")
    offer = lines(at)["due-hi1"].actions[0].offer
    assert ["withdraw hi1", "attack hi1 red-li1,red-li2"] == [action.notation for action in offer.actions]
    preview = offer.preview
    assert preview is not None
    assert [name_of_id("hi4")] == [one.values["unit"] for one, _ in preview.variants
                                   if isinstance(one, Message) and one.values]


def test_an_announcement_says_whom_else_it_makes_attack() -> None:
    """They are in the log at once, and on its button before (8.0)."""
    at = shock(MEETING, "red").play("attack red-hc1 li1")
    told = [(event.rule.number, event.text.values) for event in at.events]
    assert ("8.0", {"targets": name_of_id("hi3"), "unit": name_of_id("red-hc1")}) == told[-1]
    from game.core.offer import Picked

    before = shock(MEETING, "red")
    offers = before.rules.offers(before.state, Picked(("red-hc1", "li1")))
    note = next(offer.verdict.note for offer in offers if offer.action is not None)
    assert note is not None
    assert "8.0" == note.rule.number
    whole = before.rules.offers(before.state, Picked(("red-hc1", "li1", "hi3")))
    assert next(offer.verdict.note for offer in whole if offer.action) is None


def test_a_withdrawal_is_told() -> None:
    """It is in the log like the announcement."""
    at = shock(MEETING, "red").play("attack red-hc2 li1", "withdraw red-hc2")
    assert (2,) == facts(at.events[-1].text)


def test_combats_keep_their_lines_and_arrows_until_they_are_resolved() -> None:
    """The combat with the pending die is marked, and still drawn on the map."""
    at = begun(shock("red-hc1 1513 w, li1 1413 w, red-hc2 1518 w, li2 1418 w", "red"), "red-hc1 li1", "red-hc2 li2")
    assert [["resolve red-hc2"]] == actions(lines(at)["combat-red-hc2"])
    at = at.play("resolve red-hc2")
    shown = lines(at)
    assert ("acting", "") == (shown["combat-red-hc2"].progress, shown["combat-red-hc1"].progress)
    links = {link for layer in at.rules.layers(at.state) if layer.always for link in layer.links}
    assert {("1518", "1418"), ("1513", "1413")} == links


def test_a_combat_whose_die_has_fallen_tells_its_result() -> None:
    """It does not show the sum it would have now, while its further rolls are pending."""
    ready = shock("red-hc1 1513 w, li1 1413 e disordered, hi1 1606 e", "red")
    assert lines(begun(ready, "red-hc1 li1"))["combat-red-hc1"].value.startswith(("+", "-"))  # type: ignore[union-attr]
    at = fought(ready, "red-hc1 li1", face=6)
    line = lines(at)["combat-red-hc1"]
    assert at.rules.pending_roll(at.state) is not None
    assert ("", result_text("DD+", 1, 1)) == (line.value, line.subtitle)


@pytest.mark.rule("9.0")
def test_the_result_of_a_combat_counts_the_eliminated_units() -> None:
    """One defender of two is eliminated: the line has the other, and the result of a combat against two."""
    at = fought(shock("hi1 1712 e, red-li1 1812 e, red-li2 1813 e disordered", "hi"), "hi1 red-li1,red-li2", face=9)
    line = lines(at.play("eliminate red-li1"))["combat-hi1"]
    assert (("red-li2",), result_text("DE+", 1, 2)) == (line.against, line.subtitle)


@pytest.mark.rule("5.2.6")
def test_the_limits_of_the_wall_are_told_in_play_only() -> None:
    """During the set-up every unit may still be moved and turned."""
    def limits(state: ToursState) -> int:
        walled = [each for each in RULES.counters(state) if any(str(note.rule) == "5.2.6" for note in each.notes)]
        return len(walled)

    start = Table(RULES, RULES.initial("tours", ()))
    assert 0 == limits(start.state)
    assert 0 < limits(start.play("end", "end").state)


@pytest.mark.rule("5.2.6")
@pytest.mark.parametrize(("wall", "sign", "name", "order"), [
    (True, "ordered-leave", "Leave wall", "Leave the shield wall"),
    (False, "ordered-wall", "Form wall", "Form the shield wall")])
def test_the_sign_says_whether_the_wall_is_left_or_formed(wall: bool, sign: str, name: str, order: str) -> None:
    """It shows before the order, on the counters once ordered, and during and after phase III."""
    at = table("hi1 1606 e, red-hc1 2019 w, charles 1606", phase="orders", first="frankish", wall=wall)
    way = lines(at)["hi"].actions[-1]
    assert (sign, name, order) == (way.sign, str(way.name), str(way.offer.label))
    given = at.play("order hi wall")
    acting = given.play("end", "end")
    carried = acting.play("activate hi")
    for table_ in (given, acting, carried):
        (counter,) = (one for one in table_.rules.counters(table_.state) if one.unit == "hi1")
        if table_.position["orders"]:
            assert {sign} == {mark for mark in counter.marks if mark.startswith("ordered-")}
    assert [(sign, name)] == [(each.sign, str(each.name)) for each in lines(acting)["hi"].actions]


@pytest.mark.rule("5.2.1")
def test_the_leader_phase_shows_orders_and_offers_none() -> None:
    """Orders are given in phase I: no line has a button that could only be refused."""
    shown = lines(table(CAMP, phase="leaders", orders={"red": "move"}))
    assert {"red": ("60 %", "Move/Attack"), "yellow": ("", "no order")} == {
        name: (line.value, str(line.status)) for name, line in shown.items()}
    assert not any(line.actions for line in shown.values())
