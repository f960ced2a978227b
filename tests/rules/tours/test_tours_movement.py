"""Module 6: how units move, where they stop, and moves that do not count as movement."""

from __future__ import annotations

import pytest

from game.core.offer import Picked
from tests.rules.table import Table, cited
from tests.rules.tours.board import RULES, acting, marked, named, table


@pytest.mark.rule("6.0")
def test_a_contingent_moves_once_a_turn() -> None:
    """A unit that has moved and a contingent that is done have no points left this turn."""
    line = "red-hc1 2014 w, red-li1 2114 w, blue-li1 2414 w, hi1 1014 e"
    at = table(line, orders={"red": "move", "blue": "move"}).play("activate red", 0, "move red-hc1 1914", "end")
    assert not at.check("move red-hc1 1814")
    assert not at.check("activate red")


@pytest.mark.rule("6.0")
@pytest.mark.parametrize(("unit", "origin", "goal"), [
    ("li1", "1223", "1224"), ("red-ma1", "1223", "1224"), ("hc1", "2003", "2002"), ("red-li1", "2003", "2002")])
def test_the_river_is_closed(unit: str, origin: str, goal: str) -> None:
    """Neither infantry nor cavalry may enter it (ruling 5)."""
    contingent = unit.split("-")[0].rstrip("1")
    at = acting(f"{unit} {origin} e, {'hi1 1014 e' if '-' in unit else 'red-hc1 1014 e'}", contingent)
    assert "6.0 (ruling 5)" == at.refusal(f"move {unit} {goal}")


@pytest.mark.rule("6.0")
def test_the_river_is_closed_to_leaders() -> None:
    """No piece may enter it (ruling 5)."""
    at = table("charles 2003, hi1 1014 e, red-li1 2714 w", phase="leaders", first="frankish")
    assert "6.0 (ruling 5)" == at.refusal("move charles 2002")


@pytest.mark.rule("6.1")
def test_a_path_goes_from_hex_to_adjacent_hex() -> None:
    """A path has no gaps."""
    at = acting("red-hc1 2014 w, hi1 1014 e", "red")
    assert "6.1" == at.refusal("move red-hc1 2015-2017")
    assert 3 == at.cost("move red-hc1 2015-2016-2017")


@pytest.mark.rule("6.1")
def test_moving_is_optional() -> None:
    """A contingent may be ended at once."""
    at = acting("red-hc1 2014 w, hi1 1014 e", "red")
    assert at.check("end")
    assert "2014" == at.play("end").units["red-hc1"]


@pytest.mark.rule("6.1")
def test_points_are_used_along_the_path() -> None:
    """Woods cost three points a hex, and a unit continues with the rest."""
    at = acting("red-hc1 1220 w, hi1 1014 e", "red")
    assert 3 == at.cost("move red-hc1 1221")
    assert 6 == at.cost("move red-hc1 1221-1121")
    assert at.refusal("move red-hc1 1221-1121-1122") in {"6.0", "6.1"}
    on = at.play("move red-hc1 1221")
    assert 3 == on.cost("move red-hc1 1121")
    assert on.refusal("move red-hc1 1121-1122") in {"6.0", "6.1"}


@pytest.mark.rule("6.1")
@pytest.mark.parametrize("franks", ["hi1 1920 e, hi2 2021 e", "hi1 1920 e", "hi2 2021 e"])
def test_movement_example_1(franks: str) -> None:
    """Cavalry on the way through 2019 must stop in 2020, next to one enemy or two."""
    at = acting(f"red-hc1 2018 w, {franks}", "red")
    assert 2 == at.cost("move red-hc1 2019-2020")
    assert "6.1" == at.refusal("move red-hc1 2019-2020-2120")
    stopped = at.play("move red-hc1 2019-2020")
    assert {"6.1"} == {stopped.refusal(f"move red-hc1 {place}") for place in ("2019", "2119", "2120")}
    assert stopped.check("face red-hc1 sw")


@pytest.mark.rule("6.1")
@pytest.mark.rule("6.1.2")
def test_movement_example_2() -> None:
    """From 2020 to 2018 the path behind the line is open; through 2019 an enemy would stop the unit."""
    at = acting("red-ma1 2020 w, hi1 1919 e", "red")
    assert 3 == at.cost("move red-ma1 2119-2118-2018")
    assert "6.1" == at.refusal("move red-ma1 2019-2018")
    assert "2018" == at.play("move red-ma1 2119-2118-2018").units["red-ma1"]


