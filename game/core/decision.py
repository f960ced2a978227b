"""Decisions as objects: the seat that decides, the question, the legal answers, the reason for refusing any other, and
the consequences. A phase of the turn is a decision like any other.

A system writes one class for each decision and each phase. Lists of legal actions, checks, prompts and the offers on
screen are derived here, so that a reader finds everything about a decision in its class.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar, dataclass_transform

from game.core.action import Action, Faces
from game.core.batch import StillToDo, TurnEnds
from game.core.branches import Branch, every_outcome, representatives
from game.core.chance import CHANCE, Roll
from game.core.contract import System
from game.core.event import Event
from game.core.face_words import misfit
from game.core.message import Message, Text, say
from game.core.offer import CatchAll, Offer, Picked, no_preview
from game.core.preview import Preview
from game.core.prompt import Budget, Duty, Mode, Prompt
from game.core.verdict import LEGAL, Illegal, IllegalAction, Reason, RuleRef, Verdict

State = TypeVar("State")
Done = tuple[State, tuple[Event, ...]]
"""A state and the events that led to it."""


def apply_steps(done: Done[State], *steps: Callable[[State], Done[State]]) -> Done[State]:
    """The result of some steps applied in turn, with all events appended to those so far."""
    for step in steps:
        state, new_events = step(done[0])
        done = state, (*done[1], *new_events)
    return done


@dataclass(frozen=True, slots=True)
class Answer:
    """One legal answer to a decision."""

    action: Action
    units: tuple[str, ...] = ()
    """The units that do it: it is offered while one of them is selected."""
    place: str | None = None
    """The place to click for it; None: it is only available as a button."""
    short_label: Text = ""
    """The button label while a unit is selected, e.g. ``Retreats``."""
    label: Text = ""
    """The button label while nothing is selected, e.g. ``Red pikes 1 retreats``; empty: no button then."""
    is_default: bool = False
    """Whether it is the default answer: the key of the main button gives it."""
    arithmetic: Callable[[], Preview | None] = field(default=no_preview, compare=False, repr=False)
    """Computes the arithmetic if the answer leads to a roll."""
    outcome: Callable[[], Done[Any]] | None = field(default=None, compare=False, repr=False)
    """Computes the consequences; None if the ``apply`` of its decision does that."""


@dataclass_transform(frozen_default=True)
class Decision(Generic[State]):
    """A decision by a seat or by chance. Its fields say what it is about; it is immutable.

    Every subclass becomes a frozen dataclass.
    """

    name: ClassVar[str]
    """The phase it belongs to, as named in prompts and positions."""
    rule: ClassVar[RuleRef]
    asks: ClassVar[Message]
    """The question, if it is always the same."""
    mode: ClassVar[Mode] = "compose"
    """What clicking a unit means (``Prompt.mode``)."""
    interrupt: ClassVar[Text] = ""
    """Its title if it is put to a seat out of turn and can be declined with the main button (``Prompt.reaction``)."""
    elsewhere: ClassVar[Message | None] = None
    """The reason that the selected unit can do nothing at a place that no answer names; None: no reason is given."""
    complete: ClassVar[bool] = True
    """Whether ``answers`` yields every legal answer; otherwise it yields a representative sample, and ``why_not`` alone
    decides."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        dataclass(frozen=True)(cls)

    @abstractmethod
    def seat(self, state: State) -> str | None:
        """The seat that decides, ``chance``, or None if the game is over."""

    def question(self, state: State) -> Message:
        """The instruction for the player, in one sentence."""
        return self.asks

    @abstractmethod
    def answers(self, state: State) -> Iterable[Answer]:
        """The legal answers; at least one unless the game is over."""

    def why_not(self, state: State, action: Action) -> Reason | None:
        """The reason for refusing an action; None if it is legal. By default the question is the reason.

        If ``complete``, it is called only for actions that are not among the answers; None then means another notation
        of an answer (``canonical``).
        """
        return Reason(self.rule, self.question(state))

    def apply(self, state: State, action: Action) -> Done[State]:
        """The state after a legal answer, with the events."""
        outcome = next(answer.outcome for answer in self.answers(state) if answer.action == action)
        assert outcome is not None, "a decision without an apply of its own gives its answers outcomes"
        return outcome()

    def phasing_seat(self, state: State) -> str | None:
        """The seat whose phase it is (``Prompt.phasing_seat``)."""
        return self.seat(state)

    def main(self, state: State) -> tuple[Action, Text] | None:
        """The action and the label of the main button; None if it has no action."""
        return None

    def button(self, state: State) -> Text:
        """The label of the main button if it has no action of its own: it rolls, or executes what has been selected."""
        return ""

    def duties(self, state: State) -> tuple[Duty, ...]:
        """What must be done before the main button is enabled."""
        return ()

    def still_to_do(self, state: State) -> tuple[StillToDo, ...]:
        """What the seat would give up with the main button (``TurnEnds.still_to_do``)."""
        return ()

    def budgets(self, state: State) -> tuple[Budget, ...]:
        """What the seat has left to spend."""
        return ()

    def active_unit(self, state: State) -> str:
        """The unit that the question is about (``Prompt.active_unit``); empty for none."""
        return ""

    def preview(self, state: State, action: Action) -> Preview | None:
        """The arithmetic of an answer that leads to a roll."""
        return next((answer.arithmetic() for answer in self.answers(state) if answer.action == action), None)

    def check(self, state: State, action: Action) -> Verdict:
        """Whether an action is a legal answer; if not, with the reason."""
        if self.complete and any(answer.action == action for answer in self.answers(state)):
            return LEGAL
        why = self.why_not(state, action)
        return LEGAL if why is None else Illegal((why,))

    def canonical(self, state: State, action: Action) -> Action:
        """The form in which a legal action is listed (``Rules.canonical``)."""
        return action

    def play(self, state: State, action: Action) -> Done[State]:
        """The state after an action, with the events.

        :raises IllegalAction: if it is not a legal answer.
        """
        verdict = self.check(state, action)
        if isinstance(verdict, Illegal):
            raise IllegalAction(action, verdict)
        return self.apply(state, action)

    def candidates(self, state: State) -> list[Action]:
        """The actions of the answers."""
        return [answer.action for answer in self.answers(state)]

    def offers(self, state: State, picked: Picked) -> Sequence[Offer]:
        """The offers for the selected units, or with nothing selected (``Presenter.offers``)."""
        answers = list(self.answers(state))
        if not picked.units:
            units = dict.fromkeys(unit for answer in answers for unit in answer.units)
            return [*(Offer(units=(unit,)) for unit in units),
                    *(_offer(answer, answer.label) for answer in answers if answer.label)]
        unit = picked.units[0]
        unit_offers = [_offer(answer, answer.short_label) for answer in answers if unit in answer.units]
        if not unit_offers:
            return [Offer(Illegal((self.why_unable(state, unit),)), units=(unit,))]
        if self.elsewhere is not None:
            unit_offers.append(CatchAll(Illegal((Reason(self.rule, self.elsewhere),)), units=(unit,)))
        return unit_offers

    def why_unable(self, state: State, unit: str) -> Reason:
        """The reason that a unit cannot do anything. By default the question is the reason."""
        return Reason(self.rule, self.question(state))

    def prompt(self, state: State, turn: int) -> Prompt:
        """The prompt of the decision (``Rules.prompt``)."""
        action, label = self.main(state) or (None, self.button(state))
        return Prompt(self.name, turn, self.seat(state), self.question(state), self.rule, self.duties(state), action,
                      label, self.mode, self.phasing_seat(state), self.active_unit(state), self.budgets(state),
                      self.interrupt)


