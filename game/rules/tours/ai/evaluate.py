"""The evaluator of Tours: the values of positions, and the candidate actions of computer players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import tanh

from game.board.hexgrid import Hex
from game.core.action import Action
from game.core.chance import per_cent
from game.core.contract import Rules
from game.core.evaluator import Evaluator, ProposedCourse, Script, Weighed, unranked
from game.core.message import Message, Text, say
from game.rules.tours import shock, shock_odds, victory
from game.rules.tours.actions import (
    DECLINE,
    END_PHASE,
    ORDERS,
    RESOLVE_ATTACKS,
    ChangeFacing,
    ContinueAttack,
    Order,
    React,
    Reform,
    Resolve,
    ToursActivate,
    ToursAttack,
    ToursFire,
    ToursMove,
)
from game.rules.tours.ai import choosing
from game.rules.tours.ai.choosing import complete_target_sets
from game.rules.tours.ai.features import FEATURE_NAMES, features
from game.rules.tours.ai.reasons import disorder_chance, reason
from game.rules.tours.ai.scene import Scene
from game.rules.tours.ai.scripts import promising_scripts, scripts, stance_of
from game.rules.tours.ai.stances import Stance
from game.rules.tours.fire import ReactionFire
from game.rules.tours.sequence import seat_to_decide
from game.rules.tours.state import ToursPhase, ToursState
from game.rules.tours.units import (
    CONTINGENT_OF,
    FOE,
    FRANKS,
    MUSLIMS,
    SEAT,
    SEATS,
    SLOT,
    UNITS,
    ids,
    name_of,
    name_of_id,
    slots_of,
)

LAST_PLAYER_TURNS_PLAYED_OUT = 6
"""The number of player turns at the end of the battle, those of three turns, in which stances are played out to the end
when they are compared."""
MIN_REHEARSALS = 2
"""The fewest rehearsals with which stances are compared: a single one says nothing."""
MIN_MODIFIER = -3
"""The lowest modifier at which a beginner attacks; chosen by hand, as are the numbers below."""
MIN_CONTINUING_MODIFIER = MIN_MODIFIER + 2
"""The lowest modifier at which a beginner continues an attack."""
REFORMING_DIVISOR = 3
"""A beginner orders a contingent to reform if at least one in this many of its units is disordered."""
MAX_LEADER_PATH = 4
"""The most hexes that a beginner moves a leader."""
MOVES_FOR_EACH_END = 12
"""The end of a contingent's move is listed once for every so many moves, so that a random choice ends it at times."""


def plausible(rules: Rules[ToursState], state: ToursState) -> Sequence[Action]:
    """The legal actions that a beginner would consider; at least one."""
    if state.phase == ToursPhase.SETUP:
        return [END_PHASE]
    candidates = list(rules.candidates(state))
    if state.frames:
        good_attacks = [
            action for action in candidates if isinstance(action, ContinueAttack) and shock_odds.combat_drm(
                state, slots_of(action.attackers), slots_of(action.targets)) >= MIN_CONTINUING_MODIFIER]
        # An attack need not be continued, and a single advance or reaction may be declined; of several, one is carried
        # out.
        may_decline = len(candidates) <= 2 or any(isinstance(action, ContinueAttack) for action in candidates)
        others = [action for action in candidates
                  if not isinstance(action, ContinueAttack) and (action != DECLINE or may_decline)]
        return [*good_attacks, *others] or candidates
    match state.phase:
        case ToursPhase.ORDERS:
            return _plausible_orders(state, candidates)
        case ToursPhase.LEADERS:
            return _plausible_leader_moves(state, candidates)
        case ToursPhase.ACTION:
            return _plausible_actions(state, candidates)
        case ToursPhase.SHOCK:
            return _plausible_shocks(state, candidates)
        case ToursPhase.REFORM:
            return [a for a in candidates if a != END_PHASE] or candidates
    return candidates


