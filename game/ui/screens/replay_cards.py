"""The cards of a replay: what is shown, and room for what works it."""

from __future__ import annotations

from game.ui.cards.card import CardPen
from game.ui.cards.pen import Run
from game.ui.theme import FAINT


def write_head(pen: CardPen, head: tuple[str, str, str]) -> None:
    """Where the replay stands: step, turn with phase, and what was done."""
    pen.heading("Now shown", head[1])
    pen.flow([Run(head[0], "text", 26)])
    pen.flow([Run(head[2], "ui", 17, FAINT)])


def write_controls(pen: CardPen) -> None:
    """Room for the slider and the buttons."""
    pen.heading("Replay")
    pen.slot("scrub", 30)
    pen.space(10)
    pen.slot("steps", 52)
    pen.space(10)
    pen.slot("turns", 44)
    pen.space(10)
    pen.slot("branch", 50)
    pen.space(4)
