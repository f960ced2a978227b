"""A map sheet: paper, painted ground, ink and lettering, any part of which can be printed at any size; the orientation
in which it is larger; and the map's legend as a separate card."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import ceil
from typing import Any

import pygame

from game.board.areas import AreaBoard
from game.board.hexgrid import HexBoard
from game.board.plane import PlaneBoard
from game.core.message import Message, say
from game.core.theme import Theme
from game.i18n.words import translate
from game.ui.kit.camera import Box, Point
from game.ui.kit.fonts import font
from game.ui.kit.paper import blank_sheet, draw_sheet
from game.ui.sheets.areas import AreaPlan
from game.ui.sheets.frame import (
    HEADING_HEIGHT,
    HEADING_PRINT,
    HEADING_SPACING,
    NAME_OFFSET,
    NAME_PRINT,
    NOTE_LINE_HEIGHT,
    NOTE_PRINT,
    SMALL_KEY_PRINT,
    SheetLayout,
    draw_frame,
    layout_around,
    print_key_column,
    sheet_layout,
)
from game.ui.sheets.hex_plan import HexPlan, field_of
from game.ui.sheets.ink import Ink, SheetPlan
from game.ui.sheets.lettering import MapText
from game.ui.sheets.planes import CLOTH_EDGE, PlanePlan
from game.ui.sheets.style import Style, load_style

AnyBoard = HexBoard | AreaBoard | PlaneBoard
"""A board of any kind."""

TABLE_MARGIN = 0.16
"""The width of the table that is visible around a whole sheet, in the sheet's units."""
FOLDED_MARGIN = 0.005
"""The width of the table that is visible around the map alone, as a share of its height."""
PLANE_MARGIN = 0.6 - CLOTH_EDGE
"""The width of the table that is visible beyond the cloth of a field without a grid, in the sheet's units; 0.6 from the
field's edge in all, because bases may extend over it."""
MIN_ENLARGEMENT = 1.2
"""By default a sheet has north towards its top unless its other orientation is larger by at least this factor. Chosen
by hand."""


def _plan(board: AnyBoard, style: Style) -> SheetPlan:
    """The sheet plan of a board of any kind."""
    match board:
        case AreaBoard():
            return AreaPlan(board, style)
        case PlaneBoard():
            return PlanePlan(board, style)
    return HexPlan(board, style)


def sheet_size(board: HexBoard, folded: bool) -> Point:
    """The width and height of a board's sheet with the table around it, in hex radii, without drawing it.

    :param folded: whether the surroundings of the map (title, legend, borders) are hidden.
    """
    layout = layout_around(field_of(board), HexPlan.edge)
    paper = (layout.folded if folded else layout).paper
    _, _, width, height = _with_rim(paper, folded)
    return width, height


def _with_rim(paper: Box, folded: bool, has_grid: bool = True) -> Box:
    """A sheet with the table around it.

    :param folded: whether the surroundings of the map are hidden.
    """
    rim = TABLE_MARGIN if not folded else FOLDED_MARGIN * paper[3] if has_grid else PLANE_MARGIN
    x, y, width, height = paper
    return x - rim, y - rim, width + 2 * rim, height + 2 * rim


def is_best_turned(board: HexBoard, room: Callable[[float, float], pygame.Rect], folded: bool = True) -> bool:
    """Whether a board's sheet is turned by default: texts name directions by the compass, so north is towards the top
    unless the sheet as shown, fitted to the available rectangle, is at least ``MIN_ENLARGEMENT`` times as large in its
    other orientation.

    :param room: returns the available rectangle, from the ratios of width to height of the sheet without its
        surroundings and of the sheet as shown.
    :param folded: whether it is shown without the surroundings of the map.
    """
    plain_scale, turned_scale = (
        _fit_scale(sheet_size(each, folded), room(_ratio(sheet_size(each, True)), _ratio(sheet_size(each, folded))))
        for each in (board, board.turned))
    if board.has_north_up_if_turned:
        return MIN_ENLARGEMENT * turned_scale > plain_scale
    return turned_scale >= MIN_ENLARGEMENT * plain_scale


def _ratio(size: Point) -> float:
    """The ratio of width to height."""
    return size[0] / size[1]


def _fit_scale(size: Point, room: pygame.Rect) -> float:
    """The largest scale, in pixels per unit, at which a size fits a rectangle."""
    return min(room.width / size[0], room.height / size[1])


