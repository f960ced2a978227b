"""The theme of widgets is read once for each size, and screens do not get into each other's way by sharing it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import i18n
import pytest
from pygame_gui.core import UIAppearanceTheme

from game.match.start import Start
from game.ui.kit import manager
from game.ui.kit.manager import Manager
from game.ui.kit.picture_cache import picture_cache
from game.ui.kit.theme import Metrics
from game.ui.screens.options import Options
from tests.ui.hand import Hand, font_of

Sit = Callable[..., Hand]


def test_screens_of_one_size_read_the_theme_once(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings opened over a game read nothing; at another scale they are printed larger."""
    monkeypatch.setattr(manager, "_theme", picture_cache(1)(manager._theme.__wrapped__))
    hand = sit_down(Start("play", "kassala", seed=3))
    read: list[object] = []
    load = UIAppearanceTheme.load_theme

    def reading(theme: UIAppearanceTheme, path: Any) -> None:
        read.append(path)
        load(theme, path)

    monkeypatch.setattr(UIAppearanceTheme, "load_theme", reading)
    for _ in range(2):
        hand.app.push(Options(hand.app))
        hand.wait()
        hand.app.pop()
    assert not read
    before = font_of(hand.screen.widgets.main).get_point_size()
    hand.resize((1920, 1080), 100)
    assert read
    assert font_of(hand.screen.widgets.main).get_point_size() > before


def test_each_screen_keeps_the_shapes_of_its_own_widgets(sit_down: Sit) -> None:
    """What one screen draws fills no room in another's store of shapes."""
    sit_down()
    first, second = (Manager(Metrics.of((1280, 720))) for _ in range(2))
    assert first.get_theme().shape_cache is not second.get_theme().shape_cache
    assert first.get_theme().get_font([]) is second.get_theme().get_font([])


def test_screens_leave_nothing_behind_that_labels_are_looked_up_in(sit_down: Sit) -> None:
    """A label of the hundredth screen is looked for in as few folders as one of the first."""
    hand = sit_down()
    before = list(i18n.load_path)
    for _ in range(4):
        hand.app.push(Options(hand.app))
        hand.app.pop()
    assert before == i18n.load_path
