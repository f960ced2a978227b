"""Movement: costs, paths, entry and exit by the passes (9.0, 10.0, 13.0)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from game.board.hexgrid import Hex
from game.board.paths import Reach, reach
from game.core.indices import Slot, other
from game.core.message import say
from game.core.verdict import Illegal, Legal, Verdict
from game.rules.adua import commands, zones
from game.rules.adua.actions import MovePiece, OrderKind
from game.rules.adua.ground import AduaGround
from game.rules.adua.sides import CAVALRY, ITALIANS, Kind, refuse
from game.rules.adua.state import EXITED, WAITING, AduaPhase, AduaState, once
from game.rules.adua.units import ARRIVAL_TURN, CHIEF, COMBAT_UNITS, KIND, SEAT, SLOT, SLOTS, UNITS, name_of


class ReachField(NamedTuple):
    """The hexes that a kind of piece can reach from a node, including those where it may pass but not stay."""

    reach: Reach[int]
    """The points and the path to each node (``AduaGround.node``)."""
    costs: Mapping[Hex, int]
    """Hex -> the fewest movement points to it, in ascending order of points."""
    last_nodes: Mapping[Hex, int]
    """Hex -> the node in which the cheapest path to it ends."""
    path_names: Mapping[Hex, tuple[str, ...]]
    """Hex -> the names of the hexes of the cheapest path to it, without the start."""


@dataclass(frozen=True, slots=True)
class Reachable:
    """The hexes that a piece can reach."""

    points: Mapping[Hex, int]
    """Hex -> the fewest movement points to it; hexes where it may pass but not stay are left out."""
    exits: Mapping[Hex, int]
    """Pass hex -> the movement points to exit there."""
    field: ReachField
    """The reach before stacking, with the paths."""

    def path(self, place: Hex) -> tuple[Hex, ...]:
        """The cheapest path to a hex, without the start."""
        return tuple([Hex(node >> 1) for node in self.field.reach.path(self.field.last_nodes[place])])


class Limits(NamedTuple):
    """The limits of a piece's move by terrain and other pieces, as masks of hexes."""

    closed: int
    """Hexes that it may not enter: prohibited hexes and hexes with enemies."""
    forbidden_zones: int
    """Hexes in enemy ZOCs that it may not enter."""
    stops: int
    """Hexes in which its move must stop."""


def move_along(state: AduaState, slot: Slot, path: Iterable[Hex]) -> MovePiece:
    """The move of a piece along a path."""
    return MovePiece(UNITS[slot].id, tuple(state.ground.hexes[hex_] for hex_ in path))


AMPLE_POINTS = 102
"""Movement points that cover the 34 columns of the map at three each; used to tell how many a distant hex needs."""


def arrival_turn(state: AduaState, slot: Slot) -> int:
    """The first turn on which a waiting piece may enter; 0 if it is not waiting (4.0)."""
    return arrival_turn_at(slot, state.at[slot])


def arrival_turn_at(slot: Slot, place: Hex) -> int:
    """``arrival_turn`` for a piece at a given place."""
    if place != WAITING:
        return 0
    return ARRIVAL_TURN.get(slot, 0) or ARRIVAL_TURN.get(CHIEF[slot], 1)


def units_able_to_move(state: AduaState, slots: Iterable[Slot] = SLOTS[:COMBAT_UNITS]) -> list[Slot]:
    """The combat units among these pieces that may still move in this phase."""
    return [slot for slot in slots if slot < COMBAT_UNITS and why_no_move(state, slot) is None]


