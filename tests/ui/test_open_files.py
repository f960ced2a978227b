"""However often the window or the scale changes, no file stays open and no cache grows."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from pygame_gui.core import UIFontDictionary
from pygame_gui.core.interfaces import IGUIFontInterface

from game.match.start import Start
from game.ui.kit import manager
from game.ui.kit.pictures import caches, picture_cache
from game.ui.screens.settings_sheet import SettingsSheet
from tests.ui.hand import Hand

Sit = Callable[..., Hand]

OPEN = Path("/proc/self/fd")
"""One entry for each open file of this process; on Linux only."""
SIZES = [(1000 + (97 * step) % 900, 700 + (53 * step) % 300, 80 + 5 * (7 * step % 25)) for step in range(70)]
"""Widths, heights and interface scales."""
FEW = 3
"""The number of them that are always tested."""
MOST = 128
"""The most files that the program may have open; half of some systems' limit."""


def _fonts() -> tuple[int, int]:
    """The number of dictionaries of fonts, and of fonts opened by the widgets."""
    counts = Counter(map(type, gc.get_objects()))
    of_dictionaries, of_fonts = (sum(count for kind, count in counts.items() if issubclass(kind, wanted))
                                 for wanted in (UIFontDictionary, IGUIFontInterface))
    return of_dictionaries, of_fonts


def _lap(hand: Hand, sizes: int) -> list[int]:
    """Go through this many sizes once; return the number of open files at each."""
    counted = []
    for width, height, scale in SIZES[:sizes]:
        hand.resize((width, height), scale)
        counted.append(len(os.listdir(OPEN)))
    return counted


@pytest.mark.soak
@pytest.mark.skipif(not OPEN.is_dir(), reason="the system does not list open files")
@pytest.mark.usefixtures("unpainted", "dropping")
@pytest.mark.parametrize("sizes", [FEW, pytest.param(len(SIZES), marks=pytest.mark.soak)])
def test_no_file_stays_open_over_three_laps(sit_down: Sit, monkeypatch: pytest.MonkeyPatch, sizes: int) -> None:
    """The third time every size has as many files open as the second time, and never many."""
    monkeypatch.setattr(manager, "theme_at", picture_cache(1)(manager.theme_at.__wrapped__))
    before = len(os.listdir(OPEN))
    hand = sit_down(Start("play", "kassala", seed=3), size=(1280, 720))
    hand.app.push(SettingsSheet(hand.app))
    hand.wait()
    _lap(hand, sizes)
    fonts, second = _fonts(), _lap(hand, sizes)
    assert _fonts() == fonts
    assert _lap(hand, sizes) == second
    assert _fonts() == fonts
    assert max(second) - before < MOST
    assert all(cache.cache_info().currsize <= (cache.cache_info().maxsize or FEW - 1) for cache in caches)
