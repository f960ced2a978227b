"""A camera that moves softly from one part of the sheet to another."""

from __future__ import annotations

from math import exp, log

from game.ui.kit.camera import Box, Camera, Point

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
            eased = self._passed * self._passed * (3 - 2 * self._passed)
            camera.scale = exp(log(scale) + (log(wanted) - log(scale)) * eased)
            camera.centre = start[0] + (end[0] - start[0]) * eased, start[1] + (end[1] - start[1]) * eased
        self._left = camera.scale, camera.centre
