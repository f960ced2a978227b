"""The forces of an Abyssinian commander, a brigade or a colonel: their list in the movement phase, and moves of a whole
force at once (3.0, 9.0)."""

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
    BRIGADE_COLOURS,
    CHIEF,
    COLONELS,
    COMBAT_UNITS,
    GENERALS,
    KIND,
    MULE_SLOTS,
    SLOT,
    STRIPE_COLOUR,
    UNITS,
    UNITS_OF_BRIGADE,
    UNITS_OF_CHIEF,
    name_of,
)

Axial = tuple[int, int]
"""A hex in axial coordinates (q, r)."""
OTHERS_CAN_MOVE = {
    (1, False): say("{force}; commander can move", force=""),
    (2, False): say("{force}; commanders can move", force=""),
    (0, True): say("{force}; mules can move", force=""),
    (1, True): say("{force}; commander and mules can move", force=""),
    (2, True): say("{force}; commanders and mules can move", force=""),
}
"""The number of a force's commanders that can still move, 2 for several, and whether mules can -> its subtitle if none
of its units can, but one of these."""


def lines(state: AduaState) -> Iterator[OverviewLine]:
    """The lines of the moving side's forces, each with the number of combat units that can still move; a colonel's line
    is below that of the brigade."""
    if state.seat == ABYSSINIANS:
        for chief, stripe in STRIPE_COLOUR.items():
            yield from _line(state, chief, (chief, *UNITS_OF_CHIEF[chief]), stripe, "")
        return
    for brigade, general in enumerate(GENERALS):
        colonels = [one for one in COLONELS if CHIEF[one] == general]
        trains = [one for one in MULE_SLOTS if UNITS[one].brigade == brigade]
        colour = BRIGADE_COLOURS[brigade]
        yield from _line(state, general, (general, *colonels, *UNITS_OF_BRIGADE[brigade], *trains), colour, "")
        for colonel in colonels:
            yield from _line(state, colonel, (colonel, *UNITS_OF_CHIEF[colonel]), colour, UNITS[general].id)


def _off_map(waiting: int, units: int) -> Text:
    """How many of a force's units wait off the map; empty for none."""
    if not waiting:
        return ""
    if waiting == units:
        return plural("off the map", "all off the map", units)
    return plural("{count} off the map", "{count} off the map", waiting)


def _line(state: AduaState, leader: Slot, slots: Sequence[Slot], colour: str, parent: str) -> Iterator[OverviewLine]:
    """The line of a force; none if all its pieces are gone or arrive later.

    :param slots: its pieces, the leader among them.
    :param parent: the id of the leader whose line it is below; empty for none.
    """
    present = [slot for slot in slots if state.at[slot] >= 0 or 0 < movement.arrival_turn(state, slot) <= state.turn]
    if not present:
        return
    able = [slot for slot in present if movement.why_no_move(state, slot) is None]
    units = sum(slot < COMBAT_UNITS for slot in present)
    waiting = sum(slot < COMBAT_UNITS and state.at[slot] == WAITING for slot in present)
    strength = sum(state.value(slot) for slot in present if slot < COMBAT_UNITS and state.at[slot] >= 0)
    subtitle: Text = joined((plural("{count} unit", "{count} units", units) if units else "", _off_map(waiting, units),
                             say("combat value {sum}", sum=strength) if strength else "",
                             "" if state.is_on_map(leader) or state.at[leader] == WAITING else say("no commander")))
    units_to_move = sum(slot < COMBAT_UNITS for slot in able)
    if units and able and not units_to_move:
        have_mules = any(slot in MULE_SLOTS for slot in able)
        commanders = sum(slot >= COMBAT_UNITS and slot not in MULE_SLOTS for slot in able)
        subtitle = OTHERS_CAN_MOVE[min(commanders, 2), have_mules].with_values(force=subtitle)
    value = f"{units_to_move}/{units}" if units else ""
    yield CommandLine(UNITS[leader].id, name_of(leader), tuple(UNITS[slot].id for slot in present), (), colour,
                      subtitle,
                      value=value, progress="" if able else "done",
                      layers_unit=UNITS[leader].id if state.is_on_map(leader) else "", parent=parent,
                      indent=1 if parent else 0,
                      marches=bool(able))


