"""Positions as JSON values, written and read. They are complete: the hash of a state is computed from its position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal, NamedTuple

from game.core.field_types import Between, UnitName
from game.core.fields import Fields
from game.core.message import say
from game.core.position_checks import need, unit_slot
from game.core.position_form import PositionForm

from .combat import Battle, Withdrawal
from .state import LAST, Phase, State
from .units import SEATS, UNITS, other

Seat = Literal["red", "blue"]
FORM = PositionForm(in_progress=("pending",))
"""For the position editor: any change drops the attack under way."""


class UnitRow(NamedTuple):
    """A unit in the game."""

    id: str
    place: str
    done: bool = False


class Position(NamedTuple):
    """A complete position. The keys are the names of the fields; fields with their default values are left out."""

    system: Literal["template"]
    scenario: Literal["field"]
    options: tuple[str, ...]
    turn: Annotated[int, Between(1, LAST)]
    phase: Phase
    phasing: Seat
    to_act: str | None
    units: tuple[UnitRow, ...]
    guards: tuple[UnitName | None, UnitName | None]
    shown: bool = False
    pending: Withdrawal | Battle | None = None


def written(state: State, to_act: str | None) -> dict[str, Any]:
    """The complete position; units out of the game are left out."""
    units = tuple(UnitRow(unit, place, unit in state.done) for unit, place in state.at.items() if place is not None)
    red, blue = state.guards
    found: dict[str, Any] = Fields().write(Position, Position(
        "template", "field", (), state.turn, state.phase, "red" if state.seat == SEATS[0] else "blue", to_act, units,
        (red, blue), state.shown, state.pending if isinstance(state.pending, Withdrawal | Battle) else None))
    return found


def read(start: State, position: Mapping[str, Any]) -> State:
    """The state of a position.

    :param start: the first state of the scenario, for keys that the position leaves out.
    :raises BadPosition: naming the key and what was expected.
    """
    given: Position = Fields().read(Position, {**written(start, None), **position}, "position")
    need(not given.options, "position/options", say("an empty list"))
    at: dict[str, str | None] = dict.fromkeys(UNITS)
    for row in given.units:
        unit_slot(row.id, dict.fromkeys(UNITS, 0), "position/units")
        need(at[row.id] is None, f"position/units/{row.id}", say("each unit once"))
        need(start.board.knows(row.place) and row.place not in at.values(), f"position/units/{row.id}/place",
             say("a hex of the map in which no other unit is"))
        need(not row.done or UNITS[row.id].seat == given.phasing, f"position/units/{row.id}/done",
             say("a unit of the phasing side"))
        at[row.id] = row.place
    for seat, guard in zip(SEATS, given.guards, strict=True):
        need(guard is None or (guard in UNITS and UNITS[guard].seat == seat), "position/guards",
             say("a unit of each side, or null"))
    state = replace(start, places=tuple(at.values()), guards=given.guards, shown=given.shown, turn=given.turn,
                    seat=given.phasing, phase=given.phase, done=frozenset(row.id for row in given.units if row.done),
                    pending=given.pending)
    alive = all(map(state.on_map, SEATS))
    need(state.phase == Phase.OVER or alive, "position/units", say("units of both sides"))
    need(state.phase != Phase.OVER or not alive or (state.turn, state.seat) == (LAST, SEATS[1]), "position/phase",
         say("the last phase of the last turn, or a side without units"))
    need(state.phase != Phase.SETUP or not state.shown, "position/shown", say("false in the set-up"))
    if given.pending is not None:
        unit, target = given.pending.unit, given.pending.target
        need(state.phase == Phase.COMBAT and state.shown, "position/pending", say("a combat phase with units shown"))
        need(unit in state.on_map(state.seat) and target in state.on_map(other(state.seat))
             and target in state.enemies_beside(unit), "position/pending", say("an attacker and an enemy beside it"))
        need(isinstance(given.pending, Battle) or state.free_beside(target), "position/pending",
             say("a hex to withdraw to"))
    return state
