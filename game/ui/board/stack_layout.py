"""The layout of a place's counters: each side's stack, officers beside it, enemies face to face, and counters on
water."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, combinations, pairwise, product
from math import ceil
from typing import NamedTuple

from game.core.contract import Counter
from game.ui.board.places import COUNTER_WIDTH, Geometry
from game.ui.kit.camera import Point

BAND_STEP = 0.37
"""How far each counter of a column is drawn below the one it lies on, in counter widths: that one's band stays
visible."""
TOP_JUT = 0.24
"""How far the top of a stack in several columns juts out below the other columns, in counter widths."""
BESIDE_GAP = 0.16
"""The gap between a stack and the counters beside it, in counter widths."""
FRONT_GAP = 0.30
"""The gap between two sides that do not overlap in one place, in counter widths."""
RISE_RANGE = 0.5, 0.42
"""Maximum and minimum height of the right side above the left one if two sides overlap, in counter widths. The right
side covers the upper right corner of the left one, not its numbers."""
MELEE_GAP = 0.03
"""The gap between two sides that are drawn smaller to lie side by side in one hex, in counter widths."""
NUMBERS_PIXELS = 18
"""The counter width, in pixels, from which counters are drawn smaller to lie side by side in one hex. Chosen by eye:
the numbers of smaller ones are harder to read than those of counters that overlap at full size."""
KEPT_STEP_SHARE = 0.3
"""The share of a column's steps that is kept before the side rises less."""
MIN_COUNTER_SHARE = 0.52
"""The minimum share of their full size for counters."""
BANNER_WIDTH = 0.46
"""The width of the banner of a unit behind a stack, if it hangs beside the stack for lack of room above, in counter
widths."""
BANNER_LEEWAY = 1.12
"""How much larger than its room a stack with banners beside it may be: they hang in the gap before the next counter."""
OVERLAP_STEP = (-0.105, -0.105)
"""Offset (right, down) of a counter on the one beneath, in counter widths, if order does not matter and all counters of
the stack look alike."""
UNLIKE_STEP = (0.137, 0.403)
"""The same for a counter on a different one, whose symbol stays visible."""
LIKE_STEP = (0.032, 0.105)
"""The same for a counter on one like it in a mixed stack, or in the column of a side beside its enemies."""
COLUMN_SPACING = 1.04
"""The horizontal spacing of a stack's columns, in counter widths."""
ROW_SPACING = 1.05
"""The vertical spacing of a stack's rows if its counters do not overlap, in counter widths."""
TOUCH_DISTANCE = 0.95
"""Counters nearer than this in both directions hide print of one another, in counter widths. Chosen."""
MIN_SIDE_BY_SIDE_SHARE = 0.87
"""The minimum share of their full size at which counters are laid side by side rather than as a stack of bands. Chosen:
at smaller sizes they may cover names and flags."""
MAX_COLUMNS = 4
"""The maximum number of columns of a stack, and of the officers beside it."""
MIN_GAIN = 0.02
"""The gain in counter size, as a share of full size, that justifies another column."""
MIN_GAIN_BESIDE_ENEMIES = 0.12
"""The larger gain required beside enemies, who then extend farther beyond their place."""
OFFICER_CONCESSION = 0.2
"""The share of their size that all counters may lose so that the officers beside a stack do not overlap. Chosen."""
HIDDEN_STEP = 0.13
"""How far each counter of a stack is drawn below the one it lies on, in counter widths, if there is no room for a
readable band: the stack then shows its number of counters."""
FULL_ENOUGH = 0.86
"""The share of their full size that suffices for counters facing enemies; below it the next closer layout is tried. A
stack in one column keeps its bands at this share even if they cannot be read."""
LEGIBLE_PIXELS = 38
"""The counter width, in pixels, below which the bands of a stack cannot be read. Chosen."""
MAX_CLOSED_HEIGHT = 0.5
"""The maximum height of the edges of a closed stack, in counter widths. Chosen."""
STEP_FACTORS = tuple(1 - 0.04 * k for k in range(18))
"""The shares to which the steps of fanned counters are reduced before the counters get smaller."""


