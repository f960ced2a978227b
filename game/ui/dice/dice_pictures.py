"""Pictures of single dice of any kind: six-sided with pips, ten-sided with numbers, coins, others as lozenges."""

from __future__ import annotations

from typing import Any

import pygame

from game.core.chance import COIN, D6, Die
from game.ui.dice import coin_pictures as coins
from game.ui.kit.fonts import font
from game.ui.kit.pictures import picture_cache

SPAN = 1.62
"""The width of every picture in edges. Must agree with ``dice_solid.SPAN``."""
MOVING_PX = 88
"""Tumbling dice are traced at most this large and stretched; at rest they are sharp."""
CROWD_PX = 48
"""The same for dice that tumble with many others."""
TRACED_PX = 170
"""The most pixels that any die is traced at, as the time that takes grows with their square. Larger ones, on a large
screen before an audience, are enlarged from it. Chosen by eye."""
TURNS = 16
"""Pictures of a die from rest to its fastest, where many tumble."""
IVORY, SHADE, PRINT = "#f2e7cb", "#a88f66", "#2c180e"


def solids() -> tuple[Any, Any]:
    """The tracing modules; they need numpy, which is not worth waiting for before the first frame."""
    from game.ui.dice import solid as dice_solid
    from game.ui.dice import ten_sided as dice_ten

    return dice_solid, dice_ten


def is_solid(die: Die, face: int) -> bool:
    """Whether the die is traced as a body: a six-sided die with pips or a ten-sided one, on a face of its own."""
    return face in die.faces and (die.faces == D6.faces or len(die.faces) == len(set(die.faces)) == 10)


def width(die: Die, face: int) -> float:
    """How wide a die's picture is, in edges; a ten-sided die, all points, is a little smaller for its edge."""
    return SPAN if die.faces == D6.faces and face in die.faces else SPAN * 0.90


def seen(die: Die, face: int, yaw: float, spin: tuple[float, float], px: int, tilt: float | None = None,
         ) -> pygame.Surface:
    """A traced die as it lies with a face up, turned further by two angles while it tumbles; not kept."""
    six, ten = solids()
    if die.faces == D6.faces:
        rotation = six.resting(face, yaw) if tilt is None else six.resting(face, yaw, tilt)
    else:
        rotation = ten.resting(die.faces.index(face), yaw)
    if spin != (0.0, 0.0):
        rotation = six.turn((0.25, 1.0, 0.12), spin[0]) @ rotation
        rotation = six.turn((1.0, 0.2, 0.5), spin[1]) @ rotation
    size = min(px, TRACED_PX)
    traced: pygame.Surface
    if die.faces == D6.faces:
        traced = six.picture(rotation, size)
    else:
        traced = ten.picture(rotation, size, _prints(die))
    return traced if size == px else pygame.transform.smoothscale(traced, (px, px))


def _prints(die: Die) -> tuple[str, ...]:
    return tuple(str(face) for face in die.faces)


@picture_cache(400)
def in_crowd(die: Die, face: int, yaw: int, step: int, px: int) -> pygame.Surface:
    """A die among many, ``px`` pixels square: ``yaw`` in tenths of a radian, ``step`` from 0 at rest to ``TURNS``.

    Cached: do not draw on it.
    """
    if not is_solid(die, face):
        return flat(die, face, 4.0 * (step / TURNS) ** 1.7, px)
    left = (step / TURNS) ** 1.7
    if 0 < step < TURNS - 1:
        traced = min(px, CROWD_PX)
    else:
        traced = 2 * px if px < 64 and die.faces == D6.faces else px
    image = seen(die, face, yaw / 10, (left * 10.5, left * 4.5), traced, 0.42)
    return image if traced == px else pygame.transform.smoothscale(image, (px, px))


@picture_cache(32)
def waiting(die: Die, k: int, px: int) -> pygame.Surface:
    """A die that is due, the ``k``-th among many: on a corner or a point, or without its number. Cached."""
    if not is_solid(die, die.faces[0]):
        return flat(die, None, 0.0, px)
    if die.faces == D6.faces:
        return in_crowd(die, die.faces[0], k % 3 - 1, TURNS - k % 2, px)
    ten = solids()[1]
    image: pygame.Surface = ten.picture(ten.on_point(0.3 + k % 3), min(px, TRACED_PX), _prints(die))
    return pygame.transform.smoothscale(image, (px, px)) if px > TRACED_PX else image


@picture_cache(256)
def faded(die: Die, face: int, yaw: int, px: int) -> pygame.Surface:
    """A die at rest that does not count, beside others that do."""
    image = in_crowd(die, face, yaw, 0, px).copy()
    image.fill((184, 184, 178, 214), special_flags=pygame.BLEND_RGBA_MULT)
    return image


def flat(die: Die, face: int | None, turned: float, px: int) -> pygame.Surface:
    """A coin, or a lozenge with its number (None: without one), turned in its plane by radians."""
    if die == COIN and face in COIN.faces:
        image = pygame.Surface((px, px), pygame.SRCALPHA)
        disc = coins.coin(bool(face), max(4, round(px * 0.74)))
        image.blit(disc, disc.get_rect(center=(px // 2, px // 2)))
    else:
        image = _lozenge("" if face is None else str(face), px)
    if not turned:
        return image
    whole = pygame.transform.rotozoom(image, turned * 57.3, 1.0)
    kept = pygame.Surface((px, px), pygame.SRCALPHA)
    kept.blit(whole, whole.get_rect(center=(px // 2, px // 2)))
    return kept


@picture_cache(64)
def _lozenge(text: str, px: int) -> pygame.Surface:
    """An ivory lozenge with a lower edge in shade and a number."""
    fine = px * 3
    image = pygame.Surface((fine, fine), pygame.SRCALPHA)
    middle, half = fine / 2, fine * 0.41

    def corners(drop: float, size: float) -> list[tuple[float, float]]:
        return [(middle, middle - size + drop), (middle + size, middle + drop), (middle, middle + size + drop),
                (middle - size, middle + drop)]

    thick = fine * 0.045
    image.fill((*pygame.Color(SHADE)[:3], 0))
    pygame.draw.polygon(image, "#6d5634", corners(thick, half))
    pygame.draw.polygon(image, SHADE, corners(0, half))
    pygame.draw.polygon(image, IVORY, corners(-thick * 0.3, half - thick))
    size = round(fine * 0.46)
    while size > 6 and font("counter", size).size(text)[0] > half * 1.05:
        size -= 2
    print_ = font("counter", size).render(text, True, PRINT)
    image.blit(print_, print_.get_rect(center=(round(middle), round(middle - thick * 0.3))))
    return pygame.transform.smoothscale(image, (px, px)).convert_alpha()
