"""The log of a game: the texts of its steps, and remarks between them; undone steps are removed from it. And what is
announced when it happens: a side's two player turns in a row, leaders' deaths, agreements, interrupts."""

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
from game.match import captions
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
        self._summaries: list[tuple[int, LogEntry]] = []
        """Action counts and the summaries of several actions that end there."""
        self._unlogged_summaries: list[LogEntry] = []
        """Summaries whose actions have not all been logged yet."""
        self._end_line = 0
        """The number of log lines up to the end of the latest logged action, without the phase that began with it."""

    def read(self, actions: int | None = None, latest: tuple[Event, ...] | None = None) -> None:
        """Rebuild the whole log for the first ``actions`` actions (by default all), with the remarks made in between.

        :param latest: the events to log for the last of them, if not all.
        """
        steps = self.match.plies[:actions]
        self._remarks = [(count, entry) for count, entry in self._remarks if count <= len(self.match.plies)]
        self._summaries = [(count, entry) for count, entry in self._summaries if count <= len(self.match.plies)]
        self._unlogged_summaries = []
        entries = [self.heading(), *(entry for count, entry in self._remarks if count == 0)]
        turns = PlayerTurnTracker(self.match.rules, self.match.history.first_state)
        for number, ply in enumerate(steps, 1):
            events = ply.events if latest is None or number < len(steps) else latest
            before = steps[number - 2] if number > 1 else None
            action_entries, phase_entries = self.entries_of_step(ply, before, turns, events)
            entries += action_entries
            entries += [entry for count, entry in self._summaries if count == number]
            self._end_line = len(entries)
            entries += phase_entries
            entries += [entry for count, entry in self._remarks if count == number]
        self.log.show(entries)

    def heading(self) -> LogEntry:
        """The log entry of the phase in which the game began, which no action announces; without a side if a roll is
        pending."""
        theme, prompt = self.match.rules.theme, self.match.rules.prompt(self.match.history.first_state)
        seat, phase = prompt.phase_key
        text = time_text(theme, prompt.turn, seat, phase)
        paper = next((info.paper for info in theme.seats if info.name == seat), "")
        return LogEntry(text, None, "phase", paper, time=text)

    def entries_of_step(self, ply: Ply[Any], before: Ply[Any] | None, turns: PlayerTurnTracker,
                        events: tuple[Event, ...]) -> tuple[list[LogEntry], list[LogEntry]]:
        """The log entries of an action, and those of the phase or turn that began with it.

        :param before: the action before it; None: there is none.
        :param turns: tracks the player turns; must be given every action in order.
        :param events: the events to log for it: all of its events, or the first ones.
        """
        next_phase = _next_phase_index(events)
        phase_entries = self.entries_of(events[next_phase:])
        announcement = two_in_a_row(self.match.rules.theme, turns.note(ply))
        if announcement is not None and events is ply.events:
            phase_entries.append(LogEntry(announcement[0], None, "remark"))
        return [*self._reason_of_step(ply, before), *self.entries_of(events[:next_phase])], phase_entries

    def _reason_of_step(self, ply: Ply[Any], before: Ply[Any] | None) -> list[LogEntry]:
        """The reason that the computer player gave for a step, if it reveals nothing hidden; empty if it is the same as
        for the step before."""
        repeated = before is not None and (before.actor, before.why, before.by) == (ply.actor, ply.why, ply.by)
        if before is not None and repeated and not _new_phase(before.events):
            return []
        return self._reason(ply.actor, ply.why, ply.by)

    def _reason(self, seat: str, why: Text, by: str = "") -> list[LogEntry]:
        """The log entry of a reason; empty without one, or if it may reveal something hidden.

        :param by: the level that gave it; empty: the seat's player.
        """
        if not why or not may_show_reason(self.match, seat):
            return []
        player = player_title(by or self.match.player(seat))
        return [LogEntry(say("{side}: {text}", side=player, text=why), None, "remark")]

    def log_reason(self, ply: Ply[Any], reasons: Iterable[tuple[str, Text]]) -> None:
        """Log the reason given with a step that is still to be shown.

        :param reasons: seats and the plans of their computer players for the phase just ended, logged after the step.
        """
        steps = self.match.plies
        self.log.add(*self._reason_of_step(ply, steps[-2] if len(steps) > 1 else None))
        for seat, why in reasons:
            for entry in self._reason(seat, why):
                self._summaries.append((len(self.match.plies), entry))
                self._unlogged_summaries.append(entry)

    def entries_of(self, events: Sequence[Event]) -> list[LogEntry]:
        """The log entries of events."""
        return [entry_of(event, self.match.rules.theme) for event in events if not event.folded]

    def log_events(self, events: Sequence[Event]) -> None:
        """Log the events of an action that has been shown."""
        next_phase = _next_phase_index(events)
        self.log.add(*self.entries_of(events[:next_phase]), *self._unlogged_summaries)
        self._end_line, self._unlogged_summaries = len(self.log.entries), []
        self.log.add(*self.entries_of(events[next_phase:]))

    def sum_up(self, text: Text, *, shown: bool) -> None:
        """Log a summary of several actions, directly after the latest of them and before a phase that began with it.

        :param shown: whether that action has been logged.
        """
        entry = LogEntry(text, None, "report")
        self._summaries.append((len(self.match.plies), entry))
        if shown:
            self.log.insert(self._end_line, entry)
            self._end_line += 1
        else:
            self._unlogged_summaries.append(entry)

    def remark(self, text: Text, kind: str = "remark") -> None:
        """Log a line that belongs to no event."""
        entry = LogEntry(text, None, kind)
        self._remarks.append((len(self.match.plies), entry))
        self.log.add(entry)

    def mention(self, text: Text) -> None:
        """Log a line that follows from the steps: it is not stored, as ``read`` writes it again."""
        self.log.add(LogEntry(text, None, "remark"))

    def after_undo(self, text: Text) -> None:
        """Rebuild the log after an undo or redo, with a line about it that replaces the line about an earlier one."""
        self._remarks = [(count, entry) for count, entry in self._remarks if entry.kind != "undone"]
        self.read()
        self.remark(text, "undone")


