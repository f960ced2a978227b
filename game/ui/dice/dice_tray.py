"""The dice tray: dice that tumble over green baize in a walnut frame and come to rest on given faces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin
from random import Random
from threading import Thread

import pygame

from game.core.chance import D6, Die
from game.ui.dice.dice_layout import Group, covering, die_told, in_rows, waiting_told
from game.ui.dice.dice_pictures import MOVING_PX, flat, is_solid, seen, solids, waiting, width
from game.ui.dice.pool import lay_pool, lay_waiting
from game.ui.kit.notice import Told
from game.ui.kit.paper import texture
from game.ui.kit.pictures import blurred, picture_cache


@dataclass(frozen=True, slots=True)
class _Fallen:
    dice: tuple[Die, ...]
    faces: tuple[int, ...]
    groups: tuple[Group, ...] = ()


class DiceTray:
    """Shows any number of dice of any kind. ``clock`` gives milliseconds that only grow."""

    def __init__(self, faces: tuple[int, ...] = (6,), clock: Callable[[], int] = pygame.time.get_ticks) -> None:
        self.reduced_motion = False
        self.frame = 0
        """Pixels of the frame's width; 0 for what suits a small tray."""
        self._clock = clock
        self._fallen = _Fallen(dice_of(faces), faces)
        self._before = self._fallen
        self._start, self._seconds, self._count = -10_000_000, 0.0, 0
        self._still: tuple[object, pygame.Surface, Told] | None = None
        self._ready: tuple[object, pygame.Surface, Told] | None = None
        self.told: Told = []
        """What lies in the tray as it was drawn last, from its corner, and what each die says."""
        Thread(target=solids, daemon=True).start()

    @property
    def busy(self) -> bool:
        """Whether dice are still tumbling."""
        return self._share < 1.0

    @property
    def _share(self) -> float:
        return min(1.0, (self._clock() - self._start) / 1000 / self._seconds) if self._seconds > 0 else 1.0

    def roll(self, faces: tuple[int, ...], seconds: float = 1.0, dice: tuple[Die, ...] = (),
             groups: tuple[Group, ...] = (), number: int | None = None) -> None:
        """Tumble and come to rest on these faces; six-sided dice where nothing else is said.

        :param number: of the roll: the same roll of the same number falls in the same way; None: one not used before.
        """
        self._before, self._fallen = self._fallen, _Fallen(dice or dice_of(faces), faces, groups)
        self._start, self._seconds = self._clock(), max(0.0, seconds)
        self._count = self._count + 1 if number is None else number
        self._still = None

    def skip(self) -> None:
        """Come to rest at once."""
        self._seconds = 0.0

    def draw(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw tray and dice into a rectangle of the surface."""
        share = self._share
        if share >= 1.0:
            key = (tuple(rect.size), self._fallen, self._count, self.frame)
            if self._still is None or self._still[0] != key:
                told: Told = []
                self._still = (key, self._picture(rect.size, self._fallen, 1.0, told), told)
            surface.blit(self._still[1], rect)
            self.told = self._still[2]
        elif self.reduced_motion:
            self.told = []
            frame = self._picture(rect.size, self._before, 1.0, [])
            after = self._picture(rect.size, self._fallen, 1.0, [])
            after.set_alpha(round(255 * share))
            frame.blit(after, (0, 0))
            surface.blit(frame, rect)
        else:
            self.told = []
            surface.blit(self._picture(rect.size, self._fallen, share, []), rect)

    def _picture(self, size: tuple[int, int], fallen: _Fallen, share: float, told: Told) -> pygame.Surface:
        picture = baize(*size, self.frame).copy()
        felt = felt_of(size, self.frame)
        draw_dice(picture, share, fallen.faces, self._count, fallen.dice, fallen.groups, felt, told)
        return picture

    def draw_waiting(self, surface: pygame.Surface, rect: pygame.Rect, dice: tuple[Die, ...],
                     groups: tuple[Group, ...] = ()) -> None:
        """Draw the tray with dice that have yet to be rolled."""
        key = (tuple(rect.size), dice, groups, self.frame)
        if self._ready is None or self._ready[0] != key:
            picture = baize(*rect.size, self.frame).copy()
            told: Told = []
            draw_waiting(picture, dice, groups, felt_of(rect.size, self.frame), told)
            self._ready = (key, picture, told)
        surface.blit(self._ready[1], rect)
        self.told = self._ready[2]


def dice_of(faces: tuple[int, ...]) -> tuple[Die, ...]:
    """Six-sided dice for faces of which nothing else is known."""
    return (D6,) * len(faces)


def felt_of(size: tuple[int, int], frame: int = 0) -> pygame.Rect:
    """Where dice may lie in a tray of a size: within its frame and off the frame's shadow."""
    edge = frame or max(6, min(size) // 11)
    return pygame.Rect((0, 0), size).inflate(-round(2.7 * edge), -round(2.7 * edge))


def draw_waiting(frame: pygame.Surface, dice: tuple[Die, ...], groups: tuple[Group, ...] = (),
                 felt: pygame.Rect | None = None, told: Told | None = None) -> None:
    """Dice that are due, each tilted on a corner, so that none shows a face as if it had been rolled.

    :param told: where each lies is added to it, and what it says.
    """
    signs = [] if told is None else told
    across, height = frame.get_size()
    many = len(dice)
    if in_rows(many, groups):
        lay_waiting(frame, felt or frame.get_rect(), dice, covering(many, groups), signs)
        return
    edge = min(height * 0.42, across * 0.62 / (many + 0.3), across * 0.36)
    for k, die in enumerate(dice):
        at = (across / 2 + (k - (many - 1) / 2) * edge * 1.45, height * 0.54)
        place = _draw_die(frame, at, edge * 0.12, edge, die, None, 0.0, 1.0, Random(f"waiting {k}"))
        signs.append((place, waiting_told(die)))


def draw_dice(frame: pygame.Surface, share: float, faces: tuple[int, ...], number: int, dice: tuple[Die, ...] = (),
              groups: tuple[Group, ...] = (), felt: pygame.Rect | None = None, told: Told | None = None) -> None:
    """All dice of roll ``number`` on a surface, ``share`` of the way from the hand to rest.

    :param felt: where many dice are laid in rows; everywhere on the surface where it is not given.
    :param told: where each lies is added to it, and what it says.
    """
    signs = [] if told is None else told
    across, height = frame.get_size()
    many = len(faces)
    dice = dice or dice_of(faces)
    if in_rows(many, groups):
        lay_pool(frame, felt or frame.get_rect(), dice, faces, covering(many, groups), share, number, signs)
        return
    edge = min(height * 0.42, across * 0.62 / (many + 0.3), across * 0.36)
    for k, (die, face) in enumerate(zip(dice, faces, strict=True)):
        rng = Random(f"{number}/{k}/{face}")
        yaw, side = rng.uniform(-0.5, 0.5), rng.choice((-1, 1))
        rest = (across / 2 + (k - (many - 1) / 2) * edge * 1.45 + rng.uniform(-0.06, 0.06) * across / many,
                height * (0.53 + rng.uniform(-0.04, 0.04)))
        left = 1 - share
        slide = left**2.2
        at = (rest[0] - slide * across * 0.38 + sin(share * 7 + k) * left * 0.04 * across,
              rest[1] + side * slide * height * 0.20)
        bounce = abs(cos(pi * (0.5 + 3.4 * share**0.62))) * left**1.35
        height_above = bounce * edge * 0.85
        signs.append((_draw_die(frame, at, height_above, edge, die, face, yaw, left, rng), die_told(die, face)))


def _draw_die(frame: pygame.Surface, at: tuple[float, float], up: float, edge: float, die: Die, face: int | None,
              yaw: float, left: float, rng: Random) -> pygame.Rect:
    """One die; without a face it has yet to be rolled. Its pixels, from the corner of the whole picture."""
    upper = die.faces[-1] if face is None else face
    px = max(8, round(edge * width(die, upper)))
    if face is None and die.faces != D6.faces:
        image = waiting(die, 0, px)
    elif is_solid(die, upper):
        spin = left**1.7
        angles = (spin * rng.uniform(9, 12), spin * rng.uniform(3, 6)) if left > 0 else (0.0, 0.0)
        traced = min(px, MOVING_PX) if left > 0 else px
        image = seen(die, upper, yaw, angles, traced)
        if traced != px:
            image = pygame.transform.smoothscale(image, (px, px))
    else:
        image = flat(die, face, left**1.7 * 9, px)
    far = up / edge
    cast = _shadow(round(edge * (1.34 + 0.5 * far)), round(20 * max(0.25, 1 - 0.7 * far)))
    frame.blit(cast, cast.get_rect(center=(round(at[0] + edge * (0.16 + 0.4 * far)),
                                           round(at[1] + edge * (0.24 + 0.35 * far)))))
    return frame.blit(image, image.get_rect(center=(round(at[0]), round(at[1] - up)))).move(frame.get_abs_offset())


@picture_cache(48)
def _shadow(size: int, strength: int) -> pygame.Surface:
    """A soft blot; ``strength`` of 20."""
    blot = pygame.Surface((size, size), pygame.SRCALPHA)
    core = pygame.Rect(0, 0, round(size * 0.52), round(size * 0.44))
    core.center = (size // 2, size // 2)
    pygame.draw.rect(blot, (4, 10, 6, 11 * strength), core, border_radius=size // 6)
    return blurred(blot, max(1, size // 10))


@picture_cache(4)
def baize(width: int, height: int, frame: int = 0) -> pygame.Surface:
    """The empty tray: a walnut frame with mitred corners around baize that lies lower.

    :param frame: its width in pixels; 0 for what suits a small tray.
    """
    tray = pygame.Surface((width, height), pygame.SRCALPHA)
    frame = frame or max(6, min(width, height) // 11)
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
    soft = max(2, frame // 2)
    shade = pygame.Surface(inner.size, pygame.SRCALPHA)
    shade.fill((0, 0, 0, 150))
    shade.fill((0, 0, 0, 0), (soft, round(soft * 1.4), inner.w - round(soft * 1.4), inner.h - round(soft * 1.8)))
    tray.blit(blurred(shade, soft), inner)
    for corner, inside in (((0, 0), inner.topleft), ((width, 0), inner.topright), ((0, height), inner.bottomleft),
                           ((width, height), inner.bottomright)):
        pygame.draw.aaline(tray, (24, 14, 8), corner, inside)
    lines = pygame.Surface((width, height), pygame.SRCALPHA)
    pygame.draw.rect(lines, (255, 226, 180, 70), (1, 1, width - 2, height - 2), max(1, frame // 10), radius)
    pygame.draw.rect(lines, (10, 5, 2, 190), inner.inflate(2, 2), max(1, frame // 9))
    pygame.draw.rect(lines, (10, 5, 2, 210), lines.get_rect(), 1, radius)
    tray.blit(lines, (0, 0))
