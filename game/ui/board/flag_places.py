"""Where the flags of places stand beside counters, never upon what is printed on any."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.ui.board.places import Geometry
from game.ui.board.stacks import LyingStacks
from game.ui.counters.marks import SHAPE, SIZE
from game.ui.kit.camera import Box, Point

SMALL = 0.52
"""The share of its size that a flag has where there is no room for a whole one: it fits between counters."""


class FlagPlaces:
    """Finds the spot of a flag again when counters have moved. Lengths are the sheet's units."""

    def __init__(self, usual: Mapping[str, Point], geometry: Geometry, stacks: LyingStacks) -> None:
        self._usual, self._geometry, self._stacks = usual, geometry, stacks
        self._found: tuple[tuple[Box, ...], dict[str, tuple[Point, float]]] = (), {}
        self._other_spots: dict[str, Sequence[Point]] = {}

    def at(self, place: str) -> tuple[Point, float] | None:
        """The middle of a place's flag and its share of a flag's size; None where the sheet has no room for one."""
        if place not in self._usual:
            return None
        taken = tuple(_box(at, width, width) for _, at, width in self._stacks.lying())
        if taken != self._found[0]:
            self._found = taken, {}
        found = self._found[1]
        if place not in found:
            found[place] = self._clear(place, taken)
        return found[place]

    def _clear(self, place: str, taken: Sequence[Box]) -> tuple[Point, float]:
        """The usual spot, with a small flag where that alone has room; else the free spot nearest to it, of full size
        where there is one; else the least covered one."""
        for share in (1.0, SMALL):
            if not _hidden(self._usual[place], share, taken):
                return self._usual[place], share
        if place not in self._other_spots:
            size = SIZE * SHAPE, SIZE
            self._other_spots[place] = self._geometry.flag_spots(place, self._usual[place], size)
        spots = self._other_spots[place]
        for share in (1.0, SMALL):
            for spot in spots:
                if not _hidden(spot, share, taken):
                    return spot, share
        return min([self._usual[place], *spots], key=lambda spot: _hidden(spot, SMALL, taken)), SMALL


def _box(at: Point, width: float, height: float) -> Box:
    return at[0] - width / 2, at[1] - height / 2, width, height


def _hidden(spot: Point, share: float, taken: Sequence[Box]) -> float:
    """How much of counters a flag would cover."""
    x, y, w, h = _box(spot, SIZE * SHAPE * share, SIZE * share)
    return sum(
        max(0.0, min(x + w, a + c) - max(x, a)) * max(0.0, min(y + h, b + d) - max(y, b)) for a, b, c, d in taken
    )
