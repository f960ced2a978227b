"""Movement, facing, and the reactions of enemies to them (3.0, 6.0, 7.2)."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from game.board.hexgrid import Hex
from game.board.paths import Reach, reach
from game.core.action import Action
from game.core.decision import Done
from game.core.event import Event, Moved, Noted
from game.core.indices import Slot
from game.core.message import Message, say
from game.core.verdict import LEGAL, Illegal, Legal, Verdict
from game.rules.tours.actions import COMPASS, VERTICES, ChangeFacing, ToursMove
from game.rules.tours.ground import ToursGround
from game.rules.tours.losses import without_idle_engagements
from game.rules.tours.state import GONE, CurrentMove, ToursPhase, ToursState
from game.rules.tours.units import (
    ARCHER,
    COMBAT_UNITS,
    CONTINGENT,
    CONTINGENT_TITLES,
    FOE,
    KIND,
    LEADERS,
    SEAT,
    SLOT,
    UNITS,
    WAGONS,
    name_of,
    refuse,
    refuse_failed_contingent,
    refuse_in_wall,
    rule,
)

MORE_THAN_ANY_PATH = 2_000
"""More movement points than any path needs: it enters each of the 432 hexes at most once, for at most 4 points."""


def endangers_lone_leader(state: ToursState, slot: Slot) -> bool:
    """Whether a unit is next to the enemy leader, which is alone (12.2)."""
    return bool(state.lone_leaders[FOE[SEAT[slot]]] & state.ground.adjacent[state.at[slot]])


def barred_hexes(state: ToursState, slot: Slot) -> int:
    """The mask of hexes that a piece may not enter at any cost; leaders may enter hexes with friendly units."""
    seat = SEAT[slot]
    mask = state.ground.closed | state.wagons | state.hostile[seat]
    return mask if slot in LEADERS else mask | state.occupied[seat]


def step(state: ToursState, slot: Slot, here: Hex, there: Hex) -> int | Illegal:
    """The movement points for a piece on its path to enter the next hex, or why it may not; must agree with
    ``reachable``."""
    ground = state.ground
    if here != state.at[slot] and state.enemy_zone(SEAT[slot]) >> here & 1:
        place = ground.hexes[here]
        return refuse("6.1", say("It must stop in {place}, next to an enemy", place=place),
                      state.ruling_on_enemies(slot, here), place=place)
    if there == here:
        return refuse("6.1.1", say("{unit} is in {place}: name only the hexes that it enters", unit=name_of(slot),
                                   place=ground.hexes[here]), 6, place=ground.hexes[here])
    if not ground.adjacent[here] >> there & 1:
        return refuse("6.1", say("{place} is not adjacent to {here}", place=ground.hexes[there],
                                 here=ground.hexes[here]), place=ground.hexes[there])
    if there == state.at[slot]:
        return refuse("6.1.1", say("{unit} starts from {place}: its path may not return there", unit=name_of(slot),
                                   place=ground.hexes[there]), 6, place=ground.hexes[there])
    if barred_hexes(state, slot) >> there & 1:
        return why_closed(state, slot, there)
    return ground.points(KIND[slot], here, there)


def reachable(state: ToursState, slot: Slot, points: int | None = None) -> Reach[Hex]:
    """Every hex in reach of a piece, by the cheapest path; of equally cheap paths by the first found.

    :param points: the movement points; None: those that it has left.
    """
    points = points_left(state, slot) if points is None else points
    return _reachable(state.ground, KIND[slot], state.at[slot], barred_hexes(state, slot), state.enemy_zone(SEAT[slot]),
                      points)


@lru_cache(512)
def _reachable(ground: ToursGround, kind: int, start: Hex, closed: int, halts: int, points: int) -> Reach[Hex]:
    """``reachable`` for a kind of piece, with the masks of hexes that are closed to it and that stop it; cached."""
    return reach((start,), ground.steps(kind), points, closed, halts)


def path_to(ground: ToursGround, reachable_hexes: Reach[Hex], place: Hex) -> tuple[str, ...]:
    """The names of the hexes entered on the path to a hex."""
    return tuple(map(ground.hexes.__getitem__, reachable_hexes.path(place)))


def points_left(state: ToursState, slot: Slot) -> int:
    """The movement points that a piece has now; 0 if it has had to stop."""
    moving = state.moving
    return UNITS[slot].move if moving is None or moving.slot != slot else 0 if moving.halted else moving.left


def why_no_action(state: ToursState, slot: Slot) -> Illegal | None:
    """Why a combat unit may not move, fire or turn now (5.2, 6.1); None if it may."""
    name, contingent = name_of(slot), CONTINGENT[slot]
    if state.phase != ToursPhase.ACTION:
        return refuse("4.0", say("Units move and fire when their contingent is activated, in phase III"), 1)
    if slot in WAGONS:
        return refuse("11.0", say("The wagons do not move"))
    if slot >= COMBAT_UNITS:
        return refuse("4.0", say("Leaders move in phase II, or along with their unit"), 1)
    if SEAT[slot] != state.seat:
        return refuse("4.0", say("It is the other player's turn"))
    if state.at[slot] < 0:
        return refuse("9.0", say("{unit} is eliminated", unit=name), unit=UNITS[slot].id)
    if state.has_failed_activation(contingent):
        return refuse_failed_contingent(contingent)
    if state.acting != contingent:
        return refuse("5.2.2", say("{contingent} is not active now", contingent=CONTINGENT_TITLES[contingent]),
                      contingent=str(CONTINGENT_TITLES[contingent]))
    if state.in_wall(slot):  # in hypothetical states only: in play its contingent acts out of the wall
        return refuse_in_wall()
    if state.engaged >> slot & 1:
        return refuse("6.1.3", say("{unit} is engaged: it may not move or turn", unit=name), unit=UNITS[slot].id)
    if state.moved >> slot & 1 and state.move_of(slot) is None:
        return refuse("6.1.1", say("{unit} is done: it has moved, fired or turned", unit=name), 6, unit=UNITS[slot].id)
    return None


def why_halted(state: ToursState, slot: Slot) -> Illegal:
    """Why a piece that has moved next to an enemy may not move farther (6.1)."""
    return refuse("6.1", say("It moved next to an enemy and must stop"), state.ruling_on_enemies(slot, state.at[slot]),
                  unit=UNITS[slot].id)


def check_move(state: ToursState, action: ToursMove) -> Verdict:
    """Whether a piece may move along a path, hex by hex, or by the cheapest path to a single hex; the verdict has the
    cost in movement points."""
    index, slot = state.ground.index, SLOT[action.unit]
    current_move, here = state.moving and state.move_of(slot), state.at[slot]
    if (refusal := _why_no_leader_move(state, slot) if slot in LEADERS else why_no_action(state, slot)) is not None:
        return refusal
    if action.led:
        if slot in LEADERS:
            return refuse("3.1.1", say("{leader} moves alone in phase II", leader=name_of(slot)), unit=action.unit)
        leader = state.leader_of(slot)
        if leader < 0:
            return _why_no_leader_with(state, action)
        if state.leader_moved and not (current_move and current_move.led):
            return refuse("3.1.1", say("{leader} has moved in this player turn", leader=name_of(leader)), 2)
    for place in action.path:
        if place not in index:
            return refuse("6.1.3", say("{place} is not on the map", place=place), place=place)
    if current_move and current_move.halted:
        return why_halted(state, slot)
    left = points_left(state, slot)
    if len(action.path) == 1:
        end = index[action.path[0]]
        costs = reachable(state, slot, left).points
        if end not in costs or end == here:
            return why_not(state, slot, end, left)
        return Legal(cost=costs[end])
    spent = 0
    for place in action.path:
        points = step(state, slot, here, index[place])
        if isinstance(points, Illegal):
            return points
        here, spent = index[place], spent + points
    return too_far(slot, spent, left) if spent > left else Legal(cost=spent)


def _why_no_leader_with(state: ToursState, action: ToursMove) -> Illegal:
    """Why a unit without a leader in its hex cannot take one along; a leader alone on its path can join it in another
    move from there (3.1.1, ruling 33)."""
    slot = SLOT[action.unit]
    leader, current_move = LEADERS[SEAT[slot]], state.move_of(slot)
    may_go_along = not state.leader_moved or (current_move is not None and current_move.led)
    place = state.ground.hexes[state.at[leader]] if may_go_along and state.lone_leaders[SEAT[slot]] else ""
    if place not in action.path:
        return refuse("3.1.1", say("No leader is with {unit}", unit=name_of(slot)), unit=action.unit)
    return refuse("3.1.1", say("{leader} is in {place}: move {unit} there first, then on with the leader",
                               leader=name_of(leader), place=place, unit=name_of(slot)), 33, unit=action.unit,
                  place=place)


def too_far(slot: Slot, points: int, left: int) -> Illegal:
    """The refusal for lack of movement points.

    :param points: the movement points needed.
    :param left: the movement points left.
    """
    return refuse("6.0", say("{unit} needs {points} movement points and has {left}", unit=name_of(slot),
                             points=points, left=left), points=points, left=left)


def why_closed(state: ToursState, slot: Slot, place: Hex) -> Illegal:
    """Why a piece may not enter a hex at any cost."""
    ground = state.ground
    name, seat = ground.hexes[place], SEAT[slot]
    if ground.closed >> place & 1:
        return refuse("6.0", say("The river cannot be crossed"), 5, place=name)
    if state.wagons >> place & 1:
        return refuse("3.1", say("The hex of a wagon train cannot be entered"), 9, place=name)
    if state.lone_leaders[FOE[seat]] >> place & 1:
        return refuse("6.1", say("The enemy leader is in {place}", place=name), 7, place=name)
    if state.occupied[FOE[seat]] >> place & 1:
        return refuse("6.1", say("An enemy is in {place}", place=name), place=name)
    return refuse("3.1", say("{place} is occupied, and units do not stack at any time", place=name), place=name)


def why_not(state: ToursState, slot: Slot, place: Hex, points_left: int) -> Illegal:
    """Why a piece cannot reach a hex with the movement points that it has left."""
    ground = state.ground
    if place == state.at[slot]:
        return refuse("6.1", say("The unit is already there"), place=ground.hexes[place])
    if barred_hexes(state, slot) >> place & 1:
        return why_closed(state, slot, place)
    costs = reachable(state, slot, MORE_THAN_ANY_PATH).points
    if place in costs:
        return too_far(slot, costs[place], points_left)
    return refuse("6.1", say("No path to {place}: enemies and other units are in the way", place=ground.hexes[place]),
                  place=ground.hexes[place])


def _why_no_leader_move(state: ToursState, slot: Slot) -> Illegal | None:
    """Why a leader may not move now (4.0, ruling 1); None if it may."""
    if SEAT[slot] != state.seat or state.phase != ToursPhase.LEADERS:
        return refuse("4.0", say("Leaders move in phase II of their own player turn, or along with their unit"), 1)
    if state.at[slot] < 0:
        return refuse("12.2", say("{unit} is dead", unit=name_of(slot)), unit=UNITS[slot].id)
    if state.leader_moved:
        return refuse("6.0", say("{unit} has moved", unit=name_of(slot)), unit=UNITS[slot].id)
    return None


def canonical_move(state: ToursState, action: Action) -> Action:
    """The action in the form in which it is listed; a move takes the cheapest path to its end."""
    if not isinstance(action, ToursMove) or state.at[SLOT[action.unit]] < 0:
        return action
    end, slot = state.ground.index.get(action.path[-1], GONE), SLOT[action.unit]
    reachable_hexes = reachable(state, slot)
    if end not in reachable_hexes.points:
        return action
    return replace(action, path=path_to(state.ground, reachable_hexes, end))


def apply_move(state: ToursState, action: ToursMove) -> Done[ToursState]:
    """The state after a piece moves along its path as given, or to a single hex by the cheapest path."""
    ground, slot = state.ground, SLOT[action.unit]
    left, current_move, leader = points_left(state, slot), state.move_of(slot), state.leader_of(slot)
    path_hexes = canonical_move(state, action).places if len(action.path) == 1 else action.path
    path = (ground.hexes[state.at[slot]], *path_hexes)
    places = [ground.index[name] for name in path]
    end = places[-1]
    cost = sum(ground.points(KIND[slot], here, there) for here, there in pairwise(places))
    events: tuple[Event, ...] = (Moved(rule("6.1"), action.unit, name_of(slot), path, cost),)
    if slot in LEADERS:
        return replace(state.with_unit_at(slot, end), leader_moved=True), events
    if len(places) > 2:  # between start and end the path is next to no enemy (6.1), which ends engagements (ruling 12)
        state, disengaged = without_idle_engagements(state.with_unit_at(slot, places[1]))
        events = (*events, *disengaged)
    state = state.with_unit_at(slot, end)
    if action.led:
        state = replace(state.with_unit_at(leader, end), leader_moved=True)
        cited = rule("3.1.1", 33) if current_move and not current_move.led else rule("3.1.1")
        events = (*events, Moved(cited, UNITS[leader].id, name_of(leader), path, cost))
    before, halted = current_move or CurrentMove(slot, left), bool(state.enemy_zone(SEAT[slot]) >> end & 1)
    moving = replace(before, left=left - cost, halted=halted, led=before.led or action.led)
    return replace(state, moving=moving, moved=state.moved | 1 << slot), events


def reacting_archers(state: ToursState, slot: Slot) -> list[Slot]:
    """The archers that may fire in reaction at a unit in its present hex (7.2)."""
    place, enemies = state.at[slot], state.army(FOE[SEAT[slot]])
    return [archer for archer in enemies if KIND[archer] == ARCHER and not state.engaged >> archer & 1
            and state.ground.front_mask[state.at[archer]][state.facing[archer]] >> place & 1]


def check_face(state: ToursState, action: ChangeFacing) -> Verdict:
    """Whether a unit may end its move with a facing (3.3)."""
    slot = SLOT[action.unit]
    if (refusal := why_no_action(state, slot)) is not None:
        return refusal
    if state.move_of(slot) is None and state.facing[slot] == action.vertex:
        return refuse("3.3", say("It already faces that way"), vertex=VERTICES[action.vertex])
    return LEGAL


def apply_face(state: ToursState, action: ChangeFacing) -> Done[ToursState]:
    """The state after a unit ends its move with a facing."""
    slot = SLOT[action.unit]
    events = turn_events(state, slot, action.vertex)
    return replace(state.turned(slot, action.vertex), moving=None, moved=state.moved | 1 << slot), events


def turn_events(state: ToursState, slot: Slot, vertex: int) -> tuple[Event, ...]:
    """The event that a unit turns to face a vertex; none if it faces it already (3.3)."""
    return (Noted(rule("3.3"), facing_text(state, slot, vertex)),) if state.facing[slot] != vertex else ()


def facing_text(state: ToursState, slot: Slot, vertex: int) -> Message:
    """The text that a unit faces a vertex."""
    return say("{unit} faces {compass} (front: {hexes})", unit=name_of(slot), compass=COMPASS[vertex],
               hexes=state.ground.facing(state.at[slot], vertex))
