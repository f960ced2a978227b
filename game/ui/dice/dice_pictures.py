"""Pictures for rolls: six-sided dice with pips, ten-sided dice with numbers, others as lozenges; coins flat, turning
and stacked; markers and the cup they are drawn from. Sizes (``px``) are in pixels; proportions and colours were chosen
by eye. Pictures of functions with ``picture_cache`` are cached: do not draw on them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pygame

from game import systems
from game.core.chance import COIN, D6, Die
from game.ui.kit.fonts import font
from game.ui.kit.paper import draw_box
from game.ui.kit.pictures import blurred_picture, load_picture, picture_cache

COIN_RIM, COIN_RIM_DARK = "#cfc9bd", "#4a453e"
"""Colours of a coin's rim: lit, and in shadow."""
FLIP_FRAMES = 14
"""Number of frames of a coin from flat to upright on its edge."""
MARKER_PAPER, MARKER_PAPER_DARK = "#efe5cc", "#4d3a2a"
"""Paper colours of a marker that shows heads, and of one that shows a cross."""


@lru_cache(maxsize=2)
def _coin_face(heads: bool) -> pygame.Surface:
    """The picture of a coin's face.

    :raises AssetError: when its picture is missing or unreadable.
    """
    path = systems.ASSETS / "common" / ("coin-heads.png" if heads else "coin-cross.png")
    return load_picture(path).convert_alpha()


@picture_cache(48)
def coin(heads: bool, px: int) -> pygame.Surface:
    """A coin lying flat, ``px`` pixels across."""
    return pygame.transform.smoothscale(_coin_face(heads), (px, px))


