"""How the counters of every place lie on the sheet, and where ships do, whatever camera shows it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import cos, hypot, pi, sin

from game.board.areas import AreaBoard
from game.core.contract import Counter
from game.core.pose import BASE
from game.core.theme import Theme
from game.ui.board.pile import (
    Pile,
    Side,
    Stack,
    arrange,
    column,
    ground_under,
    half_size,
    in_melee,
    key_spot,
    likeness,
    strength,
)
from game.ui.board.places import COUNTER, Geometry
from game.ui.kit.camera import Point
from game.ui.sheets.areas import AreaGeometry, filled, units
from game.ui.sheets.planes import lying
from game.ui.sheets.shapes import contains

WET = ("sea",)
"""Terrain that is nothing but water."""
ROOM = 0.56 * COUNTER
"""What a ship keeps from the borders of the area she lies in."""
OFF = 0.45 * COUNTER
"""How far the middle of a ship lies off the shore."""
WORDS = 0.8 * COUNTER
"""What she keeps from names and signs."""
COURSES = 16
"""Directions tried for open water."""


class Moorings:
    """The mooring of every area that has one, found when it is first asked for. The unit is the sheet's."""

    def __init__(self, board: AreaBoard, geometry: AreaGeometry) -> None:
        self._board, self._geometry = board, geometry
        self._wet = frozenset(area.id for area in board.areas if area.terrain in WET)
        self._rivers = [point for line in board.lines if line.kind == "river" for point in filled(units(line.points))]
        self._found: dict[str, Point | None] = {}

    def of(self, place: str) -> Point | None:
        """The middle of a ship in an area; None where there is no water."""
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
            rest = [at for at in shape if _nearest(at, shore) > 0.05]
            return self._off(place, max(shore, key=lambda at: self._berth(place, at, rest)), shape)
        course = [at for at in self._rivers if contains(self._geometry.outline(place), at)]
        if not course:
            return None
        stand = self._geometry.centre(place)
        return max(course, key=lambda at: self._berth(place, at, shape) + 0.05 * _nearest(at, [stand]))

    def _berth(self, place: str, at: Point, walls: list[Point]) -> float:
        """How little a ship at a point is in the way of borders, names and signs; two at most."""
        free = min(1.0, _nearest(at, walls) / ROOM)
        return free + min(1.0, _nearest(at, self._geometry.words(place)) / WORDS)

    def _off(self, place: str, shore: Point, shape: list[Point]) -> Point:
        """From a point of the shore out on the water."""
        ways = [2 * pi * k / COURSES for k in range(COURSES)]
        spots = [(shore[0] + OFF * cos(way), shore[1] + OFF * sin(way)) for way in ways]
        wet = [at for at in spots if self._geometry.place_at(at) in self._wet]
        return max(wet, key=lambda at: _nearest(at, shape), default=shore)

    def _wall(self, place: str) -> list[Point]:
        shape = self._geometry.outline(place)
        return filled((*shape, shape[0]))

    def _common(self, one: str, other: str) -> list[Point]:
        """Points of the border of two areas."""
        beyond = self._wall(other)
        return [at for at in self._wall(one) if _nearest(at, beyond) < 0.2]


def _nearest(at: Point, points: list[Point]) -> float:
    """How far a point is from the nearest of some."""
    return min((hypot(at[0] - x, at[1] - y) for x, y in points), default=9.0)


NEAR = 8.0
"""Units of the sheet within which counters of other places can be in the way."""
BESIDE = 1.03 * COUNTER
"""Half the width of two sides that lie side by side in a hex."""
MARGIN = 0.15
"""How much of a counter's width in a hex beside them they may cover: less than its margin."""
STRAIGHT, APART = 0.1, 0.1
"""Units: how far one hex lies beside the line above another, and by how much two counters in the room between their
middles overlap each other no more."""
SPARE = 0.96
"""The share of its room that a pile takes up."""
GROWTH = 0.15
"""By how much of their size counters may become larger when others have left before those that stay move for it."""
TOUCHING = 0.94
"""Counters of two places whose middles are nearer than this, in their widths, lie on each other."""


