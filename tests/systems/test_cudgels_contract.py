"""The whole contract suite for Cudgels, as an example of a table without a grid."""

from __future__ import annotations

import pytest

from game import catalog
from game.board.plane import PlaneBoard
from tests.contract import board_suite, suite

GAMES = [("green", ()), ("green", ("long-sticks",))]
COMPLETE = ("an action is not listed", "an action is listed twice")
"""Faults of lists; the first is visible only if lists are complete."""


@pytest.mark.soak
@pytest.mark.every(2)
@pytest.mark.parametrize(("scenario", "options"), GAMES)
def test_random_play(scenario: str, options: tuple[str, ...]) -> None:
    """Candidates, check, apply, position, notation, chance, prompt, offers and result agree; the game ends."""
    suite.run(catalog.rules("cudgels"), scenario, options, seed=1 + len(options), close=suite.CLOSE // 2)


@pytest.mark.soak
def test_spoilt_positions() -> None:
    """Positions with one change are refused in words or can be played."""
    suite.spoil("cudgels", "green", (), 12)


def test_text_and_names() -> None:
    """Garbled notation and unknown names are refused."""
    suite.text_that_is_no_action("cudgels")
    suite.unknown_scenario_and_option("cudgels")


def test_the_board() -> None:
    """The checks of every board hold."""
    board = catalog.board("cudgels/green.tmx")
    assert isinstance(board, PlaneBoard)
    board_suite.every_board_answers(board)


@pytest.mark.soak
@pytest.mark.every(14)
@pytest.mark.parametrize("fault", suite.WRONG)
def test_a_wrong_rule_is_caught(fault: str) -> None:
    """Each kind of wrong answer makes the suite fail."""
    suite.caught("cudgels", *suite.WRONG[fault])
