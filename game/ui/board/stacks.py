"""The positions of resting counters on a board, including a fanned-out stack."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from math import ceil, cos, hypot, radians, sin
from typing import NamedTuple

import pygame

from game.core.contract import Counter
from game.core.theme import Theme
from game.ui.board.arrangement import Arrangement
from game.ui.board.banners import Banner, FlagObstacles
from game.ui.board.banners import placed_flags as flags_laid_out
from game.ui.board.far_view import LEADER_BEHIND, LEADER_WIDTH, Mass, PlaceBlock, blocks_of, far_width, masses_of
from game.ui.board.overlays import RANK_DISC_SIZE
from game.ui.board.pieces import covers_point
from game.ui.board.places import COUNTER_WIDTH, Geometry
from game.ui.board.spread import Spread, box_around_counters, columns_of, fanned_spots
from game.ui.board.stack_layout import LEGIBLE_PIXELS, column, covered_units, likeness
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
"""The same gap if order does not matter."""
CHIP_SIZE = 0.7
"""The size of the sign of a place that can be chosen, in sheet units."""
SIDES_GAP = 0.34
"""The gap between the two sides of a fanned-out stack, in counter widths."""


def counter_width(scale: float) -> int:
    """A counter's width in pixels at a scale in pixels per sheet unit."""
    return max(6, round(COUNTER_WIDTH * scale))


class FlagPosition(NamedTuple):
    """The position of an officer's flag at the stack in front of it."""

    end: int
    """-1 left of the stack, 1 right of it, 0 above it."""
    number: int
    """The number of flags; those above share the stack's width."""