class Arrangement:
    """The stacks of a position. Points and lengths are the sheet's units."""

    def __init__(self, geometry: Geometry, theme: Theme, water: Callable[[str], Point | None] = lambda _: None) -> None:
        """:param water: where in a place a ship lies; None where there is no water."""
        self._geometry, self._water = geometry, water
        self._seats = tuple(seat.name for seat in theme.seats)
        self.in_order = theme.stacks_in_order
        self.stacks: dict[str, Stack] = {}
        """The stack of every place that has one, those of two sides last."""
        self.counters: dict[str, Counter] = {}
        self.place_of: dict[str, str] = {}
        """Where every unit lies."""
        self.lain: list[tuple[str, Point, float]] = []
        """Every unit as it lies, those beneath and those farther north first, those of two sides in one place last: its
        middle and its share of its size."""
        self.laid: object = None
        """Changes whenever a counter moves."""
        self._given: object = None
        self._fights: dict[str, Point] = {}
        """The middles of the places in which there are counters of both sides."""
        self._held: dict[str, Point] = {}
        """The middles of all places in which there are counters."""
        self._piles: dict[object, tuple[Pile, Point]] = {}
        self._keys: dict[tuple[str, float], Point] = {}

    def lay(self, counters: Sequence[Counter], held: Mapping[str, str | None], moving: Collection[str]) -> None:
        """Stack the counters: ``held`` overrides where units stand, those ``moving`` lie nowhere."""
        given = (counters, dict(held), frozenset(moving))
        # Equal counters made again are compared once: from then on they are the same objects.
        same, self._given = given == self._given, given
        if same:
            return
        self.laid = given
        self.counters = {counter.unit: counter for counter in counters}
        found: dict[str, list[Counter]] = {}
        for counter in counters:
            place = held.get(counter.unit, counter.place)
            if place is not None and counter.unit not in moving and self._geometry.knows(place):
                found.setdefault(place, []).append(counter)
        self._held = {place: self._geometry.centre(place) for place in found}
        self._fights = {place: self._geometry.centre(place) for place, there in found.items()
                        if len({counter.seat for counter in there}) > 1}
        before, self.stacks = self.stacks, {}
        for place in sorted(found, key=lambda place: (len({each.seat for each in found[place]}), len(found[place]))):
            new = self._stack(place, found[place])
            self.stacks[place] = (place in self._fights and place in before
                                  and self._staying(before[place], new)) or new
        self.place_of = {unit: place for place, stack in self.stacks.items() for unit in stack.units}
        self.lain = [
            each for stack in sorted(self.stacks.values(), key=lambda stack: (len(stack.sides) > 1, stack.middle[1]))
            for each in stack.lying()
        ]
        self._keys = {}

    def _stack(self, place: str, counters: Iterable[Counter]) -> Stack:
        """Some counters as they lie in a place, given from the lowest up where their order counts."""
        counters = tuple(counters)
        if (base := lying(counters[0], place)) is not None:
            alone = tuple(counter.unit for counter in counters)
            share = (counters[0].size or (BASE, BASE))[0] / BASE
            return Stack(((alone, ()),), Pile((((0.0, 0.0),) * len(alone),), share), base.middle)
        found: dict[str, tuple[list[Counter], list[Counter]]] = {}
        afloat: list[str] = []
        water = self._water(place)
        for counter in counters:
            if counter.afloat and water is not None:
                afloat.append(counter.unit)
            else:
                found.setdefault(counter.seat, ([], []))[counter.beside].append(counter)
        mooring = water if afloat and water is not None else (0.0, 0.0)
        if not found:
            return Stack((), Pile((), 1.0), mooring, tuple(afloat), mooring)
        if not self.in_order:
            for stacked, _ in found.values():
                stacked.sort(key=strength)
        seats = [seat for seat in self._seats if seat in found]
        shapes = tuple(self._side(*found[seat]) for seat in seats)
        mirrored = tuple(self._mirrored(seat, found[seat][0], shape, len(seats) > 1)
                         for seat, shape in zip(seats, shapes, strict=True))
        sides = tuple(
            (tuple(c.unit for c in found[seat][0]), tuple(c.unit for c in found[seat][1])) for seat in seats)
        return Stack(sides, *self._pile(place, shapes, mirrored, mooring, len(afloat)), tuple(afloat), mooring)

    def _staying(self, before: Stack, new: Stack) -> Stack | None:
        """A stack in order of two sides of which nothing but some counters has left: the others lie where they lay.

        None where something has come, where the order changed, where they have much more room now, or where counters of
        other places lie there.
        """
        if not self.in_order or len(before.sides) != len(new.sides) or before.afloat != new.afloat or (
                new.pile.share > before.pile.share + GROWTH):
            return None
        spots = []
        for (stacked, beside), (old, others), at in zip(new.sides, before.sides, before.pile.spots, strict=True):
            where = dict(zip((*old, *others), at, strict=True))
            if [u for u in old if u in stacked] != [*stacked] or [u for u in others if u in beside] != [*beside]:
                return None
            spots.append(tuple(where[unit] for unit in (*stacked, *beside)))
        kept = before._replace(sides=new.sides, pile=before.pile._replace(spots=tuple(spots)))
        lying = [(at, share) for stack in self.stacks.values() for _, at, share in stack.lying()]
        free = all(max(abs(at[0] - x), abs(at[1] - y)) > TOUCHING * COUNTER * (share + size) / 2
                   for _, at, share in kept.lying() for (x, y), size in lying)
        return kept if free else None

    def _side(self, stacked: Sequence[Counter], beside: Sequence[Counter]) -> Side:
        """The counters of a side in a place: those not in its stack lie beside one in order, else behind it."""
        if self.in_order or not stacked:
            return Side(len(stacked), len(beside))
        return Side(len(stacked), 0, likeness(stacked), len(beside))

    def _mirrored(self, seat: str, stacked: Sequence[Counter], shape: Side, foes: bool) -> bool:
        """Whether a side looks to the left: its foe lies there, or the front of its uppermost counter."""
        if self.in_order or foes:
            return seat != self._seats[0]
        return bool(shape.behind) and ((stacked[-1].angle or 0) + self._geometry.turn) % 360 > 180

    def _pile(self, place: str, sides: tuple[Side, ...], mirrored: tuple[bool, ...], mooring: Point,
              afloat: int) -> tuple[Pile, Point]:
        """How the counters of a place that stand on its ground lie, and about which point.

        :param mirrored: for each side whether it looks to the left.
        """
        foes, melee = len(sides) > 1, self._geometry.melee
        if foes and melee is not None and not afloat:
            across, down, low = self._between_fights(place, melee)
            return in_melee(sides, (across / COUNTER, down / COUNTER), low=low), self._geometry.centre(place)
        beyond = self._beyond(place) if foes and self._geometry.reaches else None
        key = place, sides, mirrored, afloat, beyond
        if key not in self._piles:
            taken = ground_under(mooring, column(afloat))

            def room(half: Point) -> float:
                return SPARE * self._geometry.berth(place, (half[0] * COUNTER, half[1] * COUNTER), taken, beyond)[0]

            def within(half: Point) -> float:
                return SPARE * self._geometry.berth(place, (half[0] * COUNTER, half[1] * COUNTER), taken)[0]

            pile = arrange(sides, mirrored, room, within if beyond is not None else None)
            reach = None if pile.within else beyond
            self._piles[key] = pile, self._geometry.berth(place, half_size(pile), taken, reach)[1]
        return self._piles[key]

    def _between_fights(self, place: str, room: Point) -> tuple[float, float, bool]:
        """Half the width and height that two sides have in a hex beside others in which both sides stand, and whether
        one of these lies straight above or below: neither covers the other. They lie side by side where the hexes
        beside theirs are free, else reach as far as the counters there let them.

        On a turned sheet those in the next row still overlap: so near each other there is room for neither beside.
        """
        (x, y), (across, down), low = self._geometry.centre(place), room, False
        near = (abs(u - x) for other, (u, v) in self._held.items() if other != place and abs(v - y) < 1.3 * COUNTER)
        gaps = [far - COUNTER * (0.5 - MARGIN) for far in near if far >= STRAIGHT]
        across = min([BESIDE, *(max(across, gap) for gap in gaps)])
        for other, (u, v) in self._fights.items():
            far, deep = abs(u - x), abs(v - y)
            if other == place or far >= 2 * across or deep >= 2 * down:
                continue
            if far >= COUNTER + APART:
                across = far / 2
            elif far < STRAIGHT:
                down, low = deep / 2, True
        return across, down, low

    def _beyond(self, place: str) -> tuple[Point, ...]:
        """The ground that counters near a place lie on: those of two sides may lie beside them."""
        x, y = self._geometry.centre(place)
        near = (stack for other, stack in self.stacks.items() if other != place)
        return tuple(
            point for stack in near for _, at, _ in stack.lying() if hypot(at[0] - x, at[1] - y) < NEAR
            for point in ground_under(at, ((0.0, 0.0),))
        )

    def spot_of(self, unit: str, place: str) -> Point:
        """Where a counter lies in a place, or will lie among those there."""
        counter = self.counters.get(unit)
        if counter is None:
            return self._geometry.centre(place)
        there = {unit, *(self.stacks[place].units if place in self.stacks else ())}
        stack = self._stack(place, (each for each in self.counters.values() if each.unit in there))
        return next(at for other, at, _ in stack.lying() if other == unit)

    def lying(self) -> list[tuple[Counter, Point, float]]:
        """Every counter, those beneath first, with its middle and its width."""
        return [(self.counters[unit], at, COUNTER * share) for unit, at, share in self.lain]

    def key_at(self, place: str, wide: float) -> Point:
        """The middle of the key that goes to a place, given its width: off the counters there."""
        if (place, wide) not in self._keys:
            stack = self.stacks.get(place)
            lying = [(at, share) for _, at, share in stack.lying()] if stack is not None else []
            self._keys[place, wide] = key_spot(self._geometry, place, wide / 2, lying)
        return self._keys[place, wide]
