"""Positions of a game as JSON values: writing, reading and checking them. Impossible ones are refused with a reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from operator import or_
from typing import Annotated, Any, ClassVar, NamedTuple

from game.board.hexgrid import Hex, hexes_in
from game.core.field_types import Between, Key, Names
from game.core.fields import Fields
from game.core.indices import Seat, Slot, slots_in
from game.core.message import say
from game.core.position_checks import need, not_expected
from game.rules.adua import aiming, commands, phases, smallarms, victory
from game.rules.adua.actions import ALL_REMAINING
from game.rules.adua.combats import CombatRoll, CommanderCasualtyRolls
from game.rules.adua.damage import DamageAssignment
from game.rules.adua.ground import AduaGround
from game.rules.adua.initiative import InitiativeMoves, InitiativeRoll
from game.rules.adua.melee_phase import MeleeRoll, StepLossChoice
from game.rules.adua.retreats import HexHolderChoice, Retreats
from game.rules.adua.sides import ABYSSINIANS, ITALIANS, MACHINE_GUN_KINDS, SEATS
from game.rules.adua.state import (
    EXITED,
    GONE,
    GUN_STATUS_NAMES,
    OFF_MAP_NAMES,
    STATUSES,
    UNASSIGNED_GUN,
    WAITING,
    AduaPhase,
    AduaState,
    DeclaredPair,
    DiceShare,
    GivenOrder,
    Gun,
    GunStatus,
)
from game.rules.adua.supply import MachineGunRepairs, MachineGunTests, ResupplyRolls
from game.rules.adua.units import (
    COMBAT_UNITS,
    COMMANDERS,
    KIND,
    MACHINE_GUN_COUNT,
    MULE_SLOTS,
    SEAT,
    SLOTS,
    STEPS,
    UNITS,
)

AnyPendingDecision = (
    MachineGunTests | MachineGunRepairs | CombatRoll | DamageAssignment | CommanderCasualtyRolls | ResupplyRolls
    | InitiativeRoll | InitiativeMoves | MeleeRoll | StepLossChoice | Retreats | HexHolderChoice)
"""The classes of the decisions and rolls that a position can have pending."""


class PieceRow(NamedTuple):
    """A piece that has not been eliminated; its boolean fields are the ``STATUSES``."""

    id: Slot
    place: str
    """The name of its hex, or one of ``OFF_MAP_NAMES``."""
    lost: Annotated[int, Between(0, 3)] = 0
    """Steps lost."""
    origin: Hex | None = None
    """The hex from which a unit entered its melee."""
    disorganized: bool = False
    low: Annotated[bool, Key("low-ammo")] = False
    entrenched: bool = False
    engaged: bool = False
    moved: bool = False
    entered: bool = False
    repulsed: bool = False
    shot: bool = False
    tried: bool = False
    left: Annotated[bool, Key("left-melee")] = False


UNMARKED = (None, *(False for _ in STATUSES))
"""The fields of most ``PieceRow`` values from ``origin`` on: no origin, no status."""


@dataclass(frozen=True, slots=True)
class AduaPosition:
    """A complete position; omitted fields are as in the set-up of its scenario."""

    scenario: str
    options: tuple[str, ...]
    turn: Annotated[int, Between(1, victory.LAST_TURN)] = 1
    phase: AduaPhase = AduaPhase.SETUP
    phasing: Seat | None = None
    to_act: str | None = None
    units: tuple[PieceRow, ...] | None = None
    guns: Annotated[tuple[Gun, ...] | None, Key("machine-guns")] = None
    orders: tuple[GivenOrder, ...] = ()
    declared: tuple[DeclaredPair, ...] = ()
    shares: Annotated[tuple[DiceShare, ...], Key("attacks")] = ()
    fought: Annotated[tuple[DiceShare, ...], Key("resolved")] = ()
    resolving: bool = False
    clashed: Annotated[tuple[Hex, ...], Key("melees-rolled")] = ()
    exited: Annotated[int, Between(0, 99)] = 0
    frames: Annotated[tuple[AnyPendingDecision, ...], Key("under-way")] = ()
    ending: str = ""
    writes_all: ClassVar[bool] = True


@lru_cache(4)
def _fields(ground: AduaGround) -> Fields:
    """The codec that writes and reads the names of pieces, hexes, seats and statuses of machine guns."""
    return Fields(Names({Slot: tuple(unit.id for unit in UNITS), Hex: ground.hexes, Seat: SEATS,
                         GunStatus: GUN_STATUS_NAMES}))


@lru_cache(4)
def _places(ground: AduaGround) -> Mapping[str, Hex]:
    """Name -> place, for every place that a piece can have in a position."""
    return {**ground.index, **{name: place for place, name in OFF_MAP_NAMES.items()}}


@lru_cache(8192)
def _row(ground: AduaGround, *row: Any) -> dict[str, Any]:
    """The row of a piece as a JSON value, which the caller must copy. Cached, because most pieces are the same in many
    positions."""
    written: dict[str, Any] = _fields(ground).write(PieceRow, PieceRow(*row))
    return written


def write(state: AduaState, to_act: str | None) -> dict[str, Any]:
    """The complete position of a state, as a JSON value.

    :param to_act: the seat to act.
    """
    ground, origins, lost = state.ground, dict(state.origins), state.lost
    names = ground.hexes
    masks = [getattr(state, status) for status in STATUSES]
    marked = 0
    for mask in masks:
        marked |= mask
    rows = [
        _row(ground, slot, names[place] if place >= 0 else OFF_MAP_NAMES[place], lost[slot], origins.get(slot),
             *([mask >> slot & 1 == 1 for mask in masks] if marked >> slot & 1 else ())).copy()
        for slot, place in zip(SLOTS, state.at, strict=True) if place != GONE]
    row: dict[str, Any] = _fields(ground).write(AduaPosition, AduaPosition(
        state.scenario, state.options, state.turn, state.phase, state.seat, to_act, None, state.guns, state.orders,
        state.declared, state.shares, state.fought, state.resolving, tuple(hexes_in(state.clashed)), state.exited,
        state.frames, state.ending))
    row["units"] = rows
    return row


def read(first: AduaState, position: Mapping[str, Any]) -> AduaState:
    """The state of a position.

    :param first: the set-up of its scenario and options.
    :raises BadPosition: naming the key and what was expected.
    """
    guns = position.get("machine-guns")
    if isinstance(guns, list):  # omitted fields are those of an untested gun
        guns = [{"status": "new", "since": 0, **row} if isinstance(row, Mapping) and len(row) < 3 else row
                for row in guns]
    fields: AduaPosition = _fields(first.ground).read(AduaPosition, {
        "scenario": first.scenario, "options": list(first.options), **position, "machine-guns": guns}, "position")
    seat = fields.phasing
    if seat is None:
        seat = ABYSSINIANS if fields.phase in ABYSSINIAN_PHASES else first.seat
    state = replace(
        first, **_piece_fields(first, fields), turn=fields.turn, phase=fields.phase, seat=seat,
        resolving=fields.resolving, exited=fields.exited, ending=fields.ending,
        clashed=sum(1 << hex_ for hex_ in set(fields.clashed)),
        orders=tuple(sorted(fields.orders)), declared=tuple(sorted(fields.declared)),
        shares=tuple(sorted(fields.shares)),
        fought=fields.fought, frames=fields.frames, guns=fields.guns or ())
    need(len({order.target for order in state.orders}) == len(state.orders), "position/orders", say(
        "one order for each target"))
    if fields.guns is None:  # the guns of units in the game
        state = replace(state, guns=tuple(gun if gun.unit >= 0 and state.at[gun.unit] != GONE else UNASSIGNED_GUN
                                          for gun in first.guns))
    else:
        _check_guns(state)
    check(state)
    return state


def _piece_fields(first: AduaState, position: AduaPosition) -> Mapping[str, Any]:
    """The fields of the state that hold the places and statuses of the pieces."""
    if position.units is None:
        return {}
    places, at, lost = _places(first.ground), [GONE] * len(UNITS), list(STEPS)
    masks: dict[str, Any] = dict.fromkeys(STATUSES, 0)
    origins: list[tuple[Slot, Hex]] = []
    for row in position.units:
        slot, name, steps_lost = row[:3]
        place = places.get(name)
        if place is None or at[slot] != GONE or steps_lost >= STEPS[slot]:
            raise not_expected(f"position/units/{UNITS[slot].id}", say(
                "a hex of the map, not {name!r}", name=name) if place is None else say(
                "each piece once") if at[slot] != GONE else say("fewer than {steps} steps lost", steps=STEPS[slot]))
        at[slot], lost[slot] = place, steps_lost
        if row[3:] != UNMARKED:
            if row.origin is not None:
                origins.append((slot, row.origin))
            for status in STATUSES:
                masks[status] |= getattr(row, status) << slot
    origins.sort()
    return {"at": tuple(at), "lost": tuple(lost), "origins": tuple(origins), **masks}


def _check_guns(state: AduaState) -> None:
    """Check that the machine guns can be with their units.

    :raises BadPosition: if they cannot.
    """
    where = "position/machine-guns"
    need(len(state.guns) == MACHINE_GUN_COUNT, where, say("{count} machine guns", count=MACHINE_GUN_COUNT))
    for gun in state.guns:
        slot, status = gun.unit, GUN_STATUS_NAMES[gun.status]
        if slot >= 0 and KIND[slot] not in MACHINE_GUN_KINDS:
            raise not_expected(where, say("units that may have one, not {unit}", unit=UNITS[slot].id))
        need(status in ("new", "lost") or slot >= 0, where, say("a unit with each machine gun that was used"))
        if slot >= 0 and state.at[slot] == GONE and status != "lost":
            raise not_expected(where, say("{unit} in the game, or its machine gun lost", unit=UNITS[slot].id))
    owners = [gun.unit for gun in state.guns if gun.unit >= 0]
    need(len(owners) == len(set(owners)), where, say("at most one for each unit"))


ITALIAN_PHASES = frozenset((AduaPhase.GUNS, AduaPhase.ORDERS, AduaPhase.CLEAN_UP))
"""The phases that only the Italians have (5.1, 7.0)."""
ABYSSINIAN_PHASES = frozenset((AduaPhase.INITIATIVE, AduaPhase.MELEE))
"""The phases that only the Abyssinians have (7.0)."""
COMBATANTS = (1 << COMBAT_UNITS) - 1
ITALIAN_PIECES = sum(1 << slot for slot, seat in enumerate(SEAT) if seat == ITALIANS)
ITALIAN_COMBATANTS = COMBATANTS & ITALIAN_PIECES
ABYSSINIAN_COMBATANTS = COMBATANTS & ~ITALIAN_PIECES
CHIEF_SLOTS = sum(1 << slot for slot in COMMANDERS[ABYSSINIANS])
MULE_TRAINS = sum(1 << slot for slot in MULE_SLOTS)
"""Masks of the slots of all combat units, of all Italian pieces, and so on."""


def check(state: AduaState) -> None:
    """Check that the parts of a state are consistent.

    :raises BadPosition: for the first contradiction.
    """
    _check_places(state)
    need((state.phase == AduaPhase.OVER) == bool(state.ending), "ending",
         say("an ending exactly when the battle is over"))
    need(not state.ending or state.ending in (*victory.ENDINGS, victory.EXAMPLE), "ending",
         say("one of {names}", names=tuple(victory.ENDINGS)))
    need(state.phase not in ITALIAN_PHASES or state.seat == ITALIANS, "phasing", say("the Italians in this phase"))
    need(state.phase not in ABYSSINIAN_PHASES or state.seat == ABYSSINIANS, "phasing", say(
        "the Abyssinians in this phase"))
    need(state.phase not in (AduaPhase.SETUP, AduaPhase.GUNS) or state.turn == 1, "turn", say("1 before the battle"))
    for order in state.orders:
        need(order.giver in COMMANDERS[ITALIANS] and order.target in commands.subjects(order.giver), "orders", say(
            "Italian commanders and those they command"))
        need(order.target < COMBAT_UNITS or order.kind in commands.ORDERS_TO_COLONELS, "orders", say(
            "General Offensive or Hold Position for a colonel"))
        need(commands.orders_left(state, order.giver) >= 0, "orders", say(
            "no more orders than {unit} may give", unit=UNITS[order.giver].id))
    for unit, target in state.declared:
        need(max(unit, target) < COMBAT_UNITS and SEAT[unit] == state.seat != SEAT[target], "declared", say(
            "units of the side that moves against enemies"))
    for share in state.shares:
        need(state.phase == AduaPhase.FIRE and max(share.unit, share.target) < COMBAT_UNITS, "attacks", say(
            "combat units in the small-arms phase"))
        need(SEAT[share.unit] == state.seat != SEAT[share.target], "attacks", say("attackers of the phasing side"))
        need(state.is_on_map(share.unit) and state.is_on_map(share.target), "attacks", say("units on the map"))
        need(smallarms.check_attacker(state, share.unit)
             and aiming.hexes_in_reach(state, share.unit) >> state.at[share.target] & 1, "attacks",
             say("attacks that can be made"))
        need(not state.resolving or share.dice != ALL_REMAINING, "attacks",
             say("numbers of dice once they are resolved"))
    need(not state.resolving or state.phase == AduaPhase.FIRE, "resolving", say("the small-arms phase"))
    for share in state.fought:
        need(max(share.unit, share.target) < COMBAT_UNITS and SEAT[share.unit] == state.seat != SEAT[share.target]
             and state.phase in (AduaPhase.FIRE, AduaPhase.CHARGE) and share.dice != ALL_REMAINING, "resolved", say(
                 "attacks of this phase with dice"))
    if not state.resolving:
        for slot in dict.fromkeys(share.unit for share in state.shares):
            remainders = [share for share in state.shares if share.unit == slot and share.dice == ALL_REMAINING]
            need(len(remainders) == 1, "attacks", say("one share of each unit without a number of dice"))
    pairs = [(share.unit, share.target) for share in state.shares]
    need(len(set(pairs)) == len(pairs), "attacks", say("each target once"))
    need(not state.frames or state.phase not in (AduaPhase.SETUP, AduaPhase.GUNS, AduaPhase.ORDERS, AduaPhase.OVER),
         "under-way", say("nothing in this phase"))
    for frame in state.frames:
        need(all(each and len(set(each)) == len(each) for each in vars(frame).values() if isinstance(each, tuple)),
             "under-way", say("one or more units or machine guns, each once"))
        for holds, expected in frame.position_conditions(state):
            need(holds, "under-way", expected)
    need(state.phase == AduaPhase.OVER or phases.proceed(state)[0] == state, "phase", say(
        "a position with a pending decision or roll"))


def _check_places(state: AduaState) -> None:
    """Check that each piece may be in its place and have its statuses there.

    :raises BadPosition: for the first piece that may not.
    """
    ground, melees = state.ground, state.melees
    unsettled = {frame.place for frame in state.frames if frame.allows_several_units}
    for place, units in state.units_in.items():
        if len(units) > 1 and not melees >> place & 1 and place not in unsettled:
            raise not_expected(ground.hexes[place], say("one unit in a hex without a melee"))
    in_melee, on_map, barred, off_map = 0, 0, 0, {GONE: 0, WAITING: 0, EXITED: 0}
    for slot, place in zip(SLOTS, state.at, strict=True):
        if place < 0:
            off_map[place] |= 1 << slot
            continue
        on_map |= 1 << slot
        if ground.barred[KIND[slot]] >> place & 1:
            barred |= 1 << slot
        if melees >> place & 1:
            in_melee |= 1 << slot
    marked: dict[str, int] = {status: getattr(state, status) for status in STATUSES}

    def with_any(*names: str) -> int:
        """The mask of pieces with any of these statuses."""
        return reduce(or_, (marked[name] for name in names))

    for wrong, expected in (
        ((state.engaged ^ in_melee) & on_map & COMBATANTS, say("engaged exactly where enemies share the hex")),
        (barred, say("ground that is open to it")),
        (with_any("disorganized", "low", "entrenched", "engaged", "entered", "left") & ~on_map, say(
            "no marks for units that are not on the map")),
        (with_any("disorganized", "low", "entrenched") & ~ITALIAN_COMBATANTS, say("an Italian unit")),
        (with_any("engaged", "entered", "repulsed", "shot") & ~COMBATANTS, say("a unit")),
        (marked["tried"] & ~CHIEF_SLOTS, say("an Abyssinian commander")),
        (marked["left"] & ~ABYSSINIAN_COMBATANTS, say("an Abyssinian unit")),
        (marked["entrenched"] & marked["engaged"], say("no entrenched unit in melee")),
        (marked["left"] & marked["engaged"], say("no unit in melee that has left one this turn")),
        (off_map[WAITING] & MULE_TRAINS, say("mules on the map")),
        (off_map[WAITING] & ITALIAN_PIECES, say("Abyssinian reinforcements")),
        (off_map[EXITED] & ~ITALIAN_COMBATANTS, say("an Italian unit that exits")),
    ):
        for slot in slots_in(wrong):
            raise not_expected(UNITS[slot].id, expected)
    for slot, _ in state.origins:
        need(slot < COMBAT_UNITS and (state.engaged >> slot & 1 or bool(unsettled)), "origin", say("units in melee"))
