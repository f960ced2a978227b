"""A place's counters as they lie: each side's stack, officers beside it, foes face to face, and those on the water."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise, product
from math import ceil
from typing import NamedTuple

from game.core.contract import Counter
from game.ui.board.places import COUNTER, Geometry
from game.ui.kit.camera import Point

STEP = 0.37
"""How far each counter of a column lies below the one beneath, in counter widths: its band shows."""
JUT = 0.24
"""How far the top of a stack in several columns juts out below the other columns, in counter widths."""
ASIDE = 0.16
"""Between a stack and those beside it, in counter widths."""
FRONT = 0.30
"""Between two sides that lie apart in one place, in counter widths."""
RISE = 0.5, 0.10
"""How much higher the right one of two sides lies that overlap, in counter widths: no more, and no less. It covers the
upper right corner of the left one, not its symbol or its numbers."""
SHOWN = 0.3
"""The share of a column's steps that is kept before the side rises less."""
LEAST = 0.52
"""Counters get no smaller than this share of their full size."""
PEEK = 0.46
"""How wide the banner of one behind a stack hangs beside it where there is no room above, in counter widths."""
LEEWAY = 1.12
"""How much larger than its room a stack with banners beside it may be: they hang in the gap before the next counter."""
ALIKE = (-0.105, -0.105)
"""How far a counter upon like ones only lies right of and below the one beneath, where order says nothing; widths."""
FAN = (0.137, 0.403)
"""The same for a counter upon one of another print, whose symbol shows."""
LIKE = (0.032, 0.105)
"""And for a counter upon a like one where not all are alike."""
ROW = 1.05
"""How far each row of a stack lies below the one above where all its counters lie whole, in counter widths."""
WHOLE = 0.87
"""How large counters must be, of their size, to lie whole beside one another rather than as a stack of bands. Chosen:
where they are no larger, they may lie on names and flags."""
WORTH_IT, WORTH_LEAVING = 0.02, 0.12
"""By how much larger counters must become for another column; where foes stand, who then reach farther out of their
place, by much."""
EDGE = 0.13
"""How far each counter of a stack lies below the one beneath where foes have no room to show its band, in counter
widths: the stack then says how many lie in it."""
FULL_ENOUGH = 0.86
"""How large counters of foes must be, of their size, before the next closer way to lie is tried."""
CLOSE = tuple(1 - 0.04 * k for k in range(18))
"""How far fanned counters close up, as shares of their steps, before they get smaller."""


class Side(NamedTuple):
    """One side's counters in a place."""

    stacked: int
    beside: int = 0
    like: tuple[bool, ...] = ()
    """Where the order of a stack says nothing: for each counter but the lowest whether it is like the one beneath."""
    behind: int = 0
    """Those that look out from behind the stack: officers with units that then keep their size."""


class Pile(NamedTuple):
    """Where counters lie about the middle of a place, in counter widths, and how large they are shown."""

    spots: tuple[tuple[Point, ...], ...]
    """For each side: those stacked from the bottom up, then those beside or behind."""
    share: float
    aside: bool = False
    """Whether those behind a stack look out beside it, not above it."""
    whole: bool = False
    """Whether no counter of a stack in order lies on another."""
    closed: tuple[bool, ...] = ()
    """For each side whether only the edges of those beneath the top of its stack in order are seen."""
    within: bool = False
    """Whether foes have room in their place and do not reach over its borders."""


class PileShape(NamedTuple):
    """How the counters of each side lie that are in order."""

    columns: int = 1
    """Of the stack, and of those beside it where they lie whole."""
    step: float = STEP
    """How far each counter of the stack lies below the one beneath, in counter widths."""
    below: bool = False
    """Whether those not in the stack lie below it, not beside it."""

    @property
    def whole(self) -> bool:
        """Whether no counter lies on another."""
        return self.step >= 1


