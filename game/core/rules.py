"""The engine of a rule system: what may be done in a position and what comes of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from game.core.action import Action
from game.core.branches import Branch, every_outcome
from game.core.chance import Roll
from game.core.evaluator import Evaluator
from game.core.event import Event
from game.core.message import Message, Text
from game.core.option import OptionInfo
from game.core.preview import Preview
from game.core.prompt import Prompt
from game.core.verdict import RuleRef, Verdict

State = TypeVar("State")

DRAW = "draw"
"""The winner's name where nobody won."""


@dataclass(frozen=True, slots=True)
class Traits:
    """Capabilities as data, so that players and screens can tell at once whether they fit."""

    board: Literal["hex", "area", "plane"]
    enumerable: bool
    """Whether ``candidates`` is complete in every state, changes to a set-up apart (``candidates_complete``)."""
    layers: bool = False
    """Whether ``layers`` names any."""
    facings: bool = False
    """Whether offers name facings (``Offer.angle``) for units on hexes, so that there are keys to turn them."""
    carries: bool = False
    """Whether a record holds its first position: it was made from files that may change, such as army lists."""
    turn_seconds: float = 1.0
    """Seconds that a computer player may think about a player turn against people (``players.limit_for``)."""


@dataclass(frozen=True, slots=True)
class ScenarioInfo:
    name: str
    title: Text
    map: str
    """The map's path below ``maps/``."""
    summary: Message
    turns: int | None
    """None: there is no last turn."""
    example: bool = False
    """An example of play rather than a battle."""
    provenance: tuple[tuple[str, str], ...] = ()
    """What and where it comes from: ``rulebook``, ``figure``, ``history`` or ``reconstructed``, perhaps with more."""
    short: Text = ""
    """The title in a list of examples of play, without saying that it is one; empty: the same."""
    otherwise: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    """Options with which parts of it come from elsewhere, each with those parts."""

    meant: tuple[tuple[str, str], ...] = ()
    """Options whose usual alternative is "as in the scenario", each with the alternative that it stands for."""

    def sources(self, options: Collection[str] = ()) -> tuple[tuple[str, str], ...]:
        """What and where it comes from where it is played with some options."""
        changed = dict(part for option, parts in self.otherwise if option in options for part in parts)
        return tuple((what, changed.get(what, source)) for what, source in self.provenance)

    def lasts(self, offered: Iterable[OptionInfo], options: Collection[str] = ()) -> int | None:
        """Turns it lasts where it is played with some of the options offered; None: there is no last turn."""
        return next((info.turns for info in offered if info.turns is not None and info.name in options), self.turns)

    @property
    def heading(self) -> Text:
        """The title where it is plain that an example of play is meant."""
        return self.short or self.title


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended."""

    winner: str
    text: Message
    rule: RuleRef
    ending: str
    """A short key for statistics."""


class Rules(ABC, Generic[State]):
    """One rule system bound to its boards. Stateless: every method is a function of its arguments."""

    name: str
    traits: Traits
    seats: tuple[str, ...]
    scenarios: tuple[ScenarioInfo, ...]
    options: tuple[OptionInfo, ...]
    edition: int = 1
    """Raised with a change of rules under which games that have begun would go on differently; records name it."""

    @abstractmethod
    def initial(self, scenario: str, options: Sequence[str] = ()) -> State:
        """The set-up of a scenario.

        :param options: texts of options (``game.core.option``); what is not named is as usual.
        :raises KeyError: for an unknown scenario or option.
        """

    @abstractmethod
    def board(self, state: State) -> Any:
        """The board the state is played on."""

    @abstractmethod
    def to_act(self, state: State) -> str | None:
        """The seat that must act, ``chance``, or None when the game is over."""

    @abstractmethod
    def prompt(self, state: State) -> Prompt: ...

    @abstractmethod
    def check(self, state: State, action: Action) -> Verdict:
        """The only authority on legality; every refusal cites its rule."""

    @abstractmethod
    def candidates(self, state: State) -> Sequence[Action]:
        """All legal actions of the seat to act where ``candidates_complete`` says so, else a representative sample.

        For chance every outcome of the roll that is due, or one for each branch where they are too many.
        """

    def candidates_complete(self, state: State) -> bool:
        """Whether ``candidates`` lists every legal action of the seat to act in this state."""
        return self.traits.enumerable

    @abstractmethod
    def canonical(self, state: State, action: Action) -> Action:
        """The form in which ``candidates`` lists a legal action (shorthands completed)."""

    @abstractmethod
    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        """The state after the action and what happened, as far as everybody may know: events are shown to all.

        :raises IllegalAction: when ``check`` refuses; nothing is half done.
        """

    @abstractmethod
    def pending_roll(self, state: State) -> Roll | None: ...

    def branches(self, state: State) -> Sequence[Branch]:
        """The ways the roll that is due can go: rolls that lead to the same state may be one. Their chances sum to 1.

        :raises TooManyOutcomes: where there are too many and the system does not group them.
        """
        roll = self.pending_roll(state)
        return every_outcome(roll.dice) if roll is not None else ()

    @abstractmethod
    def preview(self, state: State, action: Action) -> Preview | None:
        """The arithmetic of an action that leads to dice; None for any other. The action need not be legal."""

    def evaluator(self) -> Evaluator[State] | None:
        """What computer players need beyond the rules; None where nobody has taught them this system."""
        return None

    @abstractmethod
    def result(self, state: State) -> Result | None: ...
