"""What a step did, as the map shows it: who acted, on whom, the ways they went, and every place that it touched."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from game.core.action import Action
from game.core.contract import Counter, System
from game.core.event import Advanced, Declared, Event, Moved, Placed, Removed, Retreated, Rolled
from game.match.match import Match
from game.ui.cards.log import Log, LogEntry
from game.ui.play.announcements import InARow
from game.ui.play.game_log import GameLog

MOST = 12
"""Units that are ringed at most: where more acted, the rings would say nothing. Chosen."""


@dataclass(frozen=True, slots=True)
class StepMarks:
    """The units that a step was about, and where it happened."""

    actors: tuple[str, ...] = ()
    """Units that acted or that something was rolled for."""
    targets: tuple[str, ...] = ()
    """Units that were attacked."""
    places: tuple[str, ...] = ()
    """Places it touched, in the order in which they are to come into view."""


def marks_of(rules: System[Any], before: Any, action: Action | None, events: Sequence[Event]) -> StepMarks:
    """What an action is about that is done in a state; of a roll whom it decides about.

    :param action: None marks nothing.
    :param events: what it brought.
    """
    if action is None:
        return StepMarks()
    counters = {counter.unit: counter for counter in rules.counters(before)}
    preview = rules.preview(before, action)
    targets = [line.unit for line in preview.defenders] if preview is not None else []
    targets += [unit for event in events if isinstance(event, Declared) for unit in event.defenders]
    named = [*(line.unit for line in preview.attackers), *action.units] if preview is not None else action.units
    actors = dict.fromkeys(unit for unit in named if unit not in targets)
    places: list[str | None] = [*_stand(counters, (*targets, *actors)), *action.places]
    for event in events:
        match event:
            case Moved() | Advanced() | Retreated():
                places += event.path
            case Placed() | Removed():
                places.append(event.place)
            case Rolled():
                places += event.places
    return StepMarks(tuple(actors) if len(actors) <= MOST else (), tuple(dict.fromkeys(targets)),
                     tuple(dict.fromkeys(place for place in places if place is not None)))


def _stand(counters: dict[str, Counter], units: Iterable[str]) -> list[str | None]:
    return [counters[unit].place for unit in units if unit in counters]


class StepLog:
    """Every step is written once, when it is first needed: long games are gone through as quickly as short ones."""

    def __init__(self, match: Match[Any]) -> None:
        self._plies = match.plies
        self._log = GameLog(match, Log())
        self._turns = InARow(match.rules, match.history.first)
        self._entries: list[LogEntry] = []
        self._ends = [0]
        """How many lines there are after so many steps."""

    @property
    def complete(self) -> bool:
        """Whether every step has been written."""
        return len(self._ends) > len(self._plies)

    def write(self, steps: int) -> None:
        """Write the log up to so many steps."""
        for number in range(len(self._ends), min(steps, len(self._plies)) + 1):
            ply, before = self._plies[number - 1], self._plies[number - 2] if number > 1 else None
            done, begun = self._log.of_step(ply, before, self._turns, ply.events)
            self._entries += [*done, *begun]
            self._ends.append(len(self._entries))

    def write_on(self, steps: int) -> None:
        """Write so many steps more."""
        self.write(len(self._ends) - 1 + steps)

    def up_to(self, step: int) -> list[LogEntry]:
        """Every line up to a step, the set-up being 0."""
        self.write(step)
        return self._entries[: self._ends[step]]

    def step_of(self, line: int) -> int:
        """The step that a line, counted from 0, tells of."""
        return bisect_left(self._ends, line + 1)
