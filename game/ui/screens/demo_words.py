"""What the cards of an example of play say: the step, and what the rules answer."""

from __future__ import annotations

from game.core.message import Text, say, several
from game.core.verdict import Illegal, Legal, RuleRef
from game.match.demo import Frame
from game.ui.cards.card import CardPen
from game.ui.kit.pen import Run, caption_runs, cite
from game.ui.kit.theme import ALARM, FAINT, LINK


def write_step(pen: CardPen, title: Text, steps: Text, frame: Frame, noun: str, system: str, cost: Text) -> None:
    """What is told and what the rules answer.

    :param noun: what a place of the board is called.
    :param cost: what a move costs on a table without a grid.
    """
    pen.heading(title, steps)
    pen.space(6)
    pen.flow(caption_runs(frame.say, system, 25))
    if frame.rules:
        pen.flow([Run(say("Rules:"), "ui", 16, FAINT), *(Run(number, "ui", 16, LINK, RuleRef(system, number))
                                                               for number in frame.rules)])
    if isinstance(frame.verdict, Illegal):
        pen.space(6)
        for reason in frame.verdict.reasons[:2]:
            text = say("× {text}:", text=reason.text) if reason.rule.printed else say("× {text}", text=reason.text)
            pen.flow([Run(text, "ui-bold", 17, ALARM), cite(reason.rule, 17, "ui-bold")])
    elif isinstance(frame.verdict, Legal):
        pen.space(6)
        told = say("The rules allow it: {cost}.", cost=cost) if cost else _allowed(frame.verdict.cost, noun)
        pen.flow([Run(told, "ui-bold", 17)])


def _allowed(cost: int | None, noun: str) -> Text:
    """That the rules allow it, and what it costs in the words of the board."""
    if cost is None:
        return say("The rules allow it.")
    if noun == "area":
        return several("The rules allow it: {count} area.", "The rules allow it: {count} areas.", cost)
    return several("The rules allow it: {count} movement point.", "The rules allow it: {count} movement points.", cost)


def write_keys(pen: CardPen) -> None:
    """How the example is worked by keyboard."""
    pen.flow([Run(say("Space runs and stops, the arrow keys step. Rule numbers open the rulebook."), "ui", 16, FAINT)])
