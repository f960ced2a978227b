"""The parts of a sheet on which the sides of a game meet: what one wants to see large, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from math import dist

import pygame

from game.core.contract import Counter
from game.ui.board.geometry import Geometry
from game.ui.kit.camera import Box, Camera, Point

Action = tuple[Sequence[Point], float]
"""Points to look at, and the units kept around them."""

NEAR = 5.5
"""Units between two enemies that meet: three hexes."""
MARGIN = 3.0
"""Units kept around them."""
CLOSE = 4.6
"""Units kept around what is asked for on a table without a grid (chosen by eye)."""
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


def action_of(counters: Collection[Counter], places: Sequence[str], geometry: Geometry) -> Action | None:
    """What is to be looked at on a table without a grid: some places, without any all bases that fight; None where
    there is nothing of the kind."""
    fighting = [each.place for each in counters if each.place and each.numbers and geometry.knows(each.place)]
    points = tuple(geometry.centre(place) for place in (places or fighting)) if counters else ()
    return (points, CLOSE if places else MARGIN) if points else None


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
        self._box: Action | None = None
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

    def follow(self, camera: Camera, action: Action | None) -> bool:
        """Look at what happens, and again whenever the window changes; whether it does so: not after a player has
        zoomed or moved the map."""
        if action is None or not (camera.fitted or self.followed(camera)):
            return False
        if not self.followed(camera) or not _seen(camera, *action):
            camera.frame(_around(*action))
        self._box, self._left, self._number = action, (camera.scale, camera.centre), MANY
        return True

    def followed(self, camera: Camera) -> bool:
        """Whether the map shows what was followed last."""
        return self._box is not None and (camera.scale, camera.centre) == self._left

    def resize(self, camera: Camera, rect: pygame.Rect, *, keep: bool = False) -> None:
        """Give the camera another rectangle; what it follows stays in view as a whole.

        :param keep: whether anything else keeps its size in pixels.
        """
        followed = self.followed(camera)
        camera.resize(rect, keep=keep)
        if followed:
            camera.fit()
            self.follow(camera, self._box)
