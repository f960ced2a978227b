"""What computer players ask of Tours: what positions are worth, and what deserves a thought."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import tanh

from game.core.action import Action
from game.core.chance import per_cent
from game.core.contract import Rules
from game.core.evaluator import Considered, Evaluator, Weighed, unranked
from game.core.message import Message, Text, say
from game.rules.tours import victory
from game.rules.tours.actions import ContinueAttack, React, Reform, Resolve, ToursAttack, ToursFire
from game.rules.tours.ai import choosing
from game.rules.tours.ai.plausible import plausible
from game.rules.tours.ai.purposes import hurting
from game.rules.tours.ai.reasons import reason
from game.rules.tours.ai.scene import Scene
from game.rules.tours.sequence import actor
from game.rules.tours.state import ToursPhase, ToursState
from game.rules.tours.units import COMBAT_UNITS, FRANKS, MUSLIMS, SEAT, SEATS

STEEP = 2.2
"""How sure a lead in losses makes of the victory; chosen."""
GAIN = 0.05
"""What a unit's worth of gain adds to the value shown of a course; chosen, as is the number below."""
DISORDER = 0.3
"""What a disordered unit counts beside a lost one."""


class ToursEvaluator(Evaluator[ToursState]):
    """Tours' answers to computer players: courses are made and weighed by hand."""

    def __init__(self, rules: Rules[ToursState]) -> None:
        self._rules = rules

    def settled(self, state: ToursState) -> bool:
        return not state.frames and state.phase != ToursPhase.INITIATIVE

    def worth(self, state: ToursState, seat: str) -> float:
        """From the losses of both sides, beside what breaks them, and from disorder."""
        shares = []
        for side in (FRANKS, MUSLIMS):
            upset = sum(1 for slot in range(COMBAT_UNITS)
                        if SEAT[slot] == side and state.disordered >> slot & 1 and state.at[slot] >= 0)
            shares.append((victory.losses(state, side) + DISORDER * upset) / victory.breaks(state)[side])
        score = tanh(STEEP * (shares[MUSLIMS] - shares[FRANKS]) * (0.5 + 0.5 * max(shares)))
        return score if seat == SEATS[FRANKS] else -score

    def plausible(self, state: ToursState) -> Sequence[Action]:
        return plausible(self._rules, state)

    def shortlist(self, state: ToursState) -> Sequence[Weighed]:
        return unranked(self._rules.candidates(state))

    def considered(self, state: ToursState, seed: int, enough: Callable[[], bool]) -> Sequence[Considered]:
        found = choosing.choose(state)
        score = self.worth(state, SEATS[actor(state)])
        return [Considered(course.actions, max(-1.0, min(1.0, score + course.gain * GAIN)), course.whole)
                for course in found]

    def why(self, state: ToursState, action: Action, then: Sequence[Action] | None = None) -> Text:
        rolls = isinstance(action, ToursFire | ToursAttack | ContinueAttack | React | Reform | Resolve)
        if rolls:
            return self._chance(state, action)
        return reason(Scene(state, actor(state)), action, then or ())

    def _chance(self, state: ToursState, action: Action) -> Message:
        """The chance of what an action that leads to a die is for."""
        shown = self._rules.preview(state, action)
        if shown is None:
            return say("no choice here")
        if not isinstance(action, ToursFire) and shown.column == "Shock":
            return say("{chance} to disorder or worse at {sum}", chance=hurting(shown), sum=shown.total)
        title, chance = shown.hope(SEATS[actor(state)])
        return say("{chance}: {title}", chance=per_cent(chance), title=title) if title else say("no choice here")
