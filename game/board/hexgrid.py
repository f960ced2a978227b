"""A board of hexes: where they lie, what each is, and what lies on the hex-sides between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import sqrt

Axial = tuple[int, int]

DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")
"""Flat-top hexes: the six sides clockwise, as compass words with north at the top of the page."""


@dataclass(frozen=True, slots=True)
class SideFeature:
    """What lies on a hex-side as seen from one of its two hexes."""

    kind: str
    """The feature's class on the map, e.g. ``wadi``."""
    here: bool
    """True when this hex is on the marked side (low, barbed); the other hex sees False."""


@dataclass(frozen=True, slots=True)
class Label:
    """Lettering on the map, in units of one hex radius from the centre of the grid's origin."""

    text: str
    x: float
    y: float
    style: str = "place"
    angle: float = 0.0
    size: float = 0.4


@dataclass(frozen=True, slots=True)
class Outline:
    """A drawn shape outside the rules (river, lake, compass), in hex radii."""

    kind: str
    points: tuple[tuple[float, float], ...]
    name: str = ""


@dataclass(frozen=True)
class HexBoard:
    """Flat-top hexes named ``CCRR``; odd columns are shoved half a hex down.

    Hexes are known by their printed id outside and by their index inside; ``bit`` masks use ``1 << index``.
    """

    name: str
    title: str
    hexes: tuple[str, ...]
    """Printed ids in ascending order."""
    terrain: Mapping[str, str]
    """Hex id -> terrain class."""
    sides: Mapping[tuple[str, str], tuple[SideFeature, ...]]
    """(hex, neighbour) -> features of their common side as seen from the first. Holds both directions."""
    zones: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Deployment zones: name -> hexes."""
    objectives: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Objective name -> hexes."""
    labels: tuple[Label, ...] = ()
    outlines: tuple[Outline, ...] = ()

    @cached_property
    def index(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self.hexes)}

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each hex index the six neighbour indices clockwise from north, -1 off the board."""
        return tuple(
            tuple(self.index.get(neighbour(name, d), -1) for d in range(6)) for name in self.hexes
        )

    @cached_property
    def adjacent(self) -> tuple[int, ...]:
        """For each hex index the mask of its neighbours."""
        return tuple(sum(1 << n for n in row if n >= 0) for row in self.neighbours)

    @cached_property
    def within_two(self) -> tuple[int, ...]:
        """For each hex index the mask of hexes at most two hexes away, itself excluded."""
        return tuple(
            sum(1 << j for j, b in enumerate(self.hexes) if a != b and distance(a, b) <= 2) for a in self.hexes
        )

    def side(self, a: str, b: str) -> tuple[SideFeature, ...]:
        """Features on the side between two adjacent hexes, as seen from the first."""
        return self.sides.get((a, b), ())

    def direction(self, a: str, b: str) -> str:
        """The compass word from a hex to its neighbour.

        :raises ValueError: when they are not adjacent.
        """
        for d, word in enumerate(DIRECTIONS):
            if neighbour(a, d) == b:
                return word
        raise ValueError(f"{a} and {b} are not adjacent")


def parse_hex(name: str) -> tuple[int, int]:
    """Column and row of a printed id.

    :raises ValueError: unless it is four digits.
    """
    if len(name) != 4 or not (name.isascii() and name.isdigit()):
        raise ValueError(f"a hex is four digits CCRR, not {name!r}")
    return int(name[:2]), int(name[2:])


def hex_name(column: int, row: int) -> str:
    """The printed id of a column and row."""
    return f"{column:02d}{row:02d}"


def axial(name: str) -> Axial:
    """Axial coordinates (q, r) of a printed id; odd columns lie half a hex lower."""
    column, row = parse_hex(name)
    return column, row - (column - (column & 1)) // 2


def from_axial(q: int, r: int) -> str:
    """The printed id of axial coordinates. Ids off the printed page come out with odd digits; look them up."""
    return hex_name(q, r + (q - (q & 1)) // 2)


_STEPS: tuple[Axial, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def neighbour(name: str, direction: int) -> str:
    """The id of the hex across a side (0 = north, clockwise), whether or not it is on a board."""
    column, row = parse_hex(name)
    low = column & 1
    if direction == 0:
        return hex_name(column, row - 1)
    if direction == 3:
        return hex_name(column, row + 1)
    column += 1 if direction in (1, 2) else -1
    upper = direction in (1, 5)
    return hex_name(column, (row if low else row - 1) if upper else (row + 1 if low else row))


def distance(a: str, b: str) -> int:
    """Hexes from one to the other, not counting the first."""
    (aq, ar), (bq, br) = axial(a), axial(b)
    dq, dr = aq - bq, ar - br
    return max(abs(dq), abs(dr), abs(dq + dr))


def centre(name: str) -> tuple[float, float]:
    """The centre of a hex in hex radii (centre to corner), x to the right and y down.

    x = 1.5 c and y = sqrt(3) (r + half for odd columns): facts/kassala.md, Map.
    """
    column, row = parse_hex(name)
    return 1.5 * column, sqrt(3) * (row + 0.5 * (column & 1))


CORNERS: tuple[tuple[float, float], ...] = (
    (-0.5, -sqrt(3) / 2), (0.5, -sqrt(3) / 2), (1.0, 0.0), (0.5, sqrt(3) / 2), (-0.5, sqrt(3) / 2), (-1.0, 0.0),
)
"""Corner offsets in hex radii, clockwise; side d runs from corner d to corner d + 1."""
