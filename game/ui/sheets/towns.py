"""Towns as block plans: a wall with towers and gates, blocks with courtyards, streets left open."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from math import hypot
from random import Random
from typing import Any

from game.board.hexgrid import HexBoard, centre
from game.ui.kit.camera import Point
from game.ui.sheets.ink import Ink, circle, closed, fill, open_line, stroke
from game.ui.sheets.shapes import border_runs, contains, inset, turned

GROUND, SHADE, BLOCKS, WALL, TOWERS = 50, 51, 52, 54, 56


def town(ink: Ink, board: HexBoard, names: Sequence[str], look: Mapping[str, Any], rng: Random) -> None:
    """Every group of neighbouring hexes of the class is one walled town."""
    for run in border_runs(set(names)):
        outline = inset(run.points, float(look.get("margin", 0.12)))
        members = [n for n in names if contains(outline, centre(n))]
        _ground(ink, outline, look)
        _blocks(ink, outline, [centre(n) for n in members], look, rng)
        _wall(ink, outline, look)


def _ground(ink: Ink, outline: Sequence[Point], look: Mapping[str, Any]) -> None:
    shadow = [(x + 0.05, y + 0.06) for x, y in outline]
    ink.polygon(GROUND - 1, fill(look["ink"], 0.30), shadow)
    ink.polygon(GROUND, fill(look["ground"]), outline)


def _blocks(ink: Ink, outline: Sequence[Point], centres: Sequence[Point], look: Mapping[str, Any],
            rng: Random) -> None:
    """Houses on a slightly turned, uneven grid within the wall."""
    inner = inset(outline, 0.075)
    angle, pitch = float(look.get("turn", 0.2)), float(look.get("pitch", 0.2))
    houses: list[list[Point]] = []
    courts: list[list[Point]] = []
    for cx, cy in centres:
        for i in range(-6, 7):
            for j in range(-6, 7):
                u = i * pitch + (rng.random() - 0.5) * pitch * 0.16
                v = j * pitch + (rng.random() - 0.5) * pitch * 0.16
                w, h = pitch * rng.uniform(0.34, 0.45), pitch * rng.uniform(0.32, 0.44)
                keep, court = rng.random(), rng.random()
                if (i % 4 == 0 and rng.random() < 0.7) or keep < 0.12 or hypot(u, v) > 0.9:
                    continue
                box = [turned((cx + u + a * w, cy + v + b * h), angle, (cx, cy))
                       for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
                if _nearest(centres, box[0]) != (cx, cy) or not all(contains(inner, p) for p in box):
                    continue
                houses.append(box)
                if court < 0.3:
                    mx, my = sum(p[0] for p in box) / 4, sum(p[1] for p in box) / 4
                    courts.append([(mx + (x - mx) * 0.42, my + (y - my) * 0.42) for x, y in box])
    if not houses:
        return
    flat = [p for house in houses for p in house]
    shades = [[(x + 0.022, y + 0.028) for x, y in house] for house in houses]
    ink.add(SHADE, fill(look["ink"], 0.55), flat, "".join(map(closed, shades)), 0.05)
    ink.add(BLOCKS, fill(look["house"]) + f' stroke="{look["ink"]}" stroke-width="0.014"', flat,
            "".join(map(closed, houses)), 0.02)
    ink.add(BLOCKS + 1, fill(look["ground"]) + f' stroke="{look["ink"]}" stroke-width="0.008"', flat,
            "".join(map(closed, courts)) or "M0 0Z", 0.02)


def _pennant(ink: Ink, outline: Sequence[Point], look: Mapping[str, Any]) -> None:
    """A banner over the tower furthest to the right: a town is what armies fight for."""
    x, y = max(outline, key=lambda p: (p[0] - 0.2 * p[1]))
    top = y - 0.40
    ink.line(TOWERS + 2, stroke(look["ink"], 0.030), [(x, y - 0.03), (x, top)])
    flag = [(x, top), (x + 0.27, top + 0.06), (x + 0.20, top + 0.11), (x + 0.27, top + 0.18), (x, top + 0.20)]
    ink.polygon(TOWERS + 2, fill(look["banner"]) + f' stroke="{look["ink"]}" stroke-width="0.022"', flag)


def _nearest(centres: Sequence[Point], point: Point) -> Point:
    return min(centres, key=lambda centre: hypot(centre[0] - point[0], centre[1] - point[1]))


def _wall(ink: Ink, outline: Sequence[Point], look: Mapping[str, Any]) -> None:
    """A broad wall with a lighter walk along it, a tower at every bend, gates in the middle of two sides."""
    ring = [*outline, outline[0]]
    thick = float(look.get("wall", 0.075))
    ink.line(WALL, stroke(look["ink"], thick + 0.03), ring)
    ink.line(WALL + 1, stroke(look["stone"], thick - 0.012), ring)
    crenels = []
    for (ax, ay), (bx, by) in itertools.pairwise(ring):
        count = max(3, round(hypot(bx - ax, by - ay) / 0.085))
        nx, ny = (by - ay) / hypot(bx - ax, by - ay), -(bx - ax) / hypot(bx - ax, by - ay)
        for k in range(1, count):
            x, y = ax + (bx - ax) * k / count, ay + (by - ay) * k / count
            crenels.append([(x + nx * thick * out, y + ny * thick * out) for out in (0.10, 0.5)])
    ink.add(WALL + 1, stroke(look["ink"], 0.022, 0.8, cap="butt"), list(outline), "".join(map(open_line, crenels)))
    for k, gate in enumerate(itertools.pairwise(ring)):
        if k % 3 == 1:
            (ax, ay), (bx, by) = gate
            x, y = (ax + bx) / 2, (ay + by) / 2
            ux, uy = (bx - ax) / hypot(bx - ax, by - ay), (by - ay) / hypot(bx - ax, by - ay)
            ends = [(x - ux * 0.085, y - uy * 0.085), (x + ux * 0.085, y + uy * 0.085)]
            ink.line(WALL + 1, stroke(look["ground"], thick + 0.034, cap="butt"), ends)
            ink.add(TOWERS, fill(look["stone"]) + f' stroke="{look["ink"]}" stroke-width="0.022"', ends,
                    "".join(circle(p, 0.055) for p in ends), 0.08)
    radius = float(look.get("tower", 0.095))
    data = "".join(circle(p, radius) for p in outline)
    ink.add(TOWERS, fill(look["stone"]) + f' stroke="{look["ink"]}" stroke-width="0.028"', list(outline), data, radius)
    _pennant(ink, outline, look)
    caps = "".join(circle((x - 0.012, y - 0.014), radius * 0.5) for x, y in outline)
    ink.add(TOWERS + 1, fill(look["ground"], 0.8) + f' stroke="{look["ink"]}" stroke-width="0.01"', list(outline),
            caps, radius)
