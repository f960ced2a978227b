"""Units that could join an attack on the selected enemy are marked on the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.match.start import Start
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
HORSE = {"m-tcav1", "m-mam1", "m-mam2"}


def test_the_units_in_range_of_the_chosen_enemy_are_marked(sit_down: Sit, last_fight: dict[str, Any]) -> None:
    """None is at first; after the click on the enemy all units that could attack it are, until selected."""
    hand = sit_down(Start("play", "kassala", "kassala", position=last_fight, seed=3), size=(1600, 900))
    over = hand.game.view.overlay
    hand.wait()
    assert not over.hint
    hand.click_unit("c-galla1")
    first = set(over.hint)
    assert HORSE <= first
    assert all(hand.game.situation.counters[unit].seat == "moslem" for unit in first)
    hand.click_unit("m-tcav1")
    assert "m-tcav1" not in over.hint
    assert first - {"m-tcav1"} == set(over.hint)
    for unit in sorted(first - {"m-tcav1"}):
        hand.click_unit(unit)
    assert not over.hint
    best = hand.game.selection.proposal
    assert best is not None
    assert best.verdict