class Side(NamedTuple):
    """The numbers of one side's counters in a place. Those outside its stack, such as officers, lie beside it if its
    order matters, else behind it."""

    stacked: int
    """The number of counters in the stack."""
    beside: int = 0
    """The number of counters beside the stack."""
    like: tuple[bool, ...] = ()
    """If order does not matter: for each counter but the lowest, whether it looks like the one beneath."""
    behind: int = 0
    """The number of counters drawn as flags behind the stack, so that its units keep their size."""


class StackLayout(NamedTuple):
    """The positions of counters relative to the middle of a place, in counter widths, and their size."""

    spots: tuple[tuple[Point, ...], ...]
    """For each side: stacked counters from the bottom up, then those beside or behind."""
    share: float
    """The counters' size as a share of their full size."""
    aside: bool = False
    """Whether counters behind a stack show beside it, not above it."""
    uncovered: bool = False
    """Whether no counters of an ordered stack overlap."""
    closed: tuple[bool, ...] = ()
    """For each side, whether its ordered stack shows only the edges of counters below the top."""
    within: bool = False
    """Whether two sides fit into their place without extending beyond its borders."""


class StackShape(NamedTuple):
    """The shape of ordered stacks."""

    columns: int = 1
    """Columns of the stack."""
    step: float = BAND_STEP
    """How far each counter of the stack is drawn below the one it lies on, in counter widths."""
    below: bool = False
    """Whether counters outside the stack lie below it, not beside it."""
    officer_columns: int = 1
    """Columns of the counters beside the stack."""

    @property
    def uncovered(self) -> bool:
        """Whether no counters overlap."""
        return self.step >= 1


def arrange(sides: Sequence[Side], mirrored: Sequence[bool], room: Callable[[Point], float],
            within: Callable[[Point], float] | None = None, *, legible: float = 0.0,
            offset: Callable[[StackLayout], float] = lambda _: 0.0) -> StackLayout:
    """The layout with the largest counters that fits.

    :param mirrored: for each side, whether it faces left, with its top counter at the left end.
    :param room: the factor by which a box can be enlarged to fill the room, given half its size in counter widths.
    :param within: the same without extending beyond the place's borders, for two sides that may do so: they close up
        first.
    :param legible: the share of their full size at which the bands of a stack can be read. Below it an ordered stack
        alone in its place shows only the edges of its lower counters; one in a single column, only if it is below
        ``FULL_ENOUGH``, too.
    :param offset: the distance of a layout from where the place's counters usually lie: of layouts without overlaps
        that are about as large, the nearest is taken.
    """
    ordered = [0 if side.like else max(side.stacked, side.beside * (len(sides) > 1)) for side in sides]
    if max(ordered, default=0) > 1:
        shapes = [StackShape(columns, ROW_SPACING, officer_columns=officer_columns)
                  for columns in range(1, min(MAX_COLUMNS, max(ordered)) + 1)
                  for officer_columns in (_officer_columns(sides) if len(sides) == 1 else (columns,))]
        layouts = [_closed_up(sides, mirrored, room, shape) for shape in shapes]
        largest = max(layout.share for layout in layouts)
        if largest >= MIN_SIDE_BY_SIDE_SHARE:
            return min((layout for layout in layouts if layout.share > largest - MIN_GAIN), key=offset)
    if within is not None and ordered:
        close = _enemies_closed_up(sides, mirrored, room, within)
        if close.share >= FULL_ENOUGH:
            return close
    best, shape = _closed_up(sides, mirrored, room, StackShape()), StackShape()
    for columns in range(2, min(MAX_COLUMNS, max(ordered)) + 1):
        if best.share >= 1.0:
            break
        wider = _closed_up(sides, mirrored, room, StackShape(columns))
        if wider.share > best.share + (MIN_GAIN if len(sides) == 1 else MIN_GAIN_BESIDE_ENEMIES):
            best, shape = wider, StackShape(columns)
    if len(sides) == 1:
        if ordered[0] > 1 and best.share < (legible if shape.columns > 1 else min(legible, FULL_ENOUGH)):
            shape = StackShape(1, min(HIDDEN_STEP, MAX_CLOSED_HEIGHT / ordered[0]))
            best = _closed_up(sides, mirrored, room, shape)
        best = _officers_apart(sides[0], mirrored, room, shape, best)
    if best.share < 1.0 and any(side.behind for side in sides):
        beside = _closed_up(sides, mirrored, room, StackShape(), aside=True)
        beside = beside._replace(share=min(1.0, beside.share * BANNER_LEEWAY))
        best = max(best, beside, key=lambda layout: layout.share)
    return best._replace(share=max(MIN_COUNTER_SHARE, best.share))


