"""Printing the prompt card: the side to act, the prompt, open duties, what a computer player is doing, and the slots of
the buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pygame

from game.core.batch import BatchActions, FireAll
from game.core.contract import Counter, System
from game.core.interrupts import Interrupts, Reactions
from game.core.message import Text, joined, plural, say
from game.core.prompt import Budget, Duty, Prompt
from game.core.theme import TURN, SeatInfo, Theme
from game.core.verdict import Reason
from game.i18n.words import capitalised, translate
from game.ui.cards.card_pen import CardPen, CardSpot, draw_side_edge
from game.ui.cards.slip import write_thinking
from game.ui.counters.pictures import plain_counter
from game.ui.kit.pen import LEADING, TextRun, cite, fitting_font, flow_height
from game.ui.kit.theme import ALARM, FAINT, INK, PAPER

NO_PROMPT = say("-")
"""The prompt of the cards that are only measured: one short line."""
ALL_FIRST, THIS_FIRST = say("First do all of this:"), say("First do this:")
"""The lead-in to several duties, or to one, that disable the main button."""


AMBER = "#c77c11"
"""The colour of budgets' discs and of the sign of a duty."""
NEUTRAL_BAND = ("#4d3a2a", "#f3ead3")
"""The band and its print if no side is to act."""
PROMPT_HEIGHT = (330, 282)
"""The height in layout units, narrow and wide, of a card with text, main button and the usual number of others."""
BARE_PROMPT_HEIGHT = (210, 210)
"""The height in layout units, narrow and wide, of a card without the main button."""
BAND_HEIGHT = 52
"""The height of the band in the side's colour, in layout units."""
TEXT_HEIGHT = 71
"""The height of the prompt's text in layout units, fixed so that the main button below stays in place."""
LOW_TEXT_HEIGHT = 66
"""The height of the prompt's text in a low window, in layout units."""
TEXT_SIZES = range(23, 16, -1)
"""The print sizes tried for the prompt in layout units, the largest first."""
MIN_SERIF_PRINT = 20
"""The minimum print size of the prompt in the serif face, in layout units."""
MIN_SERIF_PIXELS = 15
"""The minimum print size of the prompt in the serif face, in pixels, since smaller print looks squeezed."""
MIN_PRINT_WITH_NOTE = 21
"""The minimum print size in layout units with the note of what is left to do below the prompt; at smaller sizes the
note is printed below the button."""
BUTTON_HEIGHTS = (56, 44, 8)
"""The heights of the main button, of other buttons, and of the gap above each, in layout units."""
LOW_BUTTON_HEIGHTS = (50, 38, 6)
"""The same heights in a low window."""
DICE_BOX_HEIGHT = 40
"""The height of the box for dice, in layout units."""
DUTY_HEIGHT = 24
"""The height of a duty in one row, in layout units."""
LOW_DUTY_HEIGHT = 23
"""The height of a duty in one row in a low window, in layout units."""
RESERVED_ROWS = 2
"""The number of rows always reserved for duties."""
DUTY_TEXT_LEFT = 50
"""The distance from the left edge to a duty's text, after sign and counter, in layout units."""
DUTY_PRINT = 17
"""The print size of a duty in a row of one line, in layout units."""
LONG_DUTY_PRINT = 16
"""The print size of a duty in two lines, in layout units."""
MORE_SPOT = "duties:more"
"""The name of the spot that shows further duties."""
DUTY_SPOT = "duty:"
"""The prefix of the spots of duties."""
MAX_DISCS = 8
"""A budget of at most this many is also shown as discs, if the text before leaves room."""
DISC_DISTANCE = 19
"""The usual distance between the centres of two discs, in layout units."""
MIN_DISC_DISTANCE = 11
"""The minimum of that distance, in layout units: closer discs cannot be counted."""


def duty_spot(number: int) -> str:
    """The name of the spot of a duty."""
    return f"{DUTY_SPOT}{number}"


