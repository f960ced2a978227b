"""The layout of a screen with a map: where turn track, strip of objectives, map, cards and buttons are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil

import pygame

from game.board.hexgrid import HexBoard
from game.ui.cards import objectives, turntrack
from game.ui.kit.theme import PANEL_FRACTION, Metrics
from game.ui.screens.drawer import STRIP_HEIGHT
from game.ui.sheets.sheet import is_best_turned

PACE_WIDTH = 244
"""Width of the speed and pause buttons beside the turn track, in layout units."""
ROW_HEIGHT = 52
"""Height of a row of buttons below the map, in layout units."""
TABLE_WIDTH = 264
"""Width of the table beside a tall map with hidden legend, in layout units."""
MIN_OBJECTIVES_HEIGHT = 300
"""The minimum height of the card of objectives on that table, in layout units; chosen by hand."""
TABLE_BUTTONS_HEIGHT = 330
"""Height of the buttons on that table, in layout units."""
OVERVIEW_WIDTH = 470
"""Preferred width of the overview beside the map, in layout units."""
MIN_OVERVIEW_WIDTH = 420
"""Least width of the overview beside the map, in layout units."""


@dataclass(frozen=True)
class Surroundings:
    """The parts around the map on a kind of screen."""

    track: bool = True
    """Whether the turn track is shown above the map."""
    objectives: bool = True
    """Whether objectives are shown, if there are any."""
    panel: bool = True
    """Whether there is a panel to the right of the map."""
    strip: int = STRIP_HEIGHT
    """Height in layout units of the strip that remains when the panel is a drawer; 0: the panel never is one."""
    overview: bool = True
    """Whether the overview may be shown beside the map."""
    row: bool = True
    """Whether the map's buttons are shown, below the map or at its left."""


GAME = Surroundings()
"""What surrounds the map of a game."""
EDITING = Surroundings(track=False, objectives=False, strip=0, overview=False)
"""What surrounds the map of an editor."""


