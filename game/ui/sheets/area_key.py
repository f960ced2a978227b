"""The key of a board of areas: a sample of each kind of ground and work on it, with its name and what it does."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from game.board.areas import AreaBoard
from game.ui.kit.camera import Box
from game.ui.sheets import area_works
from game.ui.sheets.area_works import DRAWN, Spot
from game.ui.sheets.frame import FRAME, box
from game.ui.sheets.ink import Ink, circle, fill, open_line, stroke
from game.ui.sheets.lettering import Lettering
from game.ui.sheets.style import Style

WIDE, HIGH = 62.0, 38.0
"""A sample in map pixels."""
INK = "#3b2a1c"


def entries(board: AreaBoard, style: Style) -> list[Mapping[str, Any]]:
    """The entries of the style's key whose sample occurs on a board."""
    there = {area.terrain for area in board.areas} | {line.kind for line in board.lines}
    there |= {flag for area in board.areas for flag in area.flags} | ({"objective"} if board.objectives else set())
    return [entry for entry in style.legend if entry["sample"] in there]


def column(ink: Ink, letters: list[Lettering], shown: Sequence[Mapping[str, Any]], place: Box, u: float,
           style: Style) -> None:
    """The key as a column with notes."""
    x, y, _, h = place
    step = h / max(1, len(shown))
    for k, entry in enumerate(shown):
        middle = y + (k + 0.5) * step
        sample(ink, entry["sample"], style, (x, middle - 0.40 * u), 0.80 * u / HIGH)
        notes = str(entry.get("note", "")).split("\n") if entry.get("note") else []
        top = middle - 0.19 * u * len(notes)
        left = x + 1.55 * u
        letters.append(Lettering(entry["name"], (left, top), 0.44 * u, "text", style.sheet["ink"], anchor="left"))
        for n, note in enumerate(notes):
            spot = (left, top + (0.40 + 0.34 * n) * u)
            letters.append(Lettering(note, spot, 0.35 * u, "text-italic", style.sheet["ink"], anchor="left"))


