"""The template system is played by mouse and key, like any other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.match.start import Start
from game.systems import SYSTEMS_VARIABLE
from game.ui.app.dialogs import HandOver
from tests.ui.hand import Hand

DOCS = Path(__file__).resolve().parents[2] / "docs"


def rest(hand: Hand) -> None:
    """Let everything play out; the other player takes over if the screen asks."""
    hand.settle()
    if isinstance(hand.top, HandOver):
        hand.press(hand.button("Ready"))
        hand.settle()


def test_guards_a_move_and_an_attack_by_mouse(sit_down: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards are named, a counter moves to a hex, the adjacent enemy is attacked and stays, and the die is rolled."""
    monkeypatch.setenv(SYSTEMS_VARIABLE, str(DOCS))
    hand = sit_down(Start("play", "template", seed=7))
    for place in ("0202", "0402"):
        hand.click_place(place)
        hand.press(hand.screen.widgets.choices[0])
        rest(hand)
    hand.click_place("0202")
    hand.click_place("0302")
    hand.settle()
    hand.end_phase()
    hand.settle()
    hand.click_place("0302")
    hand.click_place("0402")
    rest(hand)
    hand.press(hand.screen.widgets.main)
    rest(hand)
    assert hand.rolling
    hand.key("space")
    rest(hand)
    done = [step.action.notation for step in hand.game.match.plies]
    assert ["guard red-1", "guard blue-1", "move red-1 0302", "end", "attack red-1 blue-1", "stand"] == done[:6]
    assert done[6].startswith("roll ")
    assert "red" == hand.to_act
