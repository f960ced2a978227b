"""Draws the pictures Tiled shows: paper-toned hexes, town plans, and the sheet they lie on."""

from __future__ import annotations

import io

import numpy as np
import pygame

from maps.tiled_writer import HEIGHT, MARGIN, WIDTH

HEX = "1,52 30.5,1 89.5,1 119,52 89.5,103 30.5,103"
HOUSES = {
    "udaka": (
        (40, 34, 15, 11), (60, 31, 18, 13), (36, 51, 12, 15), (54, 52, 14, 12), (74, 50, 13, 17), (47, 71, 17, 10),
        (69, 73, 12, 9),
    ),
    "kassala": (
        (36, 26, 13, 13), (53, 24, 16, 12), (73, 27, 13, 13), (28, 44, 12, 17), (44, 42, 12, 10), (44, 56, 12, 9),
        (60, 41, 14, 24), (78, 44, 14, 9), (78, 57, 14, 10), (35, 67, 15, 12), (54, 70, 13, 10), (71, 71, 14, 11),
    ),
}
"""Town plans: x, y, width and height of each block in the tile's pixels."""
WALLS = {"kassala": "36,15 84,15 104,52 84,89 36,89 16,52"}
_RULE = 37
"""Pixels from the hexes to the sheet's inner rule."""


def tile(kind: str) -> pygame.Surface:
    """The picture of a hex: paper, its thin outline, and for a town its plan, lit from the upper left."""
    town = "".join(
        f'<rect x="{x + 2}" y="{y + 2}" width="{w}" height="{h}" fill="#5d4329" fill-opacity="0.5"/>'
        f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="#a2583a" stroke="#3d2a1b" stroke-width="1.2"/>'
        for x, y, w, h in HOUSES.get(kind, ())
    )
    if kind in WALLS:
        town = f'<polygon points="{WALLS[kind]}" fill="#e3cfa2" stroke="#3d2a1b" stroke-width="4"/>' + town
    return _picture(
        WIDTH, HEIGHT,
        f'<polygon points="0,52 30,0 90,0 120,52 90,104 30,104" fill="#ead3a2"/>{town}'
        f'<polygon points="{HEX}" fill="none" stroke="#7a5f38" stroke-opacity="0.55" stroke-width="1.4"/>',
    )


def paper(width: int, height: int) -> pygame.Surface:
    """A sheet of mottled paper with darker edges and a double rule; sizes in pixels, margins as in the maps."""
    rng = np.random.default_rng(1541)
    coarse = rng.normal(size=(width // 24 + 2, height // 24 + 2))
    across, down = np.linspace(0, coarse.shape[0] - 1.001, width), np.linspace(0, coarse.shape[1] - 1.001, height)
    i, j = across.astype(int)[:, None], down.astype(int)[None, :]
    u, v = across[:, None] - i, down[None, :] - j
    blend = (1 - u) * ((1 - v) * coarse[i, j] + v * coarse[i, j + 1])
    blend += u * ((1 - v) * coarse[i + 1, j] + v * coarse[i + 1, j + 1])
    x, y = np.arange(width)[:, None], np.arange(height)[None, :]
    edge = np.minimum(np.minimum(x, width - 1 - x), np.minimum(y, height - 1 - y))
    shade = np.round(1.6 * blend - 26 * np.exp(-edge / 22.0))
    pixels = np.clip(np.array([239, 226, 198]) + shade[:, :, None] * np.array([1.0, 1.05, 1.25]), 0, 255)
    surface = pygame.surfarray.make_surface(pixels.astype(np.uint8))
    right = width - MARGIN + _RULE
    bottom = height - HEIGHT + _RULE
    rules = "".join(
        f'<rect x="{MARGIN - _RULE - gap}" y="{MARGIN - _RULE - gap}" width="{right - MARGIN + _RULE + 2 * gap}" '
        f'height="{bottom - MARGIN + _RULE + 2 * gap}" fill="none" stroke="#4a3522" stroke-width="{thick}"/>'
        for gap, thick in ((0, 1.2), (8, 4))
    )
    surface.blit(_picture(width, height, rules), (0, 0))
    return surface


def _picture(width: int, height: int, body: str) -> pygame.Surface:
    """An SVG drawing as pixels."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">{body}</svg>'
    return pygame.image.load(io.BytesIO(svg.encode()), "drawing.svg")
