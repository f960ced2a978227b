"""Print on paper over the map: the slip at its foot, with a refusal, a note, a hint, or the player that is thinking;
cards in its corners, with the answers to a rules question or the known hazards of a move, and the rings around their
places; and the band with the captions of a lesson that is played by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import pygame

from game.core.contract import Counter, System
from game.core.hazard import Hazard
from game.core.message import Brief, Message, Text, plural, say
from game.core.preview import Preview
from game.core.theme import Theme
from game.core.verdict import Illegal, Legal, Reason, RuleRef
from game.match.asking import RulesAnswer
from game.ui.cards import battle
from game.ui.cards.card import Card, height_of
from game.ui.cards.card_pen import PADDING, CardPen
from game.ui.cards.chances import chance_texts, write_bars, write_briefly, write_chances
from game.ui.kit.notice import covered_area
from game.ui.kit.pen import TextRun, caption_runs, cite, flow_height, wrap
from game.ui.kit.theme import ALARM, FAINT, GOLD, GOOD, INK, WARNING, Metrics

RING_RADIUS = 0.75
"""The radius of a ring, in counter widths."""


def free_corner(area: pygame.Rect, size: tuple[int, int], spots: Iterable[tuple[int, int]], counter: int,
                corners: Sequence[str]) -> pygame.Rect:
    """The rectangle of a card in the corner of an area where it covers least of the rings around some counters; all in
    pixels.

    :param size: the card's width and height.
    :param spots: the centres of the counters.
    :param counter: a counter's width.
    :param corners: names of corners as pygame's rectangles have them, such as ``topleft``; the preferred first.
    """
    diameter = round(2 * RING_RADIUS * counter)
    rings = [pygame.Rect(x, y, 0, 0).inflate(diameter, diameter) for x, y in spots]
    places = []
    for corner in corners:
        place = pygame.Rect((0, 0), size)
        setattr(place, corner, getattr(area, corner))
        places.append(place)
    return min(places, key=lambda place: covered_area(place, rings))


def draw_ring(target: pygame.Surface, spot: tuple[int, int], counter: int, width: int) -> None:
    """Draw a golden ring with a dark edge around a counter.

    :param spot: the counter's centre.
    :param counter: the counter's width in pixels.
    :param width: the ring's, in pixels.
    """
    radius = round(counter * RING_RADIUS)
    pygame.draw.circle(target, INK, spot, radius + 2, width + 3)
    pygame.draw.circle(target, GOLD, spot, radius, width)


ONE_ROW_FROM = 500
"""The width in layout units from which a hint's buttons are in one row."""
SIGN_ROOM = 44
"""The width in layout units reserved at the left for the sign of a refusal or a hint."""
MAX_REASONS = 4
"""The maximum number of reasons of a refusal that are printed."""
MAX_ANSWER_REASONS = 3
"""The maximum number of reasons printed for each answer to a rules question."""
LEADING = 1.05
"""The distance of lines on a slip, relative to the height of the print."""
BUTTON_HEIGHT = 44
"""The height of a button on a slip, in layout units."""
TIGHT_BUTTON_HEIGHT = 40
"""The same where room is scarce."""
MAIN_BUTTON_HEIGHT = 46
"""The height of the button for a hint's next step, if it has a row of its own, in layout units."""


def _reserve_sign(pen: CardPen, tip: Text) -> tuple[tuple[int, int], int]:
    """Reserve room for a round sign with a tooltip, and put the pen beside it; returns its centre and radius."""
    px = pen.metrics.px
    centre, radius = (pen.x + px(16), pen.y + px(18)), px(14)
    pen.tips.append((pygame.Rect(0, 0, 2 * radius, 2 * radius).move(centre[0] - radius, centre[1] - radius), tip))
    pen.x, pen.width = pen.x + px(SIGN_ROOM), pen.width - px(SIGN_ROOM)
    pen.y += px(3)
    return centre, radius


