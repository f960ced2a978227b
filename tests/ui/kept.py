"""Caches for tests of the screen: the sheet of a board, its parts at a size, the theme of widgets.

Each cache has a limit, because a worker uses hundreds of boards and sizes.
"""

from __future__ import annotations

import gc
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from itertools import count
from mmap import PAGESIZE
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import systems
from game.ai.player_process import PlayerProcess
from game.core.theme import Theme
from game.i18n.words import language_code
from game.ui.app import application
from game.ui.kit import manager
from game.ui.kit.pictures import drop_pictures, release_memory
from game.ui.kit.theme import projector_theme
from game.ui.screens import presentation_screen
from game.ui.sheets.sheet import Sheet

THEMES, SHEETS = 8, 24
"""The most themes and sheets to keep, each of several megabytes."""
PRINTED = 200_000_000
"""The most bytes of printed parts to keep."""
GROWN = 300_000_000
"""The growth in bytes at which a worker is cleaned up. Chosen."""
LARGE = 1_000_000_000
"""The size in bytes from which a worker is cleaned up after each module, as some memory is not given back. Chosen."""

THOROUGH = 8
"""One of so many clean-ups collects everything. Chosen."""


def keep_pure(patch: pytest.MonkeyPatch) -> None:
    """Draw a sheet of a board once, print a part of it once at each size, and read the theme of a size once; drawings
    for a size are kept, within limits, for its next use. Garbage is collected as rarely as in other tests, and the
    computer players' process starts at the first question."""
    _keep(Sheet, patch)
    patch.setattr(manager, "theme_at", lru_cache(THEMES)(manager.theme_at.__wrapped__))
    patch.setattr(presentation_screen, "projector_theme", _once(projector_theme))
    patch.setattr(application, "drop_pictures", lambda: None)
    patch.setattr(application, "release_memory", tidy_up)
    patch.setattr(application, "GC_THRESHOLDS", gc.get_threshold())
    patch.setattr(PlayerProcess, "start_early", lambda _: None)


def tidy_up() -> None:
    """Drop drawings for other sizes, and closed screens, if a worker has grown much since the last time: closed screens
    refer to each other and stay until the garbage collector runs. On Linux only."""
    if _size() > _least[0] + GROWN:
        clean_up()


def tidy_up_after_module() -> None:
    """The same after a module, also if the worker is large."""
    if _size() > min(_least[0] + GROWN, LARGE):
        clean_up()


def clean_up() -> None:
    """Drop all drawings for a size, and closed screens. What then remains, such as the program and what tests keep for
    each other, is left out of most of the next collections, as it makes them slow."""
    drop_pictures()
    if next(_clean_ups) % THOROUGH == 0:
        gc.unfreeze()
    release_memory()
    gc.freeze()
    _least[0] = _size()


WARM = PlayerProcess.start_early
"""The function that starts the computer players' process before the first question, in the program."""
_clean_ups = count(1)
_least = [0]
"""The worker's memory in bytes when it was last cleaned up."""


def _size() -> int:
    """This process's memory in bytes; 0 if the system does not report it."""
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
