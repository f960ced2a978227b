"""Module 7: firers, the effect of a roll, and the two printed examples of fire."""

from __future__ import annotations

import pytest

from tests.rules.table import Table
from tests.rules.tours.board import VERTICES, acting, facing, marked, named, table
from tests.rules.tours.shock_board import shock


def drm(at: Table, notation: str) -> int:
    """The sum of all modifiers."""
    return sum(modifier.value for modifier in at.preview(notation).modifiers)


@pytest.mark.rule("7.0")
@pytest.mark.parametrize("unit", ["red-hc1", "red-li1"])
def test_only_light_cavalry_of_the_muslims_shoots(unit: str) -> None:
    """No other Muslim unit has bows."""
    at = acting(f"{unit} 2014 w, hi1 1914 e, hi2 1814 e", "red")
    assert {"7.0"} == {at.refusal(f"fire {unit} hi1"), at.refusal(f"fire {unit} hi2")}


@pytest.mark.rule("7.0")
@pytest.mark.parametrize("unit", ["hi1", "li1", "hc1", "lc1"])
def test_no_franks_shoot(unit: str) -> None:
    """The Franks have no archers, and their javelins have no range."""
    at = acting(f"{unit} 1914 e, red-hc1 2014 w", unit[:2])
    assert "7.0" == at.refusal(f"fire {unit} red-hc1")


@pytest.mark.rule("7.0")
@pytest.mark.parametrize(("place", "reached"), [("1914", True), ("1814", True), ("1714", True), ("1614", False),
                                                ("2017", True), ("2018", False), ("2113", True)])
def test_the_range_is_three(place: str, reached: bool) -> None:
    """It is three hexes in every direction, whatever the archers' facing before they move."""
    at = acting(f"red-ma1 2014 w, hi1 {place} e", "red")
    assert reached == bool(at.check("fire red-ma1 hi1"))
    if not reached:
        assert "7.0" == at.refusal("fire red-ma1 hi1")


@pytest.mark.rule("7.0")
@pytest.mark.rule("3.3")
@pytest.mark.parametrize(("target", "behind"), [("1914", "e ne"), ("1814", "e"), ("1714", "e ne"), ("1913", "e se")])
@pytest.mark.parametrize("vertex", VERTICES)
def test_ruling_36_archers_fire_in_every_direction(vertex: str, target: str, behind: str) -> None:
    """Fire is part of their own move; they turn for a target behind them, and face as before afterwards."""
    at = acting(f"red-ma1 2014 {vertex}, hi1 {target} e", "red").play("fire red-ma1 hi1")
    assert "chance" == at.now[2]
    assert (vertex in behind.split()) == ("7.0 (ruling 36)" in [str(one.rule) for one in at.events])
    assert vertex == facing(at, "red-ma1")


@pytest.mark.rule("7.0")
def test_friends_are_no_targets() -> None:
    """A target is an enemy unit, not a friend or a wagon train."""
    at = acting("red-ma1 2014 w, blue-li1 1914 w, hi1 1614 e, wagon1 2015", "red")
    assert "7.0" == at.refusal("fire red-ma1 blue-li1")


@pytest.mark.rule("11.0")
def test_a_wagon_train_is_no_target() -> None:
    """It is refused under the same rule for arrows and shock."""
    shot = acting("red-ma1 2014 w, hi1 1614 e, wagon1 2015", "red")
    assert ("11.0", {"unit": "wagon1"}) == named(shot, "fire red-ma1 wagon1")
    struck = shock("hi2 1914 e, wagon1 2015, red-li1 2014 w", "hi")
    assert ("11.0", {"unit": "wagon1"}) == named(struck, "attack hi2 wagon1")


@pytest.mark.rule("7.1")
def test_firing_costs_a_point() -> None:
    """Of eight points seven are left, and the archers may move on."""
    at = acting("red-ma1 2014 w, hi1 1814 e", "red")
    assert 1 == at.cost("fire red-ma1 hi1")
    at = at.play("fire red-ma1 hi1", 0)
    away = [f"20{row:02}" for row in range(15, 23)]
    assert 7 == at.cost(f"move red-ma1 {'-'.join(away[:7])}")
    assert not at.check(f"move red-ma1 {'-'.join(away)}")


