"""The keys of a position and their kinds, and single values of it, checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec

from game.core.message import say
from game.core.position_fields import ChoiceField, FieldGroup, NumberField, PlacesField, PositionField, SwitchField
from game.core.position_form import Aside, PositionForm
from game.rules.adua import victory
from game.rules.adua.actions import ORDERS
from game.rules.adua.commands import TITLES
from game.rules.adua.state import Phase
from game.rules.adua.units import (
    ABYSSINIANS,
    CHIEF,
    COLONELS,
    COMMANDERS,
    GENERAL,
    GUNNERS,
    ITALIAN_COUNT,
    ITALIANS,
    KIND,
    MACHINE_GUNS,
    SLOT,
    UNITS,
)

Turn = Annotated[int, msgspec.Meta(ge=1, le=victory.LAST)]
Small = Annotated[int, msgspec.Meta(ge=0, le=99)]
STATUSES = ("disorganized", "low-ammo", "entrenched", "engaged", "moved", "entered", "repulsed", "shot", "tried")
MASKS = ("disorganized", "low", "entrenched", "engaged", "moved", "entered", "repulsed", "shot", "tried")
"""Statuses under their names in the rulebook, and where the state has them."""
TO_COME, OUT = "to-come", "out"
"""In a hex's place: who is still to come, and who has left by a pass."""


@dataclass(frozen=True, slots=True)
class OrderField(ChoiceField):
    """A unit's order, or who gave it: rows of all orders, each with its target."""

    part: str = "order"

    def value(self, holder: Mapping[str, Any], unit: str = "") -> Any:
        return next((row[self.part] for row in holder.get("orders", ()) if row["target"] == unit), None)

    def written(self, holder: Mapping[str, Any], value: Any, unit: str = "") -> dict[str, Any]:
        before = [row for row in holder.get("orders", ()) if row["target"] == unit]
        others = [row for row in holder.get("orders", ()) if row["target"] != unit]
        slot = SLOT[unit]
        chief = CHIEF[slot] if CHIEF[slot] >= 0 else GENERAL[slot]
        row: dict[str, Any] = {"giver": UNITS[chief].id, "target": unit, "order": "move"}
        row |= {**(before[0] if before else {}), self.part: value}
        return {**holder, "orders": others if value is None else [*others, row]}


@dataclass(frozen=True, slots=True)
class GunField(PositionField):
    """A unit's machine gun: one of the rows for the guns there are."""

    @staticmethod
    def row(holder: Mapping[str, Any], unit: str) -> Mapping[str, Any] | None:
        """The row of a unit's gun; None: it has none."""
        return next((row for row in holder.get("machine-guns") or () if row.get("unit") == unit), None)


@dataclass(frozen=True, slots=True)
class GunStatusField(ChoiceField, GunField):
    """Whether a unit has a machine gun, and how it is."""

    def value(self, holder: Mapping[str, Any], unit: str = "") -> Any:
        row = self.row(holder, unit)
        return None if row is None else row.get("status", "new")

    def written(self, holder: Mapping[str, Any], value: Any, unit: str = "") -> dict[str, Any]:
        rows = list(holder.get("machine-guns") or [{"status": "new", "since": 0}] * MACHINE_GUNS)
        free = [row for row in rows if row.get("unit") is None and row.get("status", "new") == "new"]
        before = self.row(holder, unit) or (free[0] if free else None)
        since = 0 if value in (None, "new") else holder.get("turn", 1)
        after = {**({"unit": unit} if value is not None else {}), "status": value or "new", "since": since}
        if before is None:  # one more than there are: the rules say so
            return {**holder, "machine-guns": [*rows, after]}
        rows[rows.index(before)] = after
        return {**holder, "machine-guns": rows}


@dataclass(frozen=True, slots=True)
class GunSinceField(NumberField, GunField):
    """The turn on which a unit's machine gun was tested, or jammed last."""

    def fits(self, position: Mapping[str, Any], unit: str) -> bool:
        return self.row(position, unit) is not None

    def value(self, holder: Mapping[str, Any], unit: str = "") -> Any:
        return (self.row(holder, unit) or {}).get("since", 0)

    def written(self, holder: Mapping[str, Any], value: Any, unit: str = "") -> dict[str, Any]:
        return {**holder, "machine-guns": [{**row, "since": value} if row.get("unit") == unit else row
                                           for row in holder.get("machine-guns") or ()]}


