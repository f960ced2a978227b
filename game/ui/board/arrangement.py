"""The layout of counters in every place of the sheet, and of ships on water, independent of the camera."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import cos, hypot, pi, sin

from game.board.areas import AreaBoard
from game.core.contract import Counter
from game.core.pose import BASE
from game.core.theme import Theme
from game.ui.board.places import COUNTER_WIDTH, Geometry
from game.ui.board.stack_layout import (
    Side,
    Stack,
    StackLayout,
    arrange,
    column,
    ground_under,
    half_size,
    in_melee,
    key_spot,
    likeness,
    strength,
)
from game.ui.kit.camera import Point
from game.ui.sheets.areas import AreaGeometry, points_along, to_sheet
from game.ui.sheets.planes import base_position
from game.ui.sheets.shapes import contains

WET = ("sea",)
"""Terrain that is entirely water."""
BORDER_DISTANCE = 0.56 * COUNTER_WIDTH
"""The distance that a ship keeps from the borders of its area."""
SHORE_DISTANCE = 0.45 * COUNTER_WIDTH
"""The distance of a ship's centre from the shore."""
NAME_DISTANCE = 0.8 * COUNTER_WIDTH
"""The distance that a ship keeps from names and signs."""
TRIED_DIRECTIONS = 16
"""The number of directions tried for open water."""


class AreaMoorings:
    """The mooring of every area that has one, computed on first use. In sheet units."""

    def __init__(self, board: AreaBoard, geometry: AreaGeometry) -> None:
        self._board, self._geometry = board, geometry
        self._wet = frozenset(area.id for area in board.areas if area.terrain in WET)
        self._rivers = [point for line in board.lines if line.kind == "river"
                        for point in points_along(to_sheet(line.points))]
        self._found: dict[str, Point | None] = {}

    def of(self, place: str) -> Point | None:
        """The centre of a ship in an area; None if the area has no water."""
        if place not in self._found:
            self._found[place] = self._mooring(place)
        return self._found[place]

    def _mooring(self, place: str) -> Point | None:
        shape = self._wall(place)
        neighbours = self._board.borders[place]
        if place in self._wet:
            coast = [at for other in neighbours if other not in self._wet for at in self._common(place, other)]
            inside = self._geometry.ground(place)
            return max(inside, key=lambda at: self._berth(place, at, shape) - 0.02 * _nearest(at, coast))
        shore = [at for other in neighbours if other in self._wet for at in self._common(place, other)]
        if shore:
            inner_points = [at for at in shape if _nearest(at, shore) > 0.05]
            return self._offshore(place, max(shore, key=lambda at: self._berth(place, at, inner_points)), shape)
        course = [at for at in self._rivers if contains(self._geometry.outline(place), at)]
        if not course:
            return None
        stand = self._geometry.centre(place)
        return max(course, key=lambda at: self._berth(place, at, shape) + 0.05 * _nearest(at, [stand]))

    def _berth(self, place: str, at: Point, walls: Sequence[Point]) -> float:
        """A score of a ship's position by its distance from borders, names and signs; 2 is best."""
        free = min(1.0, _nearest(at, walls) / BORDER_DISTANCE)
        return free + min(1.0, _nearest(at, self._geometry.covered_points(place)) / NAME_DISTANCE)

    def _offshore(self, place: str, shore: Point, shape: Sequence[Point]) -> Point:
        """The best point on the water at a fixed distance from a point of the shore."""
        angles = [2 * pi * k / TRIED_DIRECTIONS for k in range(TRIED_DIRECTIONS)]
        spots = [(shore[0] + SHORE_DISTANCE * cos(angle), shore[1] + SHORE_DISTANCE * sin(angle)) for angle in angles]
        wet = [at for at in spots if self._geometry.place_at(at) in self._wet]
        return max(wet, key=lambda at: _nearest(at, shape), default=shore)

    def _wall(self, place: str) -> Sequence[Point]:
        shape = self._geometry.outline(place)
        return points_along((*shape, shape[0]))

    def _common(self, place: str, other: str) -> Sequence[Point]:
        """Points of the border that two areas share."""
        beyond = self._wall(other)
        return [at for at in self._wall(place) if _nearest(at, beyond) < 0.2]


