"""A stack: one place's counters as they lie, those of every side, those beside them and those on the water."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from game.core.contract import Counter
from game.ui.board.geometry import COUNTER, Geometry
from game.ui.board.pile import Pile, column
from game.ui.kit.camera import Point

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
