"""The report of a game turn: it stays until somebody does something in the next one, and stands in the log."""

from __future__ import annotations

from collections.abc import Callable

from game.match.start import Start
from tests.rules.adua.board import table
from tests.ui.hand import Hand


def test_a_turn_that_is_over_is_reported(sit_down: Callable[..., Hand]) -> None:
    at = table("v-infantry 2010, romero 2010, menelik 0510, menelik-f1 1009", phase="move", phasing="abyssinian",
               turn=3)
    start = Start("play", "adua", "adua", seed=5, players={}, position=at.rules.position(at.state))
    hand = sit_down(start, speed=8.0, hand_over=False)
    hand.wait()
    hand.end_phase()
    hand.settle()
    report = hand.game.turn_report
    assert "Turn 3 is over" == str(report.title)
    assert ("Italian steps lost", "0") in [(str(label), str(value)) for label, value in report.rows]
    assert any("Points for the Abyssinians" in str(entry.text) for entry in hand.screen.column.log.entries)
    hand.key("c")
    assert () == report.rows
