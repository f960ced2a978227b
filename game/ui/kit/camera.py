"""Where the player looks: from the sheet's own units to pixels of the window and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pygame

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""x, y, width, height in the sheet's units (hex radii)."""

MAX_PIXELS_PER_UNIT = 260.0
MARGIN = 2.0
"""Units around a point that are brought into view together with it."""


@dataclass
class Camera:
    """A window ``rect`` (pixels) onto a ``world`` box (hex radii); ``scale`` is pixels per unit."""

    world: Box
    rect: pygame.Rect
    scale: float = 1.0
    centre: Point = field(default=(0.0, 0.0))
    covered: int = 0
    """Pixels at the right of ``rect`` that something lies over."""

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
        self.centre = (x + w / 2, y + h / 2)

    def frame(self, box: Box) -> None:
        """Look at a box of the world as closely as shows all of it, where nothing lies over it."""
        x, y, w, h = box
        top, free = max(MAX_PIXELS_PER_UNIT, self.fit_scale * 2), self.free
        self.scale = max(self.fit_scale, min(top, free.width / max(w, 1e-6), free.height / max(h, 1e-6)))
        self.centre = (x + w / 2 + (self.rect.width - free.width) / 2 / self.scale, y + h / 2)
        self._hold()

    def to_screen(self, point: Point) -> Point:
        """Window pixels of a point of the world."""
        return (
            self.rect.centerx + (point[0] - self.centre[0]) * self.scale,
            self.rect.centery + (point[1] - self.centre[1]) * self.scale,
        )

    def to_world(self, pos: Point) -> Point:
        """The point of the world under a window pixel."""
        return (
            self.centre[0] + (pos[0] - self.rect.centerx) / self.scale,
            self.centre[1] + (pos[1] - self.rect.centery) / self.scale,
        )

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
        self.centre = (
            _held(self.centre[0], x, w + self.covered / self.scale, self.rect.width / self.scale),
            _held(self.centre[1], y, h, self.rect.height / self.scale),
        )


def _held(centre: float, start: float, length: float, seen: float) -> float:
    if seen >= length:
        return start + length / 2
    return min(max(centre, start + seen / 2), start + length - seen / 2)