def strip(ink: Ink, letters: list[Lettering], shown: Sequence[Mapping[str, Any]], place: Box, u: float,
          style: Style) -> None:
    """The key in two rows, names only."""
    x, y, w, h = place
    columns = max(1, (len(shown) + 1) // 2)
    step = w / columns
    for k, entry in enumerate(shown):
        left, middle = x + (k % columns) * step, y + (k // columns + 0.5) * h / 2
        sample(ink, entry["sample"], style, (left, middle - 0.38 * u), 0.76 * u / HIGH)
        spot = (left + 1.36 * u, middle)
        letters.append(Lettering(entry["name"], spot, 0.44 * u, "text", style.sheet["ink"], anchor="left"))


def sample(ink: Ink, kind: str, style: Style, at: tuple[float, float], pixel: float) -> None:
    """A framed piece of map that shows one kind of ground, line or work; ``at`` its corner, ``pixel`` a map pixel."""
    spot = Spot(at, pixel)
    ground = style.terrain[kind]["colour"] if kind in style.terrain else style.terrain["clear"]["colour"]
    layered = Ink()
    frame = spot(*box(0, 0, WIDE, HIGH))
    layered.polygon(0, fill(ground), frame)
    if kind in _GROUNDS:
        _GROUNDS[kind](layered, spot)
    elif kind == "trench":
        area_works.trench(layered, spot((31, HIGH - 3), (29, 20), (31, 3)), pixel)
    elif kind in DRAWN:
        if kind == "bridge":
            _river(layered, spot)
        size = 0.62 if kind in ("fort", "encampment") else 0.8
        DRAWN[kind](layered, Spot(spot((WIDE / 2, HIGH / 2))[0], pixel * size))
    layered.polygon(90, stroke(INK, 1.6 * pixel, join="miter"), frame)
    ink.stamp(layered, (0.0, 0.0), 1.0, FRAME + 2)


def _hachured(ink: Ink, spot: Spot) -> None:
    """A ridge: its upper left side lit, its lower right in shade, hachures falling both ways."""
    crest = [(7, 27), (17, 17), (27, 19), (38, 10), (55, 9)]
    lower = [(x + 7, y + 15) for x, y in crest]
    upper = [(x - 5, y - 9) for x, y in crest]
    ink.polygon(1, fill("#7a5735", 0.42), spot(*crest, *reversed(lower)))
    ink.polygon(1, fill("#fbf0d0", 0.75), spot(*crest, *reversed(upper)))
    for (ax, ay), (bx, by) in itertools.pairwise(crest):
        for k in range(5):
            x, y = ax + (bx - ax) * k / 5, ay + (by - ay) * k / 5
            ink.line(2, stroke("#4c3620", 1.9 * spot.pixel), spot((x + 1, y + 2), (x + 5.5, y + 12)))
            ink.line(2, stroke("#4c3620", 0.9 * spot.pixel), spot((x - 1, y - 1.5), (x - 4, y - 7)))


def _wooded(ink: Ink, spot: Spot) -> None:
    """Trees."""
    rng = Random(3)
    trees = [(8 + 11.5 * k + rng.uniform(-2, 2), y + rng.uniform(-2, 2)) for y in (8, 19, 30) for k in range(5)]
    for k, (x, y) in enumerate(trees):
        at, p = spot((x, y))[0], spot.pixel
        ink.add(k + 1, fill("#3c3620", 0.42), [at], circle((at[0] + 2.5 * p, at[1] + 3 * p), 5 * p), 1.0)
        paint = fill("#93a066") + f' stroke="#39452a" stroke-width="{1.2 * p:.4f}"'
        ink.add(k + 2, paint, [at], circle(at, 5 * p), 1.0)


def _marshy(ink: Ink, spot: Spot) -> None:
    """Reeds on lines of water."""
    for x, y in ((13, 13), (37, 10), (50, 20), (24, 25), (44, 33), (10, 33)):
        ink.add(1, stroke("#3f7086", 1.3 * spot.pixel), spot((x, y)), open_line(spot((x - 9, y), (x + 9, y))), 1.0)
        blades = "".join(open_line(spot((x + k, y - 1), (x + 1.4 * k, y - 9))) for k in (-4, -1.4, 1.4, 4))
        ink.add(2, stroke("#3d5a3a", 1.5 * spot.pixel), spot((x, y)), blades, 1.0)


def _river(ink: Ink, spot: Spot) -> None:
    """Water across the middle, or beneath a bridge."""
    for colour, width in (("#3d6a80", 15.0), ("#a3c2c8", 11.0)):
        ink.line(1, stroke(colour, width * spot.pixel, cap="butt"), spot((31, 0), (29, 13), (33, 25), (31, HIGH)))


def _flowing(ink: Ink, spot: Spot) -> None:
    for colour, width in (("#3d6a80", 15.0), ("#a3c2c8", 11.0)):
        way = spot((0, 24), (14, 21), (30, 17), (46, 19), (WIDE, 13))
        ink.line(1, stroke(colour, width * spot.pixel, cap="butt"), way)


def _road(ink: Ink, spot: Spot) -> None:
    for colour, width in ((INK, 7.5), ("#f8eccb", 4.6)):
        way = spot((0, 25), (15, 22), (31, 16), (46, 17), (WIDE, 12))
        ink.line(1, stroke(colour, width * spot.pixel, cap="butt"), way)


def _coast(ink: Ink, spot: Spot) -> None:
    ink.polygon(1, fill("#a3c2c8"), spot((30, 0), (26, 12), (33, 25), (29, HIGH), (WIDE, HIGH), (WIDE, 0)))
    for k, opacity in enumerate((1.0, 0.6, 0.4, 0.25)):
        dx = 4.2 * k
        way = spot((30 + dx, 0), (26 + dx, 12), (33 + dx, 25), (29 + dx, HIGH))
        ink.line(2, stroke("#3d6a80", (2.4 if k == 0 else 1.3) * spot.pixel, opacity, cap="butt"), way)


def _flag(ink: Ink, spot: Spot) -> None:
    """A place worth holding: the screen flies its holder's flag there."""
    ink.line(2, stroke(INK, 3 * spot.pixel), spot((24, 35), (24, 5)))
    cloth = spot((24, 5), (33, 3), (42, 8), (50, 5), (50, 21), (42, 24), (33, 18), (24, 21))
    ink.polygon(1, fill("#fbf3df") + f' stroke="{INK}" stroke-width="{1.6 * spot.pixel:.4f}"', cloth)


_GROUNDS: dict[str, Callable[[Ink, Spot], None]] = {
    "mountain": _hachured, "forest": _wooded, "marsh": _marshy, "river": _flowing, "road": _road, "sea": _coast,
    "objective": _flag,
}
