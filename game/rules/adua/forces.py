"""Forces that move together, of a chief, a brigade or a regiment: their list, and the destination of each piece (3.0,
9.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.board.hexgrid import Hex
from game.core.action import Action
from game.core.batch import GroupMarch
from game.core.indices import Slot, other
from game.core.message import Text, joined, plural, say
from game.core.overview import CommandLine, OverviewLine
from game.rules.adua import movement, zones
from game.rules.adua.actions import MovePiece
from game.rules.adua.aiming import ARTILLERY_RANGE
from game.rules.adua.sides import ABYSSINIANS, ARTILLERY
from game.rules.adua.state import WAITING, AduaState
from game.rules.adua.units import (
    CHIEF,
    COLONELS,
    COLOURS,
    COMBAT_UNITS,
    GENERALS,
    KIND,
    MULE_SLOTS,
    OF_BRIGADE,
    OF_CHIEF,
    SLOT,
    STRIPE,
    UNITS,
    name_of,
)

Axial = tuple[int, int]
CAN_MOVE, NONE_CAN_MOVE = say("{force}; can move", force=""), say("{force}; none left to move", force="")


def lines(state: AduaState) -> Iterator[OverviewLine]:
    """The lines of the moving side's forces, each with the number of combat units that can still move; a regiment's
    line is below its brigade's."""
    if state.seat == ABYSSINIANS:
        for chief, stripe in STRIPE.items():
            yield from _line(state, chief, (chief, *OF_CHIEF[chief]), stripe, "")
        return
    for brigade, general in enumerate(GENERALS):
        colonels = [one for one in COLONELS if CHIEF[one] == general]
        trains = [one for one in MULE_SLOTS if UNITS[one].brigade == brigade]
        yield from _line(state, general, (general, *colonels, *OF_BRIGADE[brigade], *trains), COLOURS[brigade], "")
        for colonel in colonels:
            yield from _line(state, colonel, (colonel, *OF_CHIEF[colonel]), COLOURS[brigade], UNITS[general].id)


def _off_map(waiting: int, units: int) -> Text:
    """How many of a command's units wait off the map."""
    if not waiting:
        return ""
    if waiting == units:
        return plural("off the map", "all off the map", units)
    return plural("{count} of them off the map", "{count} of them off the map", waiting)


def _line(state: AduaState, leader: Slot, slots: Sequence[Slot], colour: str, parent: str) -> Iterator[OverviewLine]:
    present = [slot for slot in slots if state.at[slot] >= 0 or 0 < movement.arrival_turn(state, slot) <= state.turn]
    if not present:
        return
    able = any(movement.why_no_move(state, slot) is None for slot in present)
    units = sum(slot < COMBAT_UNITS for slot in present)
    waiting = sum(slot < COMBAT_UNITS and state.at[slot] == WAITING for slot in present)
    subtitle: Text = joined((plural("{count} unit", "{count} units", units) if units else "", _off_map(waiting, units),
                             "" if state.alive(leader) or state.at[leader] == WAITING else say("no commander")))
    able_pieces = len(movement.able_to_move(state, present))
    if units:
        subtitle = (CAN_MOVE if able_pieces else NONE_CAN_MOVE).with_values(force=subtitle)
    value = f"{able_pieces}/{units}" if units else ""
    yield CommandLine(UNITS[leader].id, name_of(leader), tuple(UNITS[slot].id for slot in present), (), colour,
                      subtitle,
                      value=value, progress="" if able else "done",
                      layers_unit=UNITS[leader].id if state.alive(leader) else "", parent=parent,
                      indent=1 if parent else 0,
                      marches=able)


class ForceMarch(GroupMarch[AduaState]):
    """The moves of a whole force at once."""

    def march(self, state: AduaState, units: Sequence[str], place: str) -> tuple[Action, ...]:
        """The moves of the pieces that can move, those in front first: each moves as near as possible to its place in
        the present formation, shifted with the first piece on the map. None enters an enemy ZOC.

        If enemies are in the target hex, units that can attack them move next to them, as far as there is room; the
        others move as near as possible. Commanders and mules move last, and to units of the force rather than nearer
        but alone; a commander prefers its own units.
        """
        ground = state.ground
        slots = [SLOT[name] for name in units if movement.why_no_move(state, SLOT[name]) is None]
        if state.top is not None or not slots or place not in ground.index:
            return ()
        there = ground.index[place]
        attacked = bool(state.occupied[other(state.seat)] & ~state.melees & 1 << there)
        goals = dict.fromkeys(slots, ground.board.grid.axial(place)) if attacked else _goals(state, units, place)
        marched: list[MovePiece] = []

        def away(slot: Slot, start: AduaState = state) -> int:
            """Hexes from a piece to the target; for a piece yet to enter, more than for any other."""
            return ground.distance(start.at[slot], there) if start.at[slot] >= 0 else len(ground.hexes)

        for slot in sorted(slots, key=lambda one: (one >= COMBAT_UNITS, away(one),
                                                   -state.value(one) if one < COMBAT_UNITS else 0, one)):
            end = _attack_hex(state, slot, there) if attacked and slot < COMBAT_UNITS else None
            if end is None:
                end = _nearest_to_goal(state, slot, goals[slot], _preferred_hexes(state, slot, units))
            if end is None or end == state.at[slot]:
                continue
            move = movement.move_along(state, slot, movement.reachable(state, slot).path(end))
            marched.append(move)
            state = movement.apply_move(state, move)
        return tuple(marched)


