"""Measuring bases on a table: exact in whole numbers, and the same when mirrored or turned by quarters."""

from __future__ import annotations

from math import cos, hypot, isclose, pi, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.board.board import Board
from game.board.measuring import (
    SINE_SCALE,
    Base,
    Outline,
    distance,
    distance_moved,
    ellipse,
    gap,
    inside,
    overlap,
    rounded,
    sine,
)
from game.board.plane import PlaneBoard, Terrain
from game.core.pose import DEGREE, FULL_TURN, Pose

steady = settings(derandomize=True, deadline=None)
bases = st.builds(Base, st.just(1000), st.sampled_from((500, 750, 1000)))
poses = st.builds(Pose, st.integers(0, 4000), st.integers(0, 4000), st.integers(0, FULL_TURN - 1))
FOOT = Base(1000, 500)
NORTH, EAST, SOUTH = 0, 90 * DEGREE, 180 * DEGREE


def quarter(outline: Outline) -> Outline:
    """A pose turned about the origin by a quarter, clockwise."""
    return tuple((-y, x) for x, y in outline)


def mirrored(outline: Outline) -> Outline:
    """A pose mirrored left to right."""
    return tuple((-x, y) for x, y in outline)


def test_sines() -> None:
    """Sines are correct at every angle, and exact for whole numbers and halves."""
    assert all(isclose(sine(a) / SINE_SCALE, sin(2 * pi * a / FULL_TURN), abs_tol=1.1e-12) for a in range(FULL_TURN))
    assert [0, SINE_SCALE // 2, SINE_SCALE, 0, -SINE_SCALE] == [sine(d * DEGREE) for d in (0, 30, 90, 180, 270)]


def test_corners() -> None:
    """Corners run clockwise from front left; the pose is the middle of the front edge."""
    assert ((500, 1000), (1500, 1000), (1500, 1500), (500, 1500)) == FOOT.corners(Pose(1000, 1000, NORTH))
    assert ((1000, 500), (1000, 1500), (500, 1500), (500, 500)) == FOOT.corners(Pose(1000, 1000, EAST))


@steady
@given(bases, poses, st.integers(-3000, 3000), st.integers(-3000, 3000))
def test_shifts_and_quarters_change_nothing(base: Base, pose: Pose, dx: int, dy: int) -> None:
    """A shifted, mirrored or turned base has shifted, mirrored or turned corners, to the unit."""
    corners = base.corners(pose)
    assert tuple((x + dx, y + dy) for x, y in corners) == base.corners(Pose(pose.x + dx, pose.y + dy, pose.angle))
    assert quarter(corners) == base.corners(Pose(-pose.y, pose.x, (pose.angle + EAST) % FULL_TURN))
    left, right, rear_right, rear_left = mirrored(corners)
    assert (right, left, rear_left, rear_right) == base.corners(Pose(-pose.x, pose.y, -pose.angle % FULL_TURN))


def sampled(outline: Outline) -> list[tuple[float, float]]:
    """Points along the edges of an outline."""
    found = []
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        found += [(ax + (bx - ax) * k / 60, ay + (by - ay) * k / 60) for k in range(60)]
    return found


@pytest.mark.soak
@steady
@given(bases, bases, poses, poses)
def test_gaps(one: Base, other: Base, a: Pose, b: Pose) -> None:
    """The gap is the distance between the nearest points of the edges; the same from either side, mirrored and
    turned."""
    x, y = one.corners(a), other.corners(b)
    apart = gap(x, y)
    assert apart == gap(y, x) == gap(quarter(x), quarter(y)) == gap(mirrored(x), mirrored(y))
    nearest = min(hypot(px - qx, py - qy) for px, py in sampled(x) for qx, qy in sampled(y))
    assert apart <= nearest + 1
    if apart:
        assert nearest <= apart + 20
        assert 0 == overlap(x, y)


@steady
@given(bases, bases, poses, poses)
def test_overlaps(one: Base, other: Base, a: Pose, b: Pose) -> None:
    """Bases overlap if there is no gap, by the same depth from either side; shifted apart by that depth they do not."""
    x, y = one.corners(a), other.corners(b)
    deep = overlap(x, y)
    assert deep == overlap(y, x) == overlap(quarter(x), quarter(y))
    if deep:
        assert 0 == gap(x, y)
        ways = [
            tuple((px + round((deep + 2) * sin(t)), py - round((deep + 2) * cos(t))) for px, py in x)
            for pose in (a, b) for k in range(4) for t in [2 * pi * (pose.angle / FULL_TURN + k / 4)]
        ]
        assert any(overlap(way, y) <= 2 for way in ways)


def test_edge_to_edge() -> None:
    """Bases side by side touch without gap or overlap; a unit closer they overlap by one, a unit apart the gap is
    one."""
    left = FOOT.corners(Pose(1000, 1000, NORTH))
    for x, found in ((2000, (0, 0)), (1999, (0, 1)), (2001, (1, 0)), (2003, (3, 0))):
        right = FOOT.corners(Pose(x, 1000, NORTH))
        assert found == (gap(left, right), overlap(left, right))


def test_corner_to_edge() -> None:
    """The nearest point may be on an edge, and the answer is rounded up: 2.12 units are within 3, not within 2."""
    diamond: Outline = ((0, -3), (3, 0), (0, 3), (-3, 0))
    assert 3 == gap(diamond, ((3, 3), (9, 3), (9, 9), (3, 9)))
    assert 3 == rounded(5, 2)
    assert -3 == rounded(-5, 2)


@pytest.mark.parametrize(("one", "other", "apart"), [
    (((0, 0),), ((3, 4),), 5), (((3, 4),), ((3, 4),), 0),
    (((0, 0),), ((10, 0), (20, 0)), 10), (((15, 0),), ((10, 0), (20, 0)), 0), (((15, 2),), ((10, 0), (20, 0)), 2),
    (((0, 0), (5, 0)), ((9, 0), (20, 0)), 4), (((0, 0), (9, 0)), ((9, 0), (20, 0)), 0),
    (((0, 0), (4, 4)), ((0, 4), (4, 0)), 0), (((0, 0), (4, 4)), ((7, 8), (9, 8)), 5),
])
def test_gaps_of_points_and_segments(one: Outline, other: Outline, apart: int) -> None:
    """A point or segment in line with another is as far from it as their nearest ends."""
    assert apart == gap(one, other) == gap(other, one)


def test_moves_are_measured_by_the_farther_front_corner() -> None:
    """Straight ahead both corners go equally far; in a wheel about one front corner only the other moves."""
    start = Pose(1000, 1000, NORTH)
    assert 700 == distance_moved(FOOT, start, Pose(1000, 300, NORTH))
    wheeled = Pose(500, 1500, EAST)  # about its front left corner at (500, 1000)
    assert FOOT.corners(start)[0] == FOOT.corners(wheeled)[0]
    far = distance(FOOT.corners(start)[1], FOOT.corners(wheeled)[1])
    assert 1415 == far == distance_moved(FOOT, start, wheeled)
    assert 1000 == distance_moved(FOOT, start, Pose(1000, 1000, SOUTH))
    assert 22 == distance_moved(FOOT, start, Pose(1000, 1000, 147))  # 21.4: where the corners exactly are
    assert 500 == distance_moved(FOOT, start, Pose(1000, 1000, 60 * DEGREE))


def test_terrain() -> None:
    """A base is in a wood that it touches or that contains it, and on a road that runs under it."""
    wood = Terrain("wood", ellipse((2000, 2000), 1500, 1000))
    road = Terrain("road", ((0, 5000), (9000, 5000)), 400)
    clearing = Terrain("marsh", ((1900, 1900), (2100, 1900), (2100, 2100), (1900, 2100)))
    board = PlaneBoard("t", "T", (9000, 6000), (wood, road, clearing))

    def under(x: int, y: int, angle: int = NORTH) -> list[str]:
        return [piece.kind for piece in board.terrain if piece.meets(FOOT.corners(Pose(x, y, angle)))]

    assert ["wood", "marsh"] == under(2000, 1800)
    assert ["wood"] == under(4000, 1750) == under(1200, 1600)
    assert [] == under(4001, 2000)
    assert ["road"] == under(6000, 5000) == under(6000, 4300) == under(6000, 5200)
    assert [] == under(6000, 4299) == under(6000, 5201)
    assert ["road"] == [piece.kind for piece in board.terrain_at((100, 5200))]
    assert ["wood", "marsh"] == [piece.kind for piece in board.terrain_at((2000, 1900))]
    assert board.on_table(FOOT.corners(Pose(500, 0, NORTH)))
    assert not board.on_table(FOOT.corners(Pose(499, 0, NORTH)))


@steady
@given(st.integers(-50, 50), st.integers(-50, 50))
def test_inside(x: int, y: int) -> None:
    """A point is inside an arrowhead, on its edge, or outside, in whatever direction the outline runs."""
    arrow: Outline = ((-40, -40), (40, -40), (0, 0), (40, 40), (-40, 40))
    expected = -40 <= x and abs(y) <= 40 and (x <= abs(y))
    assert expected == inside((x, y), arrow) == inside((x, y), arrow[::-1])


def test_an_ellipse() -> None:
    """The points of an ellipse are on it, rotated or not, and it is as long as its axes."""
    for angle in (0, 30 * DEGREE, 77):
        s, c = sine(angle) / SINE_SCALE, sine(angle + EAST) / SINE_SCALE
        for x, y in ellipse((100, 200), 3000, 1000, angle):
            u, v = (x - 100) * c + (y - 200) * s, (y - 200) * c - (x - 100) * s
            assert isclose(1, (u / 3000) ** 2 + (v / 1000) ** 2, abs_tol=0.003)
    assert ((4000, 0), (0, 1500)) == (ellipse((1000, 0), 3000, 1500)[0], ellipse((0, 0), 3000, 1500)[18])


def test_every_pose_is_a_place() -> None:
    """A pose on the table is a place with the terrain's kind and name; no other text is a place."""
    bog = Terrain("bog", ((0, 0), (3000, 0), (3000, 3000), (0, 3000)), name="The Moss")
    board = PlaneBoard("t", "T", (9000, 6000), (bog,))
    asked: Board = board
    assert ("plane", (), {}, {}) == (asked.kind, asked.places, asked.zones, asked.objectives)
    wet, dry = "1000,2000,5400", "8000,2000,0"
    assert board.knows(wet)
    assert (("bog",), "The Moss", "The Moss") == (board.ground_of(wet), board.title_of(wet), board.name_of(wet))
    assert (("open",), "Open ground", "", 0) == (board.ground_of(dry), str(board.title_of(dry)), board.name_of(dry),
                                                 board.level_of(dry))
    assert ((), {}, {}, ()) == (board.neighbours_of(wet), board.directions_of(wet), board.roads_of(wet),
                                board.between(wet, dry))
    assert 7000 == board.distance(wet, dry)


@pytest.mark.parametrize("place", ["0101", "1000,2000", "9001,2000,0", "1000,2000,21600", "01000,2000,0", "-1,0,0", ""])
def test_invalid_places_of_a_plane(place: str) -> None:
    """Text that is no pose, a pose off the table, and another way to write a pose are refused."""
    board: Board = PlaneBoard("t", "T", (9000, 6000))
    assert not board.knows(place)
    for question in (board.title_of, board.name_of, board.ground_of, board.level_of):
        with pytest.raises(KeyError):
            question(place)
    with pytest.raises(KeyError):
        board.distance("1000,2000,0", place)
