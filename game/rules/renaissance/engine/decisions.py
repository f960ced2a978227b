"""Base classes of the battle's decisions: the phases, the seat to decide, dice with counted chances."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from typing import ClassVar

from game.core.action import Action, Faces
from game.core.chance import D6, DiceGroup, Die, Roll
from game.core.decision import Chance, Decision, Done, apply_steps
from game.core.event import PhaseBegan, Rolled
from game.core.field_types import UnitName
from game.core.indices import Seat, Slot
from game.core.message import Message, Text, say
from game.core.preview import Outcome, Preview
from game.rules.renaissance.engine.state import SEATS, SIDES, Phase, RenaissanceState
from game.rules.renaissance.engine.words import rule

PHASES_BEFORE_BATTLE: dict[Phase, str] = {
    "muster": "14.1.1", "aggression": "14.2.1", "terrain": "14.2.2", "modification": "3", "edges": "14.2.4",
    "camp": "14.2.5", "deployment": "14.2.6", "swap": "14.2.8",
}
"""The phases before the battle, in order, with their rules."""
TITLES: dict[Phase, Message] = {
    "muster": say("army options"), "aggression": say("aggression"), "terrain": say("terrain"),
    "modification": say("terrain modification"),
    "edges": say("base edges"), "camp": say("camp"), "deployment": say("deployment"), "swap": say("swaps"),
    "pips": say("PIPs"), "moves": say("tactical moves"), "facing": say("turning to face"),
    "shooting": say("distant shooting"), "combat": say("close combat"), "over": say("over"),
}


def begin_phase(state: RenaissanceState, phase: Phase, seat: Seat | None = None) -> Done[RenaissanceState]:
    """Begin a phase.

    :param seat: the side to decide; None for the same as before.
    """
    state = replace(state, phase=phase, seat=state.seat if seat is None else seat)
    phase_rule, side, text = rule(PHASES_BEFORE_BATTLE.get(phase, "14.4")), state.side, say(
        "{side}: {phase}", side=SIDES[state.seat], phase=TITLES[phase])
    if phase in ("aggression", "over"):
        side, text = "", say("Aggression roll") if phase == "aggression" else say("The battle is over")
    return state, (PhaseBegan(phase_rule, state.bound, phase, side, text),)


class PhasingSideDecision(Decision[RenaissanceState]):
    """A decision of the phasing side, or before the battle of the side to decide."""

    def seat(self, state: RenaissanceState) -> str:
        return state.side


class BaseOwnerDecision(Decision[RenaissanceState]):
    """A choice of the owner of a base; the question names the base."""

    unit: UnitName

    def slot(self, state: RenaissanceState) -> Slot:
        """The base."""
        return state.slots[self.unit]

    def seat(self, state: RenaissanceState) -> str:
        return SEATS[state.roster[self.slot(state)].seat]

    def question(self, state: RenaissanceState) -> Message:
        return self.asks.with_values(unit=state.name(self.slot(state)))


class CountedRoll(Chance[RenaissanceState]):
    """A roll of the side to decide, with chances counted over all faces; ``asks`` is its title."""

    dice: ClassVar[tuple[Die, ...]] = (D6,)
    groups: ClassVar[tuple[DiceGroup, ...]] = ()
    dice_text: ClassVar[Text] = "d6"
    """The dice in words."""

    @abstractmethod
    def key(self, state: RenaissanceState, faces: tuple[int, ...]) -> str:
        """The key of the result of some faces."""

    @abstractmethod
    def result_text(self, state: RenaissanceState, key: str, faces: tuple[int, ...]) -> Message:
        """The result in words."""

    @abstractmethod
    def after_result(self, state: RenaissanceState, key: str) -> Done[RenaissanceState]:
        """The state and events after the result."""

    def outcome_text(self, state: RenaissanceState, key: str) -> Message:
        """A possible result in words, before the roll."""
        return self.result_text(state, key, ())

    def title(self, state: RenaissanceState) -> Message:
        """The title of the roll."""
        return self.asks

    def rolling_seat(self, state: RenaissanceState) -> str | None:
        """The seat that rolls; None for both."""
        return state.side

    def roll(self, state: RenaissanceState) -> Roll:
        counts = Counter(self.key(state, faces) for faces in product(*(die.faces for die in self.dice)))
        chances = {key: Fraction(count, counts.total()) for key, count in counts.items()}
        return Roll(self.dice, self.title(state), self.rule, chances, self.rolling_seat(state), self.groups)

    def preview(self, state: RenaissanceState, action: Action) -> Preview | None:
        """The chances of the results."""
        if not isinstance(action, Faces):
            return None
        outcomes = tuple(Outcome(key, chance, self.outcome_text(state, key), self.rule)
                         for key, chance in self.roll(state).outcomes.items())
        return Preview((), (), (), None, None, self.dice_text, "", None, outcomes)

    def resolve(self, state: RenaissanceState, faces: tuple[int, ...]) -> Done[RenaissanceState]:
        key = self.key(state, faces)
        event = Rolled(self.rule, self.dice, faces, key, self.result_text(state, key, faces), self.title(state),
                       groups=self.groups)
        return apply_steps((state, (event,)), partial(self.after_result, key=key))
