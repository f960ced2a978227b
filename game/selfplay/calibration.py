"""Calibration: how well the odds that a player reports agree with the results of its games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

THIRD_COUNT = 3
"""The number of parts of a game, early, middle and late, whose odds are also assessed separately."""
BIN_COUNT = 5
"""The number of ranges of odds, all of the same width; chosen by hand."""


class Forecast(NamedTuple):
    """The odds that a player reported in one of its player turns."""

    game: int
    """The number of the game; each game has its own."""
    seat: str
    third: int
    """The third of the game's player turns: 0 early, 1 middle, 2 late."""
    odds: float
    """The expected points, from 0 to 1: the chance of a win plus half the chance of a draw."""
    points: float
    """The actual points: 1 for a win, half for a draw."""


class Brier(NamedTuple):
    """The Brier score, the mean squared distance of odds from points: 0 is perfect; always saying one half gives 0.25
    if no game is drawn."""

    positions: int
    """The number of positions assessed."""
    score: float
    """The Brier score of the reported odds."""
    base: float
    """The Brier score of the base rate, i.e. of always saying the mean points of the seat's games."""


class OddsBin(NamedTuple):
    """The positions whose odds are in one of ``BIN_COUNT`` ranges."""

    low: float
    """The lower end of the range."""
    games: int
    """The number of games with such a position."""
    positions: int
    """The number of such positions."""
    odds: float
    """The mean of the odds."""
    scored: float
    """The mean of the points."""


class Calibration(NamedTuple):
    """The quality of odds."""

    games: int
    """The number of games with odds."""
    thirds: tuple[Brier | None, ...]
    """The Brier score for each third of the game, early to late; None for a third without odds."""
    whole: Brier
    """The Brier score for the whole game."""
    bins: tuple[OddsBin, ...]
    """The bins, from the lowest odds to the highest; empty bins are left out."""


def third_of(number: int, turns: int) -> int:
    """The third of a game in which a player turn lies.

    :param number: the number of the player turn, from 0.
    :param turns: the number of player turns of the seat in the game.
    """
    return THIRD_COUNT * number // turns


def calibrate(forecasts: Iterable[Forecast]) -> Calibration | None:
    """The quality of some odds; None if there are none. Every position has the same weight."""
    all_forecasts = list(forecasts)
    if not all_forecasts:
        return None
    points_by_seat: dict[str, dict[int, float]] = defaultdict(dict)
    for forecast in all_forecasts:
        points_by_seat[forecast.seat][forecast.game] = forecast.points
    base_rates = {seat: _mean(list(points.values())) for seat, points in points_by_seat.items()}
    thirds = tuple(_brier([forecast for forecast in all_forecasts if forecast.third == third], base_rates)
                   for third in range(THIRD_COUNT))
    whole = _brier(all_forecasts, base_rates)
    assert whole is not None, "the list of forecasts is not empty"
    binned: dict[int, list[Forecast]] = defaultdict(list)
    for forecast in all_forecasts:
        binned[min(int(forecast.odds * BIN_COUNT), BIN_COUNT - 1)].append(forecast)
    bins = tuple(_bin(number / BIN_COUNT, binned[number]) for number in sorted(binned))
    return Calibration(len({forecast.game for forecast in all_forecasts}), thirds, whole, bins)


def _brier(forecasts: Sequence[Forecast], base_rates: dict[str, float]) -> Brier | None:
    """The Brier score of some forecasts; None if there are none.

    :param base_rates: seat -> the mean points of its games.
    """
    if not forecasts:
        return None
    return Brier(len(forecasts), _mean([(forecast.odds - forecast.points) ** 2 for forecast in forecasts]),
                 _mean([(base_rates[forecast.seat] - forecast.points) ** 2 for forecast in forecasts]))


def _bin(low: float, forecasts: Sequence[Forecast]) -> OddsBin:
    """The bin of some forecasts, at least one.

    :param low: the lower end of its range.
    """
    return OddsBin(low, len({forecast.game for forecast in forecasts}), len(forecasts),
                   _mean([forecast.odds for forecast in forecasts]),
                   _mean([forecast.points for forecast in forecasts]))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
