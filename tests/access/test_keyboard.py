"""Every function works without a mouse: each button is reached by Tab and pressed by Enter, or names its key; lists,
boxes and entries have their own keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game import catalog
from game.match.start import Start
from game.ui.app.screen import Screen
from game.ui.kit.gui import UIButton
from game.ui.kit.keytable import TABLE
from game.ui.kit.theme import FOCUS, contrast
from game.ui.screens.game import GameScreen
from game.ui.screens.settings_sheet import SettingsSheet
from tests.ui.hand import Hand
from tests.ui.test_every_screen import screens

Sit = Callable[..., Hand]
KEYS = re.compile(r"^(Wheel or )?(Shift\+|Ctrl\+)?(.|F\d+|\[ and \]|Home|End|Left|Right|Up|Down|Space|Enter|Esc"
                  r"|Backspace|Page Up|Page Down|Tab): ")
"""The patterns with which a tip names the key of its button."""
BY_KEY = {
    "NewGame": {"scenario", "player"},
    "BranchSheet": {"player"},
    "Saves": {"line"},
    "Rulebook": {"find", "line"},
    "ReplayScreen": {"forward", "back-step"},
}
"""Screen -> commands that replace its boxes, lists and sliders."""


def unreached(hand: Hand) -> list[str]:
    """The buttons of the top screen that no key presses, after a full round of Tab."""
    top: Screen = hand.top
    shown = [button for button in top.buttons if button.visible and button.is_enabled]
    if not top.focus_by_keys:
        main = [hand.screen.widgets.main] if isinstance(top, GameScreen) else []  # the space bar is the main button
        return [f"{type(top).__name__}: {button.text!r}" for button in shown
                if button not in main and not KEYS.match(button.tool_tip_text or "") and not button.text.endswith("]")]
    if top.typing:
        top.leave_entry()
    found: list[UIButton | None] = []
    for _ in shown:
        top.do("next-button", "tab")
        found.append(top.focused)
    return [f"{type(top).__name__}: {button.text!r}" for button in shown if button not in found]


def widgets(top: Screen) -> set[str]:
    """The kinds of widgets on a screen besides buttons: boxes, lists, sliders."""
    return {type(each).__name__ for each in top.manager.get_sprite_group().sprites()
            if each.visible and type(each).__name__ in ("DropDown", "ScrolledList", "Scrubber")}


@pytest.mark.every(5)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("system", catalog.names())
def test_every_button_has_a_key(sit_down: Sit, system: str) -> None:
    """Every button has a key at the table, on every sheet over it and on the title."""
    battle = next(info.name for info in catalog.rules(system).scenarios if not info.example)
    hand = sit_down(Start("play", system, battle, seed=7))
    hand.wait()
    found: list[str] = []
    for _ in screens(hand):
        found += unreached(hand)
        name = type(hand.top).__name__
        if widgets(hand.top) and not isinstance(hand.top, SettingsSheet):
            assert name in BY_KEY, f"{name}: {widgets(hand.top)}"
            commands = {row.command for row in TABLE if row.screen_names & set(hand.top.key_screens.split())}
            assert BY_KEY[name] <= commands, (name, sorted(commands))
    assert [] == found


def frame_of(hand: Hand) -> int:
    """The number of pixels in the frame's colour around the focused button."""
    button: Any = hand.top.focused
    picture = hand.app.window.subsurface(button.rect.inflate(20, 20).clip(hand.app.window.get_rect()))
    return pygame.mask.from_threshold(picture, pygame.Color(FOCUS), (4, 4, 4, 255)).count()


def test_tab_frames_a_button_that_enter_presses(sit_down: Sit) -> None:
    """The frame surrounds the button and is visible on paper and wood; Shift+Tab goes back."""
    hand = sit_down()
    hand.key("tab")
    first = hand.top.focused
    assert first is not None
    assert frame_of(hand) > first.rect.width + first.rect.height
    hand.key("tab")
    assert hand.top.focused is not first
    hand.key("tab", pygame.KMOD_SHIFT)
    assert hand.top.focused is first
    while hand.top.focused.text != "Settings":
        hand.key("tab")
    hand.key("enter")
    assert isinstance(hand.top, SettingsSheet)


def test_the_frame_is_visible_everywhere() -> None:
    """The frame contrasts 3 : 1 with its own dark edge, so that one of them contrasts with any background."""
    from game.ui.kit.theme import INK, LEATHER_LIGHT, PAPER

    assert contrast(FOCUS, INK) >= 3
    for ground in (PAPER, LEATHER_LIGHT, "#e6c878"):
        assert max(contrast(FOCUS, ground), contrast(INK, ground)) >= 3


def test_the_volume_by_keyboard(sit_down: Sit) -> None:
    """The signs beside the slider change the volume by a tenth, up to its ends."""
    hand = sit_down(volume=0.9)
    hand.app.push(SettingsSheet(hand.app))
    hand.wait()
    sheet = hand.on(SettingsSheet)
    while sheet.volume is None:
        hand.key("page down")
        hand.wait()
    less, more = [button for button in sheet.buttons if abs(button.rect.centery - sheet.volume.rect.centery) < 8][-2:]
    for button, expected in ((more, 1.0), (more, 1.0), (less, 0.9)):
        while sheet.focused is not button:
            hand.key("tab")
        hand.key("enter")
        assert expected == pytest.approx(hand.app.settings.volume)
        assert expected == pytest.approx(hand.app.sounds.volume)
        assert round(100 * expected) == sheet.volume.get_current_value()
