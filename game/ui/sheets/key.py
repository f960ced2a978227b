"""The key of a map: a sample of each kind of ground and work on it, with its name and what it does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.core.message import Message, say
from game.i18n.words import said
from game.ui.kit.camera import Box, Point
from game.ui.kit.pictures import text
from game.ui.sheets.ink import FRAME, Ink
from game.ui.sheets.lettering import MapText, UnitSymbol
from game.ui.sheets.plan import SheetPlan
from game.ui.sheets.style import Style

HEAD, STEP = 0.87, 1.46
"""The depth of the key's heading and of one entry where there is room, in units of print."""
LEAST = 0.9
"""The depth of an entry below which there is no key."""
HALF = 0.68
"""Half the width of a sample."""


def height(count: int, u: float) -> float:
    """The depth of a key of so many entries with its heading."""
    return (0.75 + STEP * count) * u if count else 0.0


def column(ink: Ink, letters: list[MapText], plan: SheetPlan, entries: Sequence[Mapping[str, Any]], at: Point,
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
        letters.append(MapText(name, (left, top), 0.50 * print_, "text", colour, anchor="left"))
        for n, note in enumerate(notes):
            spot = left, top + (0.45 + 0.38 * n) * print_
            letters.append(MapText(note, spot, 0.385 * print_, "text-italic", colour, anchor="left"))


def strip(ink: Ink, letters: list[MapText], plan: SheetPlan, entries: Sequence[Mapping[str, Any]], place: Box, u: float,
          colour: str) -> None:
    """The key in two rows, names only."""
    x, y, w, h = place
    columns = max(1, (len(entries) + 1) // 2)
    step = w / columns
    for k, entry in enumerate(entries):
        left, middle = x + (k % columns) * step, y + (k // columns + 0.5) * h / 2
        _sample(ink, plan, entry, (left + 0.62 * u, middle), u, 0.40 * u)
        spot = (left + 1.36 * u, middle)
        letters.append(MapText(said(Message(entry["name"])), spot, 0.44 * u, "text", colour, anchor="left"))


def symbols(letters: list[MapText], style: Style, place: Box, u: float) -> list[UnitSymbol]:
    """The unit symbols of a system in a column, each with its code and name, and below them what else counters show.

    :return: the symbols; the rest goes to ``letters``.
    """
    x, y, w, h = place
    colour, found = style.sheet["ink"], []
    letters.append(MapText(said(say("Symbols")).upper(), (x + w / 2, y + 0.5 * u), 0.42 * u, "title", colour,
                             spacing=0.18))
    notes = style.sheet.get("symbol-notes", ())
    top = y + HEAD * u
    step = min(0.9 * u, (y + h - top - (0.42 * len(notes) + 0.3) * u) / len(style.symbols))
    for k, entry in enumerate(style.symbols):
        at = top + (k + 0.5) * step
        file = style.path.parent / "counters" / f"{entry['file']}.svg"
        svg = text(file, say("the picture of a unit symbol")).replace("currentColor", colour).replace(
            "PAPER", style.sheet["paper"])
        found.append(UnitSymbol(svg, str(file), (x + 0.4 * u, at), 0.78 * step))
        name = said(Message(entry["name"]))
        letters += (MapText(entry["code"], (x + 0.95 * u, at), 0.4 * u, "counter", colour, anchor="left"),
                    MapText(name, (x + 1.62 * u, at), 0.4 * u, "text", colour, anchor="left"))
    for k, note in enumerate(notes):
        spot = x + 0.05 * u, y + h - (0.42 * (len(notes) - k) - 0.05) * u
        letters.append(MapText(said(Message(note)), spot, 0.36 * u, "text-italic", colour, anchor="left"))
    return found


def _sample(ink: Ink, plan: SheetPlan, entry: Mapping[str, Any], middle: Point, u: float, half: float) -> None:
    """A sample about a point, no wider than a column of them and no higher than twice ``half``."""
    drawn, (wide, high) = plan.sample(entry)
    ink.take(drawn, middle, min(HALF * u / wide, max(half, 0.4 * u) / high), FRAME + 2)