def _goals(state: AduaState, units: Sequence[str], place: str) -> dict[Slot, Axial]:
    """Piece -> its destination if all pieces moved in the same direction and as far as the first one on the map."""
    ground = state.ground
    axial = ground.board.grid.axial
    aim, slots = axial(place), [SLOT[name] for name in units]
    leader = next((slot for slot in slots if state.at[slot] >= 0), None)
    start = axial(ground.hexes[state.at[leader]]) if leader is not None else aim
    spots = {slot: axial(ground.hexes[state.at[slot]]) if state.at[slot] >= 0 else start for slot in slots}
    return {slot: (q + aim[0] - start[0], r + aim[1] - start[1]) for slot, (q, r) in spots.items()}


def _nearest_to_goal(state: AduaState, slot: Slot, goal: Axial, keeps: Sequence[set[Hex]]) -> Hex | None:
    """The hex outside enemy ZOCs that is nearest to a piece's goal, preferring the hexes in ``keeps``; None to stay."""
    ground = state.ground
    ways, enemy_zones, here = movement.reachable(state, slot), zones.enemy_zones(state, state.seat), state.at[slot]

    def away(hex_: Hex) -> tuple[int, int]:
        strays = next((number for number, hexes in enumerate(keeps) if hex_ in hexes), len(keeps))
        return strays, _distance(ground.board.grid.axial(ground.hexes[hex_]), goal)

    ends = [(away(hex_), points, hex_) for hex_, points in ways.points.items()
            if not enemy_zones >> hex_ & 1 or hex_ in state.units_in]
    if not ends or (here >= 0 and min(ends)[0] >= away(here)):
        return None
    return min(ends)[2]


def _attack_hex(state: AduaState, slot: Slot, target: Hex) -> Hex | None:
    """The hex from which a unit attacks an enemy hex: next to it with the fewest other enemies adjacent, on high ground
    if possible; for a battery, in range outside enemy ZOCs. Its own hex if it can attack from there; None if no hex is
    in reach."""
    ground = state.ground
    kind, here, ways = KIND[slot], state.at[slot], movement.reachable(state, slot)
    enemy_zones, enemies = zones.enemy_zones(state, state.seat), state.occupied[other(state.seat)] & ~state.melees
    if kind in ARTILLERY:
        reach = [hex_ for hex_ in (here, *ways.points) if hex_ >= 0 and not enemy_zones >> hex_ & 1
                 and ground.distance(hex_, target) <= ARTILLERY_RANGE[state.seat] and ground.clear(hex_, target)]
        return min(reach, key=lambda hex_: (ways.points.get(hex_, 0), hex_), default=None)
    beside = [hex_ for hex_ in (here, *ways.points) if hex_ >= 0 and ground.zones[kind][hex_] >> target & 1]
    return min(beside, key=lambda hex_: (hex_ != here, (ground.adjacent[hex_] & enemies).bit_count(),
                                         -ground.level[hex_], ways.points.get(hex_, 0), hex_), default=None)


def _preferred_hexes(state: AduaState, slot: Slot, units: Sequence[str]) -> tuple[set[Hex], ...]:
    """Sets of hexes in one of which a commander or mule should end its move, the best first; empty for a combat
    unit."""
    if slot < COMBAT_UNITS:
        return ()
    force = [one for one in (SLOT[name] for name in units) if one < COMBAT_UNITS and state.at[one] >= 0]
    own = [one for one in force if CHIEF[one] == slot]
    return {state.at[one] for one in own}, {state.at[one] for one in force}, set(state.units_in)


def _distance(a: tuple[int, int], b: tuple[int, int]) -> int:
    """The distance in hexes between two places in axial coordinates."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))
