"""Module 3: stacking, controlled hexes and facing."""

from __future__ import annotations

import pytest

from game.core.event import Moved
from game.rules.tours.actions import ANGLES
from tests.rules.tours.board import VERTICES, acting, facing, named, table

AROUND = {"n": "1813", "ne": "1913", "se": "1914", "s": "1815", "sw": "1714", "nw": "1713"}
"""The hexes around 1814 by their sides, as the facts number them."""
FRONTS = {"nw": ("nw", "n"), "ne": ("n", "ne"), "e": ("ne", "se"), "se": ("se", "s"), "sw": ("s", "sw"),
          "w": ("sw", "nw")}
REARS = {"nw": "se", "ne": "sw", "e": "w", "se": "nw", "sw": "ne", "w": "e"}


def side(vertex: str, place: str) -> str:
    """Whether a hex is at the front, rear or flank of a unit in 1814 that faces a vertex."""
    if place in {AROUND[name] for name in FRONTS[vertex]}:
        return "front"
    return "rear" if place in {AROUND[name] for name in FRONTS[REARS[vertex]]} else "flank"


def towards(place: str) -> str:
    """A vertex that a unit in an adjacent hex can face to have 1814 in front of it."""
    name = next(name for name, there in AROUND.items() if there == place)
    opposite = {"n": "s", "ne": "sw", "se": "nw", "s": "n", "sw": "ne", "nw": "se"}[name]
    return next(vertex for vertex, sides in FRONTS.items() if opposite in sides)


@pytest.mark.rule("3.0")
@pytest.mark.rule("3.1")
@pytest.mark.parametrize("other", ["red-li1 2015 w", "hi1 2015 e"])
def test_one_unit_to_a_hex(other: str) -> None:
    """A unit does not end in the hex of another, friend or enemy."""
    at = acting(f"red-hc1 2014 w, hi2 1010 e, {other}", "red")
    assert at.refusal("move red-hc1 2015") in {"3.1", "6.1"}


@pytest.mark.rule("3.1")
@pytest.mark.rule("6.1")
def test_no_passing_through_units() -> None:
    """A unit may not pass through a friendly unit."""
    at = acting("red-hc1 2014 w, hi2 1010 e, red-li1 2015 w", "red")
    assert at.refusal("move red-hc1 2015-2016") in {"3.1", "6.1"}
    assert 3 == at.cost("move red-hc1 2114-2115-2016")


@pytest.mark.rule("3.1")
def test_leaders_share_hexes_with_friendly_units() -> None:
    """A leader may enter and pass through the hexes of his units, and a unit his."""
    at = table("abd-ar-rahman 2014, red-li1 2015 w, red-li2 2016 w, hi1 1010 e", phase="leaders")
    assert "2015" == at.play("move abd-ar-rahman 2015").units["abd-ar-rahman"]
    assert 3 == at.cost("move abd-ar-rahman 2015-2016-2017")
    unit = acting("abd-ar-rahman 2014, red-li1 2015 w, hi1 1010 e", "red")
    assert "2014" == unit.play("move red-li1 2014").units["red-li1"]


@pytest.mark.rule("3.1")
def test_leaders_do_not_enter_the_hex_of_an_enemy() -> None:
    """An enemy unit blocks a leader."""
    at = table("abd-ar-rahman 2014, red-li1 2020 w, hi1 2016 e", phase="leaders")
    assert not at.check("move abd-ar-rahman 2015-2016")


NEAR_WAGON = "wagon1 2717, red-li1 2716 w, hi1 2617 w, abd-ar-rahman 2716, charles 2617"


@pytest.mark.rule("3.1")
def test_wagon_trains_block_all_pieces() -> None:
    """This holds for either side's units and leaders (ruling 9)."""
    assert "(ruling 9)" in acting(NEAR_WAGON, "red").refusal("move red-li1 2717")
    assert "(ruling 9)" in acting(NEAR_WAGON, "hi").refusal("move hi1 2717")
    assert "(ruling 9)" in table(NEAR_WAGON, phase="leaders").refusal("move abd-ar-rahman 2717")
    assert "(ruling 9)" in table(NEAR_WAGON, phase="leaders", first="frankish").refusal("move charles 2717")


