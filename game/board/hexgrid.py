"""A board of hexes: their positions, their terrain, and the features of the hexsides between them.

Hexes are flat-topped and arranged in columns, every other column half a hex lower. None of the five rulebooks needs
pointed hexes in rows; such maps are refused. A sheet can be displayed after a quarter turn clockwise: columns then
appear as rows and hexes as pointed, but names, neighbours and compass words stay those of the printed sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from math import sqrt
from typing import Literal, NewType, cast

from game.board.board import Kind
from game.core.indices import bits
from game.core.message import Text, say

Axial = tuple[int, int]
"""Axial coordinates (q, r): the column, and the row counted along a slanting axis, so that each side has a constant
offset."""
Hex = NewType("Hex", int)
"""The index of a hex on its board; negative for none."""
OFF_BOARD = Hex(-1)
"""The index of a hex that is not on the board."""
hexes_in = cast(Callable[[int], tuple[Hex, ...]], bits)
"""The hexes of a mask, in ascending order."""

LANDMARK_STYLES = ("place", "town", "mountain", "pass")
"""The lettering styles that name a spot; others name water, roads and the like."""

DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")
"""The six sides clockwise, as compass words with north at the top of the sheet."""

STEPS: tuple[Axial, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The offset across each side in axial coordinates."""

CORNERS: tuple[tuple[float, float], ...] = (
    (-0.5, -sqrt(3) / 2), (0.5, -sqrt(3) / 2), (1.0, 0.0), (0.5, sqrt(3) / 2), (-0.5, sqrt(3) / 2), (-1.0, 0.0),
)
"""The corner offsets in hex radii, clockwise; side d runs from corner d to corner d + 1."""


def quarter_turned(point: tuple[float, float]) -> tuple[float, float]:
    """A point after a quarter turn clockwise about the origin, with y pointing down."""
    return -point[1], point[0]


TURNED_CORNERS = tuple(quarter_turned(corner) for corner in CORNERS)
"""The corner offsets on a sheet that is turned by a quarter clockwise."""


@dataclass(frozen=True, slots=True)
class HexGrid:
    """The numbering and geometry of hexes: a printed id is the column number followed by the row number, each with
    ``digits`` digits (``CCRR`` for two). Hexes off the printed sheet also have ids, which are on no board and may be
    malformed (``parse`` then raises). Points are in hex radii (centre to corner), x to the right and y down. The origin
    is where the centre of hex 0 of column 0 would be if that column were not low."""

    low: Literal["odd", "even"] = "odd"
    """Which columns are half a hex lower, by their printed numbers."""
    first_column: int = 1
    """The printed number of the leftmost column."""
    first_row: int = 1
    """The printed number of the topmost row."""
    digits: int = 2
    """The number of digits of a column and of a row."""
    turned: bool = False
    """Whether the sheet is turned by a quarter clockwise, with its left edge at the top. Only points depend on it."""

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The corner offsets in hex radii, clockwise; side d runs from corner d to corner d + 1."""
        return TURNED_CORNERS if self.turned else CORNERS

    def is_low(self, column: int) -> bool:
        """Whether a column, by its printed number, is half a hex lower."""
        return column % 2 == (self.low == "odd")

    def name(self, column: int, row: int) -> str:
        """The printed id of a column and row."""
        return f"{column:0{self.digits}d}{row:0{self.digits}d}"

    def parse(self, hex_id: str) -> tuple[int, int]:
        """The column and row of a printed id.

        :raises ValueError: if it does not have exactly the grid's number of digits.
        """
        n = self.digits
        if len(hex_id) != 2 * n or not (hex_id.isascii() and hex_id.isdigit()):
            words = {1: "two", 2: "four", 3: "six", 4: "eight"}
            raise ValueError(f"a hex is {words.get(n, 2 * n)} digits {'C' * n}{'R' * n}, not {hex_id!r}")
        return int(hex_id[:n]), int(hex_id[n:])

    def axial(self, hex_id: str) -> Axial:
        """The axial coordinates (q, r) of a hex.

        :raises ValueError: as ``parse`` does; the same for the methods below with a printed id.
        """
        column, row = self.parse(hex_id)
        return column, row - self._shift(column)

    def from_axial(self, q: int, r: int) -> str:
        """The id of the hex at axial coordinates. Off the printed sheet it may be malformed, so look it up on the
        board."""
        return self.name(q, r + self._shift(q))

    def _shift(self, column: int) -> int:
        """The difference between a column's printed row numbers and its axial ones."""
        return column // 2 if self.low == "odd" else (column + 1) // 2

    def neighbour(self, hex_id: str, direction: int) -> str:
        """The id of the hex across a side (0 = north, clockwise), whether or not it is on a board."""
        q, r = self.axial(hex_id)
        dq, dr = STEPS[direction]
        return self.from_axial(q + dq, r + dr)

    def distance(self, a: str, b: str) -> int:
        """The distance between two hexes: 0 for the same hex, 1 for adjacent ones."""
        (aq, ar), (bq, br) = self.axial(a), self.axial(b)
        dq, dr = aq - bq, ar - br
        return max(abs(dq), abs(dr), abs(dq + dr))

    def centre(self, hex_id: str) -> tuple[float, float]:
        """The centre of a hex: x = 1.5 column and y = sqrt(3) (row + 0.5 in low columns), by the printed numbers;
        rotated about the origin if the sheet is turned."""
        column, row = self.parse(hex_id)
        point = 1.5 * column, sqrt(3) * (row + 0.5 * self.is_low(column))
        return quarter_turned(point) if self.turned else point

    def at(self, point: tuple[float, float]) -> str:
        """The id of the hex that contains a point, whether or not it is on a board."""
        x, y = (point[1], -point[0]) if self.turned else point
        column_0_offset = 0.5 * self.is_low(0)
        q, r = x / 1.5, y / sqrt(3) - column_0_offset - x / 3
        rq, rr, rs = round(q), round(r), round(-q - r)
        dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs + q + r)
        if dq > dr and dq > ds:
            rq = -rr - rs
        elif dr > ds:
            rr = -rq - rs
        return self.from_axial(rq, rr)


