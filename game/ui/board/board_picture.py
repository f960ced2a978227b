"""The map below the counters (table, sheet, names, layers, hex numbers), cached across frames; and small pictures of a
whole board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from math import ceil, floor, hypot
from typing import Any

import pygame

from game.board.board import Board
from game.board.hexgrid import HexBoard
from game.core.contract import Counter
from game.core.layer import Layer
from game.core.theme import Theme
from game.ui.board.label_placement import print_names
from game.ui.board.layers import LayerGeometry, layer_geometry, print_layers
from game.ui.board.overlay import Overlay
from game.ui.board.pieces import picture_of
from game.ui.board.places import Geometry
from game.ui.board.signs import Ruler
from game.ui.board.stacks import LyingStacks
from game.ui.kit.camera import Camera, CameraSpan, Point
from game.ui.sheets.frame import SheetLayout
from game.ui.sheets.hex_ground import print_numbers, print_numbers_below, unreadable_numbers
from game.ui.sheets.lettering import MapText
from game.ui.sheets.planes import facing_of, sheet_outline
from game.ui.sheets.style import Style
from game.ui.sheets.tiles import SheetTiles


class FrameCache:
    """A cache of an area of the window that was drawn twice unchanged; for content that does not move."""

    def __init__(self) -> None:
        self._picture: pygame.Surface | None = None
        self._picture_key: object = None
        """The key of what the picture shows."""
        self._last_key: object = None
        """The key of the previous frame."""

    def show(self, surface: pygame.Surface, rect: pygame.Rect, key: object) -> bool:
        """Draw the cached picture if it is that of ``key``; return whether it was."""
        if self._picture is None or key != self._picture_key or self._picture.get_size() != rect.size:
            return False
        self._picture_key = key  # the new object, so that the next comparison is by identity
        surface.blit(self._picture, rect)
        return True

    def keep(self, surface: pygame.Surface, rect: pygame.Rect, key: object) -> None:
        """Cache what has just been drawn for ``key``, if the frame before had the same key."""
        if key == self._last_key and surface.get_clip().contains(rect):
            if self._picture is None or self._picture.get_size() != rect.size:
                self._picture = pygame.Surface(rect.size)
            self._picture.blit(surface, (0, 0), rect)
            self._picture_key = key
        self._last_key = key


MAX_AREA = 2.5
"""The maximum area of the picture of a camera movement, as a multiple of the view's area. Chosen by hand."""
MAX_ENLARGEMENT = 3.5
"""The maximum factor by which the picture of a camera movement is enlarged. Chosen by eye."""
CROPPED_PIXELS = 2
"""Pixels along the sheet's edges that the picture of a camera movement leaves out: the table lies beyond them."""


