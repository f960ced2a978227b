"""Counters as they are printed on cards: without the marks they carry on the map."""

from __future__ import annotations

from dataclasses import replace

import pygame

from game.core.contract import Counter
from game.core.theme import Theme
from game.ui.counters.pictures import counter_surface


def plain_counter(counter: Counter, theme: Theme, px: int) -> pygame.Surface:
    """The counter's face alone, ``px`` pixels wide."""
    return counter_surface(replace(counter, marks=()), theme, px)
