"""The seeds with which computer players are asked on screen: their plans for a whole game depend on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game.match.start import Start
from game.ui.play.turn_driver import HINT_SEED
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


@pytest.mark.parametrize(("level", "kept"), [("veteran", True), ("recruit", True), ("random", False)])
def test_a_player_has_one_seed_for_a_whole_game(sit_down: Sit, level: str, kept: bool) -> None:
    """The random player is the exception: made anew for each choice, it would otherwise repeat itself."""
    hand = sit_down(Start("play", "kassala", seed=3))
    match = hand.game.match
    seeds = {match.player_seed("moslem", level)}
    for _ in range(4):
        match.play(hand.game.rules.candidates(match.state)[0])
        seeds.add(match.player_seed("moslem", level))
    assert (len(seeds) == 1) is kept
    assert match.player_seed("christian", level) not in seeds


def test_hints_are_not_asked_of_a_player_of_this_game(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game's own player has already determined its plans by its seed."""
    asked: list[int] = []
    hand = sit_down(Start("play", "kassala", seed=3, players={"christian": "recruit"}))
    players = hand.game.flow.players

    def ask(position: dict[str, Any], level: str, seat: str, seed: int, limit: float, **_: Any) -> None:
        asked.append(seed)

    monkeypatch.setattr(players, "ask", ask)
    hand.key("h")
    assert asked == [HINT_SEED]
