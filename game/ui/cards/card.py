"""A paper card of print that fits itself into the height it is given: printed more densely, then smaller, and at last
scrolling. It is redrawn only when its contents have changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial

import pygame

from game.core.message import Text, plural, say
from game.core.verdict import RuleRef
from game.ui.cards.card_pen import (
    BARE,
    LEAN,
    NAME_ONLY,
    PADDING,
    PICTURELESS,
    TERSE,
    TIGHT,
    CardPen,
    CardSpot,
    unchanged,
)
from game.ui.cards.scroll_layout import ScrollLayout
from game.ui.kit.paper import draw_sheet
from game.ui.kit.pen import Link, fitting_font
from game.ui.kit.theme import FAINT, LINE_INK, Metrics

MAX_HEIGHT = 1900
"""The maximum height of a card, in layout units."""
CACHED_SCALES = 16
"""The number of combinations of width, metrics and room for which a card caches its scale."""
MORE_LINE_HEIGHT = 20
"""The height in layout units of the line at the foot of a scrolling card that says how many lines are out of view."""
MORE_LINE_PRINT = 14
"""The print size of that line, in layout units."""
MIN_SCALE_SHARE = 0.9
"""The share of its usual scale below which a card's text is shortened further, rather than printed smaller."""
FITTING_TRIES = 6
"""The number of scales tried to fit a card into its room: each one is a trial print."""
MAX_EMPTY_SHARE = 0.05
"""The share of the room that may stay empty: no better scale is then looked for."""
DEGREES = TIGHT, TERSE, LEAN, BARE
"""The degrees of scarcity tried in turn for a card that is too high."""
LINK_MARGIN = 6
"""The pixels, left and right or above and below together, by which the clickable area of a link is larger than its
print."""
BAR_COLOUR = "#b19a70"
"""The colour of the scroll bar."""


