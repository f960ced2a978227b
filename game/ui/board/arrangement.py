"""Where counters lie: the stack in every place of the sheet, and the ships on the water of areas. All of it is in sheet
units, independent of the camera."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import cos, dist, hypot, pi, sin

from game.board.areas import AreaBoard
from game.board.polygon import contains
from game.core.contract import Counter
from game.core.pose import BASE
from game.core.theme import Theme
from game.ui.board.places import COUNTER_WIDTH, Geometry
from game.ui.board.stack_layout import (
    Side,
    Stack,
    StackLayout,
    any_overlap,
    arrange,
    column,
    column_height,
    ground_under,
    half_size,
    in_melee,
    kept_spots,
    key_spot,
    likeness,
    strength,
)
from game.ui.kit.camera import Point
from game.ui.sheets.areas import AreaGeometry, points_along, to_sheet
from game.ui.sheets.planes import base_position

WATER_TERRAIN = ("sea",)
"""Terrain that is entirely water."""
BORDER_DISTANCE = 0.56 * COUNTER_WIDTH
"""The distance that a ship keeps from the borders of its area."""
SHORE_DISTANCE = 0.45 * COUNTER_WIDTH
"""The distance of a ship's centre from the shore."""
NAME_DISTANCE = 0.8 * COUNTER_WIDTH
"""The distance that a ship keeps from names and signs."""
TRIED_DIRECTIONS = 16
"""The number of directions tried for open water."""
COAST_WEIGHT = 0.02
"""The cost of each sheet unit between a ship at sea and the coast; a free position is worth 2. Chosen by eye."""
COUNTERS_WEIGHT = 0.05
"""The value of each sheet unit between a ship on a river and the counters of its area; a free position is worth 2.
Chosen by eye."""
SHORE_TOLERANCE = 0.05
"""The distance in sheet units up to which a point of an area's border counts as on its shore."""
COMMON_BORDER_DISTANCE = 0.2
"""The maximum distance between points of two areas' borders that count as shared, in sheet units."""
NO_POINT_DISTANCE = 9.0
"""The distance to the nearest of no points, in sheet units: farther than any that matters."""


class AreaMoorings:
    """The mooring of every area that has one, computed on first use. In sheet units."""

    def __init__(self, board: AreaBoard, geometry: AreaGeometry) -> None:
        self._board, self._geometry = board, geometry
        self._water_areas = frozenset(area.id for area in board.areas if area.terrain in WATER_TERRAIN)
        self._rivers = [point for line in board.lines if line.kind == "river"
                        for point in points_along(to_sheet(line.points))]
        self._moorings: dict[str, Point | None] = {}

    def of(self, place: str) -> Point | None:
        """The centre of a ship in an area; None if the area has no water."""
        if place not in self._moorings:
            self._moorings[place] = self._mooring(place)
        return self._moorings[place]

    def _mooring(self, place: str) -> Point | None:
        """The best centre of a ship in an area: at sea near the coast, else off the shore of an adjacent sea, else on a
        river; None if the area has no water."""
        border = self._border(place)
        neighbours = self._board.borders[place]
        if place in self._water_areas:
            coast = [at for other in neighbours if other not in self._water_areas
                     for at in self._common_border(place, other)]
            inside = self._geometry.ground(place)
            return max(inside, key=lambda at: self._berth_score(place, at, border) - COAST_WEIGHT * _nearest(at, coast))
        shore = [at for other in neighbours if other in self._water_areas for at in self._common_border(place, other)]
        if shore:
            land_border = [at for at in border if _nearest(at, shore) > SHORE_TOLERANCE]
            return self._offshore(max(shore, key=lambda at: self._berth_score(place, at, land_border)), border)
        course = [at for at in self._rivers if contains(self._geometry.outline(place), at)]
        if not course:
            return None
        counters_spot = self._geometry.centre(place)
        return max(course, key=lambda at: (self._berth_score(place, at, border)
                                           + COUNTERS_WEIGHT * _nearest(at, [counters_spot])))

    def _berth_score(self, place: str, at: Point, border: Sequence[Point]) -> float:
        """A score of a ship's position by its distance from borders, names and signs; 2 is best."""
        border_score = min(1.0, _nearest(at, border) / BORDER_DISTANCE)
        return border_score + min(1.0, _nearest(at, self._geometry.covered_points(place)) / NAME_DISTANCE)

    def _offshore(self, shore: Point, border: Sequence[Point]) -> Point:
        """The point on the water at a fixed distance from a point of the shore that is farthest from a border; the
        point of the shore if there is none."""
        angles = [2 * pi * k / TRIED_DIRECTIONS for k in range(TRIED_DIRECTIONS)]
        spots = [(shore[0] + SHORE_DISTANCE * cos(angle), shore[1] + SHORE_DISTANCE * sin(angle)) for angle in angles]
        on_water = [at for at in spots if self._geometry.place_at(at) in self._water_areas]
        return max(on_water, key=lambda at: _nearest(at, border), default=shore)

    def _border(self, place: str) -> Sequence[Point]:
        """Points along the border of an area."""
        outline = self._geometry.outline(place)
        return points_along((*outline, outline[0]))

    def _common_border(self, place: str, other: str) -> Sequence[Point]:
        """Points of the border that two areas share."""
        other_border = self._border(other)
        return [at for at in self._border(place) if _nearest(at, other_border) < COMMON_BORDER_DISTANCE]


