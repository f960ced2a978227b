"""The walls of towns, with towers and gates, and the ground within."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from math import hypot
from typing import Any

from game.ui.kit.camera import Point
from game.ui.sheets.ink import WALLED, WALLS, Ink, circle, fill, open_line, stroke
from game.ui.sheets.shapes import Run, inset

MARGIN = 0.12
"""From the hex-sides to the middle of a wall, in hex radii."""
WALL, TOWERS = WALLS, WALLS + 5


def wall(ink: Ink, run: Run, look: Mapping[str, Any]) -> None:
    """A walled town: its ground with a shadow, the wall, a banner."""
    outline = inset(run.points, float(look.get("margin", MARGIN)))
    shadow = [(x + 0.05, y + 0.06) for x, y in outline]
    ink.polygon(WALLED, fill(look["ink"], 0.30), shadow)
    ink.polygon(WALLED + 1, fill(look["ground"]), outline)
    _wall(ink, outline, look)


def _pennant(ink: Ink, outline: Sequence[Point], look: Mapping[str, Any]) -> None:
    """A banner over the tower furthest to the right: a town is what armies fight for."""
    x, y = max(outline, key=lambda p: (p[0] - 0.2 * p[1]))
    top = y - 0.40
    ink.line(TOWERS + 2, stroke(look["ink"], 0.030), [(x, y - 0.03), (x, top)])
    flag = [(x, top), (x + 0.27, top + 0.06), (x + 0.20, top + 0.11), (x + 0.27, top + 0.18), (x, top + 0.20)]
    ink.polygon(TOWERS + 2, fill(look["banner"]) + f' stroke="{look["ink"]}" stroke-width="0.022"', flag)


def _wall(ink: Ink, outline: Sequence[Point], look: Mapping[str, Any]) -> None:
    """A broad wall with a lighter walk along it, a tower at every bend, gates in the middle of two sides."""
    ring = [*outline, outline[0]]
    thick = float(look.get("thick", 0.075))
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
