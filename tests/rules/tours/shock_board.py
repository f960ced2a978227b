"""Tables of Tours in the phases of shock combat and reforming, and the results of a combat there."""

from __future__ import annotations

from typing import Any

from tests.rules.table import Table
from tests.rules.tours.board import FRANKISH, table

FACE = 5
"""The face with which ``drm`` rolls: any would do."""


def shock(line: str, *active: str, **keys: Any) -> Table:
    """A table at the start of Phase IV, shock combat.

    :param line: the units in the tests' notation.
    :param active: the contingents activated to move and attack; the side of the first is the phasing one.
    :param keys: further keys of the position.
    """
    side = "frankish" if active[0] in FRANKISH else "muslim"
    position = {"phase": "shock", "first": side, "orders": dict.fromkeys(active, "move"), "tried": list(active),
            "active": list(active)}
    return table(line, **{**position, **keys})


def reforming(line: str, *contingents: str, **keys: Any) -> Table:
    """A table at the start of Phase V, reforming.

    :param contingents: those with the order to reform; the side of the first is the phasing one.
    """
    side = "frankish" if contingents[0] in FRANKISH else "muslim"
    return table(line, **{"phase": "reform", "first": side, "orders": dict.fromkeys(contingents, "reform"), **keys})


def begun(at: Table, *attacks: str) -> Table:
    """The table after these attacks (``red-hc1 hi1,hi2``) have been announced and no unit has retreated."""
    at = at.play(*(f"attack {attack}" for attack in attacks), "begin")
    while decisions := at.legal("stand "):
        at = at.play(*decisions)
    return at


def fought(at: Table, *attacks: str, face: int) -> Table:
    """The table after the roll for the only combat of these attacks, named by the first."""
    return begun(at, *attacks).play(f"resolve {attacks[0].split()[0]}", face)


def drm(at: Table, *attacks: str) -> int:
    """The total modifier of the only combat of these attacks; checks that the preview and the roll have the same."""
    ready = begun(at, *attacks)
    resolve = f"resolve {attacks[0].split()[0]}"
    previewed = int(str(ready.preview(resolve).total))
    rolled = ready.play(resolve, FACE)
    row = next(event.row for event in rolled.events if event.type == "rolled")  # type: ignore[attr-defined]
    assert previewed == row - FACE
    return previewed


def void_attacks(at: Table) -> list[tuple[str, str, str]]:
    """The rule, attackers and targets of each announced attack that has become void since the position was set up."""
    found = [(str(event.rule), event.text.values or {}) for event in at.events if event.type == "noted"]
    return [(cited, str(values["units"]), str(values["targets"])) for cited, values in found
            if {"units", "targets"} == set(values)]


def ended(at: Table) -> str:
    """The game's ending; empty if it continues."""
    return str(at.position["ending"])
