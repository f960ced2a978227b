"""Puts the toy's folder beside the real systems."""

from pathlib import Path

import game.rules

SYSTEMS = str(Path(__file__).parent / "systems")


def install() -> None:
    """From now on the catalog finds ``pebbles``."""
    if SYSTEMS not in game.rules.__path__:
        game.rules.__path__.append(SYSTEMS)


def remove() -> None:
    """The catalog finds the real systems only."""
    if SYSTEMS in game.rules.__path__:
        game.rules.__path__.remove(SYSTEMS)
