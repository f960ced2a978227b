"""The ground of a sheet: tints, desert stipple, the hex grid, dotted zone lines, water and hills."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from math import cos, sin, sqrt
from random import Random
from typing import Any

from game.board.hexgrid import HexBoard, Outline, centre
from game.ui.kit.camera import Point
from game.ui.sheets.ink import Ink, circle, fill, stroke
from game.ui.sheets.shapes import (
    Run,
    all_sides,
    border_runs,
    clockwise,
    contains,
    hex_outline,
    inset,
)

FIELD, HILL, WATER, STIPPLE, GRID, ZONE = 0, 10, 20, 26, 30, 58


def field(ink: Ink, board: HexBoard, look: Mapping[str, Any]) -> None:
    """A tint over all hexes, so that the board stands out from the paper around it."""
    for run in border_runs(set(board.hexes)):
        for grow, opacity in ((0.30, 0.16), (0.15, 0.22), (0.0, 0.55)):
            ink.polygon(FIELD, fill(look["colour"], opacity), inset(run.points, -grow))


def stipple(ink: Ink, board: HexBoard, names: Sequence[str], look: Mapping[str, Any], rng: Random) -> None:
    """Dots in drifts, a few stones and dune lines."""
    colour, dense = look["colour"], int(look.get("dots", 42))
    for name in names:
        outline = hex_outline(name, 0.95)
        cx, cy = centre(name)
        drift = [rng.uniform(-0.5, 0.5) for _ in range(3)]
        fine: list[str] = []
        coarse: list[str] = []
        for _ in range(dense):
            dx, dy, chance = 1.9 * rng.random() - 0.95, 1.65 * rng.random() - 0.825, rng.random()
            x, y = cx + dx, cy + dy
            inside = abs(dx) + abs(dy) / sqrt(3) < 0.95
            if not inside or chance > 0.55 + drift[0] * dx + drift[1] * dy + drift[2] * abs(dx + dy):
                continue
            (coarse if rng.random() < 0.16 else fine).append(f"M{x:.3f} {y:.3f}l0.004 0.002")
        for marks, width in ((fine, 0.025), (coarse, 0.042)):
            if marks:
                ink.add(STIPPLE, stroke(colour, width, 0.72), outline, "".join(marks))
        if rng.random() < float(look.get("tufts", 0.0)):
            for _ in range(rng.randint(1, 3)):
                _tuft(ink, (cx + rng.uniform(-0.6, 0.6), cy + rng.uniform(-0.55, 0.55)), look["tuft"], rng)
        if rng.random() < float(look.get("dunes", 0.3)):
            _dune(ink, (cx + rng.uniform(-0.45, 0.45), cy + rng.uniform(-0.4, 0.4)), colour, rng)


def _tuft(ink: Ink, at: Point, colour: str, rng: Random) -> None:
    """Dry grass: a few blades from one root and a line of ground."""
    x, y = at
    blades = []
    for lean in (-0.075, -0.03, 0.012, 0.06):
        high = 0.07 + 0.06 * rng.random()
        blades.append(f"M{x + lean * 0.3:.3f} {y:.3f}L{x + lean:.3f} {y - high:.3f}")
    blades.append(f"M{x - 0.07:.3f} {y + 0.012:.3f}L{x + 0.10:.3f} {y + 0.012:.3f}")
    ink.add(STIPPLE, stroke(colour, 0.017, 0.8), [at], "".join(blades), 0.2)


def _dune(ink: Ink, at: Point, colour: str, rng: Random) -> None:
    """A crescent with a few slip-face ticks."""
    width = 0.16 + 0.12 * rng.random()
    x, y = at
    points = [(x + width * cos(a), y - width * 0.45 * sin(a)) for a in (0.15 + 2.85 * k / 7 for k in range(8))]
    ink.curve(STIPPLE, stroke(colour, 0.016, 0.7), points, close=False)
    ticks = [(p, (p[0] + 0.02, p[1] + 0.035 + 0.04 * rng.random())) for p in points[1:4]]
    data = "".join(f"M{a[0]:.3f} {a[1]:.3f}L{b[0]:.3f} {b[1]:.3f}" for a, b in ticks)
    ink.add(STIPPLE, stroke(colour, 0.012, 0.6), points, data, 0.1)


def grid(ink: Ink, board: HexBoard, look: Mapping[str, Any]) -> None:
    """Thin hex lines; the rim of the board stronger."""
    sides = sorted(all_sides(board))
    for k in range(0, len(sides), 24):
        part = sides[k : k + 24]
        data = "".join(f"M{a[0]:.3f} {a[1]:.3f}L{b[0]:.3f} {b[1]:.3f}" for a, b in part)
        ink.add(GRID, stroke(look["colour"], 0.022, 0.62), [p for side in part for p in side], data, 0.02)
    for run in border_runs(set(board.hexes)):
        ink.polygon(GRID + 1, stroke(look["colour"], 0.05, 0.75), run.points)


def zone_line(ink: Ink, board: HexBoard, look: Mapping[str, Any]) -> None:
    """Dots along the border of two deployment zones, as on the printed sheet."""
    names = sorted(board.zones)
    for k, name in enumerate(names):
        others = {h for later in names[k + 1 :] for h in board.zones[later]} - board.zones[name]
        for run in border_runs(board.zones[name], others.__contains__):
            _dots(ink, run, look)


def _dots(ink: Ink, run: Run, look: Mapping[str, Any]) -> None:
    points = [*run.points, run.points[0]] if run.closed else list(run.points)
    dots = []
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        dots += [(ax + (bx - ax) * k / 6, ay + (by - ay) * k / 6) for k in range(6)]
    dots.append(points[-1])
    ink.add(ZONE, fill("#f6ead0", 0.9), dots, "".join(circle(p, 0.062) for p in dots), 0.1)
    ink.add(ZONE + 1, fill(look["colour"]), dots, "".join(circle(p, 0.042) for p in dots), 0.1)


def water(ink: Ink, outline: Outline, look: Mapping[str, Any], rng: Random) -> None:
    """Water with darker banks and, inside them, the fading lines of an engraved shore."""
    shape = clockwise(outline.points)
    ink.polygon(WATER, fill(look["colour"], 0.92) + f' stroke="{look["bank"]}" stroke-width="0.075"', shape)
    for k, (depth, width, opacity) in enumerate(((0.055, 0.05, 0.55), (0.12, 0.026, 0.55), (0.20, 0.018, 0.42),
                                                 (0.30, 0.014, 0.30), (0.42, 0.010, 0.22))):
        inner = inset(shape, depth)
        kept = [p for p in inner if contains(shape, p)] if depth > 0.25 else inner
        if len(kept) > len(shape) * 0.6:
            ink.polygon(WATER + 1 + k, stroke(look["bank"], width, opacity), kept)


def hill(ink: Ink, outline: Outline, look: Mapping[str, Any], rng: Random) -> None:
    """Rising ground in layered tints, its lower right in shade."""
    shape = clockwise(outline.points)
    cx, cy = sum(x for x, _ in shape) / len(shape), sum(y for _, y in shape) / len(shape)
    for k, share in enumerate((1.0, 0.84, 0.66, 0.46)):
        lift = 0.05 * k
        layer = [(cx + (x - cx) * share - lift, cy + (y - cy) * share - lift) for x, y in shape]
        shade = [(x + 0.06, y + 0.075) for x, y in layer]
        if k:
            ink.curve(HILL + 2 * k, fill(look["shade"], 0.15), shade, True)
        ink.curve(HILL + 2 * k + 1, fill(look["colour"], 0.40), layer, True)
