"""The boxes beside the map: who is to arrive, who has left. Counters in them are pointed at as on the map."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

import pygame

from game.core.contract import Counter
from game.core.presenter import Box
from game.core.theme import Theme
from game.ui.board import overlays
from game.ui.board.still import Still
from game.ui.counters.pictures import counter_surface
from game.ui.kit.fonts import font
from game.ui.kit.table import draw_table
from game.ui.kit.theme import FAINT, INK, LINE, PAPER

HEIGHT = 104
"""Units: of the strip in which the boxes lie."""
COUNTER, TITLE = 54, 34
"""Units: the width of a counter in a box, and the height of a box's title."""


class BoxStrip:
    """Boxes in a row; where their counters do not find room side by side they lie upon one another, the last on top."""

    def __init__(self) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._boxes: list[tuple[Box, pygame.Rect]] = []
        self._counters: list[tuple[Counter, pygame.Rect]] = []
        self._still = Still()

    def lay(
        self, rect: pygame.Rect, boxes: Sequence[Box], counters: Collection[Counter], px: Callable[[float], int]
    ) -> None:
        """Say where everything lies."""
        self.rect, self._boxes, self._counters = rect, [], []
        gap, width = px(8), px(COUNTER)
        for number, box in enumerate(boxes):
            left = rect.left + gap + number * (rect.width - gap) // len(boxes)
            right = rect.left + (number + 1) * (rect.width - gap) // len(boxes)
            room = pygame.Rect(left, rect.top + gap // 2, right - left, rect.height - gap)
            self._boxes.append((box, room))
            inside = [counter for counter in counters if counter.place == box.name]
            step = min(width + px(6), (room.width - 2 * gap - width) // max(1, len(inside) - 1))
            for k, counter in enumerate(inside):
                spot = pygame.Rect(room.left + gap + k * step, room.top + px(TITLE), width, width)
                self._counters.append((counter, spot))

    def place_at(self, pos: tuple[int, int]) -> str | None:
        """The box at a point of the window."""
        return next((box.name for box, room in self._boxes if room.collidepoint(pos)), None)

    def unit_at(self, pos: tuple[int, int]) -> str | None:
        """The counter at a point of the window."""
        return next((counter.unit for counter, spot in reversed(self._counters) if spot.collidepoint(pos)), None)

    def point_of(self, name: str) -> tuple[int, int] | None:
        """The middle of a counter or, clear of its counters, of a box; None for what is neither."""
        for counter, spot in self._counters:
            if counter.unit == name:
                return spot.center
        return next(((room.right - 6, room.top + 6) for box, room in self._boxes if box.name == name), None)

    def draw(
        self, target: pygame.Surface, theme: Theme, signs: Mapping[str, str], reach: Collection[str],
        px: Callable[[float], int],
    ) -> None:
        """Draw the boxes on the table.

        :param signs: unit -> the ring around it.
        :param reach: boxes that can be gone to.
        """
        near = frozenset(box.name for box, _ in self._boxes if box.name in reach)
        key = tuple(self._boxes), tuple(self._counters), dict(signs), near
        if self._still.show(target, self.rect, key):
            return
        draw_table(target, self.rect)
        self._draw(target, theme, signs, near, px)
        self._still.keep(target, self.rect, key)

    def _draw(
        self, target: pygame.Surface, theme: Theme, signs: Mapping[str, str], reach: Collection[str],
        px: Callable[[float], int],
    ) -> None:
        papers = {info.name: info.paper for info in theme.seats}
        for box, room in self._boxes:
            pygame.draw.rect(target, PAPER, room, border_radius=px(5))
            edge = overlays.BLUE if box.name in reach else papers.get(box.seat or "", LINE)
            pygame.draw.rect(target, edge, room, width=px(4 if box.name in reach else 2), border_radius=px(5))
            title = font("ui-bold", px(16)).render(box.title, True, INK)
            target.blit(title, title.get_rect(midleft=(room.left + px(10), room.top + px(TITLE) // 2)))
            if not any(counter.place == box.name for counter, _ in self._counters):
                middle = room.left + px(10), room.top + px(TITLE) + px(COUNTER) // 2
                empty = font("ui", px(15)).render("–", True, FAINT)
                target.blit(empty, empty.get_rect(midleft=middle))
        for counter, spot in self._counters:
            picture = counter_surface(counter, theme, spot.width)
            target.blit(picture, picture.get_rect(center=spot.center))
            if counter.unit in signs:
                ring = overlays.ring(signs[counter.unit], spot.width)
                target.blit(ring, ring.get_rect(center=spot.center))
