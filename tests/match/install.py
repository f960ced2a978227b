"""Puts the made-up systems' folders beside the real ones."""

import os
from pathlib import Path

from game.systems import VARIABLE

SYSTEMS = str(Path(__file__).parent / "systems")


def install() -> None:
    """From now on the catalog finds ``pebbles`` and ``volleys``."""
    os.environ[VARIABLE] = SYSTEMS


def remove() -> None:
    """The catalog finds the real systems only."""
    os.environ.pop(VARIABLE, None)
