"""Where the player looks: from the sheet's own units to pixels of the window and back; and how that moves softly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import exp, log

import pygame

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""x, y, width, height in the sheet's units (hex radii)."""

MAX_PIXELS_PER_UNIT = 260.0
MARGIN = 2.0
"""Units around a point that are brought into view together with it."""


def eased(t: float) -> float:
    """Slow, fast, slow: 0..1 to 0..1."""
    t = min(1.0, max(0.0, t))
    return t * t * (3 - 2 * t)


@dataclass
class Camera:
    """A window ``rect`` (pixels) onto a ``world`` box (hex radii); ``scale`` is pixels per unit."""

    world: Box
    rect: pygame.Rect
    scale: float = 1.0
    centre: Point = field(default=(0.0, 0.0))
    fine: float = 1.0
    """How many pixels lie where a window of 1080 lines has one, at least 1: small print is to be as much larger."""
    covered: int = 0
    """Pixels at the right of ``rect`` that something lies over."""
    beside: tuple[int, int] = (0, 0)
    """Pixels at the right of ``rect`` that something may lie on beside the world when all of that is in view, at least
    and at most: the world makes way for it as far as there is table."""

    def __post_init__(self) -> None:
        self.fit()

    @property
    def fit_scale(self) -> float:
        """The scale at which the whole world just fits, in pixels per unit."""
        _, _, w, h = self.world
        return max(1.0, min(self.rect.width / w, self.rect.height / h))

    @property
    def free(self) -> pygame.Rect:
        """The part of its window over which nothing lies."""
        return pygame.Rect(self.rect.topleft, (max(1, self.rect.width - self.covered), self.rect.height))

    @property
    def fitted(self) -> bool:
        """Whether the whole world is in view."""
        return self.scale <= self.fit_scale * 1.0001

    def fit(self) -> None:
        """Look at the whole world."""
        x, y, w, h = self.world
        self.scale = self.fit_scale
        self.centre = (x + w / 2 + self._way_made, y + h / 2)

    def frame(self, box: Box) -> None:
        """Look at a box of the world as closely as shows all of it, where nothing lies over it."""
        x, y, w, h = box
        top, free = max(MAX_PIXELS_PER_UNIT, self.fit_scale * 2), self.free
        self.scale = max(self.fit_scale, min(top, free.width / max(w, 1e-6), free.height / max(h, 1e-6)))
        self.centre = (x + w / 2 + (self.rect.width - free.width) / 2 / self.scale, y + h / 2)
        self._hold()

    def to_screen(self, point: Point) -> Point:
        """Window pixels of a point of the world."""
        return (self.rect.centerx + (point[0] - self.centre[0]) * self.scale,
                self.rect.centery + (point[1] - self.centre[1]) * self.scale)

    def on_screen(self, box: Box) -> pygame.Rect:
        """Window pixels of a box of the world."""
        left, top = self.to_screen(box[:2])
        return pygame.Rect(round(left), round(top), round(box[2] * self.scale), round(box[3] * self.scale))

    def to_world(self, pos: Point) -> Point:
        """The point of the world under a window pixel."""
        return (self.centre[0] + (pos[0] - self.rect.centerx) / self.scale,
                self.centre[1] + (pos[1] - self.rect.centery) / self.scale)

    def zoom(self, factor: float, at: Point) -> None:
        """Scale by a factor; the point under ``at`` (window pixels) stays there where the edges allow."""
        before = self.to_world(at)
        top = max(MAX_PIXELS_PER_UNIT, self.fit_scale * 2)
        self.scale = min(top, max(self.fit_scale, self.scale * factor))
        after = self.to_world(at)
        self.centre = (self.centre[0] + before[0] - after[0], self.centre[1] + before[1] - after[1])
        self._hold()

    def pan(self, dx: float, dy: float) -> None:
        """Drag the sheet by pixels."""
        self.centre = (self.centre[0] - dx / self.scale, self.centre[1] - dy / self.scale)
        self._hold()

    def centre_on(self, point: Point) -> None:
        """Bring a point of the world into the middle, as far as the edges allow."""
        self.centre = point
        self._hold()

    def look_at(self, point: Point) -> None:
        """Pan as little as brings a point of the world into view with ``MARGIN`` units around it."""
        spare_w = max(0.0, self.rect.width / self.scale / 2 - MARGIN)
        spare_h = max(0.0, self.rect.height / self.scale / 2 - MARGIN)
        self.centre_on((min(max(self.centre[0], point[0] - spare_w), point[0] + spare_w),
                        min(max(self.centre[1], point[1] - spare_h), point[1] + spare_h)))

    def look_at_all(self, points: Sequence[Point], area: pygame.Rect | None = None) -> None:
        """Pan so that points of the world lie around the middle; where they lie too far apart, as many of the last ones
        as are in view together.

        :param area: the part of the window in which they are to be seen; else all of it.
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

    def resize(self, rect: pygame.Rect, *, keep: bool = False) -> None:
        """Take another window rectangle and keep what is looked at, with ``keep`` also its scale."""
        was_fitted = self.fitted
        relative = self.scale / self.fit_scale
        self.rect = rect.copy()
        if was_fitted:
            self.fit()
        else:
            self.scale = max(self.fit_scale, self.scale if keep else self.fit_scale * relative)
            self._hold()

    def take(self, world: Box) -> None:
        """Look at another box; all of it where all was in view, else at the same part."""
        was_fitted, self.world = self.fitted, world
        if was_fitted:
            self.fit()
        else:
            self.scale = max(self.fit_scale, self.scale)
            self._hold()

    def _hold(self) -> None:
        """Keep the world from leaving the window; an axis on which it all fits stays centred."""
        x, y, w, h = self.world
        across = _held(self.centre[0], x, w + self.covered / self.scale, self.rect.width / self.scale)
        self.centre = across + self._way_made, _held(self.centre[1], y, h, self.rect.height / self.scale)

    @property
    def _way_made(self) -> float:
        """Units by which a world narrower than its window lies left of the middle."""
        half, (least, most) = max(0.0, self.rect.width - self.world[2] * self.scale) / 2, self.beside
        if self.covered or 2 * half < least:
            return 0.0
        return min(half, max(0.0, most - half)) / self.scale


def _held(centre: float, start: float, length: float, seen: float) -> float:
    if seen >= length:
        return start + length / 2
    return min(max(centre, start + seen / 2), start + length - seen / 2)


SECONDS = 0.4
"""Seconds in which it moves."""

Way = tuple[tuple[float, Point], tuple[float, Point]]
"""The scale and centre of a camera where it begins to move, and where it comes to rest."""


def look(camera: Camera, box: Box | None) -> None:
    """Let a camera look at a part of the sheet at once; None: at the whole sheet."""
    if box is None:
        camera.fit()
    else:
        camera.frame(box)


class Glide:
    """The way of a camera to where it shall look."""

    def __init__(self) -> None:
        self._way: tuple[Camera, tuple[float, Point], tuple[float, Point]] | None = None
        """The camera, and its scale and centre at the start and at the end."""
        self._passed = 0.0
        self._left: tuple[float, Point] | None = None
        """The scale and centre that it gave the camera last."""

    def holds(self, camera: Camera) -> bool:
        """Whether a camera is where it was sent to, or on its way; also before it has been sent anywhere."""
        return self._left in (None, (camera.scale, camera.centre))

    @property
    def moving(self) -> bool:
        """Whether the camera is still on its way."""
        return self._way is not None

    @property
    def way(self) -> Way | None:
        """The way that the camera is on."""
        return self._way[1:] if self._way is not None else None

    def end(self, camera: Camera) -> tuple[float, Point]:
        """The scale and centre that a camera will have."""
        return self._way[2] if self._way is not None and self._way[0] is camera else (camera.scale, camera.centre)

    def stop(self) -> None:
        """Leave the camera where it is."""
        self._way = None

    def to(self, camera: Camera, box: Box | None, *, at_once: bool) -> None:
        """Move a camera to a part of the sheet; None: to the whole sheet."""
        before = camera.scale, camera.centre
        look(camera, box)
        after = camera.scale, camera.centre
        self._way, self._passed = None, 0.0
        if not at_once and before != after:
            self._way = camera, before, after
            camera.scale, camera.centre = before
        self._left = camera.scale, camera.centre

    def update(self, dt: float) -> None:
        """Let seconds pass; a camera that somebody has moved meanwhile is let go."""
        if self._way is None:
            return
        camera, (scale, start), (wanted, end) = self._way
        if not self.holds(camera):
            self._way = None
            return
        self._passed += dt / SECONDS
        if self._passed >= 1:
            camera.scale, camera.centre = wanted, end
            self._way = None
        else:
            share = eased(self._passed)
            camera.scale = exp(log(scale) + (log(wanted) - log(scale)) * share)
            camera.centre = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        self._left = camera.scale, camera.centre
