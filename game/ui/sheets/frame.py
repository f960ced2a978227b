"""What is printed around the board: borders, title cartouche, terrain key, compass and scale bar."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil, cos, pi, radians, sin, sqrt
from random import Random
from typing import Any

from game.board.hexgrid import HexBoard, SideFeature, centre, neighbour
from game.core.theme import Theme
from game.ui.kit.camera import Box, Point
from game.ui.kit.fonts import font
from game.ui.sheets.hex_drawing import draw_board
from game.ui.sheets.ink import Ink, circle, closed, fill, open_line, stroke
from game.ui.sheets.lettering import Lettering
from game.ui.sheets.shapes import bounds, turned
from game.ui.sheets.style import Style

FRAME = 200
MARGIN = 0.6
"""From the board's hexes to the inner rule, in hex radii."""
EDGE = 0.05
"""From the board's hexes to the paper's upper and lower edge where the legend is folded away."""
RIM = 0.55
"""From the inner rule to the paper's edge."""


@dataclass(frozen=True)
class Layout:
    """Where things are on the sheet, as boxes in hex radii. ``unit`` scales the column's print."""

    paper: Box
    field: Box
    column: Box
    unit: float
    edge: float = 0.0
    """How much is cut off at the field's top and foot, with what is printed around it."""

    @property
    def folded(self) -> Layout:
        """The sheet with title, legend and borders folded away: the map alone."""
        x, y, w, h = self.field
        return replace(self, paper=(x, y + self.edge, w, h - 2 * self.edge))


def lay_out(board: HexBoard) -> Layout:
    """The board at the right, a column for title and key at its left, paper around both."""
    x, y, w, h = bounds(board)
    unit = min(1.0, max(0.42, h / 14.8))
    width = 5.6 * unit
    field = (x - MARGIN, y - MARGIN, w + 2 * MARGIN, h + 2 * MARGIN)
    column = (field[0] - width, field[1], width, field[3])
    rim = RIM * unit
    paper = (column[0] - rim, field[1] - rim, width + field[2] + 2 * rim, field[3] + 2 * rim)
    return Layout(paper, field, column, unit, MARGIN - EDGE)


def frame(ink: Ink, board: HexBoard, theme: Theme, style: Style, layout: Layout) -> list[Lettering]:
    """Draw everything around the board.

    :return: the lettering that belongs to it.
    """
    colour, accent = style.sheet["ink"], style.sheet["accent"]
    borders(ink, layout, colour)
    x, y, w, h = layout.column
    u, middle = layout.unit, x + w / 2 - 0.12 * layout.unit
    letters: list[Lettering] = []
    at = cartouche(ink, letters, board.title, theme, (middle, y + 0.15 * u, w - 0.9 * u, u), colour, accent)
    floor = y + h - 0.45 * u
    if style.scale:
        floor = scale_bar(ink, letters, style.scale, (middle, floor), u, colour)
    space = floor - at
    key = _key_height(style, u)
    if style.legend and space > key:
        _key(ink, letters, style, (x + 0.42 * u, at + 0.12 * u), u, middle)
        at += key
    if style.compass and floor - at > 2.0 * u:
        size = min(1.35 * u, (floor - at) / 2 - 0.42 * u)
        compass(ink, letters, float(style.compass["north"]), (middle, (at + floor) / 2), size, colour, accent)
    return letters


def borders(ink: Ink, layout: Layout, colour: str) -> None:
    """A double rule around the sheet with notched corners, and a rule around the board."""
    (x, y, w, h), u = layout.paper, layout.unit
    for gap, width in ((0.26 * u, 0.075 * u), (0.37 * u, 0.02 * u)):
        ink.polygon(FRAME, stroke(colour, width, join="miter"), box(x + gap, y + gap, w - 2 * gap, h - 2 * gap))
    gap, leg = 0.37 * u, 0.15 * u
    for cx, sx in ((x + gap, 1), (x + w - gap, -1)):
        for cy, sy in ((y + gap, 1), (y + h - gap, -1)):
            ink.polygon(FRAME, fill(colour), [(cx, cy), (cx + leg * sx, cy), (cx, cy + leg * sy)])
            ink.dot(FRAME + 1, fill(colour), (cx + 0.9 * leg * sx, cy + 0.9 * leg * sy), 0.15 * leg)
    fx, fy, fw, fh = layout.field
    ink.polygon(FRAME, stroke(colour, 0.085 * u, join="miter"), box(fx, fy, fw, fh))


