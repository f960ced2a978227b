"""The common base of all pending rolls of a battle."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from game.core.action import Action, Faces
from game.core.branches import Branch, every_outcome, grouped, representatives
from game.core.chance import DiceGroup, Die, Roll
from game.core.decision import Chance
from game.core.indices import Slot
from game.core.message import Message, Text, and_list, plural, say
from game.core.preview import Preview
from game.core.verdict import LEGAL, Illegal, Reason, RuleRef, Verdict
from game.rules.africa.coin_tables import coins_die
from game.rules.africa.state import AfricaPending, AfricaState
from game.rules.africa.units import SEATS, rule

CACHE_SIZE = 1024
"""The sets of branches cached for each kind of roll; a battle needs a few hundred."""
DRAW_LABEL, DIE_LABEL = say("Draw the markers"), say("Roll the die")
"""Labels of the roll button."""


def flip_label(dice: Iterable[Die]) -> Message:
    """The label of the roll button for coins, with or without a die."""
    return plural("Flip the coin", "Flip the coins", sum(die.coins for die in dice))


class Rolling(AfricaPending, Chance[AfricaState]):
    """A pending roll of coins, markers or dice; its question is the title of the roll."""

    @abstractmethod
    def arithmetic(self, state: AfricaState) -> Preview:
        """The modifiers and possible outcomes of the roll."""

    @abstractmethod
    def dice(self, state: AfricaState) -> tuple[Die, ...]:
        """The dice or coins to roll next."""

    @abstractmethod
    def chances(self, state: AfricaState) -> Mapping[str, Fraction]:
        """Key of a possible result -> its exact chance."""

    @abstractmethod
    def roller(self, state: AfricaState) -> str:
        """The seat that rolls."""

    def roll(self, state: AfricaState) -> Roll:
        return Roll(self.dice(state), self.question(state), self.roll_rule(state), self.chances(state),
                    self.roller(state), self.groups(state))

    def roll_rule(self, state: AfricaState) -> RuleRef:
        """The rule of the roll."""
        return self.rule

    def groups(self, state: AfricaState) -> tuple[DiceGroup, ...]:
        """The groups of dice in the tray, each with its owner; empty if they belong together."""
        return ()

    def button(self, state: AfricaState) -> Message:
        return DRAW_LABEL if state.setting.from_cup else flip_label(self.dice(state))

    def candidates(self, state: AfricaState) -> list[Action]:
        return [*representatives(self.roll(state), lambda: self.branches(state))]

    def branches(self, state: AfricaState) -> Sequence[Branch]:
        return every_outcome(self.dice(state))

    def check(self, state: AfricaState, action: Action) -> Verdict:
        if not isinstance(action, Faces):
            return Illegal((self._why_wait_for_roll(state),))
        dice, faces = self.dice(state), action.faces
        if len(faces) == len(dice) and all(face in die.faces for face, die in zip(faces, dice, strict=True)):
            return LEGAL
        return Illegal((Reason(rule("6"), say("{dice} cannot show {faces}", dice=and_list(die.title for die in dice),
                                              faces=faces)),))

    def why_idle(self, state: AfricaState, slot: Slot) -> Reason:
        return self._why_wait_for_roll(state)

    def _why_wait_for_roll(self, state: AfricaState) -> Reason:
        """The refusal of anything else before the pending coins, markers or dice."""
        title, dice = self.question(state), self.dice(state)
        if any(die.counts_heads for die in dice):
            text = (say("The markers must be drawn first: {roll_title}", roll_title=title)
                    if any(die.counts_heads and die.drawn for die in dice)
                    else say("The coins must be flipped first: {roll_title}", roll_title=title))
        elif any(die.drawn for die in dice):
            text = say("The factor must be drawn first: {roll_title}", roll_title=title)
        else:
            text = say("The die must be rolled first: {roll_title}", roll_title=title)
        return Reason(rule("6"), text)

    def preview(self, state: AfricaState, action: Action) -> Preview | None:
        return self.arithmetic(state) if isinstance(action, Faces) else None


def seat_of_unit(state: AfricaState, slot: Slot) -> str:
    """The seat that owns a unit."""
    return SEATS[state.setting.units[slot].seat]


def coins_text(count: int, from_cup: bool = False) -> Text:
    """A number of coins, or of markers from the cup, in words, e.g. ``4 coins``."""
    return coins_die(count, from_cup).title


@lru_cache(maxsize=CACHE_SIZE)
def at_least_branches(dice: tuple[Die, ...], needed: int) -> tuple[Branch, ...]:
    """The branches of a roll that needs ``needed`` heads: failure and success."""
    return tuple(grouped(dice, False, lambda _, __, heads: heads >= needed).values())
