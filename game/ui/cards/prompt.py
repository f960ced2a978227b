"""The prompt card: whose turn it is, what is asked, what must still be done, who thinks, and the main button's room."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pygame

from game.core.batch import BatchActions, FireAll
from game.core.contract import System
from game.core.interrupts import Interrupts, Reactions
from game.core.message import Text, joined, say, several
from game.core.prompt import Budget, Prompt
from game.core.theme import TURN, SeatInfo
from game.core.verdict import Reason
from game.i18n.words import headed
from game.ui.cards.card_pen import CardPen
from game.ui.kit.pen import TextRun, cite
from game.ui.kit.theme import ALARM, FAINT, GOLD, INK

HEIGHT, BAR = 56, 22
"""Units: of all of it, and of the bar at its foot."""
MARKS = 4
"""Into so many parts the bar is ruled."""
TROUGH, LIGHT, EDGE, RULE = "#4d3a2a", "#e9cf86", "#fff8e4", "#b89a6a"
NOTHING_ASKED = say("-")
ALL_FIRST, THIS_FIRST = say("Not before all of this is done:"), say("Not before this is done:")


def write_thinking(pen: CardPen, text: Text) -> None:
    """Print who thinks, above the room of the bar and beside that of the button."""
    top, foot = pen.y, pen.y + pen.metrics.px(HEIGHT)
    pen.slot("move-now", HEIGHT, left=0.6, move=False)
    room = round(pen.width * 0.57)
    size = next((px for px in range(21, 15, -1) if pen.font("ui-bold", px).size(text)[0] <= room), 15)
    pen.line(text, "ui-bold", size, width=room)
    pen.y = foot - pen.metrics.px(BAR)
    pen.slot("bar", BAR, right=0.57)
    pen.y = max(pen.y, top + pen.metrics.px(HEIGHT))


def draw_bar(target: pygame.Surface, room: pygame.Rect, share: float) -> None:
    """Fill the bar as far as the time is gone.

    :param share: of the time, from 0 to 1.
    """
    edge = max(2, room.height // 9)
    pygame.draw.rect(target, TROUGH, room, border_radius=room.height // 4)
    inside = room.inflate(-2 * edge, -2 * edge)
    full = pygame.Rect(inside.x, inside.y, round(inside.width * share), inside.height)
    if full.width:
        corner = max(1, inside.height // 5)
        pygame.draw.rect(target, GOLD, full, border_radius=corner)
        pygame.draw.rect(target, LIGHT, (*full.topleft, full.width, max(1, full.height // 3)), border_radius=corner)
        pygame.draw.line(target, EDGE, (full.right, room.y), (full.right, room.bottom - 1), edge)
    for k in range(1, MARKS):
        x = inside.x + inside.width * k // MARKS
        ink = INK if x < full.right else RULE
        pygame.draw.line(target, ink, (x, inside.centery), (x, inside.bottom - 1), max(1, edge // 2))
    pygame.draw.rect(target, INK, room, width=max(1, edge // 2), border_radius=room.height // 4)


AMBER = "#c77c11"
USUAL, BARE = (330, 282), (210, 210)
"""Units: the height of a card with text, main button and as many others as there usually are, and of a wide one; the
same of a card without the main button."""
FIELD, LOW_FIELD, SIZES = 71, 66, range(23, 16, -1)
"""Units: the height of what is asked, so that the main button below it stays where it is, also in a low window, and its
print, the largest that fits there."""
BUTTONS, LOW_BUTTONS, BOX = (56, 44, 8), (50, 38, 6), 40
"""Units: the heights of the main button and of others and the gap above each; the same in a low window; the height of
the box for dice."""
DISCS = 8
"""Up to so many of a budget are shown as discs too, where the words before them leave room."""
LEAST = 11
"""Units from one disc to the next at least; closer they could not be counted."""


@dataclass(frozen=True, slots=True)
class PromptCard:
    """Everything the card prints."""

    prompt: Prompt
    seat: SeatInfo | None
    """The side whose colour the band has."""
    reasons: tuple[Reason, ...] = ()
    """Why the main button is disabled."""
    status: Text = ""
    """What a computer player is doing."""
    entry: Text = ""
    """What is asked of those who roll real dice or coins; empty where nobody is asked."""
    button: bool = False
    """Room for the main button."""
    quick_play: bool = False
    """Room for the button that resolves in one go what is left."""
    salvo: bool = False
    """Room for the button that lists what units of a kind could do all in one go."""
    phase: Text = ""
    """The phase's name."""
    answer: bool = False
    """Room for the other answer, where a question is asked."""
    decline: bool = False
    """Room for two buttons more where an interrupt is asked about: not in this phase, and never."""
    always: bool = False
    """Room for one more there: always, without being asked."""
    typed: bool = True
    """Whether there is room to type what real dice show; else only for the button that opens their pad."""
    waits: bool = False
    """Whether a computer is to act: room for how long it may think, and for the button that ends that."""
    passes: bool = False
    """Room for a button there that lets everything pass till the phase ends."""
    left: Text = ""
    """What could still be done before the main button is pressed."""
    turn: Text = TURN
    """What people call a turn."""


