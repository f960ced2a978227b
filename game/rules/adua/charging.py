"""The charge at the end of a small-arms phase: units enter enemy hexes (10.2, 6.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from game.core.action import Action
from game.core.indices import Slot
from game.core.message import plural, say
from game.core.offer import MoveOffer, Offer
from game.core.preview import Preview
from game.core.prompt import Duty
from game.core.verdict import LEGAL, Illegal, Verdict
from game.rules.adua import hazards, melee, previews
from game.rules.adua.actions import END_PHASE, ChargeUnit
from game.rules.adua.sequence import SidePhase
from game.rules.adua.sides import refuse, rule
from game.rules.adua.state import AduaState, Done
from game.rules.adua.units import SLOT, UNITS, name_of


class ChargePhase(SidePhase):
    """The phase in which a side sends units into melee."""

    rule = rule("10.2")
    asks = say("Choose the units that charge")
    end_label = say("End charges")
    checks = ((ChargeUnit, melee.check_charge),)
    unused_text = plural("{count} unit can enter melee", "{count} units can enter melee", 0)
    veteran_label = say("Let the computer choose charges")

    def is_idle(self, state: AduaState) -> bool:
        return not self.selectable_names(state)

    def selectable(self, state: AduaState) -> Sequence[Slot]:
        return list(melee.chargers(state))

    def obliged_cavalry_ids(self, state: AduaState) -> tuple[str, ...]:
        """The ids of the cavalry that must charge (ruling 23)."""
        return tuple(UNITS[slot].id for slot in melee.cavalry_obliged_to_charge(state))

    def duties(self, state: AduaState) -> tuple[Duty, ...]:
        ids = self.obliged_cavalry_ids(state)
        return (Duty(ids, plural("{count} cavalry unit must charge", "{count} cavalry units must charge", len(ids)),
                     rule("6.0", 23)),) if ids else ()

    def charges(self, state: AduaState, slot: Slot) -> list[ChargeUnit]:
        """The charges that a unit can make."""
        return [ChargeUnit(UNITS[slot].id, UNITS[target].id) for target in melee.chargers(state).get(slot, ())]

    def candidates(self, state: AduaState) -> list[Action]:
        charges: list[Action] = [ChargeUnit(UNITS[slot].id, UNITS[target].id)
                                 for slot, targets in melee.chargers(state).items() for target in targets]
        return charges if self.obliged_cavalry_ids(state) else [*charges, END_PHASE]

    def may_end(self, state: AduaState) -> Verdict:
        ids = self.obliged_cavalry_ids(state)
        if not ids:
            return LEGAL
        return refuse("6.0", say("{unit} is in an enemy ZOC and must charge", unit=name_of(SLOT[ids[0]])), 23,
                      units=list(ids))

    def roll_preview(self, state: AduaState, action: Action) -> Preview | None:
        assert isinstance(action, ChargeUnit)
        note = hazards.note_on(state, action)
        return replace(previews.of_charge(state, action), risk=note.with_rule if note is not None else "")

    def offers_for_unit(self, state: AduaState, slot: Slot) -> Iterator[Offer]:
        for charge in self.charges(state, slot):
            target = SLOT[charge.target]
            yield MoveOffer(hazards.with_note(state, charge, LEGAL), charge, (charge.unit,),
                            state.ground.hexes[state.at[target]], say("Charge {target}", target=name_of(target)),
                            say("Charge"), aimed_at=name_of(target),
                            arithmetic=partial(previews.of_charge, state, charge))

    def why_not_able(self, state: AduaState, slot: Slot) -> Illegal:
        return melee.why_no_charge(state, slot)

    def carry_out(self, state: AduaState, action: Action) -> Done:
        assert isinstance(action, ChargeUnit)
        return melee.apply_charge(state, action)
