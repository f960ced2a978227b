"""Tactical moves of single bases: distances, going, rivers, roads, paths, second moves, bases that may move."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.core.chance import CHANCE
from game.core.offer import Picked
from game.core.pose import Pose
from game.rules.renaissance.engine.actions import RenaissanceMove
from tests.rules.renaissance.board import RULES, computed_move, pose, table
from tests.rules.table import facts

WOODS = "woods 8000,7000 10000,7000 10000,8500 8000,8500"
RIVER = "river/600 0,8000 18000,8000"
ROAD = "road/300 9000,0 9000,18000"


@pytest.mark.rule("2")
@pytest.mark.rule("2.1")
def test_move_distances_of_the_literal_table() -> None:
    """A number applies to all types up to the next number (ruling 4)."""
    at = table("red-pi1 9000,9000,0, red-lh1 12000,9000,0, red-sh1 5000,9000,0")
    assert at.refusal("move red-pi1 9000,6999,0") == "2.1"
    assert ("2.1", "4.01", "4") == at.reason("move red-pi1 9000,6999,0")
    assert computed_move(at, "move red-pi1 9000,7000,0").why is None
    assert computed_move(at, "move red-lh1 12000,5000,0").why is None
    assert computed_move(at, "move red-sh1 5000,7500,0").why is None
    assert computed_move(at, "move red-sh1 5000,7499,0").allowance == 1500


@pytest.mark.rule("2.1")
def test_move_distances_in_alphabetical_order() -> None:
    """Ruling 4: with the option pistols move 5 MU."""
    at = table("red-pi1 9000,9000,0", options=["army-red=swedish", "army-blue=imperial", "alphabetical-move-table"])
    assert computed_move(at, "move red-pi1 9000,6500,0").why is None
    assert at.refusal("move red-pi1 9000,6499,0") == "2.1"


@pytest.mark.rule("2.2")
@pytest.mark.parametrize(("terrain", "allowance"), [
    ("", 3000), ("woods 8000,14000 10000,14000 10000,6000 8000,6000", 1500)], ids=["good", "bad"])
def test_a_base_dragged_nearly_straight_ahead_goes_straight_in_any_going(terrain: str, allowance: int) -> None:
    """Beyond its allowance it stops about where that is used up, on the line ahead."""
    at = table("red-gn1 9000,12000,0", terrain=terrain)
    for held in (Pose(9000, 8500, 0), Pose(9300, 9000, 0), Pose(9800, 6000, 0)):
        offer, *_ = at.rules.offers(at.state, Picked(("red-gn1",), pose=held))
        assert offer.verdict
        assert isinstance(offer.action, RenaissanceMove)
        end, = offer.action.legs
        assert end.x == 9000
        assert 12_000 - end.y == pytest.approx(allowance, abs=5)


@pytest.mark.rule("2.2")
@pytest.mark.rule("14.3.3")
def test_bad_going_limits_mounted_and_stops_guns() -> None:
    at = table("red-pi1 8600,9000,0, red-gu1 9700,10000,0, red-pk1 7000,9000,0", terrain=WOODS)
    assert computed_move(at, "move red-pi1 8600,7500,0").why is None
    assert at.refusal("move red-pi1 8600,7400,0") == "2.2"
    assert ("2.2", "3.2", "3") == at.reason("move red-pi1 8600,7400,0")
    assert ("2.2", 1) == at.reason("move red-gu1 9700,8500,0>9700,8490,0")
    assert computed_move(at, "move red-gu1 9700,8500,0").why is None
    assert computed_move(at, "move red-pk1 7800,8200,1800").why is None


@pytest.mark.rule("14.3.3")
def test_the_ground_swept_counts_and_a_touched_edge_does_not() -> None:
    at = table("red-lh1 9000,9000,0", terrain="woods 8000,7000 10000,7000 10000,7500 8000,7500")
    assert computed_move(at, "move red-lh1 9000,5500,0").allowance == 1500
    assert computed_move(at, "move red-lh1 9000,7500,0").allowance == 4000


@pytest.mark.rule("14.3.1")
def test_dunes_are_good_going_for_camels() -> None:
    """Ruling 32."""
    at = table("red-cm1 9000,9000,0, red-lh1 12000,9000,0", red="moroccan",
               terrain="dunes 7000,6000 14000,6000 14000,8500 7000,8500")
    assert computed_move(at, "move red-cm1 9000,6500,0").why is None
    assert computed_move(at, "move red-lh1 12000,6500,0").allowance == 1500


@pytest.mark.rule("2.3")
@pytest.mark.rule("14.3.5")
def test_a_river_is_rolled_for_on_entering() -> None:
    """The move is at most 2 MU; the roll affects later moves only (ruling 33)."""
    at = table("red-lh1 9000,9000,0", terrain=RIVER)
    assert at.refusal("move red-lh1 9000,7900,0") == "2.3"
    entered = at.play("move red-lh1 9000,8200,0")
    assert entered.now[2] == CHANCE
    assert pose(entered, "red-lh1").y == 8200
    assert entered.play(2).position["river"] == "paltry"
    normal = entered.play(3)
    assert normal.position["river"] == "normal"
    assert normal.refusal("move red-lh1 9000,7000,0") == "2.3"
    assert ("2.3", "2.4", "2") == normal.reason("move red-lh1 9000,7000,0")
    paltry = table("red-lh1 9000,9000,0", terrain=RIVER, river="paltry")
    assert computed_move(paltry, "move red-lh1 9000,5000,0").why is None


@pytest.mark.rule("2.3")
@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.6.7")
@pytest.mark.parametrize(("unit", "red"), [("red-pk1", "spanish"), ("red-kn1", "polish"), ("red-lh1", "polish")])
def test_the_bridge_is_for_moves_made_entirely_on_the_road(unit: str, red: str) -> None:
    """A move that leaves the road beyond the river has the river's limit, and its refusal says so (ruling 42)."""
    at = table(f"{unit} 9000,9000,0", red=red, river="normal",
               terrain="road/500 9000,0 9000,18000;river/600 0,8200 18000,8200")
    assert at.reason(f"move {unit} 9000,7750,0>9500,7100,0") == ("2.3", "4.15", "2")
    assert computed_move(at, f"move {unit} 9000,7750,0>9000,7600,0").why is None


