"""Hex numbers, printed over the sheet because they can be switched off."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from game.board.hexgrid import HexBoard
from game.ui.kit.camera import Camera
from game.ui.kit.fonts import font
from game.ui.kit.picture_cache import picture_cache
from game.ui.sheets.style import Style

LEAST = 12
"""Pixels; no number is printed smaller."""
CLEAR, READABLE, LEGIBLE = 32.0, 20.0, 15.0
"""Pixels a radius from which numbers of that size stand clear of counters, fit between them, and can be told from their
neighbours at all."""

UP, UP_TIGHT, TIGHT = 0.742, 0.80, 36.0
"""How far above a hex's middle its number stands, in radii: further up below so many pixels a radius, where a counter
would hide it."""
UP_TURNED, UP_TURNED_TIGHT = 0.75, 0.79
"""The same where hexes are pointed: below the upper corner."""
DOWN_TURNED = 0.83
"""How far below a pointed hex's middle its number stands where its top is covered, in radii."""
ROOM = 0.7
"""Half the room a number takes at most, in radii."""


def print_numbers(surface: pygame.Surface, board: HexBoard, camera: Camera, style: Style, sharp: float) -> None:
    """Print every hex's number at its top; ``surface`` shows the camera's rectangle.

    :param sharp: pixels a hex radius that the type is set for.
    """
    px = max(LEAST, round(0.20 * sharp))
    scale, (colour, halo) = camera.scale, (style.sheet["numbers"], style.sheet["paper"])
    left, top = camera.to_world(camera.rect.topleft)
    up, tight = (UP_TURNED, UP_TURNED_TIGHT) if board.grid.turned else (UP, UP_TIGHT)
    top += up if sharp >= TIGHT else tight
    seen, printed = surface.get_clip(), []
    west, east = left + seen.left / scale - ROOM, left + seen.right / scale + ROOM
    north, south = top + seen.top / scale - ROOM, top + seen.bottom / scale + ROOM
    for name, (x, y) in board.centres.items():
        if west < x < east and north < y < south:
            text = _number(name, px, colour, halo, style.projected)
            wide, high = text.get_size()
            printed.append((text, (round((x - left) * scale) - wide // 2, round((y - top) * scale) - high // 2)))
    surface.fblits(printed)


def print_below(
    surface: pygame.Surface, board: HexBoard, camera: Camera, style: Style, sharp: float, places: Iterable[str]
) -> None:
    """Print the numbers of some hexes at their foot, for what lies over their top; ``surface`` is the window's.

    :param sharp: pixels a hex radius that the type is set for.
    """
    px, down = max(LEAST, round(0.20 * sharp)), DOWN_TURNED if board.grid.turned else UP
    for place in places:
        x, y = board.centres[place]
        text = _number(place, px, style.sheet["numbers"], style.sheet["paper"], style.projected)
        surface.blit(text, text.get_rect(center=camera.to_screen((x, y + down))))


def number_spots(board: HexBoard) -> list[pygame.FRect]:
    """The ground of the hex numbers, in hex radii."""
    up = UP_TURNED_TIGHT if board.grid.turned else UP_TIGHT
    return [pygame.FRect(x - 0.4, y - up - 0.1, 0.8, 0.3) for x, y in board.centres.values()]


@picture_cache(600)
def _number(name: str, px: int, colour: str, halo: str, heavy: bool) -> pygame.Surface:
    """A number ringed faintly with paper, so that it reads on walls and slopes."""
    face = font("table-bold" if heavy else "table", px)
    glow = face.render(name, True, halo)
    grow = max(1, round(px * 0.10))
    picture = pygame.Surface((glow.get_width() + 2 * grow, glow.get_height() + 2 * grow), pygame.SRCALPHA)
    glow.set_alpha(255 if heavy else 165)
    for dx, dy in ((0, 1), (2, 1), (1, 0), (1, 2)):
        picture.blit(glow, (dx * grow, dy * grow))
    picture.blit(face.render(name, True, colour), (grow, grow))
    return picture.convert_alpha()
