"""What a speaker points with: a ring or a spotlight at the pointer, arrows that are drawn, a magnifying glass."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import atan2, cos, hypot, pi, sin

import pygame

from game.ui.kit.theme import GOLD, Metrics

KINDS = ("", "ring", "spotlight", "glass")
"""What is at the pointer, one after the other."""
RING, LIGHT, GLASS = 34, 130, 150
"""Units of their radii."""
LARGER = 2
"""How much the glass enlarges."""
DRAWN, DARK = "#e2231a", 150
"""The colour of drawn arrows, and how dark it is around the light, of 255."""
PULLED = 16
"""Units by which a press must be pulled to draw an arrow, rather than to go on."""
Spot = tuple[int, int]


@dataclass
class PointingTools:
    """Follows the mouse."""

    kind: str = ""
    at: Spot = (-1, -1)
    arrows: list[tuple[Spot, Spot]] = field(default_factory=list)
    """What has been drawn, from where to where."""
    _pressed: Spot | None = None

    def next_kind(self) -> None:
        """The next thing to point with."""
        self.kind = KINDS[(KINDS.index(self.kind) + 1) % len(KINDS)]

    def wipe(self) -> None:
        """Take all arrows away."""
        self.arrows.clear()
        self._pressed = None

    def take(self, event: pygame.event.Event, metrics: Metrics) -> bool:
        """Follow the mouse; whether a press was a click, and no arrow was drawn with it."""
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.at = event.pos
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._pressed = event.pos
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self._pressed is not None:
            start, self._pressed = self._pressed, None
            if not _pulled(start, event.pos, metrics):
                return True
            self.arrows.append((start, event.pos))
        return False

    def draw(self, target: pygame.Surface, metrics: Metrics) -> None:
        """Draw arrows, and what is at the pointer."""
        arrows = [*self.arrows]
        if self._pressed is not None and _pulled(self._pressed, self.at, metrics):
            arrows.append((self._pressed, self.at))
        for start, end in arrows:
            _draw_arrow(target, start, end, metrics.px(9))
        match self.kind:
            case "ring":
                pygame.draw.circle(target, "#1d1206", self.at, metrics.px(RING + 2), metrics.px(10))
                pygame.draw.circle(target, GOLD, self.at, metrics.px(RING), metrics.px(6))
            case "spotlight":
                veil = pygame.Surface(target.get_size(), pygame.SRCALPHA)
                veil.fill((0, 0, 0, DARK))
                pygame.draw.circle(veil, (0, 0, 0, 0), self.at, metrics.px(LIGHT))
                target.blit(veil, (0, 0))
            case "glass":
                _draw_glass(target, self.at, metrics.px(GLASS), metrics.px(5))


def _pulled(start: Spot, end: Spot, metrics: Metrics) -> bool:
    return hypot(end[0] - start[0], end[1] - start[1]) >= metrics.px(PULLED)


def _draw_arrow(target: pygame.Surface, start: Spot, end: Spot, width: int) -> None:
    """A bold arrow with a light edge."""
    angle, head = atan2(end[1] - start[1], end[0] - start[0]), 4 * width
    neck = end[0] - head * 0.8 * cos(angle), end[1] - head * 0.8 * sin(angle)
    sides = [(end[0] - head * cos(angle + turn), end[1] - head * sin(angle + turn)) for turn in (pi / 7, -pi / 7)]
    for colour, more in (("white", width // 2), (DRAWN, 0)):
        pygame.draw.line(target, colour, start, neck, width + more)
        pygame.draw.polygon(target, colour, [end, *sides], more)
    pygame.draw.polygon(target, DRAWN, [end, *sides])


def _draw_glass(target: pygame.Surface, at: Spot, radius: int, edge: int) -> None:
    """A round part of the picture, enlarged where it is."""
    part = pygame.Rect(0, 0, 2 * radius // LARGER, 2 * radius // LARGER)
    part.center = at
    seen = pygame.Surface(part.size)
    seen.blit(target, (0, 0), part)
    image = pygame.transform.smoothscale(seen, (2 * radius, 2 * radius)).convert_alpha()
    mask = pygame.Surface(image.get_size(), pygame.SRCALPHA)
    pygame.draw.circle(mask, "white", (radius, radius), radius)
    image.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    target.blit(image, image.get_rect(center=at))
    pygame.draw.circle(target, GOLD, at, radius, edge)
