"""If the window is resized during a drag, the counter goes back, and nothing on the table is stale."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.match.start import Start
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


def resized(hand: Hand, size: tuple[int, int]) -> None:
    """Resize the window as a window manager does."""
    pygame.display.set_mode(size, pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1]))
    hand.wait_in_steps(4)


def button(hand: Hand, kind: int, pos: tuple[int, int]) -> None:
    pygame.event.post(pygame.event.Event(kind, pos=pos, button=1))
    hand.wait()


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1500, 900), (1100, 700)])
def test_a_dragged_counter_returns_when_the_window_is_resized(sit_down: Sit, size: tuple[int, int]) -> None:
    """It is not dropped at the release, no arrow is left, and the pointer's target is current."""
    hand = sit_down(Start("play", "kassala", seed=7), size=(1300, 800))
    game = hand.game
    hand.point(hand.spot("m-arab1"))
    button(hand, pygame.MOUSEBUTTONDOWN, hand.spot("m-arab1"))
    pos = game.view.point_of("0703")
    hand.point(pos)
    assert game.view.carry.held
    assert "0703" == game.pointing.place
    resized(hand, size)
    assert not game.view.carry.held
    assert game.pointing.place == hand.screen.place_at(pos) != "0703"
    hand.wait_in_steps(6)
    assert () == game.view.carry.units
    near = pos[0] + 30, pos[1] + 30
    hand.point(near)
    assert not game.view.carry.held
    button(hand, pygame.MOUSEBUTTONUP, near)
    assert () == game.match.plies
    assert game.selection.refusal is None


def test_a_returned_counter_can_be_dragged_again(sit_down: Sit) -> None:
    """The next drag in the window's new size ends where it is dropped."""
    hand = sit_down(Start("play", "kassala", seed=7), size=(1300, 800))
    game = hand.game
    button(hand, pygame.MOUSEBUTTONDOWN, hand.spot("m-arab1"))
    hand.point(game.view.point_of("0703"))
    resized(hand, (1500, 900))
    button(hand, pygame.MOUSEBUTTONUP, game.view.point_of("0703"))
    hand.wait(0.3)
    hand.drag(hand.spot("m-arab1"), game.view.point_of("0703"))
    hand.settle()
    assert "0703" == game.situation.counters["m-arab1"].place
