"""The shock table row by row, second disorder checks, and units that are engaged (9.0, ruling 12)."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.event import Rolled
from tests.rules.table import Table, facts
from tests.rules.tours.board import acting, marked
from tests.rules.tours.shock_board import fought, shock

pytestmark = pytest.mark.rule("9.0")

FOOT = "li1 1513 w, red-hc1 1413 e"
"""Light infantry against heavy cavalry at -2."""
HELD = FOOT + ", abd-ar-rahman 1413"
"""The same against a leader: -3."""
GOOD = "hi1 1513 w, red-li1 1413 e, red-li2 1313 e"
"""Heavy infantry against light: +1; in 1413, facing west, it would have the second enemy before it."""
LED = GOOD + ", charles 1513"
"""The same with a leader: +2."""
FLANKED = GOOD.replace("1413 e", "1413 ne")
"""The same through a flank: +3."""


@pytest.mark.parametrize(("line", "face", "attacker", "defender"), [
    (HELD + ", red-li3 1512 w", 0, "gone", ""),
    (FOOT, 0, "disordered", ""),
    (FOOT, 2, "disordered", ""),
    (FOOT, 3, "disordered engaged", "engaged"),
    (FOOT, 4, "disordered engaged", "engaged"),
    (FOOT, 5, "engaged", "engaged"),
    (FOOT, 6, "engaged", "engaged"),
    (FOOT, 7, "disordered", "disordered"),
    (FOOT, 8, "disordered", "disordered"),
    (FOOT, 9, "", "disordered"),
    (GOOD, 6, "", "disordered"),
    (GOOD, 7, "", "disordered"),
    (GOOD, 8, "", "disordered"),
    (GOOD, 9, "", "gone"),
    (LED, 9, "", "gone"),
    (FLANKED, 9, "", "gone"),
])
def test_rows_of_the_table(line: str, face: int, attacker: str, defender: str) -> None:
    """The fate of one attacker and one defender, from -3 to 12."""
    first, second = line.split(",")[0].split()[0], line.split(",")[1].split()[0]
    side = first.rstrip("1")
    after = fought(shock(line, side), f"{first} {second}", face=face)
    for unit, expected in ((first, attacker), (second, defender)):
        flags = [flag for flag in ("disordered", "engaged") if unit in marked(after, flag)]
        assert expected == (" ".join(flags) if unit in after.units else "gone")


@pytest.mark.parametrize(("line", "face", "goes_on"), [
    (GOOD, 6, False), (GOOD, 7, True), (GOOD, 8, True), (GOOD, 9, False), (LED, 9, False), (FLANKED, 9, True)])
def test_rows_with_a_continued_attack(line: str, face: int, goes_on: bool) -> None:
    """8, 9 and 12 let the attacker continue; 7, 10 and 11 do not, even with another enemy in front of it."""
    after = fought(shock(line, "hi"), "hi1 red-li1", face=face)
    if "red-li1" not in after.units:
        after = after.play("face hi1 w")
    assert goes_on == bool(after.legal("again"))


def test_rows_from_10_eliminate_one_of_several_defenders() -> None:
    """The attacker chooses which; the other is disordered."""
    at = shock("hi1 1513 w, red-li1 1413 w, red-li2 1414 w, charles 1513", "hi")
    asked = fought(at, "hi1 red-li1,red-li2", face=6)
    assert (2, "shock", "frankish") == asked.now
    assert asked.rules.prompt(asked.state).mode == "compose"  # enemies can be clicked
    assert {"eliminate red-li1", "eliminate red-li2"} == asked.legal("eliminate")
    after = asked.play("eliminate red-li2")
    assert ["red-li2"] == after.removed()
    assert {"red-li1"} == marked(after, "disordered")


def test_row_of_minus_3_eliminates_one_of_several_attackers() -> None:
    """Their owner chooses which; the others are disordered, and the defender is unharmed."""
    at = shock("li1 1513 w disordered, li2 1512 w, red-hc1 1413 e", "li")
    asked = fought(at, "li1 red-hc1", "li2 red-hc1", face=0)
    assert (2, "shock", "frankish") == asked.now
    assert {"eliminate li1", "eliminate li2"} == asked.legal("eliminate")
    after = asked.play("eliminate li1")
    assert ["li1"] == after.removed()
    assert ({"li2"}, "1413") == (marked(after, "disordered"), after.units["red-hc1"])


@pytest.mark.parametrize(("face", "disordered", "engaged"), [
    (0, {"hi1", "hi2"}, set()), (2, {"hi1", "hi2"}, {"hi1", "hi2", "red-hc1"}),
    (3, set(), {"hi1", "hi2", "red-hc1"}), (5, {"hi1", "hi2", "red-hc1"}, set()), (7, {"red-hc1"}, set())])
def test_results_apply_to_all_attackers(face: int, disordered: set[str], engaged: set[str]) -> None:
    """Two heavy infantry against heavy cavalry, +1 -1: both are disordered and engaged."""
    after = fought(shock("hi1 1513 w, hi2 1512 w, red-hc1 1413 e", "hi"), "hi1 red-hc1", "hi2 red-hc1", face=face)
    assert (disordered, engaged) == (marked(after, "disordered"), marked(after, "engaged"))


@pytest.mark.parametrize(("face", "disordered", "engaged"), [
    (2, {"hi1"}, {"hi1", "red-li1", "red-li2"}), (5, {"hi1", "red-li1", "red-li2"}, set()),
    (7, {"red-li1", "red-li2"}, set())])
def test_results_apply_to_all_defenders(face: int, disordered: set[str], engaged: set[str]) -> None:
    """One heavy infantry against two light, -1 +1: both are disordered and engaged."""
    after = fought(shock("hi1 1513 w, red-li1 1413 e, red-li2 1414 e", "hi"), "hi1 red-li1,red-li2", face=face)
    assert (disordered, engaged) == (marked(after, "disordered"), marked(after, "engaged"))


@pytest.mark.parametrize(("unit", "vertex", "face", "survives"), [
    ("li1", "e", 4, False), ("li1", "e", 5, True), ("lc1", "e", 4, False), ("lc1", "e", 5, True),
    ("hi1", "e", 3, False), ("hi1", "e", 4, True), ("hc1", "e", 3, False), ("hc1", "e", 4, True),
    ("hi1", "e", 0, False), ("li1", "e", 9, True)])
def test_second_disorder(unit: str, vertex: str, face: int, survives: bool) -> None:
    """A disordered unit that is disordered again is eliminated on 4 or less, heavy units after adding one."""
    at = shock(f"red-hc1 1513 w, {unit} 1413 {vertex} disordered", "red")
    weapons = {"li": 2, "lc": 1, "hi": 0, "hc": 0}[unit[:2]]
    checked = fought(at, f"red-hc1 {unit}", face=7 - weapons)
    assert "chance" == checked.now[2]
    after = checked.play(face)
    assert survives == (unit in after.units)
    assert not survives or unit in marked(after, "disordered")
    rolled = [event for event in after.events if isinstance(event, Rolled)][-1]
    assert [1] * unit.startswith("h") == [one.value for one in getattr(rolled, "modifiers", ())]


def test_attackers_check_too() -> None:
    """A disordered attacker that the table disorders again checks; archers have no bonus."""
    after = fought(shock("red-li1 1513 w disordered, li1 1413 e", "red"), "red-li1 li1", face=0)
    assert ["red-li1"] == after.play(4).removed()
    assert [] == after.play(5).removed()
    horse = fought(shock("red-hc1 1513 w disordered, hi1 1413 e", "red"), "red-hc1 hi1", face=0)
    assert (["red-hc1"], []) == (horse.play(3).removed(), horse.play(4).removed())
    archers = fought(shock("li1 1513 w, red-ma1 1413 e disordered", "li"), "li1 red-ma1", face=7)
    assert ["red-ma1"] == archers.play(4).removed()
    assert [] == archers.play(5).removed()


def test_fire_causes_a_second_check_as_well() -> None:
    """Anything that disorders a disordered unit does, except the disorder after shock."""
    at = acting("red-ma1 1513 w, li1 1413 e disordered", "red").play("fire red-ma1 li1", 9)
    assert "chance" == at.now[2]
    assert ["li1"] == at.play(4).removed()
    assert [] == at.play(5).removed()


LATER = "red-li1 1513 w, red-ma1 1412 se, li1 1413 e"


@pytest.mark.parametrize("face", [3, 4])
def test_ruling_12_engaged_units_stay_engaged(face: int) -> None:
    """They stay engaged into the next player turn: neither side moves or turns."""
    after = fought(shock(LATER, "red"), "red-li1 li1", face=face)
    assert {"red-li1", "li1"} == marked(after, "engaged")
    assert "frankish" == after.now[2]
    after = after.play("order li move", "end", "activate li", 0)
    assert {"red-li1", "li1"} == marked(after, "engaged")
    assert set() == after.legal("move") | after.legal("face li1")
    for tried in ("move li1 1312", "face li1 w"):
        assert "6.1.3" == after.refusal(tried).partition(" ")[0]


def test_ruling_12_fire_leaves_a_unit_engaged() -> None:
    """It is disordered and remains engaged: only a result of shock combat frees it."""
    at = acting("red-ma1 1512 w, red-li1 1513 w engaged, li1 1413 e engaged", "red").play("fire red-ma1 li1", 9)
    assert ({"li1"}, {"li1", "red-li1"}) == (marked(at, "disordered"), marked(at, "engaged"))


def test_engaged_units_must_attack_in_their_next_turn() -> None:
    """The side that was attacked must now attack enemies in front of it."""
    after = fought(shock(LATER, "red"), "red-li1 li1", face=4).play("order li move", "end", "activate li", 9)
    assert (2, "shock", "frankish") == after.now
    assert {"attack li1 red-li1"} == after.legal()
    assert "8.0" == after.refusal("end")


def test_engaged_archers_do_not_fire() -> None:
    """They fire neither in their own activation nor in reaction."""
    line = "red-ma1 1513 w engaged, red-ma2 1512 w, li1 1413 e engaged"
    at = acting(line, "red")
    assert "fire red-ma2 li1" in at.legal()
    assert at.refusal("fire red-ma1 li1").partition(" ")[0] in ("9.0", "7.2")
    moving = acting("red-ma1 1513 w engaged, red-ma2 1511 sw, li1 1514 w engaged, li2 1313 e", "li")
    assert set() == moving.play("move li2 1413").legal("react")


@pytest.mark.parametrize(("face", "engaged"), [(4, {"red-li1", "li1"}), (7, set()), (5, set()), (0, set())])
def test_ruling_12_another_result_ends_it(face: int, engaged: set[str]) -> None:
    """A combat with a result other than engaged frees attackers and defenders."""
    at = shock("red-li1 1513 w engaged, li1 1413 e engaged", "red")
    assert engaged == marked(fought(at, "red-li1 li1", face=face), "engaged")


def test_ruling_12_it_ends_only_for_units_of_the_combat() -> None:
    """A unit engaged with others stays engaged."""
    at = shock("red-li1 1513 w engaged, li1 1413 e engaged, red-ma1 1517 w engaged, li2 1417 e engaged", "red")
    assert {"red-ma1", "li2"} == marked(fought(at, "red-li1 li1", face=7), "engaged")


def test_ruling_12_it_ends_without_adjacent_enemies() -> None:
    """The unit's only adjacent enemy moves away, or is eliminated by another."""
    at = acting("li2 1517 w engaged, red-ma1 1518 e, red-hc1 1412 e", "red")
    assert {"li2"} == marked(at, "engaged")
    after = at.play("move red-ma1 1619-1719")
    assert set() == marked(after, "engaged")
    line = "hi1 1614 w, li1 1413 e engaged, red-li1 1513 w engaged"
    freed = fought(shock(line, "hi"), "hi1 red-li1", face=6)
    assert (["red-li1"], set()) == (freed.removed(), marked(freed, "engaged"))


