"""The small map in a corner: only while a part of the sheet is in view; a press on it moves the view, nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.match.start import Start
from tests.ui.hand import Hand


@pytest.fixture
def hand(sit_down: Callable[..., Hand]) -> Hand:
    found = sit_down(Start("play", "adua", "adua", seed=5, players={}), speed=8.0, hand_over=False)
    found.wait_for_print()
    return found


def lies(hand: Hand) -> bool:
    return bool(hand.screen.minimap.place(hand.screen.px(100) / 100).width)


def nearer(hand: Hand) -> None:
    hand.point(hand.game.view.rect.center)
    for _ in range(5):
        hand.wheel(1)
        hand.wait()
    hand.wait_for_print()


def test_it_lies_there_only_while_a_part_is_in_view(hand: Hand) -> None:
    """A game opens on the armies; F shows all of the map."""
    hand.key("f")
    hand.wait()
    assert not lies(hand)
    nearer(hand)
    assert lies(hand)
    hand.key("f")
    hand.wait()
    assert not lies(hand)


def test_a_press_moves_the_view_and_is_no_click_on_the_board(hand: Hand) -> None:
    nearer(hand)
    place = hand.screen.minimap.place(hand.screen.px(100) / 100)
    before = hand.game.view.camera.centre
    hand.click((place.right - 3, place.top + 3))
    hand.wait()
    after = hand.game.view.camera.centre
    assert after[0] > before[0]
    assert after[1] < before[1]
    assert hand.game.selection.selected is None
    hand.drag((place.right - 3, place.top + 3), (place.left + 3, place.bottom - 3))
    assert hand.game.view.camera.centre[0] < after[0]


def test_folded_away_it_stays_away(hand: Hand) -> None:
    nearer(hand)
    hand.key("j")
    hand.wait()
    assert not lies(hand)
    assert not hand.app.settings.minimap
    hand.key("j")
    hand.wait()
    assert lies(hand)
