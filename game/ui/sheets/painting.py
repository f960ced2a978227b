"""Pictures below or within the ink of a sheet, scaled to it, and printed in parts that fit together; and the
shading of high ground, the one picture that is computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, floor
from typing import Any

import numpy as np
import pygame
from numpy.typing import NDArray

from game.board.hexgrid import HexBoard
from game.ui.kit.camera import Box, Point
from game.ui.sheets.shapes import LIGHT_DIRECTION, border_runs, bounds

CUT_SEARCH = 16
"""The number of pixels of a painting in which a good place to cut it is looked for."""


@dataclass(frozen=True, slots=True)
class Painting:
    """A picture of the ground, or of its shading."""

    picture: pygame.Surface
    box: Box
    """Its position, in the sheet's units."""

    def placed(self, at: Point, scale: float) -> Painting:
        """The same picture scaled, with the drawing's origin at a point."""
        x, y, w, h = self.box
        return replace(self, box=(at[0] + x * scale, at[1] + y * scale, w * scale, h * scale))

    def print_on(self, surface: pygame.Surface, view: Box, *, darken: bool = False) -> None:
        """Print the part in ``view`` over the whole of a surface.

        :param darken: multiply with the existing pixels instead of covering them.
        """
        art, (left, top, width, _) = self.picture, self.box
        density, scale = art.get_width() / width, surface.get_width() / view[2]  # pixels per unit of both
        across = (view[0] - left) * density, (view[0] + view[2] - left) * density
        down = (view[1] - top) * density, (view[1] + view[3] - top) * density
        x0, x1 = _printed_range(across, art.get_width(), scale / density)
        y0, y1 = _printed_range(down, art.get_height(), scale / density)
        if x1 <= x0 or y1 <= y0:
            return
        ax, bx = (round((left + x / density - view[0]) * scale) for x in (x0, x1))
        ay, by = (round((top + y / density - view[1]) * scale) for y in (y0, y1))
        crop = pygame.transform.smoothscale(
            art.subsurface((x0, y0, x1 - x0, y1 - y0)), (max(1, bx - ax), max(1, by - ay)))
        surface.blit(crop, (ax, ay), special_flags=pygame.BLEND_MULT if darken else 0)


def _printed_range(span: tuple[float, float], size: int, ratio: float) -> tuple[int, int]:
    """The range of a picture's pixels to print for a visible span, slightly larger than it. The picture is cut where
    its pixel borders coincide best with printed ones, so that parts printed separately fit together.

    :param size: the number of pixels of the whole picture.
    :param ratio: printed pixels per pixel of the picture.
    """
    def offset(k: int) -> float:
        """How far a pixel border of the picture is from a printed one."""
        printed = (k - span[0]) * ratio
        return abs(printed - round(printed))

    first, last = floor(span[0]) - 2, ceil(span[1]) + 2
    return (0 if first <= 0 else min(range(max(0, first - CUT_SEARCH), first + 1), key=offset),
            size if last >= size else min(range(last, min(size, last + CUT_SEARCH) + 1), key=offset))


Field = NDArray[Any]
"""A value for each pixel, by x and y."""
Rings = Sequence[Sequence[Sequence[Point]]]
"""The outline of each part of a level, followed by those of its holes."""

SHADING_PIXELS = 14
"""Pixels of the shading per unit: it is soft, so that it can be enlarged. This and the numbers below, and those without
a name, are chosen by eye."""
RISE_WIDTH = 0.95
"""The width in units over which ground rises from the edge of a level to its full height."""
EDGE_RISE_WIDTH = 3
"""The width in pixels over which the edge itself rises, on either side."""
LEVEL_STEP = 0.30
"""The height of a level's edge above the level below, in units."""
LEVEL_DOME = 0.85
"""The additional height of a level's middle, in units."""
RIDGE_WAVES = ((1.9, 0.78), (0.8, 0.36), (0.40, 0.09))
"""Ridges: the distance from one to the next in units, and their share."""
RIDGE_SEED = 1896
"""The seed of the ridges, so that they are always the same."""
STEEP_DARKNESS = 1.05
"""Darkness of a slope away from the light, relative to its steepness."""
FLAT_SHADE = 0.10
"""The shade on level high ground, against which slopes towards the light are visible."""
DARKEST_SHADE = 0.86
"""The shade that the steepest slopes approach, from 0 to 1."""


