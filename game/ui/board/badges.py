"""Badges of rings: each is whole, above all counters, and beside the print of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import cos, hypot, radians, sin

import pygame

from game.core.contract import Counter
from game.ui.board import overlays
from game.ui.counters.bases import depth

CORNER = 0.535
"""Where the badge of a square counter is centred, right of its middle and above it, in widths: on its corner, outside
its print."""
TOUCH = 0.72
"""How far a badge at the corner of a base is out along either edge, in its radii: it touches the corner."""
THIN = 12
"""Pixels of depth below which a base that is picked has no badge: it would hide the base."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A counter or base as it lies in the window."""

    counter: Counter
    px: int
    """Its width."""
    turn: float | None
    """Which way a base looks, in degrees clockwise from the top; None for a counter."""
    at: tuple[int, int]

    @property
    def deep(self) -> int:
        """Pixels from front to rear."""
        return depth(self.counter, self.px)

    def out(self, right: float, rear: float) -> tuple[float, float]:
        """The point of the window so far right of its middle and behind it, as it looks."""
        s, c = sin(radians(self.turn or 0)), cos(radians(self.turn or 0))
        return self.at[0] + right * c - rear * s, self.at[1] + right * s + rear * c

    def off(self, point: tuple[float, float]) -> float:
        """Pixels from its edge to a point of the window; 0 within it."""
        x, y = point[0] - self.at[0], point[1] - self.at[1]
        s, c = sin(radians(self.turn or 0)), cos(radians(self.turn or 0))
        right, rear = x * c + y * s, y * c - x * s
        return hypot(max(0.0, abs(right) - self.px / 2), max(0.0, abs(rear) - self.deep / 2))


def badged(kind: str, piece: Piece) -> bool:
    """Whether a ring around a piece has a badge."""
    return kind in overlays.BADGED and (kind != "picked" or piece.deep >= THIN)


def badge_at(piece: Piece, size: int, others: Iterable[Piece], taken: Sequence[pygame.Rect],
             view: pygame.Rect | None = None) -> pygame.Rect:
    """Where the badge of a piece lies: on the upper right corner of a counter; beside a base, where no other lies.

    :param size: the pixels of the badge.
    :param taken: where badges lie already.
    :param view: the part of the window that is seen; none: all of it is.
    """
    place = pygame.Rect(0, 0, size, size)
    if piece.counter.size is None or piece.turn is None:
        place.center = round(piece.at[0] + CORNER * piece.px), round(piece.at[1] - CORNER * piece.px)
        return place
    radius = size / 2
    wide, deep, out = piece.px / 2, piece.deep / 2, TOUCH * radius
    points = [piece.out(right, rear) for right, rear in (
        (wide + out, deep + out), (-wide - out, deep + out), (wide + radius, 0), (-wide - radius, 0),
        (wide + out, -deep - out), (-wide - out, -deep - out), (0, deep + radius), (0, -deep - radius))]
    near = [each for each in others if each.counter is not piece.counter
            and hypot(each.at[0] - piece.at[0], each.at[1] - piece.at[1]) < 2 * (each.px + piece.px)]

    def crowded(point: tuple[float, float]) -> int:
        """How many other pieces and badges a badge would cover, and whether it would be cut off."""
        seen = view is None or view.contains((point[0] - radius, point[1] - radius, size, size))
        return ((not seen) + sum(each.off(point) < radius for each in near)
                + sum(hypot(point[0] - each.centerx, point[1] - each.centery) < size for each in taken))

    x, y = min(points, key=crowded)
    place.center = round(x), round(y)
    return place
