"""A map sheet: paper, painted ground, ink and lettering, printed in any part and at any size."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.board.areas import AreaBoard
from game.board.hexgrid import HexBoard
from game.board.plane import PlaneBoard
from game.core.theme import Theme
from game.ui.kit.camera import Box, Point
from game.ui.kit.paper import blank
from game.ui.sheets.areas import AreaPlan
from game.ui.sheets.frame import SheetLayout, frame, laid_out, lay_out
from game.ui.sheets.hex_plan import HexPlan, field_of
from game.ui.sheets.ink import Ink, SheetPlan
from game.ui.sheets.legend import LegendCard
from game.ui.sheets.planes import PlanePlan
from game.ui.sheets.style import Style, load_style

RIM, NARROW, TABLE = 0.16, 0.008, 0.6
"""How much table is seen around a sheet: around the whole of it in the board's units, around the map alone as a share
of its height, and in units around a table without a grid, over whose edges bases reach."""
WORTH = 1.2
"""How many times as large a sheet is shown when it lies turned from which on it does unless the player says otherwise;
chosen."""


def _plan(board: HexBoard | AreaBoard | PlaneBoard, style: Style) -> SheetPlan:
    """How a board of any kind is printed."""
    match board:
        case AreaBoard():
            return AreaPlan(board, style)
        case PlaneBoard():
            return PlanePlan(board, style)
    return HexPlan(board, style)


def extent(board: HexBoard, folded: bool) -> Point:
    """How wide and how high a board's sheet is with the table around it, in hex radii, without drawing it.

    :param folded: whether its legend is folded away.
    """
    layout = laid_out(field_of(board), HexPlan.edge)
    _, _, w, h = (layout.folded if folded else layout).paper
    rim = NARROW * h if folded else RIM
    return w + 2 * rim, h + 2 * rim


def larger_turned(board: HexBoard, room: Callable[[float, float], pygame.Rect], folded: bool = True) -> bool:
    """Whether a board's whole sheet is shown at least ``WORTH`` times as large when it lies turned.

    :param room: the room there is for a sheet whose width is such a share of its height: without its legend, and as it
        is shown.
    """
    plain, turned = (
        _scale(extent(each, folded), room(_shape(extent(each, True)), _shape(extent(each, folded))))
        for each in (board, board.turned))
    return turned >= WORTH * plain


def _shape(size: Point) -> float:
    return size[0] / size[1]


def _scale(size: Point, room: pygame.Rect) -> float:
    return min(room.width / size[0], room.height / size[1])


class Sheet:
    """One board's sheet. Distances are in the board's units; ``layout.paper`` is the whole of it."""

    def __init__(self, board: HexBoard | AreaBoard | PlaneBoard, theme: Theme) -> None:
        """:raises AssetError: when the system's style, or a picture or symbol it names, cannot be used."""
        self.style: Style = load_style(theme)
        plan = _plan(board, self.style)
        self._table = isinstance(board, PlaneBoard)
        self._whole: SheetLayout = lay_out(plan, self.style)
        self.layout = self._whole
        self._painting = plan.painting
        self._ink = Ink()
        plan.draw(self._ink)
        self.legend = LegendCard(plan, self.style)
        """The key on a card of its own."""
        self._letters = frame(self._ink, plan, theme, self.style, self.layout)
        self.names = plan.names
        """The lettering of places and waters; printed over the sheet, since it keeps clear of counters."""
        self.flag_spots = plan.flag_spots
        """Where the flags of places stand."""

    def changed_from(self, other: Sheet) -> list[Box] | None:
        """The boxes in which it differs from another sheet; None: everywhere, as it is laid out otherwise."""
        if (self.layout, self._letters, self._painting) != (other.layout, other._letters, other._painting):
            return None
        return self._ink.changed_from(other._ink)

    def fold(self, folded: bool) -> None:
        """Fold what is printed around the map away, or lay it out again."""
        self.layout = self._whole.folded if folded else self._whole

    @property
    def folded(self) -> bool:
        """Whether the legend is folded away."""
        return self.layout is not self._whole

    @property
    def with_rim(self) -> Box:
        """The sheet and the table around it."""
        x, y, w, h = self.layout.paper
        rim = self._rim(h) if self.folded else RIM
        return x - rim, y - rim, w + 2 * rim, h + 2 * rim

    @property
    def bare_shape(self) -> float:
        """The width of the map without its legend, as a share of its height."""
        _, _, w, h = self._whole.folded.paper
        rim = self._rim(h)
        return (w + 2 * rim) / (h + 2 * rim)

    def _rim(self, high: float) -> float:
        """How much table is seen around a map without its legend that is so high, in the board's units."""
        return TABLE if self._table else NARROW * high

    def pixels(self, scale: float) -> tuple[int, int]:
        """The size of the whole sheet at a scale (pixels a unit)."""
        _, _, w, h = self.layout.paper
        return max(1, round(w * scale)), max(1, round(h * scale))

    def print_part(self, part: pygame.Rect, scale: float) -> pygame.Surface:
        """The part of the sheet in ``part`` (pixels from the sheet's corner at ``scale``)."""
        surface = blank(part, self.pixels(scale), self.style.sheet["paper"])
        x, y, _, _ = self.layout.paper
        view = x + part.x / scale, y + part.y / scale, part.w / scale, part.h / scale
        if self._painting is not None:
            self._painting.print_on(surface, view)
        self._ink.print_on(surface, view)
        for lettering in self._letters:
            lettering.print_on(surface, view, scale)
        return surface
