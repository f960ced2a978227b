"""The log of a game: texts of its steps and remarks between them; with announcements of phases, of two player turns in
a row for a side, and of leaders' deaths. Undone steps are removed from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.core.chance import CHANCE
from game.core.contract import Counter, System
from game.core.event import Event, GameOver, LeaderFell, PhaseBegan, TurnOver
from game.core.message import Message, Text, and_list, joined, plural, say
from game.core.theme import SeatInfo, Theme
from game.core.verdict import RuleRef
from game.match import agreements
from game.match.agreements import Agreement
from game.match.history import Ply
from game.match.match import Match
from game.match.player_titles import player_title
from game.ui.cards.headline import LogEntry, entry_of, time_text
from game.ui.cards.log import Log
from game.ui.kit.notice import Notice
from game.ui.play.controller import Controller
from game.ui.play.situation import may_show_reason
from game.ui.play.turn_driver import Flow
from game.ui.play.turn_end import TurnEnd


class GameLog:
    """Keeps a log card in step with a match."""

    def __init__(self, match: Match[Any], log: Log) -> None:
        self.match, self.log = match, log
        self._remarks: list[tuple[int, LogEntry]] = []
        """Action counts and the remarks made at them."""
        self._sums: list[tuple[int, LogEntry]] = []
        """Action counts and the summaries of several actions that end there."""
        self._owed: list[LogEntry] = []
        """Summaries whose actions have not all been logged yet."""
        self._end = 0
        """Number of log lines up to the end of the latest logged action, without the phase that began with it."""

    def read(self, actions: int | None = None, latest: tuple[Event, ...] | None = None) -> None:
        """Rebuild the whole log for the first ``actions`` actions (by default all), with the remarks made in between.

        :param latest: the events to log for the last of them, if not all.
        """
        steps = self.match.plies[:actions]
        self._remarks = [(at, entry) for at, entry in self._remarks if at <= len(self.match.plies)]
        self._sums = [(at, entry) for at, entry in self._sums if at <= len(self.match.plies)]
        self._owed = []
        entries = [self.heading(), *(entry for at, entry in self._remarks if at == 0)]
        turns = PlayerTurnTracker(self.match.rules, self.match.history.first_state)
        for number, ply in enumerate(steps, 1):
            shown = ply.events if latest is None or number < len(steps) else latest
            ended, begun = self.entries_of_step(ply, steps[number - 2] if number > 1 else None, turns, shown)
            entries += ended
            entries += [entry for at, entry in self._sums if at == number]
            self._end = len(entries)
            entries += begun
            entries += [entry for at, entry in self._remarks if at == number]
        self.log.show(entries)

    def heading(self) -> LogEntry:
        """The phase in which the game began, which no action announced; without a side if a roll is pending."""
        theme, prompt = self.match.rules.theme, self.match.rules.prompt(self.match.history.first_state)
        seat, phase = prompt.phase_key
        text = time_text(theme, prompt.turn, seat, phase)
        paper = next((info.paper for info in theme.seats if info.name == seat), "")
        return LogEntry(text, None, "phase", paper, time=text)

    def entries_of_step(self, ply: Ply[Any], before: Ply[Any] | None, turns: PlayerTurnTracker,
                        shown: tuple[Event, ...]) -> tuple[list[LogEntry], list[LogEntry]]:
        """The log entries of an action, and those of what began with it.

        :param before: the action before it.
        :param turns: tracks the player turns; must be given every action in order.
        :param shown: the events to log for it, if not all.
        """
        ends = _end_of(shown)
        begun = self.entries_of(shown[ends:])
        twice = two_in_a_row(self.match.rules.theme, turns.note(ply))
        if twice is not None and shown is ply.events:
            begun.append(LogEntry(twice[0], None, "remark"))
        return [*self._said(ply, before), *self.entries_of(shown[:ends])], begun

    def _said(self, ply: Ply[Any], before: Ply[Any] | None) -> list[LogEntry]:
        """The reason that the computer player gave for a step, if it reveals nothing hidden; empty if it is the same as
        for the step before."""
        repeated = before is not None and (before.actor, before.why, before.by) == (ply.actor, ply.why, ply.by)
        if before is not None and repeated and not _new_phase(before.events):
            return []
        return self._reason(ply.actor, ply.why, ply.by)

    def _reason(self, seat: str, why: Text, by: str = "") -> list[LogEntry]:
        if not why or not may_show_reason(self.match, seat):
            return []
        player = player_title(by or self.match.player(seat))
        return [LogEntry(say("{side}: {text}", side=player, text=why), None, "remark")]

    def log_reason(self, ply: Ply[Any], reasons: Iterable[tuple[str, Text]]) -> None:
        """Log the reason given with a step that is still to be shown.

        :param reasons: seats and the plans of their computer players for the phase just ended, logged after the step.
        """
        steps = self.match.plies
        self.log.add(*self._said(ply, steps[-2] if len(steps) > 1 else None))
        for seat, why in reasons:
            for entry in self._reason(seat, why):
                self._sums.append((len(self.match.plies), entry))
                self._owed.append(entry)

    def entries_of(self, events: Sequence[Event]) -> list[LogEntry]:
        """The log entries of events."""
        return [entry_of(event, self.match.rules.theme) for event in events if not event.folded]

    def log_events(self, events: Sequence[Event]) -> None:
        """Log the events of an action that has been shown."""
        ends = _end_of(events)
        self.log.add(*self.entries_of(events[:ends]), *self._owed)
        self._end, self._owed = len(self.log.entries), []
        self.log.add(*self.entries_of(events[ends:]))

    def sum_up(self, text: Text, *, shown: bool) -> None:
        """Log a summary of several actions, directly after the latest of them and before a phase that began with it.

        :param shown: whether that action has been logged.
        """
        entry = LogEntry(text, None, "report")
        self._sums.append((len(self.match.plies), entry))
        if shown:
            self.log.insert(self._end, entry)
            self._end += 1
        else:
            self._owed.append(entry)

    def remark(self, text: Text, kind: str = "remark") -> None:
        """Log a line that belongs to no event."""
        entry = LogEntry(text, None, kind)
        self._remarks.append((len(self.match.plies), entry))
        self.log.add(entry)

    def mention(self, text: Text) -> None:
        """Log a line that follows from the steps; ``read`` produces it again."""
        self.log.add(LogEntry(text, None, "remark"))

    def after_undo(self, what: Text) -> None:
        """Rebuild the log after an undo, with a line about it that replaces the previous one."""
        self._remarks = [(at, entry) for at, entry in self._remarks if entry.kind != "undone"]
        self.read()
        self.remark(what, "undone")


def _end_of(events: Sequence[Event]) -> int:
    """The index of the first event that belongs to the next phase or turn, or the number of events."""
    later = (k for k, event in enumerate(events) if isinstance(event, PhaseBegan | TurnOver | GameOver))
    return next(later, len(events))


def _new_phase(events: Sequence[Event]) -> bool:
    return _end_of(events) < len(events)


class PhaseTrack:
    """Tracks the current phase of a game from its steps. A phase is a pair (seat, phase)."""

    def __init__(self, flow: Flow, controller: Controller, turn_end: TurnEnd) -> None:
        self._flow, self._controller, self.turn_end = flow, controller, turn_end
        self._rules = controller.situation.rules
        self._began: tuple[str, str] | None = None
        """The phase that began last."""
        self._in_a_row = PlayerTurnTracker(self._rules, self._flow.match.history.first_state)
        self.side_in_a_row = ""
        """The side whose player turn has just begun directly after another of its own, because the order of sides
        changed."""

    def read(self, steps: Iterable[Ply[Any]]) -> None:
        """Track the steps of a game again from its start."""
        self._began, self._in_a_row = None, PlayerTurnTracker(self._rules, self._flow.match.history.first_state)
        for ply in steps:
            self.note(ply)

    def note(self, ply: Ply[Any]) -> None:
        """Track one more step."""
        self.side_in_a_row = self._in_a_row.note(ply)
        for event in ply.events:
            if isinstance(event, PhaseBegan):
                self._began = (event.seat, event.phase)

    @property
    def announcement(self) -> tuple[Message, SeatInfo] | None:
        """Announcement that a side has two player turns in a row, and the side; None if none has."""
        return two_in_a_row(self._rules.theme, self.side_in_a_row)

    @property
    def current(self) -> tuple[str, str]:
        """The current phase of the state shown."""
        shown, flow = self._controller.situation, self._flow
        if self.turn_end.prompt is not None and self.turn_end.is_shown_turn:
            return self.turn_end.prompt.phase_key
        prompt = shown.prompt
        if self._began is not None and self._began[1] == prompt.phase:
            return self._began
        if prompt.phasing_seat is not None:
            return prompt.phase_key
        acting = prompt.to_act if shown.interrupting is None else flow.seat
        seat = flow.roller_in(shown.state) if acting == CHANCE else acting
        return seat or "", prompt.phase

    @property
    def phases(self) -> tuple[tuple[str, str], ...]:
        """The phases of the turn shown."""
        if self.turn_end.is_shown_turn:
            return tuple(self._rules.phases(self.turn_end.before))
        return self._controller.situation.phases

    @property
    def turns(self) -> int | None:
        """The number of turns the game lasts; None if it has no fixed end."""
        header = self._flow.match.header
        info = next(info for info in self._rules.scenarios if info.name == header.scenario)
        return info.turns_with(self._rules.options, header.options)


class PlayerTurnTracker:
    """Tracks the player turns of a game, step by step from its start."""

    def __init__(self, rules: System[Any], first: Any) -> None:
        """:param first: the state in which the game begins."""
        self._rules = rules
        self._turn: tuple[int, str, tuple[tuple[str, str], ...]] | None = None
        """The latest turn in which a side's own phase began, that side, and the order of phases in that turn."""
        prompt, order = rules.prompt(first), tuple(rules.phases(first))
        if prompt.phase_key in order and prompt.phase_key[0]:
            self._turn = prompt.turn, prompt.phase_key[0], order

    def note(self, ply: Ply[Any]) -> str:
        """Track one more step; returns the side whose player turn begins with it directly after another of its own, if
        any."""
        twice = ""
        for event in ply.events:
            if isinstance(event, PhaseBegan):
                twice = self._follow(ply, event) or twice
        return twice

    def _follow(self, ply: Ply[Any], event: PhaseBegan) -> str:
        order = tuple(self._rules.phases(ply.state))
        if not event.seat or (event.seat, event.phase) not in order:
            return ""
        previous, self._turn = self._turn, (event.turn, event.seat, order)
        directly_after = (previous is not None and previous[0] != event.turn and previous[1] == event.seat
                          and previous[2] != order)
        return event.seat if directly_after else ""


