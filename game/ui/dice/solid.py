"""Ray-traced dice at any rotation, lit from the upper left: a cube with rounded edges and sunk pips, and a ten-sided
die of kite faces, each with its number.

The cube is sphere-traced through the distance field of a rounded box, all pixels at once; the ten-sided die is the
intersection of ten half-spaces. The unit of length is the distance from a die's centre to its faces, in the cube a
half-edge; in view coordinates x is to the right, y down and z towards the eye. Numbers of shapes and shades are chosen
by eye.
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

INNER_HALF_EDGE, ROUNDING = 0.70, 0.30
"""Half the edge of the inner box, and the rounding radius; together half the cube's edge."""
PICTURE_HALF_WIDTH = 1.62
"""Half the picture's width."""
AXES = {1: (0, 0, 1), 6: (0, 0, -1), 2: (1, 0, 0), 5: (-1, 0, 0), 3: (0, 1, 0), 4: (0, -1, 0)}
"""The direction of each face's normal when the one is up."""
_PIPS = {1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
         5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)), 6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1))}
"""For each face the centres of its pips, in steps of ``PIP_STEP`` from the middle of the face."""
PIP_STEP = 0.47
"""The distance between adjacent columns of pips."""
PIP_RADIUS, ACE_RADIUS = 0.185, 0.27
"""The radius of a pip, and of the single pip of the one."""
_LIGHT = np.array([-0.45, -0.62, 0.64], dtype=np.float32)
"""The direction to the light: to the left, above and before the die."""
AMBIENT_LIGHT = 0.30
"""The share of full light in shadow."""
GLOSS_EXPONENT = 42
"""The sharpness of a highlight: the higher, the smaller it is."""
BOUNDING_RADIUS, VISIBLE_RADIUS = 1.6, 1.56
"""The radius of a ball around the cube from which rays start, and of the disc in which its pixels lie."""
CLEAR_PIXELS = 1.6
"""The distance between a ray and the cube, in pixels, at and beyond which its pixel is transparent. One pixel nearer,
it is opaque."""
RAY_STEPS = 13
"""Number of steps of a ray; more change no pixel visibly."""
IVORY, SHADE, PIP = (250, 240, 214), (120, 92, 58), (44, 24, 14)
"""Colours of a die: its lit faces, its faces in shadow, and its pips."""


def rotation_about(axis: tuple[float, float, float], angle: float) -> Array:
    """The rotation matrix about an axis (of any length but 0) by an angle in radians."""
    x, y, z = np.array(axis) / np.linalg.norm(axis)
    cosine, sine = np.cos(angle), np.sin(angle)
    cross_matrix = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + sine * cross_matrix + (1 - cosine) * (cross_matrix @ cross_matrix), dtype=np.float32)


def resting_six(face: int, yaw: float, tilt: float = 0.62) -> Array:
    """The rotation of a six-sided die at rest with a face up.

    :param face: the number of its pips.
    :param yaw: the turn of the die about the vertical, in radians.
    :param tilt: the angle between the vertical and the line of sight, in radians.
    """
    up = np.array(AXES[face], dtype=float)
    target = np.array([0.0, 0.0, 1.0])
    cross, dot = np.cross(up, target), float(up @ target)
    if np.linalg.norm(cross) > 1e-6:
        face_up = rotation_about((cross[0], cross[1], cross[2]), float(np.arccos(dot)))
    else:
        face_up = rotation_about((1, 0, 0), 0.0 if dot > 0 else np.pi)
    return np.asarray(rotation_about((1, 0, 0), tilt) @ rotation_about((0, 0, 1), yaw) @ face_up, dtype=np.float32)


