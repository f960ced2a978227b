"""Paper strips: the notice on the map, which reports an action and disappears by itself, and the tooltip beside the
pointer, which explains a sign."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.core.message import Text
from game.core.theme import SeatInfo
from game.i18n.words import translate
from game.ui.kit.fonts import font
from game.ui.kit.paper import draw_box
from game.ui.kit.pen import wrap
from game.ui.kit.theme import GOOD, INK, PAPER, Metrics

SignMeanings = list[tuple[pygame.Rect, Text]]
"""Areas of drawn signs, in pixels, each with its meaning; later ones are on top."""

TOOLTIP_DELAY = 0.45
"""Seconds of hovering before a tooltip is shown."""
TIP_WIDTH = 300
"""The maximum width of a tooltip, in layout units."""
POINTER_SIZE = 22
"""The room below and beside the pointer's hot spot that its picture covers, in layout units."""


def topmost_meaning(signs: Sequence[tuple[pygame.Rect, Text]], pos: tuple[int, int]) -> Text:
    """The meaning of the topmost sign at a point; empty if there is none."""
    return next((text for rect, text in reversed(signs) if rect.collidepoint(pos)), "")


def frame_sides(rect: pygame.Rect, width: int) -> tuple[pygame.Rect, ...]:
    """The four sides of a frame, ``width`` pixels wide, as rectangles, to be used as areas of a sign whose inside has
    another meaning."""
    left, top, wide, height = rect
    return (pygame.Rect(left, top, wide, width), pygame.Rect(left, rect.bottom - width, wide, width),
            pygame.Rect(left, top, width, height), pygame.Rect(rect.right - width, top, width, height))


class Tip:
    """The tooltip of a screen. It takes no clicks."""

    def __init__(self) -> None:
        self._text: Text = ""
        self._pointer = (0, 0)
        self._avoided = pygame.Rect(0, 0, 0, 0)
        self._hover_seconds = 0.0
        """The seconds since the pointer came to a sign with this text."""

    def set_pointer(self, pointer: tuple[int, int], text: Text, avoid: pygame.Rect | None = None) -> None:
        """Set the pointer's position and the meaning of the sign below it.

        :param pointer: in window pixels.
        :param text: empty if there is no sign.
        :param avoid: the box the sign belongs to, in window pixels, which the tooltip must not cover.
        """
        if text != self._text:
            self._text, self._hover_seconds = text, 0.0
        self._pointer, self._avoided = pointer, avoid or pygame.Rect(pointer, (0, 0))

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds."""
        self._hover_seconds += dt

    @property
    def shown_text(self) -> Text:
        """The text shown now; empty if none."""
        return self._text if self._hover_seconds >= TOOLTIP_DELAY else ""

    def draw(self, target: pygame.Surface, m: Metrics) -> None:
        """Draw the tooltip, if it is shown, below the box that it avoids, or above or beside it if there is no room."""
        if not self.shown_text:
            return
        face = font("ui", m.px(17))
        lines = [face.line_picture(line, INK) for line in wrap(self.shown_text, face, m.px(TIP_WIDTH))]
        edge = m.px(9)
        size = max(line.get_width() for line in lines) + 2 * edge, len(lines) * face.get_linesize() + edge
        box = self._free_side(size, target.get_rect(), m)
        draw_box(target, box, PAPER, INK, m.px(1.5), m.px(5))
        for number, line in enumerate(lines):
            target.blit(line, (box.x + edge, box.y + edge // 2 + number * face.get_linesize()))

    def _free_side(self, size: tuple[int, int], window: pygame.Rect, m: Metrics) -> pygame.Rect:
        """The tooltip's rectangle: on the first side of the avoided box where it fits; else below, clamped to the
        window."""
        (x, y), avoided, gap = self._pointer, self._avoided, m.px(8)
        below = pygame.Rect((x + m.px(10), max(y + m.px(POINTER_SIZE), avoided.bottom + gap)), size)
        above = below.move(0, min(y - gap, avoided.top - gap) - below.bottom)
        right = pygame.Rect((max(x + m.px(POINTER_SIZE), avoided.right + gap), y - size[1] // 2), size)
        left = right.move(min(x, avoided.left) - gap - right.right, 0)
        # moved along the side of the box until it is within the window
        places = [place.clamp(window.left, place.top, window.width, size[1]) for place in (below, above)]
        places += [place.clamp(place.left, window.top, size[0], window.height) for place in (right, left)]
        return next((place for place in places if window.contains(place)), below.clamp(window))


MIN_SECONDS = 2.0
"""The minimum display time of a notice in seconds. Like the two numbers below, chosen by hand: subtitles allow as much
time to read."""
LETTERS_PER_SECOND = 16
"""Characters of a notice for each further second."""
BANNER_SECONDS = 2.0
"""Extra seconds for a side's banner."""
BANNER_SIZE = 1.6
"""The print size of a banner relative to that of a plain notice."""
POSITIONS = ("midtop", "midbottom", "topleft", "topright", "bottomleft", "bottomright")
"""A notice's possible positions, the usual one first; after them, others along the edges."""
EDGE_STEPS = 16
"""The number of steps into which each edge is divided for further positions."""
MIN_PRINT = 15
"""The minimum print size in pixels of a notice."""
MIN_SMALL_PRINT = 14
"""The minimum print size in pixels of a notice's second part."""
LINES_PER_HEIGHT = 32
"""The print size is the height of the area in which a notice is drawn, divided by this; chosen by eye."""
MIN_WIDTH_SHARE = 0.3
"""The share of the area's width below which a notice is not made narrower; chosen by eye."""
NEAR_OPACITY = 0.25
"""A notice's opacity, 0 to 1, while the pointer is near."""
_FADE_SECONDS = 0.4
"""The fade-out time in seconds."""


