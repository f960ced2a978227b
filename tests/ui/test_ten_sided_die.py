"""The picture of the ten-sided die."""

from __future__ import annotations

import numpy as np
import pygame
import pytest

from game.ui.dice.solid import FRAMES, picture_of_ten

PRINTS = tuple(map(str, range(10)))


@pytest.mark.parametrize("face", range(10))
def test_a_die_with_a_face_seen_from_the_side_is_seen(face: int) -> None:
    """The rotation turns the normal of a face, and so that of its opposite face, at a right angle to the eye."""
    right, _, normal = FRAMES[face]
    edge_on = np.stack([normal, np.cross(right, normal), right]).astype(np.float32)
    assert abs((FRAMES[:, 2] @ edge_on.T)[face, 2]) < 1e-6
    pygame.display.set_mode((1, 1))
    picture = picture_of_ten(edge_on, 40, PRINTS)
    shown = pygame.mask.from_surface(picture).count()
    assert shown > 0.25 * 40 * 40
