"""The objectives strip over the map, or a card beside a high map: each objective with its holder's flag, and the
victory conditions, shortened to whole sentences that fit."""

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
"""The minimum scale for printing the objectives, in pixels per layout unit."""
SCALE_STEP = 0.97
"""The factor between two scales tried for the objectives."""
MAX_SCALE_GUESS = 1.06
"""The first scale tried is that at which the objectives would fit if their width grew in proportion, times this: gaps
that do not shrink make them a little wider than that."""
MIN_CONDITIONS_HEIGHT = 90
"""The minimum height of the conditions on a card that leaves room below it, in layout units."""
MAX_PRINT = 17
"""The maximum print size of the conditions, in layout units."""
MIN_PRINT = 5
"""The minimum print size of the conditions, in layout units."""
FLAG_HEIGHT, LARGE_FLAG_HEIGHT = 26, 46
"""The maximum height of a flag before one line of print, and before two lines, in layout units."""
STATUS_GAP = 6
"""Layout units between the title of an objective and its status in one line."""
CARD_EDGE = 14
"""Layout units between the card beside the map and the edges of its room."""
CARD_MARGIN = 12
"""Layout units between the card's edge and its print."""
LINK_MARGIN = 6
"""The pixels, left and right or above and below together, by which the clickable area of a link is larger than its
print."""
SENTENCE_ENDS = ".!?…"
"""Characters that end a sentence: a condition without one gets a full stop if the next one has the same rule."""
MORE_SIGN = say("… more")
"""The sign that sentences were left out: a click shows all of them."""
MIN_READABLE_PRINT = 11, 14
"""The minimum readable print: in pixels, and in pixels of a window 1080 high. Below that long titles are shortened."""
LONG_WORD_LETTERS = 8
"""The number of letters from which a title's first word is shortened."""
SHORTENED_LETTERS = 4
"""The number of letters to which a title's long first word is shortened."""


@dataclass(frozen=True, slots=True)
class StripPlan:
    """A layout of the strip."""

    smallest_print: int
    """The smallest print in pixels."""
    scale: float
    """The scale of the objectives, in pixels per layout unit."""
    rows: int
    """The number of rows of objectives: 1 of two lines each, or 2 of one line."""
    size: int
    """The print size of the conditions, in layout units."""


