"""Controls stay in place; drop-down lists show all their entries and close with a choice."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest
from pygame_gui.elements.ui_drop_down_menu import UIExpandedDropDownState

from game.i18n.words import set_language, translate
from game.match.start import Start
from game.ui.app.screen import CLOSE_SIGN
from game.ui.kit.gui import Button, DropDown
from game.ui.kit.manager import Manager
from game.ui.kit.theme import Metrics
from game.ui.screens.menu import Menu
from game.ui.screens.settings_sheet import SettingsSheet
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1024, 768), (1920, 1080)])
def test_changing_the_scale_moves_no_button_from_under_the_pointer(sit_down: Sit, size: tuple[int, int]) -> None:
    """Repeated clicks at one spot reach the largest scale; the window behind has followed."""
    hand = sit_down(Start("play", "kassala", seed=7), size=size)
    hand.app.push(SettingsSheet(hand.app))
    hand.wait()
    plus = next(button for button in hand.top.buttons if button.text == "+")
    spot, shown = plus.rect.center, []
    for _ in range(5):
        hand.click(spot)
        shown.append(hand.app.settings.interface_scale)
    assert shown == [110, 125, 150, 175, 200]
    hand.wait(0.4)
    hand.wait()
    assert hand.app.sheet_metrics.scale == 2 * max(0.72, min(size[0] / 1920, size[1] / 1080))
    minus = next(button for button in hand.top.buttons if button.text == "−")
    hand.click(minus.rect.center)
    assert hand.app.settings.interface_scale == 175


@pytest.mark.every(2)
@pytest.mark.parametrize(("scale", "count"), [(80, 4), (200, 3)])
def test_a_list_is_as_wide_as_its_box(sit_down: Sit, scale: int, count: int) -> None:
    """The list, and every line of it, is as wide as the box, or ends at its scroll bar."""
    hand = sit_down(size=(1280, 720), interface_scale=scale)
    hand.app.apply_settings()
    hand.wait()
    hand.top.set_up(hand.card("africa"))
    hand.wait()
    hand.key("f3")  # a level with personalities
    boxes = [widget for widget in hand.top.manager.get_sprite_group().sprites() if isinstance(widget, DropDown)]
    assert len(boxes) == count
    for box in boxes:
        hand.click(box.rect.center)
        hand.wait()
        unfolded = box.menu_states["expanded"]
        assert isinstance(unfolded, UIExpandedDropDownState)
        listed = unfolded.options_selection_list
        assert listed is not None
        assert (listed.rect.left, listed.rect.right) == (box.rect.left, box.rect.right)
        rows = [row["button_element"] for row in listed.item_list if row["button_element"] is not None]
        assert rows
        bar = listed.scroll_bar.rect.width if listed.scroll_bar is not None else 0
        assert all(row.rect.width >= box.rect.width - bar - 24 for row in rows)
        hand.key("escape")
        hand.wait()


def test_choosing_the_current_entry_closes_the_list(sit_down: Sit) -> None:
    """For every list of the new game sheet, the choice stays, and the next click opens another box's list."""
    hand = sit_down(size=(1280, 720))
    hand.top.set_up(hand.card("africa"))
    hand.wait()
    hand.key("f3")  # a level with personalities
    before = hand.top.scenario, dict(hand.top.seating.players)
    boxes = [widget for widget in hand.top.manager.get_sprite_group().sprites() if isinstance(widget, DropDown)]
    assert len(boxes) == 4
    for box in boxes:
        hand.click(box.rect.center)
        hand.wait()
        unfolded = box.menu_states["expanded"]
        assert isinstance(unfolded, UIExpandedDropDownState)
        assert box.current_state is unfolded
        listed = unfolded.options_selection_list
        assert listed is not None
        row = next(row["button_element"] for row in listed.item_list if row["selected"])
        assert row is not None
        hand.click(row.rect.center)
        hand.wait()
        assert box.current_state is box.menu_states["closed"]
        assert not listed.alive()
    assert (hand.top.scenario, dict(hand.top.seating.players)) == before