def _officer_columns(sides: Sequence[Side]) -> range:
    """The numbers of columns to try for the officers beside a stack."""
    return range(1, max(1, min(MAX_COLUMNS, max(side.beside for side in sides))) + 1)


def _officers_apart(side: Side, mirrored: Sequence[bool], room: Callable[[Point], float], shape: StackShape,
                    one_column: StackLayout) -> StackLayout:
    """The layout with the officers beside a stack in as many columns as they need to lie apart.

    :param one_column: the layout with one column of officers, which is kept if they lie apart in it, or if they would
        only in much smaller layouts.
    """
    best = one_column
    for officer_columns in _officer_columns([side])[1:]:
        if not (side.stacked and any_overlap(best.spots[0][side.stacked:])):
            break
        wider = _closed_up([side], mirrored, room, shape._replace(officer_columns=officer_columns))
        is_large = wider.share >= (1 - OFFICER_CONCESSION) * one_column.share
        if is_large and not any_overlap(wider.spots[0][side.stacked:]):
            best = wider
    return best


def any_overlap(spots: Sequence[Point]) -> bool:
    """Whether some of the counters at these positions overlap."""
    return any(overlap(one, other) for one, other in combinations(spots, 2))


def kept_spots(units: Sequence[str], spots: Sequence[Point], owners: Mapping[Point, str]) -> list[Point] | None:
    """A spot for each unit, in the same order as the units: its own, or for one without a spot the first free one.

    :param owners: the units that had a spot so far, by spot.
    :returns: None if they do not fit in this order.
    """
    own = {owners[spot]: k for k, spot in enumerate(spots) if owners.get(spot) in units}
    taken: list[int] = []
    for unit in units:
        after = taken[-1] if taken else -1
        spot = own.get(unit, next((k for k in range(after + 1, len(spots)) if k not in own.values()), len(spots)))
        if not after < spot < len(spots):
            return None
        taken.append(spot)
    return [spots[k] for k in taken]


def overlap(one: Point, other: Point) -> bool:
    """Whether counters at two positions, in counter widths, overlap."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) < TOUCH_DISTANCE


def covered_units(units: Sequence[str], spots: Sequence[Point]) -> list[str]:
    """The units on which the next one lies, given their positions in counter widths."""
    return [unit for unit, (one, other) in zip(units, pairwise(spots), strict=False) if overlap(one, other)]


def _enemies_closed_up(sides: Sequence[Side], mirrored: Sequence[bool], room: Callable[[Point], float],
                       within: Callable[[Point], float]) -> StackLayout:
    """Two sides closed up until they fit into their place; if they cannot, extending beyond it as little as
    possible."""
    best, nearest = StackShape(), 0.0
    for step, below in product((BAND_STEP, HIDDEN_STEP), (False, True)):
        shape = StackShape(1, step, below)
        layout = _closed_up(sides, mirrored, within, shape)
        if layout.share >= FULL_ENOUGH:
            return layout._replace(within=True)
        if layout.share > nearest + MIN_GAIN:
            best, nearest = shape, layout.share
    return _closed_up(sides, mirrored, room, best)


def in_melee(sides: Sequence[Side], half: Point, *, apart: Point, low: bool = False, readable: float = 1.0
             ) -> StackLayout:
    """Sides in one hex, a column each: side by side, smaller if there is no room for full size, while their numbers can
    be read. Otherwise each side, at full size, is drawn above and on top of those to its left.

    :param half: half the width and height available if they overlap, in counter widths; a column closes up if
        necessary.
    :param apart: the same if they lie side by side, so that they cover no counter of another hex.
    :param low: whether enemies in the hex straight above or below limit the height: counters that overlap then shrink
        until the numbers of every side show.
    :param readable: the share of their full size at which the numbers of counters can be read.
    """
    wide = len(sides) + MELEE_GAP * (len(sides) - 1)
    kept = KEPT_STEP_SHARE * max(column_height(side) - 1 for side in sides)
    share = min(1.0, 2 * apart[0] / wide, 2 * apart[1] / (1 + kept))
    if share >= readable:
        half = wide * share / 2, apart[1]
    elif low:
        share = max(MIN_COUNTER_SHARE, min(1.0, 2 * half[1] / (1 + RISE_RANGE[0] * (len(sides) - 1) + kept)))
    else:
        share = 1.0
    half = half[0] / share, half[1] / share
    across, free = (2 * half[0] - 1) / max(1, len(sides) - 1), 2 * half[1] - 1
    sides_laid, foot = [], 0.0
    for number, side in enumerate(sides):
        steps = _column_steps(side)
        total, max_rise, min_rise = sum(steps), *RISE_RANGE
        rise = max(min_rise, min(max_rise, free - KEPT_STEP_SHARE * total)) if number and across < 1 else 0.0
        foot += rise
        close = min(1.0, (free - foot) / total) if total else 1.0
        heights = [foot + close * sum(steps[k:]) for k in range(len(steps) + 1)]
        x = (number - (len(sides) - 1) / 2) * across
        top = side.beside + bool(side.behind)
        sides_laid.append([(x, -y) for y in heights[top:]] + [(x, -y) for y in heights[: side.beside]] + [
            (x + flag_x, -heights[0]) for flag_x in _flag_offsets(side.behind)])
    ys = [y for spots in sides_laid for _, y in spots]
    middle = (min(ys) + max(ys)) / 2
    return StackLayout(tuple(tuple((x, y - middle) for x, y in spots) for spots in sides_laid), share)


def column_height(side: Side) -> float:
    """The height of a side's column in ``in_melee`` that does not close up, in counter widths."""
    return 1 + sum(_column_steps(side))


