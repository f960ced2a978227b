"""The parts of a sheet on which the sides of a game meet: what one wants to see large, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import dist

import pygame

from game.core.contract import Counter
from game.ui.kit.camera import Box, Camera, Point

NEAR = 5.5
"""Units between two enemies that meet: three hexes."""
MARGIN = 3.0
"""Units kept around them."""
NEARLY = 0.7
"""The least share of the largest scale at which what is followed is left as it is (chosen by eye)."""
MANY = 99
"""The number of a meeting after the last."""


def meetings(counters: Iterable[Counter], world_of: Callable[[str], Point]) -> list[Box]:
    """Boxes around counters near enemies, those with the most of them first; where no enemies are near each other one
    around all counters.

    :param world_of: from a place to its middle in the sheet's units.
    """
    spots = {(counter.seat, counter.place): world_of(counter.place) for counter in counters if counter.place}
    near = [spot for (seat, _), spot in spots.items()
            if any(other != seat and dist(spot, there) <= NEAR for (other, _), there in spots.items())]
    if not near:
        return [_around(list(spots.values()))] if spots else []
    groups: list[list[Point]] = []
    for spot in near:
        joined = [group for group in groups if any(dist(spot, there) <= NEAR for there in group)]
        groups = [group for group in groups if group not in joined]
        groups.append([spot, *(there for group in joined for there in group)])
    return [_around(group) for group in sorted(groups, key=len, reverse=True)]


def _around(points: Sequence[Point], margin: float = MARGIN) -> Box:
    left, right = min(x for x, _ in points) - margin, max(x for x, _ in points) + margin
    top, bottom = min(y for _, y in points) - margin, max(y for _, y in points) + margin
    return left, top, right - left, bottom - top


def _seen(camera: Camera, points: Sequence[Point], margin: float) -> bool:
    """Whether points are in view already, with half of a margin around them and nearly as large as they could be."""
    left, top, wide, high = _around(points, margin / 2)
    area = pygame.Rect(camera.rect)
    (x, y), (right, bottom) = camera.to_screen((left, top)), camera.to_screen((left + wide, top + high))
    most = min(area.w / (wide + margin), area.h / (high + margin))
    inside = area.left <= x and right <= area.right and area.top <= y and bottom <= area.bottom
    return inside and camera.scale >= NEARLY * most


class Looking:
    """Goes from the whole sheet to one meeting after the other and back."""

    def __init__(self) -> None:
        self._number = 0
        """How many have been looked at since the whole sheet was."""
        self._left: tuple[float, Point] | None = None
        """Scale and middle as they were left; if the map was moved since, the whole sheet is shown first."""
        self._box: tuple[Sequence[Point], float] | None = None
        """The points that were followed last, and the margin around them."""

    def on(self, camera: Camera, boxes: Sequence[Box]) -> None:
        """Look at the next."""
        same = (camera.scale, camera.centre) == self._left
        self._number, self._box = self._number + 1 if same else 1 if camera.fitted else 0, None
        if 0 < self._number <= len(boxes):
            camera.frame(boxes[self._number - 1])
        else:
            self._number = 0
            camera.fit()
        self._left = camera.scale, camera.centre

    def follow(self, camera: Camera, points: Sequence[Point], margin: float) -> bool:
        """Look at some points with a margin around them, and again whenever the window changes; whether it does so: not
        after a player has zoomed or moved the map."""
        if not camera.fitted and not self.followed(camera):
            return False
        if not self.followed(camera) or not _seen(camera, points, margin):
            camera.frame(_around(points, margin))
        self._box, self._left, self._number = (points, margin), (camera.scale, camera.centre), MANY
        return True

    def followed(self, camera: Camera) -> bool:
        """Whether the map shows what was followed last."""
        return self._box is not None and (camera.scale, camera.centre) == self._left

    def again(self, camera: Camera) -> None:
        """Look at what was followed last once more, in a window of another size."""
        if self._box is not None:
            camera.fit()
            self.follow(camera, *self._box)
