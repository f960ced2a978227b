"""The evaluator of Renaissance battles: the values of positions, and the candidate actions of computer players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import tanh

from game.board.measuring import distance
from game.core.action import Action
from game.core.decision import DecisionSystem
from game.core.evaluator import Evaluator, ProposedCourse, Script, Weighed, unranked
from game.core.indices import Slot, other
from game.core.message import Text
from game.core.pose import Pose
from game.rules.renaissance.ai import bounds, features, lines, reasons, scripts
from game.rules.renaissance.ai.courses import computed_move
from game.rules.renaissance.ai.deploying import deployment_actions, next_placement
from game.rules.renaissance.ai.matchups import combat_worth
from game.rules.renaissance.ai.worth import NO_INTENTIONS, Manner, intention_value, worth
from game.rules.renaissance.engine import moves, shooting
from game.rules.renaissance.engine.actions import END, Fight, March, RenaissanceMove, Shoot
from game.rules.renaissance.engine.sampling import sample_moves
from game.rules.renaissance.engine.scoring import RenaissanceCombat
from game.rules.renaissance.engine.state import SEAT_OF_NAME, SEATS, RenaissanceState
from game.rules.renaissance.engine.words import MU

MIN_APPROACH = MU // 2
"""A recruit considers only moves into contact, and those that bring their bases nearer to the enemy by more than this
on average, in units of length; chosen."""
SCORE_SCALE = 4.0
"""The lead in elements at which a score is tanh(1), a chance of about seven in eight to win. Measured in 70 quick
battles of the veteran against itself at a tenth of its budget: of the values 3, 3.5, 4, 4.5, 5 and 6, only this kept
all odds within 7 percentage points of the results. Brier score 0.215, against 0.252 for the base rate; in the first
third of the battles 0.249, against 0.253."""


class RenaissanceEvaluator(Evaluator[RenaissanceState]):
    """The evaluator. It counts losses, pending fights and shots, the possible next attacks of each side, and the order
    of the lines."""

    names = features.NAMES
    turns_ahead = 2
    rehearsals = 8

    def __init__(self, rules: DecisionSystem[RenaissanceState]) -> None:
        self.rules = rules

    def features(self, state: RenaissanceState) -> tuple[float, ...]:
        return features.features(state)

    def settled(self, state: RenaissanceState) -> bool:
        return not state.stack and state.phase in ("moves", "pips", "over")

    def worth(self, state: RenaissanceState, seat: str) -> float:
        result = self.rules.result(state)
        if result is not None:
            return 0.0 if result.winner not in SEATS else 1.0 if result.winner == seat else -1.0
        # for the side that has just moved; its intentions guide its choice of moves, but are no part of its prospects
        value = worth(state, other(state.seat), manner=NO_INTENTIONS)
        return _score(-value if state.side == seat else value)

    def proposed_courses(self, state: RenaissanceState, seed: int,
                         enough: Callable[[], bool]) -> Sequence[ProposedCourse]:
        """The whole deployment; the courses of a whole bound, or the next shots or fights, the best first; at other
        decisions the proposed action."""
        if state.phase == "deployment" and not state.stack:
            return [ProposedCourse(deployment_actions(state), 0.0, is_complete=True)]
        if state.stack or state.phase not in ("moves", "shooting", "combat"):
            action = _proposed_action(self.rules, state)
            return [ProposedCourse((action,), 0.0)] if action is not None else []
        if state.phase == "moves":
            return self._bound_courses(state, enough)
        return self._combat_courses(state)

    def _combat_courses(self, state: RenaissanceState) -> list[ProposedCourse]:
        """The shots or fights that could be resolved next, the most valuable first."""
        gains: list[tuple[float, str, Action]] = []
        for action in self.rules.candidates(state):
            match action:
                case Fight(unit, enemy):
                    gain = combat_worth(state, RenaissanceCombat(state.slots[unit], state.slots[enemy]))
                case Shoot(target):
                    gain = _shot_gain(state, state.slots[target])
                case _:
                    continue
            gains.append((gain, action.notation, action))
        return [ProposedCourse((action,), _score(gain)) for gain, _, action in sorted(
            gains, reverse=True, key=lambda each: each[:2])]

    def _bound_courses(self, state: RenaissanceState, enough: Callable[[], bool]) -> list[ProposedCourse]:
        """The courses of a bound, the best first, judged by the enemy's best reply."""
        plan = scripts.plan_named(self.stance)
        manner = Manner(losses=self.personality.losses)
        if plan is not None and state.bases_on_table(other(state.seat)):
            manner = plan.weaker_manner(state, state.seat, self.personality.losses)
        # the courses' values include intentions, which guide the choice only, as in ``worth``
        courses = bounds.best_courses(self.rules, state, manner, self.work_share, enough)
        # only the best is played as a plan; the others show what else is possible
        return [ProposedCourse(each.actions, _score(each.worth - intention_value(each.after, state.seat, manner)),
                               is_complete=n == 0)
                for n, each in enumerate(courses)]

    def scripts(self, scenario: str, seat: str) -> Sequence[Script]:
        return scripts.scripts(self._without_plan)

    def promising_scripts(self, state: RenaissanceState, seat: str) -> Sequence[Script]:
        plans = scripts.promising(state, SEAT_OF_NAME[seat]) if self.work_share >= bounds.FRUGAL_SHARE else ()
        return scripts.scripts(self._without_plan, plans)

    def _without_plan(self, state: RenaissanceState) -> Action:
        """The action at decisions other than moves, the same for all plans. In a phase of shots or fights without a
        decision on the stack, at least one shot or fight is left to choose."""
        if state.phase == "deployment" and not state.stack:
            return next_placement(state)
        if state.phase in ("shooting", "combat") and not state.stack:
            return self._combat_courses(state)[0].actions[0]
        action = _proposed_action(self.rules, state)
        assert action is not None
        return action

    def plausible(self, state: RenaissanceState) -> Sequence[Action]:
        if state.phase == "moves" and not state.stack:
            candidates = list(sample_moves(state))
            if state.pips:
                movers = [slot for slot in state.bases_on_table(state.seat) if moves.why_no_move(state, slot) is None]
                candidates += [march for part in lines.line_parts(state, movers)
                               for march in lines.marches(state, part)]
            closing_moves = [action for action in candidates if _closes_in(state, action)]
            return [*closing_moves, *closing_moves, END] if closing_moves else [END]  # each move twice as likely as END
        proposed = _proposed_action(self.rules, state)
        return [proposed] if proposed is not None else list(self.rules.candidates(state))

    def shortlist(self, state: RenaissanceState) -> Sequence[Weighed]:
        proposed = _proposed_action(self.rules, state)
        return [Weighed(proposed, 1.0)] if proposed is not None else unranked(self.rules.candidates(state))

    def why(self, state: RenaissanceState, action: Action, then: Sequence[Action] | None = None) -> Text:
        return reasons.why(self.rules, state, action)


