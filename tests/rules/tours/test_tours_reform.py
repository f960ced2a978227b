"""Reforming, the wagon train's part in it, and command range (10, 11.0, 12.1, ruling 16)."""

from __future__ import annotations

import pytest

from tests.rules.tours.board import acting, idle, marked, table
from tests.rules.tours.shock_board import reforming, shock

FAR = "charles 2620, abd-ar-rahman 1216"
"""Both leaders, away from everything."""
UPSET = "red-li1 2015 w disordered"


def modifier(line: str, unit: str, *contingents: str) -> int:
    """The modifiers of a unit's die, as previewed and as used."""
    at = reforming(line, *(contingents or (unit.partition("-")[0].rstrip("0123456789"),)))
    told = int(str(at.preview(f"reform {unit}").total))
    rolled = at.play(f"reform {unit}", 5).events
    assert told == next(event.row for event in rolled if event.type == "rolled") - 5  # type: ignore[attr-defined]
    return told


@pytest.mark.rule("10.0")
def test_disordered_units_with_the_order_reform_try() -> None:
    """Units in good order, and those of a contingent with another order or none, do not."""
    line = f"li1 1413 e disordered, li2 1415 e, hi1 1417 e disordered, hc1 1419 e disordered, {FAR}"
    at = reforming(line, "li", orders={"li": "reform", "hc": "move"}, tried=["hc"])
    assert {"reform li1"} == at.legal("reform")
    for unit in ("li2", "hi1", "hc1"):
        assert at.refusal(f"reform {unit}").startswith("10.0")


@pytest.mark.rule("10.0")
def test_no_reforming_next_to_an_enemy() -> None:
    """An adjacent enemy forbids it, whatever the facings; one two hexes away does not."""
    line = f"li1 1413 e disordered, li2 1417 e disordered, red-li1 1312 nw, red-li2 1619 e, {FAR}"
    at = reforming(line, "li")
    assert {"reform li2"} == at.legal("reform")
    assert "10.0" == at.refusal("reform li1")


@pytest.mark.rule("10.0")
def test_no_reforming_after_an_action() -> None:
    """A unit that was engaged and had to attack has acted in its activation."""
    line = f"li1 1413 e disordered attacked, li2 1417 e disordered, {FAR}"
    at = reforming(line, "li")
    assert {"reform li2"} == at.legal("reform")
    assert "10.0" == at.refusal("reform li1")


@pytest.mark.rule("10.0")
def test_no_reforming_after_combat_in_this_turn() -> None:
    """An engaged, disordered unit that clears its front may not reform, even without an adjacent enemy."""
    line = f"hi1 1614 w engaged disordered, red-li1 1513 w engaged, hi2 1210 e disordered, {FAR}"
    at = shock(line, "hi", orders={"hi": "reform"}, tried=[], active=[])
    after = at.play("attack hi1 red-li1", "begin", "resolve hi1", 8)
    assert (["red-li1"], (2, "reform", "frankish")) == (after.removed(), after.now)
    assert {"reform hi2"} == after.legal("reform")


@pytest.mark.rule("10.1")
def test_units_roll_one_by_one_and_once() -> None:
    """A unit that has tried may not try again in the same turn; others may."""
    line = f"li1 1413 e disordered, li2 1417 e disordered, {FAR}"
    after = reforming(line, "li").play("reform li1", 5)
    assert ({"reform li2"}, {"li1", "li2"}) == (after.legal("reform"), marked(after, "disordered"))
    assert after.refusal("reform li1").startswith("10")


@pytest.mark.rule("10.0")
def test_reforming_in_the_wall_on_the_turn_it_is_formed() -> None:
    """Its units may reform with the order Shield Wall (5.2.6)."""
    at = reforming(f"hi1 1413 e disordered, {FAR}", "hi", orders={"hi": "wall"}, tried=["hi"], wall=True)
    assert {"reform hi1"} == at.legal("reform")


@pytest.mark.rule("10.0")
def test_no_reforming_after_leaving_the_wall_and_moving() -> None:
    """On the turn the wall is left, only its units that have stayed in place may reform (ruling 3)."""
    line = f"hi1 1413 e disordered moved, hi2 1417 e disordered, {FAR}"
    at = reforming(line, "hi", orders={"hi": "wall"}, tried=["hi"], active=["hi"])
    assert {"reform hi2"} == at.legal("reform")
    assert "10.0" == at.refusal("reform hi1").partition(" ")[0]


