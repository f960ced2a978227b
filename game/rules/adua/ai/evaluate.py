"""The evaluator of Adua: the values of positions, and the candidate actions of computer players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt, tanh

from game.board.hexgrid import Hex
from game.core.action import Action
from game.core.chance import per_cent
from game.core.contract import Rules
from game.core.evaluator import Evaluator, ProposedCourse, Script, Weighed, unranked
from game.core.indices import Seat, Slot
from game.core.message import Text, say
from game.rules.adua import movement, victory
from game.rules.adua.actions import (
    BEGIN_RESOLVING,
    END_PHASE,
    AnnounceAttack,
    AssignDamage,
    ChargeUnit,
    DeclareAttack,
    GiveOrder,
    HoldHex,
    LoseStep,
    MovePiece,
    OrderKind,
    ResolveCombat,
    RetreatUnit,
    RollMelee,
    SetUpPiece,
    TryInitiative,
)
from game.rules.adua.ai import (
    abyssinian,
    advance,
    answers,
    expected_points,
    features,
    guarding,
    italian,
    reasons,
    scripts,
)
from game.rules.adua.ai.advance import BattlePlan, plan_of
from game.rules.adua.ai.scene import UNREACHABLE, AduaScene
from game.rules.adua.ai.strong_ground import posts_to_hold
from game.rules.adua.hazards import lost_by_charge
from game.rules.adua.initiative import InitiativeMoves
from game.rules.adua.losses import POINTS_PER_STEP
from game.rules.adua.sides import ABYSSINIANS, ITALIANS, SEATS
from game.rules.adua.state import AduaPhase, AduaState
from game.rules.adua.units import COMBAT_UNITS, FIGHTERS, SLOT, UNITS, name_of

RECRUIT_SLACK = 1
"""The movement points by which a recruit's move may end farther from the enemy than the unit could get; chosen by
hand."""
ENDGAME_TURNS = 3
"""The number of last turns of the battle in which plans are played out to the end."""
ERROR_AT_END = 0.6
"""The typical error in points of the expectation at the end of the last turn; chosen by hand."""
ERROR_GROWTH = 0.75
"""The growth of that error with the square root of the turns left; chosen by hand."""
NOTHING_BETTER = {
    AduaPhase.SETUP: say("keeps the proposed set-up"),
    AduaPhase.GUNS: say("keeps the machine guns where they are"),
    AduaPhase.MOVE: say("the other units are already in good positions"),
    AduaPhase.FIRE: say("no other attack promises enough"),
    AduaPhase.CHARGE: say("no other melee promises enough"),
    AduaPhase.INITIATIVE: say("no commander can bring help where it is needed"),
}
"""Phase -> the reason shown for ending it."""
ORDER_REASONS = {
    OrderKind.SHOOT: say("to fire on the enemy in front"), OrderKind.RALLY: say("it is disorganized"),
    OrderKind.RESUPPLY: say("it is low on ammunition"), OrderKind.ENTRENCH: say("the enemy is near"),
    OrderKind.HOLD: say("to fire and dig in"), OrderKind.ASSAULT: say("to break through in melee"),
    OrderKind.OFFENSIVE: say("to break through in melee"),
}
"""Order -> the reason shown for giving it."""


class AduaEvaluator(Evaluator[AduaState]):
    """The evaluator of Adua. It builds and evaluates its courses itself."""

    names = features.FEATURE_NAMES
    turns_ahead = 4
    rehearsals = 3
    neglect = 0.5
    """With it a regular won 9 of 12 games against the recruit at a tenth of the budget; measured."""

    def __init__(self, rules: Rules[AduaState]) -> None:
        self._rules = rules

    def features(self, state: AduaState) -> Sequence[float]:
        return features.features(state)

    def settled(self, state: AduaState) -> bool:
        return state.top is None

    @property
    def _battle_plan(self) -> BattlePlan:
        """The player's plan for the Italians."""
        return next((plan for plan in BattlePlan if plan.value == self.stance), plan_of(self.seed))

    def _posts(self, state: AduaState) -> Mapping[Slot, Hex]:
        """Piece -> its hex in the ground to hold; empty on a march, and in the examples of play."""
        if state.scenario != victory.BATTLE or self._battle_plan is BattlePlan.MARCH:
            return italian.NO_POSTS
        return posts_to_hold(state.ground, state.options, self.seed)

    def phases_to_end(self, state: AduaState) -> int:
        """The number of planned phases to the end of the battle, two for each turn, in its last ``ENDGAME_TURNS``; else
        0."""
        turns_left = victory.LAST_TURN - state.turn
        return 2 * turns_left + (2 if state.seat == ITALIANS else 1) if turns_left < ENDGAME_TURNS else 0

    def worth(self, state: AduaState, seat: str) -> float:
        return _score(state, expected_points.expected_points(state), seat)

    def plausible(self, state: AduaState) -> Sequence[Action]:
        if state.phase in (AduaPhase.SETUP, AduaPhase.GUNS):
            return [END_PHASE]
        candidates = list(self._rules.candidates(state))
        if isinstance(state.top, InitiativeMoves):
            return [answers.answer(state, self.personality.losses)]
        if state.top is not None:
            return [one for one in candidates if one != END_PHASE] or candidates
        match state.phase:
            case AduaPhase.ORDERS:
                orders: list[Action] = [one for one in candidates if isinstance(one, GiveOrder) and one.kind in (
                    OrderKind.OFFENSIVE, OrderKind.RALLY, OrderKind.RESUPPLY, OrderKind.SHOOT)]
                return orders or [END_PHASE]
            case AduaPhase.MOVE:
                return _moves(state)
            case AduaPhase.FIRE:
                attacks = [one for one in candidates if isinstance(one, AnnounceAttack) and len(one.shares) == 1]
                attackers = {share.unit for share in state.shares}
                new_attacks = [one for one in attacks if SLOT[one.unit] not in attackers]
                ends = [one for one in candidates if one in (BEGIN_RESOLVING, END_PHASE)]
                resolves: list[Action] = [one for one in candidates if isinstance(one, ResolveCombat)]
                targets = {UNITS[share.target].id for share in state.shares}
                joint_attacks = [one for one in new_attacks if one.shares[0].target in targets]
                return resolves or joint_attacks or new_attacks or ends or candidates
            case AduaPhase.CHARGE:
                safe = [one for one in candidates if isinstance(one, ChargeUnit) and not lost_by_charge(state, one)]
                return safe or [one for one in candidates if one == END_PHASE] or candidates
            case AduaPhase.INITIATIVE:
                return [one for one in candidates if one != END_PHASE] or candidates
        return candidates

    def shortlist(self, state: AduaState) -> Sequence[Weighed]:
        return unranked(self._rules.candidates(state))

    def proposed_courses(self, state: AduaState, seed: int, enough: Callable[[], bool]) -> Sequence[ProposedCourse]:
        seat = self._rules.to_act(state) or ""
        points = expected_points.expected_points(state)
        sign = 1 if seat == SEATS[ABYSSINIANS] else -1
        return [course._replace(value=_score(state, points + sign * course.value, seat))
                for course in courses(state, self.seed, self.stance, self.personality.losses)]

    def promising_scripts(self, state: AduaState, seat: str) -> Sequence[Script]:
        return tuple(plan.script for plan in scripts.promising_plans(state, Seat(SEATS.index(seat)), self.seed))

    def scripts(self, scenario: str, seat: str) -> Sequence[Script]:
        return scripts.scripts(scenario, seat)

    def why(self, state: AduaState, action: Action, then: Sequence[Action] | None = None) -> Text:
        match action:
            case GiveOrder(_, _, kind):
                return ORDER_REASONS.get(kind, say("to attack"))
            case MovePiece():
                if action.off:
                    return say("exits to Adua")
                slot = SLOT[action.unit]
                if state.seat == ABYSSINIANS:
                    return reasons.why_abyssinian_move(AduaScene(state, ABYSSINIANS), slot, action)
                scene = AduaScene(state, ITALIANS)
                if slot < COMBAT_UNITS and advance.marches_to_pass(scene, slot, self._battle_plan):
                    return reasons.MARCHES
                return reasons.why_italian_move(scene, slot, action, self._posts(state))
            case AnnounceAttack() | ChargeUnit() | DeclareAttack() | RollMelee() | ResolveCombat() | TryInitiative():
                shown = self._rules.preview(state, action)
                if shown is not None:
                    title, chance = shown.hope(self._rules.to_act(state) or "")
                    if title:
                        return say("{chance} chance: {title}", chance=per_cent(chance), title=title)
                return reasons.why_without_odds(state, action)
            case AssignDamage(shares):
                if all(points < POINTS_PER_STEP for _, points in shares):
                    return say("one point each, so no unit loses a step")
                return (say("few units bear the damage, so the rest can advance")
                        if len(shares) < len(state.top.units)
                        else say("each unit bears some, so fewer steps are lost"))
            case SetUpPiece():
                return (say("as close as the zone allows to the army's defence line")
                        if self._battle_plan is not BattlePlan.MARCH
                        else say("as far forward as the zone allows, to march for a pass"))
            case RetreatUnit(_, place):
                return say("{place} is free", place=place)
            case LoseStep(unit) | HoldHex(unit):
                return say("{unit} is the best choice", unit=name_of(SLOT[unit]))
        if action == END_PHASE and state.phase is AduaPhase.ORDERS:
            return reasons.why_no_more_orders(state)
        if action == BEGIN_RESOLVING:
            return say("all attacks worth making are announced")
        return reasons.NO_BETTER if state.top is not None else NOTHING_BETTER.get(state.phase, reasons.NO_BETTER)


