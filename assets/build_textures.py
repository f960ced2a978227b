"""Paints the wood of the table and the paper of the map sheets: ``python assets/build_textures.py``.

Run by hand; its pictures are committed. Everything comes from seeded noise, so that the same script paints the
same pictures. Textures that multiply a colour are grey; the others are coloured. Numbers without a name are weights
and lengths chosen by eye.
"""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pygame

HERE = Path(__file__).resolve().parent / "common"
Array = np.ndarray


def noise(rng: np.random.Generator, shape: tuple[int, int], cells: tuple[int, int], wrap: bool = False) -> Array:
    """Smooth value noise in 0..1.

    :param shape: rows and columns of the result.
    :param cells: rows and columns of the lattice of random values that is interpolated.
    :param wrap: whether the result tiles seamlessly.
    """
    lattice = rng.random((cells[0] + 1, cells[1] + 1))
    if wrap:
        lattice[-1], lattice[:, -1] = lattice[0], lattice[:, 0]
    rows = np.linspace(0, cells[0], shape[0], endpoint=False)
    columns = np.linspace(0, cells[1], shape[1], endpoint=False)
    r0, c0 = rows.astype(int), columns.astype(int)
    fr, fc = (rows - r0)[:, None], (columns - c0)[None, :]
    fr, fc = fr * fr * (3 - 2 * fr), fc * fc * (3 - 2 * fc)
    top = lattice[r0][:, c0] * (1 - fc) + lattice[r0][:, c0 + 1] * fc
    low = lattice[r0 + 1][:, c0] * (1 - fc) + lattice[r0 + 1][:, c0 + 1] * fc
    return np.asarray(top * (1 - fr) + low * fr)


def octaves(rng: np.random.Generator, shape: tuple[int, int], cells: tuple[int, int], count: int,
            wrap: bool = False) -> Array:
    """Several octaves of noise, mean about 0, range about -0.5..0.5; the parameters are those of ``noise``, for the
    first octave.

    :param count: the number of octaves, each twice as fine as the one before.
    """
    total, weight, norm = np.zeros(shape), 1.0, 0.0
    for step in range(count):
        total += weight * (noise(rng, shape, (cells[0] << step, cells[1] << step), wrap) - 0.5)
        norm += weight
        weight *= 0.55
    return total / norm


def save(name: str, rgb: Array) -> None:
    """Write an array of shape (rows, columns, 3), values 0..255."""
    pixels = np.ascontiguousarray(np.clip(rgb + 0.5, 0, 255).astype(np.uint8))
    surface = pygame.image.frombuffer(pixels.tobytes(), (pixels.shape[1], pixels.shape[0]), "RGB")
    pygame.image.save(surface, HERE / name)


def walnut(width: int = 1600, height: int = 1040, planks: int = 4) -> None:
    """Oiled walnut planks, the grain along x."""
    rng = np.random.default_rng(1541)
    picture = np.zeros((height, width, 3))
    dark, light = np.array([36.0, 23.0, 15.0]), np.array([78.0, 52.0, 34.0])
    edges = np.linspace(0, height, planks + 1).astype(int)
    for top, bottom in itertools.pairwise(edges):
        rows = bottom - top
        y = np.linspace(0, 1, rows)[:, None]
        warp = octaves(rng, (rows, width), (2, 3), 4)
        figure = (y * 5.5 + warp * 3.2 + rng.random() * 9) % 1.0
        rings = np.abs(figure - 0.5) * 2
        fibre = octaves(rng, (rows, width), (70, 5), 3)
        fine = octaves(rng, (rows, width), (rows // 2, 22), 2)
        pores = noise(rng, (rows, width), (rows // 2, 60))
        tone = 0.36 + 0.24 * (rings - 0.5) + 0.30 * fibre + 0.26 * fine + 0.10 * (rng.random() - 0.5)
        tone -= np.clip(pores - 0.80, 0, 1) * 1.3
        from_edge = np.minimum(np.arange(rows), np.arange(rows)[::-1])[:, None]
        tone = tone * (1 - 0.75 * np.exp(-from_edge / 1.3)) + 0.05 * np.exp(-((from_edge - 4.0) ** 2) / 3.0)
        picture[top:bottom] = dark + (light - dark) * np.clip(tone, 0, 1.1)[..., None]
    save("walnut.jpg", picture)


def paper(width: int = 1280, height: int = 1024) -> None:
    """The tone of a whole sheet (mottle, foxing, folds, darker edges), to be multiplied with the paper's colour."""
    rng = np.random.default_rng(1527)
    shape = (height, width)
    tone = 1 + 0.045 * octaves(rng, shape, (4, 5), 5) + 0.020 * octaves(rng, shape, (60, 75), 2)
    y, x = np.mgrid[0:height, 0:width]
    ragged = 1 + 1.1 * octaves(rng, shape, (9, 11), 4)
    from_edge = np.minimum(np.minimum(x, width - 1 - x), np.minimum(y, height - 1 - y)) / (0.075 * height)
    tone -= 0.125 * np.exp(-from_edge * np.clip(ragged, 0.35, 2)) + 0.05 * np.exp(-from_edge * 7)
    warmth = 0.030 * octaves(rng, shape, (5, 6), 4) + 0.07 * np.exp(-from_edge * np.clip(ragged, 0.35, 2))
    for _ in range(46):
        cx, cy, radius = rng.random() * width, rng.random() * height, 1.2 + 7 * rng.random() ** 3
        spot = np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / (2 * radius**2)) * (0.02 + 0.04 * rng.random())
        tone, warmth = tone - spot, warmth + spot
    for fold, position in ((1 / 3, x / width), (2 / 3, x / width), (0.5, y / height)):
        from_fold = (position - fold) * width
        wear = 0.6 + 0.8 * noise(rng, shape, (18, 24))
        tone += wear * (0.024 * np.exp(-((from_fold - 1.6) / 1.5) ** 2)
                        - 0.030 * np.exp(-((from_fold + 1.2) / 1.6) ** 2))
        tone += 0.010 * np.tanh(-from_fold / 40) * np.exp(-np.abs(from_fold) / 70)
    rgb = 246 * np.stack([tone + 0.35 * warmth, tone, tone - 0.9 * warmth], axis=-1)
    save("paper.jpg", rgb)


def grain(size: int = 256) -> None:
    """Paper fibre at the screen's own resolution, to be multiplied in; tiles seamlessly."""
    rng = np.random.default_rng(77)
    tone = octaves(rng, (size, size), (64, 64), 2, wrap=True) * 0.030 + (rng.random((size, size)) - 0.5) * 0.016
    tone += octaves(rng, (size, size), (8, 128), 1, wrap=True) * 0.010
    save("grain.png", np.repeat((250 * (1 + tone))[..., None], 3, axis=-1))


def felt(size: int = 320) -> None:
    """Green baize for the dice tray; tiles seamlessly."""
    rng = np.random.default_rng(9)
    fibre = octaves(rng, (size, size), (80, 80), 2, wrap=True) + 0.6 * octaves(rng, (size, size), (160, 40), 1, True)
    soft = octaves(rng, (size, size), (5, 5), 3, wrap=True)
    tone = 1 + 0.30 * fibre + 0.18 * soft
    save("felt.jpg", np.array([30.0, 62.0, 48.0]) * tone[..., None])


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    walnut()
    paper()
    grain()
    felt()
