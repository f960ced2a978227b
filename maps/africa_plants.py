"""What grows on Africa's maps, as SVG: woods, orchards in rows, reeds, fields and scrub."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from random import Random

from game.board.areas import AreaBoard
from maps.africa_relief import Field

INK, LEAF, DARK, REED = "#39452a", "#93a066", "#55633a", "#3f7086"
ORCHARDS = ("tetuan",)
"""Boards whose forests are the gardens of a town: trees in rows."""


def plants(board: AreaBoard, where: Field, slope: Field, bare: Field) -> str:
    """All that grows; ``where`` is each pixel's area, ``slope`` how steep it is, nothing grows where ``bare``."""
    rng = Random(1860)
    kinds = [area.terrain for area in board.areas]

    def terrain(x: float, y: float) -> str:
        i, j = int(x), int(y)
        if not (0 <= i < board.size[0] and 0 <= j < board.size[1]):
            return ""
        return "bare" if bare[i, j] else kinds[where[i, j]]

    drawn = [_scrub(board, where, slope, rng), _reeds(board, terrain, rng)]
    trees = _rows(board, terrain, rng) if board.name in ORCHARDS else _wood(board, terrain, rng)
    drawn += [_tree(x, y, size, rng) for x, y, size in sorted(trees, key=lambda tree: tree[1])]
    return "".join(drawn)


