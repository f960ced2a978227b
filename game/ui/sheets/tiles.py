"""The sheet on its table as the screen shows it: printed in tiles at the size shown, cached, and blitted."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from itertools import product
from math import ceil, floor, hypot
from time import perf_counter
from typing import Protocol

import pygame

from game.ui.kit.camera import Box, Camera
from game.ui.kit.paper import table_under
from game.ui.kit.pictures import picture_cache
from game.ui.sheets.frame import SheetLayout

TILE_SIDE = 320
"""Side length of a tile in pixels."""
REST_SECONDS = 0.12
"""Seconds without zooming before the sheet is printed at its new size (debounce)."""
PREVIEW_SCALE = 30.0
"""Pixels per unit of the small print shown in place of missing tiles."""
FRAME_BUDGET = 0.007
"""Seconds of printing per frame: after these, no further tile is begun."""
CACHED_WINDOWS = 3
"""The size of the cache of tiles, in windows full of them."""
CHANGE_MARGIN = 2
"""Pixels printed again around what has changed, because edges are soft."""


class Printable(Protocol):
    """The sheet of any kind of board."""

    layout: SheetLayout

    def pixels(self, scale: float) -> tuple[int, int]:
        """The size of the whole sheet at a scale (pixels per unit)."""

    def print_part(self, part: pygame.Rect, scale: float) -> pygame.Surface:
        """Print the part of the sheet in ``part`` (pixels from the sheet's corner at ``scale``)."""


class SheetTiles:
    """Prints a sheet for a camera, a few tiles per frame. Missing tiles are replaced by a stretched small print."""

    def __init__(self, sheet: Printable, camera: Camera) -> None:
        self._sheet = sheet
        self._camera = camera
        self._preview: pygame.Surface | None = None
        self._tiles: OrderedDict[tuple[float, int, int], pygame.Surface] = OrderedDict()
        """Scale, column and row -> the tile; the one drawn last at the end."""
        self._stale: dict[tuple[float, int, int], pygame.Rect] = {}
        """The parts of tiles, in pixels from the sheet's corner, that are out of date."""
        self._since_zoom = REST_SECONDS
        """Seconds since the scale changed last."""
        self._skipping = False
        """Whether the next update prints nothing."""
        self._light: pygame.Surface | None = None
        """The lamplight for the size of the view."""
        self._last_scale = 0.0
        """The camera's scale at the latest update; 0 before the first."""
        self._last_size = camera.rect.size
        """The size of the view at the latest update."""

    def discard(self) -> None:
        """Discard everything printed: all tiles and the small print."""
        self._tiles.clear()
        self._stale.clear()
        self._preview = None

    def replace_sheet(self, sheet: Printable, changed: Sequence[Box] | None = None) -> None:
        """Show another sheet in the same place.

        :param changed: the boxes in which it differs from the previous sheet, which stays visible there until they are
            printed; None: everywhere.
        """
        self._sheet, self._preview = sheet, None
        if changed is None:
            self.discard()
            return
        left, top, _, _ = sheet.layout.paper
        for scale, (x, y, w, h) in product({key[0] for key in self._tiles}, changed):
            part = pygame.Rect(floor((x - left) * scale), floor((y - top) * scale), ceil(w * scale), ceil(h * scale))
            part.inflate_ip(2 * CHANGE_MARGIN, 2 * CHANGE_MARGIN)
            for i, j in _tiles_in(part):
                tile = self._tiles.get((scale, i, j))
                if tile is None:
                    continue
                stale = part.clip((i * TILE_SIDE, j * TILE_SIDE), tile.get_size())
                if stale.w and stale.h:  # a tile at the edge of the sheet is smaller
                    self._stale[scale, i, j] = stale.union(self._stale.get((scale, i, j), stale))

    @property
    def preview(self) -> pygame.Surface:
        """The whole sheet in small print."""
        if self._preview is None:
            size = self._sheet.pixels(PREVIEW_SCALE)
            self._preview = self._sheet.print_part(pygame.Rect((0, 0), size), PREVIEW_SCALE)
        return self._preview

    def update(self, dt: float) -> pygame.Rect | None:
        """Print some of the missing tiles, at least one; of the stale tiles at most one.

        :return: the part of the view to redraw, in pixels from its corner; None if nothing was printed, as while
            zooming.
        """
        if self._camera.rect.size != self._last_size:
            self._last_size = self._camera.rect.size
            self._forget_other_scales()
        if self._camera.scale != self._last_scale:
            self._since_zoom = 0.0 if self._last_scale else REST_SECONDS
            self._last_scale = self._camera.scale
            return None
        self._since_zoom += dt
        skipping, self._skipping = self._skipping, False
        if skipping or self._since_zoom < REST_SECONDS:
            return None
        return self._print(self._camera)

    def skip_next_update(self) -> None:
        """Print nothing in the next update, because that frame has other work."""
        self._skipping = True

    def print_ahead(self, camera: Camera) -> bool:
        """Print some of the missing tiles of another view, at least one; return whether any were missing."""
        return self._print(camera) is not None

    def _print(self, camera: Camera) -> pygame.Rect | None:
        """Print some of the missing tiles of a view; returns the part of the view that they cover, None if none was
        missing."""
        changed: pygame.Rect | None = None
        started, place = perf_counter(), self._sheet_rect(camera)
        for key, tile_rect in self._visible(camera):
            part = self._stale.pop(key, tile_rect)
            if key in self._tiles and part is tile_rect:
                continue
            printed = self._sheet.print_part(part, camera.scale)
            if part is tile_rect:
                self._tiles[key] = printed
            else:
                self._tiles[key].blit(printed, (part.x - tile_rect.x, part.y - tile_rect.y))
            area = part.move(place.topleft)
            changed = area if changed is None else changed.union(area)
            if part is not tile_rect or perf_counter() - started > FRAME_BUDGET:
                break
        if changed is not None:
            self._trim()
        return changed

    @property
    def resting(self) -> bool:
        """Whether the scale has not changed for ``REST_SECONDS`` seconds."""
        return self._since_zoom >= REST_SECONDS and self._camera.scale == self._last_scale

    @property
    def settled(self) -> bool:
        """Whether everything in view is printed at the present scale."""
        return all(key in self._tiles and key not in self._stale for key, _ in self._visible())

    def draw(self, surface: pygame.Surface) -> None:
        """Draw table, shadow and sheet over the camera's rectangle, moved to the surface's origin."""
        place = self._sheet_rect()
        if not self.covering:
            surface.blit(table_under(self._camera.rect), (0, 0))
            _draw_shadow(surface, place)
        self._draw_tiles(surface, place)

    def draw_table(self, surface: pygame.Surface) -> None:
        """Draw table and shadow into the camera's rectangle, if any of the table is visible."""
        if not self.covering:
            rect = self._camera.rect
            surface.blit(table_under(rect), rect)
            _draw_shadow(surface.subsurface(rect), self._sheet_rect())

    @property
    def covering(self) -> bool:
        """Whether the sheet covers the whole view, so that no table is visible."""
        return bool(self._sheet_rect().contains(pygame.Rect((0, 0), self._camera.rect.size)))

    @property
    def paper(self) -> Box:
        """The sheet's rectangle, in its own units."""
        return self._sheet.layout.paper

    @property
    def visible_sheet(self) -> pygame.Rect:
        """The part of the view covered by the sheet, in pixels from the view's corner."""
        return self._sheet_rect().clip(pygame.Rect((0, 0), self._camera.rect.size))

    def apply_lamplight(self, surface: pygame.Surface) -> None:
        """Apply the lamplight to the sheet drawn in the camera's rectangle of a surface."""
        rect = self._camera.rect
        if self._light is None or self._light.get_size() != rect.size:
            self._light = _lamplight(rect.size)
        lit = self.visible_sheet
        surface.blit(self._light, lit.move(rect.topleft), lit, special_flags=pygame.BLEND_MULT)

    def _sheet_rect(self, camera: Camera | None = None) -> pygame.Rect:
        """The sheet's rectangle, in pixels from the camera rectangle's corner."""
        x, y, _, _ = self._sheet.layout.paper
        camera = camera or self._camera
        left, top = camera.to_screen((x, y))
        rect = camera.rect
        return pygame.Rect((round(left - rect.x), round(top - rect.y)), self._sheet.pixels(camera.scale))

    def _draw_tiles(self, surface: pygame.Surface, place: pygame.Rect) -> None:
        """Draw the tiles in view, and the small print for missing ones.

        :param place: the sheet's rectangle on the surface.
        """
        missing = [part for key, part in self._visible() if key not in self._tiles]
        for part in _joined_rectangles(missing):
            self._draw_preview(surface, place, part)
        for key, part in self._visible():
            tile = self._tiles.get(key)
            if tile is not None:
                self._tiles.move_to_end(key)
                surface.blit(tile, part.move(place.topleft))

    def _draw_preview(self, surface: pygame.Surface, place: pygame.Rect, part: pygame.Rect) -> None:
        """Draw the visible part of the small print, stretched, over a part of the sheet."""
        ratio = PREVIEW_SCALE / self._camera.scale
        part = part.clip(surface.get_clip().move(-place.x, -place.y))
        if not part.w or not part.h:
            return
        left, top = int(part.x * ratio), int(part.y * ratio)
        right, bottom = ceil(part.right * ratio) + 1, ceil(part.bottom * ratio) + 1
        crop = pygame.Rect(left, top, right - left, bottom - top).clip(self.preview.get_rect())
        size = max(1, round(crop.w / ratio)), max(1, round(crop.h / ratio))
        stretched = pygame.transform.smoothscale(self.preview.subsurface(crop), size)
        clip = surface.get_clip()
        surface.set_clip(place.clip(clip))
        surface.blit(stretched, (place.x + round(crop.x / ratio), place.y + round(crop.y / ratio)))
        surface.set_clip(clip)

    def _visible(self, camera: Camera | None = None) -> Iterator[tuple[tuple[float, int, int], pygame.Rect]]:
        """The tiles in view, nearest to the centre first: key and rectangle in pixels from the sheet's corner."""
        camera = camera or self._camera
        place, rect = self._sheet_rect(camera), camera.rect
        view = pygame.Rect(-place.x, -place.y, rect.w, rect.h).clip(pygame.Rect((0, 0), place.size))
        tiles = []
        for i, j in _tiles_in(view):
            part = pygame.Rect(i * TILE_SIDE, j * TILE_SIDE, TILE_SIDE, TILE_SIDE).clip(pygame.Rect((0, 0), place.size))
            if part.w and part.h:
                distance = hypot(part.centerx - view.centerx, part.centery - view.centery)
                tiles.append((distance, (camera.scale, i, j), part))
        tiles.sort(key=lambda entry: entry[:2])
        return ((key, part) for _, key, part in tiles)

    def _forget_other_scales(self) -> None:
        """Discard the tiles of other scales, which are not needed again after the window has changed its size."""
        for key in [key for key in self._tiles if key[0] != self._camera.scale]:
            del self._tiles[key]
            self._stale.pop(key, None)

    def _trim(self) -> None:
        """Limit the cache to about ``CACHED_WINDOWS`` windows of tiles."""
        rect = self._camera.rect
        limit = CACHED_WINDOWS * (rect.w // TILE_SIDE + 2) * (rect.h // TILE_SIDE + 2)
        while len(self._tiles) > limit:
            key, _ = self._tiles.popitem(last=False)
            self._stale.pop(key, None)


def _tiles_in(part: pygame.Rect) -> Iterator[tuple[int, int]]:
    """The column and row of each tile that overlaps a part of the sheet, in pixels from its corner; a tile that only
    touches it is left out."""
    return product(range(part.left // TILE_SIDE, ceil(part.right / TILE_SIDE)),
                   range(part.top // TILE_SIDE, ceil(part.bottom / TILE_SIDE)))


def _joined_rectangles(tiles: Sequence[pygame.Rect]) -> list[pygame.Rect]:
    """A few rectangles that cover the same area as many tiles: tiles below one another are joined to columns, then
    equal columns beside one another."""
    columns, rectangles = list[pygame.Rect](), list[pygame.Rect]()
    for tile in sorted(tiles, key=lambda tile: tile.topleft):
        if columns and columns[-1].bottomleft == tile.topleft:
            columns[-1].h += tile.h
        else:
            columns.append(tile.copy())
    for column in sorted(columns, key=lambda column: (column.y, column.h, column.x)):
        if rectangles and rectangles[-1].topright == column.topleft and rectangles[-1].h == column.h:
            rectangles[-1].w += column.w
        else:
            rectangles.append(column)
    return rectangles


def _draw_shadow(surface: pygame.Surface, place: pygame.Rect) -> None:
    """Draw the sheet's soft shadow on the table, slightly below and to the right. Its width is chosen by eye."""
    blur = max(8, min(surface.get_size()) // 64)
    _draw_nine_patch(surface, _soft_square(blur), place.move(blur * 2 // 3, blur))


@picture_cache(4)
def _soft_square(blur: int) -> pygame.Surface:
    """A square blurred by ``blur`` pixels, with a transparent margin of twice that: a nine-patch for shadows."""
    side = blur * 12
    square = pygame.Surface((side, side), pygame.SRCALPHA)
    square.fill((6, 3, 1, 0))
    square.fill((6, 3, 1, 210), (2 * blur, 2 * blur, side - 4 * blur, side - 4 * blur))
    return pygame.transform.gaussian_blur(square, blur).convert_alpha()


def _draw_nine_patch(surface: pygame.Surface, square: pygame.Surface, place: pygame.Rect) -> None:
    """Draw a blurred square as a nine-patch stretched to a rectangle, without the middle."""
    third = square.get_width() // 3
    outer = place.inflate(third, third)
    xs, ys = (outer.left, outer.left + third, outer.right - third), (outer.top, outer.top + third, outer.bottom - third)
    ws, hs = (third, outer.w - 2 * third, third), (third, outer.h - 2 * third, third)
    view = surface.get_rect()
    for i in range(3):
        for j in range(3):
            spot = pygame.Rect(xs[i], ys[j], ws[i], hs[j])
            if i == j == 1 or spot.w <= 0 or spot.h <= 0 or not spot.colliderect(view):
                continue
            piece = square.subsurface((i * third, j * third, third, third))
            if i == 1:
                piece, spot = piece.subsurface((0, 0, 1, third)), spot.clip(pygame.Rect(0, spot.y, view.w, spot.h))
            elif j == 1:
                piece, spot = piece.subsurface((0, 0, third, 1)), spot.clip(pygame.Rect(spot.x, 0, spot.w, view.h))
            surface.blit(pygame.transform.scale(piece, spot.size), spot)


def _lamplight(size: tuple[int, int]) -> pygame.Surface:
    """Lamplight as a picture to multiply with: full in the middle, falling off to the corners. Its shape and colour are
    chosen by eye."""
    columns, rows = 24, 16
    small = pygame.Surface((columns, rows))
    for i in range(columns):
        for j in range(rows):
            distance = hypot((i + 0.5) / columns - 0.48, ((j + 0.5) / rows - 0.46) * 0.9)
            light = 1.0 - 0.62 * max(0.0, distance - 0.36) ** 1.5 * 2.0
            level = max(0, min(255, round(255 * light)))
            small.set_at((i, j), (level, round(level * 0.985), round(level * 0.955)))
    return pygame.transform.smoothscale(small, size).convert()
