"""The enemy that would be fired at has the ring, even if another one lies on top of its stack."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game.match.loading import load
from game.match.start import Start
from tests.ui.hand import Hand

RECORD = Path("tests/records/africa/castillejos-absent-kabila-facts-values.jsonl")
CAVALRY_RODE_IN = 16
"""The index of the step after which the Spaniards may fire at cavalry that has joined infantry."""


def test_fire_at_cavalry_rings_the_cavalry(sit_down: Callable[..., Hand]) -> None:
    """The Moroccans, whose phase it is, cannot interrupt meanwhile."""
    match = load(RECORD).match
    state = match.plies[CAVALRY_RODE_IN].state
    position = match.rules.position(state)
    hand = sit_down(Start("play", "africa", match.header.scenario, seed=5, position=position), hand_over=False)
    hand.settle()
    hand.key("tab")
    hand.settle()
    (target,) = hand.game.selection.topmost_targets
    (preview,) = (each.preview for each in hand.game.selection.proposals if each.preview is not None)
    assert preview.defenders[0].unit == target
    stack = [unit for unit in hand.game.situation.stacks[hand.game.situation.counters[target].place or ""]
             if unit.startswith("m-")]
    assert target != stack[-1], "another counter lies on top"
    assert hand.game.interruption.why_barred
