"""The key of a map: a sample of each kind of ground and work on it, with its name and what it does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.core.message import Message
from game.ui.kit.camera import Box, Point
from game.ui.sheets.ink import Ink
from game.ui.sheets.layers import FRAME
from game.ui.sheets.lettering import Lettering
from game.ui.sheets.plan import Plan
from game.words import said

HEAD, STEP = 0.87, 1.46
"""The depth of the key's heading and of one entry where there is room, in units of print."""
LEAST = 0.9
"""The depth of an entry below which there is no key."""
HALF = 0.68
"""Half the width of a sample."""


def height(count: int, u: float) -> float:
    """The depth of a key of so many entries with its heading."""
    return (0.75 + STEP * count) * u if count else 0.0


def column(ink: Ink, letters: list[Lettering], plan: Plan, entries: Sequence[Mapping[str, Any]], at: Point,
           step: float, u: float, colour: str) -> None:
    """The key as a column with notes, ``step`` from entry to entry."""
    x, y = at
    print_ = u if step >= STEP * u else 0.89 * u
    for k, entry in enumerate(entries):
        middle = y + (k + 0.5) * step - 0.11 * (step - u)
        _sample(ink, plan, entry, (x + HALF * u, middle), u, 0.42 * step)
        notes = said(Message(str(entry.get("note", "")))).splitlines()
        left, top = x + (2 * HALF + 0.14) * u, middle - 0.21 * print_ * len(notes)
        name = said(Message(entry["name"]))
        letters.append(Lettering(name, (left, top), 0.50 * print_, "text", colour, anchor="left"))
        for n, note in enumerate(notes):
            spot = left, top + (0.45 + 0.38 * n) * print_
            letters.append(Lettering(note, spot, 0.385 * print_, "text-italic", colour, anchor="left"))


def strip(ink: Ink, letters: list[Lettering], plan: Plan, entries: Sequence[Mapping[str, Any]], place: Box, u: float,
          colour: str) -> None:
    """The key in two rows, names only."""
    x, y, w, h = place
    columns = max(1, (len(entries) + 1) // 2)
    step = w / columns
    for k, entry in enumerate(entries):
        left, middle = x + (k % columns) * step, y + (k // columns + 0.5) * h / 2
        _sample(ink, plan, entry, (left + 0.62 * u, middle), u, 0.40 * u)
        spot = (left + 1.36 * u, middle)
        letters.append(Lettering(said(Message(entry["name"])), spot, 0.44 * u, "text", colour, anchor="left"))


def _sample(ink: Ink, plan: Plan, entry: Mapping[str, Any], middle: Point, u: float, half: float) -> None:
    """A sample about a point, no wider than a column of them and no higher than twice ``half``."""
    drawn, (wide, high) = plan.sample(entry)
    ink.take(drawn, middle, min(HALF * u / wide, max(half, 0.4 * u) / high), FRAME + 2)
