"""Where the key that goes to an area is shown on it: off its counters, so that their factors are read."""

from __future__ import annotations

from functools import lru_cache

from game.ui.board.hex_stacks import COUNTER
from game.ui.board.moorings import ground_under
from game.ui.kit.camera import Point
from game.ui.sheets.area_geometry import AreaGeometry

FREE = 0.85
"""A key that has room for so much of its width lies on free ground."""


@lru_cache(maxsize=64)
def key_spot(geometry: AreaGeometry, place: str, half: float, lying: tuple[tuple[Point, float], ...]) -> Point:
    """The middle of a key in an area, in the sheet's units: on free ground near the area's middle, and where there is
    none at the upper left corner of the counters, above their print.

    :param half: half the key's width.
    :param lying: the middle of every counter there and its size as a share of a full-sized one.
    """
    taken = [point for middle, share in lying for point in ground_under(middle, ((0.0, 0.0),), share)]
    room, spot = geometry.berth(place, (half, half), taken)
    if room >= FREE or not lying:
        return spot
    corners = [(x - COUNTER * share / 2, y - COUNTER * share / 2) for (x, y), share in lying]
    return min(x for x, _ in corners), min(y for _, y in corners)