def _nearest(at: Point, points: Sequence[Point]) -> float:
    """The distance from a point to the nearest of some points."""
    return min((hypot(at[0] - x, at[1] - y) for x, y in points), default=NO_POINT_DISTANCE)


NEIGHBOUR_RADIUS = 8.0
"""The distance in sheet units within which counters of other places may be in the way."""
ADJACENT_ROW_DISTANCE = 1.3 * COUNTER_WIDTH
"""The vertical distance in sheet units below which counters of another hex limit the width of two sides."""
TWO_SIDES_HALF_WIDTH = 1.03 * COUNTER_WIDTH
"""Half the width of two sides that lie side by side in a hex, in sheet units."""
MAX_OVERLAP = 0.06
"""The share of a counter's width that a contested hex may cover of a counter in an adjacent hex: less than the
counter's margin."""
SAME_COLUMN_OFFSET = 0.1
"""The horizontal offset in sheet units below which one hex counts as straight above another."""
MIN_SHARED_GAP = 0.1
"""The width beyond one counter's, in sheet units, that two hex centres must be apart for both to use the space between
them."""
FILLED_SHARE = 0.96
"""The share of the available room that counters fill."""
MAX_UNUSED_GROWTH = 0.15
"""When counters leave a place, the others stay where they are unless they could be larger by more than this share of
the full counter size."""
OVERLAP_DISTANCE = 0.94
"""Counters of two places overlap if their centres are nearer than this, in their widths."""