def reading_time(printed: str) -> float:
    """The seconds that a slow reader needs for a text."""
    return MIN_SECONDS + len(printed) / LETTERS_PER_SECOND


def covered_area(place: pygame.Rect, boxes: Sequence[pygame.Rect]) -> int:
    """The total area of some boxes, in pixels, that a rectangle would cover."""
    return sum(part.w * part.h for part in (place.clip(boxes[k]) for k in place.collidelistall(list(boxes))))


def covered_boxes(place: pygame.Rect, boxes: Sequence[pygame.Rect]) -> int:
    """How much of some boxes a rectangle would cover, in whole multiples of the largest box's area: to cover less than
    a whole box makes no difference."""
    largest = max((box.w * box.h for box in boxes), default=0)
    return covered_area(place, boxes) // largest if largest else 0


def edge_places(size: tuple[int, int], within: pygame.Rect, positions: Sequence[str] = POSITIONS
                ) -> list[pygame.Rect]:
    """The rectangles of a size at the edges of an area, in pixels: at the given positions, then others along the edges.

    :param positions: names of attributes of ``pygame.Rect``, such as ``topleft``; the preferred first.
    """
    places = [pygame.Rect((0, 0), size) for _ in positions]
    for place, anchor in zip(places, positions, strict=True):
        setattr(place, anchor, getattr(within, anchor))
    width, height = within.width - size[0], within.height - size[1]
    for step in range(1, EDGE_STEPS):
        x, y = within.left + width * step // EDGE_STEPS, within.top + height * step // EDGE_STEPS
        places += [pygame.Rect(corner, size) for corner in (
            (x, within.top), (x, within.bottom - size[1]), (within.left, y), (within.right - size[0], y))]
    return places


