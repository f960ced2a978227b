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
from game.ui.cards.headline import LogEntry, headline, print_headline
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
ROOMY_LINES = 5
"""The number of lines from which a log has room for a line above its headline."""
TIME_SHARE = 0.7
"""The share of the line above the headline for the time of the last event."""
EDGE_WIDTH = 5
"""The width of the headline's coloured edge, in layout units."""


def least_height(m: Metrics, lines: int = MIN_LINES) -> int:
    """The height in pixels of a log with ``lines`` lines below its headline."""
    return lines * _line_height(m) + head_height(m, bare=True) + m.px(BELOW_HEADLINE) + m.px(FOOT_SPACE)


def head_height(m: Metrics, *, bare: bool) -> int:
    """The height of the headline in pixels, with or without (``bare``) a line above it."""
    return m.px(BARE_HEADLINE_HEIGHT) + m.px(10) if bare else m.px(HEADLINE_HEIGHT) + m.px(TITLE_HEIGHT) + m.px(14)


def is_bare(m: Metrics, height: int) -> bool:
    """Whether a log of a given height in pixels has no line above its headline."""
    return height < least_height(m, ROOMY_LINES)


def _line_height(m: Metrics) -> int:
    return round(font("ui-bold", m.px(17)).get_linesize() * LINE_SPACING) + m.px(ENTRY_GAP)


