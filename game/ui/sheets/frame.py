"""The printed surroundings of a map: borders, title, compass and scale bar, and the key beside or below it, with a
sample of each kind of terrain and fieldwork, its name and its effects.

Print grows with the map: ``u`` is the unit of print in hex radii. Numbers without a name are positions and lengths in
this unit, chosen by eye.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, cos, pi, radians, sin, sqrt
from typing import Any

from game.core.message import Message, say
from game.core.theme import Theme
from game.i18n.words import translate
from game.ui.kit.camera import Box, Point
from game.ui.kit.fonts import Role, font
from game.ui.kit.pictures import read_text
from game.ui.sheets.ink import FRAME_LAYER, Ink, SheetPlan, box_corners, circle, closed, fill, open_line, stroke
from game.ui.sheets.lettering import MapText, UnitSymbol
from game.ui.sheets.shapes import rotate
from game.ui.sheets.style import Style

HEADING_HEIGHT = 0.87
"""The height of the key's heading, in units of print."""
ENTRY_HEIGHT = 1.46
"""The height of one entry of the key if there is enough room, in units of print."""
MIN_ENTRY_HEIGHT = 0.9
"""The minimum height of an entry, in units of print; with less there is no key."""
SAMPLE_HALF = 0.68
"""Half the width of a sample, in units of print."""
NAME_OFFSET = 2 * SAMPLE_HALF + 0.14
"""The distance from the left of a sample to its name, in units of print."""
TITLE_SPACING = 0.07
"""The letter spacing of a title, in letter heights."""
HEADING_SPACING = 0.18
"""The letter spacing of a heading, in letter heights."""
HEADING_PRINT, NAME_PRINT, NOTE_PRINT = 0.42, 0.50, 0.385
"""The letter heights of a heading, of an entry's name and of its notes, in units of print."""
SMALL_KEY_PRINT = 0.89
"""The factor on the letter heights of names and notes, and on the distance of lines, in a key of small print."""
NOTE_LINE_HEIGHT = 0.38
"""The distance of the lines of a note, in units of print."""
STRIP_PRINT = 0.44
"""The letter height of the names in a strip, in units of print."""
MAP_NOTE_PRINT = 0.36
"""The letter height of the notes about the map, in units of print."""
SUBTITLE_PRINT, SCENARIO_PRINT, SUBTITLE_STEP = 0.46, 0.42, 0.52
"""The letter heights of the subtitle and of the scenario's name below it, and their line distance, in units of
print."""
MAX_SCALE_BAR = 4.3
"""The maximum length of the scale bar, in units of print."""
LIGHT_INK = "#f7ecd2"
"""The light colour of compass and scale bar."""
COMPASS_RINGS = ((0.78, 0.022), (0.72, 0.010), (0.40, 0.014))
"""The rings of the compass: radius as a share of its size, and line width in hex radii."""
MAIN_POINT, NORTH_POINT, SIDE_POINT = 0.86, 1.0, 0.56
"""The lengths of the compass's points, as shares of its size: east, south and west; north; those in between."""


def key_height(count: int, u: float) -> float:
    """The height of a key with its heading, for a number of entries, in hex radii."""
    return (0.75 + ENTRY_HEIGHT * count) * u if count else 0.0


def print_key_column(ink: Ink, letters: list[MapText], plan: SheetPlan, entries: Sequence[Mapping[str, Any]], at: Point,
                     step: float, u: float, colour: str, edge: float, *, small_print: bool = False) -> None:
    """Print the key as a column. All lengths are in hex radii, or all in units of print if ``u`` is 1.

    :param at: its upper left corner.
    :param step: the distance between entries.
    :param u: the unit of print.
    :param edge: the x at which names and notes end.
    :param small_print: whether names and notes are smaller (``SMALL_KEY_PRINT``).
    """
    x, y = at
    text_unit = SMALL_KEY_PRINT * u if small_print else u
    for k, entry in enumerate(entries):
        middle = y + (k + 0.5) * step - 0.11 * (step - u)
        _draw_sample(ink, plan, entry, (x + SAMPLE_HALF * u, middle), u, 0.42 * step)
        notes = translate(Message(str(entry.get("note", "")))).splitlines()
        left, top = x + NAME_OFFSET * u, middle - 0.21 * text_unit * len(notes)
        name = translate(Message(entry["name"]))
        max_width = edge - left
        name_size = _fitting_height(name, "text", NAME_PRINT * text_unit, max_width)
        letters.append(MapText(name, (left, top), name_size, "text", colour, anchor="left"))
        for n, note in enumerate(notes):
            spot = left, top + (0.45 + NOTE_LINE_HEIGHT * n) * text_unit
            size = _fitting_height(note, "text-italic", NOTE_PRINT * text_unit, max_width)
            letters.append(MapText(note, spot, size, "text-italic", colour, anchor="left"))