@pytest.mark.rule("6.1")
def test_an_enemy_leader_alone_stops_a_unit() -> None:
    """A unit that moves next to it stops, and its hex is closed."""
    at = acting("red-hc1 2014 w, red-li1 1714 w, hi1 1014 e, charles 1814", "red")
    assert "6.1 (ruling 7)" == at.refusal("move red-hc1 1914-1915")
    assert "6.1 (ruling 7)" == at.play("move red-hc1 1914", 0).refusal("move red-hc1 1915")
    assert "6.1 (ruling 7)" == at.refusal("move red-li1 1814")


@pytest.mark.rule("9.0")
def test_ruling_7_a_leader_alone_engages_no_unit() -> None:
    """It stops units that move next to it, but a unit with no other enemy next to it is free."""
    at = acting("red-ma1 1513 w, li1 1413 e engaged, abd-ar-rahman 1312", "red")
    assert set() == marked(at.play("move red-ma1 1613"), "engaged")


@pytest.mark.rule("6.1")
def test_leaders_stop_next_to_enemies_too() -> None:
    """Abd ar-Rahman goes no farther than the first hex next to a Frank."""
    at = table("abd-ar-rahman 2014, red-li1 2020 w, hi1 1814 e, hi2 1010 e", phase="leaders")
    assert at.check("move abd-ar-rahman 1914")
    assert "6.1 (ruling 7)" == at.refusal("move abd-ar-rahman 1914-1915")
    assert 2 == at.cost("move abd-ar-rahman 2015-1915")


@pytest.mark.rule("6.1.1")
def test_units_move_in_any_order() -> None:
    """Every unit of the contingent that has not finished may be the next."""
    at = acting("red-hc1 2014 w, red-li1 2016 w, red-ma1 2018 w, hi1 1014 e", "red")
    assert {"red-hc1", "red-li1", "red-ma1"} == {move.split()[1] for move in at.legal("move")}
    after = at.play("move red-ma1 1918", "move red-hc1 1914", "move red-li1 1916")
    assert ("1914", "1916", "1918") == tuple(after.units[unit] for unit in ("red-hc1", "red-li1", "red-ma1"))


@pytest.mark.rule("6.1.1")
def test_a_unit_finishes_before_the_next_begins() -> None:
    """Once another has started, the first may neither move, turn nor fire."""
    at = acting("red-ma1 2014 w, red-li1 2016 w, hi1 1713 e", "red").play("move red-ma1 1914", "move red-li1 1916")
    assert "6.1.1 (ruling 6)" == at.refusal("move red-ma1 1915")
    assert "6.1.1 (ruling 6)" == at.refusal("face red-ma1 e")
    assert "6.1.1 (ruling 6)" == at.refusal("fire red-ma1 hi1")


@pytest.mark.rule("6.1.1")
def test_a_unit_that_turns_is_done() -> None:
    """Turning ends a unit's move; before that it may move on while it has points (ruling 6)."""
    at = acting("red-hc1 2014 w, hi1 1014 e", "red").play("move red-hc1 1914", "move red-hc1 1814-1714")
    assert "1613" == at.play("move red-hc1 1613").units["red-hc1"]
    turned = at.play("face red-hc1 ne")
    assert "6.1.1 (ruling 6)" == turned.refusal("move red-hc1 1613")
    assert "6.1.1 (ruling 6)" == turned.refusal("face red-hc1 e")


@pytest.mark.rule("6.1.2")
def test_a_unit_that_starts_next_to_an_enemy_may_move() -> None:
    """It may leave, and go straight from one hex next to an enemy into another, where it stops."""
    at = acting("red-hc1 1914 w, hi1 1814 e", "red")
    assert 3 == at.cost("move red-hc1 2014-2114-2215")
    assert 1 == at.cost("move red-hc1 1913")
    assert "6.1" == at.refusal("move red-hc1 1913-1912")


@pytest.mark.rule("6.1.2")
@pytest.mark.rule("6.1.3")
def test_engaged_units_neither_move_nor_turn() -> None:
    """A leader with it may leave."""
    at = acting("red-hc1 1914 w engaged, red-li1 2114 w, hi1 1814 e engaged, abd-ar-rahman 1914", "red")
    assert ["6.1.3"] * 3 == [at.refusal(f"move red-hc1 {place}") for place in ("2014", "1913", "1915")]
    assert "6.1.3" == at.refusal("face red-hc1 e")
    assert "6.1.3" == at.refusal("move red-hc1 2014 led")
    leader = table("red-hc1 1914 w engaged, hi1 1814 e engaged, abd-ar-rahman 1914", phase="leaders")
    assert leader.check("move abd-ar-rahman 2014")