def _plausible_orders(state: ToursState, actions: list[Action]) -> Sequence[Action]:
    """The orders that a beginner would give to contingents that have none: any, but to reform only as
    ``REFORMING_DIVISOR`` says. The end of the phase is included if none of these is an order to move."""
    plausible_orders: list[Action] = []
    has_order_to_move = False
    for action in actions:
        if isinstance(action, Order) and action.order != "none":
            contingent = CONTINGENT_OF[action.contingent]
            if state.orders[contingent]:
                continue
            units = state.units(contingent)
            disordered = sum(state.disordered >> slot & 1 for slot in units)
            if action.order != "reform" or REFORMING_DIVISOR * disordered >= len(units):
                plausible_orders.append(action)
                has_order_to_move |= action.order == "move"
    return plausible_orders if has_order_to_move else [*plausible_orders, END_PHASE]


def _plausible_leader_moves(state: ToursState, actions: list[Action]) -> Sequence[Action]:
    """The leader's moves to a near unit of its side, and the end of its move."""
    friends, index = state.occupied[state.seat], state.ground.index
    return [action for action in actions if action == END_PHASE or (
        isinstance(action, ToursMove) and len(action.path) <= MAX_LEADER_PATH
        and friends >> index[action.path[-1]] & 1)]


def _plausible_actions(state: ToursState, actions: list[Action]) -> Sequence[Action]:
    """Activations or shots, if there are any; else moves nearer to the enemy, facings towards enemies, and the end of
    the contingent's move."""
    ground = state.ground
    for kind in (ToursActivate, ToursFire):
        if first := [a for a in actions if isinstance(a, kind)]:
            return first
    enemies = [state.at[slot] for slot in state.unit_in.values() if SEAT[slot] != state.seat]

    def distance_to_enemy(place: Hex) -> int:
        """Hexes to the nearest enemy unit."""
        return min((ground.distance(place, there) for there in enemies), default=0)

    advances: list[Action] = []
    for action in actions:
        if isinstance(action, ToursMove):
            slot = SLOT[action.unit]
            if distance_to_enemy(ground.index[action.path[-1]]) < distance_to_enemy(state.at[slot]) and (
                    not state.moved >> slot & 1):
                advances.append(action)
        elif isinstance(action, ChangeFacing):
            slot = SLOT[action.unit]
            new_front = ground.front_mask[state.at[slot]][action.vertex]
            front = ground.front_mask[state.at[slot]][state.facing[slot]]
            enemy_hexes = state.occupied[FOE[state.seat]]
            if new_front & enemy_hexes and not front & enemy_hexes:
                advances.append(action)
    return [*advances, *([END_PHASE] * (1 + len(advances) // MOVES_FOR_EACH_END))]


def _plausible_shocks(state: ToursState, actions: list[Action]) -> Sequence[Action]:
    """Attacks at a good modifier and the end of the announcements; if there are none, the attacks that must be made."""
    if state.resolving:
        return actions
    attacks = [ToursAttack(UNITS[slot].id, ids(targets)) for slot in state.army(state.seat)
               for targets in complete_target_sets(state, slot)]
    good_attacks = [attack for attack in attacks if shock_odds.combat_drm(
        state, slots_of((attack.unit,)), slots_of(attack.targets)) >= MIN_MODIFIER]
    ends = [action for action in actions if action in (RESOLVE_ATTACKS, END_PHASE)]
    due_targets = {target for _, targets in shock.attacks_still_due(state) for target in targets}
    due_attacks = [attack for attack in attacks if due_targets & {SLOT[name] for name in attack.targets}]
    return [*good_attacks, *ends] or due_attacks or actions


HIT_TEXT = say("{chance} chance that {unit} hit {target}", chance="", unit="", target="")
"""The text for a shot before its die is rolled."""
SCORE_STEEPNESS = 2.2
"""The steepness of the score as a function of the lead in losses; chosen by hand."""
SCORE_PER_GAIN = 0.05
"""The score shown for each point of a course's expected gain; chosen by hand."""
DISORDER_WEIGHT = 0.3
"""The weight of a disordered unit relative to a lost one; chosen by hand."""


class ToursEvaluator(Evaluator[ToursState]):
    """The evaluator of Tours. It builds and evaluates its courses itself."""

    names = FEATURE_NAMES
    rehearsals = 8

    def __init__(self, rules: Rules[ToursState]) -> None:
        self._rules = rules

    def features(self, state: ToursState) -> Sequence[float]:
        return features(state)

    def settled(self, state: ToursState) -> bool:
        return not state.frames and state.phase != ToursPhase.INITIATIVE

    def phases_to_end(self, state: ToursState) -> int:
        player_turns = 2 * (victory.last_turn(state) - state.turn) + 2 - state.second
        return player_turns if player_turns <= LAST_PLAYER_TURNS_PLAYED_OUT else 0

    def worth(self, state: ToursState, seat: str) -> float:
        """The score in -1 to 1 from the losses of both sides relative to their breaking points, and from disorder; a
        lead counts more, the nearer a side is to breaking."""
        shares = []
        for side in (FRANKS, MUSLIMS):
            disordered = sum(state.disordered >> slot & 1 for slot in state.army(side))
            shares.append((victory.losses(state, side) + DISORDER_WEIGHT * disordered) / victory.breaks(state)[side])
        score = tanh(SCORE_STEEPNESS * (shares[MUSLIMS] - shares[FRANKS]) * (0.5 + 0.5 * max(shares)))
        return score if seat == SEATS[FRANKS] else -score

    def plausible(self, state: ToursState) -> Sequence[Action]:
        return plausible(self._rules, state)

    def shortlist(self, state: ToursState) -> Sequence[Weighed]:
        return unranked(self._rules.candidates(state))

    def proposed_courses(self, state: ToursState, seed: int, enough: Callable[[], bool]) -> Sequence[ProposedCourse]:
        courses = choosing.choose(state, self._stance(state), self.personality.losses)
        score = self.worth(state, SEATS[seat_to_decide(state)])
        return [ProposedCourse(course.actions, max(-1.0, min(1.0, score + course.gain * SCORE_PER_GAIN)),
                               course.is_complete) for course in courses]

    def scripts(self, scenario: str, seat: str) -> Sequence[Script]:
        return scripts(self._rules, seat)

    def fits_script(self, state: ToursState, script: str, plan: Sequence[Action]) -> bool:
        orders = list(state.orders)
        for action in plan:
            if isinstance(action, Order):
                orders[CONTINGENT_OF[action.contingent]] = ORDERS.index(action.order)
        stance = stance_of(state, seat_to_decide(state), script)
        return stance.name == script and stance.fits_script(replace(state, orders=tuple(orders)))

    def promising_scripts(self, state: ToursState, seat: str) -> Sequence[Script]:
        plans = promising_scripts(self._rules, state, seat)
        return plans if self.rehearsals * self.work_share >= MIN_REHEARSALS else plans[:1]

    def why(self, state: ToursState, action: Action, then: Sequence[Action] | None = None) -> Text:
        if isinstance(action, ToursFire | ToursAttack | ContinueAttack | React | Reform | Resolve):
            return self._chance_text(state, action)
        return reason(Scene(state, seat_to_decide(state), self._stance(state)), action, then or ())

    def _stance(self, state: ToursState) -> Stance:
        """The stance that the player follows now."""
        return stance_of(state, seat_to_decide(state), self.stance)

    def _chance_text(self, state: ToursState, action: Action) -> Message:
        """The chance of success of an action with a die roll."""
        shown = self._rules.preview(state, action)
        if shown is None:
            return say("no choice here")
        if isinstance(action, ToursAttack | ContinueAttack | Resolve):
            return say("{chance} to disorder or worse at {sum}", chance=disorder_chance(shown), sum=shown.total)
        title, chance = shown.hope(SEATS[seat_to_decide(state)])
        frame = state.frames[-1] if state.frames else None
        match action:
            case ToursFire(unit, target):
                return HIT_TEXT.with_values(chance=per_cent(chance), unit=name_of_id(unit), target=name_of_id(target))
            case React(unit) if isinstance(frame, ReactionFire):
                return HIT_TEXT.with_values(chance=per_cent(chance), unit=name_of_id(unit),
                                            target=name_of(frame.target))
            case Reform(unit):
                return say("{chance} chance that {unit} reforms", chance=per_cent(chance), unit=name_of_id(unit))
        return say("{chance}: {title}", chance=per_cent(chance), title=title) if title else say("no choice here")
