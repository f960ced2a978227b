"""The least that computer players need: resolve and steps are worth something, nothing else is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.action import Action
from game.core.contract import System
from game.core.message import Text

from ..resolve import RESOLVE
from ..state import State
from ..units import OF_SEAT, SEATS


class Judgement:
    """The difference of resolve and of steps."""

    def __init__(self, rules: System[State]) -> None:
        self.rules = rules

    def settled(self, state: State) -> bool:
        return not state.due and not state.frames

    def worth(self, state: State, seat: str) -> float:
        mine = SEATS.index(seat)
        ours, theirs = (state.resolve[s] / RESOLVE + sum(state.units[i].steps for i in OF_SEAT[s]) / 400
                        for s in (mine, 1 - mine))
        return max(-1.0, min(1.0, ours - theirs))

    def plausible(self, state: State) -> Sequence[Action]:
        """Whatever is legal."""
        return self.rules.candidates(state)

    def shortlist(self, state: State) -> Sequence[Action]:
        found = list(self.plausible(state))
        main = self.rules.prompt(state).main
        likely = [action for action in found if action != main]
        return ([main] if main in found and main is not None else []) + likely[:: max(1, len(likely) // 6)]

    def plausible_interrupts(self, state: State, seat: str) -> Sequence[Action]:
        return ()

    def plans(self, state: State) -> bool:
        return False

    def line(self, state: State, seed: int, enough: Callable[[], bool]) -> Sequence[Action]:
        return ()

    def why(self, state: State, action: Action, then: Sequence[Action] | None = None) -> Text:
        return self.rules.describe(state, action)