def _column_steps(side: Side) -> list[float]:
    """The vertical steps of a column in ``in_melee``, from the top: counters outside the stack first, flags together as
    one row."""
    number = side.stacked + side.beside + bool(side.behind)
    last = [LIKE_STEP[1] if same else UNLIKE_STEP[1] for same in side.like] or [BAND_STEP] * max(0, side.stacked - 1)
    return [BAND_STEP] * (number - 1 - len(last)) + last


def _flag_offsets(number: int) -> list[float]:
    """Horizontal offsets of the flags in the row above a stack, in counter widths: the more there are, the narrower
    they are."""
    return [(k + 0.5) / number - 0.5 for k in range(number)]


def half_size(layout: StackLayout) -> Point:
    """Half the width and height of a layout at full size, in sheet units."""
    points = [point for spots in layout.spots for point in spots]
    half = COUNTER_WIDTH / 2
    return max(abs(x) for x, _ in points) * COUNTER_WIDTH + half, max(abs(y) for _, y in points) * COUNTER_WIDTH + half


def column(number: int) -> tuple[Point, ...]:
    """The positions of ``number`` counters fanned vertically about the origin, lower ones first."""
    return tuple((0.0, (k - (number - 1) / 2) * BAND_STEP) for k in range(number))


def _closed_up(sides: Sequence[Side], mirrored: Sequence[bool], room: Callable[[Point], float], shape: StackShape, *,
               aside: bool = False) -> StackLayout:
    """The layout of a given shape, with fanned counters closed up no more than necessary.

    :param aside: whether counters behind a stack show beside it, not above it.
    """
    best = StackLayout((), 0.0, aside, shape.uncovered)
    for close in STEP_FACTORS if any(side.like for side in sides) else (1.0,):
        groups = [_side_centres(side, shape, close, len(sides) == 1, aside) for side in sides]
        closed = [shape.step < BAND_STEP and side.stacked > 1 for side in sides]
        for k, side in enumerate(sides):
            with_bands = _side_centres(side, shape._replace(step=BAND_STEP), close, len(sides) == 1, aside)
            if closed[k] and with_bands[1][1] <= max(h for _, (_, h) in groups):
                groups[k], closed[k] = with_bands, False  # its bands need no more height
        width = sum(w for _, (w, _) in groups) + FRONT_GAP * (len(groups) - 1)
        height = max(h for _, (_, h) in groups)
        share = min(1.0, room((width / 2, height / 2)))
        if share > best.share:
            left_edge, spots = -width / 2, []
            for (points, (w, _)), mirror in zip(groups, mirrored, strict=True):
                spots.append(tuple(((w - x if mirror else x) + left_edge, y) for x, y in points))
                left_edge += w + FRONT_GAP
            best = StackLayout(tuple(spots), share, aside, shape.uncovered, tuple(closed))
        if share >= 1.0:
            break
    return best