def picture_of_six(rotation: Array, px: int) -> pygame.Surface:
    """The six-sided die under a rotation, ``px`` pixels square, on a transparent ground.

    :param rotation: the matrix whose columns are the die's axes in view coordinates.
    """
    view_starts, pixel_width = _ray_starts(px)
    starts = view_starts @ rotation
    direction = np.array([0, 0, -1], dtype=np.float32) @ rotation
    travelled, nearest = _ray_lengths([np.ascontiguousarray(starts[:, k]) for k in range(3)], direction)
    cover = np.clip(CLEAR_PIXELS - nearest / pixel_width, 0, 1)  # pixels on the outline are partly transparent
    point = starts + travelled[:, None] * direction
    outward = np.sign(point) * np.maximum(np.abs(point) - INNER_HALF_EDGE, 0)
    normal = outward / np.maximum(np.linalg.norm(outward, axis=1, keepdims=True), 1e-6)
    colour = _shaded_six(point, normal, normal @ rotation.T, pixel_width)
    image = np.zeros((px, px, 4), dtype=np.uint8)
    inside = _disc_mask(px)
    image[inside, :3] = np.clip(colour, 0, 255)
    image[inside, 3] = cover * 255
    return pygame.image.frombuffer(image.tobytes(), (px, px), "RGBA").convert_alpha()


def _ray_lengths(starts: Sequence[Array], direction: Array) -> tuple[Array, Array]:
    """The lengths of rays until they meet the rounded cube, and the least distance between each ray and the cube.

    :param starts: the x, y and z of the rays' starts; by axis, because that is several times as fast as by point.
    :param direction: the rays' common direction.
    """
    travelled, distance, offset = (np.zeros_like(starts[0]) for _ in range(3))
    nearest = np.full_like(starts[0], np.inf)
    for _ in range(RAY_STEPS):
        distance.fill(0)
        for start, component in zip(starts, direction, strict=True):
            np.multiply(travelled, component, out=offset)
            offset += start
            np.abs(offset, out=offset)
            offset -= INNER_HALF_EDGE
            np.maximum(offset, 0, out=offset)
            distance += np.multiply(offset, offset, out=offset)
        np.sqrt(distance, out=distance)
        distance -= ROUNDING
        np.minimum(nearest, distance, out=nearest)
        travelled += np.maximum(distance, 0, out=distance)
    return travelled, nearest


def _ivory_shading(normal: Array) -> tuple[Array, Array]:
    """The colours (0..255) and the gloss (0..1) of ivory for surface normals, one a row, in view coordinates."""
    halfway = _LIGHT + np.array([0, 0, 1], dtype=np.float32)  # between the light and the eye
    gloss = np.clip(normal @ (halfway / np.linalg.norm(halfway)), 0, 1) ** GLOSS_EXPONENT
    light = np.clip(AMBIENT_LIGHT + (1 - AMBIENT_LIGHT) * np.clip(normal @ _LIGHT, 0, 1), 0, 1)[:, None]
    ivory, shade = np.array(IVORY, dtype=np.float32), np.array(SHADE, dtype=np.float32)
    return shade + (ivory - shade) * light, gloss


def _shaded_six(point: Array, normal: Array, view_normal: Array, pixel_width: float) -> Array:
    """The shaded ivory of the cube with dark sunk pips; colours 0..255.

    :param point: points of the surface, in the die's own axes.
    :param normal: the surface normals there, in the same axes.
    :param view_normal: the same normals in view coordinates.
    :param pixel_width: the width of a pixel, in units of length.
    """
    colour, gloss = _ivory_shading(view_normal)
    axis = np.abs(normal).argmax(axis=1)
    for face, direction in AXES.items():
        axis_index, sign = int(np.abs(direction).argmax()), sum(direction)
        indices = np.nonzero((axis == axis_index) & (point[:, axis_index] * sign > 0))[0]
        if not len(indices):
            continue
        u, v = point[indices, (axis_index + 1) % 3], point[indices, (axis_index + 2) % 3]
        radius, face_colour = ACE_RADIUS if face == 1 else PIP_RADIUS, colour[indices]
        for pu, pv in _PIPS[face]:
            gap = np.hypot(u - PIP_STEP * pu, v - PIP_STEP * pv)
            amount = np.clip((radius - gap) / pixel_width + 0.5, 0, 1)[:, None]
            rim = np.clip(1 - np.abs(gap - radius - 0.02) / 0.05, 0, 1)[:, None] * 0.20
            sunk = np.array(PIP, dtype=np.float32) * (0.75 + 0.9 * np.clip(gap / radius, 0, 1)[:, None] ** 3)
            face_colour = face_colour * (1 - amount) * (1 - rim) + sunk * amount
        colour[indices] = face_colour
    return np.asarray(colour + 70 * gloss[:, None], dtype=np.float32)


