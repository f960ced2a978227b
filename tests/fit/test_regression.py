"""Logistic regression: known weights come back, games count alike, and what cannot be learnt is refused or left."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, tanh

import numpy as np
import pytest

from game.selfplay.regression import Examples, FitError, Played, calibration, examples, log_loss, regress

TRUE = (0.8, -0.3, 0.02)
NAMES = ("towns", "losses", "strength")
SCALES = (0.5, 1.0, 30.0)
"""How far the features spread."""


def made_up(games: int, seed: int, positions: int = 1) -> list[Played]:
    """Games whose results follow from the true weights and chance alone."""
    lots = np.random.default_rng(seed)
    found = []
    for _ in range(games):
        rows = [tuple(lots.normal(size=3) * SCALES)] * positions
        chance = (1 + tanh(float(np.dot(rows[0], TRUE)))) / 2
        found.append(Played(tuple(rows), float(lots.random() < chance)))
    return found


def given(games: Sequence[Played], names: Sequence[str] = NAMES) -> Examples:
    return examples(games, names)


def test_known_weights_come_back() -> None:
    """Of twenty thousand games, wherever the fit begins; on others the new weights are as good as the true ones."""
    held = given(made_up(20_000, 2))
    for old in ((0.0, 0.0, 0.0), (-2.0, 5.0, 1.0)):
        new = regress(given(made_up(20_000, 1)), old, NAMES)
        for found, true, scale in zip(new, TRUE, SCALES, strict=True):
            assert found * scale == pytest.approx(true * scale, abs=0.03)
        assert log_loss(held, new) == pytest.approx(log_loss(held, TRUE), abs=5e-4)
        assert log_loss(held, new) < log_loss(held, old)


def test_the_minimum_is_found() -> None:
    """No other weights nearby have a smaller loss, the ridge's part included."""
    learnt, old = given(made_up(300, 5, 3)), (0.3, 0.3, 0.0)
    new = np.array(regress(learnt, old, NAMES))
    scales = np.sqrt(learnt.counts @ learnt.features**2 / learnt.games)

    def cost(weights: np.ndarray) -> float:
        return log_loss(learnt, weights.tolist()) * learnt.games + float(np.sum(((weights - old) * scales) ** 2)) / 2

    for number in range(3):
        for step in (0.01, -0.01):
            assert cost(new) < cost(new + step * np.eye(3)[number] / scales)


def test_log_loss_by_hand() -> None:
    """An even chance costs log 2; a game of two positions costs the mean of theirs, and games the mean of games."""
    assert log_loss(given([Played(((1.0,),), 0.5)], ["a"]), [0.0]) == pytest.approx(log(2))
    sure = (1 + tanh(1.0)) / 2
    both = given([Played(((1.0,), (-1.0,)), 1.0), Played(((1.0,),), 0.0)], ["a"])
    first, second = (-log(sure) - log(1 - sure)) / 2, -log(1 - sure)
    assert log_loss(both, [1.0]) == pytest.approx((first + second) / 2)


def test_every_game_counts_the_same() -> None:
    """One whose positions were noted ten times over says no more than if they had been once."""
    games = made_up(200, 3)
    longer = [Played(game.positions * 10, game.result) if number % 3 else game for number, game in enumerate(games)]
    once, often = regress(given(games), (0, 0, 0), NAMES), regress(given(longer), (0, 0, 0), NAMES)
    assert once == pytest.approx(often, rel=1e-3)


def test_a_draw_is_half_a_win() -> None:
    """A win and a defeat in the same position teach what two draws do."""
    games = made_up(50, 4)
    row = games[0].positions
    both = given([*games, Played(row, 1.0), Played(row, 0.0)])
    draws = given([*games, Played(row, 0.5), Played(row, 0.5)])
    assert regress(both, TRUE, NAMES) == pytest.approx(regress(draws, TRUE, NAMES), rel=1e-3)


def test_features_that_say_nothing() -> None:
    """One that is always 0 keeps its weight; one that is always the same, or twice there, harms nothing."""
    games = [Played(tuple((*row, 0.0, 4.0, row[0]) for row in game.positions), game.result)
             for game in made_up(5000, 6)]
    names = (*NAMES, "never", "always", "again")
    new = regress(examples(games, names), (0, 0, 0, 0.7, 0, 0), names)
    assert new[3] == 0.7
    assert abs(new[4] * 4) < 0.05
    assert new[0] == pytest.approx(new[5], rel=1e-3)
    assert new[0] + new[5] == pytest.approx(TRUE[0], abs=0.1)


def test_few_games_change_little() -> None:
    """The old weights hold the new ones where little speaks against them."""
    new = regress(given(made_up(6, 8)), TRUE, NAMES)
    assert all(abs(found - true) * scale < 1.5 for found, true, scale in zip(new, TRUE, SCALES, strict=True))


@pytest.mark.parametrize(
    ("games", "old", "said"),
    [
        ([], (1.0,), "no game has a position"),
        ([Played((), 1.0)], (1.0,), "no game has a position"),
        ([Played(((1.0,),), 1.0), Played(((2.0,),), 1.0)], (1.0,), "all games ended alike"),
        ([Played(((float("nan"),),), 1.0), Played(((2.0,),), 0.0)], (1.0,), "towns is no finite number"),
        ([Played(((float("inf"),),), 1.0), Played(((2.0,),), 0.0)], (1.0,), "towns is no finite number"),
        ([Played(((1.0,),), 1.0), Played(((-1.0,),), 0.0)], (float("nan"),), "the weight of towns comes to nan"),
        ([Played(((1.0,),), 1.0), Played(((-1.0,),), 0.0)], (400.0,), "the weight of towns comes to 400"),
    ],
)
def test_what_cannot_be_meant_is_refused(games: list[Played], old: tuple[float, ...], said: str) -> None:
    """In a sentence that names the feature."""
    with pytest.raises(FitError, match=said):
        regress(examples(games, ["towns"]), old, ["towns"])


def test_games_that_one_feature_decides() -> None:
    """However clear the results, weights stay such as a table of odds could have."""
    games = [Played(((side * size,),), float(side > 0)) for side in (1, -1) for size in (1.0, 2.0, 3.0)] * 200
    assert 1 < regress(examples(games, ["a"]), (0.0,), ["a"])[0] < 10


def test_calibration() -> None:
    """Chances and what came of them, in bins that are not empty; under the true weights they agree."""
    held = given(made_up(20_000, 9))
    bins = calibration(held, TRUE, 5)
    assert 20_000 == sum(found.positions for found in bins)
    assert len(bins) == 5
    for number, found in enumerate(bins):
        assert number / 5 <= found.expected <= (number + 1) / 5
        assert found.came == pytest.approx(found.expected, abs=0.03)
    assert [(1, 0.5, 1.0)] == calibration(given([Played(((0.0, 0.0, 0.0),), 1.0)]), TRUE, 5)