def arrange(sides: Sequence[Side], mirrored: Sequence[bool], room: Callable[[Point], float],
            within: Callable[[Point], float] | None = None) -> Pile:
    """The largest arrangement that fits.

    :param mirrored: for each side whether it looks to the left, its top counter at its left end.
    :param room: how many times as large a box may be, given half its size in counter widths.
    :param within: the same without a step over the borders of the place, where foes may take one: they close up first.
    """
    ordered = [0 if side.like else max(side.stacked, side.beside * (len(sides) > 1)) for side in sides]
    if max(ordered, default=0) > 1:
        most = min(4, max(ordered))
        best = max((_closed_up(sides, mirrored, room, PileShape(columns, ROW)) for columns in range(1, most + 1)),
                   key=lambda pile: pile.share)
        if best.share >= WHOLE:
            return best
    if within is not None and ordered:
        close = _foes_close(sides, mirrored, room, within)
        if close.share >= FULL_ENOUGH:
            return close
    best = _closed_up(sides, mirrored, room, PileShape())
    for columns in range(2, min(4, max(ordered)) + 1):
        if best.share >= 1.0:
            break
        wider = _closed_up(sides, mirrored, room, PileShape(columns))
        if wider.share > best.share + (WORTH_IT if len(sides) == 1 else WORTH_LEAVING):
            best = wider
    if best.share < 1.0 and any(side.behind for side in sides):
        beside = _closed_up(sides, mirrored, room, PileShape(), aside=True)
        beside = beside._replace(share=min(1.0, beside.share * LEEWAY))
        best = max(best, beside, key=lambda pile: pile.share)
    return best._replace(share=max(LEAST, best.share))


def _foes_close(sides: Sequence[Side], mirrored: Sequence[bool], room: Callable[[Point], float],
                within: Callable[[Point], float]) -> Pile:
    """Foes who close up until they have room in their place; where they have none, as little beyond it as can be."""
    best, nearest = PileShape(), 0.0
    for step, below in product((STEP, EDGE), (False, True)):
        way = PileShape(1, step, below)
        pile = _closed_up(sides, mirrored, within, way)
        if pile.share >= FULL_ENOUGH:
            return pile._replace(within=True)
        if pile.share > nearest + WORTH_IT:
            best, nearest = way, pile.share
    return _closed_up(sides, mirrored, room, best)


def in_melee(sides: Sequence[Side], half: Point, *, low: bool = False) -> Pile:
    """Sides in one hex at full size: a column each, side by side where there is room, else the ones to the right higher
    and upon those to the left.

    :param half: half the width and height they may take, in counter widths; a column closes up where it must.
    :param low: whether the height is that of the hex alone: counters are then as much smaller as shows the numbers of
        every side.
    """
    share = 1.0
    if low:
        needed = 1 + RISE[0] * (len(sides) - 1) + SHOWN * max(sum(_steps(side)) for side in sides)
        share = max(LEAST, min(1.0, 2 * half[1] / needed))
    half = half[0] / share, half[1] / share
    across, free = (2 * half[0] - 1) / max(1, len(sides) - 1), 2 * half[1] - 1
    found, foot = [], 0.0
    for number, side in enumerate(sides):
        steps = _steps(side)
        whole, most, least = sum(steps), *RISE
        rise = max(least, min(most, free - SHOWN * whole)) if number and across < 1 else 0.0
        foot += rise
        close = min(1.0, (free - foot) / whole) if whole else 1.0
        column = [foot + close * sum(steps[k:]) for k in range(len(steps) + 1)]
        x = (number - (len(sides) - 1) / 2) * across
        top = side.beside + bool(side.behind)
        found.append([(x, -y) for y in column[top:]] + [(x, -y) for y in column[: side.beside]] + [
            (x + across, -column[0]) for across in flags_apart(side.behind)])
    heights = [y for spots in found for _, y in spots]
    middle = (min(heights) + max(heights)) / 2
    return Pile(tuple(tuple((x, y - middle) for x, y in spots) for spots in found), share)


def _steps(side: Side) -> list[float]:
    """How far each counter of a column lies below the one beneath: those not in the stack first, flags in one row."""
    number = side.stacked + side.beside + bool(side.behind)
    last = [ALIKE[1] if same else FAN[1] for same in side.like] or [STEP] * max(0, side.stacked - 1)
    return [STEP] * (number - 1 - len(last)) + last


def flags_apart(number: int) -> list[float]:
    """How far right of the middle of a stack the flags in one row above it fly, in counter widths: each is as much
    narrower as there are more."""
    return [(k + 0.5) / number - 0.5 for k in range(number)]


def half_size(pile: Pile) -> Point:
    """Half the width and height of a pile at full size, in the sheet's units."""
    points = [point for spots in pile.spots for point in spots]
    half = COUNTER / 2
    return max(abs(x) for x, _ in points) * COUNTER + half, max(abs(y) for _, y in points) * COUNTER + half


