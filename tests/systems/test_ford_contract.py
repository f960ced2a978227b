"""The whole contract suite for The Ford at Dusk."""

from __future__ import annotations

from pathlib import Path

import pytest

from game import catalog, maps
from game.board.hexgrid import HexBoard
from tests.contract import board_suite, suite
from tests.contract.rule_coverage import faults

HERE = Path(__file__).parent


@pytest.mark.every(8)
@pytest.mark.parametrize("seed", range(1, 9))
def test_random_play(seed: int) -> None:
    """Candidates, check, apply, position, notation, chance, prompt, offers and result agree; the game ends."""
    suite.run(catalog.rules("ford"), "ford", (), seed, close=suite.CLOSE // 2)


def test_spoilt_positions() -> None:
    """Positions with one change are refused in words or can be played."""
    suite.spoil("ford", "ford", (), 40)


def test_text_and_names() -> None:
    """Garbled notation and unknown names are refused."""
    suite.text_that_is_no_action("ford")
    suite.unknown_scenario_and_option("ford")


def test_the_board() -> None:
    """The checks of every board and of every hex board hold; the map has no faults."""
    board = catalog.board("ford/ford.tmx")
    assert isinstance(board, HexBoard)
    board_suite.every_board_answers(board)
    board_suite.hex_board_is_symmetric(board)
    assert [] == maps.check(HERE / "ford" / "maps" / "ford.tmx")


@pytest.mark.every(4)
@pytest.mark.parametrize("fault", suite.WRONG)
def test_a_wrong_rule_is_caught(fault: str) -> None:
    """Each kind of wrong answer makes the suite fail."""
    suite.caught("ford", *suite.WRONG[fault])


def test_rules_citations_and_tests_fit_together() -> None:
    """Every rule has a test, every citation and mark a rule."""
    assert [] == faults(HERE / "ford", HERE.parent)
