"""The card that says, before units go somewhere, what awaits them there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.core.awaited import Awaited
from game.core.contract import Counter
from game.core.message import Text, say
from game.core.theme import Theme
from game.ui.cards import battle
from game.ui.cards.card import CardPen
from game.ui.cards.chances import write_briefly, write_chances
from game.ui.cards.odds import write_bars
from game.ui.kit.pen import Run, cite


def write(
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
        pen.flow([Run(one.title, "ui-bold", 17 if pen.terse else 18),
                  cite(one.rule, 17 if pen.terse else 18, "ui-bold")], leading=1.0)
        if one.told and not (pen.bare and one.preview is not None):
            pen.flow([Run(one.told, "text", 17 if pen.tight else 18)], leading=1.0)
        if one.preview is not None and last:
            battle.write(pen, theme, counters, one.preview, (), "", None)
        elif one.preview is not None and one.preview.table is not None and one.preview.column is not None:
            pen.flow([Run(say("{ratio}: column {column}", ratio=one.preview.total, column=one.preview.column), "ui",
                          16)], leading=1.0)
            write_bars(pen, one.preview.outcomes, one.preview.table, one.preview.column, None)
        elif one.preview is not None and pen.tight:
            write_briefly(pen, one.preview.outcomes)
        elif one.preview is not None:
            write_chances(pen, theme, one.preview.outcomes, "")
        if not last:
            pen.rule()