@dataclass(frozen=True, slots=True)
class PromptCard:
    """Everything printed on the card."""

    prompt: Prompt
    seat: SeatInfo | None
    """The side whose name and colours the band has; None for no side."""
    reasons: tuple[Reason, ...] = ()
    """Why the main button is disabled."""
    status: Text = ""
    """The activity of a computer player."""
    entry: Text = ""
    """The prompt to enter real dice or coins; empty if none are asked for."""
    button: bool = False
    """Whether there is the main button, or a choice in its place."""
    second: bool = False
    """Whether there is a second button, below a choice in the main button's place: it ends the phase, or gives the
    other answer."""
    quick_play: bool = False
    """Whether there is the button that resolves the rest at once."""
    fire_all: bool = False
    """Whether there is the button that lists what units of a kind can all do at once."""
    phase: Text = ""
    """The phase's name."""
    answer: bool = False
    """Whether there is a button for the other answer to a question."""
    decline: bool = False
    """Whether there are two more buttons for an interrupt question: not in this phase, and never."""
    always: bool = False
    """Whether there is a third button for an interrupt question: always, without being asked."""
    typed: bool = True
    """Whether there is a box to type real dice; else only the button that opens their pad."""
    waits: bool = False
    """Whether a computer is to act: the card then shows its thinking time and a button that ends it."""
    passes: bool = False
    """Whether there is a button to pass until the phase ends."""
    still_possible: Text = ""
    """What can still be done before the main button is pressed."""
    warning: Text = ""
    """What is left undone or endangered if it is pressed again, after a first press."""
    turn: Text = TURN
    """The theme's word for a turn."""
    theme: Theme | None = None
    """The theme that the duties' counters are drawn in; None if none are drawn."""
    pictures: tuple[Counter | None, ...] = ()
    """The counter drawn before each duty if duties are printed in rows; None for a duty without one."""
    duty_in_view: int = 0
    """The number of a duty that must be visible if not all fit."""
    reserved_rows: int = 0
    """The number of rows that are reserved for duties below those printed."""

    @property
    def duties(self) -> list[tuple[int, Duty]]:
        """Open duties with their numbers, from 0, except one with the prompt's own text."""
        return [(number, duty) for number, duty in enumerate(self.prompt.duties) if duty.text != self.prompt.text]


def write(pen: CardPen, card: PromptCard) -> None:
    """Print the card: the band and the prompt, the buttons that answer it, open duties, and further buttons at the
    foot."""
    large, small, gap = LOW_BUTTON_HEIGHTS if pen.metrics.is_low else BUTTON_HEIGHTS
    _draw_band(pen, card)
    pen.space(8)
    still_possible = _print_prompt(pen, card)
    if card.button:
        pen.slot("main", large)
    elif card.waits:
        pen.slot("move-now", large)
    if card.second:
        pen.space(gap)
        pen.slot("second", small)
    if card.answer:
        pen.space(gap)
        pen.slot("answer", large)
    trial = _trial_pen(pen)
    _print_foot(trial, card)
    foot_top = pen.foot - (trial.y - pen.y) if pen.foot else 0
    _print_notes(pen, card, still_possible, foot_top)
    pen.y = max(pen.y, foot_top)
    _print_foot(pen, card)


