"""Every unit of a game with its whereabouts, and each side's losses, as far as the viewer may know."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from game.core.capability import capability
from game.core.contract import Counter, System
from game.core.event import Removed
from game.core.message import Text
from game.core.presenter import OffMapBoxes
from game.match.history import Ply


class Whereabouts(StrEnum):
    """Where a unit is: the groups of the roster."""

    ON_MAP = "on map"
    TO_COME = "to come"
    """Not on the map yet: to be set up, or a reinforcement."""
    EXITED = "exited"
    """Off the map for good, by an exit."""
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class RosterEntry:
    """A unit in the roster."""

    counter: Counter
    where: Whereabouts
    box: Text = ""
    """The title of the box it is in; empty if it is in none."""
    can_act: bool = False
    """Whether it can act now."""
    steps_lost: int = 0

    @property
    def on_map(self) -> str | None:
        """Its place on the map; None off the map."""
        return self.counter.place if self.where is Whereabouts.ON_MAP else None


@dataclass(frozen=True, slots=True)
class Losses:
    """A side's losses so far, and its totals."""

    units: int
    """The number of units lost."""
    total_units: int
    """The number of units it began with."""
    steps: int
    """The number of steps lost; 0 if no unit of the game has more than one step."""
    total_steps: int
    """The number of steps it began with; likewise 0."""


def roster_of(rules: System[Any], first: Any, state: Any, plies: Sequence[Ply[Any]],
              able_units: Collection[str] = ()) -> tuple[RosterEntry, ...]:
    """The units of a game, without those that never took part in it.

    :param rules: the rules as the viewer sees them.
    :param first: the state in which the game began.
    :param plies: the plies up to ``state``.
    :param able_units: the units that can act now.
    """
    first_counters = {counter.unit: counter for counter in rules.counters(first)}
    removed = {event.unit for ply in plies for event in ply.events if isinstance(event, Removed)}
    boxes = {box.name: box.title for box in capability(rules, OffMapBoxes).boxes(state)}
    entries = []
    for counter in rules.counters(state):
        where = _where(counter, boxes)
        first_counter = first_counters.get(counter.unit, counter)
        never_there = where is Whereabouts.LOST and _where(first_counter, boxes) is Whereabouts.LOST
        if never_there and counter.unit not in removed:
            continue
        steps_left = 0 if where is Whereabouts.LOST else counter.steps or 0
        entries.append(RosterEntry(counter, where, boxes.get(counter.place or "", ""), counter.unit in able_units,
                                   max(0, (first_counter.steps or 0) - steps_left)))
    return tuple(entries)


def _where(counter: Counter, boxes: Collection[str]) -> Whereabouts:
    """The whereabouts of a counter.

    :param boxes: the names of the boxes beside the map.
    """
    if "waiting" in counter.marks:
        return Whereabouts.TO_COME
    if counter.place is None:
        return Whereabouts.LOST
    return Whereabouts.EXITED if counter.place in boxes else Whereabouts.ON_MAP


def losses(entries: Iterable[RosterEntry], seat: str) -> Losses:
    """A side's losses, from the roster of all sides."""
    all_entries = tuple(entries)
    own = [entry for entry in all_entries if entry.counter.seat == seat]
    lost = [entry for entry in own if entry.where is Whereabouts.LOST]
    has_steps = any(_full_steps(entry) > 1 for entry in all_entries)
    return Losses(len(lost), len(own), sum(entry.steps_lost for entry in own) if has_steps else 0,
                  sum(map(_full_steps, own)) if has_steps else 0)


def _full_steps(entry: RosterEntry) -> int:
    """The number of steps a unit began with."""
    return entry.steps_lost + (0 if entry.where is Whereabouts.LOST else entry.counter.steps or 0)
