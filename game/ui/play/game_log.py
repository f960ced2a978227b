"""The log of a game: what its steps say and the remarks between them, with what is announced: phases, two player turns
of a side in a row, the deaths of leaders. What is taken back goes from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.core.chance import CHANCE
from game.core.contract import Counter, System
from game.core.event import Event, GameOver, LeaderFell, PhaseBegan, TurnOver
from game.core.message import Message, Text, joined, named, say, several
from game.core.theme import SeatInfo, Theme
from game.core.verdict import RuleRef
from game.match import agreements
from game.match.agreements import Agreement
from game.match.history import Ply
from game.match.match import Match
from game.match.player_titles import player_title
from game.ui.cards.headline import LogEntry, entry_of, when
from game.ui.cards.log import Log
from game.ui.kit.notice import Notice
from game.ui.play.controller import Controller
from game.ui.play.flow import Flow
from game.ui.play.situation import tells_why
from game.ui.play.turn_end import TurnEnd


class GameLog:
    """Keeps a log card in step with a match."""

    def __init__(self, match: Match[Any], log: Log) -> None:
        self.match, self.log = match, log
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
        found = [self.heading(), *(entry for at, entry in self._remarks if at == 0)]
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

    def heading(self) -> LogEntry:
        """The phase in which the game began, which no action has announced; without a side where a roll is due."""
        theme, prompt = self.match.rules.theme, self.match.rules.prompt(self.match.history.first)
        seat, phase = prompt.place
        text = when(theme, prompt.turn, seat, phase)
        paper = next((info.paper for info in theme.seats if info.name == seat), "")
        return LogEntry(text, None, "phase", paper, when=text)

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
        again = before is not None and (before.actor, before.why, before.by) == (ply.actor, ply.why, ply.by)
        if before is not None and again and not _new_phase(before.events):
            return []
        return self._reason(ply.actor, ply.why, ply.by)

    def _reason(self, seat: str, why: Text, by: str = "") -> list[LogEntry]:
        if not why or not tells_why(self.match, seat):
            return []
        player = player_title(by or self.match.player(seat))
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
        return [entry_of(event, self.match.rules.theme) for event in events if not event.folded]

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
        entry = LogEntry(text, None, "report")
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


class PhaseTrack:
    """Follows the phases of a game as its steps begin them. A phase is given as (seat, phase)."""

    def __init__(self, flow: Flow, controller: Controller, turn_end: TurnEnd) -> None:
        self._flow, self._controller, self.turn_end = flow, controller, turn_end
        self._rules = controller.situation.rules
        self._began: tuple[str, str] | None = None
        """The one that began last."""
        self._in_a_row = InARow(self._rules, self._flow.match.history.first)
        self.twice = ""
        """The side whose player turn has just begun directly after another of its own: the order has changed."""

    def read(self, steps: Iterable[Ply[Any]]) -> None:
        """Follow the steps of a game again from its start."""
        self._began, self._in_a_row = None, InARow(self._rules, self._flow.match.history.first)
        for ply in steps:
            self.note(ply)

    def note(self, ply: Ply[Any]) -> None:
        """Follow one more step."""
        self.twice = self._in_a_row.note(ply)
        for event in ply.events:
            if isinstance(event, PhaseBegan):
                self._began = (event.seat, event.phase)

    @property
    def announcement(self) -> tuple[Message, SeatInfo] | None:
        """That a side that went last goes first now, and the side; None where it is none."""
        return two_in_a_row(self._rules.theme, self.twice)

    @property
    def current(self) -> tuple[str, str]:
        """The phase that is on in what is shown."""
        shown, flow = self._controller.situation, self._flow
        if self.turn_end.prompt is not None and self.turn_end.stands:
            return self.turn_end.prompt.place
        prompt = shown.prompt
        if self._began is not None and self._began[1] == prompt.phase:
            return self._began
        if prompt.whose is not None:
            return prompt.place
        acting = prompt.to_act if shown.interrupting is None else flow.seat
        seat = flow.roller_in(shown.state) if acting == CHANCE else acting
        return seat or "", prompt.phase

    @property
    def phases(self) -> tuple[tuple[str, str], ...]:
        """The phases of the turn that is shown."""
        if self.turn_end.stands:
            return tuple(self._rules.phases(self.turn_end.before))
        return self._controller.situation.phases

    @property
    def turns(self) -> int | None:
        """Turns the game lasts; None where it has no last one."""
        header = self._flow.match.header
        info = next(info for info in self._rules.scenarios if info.name == header.scenario)
        return info.lasts(self._rules.options, header.options)


class InARow:
    """Follows whose player turns a game has, step by step from its start."""

    def __init__(self, rules: System[Any], first: Any) -> None:
        """:param first: the state in which the game begins."""
        self._rules = rules
        self._turn: tuple[int, str, tuple[tuple[str, str], ...]] | None = None
        """The turn in which a side's own phase began last, that side, and the order of that turn."""
        asked, order = rules.prompt(first), tuple(rules.phases(first))
        if asked.place in order and asked.place[0]:
            self._turn = asked.turn, asked.place[0], order

    def note(self, ply: Ply[Any]) -> str:
        """Follow one more step: the side whose player turn begins with it directly after another of its own, if any."""
        twice = ""
        for event in ply.events:
            if isinstance(event, PhaseBegan):
                twice = self._follow(ply, event) or twice
        return twice

    def _follow(self, ply: Ply[Any], event: PhaseBegan) -> str:
        order = tuple(self._rules.phases(ply.state))
        if not event.seat or (event.seat, event.phase) not in order:
            return ""
        last, self._turn = self._turn, (event.turn, event.seat, order)
        again = last is not None and last[0] != event.turn and last[1] == event.seat and last[2] != order
        return event.seat if again else ""


