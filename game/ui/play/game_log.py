"""The log of a game: what its steps say and the remarks between them; what is taken back goes from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from game.core.event import Event, GameOver, PhaseBegan, TurnOver
from game.core.message import Text, say
from game.match.history import Ply
from game.match.match import Match
from game.match.player_titles import player_title
from game.ui.cards.log import Log, LogEntry, entry_of
from game.ui.play.announcements import InARow, two_in_a_row
from game.ui.play.sight import tells_why


class GameLog:
    """Keeps a log card in step with a match."""

    def __init__(self, match: Match[Any], log: Log) -> None:
        self.match, self.log = match, log
        self._papers = {seat.name: seat.paper for seat in match.rules.theme.seats}
        self._remarks: list[tuple[int, LogEntry]] = []
        """How many actions had been done, and what was remarked then."""
        self._sums: list[tuple[int, LogEntry]] = []
        """How many actions had been done, and what several of them, that one the last, came to."""
        self._owed: list[LogEntry] = []
        """Sums of actions that have not all been told yet."""
        self._end = 0
        """Lines of the log up to the end of the latest action told, without the phase that began with it."""

    def read(self, actions: int | None = None, latest: tuple[Event, ...] | None = None) -> None:
        """Write the whole log again, from the first actions in force, all by default, with the remarks made in between.

        :param latest: what is told of the last of them, where that is not all of it.
        """
        steps = self.match.plies[:actions]
        self._remarks = [(at, entry) for at, entry in self._remarks if at <= len(self.match.plies)]
        self._sums = [(at, entry) for at, entry in self._sums if at <= len(self.match.plies)]
        self._owed = []
        found = [entry for at, entry in self._remarks if at == 0]
        turns = InARow(self.match.rules, self.match.history.first)
        for number, ply in enumerate(steps, 1):
            told = ply.events if latest is None or number < len(steps) else latest
            done, begun = self.of_step(ply, steps[number - 2] if number > 1 else None, turns, told)
            found += done
            found += [entry for at, entry in self._sums if at == number]
            self._end = len(found)
            found += begun
            found += [entry for at, entry in self._remarks if at == number]
        self.log.show(found)

    def of_step(self, ply: Ply[Any], before: Ply[Any] | None, turns: InARow,
                told: tuple[Event, ...]) -> tuple[list[LogEntry], list[LogEntry]]:
        """What an action brought, and what began with it.

        :param before: the action before it.
        :param turns: told of every action in order.
        :param told: what is told of it, where that is not all of it.
        """
        ends = _end_of(told)
        begun = self.told(told[ends:])
        twice = two_in_a_row(self.match.rules.theme, turns.note(ply))
        if twice is not None and told is ply.events:
            begun.append(LogEntry(twice[0], None, "remark"))
        return [*self._said(ply, before), *self.told(told[:ends])], begun

    def _said(self, ply: Ply[Any], before: Ply[Any] | None) -> list[LogEntry]:
        """What the computer player that did a step gave as its reason, where that tells nobody too much; nothing where
        it has just said so of the step before."""
        if before is not None and (before.actor, before.why) == (ply.actor, ply.why) and not _new_phase(before.events):
            return []
        return self._reason(ply.actor, ply.why)

    def _reason(self, seat: str, why: Text) -> list[LogEntry]:
        if not why or not tells_why(self.match, seat):
            return []
        player = player_title(self.match.player(seat))
        return [LogEntry(say("{side}: {text}", side=player, text=why), None, "remark")]

    def say(self, ply: Ply[Any], left: Iterable[tuple[str, Text]]) -> None:
        """Add what is said with a step, which is yet to be shown.

        :param left: seats and what their computer players meant to do in the phase that it has ended, told after it.
        """
        steps = self.match.plies
        self.log.add(*self._said(ply, steps[-2] if len(steps) > 1 else None))
        for seat, why in left:
            for entry in self._reason(seat, why):
                self._sums.append((len(self.match.plies), entry))
                self._owed.append(entry)

    def told(self, events: Sequence[Event]) -> list[LogEntry]:
        """What events say."""
        return [entry_of(event, self._papers) for event in events if not event.folded]

    def tell(self, events: Sequence[Event]) -> None:
        """Add what an action brought, now that it has been shown."""
        ends = _end_of(events)
        self.log.add(*self.told(events[:ends]), *self._owed)
        self._end, self._owed = len(self.log.entries), []
        self.log.add(*self.told(events[ends:]))

    def sum_up(self, text: Text, *, shown: bool) -> None:
        """Add what several actions came to, directly after the latest of them and before a phase that began with it.

        :param shown: whether that one has been told.
        """
        entry = LogEntry(text, None, "result")
        self._sums.append((len(self.match.plies), entry))
        if shown:
            self.log.insert(self._end, entry)
            self._end += 1
        else:
            self._owed.append(entry)

    def remark(self, text: Text, kind: str = "remark") -> None:
        """Add a line that is no event."""
        entry = LogEntry(text, None, kind)
        self._remarks.append((len(self.match.plies), entry))
        self.log.add(entry)

    def mention(self, text: Text) -> None:
        """Add a line that follows from the steps: it is written again whenever they are read."""
        self.log.add(LogEntry(text, None, "remark"))

    def took_back(self, what: Text) -> None:
        """Write the log again after an undo, with a line that says so in place of the last such line."""
        self._remarks = [(at, entry) for at, entry in self._remarks if entry.kind != "undone"]
        self.read()
        self.remark(what, "undone")


def _end_of(events: Sequence[Event]) -> int:
    """The number of the first event that belongs to what comes next, or how many there are."""
    later = (k for k, event in enumerate(events) if isinstance(event, PhaseBegan | TurnOver | GameOver))
    return next(later, len(events))


def _new_phase(events: Sequence[Event]) -> bool:
    return _end_of(events) < len(events)
