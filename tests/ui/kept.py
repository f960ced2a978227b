"""What every test of the screen would make again: the sheet of a board, its parts at a size, the theme of widgets.

Each store has a limit: a worker goes through hundreds of boards and sizes."""

from __future__ import annotations

import gc
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from mmap import PAGESIZE
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import systems
from game.core.theme import Theme
from game.i18n.words import language_code
from game.ui.app import application
from game.ui.kit import manager
from game.ui.kit.pictures import drop_pictures, release_memory
from game.ui.kit.theme import projected
from game.ui.play.computer_players import Players
from game.ui.screens import presenting
from game.ui.sheets.sheet import Sheet

THEMES, SHEETS = 8, 24
"""Themes and sheets that are kept, each of several megabytes."""
PRINTED = 200_000_000
"""Bytes of printed parts that are kept."""
GROWN = 600_000_000
"""Bytes by which a worker grows before it is tidied up. Chosen."""


def keep_pure(patch: pytest.MonkeyPatch) -> None:
    """A sheet of a board is drawn once, a part of it printed once at each size, and the theme of a size read once; what
    is drawn and opened at a size (each such store has a limit) is there when that size is shown again. Garbage is
    searched for as seldom as in other tests, and the process of the computer players starts at the first question."""
    _keep(Sheet, patch)
    patch.setattr(manager, "theme_at", lru_cache(THEMES)(manager.theme_at.__wrapped__))
    patch.setattr(presenting, "projected", _once(projected))
    patch.setattr(application, "drop_pictures", lambda: None)
    patch.setattr(application, "release_memory", tidy_up)
    patch.setattr(application, "COLLECTIONS", gc.get_threshold())
    patch.setattr(Players, "warm", lambda _: None)


def tidy_up() -> None:
    """Drop what was drawn for other sizes, and what closed screens have left, where a worker has grown by much since
    the last time: such screens know each other, so that they stay until somebody looks for them. On Linux only."""
    if _size() > _least[0] + GROWN:
        drop_pictures()
        release_memory()
        _least[0] = _size()


WARM = Players.warm
"""What starts the process of the computer players before the first question, in the program."""
_least = [0]
"""Bytes the worker had when it was last tidied up."""


def _size() -> int:
    """Bytes of memory this process has; 0 where the system does not say."""
    pages = Path("/proc/self/statm")
    return int(pages.read_text().split()[1]) * PAGESIZE if pages.exists() else 0


def _once(change: Callable[[Theme], Theme]) -> Callable[[Theme], Theme]:
    """A change of a theme that is made once for each: sheets are kept for the theme they are drawn with."""
    known: dict[int, tuple[Theme, Theme]] = {}

    def changed(theme: Theme) -> Theme:
        if id(theme) not in known:
            known[id(theme)] = theme, change(theme)
        return known[id(theme)][1]

    return changed


def _keep(kind: Any, patch: pytest.MonkeyPatch) -> None:
    make, print_part = kind.__init__, kind.print_part
    drawn: OrderedDict[Any, tuple[Any, ...]] = OrderedDict()
    printed: OrderedDict[Any, pygame.Surface] = OrderedDict()
    weight = 0

    def kept_init(self: Any, board: Any, theme: Any) -> None:
        key = id(board), id(theme), systems.ASSETS, language_code()
        if key not in drawn:
            make(self, board, theme)
            drawn[key] = board, theme, {**vars(self), "kept_as": object()}
            if len(drawn) > SHEETS:
                drawn.popitem(last=False)
        drawn.move_to_end(key)
        vars(self).update(drawn[key][2])

    def kept_part(self: Any, part: pygame.Rect, scale: float) -> pygame.Surface:
        nonlocal weight
        key = vars(self)["kept_as"], self.layout.paper, tuple(part), scale
        if key not in printed:
            printed[key] = print_part(self, part, scale)
            weight += _bytes(printed[key])
            while weight > PRINTED and len(printed) > 1:
                weight -= _bytes(printed.popitem(last=False)[1])
        printed.move_to_end(key)
        return printed[key]

    patch.setattr(kind, "__init__", kept_init)
    patch.setattr(kind, "print_part", kept_part)


def _bytes(picture: pygame.Surface) -> int:
    return picture.get_pitch() * picture.get_height()