def _side_centres(side: Side, shape: StackShape, close: float, alone: bool, aside: bool) -> tuple[list[Point], Point]:
    """The centres of a side's counters, x from its left end and y relative to its middle; and its size. All in counter
    widths.

    :param close: the share of their steps that remains between fanned counters.
    :param alone: whether no enemies are in the place.
    :param aside: whether counters behind the stack show beside it, not above it.
    """
    if side.behind:
        return _stack_with_flags(side, close, alone, aside)
    stack, (wide, high) = (
        _unordered_stack(side.like, close, alone) if side.like
        else _ordered_stack(side.stacked, shape.columns, shape.step))
    officer_step = shape.step if shape.uncovered else _officer_step(side, shape, high)
    officers, (broad, tall) = _ordered_stack(side.beside, shape.officer_columns, officer_step)
    if not side.stacked or not side.beside:
        points, size = (officers, (broad, tall)) if side.beside else (stack, (wide, high))
        return [(x, y - size[1] / 2) for x, y in points], size
    if shape.below:
        width, height = max(wide, broad), high + tall + BESIDE_GAP
        points = [(width - wide + x, y - height / 2) for x, y in stack]
        return points + [(width - broad + x, height / 2 - tall + y) for x, y in officers], (width, height)
    # The stack and the counters beside it are aligned at the bottom.
    height = max(high, tall)
    points = [(broad + BESIDE_GAP + x, height / 2 - high + y) for x, y in stack]
    return points + [(x, height / 2 - tall + y) for x, y in officers], (broad + BESIDE_GAP + wide, height)


def _officer_step(side: Side, shape: StackShape, high: float) -> float:
    """The vertical spacing of officers: beside a stack of height ``high`` they take all of it if they need it."""
    rows = ceil(side.beside / shape.officer_columns)
    if not side.stacked or shape.below or rows < 2:
        return BAND_STEP
    return min(ROW_SPACING, max(BAND_STEP, (high - 1) / (rows - 1)))


def _stack_with_flags(side: Side, close: float, alone: bool, aside: bool) -> tuple[list[Point], Point]:
    """A stack with the flags of officers in a row above it, or their banners at its left."""
    stack, (wide, high) = _unordered_stack(side.like, close, alone)
    across = BANNER_WIDTH if aside else 0.0
    left, top = side.behind * across, 0.0 if aside else BAND_STEP
    width, height = wide + left, high + top
    x, y = min(stack, key=lambda spot: spot[1])  # the northernmost counter: the top one, if all are alike
    points = [(u + left, v + top - height / 2) for u, v in stack]
    if aside:
        points += [(x + k * across, y - height / 2) for k in range(side.behind)]
    else:
        points += [(x + flag_x, y - height / 2) for flag_x in _flag_offsets(side.behind)]
    return points, (width, height)


def _ordered_stack(number: int, columns: int, step: float) -> tuple[list[Point], Point]:
    """An ordered stack measured from its upper left corner, with each counter's band visible; and its size.

    :param step: how far each counter is drawn below the one it lies on.
    """
    rows = ceil(number / max(1, min(columns, number)))
    columns = ceil(number / max(1, rows))  # no more than are filled: five counters in two rows take three columns
    jut = TOP_JUT if columns > 1 and step < 1 else 0.0
    height = 1 + (max(rows, 1) - 1) * step + jut
    points = []
    for k in range(number):
        # The top counter is at the foot of the last column, which is full.
        from_top = number - 1 - k
        across, row = columns - 1 - from_top // rows, from_top % rows
        points.append((across * COLUMN_SPACING + 0.5, height - 0.5 - row * step - (jut if from_top else 0.0)))
    return points, (1 + (max(columns, 1) - 1) * COLUMN_SPACING, height)