@pytest.mark.rule("10.2")
@pytest.mark.parametrize(("face", "left", "disordered"), [
    (0, True, False), (2, True, False), (3, True, True), (7, True, True), (8, False, False), (9, False, False)])
def test_results(face: int, left: bool, disordered: bool) -> None:
    """With +2 for a dead leader: up to 4 reforms, 5 to 9 stays disordered, 10 and more is eliminated."""
    after = reforming("li1 1413 e disordered, li2 1417 e disordered, abd-ar-rahman 2016", "li").play("reform li1", face)
    assert (left, disordered) == ("li1" in after.units, "li1" in marked(after, "disordered"))


@pytest.mark.rule("10.2")
def test_results_without_modifiers() -> None:
    """4 reforms, 5 does not, 9 does not eliminate."""
    at = reforming(f"li1 1413 e disordered, li2 1417 e disordered, {FAR}", "li").play("reform li1")
    assert "li1" not in marked(at.play(4), "disordered")
    assert "li1" in marked(at.play(5), "disordered")
    assert "li1" in at.play(9).units


@pytest.mark.rule("10.1")
@pytest.mark.rule("12.1")
@pytest.mark.parametrize(("leader", "expected"), [
    ("1413", -1), ("1414", -1), ("1418", -1), ("1419", 0), ("1911", -1), ("2013", 0)])
def test_command_range_of_charles(leader: str, expected: int) -> None:
    """It is five hexes, counting the unit's own and not his."""
    assert expected == modifier(f"li1 1413 e disordered, charles {leader}, abd-ar-rahman 2620", "li1")


@pytest.mark.rule("10.1")
@pytest.mark.rule("12.1")
@pytest.mark.parametrize(("leader", "expected"), [("2015", -1), ("2019", -1), ("2020", 0)])
def test_command_range_of_abd_ar_rahman(leader: str, expected: int) -> None:
    """It is four hexes."""
    assert expected == modifier(f"{UPSET}, charles 1210, abd-ar-rahman {leader}", "red-li1")


@pytest.mark.rule("12.1")
def test_command_range_does_not_pass_enemies() -> None:
    """Five hexes straight down with an enemy on the way are six around it; four are five."""
    enemy = "red-hc1 1414 e, abd-ar-rahman 2620"
    assert -1 == modifier("li1 1417 e disordered, charles 1412, abd-ar-rahman 2620", "li1")
    assert 0 == modifier(f"li1 1417 e disordered, charles 1412, {enemy}", "li1")
    assert -1 == modifier(f"li1 1416 e disordered, charles 1412, {enemy}", "li1")
    assert -1 == modifier("li1 1417 e disordered, charles 1412, li2 1414 e, abd-ar-rahman 2620", "li1")


@pytest.mark.rule("12.1")
def test_command_range_does_not_pass_the_river() -> None:
    """From 2402 to 1902 it is five hexes across the river and six along its bank."""
    assert 0 == modifier("li1 1902 e disordered, charles 2402, abd-ar-rahman 2620", "li1")
    assert -1 == modifier("li1 2003 e disordered, charles 2402, abd-ar-rahman 2620", "li1")


@pytest.mark.rule("12.1")
def test_command_range_does_not_pass_a_wagon_train() -> None:
    """Its hex is closed (ruling 9): four hexes down the edge of the map are five around it."""
    line = "red-li1 2718 w disordered, abd-ar-rahman 2714, charles 1210"
    assert -1 == modifier(line, "red-li1")
    assert 0 == modifier(f"{line}, wagon1 2716", "red-li1")


@pytest.mark.rule("10.1")
def test_a_dead_leader() -> None:
    """His own army has +2, the other nothing."""
    assert 2 == modifier("li1 1413 e disordered, abd-ar-rahman 2620", "li1")
    assert 2 == modifier(f"{UPSET}, charles 1210", "red-li1")
    assert 0 == modifier(f"{UPSET}, abd-ar-rahman 1216", "red-li1")


@pytest.mark.rule("10.1")
@pytest.mark.parametrize(("frank", "wagon", "expected"), [
    ("hi1 2613 e", "2716", 1), ("hi1 2612 e", "2716", 0), ("li1 2612 e", "2716", 1), ("li1 2611 e", "2716", 0),
    ("hc1 2611 e", "2716", 1), ("hi1 2319 e", "2718", 0), ("li1 2319 e", "2718", 1),
    ("hi1 2613 e disordered", "2716", 1)])
