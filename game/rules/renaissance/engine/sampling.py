"""A representative sample of the possible tactical moves: bases, groups, columns, contacts, break-offs, camps. The same
state gives the same sample. Moves into contact and break-offs are always tried; the order of the others changes from
state to state, so that all of them are tried in the course of a battle.

Other modules also ask here which groups can move, and how much room bases have ahead."""

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
from game.rules.renaissance.engine.bases import distance_ahead, neighbours
from game.rules.renaissance.engine.contact import has_room
from game.rules.renaissance.engine.limits import full_move
from game.rules.renaissance.engine.special_moves import can_break_off, enter_camp_move, leave_camp_move, pose_in_camp
from game.rules.renaissance.engine.state import CAMP_SIZE, RenaissanceState
from game.rules.renaissance.engine.words import MU

GROUPS_TRIED = 4
"""Number of bases and groups for which moves other than into contact are tried. Chosen: more cost time."""
MOVES_TRIED = 3
"""The most moves tried for each of them until one is legal. Chosen."""
CONTACTS_TRIED = 2
"""Number of contact poses tried for each base, those at the nearest enemy first. Chosen."""
CONTACT_MARGIN = 4 * MU
"""Units beyond a base's move within which the front of an enemy must be for contacts with it to be tried. Chosen: more
than the depth of any base, since the rear of an enemy may be in reach although its front is not."""
CAMP_MARGIN = 2 * MU
"""Units around a camp within which bases try to enter it. Chosen."""
WHEEL_ANGLES = (10, 20, 30, 45)
"""Wheels of a group that are tried, in degrees. Chosen."""
WHEEL_SIDES: tuple[StepKind, StepKind] = ("left", "right")
TURN_ANGLES = (-90, -45, 45, 90, 180)
"""Turns of a single base that are tried, in degrees. Chosen."""


def sample_moves(state: RenaissanceState) -> Iterator[Action]:
    """Some legal tactical moves of all bases that can move."""
    if not state.pips:
        return
    random = Random(repr([unit.pose for unit in state.units]))
    able_bases = [slot for slot in state.bases_on_table(state.seat) if moves.why_no_move(state, slot) is None]
    for slot in state.bases_on_table(state.seat):
        if can_break_off(state, slot):
            yield BreakOff(state.id(slot))
    yield from _camp_moves(state, able_bases)
    groups = [(slot,) for slot in able_bases] + movable_groups(state, able_bases)
    contact_moves = dict.fromkeys(
        action for group in groups for action in _legal_moves(state, _contact_moves(state, group)))
    yield from contact_moves
    random.shuffle(groups)
    for group in groups[:GROUPS_TRIED]:
        moves_to_try = list(_single_moves(state, group[0]) if len(group) == 1 else _group_moves(state, group))
        random.shuffle(moves_to_try)
        first_legal = islice(_legal_moves(state, moves_to_try[:MOVES_TRIED]), 1)
        yield from (action for action in first_legal if action not in contact_moves)


def _legal_moves(state: RenaissanceState,
                 candidates: Iterable[RenaissanceMove | March | MoveColumn],
                 ) -> Iterator[RenaissanceMove | March | MoveColumn]:
    """The legal ones among some moves."""
    return (action for action in candidates if moves.compute_move(state, action).why is None)


def movable_groups(state: RenaissanceState, movers: Sequence[Slot]) -> list[tuple[Slot, ...]]:
    """Every group of two or more bases that can move, each once."""
    groups, grouped_slots = list[tuple[Slot, ...]](), set[Slot]()
    for slot in movers:
        if slot not in grouped_slots:
            groups.append(group_of(state, slot, movers))
            grouped_slots.update(groups[-1])
    return [group for group in groups if len(group) > 1]


def group_of(state: RenaissanceState, slot: Slot, movers: Sequence[Slot]) -> tuple[Slot, ...]:
    """A base and all others that could move with it as a group, the base first."""
    group = [slot]
    for each in group:  # also those added on the way
        neighbour_slots = neighbours(state, each).values()
        group += [mate for mate in movers if mate in neighbour_slots and mate not in group]
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
    box_around_camp = box_of(camp.outline, CAMP_MARGIN)
    for slot in movers:
        if (not state.element(slot).mounted and boxes_touch(box_around_camp, box_of(state.placed_base(slot).corners))
                and enter_camp_move(state, slot).why is None):
            yield EnterCamp(state.id(slot))


