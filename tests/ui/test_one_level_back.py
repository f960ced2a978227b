"""Escape goes back one level; only one sheet is visible at a time; tips cover no buttons if there is room."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.match.start import Start
from game.ui.kit.manager import tip_place
from game.ui.screens.menu import Menu
from game.ui.screens.saveas import SaveAs
from game.ui.screens.seating import ChangePlayers
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


@pytest.mark.parametrize(("label", "sheet"), [("Save a copy", SaveAs), ("Change players", ChangePlayers)])
def test_escape_goes_back_to_the_menu(sit_down: Sit, label: str, sheet: type) -> None:
    hand = sit_down(Start("play", "kassala"), hand_over=False)
    hand.settle()
    hand.key("escape")
    hand.press(hand.button(label))
    assert isinstance(hand.top, sheet)
    hand.key("escape")
    assert isinstance(hand.top, Menu)


def test_a_saved_copy_leads_back_to_the_game(sit_down: Sit) -> None:
    hand = sit_down(Start("play", "kassala"), hand_over=False)
    hand.settle()
    hand.key("escape")
    hand.press(hand.button("Save a copy"))
    hand.press(hand.button("Save"))
    assert hand.top is hand.screen
    assert hand.game.view.notice.text


def test_no_sheet_is_visible_behind_another(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = sit_down(Start("play", "kassala"), hand_over=False)
    hand.settle()
    hand.key("escape")
    menu = hand.on(Menu)
    hand.press(hand.button("Settings"))
    drawn = list[str]()
    monkeypatch.setattr(menu, "draw", lambda _: drawn.append("menu"))
    hand.wait()
    assert not drawn


def test_the_tip_of_save_as_does_not_cover_play_from_here(sit_down: Sit) -> None:
    hand = sit_down(Start("edit", "kassala"))
    hand.wait()
    button, play = hand.button("Save as …"), hand.button("Play from here")
    button.hover_time = 10.0
    button.ui_manager.pointer_rests = False
    button.while_hovering(0.1, pygame.Vector2(button.rect.center))
    assert button.tool_tip is not None
    assert not button.tool_tip.rect.colliderect(play.rect)
    assert not button.tool_tip.text_block.rect.colliderect(play.rect)


def test_a_tip_stays_in_the_window() -> None:
    window, button = pygame.Rect(0, 0, 300, 100), pygame.Rect(100, 0, 80, 20)
    tip, below = pygame.Rect(100, 20, 120, 20), pygame.Rect(100, 25, 80, 20)
    found = tip_place(tip, button, button, [below], window)
    assert window.contains(found)
    assert not found.colliderect(below)


def test_a_tip_does_not_cover_the_row_it_explains() -> None:
    """Between its two buttons lies the value: the tip of the right one is no nearer to it than the row's edge."""
    window, row = pygame.Rect(0, 0, 400, 200), pygame.Rect(20, 80, 360, 30)
    below, above = pygame.Rect(20, 110, 360, 30), pygame.Rect(20, 50, 360, 30)
    found = tip_place(pygame.Rect(330, 90, 120, 25), pygame.Rect(340, 80, 40, 30), row, [below, above], window)
    assert window.contains(found)
    assert not found.colliderect(row)


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720)])
def test_the_tip_of_a_button_beside_the_map_leaves_the_panel_alone(sit_down: Callable[..., Hand],
                                                                   size: tuple[int, int]) -> None:
    """The speed is beside the panel, which says what to do now."""
    hand = sit_down(Start("play", "kassala", seed=3, players={"christian": "recruit"}), size=size)
    hand.settle()
    button = hand.button("»")
    button.hover_time = 10.0
    button.ui_manager.pointer_rests = False
    button.while_hovering(0.1, pygame.Vector2(button.rect.center))
    assert button.tool_tip is not None
    assert not button.tool_tip.rect.colliderect(hand.screen.layout.column)
