"""The whole contract suite for Pickets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from game import catalog
from game.board.hexgrid import HexBoard
from game.core.offer import Offer, Sharing, SharingOffer
from tests.contract import board_suite, suite

GAMES = [("ford", ()), ("ford", ("few-couriers",)), ("example", ()), ("example", ("few-couriers",)),
         ("patrol", ())]


@pytest.mark.soak
@pytest.mark.every(4)
@pytest.mark.parametrize(("scenario", "options"), GAMES)
def test_random_play(scenario: str, options: tuple[str, ...]) -> None:
    """Candidates, check, apply, position, notation, chance, prompt, offers and result agree; the game ends."""
    suite.run(catalog.rules("pickets"), scenario, options, seed=1 + len(options), close=suite.CLOSE // 2)


@pytest.mark.every(3)
@pytest.mark.parametrize(("scenario", "options"), GAMES[::2])
def test_spoilt_positions(scenario: str, options: tuple[str, ...]) -> None:
    """Positions with one change are refused in words or can be played."""
    suite.spoil("pickets", scenario, options, 12)


def test_text_names_and_examples() -> None:
    """Garbled notation, unknown names and the end of an example are checked."""
    suite.text_that_is_no_action("pickets")
    suite.unknown_scenario_and_option("pickets")
    suite.examples_end_without_a_winner("pickets")


@pytest.mark.soak
def test_the_board() -> None:
    """The checks of every board and of every hex board hold."""
    board = catalog.board("pickets/ford.tmx")
    assert isinstance(board, HexBoard)
    board_suite.every_board_answers(board)
    board_suite.hex_board_is_symmetric(board)


@pytest.mark.parametrize("fault", suite.WRONG)
def test_a_wrong_rule_is_caught(fault: str) -> None:
    """Each kind of wrong answer makes the suite fail."""
    suite.caught("pickets", *suite.WRONG[fault])


def too_many(offers: Callable[..., Sequence[Offer]]) -> Callable[..., Sequence[Offer]]:
    """Offers whose shares add up to one die too many."""

    def shared(sharing: Sharing) -> Sharing:
        return replace(sharing, action=lambda amounts: sharing.action((amounts[0] + 1, *amounts[1:])))

    return lambda state, picked: [
        replace(offer, sharing=shared(offer.sharing)) if (
            isinstance(offer, SharingOffer) and offer.sharing is not None) else offer
        for offer in offers(state, picked)]


def test_a_wrong_share_is_caught() -> None:
    """Every offered share is tried in every game."""
    suite.caught("pickets", "offers", too_many)
