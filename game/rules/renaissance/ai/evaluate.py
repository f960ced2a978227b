"""The evaluator of Renaissance battles: the values of positions, and the candidate actions of computer players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import tanh

from game.board.measuring import distance
from game.core.action import Action
from game.core.decision import DecisionSystem
from game.core.evaluator import Evaluator, ProposedCourse, Script, Weighed
from game.core.indices import Slot, other
from game.core.message import Text
from game.core.pose import Pose
from game.rules.renaissance.ai import bounds, features, lines, reasons, scripts
from game.rules.renaissance.ai.courses import computed_move
from game.rules.renaissance.ai.deploying import deployment_actions, next_placement
from game.rules.renaissance.ai.matchups import combat_worth
from game.rules.renaissance.ai.worth import Manner, eagerness, intention_value, worth
from game.rules.renaissance.engine import moves, shooting
from game.rules.renaissance.engine.actions import END, Fight, March, RenaissanceMove, Shoot
from game.rules.renaissance.engine.sampling import sample_moves
from game.rules.renaissance.engine.scoring import RenaissanceCombat
from game.rules.renaissance.engine.state import SEAT, SEATS, RenaissanceState
from game.rules.renaissance.engine.words import MU

MIN_APPROACH = MU // 2
"""How much nearer to the enemy a recruit's move must bring its bases on average; chosen."""
SCORE_SCALE = 3.0
"""The lead in elements at which the chance of a win is about five in six; chosen by hand."""


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
        found = worth(state, other(state.seat)) - eagerness(state, other(state.seat))
        return _score(-found if state.side == seat else found)

    def proposed_courses(self, state: RenaissanceState, seed: int,
                         enough: Callable[[], bool]) -> Sequence[ProposedCourse]:
        """The courses of a whole bound, or the next shots or fights, the best first; at other decisions the proposed
        action."""
        if state.phase == "deployment" and not state.stack:
            return [ProposedCourse(deployment_actions(state), 0.0, is_complete=True)]
        if state.stack or state.phase not in ("moves", "shooting", "combat"):
            return [ProposedCourse((action,), 0.0) for action in _proposed_actions(self.rules, state)]
        if state.phase == "moves":
            return self._bound(state, enough)
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

    def _bound(self, state: RenaissanceState, enough: Callable[[], bool]) -> Sequence[ProposedCourse]:
        """The courses of a bound, the best first, judged by the enemy's best reply."""
        plan = scripts.plan_named(self.stance)
        manner = Manner(losses=self.personality.losses)
        if plan is not None and state.bases_on_table(other(state.seat)):
            manner = plan.weaker_manner(state, state.seat, self.personality.losses)
        found = bounds.best_courses(self.rules, state, manner, self.work_share, enough)
        return [ProposedCourse(each.actions, _score(each.worth - intention_value(each.after, state.seat, manner)),
                               is_complete=not n)
                for n, each in enumerate(found)]

    def scripts(self, scenario: str, seat: str) -> Sequence[Script]:
        return scripts.scripts(self._without_plan)

    def promising_scripts(self, state: RenaissanceState, seat: str) -> Sequence[Script]:
        plans = scripts.promising(state, SEAT[seat]) if self.work_share >= bounds.FRUGAL_SHARE else ()
        return scripts.scripts(self._without_plan, plans)

    def _without_plan(self, state: RenaissanceState) -> Action:
        """The action at decisions other than moves, the same for all plans."""
        if state.phase == "deployment" and not state.stack:
            return next_placement(state)
        if state.phase in ("shooting", "combat") and not state.stack:
            return self._combat_courses(state)[0].actions[0]
        return next(iter(_proposed_actions(self.rules, state)))

    def plausible(self, state: RenaissanceState) -> Sequence[Action]:
        if state.phase == "moves" and not state.stack:
            tried = list(sample_moves(state))
            if state.pips:
                movers = [slot for slot in state.bases_on_table(state.seat) if moves.why_no_move(state, slot) is None]
                tried += [march for body in lines.line_parts(state, movers) for march in lines.marches(state, body)]
            found = [action for action in tried if _closes_in(state, action)]
            return [*found, *found, END] if found else [END]
        return list(_proposed_actions(self.rules, state)) or list(self.rules.candidates(state))

    def shortlist(self, state: RenaissanceState) -> Sequence[Weighed]:
        leading = list(_proposed_actions(self.rules, state))
        return [Weighed(action, 1.0) for action in leading] or [
            Weighed(action, 0.0) for action in self.rules.candidates(state)]

    def why(self, state: RenaissanceState, action: Action, then: Sequence[Action] | None = None) -> Text:
        return reasons.why(self.rules, state, action)


def _score(estimate: float) -> float:
    return tanh(estimate / SCORE_SCALE)


def _shot_gain(state: RenaissanceState, target: Slot) -> float:
    """The expected gain of a shot at a target for the phasing side."""
    leaders = shooting.possible_leaders(state, target)
    if not leaders:
        return 0.0
    gain = combat_worth(state, shooting.volley(state, target, leaders[0]))
    return gain if state.roster[leaders[0]].seat == state.seat else -gain


def _proposed_actions(rules: DecisionSystem[RenaissanceState], state: RenaissanceState) -> Iterator[Action]:
    """The proposed action, or else the first legal one."""
    first = None
    for answer in rules.decision(state).answers(state):
        if answer.is_default:
            yield answer.action
            return
        first = first or answer.action
    if first is not None:
        yield first


def _closes_in(state: RenaissanceState, action: Action) -> bool:
    """Whether a legal move of a base or a group goes into contact, or nearer to the enemy."""
    if not isinstance(action, (RenaissanceMove, March)):
        return False
    move = computed_move(state, action)
    enemies = [state.placed_base(slot).pose.spot for slot in state.bases_on_table(other(state.seat))]
    if move.why is not None or not enemies:
        return False

    def away(poses: Iterable[Pose]) -> float:
        return sum(min(distance(pose.spot, enemy) for enemy in enemies) for pose in poses) / len(move.slots)

    here = away(state.placed_base(slot).pose for slot in move.slots)
    return bool(move.contacts) or away(move.ends) < here - MIN_APPROACH
