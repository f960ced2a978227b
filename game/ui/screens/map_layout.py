"""Where turn track, strip of objectives, map, cards and buttons lie in the window of a screen with a map."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import pygame

from game.board.hexgrid import HexBoard
from game.ui.cards import objectives, turntrack
from game.ui.kit.theme import COLUMN, Metrics
from game.ui.screens.drawer import STRIP
from game.ui.sheets.sheet import larger_turned

PACE = 244
"""Units: the width of the buttons for the speed of computers and their pause, beside the turn track."""
ROW = 52
"""Units: the height of a row of buttons below the map, where there is one."""
SIDE, SIDE_ROW = 264, 330
"""Units: the width of the table beside a high map whose legend is folded away, and the height of the buttons there."""
OVERVIEW, OVERVIEW_LEAST = 470, 340
"""Units: the width of the overview beside the map where there is room, and the least at which it lies there."""


@dataclass(frozen=True)
class Surroundings:
    """What lies around the map on a kind of screen."""

    track: bool = True
    """Whether the turn track lies above it."""
    aims: bool = True
    """Whether the objectives are shown, if there are any."""
    panel: bool = True
    """Whether something lies at its right."""
    strip: int = STRIP
    """Units: the height of the strip that is left of the panel while that is a drawer; 0: it never is one."""
    overview: bool = True
    """Whether what belongs to the phase may lie beside it."""
    row: bool = True
    """Whether the buttons of the map lie below it, or at its left."""


GAME = Surroundings()
EDITING = Surroundings(track=False, aims=False, strip=0, overview=False)


@dataclass(frozen=True)
class MapLayout:
    """The rectangles of a screen with a map, in window pixels; they are copied before they are changed."""

    around: Surroundings
    window: Metrics
    """Those of the window, at the interface's scale."""
    legend: bool = True
    """Whether the legend of the sheet is laid out."""
    unfolded: bool = True
    """Whether the strip of objectives is laid out."""
    aims: bool = False
    """Whether there is anything to be printed on it."""
    bare: float = 1.0
    """The width of the map without its legend, as a share of its height."""
    shape: float = 1.0
    """The same of the sheet as it lies."""
    rows: int = 0
    """Rows of buttons below the map."""
    boxes_height: int = 0
    """Pixels kept free below the map for boxes beside it."""
    overview_listed: bool = False
    """Whether what belongs to the phase is listed."""
    foot: int = 0
    """Pixels at the foot of the window for a caption."""
    slid: float = 0.0
    """How far the panel has slid over the map if it is a drawer: 1 is all the way."""
    open: bool = False
    """Whether the drawer is open, or about to be."""
    computers: bool = False
    """Whether computers play whose speed can be changed."""

    def _px(self, units: float) -> int:
        return self.window.furniture.px(units)

    @cached_property
    def drawn(self) -> bool:
        """Whether the panel is a drawer."""
        return self.around.strip > 0 and self.window.drawn

    # --- the panel

    @cached_property
    def _panel(self) -> int:
        """Pixels that the panel takes at the right of the window, or over the map."""
        m = self.window
        return 0 if not self.around.panel else m.column if self.drawn else min(m.column, m.width // COLUMN)

    @cached_property
    def column(self) -> pygame.Rect:
        """The panel at the right of the window; as a drawer it is beyond the edge while it is closed."""
        slid = self.slid if self.drawn else 1.0
        return pygame.Rect(self.window.width - round(slid * self._panel), 0, self._panel, self.floor)

    @cached_property
    def strip(self) -> pygame.Rect:
        """The strip at the foot of a window whose panel is a drawer; else no height."""
        m = self.window
        high = m.px(self.around.strip) if self.drawn else 0
        return pygame.Rect(0, m.height - high, m.width, high)

    @property
    def floor(self) -> int:
        """The pixel below which nothing but strip and caption lies."""
        return self.strip.top - self.foot

    # --- above and beside the map

    @cached_property
    def across(self) -> int:
        """The width of everything that lies beside the panel, or below it where that is a drawer."""
        return self.window.width - (0 if self.drawn else self._panel)

    @cached_property
    def pace(self) -> pygame.Rect:
        """The speed of computers and their pause, at the right of the turn track; no width where none plays."""
        width = min(self._px(PACE), self.across // 4) if self.computers else 0
        return pygame.Rect(self.across - width, 0, width, self._px(turntrack.HEIGHT) if self.around.track else 0)

    @cached_property
    def track(self) -> pygame.Rect:
        """The turn track."""
        return pygame.Rect(0, 0, self.pace.left, self.pace.height)

    @cached_property
    def side(self) -> pygame.Rect:
        """Table at the left of a map without its legend: strip and buttons lie there where the map is larger if it has
        the whole height. No width where it is not, or the legend is laid out."""
        top, whole = self.track.bottom, self.across
        wide = self.window.at(self.window.least).px(SIDE)
        high = self.floor - top
        beside = min(high, (whole - wide) / self.bare)
        below = min(high - self._px(self.rows * ROW) - self._objectives_height, whole / self.bare)
        larger = beside > below and not self.legend and self.around.panel
        return pygame.Rect(0, top, wide if larger else 0, high)

    @cached_property
    def _objectives_height(self) -> int:
        """Pixels that the strip of objectives takes of the map's height where it lies above it and is shown."""
        return min(self._px(objectives.HEIGHT), self.window.height // 11) if self.aims else 0

    @cached_property
    def objectives(self) -> pygame.Rect:
        """The strip of objectives below the turn track; no height where it is folded away or says nothing."""
        side, shown = self.side, self.unfolded and self.aims
        if side.width:
            buttons = self._px(SIDE_ROW) if self.rows else 0
            return pygame.Rect(side.topleft, (side.width, side.height - buttons if shown else 0))
        return pygame.Rect(0, self.track.bottom, self.across, self._objectives_height if shown else 0)

    @cached_property
    def overview(self) -> pygame.Rect:
        """The table beside the map on which the overview lies; no width where it lies in the column."""
        area = self.map
        return pygame.Rect(area.right, area.top, self._overview_width, area.height)

    @cached_property
    def _overview_width(self) -> int:
        """Pixels for the overview, of the table that is left when all of the sheet is in view; none where there is no
        overview, or the map would lose room, as it does where it opens nearer for larger print."""
        if not self.overview_listed or self.window.interface > 1:
            return 0
        side, m = self.side, self.window
        high = side.height if side.width else self.floor - self.objectives.bottom - self._px(self.rows * ROW)
        spare = round(self.across - side.width - (high - self.boxes_height) * self.shape)
        return min(spare, self._px(OVERVIEW)) if spare >= m.at(m.least).px(OVERVIEW_LEAST) else 0

    # --- the map

    @cached_property
    def map(self) -> pygame.Rect:
        """The map's part of the window."""
        side, across = self.side, self.across - self._overview_width
        if side.width:
            return pygame.Rect(side.right, side.top, across - side.width, side.height - self.boxes_height)
        top = self.objectives.bottom
        return pygame.Rect(0, top, across, self.floor - self._px(self.rows * ROW) - self.boxes_height - top)

    @cached_property
    def free(self) -> pygame.Rect:
        """The part of the map that the drawer does not cover, once it has slid."""
        found = self.map.copy()
        if self.drawn and self.open:
            found.width = max(0, min(found.right, self.window.width - self._panel) - found.left)
        return found

    @cached_property
    def boxes(self) -> pygame.Rect:
        """The strip of boxes below the map, and below the overview where that lies beside it."""
        area = self.map
        return pygame.Rect(area.left, area.bottom, area.width + self._overview_width, self.boxes_height)

    @cached_property
    def row(self) -> pygame.Rect:
        """The part of the table with the map's buttons."""
        area, side = self.map, self.side
        if side.width:
            high = self._px(SIDE_ROW)
            return pygame.Rect(side.left, side.bottom - high, side.width, high)
        below = area.bottom + self.boxes_height
        return pygame.Rect(area.x, below, self.across, self.floor - below)

    def on_map(self, pos: tuple[int, int]) -> bool:
        """Whether a point of the window is on the map, with no drawer over it."""
        return self.map.collidepoint(pos) and not self.column.collidepoint(pos)

    def to_map(self, event: pygame.event.Event) -> pygame.event.Event:
        """An event as the map gets it: what is pointed or pressed at on the open drawer is not over the map."""
        kinds = pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN
        if event.type in kinds and self.drawn and self.column.collidepoint(event.pos):
            return pygame.event.Event(event.type, {**event.dict, "pos": (-1, -1)})
        return event

    def larger_turned(self, board: HexBoard, *, folded: bool) -> bool:
        """Whether a board's sheet is shown much larger if it lies a quarter turn clockwise.

        :param folded: whether its legend is folded away.
        """
        return larger_turned(board, lambda bare, shape: replace(self, bare=bare, shape=shape).map, folded)