class MovingMap:
    """Shows a camera movement from one large picture, as long as nothing on the map changes but the view."""

    def __init__(self) -> None:
        self._picture_key: object = None
        """The camera movement, and everything else that the picture depends on."""
        self._last_key: tuple[CameraSpan, object] | None = None
        """The camera movement of the previous frame, and everything else that its picture depended on; None if the
        camera was at rest."""
        self._picture: pygame.Surface | None = None
        """Everything that comes into view during the movement; None if too large for one picture."""
        self._picture_view = Camera((0.0, 0.0, 1.0, 1.0), pygame.Rect(0, 0, 1, 1))
        """The view that the picture shows."""
        self._canvas: pygame.Surface | None = None
        """The surface that pictures are drawn on; reused, because new memory of that size takes as long as drawing on
        it."""

    def forget(self) -> None:
        """Drop the picture: the camera has come to rest."""
        self._picture_key = self._last_key = self._picture = None

    def show(self, surface: pygame.Surface, camera: Camera, span: CameraSpan, tiles: SheetTiles, key: object,
             draw: Callable[[pygame.Surface], None]) -> bool:
        """Draw the camera's view during a movement; return whether that was possible.

        :param tiles: the sheet; beyond its edges the table shows, which does not move.
        :param key: everything but the view that the map's picture depends on.
        :param draw: draws the map for the camera's view at that moment on a picture, without the lamp's light.
        """
        rect, full_key = camera.rect, (span, key)
        begins = self._last_key is None or self._last_key[0] != span
        if self._picture_key != full_key and (begins or self._last_key == full_key):
            # not in every frame while something changes
            self._picture_key, self._picture = full_key, self._movement_picture(camera, span, tiles, draw)
        self._last_key = full_key
        if self._picture_key != full_key or self._picture is None or not surface.get_clip().contains(rect):
            return False
        tiles.draw_table(surface)
        sheet_in_view = tiles.visible_sheet.move(rect.topleft)
        (left, top), (right, bottom) = (self._picture_view.to_screen(camera.to_world(at)) for at in (
            sheet_in_view.topleft, sheet_in_view.bottomright))
        part = pygame.Rect(round(left), round(top), round(right - left), round(bottom - top))
        part = part.clip(self._picture.get_rect())
        if sheet_in_view.w and sheet_in_view.h and part.w and part.h:
            if part.size == sheet_in_view.size:
                surface.blit(self._picture, sheet_in_view, part)
            else:
                pygame.transform.smoothscale(self._picture.subsurface(part), sheet_in_view.size,
                                             surface.subsurface(sheet_in_view))
        tiles.apply_lamplight(surface)
        return True

    def _movement_picture(self, camera: Camera, span: CameraSpan, tiles: SheetTiles,
                          draw: Callable[[pygame.Surface], None]) -> pygame.Surface | None:
        """A picture of the part of the sheet that comes into view during a movement, at the larger scale of its two
        ends if that is not too large, else at the smaller; None if it is too large at both."""
        rect, (x, y, width, height) = camera.rect, tiles.paper
        # for both ends: half the width and height of the view, and its centre, in sheet units
        ends = [(rect.w / 2 / scale, rect.h / 2 / scale, *centre) for scale, centre in span]
        max_scale = max(scale for scale, _ in span)
        for scale in sorted({scale for scale, _ in span}, reverse=True):
            rim = CROPPED_PIXELS / scale
            left = max(x + rim, min(centre_x - half_width for half_width, _, centre_x, _ in ends))
            right = min(x + width - rim, max(centre_x + half_width for half_width, _, centre_x, _ in ends))
            top = max(y + rim, min(centre_y - half_height for _, half_height, _, centre_y in ends))
            bottom = min(y + height - rim, max(centre_y + half_height for _, half_height, _, centre_y in ends))
            size = ceil((right - left) * scale), ceil((bottom - top) * scale)
            fits = min(size) > 0 and size[0] * size[1] <= MAX_AREA * rect.w * rect.h
            if fits and max_scale <= MAX_ENLARGEMENT * scale:
                break
        else:
            return None
        before = rect, camera.scale, camera.centre
        picture_view = pygame.Rect((0, 0), size), scale, ((left + right) / 2, (top + bottom) / 2)
        self._picture_view.rect, self._picture_view.scale, self._picture_view.centre = picture_view
        camera.rect, camera.scale, camera.centre = picture_view
        picture = self._blank(size)
        try:
            draw(picture)
        finally:
            camera.rect, camera.scale, camera.centre = before
        return picture

    def _blank(self, size: tuple[int, int]) -> pygame.Surface:
        """A picture to draw on, whose content is arbitrary."""
        if self._canvas is None or self._canvas.get_width() < size[0] or self._canvas.get_height() < size[1]:
            self._canvas = pygame.Surface(size)
        return self._canvas.subsurface((0, 0), size)


PIXEL_TOLERANCE = 1e-6
"""The tolerance in pixels for a movement of the map to count as whole pixels."""


LAYER_MARGIN = 0.5
"""The maximum distance by which a layer's drawing extends beyond its places, in sheet units."""


def _differing_layers(before: Sequence[Layer], after: Sequence[Layer]) -> list[Layer]:
    """The layers that differ between two sequences at the same index."""
    return [layer for old, new in zip_longest(before, after) if old != new
            for layer in (old, new) if layer is not None]


