"""The card with the arithmetic of a battle, as the game, its replay and what is picked show it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.core.contract import Counter, System
from game.core.event import Rolled, first_roll
from game.core.message import Text
from game.core.preview import Preview
from game.match.replay import Replay
from game.ui.cards import battle
from game.ui.cards.choices import Choice
from game.ui.cards.column import Content
from game.ui.play.rolling import due_title, result_title
from game.ui.play.situation import Situation


def arithmetic(
    rules: System[Any],
    counters: Mapping[str, Counter],
    preview: Preview | None,
    choices: Sequence[Choice],
    title: Text,
    rolled: Rolled | None = None,
    *,
    above: bool = False,
) -> Content:
    """Sides, modifiers, odds and chances of a preview.

    :param above: whether the choices are above the arithmetic, so that they stay in place when it changes.
    :param rolled: what has fallen: its cell of the results table or its result lights up.
    """
    row, lit, brief = (rolled.row, rolled.result, result_title(rolled, brief=True)) if rolled else (None, "", "")
    units = tuple(line.unit for line in (*preview.attackers, *preview.defenders)) if preview else ()
    sums = (
        (preview.attack, preview.defence, preview.total, preview.column, preview.modifiers, preview.outcomes,
         preview.variants)
        if preview
        else ()
    )
    offered = tuple(choices)
    return Content(
        ("battle", units, sums, offered, title, row, lit),
        lambda pen: battle.write(pen, rules.theme, counters, preview, offered, title, row, lit, brief, above=above),
        whole=True,
    )


def replayed(rules: System[Any], replay: Replay[Any], *, falling: bool) -> Content | None:
    """The battle of the step a replay shows: of a roll with its result, or of one that is due; None for others.

    :param rules: filtered for the viewer.
    :param falling: whether the dice of that step are still on their way, so that no result lights up yet.
    """
    match, at = replay.match, replay.at
    ply = replay.ply
    rolled = first_roll(ply.events) if ply else None
    if ply is not None and rolled is not None:
        before = match.plies[at - 2].state if at > 1 else match.history.first
        preview = rules.preview(before, ply.action)
        if preview is not None:
            counters = {counter.unit: counter for counter in rules.counters(before)}
            if falling:
                title = due_title(rules.pending_roll(before), preview)
                return arithmetic(rules, counters, preview, (), title)
            return arithmetic(rules, counters, preview, (), result_title(rolled), rolled)
    due = Situation(rules, replay.state)
    if due.pending_roll is None:
        return None
    return arithmetic(rules, due.counters, due.due_preview, (), due_title(due.pending_roll, due.due_preview))
