"""What computer players ask of Adua: what positions are worth, and what deserves a thought."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import tanh

from game.core.action import Action
from game.core.chance import per_cent
from game.core.contract import Rules
from game.core.evaluator import Considered, Evaluator, Weighed, unranked
from game.core.indices import other
from game.core.message import Text, say
from game.rules.adua import victory
from game.rules.adua.actions import (
    BEGIN,
    END,
    AnnounceAttack,
    AssignDamage,
    ChargeUnit,
    DeclareAttack,
    GiveOrder,
    HoldHex,
    LoseStep,
    MovePiece,
    ResolveCombat,
    RetreatUnit,
    RollMelee,
    SetUpPiece,
    TryInitiative,
)
from game.rules.adua.ai import abyssinian, advance, italian
from game.rules.adua.ai.advance import ground_to_hold, plan_of
from game.rules.adua.ai.scene import AduaScene
from game.rules.adua.hazards import lost_by_charge
from game.rules.adua.sides import ABYSSINIANS, ITALIANS, SEATS
from game.rules.adua.state import AduaPhase, AduaState
from game.rules.adua.units import COMBAT_UNITS, FIGHTERS, SEAT, SLOT, name_of

STEEP = 0.25
"""How sure a point of victory makes of the result; chosen, as is the number below."""
UPSET = 0.12
"""What a disorganized Italian unit counts beside a lost one."""
WELL = {
    AduaPhase.SETUP: say("keeps the proposed set-up"),
    AduaPhase.GUNS: say("keeps the machine guns where they are"),
    AduaPhase.ORDERS: say("every unit that needs an order has one"),
    AduaPhase.MOVE: say("units left in place are already well posted"),
    AduaPhase.FIRE: say("no other attack promises enough"),
    AduaPhase.CHARGE: say("no other melee promises enough"),
    AduaPhase.INITIATIVE: say("no commander can bring help where it is needed"),
}
"""Why a phase ends, by phase."""


class AduaEvaluator(Evaluator[AduaState]):
    """Adua's answers to computer players: courses are made and weighed by hand."""

    def __init__(self, rules: Rules[AduaState]) -> None:
        self._rules = rules

    def settled(self, state: AduaState) -> bool:
        return state.top is None

    def worth(self, state: AduaState, seat: str) -> float:
        """From the points, beside those that decide, and from disorder."""
        behind = float(victory.HALF * len(victory.behind(state)))
        points = (float(victory.points(state)) + behind * state.turn / victory.LAST
                  + UPSET * state.disorganized.bit_count())
        expected = float(victory.PARTIAL) * state.turn / victory.LAST
        score = tanh(STEEP * (points - expected))
        return score if seat == SEATS[ABYSSINIANS] else -score

    def plausible(self, state: AduaState) -> Sequence[Action]:
        return plausible(self._rules, state)

    def shortlist(self, state: AduaState) -> Sequence[Weighed]:
        return unranked(self._rules.candidates(state))

    def considered(self, state: AduaState, seed: int, enough: Callable[[], bool]) -> Sequence[Considered]:
        score = self.worth(state, self._rules.to_act(state) or "")
        return [course._replace(value=max(-1.0, min(1.0, score + course.value))) for course in self._courses(state)]

    def _courses(self, state: AduaState) -> list[Considered]:
        if state.phase == AduaPhase.GUNS or (state.phase == AduaPhase.SETUP and state.seat == ABYSSINIANS):
            return [Considered((END,), 0.0)]
        if state.top is not None:
            return [Considered((abyssinian.answer(state),), 0.0)]
        scene = AduaScene(state, state.seat)
        if state.seat == ITALIANS:
            return italian.choose(scene, plan_of(self.seed), ground_to_hold(state.ground, state.options, self.seed))
        return abyssinian.choose(scene)

    def why(self, state: AduaState, action: Action, then: Sequence[Action] | None = None) -> Text:
        match action:
            case GiveOrder(_, _, kind):
                return {"fire": say("to fire on the enemy in front"), "rally": say("to rally it"),
                        "resupply": say("to resupply it"), "entrench": say("the enemy is near")}.get(
                    kind, say("to attack"))
            case MovePiece():
                if action.off:
                    return say("exits to Adua")
                slot = SLOT[action.unit]
                if state.seat == ITALIANS and slot < COMBAT_UNITS and advance.marches(
                        AduaScene(state, ITALIANS), slot, plan_of(self.seed)):
                    return say("on the way to a pass")
                return (say("to mass around the enemy, or to attack in strength")
                        if state.seat == ABYSSINIANS else say("closes up and stays clear of the enemy mass"))
            case AnnounceAttack() | ChargeUnit() | DeclareAttack() | RollMelee() | ResolveCombat() | TryInitiative():
                shown = self._rules.preview(state, action)
                if shown is not None:
                    title, chance = shown.hope(self._rules.to_act(state) or "")
                    if title:
                        return say("{chance} chance to {title}", chance=per_cent(chance), title=title)
                return say("no choice here")
            case AssignDamage():
                return say("few units bear the damage, so the rest can advance")
            case SetUpPiece():
                return say("as far forward as the zone allows, to march for a pass")
            case RetreatUnit(_, place):
                return say("{place} is free", place=place)
            case LoseStep(unit) | HoldHex(unit):
                return say("{unit} can afford it best", unit=name_of(SLOT[unit]))
        if action == BEGIN:
            return say("all attacks worth making are announced")
        return WELL.get(state.phase, say("no better action"))


