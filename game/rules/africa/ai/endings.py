"""The last player turns seen to the end: some plans for a movement phase, each played out with the same dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from random import Random

from game.core.action import Action, Faces
from game.core.chance import CHANCE
from game.core.contract import Rules
from game.core.verdict import IllegalAction
from game.rules.africa.ai.campaign import Campaign, Conduct
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.state import AfricaState
from game.rules.africa.units import SEATS

LAST = 3
"""Player turns to come at which marches are played out, the present one included; chosen, as are the six below."""
LATE = 3
"""How many times the usual work may be done at so many: the others need a fraction of their time."""
ROUNDS = 8
"""Dice with which each plan is played out, at most."""
ACTIONS = 700
"""Actions in all battles that are played out for one movement phase, after which no other round begins."""
ENOUGH_FOR = 1.7
"""Times that each plan can be played out within that, on average: the better ones more often."""
CLEAR = 3.0
"""How much better a plan must do in all rounds together than the one that comes first to be preferred: two battles must
be won instead of lost."""
BELIEF = 2
"""Rounds that the score expected without playing out counts for."""
LONGEST = 2000
"""Actions after which a battle that is played out is given up as even."""

Plan = tuple[Action, ...]


def marched(
    rules: Rules[AfricaState], state: AfricaState, campaign: Campaign, field: Callable[[AfricaState], Battlefield]
) -> Plan:
    """The marches of a campaign in a movement phase."""
    found: list[Action] = []
    seat, step = state.now.seat, state.step
    while state.frame is None and state.step == step and len(found) < len(state.at):
        action = Conduct(campaign, field(state), seat).march()
        if action is None:
            break
        found.append(action)
        state = rules.apply(state, action)[0]
    return tuple(found)


def different(
    rules: Rules[AfricaState], state: AfricaState, plans: Iterable[Plan]
) -> Iterator[tuple[Plan, AfricaState]]:
    """Plans that lead to different states, as far as they are legal, each with the state."""
    seen = set[AfricaState]()
    for plan in plans:
        after = state
        try:
            for action in plan:
                after = rules.apply(after, action)[0]
        except IllegalAction:
            continue
        if after not in seen:
            seen.add(after)
            yield plan, after


def worth_it(work: float) -> bool:
    """Whether a share of the usual work suffices to tell a plan clearly better than another."""
    return 2 * round(ROUNDS * work) > CLEAR


class Trials:
    """Some plans played out, all with the same dice, in rounds.

    :param plans: each with the state that it leads to, the likeliest first; no more are asked for than can be played
        out.
    :param act: what either side does, one action or a whole march.
    """

    def __init__(
        self, rules: Rules[AfricaState], plans: Iterator[tuple[Plan, AfricaState]], seat: str,
        act: Callable[[AfricaState], Plan],
    ) -> None:
        self.rules, self.seat, self.act = rules, seat, act
        self._coming = plans
        self.plans: list[tuple[Plan, AfricaState]] = []
        self.sums: list[float] = []
        self.rounds: list[int] = []
        self.actions = 0

    def run(self, seed: int, work: float, enough: Callable[[], bool]) -> None:
        """Play out until all is clear; after a round with those only that do as well as the first.

        :param work: the share of the usual work that may be done.
        :param enough: asked before each round; once true, no other begins.
        """
        self._take(1)
        alive, rounds = [0], round(ROUNDS * work)
        for number in range(rounds):
            if number and (enough() or self.actions > ACTIONS * work):
                return
            for k in alive:
                self.sums[k] += self._played_out(self.plans[k][1], Random(seed + number))
                self.rounds[k] += 1
                if not number and not k:
                    alive += self._take(max(round(ACTIONS * work / (ENOUGH_FOR * max(self.actions, 1))), 2) - 1)
            alive = [k for k in alive if k == 0 or self.sums[k] >= self.sums[0]]
            if len(alive) < 2 or (2 * (number + 1) >= rounds and len({self.sums[k] for k in alive}) == 1):
                return

    def _take(self, many: int) -> list[int]:
        """Take so many more plans in, as far as there are; their numbers."""
        first = len(self.plans)
        self.plans += islice(self._coming, many)
        self.sums += [0.0] * (len(self.plans) - first)
        self.rounds += [0] * (len(self.plans) - first)
        return [*range(first, len(self.plans))]

    def means(self, before: float) -> list[float]:
        """The score to be expected of each state, from -1 to 1.

        :param before: the score expected without playing out, which counts as some rounds.
        """
        return [(BELIEF * before + total) / (BELIEF + many)
                for total, many in zip(self.sums, self.rounds, strict=True)]

    def best(self) -> int:
        """The state that did best, if clearly better than the first; else the first."""
        best = max(range(len(self.sums)), key=lambda k: self.sums[k])
        return best if self.sums[best] >= self.sums[0] + CLEAR else 0

    def _played_out(self, state: AfricaState, lots: Random) -> float:
        """The score of the seat, from -1 to 1, at the end of a battle that is played out."""
        rules = self.rules
        for _ in range(LONGEST):
            acting = rules.to_act(state)
            if acting is None:
                break
            roll = rules.pending_roll(state) if acting == CHANCE else None
            plan: Plan = self.act(state) if roll is None else (Faces(
                tuple([lots.choices(die.faces, die.weights or None)[0] for die in roll.dice])),)
            for action in plan:
                self.actions += 1
                with suppress(IllegalAction):
                    state = rules.apply(state, action)[0]
        result = rules.result(state)
        if result is None or result.winner not in SEATS:
            return 0.0
        return 1.0 if result.winner == self.seat else -1.0
