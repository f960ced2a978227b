"""The strip of paper that says what was done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from game.match.start import Start
from game.ui.kit.notice import Notice
from game.ui.screens.map_commands import NUMBERS_OFF, NUMBERS_ON

AREA = pygame.Rect(0, 0, 900, 600)


def inked(notice: Notice, clear: pygame.Rect | None) -> pygame.Rect:
    """What the notice covers of an empty area."""
    pygame.font.init()
    surface = pygame.Surface(AREA.size, pygame.SRCALPHA)
    notice.draw(surface, AREA, clear)
    return surface.get_bounding_rect()


def test_a_notice_leaves_a_spread_stack_clear() -> None:
    """It lies at the top of the map, and at its foot where a stack is spread up there."""
    notice = Notice()
    notice.say("Moroccan interrupts")
    top = inked(notice, None)
    assert top.bottom < AREA.centery
    assert top == inked(notice, pygame.Rect(0, 300, 900, 100))
    stack = pygame.Rect(300, 0, 300, 90)
    moved = inked(notice, stack)
    assert moved.top > AREA.centery
    assert not moved.colliderect(stack)


def test_hex_numbers_too_small_to_print_are_spoken_of(sit_down: Callable[..., Any]) -> None:
    """Switched while the map is too far away for any it says that they show from nearer; nothing near enough."""
    hand = sit_down(Start("play", "adua", seed=7), legend="shown")
    hand.resize((800, 600), 100)
    hand.key("f")  # all of the sheet: it opens on the armies
    hand.settle()
    view = hand.game.view
    assert not view.near_enough_for_numbers
    hand.press(hand.button("Numbers"))
    assert NUMBERS_OFF == view.notice.text
    hand.key("n")
    assert NUMBERS_ON == view.notice.text
    assert not view.near_enough_for_numbers
    view.notice.dismiss()
    for _ in range(6):
        hand.key("+")
    assert view.near_enough_for_numbers
    hand.key("n")
    assert view.notice.text == ""


def test_hex_numbers_that_were_left_out_show_when_asked_for(sit_down: Callable[..., Any]) -> None:
    """With all of the map in view small numbers are left out; N prints them, and once more takes them away."""
    hand = sit_down(Start("play", "tours", seed=7))
    hand.resize((1280, 720), 100)
    view = hand.game.view
    assert 15 < view.camera.scale < 32
    assert not view.near_enough_for_numbers
    hand.key("n")
    assert view.near_enough_for_numbers
    assert hand.app.settings.hex_numbers
    assert view.notice.text == ""
    hand.key("n")
    assert not hand.app.settings.hex_numbers
