"""The resting counters in the view: where in the window each one is and how wide, also those of a fanned-out stack, as
blocks and flags in the far view; and which of them is under a pixel."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from math import ceil, cos, hypot, radians, sin
from typing import NamedTuple

import pygame

from game.core.contract import Counter
from game.core.message import Text
from game.core.theme import Theme
from game.ui.board.arrangement import Arrangement
from game.ui.board.banners import CommandFlag, FlagObstacles, placed_flags
from game.ui.board.far_view import LEADER_BEHIND, LEADER_WIDTH, Mass, PlaceBlock, blocks_of, far_width, masses_of
from game.ui.board.overlays import RANK_DISC_SIZE
from game.ui.board.pieces import covers_point
from game.ui.board.places import COUNTER_WIDTH, Geometry
from game.ui.board.spread import Spread, box_around_counters, columns_of, fanned_spots
from game.ui.board.stack_layout import (
    LEGIBLE_PIXELS,
    NUMBERS_PIXELS,
    column,
    covered_units,
    likeness,
)
from game.ui.kit.camera import Box, Camera, Point
from game.ui.sheets.planes import facing_of

MIN_FANNED_WIDTH = (62, 1 / 23)
"""The minimum width of a counter of a fanned-out stack: in pixels, and as a share of the view's width."""
MAX_COUNTER_SHARE = 1 / 13
"""The maximum width of one counter as a share of the view's width, regardless of the zoom."""
MAX_ROW_SHARE = 0.42
"""The maximum width of a row of counters as a share of the view's width."""
ORDERED_GAP = 0.30
"""The gap between counters of a fanned-out stack, in their widths: with room for their rank."""
UNORDERED_GAP = 0.12
"""The gap between counters of a fanned-out stack, in their widths, if order does not matter."""
MIN_COUNTER_PIXELS = 6
"""The minimum width of a counter, in pixels."""
TRAY_MARGIN = 1.3
"""The side of the area beneath each counter of a fanned-out stack, in counter widths."""
LEGIBLE_STEPS = 20
"""The number of steps into which the share of the full size is divided at which stacks are legible: in between, zooming
does not rearrange them."""
CHIP_SIZE = 0.7
"""The size of the sign of a place that can be chosen, in sheet units."""
SIDES_GAP = 0.34
"""The gap between the two sides of a fanned-out stack, in counter widths."""
COST_OFFSET = 0.62, 0.3
"""The distance of a place's cost right of and below the centre of its last counter, in counter widths."""
RANK_OFFSET = 0.45
"""The distance of the disc with a counter's rank beside and below the counter's centre, in counter widths."""


def counter_width(scale: float) -> int:
    """A counter's width in pixels at a scale in pixels per sheet unit."""
    return max(MIN_COUNTER_PIXELS, round(COUNTER_WIDTH * scale))


def _command_of(counter: Counter) -> tuple[str, Text] | None:
    """The seat and command of a counter; None if it belongs to no command."""
    return None if counter.face is None else (counter.seat, counter.face.command)


class FlagPosition(NamedTuple):
    """The position of an officer's flag at the stack in front of it."""

    end: int
    """-1 left of the stack, 1 right of it, 0 above it."""
    number: int
    """The number of flags; those above share the stack's width."""