def why_no_move(state: AduaState, slot: Slot) -> Illegal | None:
    """Why a piece may not move now; None if it may."""
    unit, _, _, unit_name, *_ = UNITS[slot]
    if state.phase != AduaPhase.MOVE:
        return refuse("7.0", say("This is not a movement phase"))
    if SEAT[slot] != state.seat:
        return refuse("7.0", say("It is the other side's movement phase"), unit=unit)
    if state.at[slot] == WAITING:
        turn = arrival_turn(state, slot)
        if state.turn < turn:
            return refuse("4.0", say("{unit} arrives on turn {turn}", unit=unit_name, turn=turn), unit=unit, turn=turn)
    elif state.at[slot] < 0:
        return refuse("9.0", say("{unit} is not on the map", unit=unit_name), unit=unit)
    if state.moved >> slot & 1:
        return refuse("9.0", say("{unit} has moved", unit=unit_name), unit=unit)
    if state.declared and any(one == slot for one, _ in state.declared):
        return refuse("10.0", say("{unit} has already declared its attack", unit=unit_name), 9, unit=unit)
    if state.engaged >> slot & 1:
        return refuse("10.2", say("{unit} is in melee", unit=unit_name), unit=unit)
    order = state.order_of(slot) if slot < COMBAT_UNITS and SEAT[slot] == ITALIANS else None
    if order is not None and not commands.may_move(state, slot):
        text = say("{unit} may not move under its order, {order}", unit=unit_name,
                   order=commands.ORDER_TITLES[order.kind])
        return refuse("5.4" if order.kind == OrderKind.RALLY else "8.0", text, 5, unit=unit)
    return None


@once
def reachable(state: AduaState, slot: Slot, joined_melees: int = 0, extra_points: int = 0) -> Reachable:
    """The hexes that a piece can reach with its whole allowance. Of equally cheap paths, the one over the lowest hex
    numbers is used.

    :param joined_melees: the mask of melees that the piece may be brought into (12.0); its move must end in one.
    :param extra_points: movement points beyond the allowance.
    """
    ground, unit, here = state.ground, slot < COMBAT_UNITS, state.at[slot]
    allowance, limits = UNITS[slot].move + extra_points, _limits(state, slot, joined_melees)
    field = _reach_field(ground, KIND[slot], UNITS[slot].move, here, limits.closed | limits.forbidden_zones,
                         limits.stops, allowance)
    closed_to_end = ~joined_melees if joined_melees else state.occupied[SEAT[slot]] if unit else 0
    exits = {}
    if SEAT[slot] == ITALIANS and unit:
        spent = field.reach.points
        for place in ground.passes:
            cost = min(spent.get(node, allowance) for node in (2 * place, 2 * place + 1))
            if cost < allowance and (place == here or not limits.stops >> place & 1):
                exits[place] = cost + 1
        exits = dict(sorted(exits.items(), key=lambda each: (each[1], each[0])))
    return Reachable({place: cost for place, cost in field.costs.items() if not closed_to_end >> place & 1}, exits,
                     field)


@lru_cache(512)
def _reach_field(ground: AduaGround, kind: Kind, move: int, here: Hex, closed: int, stops: int,
                 allowance: int) -> ReachField:
    """The reach of a piece before stacking. Cached, because it stays the same while the enemy does not move and most
    pieces are asked about many times in a phase.

    :param closed: the mask of hexes that it may not enter.
    :param stops: the mask of hexes in which it must stop.
    """
    steps = ground.steps(kind, move)
    reached = reach((ground.node(here),), steps.rows, allowance, both_nodes(closed), both_nodes(stops) | steps.stops,
                    lowest=True)
    costs, last_nodes, path_names = dict[Hex, int](), dict[Hex, int](), dict[Hex, tuple[str, ...]]()
    paths: dict[int, tuple[str, ...]] = {}

    def path(node: int) -> tuple[str, ...]:
        """The names of the hexes of the cheapest path to a node, without the start."""
        names = paths.get(node)
        if names is None:
            before = reached.before.get(node)
            names = paths[node] = () if before is None else (*path(before), ground.hexes[node >> 1])
        return names

    for cost, node in sorted([(reached.points[node], node) for node in reached.before]):
        place = Hex(node >> 1)
        if place not in last_nodes:
            costs[place], last_nodes[place], path_names[place] = cost, node, path(node)
    return ReachField(reached, costs, last_nodes, path_names)