@pytest.mark.rule("3.1")
def test_the_wagon_train_is_refused_under_the_case_of_its_ruling() -> None:
    """Ruling 9 belongs to 3.1."""
    assert "3.1 (ruling 9)" == acting(NEAR_WAGON, "red").refusal("move red-li1 2717")


@pytest.mark.rule("3.1.1")
def test_a_leader_takes_no_leader_along() -> None:
    """In phase II it moves alone; an action that says otherwise is in no list of legal actions and is refused."""
    at = table("charles 1704, hi2 1704 e, red-li1 2112 w", phase="leaders", first="frankish")
    assert ("3.1.1", {"unit": "charles"}) == named(at, "move charles 1705 led")
    assert 1 == at.cost("move charles 1705")


@pytest.mark.rule("3.1.1")
@pytest.mark.parametrize(("unit", "far"), [("hi1", 3), ("hc1", 6)])
def test_a_leader_moves_with_his_unit(unit: str, far: int) -> None:
    """Together they have the unit's allowance, less than the leader's eight."""
    rows = [f"14{row:02}" for row in range(14, 7, -1)]
    at = acting(f"{unit} 1415 e, charles 1415, red-li1 2714 w", unit[:2])
    assert far == at.cost(f"move {unit} {'-'.join(rows[:far])} led")
    assert not at.check(f"move {unit} {'-'.join(rows[:far + 1])} led")
    after = at.play(f"move {unit} {'-'.join(rows[:far])} led")
    assert after.units["charles"] == after.units[unit] == rows[far - 1]


@pytest.mark.rule("3.1.1")
def test_together_they_pay_what_the_unit_pays() -> None:
    """Cavalry with a leader pays three points for woods, though he alone pays one."""
    at = acting("red-hc1 2317 e, abd-ar-rahman 2317, hi1 1010 e", "red")
    assert 3 == at.cost("move red-hc1 2417 led")


@pytest.mark.rule("3.1.1")
def test_a_leader_stays_unless_the_move_includes_him() -> None:
    """A unit may leave its leader behind; without one it takes none along."""
    at = acting("red-hc1 2014 w, abd-ar-rahman 2014, red-li1 2020 w, hi1 1010 e", "red")
    after = at.play("move red-hc1 2013")
    assert ("2013", "2014") == (after.units["red-hc1"], after.units["abd-ar-rahman"])
    assert "3.1.1" == at.refusal("move red-li1 2021 led")


@pytest.mark.rule("3.1.1")
def test_a_leader_that_has_moved_does_not_go_along() -> None:
    """A leader that moved in phase II stays (ruling 2)."""
    line = "red-hc1 2014 w, abd-ar-rahman 2015, hi1 1010 e"
    at = table(line, phase="leaders", orders={"red": "move"}).play("move abd-ar-rahman 2014")
    while at.now[1] == "leaders":
        at = at.play("end")
    at = at.play("activate red", 0)
    assert "3.1.1 (ruling 2)" == at.refusal("move red-hc1 2013 led")
    assert at.check("move red-hc1 2013")


@pytest.mark.rule("3.1.1")
def test_a_leader_goes_along_with_one_unit_only() -> None:
    """He has then moved, and goes along with no other (ruling 2)."""
    at = acting("red-li1 2014 w, red-hc1 2012 w, abd-ar-rahman 2014, hi1 1010 e", "red")
    at = at.play("move red-li1 2013 led", "face red-li1 ne")
    assert at.position["leader-moved"]
    at = acting("red-li1 2010 w, red-hc1 2013 w, abd-ar-rahman 2013, hi1 1010 e", "red", leader_moved=True)
    assert "3.1.1 (ruling 2)" == at.refusal("move red-hc1 2014 led")


@pytest.mark.rule("3.1.2")
def test_no_two_units_end_in_one_hex() -> None:
    """Every move of a crowd ends in a hex without another unit, so that none is eliminated for it."""
    line = "red-hc1 2014 w, red-li1 2013 w, red-li2 2015 w, red-ma1 1914 w, hi1 1813 e, hi2 1815 e"
    at = acting(line, "red")
    for notation in sorted(at.legal("move")):
        after = at.play(notation)
        assert len(set(after.units.values())) == len(after.units), notation
        assert [] == after.removed()


