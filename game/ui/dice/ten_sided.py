"""A ten-sided die as a solid: ten kites, each with its number, lit as the six-sided die is, seen at any turn.

The body is what ten planes leave, each one half-edge from the middle.
"""

from __future__ import annotations

from math import pi, radians

import numpy as np
import pygame

from game.ui.dice.solid import _LIGHT, IVORY, PIP, SHADE, SPAN, Array, turn
from game.ui.kit.fonts import font
from game.ui.kit.pictures import picture_cache

LEAN = radians(46)
"""Between a face's normal and the axis through both points."""
_UPPER = (0, 8, 2, 6, 4)
"""Which faces meet in the upper point, in turn; opposite faces add up to 9."""
PRINT_MIDDLE, PRINT_HALF = 0.27, 0.50
"""The middle of a number below the foot of its face's normal, and half its height."""
_TEXEL = 96
FINE = 2
"""Rays across a pixel."""


def _frames() -> Array:
    """For each face what is right of its number, what is below it, and what points out of it."""
    frames = np.zeros((10, 3, 3), dtype=np.float32)
    for k, face in enumerate(_UPPER):
        angle = 2 * pi * k / 5
        out = np.array([np.cos(angle) * np.sin(LEAN), np.sin(angle) * np.sin(LEAN), np.cos(LEAN)])
        for index, normal, point in ((face, out, 1.0), (9 - face, -out, -1.0)):
            up = np.array([0, 0, point]) - point * normal[2] * normal
            down = -up / np.linalg.norm(up)
            frames[index] = np.stack([np.cross(down, normal), down, normal])
    return frames


FRAMES = _frames()


def resting(index: int, yaw: float, tilt: float = 0.36) -> Array:
    """The turn of a die that lies with its face number ``index`` (0 to 9) up, as ``dice_solid.resting``."""
    return np.asarray(turn((1, 0, 0), tilt) @ turn((0, 0, 1), yaw) @ FRAMES[index], dtype=np.float32)


def on_point(yaw: float) -> Array:
    """The turn of a die that stands on a point, as it never falls: five faces show alike."""
    return np.asarray(turn((1, 0, 0), 0.22) @ turn((0, 0, 1), yaw), dtype=np.float32)


def picture(rotation: Array, px: int, prints: tuple[str, ...]) -> pygame.Surface:
    """The die turned by a rotation, ``px`` pixels square, on a transparent ground; ten texts to print on its faces."""
    fine = px * FINE
    at = ((np.arange(fine) + 0.5) / fine * 2 * SPAN - SPAN).astype(np.float32)
    x, y = (grid.ravel() for grid in np.meshgrid(at, at))
    planes = FRAMES[:, 2] @ rotation.T
    level = 1 - planes[:, :1] * x - planes[:, 1:2] * y
    depth = level / np.where(np.abs(planes[:, 2:]) < 1e-4, 1e-4, planes[:, 2:])
    front = planes[:, 2] > 1e-4
    near = np.where(front[:, None], depth, np.inf).min(axis=0)
    far = np.where(front[:, None], -np.inf, depth).max(axis=0)
    hit = np.nonzero(near > far)[0]
    point = np.stack([x[hit], y[hit], near[hit]], axis=1)
    colour = _shaded(point, planes, point @ rotation, prints)
    image = np.zeros((fine * fine, 4), dtype=np.uint8)
    image[:, :3] = SHADE
    image[hit, :3] = np.clip(colour, 0, 255)
    image[hit, 3] = 255
    large = pygame.image.frombuffer(image.tobytes(), (fine, fine), "RGBA")
    return pygame.transform.smoothscale(large, (px, px)).convert_alpha()


def _shaded(point: Array, planes: Array, local: Array, prints: tuple[str, ...]) -> Array:
    """Ivory in light and shade with rounded edges and dark numbers; colours 0..255."""
    reached = point @ planes.T
    order = np.argsort(reached, axis=1)
    facet, beside = order[:, -1], order[:, -2]
    gap = 1 - np.take_along_axis(reached, beside[:, None], axis=1)[:, 0]
    soft = (np.clip(1 - gap / 0.10, 0, 1) * 0.5)[:, None]
    normal = planes[facet] * (1 - soft) + planes[beside] * soft
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    half = _LIGHT + np.array([0, 0, 1], dtype=np.float32)
    gloss = np.clip(normal @ (half / np.linalg.norm(half)), 0, 1) ** 42
    light = np.clip(0.30 + 0.70 * np.clip(normal @ _LIGHT, 0, 1), 0, 1)[:, None]
    ivory, shade = np.array(IVORY, dtype=np.float32), np.array(SHADE, dtype=np.float32)
    colour = shade + (ivory - shade) * light
    for index in np.unique(facet):
        on = np.nonzero(facet == index)[0]
        right, down, _ = FRAMES[index]
        u = (local[on] @ right / PRINT_HALF + 1) / 2
        v = ((local[on] @ down - PRINT_MIDDLE) / PRINT_HALF + 1) / 2
        inside = (u >= 0) & (u < 1) & (v >= 0) & (v < 1)
        ink = np.zeros(len(on), dtype=np.float32)
        mask = _mask(prints[index])
        ink[inside] = mask[(u[inside] * _TEXEL).astype(int), (v[inside] * _TEXEL).astype(int)]
        colour[on] += (np.array(PIP, dtype=np.float32) - colour[on]) * ink[:, None]
    return np.asarray(colour + 40 * gloss[:, None], dtype=np.float32)


@picture_cache(64)
def _mask(text: str) -> Array:
    """How much ink a number leaves, by columns and rows; 6 and 9 have a bar below them."""
    tall = _TEXEL
    while tall > 8 and font("counter", tall).size(text)[0] > _TEXEL:
        tall -= 2
    image = font("counter", tall).render(text, True, "white")
    image = image.subsurface(image.get_bounding_rect())
    if text in ("6", "9"):
        barred = pygame.Surface((image.get_width(), image.get_height() + 14), pygame.SRCALPHA)
        barred.blit(image, (0, 0))
        barred.fill("white", (0, image.get_height() + 6, image.get_width(), 8))
        image = barred
    share = min(_TEXEL / image.get_height(), _TEXEL / image.get_width())
    image = pygame.transform.smoothscale_by(image, share)
    ground = pygame.Surface((_TEXEL, _TEXEL), pygame.SRCALPHA)
    ground.blit(image, image.get_rect(center=(_TEXEL // 2, _TEXEL // 2)))
    return np.asarray(pygame.surfarray.array_alpha(ground) / 255, dtype=np.float32)