class BoardPicture:
    """The map below the counters. It is redrawn if its size changes; during a drag only what comes into view is
    drawn."""

    def __init__(self, board: Any, geometry: Geometry, theme: Theme, style: Style, tiles: SheetTiles,
                 camera: Camera, picture: pygame.Surface | None = None) -> None:
        """:param picture: what it is drawn on, as large as the camera's rectangle; None: a picture of its own."""
        self._hexes = board if isinstance(board, HexBoard) else None
        self._geometry, self._theme, self._style, self._tiles, self._camera = geometry, theme, style, tiles, camera
        self._picture = picture
        """The view without the lamp's light, which does not move with the map."""
        self._key: object = None
        """Everything that the last picture depends on, except its layers and the position of the map."""
        self._layers: tuple[Layer, ...] = ()
        """The layers drawn last."""
        self._origin = (0.0, 0.0)
        """The sheet's point (0, 0) in the window when last drawn."""
        self._sheet_filled_view = False
        """Whether the sheet filled the view when last drawn."""
        self._unreadable_numbers: tuple[object, frozenset[str]] = None, frozenset()
        """The cache key (position, scale and sharpness), and the hexes whose number cannot be read."""
        self.edition = 0
        """Changes whenever the picture does."""
        self._stale: pygame.Rect | None = None
        """The part to redraw because it can be drawn more sharply now; None if there is none."""
        self._layer_geometries: dict[tuple[Layer, int], LayerGeometry] = {}
        """The geometry of the layers drawn last, by layer and index."""

    def forget(self) -> None:
        """Redraw everything next time: another part of the sheet is shown."""
        self._picture = None

    def mark_stale(self, part: pygame.Rect) -> None:
        """Mark a part (in pixels from the view's corner) for redrawing, because it can be drawn more sharply now."""
        self._stale = part if self._stale is None else self._stale.union(part)

    def refresh(self, names: tuple[MapText, ...], layers: tuple[Layer, ...], numbers: bool, sharp: float,
                stacks: LyingStacks) -> None:
        """Bring the picture up to date. Only hex maps have numbers.

        :param names: the printed names.
        :param layers: the layers to draw.
        :param numbers: whether hex numbers are printed.
        :param sharp: pixels per hex radius at which small print is rendered, see ``BoardView.sharp``.
        :param stacks: the counters; numbers that they half cover are left out.
        """
        camera = self._camera
        hidden = self._hexes_with_covered_number(sharp, stacks) if numbers else frozenset()
        if self._picture is None or self._picture.get_size() != camera.rect.size:
            self._picture, self._key = pygame.Surface(camera.rect.size), None
        key = (camera.scale, tuple(camera.rect), names, numbers, sharp, hidden)
        origin, sheet_fills_view = camera.to_screen((0.0, 0.0)), self._tiles.covering
        if key != self._key:
            parts = [self._picture.get_rect()]
        else:
            parts = self._scroll(self._picture, origin, sheet_fills_view)
            if layers != self._layers:
                # While tiles are missing, their stretched stand-ins depend on the part that is drawn.
                everything = [self._picture.get_rect()]
                changed_layers = _differing_layers(self._layers, layers)
                parts += self._parts_under(changed_layers) if self._tiles.settled else everything
        if self._stale is not None:
            parts.append(self._stale)
        for part in parts:
            self._picture.set_clip(part)
            self._tiles.draw(self._picture)
            if numbers and self._hexes is not None:
                print_numbers(self._picture, self._hexes, camera, self._style, sharp, hidden)
            print_names(self._picture, names, camera)
            print_layers(self._picture, self._geometries_of(layers), camera, sharp)
        self.edition += bool(parts)
        self._key, self._layers = key, layers
        self._origin, self._sheet_filled_view, self._stale = origin, sheet_fills_view, None

    def _hexes_with_covered_number(self, sharp: float, stacks: LyingStacks) -> frozenset[str]:
        """The hexes whose number is half covered by counters; cached while the map is dragged."""
        key = stacks.condition, self._camera.scale, sharp
        if key != self._unreadable_numbers[0] and self._hexes is not None:
            boxes = tuple(stacks.boxes(0).values())
            self._unreadable_numbers = key, unreadable_numbers(self._hexes, self._camera, sharp, boxes)
        return self._unreadable_numbers[1]

    @property
    def picture(self) -> pygame.Surface:
        """The picture without the lamp's light."""
        assert self._picture is not None, "refresh() must be called first"
        return self._picture

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the picture with the lamp's light into the camera's rectangle."""
        surface.blit(self.picture, self._camera.rect)
        self._tiles.apply_lamplight(surface)

    def _scroll(self, picture: pygame.Surface, origin: Point, sheet_fills_view: bool) -> list[pygame.Rect]:
        """Scroll the picture by as much as the map has moved since it was drawn.

        :param origin: the sheet's point (0, 0) in the window now.
        :return: the parts to redraw: what has come into view, or everything if the table is visible, which does not
            scroll.
        """
        dx, dy = origin[0] - self._origin[0], origin[1] - self._origin[1]
        x, y = round(dx), round(dy)
        bounds = picture.get_rect()
        if not dx and not dy:
            return []
        if max(abs(dx - x), abs(dy - y)) > PIXEL_TOLERANCE or not (sheet_fills_view and self._sheet_filled_view) or (
            abs(x) >= bounds.w or abs(y) >= bounds.h
        ):
            return [bounds]
        picture.set_clip(None)
        picture.scroll(x, y)
        new_at_side = pygame.Rect(0 if x > 0 else bounds.w + x, 0, abs(x), bounds.h)
        new_above_or_below = pygame.Rect(0, 0 if y > 0 else bounds.h + y, bounds.w, abs(y))
        return [part for part in (new_at_side, new_above_or_below) if part.w and part.h]

    def _parts_under(self, layers: Sequence[Layer]) -> list[pygame.Rect]:
        """The part of the view that some layers cover, in pixels from its corner; an empty list if they cover
        nothing."""
        places = [place for layer in layers for place in layer.places] + [
            place for layer in layers for link in layer.links for place in link]
        points = [point for place in dict.fromkeys(places) if self._geometry.knows(place)
                  for point in (*self._geometry.outline(place), self._geometry.centre(place))]
        points += [point for layer in layers for outline in layer.outlines for point in sheet_outline(outline)]
        if not points:
            return []
        xs, ys = [x for x, _ in points], [y for _, y in points]
        left, top = self._camera.to_screen((min(xs) - LAYER_MARGIN, min(ys) - LAYER_MARGIN))
        right, bottom = self._camera.to_screen((max(xs) + LAYER_MARGIN, max(ys) + LAYER_MARGIN))
        part = pygame.Rect(floor(left), floor(top), ceil(right - left) + 1, ceil(bottom - top) + 1)
        return [part.move(-self._camera.rect.x, -self._camera.rect.y)]

    def _geometries_of(self, layers: tuple[Layer, ...]) -> tuple[LayerGeometry, ...]:
        """The geometry of each layer, kept from the last picture if it is unchanged."""
        before = self._layer_geometries
        self._layer_geometries = {
            (layer, order): before.get((layer, order)) or layer_geometry(layer, order, self._geometry, self._theme)
            for order, layer in enumerate(layers)}
        return tuple(self._layer_geometries.values())


CENTRE_TOLERANCE = 3
"""The distance in pixels from its hex's centre within which a counter counts as centred."""
MIN_SNAPSHOT_COUNTER = 6
"""The minimum width of a counter in a picture of the whole board, in pixels."""
SNAPSHOT_GROUND = "#2b1d14"
"""The colour around the board in such a picture."""