def shading(board: HexBoard, levels: Sequence[Rings], look: Mapping[str, Any]) -> Painting:
    """The shading of a board's high ground, by which its tints are darkened.

    :param levels: the soft outlines of every level, the lowest first.
    :param look: ``shade`` is the colour of full shade, ``rise`` the apparent height of the ground and ``rough`` the
        share of ridges in it, for each level or for all.
    """
    x, y, w, h = bounds(board)
    box = x - 0.5, y - 0.5, w + 1.0, h + 1.0
    size = ceil(box[2] * SHADING_PIXELS), ceil(box[3] * SHADING_PIXELS)
    box = box[0], box[1], size[0] / SHADING_PIXELS, size[1] / SHADING_PIXELS
    heights, is_high = np.zeros(size, np.float32), np.zeros(size, np.float32)
    board_outlines = [[run.points] for run in border_runs(board.grid, set(board.hexes))]
    ridges, ground = _ridges(size), _mask(board_outlines, box, size)
    blurred_ground = np.maximum(_blurred(ground, EDGE_RISE_WIDTH), 0.05)
    for index, rings in enumerate(levels):
        rise, rough = _value_for_level(look.get("rise", 1.0), index), _value_for_level(look.get("rough", 0.0), index)
        inside = np.clip(_blurred(_mask(rings, box, size) * ground, EDGE_RISE_WIDTH) / blurred_ground, 0, 1)
        dome = np.clip((_high_ground_share(board, index + 1, box, size) - 0.42) / 0.5, 0, 1) * inside
        heights += rise * (LEVEL_STEP * inside + LEVEL_DOME * dome * (1 - rough + rough * ridges))
        is_high = np.maximum(is_high, inside)
    across, down = (np.asarray(np.gradient(heights, axis=axis)) * SHADING_PIXELS for axis in (0, 1))
    slope_to_light = LIGHT_DIRECTION[0] * across + LIGHT_DIRECTION[1] * down
    darkness = np.where(slope_to_light < 0, STEEP_DARKNESS, 0.55)
    shade = np.clip(FLAT_SHADE * is_high - darkness * slope_to_light * 0.62, 0, None)
    shade = DARKEST_SHADE * (1 - np.exp(-shade / DARKEST_SHADE * 1.15)) * ground
    full_shade = pygame.Color(look["shade"])
    tones = [255 - shade * (255 - tone) for tone in (full_shade.r, full_shade.g, full_shade.b)]
    return Painting(pygame.surfarray.make_surface(np.stack(tones, axis=-1).astype(np.uint8)).convert(), box)


def _value_for_level(value: Any, index: int) -> float:
    """A style's value for one level; it may be given for each level or for all."""
    return float(value[min(index, len(value) - 1)] if isinstance(value, list) else value)


def _mask(rings: Rings, box: Box, size: tuple[int, int]) -> Field:
    """A mask: 1 on a level, 0 elsewhere. Wide parts are drawn first, so that parts within their holes remain."""
    mask = pygame.Surface(size, depth=8)
    mask.set_palette([(k, k, k) for k in range(256)])
    for part in sorted(rings, key=lambda part: -max(x for x, _ in part[0]) + min(x for x, _ in part[0])):
        for k, ring in enumerate(part):
            points = [((x - box[0]) * SHADING_PIXELS, (y - box[1]) * SHADING_PIXELS) for x, y in ring]
            pygame.draw.polygon(mask, 0 if k else 1, points)
    return pygame.surfarray.array2d(mask).astype(np.float32)


def _blurred(field: Field, reach: int) -> Field:
    """A field after two running means along both axes, each over ``reach`` pixels either way."""
    for _ in range(2):
        for axis in (0, 1):
            pad = [(reach + 1, reach) if a == axis else (0, 0) for a in (0, 1)]
            total = np.cumsum(np.pad(field, pad, mode="edge"), axis=axis, dtype=np.float32)
            ahead = total[2 * reach + 1 :] if axis == 0 else total[:, 2 * reach + 1 :]
            behind = total[: -2 * reach - 1] if axis == 0 else total[:, : -2 * reach - 1]
            field = (ahead - behind) / (2 * reach + 1)
    return field


def _high_ground_share(board: HexBoard, level: int, box: Box, size: tuple[int, int]) -> Field:
    """The share of ground at a level or higher around each pixel, weighted by a Gaussian over hex centres."""
    # The centres are on few lines either way, so that the sums are products of small matrices.
    spots = {name: (round(x, 3), round(y, 3)) for name, (x, y) in board.centres.items()}
    xs, ys = (sorted({spot[axis] for spot in spots.values()}) for axis in (0, 1))
    columns, rows = ({coordinate: k for k, coordinate in enumerate(line)} for line in (xs, ys))
    is_hex, is_high = np.zeros((2, len(xs), len(ys)), np.float32)
    for name, (x, y) in spots.items():
        is_hex[columns[x], rows[y]] = 1
        is_high[columns[x], rows[y]] = board.level_of(name) >= level
    bells = []
    for line, start, count in ((xs, box[0], size[0]), (ys, box[1], size[1])):
        distances = (start + (np.arange(count) + 0.5) / SHADING_PIXELS)[:, None] - np.array(line)[None]
        bells.append(np.exp(-(distances**2) / (2 * RISE_WIDTH**2)).astype(np.float32))
    share: Field = (bells[0] @ is_high @ bells[1].T) / np.maximum(bells[0] @ is_hex @ bells[1].T, 1e-6)
    return share


@lru_cache(maxsize=4)
def _ridges(pixels: tuple[int, int]) -> Field:
    """Sharp crests between rounded valleys, 0..1.12, for a width and height in pixels; the same for every sheet of that
    size."""
    rng, total = np.random.default_rng(RIDGE_SEED), np.zeros(pixels, np.float32)
    for apart, share in RIDGE_WAVES:
        total += share * _noise(rng, pixels, apart)
    crests: Field = np.maximum(1.12 - np.abs(total) * 0.9, 0)
    return crests


def _noise(rng: np.random.Generator, size: tuple[int, int], apart: float) -> Field:
    """Smooth noise of mean about 0 and standard deviation 1, from random values on a lattice with a spacing of
    ``apart`` units."""
    weights = []
    for count in size:
        positions = np.arange(count) / (SHADING_PIXELS * apart)
        distances = positions[:, None] - np.arange(ceil(count / (SHADING_PIXELS * apart)) + 2)[None]
        weights.append((np.exp(-(distances**2) / 0.5)).astype(np.float32))
    lattice = rng.normal(size=(weights[0].shape[1], weights[1].shape[1])).astype(np.float32)
    field = weights[0] @ lattice @ weights[1].T
    normalised: Field = field / field.std()
    return normalised
