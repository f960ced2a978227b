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
        "units": [{"id": unit, "place": place} for unit, place in state.at.items()],
        "done": sorted(state.done),
        "attack": None if attack is None else [attack.unit, attack.target],
    }


def read(board: HexBoard, found: Mapping[str, Any]) -> State:
    """The state of a position.

    :raises BadPosition: naming the key and what was expected.
    """
    _expect(found, "scenario", found.get("scenario") == "field", "'field'")
    _expect(found, "options", found.get("options") == [], "no options")
    turn = found.get("turn")
    _expect(found, "turn", type(turn) is int and 1 <= turn <= LAST + 1, f"a number from 1 to {LAST + 1}")
    _expect(found, "phase", found.get("phase") in (MOVEMENT, COMBAT), f"{MOVEMENT} or {COMBAT}")
    _expect(found, "phasing", found.get("phasing") in SEATS, " or ".join(SEATS))
    state = State(_places(board, found), found["turn"], found["phasing"], found["phase"])
    done = found.get("done")
    own = [unit for unit in sorted(UNITS) if UNITS[unit].seat == state.seat and state.at[unit] is not None]
    ordered = isinstance(done, list) and done == [unit for unit in own if unit in done]
    _expect(found, "done", ordered, f"some of {', '.join(own)} in this order")
    state = replace(state, done=frozenset(found["done"]))
    _expect(found, "alive", bool(state.alive), "a unit on the map")
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


def _places(board: HexBoard, found: Mapping[str, Any]) -> tuple[str | None, ...]:
    listed = found.get("units")
    _expect(found, "units", isinstance(listed, list) and all(isinstance(one, dict) for one in listed), "a list")
    _expect(found, "units", [one.get("id") for one in found["units"]] == list(UNITS), ", ".join(UNITS))
    places = [one.get("place", "") for one in found["units"]]
    known = all(place is None or (isinstance(place, str) and board.knows(place)) for place in places)
    _expect(found, "units", known, "a hex of the map or null as each place")
    used = [place for place in places if place is not None]
    _expect(found, "units", len(set(used)) == len(used), "one unit in a hex")
    return tuple(places)


def _expect(found: Mapping[str, Any], key: str, holds: bool, expected: str) -> None:
    if not holds:
        raise BadPosition(f"{key}: expected {expected}, not {found.get(key)!r}")
