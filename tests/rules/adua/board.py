"""Positions of Adua as its tests write them: lines of pieces, orders, machine guns and attacks."""

from __future__ import annotations

from typing import Any, cast

from game import catalog
from game.board.hexgrid import HexBoard
from game.rules.adua.system import Adua
from tests.rules.table import Table, units

RULES = cast(Adua, catalog.rules("adua"))
BOARD: HexBoard = RULES.board(RULES.initial("adua"))
MACHINE_GUNS = 4


def pieces(line: str) -> list[dict[str, Any]]:
    """``iii-infantry 2305 lost=2 low-ammo, menelik-f1 2105 moved, taitu to-come`` as entries of a position."""
    found = units(line) if line else []
    return [{key: int(value) if key == "lost" else value for key, value in entry.items()} for entry in found]


def parts(line: str) -> list[list[str]]:
    """The words of each part of a line."""
    return [part.split() for part in line.split(",") if part.strip()]


def armed(line: str) -> list[dict[str, Any]]:
    """``iii-infantry working, v-infantry jammed 3`` as the machine guns of a position, with the turn of the failure."""
    rows: list[dict[str, Any]] = [
        {"unit": unit, "status": rest[0] if rest else "new", "since": int(rest[1]) if len(rest) > 1 else 0}
        for unit, *rest in parts(line)]
    return rows + [{}] * (MACHINE_GUNS - len(rows))


def table(line: str, *, phase: str = "move", orders: str = "", guns: str = "", **keys: Any) -> Table:
    """A position: the pieces on the map, orders as ``dabormida ragni offensive, ragni iii-infantry offensive``, and
    keys of the position with ``_`` for ``-``.

    By default it is the Italians' movement phase of turn 1; there are no machine guns, and Menelik, whose death would
    end the battle, is a reinforcement. Pieces that are not in the line are out of the game.
    """
    given = pieces(line)
    if all(entry["id"] != "menelik" for entry in given):
        given.append({"id": "menelik", "place": "to-come"})
    position: dict[str, Any] = {
        "scenario": "adua", "turn": 1, "phase": phase, "units": given, "machine-guns": armed(guns),
        "orders": [dict(zip(("giver", "target", "order"), words, strict=True)) for words in parts(orders)],
    }
    position |= {key.replace("_", "-"): value for key, value in keys.items()}
    return Table(RULES, RULES.from_position(position))


def entry(at: Table, unit: str) -> dict[str, Any]:
    """A piece's entry in the position: its place, lost steps and flags; empty if it is out of the game."""
    return next((dict(row) for row in at.position["units"] if row["id"] == unit), {})


def marked(at: Table, flag: str) -> set[str]:
    """The pieces with a flag, such as ``disorganized``."""
    return {row["id"] for row in at.position["units"] if row.get(flag)}


def gun(at: Table, unit: str) -> str:
    """The state of a unit's machine gun; ``none`` if it has none."""
    return next((str(row["status"]) for row in at.position["machine-guns"] if row.get("unit") == unit), "none")


def told(at: Table) -> list[str]:
    """The notes in words since the position was set up."""
    return [str(event.text) for event in at.events if event.type == "noted"]
