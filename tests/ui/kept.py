"""What every test of the screen would make again: the sheet of a board, its parts at a size, the theme of widgets."""

from __future__ import annotations

from collections import OrderedDict
from functools import cache
from typing import Any

import pygame
import pytest

from game import systems
from game.ui.app import application
from game.ui.kit import manager
from game.ui.sheets.sheet import Sheet
from game.words import spoken

MOST = 256
"""Printed parts that are kept, each about a tile large."""


def keep_pure(patch: pytest.MonkeyPatch) -> None:
    """A sheet of a board is drawn once, a part of it printed once at each size, and the theme of a size read once; what
    is drawn and opened at a size (each such store has a limit) is there when that size is shown again."""
    _keep(Sheet, patch)
    patch.setattr(manager, "_theme", cache(manager._theme.__wrapped__))
    patch.setattr(application, "drop_pictures", lambda: None)
    patch.setattr(application, "give_back", lambda: None)


def _keep(kind: Any, patch: pytest.MonkeyPatch) -> None:
    make, print_part = kind.__init__, kind.print_part
    drawn: dict[Any, tuple[Any, ...]] = {}
    printed: OrderedDict[Any, pygame.Surface] = OrderedDict()

    def kept_init(self: Any, board: Any, theme: Any) -> None:
        key = id(board), id(theme), systems.ASSETS, spoken()
        if key not in drawn:
            make(self, board, theme)
            drawn[key] = board, theme, dict(vars(self))
        vars(self).update(drawn[key][2])

    def kept_part(self: Any, part: pygame.Rect, scale: float) -> pygame.Surface:
        key = self._ink, self.layout.paper, tuple(part), scale
        if key not in printed:
            printed[key] = print_part(self, part, scale)
            if len(printed) > MOST:
                printed.popitem(last=False)
        printed.move_to_end(key)
        return printed[key]

    patch.setattr(kind, "__init__", kept_init)
    patch.setattr(kind, "print_part", kept_part)
