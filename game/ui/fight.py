"""A fight on the map: shots from attackers to defenders, then the result stamped where it fell."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pygame

from game.core.event import Declared, Rolled
from game.ui.animation import Step, eased
from game.ui.overlays import stamp

Centre = Callable[[str], tuple[int, int]]
"""From a place to its window pixel."""


class Fight:
    """Remembers where the last declared attack struck, for the result that follows it."""

    def __init__(self) -> None:
        self._struck: tuple[str, ...] = ()

    def draw(self, surface: pygame.Surface, step: Step, places: Mapping[str, str | None], point_of: Centre,
             scale: float, still: bool) -> None:
        """Draw what a step shows of a fight; ``places`` say where units stand, ``still`` forgoes motion."""
        event = step.events[0]
        if isinstance(event, Declared):
            self._struck = tuple({place: None for place in map(places.get, event.defenders) if place})
            for start in {place: None for place in map(places.get, event.attackers) if place}:
                for target in self._struck:
                    _shot(surface, point_of(start), point_of(target), 0.5 if still else step.share, scale)
        elif isinstance(event, Rolled) and self._struck:
            points = [point_of(place) for place in self._struck]
            picture = stamp(event.result, round(0.9 * scale))
            grow = 1.0 if still else 1 + 0.6 * (1 - eased(step.elapsed / 0.16))
            if grow > 1.01:
                picture = pygame.transform.rotozoom(picture, 0, grow)
            middle = sum(x for x, _ in points) // len(points), sum(y for _, y in points) // len(points)
            surface.blit(picture, picture.get_rect(center=middle))


def _shot(surface: pygame.Surface, start: tuple[int, int], end: tuple[int, int], share: float, scale: float) -> None:
    """A dash of light from attacker to defender."""
    head, tail = eased(share * 1.6), eased(share * 1.6 - 0.5)
    if tail >= 1:
        return
    (ax, ay), (bx, by) = start, end
    here, there = (ax + (bx - ax) * tail, ay + (by - ay) * tail), (ax + (bx - ax) * head, ay + (by - ay) * head)
    for width, colour in ((0.17, "#2a1206"), (0.11, "#f2a51d"), (0.05, "#fff4d0")):
        pygame.draw.line(surface, colour, here, there, max(2, round(width * scale)))
