"""Names that counters lie on are printed once more above them, so that they can always be read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import pygame

from game.ui.camera import Camera
from game.ui.sheet_lettering import Lettering

PAPER = "#f6ecd2"
"""What is printed around the letters, so that they stand out from counters."""


def covered(names: Iterable[Lettering], counters: Sequence[pygame.Rect], camera: Camera) -> list[Lettering]:
    """The names some letter of which lies under a counter; rectangles in window pixels."""
    found = []
    for name in names:
        letters = [camera.to_screen(point) for point in name.letters(camera.scale)]
        if any(rect.collidepoint(letter) for rect in counters for letter in letters):
            found.append(name)
    return found


def print_over(surface: pygame.Surface, names: Iterable[Lettering], camera: Camera) -> None:
    """Print names above the counters that lie on them."""
    x, y = camera.to_world(camera.rect.topleft)
    view = x, y, camera.rect.w / camera.scale, camera.rect.h / camera.scale
    part = surface.subsurface(camera.rect.clip(surface.get_rect()))
    for name in names:
        replace(name, halo=PAPER).print_on(part, view, camera.scale)
