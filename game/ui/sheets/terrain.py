"""Terrain as its style has it: tints with soft edges, ruled patterns, scattered symbols, on a board of any kind."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, radians, sin
from random import Random

from game.ui.kit.camera import Point
from game.ui.sheets.ink import Ink, closed, fill, stroke
from game.ui.sheets.layers import PATTERN, SYMBOLS, TINT
from game.ui.sheets.looks import Ruling, TerrainLook
from game.ui.sheets.scatter import Cell, Obstacles, Scattering
from game.ui.sheets.shapes import crossings

DASH = 0.42
"""The length of a broken line's pieces on the average, in hex radii."""


def draw_tint(ink: Ink, look: TerrainLook, parts: Iterable[Sequence[Sequence[Point]]]) -> None:
    """The ground's colour, fading at the edge.

    :param parts: for each part of the ground its outline and those of the holes in it, which stay open.
    """
    if look.tint is None:
        return
    for outline, *holes in parts:
        shape = "".join(map(closed, (outline, *holes)))
        ink.add(TINT, stroke(look.tint, 0.16, 0.35 * look.opacity), outline, shape, 0.1)
        ink.add(TINT + 1, fill(look.tint, look.opacity), outline, shape, 0.05)


def draw_cells(ink: Ink, look: TerrainLook, cells: Sequence[Cell], obstacles: Obstacles) -> None:
    """Pattern and symbols of one class of terrain; what stands in a place depends on its name."""
    if look.pattern is not None:
        for cell in cells:
            _rule(ink, look.pattern, cell, Random(f"ruled {cell.place}"))
    for number, entry in enumerate(look.symbols):
        scattering = Scattering(entry, obstacles)
        for cell in cells:
            for spot in scattering.spots(cell, Random(f"{number} {cell.place}")):
                ink.stamp(SYMBOLS, entry.symbols[spot.kind], spot.at, spot.width, spot.turn, entry.colour)


def _rule(ink: Ink, look: Ruling, cell: Cell, rng: Random) -> None:
    """Broken parallel lines across one place, at the same heights in all."""
    turn = radians(look.turn)
    along, across = (cos(turn), sin(turn)), (-sin(turn), cos(turn))
    heights = [x * across[0] + y * across[1] for x, y in cell.outline]
    parts = []
    for number in range(int(min(heights) // look.pitch) + 1, int(max(heights) // look.pitch) + 1):
        at = across[0] * number * look.pitch, across[1] * number * look.pitch
        hits = crossings(cell.outline, at, along)
        for start, end in zip(hits[::2], hits[1::2], strict=False):
            t = start + 0.04
            while t < end - 0.08:
                far = min(end - 0.04, t + DASH * (0.5 + rng.random()))
                if rng.random() >= look.broken:
                    a, b = (f"{at[0] + along[0] * u:.3f} {at[1] + along[1] * u:.3f}" for u in (t, far))
                    parts.append(f"M{a}L{b}")
                t = far + 0.07 + 0.1 * rng.random()
    if parts:
        ink.add(PATTERN, stroke(look.colour, look.width, look.opacity), list(cell.outline), "".join(parts), 0.02)
