"""The boxes beside the map for units that are not on it, such as reinforcements and losses. Their counters respond to
the pointer as those on the map do."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Container, Mapping, Sequence

import pygame

from game.core.contract import Counter
from game.core.message import Text, plural, say
from game.core.presenter import OffMapBox
from game.core.theme import Theme
from game.ui.board import overlays
from game.ui.board.board_picture import FrameCache
from game.ui.board.counters import RING_MEANINGS, ring_tooltips
from game.ui.board.pieces import LyingPiece, badge_at, has_badge
from game.ui.counters.pictures import counter_surface
from game.ui.kit.fonts import font
from game.ui.kit.notice import SignMeanings, topmost_meaning
from game.ui.kit.paper import draw_table
from game.ui.kit.pen import shorten
from game.ui.kit.theme import FAINT, INK, LINE_INK, PAPER

STRIP_HEIGHT = 104
"""Height of the strip of boxes, in layout units."""
EMPTY_STRIP_HEIGHT = 44
"""Height of the strip while all boxes are empty, in layout units."""
COUNTER_WIDTH = 54
"""Width of a counter in a box, in layout units."""
TITLE_HEIGHT = 34
"""Height of a box's title, in layout units."""
TITLE_SIZE = 16
"""Font size of a box's title, in layout units."""
COUNTER_GAP = 6
"""Gap between counters, and between a box's title and the dash of an empty box, in layout units."""
TITLE_MARGINS = 10, 34
"""Space before and after a box's title, in layout units; the latter holds the dash of an empty box."""
BOX_GAP = 8
"""Gap between boxes, and between a box's sides and its counters, in layout units."""
VISIBLE_EDGE = 5
"""The least visible width of a counter below others of its pile, in layout units; a narrower one is not drawn, as it
would be a dark line."""
CORNER_INSET = 6
"""Distance in pixels from a box's upper and right edges to a point of it that no counter covers."""


def strip_height(boxes: Sequence[OffMapBox], occupied: Container[str]) -> int:
    """Height of a strip of boxes, in layout units; 0 without boxes.

    :param occupied: the places occupied by counters.
    """
    if not boxes:
        return 0
    return STRIP_HEIGHT if any(box.name in occupied for box in boxes) else EMPTY_STRIP_HEIGHT