@pytest.mark.rule("2.3")
def test_only_a_base_from_outside_moves_into_the_river() -> None:
    """The note on a move tells the two apart."""
    notes = []
    for y in (9800, 9000):
        at = table(f"red-pi1 9000,{y},0", terrain="river/600 0,9000 18000,9000", river="normal")
        offer = at.rules.offer_for(at.state, at.rules.parse(f"move red-pi1 9000,{y - 900},0"))
        assert offer.verdict
        notes.append("into the river" in str(offer.cost))
    assert notes == [True, False]


@pytest.mark.rule("14.3.5")
def test_a_move_into_an_unknown_river_is_previewed() -> None:
    """The preview has length, cost, and the river's possible kinds; past it, or into a known river, no dice follow."""
    at = table("red-lh1 9000,9000,0", terrain=RIVER)
    shown = at.preview("move red-lh1 9000,8100,0")
    assert facts(shown.total) == ("1.8", "2")
    assert 1 == shown.attack
    assert {"paltry": Fraction(1, 3), "normal": Fraction(2, 3)} == {one.result: one.chance for one in shown.outcomes}
    for line, move in (("unrolled", "move red-lh1 9000,8900,0"), ("normal", "move red-lh1 9000,8100,0")):
        known = table("red-lh1 9000,9000,0", terrain=RIVER, river=line)
        assert RULES.preview(known.state, RULES.parse(move)) is None


@pytest.mark.rule("14.3.1")
@pytest.mark.rule("14.3.6")
def test_waterways_and_edges_end_a_move() -> None:
    sea = "waterway 0,0 4000,0 4000,18000 0,18000"
    at = table("red-lh1 5000,9000,16200", terrain=sea, camps=[{"x": 9000, "y": 17000, "angle": 0},
                                                              {"x": 16500, "y": 1000, "angle": 10800}])
    assert at.refusal("move red-lh1 3500,9000,16200") == "14.3.1"
    assert computed_move(at, "move red-lh1 4000,9000,16200").why is None
    edge = table("red-lh1 17000,9000,5400")
    assert edge.refusal("move red-lh1 17800,9000,0") == "14.3.6"
    assert computed_move(edge, "move red-lh1 18000,9000,5400").why is None


