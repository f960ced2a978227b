"""A board of areas: irregular spaces with their terrain, their features and their neighbours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NewType, cast

from game.board.board import Feature, Kind
from game.board.paths import reach
from game.core.indices import bits
from game.core.message import Text, say

Point = tuple[float, float]
"""Map pixels, x to the right and y down."""

Area = NewType("Area", int)
"""The index of an area on its board; negative for none."""
areas_in = cast(Callable[[int], tuple[Area, ...]], bits)
"""The areas of a mask, in ascending order."""

UNCONNECTED = 99
"""The distance that stands for "not connected"; greater than any distance on a board."""


@dataclass(frozen=True, slots=True)
class MapArea:
    """One area of the map."""

    id: str
    title: str
    """Its name as lettered on the map."""
    terrain: str
    flags: frozenset[str]
    """Its features besides the terrain: ``road``, ``building``, ..."""
    shape: tuple[Point, ...]
    """Its outline, in map pixels."""
    stand: Point
    """The point where the centre of a stack's counters is drawn."""


@dataclass(frozen=True, slots=True)
class AreaLettering:
    """Lettering on the map other than area names, or an area name that is not horizontal."""

    text: str
    x: float
    y: float
    """``x`` and ``y`` are the middle of the text, in map pixels."""
    style: str = "place"
    """Its class on the map, which decides the typeface and colour."""
    angle: float = 0.0
    """Degrees by which it is turned clockwise."""
    size: float = 20.0
    """The height of the letters in map pixels."""
    path: tuple[Point, ...] = ()
    """If given, the line on which the letters are set, centred at its middle, instead of ``x``, ``y`` and ``angle``."""


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A river, road or coast as drawn; no rule depends on its course."""

    kind: str
    """Its class on the map, e.g. ``river``."""
    points: tuple[Point, ...]
    name: str = ""


@dataclass(frozen=True)
class AreaBoard:
    """A board of areas, with short ids in its interface and indices internally; masks use ``1 << index``."""

    name: str
    title: str
    size: tuple[int, int]
    """Width and height of the sheet in map pixels."""
    areas: tuple[MapArea, ...]
    borders: Mapping[str, tuple[str, ...]]
    """Area id -> ids of the adjacent areas, in the order of the areas."""
    lettering: tuple[AreaLettering, ...] = ()
    lines: tuple[DrawnLine, ...] = ()
    artwork: str = ""
    """The background picture, as a path relative to the map's folder; empty for none."""
    artwork_box: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """The left, top, width and height of the picture in map pixels; the picture itself may have a finer resolution."""
    objectives: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Id of an area that is an objective -> the set of this area alone, in the order of the areas."""

    @property
    def kind(self) -> Kind:
        return "area"

    @property
    def zones(self) -> Mapping[str, frozenset[str]]:
        """Always empty: area maps have no deployment zones."""
        return {}

    @property
    def places(self) -> tuple[str, ...]:
        return self.ids

    def knows(self, place: str) -> bool:
        return place in self.index

    def title_of(self, place: str) -> Text:
        title = self.areas[self.index[place]].title
        return say("Area {number}", number=title) if title.isdigit() else title

    def name_of(self, place: str) -> str:
        return self.areas[self.index[place]].title

    def ground_of(self, place: str) -> tuple[str, ...]:
        area = self.areas[self.index[place]]
        return (area.terrain, *sorted(area.flags))

    def level_of(self, place: str) -> int:
        """Always 0: areas have no levels."""
        self._check_known(place)
        return 0

    def neighbours_of(self, place: str) -> tuple[str, ...]:
        return self.borders[place]

    def directions_of(self, place: str) -> Mapping[str, str]:
        """Always empty: areas have no regular directions."""
        self._check_known(place)
        return {}

    def roads_of(self, place: str) -> Mapping[str, tuple[str, ...]]:
        """Always empty: the rules decide whether the roads of two areas are connected."""
        self._check_known(place)
        return {}

    def between(self, a: str, b: str) -> tuple[Feature, ...]:
        """Always empty: areas separated by a barrier are simply not adjacent."""
        return ()

    def distance(self, a: str, b: str) -> int | None:
        distance = self.distances[self.index[a]][self.index[b]]
        return None if distance == UNCONNECTED else distance

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The ids of all areas, in the order of the map file."""
        return tuple(area.id for area in self.areas)

    @cached_property
    def index(self) -> dict[str, Area]:
        """Area id -> its index."""
        return {area.id: Area(i) for i, area in enumerate(self.areas)}

    @cached_property
    def neighbours(self) -> tuple[tuple[Area, ...], ...]:
        """Area index -> the indices of the adjacent areas."""
        return tuple(tuple(self.index[name] for name in self.borders[area.id]) for area in self.areas)

    @cached_property
    def adjacent(self) -> tuple[int, ...]:
        """Area index -> the mask of the adjacent areas."""
        return tuple(sum(1 << n for n in row) for row in self.neighbours)

    @cached_property
    def steps(self) -> tuple[tuple[tuple[Area, int], ...], ...]:
        """Area index -> the indices of the adjacent areas, each at a cost of 1."""
        return tuple(tuple((there, 1) for there in row) for row in self.neighbours)

    @cached_property
    def distances(self) -> tuple[tuple[int, ...], ...]:
        """Area index -> its distances to all areas by index, see ``distances_from``."""
        return tuple(self.distances_from(Area(i)) for i in range(len(self.areas)))

    def distances_from(self, start: Area, halts: int = 0) -> tuple[int, ...]:
        """Area index -> the length of the shortest path there, in areas without the start; ``UNCONNECTED`` if there is
        none.

        :param halts: the mask of areas that paths may enter but not leave, except for the start.
        """
        distances = reach((start,), self.steps, len(self.areas), halts=halts).points
        return tuple(distances.get(area, UNCONNECTED) for area in self.index.values())

    def _check_known(self, place: str) -> None:
        """Check that the board has an area with this id.

        :raises KeyError: if not.
        """
        if place not in self.index:
            raise KeyError(place)