class Sheet:
    """The sheet of one board. Distances are in the sheet's units; ``layout.paper`` is the whole sheet."""

    def __init__(self, board: AnyBoard, theme: Theme) -> None:
        """:raises AssetError: when the system's style, or a picture or symbol it names, cannot be used."""
        self.style: Style = load_style(theme)
        plan = _plan(board, self.style)
        self._has_grid = not isinstance(board, PlaneBoard)
        margin = 0.0 if self._has_grid else CLOTH_EDGE
        self._whole: SheetLayout = replace(sheet_layout(plan, self.style), ground_margin=margin)
        self.layout = self._whole
        self._painting = plan.painting
        self._ink = Ink()
        plan.draw(self._ink)
        self.legend = LegendCard(plan, self.style)
        """The legend as a separate card."""
        self.letters = draw_frame(self._ink, plan, theme, self.style, self.layout)
        """The lettering and the unit symbols of the surroundings."""
        self.names = plan.names
        """The lettering of places and waters; printed over the sheet, because it keeps clear of counters."""
        self.flag_spots = plan.flag_spots
        """Place -> the position of its flag."""

    def boxes_changed_from(self, other: Sheet) -> list[Box] | None:
        """The boxes in which its ink differs from that of another sheet; None if layout, surroundings or ground picture
        differ, so that all of it must be printed again."""
        if (self.layout, self.letters, self._painting) != (other.layout, other.letters, other._painting):
            return None
        return self._ink.boxes_changed_from(other._ink)

    def fold(self, folded: bool) -> None:
        """Hide the surroundings of the map (title, legend, borders), or show them again."""
        self.layout = self._whole.folded if folded else self._whole

    @property
    def folded(self) -> bool:
        """Whether the surroundings of the map are hidden."""
        return self.layout is not self._whole

    @property
    def with_rim(self) -> Box:
        """The sheet with the table around it."""
        return _with_rim(self.layout.paper, self.folded, self._has_grid)

    @property
    def map_ratio(self) -> float:
        """The ratio of width to height of the map without its surroundings, with the table around it."""
        _, _, width, height = _with_rim(self._whole.folded.paper, True, self._has_grid)
        return width / height

    def pixels(self, scale: float) -> tuple[int, int]:
        """The size of the sheet in pixels at a scale (pixels per unit), without the table around it."""
        _, _, w, h = self.layout.paper
        return max(1, round(w * scale)), max(1, round(h * scale))

    def print_part(self, part: pygame.Rect, scale: float) -> pygame.Surface:
        """Print the part of the sheet in ``part`` (pixels from the sheet's corner at ``scale``)."""
        surface = blank_sheet(part, self.pixels(scale), self.style.sheet["paper"])
        x, y, _, _ = self.layout.paper
        view = x + part.x / scale, y + part.y / scale, part.w / scale, part.h / scale
        if self._painting is not None:
            self._painting.print_on(surface, view)
        self._ink.print_on(surface, view)
        for lettering in self.letters:
            lettering.print_on(surface, view, scale)
        return surface


CARD_NAME_PRINT = NAME_PRINT * SMALL_KEY_PRINT
"""The least height of names on a legend card, in units of print."""
CARD_NOTE_PRINT = NOTE_PRINT * SMALL_KEY_PRINT
"""The least height of notes on a legend card, in units of print."""
MAX_SMALL_PRINT_LINES = 2
"""The most lines of a note on a legend card in small print; a longer note makes the entries high enough for the usual
print."""
CARD_ENTRY_HEIGHT = 1.02
"""The height of an entry without its notes, in units of print."""
CARD_NAME_HEIGHT = 0.6
"""The height of an entry's name with the space around it, in units of print."""
CARD_MARGIN = 0.4
"""The margin around the columns of a legend card, in units of print."""
MAX_PRINT = 1.5
"""The largest print, relative to the smallest readable one."""


