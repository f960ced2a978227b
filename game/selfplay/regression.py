"""Weights of features from the results of games: logistic regression, in which every game counts the same.

The model is that of ``game.core.evaluator.score_of``: the first seat wins with the chance 1 / (1 + exp(-2 x . w)). The
positions of a game share its result, so each counts as one over their number. A ridge holds the weights to the old
ones, each on the scale of its feature: what the games say nothing of stays as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.core.message import say
from game.weights import WeightsError

RIDGE = 1.0
"""How strongly the old weights hold the new ones: about as two games that speak for them."""
STEPS = 100
"""Newton's steps at most; five to ten are usual."""
NEAR = 1e-9
"""A step so short is the last."""
LARGEST = 25.0
"""No feature alone may move the log-odds by more, as a root mean square: nothing on a table is as certain."""
DIGITS = 4
"""Digits that weights are rounded to."""

Floats = NDArray[np.float64]


class FitError(WeightsError):
    """Weights that cannot be fitted; says why."""


class Played(NamedTuple):
    """A game to learn from."""

    positions: tuple[tuple[float, ...], ...]
    """The features of some of its positions."""
    result: float
    """1 where the first seat won, 0.5 for a draw, 0 where it lost."""


class Examples(NamedTuple):
    """The positions of many games."""

    features: Floats
    """A row a position."""
    results: Floats
    counts: Floats
    """How much each position counts: those of one game come to 1."""
    games: int


def examples(games: Sequence[Played], names: Sequence[str]) -> Examples:
    """The positions of games, those without any left out.

    :param names: the features.
    :raises FitError: for a feature that is no finite number, or no positions at all.
    """
    games = [game for game in games if game.positions]
    if not games:
        raise FitError(say("no game has a position to learn from; play more games"))
    features = np.array([row for game in games for row in game.positions], dtype=np.float64)
    for name, column in zip(names, features.T, strict=True):
        if not np.isfinite(column).all():
            raise FitError(say("the feature {name} is no finite number in some position", name=name))
    lengths = [len(game.positions) for game in games]
    results = np.repeat([game.result for game in games], lengths)
    return Examples(features, results, np.repeat([1 / length for length in lengths], lengths), len(games))


def regress(given: Examples, old: Sequence[float], names: Sequence[str]) -> tuple[float, ...]:
    """The weights under which the results are likeliest, held to the old ones by the ridge; rounded.

    :raises FitError: where all games ended alike, or what comes out cannot be meant.
    """
    if len(set(given.results.tolist())) < 2:
        raise FitError(say("all games ended alike, so they do not say what decides a game; play more games"))
    scales = np.sqrt(given.counts @ given.features**2 / given.games)
    used = scales > 0
    start, rows = np.array(old, dtype=np.float64), 2 * given.features[:, used] / scales[used]
    # 2 x . old + rows @ shift are the log-odds, and the shift is what is looked for.
    with np.errstate(all="ignore"):
        shift = _newton(rows, 2 * given.features @ start, given)
    found = start.copy()
    found[used] += shift / scales[used]
    for name, value, scale in zip(names, found.tolist(), scales.tolist(), strict=True):
        if not abs(2 * value * scale) <= LARGEST:
            raise FitError(say("the weight of {name} comes to {value}, which cannot be; play more games", name=name,
                               value=f"{value:.{DIGITS}g}"))
    return tuple(float(f"{value:.{DIGITS}g}") for value in found.tolist())


def _newton(rows: Floats, offset: Floats, given: Examples) -> Floats:
    """The shift with the smallest cost, which has one minimum only. Each step is halved until it gains something."""
    shift = np.zeros(rows.shape[1])
    cost = _cost(rows, offset, given, shift)
    for _ in range(STEPS):
        chances = _chances(offset + rows @ shift)
        slope = rows.T @ (given.counts * (chances - given.results)) + RIDGE * shift
        bend = (rows.T * (given.counts * chances * (1 - chances))) @ rows + RIDGE * np.eye(len(shift))
        step = np.linalg.solve(bend, slope)
        while not (less := _cost(rows, offset, given, shift - step)) <= cost and np.abs(step).max(initial=0) > NEAR:
            step /= 2
        if np.abs(step).max(initial=0) <= NEAR:
            break
        shift, cost = shift - step, less
    return shift


def _cost(rows: Floats, offset: Floats, given: Examples, shift: Floats) -> float:
    losses = _losses(offset + rows @ shift, given.results)
    return float(given.counts @ losses + RIDGE / 2 * (shift @ shift))


def log_loss(given: Examples, weights: Sequence[float]) -> float:
    """The mean over games of how surprising their results are: 0 where all were certain, 0.693 for always an even
    chance."""
    return float(given.counts @ _losses(_log_odds(given, weights), given.results) / given.games)


class Bin(NamedTuple):
    """Positions with about the same chance."""

    positions: int
    expected: float
    """The mean chance of the first seat."""
    came: float
    """The points it made of them: won games, and half of the drawn ones."""


def calibration(given: Examples, weights: Sequence[float], bins: int) -> list[Bin]:
    """What chances came to, from the smallest to the largest; bins without a position are left out."""
    chances = _chances(_log_odds(given, weights))
    numbers = np.minimum((chances * bins).astype(int), bins - 1)
    found = []
    for number in range(bins):
        here = numbers == number
        if here.any():
            counts = given.counts[here]
            expected, came = (float(counts @ values[here] / counts.sum()) for values in (chances, given.results))
            found.append(Bin(int(here.sum()), expected, came))
    return found


def _log_odds(given: Examples, weights: Sequence[float]) -> Floats:
    return 2 * given.features @ np.array(weights, dtype=np.float64)


def _chances(log_odds: Floats) -> Floats:
    return (1 + np.tanh(log_odds / 2)) / 2


def _losses(log_odds: Floats, results: Floats) -> Floats:
    return np.logaddexp(0, log_odds) - results * log_odds