@pytest.mark.parametrize(("line", "units"), [
    ("red-hc1 1721 w disordered, grey-hc1 1722 nw, hi1 1622 e, charles 1622", ("red HC 1", "grey HC 1")),
    ("red-hc1 1721 w disordered, red-hc2 1722 nw, hi1 1622 e, charles 1622", ("HC 1", "HC 2"))])
def test_the_units_to_choose_from_have_different_names(line: str, units: tuple[str, str]) -> None:
    """Two tribes have units with the same abbreviation, which then comes with the tribe's colour."""
    active = dict.fromkeys(("red", "grey" if "grey" in line else "red"))
    second = "grey-hc1" if "grey" in line else "red-hc2"
    at = fought(shock(line, *active, wall=True), "red-hc1 hi1", f"{second} hi1", face=0)
    assert str(at.rules.prompt(at.state).text).endswith(f": {units[0]} or {units[1]}")


def disengaged(at: Table) -> list[tuple[Any, ...]]:
    """The number of units that are no longer engaged, by event."""
    return [facts(event.text) for event in at.events if str(event.rule) == "9.0 (ruling 12)"]


def test_ruling_12_the_end_of_an_engagement_is_in_the_log() -> None:
    """It ends when the enemy leaves, on its way or at its end, or by another result; a lost unit has no such line."""
    for goal in ("1821", "1821-1921"):
        at = acting("red-li1 1721 w, hi1 1622 e engaged", "red").play(f"move red-li1 {goal}")
        assert [(1,)] == disengaged(at)
    both = shock("red-li1 1721 w engaged, hi1 1622 e engaged", "red")
    assert [] == disengaged(fought(both, "red-li1 hi1", face=6))
    (told,) = disengaged(fought(both, "red-li1 hi1", face=9))
    assert len(told) == 2
    lost = shock("hi1 1622 e engaged, red-li1 1721 w engaged", "hi")
    assert [(1,)] == disengaged(fought(lost, "hi1 red-li1", face=9))
