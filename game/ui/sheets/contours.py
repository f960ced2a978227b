"""Soft outlines of groups of hexes: they bend through the middles of hex-sides and keep to the board's straight rim."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from math import sin

from game.board.hexgrid import HexBoard
from game.ui.kit.camera import Point
from game.ui.sheets.shapes import Run, around, border_runs, contains, corner

STEPS = 6
"""Points to a bend."""
WAVER = 0.05
"""How far a hand-drawn line wavers, in hex radii."""


def bent(
    points: Sequence[Point], closed: bool, rim: Callable[[Point, Point], bool] = lambda a, b: False
) -> list[Point]:
    """A line along hex-sides as a curve through their middles; sides for which ``rim`` holds stay straight.

    The ends of an open line stay where they are.
    """
    ring = [*points, points[0]] if closed else list(points)
    legs = list(itertools.pairwise(ring))
    straight = [rim(a, b) for a, b in legs]
    found: list[Point] = [] if closed else [ring[0]]
    for k, (a, b) in enumerate(legs):
        middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        if not straight[k]:
            found.append(middle)
        if k + 1 == len(legs) and not closed:
            found.append(b)
            break
        after = (k + 1) % len(legs)
        if straight[k] or straight[after]:
            found.append(b)
            continue
        (cx, cy), (dx, dy) = legs[after]
        end = (cx + dx) / 2, (cy + dy) / 2
        for n in range(1, STEPS):
            t = n / STEPS
            u, v, w = (1 - t) ** 2, 2 * t * (1 - t), t * t
            found.append((u * middle[0] + v * b[0] + w * end[0], u * middle[1] + v * b[1] + w * end[1]))
    return found


def wavering(points: Sequence[Point], far: float, fixed: Callable[[Point], bool] = lambda at: False) -> list[Point]:
    """A line drawn by hand: every point moved a little, the same wherever it is met; fixed ones stay."""
    return [
        (x, y) if fixed((x, y)) else (x + far * sin(5.3 * y + 1.7 * x), y + far * sin(4.1 * x - 2.9 * y + 1.0))
        for x, y in points
    ]


class Rim:
    """The edge of a board: the hex-sides beyond which there is no hex.

    :param endless: whether the ground is thought to go on beyond: then there is no edge.
    """

    def __init__(self, board: HexBoard, endless: bool = False) -> None:
        grid, self._known = board.grid, set(board.hexes)
        self._endless = endless
        self._sides = {
            frozenset((corner(grid, name, d), corner(grid, name, d + 1)))
            for name in board.hexes for d, other in enumerate(around(grid, name)) if not self.within(other)
        }
        self.corners = frozenset(point for side in self._sides for point in side)

    def within(self, place: str) -> bool:
        """Whether there is ground."""
        return self._endless or place in self._known

    def __call__(self, a: Point, b: Point) -> bool:
        return frozenset((a, b)) in self._sides


def outlines(board: HexBoard, members: set[str], rim: Rim, waver: float = WAVER) -> list[list[list[Point]]]:
    """The soft outlines of a group of hexes, for each part of it the outer one, clockwise, and those about the holes in
    it, the other way round."""
    parts: list[tuple[float, list[list[Point]]]] = []
    holes: list[list[Point]] = []
    for run in border_runs(board.grid, members):
        ring = list(run.points)
        area = sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(ring, [*ring[1:], ring[0]], strict=True))
        line = wavering(bent(ring, True, rim), waver, rim.corners.__contains__)
        if area > 0:
            parts.append((area, [line]))
        else:
            holes.append(line)
    for hole in holes:
        around = [(area, rings) for area, rings in parts if contains(rings[0], hole[0])]
        min(around, key=lambda part: part[0])[1].append(hole)
    return [rings for _, rings in parts]


def slopes(board: HexBoard, members: set[str], rim: Rim) -> list[Run]:
    """The edges of a group of hexes within the board, with the lower ground on their right."""
    found = []
    for run in border_runs(board.grid, members, rim.within):
        line = wavering(bent(run.points, run.closed), WAVER, rim.corners.__contains__)
        found.append(Run(tuple(reversed(line)), run.closed))
    return found

