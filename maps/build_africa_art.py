"""Draws the ground beneath Africa's maps from the maps themselves: ``python -m maps.build_africa_art``.

A staff map of 1860: relief by light from the upper left and hachures, trees, reeds, water lining, road, tents and
trenches. Run it again after a map was changed. Twice as fine as the sheet; names are printed by the screen.
"""

from __future__ import annotations

import io
import itertools
from math import cos, hypot, sin
from pathlib import Path
from random import Random

import numpy as np
import pygame

from game.board.areas import AreaBoard, Point
from game.maps import load
from game.maps.lattice import inside
from maps.tiled_writer import smooth

ROOT = Path(__file__).resolve().parent.parent
HEIGHT = {"mountain": 1.0, "forest": 0.35, "clear": 0.2, "marsh": 0.08, "river": 0.05, "sea": 0.0}
PAPER = {
    "mountain": (219, 197, 155), "forest": (208, 208, 160), "clear": (236, 222, 188), "marsh": (206, 214, 186),
    "river": (216, 217, 190), "sea": (163, 194, 200),
}
INK, WATER, ROUTE = "#3b2a1c", "#47788e", "#9c3b24"


def blur(field: np.ndarray, reach: int) -> np.ndarray:
    """Three running means along both axes: nearly a bell of that reach in pixels."""
    for _ in range(3):
        for axis in (0, 1):
            pad = [(reach + 1, reach) if a == axis else (0, 0) for a in range(field.ndim)]
            total = np.cumsum(np.pad(field, pad, mode="edge"), axis=axis)
            n = field.shape[axis]
            upper, lower = np.arange(2 * reach + 1, 2 * reach + 1 + n), np.arange(n)
            field = (np.take(total, upper, axis) - np.take(total, lower, axis)) / (2 * reach + 1)
    return field


def terrain_of(board: AreaBoard) -> np.ndarray:
    """For each map pixel, by x and y, the index of its area."""
    plate = pygame.Surface(board.size, depth=8)
    for i, area in enumerate(board.areas):
        pygame.draw.polygon(plate, i, area.shape)
    return pygame.surfarray.array2d(plate)


def ground(board: AreaBoard, where: np.ndarray, relief: np.ndarray) -> pygame.Surface:
    """Paper tints and light from the upper left."""
    tint = np.array([PAPER[area.terrain] for area in board.areas], float)[where]
    soft = blur(tint, 6)
    water = np.array([area.terrain == "sea" for area in board.areas])[where]
    soft[water] = tint[water]
    gx, gy = np.gradient(relief)
    light = np.clip(-(gx + gy) * 900, -46, 30)
    light[water] = 0
    for step, depth in enumerate((3, 7, 12, 18, 26)):
        near = blur(water.astype(float), depth)
        soft[water & (abs(near - 0.86) < 0.5 / (depth + 4))] -= 46 - 7 * step
    edge = np.minimum.outer(np.minimum(np.arange(where.shape[0]), np.arange(where.shape[0])[::-1]),
                            np.minimum(np.arange(where.shape[1]), np.arange(where.shape[1])[::-1]))
    soft += (light - 26 * np.exp(-edge / 14))[:, :, None]
    picture = pygame.surfarray.make_surface(np.clip(soft, 0, 255).astype(np.uint8))
    return pygame.transform.smoothscale(picture, (2 * board.size[0], 2 * board.size[1]))


def stroke(points: list[Point], colour: str, width: float, dash: str = "", opacity: float = 1.0) -> str:
    """A line through points."""
    d = "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return (f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" '
            f'stroke-linejoin="round" stroke-opacity="{opacity}"{dashed}/>')


def signs(board: AreaBoard, where: np.ndarray, relief: np.ndarray) -> str:
    """Hachures, trees and reeds as a drawing."""
    rng = Random(1860)
    gx, gy = np.gradient(relief)
    hachures: dict[int, list[str]] = {}
    trees, reeds = [], []
    for x0 in range(4, board.size[0] - 4, 5):
        for y0 in range(4, board.size[1] - 4, 5):
            x, y = min(x0 + rng.random() * 5, board.size[0] - 2), min(y0 + rng.random() * 5, board.size[1] - 2)
            i, j = int(x), int(y)
            area = board.areas[where[i, j]]
            slope = hypot(gx[i, j], gy[i, j])
            if area.terrain not in ("sea", "river") and slope > 0.006:
                long = rng.uniform(4, 8)
                dx, dy = -gx[i, j] / slope * long, -gy[i, j] / slope * long
                dark = 1 if slope < 0.011 else 2 if slope < 0.02 else 3
                hachures.setdefault(dark, []).append(f"M{x:.1f} {y:.1f}l{dx:.1f} {dy:.1f}")
            if area.terrain == "forest" and rng.random() < 0.09:
                trees.append((x, y))
            if area.terrain == "marsh" and rng.random() < 0.11:
                blades = "".join(f"M{x + k:.1f} {y - 2:.1f}v{abs(k) * 0.7 - 6:.1f}" for k in (-3, 0, 3))
                reeds.append(f"M{x - 6:.1f} {y:.1f}h12{blades}")
    drawn = [
        f'<path d="{"".join(paths)}" stroke="#5b4127" stroke-width="{0.35 + 0.25 * dark}" stroke-opacity="0.6" '
        'fill="none"/>' for dark, paths in sorted(hachures.items())
    ]
    drawn += [
        f'<ellipse cx="{x + 2:.1f}" cy="{y + 2:.1f}" rx="4" ry="2" fill="#4f4a2c" fill-opacity="0.45"/>'
        f'<circle cx="{x:.1f}" cy="{y - 1:.1f}" r="3.2" fill="#8e9a63" stroke="#3f4a2a" stroke-width="0.7"/>'
        for x, y in sorted(trees, key=lambda p: p[1])
    ]
    drawn.append(f'<path d="{"".join(reeds)}" stroke="{WATER}" stroke-width="0.9" fill="none"/>')
    return "".join(drawn)


