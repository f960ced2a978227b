"""The player's view of the map: conversion between the sheet's units and window pixels, and smooth camera moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import exp, log

import pygame

Point = tuple[float, float]
"""x and y, in sheet units or in window pixels."""
Box = tuple[float, float, float, float]
"""x, y, width and height in sheet units; on a hex map the unit is the hex radius."""

MAX_PIXELS_PER_UNIT = 260.0
"""The maximum scale in pixels per sheet unit; if twice ``fit_scale`` is more, that is the maximum. Chosen by eye."""
POINT_MARGIN = 2.0
"""The distance around a point that is brought into view with it, in sheet units."""
FIT_TOLERANCE = 1.0001
"""The maximum ratio of the scale to ``fit_scale`` at which the world counts as fitted: allows for rounding errors."""
MIN_BOX_SIDE = 1e-6
"""The minimum width and height of a framed box in sheet units, so that a box without an extent causes no division by
zero."""


def ease(share: float) -> float:
    """The eased share of a movement, 0 to 1, at a share of its duration: slow at first, then fast, slow at the end.

    :param share: clamped to 0 to 1.
    """
    share = min(1.0, max(0.0, share))
    return share * share * (3 - 2 * share)


@dataclass
class Camera:
    """The view of a sheet through a rectangle of the window."""

    world: Box
    """The part of the sheet that can be brought into view."""
    rect: pygame.Rect
    """The viewport, in window pixels."""
    scale: float = 1.0
    """Pixels per sheet unit."""
    centre: Point = field(default=(0.0, 0.0))
    """The point of the world at the centre of ``rect``."""
    pixel_density: float = 1.0
    """The pixel density relative to a window of 1080 lines, at least 1, by which small print is enlarged."""
    covered: int = 0
    """The width in pixels of the panel that covers the right of ``rect``; 0 if none."""

    def __post_init__(self) -> None:
        self.fit()

    @property
    def fit_scale(self) -> float:
        """The scale at which the whole world just fits the part that is not covered, in pixels per sheet unit; at least
        1."""
        _, _, w, h = self.world
        room = self.uncovered
        return max(1.0, min(room.width / w, room.height / h))

    @property
    def max_scale(self) -> float:
        """The maximum scale, in pixels per sheet unit."""
        return max(MAX_PIXELS_PER_UNIT, self.fit_scale * 2)

    @property
    def uncovered(self) -> pygame.Rect:
        """The part of the viewport that is not covered."""
        return pygame.Rect(self.rect.topleft, (max(1, self.rect.width - self.covered), self.rect.height))

    @property
    def fitted(self) -> bool:
        """Whether the view is zoomed out as far as it can be."""
        return self.scale <= self.fit_scale * FIT_TOLERANCE

    def fit(self) -> None:
        """Show the whole world in the part that is not covered."""
        x, y, w, h = self.world
        self.scale = self.fit_scale
        self.centre = (x + w / 2, y + h / 2)
        self._clamp()

    def frame(self, box: Box) -> None:
        """Show a box of the world as large as possible in the part that is not covered."""
        x, y, w, h = box
        room = self.uncovered
        self.scale = max(self.fit_scale, min(self.max_scale, room.width / max(w, MIN_BOX_SIDE),
                                             room.height / max(h, MIN_BOX_SIDE)))
        self.centre = (x + w / 2 + (self.rect.width - room.width) / 2 / self.scale, y + h / 2)
        self._clamp()

    def to_screen(self, point: Point) -> Point:
        """The window pixel of a point of the world."""
        return (self.rect.centerx + (point[0] - self.centre[0]) * self.scale,
                self.rect.centery + (point[1] - self.centre[1]) * self.scale)

    def on_screen(self, box: Box) -> pygame.Rect:
        """The window rectangle of a box of the world."""
        left, top = self.to_screen(box[:2])
        return pygame.Rect(round(left), round(top), round(box[2] * self.scale), round(box[3] * self.scale))

    def to_world(self, pos: Point) -> Point:
        """The point of the world under a window pixel."""
        return (self.centre[0] + (pos[0] - self.rect.centerx) / self.scale,
                self.centre[1] + (pos[1] - self.rect.centery) / self.scale)

    def zoom(self, factor: float, at: Point) -> None:
        """Multiply the scale; the point of the world under ``at`` (window pixels) stays there if the edges allow."""
        before = self.to_world(at)
        self.scale = min(self.max_scale, max(self.fit_scale, self.scale * factor))
        after = self.to_world(at)
        self.centre = (self.centre[0] + before[0] - after[0], self.centre[1] + before[1] - after[1])
        self._clamp()

    def pan(self, dx: float, dy: float) -> None:
        """Drag the sheet by a number of pixels."""
        self.centre = (self.centre[0] - dx / self.scale, self.centre[1] - dy / self.scale)
        self._clamp()

    def centre_on(self, point: Point) -> None:
        """Centre a point of the world, as far as the edges allow."""
        self.centre = point
        self._clamp()

    def look_at(self, point: Point) -> None:
        """Pan by the smallest amount that brings a point of the world into the part of the view that is not covered,
        with ``POINT_MARGIN`` around it."""
        room, aside = self.uncovered, self.covered / self.scale / 2
        spare_w = max(0.0, room.width / self.scale / 2 - POINT_MARGIN)
        spare_h = max(0.0, room.height / self.scale / 2 - POINT_MARGIN)
        self.centre_on((min(max(self.centre[0], point[0] + aside - spare_w), point[0] + aside + spare_w),
                        min(max(self.centre[1], point[1] - spare_h), point[1] + spare_h)))

    def look_at_all(self, points: Sequence[Point], area: pygame.Rect | None = None) -> None:
        """Pan so that points of the world are centred; if they are too far apart, as many of the last ones as fit.

        :param area: the part of the window in which to show them; by default the whole view, also what a panel covers.
        """
        area = area or self.rect
        while points:
            (left, right), (top, bottom) = ((min(axis), max(axis)) for axis in zip(*points, strict=True))
            fits = (right - left) * self.scale <= area.width and (bottom - top) * self.scale <= area.height
            if len(points) == 1 or fits:
                self.centre = (left + right) / 2, (top + bottom) / 2
                self.pan(area.centerx - self.rect.centerx, area.centery - self.rect.centery)
                return
            points = points[1:]

    def cover(self, width: int) -> None:
        """Let a panel cover this many pixels of the view at its right; the world can be moved from under it. The scale
        changes only if the world would be smaller than fitted."""
        self.covered = width
        if self.scale < self.fit_scale:
            self.fit()
        else:
            self._clamp()

    def resize(self, rect: pygame.Rect, *, keep_scale: bool = False) -> None:
        """Change the viewport and keep its centre; a world that was fitted is fitted again.

        :param keep_scale: whether to keep the scale in pixels per sheet unit, rather than its ratio to ``fit_scale``.
        """
        was_fitted = self.fitted
        relative = self.scale / self.fit_scale
        self.rect = rect.copy()
        if was_fitted:
            self.fit()
        else:
            self.scale = max(self.fit_scale, self.scale if keep_scale else self.fit_scale * relative)
            self._clamp()

    def set_world(self, world: Box) -> None:
        """Change the world box; show all of the new one if the old one was ``fitted``, else the same part."""
        was_fitted, self.world = self.fitted, world
        if was_fitted:
            self.fit()
        else:
            self.scale = max(self.fit_scale, self.scale)
            self._clamp()

    def _clamp(self) -> None:
        """Keep the world's edges at or beyond those of the viewport; centre it on an axis on which all of it fits. At
        the right, the world may end at the panel that covers the view."""
        x, y, w, h = self.world
        across = _clamped(self.centre[0], x, w + self.covered / self.scale, self.rect.width / self.scale)
        self.centre = across, _clamped(self.centre[1], y, h, self.rect.height / self.scale)


def _clamped(centre: float, start: float, length: float, visible: float) -> float:
    """The view's centre on one axis, clamped so that the view shows nothing beyond the world.

    :param start: the world's first coordinate on the axis, in sheet units like the others.
    :param length: the world's length.
    :param visible: the view's length.
    """
    if visible >= length:
        return start + length / 2
    return min(max(centre, start + visible / 2), start + length - visible / 2)


MOVE_SECONDS = 0.4
"""The duration of a camera move in seconds."""

View = tuple[float, Point]
"""The scale and centre of a camera."""
CameraSpan = tuple[View, View]
"""The views of a camera at the start and at the end of a move."""


def show_box(camera: Camera, box: Box | None) -> None:
    """Show a part of the sheet without animation; None means the whole sheet."""
    if box is None:
        camera.fit()
    else:
        camera.frame(box)


class CameraMove:
    """An animated camera move."""

    def __init__(self) -> None:
        self._move: tuple[Camera, View, View] | None = None
        """The camera, and its view at the start and at the end."""
        self._progress = 0.0
        """The share of the move's duration that has passed, 0 to 1."""
        self._last_view: View | None = None
        """The view last given to the camera."""

    def controls(self, camera: Camera) -> bool:
        """Whether nothing else has moved the camera since this move last set its view; also before the first move."""
        return self._last_view in (None, (camera.scale, camera.centre))

    @property
    def moving(self) -> bool:
        """Whether a move is in progress."""
        return self._move is not None

    @property
    def span(self) -> CameraSpan | None:
        """The views at the start and at the end of the move in progress, if any."""
        return self._move[1:] if self._move is not None else None

    def end(self, camera: Camera) -> View:
        """The view of a camera at the end of its move, or now if it is not moving."""
        return self._move[2] if self._move is not None and self._move[0] is camera else (camera.scale, camera.centre)

    def stop(self) -> None:
        """Leave the camera where it is now."""
        self._move = None

    def start(self, camera: Camera, box: Box | None, *, at_once: bool) -> None:
        """Start to move a camera to a part of the sheet; None means the whole sheet.

        :param at_once: whether to show that part now, without animation.
        """
        before = camera.scale, camera.centre
        show_box(camera, box)
        after = camera.scale, camera.centre
        self._move, self._progress = None, 0.0
        if not at_once and before != after:
            self._move = camera, before, after
            camera.scale, camera.centre = before
        self._last_view = camera.scale, camera.centre

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds; the move ends if something else has moved the camera."""
        if self._move is None:
            return
        camera, (start_scale, start), (end_scale, end) = self._move
        if not self.controls(camera):
            self._move = None
            return
        self._progress += dt / MOVE_SECONDS
        if self._progress >= 1:
            camera.scale, camera.centre = end_scale, end
            self._move = None
        else:
            share = ease(self._progress)
            camera.scale = exp(log(start_scale) + (log(end_scale) - log(start_scale)) * share)
            camera.centre = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        self._last_view = camera.scale, camera.centre