def plausible(rules: Rules[AduaState], state: AduaState) -> Sequence[Action]:
    """The legal actions of a beginner, never none."""
    if state.phase in (AduaPhase.SETUP, AduaPhase.GUNS):
        return [END]
    found = list(rules.candidates(state))
    if state.top is not None:
        return [one for one in found if one != END] or found
    match state.phase:
        case AduaPhase.ORDERS:
            kept: list[Action] = [one for one in found if isinstance(one, GiveOrder) and one.kind in (
                "offensive", "rally", "resupply", "fire")]
            return kept or [END]
        case AduaPhase.MOVE:
            return _moves(state, found)
        case AduaPhase.FIRE:
            attacks = [one for one in found if isinstance(one, AnnounceAttack) and len(one.shares) == 1]
            busy = {share.unit for share in state.shares}
            fresh: list[Action] = [one for one in attacks if SLOT[one.unit] not in busy]
            ends = [one for one in found if one in (BEGIN, END)]
            resolves: list[Action] = [one for one in found if isinstance(one, ResolveCombat)]
            return resolves or fresh or ends or found
        case AduaPhase.CHARGE:
            safe = [one for one in found if isinstance(one, ChargeUnit) and not lost_by_charge(state, one)]
            return safe or [one for one in found if one == END] or found
        case AduaPhase.INITIATIVE:
            return [one for one in found if one != END] or found
    return found


def _moves(state: AduaState, found: list[Action]) -> Sequence[Action]:
    """Towards the enemy, or with the Italians now and then nowhere."""
    ground = state.ground
    enemies = [state.at[slot] for slot in FIGHTERS[other(state.seat)] if state.at[slot] >= 0]
    kept: list[Action] = []
    for action in found:
        if not isinstance(action, MovePiece):
            continue
        if action.off:
            return [action]
        slot = SLOT[action.unit]
        here = state.at[slot]
        if slot >= COMBAT_UNITS:
            continue
        there = ground.index[action.path[-1]]
        if here < 0 or not enemies or min(ground.distance(there, one) for one in enemies) < min(
                ground.distance(here, one) for one in enemies):
            kept.append(action)
    share = 6 if SEAT[next(iter(FIGHTERS[state.seat]))] == ITALIANS else 40
    return [*kept, *([END] * (1 + len(kept) // share))]


def next_actions(state: AduaState) -> Sequence[Action]:
    """What is done next, whatever is meant for the whole battle: for the button that does the rest of a phase."""
    if state.top is not None:
        return (abyssinian.answer(state),)
    scene = AduaScene(state, state.seat)
    return (italian.choose(scene) if state.seat == ITALIANS else abyssinian.choose(scene))[0].actions
