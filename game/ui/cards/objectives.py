"""The objectives strip: each objective with its holder's flag, and the victory conditions."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from math import ceil

import pygame

from game.core.face import Note
from game.core.message import Text, joined, say
from game.core.objective import Objective, Objectives
from game.core.theme import Theme
from game.core.verdict import RuleRef
from game.i18n.words import capitalised, translate
from game.ui.counters.marks import flag_picture
from game.ui.kit.fonts import font
from game.ui.kit.notice import SignMeanings, topmost_meaning
from game.ui.kit.paper import draw_sheet
from game.ui.kit.pen import Link, Pen, TextRun, cite, sentences, wrap
from game.ui.kit.pictures import picture_cache
from game.ui.kit.theme import FAINT, INK, LINE_INK, LINK, Metrics

OBJECTIVES_HEIGHT = 64
"""The strip's height in layout units, including the space around it."""
TRIED_SPLITS = tuple(part / 100 for part in range(36, 82, 3))
"""Shares of the strip's length tried for the objectives; the victory conditions get the rest."""
MIN_SCALE = 0.4
"""The minimum scale for printing the objectives."""
FEW_LINES = 90
"""The least height of the conditions on a card that leaves room below it, in layout units."""
MAX_PRINT = 17
"""The maximum print size of the conditions, in layout units."""
MIN_PRINT = 5
"""Their minimum print size, in layout units."""
SENTENCE_ENDS = ".!?…"
"""Characters that end a sentence: a condition without one gets a full stop if the next one has the same rule."""
MORE_SIGN = say("… more")
"""The sign that sentences were left out: a click shows all of them."""
MIN_READABLE_PRINT = 11, 14
"""The minimum readable print: in pixels, and in pixels of a window 1080 high. Below that long titles are shortened."""
LONG_WORD_LETTERS = 8
"""The number of letters from which a title's first word is shortened."""
SHORTENED_LETTERS = 4
"""The number of letters that it is shortened to."""


@dataclass(frozen=True, slots=True)
class StripPlan:
    """The layout of the strip: the objectives' scale and rows, the conditions' print size in layout units, and the
    split between the two."""

    least: int
    """The smallest print in pixels."""
    scale: float
    rows: int
    size: int
    split: float


