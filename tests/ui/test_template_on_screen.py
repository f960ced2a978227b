"""The rule system to start from is played by mouse and key, like any other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.match.start import Start
from game.systems import VARIABLE
from tests.ui.hand import Hand

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_a_move_and_an_attack_by_mouse(sit_down: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch) -> None:
    """A counter goes to a hex, the phase ends by its key, the enemy beside it is attacked and the die rolled."""
    monkeypatch.setenv(VARIABLE, str(DOCS))
    hand = sit_down(Start("play", "template", seed=7))
    hand.click_place("0202")
    hand.click_place("0302")
    hand.settle()
    hand.end_phase()
    hand.settle()
    hand.click_place("0302")
    hand.click_place("0402")
    hand.settle()
    assert hand.rolling
    hand.key("space")
    hand.settle()
    done = [step.action.notation for step in hand.game.match.plies]
    assert ["move red-guard 0302", "end", "attack red-guard blue-guard"] == done[:3]
    assert done[3].startswith("roll ")
    assert "red" == hand.to_act
