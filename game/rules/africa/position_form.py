"""What the position editor can set in a battle of Africa."""

from __future__ import annotations

from game.core.message import say
from game.core.position_fields import ChoiceField, FieldGroup, MemberField, PlacesField, SwitchField
from game.core.position_form import Aside, PositionForm
from game.rules.africa.tables import TABLES
from game.rules.africa.units import CAVALRY, CONVOY, GUNS, HIDDEN, OFFICER, SHIP, roster

_GUNS = frozenset(unit.id for unit in roster().values() if unit.kind in GUNS)
_RIDERS = frozenset(unit.id for unit in roster().values() if unit.kind in (CAVALRY, OFFICER, SHIP))
"""Units that may go two areas."""
FORM = PositionForm(
    marks=(SwitchField("reduced", say("has lost a step")), SwitchField("demoralized", say("demoralized")),
           SwitchField("aboard", say("aboard a ship")), SwitchField("moved", say("has moved")),
           SwitchField("fired", say("has fired")), SwitchField("active", say("has been activated")),
           SwitchField("supported", say("has supported"))),
    details=(
        SwitchField("once", say("has moved one area of two"), _RIDERS),
        SwitchField("struck", say("hit by fire in this phase")),
        SwitchField("topped", say("put on top of its stack in this phase")),
        SwitchField("second", say("activated twice"), _GUNS), SwitchField("gun_moved", say("gun has moved"), _GUNS),
        PlacesField("shots", say("areas fired at this turn"), _GUNS),
        PlacesField("came", say("area it attacked from"), single=True),
        MemberField("/captured", say("captured"), frozenset(u.id for u in roster().values() if u.kind == CONVOY)),
        ChoiceField("/kabila/{unit}", say("shock factor drawn"),
                    frozenset(unit.id for unit in roster().values() if unit.shock[0] == HIDDEN),
                    ((None, say("hidden")), *((factor, str(factor)) for factor, _ in TABLES.kabila.factors)))),
    groups=(FieldGroup(say("Control"), (PlacesField("spanish_control", say("areas held by the Spanish")),)),),
    aside=(Aside(None, say("Reinforcements")),), passing=("pending",), given=("captured", "kabila"))
