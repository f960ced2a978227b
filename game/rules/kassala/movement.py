"""Movement (II.D): which units may move, where, at what cost, and why not elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from game.board.hexgrid import Hex
from game.core.action import Action
from game.core.batch import StillToDo
from game.core.decision import Done
from game.core.indices import Seat, Slot, other, slots_in
from game.core.message import Message, Text, plural, say
from game.core.offer import CatchAll, Offer
from game.core.verdict import Illegal, IllegalAction, Reason, Verdict
from game.rules.kassala.actions import EndMovement, KassalaMove
from game.rules.kassala.decisions import KassalaDecision
from game.rules.kassala.play import next_step
from game.rules.kassala.sequence import SEQUENCE, KassalaPhase
from game.rules.kassala.state import KassalaState, enemy_zone
from game.rules.kassala.terrain import MoveRoute
from game.rules.kassala.units import (
    ADJECTIVES,
    CANNONS,
    MOSLEM,
    ROSTER,
    SIDE_UNITS,
    SLOT,
    KassalaUnit,
    ids,
    refuse,
    rule,
)

_END = EndMovement()
MOST_CACHED_REFUSALS = 4096
"""The refusals of each kind cached at a time; offers to move ask for the same few again and again."""


class Movement(KassalaDecision):
    """A movement phase: each unit moves once, along one route (II.D)."""

    name = KassalaPhase.MOVEMENT
    rule = rule("II.D.1")
    asks = say("Move any number of your units, once each")
    mode = "move"

    def question(self, state: KassalaState) -> Message:
        return self.asks if self.selectable(state) else say("No unit can move; end movement")

    def main(self, state: KassalaState) -> tuple[Action, Text]:
        return _END, say("End movement")

    def still_to_do(self, state: KassalaState) -> tuple[StillToDo, ...]:
        units = tuple(dict.fromkeys(unit for move in all_moves(state) for unit in move.units))
        text = plural("{count} unit can move", "{count} units can move", len(units))
        return (StillToDo(text, units),) if units else ()

    def candidates(self, state: KassalaState) -> list[Action]:
        actions = all_moves(state)
        actions.append(_END)
        return actions

    def check(self, state: KassalaState, action: Action) -> Verdict:
        """The verdict on an action; for a legal move with its cost in movement points."""
        if not isinstance(action, KassalaMove):
            return super().check(state, action)
        route = find_route(state, action)
        return Illegal((route,)) if isinstance(route, Reason) else route.legal

    def why_not(self, state: KassalaState, action: Action) -> Reason | None:
        """As in the base class, but only for actions other than moves: on these ``check`` decides."""
        return None if isinstance(action, EndMovement) else super().why_not(state, action)

    def play(self, state: KassalaState, action: Action) -> Done[KassalaState]:
        """The state after an action; the route of a move is searched for only once."""
        if not isinstance(action, KassalaMove):
            return super().play(state, action)
        route = find_route(state, action)
        if isinstance(route, Reason):
            raise IllegalAction(action, Illegal((route,)))
        return move_along(state, SLOT[action.unit], route)

    def apply(self, state: KassalaState, action: Action) -> Done[KassalaState]:
        assert isinstance(action, EndMovement), "moves are played by ``play``"
        return next_step(state)

    def selectable(self, state: KassalaState) -> int:
        return sum(1 << slot for slot, _ in movable_units(state, enemy_zone(state, state.now.seat)))

    def offers_for_units(self, state: KassalaState, picked: tuple[str, ...]) -> Iterable[Offer]:
        slot = SLOT[picked[0]]
        refusal = why_immobile(state, slot)
        return (survey_moves(state, slot).values() if refusal is None
                else [CatchAll(Illegal((refusal,)), units=picked[:1])])

    def why_own_unit_idle(self, state: KassalaState, unit: KassalaUnit) -> Reason:
        refusal = why_immobile(state, unit.slot)
        assert refusal is not None
        return refusal


def move_along(state: KassalaState, slot: Slot, route: MoveRoute) -> Done[KassalaState]:
    """The state after a unit moves along a route, and its events (II.D)."""
    setting, turn, step, at, occupied, moved, *unchanged = state
    seat = SEQUENCE[step].seat
    origin, end = at[slot], route.end
    places = list(at)
    places[slot] = end
    own = occupied[seat] | 1 << end
    if origin not in places:
        own &= ~(1 << origin)
    both = (own, occupied[1]) if seat == MOSLEM else (occupied[0], own)
    return KassalaState(setting, turn, step, tuple(places), both, moved | 1 << slot, *unchanged), route.events


def closed_ends(state: KassalaState, seat: Seat) -> int:
    """The mask of hexes in which a seat's units may not end a move because of its own units there (II.D.9; with the
    cannon option IV.A.2)."""
    if not state.setting.cannon_option:
        return state.occupied[seat]
    return state.hexes_of(SIDE_UNITS[seat] & ~CANNONS)


def why_immobile(state: KassalaState, slot: Slot) -> Reason | None:
    """Why a unit may not move at all now; None if it may."""
    unit = ROSTER[slot]
    here = state.at[slot]
    if unit.seat != state.now.seat:
        return Reason(state.now.rule, say("{unit} is not a {side} unit and may not move now", unit=unit.title,
                                          side=ADJECTIVES[state.now.seat]),
                      {"unit": unit.id})
    if here < 0:
        return Reason(rule("I.B"), say("{unit} is not on the map", unit=unit.title), {"unit": unit.id})
    if unit.movement == 0:
        return Reason(rule("II.D.14"), say("Cannon may never be moved"), {"unit": unit.id, "movement": 0})
    if state.moved >> slot & 1:
        text = say("{unit} has moved this turn; undo to change its move", unit=unit.title)
        return Reason(rule("II.D.16", 16), text, {"unit": unit.id})
    if enemy_zone(state, unit.seat) >> here & 1:
        near = state.units_in(state.setting.ground.adjacent[here]) & SIDE_UNITS[other(unit.seat)]
        names = tuple(ROSTER[i].title for i in slots_in(near))
        return Reason(rule("II.D.11"), say("{unit} is next to {names} and may not move away", unit=unit.title,
                                           names=names),
                      {"unit": unit.id, "next_to": [ROSTER[i].id for i in slots_in(near)]})
    return None


def movable_units(state: KassalaState, zone: int) -> list[tuple[Slot, Hex]]:
    """The units that may move, each with its hex; must agree with ``why_immobile``.

    :param zone: the mask of hexes in enemy ZOCs.
    """
    at, mobile = state.at, SIDE_UNITS[SEQUENCE[state.step].seat] & ~CANNONS & ~state.moved
    return [(slot, at[slot]) for slot in slots_in(mobile) if at[slot] >= 0 and not zone >> at[slot] & 1]


def all_moves(state: KassalaState) -> list[Action]:
    """Every legal move in canonical form: one for each unit and end hex."""
    seat = SEQUENCE[state.step].seat
    enemy = state.occupied[other(seat)]
    zone = enemy_zone(state, seat)
    routes_of = state.setting.ground.routes
    moves: list[Action] = []
    add = moves.append
    closed = closed_ends(state, seat) | enemy
    for slot, here in movable_units(state, zone):
        for bit, routes in routes_of(slot, here):
            if not bit & closed and (route := first_open_route(routes, zone, enemy)) is not None:
                add(route.move)
    return moves


def first_open_route(routes: Iterable[MoveRoute], zone: int, enemy: int) -> MoveRoute | None:
    """The first route that no enemy bars; None if there is none. A move may not go on from a hex next to an enemy
    (II.D.10), nor enter one with an enemy (II.D.9).

    :param zone: the mask of hexes in enemy ZOCs.
    :param enemy: the mask of hexes with enemies.
    """
    for route in routes:
        if not (route.interior & zone or route.entered & enemy):
            return route
    return None


def find_route(state: KassalaState, move: KassalaMove) -> MoveRoute | Reason:
    """The route of a move, or why the move is illegal (II.D)."""
    slot = SLOT[move.unit]
    refusal = why_immobile(state, slot)
    if refusal is not None:
        return refusal
    ground = state.setting.ground
    for name in move.path:
        if name not in ground.index:
            return refuse("II.D.15", say("There is no hex {name} on this map", name=name), place=name)
    end = ground.index[move.path[-1]]
    if end == state.at[slot]:
        return _why_already_there(state, slot)
    if len(move.path) == 1:
        return _open_route(state, slot, end, None) or _why_not_reached(state, slot, end)
    names_its_hex_first = move.path[0] == ground.ids[state.at[slot]]
    path = move.path[1:] if names_its_hex_first else move.path
    return _open_route(state, slot, end, path) or _checked_route(state, slot, path)


def _open_route(state: KassalaState, slot: Slot, end: Hex, path: tuple[str, ...] | None) -> MoveRoute | None:
    """The unblocked route along a path, or the first one if only the end is given; None if there is none."""
    seat = ROSTER[slot].seat
    enemy = state.occupied[other(seat)]
    if (closed_ends(state, seat) | enemy) >> end & 1:
        return None
    routes = state.setting.ground.routes_to(slot, state.at[slot], end)
    return first_open_route((route for route in routes if path is None or route.move.path == path),
                            enemy_zone(state, seat), enemy)


def _why_already_there(state: KassalaState, slot: Slot) -> Reason:
    """The refusal to move a unit into its own hex."""
    place = state.setting.ground.ids[state.at[slot]]
    return refuse("II.D.2", say("{unit} is already in {place}", unit=ROSTER[slot].title, place=place), 15, place=place)


def _why_not_reached(state: KassalaState, slot: Slot, end: Hex) -> Reason:
    """Why a unit that may move cannot end its move in a hex: other units block every route, or there is none."""
    ground, seat = state.setting.ground, ROSTER[slot].seat
    routes = ground.routes_to(slot, state.at[slot], end)
    if routes:
        return _why_blocked(state, slot, routes, closed_ends(state, seat), enemy_zone(state, seat))
    verdict = ground.refusals(slot, state.at[slot])[ground.ids[end]].verdict
    assert isinstance(verdict, Illegal)
    return verdict.reasons[0]


def step(state: KassalaState, slot: Slot, spent: int, here: Hex, there: Hex) -> int | Reason:
    """The movement points for a unit to move from one hex into another, or why it may not.

    :param spent: the movement points that the unit has spent to reach the first hex.
    """
    unit, ground = ROSTER[slot], state.setting.ground
    if here != state.at[slot] and enemy_zone(state, unit.seat) >> here & 1:
        return _must_stop(state, slot, here)
    if not ground.adjacent[here] >> there & 1:
        names = ground.ids
        text = say("{name} is not next to {hex}; a path names every hex entered", name=names[there], hex=names[here])
        return Reason(rule("II.D.5"), text, {"from": names[here], "to": names[there]})
    points = ground.step(unit.arm, here, there)
    if isinstance(points, Reason):
        return points
    if spent + points > unit.movement:
        return ground.short_of_points(here, there, points, unit.movement, spent)
    return _why_enemy_bars(state, unit.seat, there) if state.occupied[other(unit.seat)] >> there & 1 else points


def _checked_route(state: KassalaState, slot: Slot, path: tuple[str, ...]) -> MoveRoute | Reason:
    """The route along a named path, checked hex by hex, or why it is illegal."""
    ground = state.setting.ground
    here, spent = state.at[slot], 0
    for name in path:
        there = ground.index[name]
        points = step(state, slot, spent, here, there)
        if isinstance(points, Reason):
            return points
        here, spent = there, spent + points
    if closed_ends(state, ROSTER[slot].seat) >> here & 1:
        return _why_friend_bars(state, slot, here)
    return ground.route(slot, state.at[slot], tuple(ground.index[name] for name in path), spent)


def _why_blocked(state: KassalaState, slot: Slot, routes: tuple[MoveRoute, ...], closed: int, zone: int) -> Reason:
    """Why a unit cannot reach a hex now that is in reach on an empty map: other units are in the way.

    :param closed: the mask of hexes closed by the unit's own side.
    :param zone: the mask of hexes in enemy ZOCs.
    """
    seat = ROSTER[slot].seat
    enemy = state.occupied[other(seat)]
    end = routes[0].end
    if enemy >> end & 1:
        return _why_enemy_bars(state, seat, end)
    if closed >> end & 1:
        return _why_friend_bars(state, slot, end)
    index = state.setting.ground.index
    for route in routes:
        if not route.interior & enemy:
            first = next(index[name] for name in route.move.path if zone >> index[name] & 1)
            return _must_stop(state, slot, first)
    first = next(index[name] for name in routes[0].move.path if enemy >> index[name] & 1)
    return _why_enemy_bars(state, seat, first)


def _must_stop(state: KassalaState, slot: Slot, here: Hex) -> Reason:
    """The refusal to move on from a hex next to an enemy (II.D.10)."""
    ground = state.setting.ground
    enemies = state.units_in(ground.adjacent[here]) & SIDE_UNITS[other(ROSTER[slot].seat)]
    return _stop_refusal(ground.ids[here], enemies)


@lru_cache(MOST_CACHED_REFUSALS)
def _stop_refusal(name: str, enemies: int) -> Reason:
    return Reason(rule("II.D.10"), say("The unit must stop in {name}, next to {unit}", name=name,
                                       unit=ROSTER[slots_in(enemies)[0]].title),
                  {"stops_in": name, "next_to": list(ids(enemies))})


def _why_enemy_bars(state: KassalaState, seat: Seat, there: Hex) -> Reason:
    """The refusal to a unit of a seat to enter a hex with enemy units (II.D.9)."""
    return _enemy_refusal(state.setting.ground.ids[there], state.units_in(1 << there) & SIDE_UNITS[other(seat)])


@lru_cache(MOST_CACHED_REFUSALS)
def _enemy_refusal(name: str, units: int) -> Reason:
    return Reason(rule("II.D.9"), say("{unit} holds {name}; no unit may enter an enemy's hex",
                                      unit=ROSTER[slots_in(units)[0]].title, name=name),
                  {"place": name, "units": list(ids(units))})


def _why_friend_bars(state: KassalaState, slot: Slot, there: Hex) -> Reason:
    """The refusal to end a move in a hex with another unit of the same side (II.D.9, IV.A.2)."""
    units = state.units_in(1 << there) & SIDE_UNITS[ROSTER[slot].seat]
    return _friend_refusal(state.setting.ground.ids[there], units, state.setting.cannon_option)


@lru_cache(MOST_CACHED_REFUSALS)
def _friend_refusal(name: str, units: int, cannon_option: bool) -> Reason:
    values = {"place": name, "units": list(ids(units))}
    if cannon_option:
        occupant = ROSTER[slots_in(units & ~CANNONS)[0]].title
        return Reason(rule("IV.A.2"), say("{other} is in {name}; a hex holds three cannon and one other unit",
                                          other=occupant, name=name), values)
    return Reason(rule("II.D.9"), say("{unit} is in {name}; two units may not end in one hex",
                                      unit=ROSTER[slots_in(units)[0]].title, name=name), values)


def survey_moves(state: KassalaState, slot: Slot) -> dict[str, Offer]:
    """Hex id -> the offer to move a unit there, or the refusal, for every hex of the map.

    :param slot: a unit for which ``why_immobile`` is None.
    """
    ground = state.setting.ground
    here = state.at[slot]
    unit = ROSTER[slot].id
    seat = ROSTER[slot].seat
    enemy = state.occupied[other(seat)]
    zone = enemy_zone(state, seat)
    closed = closed_ends(state, seat)
    offers = dict(ground.refusals(slot, here))
    for bit, routes in ground.routes(slot, here):
        route = None if bit & (closed | enemy) else first_open_route(routes, zone, enemy)
        name = ground.ids[routes[0].end]
        offers[name] = route.offer if route is not None else Offer(
            Illegal((_why_blocked(state, slot, routes, closed, zone),)), None, (unit,), name)
    offers[ground.ids[here]] = Offer(Illegal((_why_already_there(state, slot),)), None, (unit,), ground.ids[here])
    return offers