class Card:
    """The picture of a card with its links, spots and slots, all relative to the card's top left corner."""

    def __init__(self) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)
        """Its rectangle in the window."""
        self.offset = 0
        """Pixels scrolled down."""
        self.key: tuple[Hashable, ...] = ()
        """The key of its contents when last drawn: their kind, and everything that they depend on."""
        self._drawn_key: object = None
        """The key with everything else that the last picture depends on."""
        self.version = 0
        """Increases whenever the card is redrawn."""
        self._last_scales: dict[tuple[int, Metrics, int], float] = {}
        """(Width, metrics, room) -> the scale last used, if the card had to shrink."""
        self._heights: dict[tuple[int, Metrics, int], tuple[int, set[int]]] = {}
        """(Width, metrics, scarcity) -> the height of the present contents, and the degrees of scarcity that it depends
        on."""
        self.ink = pygame.Surface((1, 1))
        """A picture of all of its print, also of what is scrolled out of view."""
        self._layout = ScrollLayout(0, 0, (), (), (), (0, 0), 0)
        self._focus: list[tuple[Hashable, pygame.Rect]] = []
        """Names and areas of the print in focus, the most important last."""
        self._areas_to_show: list[pygame.Rect] = []
        """Areas of print still to be brought into view when the card is placed, the most important last."""
        self.height = 0
        """The height in pixels of all of its print."""
        self.links: list[Link] = []
        self.spots: list[CardSpot] = []
        self.tips: list[tuple[pygame.Rect, Text]] = []
        self.texts: list[tuple[pygame.Rect, str]] = []
        """The area and text of every line and every piece of wrapped text."""
        self.slots: dict[str, pygame.Rect] = {}
        """Rectangles reserved for widgets, by the name of the widget."""
        self.labels: dict[str, str] = {}
        """The labels of buttons that depend on the room, by the name of the button's slot."""
        self._filled_height = 0
        """The height in pixels that its contents fill; 0 if it is as high as its print."""
        self._metrics, self._scarcity = Metrics(1, 1, 1.0), 0
        """The metrics and the scarcity that it was last printed with."""
        self._pen: CardPen | None = None
        """The last pen that printed the present contents."""
        self._wording: Callable[[Text], Text] = unchanged
        """Callback that rewords its texts, for example to describe hexes by location."""
        self._wording_key: Hashable = None

    def set_wording(self, wording: Callable[[Text], Text], key: Hashable) -> None:
        """Set the callback that rewords its texts, for example to describe hexes by location.

        :param key: changes whenever the callback rewords texts differently.
        """
        self._wording = wording
        if key != self._wording_key:
            self._wording_key, self._drawn_key, self._pen = key, None, None
            self._heights.clear()

    def write(self, key: tuple[Hashable, ...], width: int, metrics: Metrics, writer: Callable[[CardPen], None],
              room: int | None = None, *, spare: int = 0, shrinks: bool = True, fills: bool = False) -> bool:
        """Draw the card again if its contents, width, metrics or room differ; return whether it was drawn.

        :param key: identifies the contents: their kind, and everything that they depend on.
        :param width: in pixels.
        :param writer: prints the contents.
        :param room: the height in pixels it should fit into: printed more densely if it would be higher, and then
            smaller, but not below ``metrics.min_card_scale``. None if it may have any height.
        :param spare: extra pixels that it may take if even its densest print does not fit without them.
        :param shrinks: whether it may be printed smaller than the metrics say.
        :param fills: whether the writer is given the end of the room and lays out its print within it.
        """
        full_key = (key, width, metrics, room, spare, fills)
        if full_key == self._drawn_key:
            return False
        if key != self.key:
            self._heights.clear()
            self._pen = None
        if fills != bool(self._filled_height) or (fills and self._filled_height != room):
            self._heights.clear()
            self._pen = None
        self._filled_height = room or 0 if fills else 0
        self.key, self._drawn_key = key, full_key
        self.version += 1
        height_in = partial(self._height_in, width, writer)
        scarcity, height = 0, height_in(metrics, 0)
        if room is not None and height > room:
            scarcity = TIGHT
            if shrinks:
                scale_key = width, metrics, room
                first_scale = self._last_scales.get(scale_key, metrics.scale)
                usual_metrics, fitting_metrics = metrics, list[Metrics]()
                for degree in DEGREES:
                    height_of_degree = partial(height_in, scarcity=degree)
                    fitting_metrics.append(_fitting_metrics(usual_metrics, height_of_degree, room, first_scale))
                    if fitting_metrics[-1].scale >= MIN_SCALE_SHARE * usual_metrics.scale:
                        break
                metrics = max(fitting_metrics, key=lambda each: each.scale)
                if len(self._last_scales) == CACHED_SCALES:
                    self._last_scales.clear()
                self._last_scales[scale_key] = metrics.scale
                degrees = [(degree, room) for degree in DEGREES]
                degrees += [(degree, room + spare) for degree in DEGREES]
                degrees += [(degree, height) for degree in (PICTURELESS, NAME_ONLY) for height in (room, room + spare)]
                scarcity = next((degree for degree, max_height in degrees if height_in(metrics, degree) <= max_height),
                                0) or self._scarcity_if_cut(width, writer, metrics, room)
            height = height_in(metrics, scarcity)
        self._metrics, self.height = metrics, min(height, metrics.px(MAX_HEIGHT))
        pen = self._pen
        if pen is None or (pen.surface.get_size(), pen.metrics, pen.scarcity) != (
                (width, self.height), metrics, scarcity):
            self._pen = pen = _written_pen(width, metrics, writer, self._wording, scarcity, self.height,
                                           self._filled_height)
        self._scarcity = scarcity
        self.ink = pen.surface
        self.links, self.spots, self.slots, self.tips = pen.links, pen.spots, pen.slots, pen.tips
        self.labels = pen.labels
        self.texts = pen.printed_texts
        self._layout = ScrollLayout(self.height, self.height, tuple(pen.heading_ends), tuple(pen.line_extents),
                                    tuple(pen.list_lines), pen.pinned, metrics.px(MORE_LINE_HEIGHT))
        known_names = {name for name, _ in self._focus}
        self._areas_to_show = [area for name, area in pen.focus if name not in known_names and not pen.still]
        self._focus = pen.focus
        return True

    def _scarcity_if_cut(self, width: int, writer: Callable[[CardPen], None], metrics: Metrics, room: int) -> int:
        """The scarcity of print that does not fit: tight; the scarcest if tight print would show only its title or only
        its buttons."""
        pen = _written_pen(width, metrics, writer, self._wording, TIGHT, 1, self._filled_height)
        top, bottom = pen.pinned
        return NAME_ONLY if max([0, *pen.heading_ends[:1]]) + bottom - top > room else TIGHT

    def _height_in(self, width: int, writer: Callable[[CardPen], None], metrics: Metrics, scarcity: int) -> int:
        """The height of the present contents in pixels, measured once for each degree of scarcity that the print
        depends on.

        It is measured by printing on a surface of one pixel's height. With the metrics last used, the surface has the
        last height instead: that is usually right, and saves printing again.
        """
        for degree in range(scarcity, -1, -1):
            height, probed = self._heights.get((width, metrics, degree), (-1, set()))
            if height >= 0 and probed.isdisjoint(range(degree + 1, scarcity + 1)):
                return height
        as_before = self.height > 0 and (metrics, scarcity) == (self._metrics, self._scarcity)
        pen = _written_pen(width, metrics, writer, self._wording, scarcity, self.height if as_before else 1,
                           self._filled_height)
        if as_before:
            self._pen = pen
        height = _natural_height(pen)
        self._heights[width, metrics, scarcity] = height, pen.probed
        return height

    @property
    def scale(self) -> float:
        """The scale at which it is printed, in pixels per layout unit."""
        return self._metrics.scale

    def keep_focus_in_view(self) -> None:
        """Bring the print in focus into view when the card is placed next, even if it has been in focus before."""
        self._areas_to_show = [area for _, area in self._focus]

    def place(self, x: int, y: int, height: int | None = None) -> None:
        """Set the card's position in the window, and scroll to the areas that are to be brought into view.

        :param height: in pixels; that of its print by default. A lower card shows a part of its print and scrolls; a
            higher one is blank below.
        """
        height = self.height if height is None else height
        self.rect = pygame.Rect(x, y, self.ink.get_width(), height)
        self._layout = layout = replace(self._layout, card_height=height)
        for area in self._areas_to_show:
            top = layout.unpinned_y(area.top) - layout.heading_height
            bottom = layout.unpinned_y(area.bottom) - layout.heading_height
            if bottom - top > layout.window_height and area is not self._areas_to_show[-1]:
                if area.top == self._areas_to_show[-1].top:
                    self.offset = layout.offset_of_list_line(area.top)  # as much as fits below the line in focus
                continue
            if bottom > self.offset + layout.window_height:
                self.offset = layout.snapped_offset(bottom - layout.window_height - 1, 1)
            self.offset = min(self.offset, max(0, top))
        self._areas_to_show = []
        self.offset = layout.nearest_offset(self.offset)
        if not layout.shows_list_line(self.offset):
            first_y = self._focus[-1][1].top if self._focus else self.offset + layout.heading_height
            self.offset = layout.offset_of_list_line(first_y)

    def scroll(self, pixels: int) -> None:
        """Scroll by about a number of pixels, up if negative, and at least one whole line; the first visible line is
        whole."""
        if pixels:
            self.offset = max(0, min(self._layout.snapped_offset(self.offset, pixels), self._layout.max_offset))

    def draw(self, target: pygame.Surface) -> None:
        """Draw the card at its position; nothing if it has no height."""
        if not self.rect.height:
            return
        draw_sheet(target, self.rect, self._metrics.scale)
        layout, width = self._layout, self.rect.width
        target.blit(self.ink, self.rect, pygame.Rect(0, 0, width, layout.heading_height))
        top, bottom = layout.visible_span(self.offset)
        pinned_top, pinned_bottom = layout.pinned if layout.pinned_height else (self.height, self.height)
        print_above = top, min(bottom, pinned_top)
        print_below = max(pinned_bottom, top + layout.pinned_height), bottom + layout.pinned_height
        for start, end in (print_above, print_below):
            if end > start:
                target.blit(self.ink, (self.rect.x, self.rect.y + layout.unpinned_y(start) - self.offset),
                            pygame.Rect(0, start, width, end - start))
        if layout.pinned_height:
            y = self.rect.bottom - layout.pinned_height
            if not layout.fits:
                pygame.draw.line(target, LINE_INK, (self.rect.x, y), (self.rect.right - 1, y), self._metrics.px(1))
            target.blit(self.ink, (self.rect.x, y), pygame.Rect(0, pinned_top, width, layout.pinned_height))
        if layout.has_more_line:
            self._draw_more_line(target)
        if not layout.fits:
            self._draw_bar(target)

    def _draw_more_line(self, target: pygame.Surface) -> None:
        """Draw the line below the scrolling part: how many lines there are above and below, each number with an
        arrowhead."""
        layout, px = self._layout, self._metrics.px
        above, below = layout.hidden_line_counts(self.offset)
        y = self.rect.bottom - layout.pinned_height - px(MORE_LINE_HEIGHT)
        pygame.draw.line(target, LINE_INK, (self.rect.x, y), (self.rect.right - 1, y), px(1))
        half = self.rect.width // 2 - px(PADDING)
        for count, up, x in ((above, True, self.rect.x + px(PADDING)), (below, False, self.rect.centerx)):
            if not count:
                continue
            text = plural("{count} more above", "{count} more above", count) if up else plural(
                "{count} more below", "{count} more below", count)
            if not layout.list_lines:
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
        thumb = track.height * self.rect.height // self.height
        top = track.top + (track.height - thumb) * self.offset // max(1, self._layout.max_offset)
        pygame.draw.rect(target, BAR_COLOUR, (track.x, top, track.width, thumb), border_radius=2)

    def window_rect(self, area: pygame.Rect) -> pygame.Rect | None:
        """The window rectangle of an area of print; None if it is scrolled out of view."""
        place = self._layout.visible_rect(area, self.offset)
        return None if place is None else place.move(self.rect.topleft)

    def slot(self, name: str) -> pygame.Rect | None:
        """The window rectangle reserved for a widget; None if it is scrolled out of view or absent."""
        room = self.slots.get(name)
        return self.window_rect(room) if room is not None else None

    def link_at(self, pos: tuple[int, int]) -> RuleRef | None:
        """The rule whose number is under a point of the window; None if there is none."""
        link_and_place = self._link_under(pos)
        return link_and_place[0].rule if link_and_place is not None else None

    def _link_under(self, pos: tuple[int, int]) -> tuple[Link, pygame.Rect] | None:
        """The link under a point of the window, and its window rectangle; None if there is none."""
        links = ((link, self.window_rect(link.rect)) for link in self.links)
        return next(((link, place) for link, place in links
                     if place and place.inflate(LINK_MARGIN, LINK_MARGIN).collidepoint(pos)), None)

    def draw_hovered_link(self, target: pygame.Surface, pos: tuple[int, int]) -> None:
        """Draw the rule number under a point of the window, if there is one, in its hover colour."""
        link_and_place = self._link_under(pos) if self.rect.collidepoint(pos) else None
        if link_and_place is not None:
            link, place = link_and_place
            link.draw_hovered(target, place.topleft)

    def spot_at(self, pos: tuple[int, int]) -> str | None:
        """The name of the spot under a point of the window; None if there is none."""
        spots = ((spot, self.window_rect(spot.rect)) for spot in self.spots)
        return next((spot.name for spot, place in spots if place and place.collidepoint(pos)), None)

    def text_at(self, pos: tuple[int, int]) -> str:
        """The line or piece of text under a point of the window; empty if there is none."""
        if not self.rect.collidepoint(pos):
            return ""
        texts = ((text, self.window_rect(area)) for area, text in self.texts)
        return next((text for text, place in texts if place and place.collidepoint(pos)), "")

    def tip_at(self, pos: tuple[int, int]) -> tuple[Text, pygame.Rect | None]:
        """The tooltip of the sign under a point of the window, and the sign's window rectangle; an empty text and None
        if there is none."""
        tips = ((text, self.window_rect(sign)) for sign, text in self.tips) if self.rect.collidepoint(pos) else ()
        return next(((text, place) for text, place in tips if place and place.collidepoint(pos)), ("", None))


