"""The small map in a corner while only a part of the sheet is in view: where that is, and where both sides stand."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from game.core.contract import Counter
from game.ui.board.view import BoardView
from game.ui.kit.camera import Point
from game.ui.kit.theme import GOLD, INK

WIDE, HIGH, EDGE = 250, 190, 12
"""Units: the most it takes, and its distance from the map's corner."""
SHOWN = 0.72
"""The share of the sheet, across or down, that must be out of view for it to lie there: less is seen at most."""
ROOM = 3
"""How many times its own size the map must have either way."""
DOT = 0.42
"""The radius of a unit's dot in the sheet's units."""


class Minimap:
    """A small picture of the board's sheet, kept until something stands elsewhere; a press on it moves the view."""

    def __init__(self, view: BoardView) -> None:
        self._view = view
        self.on = True
        self.held = False
        """Whether the button went down on it and has not been let go."""
        self._paper: tuple[object, pygame.Surface] | None = None
        self._dotted: tuple[object, pygame.Surface] | None = None

    def place(self, unit: float) -> pygame.Rect:
        """Where it lies in the window; empty where it does not.

        :param unit: pixels of a unit of the interface.
        """
        camera, area = self._view.camera, self._view.rect
        _, _, across, down = camera.world
        seen = min(1.0, area.width / camera.scale / across) * min(1.0, area.height / camera.scale / down)
        ratio = min(WIDE * unit / across, HIGH * unit / down)
        size = round(across * ratio), round(down * ratio)
        if not self.on or seen > SHOWN or area.width < ROOM * size[0] or area.height < ROOM * size[1]:
            return pygame.Rect(0, 0, 0, 0)
        edge = round(EDGE * unit)
        return pygame.Rect(area.left + edge, area.bottom - edge - size[1], *size)

    def draw(self, target: pygame.Surface, unit: float) -> None:
        """Draw it with the part in view framed."""
        place = self.place(unit)
        if not place.width:
            return
        target.blit(self._picture(place.size), place)
        camera, area = self._view.camera, self._view.rect
        corners = [self._onto(place, camera.to_world(at)) for at in (area.topleft, area.bottomright)]
        frame = pygame.Rect(*corners[0], corners[1][0] - corners[0][0], corners[1][1] - corners[0][1]).clip(place)
        pygame.draw.rect(target, INK, frame.inflate(2, 2), max(3, round(4 * unit)))
        pygame.draw.rect(target, GOLD, frame, max(2, round(2 * unit)))

    def press(self, pos: tuple[int, int], unit: float) -> bool:
        """The button goes down: on the small map the view goes there, and follows until it is let go."""
        self.held = self.place(unit).collidepoint(pos)
        return self.held and self.pull(pos, unit)

    def pull(self, pos: tuple[int, int], unit: float) -> bool:
        """The pointer moves with the button down; whether the view followed."""
        place = self.place(unit)
        if not self.held or not place.width:
            return False
        x, y, across, down = self._view.camera.world
        self._view.camera.centre_on((x + (pos[0] - place.x) * across / place.width,
                                     y + (pos[1] - place.y) * down / place.height))
        return True

    def release(self) -> bool:
        """The button is let go; whether it was held here."""
        held, self.held = self.held, False
        return held

    def _onto(self, place: pygame.Rect, point: Point) -> tuple[int, int]:
        """The pixel of a point of the sheet."""
        x, y, across, down = self._view.camera.world
        return (round(place.x + (point[0] - x) * place.width / across),
                round(place.y + (point[1] - y) * place.height / down))

    def _picture(self, size: tuple[int, int]) -> pygame.Surface:
        view = self._view
        printed = view.tiles.preview
        if self._paper is None or self._paper[0] != (size, printed):
            self._paper = (size, printed), self._small(printed, size)
        key = self._paper[1], view.standing
        if self._dotted is None or self._dotted[0] != key:
            picture = self._paper[1].copy()
            self._dot(picture, view.counters.values())
            self._dotted = key, picture
        return self._dotted[1]

    def _small(self, printed: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
        """The part of the printed sheet that the camera can look at, paled so that dots stand out."""
        left, top, wide, _ = self._view.sheet.layout.paper
        x, y, across, down = self._view.camera.world
        scale = printed.get_width() / wide
        part = pygame.Rect(round((x - left) * scale), round((y - top) * scale), round(across * scale),
                           round(down * scale))
        whole = pygame.Surface(part.size).convert()
        whole.fill("#2b1d14")
        whole.blit(printed, (-part.x, -part.y))
        small = pygame.transform.smoothscale(whole, size)
        small.fill((34, 34, 34), special_flags=pygame.BLEND_RGB_ADD)
        return small

    def _dot(self, picture: pygame.Surface, counters: Iterable[Counter]) -> None:
        """A dot for each unit, of one side round, of the other square."""
        view, area = self._view, picture.get_rect()
        looks = {seat.name: (seat.paper, number) for number, seat in enumerate(view.theme.seats)}
        radius = max(2, round(DOT * area.width / view.camera.world[2]))
        for counter in counters:
            if counter.place is None or not view.geometry.knows(counter.place) or counter.seat not in looks:
                continue
            colour, shape = looks[counter.seat]
            at = self._onto(area, view.geometry.centre(counter.place))
            if shape:
                pygame.draw.circle(picture, INK, at, radius + 1)
                pygame.draw.circle(picture, colour, at, radius)
            else:
                box = pygame.Rect(0, 0, 2 * radius + 1, 2 * radius + 1)
                box.center = at
                pygame.draw.rect(picture, INK, box.inflate(2, 2))
                pygame.draw.rect(picture, colour, box)
        pygame.draw.rect(picture, "#efe5cc", area, 3)
        pygame.draw.rect(picture, INK, area, 1)
