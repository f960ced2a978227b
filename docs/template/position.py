"""The position as JSON values, and back. It is complete: a state's hash is made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from game.board.hexgrid import HexBoard
from game.core.contract import BadPosition

from . import legality
from .actions import Attack
from .state import COMBAT, LAST, MOVEMENT, State
from .units import SEATS, UNITS


def position(state: State, to_act: str | None) -> dict[str, Any]:
    """Everything about a state. ``phase`` and ``turn`` are asked of every system, ``to_act`` is for readers."""
    attack = state.attack
    return {
        "scenario": "field",
        "options": [],
        "turn": state.turn,
        "phase": state.phase,
        "phasing": state.seat,
        "to_act": to_act,
        "units": [
            {"id": unit, "place": place, **({"done": True} if unit in state.done else {})}
            for unit, place in state.at.items() if place is not None
        ],
        "attack": None if attack is None else [attack.unit, attack.target],
    }


def read(board: HexBoard, found: Mapping[str, Any]) -> State:
    """The state of a position. What is left out is as the scenario has it; a unit that is not listed is eliminated.

    :raises BadPosition: naming the key and what was expected.
    """
    found = {**position(State(), SEATS[0]), **found}
    _expect(found, "scenario", found.get("scenario") == "field", "'field'")
    _expect(found, "options", found.get("options") == [], "no options")
    turn = found.get("turn")
    _expect(found, "turn", type(turn) is int and 1 <= turn <= LAST + 1, f"a number from 1 to {LAST + 1}")
    _expect(found, "phase", found.get("phase") in (MOVEMENT, COMBAT), f"{MOVEMENT} or {COMBAT}")
    _expect(found, "phasing", found.get("phasing") in SEATS, " or ".join(SEATS))
    listed = _units(board, found)
    places = tuple(listed[unit].get("place", UNITS[unit].start) if unit in listed else None for unit in UNITS)
    used = [place for place in places if place is not None]
    _expect(found, "units", used and len(set(used)) == len(used), "a unit at least, and one in a hex")
    state = State(places, found["turn"], found["phasing"], found["phase"])
    done = frozenset(unit for unit, row in listed.items() if row.get("done", False))
    own = all(UNITS[unit].seat == state.seat for unit in done)
    _expect(found, "units", own, "done only of the side whose phase it is")
    state = replace(state, done=done)
    first = (state.seat, state.phase, state.done) == (SEATS[0], MOVEMENT, frozenset())
    _expect(found, "turn", turn != LAST + 1 or first, f"{LAST} at most, except when the last turn is over")
    attack = found.get("attack")
    if attack is not None:
        both = isinstance(attack, list) and len(attack) == 2 and all(isinstance(one, str) for one in attack)
        _expect(found, "attack", both and set(attack) <= UNITS.keys(), "two units, or null")
        declared = Attack(*found["attack"])
        _expect(found, "attack", bool(legality.check(board, state, declared)), "an attack that may be declared")
        state = replace(state, attack=declared)
    return state


def _units(board: HexBoard, found: Mapping[str, Any]) -> Mapping[str, Mapping[str, Any]]:
    """Unit -> what is said of it."""
    rows = found.get("units")
    _expect(found, "units", isinstance(rows, list) and all(isinstance(row, dict) for row in rows), "a list of objects")
    names = [row.get("id") for row in found["units"]]
    _expect(found, "units", names == [unit for unit in UNITS if unit in names], f"some of {', '.join(UNITS)}, in order")
    for row in found["units"]:
        place, done = row.get("place", UNITS[row["id"]].start), row.get("done", False)
        _expect(found, "units", isinstance(place, str) and board.knows(place), "a hex of the map as each place")
        _expect(found, "units", type(done) is bool and row.keys() <= {"id", "place", "done"}, "id, place and done")
    return {row["id"]: row for row in found["units"]}


def _expect(found: Mapping[str, Any], key: str, holds: object, expected: str) -> None:
    if not holds:
        raise BadPosition(f"{key}: expected {expected}, not {found.get(key)!r}")