def box(x: float, y: float, w: float, h: float) -> list[Point]:
    """The corners of a rectangle."""
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


def cartouche(ink: Ink, letters: list[Lettering], name: str, theme: Theme, place: Box, colour: str,
               accent: str) -> float:
    """Title and subtitle in a notched double frame; the y below it."""
    middle, top, width, u = place
    size = min(0.98 * u, _size_for(theme.title.upper(), "title", width - 0.9 * u, 0.07))
    lines = _wrapped(theme.subtitle, "text-italic", 0.46 * u, width - 0.5 * u)
    named = "" if theme.title in name else name
    extra = _wrapped(named, "text", 0.42 * u, width - 0.5 * u)
    height = 0.75 * u + size + 0.42 * u + 0.52 * u * (len(lines) + len(extra))
    left, right, bottom = middle - width / 2, middle + width / 2, top + height
    for gap, line in ((0.0, 0.05 * u), (0.1 * u, 0.018 * u)):
        n = 0.24 * u
        a, b, c, d = left + gap, top + gap, right - gap, bottom - gap
        ink.polygon(FRAME, stroke(colour, line, join="miter"), [
            (a + n, b), (c - n, b), (c - n, b + n), (c, b + n), (c, d - n), (c - n, d - n), (c - n, d), (a + n, d),
            (a + n, d - n), (a, d - n), (a, b + n), (a + n, b + n),
        ])
    letters.append(Lettering(theme.title.upper(), (middle, top + 0.36 * u + size / 2), size, "title", accent,
                             spacing=0.07))
    rule = top + 0.58 * u + size
    for side in (-1, 1):
        ink.line(FRAME, stroke(colour, 0.025 * u), [(middle + side * 0.22 * u, rule), (middle + side * 1.5 * u, rule)])
    ink.polygon(FRAME, fill(accent), [(middle - 0.13 * u, rule), (middle, rule - 0.09 * u),
                                      (middle + 0.13 * u, rule), (middle, rule + 0.09 * u)])
    y = rule + 0.42 * u
    for text in lines:
        letters.append(Lettering(text, (middle, y), 0.46 * u, "text-italic", colour))
        y += 0.52 * u
    for text in extra:
        letters.append(Lettering(text, (middle, y), 0.42 * u, "text", colour))
        y += 0.52 * u
    return bottom + 0.25 * u


def _size_for(text: str, role: Any, width: float, spacing: float) -> float:
    """The letter height (hex radii) at which a line has a width."""
    return 100 * width / (font(role, 100).size(text)[0] + 100 * spacing * (len(text) - 1))


def _wrapped(text: str, role: Any, size: float, width: float) -> list[str]:
    """Lines of words of about equal length, no wider than ``width`` hex radii."""
    words, whole = text.split(), font(role, 100).size(text)[0] * size / 100
    if not words:
        return []
    count = max(1, ceil(whole / width))
    aim, lines = whole / count * 1.08, [words[0]]
    for word in words[1:]:
        longer = f"{lines[-1]} {word}"
        if font(role, 100).size(longer)[0] * size / 100 <= min(width, aim):
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


ENTRY = 1.46


def _key_height(style: Style, u: float) -> float:
    return (0.75 + ENTRY * len(style.legend)) * u if style.legend else 0.0


def _key(ink: Ink, letters: list[Lettering], style: Style, at: Point, u: float, middle: float) -> None:
    """The terrain key: a hex of each kind, drawn as on the map, with its meaning."""
    x, y = at
    colour = style.sheet["ink"]
    letters.append(Lettering("TERRAIN", (middle, y + 0.25 * u), 0.42 * u, "title", colour, spacing=0.18))
    y += 0.75 * u
    for entry in style.legend:
        ink.stamp(_sample(entry, style), (x + 0.62 * u, y + 0.62 * u), 0.68 * u, FRAME + 2)
        notes = str(entry.get("note", "")).split("\n")
        top = y + 0.62 * u - 0.21 * u * len(notes)
        letters.append(Lettering(entry["name"], (x + 1.42 * u, top), 0.50 * u, "text", colour, anchor="left"))
        for k, note in enumerate(notes):
            letters.append(Lettering(note, (x + 1.42 * u, top + (0.45 + 0.38 * k) * u), 0.38 * u, "text-italic",
                                     colour, anchor="left"))
        y += ENTRY * u


