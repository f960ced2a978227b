"""Play-outs in the last player turns: each plan for a movement phase is played out to the end of the battle, all with
the same dice, to find the best plan."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from random import Random

from game.core.action import Action, Faces
from game.core.chance import CHANCE
from game.core.contract import Rules
from game.core.verdict import IllegalAction
from game.rules.africa.state import AfricaState
from game.rules.africa.units import SEATS

LAST_TURNS = 3
"""Marches are played out from this many player turns before the end, the present one included; this and the numbers
below are chosen."""
LATE_WORK_FACTOR = 3
"""Factor on a player's usual work in these turns; earlier turns leave most of their time unused."""
MAX_ROUNDS = 8
"""The most rounds of play-outs, each with other dice."""
MAX_ACTIONS = 700
"""Number of actions in all play-outs of one movement phase after which no new round begins."""
PLAYOUTS_FOR_A_PLAN = 1.7
"""Average play-outs for each plan that ``MAX_ACTIONS`` must cover: more for good plans, fewer for bad ones."""
CLEAR_LEAD = 3.0
"""Lead in the sum of scores that a plan needs to replace the first plan; without draws, two battles won instead of
lost."""
PRIOR_ROUNDS = 2
"""Weight of the score expected without play-outs, as a number of rounds."""
MAX_PLAYOUT_DECISIONS = 2000
"""Number of rolls and of decisions, each perhaps for a whole march, after which a play-out stops and counts as a
draw."""

Plan = tuple[Action, ...]


def distinct_plans(
    rules: Rules[AfricaState], state: AfricaState, plans: Iterable[Plan]
) -> Iterator[tuple[Plan, AfricaState]]:
    """The plans that lead to different states, each with the state after it; plans without a legal action are left
    out."""
    states_reached = {state}
    for plan in plans:
        after = after_plan(rules, state, plan)
        if after not in states_reached:
            states_reached.add(after)
            yield plan, after


def after_plan(rules: Rules[AfricaState], state: AfricaState, plan: Plan) -> AfricaState:
    """The state after a plan. Actions that have become illegal on the way are left out: a move to an area that others
    have filled, or a unit put on top of a stack that an earlier move has reordered or attacked."""
    for action in plan:
        with suppress(IllegalAction):
            state = rules.apply(state, action)[0]
    return state


def can_decide(work: float) -> bool:
    """Whether a share of the usual work allows enough rounds for one plan to lead another by ``CLEAR_LEAD``."""
    return 2 * round(MAX_ROUNDS * work) > CLEAR_LEAD


class Trials:
    """Play-outs of several plans in rounds; in each round all plans get the same dice.

    :param plans: each with the state after it, the likeliest first; taken only as far as the work allows.
    :param seat: the seat whose plans they are.
    :param act: a function that returns the next action, or the whole march, of the side to act.
    """

    def __init__(
        self, rules: Rules[AfricaState], plans: Iterator[tuple[Plan, AfricaState]], seat: str,
        act: Callable[[AfricaState], Plan],
    ) -> None:
        self.rules, self.seat, self.act = rules, seat, act
        self._untried = plans
        self.plans: list[tuple[Plan, AfricaState]] = []
        """The plans tried; the first is that of the veteran."""
        self.sums: list[float] = []
        """For each plan tried, the sum of its scores."""
        self.rounds: list[int] = []
        """For each plan tried, its number of play-outs."""
        self.actions = 0
        """The number of actions in all play-outs."""

    def run(self, seed: int, work: float, enough: Callable[[], bool]) -> None:
        """Play rounds until the result is clear. After each round, plans that did worse than the first are dropped.

        :param work: share of the usual work that may be done.
        :param enough: checked before each round after the first; once true, no further round begins.
        """
        self._add_plans(1)
        remaining, rounds = [0], round(MAX_ROUNDS * work)
        for number in range(rounds):
            if number and (enough() or self.actions > MAX_ACTIONS * work):
                return
            for k in remaining:  # grows during the first round
                self.sums[k] += self._play_out(self.plans[k][1], Random(seed + number))
                self.rounds[k] += 1
                is_first_playout = number == 0 and k == 0
                if is_first_playout:  # its length tells how many plans the work allows
                    plans = round(MAX_ACTIONS * work / (PLAYOUTS_FOR_A_PLAN * max(self.actions, 1)))
                    remaining += self._add_plans(max(plans, 2) - 1)
            remaining = [k for k in remaining if k == 0 or self.sums[k] >= self.sums[0]]
            all_equal = len({self.sums[k] for k in remaining}) == 1
            if len(remaining) < 2 or (2 * (number + 1) >= rounds and all_equal):
                return

    def _add_plans(self, count: int) -> list[int]:
        """Add up to ``count`` plans to those tried and return their indices."""
        first = len(self.plans)
        self.plans += islice(self._untried, count)
        self.sums += [0.0] * (len(self.plans) - first)
        self.rounds += [0] * (len(self.plans) - first)
        return [*range(first, len(self.plans))]

    def means(self, before: float) -> list[float]:
        """The expected score of each plan, from -1 to 1.

        :param before: the score expected without play-outs; it counts as ``PRIOR_ROUNDS`` rounds.
        """
        return [(PRIOR_ROUNDS * before + total) / (PRIOR_ROUNDS + count)
                for total, count in zip(self.sums, self.rounds, strict=True)]

    def best(self) -> int:
        """The index of the best plan if it is clearly better than the first; else 0. Plans dropped early are left out:
        their sums are of fewer rounds than that of the first."""
        best = max((k for k, rounds in enumerate(self.rounds) if rounds == self.rounds[0]), key=lambda k: self.sums[k])
        return best if self.sums[best] >= self.sums[0] + CLEAR_LEAD else 0

    def _play_out(self, state: AfricaState, random: Random) -> float:
        """Play a state out to the end of the battle; return the seat's score, from -1 to 1."""
        rules = self.rules
        for _ in range(MAX_PLAYOUT_DECISIONS):
            seat_to_act = rules.to_act(state)
            if seat_to_act is None:
                break
            roll = rules.pending_roll(state) if seat_to_act == CHANCE else None
            plan: Plan = self.act(state) if roll is None else (Faces(
                tuple([random.choices(die.faces, die.weights or None)[0] for die in roll.dice])),)
            state = after_plan(rules, state, plan)
            self.actions += len(plan)
        result = rules.result(state)
        if result is None or result.winner not in SEATS:
            return 0.0
        return 1.0 if result.winner == self.seat else -1.0
