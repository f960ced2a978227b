"""The log card: the headline gives the last action and its result; the log below shows every event, the latest at the
bottom, each with its rule number as a link."""

from __future__ import annotations

from dataclasses import replace

import pygame

from game.board.board import Board
from game.core.message import Text, plural, say
from game.core.verdict import RuleRef
from game.i18n.words import capitalised, translate
from game.ui.board.places import plainly
from game.ui.cards.headline import BARE_HEADLINE_SIZES, HEADLINE_SIZES, LogEntry, headline, print_headline
from game.ui.kit.fonts import font
from game.ui.kit.paper import draw_box, draw_sheet
from game.ui.kit.pen import Link, Pen, TextRun, cite
from game.ui.kit.theme import FAINT, GOLD, HEAD_PAPER, INK, LINE_INK, Metrics

LINE_SPACING = 1.05
"""The line height of an entry, as a multiple of the font's."""
ENTRY_GAP = 2
"""The space after an entry, in layout units."""
MIN_LINES = 4
"""The minimum number of lines of the log, however large the cards above it are, unless it is folded."""
WHOLE_LINES = 2
"""The number of lines of whole entries from which no partial entry is shown above them."""
MAX_ENTRY_HEIGHT = 260
"""The maximum height of an entry, in layout units; more is cut."""
FOOT_SPACE = 10
"""Layout units below the print of a log."""
TITLE_HEIGHT = 20
"""The height of the line above the headline, in layout units."""
HEADLINE_HEIGHT = 68
"""The height of the headline's field below such a line, in layout units."""
BARE_HEADLINE_HEIGHT = 42
"""The height of the headline's field without that line, in layout units."""
BELOW_HEADLINE = 4
"""The space below the headline, in layout units."""
TITLED_LINES = 5
"""The number of lines from which a log has room for a line above its headline."""
LEFT_MARGIN, RIGHT_MARGIN = 26, 16
"""Layout units at the left and right of the headline's print."""
MARGIN = 16
"""Layout units at the left and right of the entries' print."""
MIN_VISIBLE_ENTRIES = 3
"""The number of oldest entries that cannot be scrolled out of view."""
LINK_MARGIN = 6
"""The pixels, left and right or above and below together, by which the clickable area of a link is larger than its
print."""
SCALE_STEP = 0.97
"""The factor between two scales tried for the print."""
TIME_SHARE = 0.7
"""The share of the width of the line above the headline for the time of the last event."""
EDGE_WIDTH = 5
"""The width of the headline's coloured edge, in layout units."""


def least_height(m: Metrics, lines: int = MIN_LINES) -> int:
    """The minimum height in pixels of a log with ``lines`` lines below its headline."""
    return lines * _line_height(m) + head_height(m, bare=True) + m.px(BELOW_HEADLINE) + m.px(FOOT_SPACE)


def head_height(m: Metrics, *, bare: bool) -> int:
    """The height of the headline in pixels.

    :param bare: whether it is printed without the line above it that has its time.
    """
    return m.px(BARE_HEADLINE_HEIGHT) + m.px(10) if bare else m.px(HEADLINE_HEIGHT) + m.px(TITLE_HEIGHT) + m.px(14)


def is_bare(m: Metrics, height: int) -> bool:
    """Whether a log of a given height in pixels has no line above its headline."""
    return height < least_height(m, TITLED_LINES)


def _line_height(m: Metrics) -> int:
    """The height in pixels of an entry of one line, with the space after it."""
    return round(font("ui-bold", m.px(17)).get_linesize() * LINE_SPACING) + m.px(ENTRY_GAP)


def largest_print(m: Metrics, height: int, lines: int = MIN_LINES) -> Metrics:
    """The largest metrics in which the headline and ``lines`` lines fit into a height in pixels, or the smallest ones
    allowed."""
    scale = m.scale
    while scale > m.min_card_scale and least_height(m.at(scale), lines) > height:
        scale *= SCALE_STEP
    return m.at(max(m.min_card_scale, scale))