def print_covered_numbers(surface: pygame.Surface, board: Board, style: Style, ruler: Ruler, stacks: LyingStacks,
                          marks: Overlay) -> None:
    """Print hex numbers that a front bar hides again at the foot of their hex; ``surface`` is the window's."""
    if isinstance(board, HexBoard):
        print_numbers_below(surface, board, ruler.camera, style, ruler.sharp,
                            _hexes_with_hidden_number(board, ruler, stacks, marks))


def _hexes_with_hidden_number(board: HexBoard, ruler: Ruler, stacks: LyingStacks, marks: Overlay) -> Iterator[str]:
    """The hexes whose number a front bar hides: on a turned sheet, with numbers below the upper corner, the hexes of
    centred counters that face straight up."""
    spots, widths = stacks.spots(), stacks.widths()
    facings = {counter.unit: counter.angle for counter, _, _ in stacks.lying()}
    for unit, (x, y) in spots.items():
        angle, place = marks.turned.get(unit, facings.get(unit)), stacks.place_of(unit)
        if not board.grid.turned or angle is None or place is None or widths.get(unit, 1.0) < 1.0:
            continue
        middle = ruler.camera.to_screen(board.centres[place])
        if hypot(x - middle[0], y - middle[1]) <= CENTRE_TOLERANCE and (angle + ruler.geometry.turn) % 360 == 0:
            yield place


def snapshot(sheet: pygame.Surface, layout: SheetLayout, lying: Iterable[tuple[Counter, Point, float]], theme: Theme,
             size: tuple[int, int]) -> pygame.Surface:
    """A picture of the board, ``size`` pixels large: the board's part of a printed ``sheet`` with counters on it.

    :param lying: counters from the lowest up, each with its centre and width in sheet units.
    """
    picture = sheet.copy()
    left, top, width, _ = layout.paper
    scale = picture.get_width() / width
    for counter, (x, y), counter_width in lying:
        px = max(MIN_SNAPSHOT_COUNTER, round(counter_width * scale))
        piece = picture_of(counter, theme, px, facing_of(counter.place or ""))
        picture.blit(piece, piece.get_rect(center=(round((x - left) * scale), round((y - top) * scale))))
    x, y, w, h = layout.field
    field = pygame.Rect(round((x - left) * scale), round((y - top) * scale), round(w * scale), round(h * scale))
    field = field.clip(picture.get_rect())
    ratio = min(size[0] / field.w, size[1] / field.h)
    small_size = max(1, round(field.w * ratio)), max(1, round(field.h * ratio))
    small = pygame.transform.smoothscale(picture.subsurface(field), small_size)
    framed = pygame.Surface(size).convert()
    framed.fill(SNAPSHOT_GROUND)
    framed.blit(small, small.get_rect(center=framed.get_rect().center))
    return framed
