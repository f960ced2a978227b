"""Summaries of steps: the units and places of each; the log by steps; the recap of what the others did since a person's
last action, item by item (moves, combats, losses); the summary of a turn; and the trace of others' steps on the map."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from game.core.action import Action
from game.core.chance import CHANCE
from game.core.contract import Counter, System
from game.core.event import (
    Advanced,
    Declared,
    Event,
    Moved,
    PhaseBegan,
    Placed,
    Removed,
    Retreated,
    Rolled,
    RolledAgainst,
    TurnOver,
    first_roll,
)
from game.core.message import Text, and_list, joined, plural, say
from game.core.preview import Preview
from game.core.prompt import Prompt
from game.i18n.words import capitalised
from game.match.history import Ply
from game.match.match import Match
from game.ui.board.trace import Trace, trace_since
from game.ui.cards.headline import LogEntry
from game.ui.cards.log import Log
from game.ui.play.game_log import GameLog, PlayerTurnTracker
from game.ui.play.situation import Situation
from game.ui.play.turn_driver import Flow

MAX_LOSSES_NAMED = 2
"""The most lost units named in the summary of a turn; of more, it gives the number. Chosen by hand."""
MAX_RINGED = 12
"""The most acting units ringed in a step; if there are more, none is, because rings all over the map would not help.
Chosen by hand."""


@dataclass(frozen=True, slots=True)
class StepMarks:
    """The units and places involved in a step."""

    actors: tuple[str, ...] = ()
    """Units that acted or were rolled for; empty if they are more than ``MAX_RINGED``."""
    targets: tuple[str, ...] = ()
    """Units that were attacked."""
    places: tuple[str, ...] = ()
    """Places involved, in the order in which to bring them into view."""


def marks_of(rules: System[Any], before: Any, action: Action | None, events: Sequence[Event]) -> StepMarks:
    """The units and places involved in an action; for a roll, those it decides about.

    :param action: None marks nothing.
    :param events: the events it produced.
    """
    if action is None:
        return StepMarks()
    counters = {counter.unit: counter for counter in rules.counters(before)}
    preview = rules.preview(before, action)
    targets = [line.unit for line in preview.defenders] if preview is not None else []
    targets += [unit for event in events if isinstance(event, Declared) for unit in event.defenders]
    attackers = [line.unit for line in preview.attackers] if preview is not None else []
    actors = dict.fromkeys(unit for unit in (*attackers, *action.units) if unit not in targets)
    places: list[str | None] = [*_places_of(counters, (*targets, *actors)), *action.places]
    for event in events:
        match event:
            case Moved() | Advanced() | Retreated():
                places += event.path
            case Placed() | Removed():
                places.append(event.place)
            case Rolled():
                places += event.places
    return StepMarks(tuple(actors) if len(actors) <= MAX_RINGED else (), tuple(dict.fromkeys(targets)),
                     tuple(dict.fromkeys(place for place in places if place is not None)))


def _places_of(counters: dict[str, Counter], units: Iterable[str]) -> list[str | None]:
    """The places of those units that have counters, in their order."""
    return [counters[unit].place for unit in units if unit in counters]


class StepLog:
    """The log of a match by steps. Each step is written once, on demand, so that browsing a long game is as fast as
    browsing a short one."""

    def __init__(self, match: Match[Any]) -> None:
        self._plies = match.plies
        self._log = GameLog(match, Log())
        self._turns = PlayerTurnTracker(match.rules, match.history.first_state)
        self._entries: list[LogEntry] = [self._log.heading()]
        self._ends = [1]
        """The number of log lines after 0, 1, 2 … steps, as far as they are written."""

    @property
    def complete(self) -> bool:
        """Whether every step has been written."""
        return len(self._ends) > len(self._plies)

    def write(self, steps: int) -> None:
        """Write the log up to so many steps."""
        for number in range(len(self._ends), min(steps, len(self._plies)) + 1):
            ply, before = self._plies[number - 1], self._plies[number - 2] if number > 1 else None
            action_entries, phase_entries = self._log.entries_of_step(ply, before, self._turns, ply.events)
            self._entries += [*action_entries, *phase_entries]
            self._ends.append(len(self._entries))

    def write_on(self, steps: int) -> None:
        """Write the log for so many further steps."""
        self.write(len(self._ends) - 1 + steps)

    def up_to(self, step: int) -> list[LogEntry]:
        """Every line up to a step, the set-up being 0."""
        self.write(step)
        return self._entries[: self._ends[step]]

    def step_of(self, line: int) -> int:
        """The step that a log line, counted from 0, belongs to."""
        return bisect_left(self._ends, line + 1)


MAX_MOVES_NAMED = 6
"""The most units listed by name in an item about moves; more are counted."""
MAX_SENTENCES = 6
"""The most sentences shown for a combat: the last ones, which contain its result."""


@dataclass
class RecapItem:
    """One item of the recap, shown by itself, e.g. the moves of a side or a combat."""

    title: Text
    lines: list[Text] = field(default_factory=list)
    """What happened, in sentences or phrases."""
    places: list[str] = field(default_factory=list)
    """The places involved."""
    ringed: list[str] = field(default_factory=list)
    """The final places of units that acted, were targets or were lost, and further places of a roll."""
    trace: Trace = field(default_factory=Trace)
    """The item's own arrows and struck counters."""
    preview: Preview | None = None
    """The arithmetic of its last roll."""
    result: Text = ""
    """The result of that roll in words."""


