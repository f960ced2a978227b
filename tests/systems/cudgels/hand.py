"""The meaning of a pose in which a hand holds bases, and a sample of the legal moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.board.manoeuvre import (
    PlacedBase,
    WheeledMove,
    ahead_by,
    beside_by,
    largest_wheel,
    lined_up,
    normalised_angle,
    pivots,
    pose_after,
    wheel_length,
    wheeled_move_towards,
)
from game.board.measuring import distance
from game.core.pose import BASE, DEGREE, Pose

from .actions import Move
from .ground import Ground
from .groups import bound, group, idle
from .lining import MOST, targets
from .moving import ComputedMove, allowance, check, computed_move
from .state import State
from .units import TYPES

STRAIGHT = 150
"""Units sideways from the line ahead at which a drag still counts as straight on."""


def nearest_move(ground: Ground, state: State, names: Sequence[str], pose: Pose) -> ComputedMove:
    """The nearest legal move to the pose in which a hand holds the first of some bases, or the reason why there is
    none."""
    exact = computed_move(ground, state, names, pose)
    if exact.verdict or not bound(state, names):
        return exact
    body = [state.placed_base(name) for name in names]
    for target in targets(state, body[0], pose):
        flush = computed_move(ground, state, names, target.pose)
        if flush.verdict:
            return flush
    whole = allowance(state, names)
    wished = _wished(body, pose)
    for most in (whole, whole // 2):
        end = pose_after(body[0].pose, pivots(body), _limited(body, wished, most))
        trial = computed_move(ground, state, names, end)
        if trial.verdict:
            return trial
        flushes = (computed_move(ground, state, names, target.pose)
                   for target in targets(state, body[0], trial.ends[0]))
        flush_ = next((flush for flush in flushes if flush.verdict), None)
        if flush_ is not None:
            return flush_
    return trial


def _wished(body: Sequence[PlacedBase], pose: Pose) -> WheeledMove:
    """The wheel and move ahead closest to a pose; without a turn by the hand, towards its point."""
    start, corners = body[0].pose, pivots(body)
    turn = max(-MOST, min(MOST, normalised_angle(pose.angle - start.angle)))
    if turn:
        return WheeledMove(turn, max(0, ahead_by(pose_after(start, corners, WheeledMove(turn, 0)), pose.spot)))
    if abs(beside_by(start, pose.spot)) <= STRAIGHT:
        return WheeledMove(0, max(0, ahead_by(start, pose.spot)))
    return wheeled_move_towards(start, pose.spot, corners, MOST)


def _limited(body: Sequence[PlacedBase], way: WheeledMove, most: int) -> WheeledMove:
    """A path cut off at its longest legal length."""
    wheel = wheel_length(body, way.turn)
    if wheel > most:
        return WheeledMove((1 if way.turn > 0 else -1) * largest_wheel(body, most), 0)
    return WheeledMove(way.turn, min(way.ahead, most - wheel))


def sample(ground: Ground, state: State) -> Iterator[Move]:
    """Some legal moves of every base that can move, and of every whole group: straight on, wheels, contacts."""
    done: set[frozenset[str]] = set()
    for index in state.bases_of(state.seat):
        name = TYPES[index].id
        if idle(state, name) is not None:
            continue
        for names in dict.fromkeys(((name,), group(state, name))):
            if frozenset(names) not in done:
                done.add(frozenset(names))
                for pose in dict.fromkeys(_poses(state, names)):
                    move = Move(names, pose)
                    if check(ground, state, move):
                        yield move


def _poses(state: State, names: Sequence[str]) -> Iterator[Pose]:
    """Poses to try for the first of some bases."""
    body = [state.placed_base(name) for name in names]
    whole, corners = allowance(state, names), pivots(body)
    for most in (whole, whole // 2):
        for turn in (0, -20 * DEGREE, 20 * DEGREE):
            yield pose_after(body[0].pose, corners, _limited(body, WheeledMove(turn, whole), most))
    for turn in (-60 * DEGREE, 60 * DEGREE):
        yield pose_after(body[0].pose, corners, _limited(body, WheeledMove(turn, 0), whole))
    for index in state.bases_of(1 - state.seat):
        other = state.placed_bases[index]
        assert other is not None
        if distance(other.pose.spot, body[0].pose.spot) <= whole + 2 * BASE:
            for edge in range(4):
                yield lined_up(body[0].base, other, edge)
