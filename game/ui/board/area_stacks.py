"""Where resting counters lie on a board of areas, and the stack under the pointer spread out in its order."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import ceil, hypot

import pygame

from game.core.contract import Counter
from game.ui.board.area_heap import Heap
from game.ui.board.area_keys import key_spot
from game.ui.board.area_piles import Lot, Pile, arrange, column, half_size
from game.ui.board.hex_stacks import COUNTER, counter_width
from game.ui.board.moorings import Moorings, ground_under
from game.ui.board.spread import Spread, around, laid_out
from game.ui.kit.camera import Camera, Point
from game.ui.sheets.area_geometry import AreaGeometry

READABLE = (62, 1 / 23)
"""What a counter of a spread stack measures at least: pixels, and a share of the view's width."""
LARGE = 1 / 13
"""And at most, however near the map is looked at: it need not cover more. A share of the view's width."""
ROW = 6
"""Counters of a spread stack in one row; more are shared out evenly."""
GAP = 0.30
"""Between counters of a spread stack, in their widths: the signs at their edges find room."""
NEAR = 8.0
"""Units of the sheet within which counters of other areas can be in the way."""
SIDES = 0.34
"""Between the two sides of a spread area, in counter widths."""


class AreaStacks:
    """The heaps of a board as a camera shows them. Positions are window pixels."""

    def __init__(self, geometry: AreaGeometry, moorings: Moorings, camera: Camera, seats: Sequence[str]) -> None:
        self._geometry, self._moorings, self._camera, self._seats = geometry, moorings, camera, tuple(seats)
        self._counters: dict[str, Counter] = {}
        self._heaps: dict[str, Heap] = {}
        self._piles: dict[object, tuple[Pile, Point]] = {}
        self._laid: object = None
        self._ranks: dict[str, int] = {}
        self._topmost: dict[str, int] = {}
        """The tops of stacks that lie in several columns, and at which end of them: 1 right, -1 left."""
        self._place_of: dict[str, str] = {}
        self.spread = Spread()
        self.raised: frozenset[str] = frozenset()
        """Units in hand, which lie above all others."""

    @property
    def px(self) -> int:
        """A full-sized counter's width in pixels."""
        return counter_width(self._camera.scale)

    def lay(self, counters: Sequence[Counter], held: Mapping[str, str | None], moving: Collection[str]) -> None:
        """Heap the counters: ``held`` overrides where units stand, those ``moving`` lie nowhere."""
        key = (counters, dict(held), frozenset(moving))
        if key == self._laid:
            return
        self._laid = key
        self._counters = {counter.unit: counter for counter in counters}
        found: dict[str, list[Counter]] = {}
        for counter in counters:
            place = held.get(counter.unit, counter.place)
            if place is not None and counter.unit not in moving and self._geometry.knows(place):
                found.setdefault(place, []).append(counter)
        self._heaps = {}
        for place in sorted(found, key=lambda place: (len({each.seat for each in found[place]}), len(found[place]))):
            self._heaps[place] = self._heap_of(place, found[place])
        self._place_of = {unit: place for place, heap in self._heaps.items() for unit in heap.units}
        self._ranks = {
            unit: len(stack) - k
            for heap in self._heaps.values() for stack, _ in heap.lots if len(stack) > 1
            for k, unit in enumerate(stack)
        }
        self._topmost = {
            stack[-1]: 1 if spots[len(stack) - 1][0] == max(x for x, _ in spots[: len(stack)]) else -1
            for heap in self._heaps.values() for (stack, _), spots in zip(heap.lots, heap.pile.spots, strict=True)
            if len({x for x, _ in spots[: len(stack)]}) > 1
        }

    def _heap_of(self, place: str, counters: Iterable[Counter]) -> Heap:
        """Some counters as they lie in an area, given from the lowest up."""
        sides: dict[str, tuple[list[str], list[str]]] = {}
        afloat: list[str] = []
        for counter in counters:
            if counter.afloat and self._moorings.of(place) is not None:
                afloat.append(counter.unit)
            else:
                sides.setdefault(counter.seat, ([], []))[counter.beside].append(counter.unit)
        return self._heap(place, sides, tuple(afloat))

    def _heap(
        self, place: str, sides: Mapping[str, tuple[list[str], list[str]]], afloat: tuple[str, ...]
    ) -> Heap:
        mooring = (self._moorings.of(place) if afloat else None) or (0.0, 0.0)
        if not sides:
            return Heap((), Pile((), 1.0), mooring, afloat, mooring)
        seats = [seat for seat in self._seats if seat in sides]
        lots = tuple((tuple(sides[seat][0]), tuple(sides[seat][1])) for seat in seats)
        sizes = tuple(Lot(len(stack), len(beside)) for stack, beside in lots)
        mirrored = tuple(seat != self._seats[0] for seat in seats)
        beyond = self._beyond(place) if len(seats) > 1 else None
        key = place, sizes, mirrored, len(afloat), beyond
        if key not in self._piles:
            taken = ground_under(mooring, column(len(afloat)))

            def room(half: Point) -> float:
                return 0.96 * self._geometry.berth(place, (half[0] * COUNTER, half[1] * COUNTER), taken, beyond)[0]

            pile = arrange(sizes, mirrored, room)
            self._piles[key] = pile, self._geometry.berth(place, half_size(pile), taken, beyond)[1]
        return Heap(lots, *self._piles[key], afloat, mooring)

    def _beyond(self, place: str) -> tuple[Point, ...]:
        """The ground that counters near an area lie on: those of a contested one may lie beside them."""
        x, y = self._geometry.centre(place)
        near = (heap for other, heap in self._heaps.items() if other != place)
        return tuple(
            point for heap in near for _, at, _ in heap.lying() if hypot(at[0] - x, at[1] - y) < NEAR
            for point in ground_under(at, ((0.0, 0.0),))
        )

    def spot_of(self, unit: str, place: str) -> Point:
        """Where a counter lies in an area, or will lie among those there, in the sheet's units."""
        counter = self._counters.get(unit)
        if counter is None:
            return self._geometry.centre(place)
        there = {unit, *self.units_in(place)}
        heap = self._heap_of(place, (each for each in self._counters.values() if each.unit in there))
        return next(at for other, at, _ in heap.lying() if other == unit)

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        self.spread.update(dt)

    def place_of(self, unit: str) -> str | None:
        """Where a resting counter lies."""
        return self._place_of.get(unit)

    def units_in(self, place: str | None) -> tuple[str, ...]:
        """The resting counters of an area."""
        heap = self._heaps.get(place or "")
        return heap.units if heap is not None else ()

    def spots(self) -> dict[str, tuple[int, int]]:
        """Every resting counter's centre, those beneath first, those in hand above them; the spread stack last,
        uppermost of it what the pointer rested on."""
        found: dict[str, tuple[int, int]] = {}
        for heap in sorted(self._heaps.values(), key=lambda heap: heap.middle[1]):
            for unit, at, _ in heap.lying():
                x, y = self._camera.to_screen(at)
                found[unit] = round(x), round(y)
        for unit in [unit for unit in found if unit in self.raised]:
            found[unit] = found.pop(unit)
        share = self.spread.share
        for unit, (u, v) in self._apart().items():
            x, y = found.pop(unit)
            found[unit] = round(x + (u - x) * share), round(y + (v - y) * share)
        if self.spread.anchor is not None and self.spread.anchor[0] in found:
            found[self.spread.anchor[0]] = found.pop(self.spread.anchor[0])
        return found

    def widths(self) -> dict[str, float]:
        """How large every resting counter is shown, as a share of ``px``."""
        return {
            unit: self.wide / self.px if place == self.spread.place else share
            for place, heap in self._heaps.items() for unit, _, share in heap.lying()
        }

    @property
    def wide(self) -> int:
        """A counter's width in a spread stack, in pixels."""
        wide = self._camera.rect.w
        return max(min(self.px, round(wide * LARGE)), min(max(READABLE[0], round(wide * READABLE[1])), wide // 8))

    def _apart(self) -> dict[str, tuple[int, int]]:
        """The spread heap: each side's stack from its top in rows, those beside it after them; nothing without one."""
        place = self.spread.place
        heap = self._heaps.get(place or "")
        if heap is None or place is None:
            return {}
        px = self.wide
        step, most = px * (1 + GAP), max(3, int(self._camera.rect.w * 0.9 / (px * (1 + GAP))))
        rows: list[tuple[list[str], float]] = []
        for units in (*([*reversed(stack), *beside] for stack, beside in heap.lots), list(reversed(heap.afloat))):
            if not units:
                continue
            columns = min(most, ceil(len(units) / ceil(len(units) / ROW)))
            for k in range(0, len(units), columns):
                rows.append((units[k : k + columns], SIDES * px if rows and not k else 0.0))
        area = self._camera.rect.inflate(-px // 2, -px // 2)
        return laid_out(rows, step, area, self._camera.to_screen(heap.middle), self.spread.anchor)

    @property
    def condition(self) -> object:
        """Changes whenever a counter lies otherwise."""
        return self._laid, self.spread.condition, self.raised

    shifts_costs = True
    """Whether what it costs to reach a place is printed upon its counters."""

    def cost_at(self, place: str) -> tuple[int, int] | None:
        """The window pixel for what it costs to reach a place: upon the lower right of its counters."""
        heap = self._heaps.get(place)
        if heap is None:
            return None
        (x, y), size = self._camera.to_screen(heap.middle), self._camera.scale * COUNTER * heap.pile.share
        spots = [spot for spots in heap.pile.spots for spot in spots] or column(len(heap.afloat))
        across, down = max(u for u, _ in spots), max(v for _, v in spots)
        return round(x + (across + 0.62) * size), round(y + (down + 0.3) * size)

    def key_at(self, place: str, wide: float) -> tuple[int, int]:
        """The window pixel for the key that goes to a place, so many pixels wide."""
        heap = self._heaps.get(place)
        lying = tuple((at, share) for _, at, share in heap.lying()) if heap is not None else ()
        spot = self._camera.to_screen(key_spot(self._geometry, place, wide / 2 / self._camera.scale, lying))
        return round(spot[0]), round(spot[1])

    def rank(self, unit: str) -> int | None:
        """A unit's place in its stack, 1 for the top; None where it is alone or beside the stack.

        In a heap that is not spread only the top has one, and only where it is not the one counter that lies whole.
        """
        place = self._ranks.get(unit)
        spread = self._heaps.get(self.spread.place or "")
        if spread is not None and unit in spread.units:
            return place
        return place if unit in self._topmost else None

    def rank_side(self, unit: str) -> int:
        """At which side of a counter its rank is shown, 1 right or -1 left: away from the columns beside it."""
        return -1 if self.place_of(unit) == self.spread.place else self._topmost.get(unit, -1)

    def fanned(self) -> frozenset[str]:
        """The units that lie on others, whose bands stick out above them."""
        return frozenset(
            unit for place, heap in self._heaps.items() if place != self.spread.place
            for stack, _ in heap.lots for unit in stack[1:]
        )

    def covered(self) -> frozenset[str]:
        """The units under others, of which only the band shows."""
        return frozenset(
            unit for place, heap in self._heaps.items() if place != self.spread.place
            for stack, _ in heap.lots for unit in stack[:-1] if unit not in self.raised
        )

    def tray(self) -> tuple[frozenset[str], pygame.Rect] | None:
        """The units of the spread heap and the area beneath them, where one is spread."""
        apart = self._apart()
        return (frozenset(apart), around(list(apart.values()), round(self.wide * 1.3))) if apart else None

    def lying(self) -> list[tuple[Counter, Point, float]]:
        """Every resting counter, those beneath first, with its middle and its width in the sheet's units."""
        return [
            (self._counters[unit], at, COUNTER * share)
            for heap in self._heaps.values() for unit, at, share in heap.lying()
        ]

    def unit_at(self, pos: tuple[int, int]) -> str | None:
        """The uppermost counter under a point."""
        widths = self.widths()
        for unit, (x, y) in reversed(self.spots().items()):
            half = self.px * widths[unit] / 2
            if abs(pos[0] - x) <= half and abs(pos[1] - y) <= half:
                return unit
        return None

    def place_at(self, pos: tuple[int, int]) -> str | None:
        """The area of the counter seen at a point, or whose spread heap lies under it; None where neither does."""
        tray = self.tray()
        if tray is not None and tray[1].collidepoint(pos):
            return self.spread.place
        unit = self.unit_at(pos)
        return self.place_of(unit) if unit is not None else None

    def visit(self, place: str | None) -> None:
        """Spread the heap of a place that the keyboard has come to."""
        if place is not None and len(self.units_in(place)) > 1:
            self.spread.open(place)
        else:
            self.spread.fold()