def _offer(answer: Answer, label: Text) -> Offer:
    """The offer of an answer, with the label of its button."""
    return Offer(LEGAL, answer.action, answer.units, answer.place, label, is_default=answer.is_default,
                 arithmetic=answer.arithmetic)


class Chance(Decision[State]):
    """A roll. A system says which dice are rolled and what the faces mean."""

    mode = "roll"

    @abstractmethod
    def roll(self, state: State) -> Roll:
        """The pending roll."""

    @abstractmethod
    def resolve(self, state: State, faces: tuple[int, ...]) -> Done[State]:
        """The state after the roll, with the events.

        :param faces: the face of each die, in the order of the roll.
        """

    def branches(self, state: State) -> Sequence[Branch]:
        """The branches of the roll (``Rules.branches``)."""
        return every_outcome(self.roll(state).dice)

    def seat(self, state: State) -> str | None:
        return CHANCE

    def phasing_seat(self, state: State) -> str | None:
        return self.roll(state).seat

    def question(self, state: State) -> Message:
        return self.roll(state).title

    def answers(self, state: State) -> Iterable[Answer]:
        return map(Answer, representatives(self.roll(state), lambda: self.branches(state)))

    def why_not(self, state: State, action: Action) -> Reason | None:
        if not isinstance(action, Faces):
            return Reason(self.rule, say("Roll the dice first"))
        roll = self.roll(state)
        return None if roll.fits(action.faces) else Reason(self.rule, misfit(roll, action.faces))

    def check(self, state: State, action: Action) -> Verdict:
        why = self.why_not(state, action)  # not the answers: of many dice these are only a sample
        return LEGAL if why is None else Illegal((why,))

    def apply(self, state: State, action: Action) -> Done[State]:
        assert isinstance(action, Faces), "the answers to a roll are faces"
        return self.resolve(state, action.faces)

    def offers(self, state: State, picked: Picked) -> Sequence[Offer]:
        return [Offer(Illegal((Reason(self.rule, say("Roll the dice first")),)), units=picked.units)] if (
            picked.units) else ()


