"""What every rule system answers. The screen, the referee, the players and the tests know nothing else."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from game.core.action import Action
from game.core.awaited import Awaited
from game.core.branches import Branch, every_throw
from game.core.breakin import BreakIn
from game.core.bulk import Bulk
from game.core.chance import Roll
from game.core.evaluator import Evaluator
from game.core.event import Event
from game.core.face import Face, Note, PlaceCard
from game.core.layer import Layer
from game.core.message import Message, Text
from game.core.objective import NONE, Objectives
from game.core.preview import Preview
from game.core.prompt import Prompt
from game.core.theme import Theme
from game.core.verdict import Reason, RuleRef, Verdict

State = TypeVar("State")

DRAW = "draw"
"""The winner's name where nobody won."""


class BadPosition(ValueError):
    """A position that cannot stand; the message says where and what was expected."""


@dataclass(frozen=True, slots=True)
class Traits:
    """Capabilities as data, so that players and screens can tell at once whether they fit."""

    board: Literal["hex", "area", "plane"]
    enumerable: bool
    """Whether ``candidates`` is complete."""
    hidden: bool
    """Whether ``view`` takes anything away."""
    layers: bool = False
    """Whether ``layers`` names any."""
    table: tuple[tuple[str, ...], tuple[tuple[str, ...], ...]] | None = None
    """The results table as printed: column headings, rows by die face."""


@dataclass(frozen=True, slots=True)
class ScenarioInfo:
    name: str
    title: Text
    map: str
    """The map's path below ``maps/``."""
    summary: Message
    turns: int
    example: bool = False
    """An example of play rather than a battle."""
    provenance: tuple[tuple[str, str], ...] = ()
    """What and where it comes from: ``rulebook``, ``figure``, ``history`` or ``reconstructed``, perhaps with more."""


@dataclass(frozen=True, slots=True)
class OptionInfo:
    name: str
    title: Message
    rule: RuleRef
    summary: Text = ""


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended."""

    winner: str
    text: Message
    rule: RuleRef
    ending: str
    """A short key for statistics."""


@dataclass(frozen=True, slots=True)
class Counter:
    """A piece as the screen shows it."""

    unit: str
    seat: str
    name: str
    abbr: str
    symbol: str
    """The unit symbol's name: infantry, cavalry, cannon, ..."""
    numbers: str
    """What is printed large below, e.g. ``4-3``."""
    place: str | None
    """None: out of the game, or waiting to be set up."""
    marks: tuple[str, ...] = ()
    """``moved``, ``begun`` (has moved and may go on), ``must-attack``, ``attacked``, ``waiting``, ``fired``,
    ``demoralized``, ``aboard``, ``activated``, ``activated-once``, ``activated-twice``."""
    lines: tuple[tuple[Message, Text], ...] = ()
    """Label and value pairs for the selection card."""
    face: Face | None = None
    """The print of a counter with a corps band; None for symbol, abbreviation and numbers alone."""
    notes: tuple[Note, ...] = ()
    """Rules and rulings worth knowing about the unit as it stands."""
    beside: bool = False
    """Lies beside its side's stack, not in its order: an officer, a train."""
    afloat: bool = False
    """Lies on the water of its place, apart from all stacks: a ship, who is aboard her."""