def _score(value: float) -> float:
    """The score, from -1 to 1, that corresponds to a value in elements."""
    return tanh(value / SCORE_SCALE)


def _shot_gain(state: RenaissanceState, target: Slot) -> float:
    """The expected gain of a shot at a target for the phasing side. The first of the shooters with the highest factor
    leads."""
    leaders = shooting.possible_leaders(state, target)
    if not leaders:
        return 0.0
    gain = combat_worth(state, shooting.volley(state, target, leaders[0]))
    return gain if state.roster[leaders[0]].seat == state.seat else -gain


def _proposed_action(rules: DecisionSystem[RenaissanceState], state: RenaissanceState) -> Action | None:
    """The action that the decision proposes, or else its first answer; None if it lists no answers."""
    first_action = None
    for answer in rules.decision(state).answers(state):
        if answer.is_default:
            return answer.action
        first_action = first_action or answer.action
    return first_action


def _closes_in(state: RenaissanceState, action: Action) -> bool:
    """Whether an action is a legal move of a base or a group into contact, or nearer to the enemy by
    ``MIN_APPROACH``."""
    if not isinstance(action, (RenaissanceMove, March)):
        return False
    move = computed_move(state, action)
    enemies = [state.placed_base(slot).pose.spot for slot in state.bases_on_table(other(state.seat))]
    if move.why is not None or not enemies:
        return False

    def mean_distance(poses: Iterable[Pose]) -> float:
        return sum(min(distance(pose.spot, enemy) for enemy in enemies) for pose in poses) / len(move.slots)

    distance_before = mean_distance(state.placed_base(slot).pose for slot in move.slots)
    return bool(move.contacts) or mean_distance(move.ends) < distance_before - MIN_APPROACH
