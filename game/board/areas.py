"""A board of areas: irregular pieces of ground, what each is, and which lie side by side."""

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
"""An area, in the order of its board's; below 0 for none."""
areas_in = cast(Callable[[int], tuple[Area, ...]], bits)
"""The areas of a mask, ascending."""

FAR = 99
"""The distance between areas that no path connects."""


@dataclass(frozen=True, slots=True)
class MapArea:
    """One piece of ground."""

    id: str
    title: str
    """As lettered on the map."""
    terrain: str
    flags: frozenset[str]
    """What else lies in it: ``road``, ``building``, ..."""
    shape: tuple[Point, ...]
    """Its outline."""
    stand: Point
    """Where a stack stands: the middle of its counters."""


@dataclass(frozen=True, slots=True)
class AreaLettering:
    """Words on the map that are no area's name, or an area's name where it does not lie flat."""

    text: str
    x: float
    y: float
    style: str = "place"
    angle: float = 0.0
    size: float = 20.0
    """Height of the letters in map pixels."""
    path: tuple[Point, ...] = ()
    """Where given, the line along whose middle the letters stand instead of ``x``, ``y`` and ``angle``."""


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A river, road or coast as drawn; nothing in the rules depends on its course."""

    kind: str
    points: tuple[Point, ...]
    name: str = ""


@dataclass(frozen=True)
class AreaBoard:
    """Areas known by short ids outside and by their index inside; masks use ``1 << index``."""

    name: str
    title: str
    size: tuple[int, int]
    """Width and height of the sheet in map pixels."""
    areas: tuple[MapArea, ...]
    borders: Mapping[str, tuple[str, ...]]
    """Area id -> ids of its neighbours, in the order of the areas."""
    lettering: tuple[AreaLettering, ...] = ()
    lines: tuple[DrawnLine, ...] = ()
    artwork: str = ""
    """The picture beneath, as a path relative to the map's folder; none where empty."""
    artwork_box: tuple[float, float, float, float] = field(default=(0.0, 0.0, 0.0, 0.0))
    """Left, top, width and height of the picture in map pixels; its own pixels may be finer."""
    objectives: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Areas the map marks as worth holding, each by its id, in the order of the areas."""

    @property
    def kind(self) -> Kind:
        return "area"

    @property
    def zones(self) -> Mapping[str, frozenset[str]]:
        """None: maps of areas name none."""
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
        """0: areas have no levels."""
        return 0 * self.index[place]

    def neighbours_of(self, place: str) -> tuple[str, ...]:
        return self.borders[place]

    def directions_of(self, place: str) -> Mapping[str, str]:
        """None: areas lie in no regular directions."""
        return {}

    def roads_of(self, place: str) -> Mapping[str, tuple[str, ...]]:
        """None: what joins the roads of two areas is for the rules to say."""
        return {}

    def between(self, a: str, b: str) -> tuple[Feature, ...]:
        """Nothing: what parts two areas, or bars their border, makes them no neighbours."""
        return ()

    def distance(self, a: str, b: str) -> int | None:
        far = self.distances[self.index[a]][self.index[b]]
        return None if far == FAR else far

    @cached_property
    def ids(self) -> tuple[str, ...]:
        return tuple(area.id for area in self.areas)

    @cached_property
    def index(self) -> dict[str, Area]:
        return {area.id: Area(i) for i, area in enumerate(self.areas)}

    @cached_property
    def neighbours(self) -> tuple[tuple[Area, ...], ...]:
        """For each area index the indices of its neighbours."""
        return tuple(tuple(self.index[name] for name in self.borders[area.id]) for area in self.areas)

    @cached_property
    def adjacent(self) -> tuple[int, ...]:
        """For each area index the mask of its neighbours."""
        return tuple(sum(1 << n for n in row) for row in self.neighbours)

    @cached_property
    def steps(self) -> tuple[tuple[tuple[Area, int], ...], ...]:
        """For each area index the indices of its neighbours, each one area away."""
        return tuple(tuple((there, 1) for there in row) for row in self.neighbours)

    @cached_property
    def distances(self) -> tuple[tuple[int, ...], ...]:
        """Areas from one index to another by the shortest way, the first not counted; ``FAR`` where there is none."""
        return tuple(self.distances_from(Area(i)) for i in range(len(self.areas)))

    def distances_from(self, start: Area, closed: int = 0) -> tuple[int, ...]:
        """Areas from one index to every other by ways that pass through none of a mask; ending in one is allowed."""
        found = reach((start,), self.steps, len(self.areas), halts=closed).points
        return tuple(found.get(i, FAR) for i in self.index.values())