class Arrangement:
    """The stacks of a position. Points and lengths are in sheet units."""

    def __init__(self, geometry: Geometry, theme: Theme,
                 ship_position: Callable[[str], Point | None] = lambda _: None) -> None:
        """:param ship_position: returns the centre of a ship in a place; None if the place has no water."""
        self._geometry, self._ship_position = geometry, ship_position
        self._seats = tuple(seat.name for seat in theme.seats)
        self.in_order = theme.stacks_in_order
        """Whether stacks keep an order."""
        self.stacks: dict[str, Stack] = {}
        """The stack of every occupied place; those with two sides last."""
        self.counters: dict[str, Counter] = {}
        """Every counter, by unit."""
        self.place_of: dict[str, str] = {}
        """The place of every unit shown in a stack."""
        self.drawing_order: list[tuple[str, Point, float]] = []
        """Every unit in drawing order (lower and more northern ones first, places with two sides last), with its centre
        and its share of the full counter size."""
        self.version: object = None
        """Changes whenever a counter moves."""
        self.moving: frozenset[str] = frozenset()
        """Units that are left out because they are drawn on their way."""
        self._inputs: object = None
        """What the counters were last arranged from."""
        self._legible = 0.0
        """The share of the full counter size at which the bands of a stack can be read."""
        self._readable = 1.0
        """The share of the full counter size at which the numbers of both sides in one hex can be read."""
        self._contested: dict[str, Point] = {}
        """The centres of places with counters of both sides."""
        self._column_heights: dict[str, float] = {}
        """The height of the higher column of each of these places, in counter widths."""
        self._occupied: dict[str, Point] = {}
        """The centres of all occupied places."""
        self._frames: dict[str, tuple[Stack, float]] = {}
        """Occupied place -> the stack of its last new layout, and the share of the full counter size at which bands
        could be read then. Its spots are kept until a counter has none."""
        self._layouts: dict[object, tuple[StackLayout, Point]] = {}
        """Layouts of places with their centres, by everything that they depend on."""
        self._key_spots: dict[tuple[str, float], Point] = {}
        """The centres of key caps, by place and width."""

    def lay(self, counters: Sequence[Counter], held: Mapping[str, str | None], moving: Collection[str],
            *, legible: float = 0.0, readable: float = 1.0) -> None:
        """Stack the counters.

        :param held: unit -> the place where it is shown instead of its own; None if it is not shown.
        :param moving: units that are left out.
        :param legible: the share of the full counter size at which the bands of a stack can be read.
        :param readable: the share at which the numbers of both sides in one hex can be read.
        """
        inputs = (counters, dict(held), frozenset(moving), legible, readable)
        self._legible, self._readable = legible, readable
        # Keep the new objects even if equal, so that the next comparison is by identity.
        unchanged, self._inputs = inputs == self._inputs, inputs
        if unchanged:
            return
        self.version, self.moving = inputs, frozenset(moving)
        self.counters = {counter.unit: counter for counter in counters}
        stacks: dict[str, list[Counter]] = {}
        for counter in counters:
            place = held.get(counter.unit, counter.place)
            if place is not None and counter.unit not in moving and self._geometry.knows(place):
                stacks.setdefault(place, []).append(counter)
        self._occupied = {place: self._geometry.centre(place) for place in stacks}
        self._contested = {place: self._geometry.centre(place) for place, stack in stacks.items()
                           if len({counter.seat for counter in stack}) > 1}
        self._column_heights = {
            place: max(column_height(self._side(*side)) for side in self._by_seat(stacks[place]).values())
            for place in self._contested}
        before, self.stacks = self.stacks, {}
        for place in sorted(stacks, key=lambda place: (len({each.seat for each in stacks[place]}), len(stacks[place]))):
            new = self._stack(place, stacks[place])
            steady = self._steady_stack(before[place], *self._frames[place], new) if place in before else None
            self.stacks[place] = steady or new
            if steady is None:
                self._frames[place] = new, legible
        self.place_of = {unit: place for place, stack in self.stacks.items() for unit in stack.units}
        self.drawing_order = [
            each for stack in sorted(self.stacks.values(), key=lambda stack: (len(stack.sides) > 1, stack.middle[1]))
            for each in stack.lying()
        ]
        self._key_spots = {}

    def _stack(self, place: str, counters: Iterable[Counter]) -> Stack:
        """Counters arranged in a place, given from the lowest up if their order matters."""
        counters = tuple(counters)
        if (base := base_position(counters[0], place)) is not None:
            units = tuple(counter.unit for counter in counters)
            share = (counters[0].size or (BASE, BASE))[0] / BASE
            return Stack(((units, ()),), StackLayout((((0.0, 0.0),) * len(units),), share), base.middle)
        ship_position = self._ship_position(place)
        at_sea = [counter.unit for counter in counters if counter.at_sea and ship_position is not None]
        counters_by_seat = self._by_seat(counter for counter in counters if counter.unit not in at_sea)
        mooring = ship_position if at_sea and ship_position is not None else (0.0, 0.0)
        if not counters_by_seat:
            return Stack((), StackLayout((), 1.0), mooring, tuple(at_sea), mooring)
        seats = [seat for seat in self._seats if seat in counters_by_seat]
        shapes = tuple(self._side(*counters_by_seat[seat]) for seat in seats)
        mirrored = tuple(self._mirrored(seat, counters_by_seat[seat][0], shape, len(seats) > 1)
                         for seat, shape in zip(seats, shapes, strict=True))
        sides = tuple(
            (tuple(c.unit for c in counters_by_seat[seat][0]), tuple(c.unit for c in counters_by_seat[seat][1]))
            for seat in seats)
        return Stack(sides, *self._layout(place, shapes, mirrored, mooring, len(at_sea)), tuple(at_sea), mooring)

    def _by_seat(self, counters: Iterable[Counter]) -> dict[str, tuple[list[Counter], list[Counter]]]:
        """Each seat's counters of its stack, from the bottom up, and those outside it."""
        by_seat: dict[str, tuple[list[Counter], list[Counter]]] = {}
        for counter in counters:
            by_seat.setdefault(counter.seat, ([], []))[counter.off_stack].append(counter)
        if not self.in_order:
            for stacked, _ in by_seat.values():
                stacked.sort(key=strength)
        return by_seat

    def _steady_stack(self, before: Stack, frame: Stack, legible: float, new: Stack) -> Stack | None:
        """The stack of a place whose counters keep their spots: those that leave free theirs, those that arrive take
        free ones that suit the order. Only if stacks keep an order.

        None if there is no spot for a counter, if the counters can be much larger now or need no longer overlap, if
        the frame is not legible at the present scale, or if counters of other places overlap the spots.

        :param before: the stack so far.
        :param frame: the stack of the place's last new layout, which has all spots.
        :param legible: the share of the full counter size at which bands could be read when the frame was laid out.
        :param new: the stack in a new layout.
        """
        place_kept = self.in_order and len(before.sides) == len(new.sides) and before.at_sea == new.at_sea and (
            not {*before.units}.isdisjoint(new.units))
        if not place_kept or new.layout.share > frame.layout.share + MAX_UNUSED_GROWTH or (
                new.layout.closed != frame.layout.closed and legible != self._legible):
            return None
        spots = []
        for side, side_before, spots_before, side_frame, free in zip(
                new.sides, before.sides, before.layout.spots, frame.sides, frame.layout.spots, strict=True):
            owners = dict(zip(spots_before, (*side_before[0], *side_before[1]), strict=True))
            stacked = kept_spots(side[0], free[:len(side_frame[0])], owners)
            beside = kept_spots(side[1], free[len(side_frame[0]):], owners)
            if stacked is None or beside is None:
                return None
            spots.append((*stacked, *beside))
        if new.layout.uncovered and any(map(any_overlap, spots)):
            return None
        steady = frame._replace(sides=new.sides, layout=frame.layout._replace(spots=tuple(spots)))
        return steady if len(steady.sides) == 1 or self._is_free(steady) else None

    def _is_free(self, stack: Stack) -> bool:
        """Whether no counter of another place lies on the spots of a stack."""
        others = [(at, share) for other in self.stacks.values() if other.units != stack.units
                  for _, at, share in other.lying()]
        return all(max(abs(at[0] - x), abs(at[1] - y)) > OVERLAP_DISTANCE * COUNTER_WIDTH * (share + size) / 2
                   for _, at, share in stack.lying() for (x, y), size in others)

    def _side(self, stacked: Sequence[Counter], beside: Sequence[Counter]) -> Side:
        """The numbers of one side's counters in a place: those outside its stack (``beside``) lie beside it if stacks
        keep an order, else behind it."""
        if self.in_order or not stacked:
            return Side(len(stacked), len(beside))
        return Side(len(stacked), 0, likeness(stacked), len(beside))

    def _mirrored(self, seat: str, stacked: Sequence[Counter], shape: Side, foes: bool) -> bool:
        """Whether a side faces left: the second side in a contested place, or if stacks keep an order; else a side
        whose top counter faces that way.

        :param foes: whether the place is contested.
        """
        if self.in_order or foes:
            return seat != self._seats[0]
        return bool(shape.behind) and ((stacked[-1].angle or 0) + self._geometry.turn) % 360 > 180

    def _layout(self, place: str, sides: tuple[Side, ...], mirrored: tuple[bool, ...], mooring: Point,
              at_sea: int) -> tuple[StackLayout, Point]:
        """The layout of a place's counters that are not afloat, and its centre.

        :param mirrored: for each side, whether it faces left.
        :param mooring: the centre of the ships in the place.
        :param at_sea: the number of ships.
        """
        contested, melee_room = len(sides) > 1, self._geometry.melee
        if contested and melee_room is not None and not at_sea:
            half_width, half_height, low = self._overlapping_room(place, melee_room)
            wide, high = self._room_apart(place, sides, melee_room[1])
            return in_melee(sides, (half_width / COUNTER_WIDTH, half_height / COUNTER_WIDTH), low=low,
                            apart=(wide / COUNTER_WIDTH, high / COUNTER_WIDTH), readable=self._readable
                            ), self._geometry.centre(place)
        covered_nearby = self._covered_nearby(place) if contested and self._geometry.reaches else None
        key = place, sides, mirrored, at_sea, covered_nearby, self._legible
        if key not in self._layouts:
            ship_ground = ground_under(mooring, column(at_sea))

            def room(half: Point) -> float:
                """The share of their size at which counters in a box of half this size fit beside those nearby."""
                box = half[0] * COUNTER_WIDTH, half[1] * COUNTER_WIDTH
                return FILLED_SHARE * self._geometry.roomiest_position(place, box, ship_ground, covered_nearby)[0]

            def within(half: Point) -> float:
                """The share of their size at which counters in a box of half this size fit into the place."""
                box = half[0] * COUNTER_WIDTH, half[1] * COUNTER_WIDTH
                return FILLED_SHARE * self._geometry.roomiest_position(place, box, ship_ground)[0]

            def centre(layout: StackLayout) -> Point:
                """The centre of a layout in the place."""
                avoided = None if layout.within else covered_nearby
                return self._geometry.roomiest_position(place, half_size(layout), ship_ground, avoided)[1]

            usual = self._geometry.centre(place)
            layout = arrange(sides, mirrored, room, within if covered_nearby is not None else None,
                             legible=self._legible, offset=lambda layout: dist(usual, centre(layout)))
            self._layouts[key] = layout, centre(layout)
        return self._layouts[key]

    def _room_apart(self, place: str, sides: Sequence[Side], usual_height: float) -> Point:
        """The room for two sides that lie side by side in a hex, so that they cover no counter of another hex: half its
        width and height. It is narrowed by some hexes nearby and lowered by others, by whichever costs less size; two
        contested hexes share the ground between them.

        :param usual_height: half the height that a hex always has for two sides.
        """
        (x, y), half_width, half_height = self._geometry.centre(place), TWO_SIDES_HALF_WIDTH, usual_height
        highest = max(map(column_height, sides))

        def limit(wide: float, high: float, height: float) -> None:
            """Reduce the room to a half width or to a half height, given the height of the columns there."""
            nonlocal half_width, half_height
            if wide / len(sides) >= high / height:
                half_width = min(half_width, wide)
            else:
                half_height = min(half_height, high)

        for other, (other_x, other_y) in self._contested.items():
            dx, dy = abs(other_x - x), abs(other_y - y)
            if other != place:
                limit(dx / 2, dy / 2, max(highest, self._column_heights[other]))
        for other, stack in self.stacks.items():
            if other != place and other not in self._contested and dist(stack.middle, (x, y)) < NEIGHBOUR_RADIUS:
                flags = {} if self.in_order or stack.layout.aside else {
                    unit: len(beside) for stacked, beside in stack.sides if stacked for unit in beside}
                for unit, (unit_x, unit_y), share in stack.lying():
                    wide, high = share / 2 / flags.get(unit, 1) - MAX_OVERLAP, share / 2 - MAX_OVERLAP
                    limit(abs(unit_x - x) - wide * COUNTER_WIDTH, abs(unit_y - y) - high * COUNTER_WIDTH, highest)
        return half_width, half_height

    def _overlapping_room(self, place: str, usual_room: Point) -> tuple[float, float, bool]:
        """The room for two sides that overlap in a hex: half its width and height, and whether a contested hex straight
        above or below limits the height. They reach as far as the counters of adjacent hexes allow.

        On a turned sheet, contested hexes of adjacent rows still overlap: there is no room beside either.

        :param usual_room: half the width and height that a hex always has for two sides.
        """
        (x, y), (half_width, half_height), low = self._geometry.centre(place), usual_room, False
        distances = (abs(other_x - x) for other, (other_x, other_y) in self._occupied.items()
                     if other != place and abs(other_y - y) < ADJACENT_ROW_DISTANCE)
        gaps = [distance - COUNTER_WIDTH * (0.5 - MAX_OVERLAP) for distance in distances
                if distance >= SAME_COLUMN_OFFSET]
        half_width = min([TWO_SIDES_HALF_WIDTH, *(max(half_width, gap) for gap in gaps)])
        for other, (other_x, other_y) in self._contested.items():
            dx, dy = abs(other_x - x), abs(other_y - y)
            if other == place or dx >= 2 * half_width or dy >= 2 * half_height:
                continue
            if dx >= COUNTER_WIDTH + MIN_SHARED_GAP:
                half_width = dx / 2
            elif dx < SAME_COLUMN_OFFSET:
                half_height, low = dy / 2, True
        return half_width, half_height, low

    def _covered_nearby(self, place: str) -> tuple[Point, ...]:
        """Points of the ground that counters of other places cover near a place: counters of two sides may extend
        beyond their place, but not over these."""
        x, y = self._geometry.centre(place)
        others = (stack for other, stack in self.stacks.items() if other != place)
        return tuple(
            point for stack in others for _, at, _ in stack.lying() if hypot(at[0] - x, at[1] - y) < NEIGHBOUR_RADIUS
            for point in ground_under(at, ((0.0, 0.0),))
        )

    def spot_of(self, unit: str, place: str) -> Point:
        """The centre of a counter in a place, or where it would lie if it joined the counters there."""
        counter = self.counters.get(unit)
        if counter is None:
            return self._geometry.centre(place)
        units_there = {unit, *(self.stacks[place].units if place in self.stacks else ())}
        stack = self._stack(place, (each for each in self.counters.values() if each.unit in units_there))
        if place in self.stacks:
            stack = self._steady_stack(self.stacks[place], *self._frames[place], stack) or stack
        return next(at for other, at, _ in stack.lying() if other == unit)

    def lying(self) -> list[tuple[Counter, Point, float]]:
        """Every counter with its centre and width in sheet units, lower ones first."""
        return [(self.counters[unit], at, COUNTER_WIDTH * share) for unit, at, share in self.drawing_order]

    def key_at(self, place: str, width: float) -> Point:
        """The centre of the key cap for a place, clear of the counters there.

        :param width: of the key cap.
        """
        if (place, width) not in self._key_spots:
            stack = self.stacks.get(place)
            lying = [(at, share) for _, at, share in stack.lying()] if stack is not None else []
            self._key_spots[place, width] = key_spot(self._geometry, place, width / 2, lying)
        return self._key_spots[place, width]
