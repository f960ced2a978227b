"""The deaths of leaders: who has died, by what rule, and what follows, as a card says it or a banner."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from game.core.contract import Counter
from game.core.event import Event, Fell
from game.core.message import Text, joined, named, say, several
from game.core.theme import SeatInfo, Theme
from game.core.verdict import RuleRef
from game.ui.kit.notice import Notice


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
                       event.outcome) for event in events if isinstance(event, Fell))


def title(found: Iterable[Death]) -> Text:
    """Who is dead."""
    names = [each.counter.name for each in found]
    return several("{leaders} is dead", "{leaders} are dead", len(names), leaders=named(names))


def announce(notice: Notice, found: Iterable[Death]) -> None:
    """Say it in a banner in the colours of their side, which holds nothing up."""
    by_side: dict[str, list[Death]] = {}
    for each in found:
        by_side.setdefault(each.side.name, []).append(each)
    for dead in by_side.values():
        told = joined(dict.fromkeys(text for each in dead for text in (_caused(each), each.outcome)), ". ")
        notice.say(title(dead), dead[0].side, told)


def _caused(death: Death) -> Text:
    """The cause with its rule."""
    return say("{cause} ({rule})", cause=death.cause, rule=death.rule.number) if death.cause else ""
