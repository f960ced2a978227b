"""What positions are worth to the computer players, and which moves they think of.

The weights below are in elements. They are chosen by hand and were not measured.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import tanh
from random import Random

from game.board.manoeuvre import ahead_by, beside_by
from game.board.measuring import distance
from game.core.action import Action
from game.core.chance import per_cent
from game.core.decision import Decided
from game.core.evaluator import Considered, Evaluator, Weighed
from game.core.message import Text, say
from game.rules.renaissance.ai.lines import marches
from game.rules.renaissance.ai.matchups import GENERAL, clash_worth, expected
from game.rules.renaissance.engine import moves, shooting
from game.rules.renaissance.engine.actions import END, BreakOff, Column, End, Fight, March, Move, Shoot
from game.rules.renaissance.engine.bases import attached_to, fronts_on
from game.rules.renaissance.engine.bound import ended_moves, settled
from game.rules.renaissance.engine.fighting import fights
from game.rules.renaissance.engine.sampling import sample
from game.rules.renaissance.engine.scoring import Clash
from game.rules.renaissance.engine.special_moves import break_off
from game.rules.renaissance.engine.state import SEATS, State
from game.rules.renaissance.engine.tables import GENERALS
from game.rules.renaissance.engine.words import MU

NEAR = 12 * MU
"""Units within which enemies count for a base."""
CLOSING = 0.01
"""What each MU nearer to the enemy is worth to a base."""
PIP = 0.004
"""The least gain for which a PIP is spent."""


class Judgement(Evaluator[State]):
    """Losses, the fights to come, and how bases face enemies that they beat or fear."""

    def __init__(self, rules: Decided[State]) -> None:
        self.rules = rules

    def settled(self, state: State) -> bool:
        return not state.stack and state.phase in ("moves", "pips", "over")

    def worth(self, state: State, seat: str) -> float:
        mine = SEATS.index(seat)
        result = self.rules.result(state)
        if result is not None:
            return 0.0 if result.winner not in SEATS else 1.0 if result.winner == seat else -1.0
        return tanh(self.score(state) * (1 if mine == 0 else -1) / 3)

    def score(self, state: State) -> float:
        """What a position is worth to red, in elements."""
        found = 0.0
        for seat, sign in ((0, 1), (1, -1)):
            lost = state.losses(seat)
            found -= sign * (lost + 0.35 * max(0, lost - 1) ** 1.5)
            if state.units[state.general(seat)].lost:
                found -= sign * GENERAL
        found += self._fights(state)
        for seat, sign in ((0, 1), (1, -1)):
            found += sign * sum(self._post(state, slot) for slot in state.there(seat))
        return found

    def _fights(self, state: State) -> float:
        """What the close combats still to be fought are worth to red."""
        whole = 0.0
        for one, other in fights(state):
            gain = clash_worth(state, Clash(one, other))
            whole += gain if state.roster[one].seat == 0 else -gain
        return whole

    def _post(self, state: State, slot: int) -> float:
        """How well a base is posted: near enemies that it beats, far from those that beat it, its flanks covered."""
        piece, one = state.roster[slot], state.standing(slot)
        attached = attached_to(state, slot) is not None
        if piece.kind in GENERALS:
            return self._general(state, slot, attached=attached)
        found = 0.0
        for enemy in state.there(1 - piece.seat):
            other = state.standing(enemy)
            far = distance(one.pose.spot, other.pose.spot)
            if far > NEAR:
                continue
            gain = expected(piece.kind, state.roster[enemy].kind)
            near = 1 - far / NEAR
            ahead = ahead_by(one.pose, other.pose.spot)
            wide = abs(beside_by(one.pose, other.pose.spot))
            front = 1.0 if ahead > 0 and wide < 2 * ahead + MU else 0.25
            found += 0.10 * gain * near * near * front
            behind = ahead_by(other.pose, one.pose.spot) < 0
            if front < 1 and not behind and far < 5 * MU:
                found -= 0.05 * near
            if behind and far < 4 * MU and front == 1.0:
                found += 0.08 * near
        found -= 0.02 * sum(1 for _ in fronts_on(state, slot, "left", "right", "rear"))
        return found + 0.012 * min(2, self._neighbours(state, slot))

    def _neighbours(self, state: State, slot: int) -> int:
        """Friends within half a base beside it."""
        one, seat = state.standing(slot), state.roster[slot].seat
        return sum(1 for mate in state.there(seat) if mate != slot and distance(
            one.pose.spot, state.standing(mate).pose.spot) <= 5 * MU // 2)

    def _general(self, state: State, slot: int, *, attached: bool) -> float:
        """A general near the middle of the troops, out of the enemy's way."""
        one, seat = state.standing(slot), state.roster[slot].seat
        mates = [state.standing(mate).pose.spot for mate in state.there(seat) if mate != slot]
        far = sum(distance(one.pose.spot, spot) for spot in mates) / max(1, len(mates))
        near = min((distance(one.pose.spot, state.standing(enemy).pose.spot) for enemy in state.there(1 - seat)),
                   default=NEAR)
        found = -0.01 * max(0.0, far / MU - 5)
        if near < 6 * MU:
            found -= 0.03 * (6 - near / MU)
        return found + (0.05 if attached else 0)

    def considered(self, state: State, seed: int, enough: Callable[[], bool]) -> Sequence[Considered]:
        """The move that is worth most, weighed one by one; the shot or fight with the best prospects."""
        if state.stack or state.phase not in ("moves", "shooting", "combat"):
            return [Considered((action,), 0.0) for action in _leading(self.rules, state)]
        if state.phase == "moves":
            return self._moves(state, seed, enough)
        gains: list[tuple[float, str, Action]] = []
        for action in self.rules.candidates(state):
            match action:
                case Fight(unit, enemy):
                    gains.append((clash_worth(state, Clash(state.slots[unit], state.slots[enemy])), action.notation,
                                  action))
                case Shoot(target):
                    gains.append((self._shot(state, state.slots[target]), action.notation, action))
        return [Considered((action,), tanh(gain / 3)) for gain, _, action in sorted(gains, reverse=True,
                                                                                  key=lambda each: each[:2])]

    def _shot(self, state: State, target: int) -> float:
        """What a shot at a target is worth to the side whose bound it is."""
        first = shooting.leaders(state, target)
        if not first:
            return 0.0
        gain = clash_worth(state, shooting.volley(state, target, first[0]))
        return gain if state.roster[first[0]].seat == state.seat else -gain

    def _moves(self, state: State, seed: int, enough: Callable[[], bool]) -> Sequence[Considered]:
        sign = 1 if state.seat == 0 else -1
        here, drive = self._after(state) * sign, self._drive(state, state.seat)
        found: list[tuple[float, str, Action]] = []
        lots = Random(seed)
        tried = list(dict.fromkeys(marches(state))) if state.pips else []
        more = list(sample(state))
        lots.shuffle(more)
        tried += more
        for action in tried:
            if enough() and found:
                break
            after = self._moved(state, action)
            if after is None:
                continue
            gain = self._after(after) * sign - here - PIP * (state.pips - after.pips)
            gain += self._drive(after, state.seat) - drive
            found.append((gain, action.notation, action))
        found.sort(key=lambda each: each[:2], reverse=True)
        whole = tanh(here / 3)
        stay = Considered((END,), whole)
        best = [Considered((action,), tanh((here + gain) / 3)) for gain, _, action in found[:4]]
        if not found or found[0][0] <= PIP:
            return [stay, *best]
        return [*best, stay]

    def _drive(self, state: State, seat: int) -> float:
        """How near a side is to the enemy, used for its own moves only: each move brings both sides nearer."""
        found = 0.0
        enemies = [state.standing(enemy).pose.spot for enemy in state.there(1 - seat)]
        for slot in state.there(seat):
            if state.roster[slot].kind in GENERALS or not enemies:
                continue
            near = min(distance(state.standing(slot).pose.spot, spot) for spot in enemies)
            found -= CLOSING * max(0, near - 3 * MU) / MU
        return found

    def _after(self, state: State) -> float:
        """What a position is worth to red once the moves are over and bases have turned to face."""
        return self.score(_faced(state))

    def _moved(self, state: State, action: Action) -> State | None:
        """The state after a move, without the roll for a river."""
        match action:
            case Move() | March() | Column():
                done = moves.went(state, action)
            case BreakOff(unit):
                done = break_off(state, state.slots[unit])
            case _:
                return None
        return moves.moved(state, done) if done.why is None else None

    def plausible(self, state: State) -> Sequence[Action]:
        if state.phase == "moves" and not state.stack:
            found = [action for action in (*sample(state), *marches(state)) if _forward(state, action)
                     and self._moved(state, action) is not None]
            return [*found, *found, END] if found else [END]
        return list(_leading(self.rules, state)) or list(self.rules.candidates(state))

    def shortlist(self, state: State) -> Sequence[Weighed]:
        leading = list(_leading(self.rules, state))
        return [Weighed(action, 1.0) for action in leading] or [
            Weighed(action, 0.0) for action in self.rules.candidates(state)]

    def why(self, state: State, action: Action, then: Sequence[Action] | None = None) -> Text:
        shown = self.rules.preview(state, action)
        if shown is not None:
            good = sum((one.chance for one in shown.outcomes if one.seat == state.side), start=type(
                shown.outcomes[0].chance)(0))
            return say("{chance} to win", chance=per_cent(good))
        match action:
            case Move() | March() | Column():
                done = moves.went(state, action)
                if done.touched:
                    enemy = state.roster[done.touched[0][1]].name
                    return say("to fight {unit}", unit=enemy)
                return say("for a better position")
            case BreakOff():
                return say("to get out of a bad fight")
            case End():
                return say("no better move")
        return say("as proposed")


def _leading(rules: Decided[State], state: State) -> Iterator[Action]:
    """The proposed answer; the first answer if none is proposed."""
    first = None
    for answer in rules.decision(state).answers(state):
        if answer.leads:
            yield answer.action
            return
        first = first or answer.action
    if first is not None:
        yield first


def _forward(state: State, action: Action) -> bool:
    """Whether a move goes ahead."""
    if isinstance(action, March):
        return any(step.kind == "ahead" for step in action.steps)
    if isinstance(action, Move):
        start = state.standing(state.slots[action.unit]).pose
        return ahead_by(start, action.legs[-1].spot) > MU
    return False


def _faced(state: State) -> State:
    """The state after the moves, with every base turned to face that has no choice."""
    after, _ = ended_moves(state)
    after, _ = settled(after)
    return after
