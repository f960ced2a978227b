"""The fields of the position editor for Tours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.core.message import say
from game.core.position_fields import ChoiceField, FieldGroup, SwitchField
from game.core.position_form import PositionForm
from game.rules.tours.actions import ANGLES, VERTICES
from game.rules.tours.state import ToursPhase
from game.rules.tours.units import (
    COMBAT_UNITS,
    CONTINGENT_TITLES,
    CONTINGENTS,
    HI,
    LEADERS,
    MUSLIMS,
    SEATS,
    SIDES,
    SLOT,
    UNITS,
)


@dataclass(frozen=True, slots=True)
class ToursForm(PositionForm):
    """The form of the position editor. The phasing side follows from the first player of the game turn (4.1); in the
    set-up the first player is the side that sets up."""

    def seat(self, position: Mapping[str, Any]) -> str:
        first = str(position["first"])
        return next(seat for seat in SEATS if (seat != first) == bool(position["second"]))

    def phased(self, position: Mapping[str, Any], seat: str, phase: str) -> dict[str, Any]:
        phased = PositionForm.phased(self, position, "", phase)
        # The Muslims are the first to play after the set-up (4.1).
        first = (seat if phase == ToursPhase.SETUP else
                 SEATS[MUSLIMS] if position["phase"] == ToursPhase.SETUP else position["first"])
        second = phase not in (ToursPhase.INITIATIVE, ToursPhase.WHO_FIRST) and seat != first
        return {**phased, "first": first, "second": second}

    def put(self, position: Mapping[str, Any], unit: str, place: str | None) -> dict[str, Any]:
        after = PositionForm.put(self, position, unit, place)
        after["dead"] = [UNITS[slot].id for slot in LEADERS if self.entry(after, UNITS[slot].id) is None]
        return self.turned(after, unit, 0) if SLOT[unit] < COMBAT_UNITS and self.entry(after, unit) else after


@dataclass(frozen=True, slots=True)
class ContingentField(ChoiceField):
    """A contingent's order, and whether it has rolled for it, as one value: the order, then ``tried`` or ``active``
    after a blank."""

    def value(self, holder: Mapping[str, Any], unit: str = "") -> Any:
        order = holder.get("orders", {}).get(self.key)
        rolled = ("active" if self.key in holder.get("active", ()) else
                  "tried" if self.key in holder.get("tried", ()) else "")
        return f"{order} {rolled}".strip() if order is not None else None

    def written(self, holder: Mapping[str, Any], value: Any, unit: str = "") -> dict[str, Any]:
        order, _, rolled = (value or "").partition(" ")
        others = {name: other for name, other in holder.get("orders", {}).items() if name != self.key}
        rolls = {key: [name for name in holder.get(key, ()) if name != self.key] for key in ("tried", "active")}
        for key in {"tried": ("tried",), "active": ("tried", "active")}.get(rolled, ()):
            rolls[key].append(self.key)
        return {**holder, "orders": {**others, self.key: order} if order else others, **rolls}


_CONTINGENTS = tuple(zip(CONTINGENTS, CONTINGENT_TITLES, strict=True))
_ORDERS = ((None, say("no order")), ("move", say("Move/Attack")), ("move tried", say("Move/Attack, refused")),
           ("move active", say("Move/Attack, activated")), ("reform", say("Reform")))
_WALL = (("wall", say("Shield Wall")), ("wall active", say("Shield Wall, leaves it")),
         ("wall tried", say("Shield Wall, forms it")))
"""The choices of contingents, of orders, and of further orders for the heavy infantry; each value with its label."""


FORM = ToursForm(
    marks=(SwitchField("disordered", say("disordered")), SwitchField("engaged", say("engaged")),
           SwitchField("moved", say("has moved")), SwitchField("fired", say("has fired")),
           SwitchField("attacked", say("has attacked or advanced in shock")),
           SwitchField("retreated", say("has retreated")),
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
    in_progress=("moving", "combats", "resolving", "under-way", "ending"),
    done_in_phase=("orders", "tried", "active", "acting", "leader-moved", "leader-helped"))
