"""Adds and removes the folders of the made-up systems."""

import os
from pathlib import Path

from game.systems import SYSTEMS_VARIABLE

SYSTEMS = str(Path(__file__).parent / "systems")


def install() -> None:
    """Make the catalog find ``pebbles`` and ``volleys``."""
    os.environ[SYSTEMS_VARIABLE] = SYSTEMS


def remove() -> None:
    """Make the catalog find the real systems only."""
    os.environ.pop(SYSTEMS_VARIABLE, None)
