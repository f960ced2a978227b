"""What is drawn once for many frames: a picture that stays the same, and the map while the camera moves by itself."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

import pygame

from game.ui.kit.camera import Camera, Way
from game.ui.sheets.tiles import SheetTiles


class Still:
    """Caches an area that was drawn twice unchanged. Only for what does not move."""

    def __init__(self) -> None:
        self._picture: pygame.Surface | None = None
        self._kept: object = None
        self._last: object = None

    def show(self, surface: pygame.Surface, rect: pygame.Rect, key: object) -> bool:
        """Draw the kept picture where it is the one of ``key``; whether it was."""
        if self._picture is None or key != self._kept or self._picture.get_size() != rect.size:
            return False
        self._kept = key
        surface.blit(self._picture, rect)
        return True

    def keep(self, surface: pygame.Surface, rect: pygame.Rect, key: object) -> None:
        """Remember what has just been drawn for ``key``, once it is drawn for the second time running."""
        if key == self._last and surface.get_clip().contains(rect):
            if self._picture is None or self._picture.get_size() != rect.size:
                self._picture = pygame.Surface(rect.size).convert()
            self._picture.blit(surface, (0, 0), rect)
            self._kept = key
        self._last = key


MOST = 2.5
"""How many times as large as the view the picture of all that comes past may be. Chosen."""
COARSE = 3.5
"""How many times it may be enlarged, while the map moves. Chosen by eye."""
RIM = 2
"""Pixels along the edges of the sheet that it does not show: beyond them lies the table."""


class MovingMap:
    """Shows the parts of one picture, for as long as nothing on the map changes but what is seen of it."""

    def __init__(self) -> None:
        self._kept: object = None
        """The way of the camera, and all that the picture depends on."""
        self._last: object = None
        """The same for the frame before."""
        self._picture: pygame.Surface | None = None
        """What comes past; None: too much for one picture."""
        self._whole = Camera((0.0, 0.0, 1.0, 1.0), pygame.Rect(0, 0, 1, 1))
        """The view that it shows."""

    def forget(self) -> None:
        """The camera has come to rest."""
        self._kept = self._last = self._picture = None

    def show(self, surface: pygame.Surface, camera: Camera, way: Way, tiles: SheetTiles, key: object,
             draw: Callable[[], pygame.Surface]) -> bool:
        """Draw what a camera sees on its way; whether that could be done.

        :param tiles: the sheet; where it ends the table is seen, which does not move.
        :param key: all but the view that the map's picture depends on.
        :param draw: draws the map for the view that the camera has then, without the light of the lamp.
        """
        rect, wanted = camera.rect, (way, key)
        if self._kept != wanted and self._last == wanted:  # not for a moment only, as while something fades
            self._kept, self._picture = wanted, self._all(camera, way, tiles, draw)
        self._last = wanted
        if self._kept != wanted or self._picture is None or not surface.get_clip().contains(rect):
            return False
        tiles.draw_table(surface)
        seen = tiles.seen.move(rect.topleft)
        (left, top), (right, bottom) = (self._whole.to_screen(camera.to_world(at)) for at in (
            seen.topleft, seen.bottomright))
        part = pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))
        part = part.clip(self._picture.get_rect())
        if seen.w and seen.h and part.w and part.h:
            if part.size == seen.size:
                surface.blit(self._picture, seen, part)
            else:
                pygame.transform.smoothscale(self._picture.subsurface(part), seen.size, surface.subsurface(seen))
        tiles.light(surface)
        return True

    def _all(self, camera: Camera, way: Way, tiles: SheetTiles,
             draw: Callable[[], pygame.Surface]) -> pygame.Surface | None:
        """What comes past of the sheet, as large as it is seen at one of both ends."""
        rect, (x, y, wide, high) = camera.rect, tiles.paper
        ends = [(scale, rect.w / 2 / scale, rect.h / 2 / scale, *centre) for scale, centre in way]
        largest = max(scale for scale, _ in way)
        for scale in sorted({scale for scale, _ in way}, reverse=True):
            rim = RIM / scale
            left = max(x + rim, min(u - across for _, across, _, u, _ in ends))
            right = min(x + wide - rim, max(u + across for _, across, _, u, _ in ends))
            top = max(y + rim, min(v - down for _, _, down, _, v in ends))
            bottom = min(y + high - rim, max(v + down for _, _, down, _, v in ends))
            size = ceil((right - left) * scale), ceil((bottom - top) * scale)
            if min(size) > 0 and size[0] * size[1] <= MOST * rect.w * rect.h and largest <= COARSE * scale:
                break
        else:
            return None
        before = rect, camera.scale, camera.centre
        whole = pygame.Rect((0, 0), size), scale, ((left + right) / 2, (top + bottom) / 2)
        self._whole.rect, self._whole.scale, self._whole.centre = whole
        camera.rect, camera.scale, camera.centre = whole
        try:
            return draw()
        finally:
            camera.rect, camera.scale, camera.centre = before
