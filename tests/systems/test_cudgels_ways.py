"""Obstacles to a base that wheels and goes ahead (3.4), compared with an independent simulation in small steps with
floating-point numbers."""

from __future__ import annotations

import random
from math import cos, radians, sin

import numpy as np
import pytest
from numpy.typing import NDArray

from game.board.manoeuvre import PlacedBase, WheeledMove, overlapping, pivots, pose_after, swept, wheel_length
from game.board.measuring import Base, Outline
from game.board.plane import PlaneBoard
from game.core.action import Faces
from game.core.pose import DEGREE, FULL_TURN, Pose, read_pose
from game.core.verdict import Illegal
from tests.rules.table import facts
from tests.systems.cudgels_table import Table, rules

Points = NDArray[np.float64]
STEPS = 400
ALLOWED, DOUBT = 4, 3
"""Tolerances in units for touching bases that seem to overlap, and for the simulation's error: poses, corners and
pivots are whole units."""
FOOT, HORSE = Base(1000, 400), Base(1000, 600)
BASES = {"f": FOOT, "b": FOOT, "h": HORSE}


@pytest.mark.rule("3.4")
def test_a_base_cannot_wheel_through_another() -> None:
    """Wheeling through 90 degrees about its right corner, the overlap is deepest at about 65 degrees, and there is none
    at either end."""
    table = Table("rf1 8000,6000,0", "rb1 7350,4950,0")
    assert "3.4" == table.refused("move rf1 8500,5500,5400")
    assert "" == Table("rf1 8000,6000,0").refused("move rf1 8500,5500,5400")


def test_a_rear_corner_cannot_pass_through_another() -> None:
    """In a wheel to the left the right rear corner sweeps through the neighbour, however far the base goes then."""
    state, _ = rules().apply(rules().initial("green"), Faces((6,)))
    for action in ("move rf1 5970,9329,20400", "move rf1 5576,8246,20400"):
        verdict = rules().check(state, rules().parse(action))
        assert isinstance(verdict, Illegal)
        assert ("3.4", ("Red foot 2",)) == (verdict.reasons[0].rule.number, facts(verdict.reasons[0].text))


def test_a_group_cannot_wheel_through_another() -> None:
    """Three in line wheel to the right: the left one would pass through the base at an angle before it."""
    line = ("rf1 7062,8631,0", "rf2 8062,8631,0", "rf3 9062,8631,0")
    assert "3.4" == Table(*line, "rb1 6509,7887,8892").refused("move rf1,rf2,rf3 8133,6579,3309")
    assert "" == Table(*line).refused("move rf1,rf2,rf3 8133,6579,3309")


@pytest.mark.parametrize("action", ["move rf1 6089,8460,300", "move rf1,rf2 6032,9070,300", "move rf1 6017,8491,60"])
def test_a_base_may_wheel_away_from_a_neighbour(action: str) -> None:
    """It wheels right about the touching corner, then goes ahead: no point of it is ever in the neighbour."""
    state, _ = rules().apply(rules().initial("green"), Faces((6,)))
    assert rules().check(state, rules().parse(action))


@pytest.mark.rule("3.1")
def test_a_pose_within_a_thousandth_is_the_exact_pose() -> None:
    """One thousandth off sideways or ahead is legal, and written and done as the exact pose; farther off the line it is
    refused."""
    table = Table("rf1 6000,9000,0")
    exact = pose_after(Pose(6000, 9000, 0), pivots([PlacedBase(FOOT, Pose(6000, 9000, 0))]), WheeledMove(2000, 1200))
    for across, down, right in ((1, 0, True), (0, 1, True), (-1, -1, True), (3, 2, False), (4, 0, False)):
        action = rules().parse(f"move rf1 {exact.x + across},{exact.y + down},{exact.angle}")
        assert right == bool(rules().check(table.state, action))
        if right:
            listed = rules().canonical(table.state, action)
            (place,) = listed.places
            found = read_pose(place)
            assert found is not None
            assert max(abs(found.x - exact.x - across), abs(found.y - exact.y - down)) <= 1
            assert listed == rules().canonical(table.state, listed)
            assert rules().apply(table.state, action)[0] == rules().apply(table.state, listed)[0]
    aside = rules().parse("move rf1 6001,8000,0")
    assert "move rf1 6000,8000,0" == rules().canonical(table.state, aside).notation


@pytest.mark.rule("3.2")
def test_a_length_is_given_to_the_thousandth() -> None:
    """One thousandth too far is reported as such, not rounded."""
    verdict = rules().check(Table("rf1 6000,9000,0").state, rules().parse("move rf1 6000,5999,0"))
    assert isinstance(verdict, Illegal)
    assert ("3.2", ("3.001", "3")) == (verdict.reasons[0].rule.number, facts(verdict.reasons[0].text))


def corners(base: Base, pose: Pose) -> Points:
    """The corners of a base, not rounded."""
    angle = radians(pose.angle / DEGREE)
    across, back = np.array([cos(angle), sin(angle)]), np.array([-sin(angle), cos(angle)])
    front, half = np.array([pose.x, pose.y]), base.width / 2
    return np.array([front - half * across, front + half * across, front + half * across + base.depth * back,
                     front - half * across + base.depth * back])