def _pixel_centres(px: int) -> npt.NDArray[np.float64]:
    """The x, and likewise the y, of the centres of pixels in view coordinates, in a picture ``px`` pixels square."""
    return np.asarray((np.arange(px) + 0.5) / px * 2 * PICTURE_HALF_WIDTH - PICTURE_HALF_WIDTH)


@picture_cache(8)
def _disc_mask(px: int) -> npt.NDArray[np.bool_]:
    """Mask of the pixels that a six-sided die can cover, in a picture ``px`` pixels square."""
    coordinates = _pixel_centres(px)
    return np.asarray(coordinates[:, None] ** 2 + coordinates[None, :] ** 2 < VISIBLE_RADIUS**2)


@picture_cache(8)
def _ray_starts(px: int) -> tuple[Array, float]:
    """The start points of the rays through the pixels of ``_disc_mask``, in view coordinates, and a pixel's width."""
    coordinates = _pixel_centres(px).astype(np.float32)
    x, y = np.meshgrid(coordinates, coordinates)
    inside = _disc_mask(px)
    z = np.sqrt(BOUNDING_RADIUS**2 - x[inside] ** 2 - y[inside] ** 2)
    return np.stack([x[inside], y[inside], z], axis=1), 2 * PICTURE_HALF_WIDTH / px


FACE_TILT = radians(46)
"""The angle between a face's normal and the axis through both points of the ten-sided die."""
_UPPER_FACES = (0, 8, 2, 6, 4)
"""The faces around the upper point, in order; opposite faces add up to 9."""
PRINT_CENTRE = 0.27
"""The centre of a number, measured downwards from the foot of its face's normal."""
PRINT_HALF_HEIGHT = 0.50
"""Half the height of a number."""
_INK_SIZE = 96
"""Width and height in pixels of the pictures from which numbers are printed on faces."""
SUPERSAMPLING = 2
"""Number of rays per pixel of a ten-sided die along each axis."""
EDGE_ON = 1e-4
"""The least component of a face's normal towards the eye; a face with less is seen from the side and counts among the
back faces."""


def _face_frames() -> Array:
    """For each face three unit vectors, in the die's own axes: to the right of its number, downwards, and the outward
    normal."""
    frames = np.zeros((10, 3, 3), dtype=np.float32)
    for position, face in enumerate(_UPPER_FACES):
        angle = 2 * pi * position / 5
        outward = np.array([np.cos(angle) * np.sin(FACE_TILT), np.sin(angle) * np.sin(FACE_TILT), np.cos(FACE_TILT)])
        for index, normal, pole in ((face, outward, 1.0), (9 - face, -outward, -1.0)):
            up = np.array([0, 0, pole]) - pole * normal[2] * normal
            down = -up / np.linalg.norm(up)
            frames[index] = np.stack([np.cross(down, normal), down, normal])
    return frames


FRAMES = _face_frames()
"""For each face of the ten-sided die its three unit vectors, see ``_face_frames``."""


def resting_ten(index: int, yaw: float, tilt: float = 0.36) -> Array:
    """The rotation of a ten-sided die at rest with face number ``index`` (0 to 9) up; ``yaw`` and ``tilt`` are those of
    ``resting_six``."""
    tilted = rotation_about((1, 0, 0), tilt) @ rotation_about((0, 0, 1), yaw)
    return np.asarray(tilted @ FRAMES[index], dtype=np.float32)


def on_point(yaw: float) -> Array:
    """The rotation of a ten-sided die balanced on a point, never the result of a roll: five faces show equally."""
    return np.asarray(rotation_about((1, 0, 0), 0.22) @ rotation_about((0, 0, 1), yaw), dtype=np.float32)


