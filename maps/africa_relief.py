"""The lie of the land beneath Africa's maps: a height field from the areas' terrain, its light, and its hachures."""

from __future__ import annotations

from math import hypot
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

Field = NDArray[Any]
"""A value for each pixel of a map, by x and y."""

HEIGHT = {"mountain": 1.0, "forest": 0.24, "clear": 0.14, "marsh": 0.05, "river": 0.03, "sea": 0.0}
STEP = 0.085
"""Height between two rows of hachures."""


def blur(field: Field, reach: int) -> Field:
    """Three running means along both axes: nearly a bell of that reach in pixels."""
    for _ in range(3):
        for axis in (0, 1):
            pad = [(reach + 1, reach) if a == axis else (0, 0) for a in range(field.ndim)]
            total = np.cumsum(np.pad(field, pad, mode="edge"), axis=axis)
            n = field.shape[axis]
            upper, lower = np.arange(2 * reach + 1, 2 * reach + 1 + n), np.arange(n)
            field = (np.take(total, upper, axis) - np.take(total, lower, axis)) / (2 * reach + 1)
    return field


def noise(rng: np.random.Generator, size: tuple[int, int], reach: int) -> Field:
    """Smooth noise of mean 0 and spread 1 whose hills are about four times ``reach`` pixels apart."""
    field = blur(rng.normal(size=size), reach)
    normed: Field = (field - field.mean()) / field.std()
    return normed


def relief(level: Field, rng: np.random.Generator) -> Field:
    """Heights 0..about 1.6 from the mean height of each pixel's terrain: ridges and spurs where it is high."""
    size = level.shape
    base = blur(level, 17)
    ridge = 1.0 - np.abs(0.80 * noise(rng, size, 40) + 0.34 * noise(rng, size, 17))
    spurs = 0.13 * noise(rng, size, 9) * np.clip(base, 0, 1)
    swell = 0.22 * noise(rng, size, 40) + 0.10 * noise(rng, size, 18)
    high = np.clip((base - 0.22) / 0.6, 0, 1)
    heights: Field = base * (1 + high * (0.85 * ridge + spurs)) + 0.055 * swell * np.clip(base * 7 - 0.3, 0, 1)
    return heights


def light(heights: Field) -> Field:
    """Light from the upper left, -1 (full shade) to 1, by slope and aspect."""
    soft = blur(heights, 2)
    gx, gy = np.gradient(soft)
    lit: Field = np.clip(-(gx + gy) * 24, -1, 1)
    return lit


def hachures(heights: Field, dry: Field) -> dict[int, list[str]]:
    """Strokes down the slopes in rows between levels, as SVG paths by weight 1 (faint) to 5; ``dry`` says where."""
    rng = Random(1859)
    soft = blur(heights, 2)
    gx, gy = np.gradient(soft)
    bands = np.floor(soft / STEP).astype(int)
    edge = np.zeros(soft.shape, bool)
    edge[:-1, :] |= bands[:-1, :] != bands[1:, :]
    edge[:, :-1] |= bands[:, :-1] != bands[:, 1:]
    slope = np.hypot(gx, gy)
    edge &= dry & (slope > 0.0042)
    taken = np.zeros(soft.shape, bool)
    found: dict[int, list[str]] = {}
    spots = [(int(x), int(y)) for x, y in np.argwhere(edge)]
    rng.shuffle(spots)
    for i, j in spots:
        if taken[i, j]:
            continue
        steep = float(slope[i, j])
        gap = 2 if steep > 0.020 else 3
        taken[max(0, i - gap) : i + gap + 1, max(0, j - gap) : j + gap + 1] = True
        stroke = _fall(soft, gx, gy, (i + rng.random() * 0.8, j + rng.random() * 0.8), STEP * rng.uniform(0.72, 0.98))
        if len(stroke) < 2:
            continue
        shade = float(gx[i, j] + gy[i, j]) / (steep + 1e-9)
        weight = 1 + min(2.2, steep / 0.013) + 1.1 * max(0.0, shade)
        d = f"M{stroke[0][0]:.1f} {stroke[0][1]:.1f}" + "".join(f"L{x:.1f} {y:.1f}" for x, y in stroke[1:])
        found.setdefault(max(1, min(5, round(weight))), []).append(d)
    return found


def _fall(
    heights: Field, gx: Field, gy: Field, start: tuple[float, float], drop: float
) -> list[tuple[float, float]]:
    """The way down a slope from a point until it has fallen so far, at most 15 pixels."""
    x, y = start
    top = heights[int(x), int(y)]
    way = [(x, y)]
    for _ in range(5):
        i, j = int(x), int(y)
        size = hypot(float(gx[i, j]), float(gy[i, j]))
        if size < 0.003:
            break
        x, y = x - float(gx[i, j]) / size * 3, y - float(gy[i, j]) / size * 3
        if not (0 <= x < heights.shape[0] and 0 <= y < heights.shape[1]):
            break
        way.append((x, y))
        if top - heights[int(x), int(y)] > drop:
            break
    return way