@pytest.mark.rule("3.2")
@pytest.mark.rule("6.1")
@pytest.mark.parametrize("vertex", VERTICES)
def test_all_six_adjacent_hexes_stop_enemies(vertex: str) -> None:
    """Whatever its facing, an enemy stops in an adjacent hex, and only there."""
    at = acting(f"hi1 1814 {vertex}, hi2 1010 e, red-ma1 2214 w", "red")
    paths = ("2113-2013-1913-1912", "2114-2014-1914-1915", "2113-2013-1912-1813-1812", "2114-2015-1915-1815-1816",
             "2113-2013-1912-1812-1712-1713-1613", "2114-2015-1915-1816-1715-1714-1613")
    for path in paths:
        assert at.check(f"move red-ma1 {path[:-5]}"), path
        assert "6.1" == at.refusal(f"move red-ma1 {path}")
    assert {path[-9:-5] for path in paths} == set(AROUND.values())


@pytest.mark.rule("3.3")
@pytest.mark.parametrize("vertex", VERTICES)
def test_two_hexes_are_in_front_of_a_unit(vertex: str) -> None:
    """A unit attacks by shock only the enemies in its two front hexes."""
    for place in AROUND.values():
        at = table(f"hi1 1814 {vertex}, red-li1 {place} w, hi2 1412 e, red-li2 1512 w", phase="shock", first="frankish",
                   orders={"hi": "move"}, tried=["hi"], active=["hi"])
        expected = side(vertex, place) == "front"
        assert expected == bool(at.check("attack hi1 red-li1")), place
        if not expected:
            assert at.refusal("attack hi1 red-li1") in {"8.0", "3.3"}


@pytest.mark.rule("3.3")
@pytest.mark.parametrize("vertex", VERTICES)
def test_two_flanks_and_two_rear_hexes(vertex: str) -> None:
    """An attack through a flank has +2, through the rear +3, through the front nothing."""
    for place in AROUND.values():
        at = table(f"hi1 1814 {vertex}, hi2 1010 e, red-hc1 {place} {towards(place)}", phase="shock",
                   orders={"red": "move"}, tried=["red"], active=["red"])
        expected = {"front": 0, "flank": 2, "rear": 3}[side(vertex, place)]
        assert expected == sum(m.value for m in at.preview("attack red-hc1 hi1").modifiers), place


@pytest.mark.rule("3.3")
def test_turning_costs_nothing() -> None:
    """A unit without points may still turn freely, and so may one that has not moved."""
    at = acting("hi1 1414 e, hi2 1410 e, red-li1 2714 w", "hi")
    at = at.play("move hi1 1514-1614-1714", "face hi1 sw")
    assert ("1714", "sw") == (at.units["hi1"], facing(at, "hi1"))
    assert "w" == facing(at.play("face hi2 w"), "hi2")


@pytest.mark.rule("3.3")
def test_only_units_ordered_to_move_turn() -> None:
    """Units of contingents that reform, or have no order, keep their facing."""
    at = table("hi1 1414 e, li1 1210 e disordered, hc1 1212 e, red-li1 2714 w", first="frankish",
               orders={"hi": "move", "li": "reform"}).play("activate hi", 0)
    assert at.check("face hi1 w")
    assert not at.check("face li1 w")
    assert not at.check("face hc1 w")


@pytest.mark.rule("3.3")
@pytest.mark.rule("6.2")
def test_turning_next_to_archers_draws_no_fire() -> None:
    """Turning costs nothing and is no movement, so there is no reaction fire."""
    at = acting("hi1 1914 e, hi2 1010 e, red-ma1 2014 w", "hi").play("face hi1 ne")
    assert (2, "action", "frankish") == at.now
    assert "ne" == facing(at, "hi1")


@pytest.mark.rule("3.3")
@pytest.mark.parametrize("vertex", VERTICES)
def test_the_sides_of_a_unit_are_shown_on_the_map(vertex: str) -> None:
    """Front, flanks and rear each have the two hexes that count as such in shock."""
    at = acting(f"red-hc1 1814 {vertex}, hi1 1010 e", "red")
    found = {layer.name: set(layer.places) for layer in at.rules.layers(at.state, "red-hc1") if layer.pointed}
    for name in ("front", "flank", "rear"):
        assert {place for place in AROUND.values() if side(vertex, place) == name} == found[f"{name}-side"]