@picture_cache(160)
def turning_coin(heads: bool, px: int, step: int) -> pygame.Surface:
    """A coin turning over, with its thickness: ``step`` from 0 (flat) to ``FLIP_FRAMES`` (on its edge)."""
    thickness = max(2, round(px * 0.085 * step / FLIP_FRAMES))
    height = max(2, round(px * (1 - step / FLIP_FRAMES) ** 0.85))
    picture = pygame.Surface((px, height + thickness), pygame.SRCALPHA)
    pygame.draw.ellipse(picture, COIN_RIM_DARK, (0, thickness, px, height))
    pygame.draw.rect(picture, COIN_RIM, (0, height // 2, px, thickness))
    pygame.draw.rect(picture, COIN_RIM_DARK, (0, height // 2, max(1, px // 14), thickness))
    pygame.draw.rect(picture, COIN_RIM_DARK, (px - max(1, px // 9), height // 2, px, thickness))
    picture.blit(pygame.transform.smoothscale(coin(heads, px), (px, height)), (0, 0))
    return picture


@picture_cache(12)
def coin_stack(count: int, px: int) -> pygame.Surface:
    """A stack of ``count`` coins, seen from the side and slightly above; ``px`` pixels across."""
    thickness, ellipse_height = max(3, round(px * 0.12)), max(4, round(px * 0.42))
    picture = pygame.Surface((px + 4, ellipse_height + thickness * count + 2), pygame.SRCALPHA)
    for k in range(count):
        top = thickness * (count - 1 - k)
        x = 2 + (1 if k % 3 == 1 else -1 if k % 3 == 2 else 0)
        pygame.draw.ellipse(picture, COIN_RIM_DARK, (x, top + thickness, px, ellipse_height))
        pygame.draw.rect(picture, COIN_RIM, (x, top + ellipse_height // 2, px, thickness))
        step = max(2, px // 16)
        for notch in range(x, x + px, step):
            rim_top = top + ellipse_height // 2
            pygame.draw.line(picture, "#9d968a", (notch, rim_top + 1), (notch, rim_top + thickness - 1))
        pygame.draw.ellipse(picture, "#d9d4c8", (x, top, px, ellipse_height))
        pygame.draw.ellipse(picture, COIN_RIM_DARK, (x, top, px, ellipse_height), max(1, px // 40))
    face = pygame.transform.smoothscale(_coin_face(True), (px, ellipse_height))
    picture.blit(face, (2, 0))
    return picture.convert_alpha()


@picture_cache(48)
def marker(heads: bool, px: int) -> pygame.Surface:
    """A die-cut marker with a head or a cross printed on it, ``px`` pixels square."""
    picture = _blank_marker(px, MARKER_PAPER if heads else MARKER_PAPER_DARK)
    inner = round(px * 0.86)
    face = pygame.transform.smoothscale(_coin_face(heads), (inner, inner))
    picture.blit(face, ((px - inner) // 2, (px - inner) // 2))
    return picture.convert_alpha()


@picture_cache(12)
def number_marker(number: int, px: int) -> pygame.Surface:
    """A marker with a number, ``px`` pixels square."""
    picture = _blank_marker(px, MARKER_PAPER)
    number_image = font("counter", round(px * 0.82)).render(str(number), True, "#2a2119")
    picture.blit(number_image, number_image.get_rect(center=(px // 2, px // 2)))
    return picture.convert_alpha()


def _blank_marker(px: int, paper: str) -> pygame.Surface:
    """A die-cut marker with nothing printed on it."""
    picture = pygame.Surface((px, px), pygame.SRCALPHA)
    radius, edge = max(2, px // 9), max(1, px // 28)
    pygame.draw.rect(picture, "#170e07", picture.get_rect(), border_radius=radius)
    draw_box(picture, (0, 0, px - edge, px - edge), paper, (255, 255, 255, 90), edge, radius)
    return picture


@picture_cache(4)
def cup(px: int) -> pygame.Surface:
    """The leather cup from which markers are drawn, ``px`` pixels high, mouth up."""
    width = round(px * 0.86)
    picture = pygame.Surface((width, px), pygame.SRCALPHA)
    mouth = pygame.Rect(0, 0, width, round(px * 0.30))
    foot_inset = round(width * 0.14)
    for x in range(width):
        share = x / max(1, width - 1)
        light = 1 - abs(share - 0.34) * 1.25
        colour = pygame.Color(*(max(0, min(255, round(c * (0.45 + 0.75 * light)))) for c in (120, 70, 40)))
        lean = foot_inset * (1 - 2 * share)
        foot_y = px - 1 - round(px * 0.07 * (1 - (1 - (2 * share - 1) ** 2) ** 0.5))
        pygame.draw.line(picture, colour, (x, mouth.centery), (x + lean, foot_y), 2)
    for band in (0.42, 0.86):
        y = round(px * band)
        inset = round(foot_inset * (band - 0.15))
        ring = (inset, y - px // 14, width - 2 * inset, px // 7)
        pygame.draw.arc(picture, "#d3ad5d", ring, 3.3, 6.13, max(2, px // 40))
    pygame.draw.ellipse(picture, "#8a5a36", mouth)
    pygame.draw.ellipse(picture, "#150b05", mouth.inflate(-width * 0.13, -px * 0.06))
    pygame.draw.ellipse(picture, "#caa06a", mouth, max(1, px // 50))
    return picture.convert_alpha()


@picture_cache(32)
def round_shadow(px: int, strength: int) -> pygame.Surface:
    """A soft round shadow; ``strength`` from 0 to 10 (darkest)."""
    size = max(4, round(px * 1.3))
    blot = pygame.Surface((size, size), pygame.SRCALPHA)
    pygame.draw.circle(blot, (4, 10, 6, 21 * strength), (size // 2, size // 2), px * 0.46)
    return blurred_picture(blot, max(1, px // 12))


PICTURE_SPAN = 1.62
"""The width of a six-sided die's picture, in die edges. Must agree with ``solid.PICTURE_HALF_WIDTH``,
which is in half-edges."""
OTHER_DIE_SIZE = 0.90
"""The size of other dice, as a share of a six-sided die's."""
MAX_TUMBLING_PX = 88
"""The largest size in pixels at which a tumbling die is traced; larger ones are stretched. Dice at rest are sharp."""
MAX_CROWD_PX = 48
"""The same limit for dice that tumble with many others."""
MAX_TRACED_PX = 170
"""The largest size in pixels at which any die is traced, because the time grows with its square. Larger pictures, on
a large screen before an audience, are enlarged from it. Chosen by eye."""
MIN_SHARP_PX = 64
"""The size in pixels below which a six-sided die at rest is traced at twice its size and reduced."""
TUMBLE_SLOWDOWN = 1.7
"""Exponent of the share of the way left to rest, in the rotation left: the higher, the sooner the tumbling slows
down."""
TUMBLE_FRAMES = 16
"""Number of frames of a die from rest to its fastest tumbling, if there are many."""
CROWD_TILT = 0.42
"""The angle in radians from which six-sided dice among many are seen. Chosen by eye."""
DEGREES_PER_RADIAN = 57.3
PENDING_SHADE = 150, 156, 150, 255
"""The colour with which dice still to be rolled are multiplied. Chosen by eye."""
IVORY, SHADE, PRINT = "#f2e7cb", "#a88f66", "#2c180e"
"""Colours of a lozenge with a number: its face, its rim in shadow, and the number."""


def solid_module() -> Any:
    """The tracing module, imported lazily: it needs numpy, which would delay the first frame."""
    from game.ui.dice import solid

    return solid


def is_solid(die: Die, face: int) -> bool:
    """Whether a die is drawn as a ray-traced solid: a six-sided die with pips or a ten-sided one, showing one of its
    faces."""
    return face in die.faces and (die.faces == D6.faces or len(die.faces) == len(set(die.faces)) == 10)


def die_width(die: Die, face: int) -> float:
    """The width of a die's picture, in edges: ``PICTURE_SPAN`` for a six-sided die, a little less for all others."""
    return PICTURE_SPAN if die.faces == D6.faces and face in die.faces else PICTURE_SPAN * OTHER_DIE_SIZE


def traced_die(die: Die, face: int, yaw: float, spin: tuple[float, float], px: int,
               tilt: float | None = None) -> pygame.Surface:
    """A traced die with ``face`` up, ``px`` pixels square; not cached.

    :param yaw: its rotation about the vertical, in radians.
    :param spin: two further rotations in radians while it tumbles; 0 at rest.
    :param tilt: the angle in radians from which a six-sided die is seen; None for the usual one.
    """
    solid, is_six = solid_module(), die.faces == D6.faces
    if is_six:
        rotation = solid.resting_six(face, yaw) if tilt is None else solid.resting_six(face, yaw, tilt)
    else:
        rotation = solid.resting_ten(die.faces.index(face), yaw)
    if spin != (0.0, 0.0):
        rotation = solid.rotation_about((0.25, 1.0, 0.12), spin[0]) @ rotation
        rotation = solid.rotation_about((1.0, 0.2, 0.5), spin[1]) @ rotation
    traced_px = min(px, MAX_TRACED_PX)
    traced: pygame.Surface = (solid.picture_of_six(rotation, traced_px) if is_six
                              else solid.picture_of_ten(rotation, traced_px, _prints(die)))
    return traced if traced_px == px else pygame.transform.smoothscale(traced, (px, px))


def _prints(die: Die) -> tuple[str, ...]:
    """The texts on the faces of a ten-sided die."""
    return tuple(str(face) for face in die.faces)


@picture_cache(400)
def die_among_many(die: Die, face: int, yaw: int, step: int, px: int) -> pygame.Surface:
    """A die among many, ``px`` pixels square: ``yaw`` in tenths of a radian, ``step`` from 0 (at rest) to
    ``TUMBLE_FRAMES``."""
    if not is_solid(die, face):
        return flat_die(die, face, 4.0 * (step / TUMBLE_FRAMES) ** TUMBLE_SLOWDOWN, px)
    if 0 < step < TUMBLE_FRAMES - 1:  # the last two steps are those of dice still to be rolled, sharp as dice at rest
        traced_px = min(px, MAX_CROWD_PX)
        image = _tumbling_die(die, face, yaw, step, traced_px)
    else:
        traced_px = 2 * px if px < MIN_SHARP_PX and die.faces == D6.faces else px  # pips stay round when reduced
        image = _traced_at(die, face, yaw, step, traced_px)
    return image if traced_px == px else pygame.transform.smoothscale(image, (px, px))


@picture_cache(400)
def _tumbling_die(die: Die, face: int, yaw: int, step: int, px: int) -> pygame.Surface:
    """A die in the air among many. Cached by itself: rolls in trays of other sizes enlarge the same pictures."""
    return _traced_at(die, face, yaw, step, px)


def _traced_at(die: Die, face: int, yaw: int, step: int, px: int) -> pygame.Surface:
    """A die traced at a step of its tumbling; not cached."""
    share = (step / TUMBLE_FRAMES) ** TUMBLE_SLOWDOWN
    return traced_die(die, face, yaw / 10, (share * 10.5, share * 4.5), px, CROWD_TILT)


@picture_cache(32)
def pending_die(die: Die, k: int, px: int) -> pygame.Surface:
    """A die still to be rolled, the ``k``-th among many, ``px`` pixels square: dimmed, and on a corner or a point, or
    without its number."""
    if not is_solid(die, die.faces[0]):
        return dimmed(flat_die(die, None, 0.0, px))
    if die.faces == D6.faces:
        return dimmed(die_among_many(die, die.faces[0], k % 3 - 1, TUMBLE_FRAMES - k % 2, px))
    solid = solid_module()
    image: pygame.Surface = solid.picture_of_ten(solid.on_point(0.3 + k % 3), min(px, MAX_TRACED_PX), _prints(die))
    return dimmed(pygame.transform.smoothscale(image, (px, px)) if px > MAX_TRACED_PX else image)


def dimmed(image: pygame.Surface) -> pygame.Surface:
    """A copy of a die's picture in the shade, for a die still to be rolled: what it shows does not look like a
    result."""
    copy = image.copy()
    copy.fill(PENDING_SHADE, special_flags=pygame.BLEND_RGBA_MULT)
    return copy


@picture_cache(256)
def faded_die(die: Die, face: int, yaw: int, px: int) -> pygame.Surface:
    """A die at rest that missed, dimmed beside the hits: ``px`` pixels square, ``yaw`` in tenths of a radian."""
    image = die_among_many(die, face, yaw, 0, px).copy()
    image.fill((184, 184, 178, 214), special_flags=pygame.BLEND_RGBA_MULT)
    return image


def flat_die(die: Die, face: int | None, angle: float, px: int) -> pygame.Surface:
    """A die that is not traced, ``px`` pixels square: a coin, or a lozenge with the number of its face.

    :param face: None for a lozenge without a number.
    :param angle: its rotation in its plane, in radians.
    """
    if die == COIN and face in COIN.faces:
        image = pygame.Surface((px, px), pygame.SRCALPHA)
        disc = coin(bool(face), max(4, round(px * 0.74)))
        image.blit(disc, disc.get_rect(center=(px // 2, px // 2)))
    else:
        image = _lozenge("" if face is None else str(face), px)
    if not angle:
        return image
    rotated = pygame.transform.rotozoom(image, angle * DEGREES_PER_RADIAN, 1.0)
    picture = pygame.Surface((px, px), pygame.SRCALPHA)
    picture.blit(rotated, rotated.get_rect(center=(px // 2, px // 2)))
    return picture


@picture_cache(64)
def _lozenge(text: str, px: int) -> pygame.Surface:
    """An ivory lozenge with a shaded lower edge and a number."""
    fine_px = px * 3
    image = pygame.Surface((fine_px, fine_px), pygame.SRCALPHA)
    middle, half = fine_px / 2, fine_px * 0.41

    def corners(drop: float, size: float) -> list[tuple[float, float]]:
        return [(middle, middle - size + drop), (middle + size, middle + drop), (middle, middle + size + drop),
                (middle - size, middle + drop)]

    thickness = fine_px * 0.045
    image.fill((*pygame.Color(SHADE)[:3], 0))
    pygame.draw.polygon(image, "#6d5634", corners(thickness, half))
    pygame.draw.polygon(image, SHADE, corners(0, half))
    pygame.draw.polygon(image, IVORY, corners(-thickness * 0.3, half - thickness))
    size = round(fine_px * 0.46)
    while size > 6 and font("counter", size).size(text)[0] > half * 1.05:
        size -= 2
    number_image = font("counter", size).render(text, True, PRINT)
    image.blit(number_image, number_image.get_rect(center=(round(middle), round(middle - thickness * 0.3))))
    return pygame.transform.smoothscale(image, (px, px)).convert_alpha()
