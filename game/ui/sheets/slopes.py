"""Slopes in hachures, and barbed earthworks: lines that fall, or point, to their right."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from math import hypot
from random import Random
from typing import Any

from game.ui.kit.camera import Point
from game.ui.sheets.ink import PIECE, Ink, closed, fill, stroke
from game.ui.sheets.shapes import Run, Sample, along, ribbon, wave

LIGHT = (0.6, 0.8)
"""The direction light travels on every sheet: from the upper left."""

WASH, LINES, CREST = 0, 4, 8
"""Layers from the one a line is given."""


def hachure(ink: Ink, layer: int, run: Run, look: Mapping[str, Any], rng: Random) -> None:
    """A slope falling to the right of the run: crest line, shade and tapered strokes of uneven length."""
    colour, depth = look["colour"], float(look.get("depth", 0.3))
    samples = along(run, float(look.get("apart", 0.035)))
    uneven, ragged = wave(rng, 5, 1.9), wave(rng, 3, 0.45)
    for share, opacity in ((0.95, 0.07), (0.62, 0.09), (0.34, 0.12)):
        band = [*(s.off(0.0) for s in samples),
                *(s.off(depth * share * (0.95 + 0.35 * uneven(s.at + share))) for s in reversed(samples))]
        _band(ink, layer + WASH, fill(colour, opacity), band)
    lit = ribbon(samples, lambda s: -0.012, lambda s: -0.075 - 0.02 * ragged(s.at))
    _band(ink, layer + WASH + 1, fill(look.get("lit", "#fff6de"), 0.55), lit)
    strokes = []
    for sample in samples:
        shade = 0.5 + 0.5 * (sample.normal[0] * LIGHT[0] + sample.normal[1] * LIGHT[1])
        if rng.random() < 0.10:
            continue
        length = depth * (0.62 + 0.42 * uneven(sample.at)) * (0.6 + 0.65 * rng.random())
        length = max(0.05, length * (0.85 + 0.25 * shade))
        strokes.append(_taper(sample, 0.0, length, 0.015 + 0.017 * shade, rng))
        if rng.random() < 0.34:
            start = length + 0.02 + 0.03 * rng.random()
            strokes.append(_taper(sample, start, start + 0.03 + 0.09 * rng.random(), 0.009, rng))
    for k in range(0, len(strokes), 40):
        part = strokes[k : k + 40]
        points = [p for shape in part for p in shape]
        ink.add(layer + LINES, fill(colour, 0.92), points, "".join(map(closed, part)))
    crest = ribbon(
        samples, lambda s: -0.012 - 0.008 * ragged(s.at * 1.7 + 3), lambda s: 0.014 + 0.012 * ragged(s.at)
    )
    _band(ink, layer + CREST, fill(colour), crest)


def _band(ink: Ink, layer: int, style: str, shape: Sequence[Point]) -> None:
    """A long band, one edge of it after the other, kept in pieces so that only those in view are printed."""
    half = len(shape) // 2
    near, far = shape[:half], shape[:half - 1:-1]
    for k in range(0, half - 1, PIECE):
        ink.polygon(layer, style, [*near[k : k + PIECE + 1], *reversed(far[k : k + PIECE + 1])])


def _taper(sample: Sample, start: float, end: float, half: float, rng: Random) -> list[tuple[float, float]]:
    """A hachure: broad above, a hair below, a little slanted."""
    lean = (rng.random() - 0.5) * 0.05
    return [sample.off(start, -half), sample.off(start, half), sample.off(end, lean)]


def sawtooth(ink: Ink, layer: int, run: Run, look: Mapping[str, Any], rng: Random) -> None:
    """An earthwork: a lighter bank on the plain side of the run, ragged stakes on its right, the barbed side."""
    colour, earth = look["colour"], look["earth"]
    samples = along(run, 0.05, 0.12)
    broad = float(look.get("bank", 0.165))
    ragged, slow = wave(rng, 4, 0.5), wave(rng, 3, 1.4)
    bank = ribbon(samples, lambda s: 0.02, lambda s: -broad - 0.02 * slow(s.at) - 0.012 * ragged(s.at))
    ink.polygon(layer + WASH + 2, fill(look.get("shade", "#6b4a24"), 0.30), [(x + 0.025, y + 0.03) for x, y in bank])
    ink.polygon(layer + WASH + 3, fill(earth) + f' stroke="{colour}" stroke-width="0.016" stroke-opacity="0.75"', bank)
    top = ribbon(samples, lambda s: -0.27 * broad, lambda s: -0.52 * broad - 0.012 * ragged(s.at + 2))
    ink.polygon(layer + WASH + 4, fill(look.get("lit", "#fff3d2"), 0.75), top)
    ticks = []
    for sample in samples[1:-1:2]:
        if rng.random() < 0.75:
            a, b = sample.off(-0.58 * broad, 0.0), sample.off(-0.82 * broad - 0.02 * rng.random(), 0.01)
            ticks.append([a, b])
    if ticks:
        points = [p for pair in ticks for p in pair]
        data = "".join(f"M{a[0]:.3f} {a[1]:.3f}L{b[0]:.3f} {b[1]:.3f}" for a, b in ticks)
        ink.add(layer + WASH + 5, stroke(colour, 0.014, 0.6), points, data)
    _stakes(ink, layer, run, colour, float(look.get("barb", 0.17)), rng)
    trench = ribbon(samples, lambda s: -0.022 - 0.006 * ragged(s.at), lambda s: 0.026 + 0.008 * ragged(s.at + 1))
    ink.polygon(layer + CREST, fill(colour), trench)


def _stakes(ink: Ink, layer: int, run: Run, colour: str, barb: float, rng: Random) -> None:
    """Sharpened trunks pointing at the enemy: thorns of uneven size and lean."""
    points = [*run.points, run.points[0]] if run.closed else list(run.points)
    thorns = []
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        length = hypot(bx - ax, by - ay)
        ux, uy = (bx - ax) / length, (by - ay) / length
        nx, ny = -uy, ux
        t = 0.03
        while t < length - 0.05:
            width = 0.085 + 0.05 * rng.random()
            high = barb * (0.68 + 0.5 * rng.random())
            lean = (rng.random() - 0.5) * 0.09
            end = min(t + width, length - 0.01)
            tip = (t + end) / 2 + lean
            thorns.append([
                (ax + ux * t, ay + uy * t), (ax + ux * end, ay + uy * end),
                (ax + ux * tip + nx * high, ay + uy * tip + ny * high),
            ])
            t = end + 0.012 + 0.03 * rng.random()
    flat = [p for thorn in thorns for p in thorn]
    ink.add(layer + LINES, fill(colour), flat, "".join(map(closed, thorns)))