def _print_foot(pen: CardPen, card: PromptCard) -> None:
    """Print the foot of the card: further buttons, which player is thinking, and the box for real dice."""
    _, small, gap = LOW_BUTTON_HEIGHTS if pen.metrics.is_low else BUTTON_HEIGHTS
    if card.passes:
        pen.space(gap)
        pen.slot("pass", small)
    if card.decline:
        pen.space(gap)
        if card.always:
            pen.slot("react-always", small)
            pen.space(gap)
        pen.slot("decline-phase", small, right=0.55, move=False)
        pen.slot("decline-always", small, left=0.56)
    further_buttons = (("salvo", card.fire_all), ("quick_play", card.quick_play))
    _reserve_further_buttons(pen, [name for name, offered in further_buttons if offered])
    if card.waits:
        pen.space(6)
        write_thinking(pen, card.status, button=card.button)
    if card.entry:
        pen.space(gap)
        top = pen.y
        pen.y += pen.metrics.px(9)
        room = round(pen.width * (0.40 if card.typed else 0.50))
        size = next((size for size in range(17, 13, -1) if pen.font("ui", size).size(card.entry)[0] <= room), 14)
        pen.line(card.entry, "ui", size, FAINT, width=room)
        pen.y = top
        if card.typed:
            pen.slot("faces", DICE_BOX_HEIGHT, left=0.41, right=0.575, move=False)
            pen.slot("faces-enter", DICE_BOX_HEIGHT, left=0.59, right=0.705, move=False)
        pen.slot("pad", DICE_BOX_HEIGHT, left=0.72 if card.typed else 0.52)
    pen.space(4)


def _row_height(pen: CardPen) -> int:
    """The height in pixels of a duty in one row."""
    return pen.metrics.px(LOW_DUTY_HEIGHT if pen.metrics.is_low else DUTY_HEIGHT)


def _trial_pen(pen: CardPen) -> CardPen:
    """A pen that prints nothing, to measure the height of print."""
    return replace(pen, surface=pygame.Surface((1, 1), pygame.SRCALPHA), links=[], printed_texts=[], line_extents=[],
                   tips=[], slots={}, spots=[])


def _print_notes(pen: CardPen, card: PromptCard, still_possible: Text, bottom: int) -> None:
    """Print why the main button is disabled, the budgets, the open duties, and the activity of a computer player.

    If not all of it fits, duties are printed in one row each, with the number of those that do not fit.

    :param still_possible: what can still be done, if that does not fit above the main button.
    :param bottom: the pixel at which the notes must end; 0 if they may end anywhere.
    """
    why = why_disabled(card) if card.reasons else card.warning
    status = "" if card.waits else card.status or still_possible
    for reason in dict.fromkeys((why, "" if why in (ALL_FIRST, THIS_FIRST) else why)):
        trial = _trial_pen(pen)
        _print_whole_notes(trial, card, reason, status)
        if not bottom or trial.y <= bottom:
            _print_whole_notes(pen, card, reason, status)
            return
    first_row_height = _row_height(pen) if card.duties else 0
    if why not in ("", ALL_FIRST, THIS_FIRST):
        pen.space(4)
        _print_shortened(pen, TextRun(why, "ui", 16, ALARM), bottom - first_row_height)
    _print_budgets(pen, card.prompt)
    if card.duties:
        _print_duty_rows(pen, card, bottom)
    elif status:
        pen.space(4)
        _print_shortened(pen, TextRun(status, "ui", 17, FAINT), bottom)


def _print_whole_notes(pen: CardPen, card: PromptCard, why: Text, status: Text) -> None:
    """Print the notes in full, each duty in as many lines as it takes.

    :param why: why the main button is disabled; empty if that is not printed.
    """
    if why:
        pen.space(6)
        pen.flow([TextRun(why, "ui", 16, ALARM)])
    _print_budgets(pen, card.prompt)
    for number, duty in card.duties:
        pen.space(6)
        top = pen.y
        _draw_chevron(pen, pygame.Rect(pen.x, top, pen.width, _row_height(pen)))
        pen.flow([TextRun(duty.text, "ui-bold", 17), cite(duty.rule, 17)], indent=28, leading=1.05)
        pen.spots.append(CardSpot(pygame.Rect(pen.x, top, pen.width, pen.y - top), duty_spot(number)))
    pen.y += card.reserved_rows * _row_height(pen)
    if status:
        pen.space(6)
        pen.flow([TextRun(status, "ui", 17, FAINT)])


