"""How the position editor changes the positions of a system: data declared by the system.

Legality is not checked here; that is left to the codec.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from game.core.message import Message
from game.core.pose import DEGREE, FULL_TURN, read_pose
from game.core.position_fields import (
    FieldGroup,
    NumberField,
    Position,
    PositionField,
    SwitchField,
    with_value,
)
from game.core.position_terrain import TerrainForm

OUT_OF_GAME = "out"
"""The place of units that are not in the position: out of the game."""


@dataclass(frozen=True, slots=True)
class OffMapPlace:
    """A place for units that are in the game but not on the map, such as reinforcements."""

    name: str | None
    """Its value in a unit's entry; None for null."""
    title: Message


@dataclass(frozen=True, slots=True)
class PositionForm:
    """How units, phase and turn are written in the positions of a system.

    Every change returns a new position without the keys that the change makes stale; the codec then assumes the state
    at the start of a phase for what is missing.
    """

    marks: tuple[SwitchField | NumberField, ...] = ()
    """The marks that a unit on the map can have."""
    details: tuple[PositionField, ...] = ()
    """The other editable values of a unit."""
    groups: tuple[FieldGroup, ...] = ()
    """The editable values of the battle as a whole."""
    terrain: TerrainForm | None = None
    """How terrain is placed by hand; None: the maps are printed."""
    facing: str = ""
    """The key of the facing in a unit's entry; empty if units have none."""
    facings: tuple[str, ...] = ()
    """The facings, clockwise."""
    angles: tuple[int, ...] = ()
    """The facings in degrees clockwise from the top of the map."""
    off_map: tuple[OffMapPlace, ...] = ()
    """The places off the map."""
    side: str = "phasing"
    """The key of the phasing seat."""
    in_progress: tuple[str, ...] = ()
    """The keys of what can be in progress during a phase, such as a combat; every change removes them."""
    done_in_phase: tuple[str, ...] = ()
    """The keys of what has been done in a phase, such as orders; removed if they no longer fit."""

    def seat(self, position: Position) -> str:
        """The phasing seat; empty in a phase of both sides."""
        return str(position.get(self.side) or "")

    def phased(self, position: Position, seat: str, phase: str) -> dict[str, Any]:
        """The position in another phase, with nothing in progress; an empty seat means a phase of both sides."""
        return {**self.fresh(position), "phase": phase, **({self.side: seat} if seat and self.side else {})}

    def fresh(self, position: Position, keep: str = "") -> dict[str, Any]:
        """The position without anything in progress.

        :param keep: a key that is not removed.
        """
        return {key: value for key, value in position.items()
                if key == keep or key not in (*self.in_progress, "to_act")}

    def entry(self, position: Position, unit: str) -> Mapping[str, Any] | None:
        """The entry of a unit that is on the map or at a place off the map; None if it is out of the game."""
        return next((row for row in position.get("units", ()) if row["id"] == unit), None)

    def place(self, position: Position, unit: str) -> str | None:
        """The place of a unit: one on the map, the name of a place off the map, or ``OUT_OF_GAME``."""
        row = self.entry(position, unit)
        return OUT_OF_GAME if row is None else row.get("place")

    def put(self, position: Position, unit: str, place: str | None) -> dict[str, Any]:
        """The position with a unit moved to the top of a place, to a place off the map, or to ``OUT_OF_GAME``."""
        others = [row for row in position.get("units", ()) if row["id"] != unit]
        if place == OUT_OF_GAME:
            return {**self.fresh(position), "units": others}
        entry = dict(self.entry(position, unit) or {"id": unit})
        if place in [each.name for each in self.off_map]:  # units off the map have no marks
            entry = {"id": unit}
        index = next((n for n, row in enumerate(others) if row.get("place") == place), len(others))
        return {**self.fresh(position), "units": [*others[:index], {**entry, "place": place}, *others[index:]]}

    def read(self, position: Position, field: PositionField, unit: str = "") -> Any:
        """The value of a field, of a unit or of the battle; None if there is none."""
        if not unit or field.of_position:
            return field.value(position, unit)
        return field.value(self.entry(position, unit) or {}, unit)

    def set(self, position: Position, field: PositionField, value: Any, unit: str = "") -> dict[str, Any]:
        """The position with the value of a field replaced; anything else in progress is removed."""
        if not unit or field.of_position:
            return field.written(self.fresh(position, field.path(unit)[0]), value, unit)
        return self.changed(position, unit, field.key, value or None)

    def allows(self, field: PositionField, position: Position, unit: str) -> bool:
        """Whether a unit can have a field; a unit off the map can only have those that are in the position itself."""
        is_on_map = self.place(position, unit) not in (OUT_OF_GAME, *(each.name for each in self.off_map))
        return field.fits(position, unit) and (is_on_map or field.of_position)

    def turned(self, position: Position, unit: str, steps: int) -> dict[str, Any]:
        """The position with a unit turned clockwise by a number of steps; from the first facing if it has none, or one
        that does not exist."""
        facing = (self.entry(position, unit) or {}).get(self.facing)
        start = self.facings.index(facing) if facing in self.facings else 0
        index = (start + steps) % len(self.facings)
        return self.changed(position, unit, self.facing, self.facings[index])

    def turns(self, position: Position, unit: str) -> bool:
        """Whether a unit has a facing."""
        return bool(self.facing) and self.facing in (self.entry(position, unit) or {})

    def angle(self, position: Position, unit: str) -> int | None:
        """A unit's facing in degrees clockwise from the top of the map; None if it has none."""
        facing = (self.entry(position, unit) or {}).get(self.facing)
        return self.angles[self.facings.index(facing)] if facing in self.facings else None

    def changed(self, position: Position, unit: str, key: str, value: Any) -> dict[str, Any]:
        """The position with a value in a unit's entry replaced; None removes the key."""
        return {**self.fresh(position), "units": [
            with_value(row, key, value) if row["id"] == unit else row for row in position.get("units", ())]}


@dataclass(frozen=True, slots=True)
class PoseForm(PositionForm):
    """The form for a table without a grid: entries have a pose, and units still to be deployed are in a list of their
    own."""

    facing: str = "angle"
    step: int = 5 * DEGREE
    """The angle of one turning step in sixtieths of a degree; chosen: five degrees."""
    waiting: str = "waiting"
    """The key of the list of units still to be deployed, and the name of their place off the map."""

    def place(self, position: Position, unit: str) -> str | None:
        row = self.entry(position, unit)
        if row is None:
            return self.waiting if unit in position.get(self.waiting, ()) else OUT_OF_GAME
        return f"{row['x']},{row['y']},{row['angle']}"

    def put(self, position: Position, unit: str, place: str | None) -> dict[str, Any]:
        without_unit = {**self.fresh(position), self.waiting: [
            name for name in position.get(self.waiting, ()) if name != unit]}
        others: Sequence[Mapping[str, Any]] = [row for row in position.get("units", ()) if row["id"] != unit]
        if place == self.waiting:
            return {**without_unit, "units": others, self.waiting: [*without_unit[self.waiting], unit]}
        pose = read_pose(place or "")
        if pose is None:
            return {**without_unit, "units": others}
        row = {**(self.entry(position, unit) or {"id": unit}), "x": pose.x, "y": pose.y, "angle": pose.angle}
        return {**without_unit, "units": [*others, row]}

    def turned(self, position: Position, unit: str, steps: int) -> dict[str, Any]:
        angle = (self.entry(position, unit) or {}).get(self.facing)
        if type(angle) is not int:
            angle = 0
        return self.changed(position, unit, self.facing, (angle + steps * self.step) % FULL_TURN)
