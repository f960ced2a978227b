"""The measurements of these tests, compared with published figures."""

from __future__ import annotations

import numpy as np
import pytest

from game.ui.kit import theme
from tests.access.vision import MATRICES, ciede2000, colours, contrast, difference, seen_by

SHARMA = (
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425), ((50, 3.1571, -77.2803), (50, 0, -82.7485), 2.8615),
    ((50, 2.8361, -74.0200), (50, 0, -82.7485), 3.4412), ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
    ((50, -1.1848, -84.8006), (50, 0, -82.7485), 1.0000), ((50, -0.9009, -85.5211), (50, 0, -82.7485), 1.0000),
    ((50, 0, 0), (50, -1, 2), 2.3669), ((50, -1, 2), (50, 0, 0), 2.3669),
    ((50, 2.4900, -0.0010), (50, -2.4900, 0.0009), 7.1792), ((50, 2.4900, -0.0010), (50, -2.4900, 0.0011), 7.2195),
    ((50, -0.0010, 2.4900), (50, 0.0009, -2.4900), 4.8045), ((50, -0.0010, 2.4900), (50, 0.0011, -2.4900), 4.7461),
    ((50, 2.5, 0), (50, 0, -2.5), 4.3065), ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((50, 2.5, 0), (61, -5, 29), 22.8977), ((50, 2.5, 0), (56, -27, -3), 31.9030),
    ((50, 2.5, 0), (58, 24, 15), 19.4535),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((63.0109, -31.0961, -5.8663), (62.8187, -29.7946, -4.0864), 1.2630),
    ((61.2901, 3.7196, -5.3901), (61.4292, 2.2480, -4.9620), 1.8731),
    ((35.0831, -44.1164, 3.7933), (35.0232, -40.0716, 1.5901), 1.8645),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((36.4612, 47.8580, 18.3852), (36.2715, 50.5065, 21.2231), 1.4146),
    ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
    ((90.9257, -0.5406, -0.9208), (88.6381, -0.8985, -0.7239), 1.5381),
    ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
)
"""Pairs of colours and their differences, from the supplementary test data of Sharma and others (2005)."""


def test_colour_difference_as_published() -> None:
    """All pairs, computed together, agree to the last of the four printed digits."""
    one, other, expected = (np.array(column, dtype=float) for column in zip(*SHARMA, strict=True))
    assert ciede2000(one, other) == pytest.approx(expected, abs=5e-5)


def test_kinds_of_sight() -> None:
    """No kind of sight changes greys; people blind to red or green confuse these, others do not."""
    greys = colours("#000000", "#606060", "#ffffff")
    for sight in MATRICES:
        assert seen_by(sight, greys) == pytest.approx(seen_by("normal", greys), abs=0.005)
    red, green = colours("#a05030", "#707a30")
    blind = {sight: float(difference(red, green, sight)) for sight in MATRICES}
    assert blind["deuteranopia"] < 12 < blind["normal"]
    assert blind["deuteranopia"] < 12 < blind["tritanopia"]


def test_contrast() -> None:
    """Known pairs have their contrast, and colours by name the program's own figures."""
    black, white, red = colours("#000000", "#ffffff", "#ff0000")
    assert float(contrast(black, white)) == pytest.approx(21)
    assert float(contrast(white, red)) == pytest.approx(4.0, abs=0.005)
    assert float(contrast(*colours(theme.FAINT, theme.PAPER))) == pytest.approx(
        theme.contrast(theme.FAINT, theme.PAPER))
