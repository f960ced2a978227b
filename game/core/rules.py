"""The engine of a rule system: the legal actions in a state and their results."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from game.core.action import Action, Faces
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
"""The winner's name in a draw."""


@dataclass(frozen=True, slots=True)
class Traits:
    """Features of a system as data, so that players and screens can tell at once whether they support it."""

    board: Literal["hex", "area", "plane"]
    enumerable: bool
    """Whether ``candidates`` is complete in every state, except for changes to a set-up (``candidates_complete``)."""
    layers: bool = False
    """Whether ``layers`` ever returns any."""
    facings: bool = False
    """Whether offers have facings (``Offer.angle``) for units on hexes, so that keys turn them."""
    records_first_position: bool = False
    """Whether records contain the first position, as it was made from files that may change, such as army lists."""
    turn_seconds: float = 1.0
    """Seconds that a computer player may think about a player turn against people (``game.ai.players.limit_for``)."""


@dataclass(frozen=True, slots=True)
class ScenarioInfo:
    """A scenario: a battle or an example of play."""

    name: str
    title: Text
    map: str
    """The map's path below ``maps/``."""
    summary: Message
    turns: int | None
    """The length in turns; None: there is no last turn."""
    example: bool = False
    """Whether it is an example of play rather than a battle."""
    provenance: tuple[tuple[str, str], ...] = ()
    """Each part of it with its source: ``rulebook``, ``figure``, ``history``, ``reconstructed`` or ``ours``, perhaps
    with more detail."""
    short: Text = ""
    """A shorter title for lists of examples of play, and where the title does not fit; empty: the same."""
    other_sources: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    """Options that change the source of some parts, each with those parts and sources."""
    option_meanings: tuple[tuple[str, str], ...] = ()
    """Options whose default alternative is "as in the scenario", each with the alternative meant by that."""
    limit: Text = ""
    """The greatest length of a game whose ``turns`` are not given, e.g. ``30 bounds a side``; empty for none."""

    def sources(self, options: Collection[str] = ()) -> tuple[tuple[str, str], ...]:
        """Each part of it with its source when played with some options."""
        changed_sources = dict(part for option, parts in self.other_sources if option in options for part in parts)
        return tuple((part, changed_sources.get(part, source)) for part, source in self.provenance)

    def turns_with(self, infos: Iterable[OptionInfo], options: Collection[str] = ()) -> int | None:
        """The length in turns when played with some options; None: there is no last turn.

        :param infos: the options of the system.
        """
        return next((info.turns for info in infos if info.turns is not None and info.name in options), self.turns)


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of a game."""

    winner: str
    """The seat that won, or ``DRAW``."""
    text: Message
    """The outcome in one sentence."""
    rule: RuleRef
    """The rule that decides it."""
    ending: str
    """The kind of ending, as a short key for statistics."""


class Rules(ABC, Generic[State]):
    """One rule system bound to its boards. Stateless: every method is a function of its arguments."""

    name: str
    """The system's name in records, commands and folders."""
    traits: Traits
    seats: tuple[str, ...]
    """The names of the two seats."""
    scenarios: tuple[ScenarioInfo, ...]
    options: tuple[OptionInfo, ...]
    edition: int = 1
    """Increased with every rule change that would alter games in progress; records state it."""

    @abstractmethod
    def initial(self, scenario: str, options: Sequence[str] = ()) -> State:
        """The set-up of a scenario.

        :param options: texts of options (``game.core.option``); those left out have their defaults.
        :raises KeyError: for an unknown scenario or option.
        """

    @abstractmethod
    def board(self, state: State) -> Any:
        """The board of a state."""

    @abstractmethod
    def to_act(self, state: State) -> str | None:
        """The seat that must act, ``chance``, or None if the game is over."""

    @abstractmethod
    def prompt(self, state: State) -> Prompt:
        """What the seat to act must do."""

    @abstractmethod
    def check(self, state: State, action: Action) -> Verdict:
        """The verdict on an action. The only authority on legality; every refusal cites its rule."""

    @abstractmethod
    def candidates(self, state: State) -> Sequence[Action]:
        """All legal actions of the seat to act; only a representative sample unless ``candidates_complete``.

        For chance, every outcome of the pending roll, or one for each branch if there are too many.
        """

    def candidates_complete(self, state: State) -> bool:
        """Whether ``candidates`` lists every legal action of the seat to act in this state."""
        return self.traits.enumerable

    @abstractmethod
    def canonical(self, state: State, action: Action) -> Action:
        """A legal action in the form in which ``candidates`` lists it (shorthands completed)."""

    @abstractmethod
    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        """The state after an action, with its events. Events are shown to everyone, so they contain nothing hidden.

        :raises IllegalAction: if ``check`` refuses it; the state is unchanged.
        """

    @abstractmethod
    def pending_roll(self, state: State) -> Roll | None:
        """The pending roll; None if no roll is pending."""

    def branches(self, state: State) -> Sequence[Branch]:
        """The branches of the pending roll; outcomes that lead to the same state may share one. Their probabilities sum
        to 1.

        :raises TooManyOutcomes: if there are too many and the system does not group them.
        """
        roll = self.pending_roll(state)
        return every_outcome(roll.dice) if roll is not None else ()

    @abstractmethod
    def preview(self, state: State, action: Action) -> Preview | None:
        """The arithmetic of an action that leads to a roll; None for any other. The action need not be legal."""

    def evaluator(self) -> Evaluator[State] | None:
        """What computer players need in addition to the rules; None if the system has no evaluator."""
        return None

    @abstractmethod
    def result(self, state: State) -> Result | None:
        """The outcome of the game by the rules; None if it is not over."""


def pending_preview(rules: Rules[State], state: State) -> Preview | None:
    """The arithmetic of the pending roll; None without a roll or without arithmetic."""
    roll = rules.pending_roll(state)
    return rules.preview(state, Faces(tuple(die.faces[0] for die in roll.dice))) if roll is not None else None