def first_after_action(steps: Sequence[Ply[Any]], people: Sequence[str]) -> int:
    """The index of the first step after a person's last action and its rolls."""
    last_action = next((k for k in range(len(steps) - 1, -1, -1) if steps[k].actor in people), -1)
    index = last_action + 1
    while index < len(steps) and steps[index].actor == CHANCE:
        index += 1
    return index


def last_of_others(steps: Sequence[Ply[Any]], people: Sequence[str]) -> range:
    """The indices of the latest steps of others, rolls included: those since a person's last action or, if others have
    not acted since, those before it; empty if others have only set up their units."""
    end = next((k for k in range(len(steps), 0, -1) if _is_reportable(steps[k - 1], people)), 0)
    while end < len(steps) and steps[end].actor == CHANCE:
        end += 1
    return range(first_after_action(steps[:end], people), end)


def _is_reportable(ply: Ply[Any], people: Sequence[str]) -> bool:
    """Whether a step is an action of another player worth reporting."""
    return ply.actor != CHANCE and ply.actor not in people and not _sets_up(ply) and any(
        not event.folded and not isinstance(event, PhaseBegan | TurnOver) for event in ply.events)


def _sets_up(ply: Ply[Any]) -> bool:
    """Whether a step only places units of its side, or ends the set-up."""
    return ply.actor != CHANCE and any(isinstance(event, Placed) for event in ply.events) and all(
        isinstance(event, Placed | PhaseBegan | TurnOver) for event in ply.events)


def recap(rules: System[Any], start: Any, steps: Sequence[Ply[Any]], people: Sequence[str]) -> tuple[RecapItem, ...]:
    """What others did in their latest steps, except set-up; empty if they did nothing.

    :param rules: filtered for the viewer.
    :param start: the state before the first step.
    """
    reported = [steps[k] for k in last_of_others(steps, people) if not _sets_up(steps[k])]
    counters = {counter.unit: counter for counter in rules.counters(start)}
    sides = {info.name: info.title for info in rules.theme.seats}
    items, lost = list[RecapItem](), list[Removed]()
    befores = (start, *(ply.state for ply in steps))
    reported_ids = set(map(id, reported))
    marks = {id(ply): marks_of(rules, before, ply.action, ply.events)
             for before, ply in zip(befores, steps, strict=False) if id(ply) in reported_ids}
    for plies in _grouped(reported, marks):
        index = next(k for k, ply in enumerate(steps) if ply is plies[0])
        before = steps[index - 1].state if index else start
        item = _item(rules, before, plies, sides.get(plies[0].actor, ""))
        item.trace = trace_since(plies, None, counters)
        lost += [event for ply in plies for event in ply.events if isinstance(event, Removed)]
        if item.lines:
            items.append(item)
    if items:
        failure_lines = failures(reported)
        item = RecapItem(say("Losses and failures") if failure_lines else say("Losses"), [
            say("{side}: {units}", side=side, units=and_list(units)) for side, units in _losses(rules, lost, counters)])
        item.lines = [*(item.lines or [say("No losses")]), *map(capitalised, failure_lines)]
        item.places = [event.place for event in lost]
        item.ringed = list(dict.fromkeys(item.places))
        item.trace = Trace(eliminated=tuple((event.unit, event.place) for event in lost))
        items.append(item)
    return tuple(items)


