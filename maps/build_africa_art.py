"""Draws the ground beneath Africa's maps from the maps themselves: ``python -m maps.build_africa_art``.

A staff map of 1860: relief by light from the upper left and by hachures, woods, reeds, ploughland and water lining.
Run it again after a map was changed. Twice as fine as the sheet. Rivers, roads, borders, works and names are no part
of it: the screen prints them in ink, sharp at every size.
"""

from __future__ import annotations

import io
import itertools
from pathlib import Path

import numpy as np
import pygame

from game.board.areas import AreaBoard
from game.maps import load
from maps.africa_plants import plants
from maps.africa_relief import HEIGHT, Field, blur, hachures, light, relief

ROOT = Path(__file__).resolve().parent.parent
PAPER = {
    "mountain": (223, 198, 152), "forest": (206, 209, 160), "clear": (240, 226, 190), "marsh": (196, 214, 196),
    "river": (222, 224, 190), "sea": (163, 194, 200),
}
HIGH, SHADE, LIT = np.array((196, 160, 112)), np.array((92, 66, 44)), np.array((255, 247, 222))
SHORE = np.array((86, 128, 146))


def terrain_of(board: AreaBoard) -> Field:
    """For each map pixel, by x and y, the index of its area."""
    plate = pygame.Surface(board.size, depth=8)
    for i, area in enumerate(board.areas):
        pygame.draw.polygon(plate, i, area.shape)
    return pygame.surfarray.array2d(plate)


def ground(board: AreaBoard, where: Field, heights: Field, quiet: Field) -> pygame.Surface:
    """Paper tints, layers of height, light and shade, and the lines that follow a shore; calm where it is ``quiet``."""
    tint = np.array([PAPER[area.terrain] for area in board.areas], float)[where]
    water = np.array([area.terrain == "sea" for area in board.areas])[where]
    soft = blur(tint, 7)
    soft[water] = tint[water]
    high = np.clip((np.round(heights * 5) / 5 - 0.55) / 1.6, 0, 0.42)[:, :, None]
    high = high * (1 - 0.6 * quiet[:, :, None])
    soft = soft * (1 - high) + HIGH * high
    glow = light(heights)
    glow[water] = 0
    glow = glow * (1 - 0.8 * quiet)
    shade, lit = 0.46 * np.clip(-glow, 0, 1)[:, :, None], 0.50 * np.clip(glow, 0, 1)[:, :, None]
    soft = soft * (1 - shade) + SHADE * shade
    soft = soft * (1 - lit) + LIT * lit
    near = 1 - blur((~water).astype(float), 15)
    for k, level in enumerate((0.60, 0.70, 0.785, 0.855, 0.91, 0.95)):
        line = water & (abs(near - level) < 0.011 - 0.0012 * k)
        soft[line] = soft[line] * (0.35 + 0.09 * k) + SHORE * (0.65 - 0.09 * k)
    deep = np.clip((near - 0.5) * 2, 0, 1)[:, :, None]
    soft = np.where(water[:, :, None], soft * (1 - 0.10 * deep), soft)
    steps = [np.minimum(np.arange(n), np.arange(n)[::-1]) for n in where.shape]
    edge = np.minimum.outer(steps[0], steps[1])
    soft -= (12 * np.exp(-edge / 14))[:, :, None]
    picture = pygame.surfarray.make_surface(np.clip(soft, 0, 255).astype(np.uint8))
    return pygame.transform.smoothscale(picture, (2 * board.size[0], 2 * board.size[1]))


def names(board: AreaBoard) -> Field:
    """For each map pixel 0..1 how much of it a name needs for itself."""
    plate = pygame.Surface(board.size, depth=8)
    for words in board.lettering:
        way = words.path or ((words.x, words.y), (words.x, words.y))
        for (ax, ay), (bx, by) in itertools.pairwise(way):
            for k in range(7):
                at = ax + (bx - ax) * k / 6, ay + (by - ay) * k / 6
                pygame.draw.circle(plate, 1, at, words.size * 0.62)
    return np.clip(1.3 * blur(pygame.surfarray.array2d(plate).astype(float), 3), 0, 1)


def draw(board: AreaBoard) -> pygame.Surface:
    """The whole picture, two pixels to each of the sheet's."""
    where = terrain_of(board)
    level = np.array([HEIGHT[area.terrain] for area in board.areas])[where]
    heights = relief(level, np.random.default_rng(1860))
    quiet = names(board)
    picture = ground(board, where, heights, quiet)
    slope = np.hypot(*np.gradient(blur(heights, 2)))
    dry = np.array([area.terrain not in ("sea", "marsh") for area in board.areas])[where]
    dry &= quiet < 0.35
    lines = "".join(
        f'<path d="{"".join(paths)}" stroke="#4c3620" stroke-width="{0.38 + 0.27 * weight:.2f}" '
        'stroke-opacity="0.72" fill="none" stroke-linecap="round"/>'
        for weight, paths in sorted(hachures(heights, dry).items())
    )
    width, height = picture.get_size()
    svg = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {board.size[0]} '
           f'{board.size[1]}">{lines}{plants(board, where, slope, quiet > 0.35)}</svg>')
    picture.blit(pygame.image.load(io.BytesIO(svg.encode()), "drawing.svg"), (0, 0))
    return picture


def main() -> None:
    """Draw every map of the folder."""
    for path in sorted((ROOT / "maps" / "africa").glob("*.tmx")):
        pygame.image.save(draw(load(path)), ROOT / "assets" / "africa" / f"{path.stem}.jpg")


if __name__ == "__main__":
    main()