def test_ruling_16_a_frank_that_could_reach_a_wagon_train(frank: str, wagon: str, expected: int) -> None:
    """It is +1 for Muslims, by the unit's own movement points to a hex next to the train."""
    assert expected == modifier(f"{UPSET}, {frank}, wagon1 {wagon}, {FAR}", "red-li1")


@pytest.mark.rule("10.1")
def test_ruling_16_units_in_the_way_are_ignored() -> None:
    """Neither Muslims on every path to the train nor the Franks' shield wall matter."""
    walled = reforming(f"{UPSET}, hi1 2613 e, wagon1 2716, {FAR}", "red", wall=True)
    assert "+1" == str(walled.preview("reform red-li1").total)
    line = f"{UPSET}, hi1 2613 e, wagon1 2716, red-ma1 2713 w, red-ma2 2614 w, blue-ma1 2714 w, {FAR}"
    assert 1 == modifier(line, "red-li1")


@pytest.mark.rule("10.1")
@pytest.mark.rule("11.0")
@pytest.mark.parametrize("frank", ["hi1 2616 e", "li1 2616 e disordered"])
def test_a_frank_next_to_a_wagon_train(frank: str) -> None:
    """It is another +3: 1 + 3 is 4, whatever the unit's order."""
    assert 4 == modifier(f"{UPSET}, {frank}, wagon1 2716, {FAR}", "red-li1")


@pytest.mark.rule("10.1")
def test_the_plunder_counts_once_and_not_for_franks() -> None:
    """Two Franks next to two trains count like one; the Franks' own dice are unaffected."""
    line = f"{UPSET}, hi1 2616 e, hi2 2619 e disordered, wagon1 2716, wagon2 2718, charles 1216, abd-ar-rahman 1413"
    assert 4 == modifier(line, "red-li1")
    assert 0 == modifier(line, "hi2")


@pytest.mark.rule("10.1")
def test_all_together() -> None:
    """A dead leader and a Frank at the wagons are +6; a unit flees on 4."""
    line = f"{UPSET}, red-li2 2017 w disordered, hi1 2616 e, wagon1 2716, charles 1210"
    at = reforming(line, "red")
    assert "+6" == str(at.preview("reform red-li1").total)
    assert ["red-li1"] == at.play("reform red-li1", 4).removed()
    assert [] == at.play("reform red-li1", 3).removed()


@pytest.mark.rule("11.0")
def test_wagons_do_not_move_and_cannot_be_attacked() -> None:
    """They are no unit of a contingent, and no target."""
    at = acting(f"red-li1 2715 w, hi1 2413 e, wagon1 2716, {FAR}", "red")
    assert set() == at.legal("move wagon1")
    assert not at.check("move wagon1 2717")
    beside = shock(f"hi1 2616 e, hi2 2413 e, wagon1 2716, red-li1 2513 w, {FAR}", "hi")
    assert not beside.check("attack hi1 wagon1")
    assert {"attack hi2 red-li1"} == beside.legal("attack")


@pytest.mark.rule("12.0")
def test_leaders_help_activation_combat_and_reforming() -> None:
    """A contingent with its leader activates on one more; he also helps in combat and reforming."""
    orders = {"orders": {"red": "move"}, "first": "muslim"}
    for leader, obeys in (("1513", True), ("1514", False)):
        at = table(f"red-li1 1513 w, hi1 1210 e, abd-ar-rahman {leader}", **orders).play("activate red", 5)
        assert obeys == ("red" in at.position["active"])
    strong = shock("red-hc1 1513 w, hi1 1413 e, abd-ar-rahman 1513", "red").play("attack red-hc1 hi1", "begin")
    assert "+1" == str(strong.preview("resolve red-hc1").total)
    assert -1 == modifier(f"{UPSET}, charles 1210, abd-ar-rahman 2015", "red-li1")


@pytest.mark.rule("10.1")
@pytest.mark.rule("11.0")
@pytest.mark.parametrize(("place", "unit", "expected", "told"), [
    ("2616", "", 0, True), ("2615", "", 0, False), ("2616", "hi2 2616 e, ", 4, False)])
def test_ruling_24_a_leader_alone_does_not_threaten_the_wagons(
    place: str, unit: str, expected: int, told: bool
) -> None:
    """Charles next to a train does not count, and the die's card says so; the unit with him does."""
    line = f"{UPSET}, {unit}hi1 1210 e, wagon1 2716, {FAR.replace('2620', place)}"
    at = reforming(line, "red")
    shown = at.preview("reform red-li1")
    assert (f"{expected:+d}", told) == (str(shown.total), "10.1 (ruling 24)" in str(shown.note))