def _score(state: AduaState, points: float, seat: str) -> float:
    """A seat's score in -1 to 1 from the Abyssinians' expected points at the end, compared with the points needed for
    victory; the nearer the end, the more certain."""
    spread = ERROR_AT_END + ERROR_GROWTH * sqrt(victory.LAST_TURN - state.turn)
    score = tanh((points - float(victory.PARTIAL_VICTORY)) / spread)
    return score if seat == SEATS[ABYSSINIANS] else -score


def _moves(state: AduaState) -> Sequence[Action]:
    """The moves that a recruit considers: of the unit nearest to the enemy that can exit or get nearer, its exit, or
    else the moves that bring it about as near as it can get. Once there is no such unit, the next move of a commander
    or of mules, and last the end of the phase."""
    ground, scene = state.ground, AduaScene(state, state.seat)
    able = movement.units_able_to_move(state, FIGHTERS[state.seat])
    distances = {slot: scene.walk_to_enemy(slot, state.at[slot]) for slot in able}
    for slot in sorted(able, key=lambda one: (distances[one], one)):
        moves = movement.moves(state, slot)
        exits = [action for action in moves if action.off]
        if exits:
            return exits[:1]
        distance_after = {action: scene.walk_to_enemy(slot, ground.index[action.path[-1]]) for action in moves}
        nearest = min(distance_after.values(), default=UNREACHABLE)
        if nearest < distances[slot]:
            return [action for action, points in distance_after.items()
                    if points <= min(nearest + RECRUIT_SLACK, distances[slot] - 1)]
    if state.seat == ITALIANS:
        return italian.move_of_commander_or_mule(scene)[0].actions
    move_of_commander = guarding.commander_move(scene)
    return [END_PHASE if move_of_commander is None else move_of_commander]


def courses(
    state: AduaState, seed: int, stance: str = "", losses: float = 1.0
) -> Sequence[ProposedCourse]:
    """The candidate courses in a state, the best first, with the gains in victory points that their seat expects.

    :param seed: the seed of the player, from which its plan for the battle is drawn.
    :param stance: the name of the plan to follow; the likeliest if it is empty or not promising. The examples of play
        have no plans.
    :param losses: the factor on own losses (``Personality``).
    """
    if plans := scripts.promising_plans(state, state.seat, seed):
        return next((plan for plan in plans if plan.name == stance), plans[0]).courses(state, losses)
    action = answers.pending_action(state, losses)
    if action is not None:
        return [ProposedCourse((action,), 0.0)]
    scene = AduaScene(state, state.seat, loss_factor=losses)
    return abyssinian.choose(scene) if state.seat == ABYSSINIANS else italian.choose(scene)
