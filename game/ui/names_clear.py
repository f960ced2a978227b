"""Names of the map lie on no counter: one that would is printed beside the counters, smaller where it must be."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import hypot

import pygame

from game.core.contract import Counter
from game.ui.camera import Box, Camera, Point
from game.ui.sheet_lettering import Lettering

FINE = 100
"""Parts of a unit of the sheet that overlaps are reckoned in."""
SIZES = (1.0, 0.85, 0.7)
"""Shares of its size that a moved name is tried at."""
STEP, FAR = 0.5, 4.0
"""How closely places for a name are tried and how far away, in heights of its letters."""
PILED = 0.15
"""Units by which each further counter of a pile widens it."""


def boxes(lying: Sequence[tuple[Counter, Point, float]]) -> list[pygame.Rect]:
    """The ground that counters cover; each is given with its middle and its width in the sheet's units."""
    wide = {(at, width) for _, at, width in lying}
    piled = Tally(at for _, at, _ in lying)
    return [_box(at, width + PILED * min(3, piled[at] - 1), width + PILED * min(3, piled[at] - 1))
            for at, width in sorted(wide)]


def moved_clear(
    names: Sequence[Lettering], taken: Sequence[pygame.Rect], field: Box, scale: float,
    shunned: Sequence[pygame.Rect] = (),
) -> tuple[Lettering, ...]:
    """The names as they are printed: those on taken ground moved to the nearest free ground in ``field``.

    :param scale: pixels a unit at which they are printed.
    :param shunned: ground that a moved name leaves free where it can, such as that of hex numbers.
    """
    ground = {name: _letters(name, scale) for name in names}
    x, y, w, h = field
    limits = pygame.Rect(round(x * FINE), round(y * FINE), round(w * FINE), round(h * FINE))
    found = []
    for name in names:
        if _free(ground[name], taken):
            found.append(name)
            continue
        others = [*taken, *(box for other in names if other is not name for box in ground[other])]
        moved = _nearest(name, [*others, *shunned], limits, scale)
        if moved is name:
            moved = _nearest(name, others, limits, scale)
        ground[name] = _letters(moved, scale)
        found.append(moved)
    return tuple(found)


def print_names(surface: pygame.Surface, names: Iterable[Lettering], camera: Camera) -> None:
    """Print names on a picture of the camera's rectangle."""
    x, y = camera.to_world(camera.rect.topleft)
    view = x, y, camera.rect.w / camera.scale, camera.rect.h / camera.scale
    for name in names:
        name.print_on(surface, view, camera.scale)


def _nearest(name: Lettering, taken: Sequence[pygame.Rect], limits: pygame.Rect, scale: float) -> Lettering:
    """The name where it lies on nothing; where there is no such place near, itself."""
    reach = round(FAR / STEP)
    steps = range(-reach, reach + 1)
    ways = sorted(((i * STEP, k * STEP) for i in steps for k in steps), key=lambda way: (hypot(*way), way))
    for share in SIZES:
        sized = replace(name, size=name.size * share)
        own = _letters(sized, scale)
        for across, down in ways:
            dx, dy = across * name.size, down * name.size
            shifted = [box.move(round(dx * FINE), round(dy * FINE)) for box in own]
            if _free(shifted, taken) and all(limits.contains(box) for box in shifted):
                path = tuple((x + dx, y + dy) for x, y in name.path)
                return replace(sized, at=(name.at[0] + dx, name.at[1] + dy), path=path)
    return name


def _letters(name: Lettering, scale: float) -> list[pygame.Rect]:
    """The boxes of a name's letters."""
    return [_box(at, 0.8 * name.size, 0.8 * name.size) for at in name.letters(scale)]


def _free(own: Iterable[pygame.Rect], taken: Sequence[pygame.Rect]) -> bool:
    return all(box.collidelist(taken) < 0 for box in own)


def _box(at: Point, width: float, height: float) -> pygame.Rect:
    box = pygame.Rect(0, 0, round(width * FINE), round(height * FINE))
    box.center = round(at[0] * FINE), round(at[1] * FINE)
    return box