def works(board: AreaBoard) -> str:
    """Water courses, roads, borders, and what stands in the areas."""
    drawn = []
    for line in sorted(board.lines, key=lambda line: line.kind == "road"):
        way = smooth(line.points, 12)
        # A little winding, so that a course looks run by water and feet.
        way = [(x + 5 * sin(y / 23 + x / 41), y + 5 * sin(x / 29)) for x, y in way]
        if line.kind == "river":
            drawn += [stroke(way, INK, 17, "", 0.75), stroke(way, "#a3c2c8", 15), stroke(way, WATER, 0.8, "14 9")]
        elif line.kind == "stream":
            drawn.append(stroke(way, WATER, 2.2))
        else:
            drawn += [stroke(way, INK, 5.5), stroke(way, "#f3e6c4", 3.8)]
    done = set()
    for area in board.areas:
        shape = area.shape
        edges = set()
        for a, b in itertools.pairwise([*shape, shape[0]]):
            key = min((a, b), (b, a))
            if key not in done and not any(a[k] == b[k] and a[k] in (0, board.size[k]) for k in (0, 1)):
                edges.add(key)
        done |= edges
        for a, b in sorted(edges):
            drawn += [stroke([a, b], "#f4ead0", 2.6, "", 0.55), stroke([a, b], ROUTE, 1.5, "0.1 3.6")]
    for area in board.areas:
        x, y = area.stand
        spots = [(x + r * cos(t / 3), y + r * sin(t / 3)) for r in (52, 60, 44, 36) for t in range(3, 19)]
        sx, sy = next((s for s in spots if inside(s, area.shape)), area.stand)
        if "bridge" in area.flags:
            sx, sy = area.stand
        drawn.append(sign(area.flags, sx, sy))
    return "".join(drawn)


def sign(flags: frozenset[str], x: float, y: float) -> str:
    """The signs of an area's flags, around a point."""
    ink = f'stroke="{INK}" stroke-width="1.1" stroke-linejoin="round"'
    drawn = ""
    if "encampment" in flags:
        drawn += "".join(
            f'<path d="M{x + dx - 6:.1f} {y + dy + 5:.1f}l6 -11l6 11z" fill="#f7efdc" {ink}/>'
            f'<path d="M{x + dx:.1f} {y + dy - 6:.1f}l6 11h-6z" fill="#b39a70"/>'
            for dy in (-7, 7) for dx in (-30, -15, 0, 15, 30)
        )
    if "trench" in flags:
        teeth = "".join(f"l5 {-8 if k % 2 else 8}" for k in range(18))
        drawn += f'<path d="M{x - 45:.1f} {y:.1f}{teeth}" fill="none" stroke="{INK}" stroke-width="2.4"/>'
    if "fort" in flags:
        star = "l5 9h10l-5 9l5 9h-10l-5 9l-5 -9h-10l5 -9l-5 -9h10z"
        drawn += f'<path d="M{x:.1f} {y - 16:.1f}{star}" fill="#c98b66" {ink}/>'
    elif "building" in flags:
        drawn += "".join(
            f'<rect x="{x + dx:.1f}" y="{y + dy:.1f}" width="{w}" height="{h}" fill="#b4553a" {ink}/>'
            for dx, dy, w, h in ((-12, -8, 9, 7), (0, -10, 12, 8), (-9, 3, 12, 7), (6, 2, 7, 9))
        )
    if "bridge" in flags:
        rails = f"M{x - 15:.1f} {y - 9:.1f}l5 4h20l5 -4M{x - 15:.1f} {y + 9:.1f}l5 -4h20l5 4"
        drawn += f'<path d="{rails}" fill="none" stroke="{INK}" stroke-width="2.4"/>'
    if "anchor" in flags:
        shank = f"M{x:.1f} {y - 9:.1f}v22M{x - 7:.1f} {y - 4:.1f}h14M{x - 11:.1f} {y + 5:.1f}q2 9 11 9q9 0 11 -9"
        drawn += f'<path d="{shank}" fill="none" stroke="{INK}" stroke-width="2.4"/>'
        drawn += f'<circle cx="{x:.1f}" cy="{y - 12:.1f}" r="3" fill="none" {ink}/>'
    return drawn


def draw(board: AreaBoard) -> pygame.Surface:
    """The whole picture, two pixels to each of the sheet's."""
    where = terrain_of(board)
    rng = np.random.default_rng(1860)
    level = np.array([HEIGHT[area.terrain] for area in board.areas])[where]
    waves = ((34, 1.0), (15, 0.55), (7, 0.2))
    rough = sum(blur(rng.normal(size=where.shape), reach) * reach * weight for reach, weight in waves)
    relief = blur(level, 20) * (1 + 0.55 * rough)
    picture = ground(board, where, relief)
    width, height = picture.get_size()
    svg = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {board.size[0]} '
           f'{board.size[1]}">{signs(board, where, relief)}{works(board)}</svg>')
    picture.blit(pygame.image.load(io.BytesIO(svg.encode()), "drawing.svg"), (0, 0))
    return picture


def main() -> None:
    """Draw every map of the folder."""
    for path in sorted((ROOT / "maps" / "africa").glob("*.tmx")):
        pygame.image.save(draw(load(path)), ROOT / "assets" / "africa" / f"{path.stem}.jpg")


if __name__ == "__main__":
    main()
