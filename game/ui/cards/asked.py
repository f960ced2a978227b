"""Cards about what is not done yet: the answer to a question about the rules, and what awaits units on their way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pygame

from game.core.awaited import Awaited
from game.core.chance import per_cent
from game.core.contract import Counter, System
from game.core.message import Text, joined, say, several
from game.core.theme import Theme
from game.core.verdict import Illegal, Legal
from game.match.asking import RulesAnswer
from game.ui.cards import battle
from game.ui.cards.card import CardPen
from game.ui.cards.chances import write_briefly, write_chances
from game.ui.cards.odds import write_bars
from game.ui.kit.pen import TextRun, cite
from game.ui.kit.theme import ALARM, FAINT, GOOD, WARNING

SIGN = 32
"""Units across of the sign before an answer."""


def write(pen: CardPen, rules: System[Any], counters: Mapping[str, Counter], question: Text,
          answers: Sequence[RulesAnswer], *, brief: bool = False) -> None:
    """Print what the rules say, what may be done first; below it the arithmetic of the first that leads to dice.

    :param brief: whether of the arithmetic only the total and the chances are printed.
    """
    pen.heading(question, say("Esc: dismiss"))
    if not answers:
        pen.flow([TextRun(say("The rules have no answer to this"), "ui-bold", 19)])
    for answer in answers:
        _answer(pen, rules, answer)
    preview = next((found for each in answers if each.legal and (found := each.offer.preview) is not None), None)
    if preview is not None and brief:
        pen.rule()
        pen.flow([TextRun(joined((preview.total, preview.reading), ": "), "ui-bold", 20)], leading=1.05)
        for outcome in (each for each in preview.outcomes if each.chance):
            words = say("{chance} {result}", chance=per_cent(outcome.chance), result=outcome.text)
            pen.flow([TextRun(words, "ui", 20)], leading=1.05)
    elif preview is not None:
        pen.rule()
        battle.write(pen, rules.theme, counters, preview, (), "", None)


def _answer(pen: CardPen, rules: System[Any], answer: RulesAnswer) -> None:
    """A verdict behind its sign, with its phase, cost and rules."""
    px, left, width = pen.metrics.px, pen.x, pen.width
    _sign(pen, legal=answer.legal)
    pen.x, pen.width = left + px(SIGN + 10), width - px(SIGN + 10)
    offer, verdict = answer.offer, answer.offer.verdict
    told = rules.describe(answer.state, offer.action) if offer.action is not None else ""
    colour = GOOD if answer.legal else ALARM
    pen.flow([TextRun(say("Yes") if answer.legal else say("No"), "ui-bold", 24, colour),
              TextRun(_when(rules, answer), "ui", 17, FAINT)], leading=1.05)
    if answer.legal and told:
        pen.flow([TextRun(told, "ui-bold", 18)], leading=1.05)
    if answer.cost is not None:
        cost = several("Costs {count} movement point", "Costs {count} movement points", answer.cost)
        pen.flow([TextRun(cost, "ui", 18), cite(answer.prompt.rule, 18)], leading=1.05)
    elif answer.legal:
        pen.flow([TextRun(offer.cost or say("By the rules of the phase:"), "ui", 18), cite(answer.prompt.rule, 18)],
                 leading=1.05)
    if isinstance(verdict, Illegal):
        for reason in verdict.reasons[:3]:
            text = say("{text}:", text=reason.text) if reason.rule.printed else reason.text
            pen.flow([TextRun(text, "ui-bold", 18), cite(reason.rule, 18, "ui-bold")], leading=1.05)
    elif isinstance(verdict, Legal) and verdict.note is not None:
        pen.flow([TextRun(verdict.note.text, "ui", 17, WARNING), cite(verdict.note.rule, 17)], leading=1.05)
    pen.x, pen.width = left, width
    pen.space(6)


def _when(rules: System[Any], answer: RulesAnswer) -> Text:
    """The phase that the answer is about."""
    seat, _ = answer.prompt.place
    side = rules.theme.side_title(seat)
    phase = joined((side, rules.theme.title_of(answer.prompt.phase)), ": ")
    return say("now ({phase})", phase=phase) if answer.now else say("in {phase}", phase=phase)


def _sign(pen: CardPen, *, legal: bool) -> None:
    """A tick, or the crossed sign of a refusal."""
    px = pen.metrics.px
    colour, radius = GOOD if legal else ALARM, px(SIGN) // 2
    x, y = pen.x + radius, pen.y + radius
    pygame.draw.circle(pen.surface, colour, (x, y), radius, width=px(3))
    reach = round(radius * 0.55)
    if legal:
        corners = [(x - reach, y), (x - reach // 4, y + reach * 3 // 4), (x + reach, y - reach * 3 // 4)]
        pygame.draw.lines(pen.surface, colour, False, corners, px(4))
        return
    pygame.draw.line(pen.surface, colour, (x - reach, y - reach), (x + reach, y + reach), px(4))
    pygame.draw.line(pen.surface, colour, (x - reach, y + reach), (x + reach, y - reach), px(4))


def write_awaits(
    pen: CardPen, theme: Theme, counters: Mapping[str, Counter], who: Text, awaited: Sequence[Awaited]
) -> None:
    """Print one thing after the other; the last one with its whole arithmetic.

    :param who: who would go where.
    """
    if pen.terse:
        pen.line(who, "title", 17)
        pen.rule()
    else:
        pen.heading(who)
    for number, one in enumerate(awaited):
        last = number == len(awaited) - 1
        pen.flow([TextRun(one.title, "ui-bold", 17 if pen.terse else 18),
                  cite(one.rule, 17 if pen.terse else 18, "ui-bold")], leading=1.0)
        if one.told and not (pen.bare and one.preview is not None):
            pen.flow([TextRun(one.told, "text", 17 if pen.tight else 18)], leading=1.0)
        if one.preview is not None and last:
            battle.write(pen, theme, counters, one.preview, (), "", None)
        elif one.preview is not None and one.preview.table is not None and one.preview.column is not None:
            pen.flow([TextRun(say("{ratio}: column {column}", ratio=one.preview.total, column=one.preview.column), "ui",
                          16)], leading=1.0)
            write_bars(pen, one.preview.outcomes, one.preview.table, one.preview.column, None)
        elif one.preview is not None and pen.tight:
            write_briefly(pen, one.preview.outcomes)
        elif one.preview is not None:
            write_chances(pen, theme, one.preview.outcomes, "")
        if not last:
            pen.rule()
