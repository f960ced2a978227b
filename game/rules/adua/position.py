"""The position of a game as JSON values, and back: what cannot be is refused in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

from game.board.hexgrid import Hex, hexes_in
from game.core.fields import Between, Fields, Key, Names
from game.core.indices import Seat, Slot
from game.core.message import say
from game.core.position_checks import need, not_expected
from game.rules.adua import consistency, victory
from game.rules.adua.actions import ORDERS, OrderKind
from game.rules.adua.clashes import MeleeRoll, StepLossChoice
from game.rules.adua.combats import CombatRoll, CommanderCasualtyRolls
from game.rules.adua.damage import DamageAssignment
from game.rules.adua.ground import AduaGround
from game.rules.adua.initiative import InitiativeMoves, InitiativeRoll
from game.rules.adua.machine_guns import MachineGunRepairs, MachineGunTests
from game.rules.adua.retreats import HexHolderChoice, Retreats
from game.rules.adua.sides import ABYSSINIANS, GUNNERS, SEATS
from game.rules.adua.state import (
    GONE,
    GUN_STATUS,
    LEFT,
    NO_GUN,
    OUT,
    STATUSES,
    TO_COME,
    WAITING,
    AduaPhase,
    AduaState,
    DeclaredPair,
    DiceShare,
    GivenOrder,
    Gun,
    GunStatus,
)
from game.rules.adua.supply import ResupplyRolls
from game.rules.adua.units import KIND, MACHINE_GUNS, SLOTS, STEPS, UNITS

UnderWay = (
    MachineGunTests | MachineGunRepairs | CombatRoll | DamageAssignment | CommanderCasualtyRolls | ResupplyRolls
    | InitiativeRoll | InitiativeMoves | MeleeRoll | StepLossChoice | Retreats | HexHolderChoice)


class PieceRow(NamedTuple):
    """A piece that is not out of the game; the switches are ``STATUSES``."""

    id: Slot
    place: str
    lost: Annotated[int, Between(0, 3)] = 0
    origin: Hex | None = None
    disorganized: bool = False
    low: Annotated[bool, Key("low-ammo")] = False
    entrenched: bool = False
    engaged: bool = False
    moved: bool = False
    entered: bool = False
    repulsed: bool = False
    shot: bool = False
    tried: bool = False


UNMARKED = (None, *(False for _ in STATUSES))
"""The end of most rows: no origin, no status."""


class AduaPosition(NamedTuple):
    """A complete position; what is left out is as in the set-up of its scenario."""

    scenario: str
    options: tuple[str, ...]
    turn: Annotated[int, Between(1, victory.LAST)]
    phase: AduaPhase
    phasing: Seat | None
    to_act: str | None
    units: tuple[PieceRow, ...] | None
    guns: Annotated[tuple[Gun, ...] | None, Key("machine-guns")]
    orders: tuple[GivenOrder, ...]
    declared: tuple[DeclaredPair, ...]
    shares: Annotated[tuple[DiceShare, ...], Key("attacks")]
    fought: Annotated[tuple[DiceShare, ...], Key("resolved")]
    resolving: bool
    clashed: Annotated[tuple[Hex, ...], Key("melees-rolled")]
    exited: Annotated[int, Between(0, 99)]
    frames: Annotated[tuple[UnderWay, ...], Key("under-way")]
    ending: str


@lru_cache(4)
def _fields(ground: AduaGround) -> Fields:
    return Fields(Names({Slot: tuple(unit.id for unit in UNITS), Hex: ground.hexes, Seat: SEATS, OrderKind: ORDERS,
                         GunStatus: GUN_STATUS}))


@lru_cache(4)
def _places(ground: AduaGround) -> Mapping[str, Hex]:
    """What a piece's place may be called."""
    return {**ground.index, TO_COME: WAITING, OUT: LEFT}


@lru_cache(8192)
def _row(ground: AduaGround, *row: Any) -> dict[str, Any]:
    """The row of a piece, to be copied. Most pieces stand as they stood: their rows are made once."""
    found: dict[str, Any] = _fields(ground).write(PieceRow, PieceRow(*row))
    return found


