"""A fight on the map: arrows and smoke from attackers to defenders, then the result stamped where it fell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import pygame

from game.core.event import Declared, Rolled
from game.i18n.words import said
from game.ui.board.animation import EventBatch, eased
from game.ui.board.overlays import RED, puff, stamp
from game.ui.board.signs import arrow

TALL, ABOVE = 0.5, 0.85
"""Hex radii: the height of a stamped line, and how far above the middle of its places it lies, off their counters."""
Centre = Callable[[str], tuple[int, int] | None]
"""From a place to its window pixel; None for a place off the map."""


class MapFight:
    """Remembers where the last declared attack struck, for the result that follows it."""

    def __init__(self) -> None:
        self._struck: tuple[str, ...] = ()

    def draw(self, surface: pygame.Surface, step: EventBatch, standing: Mapping[str, str | None], point_of: Centre,
             scale: float, still: bool) -> None:
        """Draw what a step shows of a fight; ``standing`` says where units are, ``still`` forgoes motion."""
        event = step.events[0]
        if isinstance(event, Declared):
            self._struck = tuple({place: None for place in map(standing.get, event.defenders) if place})
            starts = tuple({place: None for place in map(standing.get, event.attackers) if place})
            ends = _points(self._struck, point_of)
            for start in _points(starts, point_of):
                _strike(surface, start, ends, 0.5 if still else step.share, scale)
        elif isinstance(event, Rolled) and (points := _points(event.places or self._struck, point_of)):
            _stamp(surface, _word(event), points, step, scale, still)


def _points(places: Iterable[str], point_of: Centre) -> list[tuple[int, int]]:
    """The window pixels of those places that are on the map."""
    return [at for at in map(point_of, places) if at is not None]


def _word(event: Rolled) -> str:
    """What is stamped of a roll: what it means; of sides compared what each had."""
    if len(event.heads) > 1:
        return " : ".join(map(str, event.heads))
    return said(event.meaning)


def _stamp(surface: pygame.Surface, word: str, points: list[tuple[int, int]], step: EventBatch, scale: float,
           still: bool) -> None:
    """A result stamped amid the places it holds for; it shrinks onto the map."""
    picture = stamp(word, round(TALL * scale))
    grow = 1.0 if still else 1 + 0.6 * (1 - eased(step.elapsed / 0.16))
    if grow > 1.01:
        picture = pygame.transform.rotozoom(picture, 0, grow)
    middle = sum(x for x, _ in points) // len(points), min(y for _, y in points) - round(ABOVE * scale)
    surface.blit(picture, picture.get_rect(center=middle))


def _strike(surface: pygame.Surface, start: tuple[int, int], ends: list[tuple[int, int]], share: float,
            scale: float) -> None:
    """Red arrows from one attacker, smoke about it; ``share`` of the time has passed."""
    shown = min(1.0, share / 0.18, (1 - share) / 0.25)
    for end in ends:
        if end != start:
            picture, corner = arrow((start, end), round(scale, 1), 0.30, RED)
            picture.set_alpha(round(255 * max(0.0, shown)))
            surface.blit(picture, corner)
    cloud = puff(max(8, round(scale * (0.6 + 1.5 * eased(share)) / 4) * 4))
    cloud.set_alpha(round(235 * (1 - share) ** 1.3))
    rise = round(scale * (0.25 + 0.35 * share))
    surface.blit(cloud, cloud.get_rect(center=(start[0], start[1] - rise)))