def _next_phase_index(events: Sequence[Event]) -> int:
    """The index of the first event that belongs to the next phase or turn, or the number of events."""
    later = (k for k, event in enumerate(events) if isinstance(event, PhaseBegan | TurnOver | GameOver))
    return next(later, len(events))


def _new_phase(events: Sequence[Event]) -> bool:
    """Whether another phase or turn begins with some events."""
    return _next_phase_index(events) < len(events)


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
        changed; empty if there is none."""

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
        """The current phase of the state shown, as a pair (seat, phase)."""
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
        """The phases of the turn shown, in order, as pairs (seat, phase)."""
        if self.turn_end.is_shown_turn:
            return tuple(self._rules.phases(self.turn_end.state_before))
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
        side_in_a_row = ""
        for event in ply.events:
            if isinstance(event, PhaseBegan):
                side_in_a_row = self._note_phase(ply, event) or side_in_a_row
        return side_in_a_row

    def _note_phase(self, ply: Ply[Any], event: PhaseBegan) -> str:
        """Track a phase that begins; returns its side if that is its second player turn in a row, else an empty
        string."""
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
    return (say("{side}: two turns in a row", side=side.title), side) if side is not None else None


def announce_action(notice: Notice, rules: System[Any], before: Any, ply: Ply[Any], *, interrupts: bool) -> None:
    """Show a notice for an agreement of the players, or for a computer player's interrupt."""
    if isinstance(ply.action, Agreement):
        text = captions.describe(rules, before, ply.action)
        notice.say(say("{action}: {why}", action=text, why=ply.why) if ply.why else text)
    elif interrupts:
        notice.say(say("{side} interrupt: {action}", side=rules.theme.side(ply.actor).title,
                       action=captions.describe(rules, before, ply.action)))


@dataclass(frozen=True, slots=True)
class Death:
    """A leader's death."""

    counter: Counter
    """The leader's counter as it was before."""
    side: SeatInfo
    place: str
    """The place where the leader died."""
    cause: Text
    """Why, in a sentence; empty if the rules do not say."""
    rule: RuleRef
    """The rule of the cause."""
    outcome: Text
    """What follows from the death."""


def deaths(theme: Theme, counters: Mapping[str, Counter], events: Iterable[Event]) -> tuple[Death, ...]:
    """The leaders' deaths among some events.

    :param counters: the counters before the events, by unit.
    """
    sides = {info.name: info for info in theme.seats}
    return tuple(Death(counters[event.unit], sides[counters[event.unit].seat], event.place, event.cause, event.rule,
                       event.outcome) for event in events if isinstance(event, LeaderFell))


def death_title(all_deaths: Iterable[Death]) -> Text:
    """Headline with the names of the dead."""
    names = [death.counter.name for death in all_deaths]
    return plural("{leaders} is dead", "{leaders} are dead", len(names), leaders=and_list(names))


def announce_deaths(notice: Notice, all_deaths: Iterable[Death]) -> None:
    """Show deaths in banners, one for each side in its colours; they do not stop play."""
    by_side: dict[str, list[Death]] = {}
    for death in all_deaths:
        by_side.setdefault(death.side.name, []).append(death)
    for side_deaths in by_side.values():
        texts = dict.fromkeys(text for death in side_deaths for text in (_cause_text(death), death.outcome))
        notice.say(death_title(side_deaths), side_deaths[0].side, joined(texts, ". "))


def _cause_text(death: Death) -> Text:
    """The cause with its rule; empty without a cause."""
    return say("{cause} ({rule})", cause=death.cause, rule=death.rule.number) if death.cause else ""
