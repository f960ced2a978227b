"""Groups: membership, straight legs, wheels, shifts, columns, bad going."""

from __future__ import annotations

import itertools

import pytest

from game.board.measuring import overlap
from tests.rules.renaissance.board import computed_move, pose, table
from tests.rules.table import Table

LINE = "red-pk1 9000,9000,0, red-pk2 10000,9000,0, red-sh1 11000,9000,0"
NAMES = "red-pk1,red-pk2,red-sh1"


@pytest.mark.rule("14.6.3")
def test_a_group_touches_and_faces_one_way() -> None:
    at = table("red-pk1 9000,9000,0, red-pk2 10000,9002,5, red-sh1 9000,9500,0, red-sh2 10500,9502,5, "
               "red-sh3 12000,9000,0")
    assert computed_move(at, "march red-pk1,red-pk2 ahead:500").why is None
    assert computed_move(at, "march red-pk1,red-sh1 ahead:500").why is None
    assert computed_move(at, "march red-pk2,red-sh1,red-pk1 ahead:500").why is None
    assert at.refusal("march red-pk1,red-sh2 ahead:500") == "14.6.3"
    assert at.refusal("march red-pk1,red-sh3 ahead:500") == "14.6.3"
    assert at.refusal("march red-pk1,red-pk1 ahead:500") == "14.6.3"
    assert table("red-pk1 9000,9000,0, red-pk2 10000,9000,20").refusal("march red-pk1,red-pk2 ahead:500") == "14.6.3"
    assert table("red-pk1 9000,9000,0, red-pk2 10004,9000,0").refusal("march red-pk1,red-pk2 ahead:500") == "14.6.3"


@pytest.mark.rule("14.6.4")
def test_a_group_goes_straight_as_far_as_its_slowest() -> None:
    at = table("red-pi1 9000,9000,0, red-lh1 10000,9000,0")
    assert computed_move(at, "march red-pi1,red-lh1 ahead:2000").why is None
    assert at.refusal("march red-pi1,red-lh1 ahead:2001") == "2.1"
    done = at.play("march red-pi1,red-lh1 ahead:1234")
    assert pose(done, "red-pi1") == (9000, 7766, 0)
    assert pose(done, "red-lh1") == (10000, 7766, 0)
    assert done.position["pips"] == 5