@dataclass(frozen=True)
class MapLayout:
    """The rectangles of a screen with a map, in window pixels, worked out from what is to be shown. Callers copy a
    rectangle before they change it."""

    surroundings: Surroundings
    window: Metrics
    """Metrics of the window, at the interface scale."""
    legend: bool = True
    """Whether the sheet's legend is shown beside the map."""
    unfolded: bool = True
    """Whether the strip of objectives is open."""
    has_objectives: bool = False
    """Whether there are objectives to show on that strip."""
    map_ratio: float = 1.0
    """Width of the map without its legend, as a multiple of its height."""
    sheet_ratio: float = 1.0
    """Width of the whole sheet in its current orientation, as a multiple of its height."""
    rows: int = 0
    """Number of button rows below the map."""
    boxes_height: int = 0
    """Height in pixels reserved below the map for boxes."""
    overview_listed: bool = False
    """Whether there is an overview to show."""
    foot: int = 0
    """Height in pixels of a caption at the foot of the window."""
    slid: float = 0.0
    """How far the drawer has slid over the map; 1 is fully open."""
    open: bool = False
    """Whether the drawer is open or opening."""
    computers: bool = False
    """Whether there are computer players whose speed can be changed."""

    def _px(self, units: float) -> int:
        """Convert units of the parts around the map to pixels."""
        return self.window.frame_metrics.px(units)

    @cached_property
    def is_drawer(self) -> bool:
        """Whether the panel is a drawer."""
        return self.surroundings.strip > 0 and self.window.has_drawer

    # --- the panel

    @cached_property
    def _panel(self) -> int:
        """Width of the panel in pixels, at the right of the window or over the map."""
        m = self.window
        if not self.surroundings.panel:
            return 0
        return m.panel_width if self.is_drawer else min(m.panel_width, m.width // PANEL_FRACTION)

    @cached_property
    def column(self) -> pygame.Rect:
        """The panel at the right of the window; a closed drawer lies beyond the window's edge."""
        slid = self.slid if self.is_drawer else 1.0
        return pygame.Rect(self.window.width - round(slid * self._panel), 0, self._panel, self.floor)

    @cached_property
    def strip(self) -> pygame.Rect:
        """The strip at the foot of the window; with no height if the panel is not a drawer."""
        m = self.window
        height = m.px(self.surroundings.strip) if self.is_drawer else 0
        return pygame.Rect(0, m.height - height, m.width, height)

    @property
    def floor(self) -> int:
        """The layout's lower edge, above strip and caption, in window pixels."""
        return self.strip.top - self.foot

    # --- above and beside the map

    @cached_property
    def across(self) -> int:
        """Width of the window without the panel; the full width if the panel is a drawer."""
        return self.window.width - (0 if self.is_drawer else self._panel)

    @cached_property
    def _uncovered(self) -> int:
        """Width of the window that neither the panel nor an open drawer covers."""
        return self.window.width - (self._panel if self.open or not self.is_drawer else 0)

    @cached_property
    def pace(self) -> pygame.Rect:
        """The area of the speed and pause buttons at the right of the turn track; without computer players it has no
        width."""
        share = 4 if self._uncovered == self.across else 3
        width = min(self._px(PACE_WIDTH), self._uncovered // share) if self.computers else 0
        height = self._px(turntrack.TRACK_HEIGHT) if self.surroundings.track else 0
        return pygame.Rect(self._uncovered - width, 0, width, height)

    @cached_property
    def track(self) -> pygame.Rect:
        """The turn track."""
        return pygame.Rect(0, 0, self.pace.left, self.pace.height)

    @cached_property
    def side(self) -> pygame.Rect:
        """The table to the left of the map, for the card of objectives and the buttons. It has a width if the card has
        room, and the map, with its legend if that is shown, is larger with the full height of the window than above its
        buttons. It leaves the map at least half of the window's width."""
        top, full_width = self.track.bottom, self.across
        width = min(self._px(TABLE_WIDTH), full_width - ceil(self.window.width / 2))
        height, ratio = self.floor - top, self.sheet_ratio if self.legend else self.map_ratio
        beside = min(height - self.boxes_height, (full_width - width) / ratio)
        below = min(height - self._px(self.rows * ROW_HEIGHT) - self._objectives_height - self.boxes_height,
                    full_width / ratio)
        larger = beside > below and self.surroundings.panel
        card_height = height - (self._px(TABLE_BUTTONS_HEIGHT) if self.rows else 0)
        has_room = not self.has_objectives or card_height >= self._px(MIN_OBJECTIVES_HEIGHT)
        return pygame.Rect(0, top, width if larger and has_room else 0, height)

    @cached_property
    def _objectives_height(self) -> int:
        """Height in pixels of the open strip of objectives above the map."""
        return min(self._px(objectives.OBJECTIVES_HEIGHT), self.window.height // 11) if self.has_objectives else 0

    @cached_property
    def objectives(self) -> pygame.Rect:
        """The strip of objectives: beside the map, or below the turn track, where it ends at an open drawer. It has no
        height if it is hidden or empty."""
        side, shown = self.side, self.unfolded and self.has_objectives
        if side.width:
            buttons = self._px(TABLE_BUTTONS_HEIGHT) if self.rows else 0
            return pygame.Rect(side.topleft, (side.width, side.height - buttons if shown else 0))
        return pygame.Rect(0, self.track.bottom, self._uncovered, self._objectives_height if shown else 0)

    @cached_property
    def overview(self) -> pygame.Rect:
        """The table to the right of the map for the overview; with no width if the overview is in the panel."""
        area = self.map
        return pygame.Rect(area.right, area.top, self._overview_width, area.height)

    @cached_property
    def _overview_width(self) -> int:
        """Width in pixels of the overview, taken from the space beside the map when the whole sheet is in view. 0 if
        there is no overview or not enough space, and with larger print or in a window with a drawer, because the map is
        then opened enlarged."""
        if not self.overview_listed or self.window.interface_scale > 1 or self.is_drawer:
            return 0
        side, m = self.side, self.window
        height = side.height if side.width else self.floor - self.objectives.bottom - self._px(self.rows * ROW_HEIGHT)
        spare = round(self.across - side.width - (height - self.boxes_height) * self.sheet_ratio)
        return min(spare, self._px(OVERVIEW_WIDTH)) if spare >= m.at(m.min_card_scale).px(MIN_OVERVIEW_WIDTH) else 0

    # --- the map

    @cached_property
    def map(self) -> pygame.Rect:
        """The map's part of the window."""
        side, across = self.side, self.across - self._overview_width
        if side.width:
            return pygame.Rect(side.right, side.top, across - side.width, side.height - self.boxes_height)
        top = self.objectives.bottom
        return pygame.Rect(0, top, across, self.floor - self._px(self.rows * ROW_HEIGHT) - self.boxes_height - top)

    @cached_property
    def free(self) -> pygame.Rect:
        """The part of the map not covered by the drawer once it has finished sliding."""
        free_rect = self.map.copy()
        if self.is_drawer and self.open:
            free_rect.width = max(0, min(free_rect.right, self.window.width - self._panel) - free_rect.left)
        return free_rect

    @cached_property
    def boxes(self) -> pygame.Rect:
        """The strip of boxes below the map, and below the overview beside it."""
        area = self.map
        return pygame.Rect(area.left, area.bottom, area.width + self._overview_width, self.boxes_height)

    @cached_property
    def row(self) -> pygame.Rect:
        """The area of the map's buttons."""
        area, side = self.map, self.side
        if side.width:
            height = self._px(TABLE_BUTTONS_HEIGHT)
            return pygame.Rect(side.left, side.bottom - height, side.width, height)
        below = area.bottom + self.boxes_height
        return pygame.Rect(area.x, below, self.across, self.floor - below)

    def on_map(self, pos: tuple[int, int]) -> bool:
        """Whether a point of the window is on the map and not under the drawer."""
        return self.map.collidepoint(pos) and not self.column.collidepoint(pos)

    def to_map(self, event: pygame.event.Event) -> pygame.event.Event:
        """An event for the map; pointer events on the open drawer are moved off the map, except while the map is
        dragged."""
        kinds = pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN
        is_drag = event.type == pygame.MOUSEMOTION and any(event.buttons[1:])
        if event.type in kinds and not is_drag and self.is_drawer and self.column.collidepoint(event.pos):
            return pygame.event.Event(event.type, {**event.dict, "pos": (-1, -1)})
        return event

    def turns_by_default(self, board: HexBoard, *, folded: bool) -> bool:
        """Whether a board's sheet is turned a quarter clockwise unless the player decides otherwise.

        :param folded: whether its legend is hidden.
        """
        return is_best_turned(board, lambda map_ratio, sheet_ratio: replace(
            self, map_ratio=map_ratio, sheet_ratio=sheet_ratio).map, folded)