COMMON_GRID = HexGrid()
"""The grid of a map that names no other: odd columns low, numbers starting at 0101."""


@dataclass(frozen=True, slots=True)
class SideFeature:
    """A feature of a hexside, as seen from one of its two hexes."""

    kind: str
    """The feature's class on the map, e.g. ``wadi``."""
    on_marked_side: bool
    """Whether the hex from which it is seen is on the side that the map marks, e.g. the low side of a slope."""


NOTE = "note"
"""The style of lettering that is a note, such as "to Adua", not a name."""


@dataclass(frozen=True, slots=True)
class Label:
    """Lettering on the map; positions and sizes are in hex radii, from the origin of the grid."""

    text: str
    x: float
    y: float
    style: str = "place"
    """Its class on the map, which decides the typeface and colour."""
    angle: float = 0.0
    """Degrees by which it is turned clockwise."""
    size: float = 0.4
    """The height of the letters."""
    word: bool = False
    """Whether it is a common word, such as "LAKE", which is translated, and not a name. Notes are translated in any
    case."""
    hex: str = ""
    """The hex that it names; empty for the hex in which it is printed."""

    @property
    def is_translated(self) -> bool:
        """Whether it is printed in the reader's language."""
        return self.word or self.style == NOTE


@dataclass(frozen=True, slots=True)
class Outline:
    """A drawn shape without effect on the rules, e.g. a river, a lake or a compass."""

    kind: str
    """Its class on the map."""
    points: tuple[tuple[float, float], ...]
    """Its corners in hex radii, from the origin of the grid."""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Road:
    """A road as drawn: from hex to adjacent hex, through their centres."""

    kind: str
    """Its class on the map."""
    hexes: tuple[str, ...]
    """The printed ids, in the order of the road."""
    name: str = ""