def _nearest(at: Point, points: Sequence[Point]) -> float:
    """The distance from a point to the nearest of some points."""
    return min((hypot(at[0] - x, at[1] - y) for x, y in points), default=9.0)


NEIGHBOUR_RADIUS = 8.0
"""Distance in sheet units within which counters of other places may be in the way."""
TWO_SIDES_HALF_WIDTH = 1.03 * COUNTER_WIDTH
"""Half the width of two sides that lie side by side in a hex, in sheet units."""
MAX_OVERLAP = 0.15
"""The share of a counter's width that a contested hex may cover of a counter in an adjacent hex: less than the
counter's margin."""
SAME_COLUMN_OFFSET = 0.1
"""Horizontal offset in sheet units below which one hex counts as straight above another."""
MIN_SHARED_GAP = 0.1
"""The width beyond one counter's, in sheet units, that two hex centres must be apart for both to use the space between
them."""
FILLED_SHARE = 0.96
"""The share of the available room that counters fill."""
MAX_UNUSED_GROWTH = 0.15
"""How much the counters' share of their full size may grow, when others leave, before the remaining ones are
rearranged."""
OVERLAP_DISTANCE = 0.94
"""Counters of two places overlap if their centres are nearer than this, in their widths."""


class Arrangement:
    """The stacks of a position. Points and lengths are in sheet units."""

    def __init__(self, geometry: Geometry, theme: Theme, water: Callable[[str], Point | None] = lambda _: None) -> None:
        """:param water: the point of a ship in a place; None if the place has no water."""
        self._geometry, self._water = geometry, water
        self._seats = tuple(seat.name for seat in theme.seats)
        self.in_order = theme.stacks_in_order
        self.stacks: dict[str, Stack] = {}
        """The stack of every occupied place; those with two sides last."""
        self.counters: dict[str, Counter] = {}
        self.place_of: dict[str, str] = {}
        """The place of every unit shown in a stack."""
        self.drawing_order: list[tuple[str, Point, float]] = []
        """Every unit in drawing order (lower and more northern ones first, places with two sides last), with its centre
        and its share of the full counter size."""
        self.version: object = None
        """Changes whenever a counter moves."""
        self._given: object = None
        self._legible = 0.0
        self._contested: dict[str, Point] = {}
        """The centres of places with counters of both sides."""
        self._occupied: dict[str, Point] = {}
        """The centres of all occupied places."""
        self._layouts: dict[object, tuple[StackLayout, Point]] = {}
        self._keys: dict[tuple[str, float], Point] = {}

    def lay(self, counters: Sequence[Counter], held: Mapping[str, str | None], moving: Collection[str],
            *, legible: float = 0.0) -> None:
        """Stack the counters. ``held`` overrides the units' places; units in ``moving`` are left out.

        :param legible: the share of the full counter size at which the bands of a stack can be read.
        """
        inputs = (counters, dict(held), frozenset(moving), legible)
        self._legible = legible
        # Keep the new objects even if equal, so that the next comparison is by identity.
        unchanged, self._given = inputs == self._given, inputs
        if unchanged:
            return
        self.version = inputs
        self.counters = {counter.unit: counter for counter in counters}
        stacks: dict[str, list[Counter]] = {}
        for counter in counters:
            place = held.get(counter.unit, counter.place)
            if place is not None and counter.unit not in moving and self._geometry.knows(place):
                stacks.setdefault(place, []).append(counter)
        self._occupied = {place: self._geometry.centre(place) for place in stacks}
        self._contested = {place: self._geometry.centre(place) for place, there in stacks.items()
                           if len({counter.seat for counter in there}) > 1}
        before, self.stacks = self.stacks, {}
        for place in sorted(stacks, key=lambda place: (len({each.seat for each in stacks[place]}), len(stacks[place]))):
            new = self._stack(place, stacks[place])
            self.stacks[place] = (place in self._contested and place in before
                                  and self._staying(before[place], new)) or new
        self.place_of = {unit: place for place, stack in self.stacks.items() for unit in stack.units}
        self.drawing_order = [
            each for stack in sorted(self.stacks.values(), key=lambda stack: (len(stack.sides) > 1, stack.middle[1]))
            for each in stack.lying()
        ]
        self._keys = {}

    def _stack(self, place: str, counters: Iterable[Counter]) -> Stack:
        """Counters arranged in a place, given from the lowest up if their order matters."""
        counters = tuple(counters)
        if (base := base_position(counters[0], place)) is not None:
            alone = tuple(counter.unit for counter in counters)
            share = (counters[0].size or (BASE, BASE))[0] / BASE
            return Stack(((alone, ()),), StackLayout((((0.0, 0.0),) * len(alone),), share), base.middle)
        counters_by_place: dict[str, tuple[list[Counter], list[Counter]]] = {}
        at_sea: list[str] = []
        water = self._water(place)
        for counter in counters:
            if counter.at_sea and water is not None:
                at_sea.append(counter.unit)
            else:
                counters_by_place.setdefault(counter.seat, ([], []))[counter.off_stack].append(counter)
        mooring = water if at_sea and water is not None else (0.0, 0.0)
        if not counters_by_place:
            return Stack((), StackLayout((), 1.0), mooring, tuple(at_sea), mooring)
        if not self.in_order:
            for stacked, _ in counters_by_place.values():
                stacked.sort(key=strength)
        seats = [seat for seat in self._seats if seat in counters_by_place]
        shapes = tuple(self._side(*counters_by_place[seat]) for seat in seats)
        mirrored = tuple(self._mirrored(seat, counters_by_place[seat][0], shape, len(seats) > 1)
                         for seat, shape in zip(seats, shapes, strict=True))
        sides = tuple(
            (tuple(c.unit for c in counters_by_place[seat][0]), tuple(c.unit for c in counters_by_place[seat][1]))
            for seat in seats)
        return Stack(sides, *self._layout(place, shapes, mirrored, mooring, len(at_sea)), tuple(at_sea), mooring)

    def _staying(self, before: Stack, new: Stack) -> Stack | None:
        """The old stack of two sides without the counters that left, the others unmoved; only if stacks keep an order.

        None if a counter arrived, the order changed, the counters can be much larger now, or counters of other places
        overlap the old positions.
        """
        if not self.in_order or len(before.sides) != len(new.sides) or before.at_sea != new.at_sea or (
                new.layout.share > before.layout.share + MAX_UNUSED_GROWTH):
            return None
        spots = []
        for (stacked, beside), (old, others), at in zip(new.sides, before.sides, before.layout.spots, strict=True):
            spot_of_unit = dict(zip((*old, *others), at, strict=True))
            if [u for u in old if u in stacked] != [*stacked] or [u for u in others if u in beside] != [*beside]:
                return None
            spots.append(tuple(spot_of_unit[unit] for unit in (*stacked, *beside)))
        kept_stack = before._replace(sides=new.sides, layout=before.layout._replace(spots=tuple(spots)))
        lying = [(at, share) for stack in self.stacks.values() for _, at, share in stack.lying()]
        free = all(max(abs(at[0] - x), abs(at[1] - y)) > OVERLAP_DISTANCE * COUNTER_WIDTH * (share + size) / 2
                   for _, at, share in kept_stack.lying() for (x, y), size in lying)
        return kept_stack if free else None

    def _side(self, stacked: Sequence[Counter], beside: Sequence[Counter]) -> Side:
        """The layout of one side's counters in a place: those outside its stack lie beside it if stacks keep an order,
        else behind it."""
        if self.in_order or not stacked:
            return Side(len(stacked), len(beside))
        return Side(len(stacked), 0, likeness(stacked), len(beside))

    def _mirrored(self, seat: str, stacked: Sequence[Counter], shape: Side, foes: bool) -> bool:
        """Whether a side faces left, because the enemy is there or its top counter faces that way."""
        if self.in_order or foes:
            return seat != self._seats[0]
        return bool(shape.behind) and ((stacked[-1].angle or 0) + self._geometry.turn) % 360 > 180

    def _layout(self, place: str, sides: tuple[Side, ...], mirrored: tuple[bool, ...], mooring: Point,
              at_sea: int) -> tuple[StackLayout, Point]:
        """The layout of a place's counters that are not afloat, and its centre.

        :param mirrored: for each side, whether it faces left.
        """
        foes, melee = len(sides) > 1, self._geometry.melee
        if foes and melee is not None and not at_sea:
            across, down, low = self._between_fights(place, melee)
            return in_melee(sides, (across / COUNTER_WIDTH, down / COUNTER_WIDTH),
                            low=low), self._geometry.centre(place)
        beyond = self._beyond(place) if foes and self._geometry.reaches else None
        key = place, sides, mirrored, at_sea, beyond, self._legible
        if key not in self._layouts:
            taken = ground_under(mooring, column(at_sea))

            def room(half: Point) -> float:
                box = half[0] * COUNTER_WIDTH, half[1] * COUNTER_WIDTH
                return FILLED_SHARE * self._geometry.roomiest_position(place, box, taken, beyond)[0]

            def within(half: Point) -> float:
                box = half[0] * COUNTER_WIDTH, half[1] * COUNTER_WIDTH
                return FILLED_SHARE * self._geometry.roomiest_position(place, box, taken)[0]

            layout = arrange(sides, mirrored, room, within if beyond is not None else None, legible=self._legible)
            reach = None if layout.within else beyond
            self._layouts[key] = layout, self._geometry.roomiest_position(place, half_size(layout), taken, reach)[1]
        return self._layouts[key]

    def _between_fights(self, place: str, room: Point) -> tuple[float, float, bool]:
        """The room for two sides in a hex, so that counters of adjacent hexes stay uncovered: half its width and
        height, and whether a contested hex straight above or below limits the height. The sides lie side by side if the
        adjacent hexes are free, else they reach as far as the counters there allow.

        On a turned sheet, contested hexes of adjacent rows still overlap: there is no room beside either.
        """
        (x, y), (across, down), low = self._geometry.centre(place), room, False
        near = (abs(u - x) for other,
                (u, v) in self._occupied.items() if other != place and abs(v - y) < 1.3 * COUNTER_WIDTH)
        gaps = [far - COUNTER_WIDTH * (0.5 - MAX_OVERLAP) for far in near if far >= SAME_COLUMN_OFFSET]
        across = min([TWO_SIDES_HALF_WIDTH, *(max(across, gap) for gap in gaps)])
        for other, (u, v) in self._contested.items():
            far, deep = abs(u - x), abs(v - y)
            if other == place or far >= 2 * across or deep >= 2 * down:
                continue
            if far >= COUNTER_WIDTH + MIN_SHARED_GAP:
                across = far / 2
            elif far < SAME_COLUMN_OFFSET:
                down, low = deep / 2, True
        return across, down, low

    def _beyond(self, place: str) -> tuple[Point, ...]:
        """The ground that counters near a place cover: counters of two sides may lie beside it."""
        x, y = self._geometry.centre(place)
        near = (stack for other, stack in self.stacks.items() if other != place)
        return tuple(
            point for stack in near for _, at, _ in stack.lying() if hypot(at[0] - x, at[1] - y) < NEIGHBOUR_RADIUS
            for point in ground_under(at, ((0.0, 0.0),))
        )

    def spot_of(self, unit: str, place: str) -> Point:
        """The centre of a counter in a place, or where it would lie if it joined the counters there."""
        counter = self.counters.get(unit)
        if counter is None:
            return self._geometry.centre(place)
        units_there = {unit, *(self.stacks[place].units if place in self.stacks else ())}
        stack = self._stack(place, (each for each in self.counters.values() if each.unit in units_there))
        return next(at for other, at, _ in stack.lying() if other == unit)

    def lying(self) -> list[tuple[Counter, Point, float]]:
        """Every counter with its centre and width, lower ones first."""
        return [(self.counters[unit], at, COUNTER_WIDTH * share) for unit, at, share in self.drawing_order]

    def key_at(self, place: str, wide: float) -> Point:
        """The centre of the key cap for a place, given its width, clear of the counters there."""
        if (place, wide) not in self._keys:
            stack = self.stacks.get(place)
            lying = [(at, share) for _, at, share in stack.lying()] if stack is not None else []
            self._keys[place, wide] = key_spot(self._geometry, place, wide / 2, lying)
        return self._keys[place, wide]