def two_in_a_row(theme: Theme, seat: str) -> tuple[Message, SeatInfo] | None:
    """Announcement that a side has two player turns in a row, and the side; None if there is no such side."""
    side = next((info for info in theme.seats if info.name == seat), None)
    return (say("{side}: two player turns in a row", side=side.title), side) if side is not None else None


def announce_action(notice: Notice, rules: System[Any], before: Any, ply: Ply[Any], *, interrupts: bool) -> None:
    """Show a notice for an agreement of the players, or for a computer player's interrupt."""
    if isinstance(ply.action, Agreement):
        text = agreements.describe(rules, before, ply.action)
        notice.say(say("{action}: {why}", action=text, why=ply.why) if ply.why else text)
    elif interrupts:
        notice.say(say("{side} interrupt: {action}", side=rules.theme.side(ply.actor).title,
                       action=agreements.describe(rules, before, ply.action)))


@dataclass(frozen=True, slots=True)
class Death:
    """A leader's death, with the counter as it was before."""

    counter: Counter
    side: SeatInfo
    place: str
    cause: Text
    rule: RuleRef
    outcome: Text


def deaths(theme: Theme, counters: Mapping[str, Counter], events: Iterable[Event]) -> tuple[Death, ...]:
    """The leaders' deaths among some events.

    :param counters: the counters before the events, by unit.
    """
    sides = {info.name: info for info in theme.seats}
    return tuple(Death(counters[event.unit], sides[counters[event.unit].seat], event.place, event.cause, event.rule,
                       event.outcome) for event in events if isinstance(event, LeaderFell))


def death_title(fallen: Iterable[Death]) -> Text:
    """Headline with the names of the dead."""
    names = [each.counter.name for each in fallen]
    return plural("{leaders} is dead", "{leaders} are dead", len(names), leaders=and_list(names))


def announce_deaths(notice: Notice, fallen: Iterable[Death]) -> None:
    """Show the deaths in a banner in the colours of their side; it does not stop play."""
    by_side: dict[str, list[Death]] = {}
    for each in fallen:
        by_side.setdefault(each.side.name, []).append(each)
    for dead in by_side.values():
        causes = joined(dict.fromkeys(text for each in dead for text in (_caused(each), each.outcome)), ". ")
        notice.say(death_title(dead), dead[0].side, causes)


def _caused(death: Death) -> Text:
    """The cause with its rule."""
    return say("{cause} ({rule})", cause=death.cause, rule=death.rule.number) if death.cause else ""
