"""The log of a game: what its steps say and the remarks between them; what is taken back goes from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from game.core.event import Event
from game.match.course import Step
from game.match.match import Match
from game.ui.cards.log import Entry, Log, entry_of


class Chronicle:
    """Keeps a log card in step with a match."""

    def __init__(self, match: Match[Any], log: Log) -> None:
        self.match, self.log = match, log
        self._papers = {seat.name: seat.paper for seat in match.rules.theme.seats}
        self._remarks: list[tuple[int, Entry]] = []
        """How many actions had been done, and what was remarked then."""

    def read(self, actions: int | None = None, latest: tuple[Event, ...] | None = None) -> None:
        """Write the log anew from the first actions in force, all by default, with the remarks made in between.

        :param latest: what is told of the last of them, where that is not all of it.
        """
        steps = self.match.steps[:actions]
        self._remarks = [(at, entry) for at, entry in self._remarks if at <= len(self.match.steps)]
        found = [entry for at, entry in self._remarks if at == 0]
        for number, step in enumerate(steps, 1):
            told = step.events if latest is None or number < len(steps) else latest
            found += [*self.said(step), *self.told(told)]
            found += [entry for at, entry in self._remarks if at == number]
        self.log.show(found)

    def said(self, step: Step[Any]) -> list[Entry]:
        """What the computer player that did a step gave as its reason."""
        return [Entry(f"{self.match.player(step.actor)}: {step.why}", None, "remark")] if step.why else []

    def told(self, events: Iterable[Event]) -> list[Entry]:
        """What events say."""
        return [entry_of(event, self._papers) for event in events]

    def remark(self, text: str, kind: str = "remark") -> None:
        """Add a line that is no event."""
        entry = Entry(text, None, kind)
        self._remarks.append((len(self.match.steps), entry))
        self.log.add(entry)

    def took_back(self, what: str) -> None:
        """Write the log anew after actions were taken back, with a line that says so in place of the last such one."""
        self._remarks = [(at, entry) for at, entry in self._remarks if entry.kind != "taken-back"]
        self.read()
        self.remark(what, "taken-back")
