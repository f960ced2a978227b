"""The arithmetic of a roll is fully visible beside a list of combats, which gives up room for it and gets it back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.match.start import Start
from tests.rules.adua.board import table
from tests.ui.hand import Hand

HEXES = ("2808", "2810", "2812", "3008", "3010", "3012")
ITALIANS = ("iii-infantry", "iv-infantry", "v-infantry", "vi-infantry", "alpini", "ii-infantry")
LINE = ", ".join(f"{unit} {place} engaged disorganized, taitu-f{n} {place} engaged, alula-f{n} {place} engaged"
                 for n, (unit, place) in enumerate(zip(ITALIANS, HEXES, strict=True), 1))


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_a_roll_is_fully_visible(sit_down: Callable[..., Hand], size: tuple[int, int]) -> None:
    position = table(LINE, phase="melee", turn=8).position
    hand = sit_down(Start("play", "adua", "adua", seed=5, players={}, position=position), size=size, speed=8.0,
                    hand_over=False)
    hand.wait_for_print()
    column = hand.screen.column
    before = column.overview.rect.height
    assert before
    hand.key("space")
    hand.wait(0.5)
    assert hand.game.prompt_shown.mode == "roll"
    assert column.middle.height <= column.middle.rect.height
    assert column.overview.rect.height >= hand.screen.px(60)
    assert column.middle.rect.bottom <= column.overview.rect.top
    hand.key("backspace")
    hand.wait(0.5)
    assert before == column.overview.rect.height


def test_a_list_leaves_the_room_it_does_not_need_to_the_selection(sit_down: Callable[..., Hand]) -> None:
    """Adua's brigades in the movement phase have few lines: no blank paper is left below them."""
    hand = sit_down(Start("play", "adua", "adua", seed=5, players={}), hand_over=False)
    while hand.game.prompt_shown.phase != "move":
        hand.end_phase()
        hand.settle()
    hand.click_unit("ellena")
    hand.settle()
    column = hand.screen.column
    assert column.overview.rect.height <= column.overview.height
    assert column.middle.height <= column.middle.rect.height