class LyingStacks:
    """The stacks of a board in the camera's view. Positions are window pixels."""

    def __init__(self, geometry: Geometry, camera: Camera, theme: Theme,
                 water: Callable[[str], Point | None] = lambda _: None) -> None:
        """:param water: the point of a ship in a place, in sheet units; None if the place has no water."""
        self.camera = camera
        self._geometry, self._theme = geometry, theme
        self._sheet = Arrangement(geometry, theme, water)
        self._blocks: dict[bool, tuple[object, tuple[PlaceBlock, ...]]] = {}
        """The blocks of the near (True) and the far view, after the position that they were made for."""
        self._masses: tuple[object, tuple[Mass, ...]] = None, ()
        self._flags: tuple[object, dict[str, FlagPosition]] = None, {}
        self._ranks: dict[str, int] = {}
        self._topmost: dict[str, int] = {}
        """The tops of stacks in several columns, and their end of the stack: 1 right, -1 left."""
        self._kept: tuple[object, tuple[dict[str, tuple[int, int]], dict[str, float]]] = None, ({}, {})
        self.spread = Spread()
        self.raised: frozenset[str] = frozenset()
        """Selected units, which are drawn above all others."""
        self.pointed: str | None = None
        """The unit under the pointer: its command is outlined."""
        self.choosable_places: Collection[str] = ()
        """Places that can be chosen now: flags of commands fade over their signs."""
        self.carrying = False
        """Whether counters are carried: they can be dropped on the ground, but not on a flag above it."""
        self.flag_obstacles: Callable[[], tuple[Sequence[Box], Sequence[pygame.Rect], Box]] = lambda: (
            (), (), camera.world)
        """What flags of commands avoid: printed names in sheet units, window rectangles that something else covers, and
        everything beyond a box of the sheet."""
        self._flown: tuple[object, tuple[Banner, ...]] = None, ()

    @property
    def px(self) -> int:
        """A full-sized counter's width in pixels."""
        return counter_width(self.camera.scale)

    def lay(self, counters: Sequence[Counter], held: Mapping[str, str | None], moving: Collection[str],
            scale: float | None = None) -> None:
        """Stack the counters. ``held`` overrides the units' places; units in ``moving`` are left out.

        :param scale: the scale at the end of a camera move, at which stacks must be legible; None means the present
            one.
        """
        before, sheet = self._sheet.version, self._sheet
        width = self.px if scale is None else counter_width(scale)
        legible = ceil(20 * LEGIBLE_PIXELS / width) / 20 if sheet.in_order else 0.0
        sheet.lay(counters, held, moving, legible=legible)
        if sheet.version is before:
            return
        sides = [
            (stacked, spots, stack.layout.uncovered) for stack in sheet.stacks.values()
            for (stacked, _), spots in zip(stack.sides, stack.layout.spots, strict=True) if sheet.in_order
        ]
        self._ranks = {
            unit: len(stacked) - k for stacked, _, _ in sides if len(stacked) > 1 for k, unit in enumerate(stacked)
        }
        self._topmost = {
            stacked[-1]: 1 if spots[len(stacked) - 1][0] == max(x for x, _ in spots[: len(stacked)]) else -1
            for stacked, spots, full_size in sides
            if len(stacked) > 1 and (full_size or len({x for x, _ in spots[: len(stacked)]}) > 1)
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
        return self._seen()[0]

    def widths(self) -> dict[str, float]:
        """The width of every resting counter, as a share of ``px``."""
        return self._seen()[1]

    def boxes(self, around: int) -> dict[str, pygame.Rect]:
        """The rectangle of every resting counter, ``around`` pixels larger on each side."""
        widths, boxes, full = self.widths(), {}, self.px
        for unit, (x, y) in self.spots().items():
            px = round(full * widths.get(unit, 1.0)) + 2 * around
            boxes[unit] = pygame.Rect(x - px // 2, y - px // 2, px, px)
        return boxes

    @property
    def blocks(self) -> tuple[PlaceBlock, ...]:
        """The blocks shown: in the far view all of them; in the near view only those without a sum. None for a
        fanned-out stack."""
        shown = self._blocks_laid(near=self.px >= far_width(self.camera.rect))
        return tuple(each for each in shown if each.place != self.spread.place)

    @property
    def masses(self) -> tuple[Mass, ...]:
        """The commands shown in the far view; none in the near view."""
        if self.px >= far_width(self.camera.rect):
            return ()
        if self._masses[0] is not self._sheet.version:
            blocks = self._blocks_laid(near=False)
            self._masses = self._sheet.version, masses_of(blocks, self._sheet.counters, self._theme, self._geometry)
        return self._masses[1]

    def lit(self, chosen: Collection[str]) -> tuple[Mass, ...]:
        """The commands shown of the unit under the pointer and of chosen units."""
        units = [self._sheet.counters[unit] for unit in (self.pointed, *chosen) if unit in self._sheet.counters]
        commands = {(unit.seat, unit.face.command) for unit in units if unit.face is not None}
        return tuple(mass for mass in self.masses if (mass.side.name, mass.name) in commands)

    @property
    def banners(self) -> tuple[Banner, ...]:
        """The flags of commands, including those over a fanned-out stack."""
        if not self.masses:
            return ()
        camera, (names, hidden, field) = self.camera, self.flag_obstacles()
        key = (self._sheet.version, camera.scale, camera.centre, tuple(camera.rect), id(names), field,
               tuple(map(tuple, hidden)))
        if key != self._flown[0]:
            laid = self._blocks_laid(near=False)
            blocks = [self._box(block.at, (block.share * COUNTER_WIDTH,) * 2) for block in laid]
            massed = {unit for block in laid for unit in (*block.units, *block.leaders)}
            blocks += [self._box(at, (width, width)) for counter, at, width in self._sheet.lying()
                       if counter.unit not in massed]
            *boxes, within = [self._box((x + w / 2, y + h / 2), (w, h)) for x, y, w, h in (*names, field)]
            obstacles = FlagObstacles(blocks, boxes, hidden, tuple(self.fights().values()), within)
            self._flown = key, flags_laid_out(self.masses, obstacles, camera)
        return self._flown[1]

    def _box(self, middle: Point, size: Point) -> pygame.Rect:
        """The window rectangle of a box of the sheet."""
        box = pygame.Rect(0, 0, *(round(side * self.camera.scale) for side in size))
        box.center = tuple(map(round, self.camera.to_screen(middle)))
        return box

    def faded_flags(self) -> frozenset[str]:
        """The leaders whose flags overlap signs of places that can be chosen."""
        if not self.banners:
            return frozenset()
        signs = [pygame.Rect((0, 0), (round(CHIP_SIZE * self.camera.scale),) * 2) for _ in self.choosable_places]
        for box, place in zip(signs, self.choosable_places, strict=True):
            if self._geometry.knows(place):
                middle = self.cost_at(place) or self.camera.to_screen(self._geometry.centre(place))
                box.center = round(middle[0]), round(middle[1])
        return frozenset(each.mass.leader for each in self.banners if each.place.collidelist(signs) >= 0)

    def flag_at(self, pos: tuple[int, int]) -> str | None:
        """The leader whose flag is under a point. Flags are above all counters except a fanned-out stack."""
        tray = self.tray()
        if self.carrying or (tray is not None and tray[1].collidepoint(pos)):
            return None
        leader = next((each.mass.leader for each in self.banners if each.place.collidepoint(pos)), None)
        return leader if leader is not None and leader not in self.faded_flags() else None

    def _blocks_laid(self, *, near: bool) -> tuple[PlaceBlock, ...]:
        """The blocks of the near or the far view, cached for each position. In the near view only those without a sum,
        for which only counters with a face of their kind are looked at."""
        if near not in self._blocks or self._blocks[near][0] is not self._sheet.version:
            counters = self._sheet.counters
            stacks = {place: [counters[unit] for unit in stack.units] for place, stack in self._sheet.stacks.items()}
            if near:
                stacks = {place: there for place, there in stacks.items()
                          if any(counter.face is not None and counter.face.by_kind for counter in there)}
            blocks = blocks_of(stacks, self._geometry, [seat.name for seat in self._theme.seats])
            shown = tuple(block.near_view for block in blocks if not block.shows_sum) if near else blocks
            self._blocks[near] = self._sheet.version, shown
        return self._blocks[near][1]

    def _seen(self) -> tuple[dict[str, tuple[int, int]], dict[str, float]]:
        """Centres and widths, cached for each view of each position."""
        camera = self.camera
        key = self._lie, camera.scale, camera.centre, tuple(camera.rect)
        if key != self._kept[0]:
            self._kept = key, (self._spots(), self._widths())
        return self._kept[1]

    def _spots(self) -> dict[str, tuple[int, int]]:
        spots, massed = dict[str, tuple[int, int]](), {unit: b.at for b in self.blocks for unit in b.units}
        for unit, at, _ in self._sheet.drawing_order:
            x, y = self.camera.to_screen(massed.get(unit, at))
            spots[unit] = round(x), round(y)
        for unit, block in self.discs().items():
            if unit in spots:
                (x, y), far = self.camera.to_screen(block.at), LEADER_BEHIND * block.share * self.px
                turn = radians((block.counter.angle or 0) + self._geometry.turn)
                del spots[unit]
                spots[unit] = round(x - far * sin(turn)), round(y + far * cos(turn))
        contested = [unit for block in self.blocks if block.contested for unit in block.units if unit in spots]
        for unit in [*contested, *[unit for unit in spots if unit in self.raised]]:
            spots[unit] = spots.pop(unit)
        share = self.spread.share
        for unit, (u, v) in self._apart().items():
            x, y = spots.pop(unit)
            spots[unit] = round(x + (u - x) * share), round(y + (v - y) * share)
        if self.spread.anchor is not None and self.spread.anchor[0] in spots:
            spots[self.spread.anchor[0]] = spots.pop(self.spread.anchor[0])
        return spots

    def _widths(self) -> dict[str, float]:
        shares = {unit: share for unit, _, share in self._sheet.drawing_order}
        shares |= {unit: block.share for block in self.blocks for unit in block.units}
        shares |= dict.fromkeys(self.discs(), LEADER_WIDTH)
        if self.spread.place is not None:
            width = self.fanned_width(self.spread.place) / self.px
            shares.update(dict.fromkeys(self.units_in(self.spread.place), width))
        return shares

    def fanned_width(self, place: str) -> int:
        """A counter's width in pixels if the stack of its place is fanned out."""
        broad = self.camera.rect.w
        columns = max((columns_of(len(units)) for units in self._rows(place)), default=1)
        max_width = max(MAX_COUNTER_SHARE, MAX_ROW_SHARE / columns) * broad
        return max(min(self.px, round(max_width)),
                   min(max(MIN_FANNED_WIDTH[0], round(broad * MIN_FANNED_WIDTH[1])), broad // 8))

    def _rows(self, place: str) -> list[Sequence[str]]:
        """The units of a place for fanning out: each side's stack from its top, then the units beside it."""
        if (stack := self._sheet.stacks.get(place)) is None:
            return []
        rows: list[Sequence[str]] = [(*reversed(stacked), *beside) for stacked, beside in stack.sides]
        return [*rows, stack.at_sea[::-1]] if stack.at_sea else rows

    def _apart(self) -> dict[str, tuple[int, int]]:
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
    def _lie(self) -> object:
        """Changes whenever a counter moves."""
        return self._sheet.version, self.spread.condition, self.raised

    @property
    def condition(self) -> object:
        """Changes whenever a counter moves, and in the far view also whenever something else covers another part of the
        map."""
        return self._lie, tuple(map(tuple, self.flag_obstacles()[1])) if self.masses else ()

    def cost_at(self, place: str) -> tuple[int, int] | None:
        """The window pixel for the cost of a place: at the lower right of its counters; None if there are none."""
        if (stack := self._sheet.stacks.get(place)) is None:
            return None
        (x, y), size = self.camera.to_screen(stack.middle), self.camera.scale * COUNTER_WIDTH * stack.layout.share
        spots = [spot for spots in stack.layout.spots for spot in spots] or column(len(stack.at_sea))
        across, down = max(u for u, _ in spots), max(v for _, v in spots)
        return round(x + (across + 0.62) * size), round(y + (down + 0.3) * size)

    def key_at(self, place: str, wide: float) -> tuple[int, int]:
        """The window pixel for the key cap of a place, given its width in pixels."""
        x, y = self.camera.to_screen(self._sheet.key_at(place, wide / self.camera.scale))
        return round(x), round(y)

    def rank(self, unit: str) -> int | None:
        """A unit's rank in its stack, 1 for the top; None if it is alone or beside the stack, or if order does not
        matter.

        In a stack that is not fanned out, only the top has a rank, and only if other counters are also fully visible.
        """
        spread = self._sheet.place_of.get(unit) == self.spread.place
        return self._ranks.get(unit) if spread or unit in self._topmost else None

    def rank_side(self, unit: str) -> int:
        """The side of a counter for its rank, 1 right or -1 left: away from the adjacent columns."""
        return -1 if self.place_of(unit) == self.spread.place else self._topmost.get(unit, -1)

    def rank_spot(self, unit: str, at: tuple[int, int], px: int) -> tuple[int, int]:
        """The centre of the disc with a counter's rank, given the counter's centre and width."""
        return round(at[0] + 0.45 * px * self.rank_side(unit)), round(at[1] + 0.45 * px)

    def on_rank(self, pos: tuple[int, int]) -> bool:
        """Whether the rank of a stack's top is under a pixel, while the stack is not fanned out."""
        spots, widths = self.spots(), self.widths()
        for unit in self._topmost.keys() & spots.keys():
            px = round(self.px * widths.get(unit, 1.0))
            x, y = self.rank_spot(unit, spots[unit], px)
            if self.place_of(unit) != self.spread.place and hypot(pos[0] - x, pos[1] - y) <= RANK_DISC_SIZE / 2 * px:
                return True
        return False

    def fanned(self) -> frozenset[str]:
        """The units on top of others that show more than their edge above them."""
        backed = {
            stacked[0] for stack in self._sheet.stacks.values() if not (self._sheet.in_order or stack.layout.aside)
            for stacked, beside in stack.sides if stacked and beside
        }
        return frozenset(
            unit for stacked in self._piled(overlapping=True) for unit in stacked[1:]
            if self._sheet.in_order or not all(likeness([self._sheet.counters[each] for each in stacked]))
        ) | backed

    def closed(self) -> dict[str, tuple[str, int]]:
        """The top units of stacks that show only the edges of lower counters, with the lowest unit and the number of
        counters."""
        return {top: shown for place, stack in self._sheet.stacks.items() if place != self.spread.place
                for top, shown in stack.closed.items() if top not in self.raised}

    def fights(self) -> dict[str, pygame.Rect]:
        """The places with blocks of several sides, and the window rectangle of these blocks together."""
        boxes: dict[str, pygame.Rect] = {}
        for block in self.blocks:
            if block.contested:
                box = self._box(block.at, (block.share * COUNTER_WIDTH,) * 2)
                boxes[block.place] = box.union(boxes.get(block.place, box))
        return boxes

    def discs(self) -> dict[str, PlaceBlock]:
        """The leaders drawn as discs, with the block in front of each."""
        return {unit: block for block in self.blocks for unit in block.leaders}

    def flagged(self) -> dict[str, FlagPosition]:
        """The units drawn as flags at the stack in front of them."""
        if (key := (self._lie, self.px >= far_width(self.camera.rect))) != self._flags[0]:
            self._flags = key, self._stand_as_flags()
        return self._flags[1]

    def _stand_as_flags(self) -> dict[str, FlagPosition]:
        massed = {unit for block in self.blocks for unit in (*block.units, *block.leaders)}
        return {
            unit: FlagPosition(0 if not stack.layout.aside else -1 if x < spots[0][0] else 1, len(beside))
            for place, stack in self._sheet.stacks.items()
            if not self._sheet.in_order and place != self.spread.place
            for (stacked, beside), spots in zip(stack.sides, stack.layout.spots, strict=True) if stacked
            for unit, (x, _) in zip(beside, spots[len(stacked):], strict=True) if unit not in self.raised | massed
        }

    def covered(self) -> frozenset[str]:
        """The units under others, with only the band visible."""
        piled = self._piled(overlapping=True) if self._sheet.in_order else []
        return frozenset(unit for stacked in piled for unit in stacked[:-1]) - self.raised

    def beneath(self) -> frozenset[str]:
        """The units under others of their stack."""
        spread = self.spread.place
        return frozenset(
            unit for place, stack in self._sheet.stacks.items() if place != spread and not stack.layout.uncovered
            for (stacked, beside), spots in zip(stack.sides, stack.layout.spots, strict=True)
            for unit in (*stacked[:-1], *(covered_units(beside, spots[len(stacked):])
                                          if self._sheet.in_order or not stacked else beside))
        ) - self.raised

    def _piled(self, *, overlapping: bool = False) -> list[tuple[str, ...]]:
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
        piled = self.closed()
        return frozenset(unit for stacked in self._piled() if stacked and stacked[-1] in piled
                         for unit in stacked[:-1]) - self.raised

    def piles(self) -> dict[str, tuple[str, ...]]:
        """The units of every ordered stack whose counters overlap, from the bottom up, under its lowest one; without
        selected ones."""
        piled = self._piled(overlapping=True) if self._sheet.in_order else []
        kept = [tuple(unit for unit in stacked if unit not in self.raised) for stacked in piled]
        return {units[0]: units for units in kept if len(units) > 1}

    def tray(self) -> tuple[frozenset[str], pygame.Rect] | None:
        """The units of the fanned-out stack and the area beneath them; None if there is none."""
        apart = self._apart()
        room = round(self.fanned_width(self.spread.place or "") * 1.3)
        return (frozenset(apart), box_around_counters(list(apart.values()), room)) if apart else None

    def lying(self) -> list[tuple[Counter, Point, float]]:
        """Every resting counter with its centre and width in sheet units, lower ones first."""
        return self._sheet.lying()

    def unit_at(self, pos: tuple[int, int]) -> str | None:
        """The topmost unit under a point; a command's leader if its flag is there."""
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