def _unordered_stack(like: Sequence[bool], close: float, alone: bool) -> tuple[list[Point], Point]:
    """An unordered stack measured from its upper left corner, and its size; straight down if enemies are in the same
    place."""
    steps = [OVERLAP_STEP if all(like) else LIKE_STEP if same else UNLIKE_STEP for same in like]
    moved = accumulate(
        steps, lambda at, step: (at[0] + step[0] * close * alone, at[1] + step[1] * close), initial=(0.0, 0.0))
    points = list(moved)
    left, top = min(x for x, _ in points), min(y for _, y in points)
    points = [(x - left + 0.5, y - top + 0.5) for x, y in points]
    return points, (max(x for x, _ in points) + 0.5, max(y for _, y in points) + 0.5)


SAMPLE_POINTS = (-0.75, -0.4, 0.0, 0.4, 0.75)
"""Sample points across a counter and the gap on either side of it, in counter widths."""
FREE_SHARE = 0.85
"""The share of its width that a key cap must have room for to count as being on free ground."""


class Stack(NamedTuple):
    """A place's counters: for each side those stacked, from the bottom up, and those beside them."""

    sides: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    layout: StackLayout
    middle: Point
    """The point that the layout is centred on: the middle of its place, or a point with more room."""
    at_sea: tuple[str, ...] = ()
    """The units on water, the ship last."""
    mooring: Point = (0.0, 0.0)
    """The point that they are centred on; they keep their full size."""

    @property
    def units(self) -> tuple[str, ...]:
        """All units in drawing order."""
        return (*self.at_sea, *(unit for stacked, beside in self.sides for unit in (*beside, *stacked)))

    @property
    def closed(self) -> dict[str, tuple[str, int]]:
        """The top units of stacks that show only the edges of lower counters, each with the lowest unit and the number
        of counters."""
        return {stacked[-1]: (stacked[0], len(stacked)) for (stacked, _), closed in zip(
            self.sides, self.layout.closed, strict=False) if closed and len(stacked) > 1}

    def lying(self) -> Iterator[tuple[str, Point, float]]:
        """Every unit in drawing order, with its centre in sheet units and its share of the full size."""
        x, y = self.mooring
        for unit, (across, down) in zip(self.at_sea, column(len(self.at_sea)), strict=True):
            yield unit, (x + across * COUNTER_WIDTH, y + down * COUNTER_WIDTH), 1.0
        x, y = self.middle
        size = COUNTER_WIDTH * self.layout.share
        for (stacked, beside), spots in zip(self.sides, self.layout.spots, strict=True):
            order = (*zip(beside, spots[len(stacked):], strict=True), *zip(stacked, spots, strict=False))
            for unit, (across, down) in order:
                yield unit, (x + across * size, y + down * size), self.layout.share


def strength(counter: Counter) -> int:
    """The first number printed on a counter, 0 if none; if order does not matter, the strongest counter lies on top."""
    first = re.match(r"\d+", counter.numbers)
    return int(first[0]) if first else 0


def likeness(stacked: Sequence[Counter]) -> tuple[bool, ...]:
    """For each counter of a stack but the lowest: whether it looks like the one beneath."""
    prints = [(counter.symbol, counter.abbr, counter.numbers, counter.face) for counter in stacked]
    return tuple(one == other for one, other in pairwise(prints))


def ground_under(middle: Point, spots: Sequence[Point], share: float = 1.0) -> list[Point]:
    """Sample points covering some counters.

    :param spots: the counters' positions relative to ``middle``, in counter widths.
    :param share: the counters' share of their full size.
    """
    x, y = middle
    return [
        (x + (across + u) * COUNTER_WIDTH * share, y + (down + v) * COUNTER_WIDTH * share)
        for across, down in spots for u in SAMPLE_POINTS for v in SAMPLE_POINTS
    ]


def key_spot(geometry: Geometry, place: str, half: float, lying: Sequence[tuple[Point, float]]) -> Point:
    """The centre of the key cap for a place, in sheet units: on free ground near the place's middle; if there is none,
    at the upper left corner of the counters, above their print.

    :param half: half the key's width.
    :param lying: each counter's centre there, and its share of the full size.
    """
    taken = [point for middle, share in lying for point in ground_under(middle, ((0.0, 0.0),), share)]
    room, spot = geometry.roomiest_position(place, (half, half), taken)
    if room >= FREE_SHARE or not lying:
        return spot
    corners = [(x - COUNTER_WIDTH * share / 2, y - COUNTER_WIDTH * share / 2) for (x, y), share in lying]
    return min(x for x, _ in corners), min(y for _, y in corners)
