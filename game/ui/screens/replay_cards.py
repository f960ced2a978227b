"""The cards of a replay: what is shown, and room for what works it."""

from __future__ import annotations

from game.core.message import Text, say
from game.ui.cards.card import CardPen
from game.ui.kit.pen import Run

BUTTON = 46
"""Units: the height of the buttons that work a replay."""


def write_head(pen: CardPen, when: Text, told: Text) -> None:
    """Turn and phase shown, and what was done."""
    pen.heading(say("Now shown"), when)
    pen.flow([Run(told, "text", 22)])


def write_controls(pen: CardPen, steps: Text, *, row: bool = True) -> None:
    """Where the replay stands, and room for the slider and the buttons.

    :param row: whether those for single steps lie here.
    """
    pen.heading(say("Replay"), steps)
    pen.slot("scrub", 30)
    pen.space(10)
    if row:
        pen.slot("steps", BUTTON)
        pen.space(10)
    pen.slot("turns", BUTTON)
    pen.space(10)
    pen.slot("branch", BUTTON)
    pen.space(4)
