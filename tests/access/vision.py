"""How colour-blind people see a picture, how different two colours look, and how legible print is; computed on arrays,
because pictures have a million pixels.

Colour blindness: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model for Simulation of
Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (2009), table of severity 1.0; the
matrices work on linear light. Colour difference: CIEDE2000 as in G. Sharma, W. Wu, E. N. Dalal, "The CIEDE2000
Color-Difference Formula: Implementation Notes, Supplementary Test Data, and Mathematical Observations", Color Research
and Application 30 (2005). Contrast: WCAG 2. Colours are sRGB with white D65.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pygame
from numpy.typing import NDArray

Values = NDArray[np.float64]
"""Numbers whose last axis is red, green and blue or L*, a* and b*, unless stated otherwise."""

NORMAL = "normal"
MATRICES: dict[str, Values] = {
    NORMAL: np.eye(3),
    "protanopia": np.array(((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                            (-0.003882, -0.048116, 1.051998))),
    "deuteranopia": np.array(((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                              (-0.011820, 0.042940, 0.968881))),
    "tritanopia": np.array(((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                            (0.004733, 0.691367, 0.303900))),
    "grey": np.array(((0.2126729, 0.7151522, 0.0721750),) * 3),
}
"""Kind of sight, or a greyscale print -> the matrix for linear red, green and blue."""
_TO_XYZ = np.array(((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750),
                    (0.0193339, 0.1191920, 0.9503041)))
_WHITE = _TO_XYZ.sum(axis=1)


def pixels(picture: pygame.Surface) -> Values:
    """The colours of a picture, 0 to 255, a row of the array for each row of pixels."""
    return pygame.surfarray.array3d(picture).swapaxes(0, 1).astype(np.float64)


def colours(*names: str) -> Values:
    """Colours by their names or as ``#rrggbb``, a row for each."""
    return np.array([tuple(pygame.Color(name))[:3] for name in names], dtype=np.float64)


def linear(rgb: Any) -> Values:
    """Linear light, 0 to 1, of values of 0 to 255."""
    shares = np.asarray(rgb, dtype=np.float64) / 255.0
    return np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)


def seen_by(sight: str, rgb: Any) -> Values:
    """Linear light as it looks to a kind of sight."""
    return np.clip(linear(rgb) @ MATRICES[sight].T, 0.0, 1.0)


def lab(light: Values) -> Values:
    """L*, a* and b* of linear light."""
    shares = light @ _TO_XYZ.T / _WHITE
    roots = np.where(shares > (6 / 29) ** 3, np.cbrt(shares), shares / (3 * (6 / 29) ** 2) + 4 / 29)
    x, y, z = np.moveaxis(roots, -1, 0)
    return np.stack((116 * y - 16, 500 * (x - y), 200 * (y - z)), axis=-1)


def ciede2000(one: Values, other: Values) -> Values:
    """The difference between colours given as L*, a* and b*; about 1 is just visible. The result lacks the last
    axis."""
    l1, a1, b1 = np.moveaxis(one, -1, 0)
    l2, a2, b2 = np.moveaxis(other, -1, 0)
    mean7 = ((np.hypot(a1, b1) + np.hypot(a2, b2)) / 2) ** 7
    grow = 1 + 0.5 * (1 - np.sqrt(mean7 / (mean7 + 25.0**7)))
    c1, c2 = np.hypot(grow * a1, b1), np.hypot(grow * a2, b2)
    h1, h2 = (np.degrees(np.arctan2(b, grow * a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    grey = c1 * c2 == 0
    turn = np.where(grey, 0.0, (h2 - h1 + 180) % 360 - 180)
    turn = np.where((turn == -180) & (h2 > h1), 180.0, turn)
    dl, dc, dh = l2 - l1, c2 - c1, 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2))
    mean_l, mean_c, total = (l1 + l2) / 2, (c1 + c2) / 2, h1 + h2
    apart = np.abs(h1 - h2) > 180
    mean_h = np.where(grey, total, np.where(apart, np.where(total < 360, total + 360, total - 360), total) / 2)
    t = (1 - 0.17 * _cos(mean_h - 30) + 0.24 * _cos(2 * mean_h) + 0.32 * _cos(3 * mean_h + 6)
         - 0.20 * _cos(4 * mean_h - 63))
    sl = 1 + 0.015 * (mean_l - 50) ** 2 / np.sqrt(20 + (mean_l - 50) ** 2)
    sc, sh = 1 + 0.045 * mean_c, 1 + 0.015 * mean_c * t
    rotation = (-2 * np.sqrt(mean_c**7 / (mean_c**7 + 25.0**7))
                * np.sin(np.radians(60 * np.exp(-(((mean_h - 275) / 25) ** 2)))))
    light, c, h = dl / sl, dc / sc, dh / sh
    found: Values = np.sqrt(np.maximum(light**2 + c**2 + h**2 + rotation * c * h, 0.0))
    return found


def _cos(degrees: Values) -> Values:
    found: Values = np.cos(np.radians(degrees))
    return found


def difference(one: Any, other: Any, sight: str = NORMAL) -> Values:
    """The difference between colours of 0 to 255 as it looks to a kind of sight (CIEDE2000)."""
    return ciede2000(lab(seen_by(sight, one)), lab(seen_by(sight, other)))


def luminances(rgb: Any) -> Values:
    """Relative luminances, 0 for black to 1 for white; the result lacks the last axis."""
    found: Values = linear(rgb) @ np.array((0.2126, 0.7152, 0.0722))
    return found


def contrast(one: Any, other: Any) -> Values:
    """The contrast of colours of 0 to 255, from 1 for equal colours to 21 for black and white."""
    a, b = luminances(one) + 0.05, luminances(other) + 0.05
    found: Values = np.maximum(a, b) / np.minimum(a, b)
    return found
