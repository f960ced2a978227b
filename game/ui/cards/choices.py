"""What can be done, as buttons and counters to click on a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.core.contract import Counter
from game.core.message import Text, say
from game.core.theme import Theme
from game.ui.cards.card import CardPen, CardSpot
from game.ui.counters.pictures import plain_counter
from game.ui.kit.pen import TextRun
from game.ui.kit.theme import ALARM, FAINT, WARNING

SIZE = 64
SHARE = 0.68
"""The part of its row that a button takes with another one beside it."""
MANY = 2
"""More rows of buttons than that are lower where room is scarce."""
PRINT, AIR, HALF_GAP = 16, 8, 0.012
"""Units: the print of a label that shares its row, and what stays free beside it; the share of the row between two and
the middle."""


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A button: what it commits, and why it may not be."""

    label: str
    reason: str
    """Empty where the action is legal."""
    beside: int | None = None
    """The number, from 0, of the one beside which it stands, at the right."""
    note: Text = ""
    """What it brings with it that should be known before."""
    key: str = ""
    """Its key, as it is printed behind the label."""
    brief: bool = False
    """Whether it may share its row with the next one where room is scarce."""


def write_choices(pen: CardPen, choices: Sequence[CardChoice], heading: Text = "") -> None:
    """Room for numbered buttons, with the reasons of those that may not be used; they stay in view when all scrolls.

    :param heading: what all of them do, where each names only where.
    """
    top = pen.y
    if heading:
        pen.flow([TextRun(heading, "ui-bold", 17)])
    mates = {choice.beside: number for number, choice in enumerate(choices) if choice.beside is not None}
    many = len(choices) - len(mates) > MANY
    halves = _halves(pen, choices) if pen.tight and many else {}
    many = many and len(choices) - len(mates) - len(halves) > MANY + 1
    height = 36 if pen.tight and many else 42 if pen.tight else 46
    for number, choice in enumerate(choices):
        if choice.beside is not None or number in halves.values():
            continue
        pen.space(4 if pen.tight and many else 6)
        if number in halves:
            pen.slot(f"choice-{number}", height, right=0.5 - HALF_GAP, move=False)
            pen.slot(f"choice-{halves[number]}", height, left=0.5 + HALF_GAP)
            continue
        if number in mates:
            pen.slot(f"choice-{mates[number]}", height, left=SHARE + 0.02, move=False)
        pen.slot(f"choice-{number}", height, right=SHARE if number in mates else 1.0)
        if choice.reason:
            pen.space(4)
            pen.flow([TextRun(choice.reason, "ui", 16, ALARM)])
        elif choice.note:
            pen.space(4)
            pen.flow([TextRun(choice.note, "ui-bold", 16, WARNING)], leading=1.0)
    if choices:
        pen.space(8)
        pen.pinned = (top, pen.y)


def _halves(pen: CardPen, choices: Sequence[CardChoice]) -> dict[int, int]:
    """Choices that share a row, the left one's number with that of the right one: both short enough for half of it."""
    face, room = pen.font("table-bold", PRINT), pen.width * (0.5 - HALF_GAP) - pen.metrics.px(AIR)
    short = [choice.brief and not choice.reason and not choice.note
             and face.size(choice.label + choice.key)[0] <= room for choice in choices]
    found: dict[int, int] = {}
    for number in range(len(choices) - 1):
        if short[number] and short[number + 1] and number not in found.values():
            found[number] = number + 1
    return found


def write_line(pen: CardPen, title: Text, told: Text, offered: Sequence[CardChoice]) -> None:
    """Print a line of the overview that leads to no roll, and what can be done with it."""
    pen.heading(title)
    pen.flow([TextRun(told, "text", 20, FAINT)])
    write_choices(pen, offered)


def write_callers(pen: CardPen, theme: Theme, heading: str, counters: Sequence[Counter], advice: str) -> None:
    """Print the counters that can be called on now, each with its name; each can be clicked."""
    pen.heading(heading, str(len(counters)))
    px = pen.metrics.px
    for counter in counters:
        top = pen.y
        spot = pygame.Rect(pen.x, top + px(2), px(SIZE), px(SIZE))
        pen.surface.blit(plain_counter(counter, theme, px(SIZE)), spot)
        pen.spots.append(CardSpot(spot.union(pygame.Rect(pen.x, top, pen.width, px(SIZE))), counter.unit))
        left, width = pen.x, pen.width
        pen.x, pen.width = left + px(SIZE + 14), width - px(SIZE + 14)
        pen.flow([TextRun(counter.name, "ui-bold", 18)], leading=1.0)
        where = next((value for label, value in counter.lines if label == say("Area")), counter.place or "")
        pen.flow([TextRun(where, "ui", 16, FAINT)], leading=1.0)
        pen.x, pen.width = left, width
        pen.y = max(pen.y, top + px(SIZE + 8))
    pen.flow([TextRun(advice, "text", 20, FAINT)])