def write(pen: CardPen, asked: PromptCard) -> None:
    """Print the card."""
    large, small, gap = LOW_BUTTONS if pen.metrics.low else BUTTONS
    _band(pen, asked)
    pen.space(8)
    _text(pen, asked)
    if asked.button:
        pen.slot("main", large)
        why = shortly(asked) if asked.reasons else ""
        if why and not (pen.tight and why in (ALL_FIRST, THIS_FIRST)):
            pen.space(6)
            pen.flow([TextRun(why, "ui", 16, ALARM)])
    _budgets(pen, asked.prompt)
    _duties(pen, asked.prompt)
    if asked.answer:
        pen.space(gap)
        pen.slot("answer", large)
    if asked.passes:
        pen.space(gap)
        pen.slot("pass", small)
    if asked.decline:
        pen.space(gap)
        if asked.always:
            pen.slot("react-always", small)
            pen.space(gap)
        pen.slot("decline-phase", small, right=0.55, move=False)
        pen.slot("decline-always", small, left=0.56)
    _more(pen, [name for name, offered in (("quick_play", asked.quick_play), ("salvo", asked.salvo)) if offered])
    if asked.waits:
        pen.space(6)
        write_thinking(pen, asked.status)
    elif asked.status:
        pen.space(6)
        pen.flow([TextRun(asked.status, "ui", 17, FAINT)])
    if asked.entry:
        pen.space(gap)
        top = pen.y
        pen.y += pen.metrics.px(9)
        room = round(pen.width * (0.40 if asked.typed else 0.50))
        size = next((px for px in range(17, 13, -1) if pen.font("ui", px).size(asked.entry)[0] <= room), 14)
        pen.line(asked.entry, "ui", size, FAINT, width=room)
        pen.y = top
        if asked.typed:
            pen.slot("faces", BOX, left=0.41, right=0.63, move=False)
            pen.slot("faces-enter", BOX, left=0.645, right=0.785, move=False)
        pen.slot("pad", BOX, left=0.80 if asked.typed else 0.52)
    pen.space(4)


def forms(rules: System[Any], asked: PromptCard, *, main: bool) -> tuple[PromptCard, ...]:
    """The highest cards of a system, whatever is asked: those with all buttons that can lie on one at the same time.

    :param main: whether the main button lies on them.
    """
    prompt = replace(asked.prompt, text=NOTHING_ASKED, duties=(), budgets=())
    bare = replace(asked, prompt=prompt, reasons=(), status="", entry="", button=main, quick_play=False,
                   salvo=False, answer=False, decline=False, always=False, waits=False, passes=False, left="")
    quick = isinstance(rules, BatchActions)
    asks, reacts = isinstance(rules, Interrupts), isinstance(rules, Reactions)
    return (replace(bare, quick_play=quick, entry="0"),
            replace(bare, quick_play=quick, salvo=isinstance(rules, FireAll)),
            replace(bare, answer=asks and main, passes=asks),
            replace(bare, decline=reacts, always=reacts))


def _text(pen: CardPen, asked: PromptCard) -> None:
    """What is asked, and what is left to do; above a button in a field of its own, which only a text too long for its
    smallest print leaves."""
    top, field = pen.y, pen.metrics.px(LOW_FIELD if pen.metrics.low else FIELD)
    blank = pygame.Surface((1, 1), pygame.SRCALPHA)
    left = [TextRun(headed(asked.left), "ui", 16, FAINT)] if asked.left else []
    for size in SIZES:
        runs = [TextRun(asked.prompt.text, "text", size), cite(asked.prompt.rule, size)]
        leading = 1.0 if size < SIZES[0] else 1.12
        tried = replace(pen, surface=blank, links=[], told=[], spans=[])
        tried.flow(runs, leading=leading)
        tried.flow(left, leading=1.0)
        if tried.y - top <= field:
            break
    pen.flow(runs, leading=leading)
    pen.flow(left, leading=1.0)
    if asked.button:
        pen.y = max(pen.y, top + field)
    pen.space(4)


def _more(pen: CardPen, names: Sequence[str]) -> None:
    """Room for further buttons: beside each other where the card is wide, else below each other."""
    _, small, gap = LOW_BUTTONS if pen.metrics.low else BUTTONS
    if pen.wide and len(names) == 2:
        pen.space(gap)
        pen.slot(names[0], small, right=0.552, move=False)
        pen.slot(names[1], small, left=0.56)
        return
    for name in names:
        pen.space(gap)
        pen.slot(name, small)