_ORDERED = frozenset(UNITS[slot].id for slot in (*range(ITALIAN_COUNT), *COLONELS))
_GUNNERS = frozenset(unit.id for slot, unit in enumerate(UNITS) if KIND[slot] in GUNNERS)
_FIGHTERS = frozenset(unit.id for unit in UNITS if unit.values)
FORM = PositionForm(
    marks=(NumberField("lost", say("steps lost"), most=3), SwitchField("disorganized", say("disorganized")),
           SwitchField("low-ammo", say("low on ammunition")), SwitchField("entrenched", say("entrenched")),
           SwitchField("engaged", say("in melee")), SwitchField("moved", say("has moved")),
           SwitchField("repulsed", say("repulsed")), SwitchField("shot", say("has fired"))),
    details=(
        OrderField("/orders", say("order"), _ORDERED, ((None, say("no order")), *zip(ORDERS, TITLES, strict=True))),
        OrderField("/orders", say("order given by"), _ORDERED, (
            (None, say("nobody")), *((UNITS[slot].id, UNITS[slot].name) for slot in COMMANDERS[ITALIANS])),
            part="giver"),
        GunStatusField("/machine-guns", say("machine gun"), _GUNNERS, (
            (None, say("none")), ("new", say("not tested yet")), ("working", say("works")), ("jammed", say("jammed")),
            ("lost", say("lost")))),
        GunSinceField("/machine-guns", say("machine gun: tested or jammed on turn"), _GUNNERS, most=victory.LAST),
        SwitchField("entered", say("has entered an enemy zone of control"), _FIGHTERS),
        SwitchField("tried", say("has tried for the initiative"),
                    frozenset(UNITS[slot].id for slot in COMMANDERS[ABYSSINIANS])),
        PlacesField("origin", say("hex it came from into the melee"), _FIGHTERS, single=True)),
    groups=(FieldGroup(say("Battle"), (
        NumberField("exited", say("combat points exited by the Italians"), most=99),
        PlacesField("melees-rolled", say("hexes whose melee has been rolled")))),),
    aside=(Aside(TO_COME, say("Reinforcements")), Aside(OUT, say("Exited"))),
    passing=("declared", "attacks", "resolved", "resolving", "melees-rolled", "under-way", "ending"),
    given=("orders", "machine-guns"))


class UnitRow(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """A piece that is not out of the game."""

    id: str
    place: str
    lost: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    origin: str | None = None
    disorganized: bool = False
    low_ammo: bool = False
    entrenched: bool = False
    engaged: bool = False
    moved: bool = False
    entered: bool = False
    repulsed: bool = False
    shot: bool = False
    tried: bool = False


class GunRow(msgspec.Struct, forbid_unknown_fields=True):
    """A machine gun."""

    unit: str | None = None
    status: Literal["new", "working", "jammed", "lost"] = "new"
    since: Annotated[int, msgspec.Meta(ge=0, le=victory.LAST)] = 0


class OrderRow(msgspec.Struct, forbid_unknown_fields=True):
    """An order that was given."""

    giver: str
    target: str
    order: str


class ShareRow(msgspec.Struct, forbid_unknown_fields=True):
    """Dice of a unit for a target; without a number all that are left."""

    unit: str
    target: str
    dice: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None


class PairRow(msgspec.Struct, forbid_unknown_fields=True):
    """An attack declared during movement."""

    unit: str
    target: str


class FrameRow(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Something under way; which of the keys belong to it depends on what it is."""

    kind: Literal["testing", "fight", "damage", "danger", "repairing", "supplying", "trying", "bringing", "clash",
                  "loss", "retreats", "staying"]
    guns: list[Annotated[int, msgspec.Meta(ge=0, le=3)]] | None = None
    unit: str | None = None
    units: list[str] | None = None
    place: str | None = None
    points: Annotated[int, msgspec.Meta(ge=1, le=5)] | None = None
    seat: str | None = None


class Document(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """A position; what is left out is as in the set-up of its scenario."""

    scenario: str | None = None
    options: list[str] | None = None
    turn: Turn = 1
    phase: str = Phase.SETUP
    phasing: str | None = None
    to_act: str | None = msgspec.field(name="to_act", default=None)
    units: list[UnitRow] | None = None
    machine_guns: list[GunRow] | None = None
    orders: list[OrderRow] = []
    declared: list[PairRow] = []
    attacks: list[ShareRow] = []
    resolved: list[ShareRow] = []
    resolving: bool = False
    melees_rolled: list[str] = []
    exited: Small = 0
    under_way: list[FrameRow] = []
    ending: str = ""
