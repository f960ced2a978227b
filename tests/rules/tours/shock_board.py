"""Phases of shock and reforming for the tests of Tours, and the results of a combat."""

from __future__ import annotations

from typing import Any

from tests.rules.table import Table
from tests.rules.tours.board import FRANKISH, table


def shock(line: str, *active: str, **keys: Any) -> Table:
    """Phase IV of the side of the first of these contingents, which are all activated to move and attack."""
    side = "frankish" if active[0] in FRANKISH else "muslim"
    told = {"phase": "shock", "first": side, "orders": dict.fromkeys(active, "move"), "tried": list(active),
            "active": list(active)}
    return table(line, **{**told, **keys})


def reforming(line: str, *contingents: str, **keys: Any) -> Table:
    """Phase V of the side of the first of these contingents, which all have the order to reform."""
    side = "frankish" if contingents[0] in FRANKISH else "muslim"
    return table(line, **{"phase": "reform", "first": side, "orders": dict.fromkeys(contingents, "reform"), **keys})


def begun(at: Table, *attacks: str) -> Table:
    """The table after these attacks (``red-hc1 hi1,hi2``) have been announced and no unit has retreated."""
    at = at.play(*(f"attack {attack}" for attack in attacks), "begin")
    while any(notation.startswith("stand ") for notation in at.legal("stand ")):
        at = at.play(*at.legal("stand "))
    return at


def fought(at: Table, *attacks: str, face: int) -> Table:
    """The table after the roll for the only combat of these attacks, named by the first."""
    return begun(at, *attacks).play(f"resolve {attacks[0].split()[0]}", face)


def drm(at: Table, *attacks: str) -> int:
    """The total modifier of the only combat of these attacks, as previewed and as used with the die."""
    ready = begun(at, *attacks)
    resolve = f"resolve {attacks[0].split()[0]}"
    told = int(str(ready.preview(resolve).total))
    rolled = ready.play(resolve, 5)
    row = next(event.row for event in rolled.events if event.type == "rolled")  # type: ignore[attr-defined]
    assert told == row - 5
    return told


def ended(at: Table) -> str:
    """The game's ending; empty if it continues."""
    return str(at.position["ending"])
