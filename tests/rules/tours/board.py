"""Positions of Tours in the tests' notation: a line of units with their places and facings."""

from __future__ import annotations

from typing import Any, cast

from game import catalog
from game.core.offer import Picked
from game.core.verdict import Illegal
from game.rules.tours.system import Tours
from tests.rules.table import Table

RULES = cast(Tours, catalog.rules("tours"))
VERTICES = ("nw", "ne", "e", "se", "sw", "w")
LEADERS = ("charles", "abd-ar-rahman")
FRANKISH = ("hi", "li", "hc", "lc")
MUSLIM = ("red", "yellow", "blue", "grey", "guard")


def pieces(line: str) -> list[dict[str, Any]]:
    """``hi1 1606 e disordered, red-hc1 1707 w, charles 1606`` as entries of a position."""
    entries = []
    for name, place, *words in (part.split() for part in line.split(",")):
        entry: dict[str, Any] = {"id": name, "place": place}
        for word in words:
            entry |= {"facing": word} if word in VERTICES else {word: True}
        entries.append(entry)
    return entries


def table(line: str, **keys: Any) -> Table:
    """A position: the pieces on the map, and keys of the position with ``_`` for ``-``.

    By default it is phase III of the Muslims' player turn, the shield wall is not formed, and leaders who are not in
    the line are dead.
    """
    given = pieces(line)
    there = {entry["id"] for entry in given}
    position: dict[str, Any] = {
        "scenario": "tours", "turn": 2, "phase": "action", "first": "muslim", "wall": False, "units": given,
        "dead": [leader for leader in LEADERS if leader not in there],
    }
    position |= {key.replace("_", "-"): value for key, value in keys.items()}
    return Table(RULES, RULES.from_position(position))


def acting(line: str, contingent: str, **keys: Any) -> Table:
    """Phase III of a contingent's own player turn, while it is activated to move and fire."""
    side = "frankish" if contingent in FRANKISH else "muslim"
    told = {"orders": {contingent: "move"}, "tried": [contingent], "active": [contingent], "acting": contingent}
    return table(line, **{"first": side, **told, **keys})


def idle(at: Table, unit: str) -> tuple[str, str]:
    """The reason why a selected unit has nothing to do: the rule, and the sentence without its values."""
    verdict = at.rules.offers(at.state, Picked((unit,)))[0].verdict
    return str(verdict.reasons[0].rule), verdict.reasons[0].text.template


def named(at: Table, notation: str) -> tuple[str, dict[str, Any]]:
    """The rule of a refusal, and its values."""
    verdict = at.check(notation)
    assert isinstance(verdict, Illegal)
    return str(verdict.reasons[0].rule), dict(verdict.reasons[0].values)


def facing(at: Table, unit: str) -> str:
    """The vertex a unit faces."""
    return next(str(entry["facing"]) for entry in at.position["units"] if entry["id"] == unit)


def marked(at: Table, flag: str) -> set[str]:
    """The units with a flag, such as ``disordered``."""
    return {entry["id"] for entry in at.position["units"] if entry.get(flag)}
