"""The keys of a position and their kinds, and single values of it, checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec

from game.core.message import say
from game.core.position_fields import ChoiceField, FieldGroup, SwitchField
from game.core.position_form import PositionForm
from game.rules.tours import victory
from game.rules.tours.actions import ANGLES, VERTICES
from game.rules.tours.state import Phase
from game.rules.tours.units import (
    COMBAT_UNITS,
    CONTINGENT_TITLES,
    CONTINGENTS,
    FRANKS,
    HI,
    LEADERS,
    SEATS,
    SIDES,
    SLOT,
    UNITS,
)

Turn = Annotated[int, msgspec.Meta(ge=1, le=victory.LAST)]
Points = Annotated[int, msgspec.Meta(ge=0, le=8)]
STATUSES = ("disordered", "engaged", "moved", "fired", "attacked", "retreated", "reform-tried")
MASKS = ("disordered", "engaged", "moved", "fired", "shocked", "retreated", "tried_reform")


@dataclass(frozen=True, slots=True)
class ToursForm(PositionForm):
    """Whose player turn it is follows from who goes first in the game turn (4.1)."""

    def seat(self, position: Mapping[str, Any]) -> str:
        first = str(position["first"])
        return next(seat for seat in SEATS if (seat != first) == bool(position["second"]))

    def phased(self, position: Mapping[str, Any], seat: str, phase: str) -> dict[str, Any]:
        found = PositionForm.phased(self, position, "", phase)
        first = SEATS[FRANKS] if phase == Phase.SETUP else position["first"]
        second = phase not in (Phase.INITIATIVE, Phase.WHO_FIRST) and seat != first
        return {**found, "first": first, "second": second}

    def put(self, position: Mapping[str, Any], unit: str, place: str | None) -> dict[str, Any]:
        found = PositionForm.put(self, position, unit, place)
        found["dead"] = [UNITS[slot].id for slot in LEADERS if self.entry(found, UNITS[slot].id) is None]
        return self.turned(found, unit, 0) if SLOT[unit] < COMBAT_UNITS and self.entry(found, unit) else found


@dataclass(frozen=True, slots=True)
class ContingentField(ChoiceField):
    """What a contingent has been ordered, and whether it has rolled for it: parts of a value parted by blanks."""

    def value(self, holder: Mapping[str, Any], unit: str = "") -> Any:
        order = holder.get("orders", {}).get(self.key)
        rolled = ("active" if self.key in holder.get("active", ()) else
                  "tried" if self.key in holder.get("tried", ()) else "")
        return f"{order} {rolled}".strip() if order is not None else None

    def written(self, holder: Mapping[str, Any], value: Any, unit: str = "") -> dict[str, Any]:
        order, _, rolled = (value or "").partition(" ")
        orders = {name: each for name, each in holder.get("orders", {}).items() if name != self.key}
        listed = {key: [name for name in holder.get(key, ()) if name != self.key] for key in ("tried", "active")}
        for key in {"tried": ("tried",), "active": ("tried", "active")}.get(rolled, ()):
            listed[key].append(self.key)
        return {**holder, "orders": {**orders, self.key: order} if order else orders, **listed}


_CONTINGENTS = tuple(zip(CONTINGENTS, CONTINGENT_TITLES, strict=True))
_ORDERS = ((None, say("no order")), ("move", say("Move/Attack")), ("move tried", say("Move/Attack, refused")),
           ("move active", say("Move/Attack, activated")), ("reform", say("Reform")))
_WALL = (("wall", say("Shield Wall")), ("wall active", say("Shield Wall, leaves it")),
         ("wall tried", say("Shield Wall, forms it")))


FORM = ToursForm(
    marks=(SwitchField("disordered", say("disordered")), SwitchField("engaged", say("engaged")),
           SwitchField("moved", say("has moved")), SwitchField("fired", say("has fired")),
           SwitchField("attacked", say("has attacked in shock")), SwitchField("retreated", say("has retreated")),
           SwitchField("reform-tried", say("has tried to reform"))),
    groups=(
        FieldGroup(say("Player turn"), (
            ChoiceField("first", say("first player"), choices=tuple(zip(SEATS, SIDES, strict=True))),
            SwitchField("wall", say("Frankish shield wall"), explicit=True),
            SwitchField("leader-moved", say("leader has moved"), explicit=True),
            ChoiceField("leader-helped", say("contingent whose roll the leader helped"),
                        choices=((None, say("none")), *_CONTINGENTS)),
            ChoiceField("acting", say("contingent that acts now"), choices=((None, say("none")), *_CONTINGENTS)))),
        FieldGroup(say("Orders"), tuple(
            ContingentField(name, title, choices=(*_ORDERS, *(_WALL if name == CONTINGENTS[HI] else ())))
            for name, title in _CONTINGENTS))),
    facing="facing", facings=VERTICES, angles=ANGLES,
    passing=("moving", "combats", "resolving", "under-way", "ending"),
    given=("orders", "tried", "active", "acting", "leader-moved", "leader-helped"))


class UnitRow(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """A piece on the map."""

    id: str
    place: str
    facing: str | None = None
    disordered: bool = False
    engaged: bool = False
    moved: bool = False
    fired: bool = False
    attacked: bool = False
    retreated: bool = False
    reform_tried: bool = False


class MovingRow(msgspec.Struct, forbid_unknown_fields=True):
    """The unit that moves now."""

    unit: str
    left: Points
    halted: bool = False
    fired: bool = False
    led: bool = False


class CombatRow(msgspec.Struct, forbid_unknown_fields=True):
    """A combat that has been announced."""

    attackers: list[str]
    defenders: list[str]


class VacatedRow(msgspec.Struct, forbid_unknown_fields=True):
    """A hex that a defender has left before shock, and its attackers."""

    place: str
    attackers: list[str]


class PendingRow(msgspec.Struct, forbid_unknown_fields=True, rename="kebab", omit_defaults=True):
    """Something under way; which of the keys belong to it depends on what it is."""

    kind: Literal["obeying", "reforming", "reaction", "shot", "check", "peril", "rescued", "retreats", "nerve",
                  "follow", "turning", "fight", "counter"]
    unit: str | None = None
    target: str | None = None
    contingent: str | None = None
    units: list[str] | None = None
    attackers: list[str] | None = None
    defenders: list[str] | None = None
    stood: list[str] | None = None
    vacated: list[VacatedRow] | None = None
    all_attackers: list[str] | None = None
    answers: list[str] | None = None
    places: list[str] | None = None
    cause: Literal["fire", "shock", "alone", "lost"] | None = None
    stage: str | None = None
    result: str | None = None
    natural: Annotated[int, msgspec.Meta(ge=-1, le=9)] | None = None
    previous: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None
    reaction: bool | None = None
    counter: bool | None = None
    entered: list[str] | None = None
    provoked: list[CombatRow] | None = None
    rolled: bool | None = None


class Document(msgspec.Struct, forbid_unknown_fields=True, rename="kebab"):
    """A position; what is left out is as in the set-up of its scenario."""

    scenario: str | None = None
    options: list[str] | None = None
    turn: Turn = 1
    phase: str = Phase.SETUP.value
    to_act: str | None = msgspec.field(name="to_act", default=None)
    first: str | None = None
    second: bool = False
    wall: bool = True
    units: list[UnitRow] | None = None
    orders: dict[str, str] = {}
    tried: list[str] = []
    active: list[str] = []
    acting: str | None = None
    moving: MovingRow | None = None
    leader_moved: bool = False
    leader_helped: str | None = None
    combats: list[CombatRow] = []
    resolving: bool = False
    under_way: list[PendingRow] = []
    dead: list[str] = []
    ending: str = ""
