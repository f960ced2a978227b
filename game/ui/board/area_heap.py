"""One area's counters as they lie: both sides' piles, and those on the water."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.ui.board.area_piles import Pile, column
from game.ui.board.hex_stacks import COUNTER
from game.ui.kit.camera import Point


class Heap(NamedTuple):
    """One area's counters: for each side its stack from the bottom up and those beside it."""

    lots: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    pile: Pile
    middle: Point
    """What the pile lies about: the area's stand, or where it has more room."""
    afloat: tuple[str, ...] = ()
    """Those on the water, the ship last."""
    mooring: Point = (0.0, 0.0)
    """What they lie about, at their full size."""

    @property
    def units(self) -> tuple[str, ...]:
        """In the order in which they are drawn."""
        return (*self.afloat, *(unit for stack, beside in self.lots for unit in (*beside, *stack)))

    def lying(self) -> Iterator[tuple[str, Point, float]]:
        """Every counter in the order drawn, its middle in the sheet's units, and its size in counter widths."""
        x, y = self.mooring
        for unit, (across, down) in zip(self.afloat, column(len(self.afloat)), strict=True):
            yield unit, (x + across * COUNTER, y + down * COUNTER), 1.0
        x, y = self.middle
        size = COUNTER * self.pile.share
        for (stack, beside), spots in zip(self.lots, self.pile.spots, strict=True):
            order = (*zip(beside, spots[len(stack):], strict=True), *zip(stack, spots, strict=False))
            for unit, (across, down) in order:
                yield unit, (x + across * size, y + down * size), self.pile.share
