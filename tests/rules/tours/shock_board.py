"""Phases of shock and reforming as the tests of Tours set them up, and what a combat comes to."""

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
    """The table after these attacks (``red-hc1 hi1,hi2``) have been announced and nobody has retreated."""
    at = at.play(*(f"attack {attack}" for attack in attacks), "begin")
    while any(notation.startswith("stand ") for notation in at.legal("stand ")):
        at = at.play(*at.legal("stand "))
    return at


def fought(at: Table, *attacks: str, face: int) -> Table:
    """The table after the die of the one combat of these attacks, named by the first."""
    return begun(at, *attacks).play(f"resolve {attacks[0].split()[0]}", face)


def drm(at: Table, *attacks: str) -> int:
    """The sum of the modifiers of the one combat of these attacks, told before the die and used with it."""
    ready = begun(at, *attacks)
    resolve = f"resolve {attacks[0].split()[0]}"
    told = int(str(ready.preview(resolve).total))
    rolled = ready.play(resolve, 5)
    row = next(event.row for event in rolled.events if event.type == "rolled")  # type: ignore[attr-defined]
    assert told == row - 5
    return told


def ended(at: Table) -> str:
    """How the game has ended; empty where it goes on."""
    return str(at.position["ending"])