def column(number: int) -> tuple[Point, ...]:
    """Where so many counters lie that are fanned about a middle, those beneath first."""
    return tuple((0.0, (k - (number - 1) / 2) * STEP) for k in range(number))


def _closed_up(sides: Sequence[Side], mirrored: Sequence[bool], room: Callable[[Point], float], way: PileShape, *,
               aside: bool = False) -> Pile:
    """What is in order in a way; what is fanned closed up no further than it must be."""
    best = Pile((), 0.0, aside, way.whole)
    for close in CLOSE if any(side.like for side in sides) else (1.0,):
        groups = [_group(side, way, close, len(sides) == 1, aside) for side in sides]
        closed = [way.step < STEP and side.stacked > 1 for side in sides]
        for k, side in enumerate(sides):
            shown = _group(side, way._replace(step=STEP), close, len(sides) == 1, aside)
            if closed[k] and shown[1][1] <= max(h for _, (_, h) in groups):
                groups[k], closed[k] = shown, False
        width = sum(w for _, (w, _) in groups) + FRONT * (len(groups) - 1)
        height = max(h for _, (_, h) in groups)
        share = min(1.0, room((width / 2, height / 2)))
        if share > best.share:
            left, spots = -width / 2, []
            for (points, (w, _)), mirror in zip(groups, mirrored, strict=True):
                spots.append(tuple(((w - x if mirror else x) + left, y) for x, y in points))
                left += w + FRONT
            best = Pile(tuple(spots), share, aside, way.whole, tuple(closed))
        if share >= 1.0:
            break
    return best


def _group(side: Side, way: PileShape, close: float, alone: bool, aside: bool) -> tuple[list[Point], Point]:
    """The middles of a side's counters, x from its left end and y about its middle, and its size."""
    if side.behind:
        return _backed(side, close, alone, aside)
    stack, (wide, high) = (
        _fan(side.like, close, alone) if side.like else _columns(side.stacked, way.columns, way.step))
    officers, (broad, tall) = _columns(
        side.beside, way.columns if way.whole and not alone else 1, way.step if way.whole else STEP)
    if not side.stacked or not side.beside:
        points, size = (officers, (broad, tall)) if side.beside else (stack, (wide, high))
        return [(x, y - size[1] / 2) for x, y in points], size
    if way.below:
        width, height = max(wide, broad), high + tall + ASIDE
        points = [(width - wide + x, y - height / 2) for x, y in stack]
        return points + [(width - broad + x, height / 2 - tall + y) for x, y in officers], (width, height)
    # Stack and those beside it stand on one line.
    height = max(high, tall)
    points = [(broad + ASIDE + x, height / 2 - high + y) for x, y in stack]
    return points + [(x, height / 2 - tall + y) for x, y in officers], (broad + ASIDE + wide, height)


def _backed(side: Side, close: float, alone: bool, aside: bool) -> tuple[list[Point], Point]:
    """A stack with the flags of others in a row above it, or their banners at its left."""
    stack, (wide, high) = _fan(side.like, close, alone)
    across = PEEK if aside else 0.0
    left, top = side.behind * across, 0.0 if aside else STEP
    width, height = wide + left, high + top
    x, y = stack[0]
    points = [(u + left, v + top - height / 2) for u, v in stack]
    if aside:
        points += [(x + k * across, y - height / 2) for k in range(side.behind)]
    else:
        points += [(x + apart, y - height / 2) for apart in flags_apart(side.behind)]
    return points, (width, height)


def _columns(number: int, columns: int, step: float) -> tuple[list[Point], Point]:
    """A stack in order from its upper left corner, each counter's band showing, and its size.

    :param step: how far each counter lies below the one beneath.
    """
    columns = max(1, min(columns, number))
    rows = ceil(number / columns)
    jut = JUT if columns > 1 and step < 1 else 0.0
    height = 1 + (max(rows, 1) - 1) * step + jut
    points = []
    for k in range(number):
        # The top counter is the last of the last, full column.
        from_top = number - 1 - k
        across, row = columns - 1 - from_top // rows, from_top % rows
        points.append((across * 1.04 + 0.5, height - 0.5 - row * step - (jut if from_top else 0.0)))
    return points, (columns * 1.04 - 0.04, height)