class LegendCard:
    """The legend of a map as a card: a sample of each kind of terrain and fieldwork, with its name, and its effects if
    there is room."""

    def __init__(self, plan: SheetPlan, style: Style) -> None:
        self._plan, self._style = plan, style
        self._entries = [entry for entry in style.legend if plan.has_sample(entry)]
        self._cached: tuple[object, pygame.Surface | None] = (None, None)
        """The latest arguments of ``picture``, and its result."""
        self._printed: tuple[object, pygame.Surface | None] = (None, None)
        """The size and layout of the card drawn last, and that card: a room of another height often has the same."""

    def picture(self, room: tuple[int, int], min_print: int, scale: float) -> pygame.Surface | None:
        """The card, no larger than ``room`` (pixels); None if it would be unreadable there.

        :param min_print: the height of the smallest readable print, in pixels.
        :param scale: pixels per layout unit.
        """
        arguments = room, min_print, scale
        if arguments != self._cached[0]:
            self._cached = arguments, self._print(room, min_print, scale)
        return self._cached[1]

    def _print(self, room: tuple[int, int], min_print: int, scale: float) -> pygame.Surface | None:
        """The card in the largest print that fits, with notes if possible; see ``picture``."""
        for with_notes in (True, False):
            fitting = self._fitting(self._entries, room, min_print, (1, 2), with_notes=with_notes)
            if fitting is not None:
                unit, columns, height = fitting
                layout = (room[0], height), unit, columns, scale
                if self._printed[0] != (layout, with_notes):
                    self._printed = (layout, with_notes), self._card(*layout, with_notes=with_notes)
                return self._printed[1]
        return None

    def pages(self, room: tuple[int, int], min_print: int) -> list[pygame.Surface]:
        """The legend with notes, without paper and heading, on as few pages as it takes; none if it has no entries.

        :param room: the size of a page in pixels.
        :param min_print: the height of the smallest print, in pixels; larger than the room allows if not even one entry
            fits.
        """
        for size in range(len(self._entries), 0, -1):
            parts = [self._entries[k:k + size] for k in range(0, len(self._entries), size)]
            fitting = self._fitting(parts[0], room, min_print, (1, 2, 3), with_notes=True, headed=False)
            if fitting is None and size == 1:
                fitting = min_print / CARD_NOTE_PRINT, 1, room[1]
            if fitting is not None:
                unit, columns, _ = fitting
                return [self._card(room, unit, columns, None, with_notes=True, entries=part) for part in parts]
        return []

    def _fitting(self, entries: Sequence[Mapping[str, Any]], room: tuple[int, int], min_print: int,
                 column_numbers: Sequence[int], *, with_notes: bool, headed: bool = True
                 ) -> tuple[float, int, int] | None:
        """The largest unit of print in pixels at which entries fit into a room, the number of their columns, and the
        height in pixels that they need; None if they do not fit in readable print.

        :param headed: whether a heading is above them.
        """
        smallest = min_print / (CARD_NOTE_PRINT if with_notes else CARD_NAME_PRINT)
        for tenths in range(round(10 * MAX_PRINT), 9, -1):  # print sizes down to the smallest, in steps of a tenth
            unit = smallest * tenths / 10
            for columns in column_numbers:
                rows = ceil(len(entries) / columns)
                width = columns * (CARD_MARGIN + NAME_OFFSET + self._text_width(with_notes)) + CARD_MARGIN
                height = 2 * CARD_MARGIN + headed * HEADING_HEIGHT + rows * self._entry_height(with_notes)
                if rows and width * unit <= room[0] and height * unit <= room[1]:
                    return unit, columns, ceil(height * unit)
        return None

    def _entry_height(self, with_notes: bool) -> float:
        """The height of an entry in units of print."""
        return max(CARD_ENTRY_HEIGHT, CARD_NAME_HEIGHT + NOTE_LINE_HEIGHT * self._most_note_lines(with_notes))

    def _most_note_lines(self, with_notes: bool) -> int:
        """The number of lines of the longest note; 0 without notes."""
        return max((len(_notes(entry)) for entry in self._entries), default=0) if with_notes else 0

    def _text_width(self, with_notes: bool) -> float:
        """The width of the longest name or note, in small print, in units of print."""
        names = [font("text", 100).size(_name(entry))[0] / 100 * CARD_NAME_PRINT for entry in self._entries]
        notes = [font("text-italic", 100).size(line)[0] / 100 * CARD_NOTE_PRINT for entry in self._entries
                 for line in _notes(entry)] if with_notes else []
        return max((*names, *notes), default=0.0)

    def _card(self, size: tuple[int, int], unit: float, columns: int, scale: float | None, *, with_notes: bool,
              entries: Sequence[Mapping[str, Any]] | None = None) -> pygame.Surface:
        """The card printed at a size in pixels.

        :param unit: the unit of print, in pixels.
        :param columns: the number of columns of entries.
        :param scale: pixels per layout unit; None: without paper and heading.
        :param entries: the entries; None: all of them.
        """
        entries = self._entries if entries is None else entries
        card, ink = pygame.Surface(size, pygame.SRCALPHA), Ink()
        width, height = size[0] / unit, size[1] / unit
        colour = self._style.sheet["ink"]
        letters = [] if scale is None else [
            MapText(translate(say("Terrain")).upper(), (width / 2, CARD_MARGIN + 0.3), HEADING_PRINT, "title", colour,
                    spacing=HEADING_SPACING)]
        top, rows = CARD_MARGIN + (HEADING_HEIGHT if letters else 0.0), ceil(len(entries) / columns)
        for column in range(columns):
            part: Sequence[Mapping[str, Any]] = entries[column * rows:(column + 1) * rows]
            if not with_notes:
                part = [{**entry, "note": ""} for entry in part]
            corner = CARD_MARGIN + column * (width - CARD_MARGIN) / columns, top
            print_key_column(ink, letters, self._plan, part, corner, self._entry_height(with_notes), u=1.0,
                             colour=colour, edge=corner[0] + (width - CARD_MARGIN) / columns,
                             small_print=self._most_note_lines(with_notes) <= MAX_SMALL_PRINT_LINES)
        if scale is not None:
            draw_sheet(card, card.get_rect(), scale)
        view = 0.0, 0.0, width, height
        ink.print_on(card, view)
        for lettering in letters:
            lettering.print_on(card, view, unit)
        return card


def _name(entry: Mapping[str, Any]) -> str:
    """The name of an entry in the reader's language."""
    return translate(Message(entry["name"]))


def _notes(entry: Mapping[str, Any]) -> list[str]:
    """The lines of an entry's notes in the reader's language."""
    return translate(Message(str(entry.get("note", "")))).splitlines()
