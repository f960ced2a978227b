"""How the position editor changes the positions of a system: data that the system declares.

Legality is not checked here: that is the codec's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.core.message import Message
from game.core.pose import DEGREE, TURN, read_pose

Position = Mapping[str, Any]
ELSEWHERE = "out"
"""The place of units that the position does not name: out of the game."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A status in a unit's entry, such as disordered or the steps lost."""

    key: str
    title: Message
    most: int = 1
    """1: a switch; more: a whole number up to this."""


@dataclass(frozen=True, slots=True)
class Aside:
    """A place of units that are in the game, but not on the map."""

    name: str | None
    """Its value in a unit's entry; None stands for null."""
    title: Message


def with_value(row: Mapping[str, Any], key: str, value: Any) -> dict[str, Any]:
    """An entry with another value under a key; None removes the key."""
    rest = {name: one for name, one in row.items() if name != key}
    return rest if value is None else {**rest, key: value}


@dataclass(frozen=True, slots=True)
class PositionForm:
    """How units, phase and turn are written in the positions of a system.

    Every change returns a new position without the keys that the change makes stale; the codec reads what is left out
    as it is at the start of a phase.
    """

    marks: tuple[Mark, ...] = ()
    facing: str = ""
    """The key of the facing in a unit's entry; empty if units have none."""
    facings: tuple[str, ...] = ()
    """The facings, clockwise."""
    angles: tuple[int, ...] = ()
    """The same in degrees clockwise from the top of the map."""
    aside: tuple[Aside, ...] = ()
    """The places beside the map."""
    side: str = "phasing"
    """The key of the phasing seat."""
    passing: tuple[str, ...] = ()
    """Keys of what is under way in a phase, such as a combat: every change leaves them out."""
    given: tuple[str, ...] = ()
    """Keys of what has been done in a phase, such as orders: left out if they no longer fit."""

    def seat(self, position: Position) -> str:
        """The phasing seat; empty in a phase of both sides."""
        return str(position.get(self.side) or "")

    def phased(self, position: Position, seat: str, phase: str) -> dict[str, Any]:
        """The position at the start of another phase; an empty seat: a phase of both sides."""
        found = {key: value for key, value in self.fresh(position).items() if key not in self.given}
        return {**found, "phase": phase, **({self.side: seat} if seat and self.side else {})}

    def fresh(self, position: Position) -> dict[str, Any]:
        """The position without what is under way."""
        return {key: value for key, value in position.items() if key not in (*self.passing, "to_act")}

    def entry(self, position: Position, unit: str) -> Mapping[str, Any] | None:
        """What a position says of a unit on the map or aside; None: it is out of the game."""
        return next((row for row in position.get("units", ()) if row["id"] == unit), None)

    def place(self, position: Position, unit: str) -> str | None:
        """Where a unit is: on the map, the name of an aside, or ``ELSEWHERE``."""
        row = self.entry(position, unit)
        return ELSEWHERE if row is None else row.get("place")

    def put(self, position: Position, unit: str, place: str | None) -> dict[str, Any]:
        """The position with a unit on top of a place, aside, or ``ELSEWHERE``."""
        others = [row for row in position.get("units", ()) if row["id"] != unit]
        if place == ELSEWHERE:
            return {**self.fresh(position), "units": others}
        before = dict(self.entry(position, unit) or {"id": unit})
        if place in [aside.name for aside in self.aside]:  # what is not on the map has no marks of the map
            before = {"id": unit}
        at = next((n for n, row in enumerate(others) if row.get("place") == place), len(others))
        return {**self.fresh(position), "units": [*others[:at], {**before, "place": place}, *others[at:]]}

    def marked(self, position: Position, unit: str, mark: Mark) -> dict[str, Any]:
        """The position with a mark of a unit set or removed; a number goes up by one, and from the highest to none."""
        now = int((self.entry(position, unit) or {}).get(mark.key, 0))
        value = (now + 1) % (mark.most + 1)
        return self.changed(position, unit, mark.key, (bool(value) if mark.most == 1 else value) if value else None)

    def turned(self, position: Position, unit: str, steps: int) -> dict[str, Any]:
        """The position with a unit turned clockwise by some steps."""
        now = (self.entry(position, unit) or {}).get(self.facing, self.facings[0])
        return self.changed(position, unit, self.facing, self.facings[(self.facings.index(now) + steps) %
                                                                    len(self.facings)])

    def turns(self, position: Position, unit: str) -> bool:
        """Whether a unit has a facing."""
        return bool(self.facing) and self.facing in (self.entry(position, unit) or {})

    def angle(self, position: Position, unit: str) -> int | None:
        """A unit's facing in degrees clockwise from the top of the map; None if it has none."""
        facing = (self.entry(position, unit) or {}).get(self.facing)
        return self.angles[self.facings.index(facing)] if facing in self.facings else None

    def changed(self, position: Position, unit: str, key: str, value: Any) -> dict[str, Any]:
        """The position with another value in a unit's entry; None removes the key."""
        return {**self.fresh(position), "units": [
            with_value(row, key, value) if row["id"] == unit else row for row in position.get("units", ())]}


@dataclass(frozen=True, slots=True)
class PoseForm(PositionForm):
    """The form on a table without a grid: entries have a pose, and units still to be deployed are in their own list."""

    facing: str = "angle"
    step: int = 5 * DEGREE
    """Sixtieths of a degree that one step turns. Chosen: five degrees."""
    waiting: str = "waiting"
    """The key of the list of units still to be deployed, and the name of their aside."""

    def place(self, position: Position, unit: str) -> str | None:
        row = self.entry(position, unit)
        if row is None:
            return self.waiting if unit in position.get(self.waiting, ()) else ELSEWHERE
        return f"{row['x']},{row['y']},{row['angle']}"

    def put(self, position: Position, unit: str, place: str | None) -> dict[str, Any]:
        fresh = {**self.fresh(position), self.waiting: [
            name for name in position.get(self.waiting, ()) if name != unit]}
        others: Sequence[Mapping[str, Any]] = [row for row in position.get("units", ()) if row["id"] != unit]
        if place == self.waiting:
            return {**fresh, "units": others, self.waiting: [*fresh[self.waiting], unit]}
        pose = read_pose(place or "")
        if pose is None:
            return {**fresh, "units": others}
        row = {**(self.entry(position, unit) or {"id": unit}), "x": pose.x, "y": pose.y, "angle": pose.angle}
        return {**fresh, "units": [*others, row]}

    def turned(self, position: Position, unit: str, steps: int) -> dict[str, Any]:
        now = int((self.entry(position, unit) or {}).get(self.facing, 0))
        return self.changed(position, unit, self.facing, (now + steps * self.step) % TURN)