class BoxStrip:
    """Boxes in a row; empty ones are as wide as their titles. If there is no room for counters side by side, those with
    a band of the same colour overlap, with their number on the last, topmost one."""

    def __init__(self) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._boxes: list[tuple[OffMapBox, pygame.Rect]] = []
        self._counters: list[tuple[Counter, pygame.Rect]] = []
        self.piles: list[tuple[int, pygame.Rect]] = []
        """Number of counters in each overlapping pile, and the rectangle of its top counter."""
        self._cache = FrameCache()
        self._tips: SignMeanings = []
        """The tooltips of rings and numbers, each with its rectangle."""

    def tip_at(self, pos: tuple[int, int]) -> Text:
        """Tooltip at a point of the strip: the meaning of a ring or a pile's number, or the number of counters in a
        box."""
        tip = topmost_meaning(self._tips, pos)
        if tip or self.unit_at(pos) is not None:
            return tip
        box = next((box for box, room in self._boxes if room.collidepoint(pos)), None)
        if box is None:
            return ""
        held = sum(counter.place == box.name for counter, _ in self._counters)
        return plural("{title}: {count} counter", "{title}: {count} counters", held, title=box.title) if held else say(
            "{title}: empty", title=box.title)

    def lay(
        self, rect: pygame.Rect, boxes: Sequence[OffMapBox], counters: Collection[Counter], px: Callable[[float], int]
    ) -> None:
        """Lay out the boxes and their counters.

        :param rect: the strip's rectangle in the window.
        :param px: converts layout units to pixels.
        """
        self.rect, self._boxes, self._counters, self.piles = rect, [], [], []
        gap = px(BOX_GAP)
        contents = [[counter for counter in counters if counter.place == box.name] for box in boxes]
        left = rect.left + gap
        for box, content, width in zip(boxes, contents, _widths(rect.width - gap, boxes, contents, px), strict=True):
            room = pygame.Rect(left, rect.top + gap // 2, width - gap, rect.height - gap)
            left += width
            self._boxes.append((box, room))
            counter_room = pygame.Rect(room.left + gap, room.top + px(TITLE_HEIGHT), room.width - 2 * gap,
                                       px(COUNTER_WIDTH))
            self._lay_counters(content, counter_room, px)

    def _lay_counters(self, counters: Sequence[Counter], room: pygame.Rect, px: Callable[[float], int]) -> None:
        """Lay out the counters of a box: side by side if there is room, else in overlapping piles, one for each colour
        of band; in a single pile if there is no room for all of these."""
        width, gap = px(COUNTER_WIDTH), px(COUNTER_GAP)
        bands = list(dict.fromkeys(map(_band, counters)))
        piles = [[counter for counter in counters if _band(counter) == band] for band in bands]
        if len(counters) * (width + gap) <= room.width + gap or len(piles) * (width + gap) > room.width:
            piles = [list(counters)]
        spare = room.width - len(piles) * (width + gap) + gap
        step = min(width + gap, spare // max(1, len(counters) - len(piles)))
        x = room.left
        for pile in piles:
            for k, counter in enumerate(pile):
                self._counters.append((counter, pygame.Rect(x + k * step, room.top, width, width)))
            x += (len(pile) - 1) * step + width + gap
            if step < width and len(pile) > 1:
                self.piles.append((len(pile), self._counters[-1][1]))

    def place_at(self, pos: tuple[int, int]) -> str | None:
        """The name of the box at a point of the window; None if there is none."""
        return next((box.name for box, room in self._boxes if room.collidepoint(pos)), None)

    def unit_at(self, pos: tuple[int, int]) -> str | None:
        """The unit of the topmost counter at a point of the window; None if there is none."""
        return next((counter.unit for counter, spot in reversed(self._counters) if spot.collidepoint(pos)), None)

    def point_of(self, name: str) -> tuple[int, int] | None:
        """The centre of a unit's counter, or a point of a box clear of its counters, in window pixels; None for other
        names."""
        for counter, spot in self._counters:
            if counter.unit == name:
                return spot.center
        room = next((room for box, room in self._boxes if box.name == name), None)
        return (room.right - CORNER_INSET, room.top + CORNER_INSET) if room is not None else None

    def draw(
        self, target: pygame.Surface, theme: Theme, signs: Mapping[str, str], reach: Collection[str],
        px: Callable[[float], int],
    ) -> None:
        """Draw the boxes on the table.

        :param signs: unit -> the kind of ring around it.
        :param reach: the names of the places that the selected unit can move to; those of boxes are marked.
        :param px: converts layout units to pixels.
        """
        boxes_in_reach = frozenset(box.name for box, _ in self._boxes if box.name in reach)
        key = tuple(self._boxes), tuple(self._counters), tuple(self.piles), dict(signs), boxes_in_reach
        if self._cache.show(target, self.rect, key):
            return
        draw_table(target, self.rect)
        self._tips = []
        self._draw(target, theme, signs, boxes_in_reach, px)
        self._cache.keep(target, self.rect, key)

    def _drawn_counters(self, ringed: Container[str], edge: int) -> list[tuple[Counter, pygame.Rect]]:
        """The counters that are drawn: those in rings, and those of which at least ``edge`` pixels show."""
        drawn = list[tuple[Counter, pygame.Rect]]()
        left_of_next = math.inf
        for counter, spot in reversed(self._counters):
            is_covered = spot.right > left_of_next > spot.left
            if not is_covered or left_of_next - spot.left >= edge or counter.unit in ringed:
                drawn.append((counter, spot))
                left_of_next = spot.left
        return drawn[::-1]

    def _draw(
        self, target: pygame.Surface, theme: Theme, signs: Mapping[str, str], reach: Collection[str],
        px: Callable[[float], int],
    ) -> None:
        """Draw boxes, counters (the selected one last, above its pile), rings and the numbers of piles, and note the
        tooltips; parameters as of ``draw``."""
        papers = {info.name: info.paper for info in theme.seats}
        for box, room in self._boxes:
            pygame.draw.rect(target, PAPER, room, border_radius=px(5))
            edge = overlays.BLUE if box.name in reach else papers.get(box.seat or "", LINE_INK)
            pygame.draw.rect(target, edge, room, width=px(4 if box.name in reach else 2), border_radius=px(5))
            face = font("ui-bold", px(TITLE_SIZE))
            title = face.line_picture(shorten(box.title, face, room.width - px(2 * TITLE_MARGINS[0])), INK)
            place = title.get_rect(midleft=(room.left + px(TITLE_MARGINS[0]), room.top + px(TITLE_HEIGHT) // 2))
            target.blit(title, place)
            if not any(counter.place == box.name for counter, _ in self._counters):
                dash = font("ui", px(TITLE_SIZE)).line_picture("–", FAINT)
                target.blit(dash, dash.get_rect(midleft=(place.right + px(COUNTER_GAP), place.centery)))
        badges = list[tuple[str, LyingPiece]]()
        drawn = self._drawn_counters(signs, px(VISIBLE_EDGE))
        for counter, spot in sorted(drawn, key=lambda each: signs.get(each[0].unit) == "selected"):
            picture = counter_surface(counter, theme, spot.width)
            target.blit(picture, picture.get_rect(center=spot.center))
            if counter.unit in signs:
                ring = overlays.ring(signs[counter.unit], spot.width)
                ring_box = target.blit(ring, ring.get_rect(center=spot.center))
                self._tips += ring_tooltips(signs[counter.unit], ring_box, spot.width)
                badges.append((signs[counter.unit], LyingPiece(counter, spot.width, None, spot.center)))
        for kind, piece in badges:
            if has_badge(kind, piece):
                picture = overlays.badge(kind, piece.px)
                place = target.blit(picture, badge_at(piece, picture.get_width(), (), ()))
                self._tips.append((place, RING_MEANINGS[kind]))
        for number, spot in self.piles:
            figure = font("counter", px(18)).line_picture(str(number), PAPER)
            badge = figure.get_rect(center=(spot.right - px(8), spot.top + px(9))).inflate(px(10), px(2))
            pygame.draw.rect(target, INK, badge, border_radius=badge.height // 2)
            target.blit(figure, figure.get_rect(center=badge.center))
            meaning = plural("{count} counter in this stack", "{count} counters in this stack", number)
            self._tips.append((badge, meaning))


def _widths(total_width: int, boxes: Sequence[OffMapBox], contents: Sequence[Sequence[Counter]],
            px: Callable[[float], int]) -> list[int]:
    """Width in pixels of each box in a strip, including the gap beside it: an empty box is as wide as its title, the
    others share the rest; all are equally wide if a share would be too narrow for a title."""
    title_widths = [px(BOX_GAP) + _title_width(box, px) + px(sum(TITLE_MARGINS)) for box in boxes]
    rest = total_width - sum(width for width, content in zip(title_widths, contents, strict=True) if not content)
    filled = sum(1 for content in contents if content)
    share = rest // max(1, filled)
    if not filled or share < max(title_widths):
        return [total_width // len(boxes)] * len(boxes)
    return [share if content else width for width, content in zip(title_widths, contents, strict=True)]


def _title_width(box: OffMapBox, px: Callable[[float], int]) -> int:
    """Width in pixels of a box's title, uncut."""
    return font("ui-bold", px(TITLE_SIZE)).line_picture(box.title, INK).get_width()


def _band(counter: Counter) -> str:
    """The colour of a counter's band, which stands for its corps; the name of its side if it has no band."""
    return counter.face.band if counter.face is not None else counter.seat