@once
def _limits(state: AduaState, slot: Slot, joined_melees: int) -> Limits:
    """The limits of a piece's move; the melees that it may be brought into are open to it, and it stops in them."""
    return Limits(zones.closed_hexes(state, slot) & ~joined_melees, zones.forbidden_zones(state, slot) & ~joined_melees,
                  zones.enemy_zones(state, SEAT[slot]) | joined_melees)


def step(
    state: AduaState, slot: Slot, node: int, spent: int, place: Hex, joined_melees: int = 0
) -> tuple[int, int] | Illegal:
    """The node that a piece reaches with the next hex of its path, and the movement points then spent, or why it may
    not enter that hex; must agree with ``reachable``.

    :param node: the node reached so far (``AduaGround.node``).
    :param spent: the movement points spent so far.
    :param joined_melees: as for ``reachable``.
    """
    limits, allowance = _limits(state, slot, joined_melees), UNITS[slot].move
    if spent and (refusal := _why_stopped(state, slot, Hex(node >> 1), joined_melees)) is not None:
        return refusal
    barred = (limits.closed | limits.forbidden_zones) >> place & 1
    for there, more in () if barred else state.ground.steps(KIND[slot], allowance).rows[node]:
        if there >> 1 == place:
            needed = spent + more if more >= 0 else max(spent + 1, -more)
            return (there, needed) if needed <= allowance else _short_of_points(state, place, needed, allowance)
    return _why_barred(state, slot, node, place, limits)


def _why_barred(state: AduaState, slot: Slot, node: int, place: Hex, limits: Limits) -> Illegal:
    """Why a piece may not enter a hex from another, whatever its movement points.

    :param node: the node of the hex that it is in (``AduaGround.node``).
    """
    ground, name = state.ground, state.ground.hexes[place]
    if node == ground.outside:
        if place not in ground.passes:
            return refuse("4.0", say("{place} is not a pass on the western edge", place=name), place=name)
    elif place not in ground.adjacent_hexes[node >> 1]:
        return refuse("9.0", say("{place} is not next to {other}", place=name, other=ground.hexes[node >> 1]),
                      place=name)
    closed = why_closed(state, slot, place) if limits.closed >> place & 1 else None
    return closed if closed is not None else _why_kept_out(state, slot, name)


def _short_of_points(state: AduaState, place: Hex, needed: int, left: int) -> Illegal:
    """The refusal of a hex that needs more movement points than are left."""
    text = say("Needs {needed} MP to reach {place}; has {left}", place=state.ground.hexes[place], needed=needed,
               left=left)
    return refuse("9.0", text, place=state.ground.hexes[place], needed=needed, left=left)


def _why_stopped(state: AduaState, slot: Slot, here: Hex, joined_melees: int) -> Illegal | None:
    """Why a piece must stop in a hex that it has entered; None if it may continue (9.0, rulings 7, 8 and 17).

    :param joined_melees: as for ``reachable``.
    """
    name = state.ground.hexes[here]
    if joined_melees >> here & 1:
        return refuse("12.0", say("{unit} stops in {place}: it joins the melee there", unit=name_of(slot), place=name),
                      17, place=name)
    if _limits(state, slot, joined_melees).stops >> here & 1:
        return refuse("9.0", say("{unit} stops in {place}: an enemy ZOC", unit=name_of(slot), place=name),
                      _ruling_for_pieces(slot), place=name)
    if state.ground.climbs[KIND[slot]][here] == "one":
        return refuse("9.0", say("{unit} stops in {place}: only one hex of this terrain a turn", unit=name_of(slot),
                                 place=name), 8, place=name)
    return None


