"""The effects of terrain in Africa on movement (ruling 3), fire and shock (ruling 2) and the range of guns (9). The
terrain effects chart is our reconstruction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from game.board.areas import UNCONNECTED, Area, AreaBoard, areas_in
from game.board.paths import reach
from game.core.indices import mask_of
from game.core.message import Text, say
from game.core.verdict import Reason
from game.rules.africa.tables import TABLES, Cover
from game.rules.africa.units import GUNS, Kind, rule

CLEAR, MOUNTAIN, FOREST, RIVER, MARSH, SEA = "clear", "mountain", "forest", "river", "marsh", "sea"
WORKS = frozenset({"encampment", "trench"})
NAMES = {
    CLEAR: say("open ground"), MOUNTAIN: say("mountain"), FOREST: say("forest"), RIVER: say("river"),
    MARSH: say("marsh"), SEA: say("sea"),
}
"""Terrain -> its name for sentences."""
IN_BUILDINGS, BEHIND_WORKS = "buildings", "works"
"""Kinds of cover that are not terrain."""
FIRE_COVER_NAMES: Mapping[str, Text] = {
    MOUNTAIN: say("target in {terrain}", terrain=NAMES[MOUNTAIN]),
    FOREST: say("target in {terrain}", terrain=NAMES[FOREST]),
    IN_BUILDINGS: say("target in buildings"), BEHIND_WORKS: say("target behind works"),
}
"""Kind of cover, or the terrain that gives it -> the name of its modifier in fire."""
SHOCK_COVER_NAMES: Mapping[str, Text] = {
    MOUNTAIN: say("defending in mountains"), FOREST: say("defending in forest"),
    IN_BUILDINGS: say("defending in buildings"), BEHIND_WORKS: say("defending behind works"),
}
"""The same for shock."""


class AreaTerrain:
    """A board with the effects of its terrain. It never changes, so states only refer to it.

    :param roads: whether the roads of the map have an effect; at Castillejos they have none (11.C.3).
    """

    def __init__(self, board: AreaBoard, roads: bool = True) -> None:
        self.board = board
        self.ids = board.ids
        self.index = board.index
        self.areas = tuple(board.index.values())
        self.titles: tuple[Text, ...] = tuple(board.title_of(area.id) for area in board.areas)
        self.terrain = tuple(area.terrain for area in board.areas)
        self.flags = tuple(area.flags for area in board.areas)
        self.neighbours = board.neighbours
        self.adjacent = board.adjacent
        # Masks of areas:
        self.sea = self._of_terrain(SEA)
        self.rivers = self._of_terrain(RIVER)
        self.mountains = self._of_terrain(MOUNTAIN)
        self.coast = self._flagged("coastal")
        self.roads = self._flagged("road") if roads else 0
        self.rivers_and_marshes = self._of_terrain(RIVER, MARSH)
        self.bridges = self._flagged("bridge")
        self.covers = tuple(map(self._cover, self.areas))
        """The best cover of each area; None in the open."""
        self._in_range: dict[Kind, tuple[int, ...]] = {}

    def _of_terrain(self, *kinds: str) -> int:
        """The mask of areas of some kinds of terrain."""
        return mask_of(area for area in self.areas if self.terrain[area] in kinds)

    def _flagged(self, flag: str) -> int:
        """The mask of areas with a flag."""
        return mask_of(area for area in self.areas if flag in self.flags[area])

    @cached_property
    def ship_targets(self) -> int:
        """Mask of areas at which a ship may fire: the coast; without a coast, the river and its banks (11.C.3, 11.T.3,
        ruling 34)."""
        return self.coast or self.rivers | self.around(self.rivers)

    @cached_property
    def ship_areas(self) -> int:
        """Mask of areas that a ship may enter: sea and coast, or the river on a map without sea (11.C.3, 11.T.3)."""
        return self.sea | self.coast | (0 if self.sea else self.rivers)

    def on_road(self, a: Area, b: Area) -> bool:
        """Whether a step follows the road, which is so if both areas have one."""
        return bool(self.roads >> a & self.roads >> b & 1)

    def why_barred(self, kind: Kind, a: Area, b: Area) -> Reason | None:
        """Why a kind of unit may never move from an area to an adjacent one (ruling 3); None if it may."""
        terrain, values = self.terrain[b], {"from": self.ids[a], "to": self.ids[b]}
        title = self.titles[b]
        if kind == Kind.SHIP:
            if self.ship_areas >> b & 1:
                return None
            return Reason(rule("11.C.3") if self.sea else rule("11.T.3", 34), say(
                "The gunboat stays on the water; {where} is {terrain}", where=title, terrain=NAMES[terrain]), values)
        if terrain == SEA:
            return Reason(rule("4", 3), say("{where} is sea: only the gunboat may enter", where=title), values)
        if kind == Kind.CONVOY and not self.on_road(a, b):
            return Reason(rule("11.W.3"), say("A convoy keeps to the road, and none leads to {where}", where=title),
                          values)
        if self.on_road(a, b):
            return None
        if terrain == MARSH and (kind == Kind.CAVALRY or kind in GUNS):
            return Reason(rule("4", 3), say("{where} is marsh: cavalry and guns cannot enter", where=title),
                          values)
        if kind in GUNS and terrain == RIVER and not self.bridges >> b & 1:
            return Reason(rule("4", 3), say("{where} is river without a bridge: guns cannot cross", where=title),
                          values)
        if kind in (Kind.FIELD_GUN, Kind.HORSE_GUN, Kind.ROCKETS) and terrain in (FOREST, MOUNTAIN):
            name = NAMES[terrain]
            if not self.roads:
                return Reason(rule("4", 3), say("{where} is {what}: mountain guns are the only guns that can enter",
                                                where=title, what=name), values)
            return Reason(rule("4", 3), say("{where} is {what}: without a road, mountain guns are the only guns that "
                                            "can enter", where=title, what=name), values)
        return None

    def ends_move(self, kind: Kind, a: Area, b: Area) -> bool:
        """Whether a step ends the move of a kind of unit: only of cavalry (ruling 3)."""
        if kind != Kind.CAVALRY or self.on_road(a, b) or self.bridges >> b & 1:
            return False
        return self.terrain[b] in (FOREST, MOUNTAIN, RIVER, MARSH) or bool(self.flags[b] & WORKS)

    def only_as_first_step(self, kind: Kind, a: Area, b: Area) -> bool:
        """Whether a kind of unit may take a step only as its first one: cavalry into mountain without a road (ruling
        3)."""
        return kind == Kind.CAVALRY and self.terrain[b] == MOUNTAIN and not self.on_road(a, b)

    def areas_in_range(self, gun: Kind) -> tuple[int, ...]:
        """For each area, the mask of areas in range of a kind of gun there, whatever units they hold (9, 11.C.3,
        11.T.3)."""
        if gun not in self._in_range:
            allowed, gun_range = self.ship_targets if gun == Kind.SHIP else -1, self.gun_range(gun)
            self._in_range[gun] = tuple(
                allowed & mask_of(area for area, distance in enumerate(row) if 0 < distance <= gun_range)
                for row in self.fire_distances
            )
        return self._in_range[gun]

    def around(self, areas: int) -> int:
        """Mask of the areas next to any area of a mask."""
        neighbours = 0
        for area in areas_in(areas):
            neighbours |= self.adjacent[area]
        return neighbours

    def gun_range(self, gun: Kind) -> int:
        """The range of a kind of gun in areas (9, 11.T.3)."""
        return TABLES.artillery.rocket_range if gun == Kind.ROCKETS else TABLES.artillery.range

    @cached_property
    def fire_distances(self) -> tuple[tuple[int, ...], ...]:
        """For each area, the distance of a gun's fire from it to every area, in areas; ``UNCONNECTED`` without a line
        of fire. Mountains in between block fire, unless the gun is on one (9, ruling 8)."""
        board = self.board
        return tuple(
            board.distances_from(i, 0 if self.mountains >> i & 1 else self.mountains) for i in self.areas
        )

    def along_road(self, goal: Area) -> tuple[int, ...]:
        """For every area, its distance to a goal along the road, in areas; ``UNCONNECTED`` off the road."""
        return self.distances_to([goal], self.on_road)

    def distances_to(self, goals: Sequence[Area], passes: Callable[[Area, Area], object]) -> tuple[int, ...]:
        """For every area, its distance to the nearest goal, in areas; ``UNCONNECTED`` if there is no path.

        :param passes: whether two adjacent areas are connected; the first is the one nearer to a goal.
        """
        steps = [[(there, 1) for there in row if passes(here, there)]
                for here, row in zip(self.areas, self.neighbours, strict=True)]
        distances = reach(goals, steps, len(self.ids)).points
        return tuple(distances.get(area, UNCONNECTED) for area in self.areas)

    def _cover(self, area: Area) -> Cover | None:
        """The best cover of an area; None in the open."""
        covers, flags = TABLES.cover, self.flags[area]
        if flags & {"building", "fort"}:
            return covers.buildings
        if self.terrain[area] in (MOUNTAIN, FOREST):
            return covers.rough
        return covers.works if flags & WORKS else None

    def fire_cover(self, area: Area) -> tuple[int, Text]:
        """Coin modifier of an area's best cover for fire at it, and its name (ruling 2); ``(0, "")`` in the open."""
        cover = self.covers[area]
        return (cover.fire, FIRE_COVER_NAMES[self._kind_of_cover(area)]) if cover is not None else (0, "")

    def shock_cover(self, area: Area) -> tuple[int, Text]:
        """Coin modifier of an area's best cover for its defenders in shock, and its name (6.2, ruling 2); ``(0, "")``
        in the open."""
        cover = self.covers[area]
        return (cover.shock, SHOCK_COVER_NAMES[self._kind_of_cover(area)]) if cover is not None else (0, "")

    def _kind_of_cover(self, area: Area) -> str:
        """The kind of an area's best cover, or the terrain that gives it; only for areas with cover."""
        covers, cover = TABLES.cover, self.covers[area]
        # Compared by identity: two kinds of cover may have equal modifiers.
        if cover is covers.rough:
            return self.terrain[area]
        return IN_BUILDINGS if cover is covers.buildings else BEHIND_WORKS

    def is_open(self, area: Area) -> bool:
        """Whether an area is open ground: neither cover nor water."""
        return self.terrain[area] == CLEAR and self.covers[area] is None