class ObjectivesStrip:
    """The strip over the map, or the card beside a high map; its picture is cached until a holder changes."""

    def __init__(self) -> None:
        self._key: object = None
        """Everything that the picture depends on."""
        self._image = pygame.Surface((1, 1))
        self._rect = pygame.Rect(0, 0, 0, 0)
        """The rectangle in the window where it was last drawn."""
        self.links: list[Link] = []
        """The rule numbers printed, relative to its upper left corner."""
        self._flag_tips: SignMeanings = []
        """The tooltips of the flags, with rectangles relative to its upper left corner."""
        self._free_below = 0
        """The height in pixels that a card beside the map leaves free below it."""
        self.shortened = False
        """Whether sentences were left out for lack of room."""
        self.cut = False
        """Whether words of the last sentence printed were left out, too."""
        self.printed: list[str] = []
        """The sentences printed."""
        self.bottom = 0
        """The bottom of its print, in pixels from its upper edge."""
        self.smallest_print = 0
        """The smallest print on it, in pixels."""
        self.foot = 0
        """The bottom of its paper as a card beside the map, in pixels from its upper edge."""

    def draw(self, target: pygame.Surface, rect: pygame.Rect, m: Metrics, theme: Theme, shown: Objectives,
             free_below: int = 0) -> None:
        """Draw it into a rectangle of the window: as a card if that is higher than wide, else as a strip.

        :param free_below: the height in pixels that a card leaves free below it.
        """
        key = (rect.size, m, theme.title, shown, free_below)
        self._free_below = free_below
        self._rect = rect
        if key != self._key:
            self._key = key
            self._image, self._flag_tips = pygame.Surface(rect.size, pygame.SRCALPHA), []
            self._paint(m, theme, shown)
        target.blit(self._image, rect)

    def covers(self, pos: tuple[int, int]) -> bool:
        """Whether a point of the window is on its paper."""
        on_picture = (pos[0] - self._rect.x, pos[1] - self._rect.y)
        return self._image.get_rect().collidepoint(on_picture) and self._image.get_at(on_picture).a == 255

    def link_at(self, pos: tuple[int, int]) -> RuleRef | None:
        """The rule whose number is under a point of the window; None if there is none."""
        on_picture = (pos[0] - self._rect.x, pos[1] - self._rect.y)
        return next((link.rule for link in self.links
                     if link.rect.inflate(LINK_MARGIN, LINK_MARGIN).collidepoint(on_picture)), None)

    def tip_at(self, pos: tuple[int, int]) -> Text:
        """The tooltip of the flag under a point of the window; empty if there is none."""
        return topmost_meaning(self._flag_tips, (pos[0] - self._rect.x, pos[1] - self._rect.y))

    def _add_flag_tip(self, theme: Theme, objective: Objective, size: int, **anchor: tuple[int, int]) -> None:
        """Record the rectangle and the tooltip of an objective's flag, if it has one.

        :param size: the flag's height in pixels.
        :param anchor: the position of the rectangle, by the name of one of its points, such as ``topleft``.
        """
        seat_index = flag_bearer(theme, objective)
        if seat_index is not None:
            info = theme.seats[seat_index]
            place = flag_picture(info, seat_index, size).get_rect(**anchor)
            meaning = say("Flag: {side} · {objective}", side=info.title, objective=objective.title)
            self._flag_tips.append((place, meaning))

    def _paint_card(self, m: Metrics, theme: Theme, shown: Objectives) -> None:
        """Draw the card beside the map, with an entry for each objective and the victory conditions below."""
        edge, width = m.px(CARD_EDGE), self._image.get_width()
        x, print_width = edge + m.px(CARD_MARGIN), width - 2 * edge - 2 * m.px(CARD_MARGIN)
        card = pygame.Surface(self._image.get_size(), pygame.SRCALPHA)
        pen = Pen(card, m, x, m.px(14), print_width)
        for each in shown.entries:
            self._add_flag_tip(theme, each, m.px(FLAG_HEIGHT), topleft=(pen.x, pen.y))
            self.print_on_card(pen, theme, each)
        pen.separator()
        height_left = card.get_height() - pen.y - m.px(14)
        free_below = self._free_below if height_left - self._free_below >= m.px(MIN_CONDITIONS_HEIGHT) else 0
        room = pygame.Rect(x, pen.y, print_width, max(0, height_left - free_below)).clip(card.get_rect())
        smallest = ceil(readable_at_scale(m) / m.scale)
        size = max(min(smallest, MAX_PRINT - 1), self._conditions_size(m, shown, room, MAX_PRINT - 1, apart=True))
        fitting = self._fitting_conditions(m, shown, room, size, apart=True)
        conditions_pen = _print_conditions(m, fitting, card.subsurface(room), size, apart=True, more=self.shortened,
                                           cut=self.cut)
        self.links = [link.moved(*room.topleft) for link in conditions_pen.links]
        self.smallest_print, self.bottom = m.px(size), room.top + conditions_pen.y
        height = min(card.get_height(), room.top + conditions_pen.y + m.px(CARD_MARGIN))
        draw_sheet(self._image, pygame.Rect(edge, 0, width - 2 * edge, height), m.scale)
        self.foot = height
        self._image.blit(card, (0, 0))

    @staticmethod
    def print_on_card(pen: Pen, theme: Theme, objective: Objective) -> None:
        """Print one objective on the card: its holder's flag, its title in as many lines as needed, and its status."""
        m, left, top = pen.metrics, pen.x, pen.y
        seat_index = flag_bearer(theme, objective)
        if seat_index is not None:
            picture = flag_picture(theme.seats[seat_index], seat_index, m.px(FLAG_HEIGHT))
            pen.surface.blit(picture, (left, top))
            pen.x += picture.get_width() + m.px(5)
        room = pen.width - (pen.x - left)
        for line in wrap(objective.title, pen.font("ui-bold", 17), room):
            pen.line(line, "ui-bold", 17, width=room)
        for line in wrap(objective.status, pen.font("ui", 16), room):
            pen.line(line, "ui", 16, FAINT, width=room)
        pen.x, pen.y = left, max(pen.y, top + m.px(28)) + m.px(4)

    def _paint(self, m: Metrics, theme: Theme, shown: Objectives) -> None:
        """Draw its picture."""
        if self._image.get_height() > self._image.get_width():
            self._paint_card(m, theme, shown)
            return
        body = self._image.get_rect().inflate(-m.px(16), 0)
        m = m.at(min(m.scale, self._image.get_height() / OBJECTIVES_HEIGHT))
        body.height -= m.px(8)
        draw_sheet(self._image, body, m.scale)
        inner = body.inflate(-m.px(16), -m.px(4))
        plan = self._best_plan(m, theme, shown, inner)
        if plan.smallest_print < readable_at_scale(m):
            shown = replace(shown, entries=tuple(replace(each, title=shortened_title(each.title))
                                                 for each in shown.entries))
            plan = self._best_plan(m, theme, shown, inner)
        self.smallest_print = plan.smallest_print
        x = self._print_objectives(self._image, m.at(plan.scale), theme, shown, inner, plan.rows)
        pygame.draw.line(self._image, LINE_INK, (x, inner.top), (x, inner.bottom), m.px(1))
        x += m.px(10)
        self._print_conditions_on_strip(m, shown, pygame.Rect(x, inner.top, inner.right - x, inner.height), plan.size)

    def _best_plan(self, m: Metrics, theme: Theme, shown: Objectives, inner: pygame.Rect) -> StripPlan:
        """The layout that is in one row if all of it is readable, else the one with the largest smallest print. Print
        that would be unreadable is enlarged, and whole sentences are left out instead; the first one should fit.

        :param inner: the rectangle of the print.
        """
        ranked_plans, first_sentence = [], tuple(_condition_sentences(shown)[:1])
        readable_px, readable_size = readable_at_scale(m), ceil(readable_at_scale(m) / m.scale)
        for rows in (1, 2):
            for split in TRIED_SPLITS:
                scale = self._objectives_scale(m, theme, shown, inner, round(split * inner.width), rows)
                room = inner.width - round(split * inner.width) - m.px(10)
                size = self._conditions_size(m, shown, pygame.Rect(0, 0, room, inner.height))
                title_px = m.at(scale).px(15 if rows == 1 else 17)
                enlarged_size = max(size, min(readable_size, MAX_PRINT))
                plan = StripPlan(min(title_px, m.px(enlarged_size)), scale, rows, enlarged_size)
                first_fits = _conditions_height(m, first_sentence, max(1, room), enlarged_size, apart=False,
                                                more=True) <= inner.height
                rank = (min(title_px, readable_px), first_fits, min(m.px(size), readable_px), -rows,
                        min(title_px, m.px(size)), scale)
                ranked_plans.append((rank, plan))
        return max(ranked_plans, key=lambda each: each[0])[1]

    def _objectives_scale(self, m: Metrics, theme: Theme, shown: Objectives, inner: pygame.Rect, room: int, rows: int
                          ) -> float:
        """The largest scale at which the objectives fit into ``rows`` rows, ``room`` pixels wide."""
        blank = pygame.Surface((1, 1))
        width = self._print_objectives(blank, m, theme, shown, inner, rows) - inner.left
        scale = m.scale * min(1.0, MAX_SCALE_GUESS * room / width)
        while scale > MIN_SCALE and (
                self._print_objectives(blank, m.at(scale), theme, shown, inner, rows) - inner.left > room):
            scale *= SCALE_STEP
        return scale

    def _print_objectives(self, target: pygame.Surface, m: Metrics, theme: Theme, shown: Objectives, inner: pygame.Rect,
                          rows: int) -> int:
        """Print all objectives, in one row of two lines each or in two rows of one line; return their right end in
        pixels."""
        if rows == 1:
            x = inner.left
            for objective in shown.entries:
                if target is self._image:
                    self._add_flag_tip(theme, objective, min(inner.height, m.px(LARGE_FLAG_HEIGHT)),
                                       midleft=(x, inner.centery))
                x = self._print_in_two_lines(target, m, theme, objective, x, inner) + m.px(16)
            return x
        half = ceil(len(shown.entries) / 2)
        height = inner.height // 2
        ends = []
        for number, row in enumerate((shown.entries[:half], shown.entries[half:])):
            line, x = pygame.Rect(inner.left, inner.top + number * height, inner.width, height), inner.left
            for objective in row:
                if target is self._image:
                    self._add_flag_tip(theme, objective, min(height, m.px(FLAG_HEIGHT)), midleft=(x, line.centery))
                x = self.print_in_one_line(target, m, theme, objective, x, line) + m.px(14)
            ends.append(x)
        return max(ends)

    @staticmethod
    def print_in_one_line(target: pygame.Surface, m: Metrics, theme: Theme, objective: Objective, x: int,
                    line: pygame.Rect) -> int:
        """Print one objective from ``x`` on in one line: its holder's flag, its title in bold, and its status; return
        its right end in pixels."""
        x = _draw_flag(target, m, theme, objective, x, line, FLAG_HEIGHT)
        for name, text in (("ui-bold", objective.title), ("ui", objective.status)):
            if text:
                picture = font(name, m.px(17)).line_picture(text, INK)
                target.blit(picture, picture.get_rect(midleft=(x, line.centery)))
                x += picture.get_width() + m.px(STATUS_GAP)
        return x - m.px(STATUS_GAP)

    @staticmethod
    def _print_in_two_lines(target: pygame.Surface, m: Metrics, theme: Theme, objective: Objective, x: int,
                            inner: pygame.Rect) -> int:
        """Print one objective from ``x`` on: its holder's flag, its title, and the holder in words; return its right
        end in pixels."""
        x = _draw_flag(target, m, theme, objective, x, inner, LARGE_FLAG_HEIGHT)
        title = font("ui-bold", m.px(17)).line_picture(objective.title, INK)
        below = font("ui", m.px(15)).line_picture(holder(theme, objective), FAINT)
        target.blit(title, title.get_rect(bottomleft=(x, inner.centery + m.px(1))))
        target.blit(below, below.get_rect(topleft=(x, inner.centery)))
        return x + max(title.get_width(), below.get_width())

    def _print_conditions_on_strip(self, m: Metrics, shown: Objectives, room: pygame.Rect, size: int) -> None:
        """Print the victory conditions, vertically centred in a room."""
        scratch = pygame.Surface((room.width, room.height * 3), pygame.SRCALPHA)
        fitting = self._fitting_conditions(m, shown, room, size)
        pen = _print_conditions(m, fitting, scratch, size, more=self.shortened, cut=self.cut)
        top = room.top + max(0, (room.height - pen.y) // 2)
        self.bottom = top + pen.y
        self._image.blit(scratch, (room.left, top), (0, 0, room.width, room.bottom - top))
        self.links = [link.moved(room.left, top) for link in pen.links]

    def _fitting_conditions(self, m: Metrics, shown: Objectives, room: pygame.Rect, size: int, *,
                            apart: bool = False) -> Objectives:
        """The victory conditions that fit a room at a print size: whole sentences, the last ones left out if necessary,
        and finally the last words of the first one. Sets ``printed`` to these sentences, ``shortened`` to whether any
        were left out, and ``cut`` to whether words were.

        :param size: in layout units.
        :param apart: whether the conditions of each rule start a new line.
        """
        blank = pygame.Surface((max(1, room.width), 1))
        notes = _condition_sentences(shown)
        fitting = shown
        self.shortened = False
        while _print_conditions(m, fitting, blank, size, apart=apart,
                                more=self.shortened).y > room.height and len(notes) > 1:
            notes.pop()
            fitting, self.shortened = replace(shown, victory=tuple(notes)), True
        words, self.cut = translate(notes[0].text).split() if self.shortened else [], False
        while len(words) > 1 and _print_conditions(m, fitting, blank, size, apart=apart, more=True,
                                                   cut=self.cut).y > room.height:
            words.pop()
            self.cut = True
            fitting = replace(shown, victory=(replace(notes[0], text=say("{sentence}", sentence=" ".join(words))),))
        self.printed = [translate(note.text) for note in notes]
        return fitting

    @staticmethod
    def _conditions_size(m: Metrics, shown: Objectives, room: pygame.Rect, max_size: int = MAX_PRINT, *,
                         apart: bool = False) -> int:
        """The largest print size in layout units at which the victory conditions fit a room; the smallest if none
        does."""
        notes = tuple(Note(say("{sentence}", sentence=translate(note.text)), note.rule) for note in shown.victory)
        sizes = range(MIN_PRINT, max_size + 1)
        fitting_count = bisect_right(sizes, room.height,
                                     key=lambda size: _conditions_height(m, notes, max(1, room.width), size, apart))
        return sizes[max(0, fitting_count - 1)]


def flag_bearer(theme: Theme, objective: Objective) -> int | None:
    """The index of the seat whose flag marks an objective; None if nobody holds it. An objective that is only counted,
    such as losses, has no flag, because a flag would mean that the side holds it."""
    return next((k for k, info in enumerate(theme.seats) if info.name == objective.seat and not objective.tally), None)


def _draw_flag(target: pygame.Surface, m: Metrics, theme: Theme, objective: Objective, x: int, line: pygame.Rect,
               max_height: int) -> int:
    """Draw the flag of an objective's holder at ``x``, at most ``max_height`` layout units high; return the x where the
    print continues."""
    seat_index = flag_bearer(theme, objective)
    if seat_index is None:
        return x
    picture = flag_picture(theme.seats[seat_index], seat_index, min(line.height, m.px(max_height)))
    target.blit(picture, picture.get_rect(midleft=(x, line.centery)))
    return x + picture.get_width() + m.px(4)


@picture_cache(2048)
def _conditions_height(m: Metrics, notes: tuple[Note, ...], width: int, size: int, apart: bool,
                       more: bool = False) -> int:
    """The height in pixels of the victory conditions in a width in pixels at a print size in layout units; cached, for
    all games with the same conditions."""
    return _print_conditions(m, Objectives((), notes), pygame.Surface((width, 1)), size, apart=apart, more=more).y


def _condition_sentences(shown: Objectives) -> list[Note]:
    """The victory conditions, a sentence each."""
    return [Note(say("{sentence}", sentence=each), note.rule)
            for note in shown.victory for each in sentences(note.text)]


def _print_conditions(m: Metrics, shown: Objectives, surface: pygame.Surface, size: int, *, apart: bool = False,
                      more: bool = False, cut: bool = False) -> Pen:
    """The pen after printing the victory conditions; a rule is cited after its last sentence.

    :param apart: whether the conditions of each rule start a new line; else a dot separates them.
    :param more: whether it ends with a sign that sentences were left out.
    :param cut: whether words of the last sentence were left out: its rule is not cited then.
    """
    pen = Pen(surface, m, 0, 0, surface.get_width())
    rules = [note.rule for note in shown.victory]
    lines: list[list[TextRun]] = [[]]
    for number, note in enumerate(shown.victory, 1):
        rule_continues = note.rule in rules[number:]
        needs_stop = rule_continues and translate(note.text)[-1:] not in SENTENCE_ENDS
        lines[-1].append(TextRun(f"{translate(note.text)}." if needs_stop else note.text, "ui", size))
        if not rule_continues:
            if not cut or number < len(shown.victory):
                lines[-1].append(cite(note.rule, size))
            lines.append([])
    lines = [line for line in lines if line]
    if more:
        lines[-1].append(TextRun(MORE_SIGN, "ui", size, LINK))
    if not apart:
        dot = TextRun("·", "ui-bold", size)
        lines = [[run for line in lines for run in (dot, *line)][1:]]
    for line in lines:
        pen.flow(line, leading=1.0)
    return pen


def readable(m: Metrics) -> int:
    """The size of the smallest readable print in a window, in pixels."""
    return max(MIN_READABLE_PRINT[0], Metrics.of(m.size).px(MIN_READABLE_PRINT[1]))


def readable_at_scale(m: Metrics) -> int:
    """The size of the smallest readable print in pixels, larger if the player chose larger print."""
    return round(readable(m) * max(1.0, m.interface_scale))


def write_all(pen: Pen, theme: Theme, shown: Objectives, size: int) -> None:
    """Print a full page: the holders of all objectives, and all victory conditions, at a print size in layout units."""
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


def shortened_title(title: Text) -> Text:
    """A title with a long first word shortened: "Camp. de Muley Achmed Norte"."""
    first, _, rest = translate(title).partition(" ")
    return f"{first[:SHORTENED_LETTERS]}. {rest}" if rest and len(first) >= LONG_WORD_LETTERS else title
