"""A long list of commands folds each line to one row and leaves the selection its room."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.match.start import Start
from tests.rules.adua.board import RULES, table
from tests.ui.hand import Hand

CHIEFS = ("menelik", "maconnen", "micael", "taitu", "guangul", "alula", "gabeiehu", "atichim", "tecla")
LINE = ", ".join(f"{chief} {1301 + row}, {chief}-f1 {1401 + row}, {chief}-f2 {1501 + row}"
                 for row, chief in enumerate(CHIEFS)) + ", dabormida 2813, iii-infantry 2812"


@pytest.mark.every(3)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
def test_nine_commands_and_the_selected_one_are_in_view(sit_down: Callable[..., Hand], size: tuple[int, int]) -> None:
    position = RULES.position(table(LINE, phase="move", phasing="abyssinian", turn=7).state)
    hand = sit_down(Start("play", "adua", seed=3, position=position), hand_over=False, size=size)
    hand.show_cards()
    hand.key("c")
    hand.settle()
    column = hand.screen.column
    assert len(CHIEFS) == len(hand.game.situation.overview.lines)
    assert column.overview.height <= column.overview.rect.height
    assert column.middle.height <= column.middle.rect.height
    assert column.overview.rect.height <= column.rect.height * 0.4
