"""The choice of a stance by rehearsals.

A stance is a plan for several turns; its script carries it out. At the start of a player turn each promising stance is
rehearsed: both sides follow scripts for some player turns ahead, and all stances get the same dice. The default is last
turn's stance, or else the likeliest one; it is kept unless another is clearly better.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from game.ai.choice import FollowedStance
from game.ai.valuation import final
from game.core.action import Faces
from game.core.capability import capability
from game.core.chance import CHANCE
from game.core.contract import System
from game.core.evaluator import Enough, Evaluator, Script
from game.core.interrupts import Interrupts
from game.core.message import Text, say

SWITCH_MARGIN = 0.04
"""How much higher another stance must score than the default to replace it, on the scale from -1 to 1; chosen by
hand."""
LUCK_MARGIN = 0.3
"""An additional margin for the luck of the dice: this much with one rehearsal of each stance, half as much with four.
The values of four rehearsals of a stance spread by 0.03 to 0.74 at Tours, by 0.21 on average (24 stances in four
positions)."""
FINALISTS = 2
"""The fewest stances that a round keeps; the default is kept in addition if it is not among them. Chosen by hand."""
MAX_STEPS = 1000
"""The number of steps after which a rehearsal ends and its position is evaluated: a step is a roll, an interrupt, or
the actions that a script takes together (``Script.steps``). Chosen by hand."""

ORDINALS = (
    say("plan: {stance}, first {turn}", turn="", stance=""),
    say("plan: {stance}, second {turn}", turn="", stance=""),
    say("plan: {stance}, third {turn}", turn="", stance=""),
    say("plan: {stance}, fourth {turn}", turn="", stance=""),
    say("plan: {stance}, fifth {turn}", turn="", stance=""),
    say("plan: {stance}, sixth {turn}", turn="", stance=""),
    say("plan: {stance}, seventh {turn}", turn="", stance=""),
    say("plan: {stance}, eighth {turn}", turn="", stance=""),
    say("plan: {stance}, ninth {turn}", turn="", stance=""),
    say("plan: {stance}, tenth {turn}", turn="", stance=""),
)
"""How a reason names a stance in each of its first ten turns."""


class StanceChooser(NamedTuple):
    """Chooses among stances by rehearsals."""

    rules: System[Any]
    evaluator: Evaluator[Any]
    seat: str
    enough: Enough
    """Whether the time is up; called often, and once it returns True, the current rehearsal is abandoned."""

    def remembered(self, state: Any, last: FollowedStance | None) -> FollowedStance | None:
        """The stance followed before; None if there is none, after an undo to an earlier turn, or in a new game."""
        return last if last is not None and self.player_turn(state)[0] >= last.turn[0] else None

    def is_due(self, state: Any, last: FollowedStance | None) -> bool:
        """Whether to choose a stance now: at the first settled decision of the seat's player turn.

        :param last: the stance followed before.
        """
        if not self.evaluator.settled(state):
            return False
        turn = self.player_turn(state)
        return turn[1] == self.seat and (last is None or turn != last.turn)

    def chosen(
        self, state: Any, last: FollowedStance | None, seed: int, persistence: float = 1.0
    ) -> FollowedStance | None:
        """The stance to follow in the player turn of ``state``; outside the deployment its turn count goes up by one.
        If no stance is promising: the stance followed before, or None.

        :param last: the stance followed before.
        :param seed: the seed of the dice of all rehearsals.
        :param persistence: a factor on the margin by which another stance must be better (``Personality.persistence``).
        """
        turn, last = self.player_turn(state), self.remembered(state, last)
        scripts = self.evaluator.promising_scripts(state, self.seat)
        if not scripts:
            return last
        default = next((script for script in scripts if last is not None and script.name == last.name), scripts[0])
        script = self._chosen_script(state, scripts, default, seed, persistence)
        is_counted = not self.deploying(state)
        if last is None or script.name != last.name:
            return FollowedStance(script.name, script.title, int(is_counted), turn)
        return last._replace(turns=last.turns + is_counted, turn=turn)

    def with_first_turn(self, state: Any, last: FollowedStance | None) -> FollowedStance | None:
        """The stance followed before, with a first turn counted if it was chosen in the deployment and the seat's first
        player turn has begun."""
        if last is None or last.turns or self.deploying(state) or self.player_turn(state)[1] != self.seat:
            return last
        return last._replace(turns=1)

    def deploying(self, state: Any) -> bool:
        """Whether the game is still in the deployment: its turns are not counted, and reasons given in it name no
        stance."""
        return self.rules.prompt(state).phase_key in self.rules.theme.opening

    def player_turn(self, state: Any) -> tuple[int, str]:
        """The turn number and the seat whose player turn it is; an empty seat in a phase of both sides."""
        prompt = self.rules.prompt(state)
        seat = prompt.to_act if prompt.phasing_seat is None else prompt.phasing_seat
        return prompt.turn, seat or ""

    def _chosen_script(
        self, state: Any, own_scripts: Sequence[Script], default: Script, seed: int, persistence: float
    ) -> Script:
        """The script to follow: the default, unless another is clearly better.

        The scripts are tried in rounds. After each round the worse half is dropped; the rest are tried against more
        enemy scripts and with more dice.

        :param own_scripts: the promising scripts of the seat.
        :param default: one of them: that of last turn's stance, or else the likeliest one.
        """
        values: dict[str, list[float]] = {script.name: [] for script in own_scripts}
        enemies = [self.evaluator.promising_scripts(state, seat) for seat in self.rules.seats if seat != self.seat]
        remaining = list(own_scripts) if all(enemies) and len(own_scripts) > 1 else []
        rehearsals_left = max(len(own_scripts), round(self.evaluator.rehearsals * self.evaluator.work_share))
        rounds = 0
        while remaining and rehearsals_left >= len(remaining):
            enemy_scripts = [scripts[rounds % len(scripts)] for scripts in enemies]
            rehearsed = (self.rehearse(state, [script, *enemy_scripts], seed + rounds) for script in remaining)
            scores = [score for score in rehearsed if score is not None]
            if len(scores) < len(remaining):
                break
            for script, score in zip(remaining, scores, strict=True):
                values[script.name].append(score)
            rehearsals_left -= len(remaining)
            rounds += 1
            remaining.sort(key=lambda script: -fmean(values[script.name]))
            best_half = remaining[:max(FINALISTS, (len(remaining) + 1) // 2)]
            remaining = best_half if default in best_half else [*best_half, default]
        if not rounds:
            return default
        best = max(remaining, key=lambda script: fmean(values[script.name]))
        gain = fmean(values[best.name]) - fmean(values[default.name])
        return best if gain > persistence * (SWITCH_MARGIN + LUCK_MARGIN / sqrt(rounds)) else default

    def rehearse(self, state: Any, scripts: Sequence[Script], seed: int) -> float | None:
        """The seat's score after the player turns played ahead, from -1 to 1; None if the time is up first, or after
        ``MAX_STEPS`` in a position that cannot be evaluated.

        :param scripts: one script for each seat, the seat's own first.
        :param seed: the seed of the dice.
        """
        rules, evaluator = self.rules, self.evaluator
        others = [seat for seat in rules.seats if seat != self.seat]
        script_of_seat = dict(zip((self.seat, *others), scripts, strict=True))
        dice = Random(seed)
        # each player turn has one planned phase, so that the phases left are player turns
        current_turn, turns_left = self.player_turn(state), max(evaluator.turns_ahead, evaluator.phases_to_end(state))
        for _ in range(MAX_STEPS):
            actor = rules.to_act(state)
            if actor is None:
                return final(rules, state, self.seat)
            if self.enough():
                return None
            if actor == CHANCE:
                branches = rules.branches(state)
                faces = dice.choices(branches, [float(branch.chance) for branch in branches])[0].faces
                state = rules.apply(state, Faces(faces))[0]
                continue
            if evaluator.settled(state) and (turn := self.player_turn(state)) != current_turn and turn[1]:
                current_turn, turns_left = turn, turns_left - 1
                if not turns_left:
                    return evaluator.worth(state, self.seat)
            state = self._next_state(state, actor, script_of_seat)
        return evaluator.worth(state, self.seat) if evaluator.settled(state) else None

    def _next_state(self, state: Any, actor: str, script_of_seat: Mapping[str, Script]) -> Any:
        """The state after an interrupt if a script makes one; else after the actions that the script of the seat to act
        takes together, up to the first one that has become illegal."""
        rules = self.rules
        for seat in capability(rules, Interrupts).may_interrupt(state):
            if (action := script_of_seat[seat].interrupt(state)) is not None:
                return rules.apply(state, action)[0]
        for number, action in enumerate(script_of_seat[actor].steps(state)):
            if number and (rules.to_act(state) != actor or not rules.check(state, action)):
                break
            state = rules.apply(state, action)[0]
        return state


def with_stance_name(why: Text, followed: FollowedStance, turn: Text) -> Text:
    """A reason with the stance and its turn number appended; unchanged before the stance's first turn.

    :param turn: the word for a turn, in lower case as within a sentence.
    """
    if not followed.title or not followed.turns:
        return why
    words = (ORDINALS[followed.turns - 1].with_values(turn=turn, stance=followed.title)
             if followed.turns <= len(ORDINALS)
             else say("plan: {stance}, {turn} {number}", turn=turn, number=followed.turns, stance=followed.title))
    return say("{why} ({stance})", why=why, stance=words) if why else words