def _fan(like: Sequence[bool], close: float, alone: bool) -> tuple[list[Point], Point]:
    """A stack whose order says nothing from its upper left corner, and its size; straight down where foes are near."""
    steps = [ALIKE if all(like) else LIKE if same else FAN for same in like]
    moved = accumulate(
        steps, lambda at, step: (at[0] + step[0] * close * alone, at[1] + step[1] * close), initial=(0.0, 0.0))
    points = list(moved)
    left, top = min(x for x, _ in points), min(y for _, y in points)
    points = [(x - left + 0.5, y - top + 0.5) for x, y in points]
    return points, (max(x for x, _ in points) + 0.5, max(y for _, y in points) + 0.5)


EDGES = (-0.75, -0.4, 0.0, 0.4, 0.75)
"""Points across a counter and the gap to those on either side, in its widths."""
FREE = 0.85
"""A key that has room for so much of its width lies on free ground."""


class Stack(NamedTuple):
    """One place's counters: for each side those stacked from the bottom up and those beside them."""

    sides: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    pile: Pile
    middle: Point
    """What the pile lies about: the middle of its place, or where it has more room."""
    afloat: tuple[str, ...] = ()
    """Those on the water, the ship last."""
    mooring: Point = (0.0, 0.0)
    """What they lie about, at their full size."""

    @property
    def units(self) -> tuple[str, ...]:
        """In the order in which they are drawn."""
        return (*self.afloat, *(unit for stacked, beside in self.sides for unit in (*beside, *stacked)))

    @property
    def closed(self) -> dict[str, tuple[str, int]]:
        """The tops of stacks that show only the edges of those beneath, each with the lowest of its stack and how many
        lie in it."""
        return {stacked[-1]: (stacked[0], len(stacked)) for (stacked, _), closed in zip(
            self.sides, self.pile.closed, strict=False) if closed and len(stacked) > 1}

    def lying(self) -> Iterator[tuple[str, Point, float]]:
        """Every counter in the order drawn, its middle in the sheet's units, and its size in counter widths."""
        x, y = self.mooring
        for unit, (across, down) in zip(self.afloat, column(len(self.afloat)), strict=True):
            yield unit, (x + across * COUNTER, y + down * COUNTER), 1.0
        x, y = self.middle
        size = COUNTER * self.pile.share
        for (stacked, beside), spots in zip(self.sides, self.pile.spots, strict=True):
            order = (*zip(beside, spots[len(stacked):], strict=True), *zip(stacked, spots, strict=False))
            for unit, (across, down) in order:
                yield unit, (x + across * size, y + down * size), self.pile.share


def strength(counter: Counter) -> int:
    """The first number printed on a counter: where order says nothing the strongest lies uppermost."""
    first = re.match(r"\d+", counter.numbers)
    return int(first[0]) if first else 0


def likeness(stacked: Sequence[Counter]) -> tuple[bool, ...]:
    """For each counter of a stack but the lowest: whether it has the print of the one beneath."""
    prints = [(counter.symbol, counter.abbr, counter.numbers, counter.face) for counter in stacked]
    return tuple(one == other for one, other in pairwise(prints))


def ground_under(middle: Point, spots: Sequence[Point], share: float = 1.0) -> list[Point]:
    """Points all over what counters of a share of their size lie on, given where about a middle in counter widths."""
    x, y = middle
    return [
        (x + (across + u) * COUNTER * share, y + (down + v) * COUNTER * share)
        for across, down in spots for u in EDGES for v in EDGES
    ]


def key_spot(geometry: Geometry, place: str, half: float, lying: Sequence[tuple[Point, float]]) -> Point:
    """The middle of the key that goes to a place, in the sheet's units: on free ground near the place's middle, and
    where there is none at the upper left corner of the counters, above their print.

    :param half: half the key's width.
    :param lying: the middle of every counter there and its size as a share of a full-sized one.
    """
    taken = [point for middle, share in lying for point in ground_under(middle, ((0.0, 0.0),), share)]
    room, spot = geometry.berth(place, (half, half), taken)
    if room >= FREE or not lying:
        return spot
    corners = [(x - COUNTER * share / 2, y - COUNTER * share / 2) for (x, y), share in lying]
    return min(x for x, _ in corners), min(y for _, y in corners)