def picture_of_ten(rotation: Array, px: int, prints: tuple[str, ...]) -> pygame.Surface:
    """The ten-sided die under a rotation, ``px`` pixels square, on a transparent ground.

    :param rotation: the matrix whose columns are the die's axes in view coordinates.
    :param prints: the texts of its ten faces.
    """
    fine_px = px * SUPERSAMPLING
    coordinates = _pixel_centres(fine_px).astype(np.float32)
    x, y = (grid.ravel() for grid in np.meshgrid(coordinates, coordinates))
    face_normals = FRAMES[:, 2] @ rotation.T
    plane_gap = 1 - face_normals[:, :1] * x - face_normals[:, 1:2] * y
    z = plane_gap / np.where(np.abs(face_normals[:, 2:]) < EDGE_ON, -EDGE_ON, face_normals[:, 2:])
    front = face_normals[:, 2] >= EDGE_ON
    entry_z = np.where(front[:, None], z, np.inf).min(axis=0)
    exit_z = np.where(front[:, None], -np.inf, z).max(axis=0)
    hit_pixels = np.nonzero(entry_z > exit_z)[0]
    point = np.stack([x[hit_pixels], y[hit_pixels], entry_z[hit_pixels]], axis=1)
    colour = _shaded_ten(point, face_normals, point @ rotation, prints)
    image = np.zeros((fine_px * fine_px, 4), dtype=np.uint8)
    image[:, :3] = SHADE
    image[hit_pixels, :3] = np.clip(colour, 0, 255)
    image[hit_pixels, 3] = 255
    large = pygame.image.frombuffer(image.tobytes(), (fine_px, fine_px), "RGBA")
    return pygame.transform.smoothscale(large, (px, px)).convert_alpha()


def _shaded_ten(point: Array, face_normals: Array, local: Array, prints: tuple[str, ...]) -> Array:
    """The shaded ivory of the ten-sided die with rounded edges and dark numbers; colours 0..255.

    :param point: points of the surface in view coordinates.
    :param face_normals: the normals of the ten faces in view coordinates.
    :param local: the points in the die's own axes.
    :param prints: the texts of the ten faces.
    """
    plane_distances = point @ face_normals.T
    order = np.argsort(plane_distances, axis=1)
    nearest_face, next_face = order[:, -1], order[:, -2]
    gap = 1 - np.take_along_axis(plane_distances, next_face[:, None], axis=1)[:, 0]
    blend = (np.clip(1 - gap / 0.10, 0, 1) * 0.5)[:, None]
    normal = face_normals[nearest_face] * (1 - blend) + face_normals[next_face] * blend
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    colour, gloss = _ivory_shading(normal)
    for index in np.unique(nearest_face):
        indices = np.nonzero(nearest_face == index)[0]
        right, down, _ = FRAMES[index]
        u = (local[indices] @ right / PRINT_HALF_HEIGHT + 1) / 2
        v = ((local[indices] @ down - PRINT_CENTRE) / PRINT_HALF_HEIGHT + 1) / 2
        inside = (u >= 0) & (u < 1) & (v >= 0) & (v < 1)
        ink = np.zeros(len(indices), dtype=np.float32)
        mask = _ink_coverage(prints[index])
        ink[inside] = mask[(u[inside] * _INK_SIZE).astype(int), (v[inside] * _INK_SIZE).astype(int)]
        colour[indices] += (np.array(PIP, dtype=np.float32) - colour[indices]) * ink[:, None]
    return np.asarray(colour + 40 * gloss[:, None], dtype=np.float32)


@picture_cache(64)
def _ink_coverage(text: str) -> Array:
    """The ink coverage of a number, from 0 to 1, by columns and rows; 6 and 9 have a bar below them."""
    size = _INK_SIZE
    while size > 8 and font("counter", size).size(text)[0] > _INK_SIZE:
        size -= 2
    image = font("counter", size).render(text, True, "white")
    image = image.subsurface(image.get_bounding_rect())
    if text in ("6", "9"):
        barred = pygame.Surface((image.get_width(), image.get_height() + 14), pygame.SRCALPHA)
        barred.blit(image, (0, 0))
        barred.fill("white", (0, image.get_height() + 6, image.get_width(), 8))
        image = barred
    scale = min(_INK_SIZE / image.get_height(), _INK_SIZE / image.get_width())
    image = pygame.transform.smoothscale_by(image, scale)
    square = pygame.Surface((_INK_SIZE, _INK_SIZE), pygame.SRCALPHA)
    square.blit(image, image.get_rect(center=(_INK_SIZE // 2, _INK_SIZE // 2)))
    return np.asarray(pygame.surfarray.array_alpha(square) / 255, dtype=np.float32)
