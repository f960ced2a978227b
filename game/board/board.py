"""What every board answers to rules, referee and screen, whatever its kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from game.core.message import Text

Kind = Literal["hex", "area", "plane"]


class Feature(Protocol):
    """What lies on the border of two places as seen from one of them."""

    @property
    def kind(self) -> str:
        """The feature's class on the map, e.g. ``wadi``."""

    @property
    def here(self) -> bool:
        """True when the place it is seen from is on the marked side (low, barbed)."""


class Board(Protocol):
    """Places and what lies between them. Knows no units.

    Places go by their ids. On a plane every pose is a place, by its text (``core.pose``): ``places`` is empty there,
    and it knows each pose on the table. A question about a place that the board does not know is a ``KeyError``.
    """

    @property
    def name(self) -> str:
        """As the map's file is called, without its ending."""

    @property
    def title(self) -> str:
        """As printed on the sheet."""

    @property
    def kind(self) -> Kind:
        """What one place is called; ``plane`` where places are poses."""

    @property
    def places(self) -> tuple[str, ...]:
        """The ids of all places in the board's order; none where they cannot be counted."""

    @property
    def zones(self) -> Mapping[str, frozenset[str]]:
        """Deployment zones: name -> places."""

    @property
    def objectives(self) -> Mapping[str, frozenset[str]]:
        """What the map marks as worth holding: name -> places. Who wins by them is the rules' affair."""

    def knows(self, place: str) -> bool:
        """Whether the board has a place of that id."""

    def title_of(self, place: str) -> Text:
        """A place as a heading: ``Hex 0401``, or an area's own name."""

    def name_of(self, place: str) -> str:
        """What the map calls a place: its own name, that of the objective it belongs to, or else its id."""

    def ground_of(self, place: str) -> tuple[str, ...]:
        """Classes of the map: a place's terrain, then what else lies in it in alphabetical order."""

    def level_of(self, place: str) -> int:
        """How high a place lies; 0 is the lowest level, and the only one of a board without levels."""

    def neighbours_of(self, place: str) -> tuple[str, ...]:
        """The places beside a place."""

    def directions_of(self, place: str) -> Mapping[str, str]:
        """Neighbour -> the compass word of the way there; empty where neighbours lie no such way."""

    def roads_of(self, place: str) -> Mapping[str, Sequence[str]]:
        """Neighbour -> the classes of the roads that lead straight there, for neighbours to which one does."""

    def between(self, a: str, b: str) -> Sequence[Feature]:
        """What lies on the border of two neighbours as seen from the first."""

    def distance(self, a: str, b: str) -> int | None:
        """Places from one to the other, the first not counted; None where no path connects them."""