def course(body: list[tuple[Base, Pose]], way: WheeledMove) -> list[Points]:
    """The corners of each base of a group at every step of its path: steps of a wheel, then of the move ahead."""
    first = [corners(base, pose) for base, pose in body]
    heading = radians(body[0][1].angle / DEGREE)
    right = np.array([cos(heading), sin(heading)])
    pivot = max((one[1] for one in first), key=lambda spot: float(spot @ right)) if way.turn > 0 else min(
        (one[0] for one in first), key=lambda spot: float(spot @ right))
    whole = radians(way.turn / DEGREE)
    found = []
    for one in first:
        steps = []
        for angle in np.linspace(0, whole, STEPS):
            turn = np.array([[cos(angle), sin(angle)], [-sin(angle), cos(angle)]])
            steps.append((one - pivot) @ turn + pivot)
        forward = np.array([sin(heading + whole), -cos(heading + whole)])
        steps += [steps[-1] + far * forward for far in np.linspace(0, way.ahead, STEPS)]
        found.append(np.array(steps))
    return found


def deepest(steps: Points, other: Points) -> float:
    """The deepest overlap of a base, at any of its steps, with another; negative if there is none."""
    least = np.full(len(steps), np.inf)
    for k in (0, 1):
        for sides in (steps[:, k + 1] - steps[:, k], np.broadcast_to(other[k + 1] - other[k], (len(steps), 2))):
            axis = sides / np.linalg.norm(sides, axis=1)[:, None]
            one, two = np.einsum("sci,si->sc", steps, axis), axis @ other.T
            least = np.minimum(least, np.minimum(one.max(1) - two.min(1), two.max(1) - one.min(1)))
    return float(least.max())


def beside(pose: Pose, across: float, back: float) -> Pose:
    """A pose to the right of another and behind it, with the same facing."""
    s, c = sin(radians(pose.angle / DEGREE)), cos(radians(pose.angle / DEGREE))
    return Pose(round(pose.x + across * c - back * s), round(pose.y + across * s + back * c), pose.angle)


def some_way(lots: random.Random) -> WheeledMove:
    """A wheel, a move ahead, or both."""
    return WheeledMove(lots.choice((0, lots.randrange(-90 * DEGREE, 90 * DEGREE + 1))), lots.randrange(1, 2500))


@pytest.mark.soak
@pytest.mark.parametrize("tables", [60, pytest.param(900, marks=pytest.mark.soak)])
def test_obstacles_agree_with_the_simulation(tables: int) -> None:
    """Hundreds of moves of bases and groups past another are refused exactly if some step overlaps it by more than
    rounding."""
    lots, said = random.Random(11), {True: 0, False: 0}
    for _ in range(tables):
        start = Pose(8000, 6000, lots.choice((0, 5400, lots.randrange(FULL_TURN))))
        names = lots.choice((("rf1",), ("rh1",), ("rf1", "rf2"), ("rf1", "rf2", "rf3")))
        body = [(BASES[name[1]], beside(start, 1000 * k, 0)) for k, name in enumerate(names)]
        if lots.random() < 0.4:
            other = beside(start, lots.choice((-1000, 1000 * len(names), 0)), lots.choice((-399, 0, 150, 400, 600)))
        else:
            across, back = lots.randrange(-1500, 2500), lots.randrange(-2500, 500)
            other = beside(start, across, back)._replace(angle=lots.randrange(FULL_TURN))
        if any(overlapping(base.corners(pose), FOOT.corners(other)) for base, pose in body):
            continue
        table = Table(*(f"{name} {pose.text}" for name, (_, pose) in zip(names, body, strict=True)),
                      f"rb1 {other.text}")
        for way in (some_way(lots) for _ in range(6)):
            end = pose_after(start, pivots([PlacedBase(*one) for one in body]), way)
            deep = max(deepest(steps, corners(FOOT, other)) for steps in course(body, way))
            refused = "3.4" == table.refused(f"move {','.join(names)} {end.text}")
            if abs(deep - ALLOWED) > DOUBT:
                said[refused] += 1
                assert (deep > ALLOWED) == refused, f"{deep:.1f}: {names} {start.text} {way} past {other.text}"
    assert min(said.values()) > tables


def test_rough_ground_on_the_way_halves_the_move() -> None:
    """The move is halved exactly if some step meets rough ground, even if the straight line from first to last step
    does not."""
    board = rules().board(rules().initial("green"))
    assert isinstance(board, PlaneBoard)
    rough = [piece for piece in board.terrain if piece.kind == "rough"]
    lots, seen = random.Random(5), {"open": 0, "rough": 0, "line": 0}
    for _ in range(120):
        pose = Pose(lots.randrange(9000, 13900), lots.randrange(4500, 10500), lots.randrange(FULL_TURN))
        one = [PlacedBase(FOOT, pose)]
        turn = lots.choice((-1, 1)) * lots.randrange(30 * DEGREE, 90 * DEGREE)
        way = WheeledMove(turn, lots.randrange(1510, 2000) - wheel_length(one, turn))
        end = pose_after(pose, pivots(one), way)
        if not board.on_table(FOOT.corners(end)):
            continue
        (steps,) = course([(FOOT, pose)], way)
        grown = 1.06 * steps - 0.06 * steps.mean(axis=1, keepdims=True)
        met, near = (any(piece.meets(whole(step)) for step in found[::3] for piece in rough)
                     for found in (steps, grown))
        refused = Table(f"rf1 {pose.text}").refused(f"move rf1 {end.text}")
        if met == near and refused != "3.4":
            seen["rough" if met else "open"] += 1
            seen["line"] += met != any(piece.meets(swept(FOOT.corners(pose), FOOT.corners(end))) for piece in rough)
            assert met == (refused == "3.2"), f"{pose.text} {way}"
    assert min(seen.values()) > 0, seen


def whole(step: Points) -> Outline:
    """Corners rounded to whole units."""
    return tuple((round(x), round(y)) for x, y in step.tolist())
