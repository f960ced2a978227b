"""Logistic regression of game results on features of positions; every game has the same weight.

The model is that of ``game.ai.estimate``: twice the weighted sum of the features is the log-odds of the first seat. The
positions of a game share its result, so each position counts one over their number. A ridge penalty draws the
weights towards their usual values, each on the scale of its feature: without evidence a weight keeps its usual value.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.core.message import say
from game.weights import WeightsError

MAX_STEPS = 100
"""The maximum number of steps of Newton's method; five to ten are usual."""
STEP_TOLERANCE = 1e-9
"""The iteration ends once no weight, on the scale of its feature, changes by more than this in a step."""
MAX_EFFECT = 25.0
"""The maximum effect of one feature on the log-odds, as a root mean square over the positions; chosen: odds of e to the
power of 25 are more certain than anything in a game."""
WEIGHT_DIGITS = 4
"""The significant digits to which weights are rounded."""

Floats = NDArray[np.float64]
"""An array of real numbers."""


class FitError(WeightsError):
    """The weights cannot be fitted; the message says why."""


class FittedFeature(NamedTuple):
    """The fit settings of a feature."""

    name: str
    ridge: float | None = None
    """The feature's own ridge; None means that of the fit."""
    usual: float = 0.0
    """The weight if the games give no evidence."""
    least: float | None = None
    """The minimum weight; None means no bound."""


class PlayedGame(NamedTuple):
    """A game to learn from."""

    positions: tuple[tuple[float, ...], ...]
    """The features of some of its positions."""
    result: float
    """The first seat's result: 1 for a win, 0.5 for a draw, 0 for a loss."""


class Examples(NamedTuple):
    """The positions of many games."""

    features: Floats
    """One row per position, one column per feature."""
    results: Floats
    """The result of each position's game, as in ``PlayedGame``."""
    shares: Floats
    """The share of each position in its game: one over the number of the game's positions."""
    games: int
    """The number of games."""


def examples(games: Sequence[PlayedGame], columns: Sequence[FittedFeature]) -> Examples:
    """The positions of games; games without positions are left out.

    :raises FitError: for a feature that is not a finite number, or no positions at all.
    """
    games = [game for game in games if game.positions]
    if not games:
        raise FitError(say("no game has a position to learn from; play more games"))
    features = np.array([row for game in games for row in game.positions], dtype=np.float64)
    for column, values in zip(columns, features.T, strict=True):
        if not np.isfinite(values).all():
            raise FitError(say("the feature {name} is not a finite number in some position", name=column.name))
    lengths = [len(game.positions) for game in games]
    results = np.repeat([game.result for game in games], lengths)
    return Examples(features, results, np.repeat([1 / length for length in lengths], lengths), len(games))


def regress(given: Examples, columns: Sequence[FittedFeature], ridge: float) -> tuple[float, ...]:
    """The maximum-likelihood weights, drawn towards the usual ones by the ridge, and rounded.

    :param ridge: the strength of the ridge: about the number of games whose evidence it outweighs.
    :raises FitError: if all games have the same result, or a weight has more than ``MAX_EFFECT``.
    """
    if len(set(given.results.tolist())) < 2:
        raise FitError(say("all games had the same result, so there is nothing to learn; play more games"))
    # the scale of a feature: its root mean square over the games
    scales = np.sqrt(given.shares @ given.features**2 / given.games)
    fitted = scales > 0  # a feature that is always 0 keeps its usual weight
    usual = np.array([column.usual for column in columns])
    weights = usual.copy()
    while True:
        rows = 2 * given.features[:, fitted] / scales[fitted]
        start = np.where(fitted, usual, weights)
        offset = 2 * given.features @ start
        ridges = np.array([ridge if column.ridge is None else column.ridge for column in columns])[fitted]
        with np.errstate(all="ignore"):
            weights[fitted] = usual[fitted] + _newton_shifts(rows, offset, ridges, given) / scales[fitted]
        below_bound = [number for number, column in enumerate(columns) if column.least is not None
                       and fitted[number] and weights[number] < column.least]
        if not below_bound:
            break
        for number in below_bound:  # fixed at its bound; the others are fitted again
            fitted[number], weights[number] = False, columns[number].least or 0.0
    for column, value, scale in zip(columns, weights.tolist(), scales.tolist(), strict=True):
        if not abs(2 * value * scale) <= MAX_EFFECT:
            raise FitError(say("the weight of {name} is {value}, which is implausible; play more games",
                               name=column.name, value=f"{value:.{WEIGHT_DIGITS}g}"))
    return tuple(float(f"{value:.{WEIGHT_DIGITS}g}") for value in weights.tolist())


def _newton_shifts(rows: Floats, offset: Floats, ridges: Floats, given: Examples) -> Floats:
    """The shifts of the scaled weights from the usual ones with the smallest cost, by Newton's method. The cost has a
    single minimum. Each step is halved until it does not raise the cost.

    :param rows: the features of each position, divided by their scales and doubled.
    :param offset: the log-odds of each position without the shifts.
    :param ridges: the ridge of each shift, towards 0.
    """
    shifts = np.zeros(rows.shape[1])
    cost = _cost(rows, offset, ridges, given, shifts)
    for _ in range(MAX_STEPS):
        chances = (1 + np.tanh((offset + rows @ shifts) / 2)) / 2
        gradient = rows.T @ (given.shares * (chances - given.results)) + ridges * shifts
        hessian = (rows.T * (given.shares * chances * (1 - chances))) @ rows + np.diag(ridges)
        step = np.linalg.solve(hessian, gradient)
        while (not (next_cost := _cost(rows, offset, ridges, given, shifts - step)) <= cost
               and np.abs(step).max(initial=0) > STEP_TOLERANCE):
            step /= 2
        if np.abs(step).max(initial=0) <= STEP_TOLERANCE:
            break
        shifts, cost = shifts - step, next_cost
    return shifts


def _cost(rows: Floats, offset: Floats, ridges: Floats, given: Examples, shifts: Floats) -> float:
    """The log loss summed over all games, plus the ridge penalty of the shifts; the arguments are those of
    ``_newton_shifts``."""
    log_odds = offset + rows @ shifts
    losses = np.logaddexp(0, log_odds) - given.results * log_odds
    return float(given.shares @ losses + (ridges @ shifts**2) / 2)
