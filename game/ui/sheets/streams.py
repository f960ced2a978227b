"""Lines that wind: rivers as ribbons of water between darker banks, roads and streams as cased lines."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from math import atan2, degrees, hypot, sin
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from game.ui.kit.camera import Point
from game.ui.sheets.ink import PIECE, Ink, fill, stroke
from game.ui.sheets.layers import RIVER

End = Literal["open", "spring", "mouth"]
"""How a river ends: cut off or joined, thin where it rises, wide where it meets the sea."""

SPRING = 1.6
"""How far from where it rises a river has its full width, in units."""
MOUTH = 1.4
"""How far from the sea a river begins to widen, in units."""


def ribbon(ink: Ink, way: Sequence[Point], look: Mapping[str, Any], ends: tuple[End, End] = ("open", "open")) -> None:
    """A river. Banks lie below all water, so that rivers flow into each other."""
    half, bank = float(look["width"]) / 2, float(look["banks"])
    halves = _halves(way, half, ends)
    for layer, colour, grow in ((RIVER, look["bank"], bank / 2), (RIVER + 1, look["colour"], -bank / 2)):
        left, right = _sides(way, [h + grow for h in halves])
        for k in range(0, len(way) - 1, PIECE):
            shape = [*left[k : k + PIECE + 2], *reversed(right[k : k + PIECE + 2])]
            ink.polygon(layer, fill(colour), shape)
    left, right = _sides(way, halves)
    for share in (-0.35, 0.35):
        middle = [((a[0] + b[0]) / 2 + (a[0] - b[0]) * share / 2, (a[1] + b[1]) / 2 + (a[1] - b[1]) * share / 2)
                  for a, b in zip(left, right, strict=True)]
        style = stroke(look["bank"], bank * 0.42, 0.7) + ' stroke-dasharray="0.391 0.283"'
        ink.course(RIVER + 2, style, middle)


def _halves(way: Sequence[Point], half: float, ends: tuple[End, End]) -> list[float]:
    """Half the width at each point."""
    walked = [0.0]
    for a, b in itertools.pairwise(way):
        walked.append(walked[-1] + hypot(b[0] - a[0], b[1] - a[1]))
    found = []
    for at in walked:
        wide = half * (0.85 + 0.2 * sin(at / 0.83))
        for end, far in ((ends[0], at), (ends[1], walked[-1] - at)):
            if end == "spring":
                wide *= 0.3 + 0.7 * min(1.0, far / SPRING)
            elif end == "mouth":
                wide += 1.06 * half * max(0.0, 1 - far / MOUTH) ** 2
        found.append(wide)
    return found


def _sides(way: Sequence[Point], halves: Sequence[float]) -> tuple[list[Point], list[Point]]:
    """The banks to the right and to the left of a way."""
    sides: tuple[list[Point], list[Point]] = ([], [])
    last = len(way) - 1
    for k, ((x, y), half) in enumerate(zip(way, halves, strict=True)):
        ax, ay = way[max(0, k - 1)]
        bx, by = way[min(last, k + 1)]
        length = hypot(bx - ax, by - ay) or 1.0
        nx, ny = -(by - ay) / length, (bx - ax) / length
        sides[0].append((x + nx * half, y + ny * half))
        sides[1].append((x - nx * half, y - ny * half))
    return sides


def cased(ink: Ink, layer: int, way: Sequence[Point], look: Mapping[str, Any]) -> None:
    """A road or a narrow water: a light line in a dark one; ``dash`` breaks the light one."""
    ink.course(layer, stroke(look["colour"], float(look["width"])), way, float(look["width"]))
    core = stroke(look["core"], float(look["inner"]), cap="butt" if "dash" in look else "round")
    if "dash" in look:
        core += f' stroke-dasharray="{look["dash"]} {look["dash"]}"'
    ink.course(layer + 1, core, way, float(look["inner"]))


def meetings(roads: Sequence[Sequence[Point]], rivers: Sequence[Sequence[Point]]) -> list[tuple[Point, float]]:
    """Where roads cross rivers, and the roads' directions there in clockwise degrees."""
    one, other = _stretches(roads), _stretches(rivers)
    if not len(one) or not len(other):
        return []
    a, road = one[:, None, :2], one[:, None, 2:] - one[:, None, :2]
    c, river = other[None, :, :2], other[None, :, 2:] - other[None, :, :2]
    det = road[..., 0] * river[..., 1] - road[..., 1] * river[..., 0]
    det = np.where(np.abs(det) < 1e-9, np.inf, det)
    gap = c - a
    t = (gap[..., 0] * river[..., 1] - gap[..., 1] * river[..., 0]) / det
    u = (gap[..., 0] * road[..., 1] - gap[..., 1] * road[..., 0]) / det
    crossing = np.isfinite(det) & (t >= 0) & (t < 1) & (u >= 0) & (u < 1)
    found = []
    for k, n in zip(*np.nonzero(crossing), strict=True):
        (ax, ay, bx, by), share = (float(v) for v in one[k]), float(t[k, n])
        found.append(((ax + (bx - ax) * share, ay + (by - ay) * share), degrees(atan2(by - ay, bx - ax))))
    return found


def _stretches(lines: Sequence[Sequence[Point]]) -> NDArray[Any]:
    """The stretches of some lines as rows of both ends."""
    return np.array([(*a, *b) for line in lines for a, b in itertools.pairwise(line)]).reshape(-1, 4)
