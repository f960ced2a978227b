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
    """The whereabouts of a unit."""

    ON_MAP = "on map"
    TO_COME = "to come"
    """Not on the map yet: to be set up, or a reinforcement."""
    EXITED = "exited"
    """Off the map for good, by an exit."""
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class RosterEntry:
    """An entry of the roster."""

    counter: Counter
    where: Whereabouts
    box: Text = ""
    """The title of the box it is in."""
    able: bool = False
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
    of_units: int
    steps: int
    of_steps: int
    """Steps it began with; 0 if no unit of the game has more than one."""


def roster_of(rules: System[Any], first: Any, state: Any, plies: Sequence[Ply[Any]],
              able: Collection[str] = ()) -> tuple[RosterEntry, ...]:
    """The units of a game, without those that never took part in it.

    :param rules: the rules as the viewer sees them.
    :param first: the state in which the game began.
    :param plies: the plies up to ``state``.
    :param able: units that can act now.
    """
    began = {counter.unit: counter for counter in rules.counters(first)}
    removed = {event.unit for ply in plies for event in ply.events if isinstance(event, Removed)}
    boxes = {box.name: box.title for box in capability(rules, OffMapBoxes).boxes(state)}
    units = []
    for counter in rules.counters(state):
        where = _where(counter, boxes)
        start = began.get(counter.unit, counter)
        if where is Whereabouts.LOST and _where(start, boxes) is Whereabouts.LOST and counter.unit not in removed:
            continue
        now = 0 if where is Whereabouts.LOST else counter.steps or 0
        units.append(RosterEntry(counter, where, boxes.get(counter.place or "", ""), counter.unit in able,
                              max(0, (start.steps or 0) - now)))
    return tuple(units)


def _where(counter: Counter, boxes: Collection[str]) -> Whereabouts:
    if "waiting" in counter.marks:
        return Whereabouts.TO_COME
    if counter.place is None:
        return Whereabouts.LOST
    return Whereabouts.EXITED if counter.place in boxes else Whereabouts.ON_MAP


def losses(mustered: Iterable[RosterEntry], seat: str) -> Losses:
    """A side's losses."""
    everybody = tuple(mustered)
    own = [each for each in everybody if each.counter.seat == seat]
    lost = [each for each in own if each.where is Whereabouts.LOST]
    several = any(_full_steps(each) > 1 for each in everybody)
    return Losses(len(lost), len(own), sum(each.steps_lost for each in own) if several else 0,
                  sum(map(_full_steps, own)) if several else 0)


def _full_steps(each: RosterEntry) -> int:
    """The steps a unit began with."""
    return each.steps_lost + (0 if each.where is Whereabouts.LOST else each.counter.steps or 0)
