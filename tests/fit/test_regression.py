"""Logistic regression: known weights are recovered, games count equally, and features that cannot be learnt are refused
or ignored."""

from __future__ import annotations

from collections.abc import Sequence
from math import tanh

import numpy as np
import pytest

from game.selfplay.regression import Examples, FitError, FittedFeature, PlayedGame, examples, regress

TRUE = (0.8, -0.3, 0.02)
COLUMNS = (FittedFeature("towns"), FittedFeature("losses"), FittedFeature("strength"))
SCALES = (0.5, 1.0, 30.0)
"""The spread of each feature."""


def made_up(games: int, seed: int, positions: int = 1) -> list[PlayedGame]:
    """Games whose results follow from the true weights and chance only."""
    lots = np.random.default_rng(seed)
    found = []
    for _ in range(games):
        rows = [tuple(lots.normal(size=3) * SCALES)] * positions
        chance = (1 + tanh(float(np.dot(rows[0], TRUE)))) / 2
        found.append(PlayedGame(tuple(rows), float(lots.random() < chance)))
    return found


def given(games: Sequence[PlayedGame], columns: Sequence[FittedFeature] = COLUMNS) -> Examples:
    return examples(games, columns)


def log_loss(of: Examples, weights: Sequence[float]) -> float:
    """The mean loss over games, computed independently."""
    log_odds = 2 * of.features @ np.array(weights)
    return float(of.shares @ (np.logaddexp(0, log_odds) - of.results * log_odds) / of.games)


def test_known_weights_are_recovered() -> None:
    """Known weights are recovered from twenty thousand games; on other games they are as good as the true ones."""
    held = given(made_up(20_000, 2))
    new = regress(given(made_up(20_000, 1)), COLUMNS, 1.0)
    for found, true, scale in zip(new, TRUE, SCALES, strict=True):
        assert found * scale == pytest.approx(true * scale, abs=0.03)
    assert log_loss(held, new) == pytest.approx(log_loss(held, TRUE), abs=5e-4)


def test_the_minimum_is_found() -> None:
    """No nearby weights have a smaller loss, including the ridge penalty, which may differ by column."""
    learnt, columns = given(made_up(300, 5, 3)), (COLUMNS[0], FittedFeature("losses", 0.01), COLUMNS[2])
    new = np.array(regress(learnt, columns, 3.0))
    scales = np.sqrt(learnt.shares @ learnt.features**2 / learnt.games)

    def cost(weights: np.ndarray) -> float:
        held = np.array([3, 0.01, 3]) @ (weights * scales) ** 2 / 2
        return log_loss(learnt, weights.tolist()) * learnt.games + float(held)

    for number in range(3):
        for step in (0.01, -0.01):
            assert cost(new) < cost(new + step * np.eye(3)[number] / scales)


def test_a_weight_is_not_smaller_than_its_least() -> None:
    """A weight is held at its minimum, and the others are optimal given that."""
    games = made_up(5000, 7)
    bound = (COLUMNS[0]._replace(least=0.05), COLUMNS[1]._replace(least=0.05), COLUMNS[2])
    new = regress(given(games), bound, 1.0)
    assert new[1] == 0.05
    assert new[0] == pytest.approx(TRUE[0], abs=0.1)
    without = [PlayedGame(tuple((a, c) for a, _, c in game.positions), game.result) for game in games]
    assert regress(given(without, COLUMNS[::2]), COLUMNS[::2], 1.0)[0] == pytest.approx(new[0], abs=0.01)


def test_every_game_counts_the_same() -> None:
    """A game whose positions were noted ten times as often counts no more than once."""
    games = made_up(200, 3)
    longer = [PlayedGame(game.positions * 10, game.result) if number % 3 else game for number, game in enumerate(games)]
    once, often = regress(given(games), COLUMNS, 1.0), regress(given(longer), COLUMNS, 1.0)
    assert once == pytest.approx(often, rel=1e-3)


def test_a_draw_is_half_a_win() -> None:
    """A win and a defeat in the same position have the same effect as two draws."""
    games = made_up(50, 4)
    row = games[0].positions
    both = given([*games, PlayedGame(row, 1.0), PlayedGame(row, 0.0)])
    draws = given([*games, PlayedGame(row, 0.5), PlayedGame(row, 0.5)])
    assert regress(both, COLUMNS, 1.0) == pytest.approx(regress(draws, COLUMNS, 1.0), rel=1e-3)


def test_uninformative_features_are_harmless() -> None:
    """A feature that is always 0 has no weight; a constant or duplicate feature does no harm."""
    games = [PlayedGame(tuple((*row, 0.0, 4.0, row[0]) for row in game.positions), game.result)
             for game in made_up(5000, 6)]
    columns = (*COLUMNS, FittedFeature("never"), FittedFeature("always"), FittedFeature("again"))
    new = regress(examples(games, columns), columns, 1.0)
    assert new[3] == 0
    assert abs(new[4] * 4) < 0.05
    assert new[0] == pytest.approx(new[5], rel=1e-3)
    assert new[0] + new[5] == pytest.approx(TRUE[0], abs=0.1)


def test_few_games_say_little() -> None:
    """The stronger the ridge, the smaller the weights."""
    sizes = [max(abs(found) * scale for found, scale in zip(regress(given(made_up(6, 8)), COLUMNS, ridge), SCALES,
                                                            strict=True)) for ridge in (0.1, 1.0, 10.0, 1000.0)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] < 0.01


@pytest.mark.parametrize(
    ("games", "said"),
    [
        ([], "no game has a position"),
        ([PlayedGame((), 1.0)], "no game has a position"),
        ([PlayedGame(((1.0,),), 1.0), PlayedGame(((2.0,),), 1.0)], "all games had the same result"),
        ([PlayedGame(((float("nan"),),), 1.0), PlayedGame(((2.0,),), 0.0)], "towns is not a finite number"),
        ([PlayedGame(((float("inf"),),), 1.0), PlayedGame(((2.0,),), 0.0)], "towns is not a finite number"),
    ],
)
def test_impossible_data_are_refused(games: list[PlayedGame], said: str) -> None:
    """The error message names the feature."""
    with pytest.raises(FitError, match=said):
        regress(examples(games, COLUMNS[:1]), COLUMNS[:1], 1.0)


def test_a_weight_that_is_too_sure_is_refused() -> None:
    """A weight too large for any table of odds is refused."""
    sure = (FittedFeature("towns", least=20.0),)
    games = [PlayedGame(((1.0,),), 1.0), PlayedGame(((-1.0,),), 0.0)]
    with pytest.raises(FitError, match="the weight of towns is 20"):
        regress(examples(games, sure), sure, 1.0)


def test_games_that_one_feature_decides() -> None:
    """However clear the results, weights stay small enough for a table of odds."""
    games = [PlayedGame(((side * size,),), float(side > 0)) for side in (1, -1) for size in (1.0, 2.0, 3.0)] * 200
    one = (FittedFeature("a"),)
    assert 1 < regress(examples(games, one), one, 1.0)[0] < 10
