"""What computer players know about Africa: the worth of states, and which actions deserve a thought."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.action import Action
from game.core.contract import Rules
from game.core.evaluator import Evaluator, Weighed, unranked
from game.core.message import Text
from game.rules.africa.actions import Done
from game.rules.africa.ai import choosing, interrupting, plausible
from game.rules.africa.ai.field import Field
from game.rules.africa.ai.gunnery import best_bombard
from game.rules.africa.ai.holding import Holding
from game.rules.africa.ai.marching import March
from game.rules.africa.ai.reasons import reason
from game.rules.africa.ai.riding import best_ride
from game.rules.africa.ai.standing import standing
from game.rules.africa.ai.worth import Worth
from game.rules.africa.masks import bits
from game.rules.africa.movement import must_move
from game.rules.africa.sequence import MOVEMENT
from game.rules.africa.setting import Setting
from game.rules.africa.state import Activation, State
from game.rules.africa.units import SEATS


class Judgement(Evaluator[State]):
    """Africa's answers to computer players (``game.core.evaluator``)."""

    def __init__(self, rules: Rules[State]) -> None:
        self._rules = rules
        self._worths: dict[Setting, Worth] = {}
        self._seen: Field | None = None
        """The last state looked at: a choice and its reason are asked for one after the other."""

    def known(self, setting: Setting) -> Worth:
        """The constants of a setting."""
        found = self._worths.get(setting)
        if found is None:
            found = self._worths[setting] = Worth(setting)
        return found

    def field(self, state: State) -> Field:
        """The state as players see it."""
        if self._seen is None or self._seen.state is not state:
            self._seen = Field(self.known(state.setting), state)
        return self._seen

    def settled(self, state: State) -> bool:
        frame = state.frame
        return frame is None or (isinstance(frame, Activation) and _fresh(frame))

    def worth(self, state: State, seat: str) -> float:
        score = standing(self.known(state.setting), state).score
        value = score if seat == SEATS[0] else -score
        frame = state.frame
        if isinstance(frame, Activation):
            promise = self._promise(state, frame)
            value += promise if SEATS[frame.seat] == seat else -promise
        return max(-1.0, min(1.0, value))

    def _promise(self, state: State, frame: Activation) -> float:
        """What an activation that has just begun is worth to those who made it."""
        field = self.field(state)
        slot = bits(frame.units)[0]
        if frame.gun:
            aim = best_bombard(field, slot)
            return aim.gain if aim is not None else 0.0
        ride = best_ride(Holding(field, frame.seat), slot, state)
        return ride.gain if ride is not None else 0.0

    def plausible(self, state: State) -> Sequence[Action]:
        return plausible.plausible(self._rules, self.field(state))

    def shortlist(self, state: State) -> Sequence[Weighed]:
        if state.frame is None and state.now.phase == MOVEMENT:
            return unranked([self._movement_end(state)])
        action = choosing.choose(self.field(state))
        return unranked([action if self._rules.check(state, action) else self._rules.candidates(state)[0]])

    def plausible_interrupts(self, state: State, seat: str) -> Sequence[Action]:
        asking = SEATS.index(seat)
        if not interrupting.worth_asking(state, asking):
            return ()
        found = interrupting.interrupt(self.field(state), asking)
        return (found[1],) if found is not None else ()

    def line(self, state: State, seed: int, enough: Callable[[], bool]) -> Sequence[Action]:
        if state.frame is not None or state.now.phase != MOVEMENT:
            return ()
        march = March(self.field(state), state.now.seat)
        march.search()
        return [*march.moves(), *march.tops()]

    def _movement_end(self, state: State) -> Action:
        """The march is done: landings, cavalry and guns, then the end; what must be done first."""
        field = self.field(state)
        ashore = choosing.landing(field)
        if ashore is not None:
            return ashore
        found = choosing.activation(field, state.now.seat)
        if found is not None:
            return found[1]
        if must_move(state):
            return next(iter(a for a in self._rules.candidates(state) if not isinstance(a, Done)))
        return Done()

    def why(self, state: State, action: Action, then: Sequence[Action] | None = None) -> Text:
        return reason(self.field(state), action, then)


def _fresh(frame: Activation) -> bool:
    """Whether nothing has been done in an activation yet."""
    return frame.stage == 0 and not (frame.fired | frame.once | frame.spent)
