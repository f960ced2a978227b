"""Ray-traced dice at any rotation, lit from the upper left: a cube with rounded edges and sunk pips, and a ten-sided
die of kite faces, each with its number.

The cube is sphere-traced through the distance field of a rounded box, all pixels at once; the ten-sided die is the
intersection of ten half-spaces. Lengths are in half-edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import pi, radians

import numpy as np
import numpy.typing as npt
import pygame

from game.ui.kit.fonts import font
from game.ui.kit.pictures import picture_cache

Array = npt.NDArray[np.float32]

INNER_EDGE, ROUNDING = 0.70, 0.30
"""Half the edge of the flat inner box, and the rounding radius; together one half-edge."""
PICTURE_SPAN = 1.62
"""Half the picture's width, in half-edges."""
AXES = {1: (0, 0, 1), 6: (0, 0, -1), 2: (1, 0, 0), 5: (-1, 0, 0), 3: (0, 1, 0), 4: (0, -1, 0)}
"""The direction of each face's normal when the one is up."""
_PIPS = {1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
         5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)), 6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1))}
_LIGHT = np.array([-0.45, -0.62, 0.64], dtype=np.float32)
IVORY, SHADE, PIP = (250, 240, 214), (120, 92, 58), (44, 24, 14)
"""Colours of a die: its lit faces, its faces in shadow, and its pips."""


def rotation_about(axis: tuple[float, float, float], angle: float) -> Array:
    """The rotation matrix about an axis (of any length but 0) by an angle in radians."""
    x, y, z = np.array(axis) / np.linalg.norm(axis)
    c, s = np.cos(angle), np.sin(angle)
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + s * k + (1 - c) * (k @ k), dtype=np.float32)


def resting_six(face: int, yaw: float, tilt: float = 0.62) -> Array:
    """The rotation of a six-sided die at rest with ``face`` up: ``yaw`` about the vertical, seen from ``tilt`` radians
    off it."""
    up = np.array(AXES[face], dtype=float)
    target = np.array([0.0, 0.0, 1.0])
    cross, dot = np.cross(up, target), float(up @ target)
    if np.linalg.norm(cross) > 1e-6:
        raised = rotation_about((cross[0], cross[1], cross[2]), float(np.arccos(dot)))
    else:
        raised = rotation_about((1, 0, 0), 0.0 if dot > 0 else np.pi)
    return np.asarray(rotation_about((1, 0, 0), tilt) @ rotation_about((0, 0, 1), yaw) @ raised, dtype=np.float32)


def picture_of_six(rotation: Array, px: int) -> pygame.Surface:
    """The die under a rotation (columns: its axes as seen), ``px`` pixels square, on a transparent ground."""
    rays, pixel = _ray_starts(px)
    local = rays @ rotation
    ahead = np.array([0, 0, -1], dtype=np.float32) @ rotation
    travelled, nearest = _ray_lengths([np.ascontiguousarray(local[:, k]) for k in range(3)], ahead)
    cover = np.clip(1.6 - nearest / pixel, 0, 1)
    point = local + travelled[:, None] * ahead
    away = np.sign(point) * np.maximum(np.abs(point) - INNER_EDGE, 0)
    normal = away / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-6)
    colour = _shaded_six(point, normal, normal @ rotation.T, pixel)
    image = np.zeros((px, px, 4), dtype=np.uint8)
    inside = _disc_mask(px)
    image[inside, :3] = np.clip(colour, 0, 255)
    image[inside, 3] = cover * 255
    return pygame.image.frombuffer(image.tobytes(), (px, px), "RGBA").convert_alpha()


def _ray_lengths(starts: Sequence[Array], ahead: Array) -> tuple[Array, Array]:
    """How far rays travel until they meet the rounded cube, and the least distance between each and the cube.

    :param starts: the x, y and z of the rays' starts; by axis, because that is several times as fast as by point.
    :param ahead: the rays' common direction.
    """
    travelled, distance, part = (np.zeros_like(starts[0]) for _ in range(3))
    nearest = np.full_like(starts[0], 9)
    for _ in range(13):
        distance.fill(0)
        for start, along in zip(starts, ahead, strict=True):
            np.multiply(travelled, along, out=part)
            part += start
            np.abs(part, out=part)
            part -= INNER_EDGE
            np.maximum(part, 0, out=part)
            distance += np.multiply(part, part, out=part)
        np.sqrt(distance, out=distance)
        distance -= ROUNDING
        np.minimum(nearest, distance, out=nearest)
        travelled += np.maximum(distance, 0, out=distance)
    return travelled, nearest