def _sample(entry: Mapping[str, Any], style: Style) -> Ink:
    """One hex of a class, or with hex-sides of a class, about the origin."""
    name = "0202"
    sides: dict[tuple[str, str], tuple[SideFeature, ...]] = {}
    for d in entry.get("sides", ()):
        sides[(name, neighbour(name, d))] = (SideFeature(entry["hexside"], True),)
    terrain = entry.get("terrain") or next(iter(style.terrain))
    drawn, moved = Ink(), Ink()
    draw_board(drawn, HexBoard("key", "", (name,), {name: terrain}, sides), style, Random("key"))
    cx, cy = centre(name)
    moved.stamp(drawn, (-cx, -cy), 1.0, 0)
    return moved


def compass(ink: Ink, letters: list[Lettering], north: float, at: Point, size: float, colour: str,
             accent: str) -> None:
    """An eight-pointed rose, its needle turned ``north`` degrees clockwise from the top of the page."""
    turn = radians(north)
    for radius, width in ((0.78, 0.022), (0.72, 0.010), (0.40, 0.014)):
        ink.add(FRAME + 2, stroke(colour, width), [at], circle(at, radius * size), size)
    ticks = []
    for k in range(32):
        a = turn + k * pi / 16
        inner = 0.66 if k % 2 else 0.62
        ticks.append(open_line([(at[0] + inner * size * sin(a), at[1] - inner * size * cos(a)),
                                (at[0] + 0.72 * size * sin(a), at[1] - 0.72 * size * cos(a))]))
    ink.add(FRAME + 2, stroke(colour, 0.012), [at], "".join(ticks), size)
    for k in (1, 3, 5, 7, 0, 2, 4, 6):
        long = (1.0 if k == 0 else 0.86) if k % 2 == 0 else 0.56
        tip = turned((at[0], at[1] - long * size), turn + k * pi / 4, at)
        for side in (-1, 1):
            waist = turned((at[0], at[1] - 0.17 * size), turn + (k + side * 0.5) * pi / 4, at)
            dark = accent if k == 0 else colour
            paint = fill(dark if side > 0 else "#f7ecd2") + f' stroke="{dark}" stroke-width="0.014"'
            ink.add(FRAME + 3 + (k % 2 == 0), paint, [at, tip, waist], closed([at, tip, waist]))
    ink.dot(FRAME + 6, fill("#f7ecd2") + f' stroke="{colour}" stroke-width="0.02"', at, 0.055 * size)
    spot = (at[0] + 1.22 * size * sin(turn), at[1] - 1.22 * size * cos(turn))
    letters.append(Lettering("N", spot, 0.42 * size, "title", accent, angle=north))


def scale_bar(ink: Ink, letters: list[Lettering], scale: Mapping[str, Any], at: Point, u: float,
               colour: str) -> float:
    """A chequered bar one hex to the step, as long on the paper as hexes are wide; the y above it."""
    steps, step = int(scale["steps"]), sqrt(3)
    while steps > 1 and steps * step > 4.3 * u:
        steps -= 1
    step = min(step, 4.3 * u)
    x, y = at[0] - steps * step / 2, at[1] - 0.55 * u
    for k in range(2 * steps):
        for row in range(2):
            paint = colour if (k + row) % 2 == 0 else "#f7ecd2"
            ink.polygon(FRAME, fill(paint), box(x + k * step / 2, y + 0.08 * u * row, step / 2, 0.08 * u))
    ink.polygon(FRAME + 1, stroke(colour, 0.018 * u, join="miter"), box(x, y, steps * step, 0.16 * u))
    for k in range(steps + 1):
        text = str(k * int(scale["hex"]))
        letters.append(Lettering(text, (x + k * step, y - 0.24 * u), 0.34 * u, "text", colour))
    letters.append(Lettering(str(scale["unit"]), (at[0], y + 0.42 * u), 0.38 * u, "text-italic", colour))
    return y - 0.5 * u