def failures(plies: Iterable[Ply[Any]]) -> list[Text]:
    """The failures among some steps, one line per kind with all units, e.g. ``orders refused (2): Red, Grey``."""
    by_kind: dict[str, tuple[Text, list[Text]]] = {}
    for event in (event for ply in plies for event in ply.events):
        if isinstance(event, RolledAgainst) and event.failure is not None:
            heading, name = event.failure
            by_kind.setdefault(str(heading), (heading, []))[1].append(name)
    return [say("{what} ({count}): {units}", what=kind, count=len(names), units=joined(names, ", "))
            for kind, names in by_kind.values()]


def turn_summary(rules: System[Any], start: Any, plies: Sequence[Ply[Any]], side: Text, turn: int) -> RecapItem:
    """The summary of a side's whole turn, in short phrases with arrows and struck counters.

    :param start: the state before the first of its steps.
    """
    counters = {counter.unit: counter for counter in rules.counters(start)}
    events = [event for ply in plies for event in ply.events if not event.folded]
    moved = {event.unit for event in events if isinstance(event, Moved)}
    rolls = sum(ply.actor == CHANCE for ply in plies)
    lost = _losses(rules, [event for event in events if isinstance(event, Removed)], counters)
    parts = [plural("{count} unit moved", "{count} units moved", len(moved)) if moved else "",
             plural("{count} roll", "{count} rolls", rolls) if rolls else "",
             *failures(plies), *(_losses_phrase(side, units) for side, units in lost),
             say("no losses") if rolls and not lost else ""]
    title = say("{side}, {turn_noun} {turn}", side=side, turn_noun=rules.theme.turn_noun, turn=turn)
    item = RecapItem(title, [part for part in parts if part])
    item.trace = trace_since(plies, None, counters)
    item.places = [place for path in item.trace.paths for place in (path.path[0], path.path[-1])]
    item.places += [place for _, place in item.trace.eliminated]
    return item


def _losses_phrase(side: Text, units: Sequence[Text]) -> Text:
    """A side's losses in a short phrase: the names of a few units, else their number."""
    if len(units) <= MAX_LOSSES_NAMED:
        return say("{side} lost {units}", side=side, units=and_list(units))
    return say("{side} lost {count} units", side=side, count=len(units))


def _losses(rules: System[Any], lost: Sequence[Removed], counters: Mapping[str, Counter],
            ) -> list[tuple[Text, list[Text]]]:
    """The sides with losses, each with the names of its lost units."""
    seats = {unit: counter.seat for unit, counter in counters.items()}
    losses = ((info.title, list(dict.fromkeys(event.name for event in lost if seats.get(event.unit) == info.name)))
              for info in rules.theme.seats)
    return [(side, names) for side, names in losses if names]


def _grouped(steps: Sequence[Ply[Any]], marks: Mapping[int, StepMarks]) -> Iterator[list[Ply[Any]]]:
    """The steps grouped into items: consecutive marches; a combat from its announcement to its last roll. A roll for
    other units in other places, such as one to rally at the end of a turn, does not belong to the action before it.

    :param marks: the identity of a step -> what it involves.
    """
    group: list[Ply[Any]] = []
    for ply in steps:
        same_item = bool(group) and _is_march(group[-1]) is _is_march(ply) and not _ends_phase(group[-1]) and (
            (_is_march(ply) and ply.actor == group[0].actor) or ply.actor == CHANCE or group[-1].actor != CHANCE)
        if ply.actor == CHANCE and same_item:
            same_item = not _are_apart(marks[id(ply)], [marks[id(each)] for each in group])
        if group and not same_item:
            yield group
            group = []
        group.append(ply)
    if group:
        yield group


