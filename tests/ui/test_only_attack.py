"""The only possible attack is the main button's, without picking counters."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.match.start import Start
from tests.ui.hand import Hand


@pytest.mark.parametrize("by_key", [False, True])
def test_the_only_possible_attack_is_offered_at_once(sit_down: Callable[..., Hand], by_key: bool) -> None:
    """One unit has moved up to one enemy; units can still be picked by hand."""
    hand = sit_down(Start("play", "kassala", seed=3), hand_over=False)
    game = hand.game
    game.play(game.rules.parse("move m-nub3 0303"))
    hand.settle()
    hand.end_phase()
    hand.settle()
    attack = "attack m-nub3 > c-port1"
    assert [attack] == [action.notation for action in game.rules.candidates(game.match.state)]
    hand.click_unit("m-nub3")
    assert game.selection.participants == ("m-nub3",)
    hand.click_unit("m-nub3")
    assert game.main_button.stand_in == 0
    if by_key:
        hand.key("space")
    else:
        hand.press(hand.screen.widgets.choices[0])
    hand.settle()
    assert attack in [ply.action.notation for ply in game.match.plies]