@pytest.mark.rule("10.0")
@pytest.mark.parametrize(("unit", "why"), [
    ("li1", ("10.0", "{unit} has no order to reform")), ("hi1", ("10.0", "{unit} is in good order")),
    ("hi2", ("10.0", "{unit} is next to an enemy")), ("hi3", ("10.1", "{unit} has already tried to reform"))])
def test_a_unit_that_cannot_reform_has_its_reason(unit: str, why: tuple[str, str]) -> None:
    """Each has its own reason, not that it has tried."""
    line = "hi1 1413 e, hi2 1414 e disordered, red-li1 1513 w, hi3 1418 e disordered reform-tried"
    assert why == idle(reforming(f"{line}, hi4 1420 e disordered, li1 1422 e disordered, {FAR}", "hi"), unit)


@pytest.mark.rule("10.0")
@pytest.mark.parametrize(("leader", "enemy", "cited"), [
    ("abd-ar-rahman 1513", "red-li1 2714 w", "10.0 (ruling 7)"), ("abd-ar-rahman 1513", "red-li1 1514 w", "10.0"),
    ("abd-ar-rahman 2714", "red-li1 1513 w", "10.0")])
def test_ruling_7_an_enemy_leader_alone_prevents_reforming(leader: str, enemy: str, cited: str) -> None:
    """The ruling is cited if no enemy unit is next to the unit, only the leader."""
    at = reforming(f"hi2 1414 e disordered, hi1 1210 e disordered, {leader}, {enemy}, charles 1210", "hi")
    assert cited == idle(at, "hi2")[0]


@pytest.mark.rule("12.1")
@pytest.mark.parametrize(("unit", "contingent", "line"), [
    ("red-li1", "red", "red-li1 2718 w disordered, abd-ar-rahman 2714, charles 1210"),
    ("li1", "li", "li1 2719 w disordered, charles 2714, abd-ar-rahman 1012")])
def test_ruling_30_wagon_trains_close_the_range_of_both_leaders(unit: str, contingent: str, line: str) -> None:
    """Without the train the unit is in command; with it the die's card says why not."""
    free, shut = (reforming(each, contingent).preview(f"reform {unit}") for each in (line, f"{line}, wagon1 2716"))
    ruling = "12.1 (ruling 30)"
    assert (["12.1"], False) == ([str(one.rule) for one in free.modifiers], ruling in str(free.note))
    assert ([], True) == ([str(one.rule) for one in shut.modifiers if one.value < 0], ruling in str(shut.note))


@pytest.mark.rule("12.1")
@pytest.mark.parametrize(("enemy", "cited"), [
    ("abd-ar-rahman 2620", ["12.1"]), ("abd-ar-rahman 1414", ["12.1 (ruling 31)"]),
    ("abd-ar-rahman 1414, red-li1 1414 e", [])])
def test_ruling_31_a_leader_alone_does_not_block_the_range(enemy: str, cited: list[str]) -> None:
    """The range of five hexes straight down passes him; a unit in his hex blocks it."""
    shown = reforming(f"li1 1417 e disordered, charles 1412, {enemy}", "li").preview("reform li1")
    assert cited == [str(one.rule) for one in shown.modifiers]


@pytest.mark.rule("10.1")
def test_ruling_35_both_modifiers_of_the_wagons_count() -> None:
    """A Frank next to a train could also reach it: +1 and +3."""
    at = reforming(f"{UPSET}, hi2 2616 e, wagon1 2716, {FAR}", "red")
    shown = at.preview("reform red-li1")
    assert [(1, "10.1"), (3, "10.1 (ruling 35)")] == [(one.value, str(one.rule)) for one in shown.modifiers]
    assert "+4" == str(shown.total)


@pytest.mark.rule("10.0")
@pytest.mark.parametrize("advances", [False, True])
def test_ruling_42_a_void_attack_is_no_fight(advances: bool) -> None:
    """Heavy infantry that leaves the wall attacks cavalry that retreats before shock: it may try to reform, unless it
    advances."""
    at = shock(f"hi1 1811 e disordered, red-hc1 1911 w, {FAR}", "hi", orders={"hi": "wall"})
    at = at.play("attack hi1 red-hc1", "begin", "retreat red-hc1 2011", "face red-hc1 w")
    at = at.play("advance hi1 1911", "face hi1 e") if advances else at.play("decline")
    assert ("muslim" if advances else "frankish") == at.now[2]
    assert (set() if advances else {"reform hi1"}) == at.legal("reform")