def write_refusal(pen: CardPen, reasons: Sequence[Reason], *, instead: bool = False) -> None:
    """Print the reasons with their rules beside the sign of a refusal, a circle crossed by a line.

    :param instead: whether to reserve a slot below for a button with another action.
    """
    px = pen.metrics.px
    centre, radius = _reserve_sign(pen, say("Not allowed"))
    pygame.draw.circle(pen.surface, ALARM, centre, radius, width=px(3))
    reach = round(radius * 0.62)
    pygame.draw.line(
        pen.surface, ALARM, (centre[0] - reach, centre[1] - reach), (centre[0] + reach, centre[1] + reach), px(3)
    )
    for reason in reasons[:MAX_REASONS]:
        _print_reason(pen, reason)
    if instead:
        pen.space(6)
        pen.slot("instead", BUTTON_HEIGHT)
        pen.space(4)


def _print_reason(pen: CardPen, reason: Reason, size: int = 19) -> None:
    """Print a reason at a print size in layout units, with its rule after it if it has one."""
    pen.flow([TextRun(reason.text, "ui-bold", size), cite(reason.rule, size)], leading=LEADING)


def write_note(pen: CardPen, text: Text) -> None:
    """Print a note of one sentence, e.g. what the next click does and costs."""
    pen.flow([TextRun(text, "ui-bold", 19)], leading=LEADING)


def write_warning(pen: CardPen, text: Text, detail: Text = "") -> None:
    """Print a warning large, and its detail below it."""
    pen.flow([TextRun(text, "ui-bold", 21, ALARM)], leading=LEADING)
    if detail:
        pen.flow([TextRun(detail, "ui-bold", 18)], leading=LEADING)


def write_pending_interrupt(pen: CardPen, delay: Reason) -> None:
    """Print when a player will interrupt, with the rule that allows the delay."""
    _print_reason(pen, delay)
    pen.flow([TextRun(say("B: do not interrupt"), "ui", 17, FAINT)], leading=LEADING)


def write_summary(pen: CardPen, brief: Brief) -> None:
    """Print the result of a run of actions: the summary large, the details after it."""
    head = say("{text}:", text=brief.head) if brief.more else brief.head
    pen.flow([TextRun(head, "text", 28), TextRun(brief.more, "text", 24)], leading=LEADING)


def write_hint(pen: CardPen, text: Text, steps: int = 1, first: Text = "") -> None:
    """Print a computer player's proposal and its reason, with slots for the buttons that carry it out, which stay in
    view when the card scrolls.

    :param steps: the number of steps that can be executed together; with more than one there is a button for them.
    :param first: the text of the first step of a plan of several: its room is kept at each step, so that the buttons
        stay in place; empty for a single action.
    """
    px, left, width = pen.metrics.px, pen.x, pen.width
    centre, radius = _reserve_sign(pen, say("A hint from the computer"))
    pygame.draw.circle(pen.surface, GOLD, centre, radius)
    pygame.draw.circle(pen.surface, INK, centre, radius, width=px(1.5))
    mark = pen.font("title", 20).line_picture("!", INK)
    pen.surface.blit(mark, mark.get_rect(center=centre))
    size = 17 if pen.tight else 19
    kept = pen.y + flow_height(pen, [TextRun(first, "ui-bold", size)], leading=LEADING) if first else pen.y
    pen.flow([TextRun(text, "ui-bold", size)], leading=LEADING)
    pen.y = top = max(pen.y, kept, centre[1] + px(16))  # the buttons' slots may be lower: the sign stays above them
    pen.space(6)
    if width >= px(ONE_ROW_FROM):
        pen.slot("hint-next", BUTTON_HEIGHT, right=0.36, move=False)
        if steps > 1:
            pen.slot("hint-all", BUTTON_HEIGHT, left=0.375, right=0.735, move=False)
        pen.slot("hint-away", BUTTON_HEIGHT, left=0.75)
        pen.pinned = (top, pen.y)
        return
    pen.x, pen.width = left, width
    if pen.tight and steps == 1 and not first:
        pen.slot("hint-next", TIGHT_BUTTON_HEIGHT, right=0.59, move=False)
        pen.slot("hint-away", TIGHT_BUTTON_HEIGHT, left=0.61)
        pen.space(6)
        pen.pinned = (top, pen.y)
        return
    gap = 3 if pen.tight else 6
    pen.slot("hint-next", TIGHT_BUTTON_HEIGHT if pen.tight else MAIN_BUTTON_HEIGHT)
    pen.space(gap)
    height = TIGHT_BUTTON_HEIGHT if pen.tight else BUTTON_HEIGHT
    if steps > 1:
        pen.slot("hint-all", height, right=0.59, move=False)
    pen.slot("hint-away", height, left=0.61 if steps > 1 else 0.0)
    pen.space(gap)
    pen.pinned = (top, pen.y)