class Rules(BreakIn[State], Bulk[State], ABC, Generic[State]):
    """One rule system bound to its boards. Stateless: every method is a function of its arguments."""

    name: str
    traits: Traits
    theme: Theme
    seats: tuple[str, ...]
    scenarios: tuple[ScenarioInfo, ...]
    options: tuple[OptionInfo, ...]
    edition: int = 1
    """Raised with a change of rules under which games that have begun would go on differently; records name it."""

    @abstractmethod
    def initial(self, scenario: str, options: Sequence[str] = ()) -> State:
        """The set-up of a scenario.

        :raises KeyError: for an unknown scenario or option.
        """

    def steps(self, scenario: str) -> Sequence[Mapping[str, Any]]:
        """What an example of play shows and expects, in order; nothing for a battle.

        Each step has ``say`` and any of ``check``, ``preview``, ``play`` (notations), ``faces`` and ``back``.
        """
        return ()

    @abstractmethod
    def board(self, state: State) -> Any:
        """The board the state is played on."""

    @abstractmethod
    def to_act(self, state: State) -> str | None:
        """The seat that must act, ``chance``, or None when the game is over."""

    def may_interject(self, state: State) -> tuple[str, ...]:
        """Who else may act now, out of turn."""
        return ()

    def actor(self, state: State, action: Action) -> str | None:
        """Whose action it is: the seat that must act, or one that breaks in."""
        return self.to_act(state)

    @abstractmethod
    def prompt(self, state: State) -> Prompt: ...

    @abstractmethod
    def check(self, state: State, action: Action) -> Verdict:
        """The only authority on legality; every refusal cites its rule."""

    @abstractmethod
    def candidates(self, state: State) -> Sequence[Action]:
        """Every legal action of who must act where Traits say enumerable, else a fair sample. Chance: ``throws``."""

    def interjections(self, state: State, seat: str) -> Sequence[Action]:
        """Every action with which a seat may break in now; some exactly for the seats of ``may_interject``."""
        return ()

    def commands(self, state: State, unit: str) -> Sequence[Action]:
        """What a unit may legally do now that is no going to a place: the buttons beside it when it is picked up."""
        return ()

    def describe(self, state: State, action: Action) -> Text:
        """An action as people say it before it is done, e.g. ``Turkish cavalry, 0401 to 0603``."""
        return action.notation

    @abstractmethod
    def canonical(self, state: State, action: Action) -> Action:
        """The form in which ``candidates`` lists a legal action (shorthands completed)."""

    @abstractmethod
    def survey(self, state: State, unit: str) -> Mapping[str, Verdict]:
        """For every place: whether the unit may go there now, at what cost, or why not."""

    @abstractmethod
    def compose(self, state: State, picked: Sequence[str]) -> tuple[Action, ...]:
        """The actions a set of picked units can mean now, legal or not, the likeliest first."""

    def joins(self, state: State, picked: Sequence[str]) -> tuple[str, ...]:
        """Units of who acts that could be added to picked ones against the enemies among those; none before any is."""
        return ()

    @abstractmethod
    def pickable(self, state: State) -> Mapping[str, tuple[str, ...]]:
        """What may be picked now: ``act`` are units with something to do, ``target`` those it can be done to."""

    @abstractmethod
    def why_idle(self, state: State, unit: str) -> Reason:
        """Why a unit that ``pickable`` does not name has nothing to do now, e.g. that it is the other side's."""

    @abstractmethod
    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        """The state after the action and what happened.

        :raises IllegalAction: when ``check`` refuses; nothing is half done.
        """

    @abstractmethod
    def pending_roll(self, state: State) -> Roll | None: ...

    def branches(self, state: State) -> Sequence[Branch]:
        """The ways the roll that is due can go: throws that lead to the same state may be one. Their chances sum to 1.

        :raises TooManyThrows: where there are too many and the system does not group them.
        """
        roll = self.pending_roll(state)
        return every_throw(roll.dice) if roll is not None else ()

    @abstractmethod
    def preview(self, state: State, action: Action) -> Preview | None:
        """The arithmetic of an action that leads to dice; None for any other. The action need not be legal."""

    def awaits(self, state: State, units: Sequence[str], place: str) -> Sequence[Awaited]:
        """What awaits units that would go to a place, or attack it from beside it, in the order in which it comes.

        Only as far as it is known, and as if nobody else came; nothing where nothing is thrown.
        """
        return ()

    def evaluator(self) -> Evaluator[State] | None:
        """What computer players need beyond the rules; None where nobody has taught them this system."""
        return None

    def view(self, state: State, seat: str) -> State:
        """The state without what that seat may not know."""
        return state

    @abstractmethod
    def result(self, state: State) -> Result | None: ...

    @abstractmethod
    def counters(self, state: State) -> tuple[Counter, ...]:
        """Every unit of the scenario, those out of the game included."""

    def holders(self, state: State) -> Mapping[str, str]:
        """Places worth holding and the seat that holds each; the screen flies its flag there."""
        return {}

    def objectives(self, state: State) -> Objectives:
        """What counts for victory, who holds it now, and what it takes to win."""
        return NONE

    def layers(self, state: State, unit: str | None = None) -> Sequence[Layer]:
        """What can be laid over the map: in general, or as it concerns a unit in hand. Some where Traits say so."""
        return ()

    def place_card(self, state: State, place: str) -> PlaceCard | None:
        """What the selection card says about a place; None where the board's own terrain name says it all."""
        return None

    @abstractmethod
    def position(self, state: State) -> dict[str, Any]:
        """The complete, readable position as JSON values."""

    @abstractmethod
    def from_position(self, position: Mapping[str, Any]) -> State:
        """The state of a position.

        :raises BadPosition: naming the key and what was expected.
        """

    @abstractmethod
    def parse(self, text: str) -> Action:
        """The action of a notation.

        :raises BadNotation: saying what was found and expected.
        """