def two_in_a_row(theme: Theme, seat: str) -> tuple[Message, SeatInfo] | None:
    """That a side has two player turns in a row, and the side; None where it is none."""
    side = next((info for info in theme.seats if info.name == seat), None)
    return (say("{side}: two player turns in a row", side=side.title), side) if side is not None else None


def announce_action(notice: Notice, rules: System[Any], before: Any, ply: Ply[Any], *, interrupts: bool) -> None:
    """Say in a strip what people agree on, or what a computer player interrupts with."""
    if isinstance(ply.action, Agreement):
        told = agreements.describe(rules, before, ply.action)
        notice.say(say("{action}: {why}", action=told, why=ply.why) if ply.why else told)
    elif interrupts:
        notice.say(say("{side} interrupts: {action}", side=rules.theme.side(ply.actor).title,
                       action=agreements.describe(rules, before, ply.action)))


@dataclass(frozen=True, slots=True)
class Death:
    """A leader who has died, with the counter as it was."""

    counter: Counter
    side: SeatInfo
    place: str
    cause: Text
    rule: RuleRef
    outcome: Text


def deaths(theme: Theme, counters: Mapping[str, Counter], events: Iterable[Event]) -> tuple[Death, ...]:
    """The leaders who have died with some events.

    :param counters: as they were before, by unit.
    """
    sides = {info.name: info for info in theme.seats}
    return tuple(Death(counters[event.unit], sides[counters[event.unit].seat], event.place, event.cause, event.rule,
                       event.outcome) for event in events if isinstance(event, LeaderFell))


def death_title(found: Iterable[Death]) -> Text:
    """Who is dead."""
    names = [each.counter.name for each in found]
    return several("{leaders} is dead", "{leaders} are dead", len(names), leaders=named(names))


def announce_deaths(notice: Notice, found: Iterable[Death]) -> None:
    """Say it in a banner in the colours of their side, which holds nothing up."""
    by_side: dict[str, list[Death]] = {}
    for each in found:
        by_side.setdefault(each.side.name, []).append(each)
    for dead in by_side.values():
        told = joined(dict.fromkeys(text for each in dead for text in (_caused(each), each.outcome)), ". ")
        notice.say(death_title(dead), dead[0].side, told)


def _caused(death: Death) -> Text:
    """The cause with its rule."""
    return say("{cause} ({rule})", cause=death.cause, rule=death.rule.number) if death.cause else ""