def check_path(state: AduaState, slot: Slot, path: tuple[Hex, ...], off: bool, joined_melees: int = 0) -> Verdict:
    """Whether a piece may move along a path, hex by hex; the verdict has the cost in movement points.

    :param off: whether it then exits by the pass.
    :param joined_melees: as for ``reachable``.
    """
    node, spent = state.ground.node(state.at[slot]), 0
    for place in path:
        stepped = step(state, slot, node, spent, place, joined_melees)
        if isinstance(stepped, Illegal):
            return stepped
        node, spent = stepped
    here = path[-1] if path else state.at[slot]
    if off:
        return _check_exit(state, slot, here, spent, _why_stopped(state, slot, here, joined_melees) if spent else None)
    if slot < COMBAT_UNITS and state.occupied[SEAT[slot]] >> here & 1 and here != state.at[slot] and not joined_melees:
        return refuse("9.0", say("{place} is occupied: units do not stack", place=state.ground.hexes[here]),
                      place=state.ground.hexes[here])
    return Legal(cost=spent)


@lru_cache(2048)
def both_nodes(hexes: int) -> int:
    """The mask of both nodes of each hex of a mask."""
    return int(f"{hexes:b}".replace("0", "00").replace("1", "11"), 2)


def _why_kept_out(state: AduaState, slot: Slot, name: str) -> Illegal:
    """Why a piece may not enter a hex in an enemy ZOC."""
    if KIND[slot] == CAVALRY:
        return refuse("6.0", say("{place} is only in the ZOC of enemies in hexes closed to cavalry: no charge "
                                 "is possible", place=name), 23, place=name)
    number, ruling = commands.rule_against_entry(state, slot)
    order = state.order_of(slot)
    if order is None:
        text = say("{place} is in an enemy ZOC: {unit} has no order to attack", place=name, unit=name_of(slot))
    else:
        text = say("{place} is in an enemy ZOC: {unit} may not enter it under its order, {order}", place=name,
                   unit=name_of(slot), order=commands.ORDER_TITLES[order.kind])
    return refuse(number, text, ruling, place=name)


def _too_far(state: AduaState, slot: Slot, place: Hex, joined_melees: int) -> Illegal:
    """Why a piece cannot reach a hex that is not adjacent; of a reinforcement, a hex that is not a pass.

    :param joined_melees: as for ``reachable``.
    """
    name = state.ground.hexes[place]
    if not joined_melees >> place & 1:
        if (refusal := why_closed(state, slot, place)) is not None:
            return refusal
        if zones.forbidden_zones(state, slot) >> place & 1:
            return _why_kept_out(state, slot, name)
        if slot < COMBAT_UNITS and state.occupied[SEAT[slot]] >> place & 1:
            return refuse("9.0", say("{place} is occupied: units do not stack", place=name), place=name)
    points_left = UNITS[slot].move
    needed = reachable(state, slot, joined_melees, AMPLE_POINTS).points.get(place)
    if needed is None:
        return refuse("9.0", say("No path leads to {place} in one move: hills, enemy units or enemy ZOCs bar the way",
                                 place=name), place=name, left=points_left)
    return _short_of_points(state, place, needed, points_left)


def _ruling_for_pieces(slot: Slot) -> int | None:
    """The ruling that makes commanders and mules stop and stay out as units do (ruling 7); None for units."""
    return 7 if slot >= COMBAT_UNITS else None


def _check_exit(state: AduaState, slot: Slot, here: Hex, spent: int, stopped: Illegal | None) -> Verdict:
    """Whether a piece may exit from a hex, and at what cost in movement points (13.0, ruling 22).

    :param spent: the movement points spent so far.
    :param stopped: why it must stop in the hex, if it must.
    """
    if SEAT[slot] != ITALIANS or slot >= COMBAT_UNITS:
        return refuse("13.0", say("Only Italian combat units may exit by the passes"), 22)
    if here not in state.ground.passes:
        return refuse("13.0", say("{place} is not a pass on the western edge", place=state.ground.hexes[here]))
    if stopped is not None:
        return stopped
    if spent + 1 > UNITS[slot].move:
        return refuse("13.0", say("Needs {needed} MP to exit; has {left}", needed=spent + 1, left=UNITS[slot].move),
                      22, needed=spent + 1, left=UNITS[slot].move)
    return Legal(cost=spent + 1)


