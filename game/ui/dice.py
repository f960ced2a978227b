"""The dice tray: ivory dice that tumble over green baize in a walnut frame and come to rest on given faces."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from random import Random
from threading import Thread
from typing import Any

import pygame

from game.ui.picture_cache import picture_cache
from game.ui.sheet import texture

_SOLID = "game.ui.dice_solid"
MOVING_PX = 88
"""Tumbling dice are traced at most this large and stretched; at rest they are sharp."""


def _solid() -> Any:
    """The tracing module; it needs numpy, which is not worth waiting for before the first frame."""
    from game.ui import dice_solid

    return dice_solid


class DiceTray:
    """Shows faces 1-6. ``clock`` gives milliseconds that only grow."""

    def __init__(self, faces: tuple[int, ...] = (6,), clock: Callable[[], int] = pygame.time.get_ticks) -> None:
        """:raises ValueError: as :meth:`roll`."""
        self.reduced_motion = False
        self._clock = clock
        self._faces = _checked(faces)
        self._before = self._faces
        self._start, self._seconds, self._count = -10_000_000, 0.0, 0
        self._still: tuple[object, pygame.Surface] | None = None
        self._ready: tuple[object, pygame.Surface] | None = None
        Thread(target=_solid, daemon=True).start()

    @property
    def busy(self) -> bool:
        """Whether dice are still tumbling."""
        return self._share < 1.0

    @property
    def _share(self) -> float:
        return min(1.0, (self._clock() - self._start) / 1000 / self._seconds) if self._seconds > 0 else 1.0

    def roll(self, faces: tuple[int, ...], seconds: float = 1.0) -> None:
        """Tumble and come to rest on these faces.

        :raises ValueError: for no dice, more than six, or a face that a six-sided die does not show.
        """
        self._before, self._faces = self._faces, _checked(faces)
        self._start, self._seconds = self._clock(), max(0.0, seconds)
        self._count += 1
        self._still = None

    def skip(self) -> None:
        """Come to rest at once."""
        self._seconds = 0.0

    def draw(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw tray and dice into a rectangle of the surface."""
        share = self._share
        if share >= 1.0:
            key = (tuple(rect.size), self._faces, self._count)
            if self._still is None or self._still[0] != key:
                picture = baize(*rect.size).copy()
                draw_dice(picture, 1.0, self._faces, self._count)
                self._still = (key, picture)
            surface.blit(self._still[1], rect)
            return
        frame = baize(*rect.size).copy()
        if self.reduced_motion:
            draw_dice(frame, 1.0, self._before, self._count)
            after = baize(*rect.size).copy()
            draw_dice(after, 1.0, self._faces, self._count)
            after.set_alpha(round(255 * share))
            frame.blit(after, (0, 0))
        else:
            draw_dice(frame, share, self._faces, self._count)
        surface.blit(frame, rect)


    def draw_waiting(self, surface: pygame.Surface, rect: pygame.Rect, many: int) -> None:
        """Draw the tray with dice that have yet to be thrown."""
        key = (tuple(rect.size), many)
        if self._ready is None or self._ready[0] != key:
            picture = baize(*rect.size).copy()
            draw_waiting(picture, many)
            self._ready = (key, picture)
        surface.blit(self._ready[1], rect)


def draw_waiting(frame: pygame.Surface, many: int) -> None:
    """Dice that are due, each tilted on a corner, so that none shows a face as if it had been thrown."""
    width, height = frame.get_size()
    edge = min(height * 0.42, width * 0.62 / (many + 0.3), width * 0.36)
    for k in range(many):
        at = (width / 2 + (k - (many - 1) / 2) * edge * 1.45, height * 0.54)
        _draw_die(frame, at, edge * 0.12, edge, 6, 0.0, 1.0, Random(f"waiting {k}"))


def draw_dice(frame: pygame.Surface, share: float, faces: tuple[int, ...], number: int) -> None:
    """All dice of throw ``number`` on a surface, ``share`` of the way from the hand to rest."""
    width, height = frame.get_size()
    many = len(faces)
    edge = min(height * 0.42, width * 0.62 / (many + 0.3), width * 0.36)
    for k, face in enumerate(faces):
        rng = Random(f"{number}/{k}/{face}")
        yaw, side = rng.uniform(-0.5, 0.5), rng.choice((-1, 1))
        rest = (width / 2 + (k - (many - 1) / 2) * edge * 1.45 + rng.uniform(-0.06, 0.06) * width / many,
                height * (0.53 + rng.uniform(-0.04, 0.04)))
        left = 1 - share
        slide = left**2.2
        at = (rest[0] - slide * width * 0.38 + sin(share * 7 + k) * left * 0.04 * width,
              rest[1] + side * slide * height * 0.20)
        bounce = abs(cos(pi * (0.5 + 3.4 * share**0.62))) * left**1.35
        height_above = bounce * edge * 0.85
        _draw_die(frame, at, height_above, edge, face, yaw, left, rng)


