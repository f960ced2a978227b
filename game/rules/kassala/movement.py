"""Movement (II.D): which units may move, where, at what cost, and why not elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from game.board.hexgrid import Hex, hexes_in
from game.core.action import Action
from game.core.batch import StillToDo
from game.core.decision import Done
from game.core.indices import Seat, Slot, other, slots_in
from game.core.message import Text, plural, say
from game.core.offer import CatchAll, Offer
from game.core.verdict import Illegal, IllegalAction, Reason, Verdict
from game.rules.kassala.actions import EndMovement, KassalaMove
from game.rules.kassala.decisions import KassalaDecision
from game.rules.kassala.play import next_step
from game.rules.kassala.sequence import SEQUENCE, KassalaPhase
from game.rules.kassala.state import KassalaState, enemy_zone
from game.rules.kassala.terrain import MoveRoute
from game.rules.kassala.units import ADJECTIVES, CANNONS, MOSLEM, ROSTER, SIDE, SLOT, KassalaUnit, ids, refuse, rule

_END = EndMovement()


class Movement(KassalaDecision):
    """A movement phase: each unit moves once, along one route (II.D)."""

    name = KassalaPhase.MOVEMENT
    rule = rule("II.D.1")
    asks = say("Move as many units as you wish, each once")
    mode = "move"

    def main(self, state: KassalaState) -> tuple[Action, Text]:
        return EndMovement(), say("End movement")

    def still_to_do(self, state: KassalaState) -> tuple[StillToDo, ...]:
        free = tuple(dict.fromkeys(unit for move in all_moves(state) for unit in move.units))
        return (StillToDo(plural("{count} unit can move", "{count} units can move", len(free)), free),) if free else ()

    def candidates(self, state: KassalaState) -> list[Action]:
        found = all_moves(state)
        found.append(_END)
        return found

    def check(self, state: KassalaState, action: Action) -> Verdict:
        """The verdict on an action; that on a legal move has its cost."""
        if not isinstance(action, KassalaMove):
            return super().check(state, action)
        found = find_route(state, action)
        return Illegal((found,)) if isinstance(found, Reason) else found.legal

    def why_not(self, state: KassalaState, action: Action) -> Reason | None:
        match action:
            case KassalaMove():
                found = find_route(state, action)
                return found if isinstance(found, Reason) else None
            case EndMovement():
                return None
        return super().why_not(state, action)

    def play(self, state: KassalaState, action: Action) -> Done[KassalaState]:
        """The state after an action; the route of a move is searched for only once."""
        if not isinstance(action, KassalaMove):
            return super().play(state, action)
        found = find_route(state, action)
        if isinstance(found, Reason):
            raise IllegalAction(action, Illegal((found,)))
        return move_along(state, SLOT[action.unit], found)

    def apply(self, state: KassalaState, action: Action) -> Done[KassalaState]:
        return self.play(state, action) if isinstance(action, KassalaMove) else next_step(state)

    def selectable(self, state: KassalaState) -> int:
        return sum(1 << slot for slot, _ in free_units(state, enemy_zone(state, state.now.seat)))

    def offers_for_units(self, state: KassalaState, picked: tuple[str, ...]) -> Iterable[Offer]:
        slot = SLOT[picked[0]]
        fixed = why_fixed(state, slot)
        return (survey_moves(state, slot).values() if fixed is None
                else [CatchAll(Illegal((fixed,)), units=picked[:1])])

    def why_own_unit_idle(self, state: KassalaState, unit: KassalaUnit) -> Reason:
        fixed = why_fixed(state, unit.slot)
        assert fixed is not None
        return fixed


def move_along(state: KassalaState, slot: Slot, route: MoveRoute) -> Done[KassalaState]:
    """The state after a unit moves along a route, and its events (II.D)."""
    setting, turn, step, at, occupied, before, _, _, _ = state
    seat = SEQUENCE[step].seat
    origin, end = at[slot], route.end
    places = list(at)
    places[slot] = end
    own = occupied[seat] | 1 << end
    if origin not in places:
        own &= ~(1 << origin)
    both = (own, occupied[1]) if seat == MOSLEM else (occupied[0], own)
    return KassalaState(setting, turn, step, tuple(places), both, before | 1 << slot), route.events


def closed_ends(state: KassalaState, slot: Slot) -> int:
    """The mask of hexes in which a unit may not end its move because of friends (II.D.9; with cannon, IV.A.2)."""
    seat = ROSTER[slot].seat
    if not state.setting.cannon:
        return state.occupied[seat]
    return state.hexes_of(SIDE[seat] & ~CANNONS)


def why_fixed(state: KassalaState, slot: Slot) -> Reason | None:
    """Why a unit may not move at all now; None if it may."""
    unit = ROSTER[slot]
    here = state.at[slot]
    if unit.seat != state.now.seat:
        return Reason(state.now.rule, say("{unit} is not a {side} unit and may not move now", unit=unit.title,
                                          side=ADJECTIVES[state.now.seat]),
                      {"unit": unit.id})
    if here < 0:
        return Reason(rule("II.D.15"), say("{unit} is not on the map", unit=unit.title), {"unit": unit.id})
    if unit.movement == 0:
        return Reason(rule("II.D.14"), say("Cannon may never be moved"), {"unit": unit.id, "movement": 0})
    if state.moved >> slot & 1:
        text = say("{unit} has moved this turn; a finished move cannot be changed", unit=unit.title)
        return Reason(rule("II.D.16", 16), text, {"unit": unit.id})
    if enemy_zone(state, unit.seat) >> here & 1:
        near = state.units_in(state.setting.ground.adjacent[here]) & SIDE[other(unit.seat)]
        names = tuple(ROSTER[i].title for i in slots_in(near))
        return Reason(rule("II.D.11"), say("{unit} is next to {names} and may not move away", unit=unit.title,
                                           names=names),
                      {"unit": unit.id, "next_to": [ROSTER[i].id for i in slots_in(near)]})
    return None


def free_units(state: KassalaState, zone: int) -> list[tuple[Slot, Hex]]:
    """The units that may move, each with its hex; must agree with ``why_fixed``.

    :param zone: the mask of hexes in enemy ZOCs.
    """
    at, mobile = state.at, SIDE[SEQUENCE[state.step].seat] & ~CANNONS & ~state.moved
    return [(slot, at[slot]) for slot in slots_in(mobile) if at[slot] >= 0 and not zone >> at[slot] & 1]


def all_moves(state: KassalaState) -> list[Action]:
    """Every legal move in canonical form: one for each unit and end hex."""
    seat = SEQUENCE[state.step].seat
    occupied = state.occupied
    enemy = occupied[other(seat)]
    zone = enemy_zone(state, seat)
    routes_of = state.setting.ground.routes
    moves: list[Action] = []
    add = moves.append
    closed = (occupied[seat] if not state.setting.cannon else state.hexes_of(SIDE[seat] & ~CANNONS)) | enemy
    for slot, here in free_units(state, zone):
        for bit, routes in routes_of(slot, here):
            if not bit & closed:
                for route in routes:
                    if not (route[4] & zone or route[3] & enemy):
                        add(route[0])
                        break
    return moves


def find_route(state: KassalaState, move: KassalaMove) -> MoveRoute | Reason:
    """The route of a move, or why the move is illegal."""
    slot = SLOT[move.unit]
    fixed = why_fixed(state, slot)
    if fixed is not None:
        return fixed
    ground = state.setting.ground
    for name in move.path:
        if name not in ground.index:
            return refuse("II.D.15", say("There is no hex {name} on this map", name=name), place=name)
    end = ground.index[move.path[-1]]
    if end == state.at[slot]:
        return refuse("II.D.2", say("{unit} is already in {place}", unit=ROSTER[slot].title, place=move.path[-1]), 15,
                      place=move.path[-1])
    if len(move.path) == 1:
        return _open_route(state, slot, end, None) or _why_not(state, slot, end)
    path = move.path[move.path[0] == ground.ids[state.at[slot]]:]
    return _open_route(state, slot, end, path) or _checked_route(state, slot, path)


def _open_route(state: KassalaState, slot: Slot, end: Hex, path: tuple[str, ...] | None) -> MoveRoute | None:
    """The unblocked route along a path, or the first one if only the end is given; None if there is none."""
    seat = ROSTER[slot].seat
    enemy = state.occupied[other(seat)]
    if (closed_ends(state, slot) | enemy) >> end & 1:
        return None
    zone = enemy_zone(state, seat)
    for route in state.setting.ground.routes_to(slot, state.at[slot], end):
        if not (route.interior & zone or route.whole & enemy) and (path is None or route.move.path == path):
            return route
    return None


def _why_not(state: KassalaState, slot: Slot, end: Hex) -> Reason:
    ground = state.setting.ground
    routes = ground.routes_to(slot, state.at[slot], end)
    if routes:
        zone = enemy_zone(state, ROSTER[slot].seat)
        return _why_blocked(state, slot, routes, closed_ends(state, slot), zone)
    verdict = ground.refusals(slot, state.at[slot])[ground.ids[end]].verdict
    assert isinstance(verdict, Illegal)
    return verdict.reasons[0]


def step(state: KassalaState, slot: Slot, spent: int, here: Hex, there: Hex) -> int | Reason:
    """The movement points for a unit to enter a hex from another, at which it has spent this many, or why it may
    not."""
    unit, ground = ROSTER[slot], state.setting.ground
    if here != state.at[slot] and enemy_zone(state, unit.seat) >> here & 1:
        return _must_stop(state, slot, here)
    if not ground.adjacent[here] >> there & 1:
        ids = ground.ids
        text = say("{name} is not next to {hex}; a path names every hex entered", name=ids[there], hex=ids[here])
        return Reason(rule("II.D.5"), text, {"from": ids[here], "to": ids[there]})
    points = ground.step(unit.arm, here, there)
    if isinstance(points, Reason):
        return points
    if spent + points > unit.movement:
        return ground.short_of_points(here, there, points, unit.movement, spent)
    return _enemy_there(state, unit.seat, there) if state.occupied[other(unit.seat)] >> there & 1 else points


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
    if closed_ends(state, slot) >> here & 1:
        return _friend_there(state, slot, here)
    return ground.route(slot, state.at[slot], tuple(ground.index[name] for name in path), spent)


def _why_blocked(state: KassalaState, slot: Slot, routes: tuple[MoveRoute, ...], closed: int, zone: int) -> Reason:
    """Why a hex that is in reach on an empty map is closed by other units."""
    seat = ROSTER[slot].seat
    enemy = state.occupied[other(seat)]
    end = routes[0].end
    if enemy >> end & 1:
        return _enemy_there(state, seat, end)
    if closed >> end & 1:
        return _friend_there(state, slot, end)
    for route in routes:
        if not route.interior & enemy:
            index = state.setting.ground.index
            first = next(index[name] for name in route.move.path if zone >> index[name] & 1)
            return _must_stop(state, slot, first)
    blocked = routes[0].interior & enemy
    return _enemy_there(state, seat, hexes_in(blocked)[0])


def _must_stop(state: KassalaState, slot: Slot, here: Hex) -> Reason:
    ground = state.setting.ground
    return _stop(ground.ids[here], state.units_in(ground.adjacent[here]) & SIDE[other(ROSTER[slot].seat)])


@lru_cache(4096)
def _stop(name: str, enemies: int) -> Reason:
    return Reason(rule("II.D.10"), say("The unit must stop in {name}, next to {unit}", name=name,
                                       unit=ROSTER[slots_in(enemies)[0]].title),
                  {"stops_in": name, "next_to": list(ids(enemies))})


def _enemy_there(state: KassalaState, seat: Seat, there: Hex) -> Reason:
    return _held(state.setting.ground.ids[there], state.units_in(1 << there) & SIDE[other(seat)])


@lru_cache(4096)
def _held(name: str, units: int) -> Reason:
    return Reason(rule("II.D.9"), say("{unit} holds {name}; no unit may enter an enemy's hex",
                                      unit=ROSTER[slots_in(units)[0]].title, name=name),
                  {"place": name, "units": list(ids(units))})


def _friend_there(state: KassalaState, slot: Slot, there: Hex) -> Reason:
    units = state.units_in(1 << there) & SIDE[ROSTER[slot].seat]
    return _full(state.setting.ground.ids[there], units, state.setting.cannon)


@lru_cache(4096)
def _full(name: str, units: int, cannon: bool) -> Reason:
    values = {"place": name, "units": list(ids(units))}
    if cannon:
        other = ROSTER[slots_in(units & ~CANNONS)[0]].title
        return Reason(rule("IV.A.2"), say("{other} is in {name}; a hex holds three cannon and one other unit",
                                          other=other, name=name), values)
    return Reason(rule("II.D.9"), say("{unit} is in {name}; two units may not end in one hex",
                                      unit=ROSTER[slots_in(units)[0]].title, name=name), values)


def survey_moves(state: KassalaState, slot: Slot) -> dict[str, Offer]:
    """Hex -> the offer to move a unit there, or the refusal. The unit may move."""
    ground = state.setting.ground
    here = state.at[slot]
    unit = ROSTER[slot].id
    seat = ROSTER[slot].seat
    enemy = state.occupied[other(seat)]
    zone = enemy_zone(state, seat)
    closed = closed_ends(state, slot) | enemy
    offers = dict(ground.refusals(slot, here))
    for bit, routes in ground.routes(slot, here):
        legal_offer: Offer | None = None
        if not bit & closed:
            for route in routes:
                if not (route.interior & zone or route.whole & enemy):
                    legal_offer = route.offer
                    break
        name = ground.ids[routes[0].end]
        offers[name] = legal_offer or Offer(Illegal((_why_blocked(state, slot, routes, closed, zone),)), None,
                                            (unit,), name)
    stands = Reason(rule("II.D.2"), say("{unit} is here already", unit=ROSTER[slot].title))
    offers[ground.ids[here]] = Offer(Illegal((stands,)), None, (unit,), ground.ids[here])
    return offers
