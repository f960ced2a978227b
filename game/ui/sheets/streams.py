"""Lines that wind: rivers as ribbons of water between darker banks, roads and streams as cased lines."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from math import hypot, sin
from typing import Any, Literal

from game.ui.kit.camera import Point
from game.ui.sheets.ink import Ink, fill, smooth, stroke
from game.ui.sheets.layers import RIVER

End = Literal["open", "spring", "mouth"]
"""How a river ends: cut off or joined, thin where it rises, wide where it meets the sea."""

SPRING = 1.6
"""How far from where it rises a river has its full width, in units."""


def ribbon(ink: Ink, way: Sequence[Point], look: Mapping[str, Any], ends: tuple[End, End] = ("open", "open")) -> None:
    """A river. Banks lie below all water, so that rivers flow into each other."""
    half, bank = float(look["width"]) / 2, float(look["banks"])
    halves = _halves(way, half, ends)
    for layer, colour, grow in ((RIVER, look["bank"], bank / 2), (RIVER + 1, look["colour"], -bank / 2)):
        left, right = _sides(way, [h + grow for h in halves])
        shape = [*left, *reversed(right)]
        ink.add(layer, fill(colour), shape, smooth(left, False) + "L" + smooth(right[::-1], False)[1:] + "Z", 0.1)
    left, right = _sides(way, halves)
    for share in (-0.35, 0.35):
        middle = [((a[0] + b[0]) / 2 + (a[0] - b[0]) * share / 2, (a[1] + b[1]) / 2 + (a[1] - b[1]) * share / 2)
                  for a, b in zip(left, right, strict=True)]
        style = stroke(look["bank"], bank * 0.42, 0.7) + ' stroke-dasharray="0.391 0.283"'
        ink.curve(RIVER + 2, style, middle, False)


def _halves(way: Sequence[Point], half: float, ends: tuple[End, End]) -> list[float]:
    """Half the width at each point."""
    walked = [0.0]
    for a, b in itertools.pairwise(way):
        walked.append(walked[-1] + hypot(b[0] - a[0], b[1] - a[1]))
    last, found = len(way) - 1, []
    for k, at in enumerate(walked):
        wide = half * (0.85 + 0.2 * sin(at / 0.83))
        for end, far, points in ((ends[0], at, k), (ends[1], walked[-1] - at, last - k)):
            if end == "spring":
                wide *= 0.3 + 0.7 * min(1.0, far / SPRING)
            elif end == "mouth":
                wide += 1.06 * half * max(0.0, 1 - points / 4) ** 2
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
    ink.curve(layer, stroke(look["colour"], float(look["width"])), way, False)
    core = stroke(look["core"], float(look["inner"]), cap="butt" if "dash" in look else "round")
    if "dash" in look:
        core += f' stroke-dasharray="{look["dash"]} {look["dash"]}"'
    ink.curve(layer + 1, core, way, False)
