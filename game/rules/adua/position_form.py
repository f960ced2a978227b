"""The fields of the position editor for Adua."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.core.message import say
from game.core.position_fields import ChoiceField, FieldGroup, NumberField, PlacesField, PositionField, SwitchField
from game.core.position_form import OffMapPlace, PositionForm
from game.rules.adua import victory
from game.rules.adua.actions import OrderKind
from game.rules.adua.commands import ORDER_TITLES
from game.rules.adua.sides import ABYSSINIANS, ITALIANS, MACHINE_GUN_KINDS
from game.rules.adua.state import EXITED_NAME, WAITING_NAME
from game.rules.adua.units import (
    CHIEF,
    COLONELS,
    COMMANDERS,
    FIGHTERS,
    GENERAL,
    KIND,
    MACHINE_GUN_COUNT,
    SLOT,
    SLOTS,
    UNITS,
)


@dataclass(frozen=True, slots=True)
class OrderField(ChoiceField):
    """A unit's order, or its giver; the position lists all orders, each with its target."""

    part: str = "order"
    """The key of the value in an entry of that list: ``order`` or ``giver``."""

    def value(self, holder: Mapping[str, Any], unit: str = "") -> Any:
        return next((row[self.part] for row in holder.get("orders", ()) if row["target"] == unit), None)

    def written(self, holder: Mapping[str, Any], value: Any, unit: str = "") -> dict[str, Any]:
        before = [row for row in holder.get("orders", ()) if row["target"] == unit]
        others = [row for row in holder.get("orders", ()) if row["target"] != unit]
        slot = SLOT[unit]
        chief = CHIEF[slot] if CHIEF[slot] >= 0 else GENERAL[slot]
        order = OrderKind.OFFENSIVE if slot in COLONELS else OrderKind.MARCH
        row: dict[str, Any] = {"giver": UNITS[chief].id, "target": unit, "order": order}
        row |= {**(before[0] if before else {}), self.part: value}
        return {**holder, "orders": others if value is None else [*others, row]}


@dataclass(frozen=True, slots=True)
class GunField(PositionField):
    """A field of a unit's machine gun; the position lists all machine guns."""

    @staticmethod
    def row(holder: Mapping[str, Any], unit: str) -> Mapping[str, Any] | None:
        """The entry of a unit's machine gun; None if it has none."""
        return next((row for row in holder.get("machine-guns") or () if row.get("unit") == unit), None)


@dataclass(frozen=True, slots=True)
class GunStatusField(ChoiceField, GunField):
    """Whether a unit has a machine gun, and the gun's condition."""

    def value(self, holder: Mapping[str, Any], unit: str = "") -> Any:
        row = self.row(holder, unit)
        return None if row is None else row.get("status", "new")

    def written(self, holder: Mapping[str, Any], value: Any, unit: str = "") -> dict[str, Any]:
        unassigned = {"status": "new", "since": 0}
        rows = list(holder.get("machine-guns") or [unassigned] * MACHINE_GUN_COUNT)
        others = [row for row in rows if row.get("unit") != unit]
        if value is None:
            return {**holder, "machine-guns": [*others, *[unassigned] * (MACHINE_GUN_COUNT - len(others))]}
        after = {"unit": unit, "status": value, "since": 0 if value == "new" else holder.get("turn", 1)}
        before = self.row(holder, unit) or next((row for row in rows if row.get("unit") is None
                                                 and row.get("status", "new") == "new"), None)
        if before is None:  # more guns than there are: the rules refuse it
            return {**holder, "machine-guns": [*rows, after]}
        rows[rows.index(before)] = after
        return {**holder, "machine-guns": rows}


@dataclass(frozen=True, slots=True)
class GunSinceField(NumberField, GunField):
    """The turn on which a unit's machine gun was tested or last jammed."""

    def fits(self, position: Mapping[str, Any], unit: str) -> bool:
        return self.row(position, unit) is not None

    def value(self, holder: Mapping[str, Any], unit: str = "") -> Any:
        return (self.row(holder, unit) or {}).get("since", 0)

    def written(self, holder: Mapping[str, Any], value: Any, unit: str = "") -> dict[str, Any]:
        return {**holder, "machine-guns": [{**row, "since": value} if row.get("unit") == unit else row
                                           for row in holder.get("machine-guns") or ()]}


_ORDERED = frozenset(UNITS[slot].id for slot in (*FIGHTERS[ITALIANS], *COLONELS))
_MACHINE_GUN_UNITS = frozenset(unit.id for slot, unit in zip(SLOTS, UNITS, strict=True)
                               if KIND[slot] in MACHINE_GUN_KINDS)
_FIGHTERS = frozenset(unit.id for unit in UNITS if unit.values)
"""The ids of pieces that can be ordered, of units that may have a machine gun, and of combat units."""
FORM = PositionForm(
    marks=(NumberField("lost", say("steps lost"), most=3), SwitchField("disorganized", say("disorganized")),
           SwitchField("low-ammo", say("low on ammunition")), SwitchField("entrenched", say("entrenched")),
           SwitchField("engaged", say("in melee")), SwitchField("moved", say("has moved")),
           SwitchField("repulsed", say("repulsed")), SwitchField("shot", say("in small-arms combat this turn"))),
    details=(
        OrderField("/orders", say("order"), _ORDERED, ((None, say("no order")), *ORDER_TITLES.items())),
        OrderField("/orders", say("order given by"), _ORDERED, (
            (None, say("nobody")), *((UNITS[slot].id, UNITS[slot].name) for slot in COMMANDERS[ITALIANS])),
            part="giver"),
        GunStatusField("/machine-guns", say("machine gun"), _MACHINE_GUN_UNITS, (
            (None, say("none")), ("new", say("not tested yet")), ("working", say("works")), ("jammed", say("jammed")),
            ("lost", say("lost")))),
        GunSinceField("/machine-guns", say("machine gun: tested or jammed on turn"), _MACHINE_GUN_UNITS,
                      most=victory.LAST_TURN),
        SwitchField("entered", say("has entered an enemy ZOC"), _FIGHTERS),
        SwitchField("left-melee", say("has left a melee"),
                    frozenset(UNITS[slot].id for slot in FIGHTERS[ABYSSINIANS])),
        SwitchField("tried", say("has rolled for initiative"),
                    frozenset(UNITS[slot].id for slot in COMMANDERS[ABYSSINIANS])),
        PlacesField("origin", say("hex it came from into the melee"), _FIGHTERS, single=True)),
    groups=(FieldGroup(say("Battle"), (
        NumberField("exited", say("combat value exited by the Italians"), most=99),
        PlacesField("melees-rolled", say("hexes whose melee has been rolled")))),),
    off_map=(OffMapPlace(WAITING_NAME, say("Reinforcements")), OffMapPlace(EXITED_NAME, say("Exited"))),
    in_progress=("declared", "attacks", "resolved", "resolving", "melees-rolled", "under-way", "ending"),
    done_in_phase=("orders", "machine-guns"))