def _budgets(pen: CardPen, prompt: Prompt) -> None:
    """What is left to spend: a disc for each where they are few, and the number."""
    px = pen.metrics.px
    for budget in prompt.budgets:
        pen.space(6)
        top = pen.y
        told = say("{title}: {left} of {whole}", title=budget.title, left=budget.left, whole=budget.whole)
        print_ = pen.line(told, "ui-bold", 18)
        step = min(px(19), (pen.x + pen.width - print_.right - px(10)) // max(1, budget.whole))
        if 0 < budget.whole <= DISCS and step >= px(LEAST):
            _discs(pen, budget, step, (top + pen.y) // 2)
            wide = step * budget.whole
            pen.tips.append((pygame.Rect(pen.x + pen.width - wide, top, wide, pen.y - top),
                             say("{title}: a full disc is one left, a ring one that is spent", title=budget.title)))


def _discs(pen: CardPen, budget: Budget, step: int, y: int) -> None:
    """Discs at the right end of a line, those that are spent empty."""
    radius, ring = min(pen.metrics.px(7), round(step * 0.37)), max(1, pen.metrics.px(2) * step // pen.metrics.px(19))
    x = pen.x + pen.width - step * budget.whole + step // 2
    for number in range(budget.whole):
        spent = number >= budget.left
        centre = x + number * step, y
        pygame.draw.circle(pen.surface, FAINT if spent else AMBER, centre, radius, ring if spent else 0)


SHOWN = 2
"""Duties that are told one by one where room is scarce."""


def _duties(pen: CardPen, prompt: Prompt) -> None:
    """What must still be done, right below the button that waits for it; where room is scarce the first of it. What the
    prompt itself asks for is not said again."""
    duties = [duty for duty in prompt.duties if duty.text != prompt.text]
    scarce = pen.tight and len(duties) > SHOWN + 1
    for duty in duties[: SHOWN if scarce else None]:
        pen.space(6)
        _chevron(pen)
        pen.flow([TextRun(duty.text, "ui-bold", 17), cite(duty.rule, 17)], indent=28,
                 leading=1.0 if pen.tight else 1.12)
    if scarce:
        pen.space(2)
        more = several("and {count} more, marked on the map", "and {count} more, marked on the map",
                       len(duties) - SHOWN)
        pen.flow([TextRun(more, "ui-bold", 17)], indent=28, leading=1.0)


def _band(pen: CardPen, asked: PromptCard) -> None:
    """The band in the side's colour across the card's top."""
    prompt, seat = asked.prompt, asked.seat
    px = pen.metrics.px
    band = pygame.Rect(px(1), px(1), pen.surface.get_width() - px(2), px(52))
    paper, ink = (seat.paper, seat.print) if seat else ("#4d3a2a", "#f3ead3")
    pygame.draw.rect(pen.surface, paper, band, border_top_left_radius=px(5), border_top_right_radius=px(5))
    pattern_edge(pen.surface, pygame.Rect(band.left, band.bottom - px(5), band.width, px(3)), seat, ink)
    title = pen.font("title", 24).printed(
        seat.title if seat else say("Dice") if prompt.mode == "roll" else say("The game is over"), ink
    )
    pen.surface.blit(title, title.get_rect(midleft=(pen.x, band.centery - px(2))))
    turn = pen.font("ui-bold",
                    17).printed(say("{name} {turn} · {phase}", name=asked.turn, turn=prompt.turn,
                                        phase=asked.phase or prompt.phase), ink)
    pen.surface.blit(turn, turn.get_rect(midright=(pen.x + pen.width, band.centery - px(2))))
    pen.y = band.bottom


def pattern_edge(target: pygame.Surface, rect: pygame.Rect, seat: SeatInfo | None, ink: str) -> None:
    """The side's edge pattern, the second sign beside its colour: a whole or a broken line."""
    if seat is not None and seat.pattern != "solid":
        step = rect.height * 4
        for x in range(rect.left, rect.right, step):
            pygame.draw.rect(target, ink, (x, rect.top, min(step * 6 // 10, rect.right - x), rect.height))
    else:
        pygame.draw.rect(target, ink, rect)


def shortly(asked: PromptCard) -> Text:
    """Why the main button is disabled, where the duties below do not say it already."""
    duties = asked.prompt.duties
    if duties and {reason.text for reason in asked.reasons} <= {duty.text for duty in duties}:
        return ALL_FIRST if len(duties) > 1 else THIS_FIRST
    return joined((reason.told for reason in asked.reasons), "; ")


def _chevron(pen: CardPen) -> None:
    """The amber sign of an open duty, the same as on the map."""
    px = pen.metrics.px
    x, y, w = pen.x, pen.y + px(3), px(18)
    points = [(x, y + px(14)), (x + w // 2, y), (x + w, y + px(14)), (x + w, y + px(19)), (x + w // 2, y + px(6)),
              (x, y + px(19))]
    pygame.draw.polygon(pen.surface, AMBER, points)
    pygame.draw.aalines(pen.surface, INK, True, points)
    pen.tips.append((pygame.Rect(x, y, w, px(20)), say("Must still be done")))
