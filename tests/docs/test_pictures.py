"""The pictures on the pages are complete and up to date."""

from __future__ import annotations

import re

import numpy as np
import pygame
import pytest

from tests.docs.test_pages import PAGES
from tools import pictures

SMALL = (64, 36)
"""The size in pixels at which pictures are compared, because machines smooth letters differently."""
APART = 8.0
"""The mean brightness difference, of 255, above which two pictures differ."""


def test_every_picture_is_on_a_page_and_every_page_has_its_pictures() -> None:
    """The pages use the pictures of the script and the animated one, and no others."""
    shown = {name for page in PAGES for name in re.findall(r"assets/screenshots/([\w.]+)", page.read_text("utf-8"))}
    drawn = {f"{name}.jpg" for name in pictures.PICTURES} | {"turn.gif"}
    assert drawn == shown == {file.name for file in pictures.FOLDER.iterdir()}


@pytest.mark.every(4)
@pytest.mark.parametrize("name", ["kassala", "africa", "tours", "adua", "renaissance", "end"])
def test_a_picture_is_up_to_date(name: str) -> None:
    """A picture equals a new one; ``python -m tools.pictures`` draws them again."""
    kept, now = pygame.image.load(pictures.FOLDER / f"{name}.jpg"), pictures.PICTURES[name]()
    assert kept.get_size() == now.get_size()
    assert float(np.abs(_small(kept) - _small(now)).mean()) < APART, f"{name} is out of date"


def _small(picture: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.array3d(pygame.transform.smoothscale(picture.convert(24), SMALL)).astype(float)
