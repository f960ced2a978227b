"""What a screen shows of a rule system: its counters, what can be done with them, and what is said about them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from game.core.action import Action
from game.core.awaited import Awaited
from game.core.capability import Capability
from game.core.face import CounterFace, Note, PlaceCard
from game.core.layer import Layer
from game.core.message import Message, Text
from game.core.objective import NONE, Objectives
from game.core.offer import Offer, Picked, TableOffer
from game.core.pose import Spot
from game.core.theme import Theme

State = TypeVar("State")


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
    """What its signs say: names of marks in the system's ``screen.toml`` (``game.art``), or of all systems."""
    lines: tuple[tuple[Message, Text], ...] = ()
    """Label and value pairs for the selection card."""
    face: CounterFace | None = None
    """The print of a counter with a corps band; None for symbol, abbreviation and numbers alone."""
    notes: tuple[Note, ...] = ()
    """Rules and rulings worth knowing about the unit as it stands."""
    beside: bool = False
    """Lies beside its side's stack where that has an order, else looks out from behind it: an officer, a train."""
    afloat: bool = False
    """Lies on the water of its place, apart from all stacks: a ship, who is aboard her."""
    angle: int | None = None
    """Which way it faces, in degrees clockwise from the top of the map; None where that means nothing."""
    size: tuple[int, int] | None = None
    """Of a base on a table without a grid: the width of its front edge and its depth, in thousandths of a base width;
    its place is then a pose (``core.pose``). None: a counter like all others."""
    outline: tuple[Spot, ...] = ()
    """On a table without a grid, of a piece of terrain that can be moved: its outline on the table. The sheet draws it;
    ``size`` and ``place`` are those of the box around it."""
    steps: int | None = None
    """Steps left, of a unit that is reduced step by step; None: it has none."""


@dataclass(frozen=True, slots=True)
class OffMapBox:
    """Room for counters beside the map, e.g. for who is to arrive or has left."""

    name: str
    """What counters in it have as their place."""
    title: Text
    seat: str | None = None
    """Whose it is."""


@dataclass(frozen=True, slots=True)
class Matchups:
    """What becomes of losers, for every two types of units in play."""

    notes: tuple[Text, ...]
    """How the grid is read, line by line."""
    types: tuple[Text, ...]
    fates: tuple[tuple[tuple[tuple[Text, bool], ...], ...], ...]
    """For each loser and each winner, in the order of ``types``: one fate below the other, and whether it is the end of
    the loser."""


class Presenter(ABC, Generic[State]):
    """Says what is on the table and what pointing at it means. Legality stays with the rules' ``check``."""

    theme: Theme

    @abstractmethod
    def counters(self, state: State) -> tuple[Counter, ...]:
        """Every unit of the scenario, those out of the game included."""

    @abstractmethod
    def offers(self, state: State, picked: Picked) -> Sequence[Offer]:
        """What can be done with what is picked up, or why not, for who must act or interrupts.

        - Nothing is picked: the units that can be, one offer each. Enemies among them can be aimed at.
        - A unit is picked: for every place whether it may go there or do something to it; what else it may do; what
          alone is due of it; one refusal may stand for all places that are not named (``Offer.elsewhere``). A unit with
          nothing to do has an offer that refuses it, naming it, before the others.
        - Where units take part together (``Prompt.mode`` is ``compose``): what those picked can mean together, legal or
          not, the likeliest first, and units that could be added.

        The first offer for a place is what a click on it means.
        """

    def phases(self, state: State) -> Sequence[tuple[str, str]]:
        """The phases of the turn that is played, in order, as (seat, phase) like ``Prompt.place``; where the theme's
        order does not always hold, e.g. because initiative swaps the player turns, that of this turn."""
        return self.theme.phases

    def describe(self, state: State, action: Action) -> Text:
        """An action as people say it before it is done, e.g. ``Turkish cavalry moves 0401-0603``."""
        return action.notation

    def as_if(self, state: State, unit: str) -> Sequence[State]:
        """The position as it would be at the start of each phase in which a unit's side acts with it, in the order of
        the turn: what the rules say in it is what they would say then, if nothing moved before. Nothing where a system
        does not say so, or the unit is not on the map."""
        return ()

    def layers(self, state: State, unit: str | None = None) -> Sequence[Layer]:
        """What can be laid over the map: in general, or as it concerns a unit in hand or pointed at. Some where Traits
        say so."""
        return ()

    def awaits(self, state: State, units: Sequence[str], place: str) -> Sequence[Awaited]:
        """What awaits units that would go to a place, or attack it from beside it, in the order in which it comes.

        Only as far as it is known, and as if nobody else came; nothing where nothing is rolled.
        """
        return ()

    def objectives(self, state: State) -> Objectives:
        """What counts for victory, who holds it now, and what it takes to win."""
        return NONE


class OffMapBoxes(Capability[State]):
    """There are boxes beside the map."""

    def boxes(self, state: State) -> Sequence[OffMapBox]:
        """The boxes beside the map, in order. None of them is a place of the board."""
        return ()


class HeldPlaces(Capability[State]):
    """Places are held by seats, whose flags fly there."""

    def holders(self, state: State) -> Mapping[str, str]:
        """Places worth holding and the seat that holds each; the screen flies its flag there."""
        return {}


class PlaceCards(Capability[State]):
    """More is to be said of a place than its terrain."""

    def place_card(self, state: State, place: str) -> PlaceCard | None:
        """What the selection card says about a place; None where the board's own terrain name says it all."""
        return None


class MatchupTable(Capability[State]):
    """Results depend on the types of units."""

    def matchups(self, state: State) -> Matchups | None:
        """Who beats whom among the types of units in play; None if results do not depend on types."""
        return None


class OrderedStacks(Capability[State]):
    """Stacks have an order that a player may change."""

    def on_top(self, state: State, unit: str) -> Action | None:
        """The action, legal or not, that puts a unit on top of its stack; None where stacks have no order."""
        return None


class FreeMeasurement(Capability[State]):
    """Units move freely on a table without a grid."""

    def worked_out(self, state: State, action: Action) -> TableOffer | None:
        """On a table without a grid, the offer that a move by hand would be, legal or not: poses, cost, stick and the
        arithmetic of the combat to which it leads; None for any other action."""
        return None
