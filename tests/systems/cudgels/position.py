"""The position of a game of Cudgels as JSON values, and back; invalid positions are refused in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from game.board.manoeuvre import overlapping
from game.core.contract import BadPosition
from game.core.pose import FULL_TURN, Pose

from . import striking
from .actions import Strike
from .ground import Ground
from .sequence import ENDINGS, TURNS
from .state import FIGHT, FOUGHT, MARKS, MOVE, OVER, PIPS, SHOOT, SHOT, Due, State, Unit
from .units import BEATEN, EACH, INDEX, SEATS, TYPES

KEYS = ("scenario", "options", "turn", "phase", "to_act", "side", "pips", "rolled", "units", "due", "ending")


def written(state: State, to_act: str | None) -> dict[str, Any]:
    """The complete position; lost bases are left out."""
    return {
        "scenario": state.scenario, "options": list(state.options), "turn": state.turn, "phase": state.phase,
        "to_act": to_act, "side": state.side, "pips": state.pips, "rolled": state.rolled,
        "units": [{"id": kind.id, "x": unit.pose.x, "y": unit.pose.y, "angle": unit.pose.angle,
                   **{mark: True for mark in MARKS if mark in unit.marks}}
                  for kind, unit in zip(TYPES, state.units, strict=True) if unit.pose is not None],
        "due": list(state.due) if state.due is not None else [], "ending": state.ending,
    }


def need(holds: object, what: str, expected: str) -> None:
    """Require a condition.

    :raises BadPosition: if it does not hold.
    """
    if not holds:
        raise BadPosition(f"{what}: expected {expected}")


def number(value: object, least: int, most: int, what: str) -> int:
    """A whole number within bounds."""
    if type(value) is not int or not least <= value <= most:
        raise BadPosition(f"{what}: expected a whole number from {least} to {most}")
    return value


def word(value: object, known: Sequence[str], what: str) -> str:
    """One of the known words."""
    if not isinstance(value, str) or value not in known:
        raise BadPosition(f"{what}: expected {' or '.join(known)}")
    return value


def rows(value: object, what: str) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise BadPosition(f"{what}: expected a list")
    return value


def table(value: object, keys: Sequence[str], what: str) -> Mapping[str, Any]:
    """A table with only these keys."""
    if not isinstance(value, Mapping) or not set(value) <= set(keys):
        raise BadPosition(f"{what}: expected a table of {', '.join(keys)}")
    return value


def read(ground: Ground, first: State, position: Mapping[str, Any]) -> State:
    """The state of a position.

    :param first: the set-up of its scenario, for missing keys.

    :raises BadPosition: naming the key and the expected value.
    """
    given = table(position, KEYS, "position")
    found = {**written(first, None), "rolled": given.get("pips", 0), **given}
    state = replace(
        first, units=_units(ground, first, found["units"]), turn=number(found["turn"], 1, TURNS, "turn"),
        seat=SEATS.index(word(found["side"], SEATS, "side")),
        phase=word(found["phase"], (PIPS, MOVE, SHOOT, FIGHT, OVER), "phase"),
        pips=number(found["pips"], 0, 6, "pips"), rolled=number(found["rolled"], 0, 6, "rolled"),
        ending=word(found["ending"], ("", *ENDINGS), "ending"))
    need(state.pips <= state.rolled, "pips", "no more than were rolled")
    need(state.phase == MOVE or not state.pips, "pips", "some left only while moving")
    need(state.rolled or state.phase != MOVE, "rolled", "the face of the die while moving")
    need(not state.rolled or state.phase not in (PIPS, OVER), "rolled", "no face before the die has fallen")
    for index, unit in enumerate(state.units):
        mine = TYPES[index].seat == state.seat and state.phase not in (PIPS, OVER)
        need(mine or not unit.marks, TYPES[index].id, "marks on the side whose turn it is alone")
        need(SHOT not in unit.marks or state.phase in (SHOOT, FIGHT), TYPES[index].id, "shot in its phase")
        need(FOUGHT not in unit.marks or state.phase == FIGHT, TYPES[index].id, "fought in its phase")
    _check_end(state)
    return _with_due(state, rows(found["due"], "due"))


def _units(ground: Ground, first: State, value: object) -> tuple[Unit, ...]:
    units: dict[str, Unit] = {}
    for row in rows(value, "units"):
        found = table(row, ("id", "x", "y", "angle", *MARKS), "units")
        name = word(found.get("id"), tuple(INDEX), "units")
        need(name not in units, name, "each base once")
        at = first.unit(name).pose
        x, y, angle = (found.get(key, getattr(at, key, None)) for key in ("x", "y", "angle"))
        width, height = ground.board.size
        pose = Pose(number(x, 0, width, f"{name}: x"), number(y, 0, height, f"{name}: y"),
                    number(angle, 0, FULL_TURN - 1, f"{name}: angle"))
        need(all(type(found.get(mark, False)) is bool for mark in MARKS), name, f"true or false as {', '.join(MARKS)}")
        units[name] = Unit(pose, frozenset(mark for mark in MARKS if found.get(mark)))
    lain = [(name, TYPES[INDEX[name]].base.corners(unit.pose)) for name, unit in units.items() if unit.pose is not None]
    for name, outline in lain:
        need(ground.board.on_table(outline), name, "a base on the table")
    for (name, one), (_, other) in combinations(lain, 2):
        need(not overlapping(one, other), name, "no base upon another")
    return tuple(units.get(kind.id, Unit(None)) for kind in TYPES)


def _check_end(state: State) -> None:
    left = [len(state.bases_of(seat)) for seat in (0, 1)]
    over = state.phase == OVER
    need(over == bool(state.ending), "ending", "one exactly where the game is over")
    lost = any(EACH - count >= BEATEN for count in left)
    need(lost == (state.ending == "losses"), "ending", f"losses where a side has lost {BEATEN} bases")
    need(not lost or left[0] != left[1], "units", "a side that has lost fewer")
    if state.ending in ("nightfall", "draw"):
        need((left[0] == left[1]) == (state.ending == "draw"), "ending", "a draw with as many bases alone")
        need((state.turn, state.seat) == (TURNS, 1), "turn", "the last one at nightfall")


def _with_due(state: State, due: list[Any]) -> State:
    if not due:
        return state
    need(len(due) == 3, "due", "a deed, who and at whom")
    deed = word(due[0], ("shoot", "fight"), "due")
    unit, target = (word(name, tuple(INDEX), "due") for name in due[1:])
    mark = SHOT if deed == "shoot" else FOUGHT
    who = state.unit(unit)
    need(mark in who.marks, "due", "the mark of who has done it")
    before = state.put(unit, who._replace(marks=who.marks - {mark}))
    need(striking.check(before, Strike(deed, unit, target)), "due", "what may be done")
    return replace(state, due=Due(deed, unit, target))
