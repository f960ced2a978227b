"""A way to go as an arrow."""

from __future__ import annotations

from math import atan2, cos, hypot, sin

import pygame

from game.ui.board.overlays import BLUE
from game.ui.counters.cardboard import rasterise
from game.ui.kit.picture_cache import picture_cache


@picture_cache(32)
def arrow(
    points: tuple[tuple[int, int], ...], scale: float, short: float = 0.0, colour: str = BLUE
) -> tuple[pygame.Surface, tuple[int, int]]:
    """A path as an arrow with a dot at each step; points in pixels, ``scale`` pixels a radius.

    ``short`` is how many radii before the last point the arrow ends.

    :return: the picture and where its corner goes.
    """
    pad = round(0.5 * scale)
    left, top = int(min(p[0] for p in points)) - pad, int(min(p[1] for p in points)) - pad
    right, bottom = int(max(p[0] for p in points)) + pad, int(max(p[1] for p in points)) + pad
    moved: list[tuple[float, float]] = [(x - left, y - top) for x, y in points]
    (ax, ay), (bx, by) = moved[-2:]
    angle, length = atan2(by - ay, bx - ax), hypot(bx - ax, by - ay) - short * scale
    bx, by = ax + cos(angle) * length, ay + sin(angle) * length
    head = min(0.46 * scale, length * 0.6)
    base = bx - cos(angle) * head * 0.8, by - sin(angle) * head * 0.8
    wings = [
        (bx - cos(angle + s * 0.5) * head * 1.15, by - sin(angle + s * 0.5) * head * 1.15) for s in (-1, 1)
    ]
    line = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in [*moved[:-1], base])
    tip = f"M{bx:.1f} {by:.1f}L{wings[0][0]:.1f} {wings[0][1]:.1f}L{wings[1][0]:.1f} {wings[1][1]:.1f}Z"
    width = 0.15 * scale
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{width * 0.95:.1f}" fill="#f7f3e6" stroke="{colour}" '
        f'stroke-width="{width * 0.45:.1f}"/>' for x, y in moved[:-1]
    )
    size = right - left, bottom - top
    body = (
        f'<path d="{line}" fill="none" stroke="#fff6df" stroke-width="{width * 1.7:.1f}" stroke-linejoin="round"/>'
        f'<path d="{tip}" fill="#fff6df" stroke="#fff6df" stroke-width="{width * 0.7:.1f}" stroke-linejoin="round"/>'
        f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="{width:.1f}" stroke-linejoin="round"/>'
        f'<path d="{tip}" fill="{colour}"/>{dots}'
    )
    picture = rasterise(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}" '
        f'viewBox="0 0 {size[0]} {size[1]}">{body}</svg>', size,
    )
    return picture, (left, top)
