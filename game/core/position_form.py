"""What can be set by hand in the positions of a system, and how. Data that a system declares; the position editor and
nobody else changes positions by it. What may stand is not said here: that is asked of the codec.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.core.message import Message
from game.core.pose import DEGREE, TURN, read_pose

Position = Mapping[str, Any]
ELSEWHERE = "out"
"""Where units are that the position does not name: out of the game, in the editor's words."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that the entry of a unit in a position can say of it beside its place."""

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

    Every change returns another position. What the change makes stale is left out of it: the codec takes that as it is
    at the beginning of a phase.
    """

    marks: tuple[Mark, ...] = ()
    facing: str = ""
    """The key of an entry that says which way a unit faces; empty: there is none."""
    facings: tuple[str, ...] = ()
    """The ways to face, clockwise."""
    angles: tuple[int, ...] = ()
    """The same in degrees clockwise from the top of the map."""
    aside: tuple[Aside, ...] = ()
    side: str = "phasing"
    """The key that says whose phase it is."""
    passing: tuple[str, ...] = ()
    """Keys that say what is under way in a phase: no change leaves it so."""
    given: tuple[str, ...] = ()
    """Keys that say what has been done in a phase, such as orders: left out where they no longer fit."""

    def seat(self, position: Position) -> str:
        """Whose phase it is."""
        return str(position.get(self.side) or "")

    def phased(self, position: Position, seat: str, phase: str) -> dict[str, Any]:
        """At the beginning of another phase; no seat: it is nobody's own."""
        found = {key: value for key, value in self.fresh(position).items() if key not in self.given}
        return {**found, "phase": phase, **({self.side: seat} if seat and self.side else {})}

    def fresh(self, position: Position) -> dict[str, Any]:
        """Without what is under way."""
        return {key: value for key, value in position.items() if key not in (*self.passing, "to_act")}

    def entry(self, position: Position, unit: str) -> Mapping[str, Any] | None:
        """What a position says of a unit on the map or aside; None: it is out of the game."""
        return next((row for row in position.get("units", ()) if row["id"] == unit), None)

    def place(self, position: Position, unit: str) -> str | None:
        """Where a unit is: on the map, the name of an aside, or ``ELSEWHERE``."""
        row = self.entry(position, unit)
        return ELSEWHERE if row is None else row.get("place")

    def put(self, position: Position, unit: str, place: str | None) -> dict[str, Any]:
        """A unit on a place, aside, or ``ELSEWHERE``; on top of those that are there."""
        others = [row for row in position.get("units", ()) if row["id"] != unit]
        if place == ELSEWHERE:
            return {**self.fresh(position), "units": others}
        before = dict(self.entry(position, unit) or {"id": unit})
        if place in [aside.name for aside in self.aside]:  # what is not on the map has no marks of the map
            before = {"id": unit}
        at = next((n for n, row in enumerate(others) if row.get("place") == place), len(others))
        return {**self.fresh(position), "units": [*others[:at], {**before, "place": place}, *others[at:]]}

    def marked(self, position: Position, unit: str, mark: Mark) -> dict[str, Any]:
        """A unit with a mark that it had not, or without it; a number one higher, after the highest none."""
        now = int((self.entry(position, unit) or {}).get(mark.key, 0))
        value = (now + 1) % (mark.most + 1)
        return self.changed(position, unit, mark.key, (bool(value) if mark.most == 1 else value) if value else None)

    def turned(self, position: Position, unit: str, steps: int) -> dict[str, Any]:
        """A unit that faces another way, some steps clockwise."""
        now = (self.entry(position, unit) or {}).get(self.facing, self.facings[0])
        return self.changed(position, unit, self.facing, self.facings[(self.facings.index(now) + steps) %
                                                                    len(self.facings)])

    def turns(self, position: Position, unit: str) -> bool:
        """Whether a unit faces some way."""
        return bool(self.facing) and self.facing in (self.entry(position, unit) or {})

    def angle(self, position: Position, unit: str) -> int | None:
        """Which way a unit faces, in degrees clockwise from the top of the map; None: no way."""
        facing = (self.entry(position, unit) or {}).get(self.facing)
        return self.angles[self.facings.index(facing)] if facing in self.facings else None

    def changed(self, position: Position, unit: str, key: str, value: Any) -> dict[str, Any]:
        """The position with another value in a unit's entry; None removes the key."""
        return {**self.fresh(position), "units": [
            with_value(row, key, value) if row["id"] == unit else row for row in position.get("units", ())]}


@dataclass(frozen=True, slots=True)
class PoseForm(PositionForm):
    """Of a system on a table without a grid: entries have a pose, and those who wait stand in a list of their own."""

    facing: str = "angle"
    step: int = 5 * DEGREE
    """Sixtieths of a degree that one step turns. Chosen: five degrees."""
    waiting: str = "waiting"
    """The key of the list of those that wait, and the name of their aside."""

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
