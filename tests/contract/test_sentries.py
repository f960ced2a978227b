"""Facings, shares and optional interrupts keep the contract in a made-up system."""

from __future__ import annotations

import pytest

from game.core.offer import Picked
from tests.contract import checkers, reach
from tests.match.sentries import Sentries


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_play(seed: int) -> None:
    """Every offer agrees with the rules; every action of one sentry is offered, at once or as shares."""
    rules = Sentries()
    for state, choices, _ in checkers.random_game(rules, rules.initial("post"), seed):
        checkers.notations_round_trip(rules, choices)
        reach.offers_are_legal(rules, state)
        checkers.screen_is_told_the_truth(rules, state)
        if choices:
            acting = rules.to_act(state)
            assert acting is not None
            offered = {offer.action for offer in rules.offers(state, Picked((acting,)))}
            for action in choices:
                shared = action.notation.startswith("shoot") and not state.asked
                assert action in offered or action == rules.prompt(state).main or shared, action.notation
    assert rules.result(state) is not None
