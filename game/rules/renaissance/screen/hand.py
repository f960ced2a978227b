"""What a hand with bases means: the nearest legal move, or why there is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.board.manoeuvre import (
    Standing,
    Way,
    ahead,
    ahead_by,
    at,
    bearing,
    beside_by,
    farthest,
    lined_up,
    performed,
    pivots,
    way_towards,
)
from game.board.measuring import distance, moved, rounded
from game.core.pose import BASE, DEGREE, Pose
from game.rules.renaissance.engine import moves
from game.rules.renaissance.engine.actions import Column, March, Move, Step
from game.rules.renaissance.engine.bases import clash, neighbours
from game.rules.renaissance.engine.limits import reach
from game.rules.renaissance.engine.moves import Went
from game.rules.renaissance.engine.routes import front_rank, wheel_cost
from game.rules.renaissance.engine.sampling import room_ahead
from game.rules.renaissance.engine.state import State
from game.rules.renaissance.engine.words import MU

SNAP = MU
"""Units from a legal contact within which a hand means that contact (chosen by hand, not measured, as those below)."""
OVER = 3 * MU
"""The same if the base is held over the enemy."""
STRAIGHT = 150
"""Units off the line ahead within which a hand means straight on."""
MOST = 90 * DEGREE
"""The most by which a contact or a wheel that a hand means may turn a base."""


def meant(state: State, slots: Sequence[int], pose: Pose, past: tuple[Pose, ...] = (),
          ) -> Iterator[tuple[Move | March | Column, Went]]:
    """The moves that a hand may mean with the first of some bases at a pose, each worked out: for a group first the
    move abreast, then the move in column.

    :param past: poses that the way leads through.
    """
    if len(slots) == 1:
        yield _single(state, slots[0], pose, past)
        return
    if not past:
        yield _group(state, slots, pose)
    column = Column(tuple(state.roster[slot].id for slot in slots), (*past, pose))
    yield column, moves.went(state, column)


def _single(state: State, slot: int, pose: Pose, past: tuple[Pose, ...]) -> tuple[Move, Went]:
    """A base goes to the pose in one leg; near an enemy into contact; nearly ahead straight on; too far, as far as it
    may."""
    name = state.roster[slot].id
    start = state.standing(slot).pose
    exact = Move(name, (*past, pose))
    went = moves.went(state, exact)
    if went.why is None or pose == start or past:
        return exact, went
    for legs in _other_ways(state, slot, start, pose):
        trial = moves.went(state, Move(name, legs))
        if trial.why is None:
            return Move(name, legs), trial
    return exact, went


def _other_ways(state: State, slot: int, start: Pose, pose: Pose) -> Iterator[tuple[Pose, ...]]:
    """What a hand may mean with a base at a pose that is not legal, the likeliest first."""
    ahead_of, aside = ahead_by(start, pose.spot), abs(beside_by(start, pose.spot))
    straight = ahead(start, ahead_of) if pose.angle == start.angle and aside <= max(STRAIGHT, ahead_of // 3) else None
    if straight is not None and aside <= STRAIGHT:
        yield (straight,)
    for target in _flush(state, slot, pose):
        yield (target,)
        yield (_before(target), target)
    for there in (straight, pose):
        if there is not None:
            yield (there,)
            shorter = _shortened(state, slot, start, there)
            if shorter is not None:
                yield (shorter,)


def _before(target: Pose) -> Pose:
    return ahead(target, -MU)


def _flush(state: State, slot: int, pose: Pose) -> list[Pose]:
    """The poses of legal contact near the pose in hand, the nearest first."""
    found = []
    base = state.element(slot).base
    outline = base.corners(pose)
    for enemy in state.there(1 - state.roster[slot].seat):
        if distance(state.standing(enemy).pose.spot, pose.spot) > 4 * MU:
            continue
        near = OVER if clash(outline, state.standing(enemy).corners) else SNAP
        for edge in range(4):
            target = lined_up(base, state.standing(enemy), edge)
            far = distance(target.spot, pose.spot)
            if far <= near and abs(bearing(target.angle - pose.angle)) <= MOST:
                found.append((far, target))
    return [target for _, target in sorted(found)]


def _shortened(state: State, slot: int, start: Pose, pose: Pose) -> Pose | None:
    """The pose on the way to another at which the allowance is used up."""
    most = moves.went(state, Move(state.roster[slot].id, (pose,))).most or reach(state, slot)
    base = state.element(slot).base
    if moved(base, start, pose) <= most:
        return None
    found = _between(start, pose, farthest(
        1000, lambda share: moved(base, start, _between(start, pose, share)) <= most))
    return found if found != start else None


def _between(start: Pose, pose: Pose, share: int) -> Pose:
    """A pose so many thousandths of the way to another, facing as that one does."""
    x, y = (rounded((there - here) * share, 1000) for here, there in zip(start.spot, pose.spot, strict=True))
    return Pose(start.x + x, start.y + y, pose.angle)


def _group(state: State, slots: Sequence[int], pose: Pose) -> tuple[March, Went]:
    """A group wheels towards the pose, then goes straight ahead."""
    names = tuple(state.roster[slot].id for slot in slots)
    body = [state.standing(slot) for slot in slots]
    most = min(reach(state, slot) for slot in slots)
    way = _limited(body, _wished(body, pose), most)
    action = March(names, _steps(way))
    went = moves.went(state, action)
    if went.why is None or not went.most:
        return action, went
    room = room_ahead(state, slots) if not way.turn else None
    for shorter in (_limited(body, way, went.most), *([Way(0, min(room, most))] if room else ())):
        trial = March(names, _steps(shorter))
        done = moves.went(state, trial)
        if done.why is None:
            return trial, done
    return action, went


def _wished(body: Sequence[Standing], pose: Pose) -> Way:
    """The wheel and the move ahead that come nearest to a pose; towards the point if the hand turns nothing."""
    start, corners = body[0].pose, pivots(front_rank(body))
    turn = max(-MOST, min(MOST, bearing(pose.angle - start.angle)))
    if turn:
        return Way(turn, max(0, ahead_by(performed(start, corners, Way(turn, 0)), pose.spot)))
    if abs(beside_by(start, pose.spot)) <= max(STRAIGHT, ahead_by(start, pose.spot) // 6):
        return Way(0, max(0, ahead_by(start, pose.spot)))
    return way_towards(start, pose.spot, corners, MOST)


def _limited(body: Sequence[Standing], way: Way, most: int) -> Way:
    """A way cut off where the allowance is used up."""
    frontage = BASE * len(front_rank(body))
    wheel = wheel_cost(frontage, abs(way.turn))
    if wheel > most:
        turn = farthest(abs(way.turn), lambda angle: wheel_cost(frontage, angle) <= most)
        return Way(turn if way.turn > 0 else -turn, 0)
    return Way(way.turn, min(way.ahead, most - wheel))


def _steps(way: Way) -> tuple[Step, ...]:
    found = []
    if way.turn:
        found.append(Step("left" if way.turn < 0 else "right", abs(way.turn)))
    if way.ahead:
        found.append(Step("ahead", way.ahead))
    return tuple(found) or (Step("ahead", 1),)


def snaps(state: State, slots: Sequence[int], pose: Pose | None) -> tuple[Pose, ...]:
    """Poses near the pose in hand: in contact with an enemy, then beside a friend."""
    if pose is None or len(slots) > 1:
        return ()
    slot, base = slots[0], state.element(slots[0]).base
    found = _flush(state, slot, pose)
    beside = []
    for mate in state.there(state.roster[slot].seat):
        there, other = state.standing(mate).pose, state.element(mate).base
        if mate != slot and abs(bearing(there.angle - pose.angle)) <= MOST // 2:
            for sign in (-1, 1):
                spot = at(there, sign * (base.width + other.width) // 2, 0)
                if distance(spot, pose.spot) <= 2 * SNAP:
                    beside.append((distance(spot, pose.spot), Pose(*spot, there.angle)))
    return (*found, *(target for _, target in sorted(beside)))


def mates(state: State, slots: Sequence[int]) -> tuple[int, ...]:
    """The bases that could be added to a group."""
    return tuple(mate for mate in state.there(state.seat)
                 if mate not in slots and moves.able(state, mate) is None
                 and any(mate in neighbours(state, slot).values() for slot in slots))
