"""Zones of control on the sheet: each side's area tinted and bounded in that side's pattern.

They change at every move, so they are stamped with small pictures that are kept, not drawn as one large one.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot

import pygame

from game.board.hexgrid import CORNERS, HexBoard
from game.core.theme import SeatInfo
from game.ui.counters.pictures import rasterise
from game.ui.kit.camera import Camera, Point
from game.ui.kit.picture_cache import picture_cache
from game.ui.sheets.ink import circle, closed, fill, stroke
from game.ui.sheets.shapes import border_runs, inset


@dataclass(frozen=True, slots=True)
class Zone:
    """One side's zone of control."""

    side: SeatInfo
    hexes: tuple[Point, ...]
    """The middles of its hexes."""
    bounds: tuple[tuple[Point, Point], ...]
    """Points along the boundary in hex radii, each with the direction of the boundary there."""


def zones(board: HexBoard, seats: Sequence[SeatInfo], stands: Iterable[tuple[str, str]]) -> tuple[Zone, ...]:
    """The hexes next to each side's counters; ``stands`` are pairs of seat and place."""
    areas: dict[str, set[str]] = {}
    for seat, place in stands:
        around = {board.grid.neighbour(place, d) for d in range(6)} & board.index.keys()
        areas.setdefault(seat, set()).update(around, {place})
    found = []
    for order, info in enumerate(seats):
        area = areas.get(info.name, set())
        gap = 0.2 if info.pattern == "solid" else 0.29
        bounds: list[tuple[Point, Point]] = []
        for run in border_runs(board.grid, area):
            line = inset(run.points, 0.085 + 0.10 * order)
            bounds += _spaced([*line, line[0]], gap)
        found.append(Zone(info, tuple(map(board.grid.centre, sorted(area))), tuple(bounds)))
    return tuple(found)


def print_zones(surface: pygame.Surface, found: Iterable[Zone], camera: Camera, sharp: float) -> None:
    """Stamp zones on a surface that shows the camera's rectangle.

    :param sharp: pixels a hex radius at which the stamps are cut; they are stretched to the camera's scale.
    """
    found = tuple(found)
    left, top = camera.rect.topleft
    view = surface.get_rect()

    def stamp(picture: pygame.Surface, at: Point) -> None:
        x, y = camera.to_screen(at)
        place = picture.get_rect(center=(round(x - left), round(y - top)))
        if place.colliderect(view):
            surface.blit(picture, place)

    for zone in found:
        tint = _tint(zone.side.paper, sharp)
        if camera.scale != sharp:
            tint = pygame.transform.smoothscale_by(tint, camera.scale / sharp)
        for at in zone.hexes:
            stamp(tint, at)
    for zone in found:
        for at, (ux, uy) in zone.bounds:
            stamp(_mark(zone.side, round(ux, 2), round(uy, 2), sharp), at)


@picture_cache(16)
def _tint(colour: str, scale: float) -> pygame.Surface:
    """A hex washed with a side's colour."""
    d = closed([(x * 0.985, y * 0.985) for x, y in CORNERS])
    return _picture(f'<path d="{d}" {fill(colour, 0.16)}/>', 1.1, scale)


@picture_cache(64)
def _mark(side: SeatInfo, ux: float, uy: float, scale: float) -> pygame.Surface:
    """A dot, or a dash along a direction, in paper colour rimmed with the print's."""
    if side.pattern == "solid":
        body = "".join(
            f'<path d="{circle((0.0, 0.0), grow)}" {fill(colour)}/>'
            for grow, colour in ((0.062, side.print), (0.046, side.paper))
        )
    else:
        d = f"M{-ux * 0.07:.3f} {-uy * 0.07:.3f}L{ux * 0.07:.3f} {uy * 0.07:.3f}"
        body = "".join(
            f'<path d="{d}" {stroke(colour, width)}/>' for width, colour in ((0.105, side.print), (0.058, side.paper))
        )
    return _picture(body, 0.15, scale)


def _picture(body: str, reach: float, scale: float) -> pygame.Surface:
    size = max(2, round(2 * reach * scale))
    box = f"{-reach} {-reach} {2 * reach} {2 * reach}"
    return rasterise(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="{box}">{body}</svg>',
        (size, size),
    )


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