@pytest.mark.rule("7.1")
def test_fire_needs_a_point() -> None:
    """After eight points none is left for fire; after seven there is."""
    ride = [f"20{row:02}" for row in range(22, 13, -1)]
    spent = acting("red-ma1 2022 w, hi1 1814 e", "red").play(f"move red-ma1 {'-'.join(ride[1:])}")
    assert spent.refusal("fire red-ma1 hi1") in {"7.1", "7.2"}
    left = acting("red-ma1 2021 w, hi1 1814 e", "red").play(f"move red-ma1 {'-'.join(ride[2:])}")
    assert left.check("fire red-ma1 hi1")


@pytest.mark.rule("7.1")
@pytest.mark.rule("7.2")
def test_archers_fire_once() -> None:
    """After their shot they may move, but not fire again in this activation."""
    at = acting("red-ma1 2014 w, hi1 1814 e, hi2 1816 e", "red").play("fire red-ma1 hi1", 0)
    assert at.refusal("fire red-ma1 hi2") in {"7.1", "7.2"}
    assert at.play("move red-ma1 2015").refusal("fire red-ma1 hi1") in {"7.1", "7.2"}


@pytest.mark.rule("7.1")
def test_archers_fire_at_any_point_of_their_move() -> None:
    """Before it, within it, and after it, when an enemy has stopped them."""
    at = acting("red-ma1 2014 w, hi1 1814 e", "red")
    assert "2214" == at.play("fire red-ma1 hi1", 0, "move red-ma1 2114-2214").units["red-ma1"]
    far = acting("red-ma1 2214 w, hi1 1814 e", "red").play("move red-ma1 2114-2014")
    assert "2214" == far.play("fire red-ma1 hi1", 0, "move red-ma1 2114-2214").units["red-ma1"]
    near = at.play("move red-ma1 1914")
    assert "6.1" == near.play("fire red-ma1 hi1", 0).refusal("move red-ma1 2014")


@pytest.mark.rule("7.1")
def test_archers_next_to_an_enemy_fire_and_move_away() -> None:
    """Starting next to an enemy they may fire at it and leave."""
    at = acting("red-ma1 1914 w, hi1 1814 e", "red").play("fire red-ma1 hi1", 0)
    assert "2014" == at.play("move red-ma1 2014").units["red-ma1"]


@pytest.mark.rule("7.1")
def test_archers_that_have_turned_are_done() -> None:
    """A unit that turns neither moves nor fires any more (ruling 6)."""
    at = acting("red-ma1 2014 w, hi1 1814 e", "red").play("face red-ma1 sw")
    assert "6.1.1 (ruling 6)" == at.refusal("fire red-ma1 hi1")


@pytest.mark.rule("7.2")
def test_archers_fire_in_their_own_activation() -> None:
    """They fire neither before it, nor while another tribe acts."""
    at = table("red-ma1 2014 w, blue-ma1 2016 w, hi1 1814 e", orders={"red": "move", "blue": "move"})
    assert "5.2.2" == at.refusal("fire red-ma1 hi1")
    at = at.play("activate red", 0)
    assert at.check("fire red-ma1 hi1")
    assert "5.2.2" == at.refusal("fire blue-ma1 hi1")


@pytest.mark.rule("7.2")
def test_engaged_archers_do_not_fire() -> None:
    """They may fire neither at the enemy they are engaged with nor at others."""
    at = acting("red-ma1 1914 w engaged, red-hc1 2020 w, hi1 1814 e engaged, hi2 1713 e", "red")
    assert at.refusal("fire red-ma1 hi1") in {"7.2", "9.0"}
    assert at.refusal("fire red-ma1 hi2") in {"7.2", "9.0"}


TARGETS = {"li1": 6, "lc1": 7, "hi1": 7, "hc1": 8}
"""A kind of target and the lowest adjusted die that disorders it; all Franks."""


@pytest.mark.rule("7.3")
@pytest.mark.rule("2.3")
@pytest.mark.parametrize("die", range(10))
@pytest.mark.parametrize("target", TARGETS)
def test_the_fire_table(target: str, die: int) -> None:
    """At range two nothing is added to the die: light infantry is disordered on 6, heavy cavalry on 8."""
    at = acting(f"red-ma1 2014 w, {target} 1814 e", "red").play(f"fire red-ma1 {target}", die)
    assert (die >= TARGETS[target]) == (target in marked(at, "disordered"))
    assert [] == at.removed()


@pytest.mark.rule("7.3")
@pytest.mark.parametrize(("place", "status", "total"), [
    ("1914", "", 1), ("1814", "", 0), ("1714", "", -1),
    ("1914", " disordered", 0), ("1814", " disordered", -1), ("1714", " disordered", -2)])
