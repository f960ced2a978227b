"""Base classes of the decisions in Adua: phases, decisions that come up within a phase, and rolls."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from game.core.action import Action, Faces
from game.core.branches import Branch, every_outcome, representatives
from game.core.chance import D6, DiceGroup, Die, Roll
from game.core.decision import Answer, Chance, Decision
from game.core.event import Event, Failure, RolledAgainst
from game.core.indices import Slot
from game.core.message import Message, say
from game.core.offer import Offer, Picked
from game.core.preview import Outcome, Preview, UnitLine
from game.core.prompt import Mode
from game.core.verdict import LEGAL, Illegal, Reason, Verdict
from game.rules.adua.sides import SEATS, refuse, rule
from game.rules.adua.state import AduaState, Done, once
from game.rules.adua.units import SEAT, SLOT, UNITS, name_of


class AduaDecision(Decision[AduaState]):
    """A decision of a side, or a roll."""

    name = ""  # the prompt takes the phase of the state
    mode: ClassVar[Mode] = "move"
    in_combat: ClassVar[bool] = False
    """Whether it belongs to a combat or melee that is being resolved."""

    @abstractmethod
    def check(self, state: AduaState, action: Action) -> Verdict: ...

    def selectable(self, state: AduaState) -> Sequence[Slot]:
        """The pieces that can act."""
        return tuple(SLOT[unit] for one in self.answers(state) for unit in one.units)

    def offers_for_unit(self, state: AduaState, slot: Slot) -> Iterator[Offer]:
        """The offers for a piece that can act."""
        unit = UNITS[slot].id
        return (Offer(LEGAL, one.action, (unit,), one.place, one.short_label, arithmetic=one.arithmetic)
                for one in self.answers(state) if unit in one.units)

    def buttons(self, state: AduaState) -> Iterator[Offer]:
        """The offers when nothing is selected."""
        return iter(())

    @abstractmethod
    def why_idle(self, state: AduaState, slot: Slot) -> Illegal:
        """Why a piece cannot act."""

    def all_actions_of(self, state: AduaState, slot: Slot) -> Iterable[Action] | None:
        """All legal actions that name a piece; None if ``candidates`` lists every action already
        (``UnitActions.legal_actions_of``)."""
        return None

    def phasing_seat(self, state: AduaState) -> str:
        return SEATS[state.seat]

    def answers(self, state: AduaState) -> Iterable[Answer]:
        return ()

    def selectable_names(self, state: AduaState) -> tuple[str, ...]:
        """The names of the pieces that can act."""
        return _selectable_names(state, self)

    def offers(self, state: AduaState, picked: Picked) -> Sequence[Offer]:
        names = self.selectable_names(state)
        if not picked.units:
            return [*(Offer(units=(name,)) for name in names), *self.buttons(state)]
        unit = picked.units[0]
        offers = list(self.offers_for_unit(state, SLOT[unit])) if unit in names else []
        if not any(offer.actions or offer.sharing for offer in offers):
            return [Offer(self.why_idle(state, SLOT[unit]), units=(unit,)), *offers]
        return offers


@once
def _selectable_names(state: AduaState, decision: AduaDecision) -> tuple[str, ...]:
    """``AduaDecision.selectable_names``; cached."""
    return tuple(UNITS[slot].id for slot in decision.selectable(state))


class PendingDecision(AduaDecision):
    """A decision or roll that came up within a phase. Positions store its fields (``position``)."""

    rule = rule("10.2")
    in_combat = True
    allows_several_units: ClassVar[bool] = False
    """Whether several units may be in the hex of the decision without a melee: the field ``place`` of the decisions
    for which this is true."""
    kind: ClassVar[str] = ""
    """Its name in positions; empty: the name of the class."""
    veteran_label: ClassVar[Message] = say("Let the computer finish this combat")
    """The label of the button that plays on as a computer player would."""

    def resolve_without_choice(self, state: AduaState) -> Done | None:
        """The state and events if it resolves without a decision or roll; None if it does not."""
        return None

    @abstractmethod
    def position_conditions(self, state: AduaState) -> Iterator[tuple[bool, Message]]:
        """The conditions that a position with it must meet, each with a text of what was expected."""

    @abstractmethod
    def proposed(self, state: AduaState) -> Action:
        """The action that the program proposes."""

    def with_gun_dice(self, before: AduaState, after: AduaState) -> AduaState:
        """The state after a machine-gun test for this roll, with the machine gun's dice added to the roll (5.1).

        :param before: the state before the test.
        """
        return after

    def refusal(self, state: AduaState) -> Illegal:
        """The refusal of an action that is no answer: this must be decided first."""
        return Illegal((Reason(self.rule, self.question(state)),))

    def why_idle(self, state: AduaState, slot: Slot) -> Illegal:
        return self.refusal(state)


ROLL_FIRST = refuse("7.0", say("Roll the dice first"))
"""The refusal of all other actions while a roll is pending."""


class DiceRoll(PendingDecision, Chance[AduaState]):
    """A pending roll."""

    mode = "roll"
    in_combat = False

    @abstractmethod
    def title(self, state: AduaState) -> Message:
        """The purpose of the roll."""

    @abstractmethod
    def odds(self, state: AduaState) -> Preview:
        """The arithmetic of the roll and its chances."""

    @abstractmethod
    def side(self, state: AduaState) -> str:
        """The seat that rolls."""

    def dice(self, state: AduaState) -> tuple[Die, ...]:
        """The dice to roll."""
        return (D6,)

    def groups(self, state: AduaState) -> tuple[DiceGroup, ...]:
        """The dice, grouped by the piece that rolls them."""
        return (DiceGroup(self.title(state), (0,), self.side(state), ""),)

    def branches(self, state: AduaState) -> Sequence[Branch]:
        """The possible outcomes with their chances (``Rules.branches``)."""
        return every_outcome(self.dice(state))

    def roll(self, state: AduaState) -> Roll:
        chances = {one.result: one.chance for one in self.odds(state).outcomes}
        dice = self.dice(state)
        return Roll(dice, self.title(state), self.rule, chances, self.side(state), self.groups(state))

    def question(self, state: AduaState) -> Message:
        return self.title(state)

    def preview(self, state: AduaState, action: Action) -> Preview | None:
        return self.odds(state) if isinstance(action, Faces) else None

    def candidates(self, state: AduaState) -> list[Action]:
        return [*representatives(self.roll(state), lambda: self.branches(state))]

    def check(self, state: AduaState, action: Action) -> Verdict:
        if not isinstance(action, Faces):
            return ROLL_FIRST
        dice = self.dice(state)
        if len(action.faces) != len(dice) or not all(
                face in die.faces for face, die in zip(action.faces, dice, strict=True)):
            return refuse("7.0", say("Expected {count} six-sided dice", count=len(dice)))
        return LEGAL

    def offers(self, state: AduaState, picked: Picked) -> Sequence[Offer]:
        return [Offer(ROLL_FIRST, units=(unit,)) for unit in picked.units]

    def proposed(self, state: AduaState) -> Action:
        raise AssertionError("dice decide")


class FaceRange(NamedTuple):
    """The faces of a die that give one result."""

    key: str
    """The name of the result in records."""
    text: Message
    first: int
    """The lowest of the faces."""
    last: int
    """The highest of the faces."""
    hoped_for: bool = False
    """Whether the result is good for the side that rolls."""


class OneDie(DiceRoll):
    """The roll of one die for one piece."""

    failure: ClassVar[Message | None] = None
    """The text in the summary of a turn if the roll fails; None: no text."""

    @abstractmethod
    def slot(self, state: AduaState) -> Slot:
        """The piece that is rolled for."""

    @abstractmethod
    def ranges(self, state: AduaState) -> tuple[FaceRange, ...]:
        """The results with their faces; the first is shown as the one needed."""

    @abstractmethod
    def apply_result(self, state: AduaState, key: str) -> Done:
        """The state after the result with a key (``FaceRange.key``), and the events after that of the roll."""

    def after_die(self, state: AduaState, rest: Sequence[Any]) -> AduaState:
        """The state once this die has been rolled: the rolls of the same kind for the rest are pending, if any.

        :param rest: the pieces or machine guns that are still to be rolled for.
        """
        decision_class: Any = type(self)
        return state.swapped(decision_class(tuple(rest))) if rest else state.popped()

    def title(self, state: AduaState) -> Message:
        return self.asks.with_values(unit=name_of(self.slot(state)))

    def side(self, state: AduaState) -> str:
        return SEATS[SEAT[self.slot(state)]]

    def groups(self, state: AduaState) -> tuple[DiceGroup, ...]:
        return (DiceGroup(self.title(state), (0,), self.side(state), UNITS[self.slot(state)].id),)

    def odds(self, state: AduaState) -> Preview:
        slot, cited = self.slot(state), rule(self.rule.number)
        outcomes = tuple(Outcome(one.key, Fraction(one.last - one.first + 1, 6), one.text, cited,
                                 one.text if one.hoped_for else "", self.side(state) if one.hoped_for else "")
                         for one in self.ranges(state))
        _, text, first, last, _ = self.ranges(state)[0]
        faces = f"{first}\N{EN DASH}{last}" if first < last else str(first)
        return Preview((UnitLine(UNITS[slot].id, 0, strength_text="d6"),), defenders=(), modifiers=(), attack=None,
                       defence=None, total=faces, reading=text, column=None, outcomes=outcomes,
                       needed=say("{first} to {last}", first=first, last=last) if first < last else faces)

    def resolve(self, state: AduaState, faces: tuple[int, ...]) -> Done:
        result = next(one for one in self.ranges(state) if one.first <= faces[0] <= one.last)
        failure = Failure(self.failure, name_of(self.slot(state))) if self.failure and not result.hoped_for else None
        event: Event = RolledAgainst(self.rule, (D6,), faces, result.key, result.text, self.title(state),
                                     groups=self.groups(state), limit=self.odds(state).needed, failure=failure)
        state, events = self.apply_result(state, result.key)
        return state, (event, *events)
