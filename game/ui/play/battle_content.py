"""Cards of what a battle comes to: its arithmetic, and what awaits the units in hand at a place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.core.awaited import Awaited
from game.core.contract import Counter, System
from game.core.event import Rolled, first_roll
from game.core.message import Text, say, several
from game.core.preview import Preview
from game.match.replay import Replay
from game.ui.board import places
from game.ui.cards import battle
from game.ui.cards.column import Content
from game.ui.cards.selection import CardChoice
from game.ui.cards.slip import write_awaits
from game.ui.play.controller import Controller
from game.ui.play.rolling import due_title, result_title
from game.ui.play.situation import Situation


def arithmetic(
    rules: System[Any],
    counters: Mapping[str, Counter],
    preview: Preview | None,
    choices: Sequence[CardChoice],
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


class Awaiting:
    """Remembers the latest answer."""

    def __init__(self, controller: Controller) -> None:
        self._controller, self._rules = controller, controller.situation.rules
        self._selection = controller.selection
        self._asked: tuple[Any, tuple[str, ...], str] = (None, (), "")
        self._found: Sequence[Awaited] = ()

    def at(self, place: str | None) -> Sequence[Awaited]:
        """What awaits the selected unit and those that go along at a place; nothing while nobody is in hand."""
        situation, held = self._controller.situation, self._selection
        if held.selected is None or place is None or situation.composing:
            return ()
        units = (held.selected, *held.group)
        ahead = held.route.ahead if held.route is not None else situation
        if ahead is None:
            return ()
        asked = (ahead.state, units, place)
        if asked[1:] != self._asked[1:] or asked[0] is not self._asked[0]:
            self._asked, self._found = asked, self._rules.awaits(*asked)
        return self._found

    def card(self, place: str | None) -> Content | None:
        """The card of it; None where nothing awaits them."""
        found = tuple(self.at(place))
        if not found or place is None:
            return None
        situation, held = self._controller.situation, self._selection
        title = places.title(situation.board, place)
        first = situation.counters[held.selected or ""].name
        enemies = any(each.place == place and each.seat != situation.counters[held.selected or ""].seat
                      for each in situation.counters.values())
        if enemies and held.group:
            who = several("{unit} and {count} more against {place}?", "{unit} and {count} more against {place}?",
                          len(held.group), unit=first, place=title)
        elif enemies:
            who = say("{unit} against {place}?", unit=first, place=title)
        else:
            who = (several("{unit} and {count} more to {place}?", "{unit} and {count} more to {place}?",
                           len(held.group), unit=first, place=title)
                   if held.group else say("{unit} to {place}?", unit=first, place=title))
        counters = situation.counters
        return Content(("awaits", who, found), lambda pen: write_awaits(pen, self._rules.theme, counters, who, found))
