"""The pictures of the pages: all there, no other, and not out of date."""

from __future__ import annotations

import re

import numpy as np
import pygame
import pytest

from tests.docs.test_pages import PAGES
from tools import pictures

SMALL = (64, 36)
"""Pixels at which pictures are compared: other machines smooth letters otherwise."""
APART = 8.0
"""Steps of brightness out of 255, on average, from which a picture shows something else."""


def test_every_picture_is_on_a_page_and_every_page_has_its_pictures() -> None:
    """Those of the script, and the moving one."""
    shown = {name for page in PAGES for name in re.findall(r"assets/screenshots/([\w.]+)", page.read_text("utf-8"))}
    drawn = {f"{name}.jpg" for name in pictures.PICTURES} | {"turn.gif"}
    assert drawn == shown == {file.name for file in pictures.FOLDER.iterdir()}


@pytest.mark.parametrize("name", ["kassala", "africa", "tours", "adua", "renaissance", "end"])
def test_a_picture_shows_what_the_program_shows_now(name: str) -> None:
    """``python -m tools.pictures`` draws them again."""
    kept, now = pygame.image.load(pictures.FOLDER / f"{name}.jpg"), pictures.PICTURES[name]()
    assert kept.get_size() == now.get_size()
    assert float(np.abs(_small(kept) - _small(now)).mean()) < APART, f"{name} is out of date"


def _small(picture: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.array3d(pygame.transform.smoothscale(picture.convert(24), SMALL)).astype(float)
