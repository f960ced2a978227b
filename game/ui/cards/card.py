"""A paper card that is redrawn only when its contents have changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial

import pygame

from game.core.message import Text, plural, say
from game.core.verdict import RuleRef
from game.ui.cards.card_pen import BARE, NAMED, PADDING, TERSE, TIGHT, CardPen, CardSpot, as_it_is
from game.ui.cards.cut import Cut
from game.ui.kit.paper import draw_sheet
from game.ui.kit.pen import Link, fitting_font
from game.ui.kit.theme import FAINT, LINE_INK, Metrics

MAX_HEIGHT = 1900
"""The maximum height of a card, in layout units."""
CACHED_SCALES = 16
"""The number of combinations of width, metrics and room for which a card caches its scale."""
MORE_LINE_HEIGHT = 20
"""The height in layout units of the line at the foot of a scrolling card that says how much more there is."""
MORE_LINE_PRINT = 14
"""The print size of that line, in layout units."""
KEPT_SCALE = 0.9
"""The share of its usual scale that a card keeps by shortening its text: it is printed smaller only if even its
shortest form does not fit."""
FITTING_TRIES = 6
"""The number of scales tried to fit a card into its room."""
MAX_EMPTY_SHARE = 0.05
"""The share of the room that may stay empty."""


class Card:
    """The picture of a card with its links, spots and slots, all relative to the card's top left corner."""

    def __init__(self) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.offset = 0
        """Pixels scrolled down."""
        self.key: tuple[Hashable, ...] = ()
        """The key of its contents when last drawn: their kind, and everything that they depend on."""
        self._drawn: object = None
        self.version = 0
        """Increases whenever the card is redrawn."""
        self._fitted: dict[tuple[int, Metrics, int], float] = {}
        """(Width, metrics, room) -> the scale last used, if the card had to shrink."""
        self._heights: dict[tuple[int, Metrics, int], tuple[int, set[int]]] = {}
        """(Width, metrics, scarcity) -> the height of the present contents, and the degrees of scarcity that it depends
        on."""
        self.ink = pygame.Surface((1, 1))
        """All of its print."""
        self._cut = Cut(0, 0, (), (), (), (0, 0), 0)
        self._focus: list[tuple[Hashable, pygame.Rect]] = []
        self._sought: list[pygame.Rect] = []
        """Print still to be brought into view when the card is placed."""
        self.height = 0
        """Natural height in pixels."""
        self.links: list[Link] = []
        self.spots: list[CardSpot] = []
        self.tips: list[tuple[pygame.Rect, Text]] = []
        self.texts: list[tuple[pygame.Rect, str]] = []
        self.slots: dict[str, pygame.Rect] = {}
        self._foot = 0
        """The height in pixels that its contents fill; 0 if it is as high as its print."""
        self._metrics, self._scarce = Metrics(1, 1, 1.0), 0
        """The metrics and the scarcity that it was last printed with."""
        self._pen: CardPen | None = None
        """The last pen that printed the present contents."""
        self._wording: Callable[[Text], Text] = as_it_is
        """Callback that rewords its texts, e.g. describes hexes by location."""
        self._wording_key: Hashable = None

    def set_wording(self, wording: Callable[[Text], Text], key: Hashable) -> None:
        """Set the callback that rewords its texts, e.g. describes hexes by location.

        :param key: changes whenever the callback rewords texts differently.
        """
        self._wording = wording
        if key != self._wording_key:
            self._wording_key, self._drawn, self._pen = key, None, None
            self._heights.clear()

    def write(self, key: tuple[Hashable, ...], width: int, metrics: Metrics, writer: Callable[[CardPen], None],
              room: int | None = None, *, spare: int = 0, shrinks: bool = True, fills: bool = False) -> bool:
        """Draw the card again if the key, the width, the metrics or the room differ; return whether it was drawn.

        :param room: the height in pixels it should fit into: printed more densely if it would be higher, and then
            smaller, but not below ``metrics.min_card_scale``.
        :param spare: extra pixels that it may take if even its densest print does not fit without them.
        :param shrinks: whether it may be printed smaller than the metrics say.
        :param fills: whether the writer is given the end of the room and lays out its print within it.
        """
        full_key = (key, width, metrics, room, spare, fills)
        if full_key == self._drawn:
            return False
        if key != self.key:
            self._heights.clear()
            self._pen = None
        if fills != bool(self._foot) or (fills and self._foot != room):
            self._heights.clear()
            self._pen = None
        self._foot = room or 0 if fills else 0
        self.key, self._drawn = key, full_key
        self.version += 1
        height_in = partial(self._height_in, width, writer)
        scarce, height = 0, height_in(metrics, 0)
        if room is not None and height > room:
            case, scarce = (width, metrics, room), TIGHT
            if shrinks:
                first = self._fitted.get(case, metrics.scale)
                usual, fitting = metrics, list[Metrics]()
                for degree in (TIGHT, TERSE, BARE):
                    fitting.append(_fitting_metrics(usual, partial(height_in, scarce=degree), room, first))
                    if fitting[-1].scale >= KEPT_SCALE * usual.scale:
                        break
                metrics = max(fitting, key=lambda each: each.scale)
                if len(self._fitted) == CACHED_SCALES:
                    self._fitted.clear()
                self._fitted[case] = metrics.scale
                tried = [(each, room) for each in (TIGHT, TERSE, BARE)]
                tried += [(each, room + spare) for each in (TIGHT, TERSE, BARE)]
                tried += [(NAMED, room), (NAMED, room + spare)]
                scarce = next((each for each, max_height in tried if height_in(metrics, each) <= max_height), TIGHT)
            height = height_in(metrics, scarce)
        self._metrics, self.height = metrics, min(height, metrics.px(MAX_HEIGHT))
        pen = self._pen
        if pen is None or (pen.surface.get_size(), pen.metrics, pen.scarce) != ((width, self.height), metrics, scarce):
            self._pen = pen = _written_pen(width, metrics, writer, self._wording, scarce, self.height, self._foot)
        self._scarce = scarce
        self.ink = pen.surface
        self.links, self.spots, self.slots, self.tips = pen.links, pen.spots, pen.slots, pen.tips
        self.texts = pen.printed_texts
        self._cut = Cut(self.height, self.height, tuple(pen.heads), tuple(pen.line_extents), tuple(pen.listed),
                        pen.pinned, metrics.px(MORE_LINE_HEIGHT))
        known_names = {name for name, _ in self._focus}
        self._sought = [print_ for name, print_ in pen.focus if name not in known_names and not pen.still]
        self._focus = pen.focus
        return True

    def _height_in(self, width: int, writer: Callable[[CardPen], None], metrics: Metrics, scarce: int) -> int:
        """The height of the present contents, measured once for each degree of scarcity that the print depends on.

        It is measured by printing on a surface of one pixel's height. With the metrics last used, the surface has the
        last height instead: that is usually right, and saves printing again.
        """
        for less in range(scarce, -1, -1):
            height, probed = self._heights.get((width, metrics, less), (-1, set()))
            if height >= 0 and probed.isdisjoint(range(less + 1, scarce + 1)):
                return height
        unchanged = self.height > 0 and (metrics, scarce) == (self._metrics, self._scarce)
        pen = _written_pen(width, metrics, writer, self._wording, scarce, self.height if unchanged else 1, self._foot)
        if unchanged:
            self._pen = pen
        height = _natural_height(pen)
        self._heights[width, metrics, scarce] = height, pen.probed
        return height

    @property
    def scale(self) -> float:
        """The scale at which it is printed."""
        return self._metrics.scale

    def place(self, x: int, y: int, height: int | None = None) -> None:
        """Set the card's position. If lower than its print, it shows a part and scrolls; if higher, it is blank
        below."""
        shown = self.height if height is None else height
        self.rect = pygame.Rect(x, y, self.ink.get_width(), shown)
        self._cut = cut = replace(self._cut, room=shown)
        for print_ in self._sought:
            top, bottom = cut.body(print_.top) - cut.head, cut.body(print_.bottom) - cut.head
            if bottom - top > cut.window and print_ is not self._sought[-1]:
                if print_.top == self._sought[-1].top:
                    self.offset = cut.at_row(print_.top)  # as much as fits below the line in focus
                continue
            if bottom > self.offset + cut.window:
                self.offset = cut.snapped(bottom - cut.window - 1, 1)
            self.offset = min(self.offset, max(0, top))
        self._sought = []
        self.offset = max(0, min(self.offset, cut.most))
        if not cut.shows_any(self.offset):
            self.offset = cut.at_row(self._focus[-1][1].top if self._focus else self.offset + cut.head)

    def scroll(self, pixels: int) -> None:
        """Scroll by about ``pixels``, at least one whole line; the first visible line is whole."""
        if pixels:
            self.offset = max(0, min(self._cut.snapped(self.offset, pixels), self._cut.most))

    def draw(self, target: pygame.Surface) -> None:
        if not self.rect.height:
            return
        draw_sheet(target, self.rect, self._metrics.scale)
        cut, width = self._cut, self.rect.width
        target.blit(self.ink, self.rect, pygame.Rect(0, 0, width, cut.head))
        top, bottom = cut.shown(self.offset)
        above, below = cut.pinned if cut.foot else (self.height, self.height)
        for first, last in ((top, min(bottom, above)), (max(below, top + cut.foot), bottom + cut.foot)):
            if last > first:
                target.blit(self.ink, (self.rect.x, self.rect.y + cut.body(first) - self.offset),
                            pygame.Rect(0, first, width, last - first))
        if cut.foot:
            y = self.rect.bottom - cut.foot
            if not cut.fits:
                pygame.draw.line(target, LINE_INK, (self.rect.x, y), (self.rect.right - 1, y), self._metrics.px(1))
            target.blit(self.ink, (self.rect.x, y), pygame.Rect(0, above, width, cut.foot))
        if cut.signed:
            self._draw_more(target)
        if not cut.fits:
            self._draw_bar(target)

    def _draw_more(self, target: pygame.Surface) -> None:
        """Draw the line below the scrolling part: how much more there is above and below, each with an arrowhead."""
        cut, px = self._cut, self._metrics.px
        above, below = cut.beyond(self.offset)
        y = self.rect.bottom - cut.foot - px(MORE_LINE_HEIGHT)
        pygame.draw.line(target, LINE_INK, (self.rect.x, y), (self.rect.right - 1, y), px(1))
        half = self.rect.width // 2 - px(PADDING)
        for count, up, x in ((above, True, self.rect.x + px(PADDING)), (below, False, self.rect.centerx)):
            if not count:
                continue
            text = plural("{count} more above", "{count} more above", count) if up else plural(
                "{count} more below", "{count} more below", count)
            if not cut.listed:
                text = say("More above") if up else say("More below")
            words = fitting_font(text, "ui", px(MORE_LINE_PRINT), half - px(14)).line_picture(text, FAINT)
            centre, r = y + px(MORE_LINE_HEIGHT) // 2, px(4)
            tip = -r if up else r
            pygame.draw.polygon(target, FAINT, [(x, centre - tip // 2), (x + 2 * r, centre - tip // 2),
                                                (x + r, centre + tip)])
            target.blit(words, words.get_rect(midleft=(x + px(14), centre)))

    def _draw_bar(self, target: pygame.Surface) -> None:
        """Draw a thin scroll bar at the right."""
        track = pygame.Rect(
            self.rect.right - self._metrics.px(8), self.rect.top + 4, self._metrics.px(4), self.rect.height - 8
        )
        part = track.height * self.rect.height // self.height
        top = track.top + (track.height - part) * self.offset // max(1, self._cut.most)
        pygame.draw.rect(target, "#b19a70", (track.x, top, track.width, part), border_radius=2)

    def window_rect(self, print_: pygame.Rect) -> pygame.Rect | None:
        """The window rectangle of a piece of print; None if it is scrolled out."""
        place = self._cut.placed(print_, self.offset)
        return None if place is None else place.move(self.rect.topleft)

    def slot(self, name: str) -> pygame.Rect | None:
        """The window rectangle reserved for a widget; None if it is scrolled out or absent."""
        room = self.slots.get(name)
        if room is None:
            return None
        return self.window_rect(room)

    def link_at(self, pos: tuple[int, int]) -> RuleRef | None:
        """The rule whose number is under a point of the window."""
        link = self._link_under(pos)
        return link[0].rule if link is not None else None

    def _link_under(self, pos: tuple[int, int]) -> tuple[Link, pygame.Rect] | None:
        """The link under a point of the window, and its window rectangle."""
        shown = ((link, self.window_rect(link.rect)) for link in self.links)
        return next(((link, place) for link, place in shown if place and place.inflate(6, 6).collidepoint(pos)), None)

    def light_link(self, target: pygame.Surface, pos: tuple[int, int]) -> None:
        """Draw the rule number under a point of the window as hovered."""
        link = self._link_under(pos) if self.rect.collidepoint(pos) else None
        if link is not None:
            link[0].draw_hovered(target, link[1].topleft)

    def spot_at(self, pos: tuple[int, int]) -> str | None:
        """The name of the spot under a point of the window."""
        shown = ((spot, self.window_rect(spot.rect)) for spot in self.spots)
        return next((spot.name for spot, place in shown if place and place.collidepoint(pos)), None)

    def text_at(self, pos: tuple[int, int]) -> str:
        """The line or piece of text under a point of the window; empty if there is none."""
        if not self.rect.collidepoint(pos):
            return ""
        shown = ((text, self.window_rect(print_)) for print_, text in self.texts)
        return next((text for text, place in shown if place and place.collidepoint(pos)), "")

    def tip_at(self, pos: tuple[int, int]) -> tuple[Text, pygame.Rect | None]:
        """The tooltip of the sign under a point of the window, and the sign's window rectangle; empty if there is
        none."""
        shown = ((text, self.window_rect(sign)) for sign, text in self.tips) if self.rect.collidepoint(pos) else ()
        return next(((text, place) for text, place in shown if place and place.collidepoint(pos)), ("", None))


def _written_pen(width: int, metrics: Metrics, writer: Callable[[CardPen], None], words: Callable[[Text], Text],
                 scarce: int, height: int, fills: int = 0) -> CardPen:
    """The pen after printing a card on a surface of the given size.

    :param fills: the height of a card whose writer is given its end; 0 for others.
    """
    paper = pygame.Surface((width, height), pygame.SRCALPHA)
    margin = metrics.px(PADDING)
    pen = CardPen(paper, metrics, margin, metrics.px(PADDING - 4), width - 2 * margin, scarce=scarce,
                  wording=words, foot=fills - metrics.px(PADDING - 6) if fills else 0)
    writer(pen)
    return pen


def _natural_height(pen: CardPen) -> int:
    """The height of a card that a pen has printed."""
    return pen.y + pen.metrics.px(PADDING - 6)


def height_of(width: int, metrics: Metrics, writer: Callable[[CardPen], None]) -> int:
    """The height in pixels that a card would have, without showing it."""
    return _natural_height(_written_pen(width, metrics, writer, as_it_is, 0, 1))


def _fitting_metrics(metrics: Metrics, height_in: Callable[[Metrics], int], room: int, first: float) -> Metrics:
    """The metrics in which a densely printed card fills a room well; the smallest metrics if it is still too high.

    :param height_in: the height of the densely printed card in given metrics.
    :param first: the scale tried first.
    """
    low, high, scale, best = metrics.min_card_scale, metrics.scale, first, metrics.min_card_scale
    for _ in range(FITTING_TRIES):
        height = height_in(metrics.at(scale))
        if height <= room:
            best = low = scale
        else:
            high = scale
        if high - low < MAX_EMPTY_SHARE * high or room * (1 - MAX_EMPTY_SHARE) < height <= room:
            break
        guess = scale * room / height
        stuck = height > room and best > metrics.min_card_scale
        scale = guess if low < guess < high and not stuck else (low + high) / 2
    return metrics.at(best)
