"""What the cards of an example of play say: the step, and what the rules answer."""

from __future__ import annotations

from game.core.message import Text, say
from game.core.verdict import Illegal, Legal
from game.match.demo import Frame
from game.ui.cards.card import CardPen
from game.ui.kit.pen import Run, cite
from game.ui.kit.theme import ALARM, FAINT
from game.words import said


def write_step(pen: CardPen, title: Text, steps: Text, frame: Frame, noun: str) -> None:
    """What is told and what the rules answer; ``noun`` is what a place of the board is called."""
    pen.heading(say("Example of play"), steps)
    pen.flow([Run(said(title).removeprefix("Example of play: ").capitalize(), "ui", 16, FAINT)])
    pen.space(6)
    pen.flow([Run(frame.say, "text", 25)])
    if isinstance(frame.verdict, Illegal):
        pen.space(6)
        for reason in frame.verdict.reasons[:2]:
            pen.flow([Run(say("× {text}:", text=reason.text), "ui-bold", 17, ALARM), cite(reason.rule)])
    elif isinstance(frame.verdict, Legal):
        pen.space(6)
        pen.flow([Run(say("The rules allow it{cost}.", cost=_cost(frame.verdict.cost, noun)), "ui-bold", 17)])


def _cost(cost: int | None, noun: str) -> str:
    """What a move costs, in the words of its board."""
    if cost is None:
        return ""
    unit = say("movement point") if noun == "hex" else noun
    return f": {cost} {unit}{'' if cost == 1 else 's'}"


def write_keys(pen: CardPen) -> None:
    """How the example is worked by keyboard."""
    pen.flow([Run(say("Space runs and stops, the arrow keys step. Rule numbers open the rulebook."), "ui", 16, FAINT)])
