"""The common base of Kassala's phases and decisions: the units that can act, and the refusals of actions that belong to
another decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from game.core.action import Action, Faces
from game.core.decision import Answer, Decision
from game.core.indices import other
from game.core.message import Message, Text, say
from game.core.offer import Offer, Picked
from game.core.preview import Preview
from game.core.verdict import LEGAL, Illegal, Reason, Verdict
from game.rules.kassala import odds
from game.rules.kassala.actions import (
    EndMovement,
    EndSetup,
    KassalaAdvance,
    KassalaAttack,
    KassalaBombard,
    KassalaLose,
    KassalaMove,
    KassalaPlace,
    NoAdvance,
)
from game.rules.kassala.sequence import SEQUENCE, KassalaPhase
from game.rules.kassala.state import KassalaState
from game.rules.kassala.units import (
    ADJECTIVES,
    CANNONS,
    ROSTER,
    SEATS,
    SIDE_UNITS,
    SLOT,
    KassalaUnit,
    ids,
    mask_of_ids,
    refuse,
)


class KassalaDecision(Decision[KassalaState]):
    """A phase, or a decision within one. Subclasses list actions in ``candidates``; ``why_not`` alone decides on
    legality, except on that of moves (``Movement.check``)."""

    def seat(self, state: KassalaState) -> str | None:
        return SEATS[SEQUENCE[state.step].seat]

    def phasing_seat(self, state: KassalaState) -> str:
        return SEATS[state.now.seat] if state.now.phase != KassalaPhase.OVER else ""

    def answers(self, state: KassalaState) -> Iterable[Answer]:
        return map(Answer, self.candidates(state))

    def check(self, state: KassalaState, action: Action) -> Verdict:
        why = self.why_not(state, action)
        return LEGAL if why is None else Illegal((why,))

    def why_not(self, state: KassalaState, action: Action) -> Reason | None:
        """Why an action that belongs to another decision is refused.

        :raises TypeError: if it is no action of Kassala.
        """
        match action:
            case KassalaMove():
                return Reason(state.now.rule, say("No movement now: {clause}", clause=state.now.clause))
            case EndMovement():
                return Reason(state.now.rule, say("No movement to end: {clause}", clause=state.now.clause))
            case KassalaPlace():
                return refuse("II.A.1", say("Units are set up before the first turn only"))
            case EndSetup():
                return refuse("II.A.1", say("The set-up is over"))
            case Faces():
                return refuse("I.C", say("No roll is pending"))
            case KassalaBombard():
                return why_no_gun(state, action) or self.why_no_combat(state, action)
            case KassalaAttack() | KassalaLose() | KassalaAdvance() | NoAdvance():
                return self.why_no_combat(state, action)
        raise TypeError(f"{action!r} is no action of Kassala")

    def why_no_combat(self, state: KassalaState, action: Action) -> Reason:
        """Why a combat action is refused when no combat needs it."""
        match action:
            case KassalaLose():
                return refuse("I.D", say("No exchange is being settled"))
            case KassalaAdvance() | NoAdvance():
                return refuse("II.E.13", say("No advance after combat is pending"))
        return Reason(state.now.rule, say("No attacks now: {clause}", clause=state.now.clause))

    def preview(self, state: KassalaState, action: Action) -> Preview | None:
        match action:
            case KassalaAttack(attackers, defenders):
                return odds.attack_preview(state, mask_of_ids(attackers), mask_of_ids(defenders))
            case KassalaBombard(unit, defenders):
                note = say("a bombardment never has any effect")
                return odds.sure_preview(state, mask_of_ids((unit,)), mask_of_ids(defenders), odds.NO_EFFECT, note,
                                         "IV.A.7.b")
        return None

    def autoplay_step(self, state: KassalaState) -> tuple[Message, Action | None] | None:
        """The label and the next of several actions that one command carries out (``BatchActions.autoplay_step``)."""
        return None

    def selectable(self, state: KassalaState) -> int:
        """The mask of units that can be selected or added to the selection."""
        return 0

    def possible_targets(self, state: KassalaState) -> int:
        """The mask of enemies that can be chosen as targets."""
        return 0

    def must_fight(self, state: KassalaState) -> int:
        """The mask of units of both sides that must still fight."""
        return 0

    def offers(self, state: KassalaState, picked: Picked) -> Sequence[Offer]:
        selectable, targets = self.selectable(state), self.possible_targets(state)
        if not picked.units:
            return [Offer(units=(unit,)) for unit in (*ids(selectable), *ids(targets))]
        considered = picked.units if self.mode == "compose" else picked.units[:1]
        units = [ROSTER[SLOT[unit]] for unit in considered]
        idle = [unit for unit in units if not unit.bit & (selectable | targets)]
        refused = [Offer(Illegal((self.why_idle(state, unit),)), units=(unit.id,)) for unit in idle]
        return [*refused, *self.offers_for_units(state, picked.units)]

    def offers_for_units(self, state: KassalaState, picked: tuple[str, ...]) -> Iterable[Offer]:
        """The offers for the selected units.

        :param picked: the ids of the units, at least one.
        """
        return ()

    def why_idle(self, state: KassalaState, unit: KassalaUnit) -> Reason:
        """Why a unit cannot act now.

        :param unit: neither selectable nor a possible target.
        """
        if SEATS[unit.seat] != self.seat(state):
            return self.why_not_a_target(state, unit)
        if state.at[unit.slot] < 0:
            return refuse("I.B", say("{unit} is not on the map", unit=unit.title), unit=unit.id)
        return self.why_own_unit_idle(state, unit)

    def why_not_a_target(self, state: KassalaState, unit: KassalaUnit) -> Reason:
        """Why a unit of the other side cannot be chosen as a target."""
        text = say("{unit} is a {side} unit; now the {acting} player acts", unit=unit.title, side=ADJECTIVES[unit.seat],
                   acting=ADJECTIVES[other(unit.seat)])
        return refuse("II.B", text, unit=unit.id)

    def why_own_unit_idle(self, state: KassalaState, unit: KassalaUnit) -> Reason:
        """Why a unit on the map, of the side to decide, cannot act. A decision for which such units are selected
        overrides this."""
        raise NotImplementedError


class CombatStep(KassalaDecision):
    """A pending step of a combat, a roll or a decision, after which the combat continues."""

    name = KassalaPhase.COMBAT
    key: ClassVar[str]
    """The key of the step in positions."""

    def conditions(self, state: KassalaState) -> Iterator[tuple[object, Text]]:
        """The conditions that a position with this decision must meet, each as (whether it is met, a text of what is
        expected)."""
        raise NotImplementedError

    def why_decide_first(self) -> Reason:
        """The refusal of other actions, since this decision must come first."""
        raise NotImplementedError

    def why_no_combat(self, state: KassalaState, action: Action) -> Reason:
        return self.why_decide_first()


def attackers_condition(state: KassalaState, attackers: int) -> tuple[object, Text]:
    """Whether the attackers in a pending decision are of the phasing side, and a text of what is expected."""
    return not attackers & ~SIDE_UNITS[state.now.seat], say("attackers of the {side} side", side=SEATS[state.now.seat])


def hexes_condition(state: KassalaState, hexes: tuple[str, ...]) -> tuple[object, Text]:
    """Whether the vacated hexes in a pending decision are on the map, and a text of what is expected."""
    return all(name in state.setting.ground.index for name in hexes), say("vacated hexes of the map")


def why_no_gun(state: KassalaState, action: KassalaBombard) -> Reason | None:
    """Why a unit can never bombard in this game (IV.A.7.b); None if it can."""
    unit = ROSTER[SLOT[action.unit]]
    if not state.setting.cannon_option:
        return refuse("IV.A", say("Bombardment is part of the cannon option, which is not in play"))
    if not unit.bit & CANNONS:
        return refuse("IV.A.7.b", say("{unit} is not cannon; only cannon bombard", unit=unit.title), unit=unit.id)
    return None
