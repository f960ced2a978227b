"""What a screen shows of a rule system: its counters, the available offers, and texts about them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from game.core.action import Action
from game.core.capability import Capability
from game.core.face import CounterFace, Note, PlaceCard
from game.core.hazard import Hazard
from game.core.layer import Layer
from game.core.message import Message, Text
from game.core.objective import NO_OBJECTIVES, Objectives
from game.core.offer import Offer, Picked, TableOffer
from game.core.pose import Spot
from game.core.theme import Theme

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter as shown on the screen."""

    unit: str
    seat: str
    name: Text
    """Its name for display."""
    abbr: str
    """The abbreviation printed on it; empty for none."""
    symbol: str
    """The name of the unit symbol: infantry, cavalry, cannon, ..."""
    numbers: str
    """The numbers printed large below the symbol, e.g. ``4-3``."""
    place: str | None
    """The place; None if it is out of the game, or waiting to be set up."""
    marks: tuple[str, ...] = ()
    """The names of its marks, in the system's ``screen.toml`` (``game.art``) or common to all systems."""
    lines: tuple[tuple[Message, Text], ...] = ()
    """Pairs of label and value for the selection card."""
    face: CounterFace | None = None
    """The face of a counter with a corps band; None: only symbol, abbreviation and numbers."""
    notes: tuple[Note, ...] = ()
    """Rules and rulings that currently matter for the unit."""
    off_stack: bool = False
    """Whether it is apart from its side's stack: beside it if stacks are ordered, else half hidden behind it; e.g. an
    officer or a train."""
    at_sea: bool = False
    """Whether it lies on the water of its place, apart from all stacks: a ship, or a unit aboard one."""
    angle: int | None = None
    """Its facing, in degrees clockwise from the top of the map; None if facing has no meaning."""
    size: tuple[int, int] | None = None
    """For a base on a table without a grid: the width of its front edge and its depth, in thousandths of a base width;
    its place is then a pose (``core.pose``). None: an ordinary counter."""
    outline: tuple[Spot, ...] = ()
    """For a movable piece of terrain on a table without a grid: its outline on the table. The sheet draws it; ``size``
    and ``place`` are those of its bounding box."""
    steps: int | None = None
    """The steps left; None for a unit without steps."""
    type_name: Text = ""
    """The plural name of its type, for the summary of a large group, e.g. ``pikes``; empty: groups are listed by
    name."""

    @property
    def short_name(self) -> Text:
        """The abbreviation printed on it, else the title of its face, else its name."""
        return self.abbr or (self.face.title if self.face is not None else "") or self.name


@dataclass(frozen=True, slots=True)
class OffMapBox:
    """A box for counters beside the map, e.g. for units that are to arrive or have left."""

    name: str
    """Its id, which is the ``place`` of the counters in it, but no place of the board."""
    title: Text
    seat: str | None = None
    """The seat that it belongs to, if any."""


@dataclass(frozen=True, slots=True)
class Matchups:
    """A grid of what happens to the loser of a combat, for every two types of units in play."""

    notes: tuple[Text, ...]
    """Instructions for reading the grid, line by line."""
    types: tuple[Text, ...]
    """The types of units, as headings of rows and columns."""
    fates: tuple[tuple[tuple[tuple[Text, bool], ...], ...], ...]
    """For each loser and each winner, in the order of ``types``: the possible fates one below the other, each with
    whether it eliminates the loser."""


class Presenter(ABC, Generic[State]):
    """Describes the counters on the map and the offers for a selection. Legality is left to the rules' ``check``."""

    theme: Theme

    @abstractmethod
    def counters(self, state: State) -> tuple[Counter, ...]:
        """Every unit of the scenario, including those out of the game."""

    @abstractmethod
    def offers(self, state: State, picked: Picked) -> Sequence[Offer]:
        """What can be done with the selection, or why not, for the seat to act or a seat that interrupts.

        - Nothing is selected: the units that can be selected, one offer each. Enemies among them can be targets.
        - A unit is selected: for every place whether it may move there or act on it; its other actions, including
          those that cannot be taken for several units together. One refusal may stand for all places that are not
          named (``CatchAll``). If the unit can do nothing, the first offer is a refusal that names it.
        - Where units take part together (``Prompt.mode`` is ``compose``): the possible actions of the selected units
          together, legal or not, the likeliest first, and units that could be added.

        The first offer for a place determines the effect of a click on it.
        """

    def phases(self, state: State) -> Sequence[tuple[str, str]]:
        """The phases of the current turn, in order, as pairs of seat and phase (``Prompt.phase_key``). They are the
        theme's unless a system's order can change, e.g. because initiative swaps the player turns."""
        return self.theme.phases

    def describe(self, state: State, action: Action) -> Text:
        """An action in words before it is done, e.g. ``Turkish cavalry moves 0401-0603``; by default its notation."""
        return action.notation

    def states_when_acting(self, state: State, unit: str) -> Sequence[State]:
        """For each phase in which the unit can act, in turn order: the state as it would be then if nothing moved
        before. Empty if the system does not support this, or the unit is off the map."""
        return ()

    def layers(self, state: State, unit: str | None = None) -> Sequence[Layer]:
        """The layers for the map: in general, or for a unit that is selected or under the mouse. Empty unless
        ``Traits.layers`` is set."""
        return ()

    def hazards_on(self, state: State, units: Sequence[str], place: str) -> Sequence[Hazard]:
        """The hazards for units that would move to a place, or attack it from an adjacent one, in the order in which
        they occur.

        Only known hazards, as if no other unit came along; empty if there are none.
        """
        return ()

    def objectives(self, state: State) -> Objectives:
        """What counts for victory, its current holders, and the victory conditions."""
        return NO_OBJECTIVES


class OffMapBoxes(Capability[State]):
    """The map has boxes beside it."""

    def boxes(self, state: State) -> Sequence[OffMapBox]:
        """The boxes beside the map, from left to right."""
        return ()


class HeldPlaces(Capability[State]):
    """Seats hold places."""

    def holders(self, state: State) -> Mapping[str, str]:
        """The places worth holding, each with the seat that holds it; the screen shows that seat's flag there."""
        return {}


class PlaceCards(Capability[State]):
    """Places have more information than their terrain."""

    def place_card(self, state: State, place: str) -> PlaceCard | None:
        """The text of the selection card about a place; None if the board's own terrain name is enough."""
        return None


class MatchupTable(Capability[State]):
    """Results depend on the types of units."""

    def matchups(self, state: State) -> Matchups | None:
        """Which types of units in play beat which; None if results do not depend on types."""
        return None


class OrderedStacks(Capability[State]):
    """Stacks have an order that a player may change."""

    def on_top(self, state: State, unit: str) -> Action | None:
        """The action, legal or not, that puts a unit on top of its stack; None if stacks have no order."""
        return None


class MovesAsOffers(Capability[State]):
    """Any move on a table without a grid, such as one of a replay or a lesson, can be shown as an offer."""

    def offer_for(self, state: State, action: Action) -> TableOffer | None:
        """The offer for a move, legal or not: poses, cost, stick and the arithmetic of the combat to which it leads.
        None for any other action."""
        return None