class Notice:
    """A notice over the map or screen. It takes no clicks and does not block anything."""

    def __init__(self, words: Callable[[Text], str] = translate) -> None:
        """Create an empty notice.

        :param words: translates a message to the printed text.
        """
        self._words = words
        self.text: Text = ""
        self.detail: Text = ""
        """The second part, in small print; empty if there is none."""
        self.large = False
        """Whether to print it at a banner's size, for an audience or people at a distance."""
        self.side: SeatInfo | None = None
        """The side whose banner it is; None for a plain notice."""
        self._seconds_left = 0.0
        self._placed: tuple[object, pygame.Rect] = None, pygame.Rect(0, 0, 0, 0)
        """The layout it was placed for, and its rectangle, so that it does not move while it is read."""
        self._position = 0
        """The number of its latest position on the map: later notices keep it unless another one covers less."""

    def say(self, text: Text, side: SeatInfo | None = None, detail: Text = "") -> None:
        """Show a text instead of the current one; a side's banner is large and in its colours.

        :param detail: a second part in small print.
        """
        self.text, self.detail, self.side = text, detail, side
        self._seconds_left = self._reading_time + (BANNER_SECONDS if side is not None else 0)
        self._placed = None, self._placed[1]

    def add(self, detail: Text) -> None:
        """Set the part in small print, and extend the display time to that of the whole text."""
        self.detail = detail
        self._seconds_left = max(self._seconds_left, self._reading_time)

    @property
    def rect(self) -> pygame.Rect:
        """The rectangle where it was last drawn; empty if there is no text."""
        return self._placed[1] if self.text else pygame.Rect(0, 0, 0, 0)

    @property
    def _reading_time(self) -> float:
        """The seconds that a slow reader needs for both parts."""
        return reading_time(self._words(self.text) + self._words(self.detail))

    def dismiss(self) -> None:
        """Remove the text."""
        self.text = ""

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds; remove the text when its time is over."""
        self._seconds_left -= dt
        if self._seconds_left <= 0:
            self.text = ""

    def _strip(self, text_picture: pygame.Surface, size: int) -> pygame.Surface:
        """The paper strip with its print.

        :param size: the print size in pixels.
        """
        paper, edge = (PAPER, GOOD) if self.side is None else (self.side.paper, self.side.print)
        strip = pygame.Surface((text_picture.get_width() + 2 * size, text_picture.get_height() + size),
                               pygame.SRCALPHA)
        box = strip.get_rect()
        draw_box(strip, box, paper, edge, max(2, size // 7), size // 3)
        strip.blit(text_picture, text_picture.get_rect(center=box.center))
        return strip

    def draw(self, surface: pygame.Surface, area: pygame.Rect, clear: Sequence[pygame.Rect] = (),
             pointer: tuple[int, int] | None = None, others: Sequence[pygame.Rect] = (),
             above: Sequence[pygame.Rect] = ()) -> None:
        """Draw it at an edge of an area: at its latest position, which is the top centre at first, or where it covers
        least. It is no wider than the area: a long text has several lines.

        :param clear: boxes not to cover if possible; it is moved along the edges instead.
        :param pointer: the pointer's position; near it the strip is translucent.
        :param others: boxes of which to cover as few as possible, such as counters.
        :param above: boxes that are drawn over it and would hide its words: it is not below one if there is any other
            place, and has narrower lines if necessary.
        """
        if not self.text:
            return
        plain_size = max(MIN_PRINT, area.h // LINES_PER_HEIGHT)
        size = round(plain_size * (BANNER_SIZE if self.large or self.side is not None else 1))
        within = area.inflate(-size, -size)
        max_width = area.w - 4 * size
        strip = self._strip(self._text_picture(max_width, size), size)
        place = self._place(strip.get_size(), within, clear, others, above)
        if hiding := place.collidelistall(list(above)):
            narrower = within.width - max(above[k].width for k in hiding) - 3 * size
            if narrower >= MIN_WIDTH_SHARE * area.w:
                strip = self._strip(self._text_picture(narrower, size), size)
                place = self._place(strip.get_size(), within, clear, others, above)
        near = pointer is not None and place.inflate(2 * size, 2 * size).collidepoint(pointer)
        strip.set_alpha(round(255 * min(NEAR_OPACITY if near else 1.0, self._seconds_left / _FADE_SECONDS)))
        surface.blit(strip, place)

    def _text_picture(self, max_width: int, size: int) -> pygame.Surface:
        """The lines of both parts, centred.

        :param max_width: their maximum width in pixels.
        :param size: the print size in pixels.
        """
        ink = INK if self.side is None else self.side.print
        face = font("ui-bold", size)
        lines = [face.render(line, True, ink) for line in wrap(self._words(self.text), face, max_width)]
        small = font("ui", max(MIN_SMALL_PRINT, size // 2))
        lines += [small.render(line, True, ink) for line in wrap(self._words(self.detail), small, max_width)]
        lines = [pygame.transform.smoothscale_by(line, max_width / line.get_width()) if line.get_width() > max_width
                 else line for line in lines]  # a single word may be wider
        text_picture = pygame.Surface((max(line.get_width() for line in lines),
                                       sum(line.get_height() for line in lines)), pygame.SRCALPHA)
        top = 0
        for line in lines:
            text_picture.blit(line, line.get_rect(midtop=(text_picture.get_width() // 2, top)))
            top += line.get_height()
        return text_picture

    def _place(self, size: tuple[int, int], within: pygame.Rect, clear: Sequence[pygame.Rect],
               others: Sequence[pygame.Rect], above: Sequence[pygame.Rect]) -> pygame.Rect:
        """Its rectangle within an area: the same as before, unless that would now cover a box to keep clear or be below
        one that is drawn over it.

        :param size: its width and height in pixels.
        """
        placed_for, before = self._placed
        if placed_for == (size, tuple(within)) and before.collidelist([*clear, *above]) < 0:
            return before
        places = edge_places(size, within)
        costs = [(len(place.collidelistall(list(above))), len(place.collidelistall(list(clear))),
                  len(place.collidelistall(list(others)))) for place in places]
        if costs[self._position] > min(costs):
            self._position = costs.index(min(costs))
        self._placed = (size, tuple(within)), places[self._position]
        return self._placed[1]
