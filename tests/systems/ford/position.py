"""The position as JSON values, and back. It is complete: a state's hash is computed from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal, NamedTuple

from game.core.field_types import Between, UnitName
from game.core.fields import Fields
from game.core.message import say
from game.core.position_checks import need, unit_slot
from game.core.position_fields import SwitchField
from game.core.position_form import PositionForm

from .combat import Battle, Gathering, Loss
from .moving import Deal, Halt, Reaction
from .state import LAST_TURN, STACK_LIMIT, Phase, State
from .units import ALL_RAIDERS, COLUMN, DUSTS, RAIDERS, RIDERS, UNITS, WAGONS, Kind, other

Pending = Deal | Reaction | Halt | Gathering | Battle | Loss
MARKS = {"done": say("Has moved, or its hex has attacked"), "halted": say("Halted"), "reacted": say("Has reacted"),
         "shown": say("Face up")}
FORM = PositionForm(marks=tuple(SwitchField(*mark) for mark in MARKS.items()), in_progress=("pending", "struck", "cut"))


class UnitRow(NamedTuple):
    """A unit on the map."""

    id: str
    place: str
    done: bool = False
    halted: bool = False
    reacted: bool = False
    shown: bool = False


class Position(NamedTuple):
    """A complete position. The keys are the names of the fields; fields with their default are left out."""

    system: Literal["ford"]
    scenario: Literal["ford"]
    options: tuple[str, ...]
    turn: Annotated[int, Between(1, LAST_TURN)]
    phase: Phase
    phasing: Literal["column", "raiders"]
    to_act: str | None
    units: tuple[UnitRow, ...]
    kinds: tuple[Kind | None, ...] = (None,) * len(ALL_RAIDERS)
    safe: tuple[UnitName, ...] = ()
    struck: tuple[str, ...] = ()
    cut: tuple[UnitName | None, ...] = ()
    pending: Pending | None = None


def written(state: State, to_act: str | None) -> dict[str, Any]:
    """The complete position; units out of the game are left out."""
    rows = tuple(UnitRow(unit, place, *(unit in getattr(state, mark) for mark in MARKS))
                 for unit, place in state.at.items() if place is not None)
    found: dict[str, Any] = Fields().write(Position, Position(
        "ford", "ford", (), state.turn, state.phase, "column" if state.seat == COLUMN else "raiders", to_act, rows,
        state.kinds, tuple(wagon for wagon in WAGONS if wagon in state.safe), tuple(sorted(state.struck)), state.cut,
        state.pending if isinstance(state.pending, Pending) else None))
    return found


def read(start: State, position: Mapping[str, Any]) -> State:
    """The state of a position.

    :param start: the first state, for missing keys.

    :raises BadPosition: naming the key and the expected value.
    """
    given: Position = Fields().read(Position, {**written(start, None), **position}, "position")
    need(not given.options, "position/options", say("an empty list"))
    places: dict[str, str | None] = dict.fromkeys(UNITS)
    for row in given.units:
        unit_slot(row.id, dict.fromkeys(UNITS, 0), "position/units")
        where, raider = f"position/units/{row.id}", row.id in ALL_RAIDERS
        need(places[row.id] is None, where, say("each unit once"))
        need(start.ground.enters(UNITS[row.id].kind, row.place), f"{where}/place", say("a hex that it may enter"))
        need(not row.done or UNITS[row.id].seat == given.phasing, f"{where}/done", say("a unit of the phasing side"))
        need(not row.halted or row.id in WAGONS, f"{where}/halted", say("a wagon"))
        need((raider or not row.shown) and row.shown >= row.reacted, f"{where}/shown", say("a raider that is face up"))
        places[row.id] = row.place
    marked: dict[str, Any] = {mark: frozenset(row.id for row in given.units if getattr(row, mark)) for mark in MARKS}
    marked["shown"] |= {raider for raider in ALL_RAIDERS if places[raider] is None}
    state = replace(start, places=tuple(places.values()), kinds=given.kinds, safe=frozenset(given.safe),
                    struck=frozenset(given.struck), cut=given.cut, turn=given.turn, seat=given.phasing,
                    phase=given.phase, pending=given.pending, **marked)
    _sound(state, given)
    need(given.pending is None or _fits(state, given.pending), "position/pending", say("what can be asked here"))
    return state


def _sound(state: State, given: Position) -> None:
    """Whether the values of a state are consistent."""
    kinds, over, setup = state.kinds, state.phase == Phase.OVER, state.phase == Phase.SETUP
    used = state.done | state.halted | state.reacted
    need(len(kinds) == len(ALL_RAIDERS) and set(kinds) <= {None, Kind.RIDER, Kind.DUST}
         and kinds.count(Kind.RIDER) <= RIDERS and kinds.count(Kind.DUST) <= DUSTS
         and all(kind == Kind.RIDER or (kind == Kind.DUST and state.at[raider] is None)
                 for raider, kind in zip(ALL_RAIDERS, kinds, strict=True) if raider in state.shown),
         "position/kinds", say("five riders and three of dust, a rider for each raider face up on the map"))
    for place in filter(None, state.places):
        need(len(state.in_hex(place, COLUMN)) <= STACK_LIMIT >= len(state.in_hex(place, RAIDERS)) and not (
            state.in_hex(place, COLUMN) and state.in_hex(place, RAIDERS)), "position/units",
             say("at most two units of one side in a hex"))
    need(list(given.safe) == [one for one in WAGONS if one in state.safe and state.at[one] is None], "position/safe",
         say("wagons that are not on the map, in order"))
    need(over or state.wagons, "position/units", say("a wagon"))
    last = (state.turn, state.seat) == (LAST_TURN, RAIDERS)
    need(not over or not (used or (state.wagons and not last)), "position/phase",
         say("the end of the last turn, or no wagon on the map"))
    need(list(given.struck) == sorted(state.struck) and all(map(state.ground.board.knows, given.struck))
         and (not given.struck or state.phase == Phase.COMBAT), "position/struck", say("hexes in order, in combat"))
    need(not setup or (state.turn, state.seat, {*kinds}, state.shown | used) == (1, RAIDERS, {None}, frozenset()),
         "position/phase", say("nothing done yet in the set-up"))
    known = [one for one in given.cut if one is not None]
    need({*known} <= {*ALL_RAIDERS} and len({*known}) == len(known) and len(given.cut) <= (2 if setup else 0)
         and (not setup or (len(given.cut) == 2) == (state.pending is not None)), "position/cut",
         say("the raiders named in the set-up, two where the dice are due"))


def _fits(state: State, pending: Pending) -> bool:
    """Whether a pending decision is possible in a state."""
    if isinstance(pending, Deal):
        return state.phase == Phase.SETUP
    if isinstance(pending, Reaction | Halt):
        if (state.phase, state.seat) != (Phase.MOVEMENT, COLUMN) or pending.wagon not in {*state.wagons} & state.done:
            return False
        return bool(state.reactors(pending.wagon)) if isinstance(pending, Reaction) else (
            pending.raider in state.reacted and state.at[pending.raider] in state.beside(pending.wagon))
    units, seat = pending.units, state.seat
    if state.phase != Phase.COMBAT or not units or len({*units}) < len(units) or not {*units} <= UNITS.keys():
        return False
    face_up, wagons = {*units} - {*ALL_RAIDERS} | state.shown >= {*units}, {unit in WAGONS for unit in units}
    if isinstance(pending, Loss):
        attackers = {*units} <= {*state.on_map(seat)} and wagons == {False}
        hexes = {state.at[unit] for unit in units if unit in state.on_map(other(seat))}
        return face_up and len(units) > 1 and (attackers or (
            len(hexes) == 1 == len(wagons) and {*units} <= {*state.in_hex(next(iter(hexes)), other(seat))}))
    defenders, fresh = state.in_hex(pending.place, other(seat)), isinstance(pending, Gathering)
    near = all(unit in state.on_map(seat) and pending.place in state.beside(unit) for unit in units)
    return near and wagons == {False} and bool(defenders) and (
        pending.place not in state.struck and not {*units} & state.done if fresh else
        face_up and pending.place in state.struck and {*units} <= state.done
        and {*defenders} - {*ALL_RAIDERS} | state.shown >= {*defenders})
