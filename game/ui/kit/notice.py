"""Paper strips that disappear by themselves: the notice beside or on the map, which reports an action, and the tooltip
beside the pointer, which explains a sign."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.core.message import Text
from game.core.theme import SeatInfo
from game.i18n.words import translate
from game.ui.kit.fonts import font
from game.ui.kit.paper import draw_box
from game.ui.kit.pen import wrap
from game.ui.kit.theme import INK, PAPER, Metrics

SignMeanings = list[tuple[pygame.Rect, Text]]
"""Areas of drawn signs, in pixels, each with its meaning; later ones are on top."""

TOOLTIP_DELAY = 0.45
"""Seconds of hovering before a tooltip is shown."""
TIP_WIDTH = 300
"""The maximum width of a tooltip, in layout units."""


def topmost_meaning(signs: Sequence[tuple[pygame.Rect, Text]], pos: tuple[int, int]) -> Text:
    """The meaning of the topmost sign at a point; empty if there is none."""
    return next((text for rect, text in reversed(signs) if rect.collidepoint(pos)), "")


def frame_sides(rect: pygame.Rect, width: int) -> tuple[pygame.Rect, ...]:
    """The four sides of a frame as rectangles; its inside is not part of the sign."""
    left, top, wide, height = rect
    return (pygame.Rect(left, top, wide, width), pygame.Rect(left, rect.bottom - width, wide, width),
            pygame.Rect(left, top, width, height), pygame.Rect(rect.right - width, top, width, height))


class Tip:
    """The tooltip of a screen. It takes no clicks."""

    def __init__(self) -> None:
        self._text: Text = ""
        self._at = (0, 0)
        self._box = pygame.Rect(0, 0, 0, 0)
        self._since = 0.0

    def point(self, at: tuple[int, int], text: Text, about: pygame.Rect | None = None) -> None:
        """Set the pointer's position and the meaning of the sign below it; empty if there is none.

        :param about: the box the sign belongs to, in window pixels; the tooltip does not cover it.
        """
        if text != self._text:
            self._text, self._since = text, 0.0
        self._at, self._box = at, about or pygame.Rect(at, (0, 0))

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds."""
        self._since += dt

    @property
    def shown(self) -> Text:
        """The text shown now; empty if none."""
        return self._text if self._since >= TOOLTIP_DELAY else ""

    def draw(self, target: pygame.Surface, m: Metrics) -> None:
        """Draw it below the box it explains, or above or beside it if there is no room."""
        if not self.shown:
            return
        face = font("ui", m.px(17))
        lines = [face.line_picture(line, INK) for line in wrap(self.shown, face, m.px(TIP_WIDTH))]
        edge = m.px(9)
        size = max(line.get_width() for line in lines) + 2 * edge, len(lines) * face.get_linesize() + edge
        box = self._free_side(size, target.get_rect(), m)
        draw_box(target, box, PAPER, INK, m.px(1.5), m.px(5))
        for number, line in enumerate(lines):
            target.blit(line, (box.x + edge, box.y + edge // 2 + number * face.get_linesize()))

    def _free_side(self, size: tuple[int, int], window: pygame.Rect, m: Metrics) -> pygame.Rect:
        """The tooltip's rectangle: on the first side of the box where it fits; else below, clamped to the window."""
        (x, y), about, gap = self._at, self._box, m.px(8)
        below = pygame.Rect((x + m.px(10), max(y + m.px(22), about.bottom + gap)), size)
        above = below.move(0, min(y - gap, about.top - gap) - below.bottom)
        right = pygame.Rect((max(x + m.px(22), about.right + gap), y - size[1] // 2), size)
        left = right.move(min(x, about.left) - gap - right.right, 0)
        upright = [place.clamp(window.left, place.top, window.width, size[1]) for place in (below, above)]
        level = [place.clamp(place.left, window.top, size[0], window.height) for place in (right, left)]
        return next((place for place in (*upright, *level) if window.contains(place)), below.clamp(window))


MIN_SECONDS = 2.0
"""The minimum display time of a notice. Like the two numbers below, chosen by hand: subtitles allow as much time to
read."""
LETTERS_PER_SECOND = 16
"""Characters of a notice for each further second."""
BANNER_SECONDS = 2.0
"""Extra seconds for a side's banner."""
BANNER_SIZE = 1.6
"""The relative print size of a banner."""
POSITIONS = ("midtop", "midbottom", "topleft", "topright", "bottomleft", "bottomright")
"""A notice's possible positions, the usual one first; after them, others along the edges."""
EDGE_STEPS = 16
"""The number of steps into which each edge is divided for further positions."""
MIN_PRINT = 15
"""The minimum print size in pixels of a notice."""
PRINT_SHARE = 0.42
"""The print size of a notice beside the map, as a share of the height that it has there."""
NEAR_OPACITY = 0.25
"""A notice's opacity while the pointer is near."""
_FADE = 0.4
"""The fade-out time in seconds."""


def reading_time(printed: str) -> float:
    """The seconds that a slow reader needs for a text."""
    return MIN_SECONDS + len(printed) / LETTERS_PER_SECOND


def covered_area(place: pygame.Rect, boxes: Sequence[pygame.Rect]) -> int:
    """The total area of some boxes, in pixels, that a rectangle would cover."""
    return sum(part.w * part.h for part in (place.clip(boxes[k]) for k in place.collidelistall(list(boxes))))


def covered_boxes(place: pygame.Rect, boxes: Sequence[pygame.Rect]) -> int:
    """The area of some boxes that a rectangle would cover, measured in the largest of them and rounded down: covering
    less than one makes no difference."""
    largest = max((box.w * box.h for box in boxes), default=0)
    return covered_area(place, boxes) // largest if largest else 0


class Notice:
    """A notice over the map or screen. It takes no clicks and does not block anything."""

    def __init__(self, words: Callable[[Text], str] = translate) -> None:
        """Create an empty notice.

        :param words: translates a message to the printed text.
        """
        self._words = words
        self.text: Text = ""
        self.more: Text = ""
        """The second part, in small print."""
        self.large = False
        """Whether to print it at a banner's size, for an audience or people at a distance."""
        self.side: SeatInfo | None = None
        """The side whose banner it is; None for a plain notice."""
        self.beside = pygame.Rect(0, 0, 0, 0)
        """A part of the window beside the map: a plain notice is there if it fits; empty if there is none."""
        self.kept_beside = pygame.Rect(0, 0, 0, 0)
        """What it must not cover there, e.g. the current phase; empty if nothing."""
        self._seconds_left = 0.0
        self._placed: tuple[object, pygame.Rect] = None, pygame.Rect(0, 0, 0, 0)
        """The layout it was placed for, and its rectangle, so that it does not move while it is read."""
        self._edge = 0
        """The number of its latest position on the map: later notices keep it unless another is clearly better."""

    def say(self, text: Text, side: SeatInfo | None = None, more: Text = "") -> None:
        """Show a text instead of the current one; a side's banner is large and in its colours.

        :param more: a second part in small print.
        """
        self.text, self.more, self.side = text, more, side
        self._seconds_left = self._reading_time + (BANNER_SECONDS if side is not None else 0)
        self._placed = None, self._placed[1]

    def add(self, more: Text) -> None:
        """Add a part in small print, and extend the display time to that of the whole text."""
        self.more = more
        self._seconds_left = max(self._seconds_left, self._reading_time)

    @property
    def rect(self) -> pygame.Rect:
        """The rectangle where it was last drawn; empty if there is no text."""
        return self._placed[1] if self.text else pygame.Rect(0, 0, 0, 0)

    @property
    def _reading_time(self) -> float:
        return reading_time(self._words(self.text) + self._words(self.more))

    def dismiss(self) -> None:
        """Remove the text."""
        self.text = ""

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds."""
        self._seconds_left -= dt
        if self._seconds_left <= 0:
            self.text = ""

    @property
    def is_beside(self) -> bool:
        """Whether it is beside the map, so that it covers nothing there."""
        return bool(self.text) and self._size_beside > 0

    @property
    def _room_beside(self) -> pygame.Rect:
        """The part of ``beside`` where it may be: all of it, or the larger part on one side of what it must not
        cover."""
        whole_room, kept = self.beside, self.kept_beside.clip(self.beside)
        if not kept.width:
            return whole_room
        left = pygame.Rect(whole_room.left, whole_room.top, kept.left - whole_room.left, whole_room.height)
        right = pygame.Rect(kept.right, whole_room.top, whole_room.right - kept.right, whole_room.height)
        return max(left, right, key=lambda room: room.width)

    @property
    def _size_beside(self) -> int:
        """The print size beside the map at which it fits there on one line; 0 if it does not."""
        room, size = self._room_beside, round(PRINT_SHARE * self.beside.height)
        if self.large or self.side is not None or size < MIN_PRINT:
            return 0
        words = self._words(self.text), self._words(self.more)
        while size >= MIN_PRINT:
            width = font("ui-bold", size).size(words[0])[0] + font("ui", size).size(words[1])[0]
            if width + 4 * size <= room.width:
                return size
            size -= 1
        return 0

    def draw_beside(self, surface: pygame.Surface) -> None:
        """Draw it beside the map if it is there."""
        if not self.is_beside:
            return
        size = self._size_beside
        lines = [font(role, size).render(self._words(text), True, INK)
                 for role, text in (("ui-bold", self.text), ("ui", self.more)) if text]
        words = pygame.Surface((sum(line.get_width() for line in lines) + size * (len(lines) - 1),
                                max(line.get_height() for line in lines)), pygame.SRCALPHA)
        left = 0
        for line in lines:
            words.blit(line, (left, 0))
            left += line.get_width() + size
        strip = self._paper(words, size, 2 * (self.beside.height - words.get_height()) // 3)
        place = strip.get_rect(center=self._room_beside.center)
        self._placed = None, place
        strip.set_alpha(round(255 * min(1.0, self._seconds_left / _FADE)))
        surface.blit(strip, place)

    def _paper(self, words: pygame.Surface, size: int, air: int) -> pygame.Surface:
        """The strip with its print, and ``air`` pixels above and below it together."""
        paper, edge = ("#efe5cc", "#2f5d34") if self.side is None else (self.side.paper, self.side.print)
        strip = pygame.Surface((words.get_width() + 2 * size, words.get_height() + air), pygame.SRCALPHA)
        box = strip.get_rect()
        draw_box(strip, box, paper, edge, max(2, size // 7), size // 3)
        strip.blit(words, words.get_rect(center=box.center))
        return strip

    def draw(self, surface: pygame.Surface, area: pygame.Rect, clear: Sequence[pygame.Rect] = (),
             pointer: tuple[int, int] | None = None, others: Sequence[pygame.Rect] = ()) -> None:
        """Draw it at an edge of an area and no wider than that, unless it is beside the map: at the top centre if it
        covers nothing there.

        :param clear: boxes not to cover if possible; it is moved along the edges instead.
        :param pointer: the pointer's position; near it the strip is translucent.
        :param others: boxes to cover as little as possible, such as counters.
        """
        if not self.text or self.is_beside:
            return
        size = round(max(MIN_PRINT, area.h // 32) * (BANNER_SIZE if self.large or self.side is not None else 1))
        ink = INK if self.side is None else self.side.print
        room = area.w - 4 * size
        lines = [font("ui-bold", size).render(self._words(self.text), True, ink)]
        small = font("ui", max(14, size // 2))
        lines += [small.render(line, True, ink) for line in (wrap(self.more, small, room) if self.more else ())]
        if lines[0].get_width() > room:
            lines[0] = pygame.transform.smoothscale_by(lines[0], room / lines[0].get_width())
        words = pygame.Surface((max(line.get_width() for line in lines), sum(line.get_height() for line in lines)),
                               pygame.SRCALPHA)
        top = 0
        for line in lines:
            words.blit(line, line.get_rect(midtop=(words.get_width() // 2, top)))
            top += line.get_height()
        strip = self._paper(words, size, size)
        place = self._place(strip.get_size(), area.inflate(-size, -size), clear, others)
        near = pointer is not None and place.inflate(2 * size, 2 * size).collidepoint(pointer)
        strip.set_alpha(round(255 * min(NEAR_OPACITY if near else 1.0, self._seconds_left / _FADE)))
        surface.blit(strip, place)

    def _place(self, size: tuple[int, int], within: pygame.Rect, clear: Sequence[pygame.Rect],
               others: Sequence[pygame.Rect]) -> pygame.Rect:
        """Its rectangle: the same as before, unless it would now cover a box to keep clear."""
        placed_for, before = self._placed
        if placed_for == (size, tuple(within)) and before.collidelist(list(clear)) < 0:
            return before
        places = [pygame.Rect((0, 0), size) for _ in POSITIONS]
        for place, corner in zip(places, POSITIONS, strict=True):
            setattr(place, corner, getattr(within, corner))
        width, height = within.width - size[0], within.height - size[1]
        for step in range(1, EDGE_STEPS):
            x, y = within.left + width * step // EDGE_STEPS, within.top + height * step // EDGE_STEPS
            places += [pygame.Rect(at, size) for at in (
                (x, within.top), (x, within.bottom - size[1]), (within.left, y), (within.right - size[0], y))]
        costs = [(len(place.collidelistall(list(clear))), covered_boxes(place, others)) for place in places]
        if costs[self._edge] > min(costs):
            self._edge = costs.index(min(costs))
        self._placed = (size, tuple(within)), places[self._edge]
        return self._placed[1]
