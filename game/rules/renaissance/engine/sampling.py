"""A representative sample of the possible tactical moves: bases, groups, columns, contacts, break-offs, camps. The same
state gives the same sample. Moves into contact and break-offs are always tried; the order of the others changes from
state to state, so that all of them are tried in the course of a battle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, takewhile
from random import Random

from game.board.manoeuvre import PlacedBase, lined_up, moved_ahead
from game.board.measuring import box_of, boxes_touch, distance
from game.core.action import Action
from game.core.indices import Seat, Slot, other
from game.core.pose import DEGREE, FULL_TURN, Pose
from game.rules.renaissance.engine import moves
from game.rules.renaissance.engine.actions import (
    BreakOff,
    EnterCamp,
    LeaveCamp,
    March,
    MoveColumn,
    RenaissanceMove,
    Step,
    StepKind,
)
from game.rules.renaissance.engine.bases import distance_ahead, neighbours, opponent
from game.rules.renaissance.engine.contact import has_room
from game.rules.renaissance.engine.limits import full_move
from game.rules.renaissance.engine.special_moves import break_off_move, enter_camp_move, leave_camp_move, pose_in_camp
from game.rules.renaissance.engine.state import CAMP_SIZE, RenaissanceState
from game.rules.renaissance.engine.words import MU

BODIES_TRIED = 4
"""Number of bases and groups for which moves other than into contact are tried."""
MOVES_TRIED = 3
"""The most moves tried for each of them until one is legal."""
CHARGES_TRIED = 2
"""Number of contact poses tried for each base, the nearest first."""
WHEEL_ANGLES = (10, 20, 30, 45)
WHEEL_SIDES: tuple[StepKind, StepKind] = ("left", "right")
TURN_ANGLES = (-90, -45, 45, 90, 180)


def sample_moves(state: RenaissanceState) -> Iterator[Action]:
    """Some legal tactical moves of all bases that can move."""
    if not state.pips:
        return
    random = Random(repr([unit.pose for unit in state.units]))
    movers = [slot for slot in state.bases_on_table(state.seat) if moves.why_no_move(state, slot) is None]
    for slot in state.bases_on_table(state.seat):
        if opponent(state, slot) is not None and break_off_move(state, slot).why is None:
            yield BreakOff(state.id(slot))
    yield from _camp_moves(state, movers)
    bodies = [(slot,) for slot in movers] + _groups(state, movers)
    charges = dict.fromkeys(action for body in bodies for action in _legal_moves(state, _charges(state, body)))
    yield from charges
    random.shuffle(bodies)
    for body in bodies[:BODIES_TRIED]:
        tries = list(_single_moves(state, body[0]) if len(body) == 1 else _group_moves(state, body))
        random.shuffle(tries)
        yield from (action for action in islice(_legal_moves(state, tries[:MOVES_TRIED]), 1) if action not in charges)


def _legal_moves(state: RenaissanceState,
           tried: Iterable[RenaissanceMove | March | MoveColumn]) -> Iterator[RenaissanceMove | March | MoveColumn]:
    return (action for action in tried if moves.compute_move(state, action).why is None)


def _groups(state: RenaissanceState, movers: Sequence[Slot]) -> list[tuple[Slot, ...]]:
    """Every group of bases that can move, each once."""
    groups: dict[frozenset[Slot], tuple[Slot, ...]] = {}
    for slot in movers:
        body = group_of(state, slot, movers)
        groups.setdefault(frozenset(body), body)
    return [body for body in groups.values() if len(body) > 1]


def group_of(state: RenaissanceState, slot: Slot, movers: Sequence[Slot]) -> tuple[Slot, ...]:
    """A base and all others that could move with it as a group, the base first."""
    group = [slot]
    for one in group:
        beside = neighbours(state, one).values()
        group += [mate for mate in movers if mate in beside and mate not in group]
    return tuple(group)


def _camp_moves(state: RenaissanceState, movers: Sequence[Slot]) -> Iterator[Action]:
    """The legal moves into and out of the camp."""
    camp = state.camps[state.seat]
    if camp is None or camp.sacked:
        return
    if camp.garrison:
        slot = state.slots[camp.garrison]
        if state.kind(slot) != "cf":
            pose = moved_ahead(pose_in_camp(state, slot), CAMP_SIZE.depth)
            if leave_camp_move(state, slot, pose).why is None:
                yield LeaveCamp(state.id(slot), pose)
        return
    near = box_of(camp.outline, 2 * MU)
    for slot in movers:
        if (not state.element(slot).mounted and boxes_touch(near, box_of(state.placed_base(slot).corners))
                and enter_camp_move(state, slot).why is None):
            yield EnterCamp(state.id(slot))


def _single_moves(state: RenaissanceState, slot: Slot) -> Iterator[RenaissanceMove]:
    name, pose, allowance = state.id(slot), state.placed_base(slot).pose, full_move(state, slot)
    for units in (allowance, allowance // 2, MU, 3 * MU, -MU):
        yield RenaissanceMove(name, (moved_ahead(pose, min(units, allowance)),))
    for turn in TURN_ANGLES:
        yield RenaissanceMove(name, (pose._replace(angle=(pose.angle + turn * DEGREE) % FULL_TURN),))
        yield RenaissanceMove(name, (moved_ahead(pose._replace(angle=(pose.angle + turn * DEGREE) % FULL_TURN),
                                                 allowance // 2),))


def contacts_in_reach(state: RenaissanceState, slot: Slot) -> Iterator[Pose]:
    """The poses at which a base would be in legal contact with an enemy within reach, nearest first."""
    base, allowance = state.placed_base(slot), full_move(state, slot)
    if state.element(slot).wheeled:
        return
    near = sorted((distance(base.pose.spot, state.placed_base(enemy).pose.spot), enemy)
                  for enemy in state.bases_on_table(other(state.roster[slot].seat)))
    for _, enemy in takewhile(lambda each: each[0] <= allowance + 4 * MU, near):
        for edge in range(4):
            target = lined_up(base.base, state.placed_base(enemy), edge)
            in_reach = distance(base.pose.spot, target.spot) <= allowance
            if in_reach and has_room(state, base.base.corners(target), {slot}):
                yield target


def room_ahead(state: RenaissanceState, slots: Sequence[Slot]) -> int | None:
    """How far bases can go straight ahead from where they are until one touches an enemy; None if no enemy is ahead."""
    return room_before(state, other(state.roster[slots[0]].seat), [state.placed_base(slot) for slot in slots])


def room_before(state: RenaissanceState, enemies: Seat, body: Iterable[PlacedBase]) -> int | None:
    """How far bases at given poses can go straight ahead until one touches an enemy; None if no enemy is ahead."""
    found = [distance_ahead(one.pose, one.base.width, state.placed_base(enemy).corners)
             for one in body for enemy in state.bases_on_table(enemies)]
    return min((each for each in found if each is not None and each >= 0), default=None)


def _charges(state: RenaissanceState, body: Sequence[Slot]) -> Iterator[RenaissanceMove | March]:
    """Moves that may lead into contact, or of a group towards the enemy."""
    names = tuple(state.id(slot) for slot in body)
    if len(body) > 1:
        most = min(full_move(state, slot) for slot in body)
        yield March(names, (Step("ahead", min(room_ahead(state, body) or most, most)),))
        return
    for target in islice(contacts_in_reach(state, body[0]), CHARGES_TRIED):
        yield RenaissanceMove(names[0], (target,))
        yield RenaissanceMove(names[0], (moved_ahead(target, -MU), target))


def _group_moves(state: RenaissanceState, body: Sequence[Slot]) -> Iterator[March | MoveColumn]:
    names = tuple(state.id(slot) for slot in body)
    allowance = min(full_move(state, slot) for slot in body)
    steps = [(Step("ahead", units),) for units in (allowance // 2, MU)]
    steps += [(Step(side, angle * DEGREE),) for angle in WHEEL_ANGLES for side in WHEEL_SIDES]
    yield from (March(names, each) for each in steps)
    yield from (March(names, (Step(side, 10 * DEGREE), Step("ahead", allowance // 2))) for side in WHEEL_SIDES)
    yield MoveColumn(names, (moved_ahead(state.placed_base(body[0]).pose, allowance),))
