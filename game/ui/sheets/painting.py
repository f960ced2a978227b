"""Pictures that lie under or in the ink of a sheet, stretched to its scale, in parts that fit together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, floor

import pygame

from game.ui.kit.camera import Box, Point

SEEK = 16
"""How many pixels of a painting are looked at for a good place to cut it."""


@dataclass(frozen=True, slots=True)
class Painting:
    """A picture of the ground, or of the light on it."""

    picture: pygame.Surface
    box: Box
    """Where it lies, in the sheet's units."""

    def moved(self, at: Point, scale: float) -> Painting:
        """The same picture on a drawing that is set down small, its origin at a point."""
        x, y, w, h = self.box
        return replace(self, box=(at[0] + x * scale, at[1] + y * scale, w * scale, h * scale))

    def print_on(self, surface: pygame.Surface, view: Box, *, darken: bool = False) -> None:
        """Print the part that is in ``view`` over the whole of a surface.

        :param darken: multiply what is there by it instead of covering it.
        """
        art, (left, top, wide, _) = self.picture, self.box
        fine, scale = art.get_width() / wide, surface.get_width() / view[2]
        x0, x1 = _cut(((view[0] - left) * fine, (view[0] + view[2] - left) * fine), art.get_width(), scale / fine)
        y0, y1 = _cut(((view[1] - top) * fine, (view[1] + view[3] - top) * fine), art.get_height(), scale / fine)
        if x1 <= x0 or y1 <= y0:
            return
        ax, bx = (round((left + x / fine - view[0]) * scale) for x in (x0, x1))
        ay, by = (round((top + y / fine - view[1]) * scale) for y in (y0, y1))
        crop = pygame.transform.smoothscale(
            art.subsurface((x0, y0, x1 - x0, y1 - y0)), (max(1, bx - ax), max(1, by - ay)))
        surface.blit(crop, (ax, ay), special_flags=pygame.BLEND_MULT if darken else 0)


def _cut(span: tuple[float, float], whole: int, ratio: float) -> tuple[int, int]:
    """The pixels of a picture to print for a span of them, a few more than are seen.

    :param ratio: printed pixels for each of the picture's. The cut lies where pixels of both begin together as nearly
        as can be, so that parts printed one by one fit.
    """
    def off(k: int) -> float:
        at = (k - span[0]) * ratio
        return abs(at - round(at))

    low, high = floor(span[0]) - 2, ceil(span[1]) + 2
    return (0 if low <= 0 else min(range(max(0, low - SEEK), low + 1), key=off),
            whole if high >= whole else min(range(high, min(whole, high + SEEK) + 1), key=off))