@dataclass(frozen=True)
class HexBoard:
    """A board of hexes. A hex is given by its printed id (``str``) or, for speed, by its index in ``hexes`` (``Hex``);
    bit ``index`` of a mask stands for a hex."""

    name: str
    title: str
    hexes: tuple[str, ...]
    """The printed ids in ascending order."""
    terrain: Mapping[str, str]
    """Hex id -> terrain class."""
    sides: Mapping[tuple[str, str], tuple[SideFeature, ...]]
    """(hex, neighbour) -> features of their common side as seen from the first. Contains both directions."""
    zones: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Deployment zones: name -> hexes."""
    objectives: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Objective name -> hexes."""
    labels: tuple[Label, ...] = ()
    """The lettering."""
    outlines: tuple[Outline, ...] = ()
    """The shapes that only decorate the map."""
    grid: HexGrid = COMMON_GRID
    levels: Mapping[str, int] = field(default_factory=dict)
    """Hex id -> level, for hexes above the lowest level."""
    roads: tuple[Road, ...] = ()
    north: int = 0
    """The direction of north on the printed sheet, in degrees clockwise from its top; the printed compass must
    agree."""

    @property
    def kind(self) -> Kind:
        return "hex"

    @property
    def places(self) -> tuple[str, ...]:
        return self.hexes

    @property
    def has_north_up_if_turned(self) -> bool:
        """Whether north is nearer to the top on the turned sheet than on the printed one."""
        printed, turned = (min(angle % 360, -angle % 360) for angle in (self.north, self.north + 90))
        return turned < printed

    @cached_property
    def turned(self) -> HexBoard:
        """The same board with its sheet turned by a quarter clockwise. Labels and outlines keep their printed points:
        the drawing code moves them, as some of them stay upright."""
        return replace(self, grid=replace(self.grid, turned=True))

    @cached_property
    def index(self) -> dict[str, Hex]:
        """Hex id -> its index."""
        return {name: Hex(i) for i, name in enumerate(self.hexes)}

    @cached_property
    def centres(self) -> dict[str, tuple[float, float]]:
        """Hex id -> its centre in hex radii."""
        return {name: self.grid.centre(name) for name in self.hexes}

    @cached_property
    def neighbours(self) -> tuple[tuple[Hex, ...], ...]:
        """Hex index -> the indices of its six neighbours clockwise from north; -1 off the board."""
        index_at = self._index_at
        return tuple(tuple(index_at.get((q + dq, r + dr), OFF_BOARD) for dq, dr in STEPS) for q, r in index_at)

    @cached_property
    def adjacent(self) -> tuple[int, ...]:
        """Hex index -> the mask of its neighbours."""
        return tuple(sum(1 << n for n in row if n >= 0) for row in self.neighbours)

    @cached_property
    def _index_at(self) -> dict[Axial, Hex]:
        """Axial coordinates -> the index of the hex there, in the order of the hexes."""
        return {self.grid.axial(name): i for name, i in self.index.items()}

    def within(self, hex_: Hex, distance: int) -> int:
        """The mask of the hexes at most ``distance`` hexes away from a hex, itself excluded."""
        q, r = self.grid.axial(self.hexes[hex_])
        index_at, mask = self._index_at, 0
        for dq in range(-distance, distance + 1):
            for dr in range(max(-distance, -distance - dq), min(distance, distance - dq) + 1):
                there = index_at.get((q + dq, r + dr))
                if there is not None:
                    mask |= 1 << there
        return mask & ~(1 << hex_)

    @cached_property
    def within_two(self) -> tuple[int, ...]:
        """Hex index -> the mask of hexes at most two hexes away, itself excluded."""
        return tuple(self.within(i, 2) for i in self.index.values())

    @cached_property
    def road_steps(self) -> Mapping[tuple[str, str], frozenset[str]]:
        """(hex, neighbour) -> the kinds of road that lead directly from one to the other. Contains both directions."""
        kinds: dict[tuple[str, str], frozenset[str]] = {}
        for road in self.roads:
            for a, b in pairwise(road.hexes):
                kinds[a, b] = kinds[b, a] = kinds.get((a, b), frozenset()) | {road.kind}
        return kinds

    def knows(self, place: str) -> bool:
        return place in self.index

    def title_of(self, place: str) -> Text:
        return say("Hex {hex}", hex=self._known(place))

    def name_of(self, place: str) -> str:
        return self._names.get(place) or self._known(place)

    def _known(self, place: str) -> str:
        """The place itself.

        :raises KeyError: if it is not on the board.
        """
        return self.hexes[self.index[place]]

    @cached_property
    def _names(self) -> dict[str, str]:
        """Hex id -> the name of the objective to which it belongs."""
        return {place: name for name, places in self.objectives.items() for place in places}

    @cached_property
    def landmarks(self) -> Mapping[str, str]:
        """Hex id -> its name: that of the objective to which it belongs, else that of a town, mountain or the like
        printed in it. A printed name that is an objective's is left out, because the objective names its own hexes; an
        objective with several separate parts gives no name to its hexes."""
        names = {label.hex or self.grid_as_printed.at((label.x, label.y)): label.text for label in self.labels
                 if label.style in LANDMARK_STYLES}
        objectives = {name.casefold() for name in self.objectives}
        names = {place: text for place, text in names.items()
                 if place in self.index and text.casefold() not in objectives}
        for name, places in self.objectives.items():
            if self._are_connected(places):
                names |= dict.fromkeys(places, name)
        return names

    def _are_connected(self, places: Collection[str]) -> bool:
        """Whether the hexes form one connected area."""
        apart = set(places)
        reached = [apart.pop()] if apart else []
        while reached:
            found = apart.intersection(self.neighbours_of(reached.pop()))
            apart -= found
            reached += found
        return not apart

    @property
    def grid_as_printed(self) -> HexGrid:
        """The grid of the sheet as printed, not turned."""
        return replace(self.grid, turned=False)

    def ground_of(self, place: str) -> tuple[str, ...]:
        return (self.terrain[place], *sorted({road.kind for road in self.roads if place in road.hexes}))

    def level_of(self, place: str) -> int:
        return self.levels.get(self._known(place), 0)

    def neighbours_of(self, place: str) -> tuple[str, ...]:
        """The adjacent hexes, clockwise from north."""
        return tuple(self.hexes[n] for n in self.neighbours[self.index[place]] if n >= 0)

    def directions_of(self, place: str) -> Mapping[str, str]:
        row = self.neighbours[self.index[place]]
        return {self.hexes[n]: word for n, word in zip(row, DIRECTIONS, strict=True) if n >= 0}

    def roads_of(self, place: str) -> Mapping[str, tuple[str, ...]]:
        steps = {there: self.road_steps.get((place, there), ()) for there in self.neighbours_of(place)}
        return {there: tuple(sorted(kinds)) for there, kinds in steps.items() if kinds}

    def between(self, a: str, b: str) -> tuple[SideFeature, ...]:
        return self.sides.get((self._known(a), self._known(b)), ())

    def distance(self, a: str, b: str) -> int:
        return self.grid.distance(self._known(a), self._known(b))
