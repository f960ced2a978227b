"""The made-up map of every kind of terrain in ``marches``, and its style."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game import maps
from game.board.hexgrid import HexBoard
from game.core.message import say
from game.core.theme import Theme
from game.systems import SYSTEMS_VARIABLE

FOLDER = Path(__file__).resolve().parent / "marches"


def theme(folder: Path = FOLDER) -> Theme:
    """The style in a folder."""
    return Theme("Marches", say("A map of every kind"), say(""), (), (), art=str(folder))


def load() -> HexBoard:
    """The map, read from its Tiled file, and a window in which to print it."""
    pygame.display.init()
    pygame.display.set_mode((640, 480))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(SYSTEMS_VARIABLE, str(FOLDER.parent))
        loaded = maps.load(FOLDER / "marches.tmx")
    assert isinstance(loaded, HexBoard)
    return loaded