@pytest.mark.rule("14.6.4")
def test_a_wheel_costs_the_arc_of_the_outer_corner() -> None:
    """It is frontage x angle x 710 / (113 x 21600), rounded up (ruling 37)."""
    at = table(LINE)
    for angle in (60, 599, 900):
        assert computed_move(at, f"march {NAMES} left:{angle}").length == -(-3000 * angle * 710 // (113 * 21600))
    done = computed_move(at, f"march {NAMES} left:600")
    assert done.ends[0] == (8992, 8913, 21000)
    assert at.refusal(f"march {NAMES} right:1800") == "2.1"
    assert computed_move(at, f"march {NAMES} right:600>ahead:900").length == 524 + 900
    askew = table("red-lh1 9000,9000,9630, red-lh2 8057,9334,9630", red="ottoman")
    assert computed_move(askew, "march red-lh1,red-lh2 left:2204").length == -(-2000 * 2204 * 710 // (113 * 21600))
    legs = ">".join(["ahead:100"] * 4)
    assert at.refusal(f"march {NAMES} {legs}") == "14.6.4"


@pytest.mark.rule("14.6.4")
def test_the_second_rank_adds_nothing_to_the_frontage() -> None:
    """Ruling 37."""
    at = table(f"{LINE}, red-sh2 9000,9500,0")
    longer, shorter = (computed_move(at, f"march {names} left:600").length for names in (f"{NAMES},red-sh2", NAMES))
    assert longer == shorter


@pytest.mark.rule("14.6.1")
@pytest.mark.rule("14.6.4")
def test_a_wheel_of_a_ragged_front_costs_the_path_of_its_farthest_corner() -> None:
    """The front corners of all foremost members count (ruling 37)."""
    at = table("red-pk1 9000,8500,0, red-pk2 9000,9000,0, red-pk3 10000,9000,0", red="spanish")
    names, radius = "red-pk1,red-pk2,red-pk3", 2062  # of 2 base widths and half a width
    for side in ("left", "right"):
        assert computed_move(at, f"march {names} {side}:600").length == -(-radius * 600 * 710 // (113 * 21600))
    assert at.refusal(f"march {names} right:2560") == "2.1"
    level = table("red-pk2 9000,9000,0, red-pk3 10000,9000,0", red="spanish")
    assert computed_move(level, "march red-pk2,red-pk3 right:2560").why is None


@pytest.mark.rule("14.6.4")
def test_no_gap_opens_in_wheels() -> None:
    """After many wheels the bases of a group are still next to each other (ruling 37)."""
    at = table(f"{LINE}, red-sh2 9000,9500,0", turn=1)
    for n in range(40):
        at = Table(at.rules, at.rules.from_position({**at.position, "pips": 6, "units": [
            {**row, "moved": 0} for row in at.position["units"]]}))
        done = computed_move(at, f"march {NAMES},red-sh2 {'left' if n % 3 else 'right'}:{61 + n}")
        assert done.why is None
        at = at.play(f"march {NAMES},red-sh2 {'left' if n % 3 else 'right'}:{61 + n}")
    state = at.state
    first, second = (state.placed_base(state.slots[name]).corners for name in ("red-pk1", "red-sh1"))
    assert max(abs(first[1][k] + (first[1][k] - first[0][k]) - second[0][k]) for k in (0, 1)) <= 2


@pytest.mark.rule("14.6.4")
def test_a_wheel_is_checked_at_each_degree() -> None:
    """A base that is only within the arc blocks it (ruling 37)."""
    at = table(f"{LINE}, blue-pk1 12030,8900,0")
    assert at.refusal(f"march {NAMES} left:900") == "14.6.4 (ruling 38)"
    assert computed_move(table(LINE), f"march {NAMES} left:900").why is None


@pytest.mark.rule("14.6.4")
def test_the_whole_front_needs_room_and_may_touch() -> None:
    assert computed_move(table(f"{LINE}, blue-pk1 12000,8000,0"), f"march {NAMES} ahead:1500").why is None
    assert table(f"{LINE}, blue-pk1 11990,8000,0").refusal(f"march {NAMES} ahead:1500") == "14.6.4 (ruling 38)"


@pytest.mark.rule("14.6.4")
def test_a_group_shifts_to_line_up() -> None:
    at = table(f"{LINE}, blue-pk1 9300,6000,10800")
    assert computed_move(at, f"march {NAMES} shift-right:300").why is None
    assert computed_move(at, f"march {NAMES} ahead:200>shift-right:300").length == 500
    assert at.refusal(f"march {NAMES} shift-right:200") == "14.6.4"
    assert at.refusal(f"march {NAMES} shift-left:300") == "14.6.4"
    assert table(f"{LINE}, blue-pk1 9600,6000,10800").refusal(f"march {NAMES} shift-right:600") == "14.6.4"


@pytest.mark.rule("14.6.4")
def test_facings_within_the_tolerance_line_up() -> None:
    """An enemy turned by up to ten sixtieths of a degree faces the group (ruling 26)."""
    for angle, is_legal in ((10808, True), (10792, True), (10830, False)):
        at = table(f"{LINE}, blue-pk1 9300,6000,{angle}")
        assert bool(at.check(f"march {NAMES} shift-right:300")) is is_legal, angle


@pytest.mark.rule("14.6.5")
def test_forming_a_column() -> None:
    """Each base is placed behind the one ahead within its own allowance; its path need not be clear (ruling 39)."""
    at = table(LINE)
    done = at.play("column red-pk2,red-pk1,red-sh1 10000,8500,0")
    assert [pose(done, unit) for unit in ("red-pk2", "red-pk1", "red-sh1")] == [
        (10000, 8500, 0), (10000, 9000, 0), (10000, 9500, 0)]
    assert done.position["pips"] == 5
    far = table("red-pk1 9000,9000,0, red-pk2 10000,9000,0, red-sh1 11000,9000,0, red-sh2 12000,9000,0")
    why = far.why("column red-pk1,red-pk2,red-sh1,red-sh2 9000,8500,0")
    assert "Red shot 1 would move" in why
    assert "14.6.5, ruling 39" in why


@pytest.mark.rule("14.6.5")
def test_followers_turn_where_the_leader_turned() -> None:
    """They move within 1 MU of the rear edge ahead, turned by at most 45 degrees, and never over one another
    (ruling 40)."""
    at = table("red-lh1 9000,9000,0, red-cv1 9000,9750,0, red-cv2 9000,10500,0", red="mughal")
    done = at.play("column red-lh1,red-cv1,red-cv2 9000,8000,0>9600,8000,5400")
    poses = [pose(done, unit) for unit in ("red-lh1", "red-cv1", "red-cv2")]
    assert poses[0] == (9600, 8000, 5400)
    assert 0 < (poses[0].angle - poses[1].angle) <= 2700
    assert 0 <= poses[1].angle - poses[2].angle <= 2700
    state = done.state
    outlines = [state.placed_base(state.slots[unit]).corners for unit in ("red-lh1", "red-cv1", "red-cv2")]
    assert max(overlap(a, b) for a, b in itertools.pairwise(outlines)) <= 3
    again = Table(done.rules, done.rules.from_position({**done.position, "units": [
        {**row, "moved": 0} for row in done.position["units"]]}))
    on = again.play("column red-lh1,red-cv1,red-cv2 11000,8000,5400")
    assert pose(on, "red-lh1").x == 11000
    assert again.refusal("march red-lh1,red-cv1,red-cv2 ahead:100") == "14.6.3"


@pytest.mark.rule("14.6.5")
def test_a_column_does_not_wheel_stiffly() -> None:
    """Ruling 40."""
    at = table("red-pk1 9000,9000,0, red-pk2 9000,9500,0")
    assert computed_move(at, "march red-pk1,red-pk2 ahead:500").why is None
    assert at.refusal("march red-pk1,red-pk2 left:600") == "14.6.5 (ruling 40)"
    assert computed_move(at, "column red-pk1,red-pk2 8900,8700,21000").why is None


@pytest.mark.rule("14.6.6")
def test_lines_do_not_enter_bad_going_and_skirmishers_do() -> None:
    """A line may not be in it at the start, on the way or at the end (ruling 41)."""
    woods = "woods 7000,6000 13000,6000 13000,8500 7000,8500"
    at = table("red-pk1 9000,9000,0, red-pk2 10000,9000,0, red-sk1 11000,9500,0, red-sk2 12000,9500,0", red="swiss",
               terrain=woods)
    assert at.refusal("march red-pk1,red-pk2 ahead:600") == "14.6.6 (ruling 41)"
    assert ("14.6.6 (ruling 41)", 1) == at.reason("march red-pk1,red-pk2 ahead:600")
    assert computed_move(at, "march red-pk1,red-pk2 ahead:500").why is None
    assert computed_move(at, "march red-sk1,red-sk2 ahead:1500").why is None
    assert computed_move(at, "column red-pk1,red-pk2 9000,8000,0").why is None
    inside = table("red-pk1 9000,8600,0, red-pk2 10000,8600,0", red="swiss", terrain=woods.replace("8500", "8700"))
    assert inside.refusal("march red-pk1,red-pk2 left:60") == "14.6.6 (ruling 41)"


@pytest.mark.rule("14.6.6")
def test_lines_cross_paltry_rivers_alone() -> None:
    """Ruling 41."""
    river = "river/600 0,8000 18000,8000"
    line = "red-sk1 9000,9000,0, red-sk2 10000,9000,0"
    assert table(line, red="swiss", terrain=river).refusal("march red-sk1,red-sk2 ahead:900") == "14.6.6 (ruling 41)"
    paltry = table(line, red="swiss", terrain=river, river="paltry")
    assert computed_move(paltry, "march red-sk1,red-sk2 ahead:900").why is None


@pytest.mark.rule("14.6.4")
@pytest.mark.rule("14.6.10")
def test_a_group_goes_back_out_of_a_zone() -> None:
    at = table(f"{LINE}, blue-pk1 9000,8200,10800")
    assert computed_move(at, f"march {NAMES} back:200").why is None
    assert at.refusal(f"march {NAMES} back:100") == "14.6.10 (ruling 45)"
    assert table(LINE).refusal(f"march {NAMES} back:200") == "14.6.4"


@pytest.mark.rule("2.4")
@pytest.mark.rule("14.6.7")
def test_a_column_on_a_road() -> None:
    """The whole column moves by the road's allowance, through bad going and over a river."""
    at = table("red-pk1 9000,9000,0, red-pk2 9000,9500,0, red-sh1 9000,10000,0, red-sh2 10000,10000,0",
               terrain="road/300 9000,0 9000,18000;woods 7000,6500 11000,6500 11000,8000 7000,8000;"
               "river/600 0,6000 18000,6000")
    done = at.play("column red-pk1,red-pk2,red-sh1 9000,6000,0")
    assert [pose(done, unit).y for unit in ("red-pk1", "red-pk2", "red-sh1")] == [6000, 6500, 7000]
    assert computed_move(at, "march red-pk1,red-pk2,red-sh1 ahead:3000").why is None
    assert at.refusal("march red-pk1,red-pk2,red-sh1,red-sh2 ahead:3000").startswith(("2.", "14.6.6"))
    assert at.refusal("column red-pk1,red-pk2,red-sh1,red-sh2 9000,6000,0") == "14.6.5 (ruling 39)"
