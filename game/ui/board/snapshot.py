"""Small pictures of a board, for lists of saved games."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from game.core.contract import Counter
from game.core.theme import Theme
from game.ui.board.pieces import picture_of
from game.ui.kit.camera import Point
from game.ui.sheets.frame import Layout
from game.ui.sheets.plane_geometry import turn_of


def snapshot(
    sheet: pygame.Surface, layout: Layout, lying: Iterable[tuple[Counter, Point, float]], theme: Theme,
    size: tuple[int, int],
) -> pygame.Surface:
    """The board's part of a printed ``sheet`` with counters on it, ``size`` pixels.

    :param lying: counters from the lowest up, each with its middle and its width in the sheet's units.
    """
    picture = sheet.copy()
    left, top, width, _ = layout.paper
    scale = picture.get_width() / width
    for counter, (x, y), wide in lying:
        piece = picture_of(counter, theme, max(6, round(wide * scale)), turn_of(counter.place or ""))
        picture.blit(piece, piece.get_rect(center=(round((x - left) * scale), round((y - top) * scale))))
    x, y, w, h = layout.field
    field = pygame.Rect(round((x - left) * scale), round((y - top) * scale), round(w * scale), round(h * scale))
    field = field.clip(picture.get_rect())
    ratio = min(size[0] / field.w, size[1] / field.h)
    shrunk = max(1, round(field.w * ratio)), max(1, round(field.h * ratio))
    small = pygame.transform.smoothscale(picture.subsurface(field), shrunk)
    framed = pygame.Surface(size).convert()
    framed.fill("#2b1d14")
    framed.blit(small, small.get_rect(center=framed.get_rect().center))
    return framed
