"""What a step did, as the map shows it: who acted, on whom, the ways they went, and every place that it touched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from game.core.action import Action
from game.core.contract import Counter, System
from game.core.event import Advanced, Declared, Event, Moved, Placed, Removed, Retreated, Rolled

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
