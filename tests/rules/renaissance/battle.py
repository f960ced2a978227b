"""Shooting and close combat of Renaissance in the tests' notation: positions in those phases, and their arithmetic."""

from __future__ import annotations

from typing import Any

from game.core.event import Rolled
from tests.rules.renaissance.board import table
from tests.rules.table import Table


def combat(line: str, **keys: Any) -> Table:
    """A position in red's close combat phase."""
    return table(line, pips=0, **{"phase": "combat", **keys})


def shots(line: str, **keys: Any) -> Table:
    """A position in the distant shooting of red's bound."""
    return table(line, pips=0, **{"phase": "shooting", **keys})


def terms(at: Table, notation: str, unit: str) -> list[str]:
    """The modifiers of a base before the roll: value and rule, e.g. ``-1 10.4 (ruling 17)``."""
    found = at.preview(notation)
    line = next(line for line in (*found.attackers, *found.defenders) if line.unit == unit)
    return [f"{one.value:+} {one.rule}" for one in line.modifiers]


def score(at: Table, notation: str) -> tuple[int | None, int | None]:
    """Both scores without the dice, first that of red's base or of the shooter."""
    found = at.preview(notation)
    return found.attack, found.defence


def results(at: Table, notation: str) -> set[str]:
    """The keys of all possible results of the dice."""
    return {one.result for one in at.preview(notation).outcomes}


def outcome_text(at: Table, notation: str, result: str) -> str:
    """An outcome in words."""
    return next(str(one.text) for one in at.preview(notation).outcomes if one.result == result)


def events_of(at: Table, kind: str) -> list[tuple[str, str]]:
    """The events of a class: each with its rule, and its unit, if it has one."""
    return [(str(event.rule), getattr(event, "unit", "")) for event in at.events if type(event).__name__ == kind]


def roll_results(at: Table) -> list[str]:
    """The results of all dice since the position was set up."""
    return [event.result for event in at.events if isinstance(event, Rolled)]
