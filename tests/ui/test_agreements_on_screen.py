"""A game that ends at the table, as the screen follows it: a computer player answers a draw offer, a side resigns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game.match.start import Start
from game.ui.screens.rulebook import Rulebook
from game.ui.screens.victory import Victory
from tests.ui.hand import Hand

WON = {"m-mam1": "0605", "m-arab2": "0704", "m-nub1": "0304", "m-nub2": "0703", "m-nub3": "0804", "c-port2": "0807",
       "c-musk1": "0707", "c-res1": "0608"}
"""A position of Kassala in which the Moslem player holds both towns, late in the game."""

SitDown = Callable[..., Hand]


def opened(sit_down: SitDown, **players: str) -> Hand:
    """That position with some computer players."""
    position: dict[str, Any] = {"scenario": "kassala", "turn": 9, "phase": "movement", "phasing": "moslem",
                                "units": [{"id": unit, "place": place} for unit, place in WON.items()]}
    return sit_down(Start("play", "kassala", seed=2, position=position, players=players))


def shown(hand: Hand) -> str:
    """The lines of the log."""
    return " / ".join(str(entry.text) for entry in hand.game.game_log.log.entries)


@pytest.mark.parametrize(("offering", "answering", "drawn"), [
    ("moslem", "christian", True), ("christian", "moslem", False)])
def test_a_computer_player_answers_a_draw_offer(sit_down: SitDown, offering: str, answering: str, drawn: bool) -> None:
    """By its odds, also in the other side's turn; its reason is in the log."""
    hand = opened(sit_down, **{answering: "veteran"})
    assert hand.game.flow.play(f"offer-draw {offering}")
    hand.until(lambda: hand.game.match.draw_offer is None)
    hand.settle()
    result = hand.game.match.result
    assert drawn == (result is not None and result.winner == "draw")
    assert "offers a draw" in shown(hand)
    assert ("accepts the draw" if drawn else "declines the draw") in shown(hand)


def test_a_side_resigns(sit_down: SitDown) -> None:
    """The game is over: no button of the phase is left, and the result is shown."""
    hand = opened(sit_down)
    assert hand.game.flow.play("resign moslem")
    hand.settle()
    assert hand.game.match.to_act is None
    assert hand.game.asked.mode == "over"
    assert isinstance(hand.top, Victory)
    assert hand.on(Victory).result.winner == "christian"
    assert [] == hand.on(Victory).links
    assert "resigns" in shown(hand)
    hand.press(hand.button("Look at the map"))
    hand.key("r")
    assert hand.on(Rulebook).system == "kassala"