def _print_duty_rows(pen: CardPen, card: PromptCard, bottom: int) -> None:
    """Print duties in rows after their sign and first counter; those that do not fit are on further pages.

    A row has one line; two if the text of a duty would be cut.

    :param bottom: the pixel at which the last row must end.
    """
    px, duties, row_height = pen.metrics.px, card.duties, _row_height(pen)
    left, edge = pen.x + px(DUTY_TEXT_LEFT), pen.x + pen.width
    widths = [pen.font("ui-bold", DUTY_PRINT).size(translate(pen.wording(duty.text)))[0] for _, duty in duties]
    size = DUTY_PRINT
    if max(widths, default=0) > edge - left:
        size = LONG_DUTY_PRINT
        row_height = 2 * pen.font("ui-bold", size).get_linesize()
    page_length = max(1, (bottom - pen.y) // row_height)
    index = next((k for k, (number, _) in enumerate(duties) if number == card.duty_in_view), 0)
    first = index - index % page_length
    page = duties[first:first + page_length]
    hidden_count = len(duties) - len(page)
    for number, duty in page:
        row = pygame.Rect(pen.x, pen.y, pen.width, row_height)
        pen.y = row.bottom
        if hidden_count > 0 and number == page[-1][0]:
            last_line = pygame.Rect(row.x, row.bottom - _row_height(pen), row.w, _row_height(pen))
            row.width = _draw_more_chip(pen, last_line, hidden_count) - row.x
        _draw_chevron(pen, row)
        picture = card.pictures[number] if number < len(card.pictures) else None
        if picture is not None and card.theme is not None:
            image = plain_counter(picture, card.theme, _row_height(pen) - px(2))
            pen.surface.blit(image, image.get_rect(midleft=(row.x + px(24), row.centery)))
        text = pen.wording(duty.text)
        row_pen = replace(pen, x=left, width=row.right - px(6) - left, printed_texts=[], line_extents=[])
        run = TextRun(text, "ui-bold", size)
        runs = [run, cite(duty.rule, size)]
        if flow_height(row_pen, runs, leading=1.0) > row_height:
            runs = [run]
        row_pen.y = row.y + max(0, (row_height - flow_height(row_pen, runs, leading=1.0)) // 2)
        if len(runs) > 1 or flow_height(row_pen, runs, leading=1.0) <= row_height:
            row_pen.flow(runs, leading=1.0)
        else:
            row_pen.y = row.y
            _print_shortened(row_pen, run, row.bottom)
        pen.printed_texts.append((row, translate(text)))
        pen.spots.append(CardSpot(row, duty_spot(number)))
        if len(runs) == 1:
            pen.tips.append((row, joined((text, cite(duty.rule, size).text), " ")))


def _draw_more_chip(pen: CardPen, row: pygame.Rect, hidden_count: int) -> int:
    """Draw a chip with the number of duties on other pages at the right of a row; return its left edge in pixels."""
    px, text = pen.metrics.px, plural("{count} more", "{count} more", hidden_count)
    words = pen.font("ui-bold", 15).line_picture(text, PAPER)
    chip = pygame.Rect(0, 0, words.get_width() + px(26), row.height - px(4))
    chip.midright = row.midright
    pygame.draw.rect(pen.surface, INK, chip, border_radius=px(4))
    pen.surface.blit(words, words.get_rect(midleft=(chip.x + px(7), chip.centery)))
    x, y, r = chip.right - px(11), chip.centery, px(4)
    pygame.draw.polygon(pen.surface, PAPER, [(x - r, y - r // 2), (x + r, y - r // 2), (x, y + r)])
    pen.tips.append((chip, say("Click: show the others")))
    pen.spots.append(CardSpot(chip, MORE_SPOT))
    return chip.left


def _print_shortened(pen: CardPen, run: TextRun, bottom: int) -> None:
    """Print a sentence, shortened to end above a pixel, with a tooltip that has all of it; nothing if not even one word
    fits."""
    words = translate(pen.wording(run.text)).split()
    forms = [run, *(replace(run, text=f"{' '.join(words[:n])}…") for n in range(len(words) - 1, 0, -1))]
    fitting = next((form for form in forms if pen.y + flow_height(pen, [form], leading=1.0) <= bottom), None)
    if fitting is not None:
        top = pen.y
        pen.flow([fitting], leading=1.0)
        if fitting is not run:
            pen.tips.append((pygame.Rect(pen.x, top, pen.width, pen.y - top), run.text))


def tallest_forms(rules: System[Any], card: PromptCard, *, main: bool) -> tuple[PromptCard, ...]:
    """The tallest cards of a system: those with all buttons that can be present at the same time.

    :param card: any card of the system, for what they have in common.
    :param main: whether they have the main button.
    """
    prompt = replace(card.prompt, text=NO_PROMPT, duties=(), budgets=())
    bare = replace(card, prompt=prompt, reasons=(), status="", entry="", button=main, second=False, quick_play=False,
                   fire_all=False, answer=False, decline=False, always=False, waits=False, passes=False,
                   still_possible="", warning="")
    batches, fires_all = isinstance(rules, BatchActions), isinstance(rules, FireAll)
    interrupts, reacts = isinstance(rules, Interrupts), isinstance(rules, Reactions)
    return (replace(bare, quick_play=batches, entry="0"),
            replace(bare, quick_play=batches, fire_all=fires_all, reserved_rows=RESERVED_ROWS),
            replace(bare, quick_play=batches, second=main),
            replace(bare, answer=interrupts and main, passes=interrupts),
            replace(bare, decline=reacts, always=reacts))


def _print_prompt(pen: CardPen, card: PromptCard) -> Text:
    """Print the prompt, and below it what can still be done if there is room for that: the prompt is of the same size
    with and without it. Above a button they take a field of fixed height, exceeded only by a text too long in the
    smallest print.

    :return: what can still be done, if not yet printed; else an empty text.
    """
    top, max_height = pen.y, pen.metrics.px(LOW_TEXT_HEIGHT if pen.metrics.is_low else TEXT_HEIGHT)
    for size in TEXT_SIZES:
        serif = size >= MIN_SERIF_PRINT and pen.metrics.px(size) >= MIN_SERIF_PIXELS
        colour = FAINT if card.waits else INK
        runs = [TextRun(capitalised(card.prompt.text), "text" if serif else "ui", size, colour),
                cite(card.prompt.rule, size)]
        leading = 1.0 if size < TEXT_SIZES[0] else LEADING
        trial = _trial_pen(pen)
        trial.flow(runs, leading=leading)
        if trial.y - top <= max_height:
            break
    note = [TextRun(capitalised(card.still_possible), "ui", 16, FAINT)] if card.still_possible else []
    trial.flow(note, leading=1.0)
    if (card.button or card.waits) and (size < MIN_PRINT_WITH_NOTE or trial.y - top > max_height):
        note = []
    pen.flow(runs, leading=leading)
    pen.flow(note, leading=1.0)
    if card.button or card.waits:
        pen.y = max(pen.y, top + max_height)
    pen.space(4)
    return "" if note else capitalised(card.still_possible) if card.still_possible else ""


def _reserve_further_buttons(pen: CardPen, names: Sequence[str]) -> None:
    """Reserve slots for further buttons: side by side on a wide card, else one below the other."""
    _, small, gap = LOW_BUTTON_HEIGHTS if pen.metrics.is_low else BUTTON_HEIGHTS
    if pen.wide and len(names) == 2:
        pen.space(gap)
        pen.slot(names[0], small, right=0.552, move=False)
        pen.slot(names[1], small, left=0.56)
        return
    for name in names:
        pen.space(gap)
        pen.slot(name, small)


def _print_budgets(pen: CardPen, prompt: Prompt) -> None:
    """Print the budgets: what is left of each, also as discs if they are few."""
    px = pen.metrics.px
    for budget in prompt.budgets:
        pen.space(6)
        top = pen.y
        text = say("{title}: {left} of {whole}", title=budget.title, left=budget.left, whole=budget.whole)
        text_place = pen.line(text, "ui-bold", 18)
        step = min(px(DISC_DISTANCE), (pen.x + pen.width - text_place.right - px(10)) // max(1, budget.whole))
        if 0 < budget.whole <= MAX_DISCS and step >= px(MIN_DISC_DISTANCE):
            _draw_discs(pen, budget, step, (top + pen.y) // 2)
            width = step * budget.whole
            pen.tips.append((pygame.Rect(pen.x + pen.width - width, top, width, pen.y - top),
                             say("{title}: full disc = left, ring = spent", title=budget.title)))


def _draw_discs(pen: CardPen, budget: Budget, step: int, y: int) -> None:
    """Draw discs at the right end of a line, with those spent as rings.

    :param step: the distance between two discs, in pixels.
    :param y: the height of their centres, in pixels.
    """
    px = pen.metrics.px
    radius, ring = min(px(7), round(step * 0.37)), max(1, px(2) * step // px(DISC_DISTANCE))
    x = pen.x + pen.width - step * budget.whole + step // 2
    for number in range(budget.whole):
        spent = number >= budget.left
        centre = x + number * step, y
        pygame.draw.circle(pen.surface, FAINT if spent else AMBER, centre, radius, ring if spent else 0)


def _draw_band(pen: CardPen, card: PromptCard) -> None:
    """Draw the band in the side's colour across the card's top."""
    prompt, seat = card.prompt, card.seat
    px = pen.metrics.px
    band = pygame.Rect(px(1), px(1), pen.surface.get_width() - px(2), px(BAND_HEIGHT))
    paper, ink = (seat.paper, seat.print) if seat else NEUTRAL_BAND
    pygame.draw.rect(pen.surface, paper, band, border_top_left_radius=px(5), border_top_right_radius=px(5))
    draw_side_edge(pen.surface, pygame.Rect(band.left, band.bottom - px(5), band.width, px(3)), seat, ink)
    title = pen.font("title", 24).line_picture(
        seat.title if seat else say("Dice") if prompt.mode == "roll" else say("The game is over"), ink
    )
    pen.surface.blit(title, title.get_rect(midleft=(pen.x, band.centery - px(2))))
    when = say("{name} {turn} · {phase}", name=card.turn, turn=prompt.turn, phase=card.phase or prompt.phase)
    room = pen.width - title.get_width() - px(12)
    turn = fitting_font(when, "ui-bold", px(17), room).line_picture(when, ink)
    pen.surface.blit(turn, turn.get_rect(midright=(pen.x + pen.width, band.centery - px(2))))
    pen.y = band.bottom


def why_disabled(card: PromptCard) -> Text:
    """Why the main button is disabled; only a short lead-in if the duties below state the reasons."""
    duties = card.prompt.duties
    if duties and {reason.text for reason in card.reasons} <= {duty.text for duty in duties}:
        return ALL_FIRST if len(duties) > 1 else THIS_FIRST
    return joined((reason.with_rule for reason in card.reasons), "; ")


def _draw_chevron(pen: CardPen, row: pygame.Rect) -> None:
    """Draw the sign of an open duty, an amber chevron as on the map, at the left of a row."""
    px = pen.metrics.px
    x, w = row.x, px(18)
    y = row.centery - px(10)
    points = [(x, y + px(14)), (x + w // 2, y), (x + w, y + px(14)), (x + w, y + px(19)), (x + w // 2, y + px(6)),
              (x, y + px(19))]
    pygame.draw.polygon(pen.surface, AMBER, points)
    pygame.draw.aalines(pen.surface, INK, True, points)
    pen.tips.append((pygame.Rect(x, y, w, px(20)), say("Must still be done")))