def why_closed(state: AduaState, slot: Slot, place: Hex) -> Illegal | None:
    """Why a piece may not enter a hex; None if it may."""
    name = state.ground.hexes[place]
    if state.ground.barred[KIND[slot]] >> place & 1:
        return refuse("9.0", say("{place} is prohibited to {kind}", place=name, kind=UNITS[slot].name), place=name)
    if state.occupied[other(SEAT[slot])] >> place & 1:
        return refuse("9.0", say("Enemy units are in {place}", place=name), _ruling_for_pieces(slot), place=name)
    return None


def check(state: AduaState, action: MovePiece, joined_melees: int = 0) -> Verdict:
    """Whether a piece may make a move; the verdict has the cost in movement points.

    :param joined_melees: as for ``reachable``.
    """
    ground = state.ground
    slot = SLOT[action.unit]
    refusal = why_no_move(state, slot) if not joined_melees else None
    if refusal is not None:
        return refusal
    if unknown := [name for name in action.path if name not in ground.index]:
        return refuse("9.0", say("{place} is not on the map", place=unknown[0]), place=unknown[0])
    full = full_path(state, slot, action, joined_melees)
    if not full and not action.off:
        return refuse("9.0", say("{unit} is already there", unit=name_of(slot)))
    here = state.at[slot]
    if len(full) == 1 and full[0] not in (ground.passes if here == WAITING else ground.adjacent_hexes[here]):
        return _too_far(state, slot, full[0], joined_melees)
    return check_path(state, slot, full, bool(action.off), joined_melees)


def full_path(state: AduaState, slot: Slot, action: MovePiece, joined_melees: int = 0) -> tuple[Hex, ...]:
    """The path of a move hex by hex, without the start. If the action names a single hex that is not adjacent, the
    cheapest path there, or only that hex if there is none; empty if it is the piece's own hex.

    :param joined_melees: as for ``reachable``.
    """
    path = tuple(state.ground.index[name] for name in action.path)
    here = state.at[slot]
    if len(path) == 1 and path[0] != here and (here == WAITING or path[0] not in state.ground.adjacent_hexes[here]):
        reachable_hexes = reachable(state, slot, joined_melees)
        if path[0] in (reachable_hexes.points if joined_melees else reachable_hexes.field.last_nodes):
            return reachable_hexes.path(path[0])
    if len(path) == 1 and path[0] == here:
        return ()
    return path


def apply_move(state: AduaState, action: MovePiece) -> AduaState:
    """The state after a legal move."""
    slot = SLOT[action.unit]
    full = full_path(state, slot, action)
    bit = 1 << slot
    if action.off:
        return replace(state.with_unit_at(slot, EXITED), exited=state.exited + state.value(slot),
                       moved=state.moved | bit, disorganized=state.disorganized & ~bit, low=state.low & ~bit,
                       entrenched=state.entrenched & ~bit)
    place = full[-1]
    in_enemy_zone = slot < COMBAT_UNITS and zones.enemy_zones(state, SEAT[slot]) >> place & 1
    return replace(state.with_unit_at(slot, place), moved=state.moved | bit, entrenched=state.entrenched & ~bit,
                   entered=state.entered | bit if in_enemy_zone else state.entered)


def moves(state: AduaState, slot: Slot) -> list[MovePiece]:
    """Every move of a piece: to each hex in reach by the cheapest path, and off the map by each pass."""
    if why_no_move(state, slot) is not None:
        return []
    reached, here, unit = reachable(state, slot), state.at[slot], UNITS[slot].id
    paths = reached.field.path_names
    return [*[MovePiece(unit, paths[place]) for place in reached.points if place != here],
            *(MovePiece(unit, paths[place] if place != here else (), "off") for place in reached.exits)]
