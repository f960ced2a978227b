"""Wheels, moves ahead, groups and lining up are exact, and can be recovered from their poses."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from game.board.manoeuvre import (
    TOUCH_TOLERANCE,
    PlacedBase,
    WheeledMove,
    carried,
    contact,
    hull,
    largest_wheel,
    lined_up,
    moved_ahead,
    normalised_angle,
    overlapping,
    pivots,
    pose_after,
    sides,
    swept,
    wheel_length,
    wheeled_move_between,
    wheeled_move_length,
    wheeled_move_towards,
)
from game.board.measuring import Base, distance, inside
from game.core.pose import BASE, DEGREE, FULL_TURN, Pose, read_pose

steady = settings(derandomize=True, deadline=None)
bases = st.builds(Base, st.just(BASE), st.sampled_from((400, 600, 1000)))
poses = st.builds(Pose, st.integers(5000, 9000), st.integers(5000, 9000), st.integers(0, FULL_TURN - 1))
moves = st.builds(WheeledMove, st.integers(-90 * DEGREE, 90 * DEGREE), st.integers(0, 4000))
FOOT = Base(BASE, 400)


def moved_right(pose: Pose, length: int) -> Pose:
    """A pose shifted to its right, or left if the length is negative, with the same facing."""
    right = pose._replace(angle=(pose.angle + FULL_TURN // 4) % FULL_TURN)
    return moved_ahead(right, length)._replace(angle=pose.angle)


@steady
@given(poses)
def test_poses_are_written_and_read(pose: Pose) -> None:
    """The text of a pose parses back; other forms are refused."""
    assert pose == read_pose(pose.text)
    for text in (f" {pose.text}", f"{pose.text},", f"0{pose.text}", pose.text.replace(",", ";"), f"-{pose.text}"):
        assert read_pose(text) is None


@steady
@given(bases, poses, moves)
def test_a_move_is_recovered_from_its_end(base: Base, pose: Pose, move: WheeledMove) -> None:
    """From its final pose: the same wheel, as far ahead or a unit less; the outer corner goes the measured distance."""
    one = [PlacedBase(base, pose)]
    end = pose_after(pose, pivots(one), move)
    found = wheeled_move_between(pose, end, pivots(one))
    assert found is not None
    assert move.turn == found.turn
    assert move.ahead - found.ahead in (0, 1)
    assert wheel_length(one, move.turn) + move.ahead == wheeled_move_length(one, move)
    corner = base.corners(pose)[1 if move.turn < 0 else 0]
    after = base.corners(pose_after(pose, pivots(one), WheeledMove(move.turn, 0)))[1 if move.turn < 0 else 0]
    assert abs(distance(corner, after) - wheel_length(one, move.turn)) <= TOUCH_TOLERANCE


@steady
@given(poses, st.integers(-90 * DEGREE, 90 * DEGREE))
def test_the_pivot_stays(pose: Pose, turn: int) -> None:
    """A wheel to the left keeps the left front corner in place, one to the right the right one."""
    end = pose_after(pose, pivots([PlacedBase(FOOT, pose)]), WheeledMove(turn, 0))
    corner = 0 if turn < 0 else 1
    assert distance(FOOT.corners(pose)[corner], FOOT.corners(end)[corner]) <= TOUCH_TOLERANCE


@steady
@given(poses, moves)
def test_a_group_keeps_its_order(pose: Pose, move: WheeledMove) -> None:
    """Three in line wheel about the group's outer corner: they still touch without overlaps."""
    line = [PlacedBase(FOOT, moved_right(pose, BASE * k)) for k in range(3)]
    ends = [PlacedBase(FOOT, pose_after(one.pose, pivots(line), move)) for one in line]
    for a, b in ((0, 1), (1, 2)):
        assert not overlapping(ends[a].corners, ends[b].corners)
        assert distance(ends[a].corners[1], ends[b].corners[0]) <= TOUCH_TOLERANCE
        assert distance(carried(line[b].pose, line[a].pose, ends[a].pose)[:2], ends[b].pose[:2]) <= TOUCH_TOLERANCE


@steady
@given(bases, bases, poses, st.integers(0, 3))
def test_lining_up_touches_corner_to_corner(base: Base, other: Base, pose: Pose, edge: int) -> None:
    """The base is flush with the edge, without overlapping it, a front corner on a corner of the edge."""
    target = PlacedBase(other, pose)
    one = PlacedBase(base, lined_up(base, target, edge))
    assert not overlapping(one.corners, target.corners)
    found = contact(one, target)
    assert found is not None
    assert edge == found[0]
    ends = sides(target)[edge]
    assert min(distance(corner, end) for corner in one.corners[:2] for end in ends) <= TOUCH_TOLERANCE
    assert contact(PlacedBase(base, moved_ahead(one.pose, -50)), target) is None


@steady
@given(poses, st.integers(-3000, 3000), st.integers(600, 4000))
def test_the_move_towards_a_point_leads_there(pose: Pose, across: int, deep: int) -> None:
    """A point ahead that a wheel of up to a right angle can face is reached within a few units."""
    assume(abs(across) <= deep)
    spot = moved_right(moved_ahead(pose, deep), across).spot
    one = [PlacedBase(FOOT, pose)]
    move = wheeled_move_towards(pose, spot, pivots(one), 90 * DEGREE)
    end = pose_after(pose, pivots(one), move)
    assert distance(end.spot, spot) <= 12
    assert (move.turn > 0) == (across > 0) or abs(across) < 12


def test_the_largest_wheel() -> None:
    """One base width at the outer corner is 60 degrees for one base, and less for two side by side."""
    one = PlacedBase(FOOT, Pose(6000, 6000, 0))
    two = PlacedBase(FOOT, Pose(7000, 6000, 0))
    assert abs(60 * DEGREE - largest_wheel([one], BASE)) <= 2
    assert 28 * DEGREE < largest_wheel([one, two], BASE) < 30 * DEGREE
    assert 90 * DEGREE == largest_wheel([one], 5 * BASE)


@steady
@given(poses, moves)
def test_the_swept_ground_contains_both_ends(pose: Pose, move: WheeledMove) -> None:
    """The hull contains every corner before and after."""
    one = PlacedBase(FOOT, pose)
    after = FOOT.corners(pose_after(pose, pivots([one]), move))
    over = swept(one.corners, after)
    assert all(inside(spot, over) for spot in (*one.corners, *after))
    assert set(hull(over)) == set(over)


def test_normalised_angles() -> None:
    """They are more than minus half a turn, up to half a turn."""
    assert [0, 1, -1, FULL_TURN // 2, FULL_TURN // 2] == [normalised_angle(turn)
                                                          for turn in (0, 1, -1, FULL_TURN // 2, -FULL_TURN // 2)]