THINKING_HEIGHT = 56
"""The height of a slip that says which player is thinking, in layout units."""
BAR_HEIGHT = 22
"""The height of the progress bar at the slip's foot, in layout units."""
MARKED_PARTS = 4
"""The number of equal parts into which marks divide the bar."""
TROUGH_COLOUR = "#4d3a2a"
"""The colour of the empty progress bar."""
SHEEN_COLOUR = "#e9cf86"
"""The colour of the light upper third of the bar's filled part."""
BAR_EDGE_COLOUR = "#fff8e4"
"""The colour of the line at the end of the bar's filled part."""
TICK_COLOUR = "#b89a6a"
"""The colour of the marks on the bar's empty part."""
THINKING_BUTTON_LEFT, THINKING_TEXT_RIGHT = 0.6, 0.57
"""The left edge of the button and the right edge of text and bar, as shares of the width of such a slip."""


def write_thinking(pen: CardPen, text: Text, *, button: bool = True) -> None:
    """Print which player is thinking, above the slot of the progress bar and beside that of the button.

    :param button: whether the button's slot is here; else text and bar take the whole width.
    """
    top, foot = pen.y, pen.y + pen.metrics.px(THINKING_HEIGHT)
    if button:
        pen.slot("move-now", THINKING_HEIGHT, left=THINKING_BUTTON_LEFT, move=False)
    room = round(pen.width * THINKING_TEXT_RIGHT) if button else pen.width
    size = next((size for size in range(21, 15, -1) if pen.font("ui-bold", size).size(text)[0] <= room), 15)
    pen.line(text, "ui-bold", size, width=room)
    pen.y = foot - pen.metrics.px(BAR_HEIGHT)
    pen.slot("bar", BAR_HEIGHT, right=THINKING_TEXT_RIGHT if button else 1.0)
    pen.y = max(pen.y, top + pen.metrics.px(THINKING_HEIGHT))