@pytest.mark.rule("2.4")
@pytest.mark.rule("14.6.7")
def test_road_moves() -> None:
    """Ruling 42: the middles of front and rear edge are within half an MU of the road's line."""
    at = table("red-pk1 9000,9000,0, red-pk2 9251,12000,0, red-gu1 9000,15000,0",
               terrain=f"{ROAD};woods 8000,11000 10000,11000 10000,14500 8000,14500;{RIVER}")
    assert computed_move(at, "move red-pk1 9000,6000,0").why is None
    assert not computed_move(at, "move red-pk1 9000,6000,0").into_river
    assert at.refusal("move red-pk2 9251,9000,0") == "2.1"
    assert computed_move(at, "move red-pk1 9000,5999,0").allowance == 3000
    clear = at.play("move red-pk2 10500,12000,0")
    assert computed_move(clear, "move red-gu1 9000,12000,0").why is None


@pytest.mark.rule("2.4")
def test_light_horse_on_a_road() -> None:
    at = table("red-lh1 9000,9000,0", terrain=f"{ROAD};woods 8000,5000 10000,5000 10000,7000 8000,7000")
    assert computed_move(at, "move red-lh1 9000,5000,0").why is None
    assert computed_move(at, "move red-lh1 9400,5000,0").allowance == 1500


@pytest.mark.rule("14.6.7")
@pytest.mark.rule("14.6.8")
def test_second_moves_of_light_horse() -> None:
    """There is no second road move (ruling 42)."""
    at = table("red-lh1 9000,12000,0 moved=1, red-pi1 6000,12000,0 moved=1, blue-pk1 9000,6000,10800",
               terrain=f"{ROAD};woods 8000,10000 10000,10000 10000,11000 8000,11000")
    assert at.refusal("move red-pi1 6000,11000,0") == "14.6.8"
    assert at.refusal("move red-lh1 9000,10000,0") == "2.2"
    assert computed_move(at, "move red-lh1 12000,12000,0").why is None
    near = table("red-lh1 9000,9500,0 moved=1, blue-pk1 9000,7000,10800")
    assert computed_move(near, "move red-lh1 9000,9001,0").why is None
    assert near.refusal("move red-lh1 9000,9000,0") == "14.6.8"
    assert computed_move(near, "move red-lh1 9000,11000,0").why is None
    close = table("red-lh1 9000,9000,0 moved=1, blue-pk1 9000,7000,10800")
    assert close.refusal("move red-lh1 9000,11000,0") == "14.6.8"
    assert table("red-lh1 9000,12000,0 moved=2").refusal("move red-lh1 9000,11000,0") == "14.6.8"


@pytest.mark.rule("14.6")
@pytest.mark.rule("14.6.1")
def test_a_leg_costs_the_path_of_the_farthest_corner() -> None:
    """Turns are included, legs added, and the sum rounded up (ruling 35)."""
    at = table("red-pi1 9000,9000,0")
    assert computed_move(at, "move red-pi1 9000,9000,5400").length == 708
    assert computed_move(at, "move red-pi1 9000,9000,10800").length == 1000
    assert computed_move(at, "move red-pi1 9300,8600,0").length == 500
    assert computed_move(at, "move red-pi1 9300,8600,0>9300,8000,0").length == 1100
    assert at.refusal("move red-pi1 9000,9000,0") == "14.6"


@pytest.mark.rule("14.6.2")
def test_a_single_move_has_three_legs_at_most() -> None:
    """Ruling 36."""
    at = table("red-lh1 9000,9000,0")
    assert computed_move(at, "move red-lh1 9000,8900,0>9000,8800,0>9000,8700,0").why is None
    assert at.refusal("move red-lh1 9000,8900,0>9000,8800,0>9000,8700,0>9000,8600,0") == "14.6.2 (ruling 36)"


