"""The cards of a replay: what is shown, and room for what works it."""

from __future__ import annotations

from game.core.message import Text, say
from game.ui.cards.card import CardPen
from game.ui.kit.pen import Run
from game.ui.kit.theme import FAINT

BUTTON = 46
"""Units: the height of the buttons that work a replay."""
ENDED = say("The game is over here: step back to begin a new game")
"""Why no new game can begin at the end of a finished one."""


def write_head(pen: CardPen, when: Text, told: Text) -> None:
    """Turn and phase shown, and what was done."""
    pen.heading(say("Now shown"), when)
    pen.flow([Run(told, "text", 22)])


def write_controls(pen: CardPen, steps: Text, *, row: bool = True, over: bool = False) -> None:
    """Where the replay stands, and room for the slider and the buttons.

    :param row: whether those for single steps lie here.
    :param over: whether the end of a finished game is shown; the line below the buttons says what that means.
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
    pen.space(6)
    pen.line(ENDED if over else say("A new game shares every step up to this one"), "ui", 15, FAINT)