def _wood(board: AreaBoard, terrain: Callable[[float, float], str], rng: Random) -> list[tuple[float, float, float]]:
    """Trees close together in clumps, thinning out at the edge."""
    found: list[tuple[float, float, float]] = []
    grid: set[tuple[int, int]] = set()
    for _ in range(board.size[0] * board.size[1] // 40):
        x, y = rng.random() * board.size[0], rng.random() * board.size[1]
        cell = int(x / 9.5), int(y / 8)
        if cell in grid or terrain(x, y) != "forest":
            continue
        inner = all(terrain(x + 13 * cos(k), y + 13 * sin(k)) in ("forest", "") for k in (0, pi / 2, pi, -pi / 2))
        clump = sin(x / 31 + 1.3 * sin(y / 47)) + sin(y / 27 + 1.1 * sin(x / 39))
        if rng.random() < (0.9 if clump > -0.55 else 0.16) * (1.0 if inner else 0.35):
            grid.add(cell)
            found.append((x, y, rng.uniform(4.4, 6.6)))
    return found


def _rows(board: AreaBoard, terrain: Callable[[float, float], str], rng: Random) -> list[tuple[float, float, float]]:
    """Trees in rows, plot by plot, as in the gardens about a town."""
    found = []
    for px in range(0, board.size[0], 74):
        for py in range(0, board.size[1], 62):
            turn, missing = rng.choice((0.12, -0.3, 0.55, -0.08)), rng.random() < 0.10
            for a in range(-5, 6):
                for b in range(-5, 6):
                    dx, dy = a * 12.5, b * 11.5
                    x = px + 37 + dx * cos(turn) - dy * sin(turn) + rng.uniform(-0.8, 0.8)
                    y = py + 31 + dx * sin(turn) + dy * cos(turn) + rng.uniform(-0.8, 0.8)
                    inside = abs(x - px - 37) < 32 and abs(y - py - 31) < 26
                    edge = all(terrain(x + ex, y + ey) == "forest" for ex, ey in ((7, 0), (-7, 0), (0, 7), (0, -7)))
                    if inside and edge and not missing:
                        found.append((x, y, rng.uniform(3.9, 4.6)))
    return found


def _tree(x: float, y: float, size: float, rng: Random) -> str:
    """One crown with its shade, lit from the upper left."""
    lobes = 7
    start = rng.random() * 6
    rim = [
        (x + size * (1 + 0.16 * (-1) ** k) * cos(start + 2 * pi * k / (2 * lobes)),
         y - size * 0.35 + size * 0.92 * (1 + 0.16 * (-1) ** k) * sin(start + 2 * pi * k / (2 * lobes)))
        for k in range(2 * lobes)
    ]
    crown = "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in rim) + "Z"
    lit = rng.choice((LEAF, "#8a9a5c", "#9ca970"))
    return (
        f'<ellipse cx="{x + size * 0.55:.1f}" cy="{y + size * 0.55:.1f}" rx="{size * 1.05:.1f}" ry="{size * 0.5:.1f}" '
        f'fill="#3c3620" fill-opacity="0.42"/><path d="{crown}" fill="{lit}" stroke="{INK}" stroke-width="0.9" '
        f'stroke-linejoin="round"/><path d="M{x + size * 0.75:.1f} {y - size * 0.75:.1f}a{size:.1f} {size:.1f} 0 0 1 '
        f'{-size * 1.15:.1f} {size * 1.15:.1f}" fill="none" stroke="{DARK}" stroke-width="{size * 0.34:.1f}" '
        'stroke-linecap="round" stroke-opacity="0.75"/>'
    )


def _reeds(board: AreaBoard, terrain: Callable[[float, float], str], rng: Random) -> str:
    """Tufts of reed on short lines of water."""
    water, blades = [], []
    for x0 in range(0, board.size[0], 17):
        for y0 in range(0, board.size[1], 13):
            x, y = x0 + rng.random() * 14, y0 + rng.random() * 10
            kind = terrain(x, y)
            if kind == "marsh" and terrain(x + 10, y) == terrain(x - 10, y) == terrain(x, y - 9) == "marsh":
                chance = rng.random()
                if chance < 0.62:
                    long = rng.uniform(7, 13)
                    water.append(f"M{x - long:.1f} {y:.1f}h{2 * long:.1f}")
                    if chance < 0.3:
                        water.append(f"M{x - long * 0.5:.1f} {y + 3:.1f}h{long:.1f}")
                if chance < 0.5:
                    blades += [
                        f"M{x + k:.1f} {y - 1:.1f}l{k * 0.35:.1f} {abs(k) * 0.6 - rng.uniform(8, 11):.1f}"
                        for k in (-4.5, -1.8, 1.2, 4.2)
                    ]
    return (f'<path d="{"".join(water)}" stroke="{REED}" stroke-width="1.1" fill="none" stroke-opacity="0.8"/>'
            f'<path d="{"".join(blades)}" stroke="#3d5a3a" stroke-width="1.3" fill="none" stroke-linecap="round"/>')


def _scrub(board: AreaBoard, where: Field, slope: Field, rng: Random) -> str:
    """On open ground: ploughland here and there, dots in drifts, tufts of dry grass."""
    kinds = [area.terrain for area in board.areas]
    dots, tufts, furrows = [], [], []
    for x0 in range(0, board.size[0], 6):
        for y0 in range(0, board.size[1], 6):
            x, y = x0 + rng.random() * 6, y0 + rng.random() * 6
            i, j = min(int(x), board.size[0] - 1), min(int(y), board.size[1] - 1)
            if kinds[where[i, j]] not in ("clear", "river") or slope[i, j] > 0.012:
                continue
            drift = sin(x / 57 + 1.2 * sin(y / 71)) + sin(y / 49 + 1.4 * sin(x / 83))
            if rng.random() < 0.10 + 0.16 * max(0.0, drift):
                dots.append(f"M{x:.1f} {y:.1f}h0.1")
            if kinds[where[i, j]] == "clear" and rng.random() < 0.006:
                tufts += [f"M{x + k * 0.4:.1f} {y:.1f}l{k:.1f} {abs(k) * 0.5 - 6:.1f}" for k in (-3, -1, 1.5, 3.4)]
    for _ in range(board.size[0] * board.size[1] // 26000):
        x, y = rng.random() * board.size[0], rng.random() * board.size[1]
        turn, wide, deep = rng.uniform(-0.6, 0.6), rng.uniform(15, 26), rng.uniform(10, 18)
        ends = [(x + sx * wide * cos(turn) - sy * deep * sin(turn), y + sx * wide * sin(turn) + sy * deep * cos(turn))
                for sx in (-1, 1) for sy in (-1, 1)]
        if any(not (0 <= a < board.size[0] and 0 <= b < board.size[1]) or kinds[where[int(a), int(b)]] != "clear"
               or slope[int(a), int(b)] > 0.010 for a, b in ends):
            continue
        if len({int(where[int(a), int(b)]) for a, b in ends}) > 1:
            continue
        rows = int(deep / 2.4)
        for k in range(-rows, rows + 1):
            cx, cy = x - k * 2.4 * sin(turn), y + k * 2.4 * cos(turn)
            furrows.append(f"M{cx - wide * cos(turn):.1f} {cy - wide * sin(turn):.1f}"
                           f"l{2 * wide * cos(turn):.1f} {2 * wide * sin(turn):.1f}")
    return (
        f'<path d="{"".join(furrows)}" stroke="#a08450" stroke-width="0.9" stroke-opacity="0.40" fill="none"/>'
        f'<path d="{"".join(dots)}" stroke="#8d6f43" stroke-width="1.2" stroke-opacity="0.6" stroke-linecap="round"/>'
        f'<path d="{"".join(tufts)}" stroke="#6f6a36" stroke-width="1" stroke-opacity="0.75" fill="none"/>'
    )