@pytest.mark.rule("6.1.3")
def test_the_wall_neither_moves_nor_turns() -> None:
    """Units in the shield wall stay as they are in their own turn, even if the wall has just been formed."""
    at = table("hi1 1414 e, li1 1214 e, red-hc1 2014 w", first="frankish", orders={"hi": "wall", "li": "move"})
    at = at.play("activate hi")
    assert at.position["wall"]
    assert not at.check("move hi1 1514")
    assert not at.check("face hi1 ne")


@pytest.mark.rule("6.1.3")
@pytest.mark.parametrize(("origin", "goal"), [("1014", "0914"), ("2714", "2814"), ("1014", "0000")])
def test_no_unit_leaves_the_map(origin: str, goal: str) -> None:
    """The program refuses the move that the rulebook punishes with elimination."""
    at = acting(f"red-hc1 {origin} w, hi1 1414 e", "red")
    assert "6.1.3" == at.refusal(f"move red-hc1 {goal}")


@pytest.mark.rule("6.1.3")
def test_points_are_not_saved() -> None:
    """A unit that did not move last turn has its normal allowance now."""
    at = acting("hi1 1414 e, red-hc1 2614 w", "hi", turn=3)
    assert 3 == at.cost("move hi1 1513-1613-1712")
    assert not at.check("move hi1 1513-1613-1712-1812")


def shock(line: str) -> Table:
    """Phase IV of the Franks with active heavy infantry."""
    return table(line, phase="shock", first="frankish", orders={"hi": "move"}, tried=["hi"], active=["hi"])


@pytest.mark.rule("6.2")
def test_an_advance_is_no_movement() -> None:
    """A Frank that advances in front of archers is not fired at."""
    at = shock("hi1 1814 e, red-li1 1914 e, red-ma1 2014 w, red-hc1 2720 w").play("attack hi1 red-li1", "begin")
    at = at.play("resolve hi1") if at.legal("resolve") else at
    at = at.play(7)
    at = at.play("advance hi1 1914") if at.legal("advance") else at
    assert "1914" == at.units["hi1"]
    assert not at.legal("react")
    assert "frankish" == at.now[2]


@pytest.mark.rule("6.2")
def test_a_move_to_the_same_hex_draws_reaction_fire() -> None:
    """The same archers fire when a Frank moves there."""
    at = acting("hi1 1814 e, red-ma1 2014 w, red-hc1 2720 w", "hi").play("move hi1 1914")
    assert {"react red-ma1"} == at.legal("react")


@pytest.mark.rule("6.2")
@pytest.mark.parametrize("leader", ["2014", "2720"])
def test_an_advance_does_not_endanger_a_lone_leader(leader: str) -> None:
    """A unit that advances next to an enemy leader causes no roll for the leader's life."""
    line = f"hi1 1814 e, red-li1 1914 e, red-hc1 2720 w, abd-ar-rahman {leader}"
    at = shock(line).play("attack hi1 red-li1", "begin")
    at = at.play("resolve hi1") if at.legal("resolve") else at
    at = at.play(7)
    at = at.play("advance hi1 1914") if at.legal("advance") else at
    assert "1914" == at.units["hi1"]
    assert "frankish" == at.now[2]
    assert leader == at.units["abd-ar-rahman"]


@pytest.mark.rule("6.2")
def test_a_move_endangers_a_lone_leader() -> None:
    """The same hex entered by movement causes the roll."""
    at = acting("hi1 1814 e, red-hc1 2720 w, abd-ar-rahman 2014", "hi").play("move hi1 1914")
    assert "chance" == at.now[2]
    assert "abd-ar-rahman" not in at.play(4).units


@pytest.mark.rule("6.1")
def test_ruling_6_a_named_path_is_followed() -> None:
    """It is followed hex by hex at its cost, even if there is a shorter one; a single hex is reached by the cheapest
    path."""
    at = acting("red-hc1 2014 w, hi1 1014 e", "red")
    assert (4, 2) == (at.cost("move red-hc1 2015-2016-2115-2114"), at.cost("move red-hc1 2016"))
    gone = at.play("move red-hc1 2013-2113-2114")
    event = gone.events[0]
    assert ("2014", "2013", "2113", "2114") == event.path  # type: ignore[attr-defined]
    assert 3 == gone.position["moving"]["left"]
    assert at.refusal("move red-hc1 2013-2012-2011-2010-2110-2111-2112").startswith("6.0")
    assert gone.check("move red-hc1 2014")