def test_a_scenario_is_chosen_from_the_list_in_any_language(sit_down: Sit) -> None:
    """The list has the titles in the player's language; a click on one chooses that scenario."""
    hand = sit_down(size=(1280, 720))
    set_language("es")
    hand.top.set_up(hand.card("tours"))
    hand.wait()
    battle, second = hand.top.rules.scenarios[:2]
    assert translate(battle.title) != str(battle.title)
    assert hand.top.scenario is battle
    hand.click(hand.top.scenarios.rect.center)
    hand.wait()
    unfolded = hand.top.scenarios.menu_states["expanded"]
    assert isinstance(unfolded, UIExpandedDropDownState)
    listed = unfolded.options_selection_list
    assert listed is not None
    row = listed.item_list[1]["button_element"]
    assert row is not None
    hand.click(row.rect.center)
    hand.wait()
    assert hand.top.scenario is second


def test_an_open_list_takes_the_arrow_keys(sit_down: Sit) -> None:
    """Down and Enter choose the next player, nothing behind the list reacts, Escape changes nothing."""
    hand = sit_down(size=(1280, 720))
    hand.top.set_up(hand.card("kassala"))
    hand.wait()
    sheet = hand.top
    other, box = sheet.seating.menus
    before, focus = dict(sheet.seating.players), sheet.focused
    hand.click(other.rect.center)
    hand.wait()
    for key in ("down", "down", "up", "escape"):
        hand.key(key)
        hand.wait()
    assert sheet.seating.players == before
    hand.click(box.rect.center)
    hand.wait()
    for key in ("down", "return"):
        hand.key(key)
        hand.wait()
    hand.wait()
    assert hand.top is sheet
    assert box.current_state is box.menu_states["closed"]
    changed = {seat: level for seat, level in sheet.seating.players.items() if before[seat] != level}
    assert len(changed) == 1
    names = list(sheet.seating.levels)
    seat, level = changed.popitem()
    assert names.index(level) == (names.index(before[seat]) + 1) % len(names)
    assert sheet.focused == focus


@pytest.fixture
def tip_after(monkeypatch: pytest.MonkeyPatch) -> Callable[..., bool]:
    """Moves the pointer to a spot, clicks there if told to, and tells whether a button then has a tooltip."""
    pygame.display.init()
    pygame.display.set_mode((1280, 720))
    at = [(50, 50)]
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: at[0])

    def told(button: Button, spot: tuple[int, int], click: bool = False) -> bool:
        at[0] = spot
        manager = button.ui_manager
        manager.update(0.1)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) if click else ():
            manager.process_events(pygame.event.Event(kind, pos=spot, button=1))
        for _ in range(40):
            manager.update(0.1)
        return button.tool_tip is not None

    return told


def button_with_tip() -> Button:
    """A button with a tooltip, in the middle of a window."""
    return Button(pygame.Rect(300, 300, 200, 50), "Ask", Manager(Metrics.of((1280, 720))), tool_tip_text="Shift+R")


def test_a_button_that_changes_under_a_resting_pointer_has_no_tip(tip_after: Callable[..., bool]) -> None:
    """It has one as soon as the pointer moves."""
    button = button_with_tip()
    assert not tip_after(button, (50, 50))
    assert tip_after(button, (400, 320))
    button.set_text("Move now")
    button.set_tooltip("X: the computer stops thinking")
    assert not tip_after(button, (400, 320))
    assert tip_after(button, (402, 320))


def test_the_tip_of_a_button_goes_when_it_is_pressed(tip_after: Callable[..., bool]) -> None:
    """It stays away until the pointer enters the button again. A disabled button keeps its tip, the reason."""
    button = button_with_tip()
    assert not tip_after(button, (50, 50))
    assert tip_after(button, (400, 320))
    assert not tip_after(button, (400, 320), click=True)
    assert not tip_after(button, (402, 320))
    assert not tip_after(button, (50, 50))
    assert tip_after(button, (400, 320))
    button.disable()  # type: ignore[no-untyped-call]
    assert tip_after(button, (400, 320), click=True)


def test_arrows_go_through_two_columns_of_buttons(sit_down: Sit) -> None:
    """Down stays in its column of the menu, and right goes to the button beside; the button that closes is the last."""
    hand = sit_down(Start("play", "kassala"))
    hand.key("escape")
    menu = hand.on(Menu)

    def at() -> pygame.Rect:
        assert menu.focused is not None
        return pygame.Rect(menu.focused.rect)

    hand.key("down")
    first = at()
    hand.key("down")
    below = at()
    hand.key("right")
    beside = at()
    assert first.centerx == below.centerx < beside.centerx
    assert first.bottom < below.top == beside.top
    hand.key("up")
    hand.key("left")
    assert first == at()
    hand.key("up")
    assert menu.focused is not None
    assert CLOSE_SIGN == menu.focused.text