def _are_apart(roll: StepMarks, before: Sequence[StepMarks]) -> bool:
    """Whether a roll involves none of the units and places of the steps before it; False if either is unknown."""
    known = {name for marks in before for name in (*marks.actors, *marks.targets, *marks.places)}
    return bool(known and roll.actors) and known.isdisjoint((*roll.actors, *roll.targets, *roll.places))


def _is_march(ply: Ply[Any]) -> bool:
    """Whether a step only moves units, or ends a phase."""
    return ply.actor != CHANCE and all(isinstance(event, Moved | PhaseBegan | TurnOver) for event in ply.events)


def _ends_phase(ply: Ply[Any]) -> bool:
    """Whether a phase or a turn ends with a step, so that the next step starts a new item."""
    return any(isinstance(event, PhaseBegan | TurnOver) for event in ply.events)


def _item(rules: System[Any], before: Any, plies: Sequence[Ply[Any]], side: Text) -> RecapItem:
    """The recap item of some steps, with their places and last roll.

    :param before: the state before the first of them.
    :param side: the title of the acting side; empty for rolls alone.
    """
    events: list[Event] = [event for ply in plies for event in ply.events
                           if not event.folded and not isinstance(event, PhaseBegan | TurnOver)]
    moved = list(dict.fromkeys(event.name for event in events if isinstance(event, Moved)))
    item = RecapItem(say("{side}: moves", side=side) if _is_march(plies[0]) else
                     say("{side}: actions", side=side) if side else say("Rolls"))
    if _is_march(plies[0]):
        if moved:
            item.lines = [and_list(moved) if len(moved) <= MAX_MOVES_NAMED
                          else plural("{count} unit", "{count} units", len(moved))]
    else:
        sentences = [event.text for event in events if not isinstance(event, Rolled)][-MAX_SENTENCES:]
        item.lines = list[Text](sentences)
    unit_places, roll_places = dict[str, str | None](), dict[str, None]()
    for ply in plies:
        marks = marks_of(rules, before, ply.action if ply.actor in (*rules.seats, CHANCE) else None, ply.events)
        item.places += [place for place in marks.places if place not in item.places]
        if not _is_march(ply):
            places_before = {counter.unit: counter.place for counter in rules.counters(before)}
            unit_places |= {unit: places_before[unit] for unit in (*marks.targets, *marks.actors)
                            if unit in places_before}
        for event in ply.events:
            match event:
                case Moved() | Advanced() | Retreated():
                    unit_places[event.unit] = event.path[-1]
                case Placed() | Removed():
                    unit_places[event.unit] = event.place
                case Rolled():
                    roll_places |= dict.fromkeys(event.places)
        rolled = first_roll(ply.events)
        if rolled is not None:
            item.preview = rules.preview(before, ply.action)
            item.result = rolled.meaning
            if item.preview is not None and item.preview.outcomes and item.preview.defenders:
                item.title = say("{side}: combat", side=side) if side else say("Combat")
            item.lines = item.lines or [rolled.title or rolled.meaning]
        before = ply.state
    item.ringed = list(dict.fromkeys(p for p in (*unit_places.values(), *roll_places) if p is not None))
    return item


def trace_of_others(flow: Flow, situation: Situation, held_prompt: Prompt | None) -> Trace:
    """The trace of others' steps since the last action of the person to act or, while a computer acts, of the person
    watching; if computers play each other, since the last action of the one to act.

    :param situation: the situation shown: later steps are left out.
    :param held_prompt: the prompt of a person whose turn ended implicitly, until the end is confirmed.
    """
    steps = flow.match.plies
    shown_steps = next((k for k in range(len(steps), 0, -1) if steps[k - 1].state is situation.state), 0)
    acting = flow.roller if flow.seat in (CHANCE, None) else flow.seat
    if held_prompt is not None:
        acting = held_prompt.to_act
    if flow.people and not flow.is_human(acting):
        acting = flow.people[0]
    return trace_since(steps[:shown_steps], acting, situation.counters)