def _draw_die(frame: pygame.Surface, at: tuple[float, float], up: float, edge: float, face: int, yaw: float,
              left: float, rng: Random) -> None:
    solid = _solid()
    rotation = solid.resting(face, yaw)
    if left > 0:
        spin = left**1.7
        rotation = solid.turn((0.25, 1.0, 0.12), spin * rng.uniform(9, 12)) @ rotation
        rotation = solid.turn((1.0, 0.2, 0.5), spin * rng.uniform(3, 6)) @ rotation
    px = max(8, round(edge * solid.SPAN))
    traced = min(px, MOVING_PX) if left > 0 else px
    die = solid.picture(rotation, traced)
    if traced != px:
        die = pygame.transform.smoothscale(die, (px, px))
    far = up / edge
    cast = _shadow(round(edge * (1.34 + 0.5 * far)), round(20 * max(0.25, 1 - 0.7 * far)))
    frame.blit(cast, cast.get_rect(center=(round(at[0] + edge * (0.16 + 0.4 * far)),
                                           round(at[1] + edge * (0.24 + 0.35 * far)))))
    frame.blit(die, die.get_rect(center=(round(at[0]), round(at[1] - up))))


def _checked(faces: tuple[int, ...]) -> tuple[int, ...]:
    if not 1 <= len(faces) <= 6 or any(face not in range(1, 7) for face in faces):
        raise ValueError(f"the tray shows one to six dice with faces 1-6, not {faces}")
    return tuple(faces)


@picture_cache(48)
def _shadow(size: int, strength: int) -> pygame.Surface:
    """A soft blot; ``strength`` of 20."""
    blot = pygame.Surface((size, size), pygame.SRCALPHA)
    core = pygame.Rect(0, 0, round(size * 0.52), round(size * 0.44))
    core.center = (size // 2, size // 2)
    pygame.draw.rect(blot, (4, 10, 6, 11 * strength), core, border_radius=size // 6)
    return pygame.transform.gaussian_blur(blot, max(1, size // 10)).convert_alpha()


@picture_cache(4)
def baize(width: int, height: int) -> pygame.Surface:
    """The empty tray: a walnut frame with mitred corners around baize that lies lower."""
    tray = pygame.Surface((width, height), pygame.SRCALPHA)
    frame = max(6, min(width, height) // 11)
    radius = frame // 2
    wood = pygame.transform.smoothscale(texture("walnut.jpg").subsurface((100, 300, 700, 420)), (width, height))
    wood.fill((34, 21, 12), special_flags=pygame.BLEND_ADD)
    mask = pygame.Surface((width, height), pygame.SRCALPHA)
    pygame.draw.rect(mask, "white", mask.get_rect(), border_radius=radius)
    tray.blit(wood, (0, 0))
    tray.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    inner = tray.get_rect().inflate(-2 * frame, -2 * frame)
    felt = texture("felt.jpg")
    tray.set_clip(inner)
    for x in range(inner.left, inner.right, felt.get_width()):
        for y in range(inner.top, inner.bottom, felt.get_height()):
            tray.blit(felt, (x, y))
    tray.set_clip(None)
    _relief(tray, inner, frame, radius)
    return tray.convert_alpha()


def _relief(tray: pygame.Surface, inner: pygame.Rect, frame: int, radius: int) -> None:
    """Light along the upper edges of the frame, the frame's shadow on the baize, mitres at the corners."""
    width, height = tray.get_size()
    shade = pygame.Surface(inner.size, pygame.SRCALPHA)
    shade.fill((0, 0, 0, 150))
    soft = max(2, frame // 2)
    shade.fill((0, 0, 0, 0), (soft, round(soft * 1.4), inner.w - round(soft * 1.4), inner.h - round(soft * 1.8)))
    tray.blit(pygame.transform.gaussian_blur(shade, soft), inner)
    for corner, inside in (((0, 0), inner.topleft), ((width, 0), inner.topright), ((0, height), inner.bottomleft),
                           ((width, height), inner.bottomright)):
        pygame.draw.aaline(tray, (24, 14, 8), corner, inside)
    lines = pygame.Surface((width, height), pygame.SRCALPHA)
    pygame.draw.rect(lines, (255, 226, 180, 70), (1, 1, width - 2, height - 2), max(1, frame // 10), radius)
    pygame.draw.rect(lines, (10, 5, 2, 190), inner.inflate(2, 2), max(1, frame // 9))
    pygame.draw.rect(lines, (10, 5, 2, 210), lines.get_rect(), 1, radius)
    tray.blit(lines, (0, 0))
