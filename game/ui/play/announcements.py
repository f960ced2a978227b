"""What is announced as a game goes on: its phases, two player turns of a side in a row, the deaths of leaders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from game.core.chance import CHANCE
from game.core.contract import Counter, System
from game.core.event import Event, LeaderFell, PhaseBegan
from game.core.message import Message, Text, joined, named, say, several
from game.core.theme import SeatInfo, Theme
from game.core.verdict import RuleRef
from game.match.history import Ply
from game.ui.kit.notice import Notice
from game.ui.play.controller import Controller
from game.ui.play.flow import Flow
from game.ui.play.turn_end import TurnEnd


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
        """Turns the scenario lasts; None where it has no last one."""
        match = self._flow.match
        return next(info.turns for info in self._rules.scenarios if info.name == match.header.scenario)


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