def _single_moves(state: RenaissanceState, slot: Slot) -> Iterator[RenaissanceMove]:
    """Moves of one base to try: ahead, back, turns, and turns followed by half a move; legal or not."""
    name, pose, allowance = state.id(slot), state.placed_base(slot).pose, full_move(state, slot)
    for units in (allowance, allowance // 2, MU, 3 * MU, -MU):
        yield RenaissanceMove(name, (moved_ahead(pose, min(units, allowance)),))
    for turn in TURN_ANGLES:
        yield RenaissanceMove(name, (pose._replace(angle=(pose.angle + turn * DEGREE) % FULL_TURN),))
        yield RenaissanceMove(name, (moved_ahead(pose._replace(angle=(pose.angle + turn * DEGREE) % FULL_TURN),
                                                 allowance // 2),))


def contacts_in_reach(state: RenaissanceState, slot: Slot) -> Iterator[Pose]:
    """The poses within reach at which a base would be lined up with an edge of an enemy, if there is room: those at the
    nearest enemy first. Whether a path leads there is not checked. There are none for Ca, Gu and WW, which may not
    make contact (5.4)."""
    base, allowance = state.placed_base(slot), full_move(state, slot)
    if state.element(slot).wheeled:
        return
    enemies_by_distance = sorted((distance(base.pose.spot, state.placed_base(enemy).pose.spot), enemy)
                                 for enemy in state.bases_on_table(other(state.roster[slot].seat)))
    for _, enemy in takewhile(lambda each: each[0] <= allowance + CONTACT_MARGIN, enemies_by_distance):
        for edge in range(4):
            pose = lined_up(base.base, state.placed_base(enemy), edge)
            in_reach = distance(base.pose.spot, pose.spot) <= allowance
            if in_reach and has_room(state, base.base.corners(pose), {slot}):
                yield pose


def room_ahead(state: RenaissanceState, slots: Sequence[Slot]) -> int | None:
    """Units that bases can go straight ahead from where they are until one touches an enemy; None if no enemy is
    ahead."""
    return room_ahead_of_poses(state, other(state.roster[slots[0]].seat), [state.placed_base(slot) for slot in slots])


def room_ahead_of_poses(state: RenaissanceState, enemies: Seat, placed_bases: Iterable[PlacedBase]) -> int | None:
    """Units that bases at given poses can go straight ahead until one touches an enemy; None if no enemy is ahead.

    :param enemies: the seat of the enemies.
    """
    distances = [distance_ahead(base.pose, base.base.width, state.placed_base(enemy).corners)
             for base in placed_bases for enemy in state.bases_on_table(enemies)]
    return min((each for each in distances if each is not None and each >= 0), default=None)


def _contact_moves(state: RenaissanceState, group: Sequence[Slot]) -> Iterator[RenaissanceMove | March]:
    """Moves that may lead into contact. For a group: straight ahead, up to the enemy or by its full move."""
    names = tuple(state.id(slot) for slot in group)
    if len(group) > 1:
        allowance, room = min(full_move(state, slot) for slot in group), room_ahead(state, group)
        units = allowance if room is None else min(room, allowance)
        if units:
            yield March(names, (Step("ahead", units),))
        return
    for pose in islice(contacts_in_reach(state, group[0]), CONTACTS_TRIED):
        yield RenaissanceMove(names[0], (pose,))
        yield RenaissanceMove(names[0], (moved_ahead(pose, -MU), pose))


def _group_moves(state: RenaissanceState, group: Sequence[Slot]) -> Iterator[March | MoveColumn]:
    """Moves of a group to try: ahead, wheels, wheels followed by half a move, and as a column; legal or not."""
    names = tuple(state.id(slot) for slot in group)
    allowance = min(full_move(state, slot) for slot in group)
    steps = [(Step("ahead", units),) for units in (allowance // 2, MU)]
    steps += [(Step(side, angle * DEGREE),) for angle in WHEEL_ANGLES for side in WHEEL_SIDES]
    yield from (March(names, each) for each in steps)
    yield from (March(names, (Step(side, 10 * DEGREE), Step("ahead", allowance // 2))) for side in WHEEL_SIDES)
    yield MoveColumn(names, (moved_ahead(state.placed_base(group[0]).pose, allowance),))
