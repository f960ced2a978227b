"""A fair sample of the tactical moves there are: bases, groups, contacts, break-offs. The same state gives the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.board.manoeuvre import Standing, ahead, lined_up
from game.board.measuring import distance
from game.core.action import Action
from game.core.pose import DEGREE, Pose
from game.rules.renaissance.engine import moves
from game.rules.renaissance.engine.actions import BreakOff, EnterCamp, March, Move, Step
from game.rules.renaissance.engine.bases import linked, opponent, same_facing
from game.rules.renaissance.engine.camps import may_enter
from game.rules.renaissance.engine.state import State
from game.rules.renaissance.engine.tables import MU, allowance

TURNS = (-90, -45, 45, 90)


def sample(state: State) -> Iterator[Action]:
    """Some legal tactical moves of everybody that can move."""
    if not state.pips:
        return
    done: set[frozenset[int]] = set()
    for slot in state.there(state.seat):
        yield from _break_off(state, slot)
        if moves.able(state, slot) is not None:
            continue
        yield from _legal(state, _singles(state, slot))
        body = group_of(state, slot)
        if len(body) > 1 and frozenset(body) not in done:
            done.add(frozenset(body))
            yield from _legal(state, _marches(state, body))
        camp = state.camps[state.seat]
        if camp is not None and not camp.garrison and may_enter(state, slot) is None:
            yield EnterCamp(state.roster[slot].id)


def _legal(state: State, tried: Iterator[Move | March]) -> Iterator[Action]:
    for action in dict.fromkeys(tried):
        if moves.went(state, action).why is None:
            yield action


def _break_off(state: State, slot: int) -> Iterator[Action]:
    if opponent(state, slot) is not None and moves.break_off(state, slot).why is None:
        yield BreakOff(state.roster[slot].id)


def group_of(state: State, slot: int) -> tuple[int, ...]:
    """A base and everybody who could move with it as a group, the base first."""
    found = [slot]
    for one in found:
        for mate in state.there(state.seat):
            if mate not in found and linked(state, one, mate) and moves.able(state, mate) is None:
                found.append(mate)
    return tuple(found)


def _singles(state: State, slot: int) -> Iterator[Move]:
    name, pose = state.roster[slot].id, state.standing(slot).pose
    most = reach(state, slot)
    for units in (most, most // 2, 3 * MU if most > 3 * MU else MU):
        yield Move(name, (ahead(pose, units),))
    for turn in TURNS:
        yield Move(name, (pose._replace(angle=(pose.angle + turn * DEGREE) % (360 * DEGREE)),))
    for target in contacts_in_reach(state, slot):
        yield Move(name, (target,))
        front = ahead(target, -MU)
        yield Move(name, (front, target))


def reach(state: State, slot: int) -> int:
    """Units that a base may move over open ground."""
    return allowance(state.roster[slot].kind, "open", alphabetical=moves.ALPHABETICAL in state.options)


def contacts_in_reach(state: State, slot: int) -> Iterator[Pose]:
    """The poses at which a base would be in legal contact with an enemy that is near enough, nearest first."""
    one = state.standing(slot)
    if state.element(slot).wheeled:
        return
    most = reach(state, slot) + 2 * MU
    near = sorted((distance(one.pose.spot, state.standing(enemy).pose.spot), enemy)
                  for enemy in state.there(1 - state.roster[slot].seat))
    for far, enemy in near:
        if far > most + 2 * MU:
            return
        for edge in range(4):
            target = lined_up(one.base, state.standing(enemy), edge)
            if distance(one.pose.spot, target.spot) <= most:
                yield target


def _marches(state: State, body: Sequence[int]) -> Iterator[March]:
    names = tuple(state.roster[slot].id for slot in body)
    most = min(reach(state, slot) for slot in body)
    for units in (most, most // 2, MU, 3 * MU):
        if 0 < units <= most:
            yield March(names, (Step("ahead", units),))
    for kind in ("left", "right"):
        for angle in (15, 30):
            yield March(names, (Step(kind, angle * DEGREE),))
    one = state.standing(body[0])
    gaps = sorted(_gap_ahead(one, state.standing(enemy)) for enemy in state.there(1 - state.seat)
                  if abs(_beside(one.pose, state.standing(enemy).pose)) < 2 * MU)
    for units in gaps[:1]:
        if 0 < units <= most:
            yield March(names, (Step("ahead", units),))
    if all(same_facing(one.pose, state.standing(slot).pose) for slot in body):
        yield March(names, (Step("left", 10 * DEGREE), Step("ahead", most // 2)))
        yield March(names, (Step("right", 10 * DEGREE), Step("ahead", most // 2)))


def _gap_ahead(one: Standing, other: Standing) -> int:
    from game.board.manoeuvre import ahead_by

    return min(ahead_by(one.pose, spot) for spot in other.corners)


def _beside(one: Pose, other: Pose) -> int:
    from game.board.manoeuvre import beside_by

    return beside_by(one, other.spot)