@pytest.mark.rule("14.6.2")
def test_a_base_goes_through_gaps_as_wide_as_its_front() -> None:
    """Edges that touch within 3 units do not block (rulings 26 and 36)."""
    line = "red-lh1 9000,9000,0, blue-pk1 {left},7500,0, blue-pk2 {right},7500,0"
    for left, right, rule in ((8000, 10000, None), (8003, 9997, None), (8004, 10000, "14.6.2 (ruling 36)")):
        why = computed_move(table(line.format(left=left, right=right)), "move red-lh1 9000,6500,0").why
        assert (str(why.rule) if why else None) == rule


@pytest.mark.rule("14.6.2")
def test_the_corridor_ends_at_the_front_edge_of_the_pose() -> None:
    """A base may turn its front to its target; the strip behind that front stays clear (ruling 36)."""
    at = table("red-lh1 8500,8500,0, blue-pk1 9000,7000,10800")
    assert computed_move(at, "move red-lh1 9000,7000,0").why is None
    assert at.refusal("move red-lh1 9000,6400,5400") == "14.6.2 (ruling 36)"


@pytest.mark.rule("14.6.2")
def test_turning_needs_no_space() -> None:
    """In a line with friends on both sides a base may turn about, but it must fit at its end (ruling 36)."""
    at = table("red-pi1 9000,9000,0, red-pk1 8000,9000,0, red-pk2 10000,9000,0")
    assert at.refusal("move red-pi1 9000,9000,5400").startswith("14.")
    assert computed_move(at, "move red-pi1 9000,9750,10800").why is None


@pytest.mark.rule("14.6.9")
def test_contact_of_front_edges_holds_and_sides_do_not() -> None:
    """Ruling 43."""
    at = table("red-pi1 9000,9000,0, red-pi2 11003,9000,0, blue-pk1 9000,9000,10800, blue-pk2 12003,9000,10800")
    assert at.refusal("move red-pi1 9000,10000,0") == "14.6.9 (ruling 43)"
    assert computed_move(at, "move red-pi2 11003,10500,0").why is None
    flank = table("red-pi1 9000,9000,0, blue-pk1 8500,9500,5400")
    assert flank.refusal("move red-pi1 9000,10000,0") == "14.6.9 (ruling 43)"


@pytest.mark.rule("14.4")
@pytest.mark.rule("14.10.10")
def test_bases_that_may_move() -> None:
    """A base that has sacked a camp does not move in its next bound (ruling 74)."""
    at = table("red-pi1 9000,9000,0 plunders=3, red-pi2 12000,9000,0 moved=1, blue-pk1 9000,5000,10800")
    assert at.refusal("move red-pi1 9000,8900,0") == "14.10.10 (ruling 74)"
    assert at.refusal("move red-pi2 12000,8900,0") == "14.6.8"
    assert at.refusal("move blue-pk1 9000,5500,10800") == "14.4"
    assert at.refusal("move red-pk1 9000,5500,10800") == "14.4"


@pytest.mark.rule("13.1")
@pytest.mark.rule("13.7")
@pytest.mark.rule("14.6.12")
def test_passing_through_friends() -> None:
    """Rows 13.1 to 13.3 with the same or the opposite facing, and clear space beyond (ruling 23)."""
    line = "red-cv1 9000,9000,0, red-sk1 9000,8000,{angle}, red-sh1 12000,9000,0, red-cv2 12000,8000,0"
    at = table(line.format(angle=0), red="mughal")
    assert computed_move(at, "move red-cv1 9000,6700,0").why is None
    assert at.refusal("move red-cv1 9000,7500,0") == "13 (ruling 23)"
    assert at.refusal("move red-sh1 12000,7500,0") == "13 (ruling 23)"
    assert computed_move(table(line.format(angle=10800), red="mughal"), "move red-cv1 9000,6700,0").why is None
    assert table(line.format(angle=600), red="mughal").refusal("move red-cv1 9000,6600,0") == "13.7"


