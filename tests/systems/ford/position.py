"""The position as JSON values, and back. It is complete: a state's hash is made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal, NamedTuple

from game.core.fields import Between, Fields, UnitName
from game.core.message import say
from game.core.position_checks import need, piece
from game.core.position_fields import SwitchField
from game.core.position_form import PositionForm

from .combat import Battle, Gathering, Loss
from .phases import Deal
from .reaction import Halt, Reaction
from .state import LAST, STACK, Phase, State
from .units import ALL_RAIDERS, COLUMN, DUSTS, RAIDERS, RIDERS, UNITS, WAGONS, Kind, other

Hidden = Literal["rider", "dust"]
Pending = Deal | Reaction | Halt | Gathering | Battle | Loss
FORM = PositionForm(
    marks=(SwitchField("done", say("Has moved, or its hex has attacked")), SwitchField("halted", say("Halted")),
           SwitchField("reacted", say("Has reacted")), SwitchField("shown", say("Face up"))),
    passing=("pending", "struck", "cut"))


class UnitRow(NamedTuple):
    """A unit on the map."""

    id: str
    place: str
    done: bool = False
    halted: bool = False
    reacted: bool = False
    shown: bool = False


class Position(NamedTuple):
    """A complete position. The keys are the names of the fields; what has its default is left out."""

    system: Literal["ford"]
    scenario: Literal["ford"]
    options: tuple[str, ...]
    turn: Annotated[int, Between(1, LAST)]
    phase: Phase
    phasing: Literal["column", "raiders"]
    to_act: str | None
    units: tuple[UnitRow, ...]
    kinds: tuple[Hidden | None, ...] = (None,) * len(ALL_RAIDERS)
    safe: tuple[UnitName, ...] = ()
    struck: tuple[str, ...] = ()
    cut: tuple[UnitName | None, ...] = ()
    pending: Pending | None = None


def written(state: State, to_act: str | None) -> dict[str, Any]:
    """The complete position; units out of the game are left out."""
    rows = tuple(UnitRow(unit, place, unit in state.done, unit in state.halted, unit in state.reacted,
                         unit in state.shown) for unit, place in state.at.items() if place is not None)
    kinds: tuple[Hidden | None, ...] = tuple(
        None if kind is None else "dust" if kind == Kind.DUST else "rider" for kind in state.kinds)
    found: dict[str, Any] = Fields().write(Position, Position(
        "ford", "ford", (), state.turn, state.phase, "column" if state.seat == COLUMN else "raiders", to_act, rows,
        kinds, tuple(wagon for wagon in WAGONS if wagon in state.safe), tuple(sorted(state.struck)), state.cut,
        state.pending if isinstance(state.pending, Pending) else None))
    return found


def read(start: State, position: Mapping[str, Any]) -> State:
    """The state of a position.

    :param start: the beginning, for what the position leaves out.
    :raises BadPosition: naming the key and what was expected.
    """
    given: Position = Fields().read(Position, {**written(start, None), **position}, "position")
    need(not given.options, "position/options", say("an empty list"))
    places: dict[str, str | None] = dict.fromkeys(UNITS)
    for row in given.units:
        piece(row.id, dict.fromkeys(UNITS, 0), "position/units")
        where = f"position/units/{row.id}"
        need(places[row.id] is None, where, say("each unit once"))
        need(start.board.knows(row.place) and start.ground.enters(UNITS[row.id].kind, row.place), f"{where}/place",
             say("a hex that it may enter"))
        raider = UNITS[row.id].seat == RAIDERS
        need(not row.done or UNITS[row.id].seat == given.phasing, f"{where}/done", say("a unit of the phasing side"))
        need(not row.halted or row.id in WAGONS, f"{where}/halted", say("a wagon"))
        need(raider or not (row.reacted or row.shown), where, say("a raider that has reacted or is shown"))
        need(row.shown or not row.reacted, f"{where}/shown", say("true of a raider that has reacted"))
        places[row.id] = row.place
    need(len(given.kinds) == len(ALL_RAIDERS), "position/kinds", say("a list of {count}", count=len(ALL_RAIDERS)))
    kinds = tuple(None if kind is None else Kind(kind) for kind in given.kinds)
    shown = {row.id for row in given.units if row.shown} | {one for one in ALL_RAIDERS if places[one] is None}
    state = replace(
        start, places=tuple(places.values()), kinds=kinds, shown=frozenset(shown), safe=frozenset(given.safe),
        halted=_flagged(given, "halted"), reacted=_flagged(given, "reacted"), done=_flagged(given, "done"),
        struck=frozenset(given.struck), cut=given.cut, turn=given.turn, seat=given.phasing, phase=given.phase,
        pending=given.pending)
    _sound(state, given)
    if given.pending is not None:
        need(_pending_fits(state, given.pending), "position/pending", say("what can be decided or rolled here"))
    return state


def _flagged(given: Position, key: str) -> frozenset[str]:
    return frozenset(row.id for row in given.units if getattr(row, key))


def _sound(state: State, given: Position) -> None:
    """Whether all of it can stand together."""
    kinds = state.kinds
    need(kinds.count(Kind.RIDER) <= RIDERS and kinds.count(Kind.DUST) <= DUSTS, "position/kinds",
         say("at most five riders and three of dust"))
    for raider, kind in zip(ALL_RAIDERS, kinds, strict=True):
        if raider in state.shown:
            need(kind == Kind.RIDER or (kind == Kind.DUST and state.at[raider] is None), "position/kinds",
                 say("a rider for each raider that is face up"))
    for units in state.inside.values():
        need(len({UNITS[unit].seat for unit in units}) == 1 and len(units) <= STACK, "position/units",
             say("at most two units of one side in a hex"))
    need(len(set(given.safe)) == len(given.safe) and all(one in WAGONS and state.at[one] is None for one in given.safe),
         "position/safe", say("wagons that are not on the map, each once"))
    over, setup = state.phase == Phase.OVER, state.phase == Phase.SETUP
    need(over or state.wagons, "position/units", say("a wagon"))
    need(not over or not state.wagons or (state.turn, state.seat) == (LAST, RAIDERS), "position/phase",
         say("the last turn, or no wagon on the map"))
    need(not over or not (state.done | state.halted | state.reacted), "position/units",
         say("no marks after the end"))
    struck = given.struck
    need(list(struck) == sorted(set(struck)) and all(map(state.board.knows, struck)), "position/struck",
         say("hexes in order, each once"))
    need(not struck or state.phase == Phase.COMBAT, "position/struck", say("none outside a combat phase"))
    need(not setup or (state.turn, state.seat, state.shown, state.done | state.halted, set(kinds))
         == (1, RAIDERS, frozenset(), frozenset(), {None}), "position/phase", say("nothing done yet in the set-up"))
    known = [one for one in given.cut if one is not None]
    need(all(one in ALL_RAIDERS for one in known) and len(set(known)) == len(known) and len(given.cut) <= 2
         and (setup or not given.cut), "position/cut", say("up to two raiders in the set-up"))
    need(not setup or (len(given.cut) == 2) == (state.pending is not None), "position/cut",
         say("two raiders exactly where the dice are due"))


def _pending_fits(state: State, pending: Pending) -> bool:
    """Whether something can be pending in a state."""
    board, enemy = state.board, other(state.seat)
    if isinstance(pending, Deal):
        return state.phase == Phase.SETUP
    if isinstance(pending, Reaction | Halt):
        wagon = pending.wagon
        if (state.phase, state.seat) != (Phase.MOVEMENT, COLUMN) or wagon not in {*state.wagons} & state.done:
            return False
        if isinstance(pending, Reaction):
            return bool(state.reactors(wagon))
        raider = pending.raider
        return raider in ALL_RAIDERS and raider in state.reacted and state.at[raider] in state.beside(wagon)
    units = pending.units
    if state.phase != Phase.COMBAT or len(set(units)) != len(units) or not units or not all(
            unit in UNITS and state.at[unit] for unit in units):
        return False
    face_up = all(UNITS[unit].seat == COLUMN or unit in state.shown for unit in units)
    if isinstance(pending, Loss):
        seats = {UNITS[unit].seat for unit in units}
        kinds = {UNITS[unit].kind == Kind.WAGON for unit in units}
        hexes = {state.at[unit] for unit in units}
        return face_up and len(units) > 1 and len(seats) == 1 == len(kinds) and (
            state.seat in seats or len(hexes) == 1) and not (state.seat in seats and True in kinds)
    place = pending.place
    if not board.knows(place) or not state.in_hex(place, enemy):
        return False
    able = all(UNITS[unit].seat == state.seat and UNITS[unit].kind != Kind.WAGON and place in state.beside(unit)
               for unit in units)
    if isinstance(pending, Gathering):
        return able and place not in state.struck and not set(units) & state.done
    defenders = state.in_hex(place, enemy)
    return able and face_up and place in state.struck and set(units) <= state.done and all(
        UNITS[unit].seat == COLUMN or unit in state.shown for unit in defenders)


