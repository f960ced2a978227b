"""The theme of widgets is read once for each size, and shared by screens without interference."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import i18n
import pygame
import pytest
from pygame_gui.core import UIAppearanceTheme
from pygame_gui.core.drawable_shapes import RoundedRectangleShape

from game.match.start import Start
from game.ui.kit import manager
from game.ui.kit.manager import MAX_SHAPES, Manager
from game.ui.kit.pictures import picture_cache
from game.ui.kit.theme import Metrics
from game.ui.screens.settings_sheet import SettingsSheet
from tests.ui.hand import Hand, font_of

Sit = Callable[..., Hand]

LARGE = 40_000
"""Pixels above which pygame_gui does not cache a background."""


def test_screens_of_one_size_read_the_theme_once(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings opened over a game read nothing; at another scale they are printed larger."""
    monkeypatch.setattr(manager, "theme_at", picture_cache(1)(manager.theme_at.__wrapped__))
    hand = sit_down(Start("play", "kassala", seed=3))
    read: list[object] = []
    load = UIAppearanceTheme.load_theme

    def reading(theme: UIAppearanceTheme, path: Any) -> None:
        read.append(path)
        load(theme, path)

    monkeypatch.setattr(UIAppearanceTheme, "load_theme", reading)
    for _ in range(2):
        hand.app.push(SettingsSheet(hand.app))
        hand.wait()
        hand.app.pop()
    assert not read
    before = font_of(hand.screen.widgets.main).get_point_size()
    hand.resize((1920, 1080), 100)
    assert read
    assert font_of(hand.screen.widgets.main).get_point_size() > before


def test_screens_opened_again_load_no_font_twice(sit_down: Sit) -> None:
    """The rulebook, opened again or laid out again, gives no warning; its new widgets are drawn at once."""
    hand = sit_down(Start("play", "kassala", seed=3))
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        for _ in range(2):
            hand.key("r")
            hand.wait()
            before = hand.app.window.copy()
            hand.top.rebuild()
            hand.app.draw(hand.app.window)
            button = hand.top.buttons[0].rect
            assert hand.app.window.get_at(button.center) == before.get_at(button.center)
            hand.key("escape")


def test_the_backgrounds_of_widgets_are_drawn_once_for_all_screens(
    sit_down: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Settings opened a second time draw no shape again."""
    hand = sit_down()
    drawn: list[object] = []
    draw = RoundedRectangleShape.clear_and_create_shape_surface

    def drawing(shape: RoundedRectangleShape, *how: Any, **more: Any) -> pygame.Surface:
        if shape.containing_rect.width * shape.containing_rect.height < LARGE:
            drawn.append(shape.ui_manager)
        return draw(shape, *how, **more)

    monkeypatch.setattr(manager, "theme_at", picture_cache(1)(manager.theme_at.__wrapped__))
    monkeypatch.setattr(RoundedRectangleShape, "clear_and_create_shape_surface", drawing)
    for times in range(2):
        hand.app.push(SettingsSheet(hand.app))
        hand.wait()
        assert (hand.top.manager in drawn) == (times == 0)
        hand.app.pop()


def test_unused_backgrounds_are_dropped(sit_down: Sit) -> None:
    """However many shapes are drawn, only the most recently used are kept."""
    sit_down()
    kept = Manager(Metrics.of((1280, 720))).get_theme().shape_cache
    pictures = [pygame.Surface((1, 1)) for _ in range(2 * MAX_SHAPES)]
    kept.add_surface_to_cache(pictures[0], "used again and again")
    for number, picture in enumerate(pictures):
        kept.add_surface_to_cache(picture, str(number))
        assert kept.find_surface_in_cache("used again and again") is pictures[0]
    found = [kept.find_surface_in_cache(str(number)) for number in range(2 * MAX_SHAPES)]
    assert found == [None] * (MAX_SHAPES + 1) + pictures[MAX_SHAPES + 1:]


def test_screens_of_one_size_set_their_labels_in_the_same_fonts(sit_down: Sit) -> None:
    """A font is opened once, not once per screen."""
    sit_down()
    first, second = (Manager(Metrics.of((1280, 720))) for _ in range(2))
    assert first.get_theme().get_font([]) is second.get_theme().get_font([])


def test_a_screen_starts_no_thread(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """The theme is already read, so nothing is loaded in parallel."""
    hand = sit_down()
    started: list[Thread] = []
    monkeypatch.setattr(Thread, "start", started.append)
    hand.app.push(SettingsSheet(hand.app))
    assert not started


def test_closed_screens_leave_no_entries_for_label_lookups(sit_down: Sit) -> None:
    """A label of the hundredth screen is searched in as few folders as one of the first."""
    hand = sit_down()
    before = list(i18n.load_path)
    for _ in range(4):
        hand.app.push(SettingsSheet(hand.app))
        hand.app.pop()
    assert before == i18n.load_path


def test_the_first_frame_does_not_wait_for_widgets() -> None:
    """The library of widgets is imported when a screen has some."""
    program = "import sys, game.ui.program; print(any(name.startswith('pygame_gui') for name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], cwd=Path(__file__).parents[2], capture_output=True,
                          timeout=60, check=True)
    assert done.stdout.split()[-1] == b"False"