@pytest.mark.rule("6.1.1")
@pytest.mark.parametrize("path", ["2013-2014", "2013-2014-2015"])
def test_ruling_6_no_path_returns_to_its_start(path: str) -> None:
    """The refusal gives this reason, not that the hex is occupied."""
    at = acting("red-hc1 2014 w, hi1 1014 e", "red")
    assert ("6.1.1 (ruling 6)", {"place": "2014"}) == named(at, f"move red-hc1 {path}")
    leader = table("abd-ar-rahman 2014, red-hc1 2016 w, hi1 1014 e", phase="leaders")
    assert ("6.1.1 (ruling 6)", {"place": "2014"}) == named(leader, f"move abd-ar-rahman {path}")


@pytest.mark.rule("6.1.1")
def test_ruling_6_a_later_path_returns_to_the_start() -> None:
    """Only one path may not."""
    at = acting("red-hc1 2014 w, hi1 1010 e", "red").play("move red-hc1 2013", "move red-hc1 2014-2015")
    assert ("2015", 3) == (at.units["red-hc1"], at.position["moving"]["left"])


@pytest.mark.rule("6.1.1")
def test_ruling_6_a_path_does_not_name_its_start() -> None:
    """The log names it, so that a player may repeat the line."""
    at = acting("red-hc1 2014 w, hi1 1014 e", "red")
    assert ("6.1.1 (ruling 6)", {"place": "2014"}) == named(at, "move red-hc1 2014-2013-2012")
    assert ("6.1.1 (ruling 6)", {"place": "2013"}) == named(at, "move red-hc1 2013-2013")


@pytest.mark.rule("9.0")
@pytest.mark.parametrize(("path", "engaged"), [("1512", {"li1"}), ("1613-1612-1512", set())])
def test_ruling_12_the_whole_path_counts(path: str, engaged: set[str]) -> None:
    """If the unit's only adjacent enemy moves from hex to hex next to it, or away and back, it was free for a
    moment."""
    at = acting("red-ma1 1513 w, li1 1413 e engaged", "red").play(f"move red-ma1 {path}")
    assert ("1512", engaged) == (at.units["red-ma1"], marked(at, "engaged"))


@pytest.mark.rule("6.1.1")
def test_a_unit_that_has_turned_has_that_reason() -> None:
    """The refusal says that it has turned and is done, not that it has moved."""
    at = acting("red-hc1 2014 w, hi1 1014 e", "red").play("face red-hc1 ne")
    assert ("6.1.1 (ruling 6)", {"unit": "red-hc1"}) == named(at, "move red-hc1 1914")


@pytest.mark.rule("6.0")
@pytest.mark.parametrize(("goal", "points"), [("1012", 7), ("1004", 14)])
def test_a_far_hex_needs_more_points_than_are_left(goal: str, points: int) -> None:
    """The refusal has the numbers, however far the hex is, as long as no unit is in the way."""
    at = acting("hi1 1712 e, red-li1 2112 w", "hi")
    assert ("6.0", {"points": points, "left": 3}) == named(at, f"move hi1 {goal}")


@pytest.mark.rule("6.1")
def test_a_hex_behind_units_has_no_path() -> None:
    """All hexes around the unit are occupied: the refusal names the goal and no number."""
    friends = "hi2 1711 e, hi3 1812 e, hi4 1813 e, hi5 1713 e, hi6 1613 e, hi7 1612 e"
    at = acting(f"hi1 1712 e, {friends}, red-li1 2112 w", "hi")
    assert ("6.1", {"place": "1004"}) == named(at, "move hi1 1004")


@pytest.mark.rule("6.0")
def test_out_of_reach_gives_the_range() -> None:
    """The single reason has the number: a leader moves eight hexes."""
    at = table("red-hc1 2019 w, hi1 1606 e, charles 1606, abd-ar-rahman 2019", phase="leaders")
    told = [cited(offer.verdict) for offer in RULES.offers(at.state, Picked(("abd-ar-rahman",))) if offer.catch_all]
    assert [("6.0", 8)] == told
