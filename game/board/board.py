"""The interface of every kind of board, as used by rules, referee and screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from game.core.message import Text

Kind = Literal["hex", "area", "plane"]
"""The kind of a board's places."""


class Feature(Protocol):
    """A feature of the border between two places, as seen from one of them."""

    @property
    def kind(self) -> str:
        """The feature's class on the map, e.g. ``wadi``."""

    @property
    def on_marked_side(self) -> bool:
        """Whether the place it is seen from is on the side that the map marks, e.g. the low side of a slope."""


class Board(Protocol):
    """Places, and what lies between them. A board knows nothing of units.

    Places are identified by their ids. On a plane every pose is a place, with its text form (``core.pose``) as the id:
    ``places`` is then empty, and ``knows`` accepts every pose on the table. An unknown place raises ``KeyError``.
    """

    @property
    def name(self) -> str:
        """The name of the map file, without its extension."""

    @property
    def title(self) -> str:
        """The title printed on the sheet."""

    @property
    def kind(self) -> Kind:
        """The kind of its places: ``hex``, ``area``, or ``plane`` if places are poses."""

    @property
    def places(self) -> tuple[str, ...]:
        """The ids of all places in board order; empty on a plane, which has too many to list."""

    @property
    def zones(self) -> Mapping[str, frozenset[str]]:
        """Deployment zones: name -> places."""

    @property
    def objectives(self) -> Mapping[str, frozenset[str]]:
        """The objectives marked on the map: name -> places. The rules decide what they are worth."""

    def knows(self, place: str) -> bool:
        """Whether the board has a place with this id."""

    def title_of(self, place: str) -> Text:
        """A place's title for headings: ``Hex 0401``, or the name of an area."""

    def name_of(self, place: str) -> str:
        """A place's name on the map: that of an area; that of a hex's objective; or else its id."""

    def ground_of(self, place: str) -> tuple[str, ...]:
        """The terrain class of a place, followed by its other classes: roads on hexes, flags of an area, both in
        alphabetical order. On a plane all terrain there, in drawing order."""

    def level_of(self, place: str) -> int:
        """The level of a place; 0 is the lowest, and the only one on a board without levels."""

    def neighbours_of(self, place: str) -> tuple[str, ...]:
        """The adjacent places; empty on a plane."""

    def directions_of(self, place: str) -> Mapping[str, str]:
        """Neighbour -> the compass word for its direction; empty if neighbours have no regular directions."""

    def roads_of(self, place: str) -> Mapping[str, Sequence[str]]:
        """Neighbour -> the classes of the roads that lead directly there; only for neighbours with such a road."""

    def between(self, a: str, b: str) -> Sequence[Feature]:
        """The features of the border between two adjacent places, as seen from the first."""

    def distance(self, a: str, b: str) -> int | None:
        """The number of places from one to the other, the first not counted; None if they are not connected. On a
        plane, the distance in thousandths of a base width (``core.pose``)."""
