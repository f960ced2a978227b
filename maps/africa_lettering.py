"""Where Africa's maps print the names of areas, and where counters stand beside them. Used when maps are written."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

import numpy as np

from game.board.polygon import contains

Point = tuple[float, float]
WIDTHS = {"hill": 0.84, "sea": 0.74, "number": 0.7, "water": 0.56, "wood": 0.53}
"""Width of a letter with its spacing, in letter heights, by style of lettering; 0.51 for all others."""
DEEP = 66.0
"""A name further than this below the top of its area, in map pixels, is broken into two lines."""
BOX = (70.0, 58.0)
"""Half the box about a stand that is kept clear, in map pixels."""
Name = tuple[str, list[Point], float]
"""A line of print: its words, the line they stand on the middle of, the letters' height; all in map pixels."""


def letter(title: str, style: str, shape: Sequence[Point], home: Point) -> list[Name]:
    """An area's name along its upper border, in one line or two; down its right side where it is narrow."""
    if style == "number":
        return [(title, _arc(title, style, shape, home, 38.0) or [(home[0] - 20, home[1] - 46),
                                                               (home[0] + 20, home[1] - 46)], 38.0)]
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    if style == "sea" or max(ys) - min(ys) > 2.0 * (max(xs) - min(xs)):
        size = 21.0 if style == "sea" else 18.0
        return [(title, _upright(title, style, shape, size), size)]
    for size in (21.0, 19.0, 17.0):
        if style == "hill":
            size -= 2.0
        path = _arc(title, style, shape, home, size)
        if path and (max(y for _, y in path) - min(ys) < DEEP or " " not in title):
            return [(title, path, size)]
        lines = _halves(title)
        path = _arc(max(lines, key=len), style, shape, home, size) if len(lines) == 2 else None
        if path:
            lower = [(x, y + 1.02 * size) for x, y in path]
            return [(lines[0], path, size), (lines[1], lower, size)]
    raise ValueError(f"no room for the name {title!r}")


def _halves(title: str) -> list[str]:
    """A name as two lines of about equal length."""
    words = title.split()
    cuts = [[" ".join(words[:k]), " ".join(words[k:])] for k in range(1, len(words))]
    return min(cuts, key=lambda cut: abs(len(cut[0]) - len(cut[1]))) if cuts else [title]


def _length(text: str, style: str, size: float) -> float:
    return len(text) * WIDTHS.get(style, 0.51) * size


def _span(shape: Sequence[Point], x: float) -> tuple[float, float] | None:
    """The y at which a vertical line enters an outline from above and leaves it again."""
    hits = sorted(
        ay + (by - ay) * (x - ax) / (bx - ax)
        for (ax, ay), (bx, by) in zip(shape, [*shape[1:], shape[0]], strict=True) if (ax > x) != (bx > x)
    )
    return (hits[0], hits[1]) if len(hits) >= 2 else None


def _arc(text: str, style: str, shape: Sequence[Point], home: Point, size: float) -> list[Point] | None:
    """A gentle curve below the upper border, as near above ``home`` as it fits; None where it does not."""
    half = _length(text, style, size) / 2 + 5
    best: tuple[float, list[Point]] | None = None
    for middle in np.arange(home[0] - 70, home[0] + 71, 5):
        xs = np.linspace(middle - half, middle + half, 15)
        spans = [_span(shape, float(x)) for x in xs]
        if any(span is None for span in spans):
            continue
        top = np.array([span[0] for span in spans if span])
        bend, slope, _ = np.polyfit(xs - middle, top, 2)
        bend = float(np.clip(bend, -0.0011, 0.0011))
        slope = float(np.clip(slope, -0.22, 0.22))
        line = bend * (xs - middle) ** 2 + slope * (xs - middle)
        lift = float(np.max(top - line))
        line = line + lift + 0.72 * size + 5
        if any(not contains(list(shape), (float(x), float(y) + s * size * 0.62))
               for x, y in zip(xs, line, strict=True) for s in (-1, 1)):
            continue
        cost = float(np.mean(line)) + 0.25 * abs(middle - home[0]) + 60 * abs(slope)
        if best is None or cost < best[0]:
            best = cost, [(round(float(x), 1), round(float(y), 1)) for x, y in zip(xs[::2], line[::2], strict=True)]
    return best[1] if best else None


def _upright(text: str, style: str, shape: Sequence[Point], size: float) -> list[Point]:
    """A line down the right part of a narrow area, a little inside its border."""
    ys = [y for _, y in shape]
    middle, half = (min(ys) + max(ys)) / 2, min(_length(text, style, size) / 2 + 6, (max(ys) - min(ys)) / 2 - 8)
    points = []
    for y in np.linspace(middle - half, middle + half, 7):
        hits = [
            ax + (bx - ax) * (y - ay) / (by - ay)
            for (ax, ay), (bx, by) in zip(shape, [*shape[1:], shape[0]], strict=True) if (ay > y) != (by > y)
        ]
        points.append((max(hits) - size * 1.05, round(float(y), 1)))
    k = np.polyfit([y for _, y in points], [x for x, _ in points], 1)
    return [(round(float(np.polyval(k, y)), 1), y) for _, y in points]


def stand(shape: Sequence[Point], names: Sequence[Name], keep: Sequence[Point] = ()) -> Point:
    """The point with the largest box of ``BOX``'s shape about it that meets no border, no name and no kept point."""
    walls = np.array(_dense(shape))
    words = [(x, y + s * size * 0.5) for _, path, size in names for x, y in _dense(path, ring=False) for s in (-1, 1)]
    soft = np.array([*words, *keep]) if words or keep else walls
    xs, ys = walls[:, 0], walls[:, 1]
    best = (-1.0, (0.0, 0.0))
    for x in np.arange(xs.min() + 20, xs.max() - 19, 6):
        for y in np.arange(ys.min() + 20, ys.max() - 19, 6):
            spot = (float(x), float(y))
            if not contains(list(shape), spot):
                continue
            room = min(
                float(np.min(np.maximum(abs(part[:, 0] - x) / BOX[0], abs(part[:, 1] - y) / BOX[1])))
                for part in (walls, soft)
            )
            if room > best[0]:
                best = room, spot
    return round(best[1][0]), round(best[1][1])


def _dense(points: Sequence[Point], ring: bool = True) -> list[Point]:
    """Points along a line no more than 8 pixels apart."""
    found = []
    ends = [*points[1:], points[0]] if ring else [*points[1:], points[-1]]
    for (ax, ay), (bx, by) in zip(points, ends, strict=True):
        count = max(1, round(hypot(bx - ax, by - ay) / 8))
        found += [(ax + (bx - ax) * k / count, ay + (by - ay) * k / count) for k in range(count)]
    return found