class LyingStacks:
    """The stacks of a board in the camera's view. Positions are window pixels."""

    def __init__(self, geometry: Geometry, camera: Camera, theme: Theme,
                 ship_position: Callable[[str], Point | None] = lambda _: None) -> None:
        """:param ship_position: returns the centre of a ship in a place, in sheet units; None if it has no water."""
        self.camera = camera
        self._geometry, self._theme = geometry, theme
        self._sheet = Arrangement(geometry, theme, ship_position)
        self._blocks: dict[bool, tuple[object, tuple[PlaceBlock, ...]]] = {}
        """The blocks of the near (True) and the far view, after the position that they were made for."""
        self._masses: tuple[object, tuple[Mass, ...]] = None, ()
        """The commands of the far view, after the position that they were made for."""
        self._flags: tuple[object, dict[str, FlagPosition]] = None, {}
        """The units drawn as flags, after everything that they depend on."""
        self._ranks: dict[str, int] = {}
        """The rank of every unit of an ordered stack of several counters, 1 for the top."""
        self._tops: dict[str, int] = {}
        """The tops of stacks in several columns, and their end of the stack: 1 right, -1 left."""
        self._cached: tuple[object, tuple[dict[str, tuple[int, int]], dict[str, float]]] = None, ({}, {})
        """The centres and widths of all counters, after everything that they depend on."""
        self.spread = Spread()
        """The fanned-out stack."""
        self.raised: frozenset[str] = frozenset()
        """Selected units, which are drawn above all others."""
        self.pointed: str | None = None
        """The unit under the pointer: its command is outlined."""
        self.choosable_places: Collection[str] = ()
        """Places that can be chosen now: flags of commands fade over their signs."""
        self.carrying = False
        """Whether counters are carried: they can be dropped on the ground, but not on a flag above it."""
        self.flag_obstacles: Callable[
            [], tuple[Sequence[Box], Sequence[pygame.Rect], Sequence[pygame.Rect], Box]] = lambda: (
            (), (), (), camera.world)
        """What flags of commands avoid: printed names in sheet units, window rectangles that something else covers,
        those that something covers for a while, and everything beyond a box of the sheet."""
        self._banners: tuple[object, tuple[CommandFlag, ...]] = None, ()
        """The flags of commands, after everything that they depend on."""
        self._usual_flags: tuple[object, tuple[CommandFlag, ...]] = None, ()
        """The flags while nothing covers the map for a while, after everything that they depend on: they keep these
        places while units move, and return to them."""

    @property
    def px(self) -> int:
        """A full-sized counter's width in pixels."""
        return counter_width(self.camera.scale)

    def lay(self, counters: Sequence[Counter], held: Mapping[str, str | None], moving: Collection[str],
            scale: float | None = None) -> None:
        """Stack the counters.

        :param held: unit -> the place where it is shown instead of its own; None if it is not shown.
        :param moving: units that are left out.
        :param scale: the scale at the end of a camera move, at which stacks must be legible; None means the present
            one.
        """
        before, sheet = self._sheet.version, self._sheet
        width = self.px if scale is None else counter_width(scale)
        legible = ceil(LEGIBLE_STEPS * LEGIBLE_PIXELS / width) / LEGIBLE_STEPS if sheet.in_order else 0.0
        has_melees = self._geometry.melee is not None
        readable = min(1.0, NUMBERS_PIXELS / width) if has_melees else 1.0
        sheet.lay(counters, held, moving, legible=legible, readable=readable)
        if sheet.version is before:
            return
        sides = [
            (stacked, spots, stack.layout.uncovered) for stack in sheet.stacks.values()
            for (stacked, _), spots in zip(stack.sides, stack.layout.spots, strict=True) if sheet.in_order
        ]
        self._ranks = {
            unit: len(stacked) - k for stacked, _, _ in sides if len(stacked) > 1 for k, unit in enumerate(stacked)
        }
        self._tops = {
            stacked[-1]: 1 if spots[len(stacked) - 1][0] == max(x for x, _ in spots[: len(stacked)]) else -1
            for stacked, spots, uncovered in sides
            if len(stacked) > 1 and (uncovered or len({x for x, _ in spots[: len(stacked)]}) > 1)
        }

    def spot_of(self, unit: str, place: str) -> Point:
        """The position of a counter in a place, or where it would lie if it joined the counters there, in sheet
        units."""
        return self._sheet.spot_of(unit, place)

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds."""
        self.spread.update(dt)

    def place_of(self, unit: str) -> str | None:
        """The place of a resting counter."""
        return self._sheet.place_of.get(unit)

    def units_in(self, place: str | None) -> tuple[str, ...]:
        """The resting units in a place."""
        stack = self._sheet.stacks.get(place or "")
        return stack.units if stack is not None else ()

    def spots(self) -> dict[str, tuple[int, int]]:
        """The centre of every resting counter in drawing order: lower ones first, selected ones above them, the
        fanned-out stack last, with its anchor on top."""
        return self._spots_and_widths()[0]

    def widths(self) -> dict[str, float]:
        """The width of every resting counter, as a share of ``px``."""
        return self._spots_and_widths()[1]

    def boxes(self, around: int) -> dict[str, pygame.Rect]:
        """The rectangle of every resting counter, ``around`` pixels larger on each side."""
        widths, boxes, full_width = self.widths(), {}, self.px
        for unit, (x, y) in self.spots().items():
            side = round(full_width * widths.get(unit, 1.0)) + 2 * around
            boxes[unit] = pygame.Rect(x - side // 2, y - side // 2, side, side)
        return boxes

    @property
    def blocks(self) -> tuple[PlaceBlock, ...]:
        """The blocks shown: in the far view all of them; in the near view only those without a sum. None for a
        fanned-out stack."""
        blocks = self._blocks_of_view(near=self.px >= far_width(self.camera.rect))
        return tuple(block for block in blocks if block.place != self.spread.place)

    @property
    def blocks_by_top(self) -> dict[str, PlaceBlock]:
        """The blocks shown, by their top units."""
        return {block.units[-1]: block for block in self.blocks}

    def inside_blocks(self) -> frozenset[str]:
        """The units of the blocks shown, except the top of each: they are not drawn."""
        return frozenset(unit for block in self.blocks for unit in block.units[:-1])

    def tops_of_blocks_with(self, units: Iterable[str]) -> frozenset[str]:
        """The top units of the blocks shown that contain any of some units."""
        searched = frozenset(units)
        return frozenset(top for top, block in self.blocks_by_top.items() if not searched.isdisjoint(block.units))

    @property
    def masses(self) -> tuple[Mass, ...]:
        """The commands shown in the far view; none in the near view."""
        if self.px >= far_width(self.camera.rect):
            return ()
        if self._masses[0] is not self._sheet.version:
            blocks = self._blocks_of_view(near=False)
            self._masses = self._sheet.version, masses_of(
                blocks, self._sheet.counters, self._sheet.place_of, self._theme, self._geometry, self._sheet.moving)
        return self._masses[1]

    def lit(self, selected: Collection[str]) -> tuple[Mass, ...]:
        """The commands shown of which the leader or every unit on the map is selected; if no unit is selected, that of
        the unit under the pointer."""
        counters = self._sheet.counters
        lit = {_command_of(counters[unit]) for unit in selected or (self.pointed,) if unit in counters}
        if selected:
            lit -= {_command_of(counter) for unit, counter in counters.items()
                    if counter.place is not None and self._geometry.knows(counter.place) and unit not in selected}
        return tuple(mass for mass in self.masses if mass.leader in selected or (mass.side.name, mass.name) in lit)

    @property
    def banners(self) -> tuple[CommandFlag, ...]:
        """The flags of commands, including those over a fanned-out stack or over places that can be chosen."""
        if not self.masses:
            return ()
        camera, (names, hidden, hidden_for_a_while, field) = self.camera, self.flag_obstacles()
        key = ((self._sheet.version, camera.scale, camera.centre, tuple(camera.rect), id(names), field,
                tuple(map(tuple, hidden))), tuple(map(tuple, hidden_for_a_while)))
        if key != self._banners[0]:
            blocks = self._blocks_of_view(near=False)
            counter_boxes = [self._box(block.at, (block.width * COUNTER_WIDTH,) * 2) for block in blocks]
            in_blocks = {unit for block in blocks for unit in (*block.units, *block.leaders)}
            counter_boxes += [self._box(at, (width, width)) for counter, at, width in self._sheet.lying()
                              if counter.unit not in in_blocks]
            resting_boxes = self.boxes(0)
            counter_boxes += [resting_boxes[leader] for block in blocks for leader in block.leaders
                              if leader in resting_boxes]
            *name_boxes, within = [self._box((x + w / 2, y + h / 2), (w, h)) for x, y, w, h in (*names, field)]
            obstacles = FlagObstacles(counter_boxes, name_boxes, hidden, tuple(self.fights().values()), within)
            if self._usual_flags[0] != key[0]:
                self._usual_flags = key[0], placed_flags(self.masses, obstacles, camera, self._usual_flags[1])
            shown = self._usual_flags[1]
            if hidden_for_a_while:
                obstacles = replace(obstacles, hidden=[*hidden, *hidden_for_a_while])
                shown = placed_flags(self.masses, obstacles, camera, shown)
            self._banners = key, shown
        return self._banners[1]

    def _box(self, middle: Point, size: Point) -> pygame.Rect:
        """The window rectangle of a box of the sheet, given its centre and size."""
        box = pygame.Rect(0, 0, *(round(side * self.camera.scale) for side in size))
        box.center = tuple(map(round, self.camera.to_screen(middle)))
        return box

    @property
    def flags(self) -> tuple[CommandFlag, ...]:
        """The flags shown: all but those over signs of places that can be chosen."""
        if not self.banners:
            return ()
        signs = [pygame.Rect((0, 0), (round(CHIP_SIZE * self.camera.scale),) * 2) for _ in self.choosable_places]
        for box, place in zip(signs, self.choosable_places, strict=True):
            if self._geometry.knows(place):
                middle = self.cost_at(place) or self.camera.to_screen(self._geometry.centre(place))
                box.center = round(middle[0]), round(middle[1])
        return tuple(each for each in self.banners if each.rect.collidelist(signs) < 0)

    def flag_at(self, pos: tuple[int, int]) -> str | None:
        """The leader whose flag is under a point; None if there is none. Flags are above all counters except a
        fanned-out stack."""
        tray = self.tray()
        if self.carrying or (tray is not None and tray[1].collidepoint(pos)):
            return None
        return next((each.mass.leader for each in self.flags if each.rect.collidepoint(pos)), None)

    def _blocks_of_view(self, *, near: bool) -> tuple[PlaceBlock, ...]:
        """The blocks of the near or the far view, cached for each position. In the near view only those without a sum,
        for which only counters with a face of their kind are looked at."""
        if near not in self._blocks or self._blocks[near][0] is not self._sheet.version:
            counters = self._sheet.counters
            stacks = {place: [counters[unit] for unit in stack.units] for place, stack in self._sheet.stacks.items()}
            if near:
                stacks = {place: stack for place, stack in stacks.items()
                          if any(counter.face is not None and counter.face.by_kind for counter in stack)}
            blocks = blocks_of(stacks, self._geometry, [seat.name for seat in self._theme.seats])
            if near:
                blocks = tuple(block.near_view for block in blocks if not block.shows_sum)
            self._blocks[near] = self._sheet.version, blocks
        return self._blocks[near][1]

    def _spots_and_widths(self) -> tuple[dict[str, tuple[int, int]], dict[str, float]]:
        """Centres and widths, cached for each view of each position."""
        camera = self.camera
        key = self._counters_condition, camera.scale, camera.centre, tuple(camera.rect)
        if key != self._cached[0]:
            self._cached = key, (self._spots(), self._widths())
        return self._cached[1]

    def _spots(self) -> dict[str, tuple[int, int]]:
        """The centre of every resting counter in drawing order."""
        spots, block_spots = dict[str, tuple[int, int]](), {unit: b.at for b in self.blocks for unit in b.units}
        for unit, at, _ in self._sheet.drawing_order:
            x, y = self.camera.to_screen(block_spots.get(unit, at))
            spots[unit] = round(x), round(y)
        for unit, block in self.discs().items():
            if unit in spots:
                (x, y), distance = self.camera.to_screen(block.at), LEADER_BEHIND * block.width * self.px
                turn = radians((block.counter.angle or 0) + self._geometry.turn)
                del spots[unit]
                spots[unit] = round(x - distance * sin(turn)), round(y + distance * cos(turn))
        contested = [unit for block in self.blocks if block.contested for unit in block.units if unit in spots]
        for unit in [*contested, *[unit for unit in spots if unit in self.raised]]:
            spots[unit] = spots.pop(unit)
        share = self.spread.share
        for unit, (fanned_x, fanned_y) in self._fanned_spots().items():
            x, y = spots.pop(unit)
            spots[unit] = round(x + (fanned_x - x) * share), round(y + (fanned_y - y) * share)
        if self.spread.anchor is not None and self.spread.anchor[0] in spots:
            spots[self.spread.anchor[0]] = spots.pop(self.spread.anchor[0])
        return spots

    def _widths(self) -> dict[str, float]:
        """The width of every resting counter, as a share of ``px``."""
        shares = {unit: share for unit, _, share in self._sheet.drawing_order}
        shares |= {unit: block.width for block in self.blocks for unit in block.units}
        shares |= dict.fromkeys(self.discs(), LEADER_WIDTH)
        if self.spread.place is not None:
            width = self.fanned_width(self.spread.place) / self.px
            shares.update(dict.fromkeys(self.units_in(self.spread.place), width))
        return shares

    def fanned_width(self, place: str) -> int:
        """A counter's width in pixels if the stack of its place is fanned out."""
        view_width = self.camera.rect.w
        columns = max((columns_of(len(units)) for units in self._rows(place)), default=1)
        max_width = max(MAX_COUNTER_SHARE, MAX_ROW_SHARE / columns) * view_width
        min_width = min(max(MIN_FANNED_WIDTH[0], round(view_width * MIN_FANNED_WIDTH[1])), view_width // 8)
        return max(min(self.px, round(max_width)), min_width)

    def _rows(self, place: str) -> list[Sequence[str]]:
        """The units of a place for fanning out: each side's stack from its top, then the units beside it."""
        if (stack := self._sheet.stacks.get(place)) is None:
            return []
        rows: list[Sequence[str]] = [(*reversed(stacked), *beside) for stacked, beside in stack.sides]
        return [*rows, stack.at_sea[::-1]] if stack.at_sea else rows

    def _fanned_spots(self) -> dict[str, tuple[int, int]]:
        """The centres of the fanned-out stack's counters in rows; empty if there is none."""
        if (place := self.spread.place) is None or len(self.units_in(place)) < 2:
            return {}
        px = self.fanned_width(place)
        step = px * (1 + (ORDERED_GAP if self._sheet.in_order else UNORDERED_GAP))
        max_columns = max(3, int(self.camera.rect.w * 0.9 / step))
        rows: list[tuple[Sequence[str], float]] = []
        for units in self._rows(place):
            columns = min(max_columns, columns_of(len(units)))
            for k in range(0, len(units), columns):
                rows.append((units[k : k + columns], SIDES_GAP * px if rows and not k else 0.0))
        area = self.camera.rect.inflate(-px // 2, -px // 2)
        middle = self.camera.to_screen(self._sheet.stacks[place].middle)
        return fanned_spots(rows, step, area, middle, self.spread.anchor)

    @property
    def _counters_condition(self) -> object:
        """Changes whenever a counter moves."""
        return self._sheet.version, self.spread.condition, self.raised

    @property
    def condition(self) -> object:
        """Changes whenever a counter moves, and in the far view also whenever something else covers another part of the
        map."""
        _, *hidden, _ = self.flag_obstacles()
        covered = (box for boxes in hidden for box in boxes)
        return self._counters_condition, tuple(map(tuple, covered)) if self.masses else ()

    def cost_at(self, place: str) -> tuple[int, int] | None:
        """The window pixel for the cost of a place: at the lower right of its counters; None if there are none."""
        if (stack := self._sheet.stacks.get(place)) is None:
            return None
        (x, y), size = self.camera.to_screen(stack.middle), self.camera.scale * COUNTER_WIDTH * stack.layout.share
        spots = [spot for spots in stack.layout.spots for spot in spots] or column(len(stack.at_sea))
        right, bottom = max(spot_x for spot_x, _ in spots), max(spot_y for _, spot_y in spots)
        return round(x + (right + COST_OFFSET[0]) * size), round(y + (bottom + COST_OFFSET[1]) * size)

    def key_at(self, place: str, width: float) -> tuple[int, int]:
        """The window pixel for the key cap of a place, given the cap's width in pixels."""
        x, y = self.camera.to_screen(self._sheet.key_at(place, width / self.camera.scale))
        return round(x), round(y)

    def rank(self, unit: str) -> int | None:
        """A unit's rank in its stack, 1 for the top; None if it is alone or beside the stack, or if order does not
        matter.

        In a stack that is not fanned out, only the top has a rank, and only if other counters are also fully visible.
        """
        fanned_out = self._sheet.place_of.get(unit) == self.spread.place
        return self._ranks.get(unit) if fanned_out or unit in self._tops else None

    def rank_side(self, unit: str) -> int:
        """The side of a counter for its rank, 1 right or -1 left: away from the adjacent columns."""
        return -1 if self.place_of(unit) == self.spread.place else self._tops.get(unit, -1)

    def rank_spot(self, unit: str, at: tuple[int, int], px: int) -> tuple[int, int]:
        """The centre of the disc with a counter's rank, given the counter's centre and width."""
        return round(at[0] + RANK_OFFSET * px * self.rank_side(unit)), round(at[1] + RANK_OFFSET * px)

    def on_rank(self, pos: tuple[int, int]) -> bool:
        """Whether the rank of a stack's top is under a pixel, while the stack is not fanned out."""
        spots, widths = self.spots(), self.widths()
        for unit in self._tops.keys() & spots.keys():
            px = round(self.px * widths.get(unit, 1.0))
            x, y = self.rank_spot(unit, spots[unit], px)
            if self.place_of(unit) != self.spread.place and hypot(pos[0] - x, pos[1] - y) <= RANK_DISC_SIZE / 2 * px:
                return True
        return False

    def on_others(self) -> frozenset[str]:
        """The units on top of others that show more than their edge above them; none of a fanned-out stack."""
        before_flags = {
            stacked[0] for place, stack in self._sheet.stacks.items()
            if place != self.spread.place and not (self._sheet.in_order or stack.layout.aside)
            for stacked, beside in stack.sides if stacked and beside
        }
        return frozenset(
            unit for stacked in self._closed_up_stacks(overlapping=True) for unit in stacked[1:]
            if self._sheet.in_order or not all(likeness([self._sheet.counters[each] for each in stacked]))
        ) | before_flags

    def closed(self) -> dict[str, tuple[str, int]]:
        """The top units of stacks that show only the edges of lower counters, with the lowest unit and the number of
        counters."""
        return {top: lowest_and_number for place, stack in self._sheet.stacks.items() if place != self.spread.place
                for top, lowest_and_number in stack.closed.items() if top not in self.raised}

    def fights(self) -> dict[str, pygame.Rect]:
        """The places with blocks of several sides, and the window rectangle of these blocks together."""
        boxes: dict[str, pygame.Rect] = {}
        for block in self.blocks:
            if block.contested:
                box = self._box(block.at, (block.width * COUNTER_WIDTH,) * 2)
                boxes[block.place] = box.union(boxes.get(block.place, box))
        return boxes

    def discs(self) -> dict[str, PlaceBlock]:
        """The leaders drawn as discs, with the block in front of each."""
        return {unit: block for block in self.blocks for unit in block.leaders}

    def flagged(self) -> dict[str, FlagPosition]:
        """The units drawn as flags at the stack in front of them."""
        if (key := (self._counters_condition, self.px >= far_width(self.camera.rect))) != self._flags[0]:
            self._flags = key, self._flag_positions()
        return self._flags[1]

    def _flag_positions(self) -> dict[str, FlagPosition]:
        """The position of the flag of every unit that is drawn as one: officers behind a stack without an order."""
        in_blocks = {unit for block in self.blocks for unit in (*block.units, *block.leaders)}
        return {
            unit: FlagPosition(0 if not stack.layout.aside else -1 if x < spots[0][0] else 1, len(beside))
            for place, stack in self._sheet.stacks.items()
            if not self._sheet.in_order and place != self.spread.place
            for (stacked, beside), spots in zip(stack.sides, stack.layout.spots, strict=True) if stacked
            for unit, (x, _) in zip(beside, spots[len(stacked):], strict=True) if unit not in self.raised | in_blocks
        }

    def covered(self) -> frozenset[str]:
        """The units under others, with only the band visible."""
        stacks = self._closed_up_stacks(overlapping=True) if self._sheet.in_order else []
        return frozenset(unit for stacked in stacks for unit in stacked[:-1]) - self.raised

    def beneath(self) -> frozenset[str]:
        """The units under others of their stack."""
        fanned_out = self.spread.place
        return frozenset(
            unit for place, stack in self._sheet.stacks.items() if place != fanned_out and not stack.layout.uncovered
            for (stacked, beside), spots in zip(stack.sides, stack.layout.spots, strict=True)
            for unit in (*stacked[:-1], *(covered_units(beside, spots[len(stacked):])
                                          if self._sheet.in_order or not stacked else beside))
        ) - self.raised

    def _closed_up_stacks(self, *, overlapping: bool = False) -> list[tuple[str, ...]]:
        """Each side's stack in every place except a fanned-out one, from the bottom up.

        :param overlapping: whether to return only stacks whose counters overlap.
        """
        return [
            stacked for place, stack in self._sheet.stacks.items()
            if place != self.spread.place and not (overlapping and stack.layout.uncovered)
            for stacked, _ in stack.sides
        ]

    def edges(self) -> frozenset[str]:
        """The units of which only the edge shows."""
        closed = self.closed()
        return frozenset(unit for stacked in self._closed_up_stacks() if stacked and stacked[-1] in closed
                         for unit in stacked[:-1]) - self.raised

    def piles(self) -> dict[str, tuple[str, ...]]:
        """The units of every ordered stack whose counters overlap, from the bottom up, under its lowest one; without
        selected ones."""
        stacks = self._closed_up_stacks(overlapping=True) if self._sheet.in_order else []
        without_selected = [tuple(unit for unit in stacked if unit not in self.raised) for stacked in stacks]
        return {units[0]: units for units in without_selected if len(units) > 1}

    def tray(self) -> tuple[frozenset[str], pygame.Rect] | None:
        """The units of the fanned-out stack and the area beneath them; None if there is none."""
        spots = self._fanned_spots()
        side = round(self.fanned_width(self.spread.place or "") * TRAY_MARGIN)
        return (frozenset(spots), box_around_counters(list(spots.values()), side)) if spots else None

    def lying(self) -> list[tuple[Counter, Point, float]]:
        """Every resting counter with its centre and width in sheet units, lower ones first."""
        return self._sheet.lying()

    def unit_at(self, pos: tuple[int, int]) -> str | None:
        """The topmost unit under a point; a command's leader if its flag is there; None if there is none."""
        leader = self.flag_at(pos)
        if leader is not None:
            return leader
        widths, flags, px = self.widths(), self.flagged(), self.px
        for unit, (x, y) in reversed(self.spots().items()):
            turn, width = facing_of(self._sheet.place_of[unit]), px * widths[unit]
            if unit in flags and not flags[unit].end and abs(pos[0] - x) > width / 2 / flags[unit].number:
                continue
            if covers_point(self._sheet.counters[unit], width, turn, (x, y), pos):
                return unit
        return None

    def place_at(self, pos: tuple[int, int]) -> str | None:
        """The place of the counter at a point, or of the fanned-out stack there; None if there is neither."""
        tray = self.tray()
        if tray is not None and tray[1].collidepoint(pos):
            return self.spread.place
        unit = self.unit_at(pos)
        return self.place_of(unit) if unit is not None else None

    def fan_out_at(self, place: str | None) -> None:
        """Fan out the stack of the keyboard cursor's place, or fold the open one."""
        if place is not None and len(self.units_in(place)) > 1:
            self.spread.open(place)
        else:
            self.spread.fold()