class ObjectivesStrip:
    """The strip over the map, or the card beside a high map; its picture is cached until a holder changes."""

    def __init__(self) -> None:
        self._key: object = None
        self._image = pygame.Surface((1, 1))
        self._rect = pygame.Rect(0, 0, 0, 0)
        self.links: list[Link] = []
        self._flag_signs: SignMeanings = []
        self._kept = 0
        self.shortened = False
        """Whether sentences were left out for lack of room."""
        self.printed: list[str] = []
        """The sentences printed."""
        self.bottom = 0
        """The bottom of its print, in pixels from its upper edge."""
        self.least = 0
        """The smallest print on it, in pixels."""
        self.foot = 0
        """The bottom of its paper as a card beside the map, in pixels from its upper edge."""

    def draw(self, target: pygame.Surface, rect: pygame.Rect, m: Metrics, theme: Theme, shown: Objectives,
             kept: int = 0) -> None:
        """Draw it into a rectangle of the window.

        :param kept: the height in pixels that a card beside the map leaves free below it.
        """
        key = (rect.size, m, theme.title, shown, kept)
        self._kept = kept
        self._rect = rect
        if key != self._key:
            self._key = key
            self._image, self._flag_signs = pygame.Surface(rect.size, pygame.SRCALPHA), []
            self._paint(m, theme, shown)
        target.blit(self._image, rect)

    def covers(self, pos: tuple[int, int]) -> bool:
        """Whether a point of the window is on its paper."""
        here = (pos[0] - self._rect.x, pos[1] - self._rect.y)
        return self._image.get_rect().collidepoint(here) and self._image.get_at(here).a == 255

    def link_at(self, pos: tuple[int, int]) -> RuleRef | None:
        """The rule whose number is under a point of the window."""
        here = (pos[0] - self._rect.x, pos[1] - self._rect.y)
        return next((link.rule for link in self.links if link.rect.inflate(6, 6).collidepoint(here)), None)

    def tip_at(self, pos: tuple[int, int]) -> Text:
        """The tooltip of the flag under a point of the window."""
        return topmost_meaning(self._flag_signs, (pos[0] - self._rect.x, pos[1] - self._rect.y))

    def _note_flag(self, theme: Theme, objective: Objective, size: int, **at: tuple[int, int]) -> None:
        """Record the rectangle and the tooltip of an objective's flag."""
        order = flag_bearer(theme, objective)
        if order is not None:
            info = theme.seats[order]
            place = flag_picture(info, order, size).get_rect(**at)
            meaning = say("Flag: {side} · {objective}", side=info.title, objective=objective.title)
            self._flag_signs.append((place, meaning))

    def _paint_high(self, m: Metrics, theme: Theme, shown: Objectives) -> None:
        """Draw the card beside the map, with an entry for each objective and the victory conditions below."""
        edge, width = m.px(14), self._image.get_width()
        x, inner = edge + m.px(12), width - 2 * edge - 2 * m.px(12)
        card = pygame.Surface(self._image.get_size(), pygame.SRCALPHA)
        pen = Pen(card, m, x, m.px(14), inner)
        for each in shown.entries:
            self._note_flag(theme, each, m.px(26), topleft=(pen.x, pen.y))
            self.print_high(pen, theme, each)
        pen.separator()
        height_left = card.get_height() - pen.y - m.px(14)
        kept = self._kept if height_left - self._kept >= m.px(FEW_LINES) else 0
        room = pygame.Rect(x, pen.y, inner, height_left - kept)
        smallest = ceil(readable(m) / m.scale)
        size = max(min(smallest, MAX_PRINT - 1), self._size(m, shown, room, MAX_PRINT - 1, apart=True))
        fitting = self._fitting_conditions(m, shown, room, size, apart=True)
        written = _print_conditions(m, fitting, card.subsurface(room), size, apart=True, more=self.shortened)
        self.links = [link.moved(*room.topleft) for link in written.links]
        self.least, self.bottom = m.px(size), room.top + written.y
        height = min(card.get_height(), room.top + written.y + m.px(12))
        draw_sheet(self._image, pygame.Rect(edge, 0, width - 2 * edge, height), m.scale)
        self.foot = height
        self._image.blit(card, (0, 0))

    @staticmethod
    def print_high(pen: Pen, theme: Theme, objective: Objective) -> None:
        """Print one objective on the card: its holder's flag, its title in as many lines as needed, and its status."""
        m, left, top = pen.metrics, pen.x, pen.y
        order = flag_bearer(theme, objective)
        if order is not None:
            picture = flag_picture(theme.seats[order], order, m.px(26))
            pen.surface.blit(picture, (left, top))
            pen.x += picture.get_width() + m.px(5)
        room = pen.width - (pen.x - left)
        for line in wrap(objective.title, pen.font("ui-bold", 17), room):
            pen.line(line, "ui-bold", 17, width=room)
        for line in wrap(objective.status, pen.font("ui", 16), room):
            pen.line(line, "ui", 16, FAINT, width=room)
        pen.x, pen.y = left, max(pen.y, top + m.px(28)) + m.px(4)

    def _paint(self, m: Metrics, theme: Theme, shown: Objectives) -> None:
        if self._image.get_height() > self._image.get_width():
            self._paint_high(m, theme, shown)
            return
        body = self._image.get_rect().inflate(-m.px(16), 0)
        m = m.at(min(m.scale, self._image.get_height() / OBJECTIVES_HEIGHT))
        body.height -= m.px(8)
        draw_sheet(self._image, body, m.scale)
        inner = body.inflate(-m.px(16), -m.px(4))
        plan = self._plan(m, theme, shown, inner)
        if plan.least < readable(m):
            shown = replace(shown, entries=tuple(replace(each, title=cut(each.title)) for each in shown.entries))
            plan = self._plan(m, theme, shown, inner)
        self.least = plan.least
        x = self._objectives(self._image, m.at(plan.scale), theme, shown, inner, plan.rows)
        pygame.draw.line(self._image, LINE_INK, (x, inner.top), (x, inner.bottom), m.px(1))
        x += m.px(10)
        self._conditions(m, shown, pygame.Rect(x, inner.top, inner.right - x, inner.height), plan.size)

    def _plan(self, m: Metrics, theme: Theme, shown: Objectives, inner: pygame.Rect) -> StripPlan:
        """The layout that is in one row if all of it is readable, else the one with the largest smallest print. Print
        that would be unreadable is enlarged, and whole sentences are left out instead; the first one should fit."""
        layouts, begin = [], tuple(_condition_sentences(shown)[:1])
        least, smallest = readable(m), ceil(readable(m) / m.scale)
        for rows in (1, 2):
            for split in TRIED_SPLITS:
                scale = self._scale(m, theme, shown, inner, round(split * inner.width), rows)
                room = inner.width - round(split * inner.width) - m.px(10)
                size = self._size(m, shown, pygame.Rect(0, 0, room, inner.height))
                titles = m.at(scale).px(15 if rows == 1 else 17)
                enough = max(size, min(smallest, MAX_PRINT))
                plan = StripPlan(min(titles, m.px(enough)), scale, rows, enough, split)
                begins = _conditions_height(m, begin, max(1, room), enough, apart=False, more=True) <= inner.height
                layouts.append((min(titles, least), begins, min(m.px(size), least), -rows, min(titles, m.px(size)),
                                scale,
                                plan))
        return max(layouts, key=lambda each: each[:-1])[-1]

    def _scale(self, m: Metrics, theme: Theme, shown: Objectives, inner: pygame.Rect, room: int, rows: int) -> float:
        """The largest scale at which the objectives fit into ``rows`` rows of a width."""
        blank = pygame.Surface((1, 1))
        width = self._objectives(blank, m, theme, shown, inner, rows) - inner.left
        scale = m.scale * min(1.0, 1.06 * room / width)
        while scale > MIN_SCALE and self._objectives(blank, m.at(scale), theme, shown, inner, rows) - inner.left > room:
            scale *= 0.97
        return scale

    def _objectives(self, target: pygame.Surface, m: Metrics, theme: Theme, shown: Objectives, inner: pygame.Rect,
                    rows: int) -> int:
        """Print all objectives, in one row of two lines each or in two rows of one line; return their right end."""
        if rows == 1:
            x = inner.left
            for objective in shown.entries:
                if target is self._image:
                    self._note_flag(theme, objective, min(inner.height, m.px(46)), midleft=(x, inner.centery))
                x = self._objective(target, m, theme, objective, x, inner) + m.px(16)
            return x
        first = ceil(len(shown.entries) / 2)
        height = inner.height // 2
        ends = []
        for number, row in enumerate((shown.entries[:first], shown.entries[first:])):
            line, x = pygame.Rect(inner.left, inner.top + number * height, inner.width, height), inner.left
            for objective in row:
                if target is self._image:
                    self._note_flag(theme, objective, min(height, m.px(26)), midleft=(x, line.centery))
                x = self.print_short(target, m, theme, objective, x, line) + m.px(14)
            ends.append(x)
        return max(ends)

    @staticmethod
    def print_short(target: pygame.Surface, m: Metrics, theme: Theme, objective: Objective, x: int,
                    line: pygame.Rect) -> int:
        """Print one objective in one line, with its holder's flag; return its right end."""
        x = _draw_flag(target, m, theme, objective, x, line, 26)
        title = font("ui-bold", m.px(17)).line_picture(joined((objective.title, objective.status)), INK)
        target.blit(title, title.get_rect(midleft=(x, line.centery)))
        return x + title.get_width()

    @staticmethod
    def _objective(target: pygame.Surface, m: Metrics, theme: Theme, objective: Objective, x: int,
                   inner: pygame.Rect) -> int:
        """Print one objective from ``x`` on: its holder's flag, its title, and the holder in words; return its right
        end."""
        x = _draw_flag(target, m, theme, objective, x, inner, 46)
        title = font("ui-bold", m.px(17)).line_picture(objective.title, INK)
        below = font("ui", m.px(15)).line_picture(holder(theme, objective), FAINT)
        target.blit(title, title.get_rect(bottomleft=(x, inner.centery + m.px(1))))
        target.blit(below, below.get_rect(topleft=(x, inner.centery)))
        return x + max(title.get_width(), below.get_width())

    def _conditions(self, m: Metrics, shown: Objectives, room: pygame.Rect, size: int) -> None:
        """Print the victory conditions, vertically centred in a room."""
        scratch = pygame.Surface((room.width, room.height * 3), pygame.SRCALPHA)
        pen = _print_conditions(m, self._fitting_conditions(m, shown, room, size), scratch, size, more=self.shortened)
        top = room.top + max(0, (room.height - pen.y) // 2)
        self.bottom = top + pen.y
        self._image.blit(scratch, (room.left, top), (0, 0, room.width, room.bottom - top))
        self.links = [link.moved(room.left, top) for link in pen.links]

    def _fitting_conditions(self, m: Metrics, shown: Objectives, room: pygame.Rect, size: int, *,
                            apart: bool = False) -> Objectives:
        """The victory conditions that fit a room at a print size: whole sentences, the last ones left out if necessary,
        and finally the last words of the first one. Sets ``printed`` to these sentences and ``shortened`` to whether
        any were left out."""
        blank = pygame.Surface((max(1, room.width), 1))
        pieces = _condition_sentences(shown)
        fitting = shown
        self.shortened = False
        while _print_conditions(m, fitting, blank, size, apart=apart,
                                more=self.shortened).y > room.height and len(pieces) > 1:
            pieces.pop()
            fitting, self.shortened = replace(shown, victory=tuple(pieces)), True
        words = translate(pieces[0].text).split() if self.shortened else []
        while len(words) > 1 and _print_conditions(m, fitting, blank, size, apart=apart, more=True).y > room.height:
            words.pop()
            fitting = replace(shown, victory=(replace(pieces[0], text=say("{sentence}", sentence=" ".join(words))),))
        self.printed = [translate(piece.text) for piece in pieces]
        return fitting

    @staticmethod
    def _size(m: Metrics, shown: Objectives, room: pygame.Rect, largest: int = MAX_PRINT, *,
              apart: bool = False) -> int:
        """The largest print size in layout units at which the victory conditions fit a room; the smallest if none
        does."""
        notes = tuple(Note(say("{sentence}", sentence=translate(note.text)), note.rule) for note in shown.victory)
        sizes = range(MIN_PRINT, largest + 1)
        fits = bisect_right(sizes, room.height,
                            key=lambda size: _conditions_height(m, notes, max(1, room.width), size, apart))
        return sizes[max(0, fits - 1)]


def flag_bearer(theme: Theme, objective: Objective) -> int | None:
    """The index of the seat whose flag marks an objective; None if nobody holds it. An objective that is only counted,
    such as losses, has no flag, because a flag would mean that the side holds it."""
    return next((k for k, info in enumerate(theme.seats) if info.name == objective.seat and not objective.tally), None)


def _draw_flag(target: pygame.Surface, m: Metrics, theme: Theme, objective: Objective, x: int, line: pygame.Rect,
               max_height: int) -> int:
    """Draw the flag of an objective's holder at ``x``, at most ``max_height`` layout units high; return its right
    end."""
    order = flag_bearer(theme, objective)
    if order is None:
        return x
    picture = flag_picture(theme.seats[order], order, min(line.height, m.px(max_height)))
    target.blit(picture, picture.get_rect(midleft=(x, line.centery)))
    return x + picture.get_width() + m.px(4)


@picture_cache(2048)
def _conditions_height(m: Metrics, notes: tuple[Note, ...], width: int, size: int, apart: bool,
                       more: bool = False) -> int:
    """The height in pixels of the victory conditions at a print size, cached for all games with the same conditions."""
    return _print_conditions(m, Objectives((), notes), pygame.Surface((width, 1)), size, apart=apart, more=more).y


def _condition_sentences(shown: Objectives) -> list[Note]:
    """The victory conditions, a sentence each."""
    return [Note(say("{sentence}", sentence=each), note.rule)
            for note in shown.victory for each in sentences(note.text)]


def _print_conditions(m: Metrics, shown: Objectives, surface: pygame.Surface, size: int, *, apart: bool = False,
                      more: bool = False) -> Pen:
    """The pen after printing the victory conditions; a rule is cited after its last sentence.

    :param apart: whether the conditions of each rule start a new line; else a dot separates them.
    :param more: whether it ends with a sign that sentences were left out.
    """
    pen = Pen(surface, m, 0, 0, surface.get_width())
    rules = [note.rule for note in shown.victory]
    lines: list[list[TextRun]] = [[]]
    for number, note in enumerate(shown.victory, 1):
        goes_on = note.rule in rules[number:]
        unstopped = goes_on and translate(note.text)[-1:] not in SENTENCE_ENDS
        lines[-1].append(TextRun(f"{translate(note.text)}." if unstopped else note.text, "ui", size))
        if not goes_on:
            lines[-1].append(cite(note.rule, size))
            lines.append([])
    printed = [line for line in lines if line]
    if more:
        printed[-1].append(TextRun(MORE_SIGN, "ui", size, LINK))
    if not apart:
        dot = TextRun("·", "ui-bold", size)
        printed = [[run for line in printed for run in (dot, *line)][1:]]
    for line in printed:
        pen.flow(line, leading=1.0)
    return pen


def readable(m: Metrics) -> int:
    """The smallest readable print in a window, in pixels."""
    return max(MIN_READABLE_PRINT[0], Metrics.of(m.size).px(MIN_READABLE_PRINT[1]))


def write_all(pen: Pen, theme: Theme, shown: Objectives, size: int) -> None:
    """Print a full page: the holders of all objectives, and all victory conditions."""
    for each in shown.entries:
        pen.row(each.title, holder(theme, each), size)
    pen.separator()
    for note in shown.victory:
        pen.flow([TextRun(note.text, "text", size), cite(note.rule, size)])
        pen.space(8)


def holder(theme: Theme, objective: Objective) -> Text:
    """The side that holds an objective, as an adjective, and the objective's status."""
    side = next((info for info in theme.seats if info.name == objective.seat and not objective.tally), None)
    return joined((capitalised(side.described) if side is not None else "", objective.status))


def cut(title: Text) -> Text:
    """A title with a long first word shortened: "Camp. de Muley Achmed Norte"."""
    first, _, rest = translate(title).partition(" ")
    return f"{first[:SHORTENED_LETTERS]}. {rest}" if rest and len(first) >= LONG_WORD_LETTERS else title