class Log:
    """The card with the newest entries that fit; the wheel scrolls back through the older ones.

    :param bare: whether it is printed without a card and a heading, on a page of its own.
    """

    def __init__(self, bare: bool = False) -> None:
        self.bare = bare
        self.entries: list[LogEntry] = []
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.back = 0
        """The number of entries scrolled back."""
        self.version = 0
        """Increases whenever what is shown changes."""
        self.lines = 0
        """The number of lines of print in view."""
        self.has_headline = False
        """Whether it was last printed with a headline."""
        self.by_number = True
        """Whether it shows hex numbers; else hexes are described by location."""
        self.board: Board | None = None
        """The board of the game; None if there is none."""
        self.links: list[Link] = []
        """The rule links of the printed entries, relative to the card."""
        self._entry_areas: list[tuple[pygame.Rect, int]] = []
        """The rectangles of printed entries, relative to the card, with their indices."""
        self.headline_links: list[Link] = []
        """The rule links of the headline, relative to the card."""
        self.whole_result: Text = ""
        """The whole result of the headline if there was no room for it, else empty."""
        self._image: pygame.Surface | None = None
        self._key: object = None
        """Everything that the picture depends on."""

    def add(self, *entries: LogEntry) -> None:
        """Add entries at the end, and scroll to them."""
        self.entries += entries
        self.back = 0
        self.version += 1

    def insert(self, before: int, entry: LogEntry) -> None:
        """Insert an entry before the one with a given index."""
        self.entries.insert(before, entry)
        self.version += 1

    def describe_places(self, board: Board, *, number: bool) -> None:
        """Set whether to show hex numbers or to describe hexes by location."""
        if (board, number) != (self.board, self.by_number):
            self.board, self.by_number = board, number
            self.version += 1

    def entry_text(self, entry: LogEntry) -> str:
        """The printed text of an entry."""
        return self._worded(entry.text)

    def _worded(self, text: Text) -> str:
        """A text in the chosen language, with hex numbers or descriptions of the hexes."""
        return capitalised(translate(text) if self.by_number or self.board is None else plainly(self.board, text))

    def scroll(self, entries: int) -> None:
        """Scroll back by a number of entries, forward if negative."""
        self.back = max(0, min(self.back + entries, max(0, len(self.entries) - MIN_VISIBLE_ENTRIES)))
        self.version += 1

    def show(self, entries: list[LogEntry]) -> None:
        """Replace all entries."""
        self.entries, self.back = entries, 0
        self.version += 1

    def draw(self, target: pygame.Surface, rect: pygame.Rect, m: Metrics, *, folded: bool = False) -> None:
        """Draw the card; its print is cached until the entries, their place or the size change.

        :param folded: whether there is only room for the headline.
        """
        self.rect = rect
        key = (self.version, rect.size, m, folded)
        if key != self._key or self._image is None:
            self._key = key
            self._image = self._headline_picture(rect.size, m) if folded else self._write(rect.size, m)
        if not self.bare:
            draw_sheet(target, rect, m.scale)
        target.blit(self._image, rect)

    def _headline_picture(self, size: tuple[int, int], m: Metrics) -> pygame.Surface:
        """A picture of the headline alone, of a size in pixels."""
        image = pygame.Surface(size, pygame.SRCALPHA)
        self.links, self._entry_areas, self.lines, self.has_headline = [], [], 0, True
        self._print_headline(image, m, bare=True, min_height=size[1])
        return image

    def _print_headline(self, image: pygame.Surface, m: Metrics, *, bare: bool, min_height: int = 0) -> None:
        """Print the headline at the top, on a background of its own.

        :param bare: whether to print it without the line above it that has its time.
        :param min_height: its height in pixels if more than usual.
        """
        width, height = image.get_width(), max(min_height, head_height(m, bare=bare))
        edge = m.px(2)
        ground = pygame.Rect(edge, edge, width - 2 * edge, min(height, image.get_height() - edge) - edge)
        pygame.draw.rect(image, HEAD_PAPER, ground, border_radius=m.px(4))
        if height < image.get_height() - edge:
            pygame.draw.line(image, LINE_INK, (edge, height), (width - edge, height), m.px(1))
        latest = headline(self.entries)
        stripe = pygame.Rect(ground.x, ground.y, m.px(EDGE_WIDTH), ground.height)
        pygame.draw.rect(image, GOLD, stripe, border_top_left_radius=m.px(4), border_bottom_left_radius=m.px(4))
        pen = Pen(image, m, m.px(LEFT_MARGIN), m.px(6), width - m.px(LEFT_MARGIN) - m.px(RIGHT_MARGIN))
        if not bare:
            later = plural("{count} newer", "{count} newer", self.back)
            top = pen.y
            pen.line(later if self.back else say("L: full log"), "ui", 14, FAINT, right=True)
            pen.y = top
            time = latest.time if latest is not None and latest.time else say("Just happened")
            pen.line(time, "ui", 14, FAINT, width=round(pen.width * TIME_SHARE))
            pen.y = top + m.px(TITLE_HEIGHT)
        if latest is None:
            pen.line(say("Nothing logged yet"), "ui", 16, FAINT)
            self.headline_links, self.whole_result = [], ""
        else:
            worded = replace(latest, lead=self._worded(latest.lead), main=self._worded(latest.main),
                             time=latest.time if bare else "")
            max_height = max(m.px(BARE_HEADLINE_HEIGHT), height - m.px(10)) if bare else m.px(HEADLINE_HEIGHT)
            self.whole_result = print_headline(pen, worded, max_height,
                                               BARE_HEADLINE_SIZES if bare else HEADLINE_SIZES)
            self.headline_links = pen.links

    def _write(self, size: tuple[int, int], m: Metrics) -> pygame.Surface:
        """A picture of the log, of a size in pixels: printed upwards from the bottom until the card is full; if
        everything fits, the print starts at the top.

        No gap is left above the first line. Entries are whole. Only if fewer than ``WHOLE_LINES`` lines would be shown,
        the oldest entry in view shows its first lines and an ellipsis, which may be the newest one.
        """
        body = pygame.Surface(size, pygame.SRCALPHA)
        links: list[Link] = []
        margin = m.px(MARGIN)
        self.has_headline = not self.bare
        bare_headline = is_bare(m, size[1])
        top = head_height(m, bare=bare_headline) + m.px(BELOW_HEADLINE) if self.has_headline else 0
        bottom = size[1] - m.px(FOOT_SPACE)
        entry_picture = pygame.Surface((size[0], m.px(MAX_ENTRY_HEIGHT)), pygame.SRCALPHA)
        if self.back:
            self.back = min(self.back, len(self.entries) - self._oldest_count(entry_picture, m, bottom - top))
        entries = self.entries[: len(self.entries) - self.back]
        self.lines = empty_height = 0
        full = False
        entry_areas: list[tuple[pygame.Rect, int]] = []
        for number, entry in reversed(tuple(enumerate(entries))):
            entry_picture.fill((0, 0, 0, 0))
            pen = Pen(entry_picture, m, margin, 0, size[0] - 2 * margin)
            line_height = _print_entry(pen, replace(entry, text=self.entry_text(entry)))
            full = bottom - pen.y < top
            if full and self.lines >= WHOLE_LINES:
                full = False  # entries are shown whole or not at all
                break
            if full:
                room = pygame.Rect(0, top, size[0], bottom - top)
                empty_height = self._print_beginning(body, entry_picture, pen, line_height, room)
                entry_areas.append((pygame.Rect(0, top + empty_height, size[0], bottom - top - empty_height), number))
                break
            bottom -= pen.y
            entry_areas.append((pygame.Rect(0, bottom, size[0], pen.y), number))
            body.blit(entry_picture, (0, bottom), (0, 0, size[0], pen.y))
            links += [link.moved(0, bottom) for link in pen.links]
            self.lines += pen.y // line_height
        if not full:
            empty_height = bottom - top
        self.links = [link.moved(0, -empty_height) for link in links]
        self._entry_areas = [(area.move(0, -empty_height), number) for area, number in entry_areas]
        image = pygame.Surface(size, pygame.SRCALPHA)
        image.blit(body, (0, -empty_height))
        if self.has_headline:
            self._print_headline(image, m, bare=bare_headline)
        return image

    def _print_beginning(self, body: pygame.Surface, entry_picture: pygame.Surface, pen: Pen, line_height: int,
                         room: pygame.Rect) -> int:
        """Print as many first lines of an entry as fit, at the foot of a room; return the pixels left above them.

        :param pen: the pen that has printed the entry on its picture.
        """
        gap_below = pen.metrics.px(ENTRY_GAP)
        gap_above = (pen.y - gap_below) % line_height
        lines = (room.height - gap_above - gap_below) // line_height
        if lines < 1:
            return room.height
        height = gap_above + lines * line_height
        body.blit(entry_picture, (0, room.bottom - gap_below - height), (0, 0, room.width, height))
        ellipsis = font("ui", pen.metrics.px(16)).line_picture("…", FAINT)
        last_line = entry_picture.subsurface((0, height - line_height, room.width, line_height)).get_bounding_rect()
        right = min(last_line.right + pen.metrics.px(3) + ellipsis.get_width(), room.width - pen.metrics.px(3))
        body.blit(ellipsis, ellipsis.get_rect(bottomright=(right, room.bottom - gap_below)))
        self.lines += lines
        return room.height - gap_below - height

    def _oldest_count(self, scratch: pygame.Surface, m: Metrics, room: int) -> int:
        """The number of oldest entries that fit together into ``room`` pixels, at least 1: scrolling stops there.

        :param scratch: a surface to print on.
        """
        for number, entry in enumerate(self.entries):
            pen = Pen(scratch, m, m.px(MARGIN), 0, scratch.get_width() - 2 * m.px(MARGIN))
            _print_entry(pen, replace(entry, text=self.entry_text(entry)))
            room -= pen.y
            if room < 0:
                return max(1, number)
        return len(self.entries)

    def link_at(self, pos: tuple[int, int]) -> RuleRef | None:
        """The rule whose number is under a point of the window; None if there is none."""
        link = self._link_under(pos)
        return link.rule if link is not None else None

    def _link_under(self, pos: tuple[int, int]) -> Link | None:
        """The link under a point of the window; None if there is none."""
        if not self.rect.collidepoint(pos):
            return None
        on_card = (pos[0] - self.rect.x, pos[1] - self.rect.y)
        return next((link for link in (*self.headline_links, *self.links)
                     if link.rect.inflate(LINK_MARGIN, LINK_MARGIN).collidepoint(on_card)), None)

    def draw_hovered_link(self, target: pygame.Surface, pos: tuple[int, int]) -> None:
        """Draw the rule number under a point of the window, if there is one, in its hover colour."""
        link = self._link_under(pos)
        if link is not None:
            link.draw_hovered(target, link.rect.move(self.rect.topleft).topleft)

    def line_at(self, pos: tuple[int, int]) -> int | None:
        """The index of the entry printed under a point of the window; None if there is none."""
        if not self.rect.collidepoint(pos):
            return None
        on_card = (pos[0] - self.rect.x, pos[1] - self.rect.y)
        return next((number for area, number in self._entry_areas if area.collidepoint(on_card)), None)

    def text_at(self, pos: tuple[int, int]) -> str:
        """The text of the entry under a point of the window; empty if there is none."""
        line = self.line_at(pos)
        return self.entry_text(self.entries[line]) if line is not None and line < len(self.entries) else ""


def _print_entry(pen: Pen, entry: LogEntry) -> int:
    """Print an entry; return the height of one of its lines in pixels."""
    run = TextRun(entry.text, "ui", 16)
    if entry.kind == "phase":
        pen.space(5)
        bar = pygame.Rect(pen.x, pen.y + pen.metrics.px(2), pen.metrics.px(6), pen.metrics.px(18))
        draw_box(pen.surface, bar, entry.paper or INK, INK, 1, pen.metrics.px(2))
        run = TextRun(entry.text, "ui-bold", 17)
    elif entry.kind in ("result", "report"):
        run = TextRun(entry.text, "ui-bold", 16)
    elif entry.kind in ("remark", "undone"):
        run = TextRun(entry.text, "ui-italic", 16, FAINT)
    rule = [cite(entry.rule, run.size)] if entry.rule is not None else []
    pen.flow([run, *rule], indent=14, leading=LINE_SPACING)
    pen.space(ENTRY_GAP)
    return max(1, round(pen.font(run.role, run.size).get_linesize() * LINE_SPACING))