def _fitting_height(line: str, role: Role, size: float, max_width: float) -> float:
    """The letter height at which a line is no wider than ``max_width``, at most ``size``."""
    return min(size, 100 * max_width / max(1, font(role, 100).size(line)[0]))


def print_key_strip(ink: Ink, letters: list[MapText], plan: SheetPlan, entries: Sequence[Mapping[str, Any]], place: Box,
                    u: float, colour: str) -> None:
    """Print the key in two rows, names only."""
    x, y, w, h = place
    columns = max(1, (len(entries) + 1) // 2)
    step = w / columns
    for k, entry in enumerate(entries):
        left, middle = x + (k % columns) * step, y + (k // columns + 0.5) * h / 2
        _draw_sample(ink, plan, entry, (left + 0.62 * u, middle), u, 0.40 * u)
        spot = (left + 1.36 * u, middle)
        letters.append(MapText(translate(Message(entry["name"])), spot, STRIP_PRINT * u, "text", colour, anchor="left"))


def print_unit_symbols(letters: list[MapText], style: Style, place: Box, u: float) -> list[UnitSymbol]:
    """Print the unit symbols of a system in a column, each with its code and name, and the notes on counters below
    them.

    :return: the symbols; the lettering is added to ``letters``.
    """
    x, y, w, h = place
    colour, symbols = style.sheet["ink"], []
    heading = translate(say("Symbols")).upper()
    letters.append(MapText(heading, (x + w / 2, y + 0.5 * u), HEADING_PRINT * u, "title", colour,
                           spacing=HEADING_SPACING))
    notes = style.sheet.get("symbol-notes", ())
    top = y + HEADING_HEIGHT * u
    step = min(0.9 * u, (y + h - top - (0.42 * len(notes) + 0.3) * u) / len(style.symbols))
    for k, entry in enumerate(style.symbols):
        at = top + (k + 0.5) * step
        file = style.path.parent / "counters" / f"{entry['file']}.svg"
        svg = read_text(file, say("the picture of a unit symbol")).replace("currentColor", colour).replace(
            "PAPER", style.sheet["paper"])
        symbols.append(UnitSymbol(svg, str(file), (x + 0.4 * u, at), 0.78 * step))
        name = translate(Message(entry["name"]))
        letters += (MapText(entry["code"], (x + 0.95 * u, at), 0.4 * u, "counter", colour, anchor="left"),
                    MapText(name, (x + 1.62 * u, at), 0.4 * u, "text", colour, anchor="left"))
    for k, note in enumerate(notes):
        spot = x + 0.05 * u, y + h - (0.42 * (len(notes) - k) - 0.05) * u
        letters.append(MapText(translate(Message(note)), spot, MAP_NOTE_PRINT * u, "text-italic", colour,
                               anchor="left"))
    return symbols


def _draw_sample(ink: Ink, plan: SheetPlan, entry: Mapping[str, Any], middle: Point, u: float, half: float) -> None:
    """Draw a sample around a point, no wider than its column and no higher than twice ``half``."""
    sample, (half_width, half_height) = plan.sample(entry)
    scale = min(SAMPLE_HALF * u / half_width, max(half, 0.4 * u) / half_height)
    ink.insert(sample, middle, scale, FRAME_LAYER + 2)


MIN_STRIP_RATIO = 1.2
"""The ratio of width to height from which a map's key is below it, not beside it."""
PAPER_MARGIN = 0.55
"""The distance from the inner rule to the paper's edge, in units of print."""
COLUMN_WIDTH = 5.65
"""The width of the column beside a map, in units of print."""
STRIP_HEIGHT = 2.45
"""The height of the strip below a map, in units of print."""
SYMBOLS_WIDTH = 4.9
"""The width of the list of unit symbols beside that column, in units of print."""
TITLE_WIDTH = 7.2
"""The width of the title in a strip, in units of print."""
STRIP_UNITS = 30
"""The width of a wide map, in units of print."""
COLUMN_UNITS = 17
"""The height of a tall map, in units of print, if it is higher than ``TALL_MAP``."""
TALL_MAP = 18
"""In hex radii: a lower map has larger print for its size, so that title and key remain readable."""


@dataclass(frozen=True)
class SheetLayout:
    """The boxes of a sheet's parts, in hex radii."""

    paper: Box
    """The whole sheet."""
    field: Box
    """The map."""
    column: Box
    """Title, key, compass and scale: a column beside the map, or a strip below it."""
    unit: float
    """The unit of print."""
    edge: float = 0.0
    """The height cut off at the field's top and bottom when the surroundings are hidden."""
    symbols: Box | None = None
    """The column of unit symbols beside that of the terrain key; None without one."""
    ground_margin: float = 0.0
    """The width of ground around the field that is shown when the surroundings are hidden."""

    @cached_property
    def folded(self) -> SheetLayout:
        """The layout with title, legend and borders hidden: the map alone."""
        x, y, w, h = self.field
        margin = self.ground_margin
        height = h - 2 * self.edge + 2 * margin
        return replace(self, paper=(x - margin, y + self.edge - margin, w + 2 * margin, height))

    @property
    def shown_field(self) -> Box:
        """The part of the field that is on the paper."""
        (x, y, w, h), (_, top, _, height) = self.field, self.paper
        return x, max(y, top), w, min(y + h, top + height) - max(y, top)


def sheet_layout(plan: SheetPlan, style: Style) -> SheetLayout:
    """The layout of a sheet: a strip below a wide map, columns at the left of a tall one; paper around both."""
    return layout_around(plan.field, plan.edge, symbols=bool(style.symbols))


def layout_around(field: Box, edge: float, *, symbols: bool = False) -> SheetLayout:
    """The layout of the surroundings of a map's field.

    :param edge: the height cut off at the field's top and bottom when the legend is hidden.
    :param symbols: whether there is a column of unit symbols beside a tall map.
    """
    x, y, w, h = field
    if w / h >= MIN_STRIP_RATIO:
        unit = w / STRIP_UNITS
        strip_height, rim = STRIP_HEIGHT * unit, PAPER_MARGIN * unit
        paper = (x - rim, y - rim, w + 2 * rim, h + strip_height + 2 * rim)
        return SheetLayout(paper, field, (x, y + h, w, strip_height), unit, edge)
    unit = h / COLUMN_UNITS if h > TALL_MAP else min(1.0, max(0.42, (h - 1.2) / 14.8))
    width, rim = COLUMN_WIDTH * unit, PAPER_MARGIN * unit
    symbols_width = SYMBOLS_WIDTH * unit if symbols else 0.0
    paper = (x - width - symbols_width - rim, y - rim, width + symbols_width + w + 2 * rim, h + 2 * rim)
    return SheetLayout(paper, field, (x - width - symbols_width, y, width, h), unit, edge,
                       (x - symbols_width, y, symbols_width, h) if symbols else None)


def draw_frame(ink: Ink, plan: SheetPlan, theme: Theme, style: Style, layout: SheetLayout
               ) -> list[MapText | UnitSymbol]:
    """Draw everything around the board.

    :return: its lettering and unit symbols.
    """
    draw_borders(ink, layout, style.sheet["ink"])
    letters: list[MapText] = []
    symbols: list[UnitSymbol] = []
    if layout.symbols is not None:
        symbols = print_unit_symbols(letters, style, layout.symbols, layout.unit)
    entries = [entry for entry in style.legend if plan.has_sample(entry)]
    beside = layout.column[3] > layout.column[2]
    (_draw_column if beside else _draw_strip)(ink, letters, plan, theme, style, layout, entries)
    return [*letters, *symbols]


Entries = list[Mapping[str, Any]]
"""Entries of the key, as in the style file."""


def _draw_column(ink: Ink, letters: list[MapText], plan: SheetPlan, theme: Theme, style: Style, layout: SheetLayout,
                 entries: Entries) -> None:
    """Draw title, key, compass and scale below one another; with a long key, compass and scale side by side."""
    colour, accent = style.sheet["ink"], style.sheet["accent"]
    (x, y, w, h), u = layout.column, layout.unit
    middle, edge = x + w / 2 - 0.12 * u, x + w - 0.15 * u
    below_title = draw_cartouche(ink, letters, plan.title, theme, (middle, y + 0.15 * u, w - 0.9 * u, u), colour,
                                 accent)
    north = _north(plan, style)
    notes = style.sheet.get("note", ())
    floor = y + h - (1.5 if style.scale else 0.45) * u - 0.4 * u * len(notes)
    key_bottom = below_title + key_height(len(entries), u)
    if floor - key_bottom > (2.0 * u if style.compass else 0.0):
        if style.scale:
            draw_scale_bar(ink, letters, style.scale, (middle, y + h - 0.45 * u), u, colour)
        if entries:
            heading = translate(say("Terrain")).upper()
            letters.append(MapText(heading, (middle, below_title + 0.37 * u), HEADING_PRINT * u, "title", colour,
                                   spacing=HEADING_SPACING))
            corner = x + 0.40 * u, below_title + HEADING_HEIGHT * u
            print_key_column(ink, letters, plan, entries, corner, ENTRY_HEIGHT * u, u, colour, edge)
        _print_notes(letters, notes, (middle, floor + 0.2 * u), u, colour)
        if style.compass:
            size = min(1.35 * u, (floor - key_bottom) / 2 - 0.42 * u)
            draw_compass(ink, letters, north, (middle, (key_bottom + floor) / 2), size, colour, accent)
        return
    floor = y + h - 2.55 * u
    step = (floor - below_title - 0.1 * u) / max(1, len(entries))
    if step >= MIN_ENTRY_HEIGHT * u:
        print_key_column(ink, letters, plan, entries, (x + 0.40 * u, below_title + 0.1 * u), step, u, colour, edge,
                         small_print=step < ENTRY_HEIGHT * u)
    draw_compass(ink, letters, north, (x + 1.25 * u, y + h - 1.05 * u), 0.86 * u, colour, accent)
    if style.scale:
        draw_scale_bar(ink, letters, style.scale, (x + w - 1.85 * u, y + h - 0.45 * u), 0.75 * u, colour)
    _print_notes(letters, notes, (x + w - 1.85 * u, y + h - 2.05 * u), u, colour)


def _draw_strip(ink: Ink, letters: list[MapText], plan: SheetPlan, theme: Theme, style: Style, layout: SheetLayout,
                entries: Entries) -> None:
    """Draw title, key, scale and compass side by side."""
    colour, accent = style.sheet["ink"], style.sheet["accent"]
    (x, y, w, h), u = layout.column, layout.unit
    place = (x + TITLE_WIDTH / 2 * u, y + 0.16 * u, (TITLE_WIDTH - 0.2) * u, 0.76 * u)
    draw_cartouche(ink, letters, plan.title, theme, place, colour, accent)
    room = (x + (TITLE_WIDTH + 0.5) * u, y + 0.12 * u, w - (TITLE_WIDTH + 6.6) * u, h - 0.1 * u)
    print_key_strip(ink, letters, plan, entries, room, u, colour)
    if style.scale:
        draw_scale_bar(ink, letters, style.scale, (x + w - 4.35 * u, y + h - 0.42 * u), 1.02 * u, colour)
    draw_compass(ink, letters, _north(plan, style), (x + w - 1.1 * u, y + h / 2 + 0.2 * u), 0.86 * u,
                 colour, accent)
    _print_notes(letters, style.sheet.get("note", ()), (x + w - 4.35 * u, y + 0.5 * u), u, colour)


def _north(plan: SheetPlan, style: Style) -> float:
    """The direction of north on the sheet as turned, in degrees clockwise from its top."""
    return (float(style.compass.get("north", 0.0)) + plan.turn) % 360


def _print_notes(letters: list[MapText], lines: Sequence[str], at: Point, u: float, colour: str) -> None:
    """Print the notes about the map itself."""
    for k, line in enumerate(lines):
        spot = at[0], at[1] + 0.38 * k * u
        letters.append(MapText(translate(Message(line)), spot, MAP_NOTE_PRINT * u, "text-italic", colour))


def draw_borders(ink: Ink, layout: SheetLayout, colour: str) -> None:
    """Draw a double rule around the sheet with notched corners, and a rule around the board."""
    (x, y, w, h), u = layout.paper, layout.unit
    for gap, width in ((0.26 * u, 0.075 * u), (0.37 * u, 0.02 * u)):
        _draw_rectangle(ink, stroke(colour, width, cap="square"), (x + gap, y + gap, w - 2 * gap, h - 2 * gap))
    gap, leg = 0.37 * u, 0.15 * u
    for cx, sx in ((x + gap, 1), (x + w - gap, -1)):
        for cy, sy in ((y + gap, 1), (y + h - gap, -1)):
            ink.polygon(FRAME_LAYER, fill(colour), [(cx, cy), (cx + leg * sx, cy), (cx, cy + leg * sy)])
            ink.dot(FRAME_LAYER + 1, fill(colour), (cx + 0.9 * leg * sx, cy + 0.9 * leg * sy), 0.15 * leg)
    _draw_rectangle(ink, stroke(colour, 0.085 * u, cap="square"), layout.field)


def _draw_rectangle(ink: Ink, style: str, place: Box) -> None:
    """Draw a rectangle as four lines, so that only visible ones are printed."""
    corners = box_corners(*place)
    for a, b in itertools.pairwise([*corners, corners[0]]):
        ink.line(FRAME_LAYER, style, [a, b], 0.2)


def draw_cartouche(ink: Ink, letters: list[MapText], name: str, theme: Theme, place: Box, colour: str,
                   accent: str) -> float:
    """Draw title and subtitle in a notched double frame; returns the y below it.

    :param name: the board's own title, printed if it differs from the system's.
    :param place: the frame's middle, top and width, and the unit of print.
    """
    middle, top, width, u = place
    title = translate(theme.title)
    size = min(0.98 * u, _title_height(title.upper(), width - 0.9 * u))
    lines = _wrapped(translate(theme.subtitle), "text-italic", SUBTITLE_PRINT * u, width - 0.5 * u)
    scenario = "" if str(theme.title) in name else translate(Message(name))
    scenario_lines = _wrapped(scenario, "text", SCENARIO_PRINT * u, width - 0.5 * u)
    height = 0.75 * u + size + 0.42 * u + SUBTITLE_STEP * u * (len(lines) + len(scenario_lines))
    left, right, bottom = middle - width / 2, middle + width / 2, top + height
    for gap, line in ((0.0, 0.05 * u), (0.1 * u, 0.018 * u)):
        n = 0.24 * u
        a, b, c, d = left + gap, top + gap, right - gap, bottom - gap
        ink.polygon(FRAME_LAYER, stroke(colour, line, join="miter"), [
            (a + n, b), (c - n, b), (c - n, b + n), (c, b + n), (c, d - n), (c - n, d - n), (c - n, d), (a + n, d),
            (a + n, d - n), (a, d - n), (a, b + n), (a + n, b + n),
        ])
    letters.append(MapText(title.upper(), (middle, top + 0.36 * u + size / 2), size, "title", accent,
                           spacing=TITLE_SPACING))
    rule = top + 0.58 * u + size
    for side in (-1, 1):
        ink.line(FRAME_LAYER, stroke(colour, 0.025 * u),
                 [(middle + side * 0.22 * u, rule), (middle + side * 1.5 * u, rule)])
    ink.polygon(FRAME_LAYER, fill(accent), [(middle - 0.13 * u, rule), (middle, rule - 0.09 * u),
                                            (middle + 0.13 * u, rule), (middle, rule + 0.09 * u)])
    y = rule + 0.42 * u
    for line_text in lines:
        letters.append(MapText(line_text, (middle, y), SUBTITLE_PRINT * u, "text-italic", colour))
        y += SUBTITLE_STEP * u
    for line_text in scenario_lines:
        letters.append(MapText(line_text, (middle, y), SCENARIO_PRINT * u, "text", colour))
        y += SUBTITLE_STEP * u
    return bottom + 0.25 * u


def _title_height(text: str, width: float) -> float:
    """The letter height (hex radii) at which a title fills a width."""
    return 100 * width / (font("title", 100).size(text)[0] + 100 * TITLE_SPACING * (len(text) - 1))


def _wrapped(text: str, role: Any, size: float, width: float) -> list[str]:
    """The text in lines of about equal length, no wider than ``width`` hex radii."""
    words, full_width = text.split(), font(role, 100).size(text)[0] * size / 100
    if not words:
        return []
    count = max(1, ceil(full_width / width))
    equal_width, lines = full_width / count * 1.08, [words[0]]
    for word in words[1:]:
        longer = f"{lines[-1]} {word}"
        if font(role, 100).size(longer)[0] * size / 100 <= min(width, equal_width):
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def draw_compass(ink: Ink, letters: list[MapText], north: float, at: Point, size: float, colour: str,
                 accent: str) -> None:
    """Draw an eight-pointed rose, its needle turned ``north`` degrees clockwise from the top of the page.

    :param size: the radius up to the north point, in hex radii.
    """
    turn = radians(north)
    for radius, width in COMPASS_RINGS:
        ink.add(FRAME_LAYER + 2, stroke(colour, width), [at], circle(at, radius * size), size)
    ticks = []
    for k in range(32):
        a = turn + k * pi / 16
        inner = 0.66 if k % 2 else 0.62
        ticks.append(open_line([(at[0] + inner * size * sin(a), at[1] - inner * size * cos(a)),
                                (at[0] + 0.72 * size * sin(a), at[1] - 0.72 * size * cos(a))]))
    ink.add(FRAME_LAYER + 2, stroke(colour, 0.012), [at], "".join(ticks), size)
    for k in (1, 3, 5, 7, 0, 2, 4, 6):
        length = NORTH_POINT if k == 0 else MAIN_POINT if k % 2 == 0 else SIDE_POINT
        tip = rotate((at[0], at[1] - length * size), turn + k * pi / 4, at)
        for side in (-1, 1):
            waist = rotate((at[0], at[1] - 0.17 * size), turn + (k + side * 0.5) * pi / 4, at)
            point_colour = accent if k == 0 else colour
            paint = fill(point_colour if side > 0 else LIGHT_INK) + f' stroke="{point_colour}" stroke-width="0.014"'
            ink.add(FRAME_LAYER + 3 + (k % 2 == 0), paint, [at, tip, waist], closed([at, tip, waist]))
    ink.dot(FRAME_LAYER + 6, fill(LIGHT_INK) + f' stroke="{colour}" stroke-width="0.02"', at, 0.055 * size)
    spot = (at[0] + 1.22 * size * sin(turn), at[1] - 1.22 * size * cos(turn))
    letters.append(MapText(translate(say("N")), spot, 0.42 * size, "title", accent, angle=north))


def draw_scale_bar(ink: Ink, letters: list[MapText], scale: Mapping[str, Any], at: Point, u: float,
               colour: str) -> float:
    """Draw a chequered bar with one step per hex, each at most as long as a hex is wide; returns the y above it."""
    steps, step = int(scale["steps"]), sqrt(3)
    while steps > 1 and steps * step > MAX_SCALE_BAR * u:
        steps -= 1
    step = min(step, MAX_SCALE_BAR * u)
    x, y = at[0] - steps * step / 2, at[1] - 0.55 * u
    for k in range(2 * steps):
        for row in range(2):
            paint = colour if (k + row) % 2 == 0 else LIGHT_INK
            ink.polygon(FRAME_LAYER, fill(paint), box_corners(x + k * step / 2, y + 0.08 * u * row, step / 2, 0.08 * u))
    ink.polygon(FRAME_LAYER + 1, stroke(colour, 0.018 * u, join="miter"), box_corners(x, y, steps * step, 0.16 * u))
    for k in range(steps + 1):
        text = str(k * int(scale["hex"]))
        letters.append(MapText(text, (x + k * step, y - 0.24 * u), 0.34 * u, "text", colour))
    letters.append(MapText(translate(Message(str(scale["unit"]))), (at[0], y + 0.42 * u), 0.38 * u, "text-italic",
                           colour))
    return y - 0.5 * u