def largest_print(m: Metrics, height: int, lines: int = MIN_LINES) -> Metrics:
    """The largest metrics in which the headline and ``lines`` lines fit into a height in pixels, or the smallest ones
    allowed."""
    scale = m.scale
    while scale > m.min_card_scale and least_height(m.at(scale), lines) > height:
        scale *= 0.97
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
        """Lines of print in view."""
        self.headed = False
        """Whether it has a headline."""
        self.by_number = True
        """Whether it shows hex numbers; else hexes are described by location."""
        self.board: Board | None = None
        """The board of the game; None if there is none."""
        self.links: list[Link] = []
        self._bands: list[tuple[pygame.Rect, int]] = []
        """The rectangles of printed entries, with their indices."""
        self.head_links: list[Link] = []
        """The rule link of the headline."""
        self.head_cut: Text = ""
        """The whole result of the headline if there was no room for it, else empty."""
        self._image: pygame.Surface | None = None
        self._key: object = None

    def add(self, *entries: LogEntry) -> None:
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

    def words(self, entry: LogEntry) -> str:
        """The printed text of an entry."""
        return self._worded(entry.text)

    def _worded(self, text: Text) -> str:
        return capitalised(translate(text) if self.by_number or self.board is None else plainly(self.board, text))

    def scroll(self, entries: int) -> None:
        self.back = max(0, min(self.back + entries, max(0, len(self.entries) - 3)))
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
            self._image = self._folded(rect.size, m) if folded else self._write(rect.size, m)
        if not self.bare:
            draw_sheet(target, rect, m.scale)
        target.blit(self._image, rect)

    def _folded(self, size: tuple[int, int], m: Metrics) -> pygame.Surface:
        """A picture of the headline alone."""
        image = pygame.Surface(size, pygame.SRCALPHA)
        self.links, self._bands, self.lines, self.headed = [], [], 0, True
        self._head(image, m, bare=True, high=size[1])
        return image

    def _head(self, image: pygame.Surface, m: Metrics, *, bare: bool, high: int = 0) -> None:
        """Print the headline at the top, on a background of its own.

        :param high: its height in pixels if more than usual.
        """
        width, high = image.get_width(), max(high, head_height(m, bare=bare))
        edge = m.px(2)
        ground = pygame.Rect(edge, edge, width - 2 * edge, min(high, image.get_height() - edge) - edge)
        pygame.draw.rect(image, HEAD_PAPER, ground, border_radius=m.px(4))
        if high < image.get_height() - edge:
            pygame.draw.line(image, LINE_INK, (edge, high), (width - edge, high), m.px(1))
        latest = headline(self.entries)
        stripe = pygame.Rect(ground.x, ground.y, m.px(EDGE_WIDTH), ground.height)
        pygame.draw.rect(image, GOLD, stripe, border_top_left_radius=m.px(4), border_bottom_left_radius=m.px(4))
        pen = Pen(image, m, m.px(26), m.px(6), width - m.px(26) - m.px(16))
        if not bare:
            later = plural("{count} later", "{count} later", self.back)
            top = pen.y
            pen.line(later if self.back else say("L: full log"), "ui", 14, FAINT, right=True)
            pen.y = top
            time = latest.time if latest is not None and latest.time else say("Just happened")
            pen.line(time, "ui", 14, FAINT, width=round(pen.width * TIME_SHARE))
            pen.y = top + m.px(TITLE_HEIGHT)
        if latest is None:
            pen.line(say("No moves or combat yet"), "ui", 16, FAINT)
            self.head_links, self.head_cut = [], ""
        else:
            shown = replace(latest, action=self._worded(latest.action), result=self._worded(latest.result),
                            time=latest.time if bare else "")
            field = max(pen.metrics.px(BARE_HEADLINE_HEIGHT),
                        high - pen.metrics.px(10)) if bare else pen.metrics.px(HEADLINE_HEIGHT)
            self.head_cut = print_headline(pen, shown, field)
            self.head_links = pen.links

    def _write(self, size: tuple[int, int], m: Metrics) -> pygame.Surface:
        """Print upwards from the bottom until the card is full; if everything fits, the print starts at the top.

        No gap is left above the first line. Entries are whole. Only if fewer than ``WHOLE_LINES`` lines would be shown,
        the oldest entry in view shows its first lines and an ellipsis; if the newest entry alone is too long, it shows
        its last lines.
        """
        body = pygame.Surface(size, pygame.SRCALPHA)
        links: list[Link] = []
        margin = m.px(16)
        has_head = self.headed = not self.bare
        scarce = is_bare(m, size[1])
        top = head_height(m, bare=scarce) + m.px(BELOW_HEADLINE) if has_head else 0
        bottom = size[1] - m.px(FOOT_SPACE)
        scratch = pygame.Surface((size[0], m.px(260)), pygame.SRCALPHA)
        if self.back:
            self.back = min(self.back, len(self.entries) - self._first(scratch, m, bottom - top))
        shown = self.entries[: len(self.entries) - self.back]
        self.lines = hidden = rise = 0
        full = False
        bands: list[tuple[pygame.Rect, int]] = []
        for number, entry in reversed(tuple(enumerate(shown))):
            scratch.fill((0, 0, 0, 0))
            pen = Pen(scratch, m, margin, 0, size[0] - 2 * margin)
            line = _print_entry(pen, replace(entry, text=self.words(entry)))
            full = bottom - pen.y < top
            if full and self.lines >= WHOLE_LINES:
                full = False  # entries are shown whole or not at all
                break
            if full and self.lines:
                rise = self._begun(body, scratch, pen, line, pygame.Rect(0, top, size[0], bottom - top))
                bands.append((pygame.Rect(0, top + rise, size[0], bottom - top - rise), number))
                break
            if full:
                lines = max(0, (bottom - top - m.px(ENTRY_GAP)) // line)
                hidden = pen.y - (lines * line + m.px(ENTRY_GAP) if lines else 0)
            bottom -= pen.y - hidden
            bands.append((pygame.Rect(0, bottom, size[0], pen.y - hidden), number))
            body.blit(scratch, (0, bottom), (0, hidden, size[0], pen.y - hidden))
            links += [link.moved(0, bottom - hidden) for link in pen.links if link.rect.y >= hidden]
            self.lines += (pen.y - hidden) // line
            if hidden:
                break
        if not full:
            rise = bottom - top
        self.links = [link.moved(0, -rise) for link in links]
        self._bands = [(band.move(0, -rise), number) for band, number in bands]
        image = pygame.Surface(size, pygame.SRCALPHA)
        image.blit(body, (0, -rise))
        if has_head:
            self._head(image, m, bare=scarce)
        return image

    def _begun(self, body: pygame.Surface, entry: pygame.Surface, pen: Pen, line: int, room: pygame.Rect) -> int:
        """Print as many first lines of an entry as fit, at the foot of a room; return the pixels left above them."""
        after = pen.metrics.px(ENTRY_GAP)
        above = (pen.y - after) % line
        lines = (room.height - above - after) // line
        if lines < 1:
            return room.height
        height = above + lines * line
        body.blit(entry, (0, room.bottom - after - height), (0, 0, room.width, height))
        more = font("ui", pen.metrics.px(16)).line_picture("…", FAINT)
        last = entry.subsurface((0, height - line, room.width, line)).get_bounding_rect()
        right = min(last.right + pen.metrics.px(3) + more.get_width(), room.width - pen.metrics.px(3))
        body.blit(more, more.get_rect(bottomright=(right, room.bottom - after)))
        self.lines += lines
        return room.height - after - height

    def _first(self, scratch: pygame.Surface, m: Metrics, room: int) -> int:
        """The number of oldest entries that fit together: scrolling stops there."""
        for number, entry in enumerate(self.entries):
            pen = Pen(scratch, m, m.px(16), 0, scratch.get_width() - 2 * m.px(16))
            _print_entry(pen, replace(entry, text=self.words(entry)))
            room -= pen.y
            if room < 0:
                return max(1, number)
        return len(self.entries)

    def link_at(self, pos: tuple[int, int]) -> RuleRef | None:
        """The rule whose number is under a point of the window."""
        link = self._link_under(pos)
        return link.rule if link is not None else None

    def _link_under(self, pos: tuple[int, int]) -> Link | None:
        if not self.rect.collidepoint(pos):
            return None
        here = (pos[0] - self.rect.x, pos[1] - self.rect.y)
        return next((link for link in (*self.head_links, *self.links) if link.rect.inflate(6, 6).collidepoint(here)),
                    None)

    def light_link(self, target: pygame.Surface, pos: tuple[int, int]) -> None:
        """Draw the rule number under a point of the window as hovered."""
        link = self._link_under(pos)
        if link is not None:
            link.draw_hovered(target, link.rect.move(self.rect.topleft).topleft)

    def line_at(self, pos: tuple[int, int]) -> int | None:
        """The index of the entry printed under a point of the window."""
        if not self.rect.collidepoint(pos):
            return None
        here = (pos[0] - self.rect.x, pos[1] - self.rect.y)
        return next((number for band, number in self._bands if band.collidepoint(here)), None)

    def text_at(self, pos: tuple[int, int]) -> str:
        """The text of the entry under a point of the window; empty if there is none."""
        line = self.line_at(pos)
        return self.words(self.entries[line]) if line is not None and line < len(self.entries) else ""


def _print_entry(pen: Pen, entry: LogEntry) -> int:
    """Print an entry; return the height of one of its lines."""
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