@pytest.mark.rule("13.2")
@pytest.mark.rule("13.3")
def test_light_troops_and_shot_pass() -> None:
    line = "red-sk1 9000,9000,0, red-cv1 9000,8000,0, red-cv2 6000,9000,0, red-hd1 6000,8000,0"
    at = table(line, red="mughal")
    assert computed_move(at, "move red-sk1 9000,7000,0").why is None
    assert at.refusal("move red-cv2 6000,6500,0") == "13 (ruling 23)"
    shot = table("red-pk1 9000,9000,0, red-sh1 9000,8400,0")
    assert shot.refusal("move red-pk1 9000,8000,0") == "13 (ruling 23)"
    assert computed_move(table("red-sh1 9000,9000,0, red-pk1 9000,8500,0"), "move red-sh1 9000,7500,0").why is None


@pytest.mark.rule("13.3")
def test_nobody_passes_an_attached_general() -> None:
    """In a tactical move skirmishers may pass a general that is not attached like any mounted base (ruling 23)."""
    line = "red-sk1 9000,9250,0, red-gn1 9000,8500,0"
    assert computed_move(table(line, red="mughal"), "move red-sk1 9000,7250,0").why is None
    attached = table(f"{line}, red-cv1 9000,7750,0", red="mughal")
    assert ("13 (ruling 23)", 1, 1) == attached.reason("move red-sk1 9000,7250,0")


@pytest.mark.rule("14.6.1")
def test_a_leg_is_measured_at_the_exact_corners() -> None:
    """A turn of 147 sixtieths about the middle costs 21.4 units, rounded up (ruling 35)."""
    at = table("red-gn1 9000,9000,0")
    assert computed_move(at, "move red-gn1 9000,9000,147").length == 22


@pytest.mark.rule("14.6.2")
@pytest.mark.rule("14.6.12")
def test_the_whole_base_needs_room_on_a_leg_that_keeps_its_facing() -> None:
    """No base moves sideways through another; on a turning leg only its corridor must be clear (ruling 36)."""
    guns = table("red-gu1 10000,9000,5400, red-pk1 9000,9500,0")
    assert guns.refusal("move red-gu1 10000,10500,5400") == "13 (ruling 23)"
    clear = table("red-gu1 10000,9000,5400, red-pk1 8480,9500,0")
    assert computed_move(clear, "move red-gu1 10000,10500,5400").why is None
    horse = table("red-lh1 9740,8500,5400, blue-pk1 8700,9600,16200")
    assert horse.refusal("move red-lh1 9740,11200,5400") == "14.6.2 (ruling 36)"
    assert computed_move(horse, "move red-lh1 9740,11200,5460").why is None


@pytest.mark.rule("14.6.2")
def test_no_leg_ends_on_an_obstacle() -> None:
    at = table("red-lh1 9000,10300,0, blue-pk1 9000,9300,0")
    assert at.refusal("move red-lh1 9000,10300,10800>9000,11300,10800") == "14.6.2 (ruling 36)"
    assert computed_move(at, "move red-lh1 9000,11300,10800").why is None


@pytest.mark.rule("2.2")
@pytest.mark.rule("14.3.3")
def test_the_going_under_the_whole_base_counts_sideways() -> None:
    """Bad going that only the rear crosses counts; up to 3 units deep it does not (rulings 26 and 36)."""
    marsh = "marsh 8000,9505 {0},9505 {0},9995 8000,9995"
    at = table("red-gu1 10000,9000,5400", terrain=marsh.format(9490))
    assert ("2.2", 1) == at.reason("move red-gu1 10000,10500,5400")
    shallow = table("red-gu1 10000,9000,5400", terrain=marsh.format(9002))
    assert computed_move(shallow, "move red-gu1 10000,10500,5400").why is None


@pytest.mark.rule("14.6.8")
def test_light_horse_may_move_again_alone_after_a_mixed_group() -> None:
    """The second move is for light horse only (ruling 78)."""
    at = table("red-lh1 9000,12000,0, red-pi1 10000,12000,0").play("march red-lh1,red-pi1 ahead:500")
    assert at.refusal("move red-pi1 10000,11000,0") == "14.6.8"
    assert computed_move(at, "move red-lh1 9000,10500,0").why is None