@pytest.mark.rule("3.3")
@pytest.mark.parametrize(("vertex", "compass"), [
    ("w", "north"), ("nw", "north-east"), ("ne", "south-east"), ("e", "south"), ("se", "south-west"),
    ("sw", "north-west")])
def test_facings_in_words_follow_the_maps_north(vertex: str, compass: str) -> None:
    """North is the left edge of the printed sheet; also for a unit that faces off the map."""
    winds = ("north", "north-east", "south-east", "south", "south-west", "north-west")
    at = acting(f"hi1 1814 {'w' if vertex == 'e' else 'e'}, red-hc1 2712 w", "hi")
    board = at.rules.board(at.state)
    assert compass == winds[(ANGLES[VERTICES.index(vertex)] - board.north) % 360 // 60]
    at = at.play(f"face hi1 {vertex}")
    assert any(f"faces {compass} (" in str(event.text) for event in at.events)
    if vertex == "e":
        assert "south" == str(at.state.ground.facing(at.state.ground.index["2712"], VERTICES.index("e"))).split()[-1]


@pytest.mark.rule("3.1.1")
@pytest.mark.parametrize(("place", "moves", "cited"), [
    ("1411", ("move li1 1412-1411", "move li1 1410 led"), "3.1.1 (ruling 33)"),
    ("1413", ("move li1 1412 led", "move li1 1411 led"), "3.1.1")])
def test_ruling_33_a_leader_is_taken_along_for_a_part_of_a_move(
    place: str, moves: tuple[str, ...], cited: str
) -> None:
    """He joins in a hex on the way in which he was alone."""
    at = acting(f"li1 1413 e, charles {place}, red-li1 2714 w", "li").play(*moves)
    assert at.units["li1"] == at.units["charles"] == moves[-1].split()[2]
    gone = [str(event.rule) for event in at.events if isinstance(event, Moved) and event.unit == "charles"]
    assert {cited} == set(gone)


@pytest.mark.rule("3.1.1")
def test_ruling_33_a_leader_is_left_behind_and_taken_along_again() -> None:
    """The unit goes on without him, and takes him along if it returns to him in the same move."""
    at = acting("lc1 1405 e, charles 1405, li1 1010 e, red-li1 2714 w", "lc").play("move lc1 1505 led", "move lc1 1605")
    assert ("1605", "1505") == (at.units["lc1"], at.units["charles"])
    assert at.state == at.rules.from_position(at.position)
    assert "3.1.1" == at.refusal("move lc1 1705 led")
    back = at.play("move lc1 1505", "move lc1 1504 led")
    assert ("1504", "1504") == (back.units["lc1"], back.units["charles"])


@pytest.mark.rule("3.1.1")
@pytest.mark.parametrize(("others", "tried", "cited", "place"), [
    ("", "1605-1604", "3.1.1 (ruling 33)", "1605"), ("", "1505-1504", "3.1.1", None),
    (", li2 1605 e", "1605-1604", "3.1.1", None)])
def test_ruling_33_a_leader_on_the_path_joins_in_a_move_of_his_own_hex(
    others: str, tried: str, cited: str, place: str | None
) -> None:
    """The refusal says that the unit first moves to him, if he is alone in a hex of the path."""
    at = acting(f"lc1 1505 e, charles 1605, red-li1 2714 w{others}", "lc")
    rule, values = named(at, f"move lc1 {tried} led")
    assert (cited, place) == (rule, values.get("place"))
    if place:
        assert at.play(f"move lc1 {place}").check("move lc1 1604 led")


@pytest.mark.rule("3.1.1")
def test_no_leader_that_has_moved_joins_on_the_path() -> None:
    """The refusal then names no hex."""
    at = acting("lc1 1505 e, charles 1605, red-li1 2714 w", "lc", leader_moved=True)
    assert ("3.1.1", {"unit": "lc1"}) == named(at, "move lc1 1605-1604 led")


@pytest.mark.rule("3.4")
def test_units_need_no_supply() -> None:
    """A unit far from its own side, with enemies all round, has its whole movement allowance."""
    enemies = ", ".join(f"li{n} {place} e" for n, place in enumerate(("1710", "1716", "2310", "2318"), 1))
    at = acting(f"red-hc1 2014 w, {enemies}", "red")
    assert (6, "6.0") == (at.cost("move red-hc1 2020"), at.refusal("move red-hc1 2021"))