def _ivory_shading(normal: Array) -> tuple[Array, Array]:
    """The colour (0..255) and the gloss of ivory for surface normals in view coordinates."""
    half = _LIGHT + np.array([0, 0, 1], dtype=np.float32)
    gloss = np.clip(normal @ (half / np.linalg.norm(half)), 0, 1) ** 42
    light = np.clip(0.30 + 0.70 * np.clip(normal @ _LIGHT, 0, 1), 0, 1)[:, None]
    ivory, shade = np.array(IVORY, dtype=np.float32), np.array(SHADE, dtype=np.float32)
    return shade + (ivory - shade) * light, gloss


def _shaded_six(point: Array, normal: Array, seen: Array, pixel: float) -> Array:
    """The shaded ivory of the cube with dark sunk pips; colours 0..255."""
    colour, gloss = _ivory_shading(seen)
    axis = np.abs(normal).argmax(axis=1)
    for face, direction in AXES.items():
        k = int(np.abs(direction).argmax())
        on = np.nonzero((axis == k) & (point[:, k] * sum(direction) > 0))[0]
        if not len(on):
            continue
        u, v = point[on, (k + 1) % 3], point[on, (k + 2) % 3]
        radius, part = 0.27 if face == 1 else 0.185, colour[on]
        for pu, pv in _PIPS[face]:
            gap = np.hypot(u - 0.47 * pu, v - 0.47 * pv)
            amount = np.clip((radius - gap) / pixel + 0.5, 0, 1)[:, None]
            rim = np.clip(1 - np.abs(gap - radius - 0.02) / 0.05, 0, 1)[:, None] * 0.20
            sunk = np.array(PIP, dtype=np.float32) * (0.75 + 0.9 * np.clip(gap / radius, 0, 1)[:, None] ** 3)
            part = part * (1 - amount) * (1 - rim) + sunk * amount
        colour[on] = part
    return np.asarray(colour + 70 * gloss[:, None], dtype=np.float32)


@picture_cache(8)
def _disc_mask(px: int) -> npt.NDArray[np.bool_]:
    """Mask of the pixels a die can cover."""
    at = (np.arange(px) + 0.5) / px * 2 * PICTURE_SPAN - PICTURE_SPAN
    return np.asarray(at[:, None] ** 2 + at[None, :] ** 2 < 1.56**2)


@picture_cache(8)
def _ray_starts(px: int) -> tuple[Array, float]:
    """The start points of the rays through those pixels (x right, y down, z towards the eye), and a pixel's width."""
    at = ((np.arange(px) + 0.5) / px * 2 * PICTURE_SPAN - PICTURE_SPAN).astype(np.float32)
    x, y = np.meshgrid(at, at)
    inside = _disc_mask(px)
    z = np.sqrt(1.6**2 - x[inside] ** 2 - y[inside] ** 2)
    return np.stack([x[inside], y[inside], z], axis=1), 2 * PICTURE_SPAN / px


FACE_TILT = radians(46)
"""The angle between a face's normal and the axis through both points of the ten-sided die."""
_UPPER = (0, 8, 2, 6, 4)
"""The faces around the upper point, in order; opposite faces add up to 9."""
PRINT_CENTRE = 0.27
"""The centre of a number, measured downwards from the foot of its face's normal, in half-edges of the die."""
PRINT_HALF_HEIGHT = 0.50
"""Half the height of a number, in half-edges of the die."""
_TEXEL = 96
SUPERSAMPLING = 2
"""Supersampling: rays per pixel along each axis."""


def _face_frames() -> Array:
    """For each face three unit vectors: to the right of its number, downwards, and the outward normal."""
    frames = np.zeros((10, 3, 3), dtype=np.float32)
    for k, face in enumerate(_UPPER):
        angle = 2 * pi * k / 5
        out = np.array([np.cos(angle) * np.sin(FACE_TILT), np.sin(angle) * np.sin(FACE_TILT), np.cos(FACE_TILT)])
        for index, normal, point in ((face, out, 1.0), (9 - face, -out, -1.0)):
            up = np.array([0, 0, point]) - point * normal[2] * normal
            down = -up / np.linalg.norm(up)
            frames[index] = np.stack([np.cross(down, normal), down, normal])
    return frames