class DecisionSystem(System[State], TurnEnds[State], Generic[State]):
    """A rule system made of decisions: implements the part of the contract that follows from them."""

    @abstractmethod
    def decision(self, state: State) -> Decision[State]:
        """The pending decision: the top of the stack, or else the phase."""

    @abstractmethod
    def turn(self, state: State) -> int:
        """The turn number, from 1."""

    def unknown(self, state: State, action: Action) -> Reason | None:
        """The reason for refusing an action in any decision, e.g. because it names a unit that does not exist."""
        return None

    def to_act(self, state: State) -> str | None:
        return self.decision(state).seat(state)

    def prompt(self, state: State) -> Prompt:
        return self.decision(state).prompt(state, self.turn(state))

    def check(self, state: State, action: Action) -> Verdict:
        why = self.unknown(state, action)
        return Illegal((why,)) if why is not None else self.decision(state).check(state, action)

    def candidates(self, state: State) -> Sequence[Action]:
        return self.decision(state).candidates(state)

    def candidates_complete(self, state: State) -> bool:
        return self.decision(state).complete

    def canonical(self, state: State, action: Action) -> Action:
        return self.decision(state).canonical(state, action)

    def apply(self, state: State, action: Action) -> Done[State]:
        why = self.unknown(state, action)
        if why is not None:
            raise IllegalAction(action, Illegal((why,)))
        return self.decision(state).play(state, action)

    def pending_roll(self, state: State) -> Roll | None:
        decision = self.decision(state)
        return decision.roll(state) if isinstance(decision, Chance) else None

    def branches(self, state: State) -> Sequence[Branch]:
        decision = self.decision(state)
        return decision.branches(state) if isinstance(decision, Chance) else ()

    def still_to_do(self, state: State) -> tuple[StillToDo, ...]:
        return self.decision(state).still_to_do(state)

    def preview(self, state: State, action: Action) -> Preview | None:
        return None if self.unknown(state, action) is not None else self.decision(state).preview(state, action)

    def offers(self, state: State, picked: Picked) -> Sequence[Offer]:
        return self.decision(state).offers(state, picked)