class ForceMarch(GroupMarch[AduaState]):
    """The moves of a whole force at once."""

    def march(self, state: AduaState, units: Sequence[str], place: str) -> tuple[Action, ...]:
        """The moves of the pieces that can move, each as near as possible to its goal. The units nearest to the target
        hex move first, commanders and mules last.

        Without enemies in the target hex, the force keeps its formation: the first piece on the map goes to the hex,
        the others as far in the same direction. If enemies are there, the hex is the goal of all pieces, and units move
        to hexes from which they can attack, as far as there is room. Other units do not enter enemy ZOCs.

        Commanders and mules go to units of the force rather than nearer but alone, a commander to its own units first;
        they enter an enemy ZOC only to join a friendly unit.
        """
        ground = state.ground
        slots = [SLOT[name] for name in units if movement.why_no_move(state, SLOT[name]) is None]
        if state.top is not None or not slots or place not in ground.index:
            return ()
        target = ground.index[place]
        is_attack = bool(state.occupied[other(state.seat)] & ~state.melees & 1 << target)
        goals = dict.fromkeys(slots, ground.board.grid.axial(place)) if is_attack else _goals(state, units, place)
        moves: list[MovePiece] = []

        def distance(slot: Slot, start: AduaState = state) -> int:
            """Hexes from a piece to the target; for a piece yet to enter, more than for any other."""
            return ground.distance(start.at[slot], target) if start.at[slot] >= 0 else len(ground.hexes)

        for slot in sorted(slots, key=lambda one: (one >= COMBAT_UNITS, distance(one),
                                                   -state.value(one) if one < COMBAT_UNITS else 0, one)):
            end = _attack_hex(state, slot, target) if is_attack and slot < COMBAT_UNITS else None
            if end is None:
                end = _nearest_to_goal(state, slot, goals[slot], _preferred_hexes(state, slot, units))
            if end is None or end == state.at[slot]:
                continue
            move = movement.move_along(state, slot, movement.reachable(state, slot).path(end))
            moves.append(move)
            state = movement.apply_move(state, move)
        return tuple(moves)


def _goals(state: AduaState, units: Sequence[str], place: str) -> dict[Slot, Axial]:
    """Piece -> its destination if all pieces move in the same direction and as far as the first one on the map, which
    moves to ``place``."""
    ground = state.ground
    axial = ground.board.grid.axial
    goal, slots = axial(place), [SLOT[name] for name in units]
    first = next((slot for slot in slots if state.at[slot] >= 0), None)
    start = axial(ground.hexes[state.at[first]]) if first is not None else goal
    places = {slot: axial(ground.hexes[state.at[slot]]) if state.at[slot] >= 0 else start for slot in slots}
    return {slot: (q + goal[0] - start[0], r + goal[1] - start[1]) for slot, (q, r) in places.items()}


def _nearest_to_goal(state: AduaState, slot: Slot, goal: Axial, preferred: Sequence[set[Hex]]) -> Hex | None:
    """The hex nearest to a piece's goal, outside enemy ZOCs or, for a commander or mules, with a friendly unit; None to
    stay.

    :param preferred: sets of hexes that come before all others, the best set first (``_preferred_hexes``).
    """
    ground = state.ground
    reached, enemy_zones, here = movement.reachable(state, slot), zones.enemy_zones(state, state.seat), state.at[slot]

    def rank(hex_: Hex) -> tuple[int, int]:
        """The number of the first preferred set that contains a hex, then the distance from the hex to the goal."""
        set_number = next((number for number, hexes in enumerate(preferred) if hex_ in hexes), len(preferred))
        return set_number, _distance(ground.board.grid.axial(ground.hexes[hex_]), goal)

    ends = [(rank(hex_), points, hex_) for hex_, points in reached.points.items()
            if not enemy_zones >> hex_ & 1 or hex_ in state.units_in]
    if not ends or (here >= 0 and min(ends)[0] >= rank(here)):
        return None
    return min(ends)[2]


def _attack_hex(state: AduaState, slot: Slot, target: Hex) -> Hex | None:
    """The hex from which a unit attacks an enemy hex: adjacent to it, with the fewest other enemies adjacent, on high
    ground if possible; for a battery, in range and outside enemy ZOCs. It is the unit's own hex if the unit can attack
    from there; None if there is no such hex in reach."""
    ground = state.ground
    kind, here, reached = KIND[slot], state.at[slot], movement.reachable(state, slot)
    enemy_zones, enemies = zones.enemy_zones(state, state.seat), state.occupied[other(state.seat)] & ~state.melees
    if kind in ARTILLERY:
        in_range = [hex_ for hex_ in (here, *reached.points) if hex_ >= 0 and not enemy_zones >> hex_ & 1
                    and ground.distance(hex_, target) <= ARTILLERY_RANGE[state.seat] and ground.clear(hex_, target)]
        return min(in_range, key=lambda hex_: (reached.points.get(hex_, 0), hex_), default=None)
    adjacent = [hex_ for hex_ in (here, *reached.points) if hex_ >= 0 and ground.zones[kind][hex_] >> target & 1]
    return min(adjacent, key=lambda hex_: (hex_ != here, (ground.adjacent[hex_] & enemies).bit_count(),
                                         -ground.level[hex_], reached.points.get(hex_, 0), hex_), default=None)


def _preferred_hexes(state: AduaState, slot: Slot, units: Sequence[str]) -> tuple[set[Hex], ...]:
    """Sets of hexes in one of which a commander or mule should end its move, the best first; empty for a combat
    unit."""
    if slot < COMBAT_UNITS:
        return ()
    force = [one for one in (SLOT[name] for name in units) if one < COMBAT_UNITS and state.at[one] >= 0]
    own = [one for one in force if CHIEF[one] == slot]
    return {state.at[one] for one in own}, {state.at[one] for one in force}, set(state.units_in)


def _distance(a: Axial, b: Axial) -> int:
    """The distance in hexes between two places, of which either may be off the map."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))