def draw_bar(target: pygame.Surface, room: pygame.Rect, share: float) -> None:
    """Draw the progress bar of a thinking computer player, filled in proportion to the time used.

    :param room: its rectangle on the target.
    :param share: the share of the time, from 0 to 1.
    """
    edge = max(2, room.height // 9)
    pygame.draw.rect(target, TROUGH_COLOUR, room, border_radius=room.height // 4)
    inside = room.inflate(-2 * edge, -2 * edge)
    filled = pygame.Rect(inside.x, inside.y, round(inside.width * share), inside.height)
    if filled.width:
        corner = max(1, inside.height // 5)
        pygame.draw.rect(target, GOLD, filled, border_radius=corner)
        pygame.draw.rect(target, SHEEN_COLOUR, (*filled.topleft, filled.width, max(1, filled.height // 3)),
                         border_radius=corner)
        pygame.draw.line(target, BAR_EDGE_COLOUR, (filled.right, room.y), (filled.right, room.bottom - 1), edge)
    for k in range(1, MARKED_PARTS):
        x = inside.x + inside.width * k // MARKED_PARTS
        ink = INK if x < filled.right else TICK_COLOUR
        pygame.draw.line(target, ink, (x, inside.centery), (x, inside.bottom - 1), max(1, edge // 2))
    pygame.draw.rect(target, INK, room, width=max(1, edge // 2), border_radius=room.height // 4)


TERSE_SIZES = 17, 16, 15, 14
"""Print sizes tried for the heading of a card with scarce room, in layout units; at the last it is wrapped."""
SIGN_WIDTH = 32
"""The width of the sign before an answer, in layout units."""


def write_answers(pen: CardPen, rules: System[Any], counters: Mapping[str, Counter], question: Text,
                  answers: Sequence[RulesAnswer], *, brief: bool = False) -> None:
    """Print the answers of the rules to a question. Below the first legal one that involves dice, print its arithmetic;
    never below a refusal.

    :param brief: whether to print only the total and the chances of the arithmetic.
    """
    pen.heading(question, say("Esc: dismiss"))
    if not answers:
        pen.flow([TextRun(say("The rules have no answer to this"), "ui-bold", 19)])
    first_with_dice = next((each for each in answers if each.legal and each.offer.preview is not None), None)
    for answer in answers:
        _print_answer(pen, rules, answer, _time_text(rules, answer, answers))
        if answer is first_with_dice and answer.offer.preview is not None:
            pen.separator()
            _print_odds(pen, rules, counters, answer.offer.preview, brief=brief)
            if answer is not answers[-1]:
                pen.separator()


def _print_odds(pen: CardPen, rules: System[Any], counters: Mapping[str, Counter], preview: Preview, *,
                brief: bool) -> None:
    """Print the arithmetic of a possible combat, or only its total and chances (``brief``)."""
    if not brief:
        battle.write(pen, rules.theme, counters, preview, choices=(), title="", rolled_total=None)
        return
    pen.flow([TextRun(battle.total_text(preview), "ui-bold", 20)], leading=LEADING)
    for text in chance_texts(preview.outcomes):
        pen.flow([TextRun(text, "ui", 20)], leading=LEADING)


def _print_answer(pen: CardPen, rules: System[Any], answer: RulesAnswer, time: Text) -> None:
    """Print a verdict after its sign, with its time, cost and rules."""
    px, left, width = pen.metrics.px, pen.x, pen.width
    _draw_verdict_sign(pen, legal=answer.legal)
    pen.x, pen.width = left + px(SIGN_WIDTH + 10), width - px(SIGN_WIDTH + 10)
    offer, verdict = answer.offer, answer.offer.verdict
    description = rules.describe(answer.state, offer.action) if offer.action is not None else ""
    colour = GOOD if answer.legal else ALARM
    pen.flow([TextRun(say("Yes") if answer.legal else say("No"), "ui-bold", 24, colour),
              TextRun(time, "ui", 17, FAINT)], leading=LEADING)
    if answer.legal and description:
        pen.flow([TextRun(description, "ui-bold", 18)], leading=LEADING)
    if answer.cost is not None:
        cost = plural("Costs {count} movement point", "Costs {count} movement points", answer.cost)
        pen.flow([TextRun(cost, "ui", 18), cite(answer.prompt.rule, 18)], leading=LEADING)
    elif answer.legal:
        allowed = say("Allowed now") if answer.now else say("Allowed in that phase")
        pen.flow([TextRun(offer.cost or allowed, "ui", 18), cite(answer.prompt.rule, 18)], leading=LEADING)
    if isinstance(verdict, Illegal):
        for reason in verdict.reasons[:MAX_ANSWER_REASONS]:
            _print_reason(pen, reason, 18)
    elif isinstance(verdict, Legal) and verdict.note is not None:
        pen.flow([TextRun(verdict.note.text, "ui", 17, WARNING), cite(verdict.note.rule, 17)], leading=LEADING)
    pen.x, pen.width = left, width
    pen.space(6)


def _time_text(rules: System[Any], answer: RulesAnswer, answers: Sequence[RulesAnswer]) -> Text:
    """The time that an answer is about: the present moment, another time in the same phase, or another phase.

    :param answers: all answers to the question.
    """
    phase = rules.theme.phase_of(answer.prompt.phase_key[0], answer.prompt.phase)
    if answer.now:
        return say("now ({phase})", phase=phase)
    if any(each.now and each.prompt.phase_key == answer.prompt.phase_key for each in answers):
        return say("at another time in {phase}", phase=phase)
    return say("in {phase}", phase=phase)


def _draw_verdict_sign(pen: CardPen, *, legal: bool) -> None:
    """Draw the sign of an answer at the pen's position: a tick for yes or a cross for no, in a ring."""
    px = pen.metrics.px
    colour, radius = GOOD if legal else ALARM, px(SIGN_WIDTH) // 2
    x, y = pen.x + radius, pen.y + radius
    pygame.draw.circle(pen.surface, colour, (x, y), radius, width=px(3))
    reach = round(radius * 0.55)
    if legal:
        corners = [(x - reach, y), (x - reach // 4, y + reach * 3 // 4), (x + reach, y - reach * 3 // 4)]
        pygame.draw.lines(pen.surface, colour, False, corners, px(4))
        return
    pygame.draw.line(pen.surface, colour, (x - reach, y - reach), (x + reach, y + reach), px(4))
    pygame.draw.line(pen.surface, colour, (x - reach, y + reach), (x + reach, y - reach), px(4))


def write_hazards(pen: CardPen, theme: Theme, counters: Mapping[str, Counter], title: Text,
                  hazards: Sequence[Hazard]) -> None:
    """Print one hazard of a planned move after the other, the last one with its whole arithmetic.

    :param title: the units that would move, and their destination.
    """
    if pen.terse:
        size = next((size for size in TERSE_SIZES if pen.font("title", size).size(title)[0] <= pen.width),
                    TERSE_SIZES[-1])
        for line in wrap(title, pen.font("title", size), pen.width):
            pen.line(line, "title", size)
        pen.separator()
    else:
        pen.heading(title)
    for number, hazard in enumerate(hazards):
        last = number == len(hazards) - 1
        pen.flow([TextRun(hazard.title, "ui-bold", 17 if pen.terse else 18),
                  cite(hazard.rule, 17 if pen.terse else 18)], leading=1.0)
        if hazard.details and not (pen.bare and hazard.preview is not None):
            pen.flow([TextRun(hazard.details, "text", 17 if pen.tight else 18)], leading=1.0)
        if hazard.preview is not None and last:
            battle.write(pen, theme, counters, hazard.preview, choices=(), title="", rolled_total=None)
        elif hazard.preview is not None and hazard.preview.table is not None and hazard.preview.column is not None:
            pen.flow([TextRun(say("{ratio}: column {column}", ratio=hazard.preview.total,
                                  column=Message(hazard.preview.column)), "ui", 16)], leading=1.0)
            write_bars(pen, hazard.preview.outcomes, hazard.preview.table, hazard.preview.column, None)
        elif hazard.preview is not None and pen.tight:
            write_briefly(pen, hazard.preview.outcomes)
        elif hazard.preview is not None:
            write_chances(pen, theme, hazard.preview.outcomes, "")
        if not last:
            pen.separator()


PLAYER_PRINT = 32
"""The print size of a lesson's captions if one player reads them, in layout units. Chosen by hand."""
HALL_PRINT = 36
"""The print size of a lesson's captions if an audience in a hall reads them, in layout units at its scale. Chosen by
hand."""
HINT_REDUCTION = 4
"""The difference between the print sizes of a caption and its hint, in layout units. Chosen by hand."""
LINE_SPACING = 1.04
"""The distance of a caption's lines, relative to the height of the print."""
BAND_PARTS = 4
"""The band takes at most one part in this many of the window's height; longer captions are printed smaller.
Chosen by hand."""
BAND_PADDING = PADDING - 8
"""Layout units above the print of the band."""
COUNT_WIDTH = 110
"""Layout units kept free at the right for the step's number."""


class LessonBand:
    """A strip of paper as wide as the window, high enough for the longest caption with its hint."""

    def __init__(self, system: str, captions: Iterable[tuple[Text, Text]]) -> None:
        """Create a band.

        :param system: the name of the system whose rulebook the captions cite.
        :param captions: the caption of every step and the hint that may follow it.
        """
        self._system, self._captions = system, dict.fromkeys(captions)
        self._card = Card()
        self._heights: dict[tuple[Metrics, int], int] = {}
        """The height of the band in pixels, by metrics and print size."""
        self.rect = pygame.Rect(0, 0, 0, 0)
        """Its rectangle in the window."""
        self.colour = GOOD
        """The colour of the hint."""

    def height(self, metrics: Metrics, size: int) -> int:
        """The height of the band in pixels at a print size in layout units."""
        key = metrics, size
        if key not in self._heights:
            self._heights[key] = max((self._caption_height(metrics, size, *caption) for caption in self._captions),
                                     default=0)
        return self._heights[key]

    def reserve_room(self, caption: Text, hint: Text) -> None:
        """Reserve room for another caption with its hint, such as one that names a button known only during play."""
        if (caption, hint) not in self._captions:
            self._captions[caption, hint] = None
            for (metrics, size), height in self._heights.items():
                self._heights[metrics, size] = max(height, self._caption_height(metrics, size, caption, hint))

    def _caption_height(self, metrics: Metrics, size: int, caption: Text, hint: Text) -> int:
        """The height in pixels of the band for a caption with a hint."""
        writer = partial(self._write, caption, hint, "", size, GOOD)
        return min(height_of(metrics.width, metrics, writer), metrics.height // BAND_PARTS)

    def update(self, bottom: int, metrics: Metrics, size: int, caption: Text, hint: Text, count: Text, *,
               wrong: bool = False) -> None:
        """Bring the band up to date.

        :param bottom: the window pixel at which it ends.
        :param size: the print size of captions, in layout units.
        :param count: the number of the step, as printed in the corner; empty if it is not printed.
        :param wrong: whether the hint follows a wrong attempt, and is printed as a warning.
        """
        height = self.height(metrics, size)
        self.rect, self.colour = pygame.Rect(0, bottom - height, metrics.width, height), WARNING if wrong else GOOD
        rect = self.rect
        self._card.write((caption, hint, count, size, wrong), rect.width, metrics,
                         partial(self._write, caption, hint, count, size, self.colour), rect.height)
        self._card.place(rect.x, rect.y, rect.height)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the band at its position."""
        self._card.draw(target)

    def link_at(self, pos: tuple[int, int]) -> RuleRef | None:
        """The rule whose number is printed at a point of the window; None if there is none."""
        return self._card.link_at(pos)

    def _write(self, caption: Text, hint: Text, count: Text, size: int, colour: str, pen: CardPen) -> None:
        """Print the caption, the hint in a colour below it, and the number of the step in the corner."""
        px = pen.metrics.px
        if count:
            number = pen.font("ui-bold", size - 2 * HINT_REDUCTION).line_picture(count, FAINT)
            pen.surface.blit(number, number.get_rect(topright=(pen.x + pen.width, px(BAND_PADDING))))
        pen.y = px(BAND_PADDING)
        pen.width -= px(COUNT_WIDTH)
        pen.flow(caption_runs(caption, self._system, size), leading=LINE_SPACING)
        if hint:
            pen.flow([TextRun(hint, "ui-bold", size - HINT_REDUCTION, colour)], leading=LINE_SPACING)
        pen.y -= px(8)
