"""A computer player's deployment appears in groups, without a pause for each unit."""

from __future__ import annotations

from collections.abc import Callable

from game.core.event import Placed
from game.match.start import Start
from tests.ui.hand import Hand

FRAME = 0.05
MOST = 2.0
"""Seconds for the deployment of one side at normal speed."""


def test_a_computer_player_sets_up_at_once(sit_down: Callable[..., Hand]) -> None:
    hand = sit_down(Start("play", "kassala", seed=3, options=("free-deployment",),
                          players={"christian": "regular", "moslem": "regular"}), hand_over=False)
    frames = dict.fromkeys(("christian", "moslem"), 0)

    def placed(seat: str) -> int:
        return sum(ply.actor == seat and isinstance(ply.events[0], Placed)
                   for ply in hand.game.match.plies if ply.events)

    def over() -> bool:
        acting = hand.to_act
        if acting in frames and placed(acting):
            frames[acting] += 1
        return hand.game.situation.prompt.phase_key[1] != "setup"

    hand.until(over)
    assert placed("christian")
    assert placed("moslem")
    assert max(frames.values()) * FRAME <= MOST