TOP_PADDING, BOTTOM_PADDING = PADDING - 4, PADDING - 6
"""Layout units above and below the print: less than at its sides, as lines have blank paper above and below."""


def _written_pen(width: int, metrics: Metrics, writer: Callable[[CardPen], None], wording: Callable[[Text], Text],
                 scarcity: int, height: int, filled_height: int = 0) -> CardPen:
    """The pen after printing a card on a surface of the given size.

    :param filled_height: the height of a card whose writer is given its end; 0 for others.
    """
    paper = pygame.Surface((width, height), pygame.SRCALPHA)
    margin = metrics.px(PADDING)
    pen = CardPen(paper, metrics, margin, metrics.px(TOP_PADDING), width - 2 * margin, scarcity=scarcity,
                  wording=wording, foot=filled_height - metrics.px(BOTTOM_PADDING) if filled_height else 0)
    writer(pen)
    return pen


def _natural_height(pen: CardPen) -> int:
    """The height in pixels of a card that a pen has printed."""
    return pen.y + pen.metrics.px(BOTTOM_PADDING)


def height_of(width: int, metrics: Metrics, writer: Callable[[CardPen], None]) -> int:
    """The height in pixels that a card of a width in pixels would have, if room is not scarce."""
    return _natural_height(_written_pen(width, metrics, writer, unchanged, 0, 1))


def _fitting_metrics(metrics: Metrics, height_in: Callable[[Metrics], int], room: int, first_scale: float) -> Metrics:
    """The metrics in which a densely printed card fills a height of ``room`` pixels well; the smallest metrics if it is
    too high even in those.

    :param height_in: the height of the densely printed card in given metrics.
    :param first_scale: the scale tried first.
    """
    low, high, scale, best = metrics.min_card_scale, metrics.scale, first_scale, metrics.min_card_scale
    for _ in range(FITTING_TRIES):
        height = height_in(metrics.at(scale))
        if height <= room:
            best = low = scale
        else:
            high = scale
        if high - low < MAX_EMPTY_SHARE * high or room * (1 - MAX_EMPTY_SHARE) < height <= room:
            break
        proportional = scale * room / height
        overshot = height > room and best > metrics.min_card_scale  # after a fit: halve the interval instead
        scale = proportional if low < proportional < high and not overshot else (low + high) / 2
    return metrics.at(best)