FRAMES = _face_frames()


def resting_ten(index: int, yaw: float, tilt: float = 0.36) -> Array:
    """The rotation of a ten-sided die at rest with face number ``index`` (0 to 9) up; like ``resting_six``."""
    tilted = rotation_about((1, 0, 0), tilt) @ rotation_about((0, 0, 1), yaw)
    return np.asarray(tilted @ FRAMES[index], dtype=np.float32)


def on_point(yaw: float) -> Array:
    """The rotation of a ten-sided die balanced on a point, never the result of a roll: five faces show equally."""
    return np.asarray(rotation_about((1, 0, 0), 0.22) @ rotation_about((0, 0, 1), yaw), dtype=np.float32)


def picture_of_ten(rotation: Array, px: int, prints: tuple[str, ...]) -> pygame.Surface:
    """The die under a rotation, ``px`` pixels square, on a transparent ground; ``prints`` are the texts of its ten
    faces."""
    fine = px * SUPERSAMPLING
    at = ((np.arange(fine) + 0.5) / fine * 2 * PICTURE_SPAN - PICTURE_SPAN).astype(np.float32)
    x, y = (grid.ravel() for grid in np.meshgrid(at, at))
    planes = FRAMES[:, 2] @ rotation.T
    level = 1 - planes[:, :1] * x - planes[:, 1:2] * y
    depth = level / np.where(np.abs(planes[:, 2:]) < 1e-4, 1e-4, planes[:, 2:])
    front = planes[:, 2] > 1e-4
    near = np.where(front[:, None], depth, np.inf).min(axis=0)
    far = np.where(front[:, None], -np.inf, depth).max(axis=0)
    hit = np.nonzero(near > far)[0]
    point = np.stack([x[hit], y[hit], near[hit]], axis=1)
    colour = _shaded_ten(point, planes, point @ rotation, prints)
    image = np.zeros((fine * fine, 4), dtype=np.uint8)
    image[:, :3] = SHADE
    image[hit, :3] = np.clip(colour, 0, 255)
    image[hit, 3] = 255
    large = pygame.image.frombuffer(image.tobytes(), (fine, fine), "RGBA")
    return pygame.transform.smoothscale(large, (px, px)).convert_alpha()


def _shaded_ten(point: Array, planes: Array, local: Array, prints: tuple[str, ...]) -> Array:
    """The shaded ivory of the ten-sided die with rounded edges and dark numbers; colours 0..255."""
    reached = point @ planes.T
    order = np.argsort(reached, axis=1)
    facet, beside = order[:, -1], order[:, -2]
    gap = 1 - np.take_along_axis(reached, beside[:, None], axis=1)[:, 0]
    soft = (np.clip(1 - gap / 0.10, 0, 1) * 0.5)[:, None]
    normal = planes[facet] * (1 - soft) + planes[beside] * soft
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    colour, gloss = _ivory_shading(normal)
    for index in np.unique(facet):
        on = np.nonzero(facet == index)[0]
        right, down, _ = FRAMES[index]
        u = (local[on] @ right / PRINT_HALF_HEIGHT + 1) / 2
        v = ((local[on] @ down - PRINT_CENTRE) / PRINT_HALF_HEIGHT + 1) / 2
        inside = (u >= 0) & (u < 1) & (v >= 0) & (v < 1)
        ink = np.zeros(len(on), dtype=np.float32)
        mask = _ink_coverage(prints[index])
        ink[inside] = mask[(u[inside] * _TEXEL).astype(int), (v[inside] * _TEXEL).astype(int)]
        colour[on] += (np.array(PIP, dtype=np.float32) - colour[on]) * ink[:, None]
    return np.asarray(colour + 40 * gloss[:, None], dtype=np.float32)


@picture_cache(64)
def _ink_coverage(text: str) -> Array:
    """The ink coverage of a number, by columns and rows; 6 and 9 have a bar below them."""
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