def written(state: AduaState, to_act: str | None) -> dict[str, Any]:
    """The complete position."""
    ground, origins, lost = state.ground, dict(state.origins), state.lost
    names = ground.hexes
    aside = {WAITING: TO_COME, LEFT: OUT}
    masks = [getattr(state, status) for status in STATUSES]
    marked = 0
    for mask in masks:
        marked |= mask
    rows = [
        _row(ground, slot, names[place] if place >= 0 else aside[place], lost[slot], origins.get(slot),
             *([mask >> slot & 1 == 1 for mask in masks] if marked >> slot & 1 else ())).copy()
        for slot, place in zip(SLOTS, state.at, strict=True) if place != GONE]
    found: dict[str, Any] = _fields(ground).write(AduaPosition, AduaPosition(
        state.scenario, state.options, state.turn, state.phase, state.seat, to_act, None, state.guns, state.orders,
        state.declared, state.shares, state.fought, state.resolving, tuple(hexes_in(state.clashed)), state.exited,
        state.frames, state.ending))
    found["units"] = rows
    return found


LEFT_OUT: Mapping[str, Any] = {
    "turn": 1, "phase": AduaPhase.SETUP.value, "phasing": None, "to_act": None, "units": None, "machine-guns": None,
    "orders": [], "declared": [], "attacks": [], "resolved": [], "resolving": False, "melees-rolled": [], "exited": 0,
    "under-way": [], "ending": ""}


def read(first: AduaState, position: Mapping[str, Any]) -> AduaState:
    """The state of a position.

    :param first: the set-up of its scenario and options.
    :raises BadPosition: naming the key and what was expected.
    """
    guns = position.get("machine-guns")
    if isinstance(guns, list):  # what is left out of one is as before its test
        guns = [{"status": "new", "since": 0, **row} if isinstance(row, Mapping) else row for row in guns]
    given: AduaPosition = _fields(first.ground).read(AduaPosition, {
        **LEFT_OUT, "scenario": first.scenario, "options": list(first.options), **position, "machine-guns": guns},
        "position")
    seat = given.phasing
    if seat is None:
        seat = ABYSSINIANS if given.phase in consistency.OF_ABYSSINIANS else first.seat
    state = replace(
        first, **_placed(first, given), turn=given.turn, phase=given.phase, seat=seat, resolving=given.resolving,
        exited=given.exited, ending=given.ending, clashed=sum(1 << hex_ for hex_ in set(given.clashed)),
        orders=tuple(sorted(given.orders)), declared=tuple(sorted(given.declared)), shares=tuple(sorted(given.shares)),
        fought=given.fought, frames=given.frames, guns=given.guns or ())
    need(len({one.target for one in state.orders}) == len(state.orders), "position/orders", say(
        "one order for each target"))
    if given.guns is None:  # those of who is in the game
        state = replace(state, guns=tuple(gun if gun.unit >= 0 and state.at[gun.unit] != GONE else NO_GUN
                                          for gun in first.guns))
    else:
        _check_guns(state)
    consistency.check(state)
    return state


def _placed(first: AduaState, given: AduaPosition) -> Mapping[str, Any]:
    """Where the pieces of a position are, and what is said of them: fields of its state."""
    if given.units is None:
        return {}
    places, at, lost = _places(first.ground), [GONE] * len(UNITS), list(STEPS)
    masks: dict[str, Any] = dict.fromkeys(STATUSES, 0)
    origins: list[tuple[Slot, Hex]] = []
    for row in given.units:
        slot, name, gone = row[:3]
        place = places.get(name)
        if place is None or at[slot] != GONE or gone >= STEPS[slot]:
            raise not_expected(f"position/units/{UNITS[slot].id}", say(
                "a hex of the map, not {name!r}", name=name) if place is None else say(
                "each piece once") if at[slot] != GONE else say("fewer than {steps} steps lost", steps=STEPS[slot]))
        at[slot], lost[slot] = place, gone
        if row[3:] != UNMARKED:
            if row.origin is not None:
                origins.append((slot, row.origin))
            for status in STATUSES:
                masks[status] |= getattr(row, status) << slot
    origins.sort()
    return {"at": tuple(at), "lost": tuple(lost), "origins": tuple(origins), **masks}


def _check_guns(state: AduaState) -> None:
    """Whether the machine guns can be with whom they are."""
    where = "position/machine-guns"
    need(len(state.guns) == MACHINE_GUNS, where, say("{count} of them", count=MACHINE_GUNS))
    for gun in state.guns:
        slot, status = gun.unit, GUN_STATUS[gun.status]
        if slot >= 0 and KIND[slot] not in GUNNERS:
            raise not_expected(where, say("units that may have one, not {unit}", unit=UNITS[slot].id))
        need(status in ("new", "lost") or slot >= 0, where, say("a unit with one that was used"))
        if slot >= 0 and state.at[slot] == GONE and status != "lost":
            raise not_expected(where, say("{unit} in the game, or its machine gun lost", unit=UNITS[slot].id))
    owners = [gun.unit for gun in state.guns if gun.unit >= 0]
    need(len(owners) == len(set(owners)), where, say("no unit with two"))