def test_range_and_disorder_of_the_archers(place: str, status: str, total: int) -> None:
    """Range one +1, range three -1, archers in disorder -1."""
    at = acting(f"red-ma1 2014 w{status}, hi1 {place} e", "red")
    assert total == drm(at, "fire red-ma1 hi1")
    first = 7 - total
    assert "hi1" in marked(at.play("fire red-ma1 hi1", first), "disordered")
    assert "hi1" not in marked(at.play("fire red-ma1 hi1", first - 1), "disordered")


@pytest.mark.rule("7.3")
def test_the_targets_disorder_does_not_matter() -> None:
    """Only the archers' own disorder counts."""
    assert 0 == drm(acting("red-ma1 2014 w, hi1 1814 e disordered", "red"), "fire red-ma1 hi1")


@pytest.mark.rule("7.3")
@pytest.mark.parametrize(("target", "check", "gone"), [("hi1", 3, True), ("hi1", 4, False), ("li1", 4, True),
                                                       ("li1", 5, False)])
def test_fire_at_disordered_units(target: str, check: int, gone: bool) -> None:
    """A unit disordered again checks: eliminated on 4 or less, heavy units add one."""
    at = acting(f"red-ma1 2014 w, {target} 1814 e disordered, hi9 1010 e", "red").play(f"fire red-ma1 {target}", 8)
    assert "chance" == at.now[2]
    assert ([target] if gone else []) == at.play(check).removed()


@pytest.mark.rule("7.3")
@pytest.mark.parametrize(("place", "die", "rolls"), [("1814", 8, False), ("1814", 9, True), ("1914", 8, True),
                                                     ("1714", 9, False)])
def test_a_nine_endangers_the_leader(place: str, die: int, rolls: bool) -> None:
    """On an adjusted 9 or more a leader in the target's hex rolls, and is killed on 8 or 9."""
    at = acting(f"red-ma1 2014 w, hi1 {place} e, charles {place}", "red").play("fire red-ma1 hi1", die)
    assert rolls == (at.now[2] == "chance")
    if rolls:
        assert "charles" in at.play(7).units
        assert "charles" not in at.play(8).units


@pytest.mark.rule("7.1")
@pytest.mark.rule("7.2")
def test_fire_and_disperse_1() -> None:
    """Three points to 2308, one to fire at 2109, on to 2507, and no second shot."""
    at = acting("red-ma1 2608 w, hi1 2109 e, hi2 2110 e", "red")
    assert 3 == at.cost("move red-ma1 2508-2408-2308")
    at = at.play("move red-ma1 2508-2408-2308", "fire red-ma1 hi1", 7)
    assert {"hi1"} == marked(at, "disordered")
    assert at.refusal("fire red-ma1 hi2") in {"7.1", "7.2"}
    assert 2 == at.cost("move red-ma1 2408-2507")
    at = at.play("move red-ma1 2408-2507")
    assert "2507" == at.units["red-ma1"]
    assert at.check("move red-ma1 2508")


@pytest.mark.rule("7.1")
@pytest.mark.rule("7.2")
def test_fire_and_disperse_2() -> None:
    """Archers move out of 2510, disorder the Franks in 2110 and return; heavy cavalry attacks them in the flank."""
    at = acting("red-ma1 2510 w, red-hc1 2511 w, hi1 2110 e", "red")
    at = at.play("move red-ma1 2410-2310", "fire red-ma1 hi1", 7)
    assert {"hi1"} == marked(at, "disordered")
    at = at.play("move red-ma1 2410-2510")
    assert "2510" == at.units["red-ma1"]
    assert 4 == at.cost("move red-hc1 2412-2312-2212-2111")
    at = at.play("move red-hc1 2412-2312-2212-2111", "face red-hc1 ne", "end")
    assert (2, "shock", "muslim") == at.now
    assert 2 == drm(at, "attack red-hc1 hi1")


@pytest.mark.rule("7.3")
@pytest.mark.parametrize(("target", "column"), [
    ("li1", "light infantry"), ("hi1", "heavy infantry"), ("hc1", "heavy cavalry"), ("lc1", "light cavalry")])
def test_the_log_names_the_column_in_words(target: str, column: str) -> None:
    at = acting(f"red-ma1 2014 w, {target} 1914 e", "red").play(f"fire red-ma1 {target}", 5)
    assert any(f"on the {column} column: " in str(event.text) for event in at.events)
