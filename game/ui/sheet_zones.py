"""Zones of control on the sheet: each side's area tinted and bounded in that side's pattern."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from math import hypot

from game.board.hexgrid import HexBoard, neighbour
from game.core.contract import SeatInfo
from game.ui.camera import Point
from game.ui.sheet_geometry import border_runs, hex_outline, inset
from game.ui.sheet_ink import Ink, circle, fill, stroke


def zones(board: HexBoard, seats: Sequence[SeatInfo], stands: Iterable[tuple[str, str]]) -> Ink:
    """Draw the hexes next to each side's counters; ``stands`` are pairs of seat and place."""
    ink = Ink()
    areas: dict[str, set[str]] = {}
    for seat, place in stands:
        around = {neighbour(place, d) for d in range(6)} & board.index.keys()
        areas.setdefault(seat, set()).update(around, {place})
    for order, info in enumerate(seats):
        area = areas.get(info.name, set())
        for name in sorted(area):
            ink.polygon(order, fill(info.paper, 0.16), hex_outline(name, 0.985))
        for run in border_runs(area):
            line = inset(run.points, 0.085 + 0.10 * order)
            _bound(ink, [*line, line[0]], info, 10 + order)
    return ink


def _bound(ink: Ink, ring: Sequence[Point], info: SeatInfo, layer: int) -> None:
    """Dots or dashes along a line, in paper colour rimmed with the print's."""
    if info.pattern == "solid":
        spots = _spaced(ring, 0.2)
        for grow, colour in ((0.062, info.print), (0.046, info.paper)):
            ink.add(layer, fill(colour), list(ring), "".join(circle(a, grow) for a, _ in spots), 0.1)
        return
    data = "".join(
        f"M{x - ux * 0.07:.3f} {y - uy * 0.07:.3f}L{x + ux * 0.07:.3f} {y + uy * 0.07:.3f}"
        for (x, y), (ux, uy) in _spaced(ring, 0.29)
    )
    for width, colour in ((0.105, info.print), (0.058, info.paper)):
        ink.add(layer, stroke(colour, width), list(ring), data, 0.1)


def _spaced(ring: Sequence[Point], gap: float) -> list[tuple[Point, Point]]:
    """Points along a line about ``gap`` apart, with the direction there; none sits on a bend."""
    found = []
    for (ax, ay), (bx, by) in itertools.pairwise(ring):
        length = hypot(bx - ax, by - ay)
        if length < 1e-6:
            continue
        count = max(1, round(length / gap))
        ux, uy = (bx - ax) / length, (by - ay) / length
        for k in range(count):
            t = (k + 0.5) / count
            found.append(((ax + (bx - ax) * t, ay + (by - ay) * t), (ux, uy)))
    return found
