"""How well the odds that a player tells agree with what its games come to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

THIRDS = 3
BINS = 5
"""Ranges of odds of the same width; as issue and note count them."""


class Forecast(NamedTuple):
    """The odds that a player told in one of its player turns."""

    game: int
    """Games have different numbers."""
    seat: str
    third: int
    """Of the player turns of its game: 0 early, 1, or 2 late."""
    odds: float
    """The points it expected, from 0 to 1: the chance of a win, and half of that of a draw."""
    points: float
    """What it came to: 1 for a win, half for a draw."""


class Brier(NamedTuple):
    """The mean squared distance of odds from points: 0 is perfect, 0.25 is what always telling one half comes to."""

    positions: int
    told: float
    base: float
    """That of the base rate: of always telling the mean points of the seat's games."""


class OddsBin(NamedTuple):
    """Positions with about the same odds."""

    games: int
    positions: int
    told: float
    """The mean of the odds."""
    scored: float
    """The mean of the points."""


class Calibration(NamedTuple):
    """How good odds are."""

    games: int
    thirds: tuple[Brier | None, ...]
    """Of each third of the game, early to late; None where nothing was told."""
    whole: Brier
    bins: tuple[OddsBin, ...]
    """From the lowest odds to the highest; bins without a position are left out."""


def third_of(number: int, turns: int) -> int:
    """The third of a game in which a player turn lies.

    :param number: of the player turn, from 0.
    :param turns: the player turns of the seat in the game.
    """
    return THIRDS * number // turns


def calibrate(forecasts: Iterable[Forecast]) -> Calibration | None:
    """How good odds are; None where there are none. Every position counts the same."""
    given = list(forecasts)
    if not given:
        return None
    points: dict[str, dict[int, float]] = defaultdict(dict)
    for one in given:
        points[one.seat][one.game] = one.points
    base = {seat: _mean(list(games.values())) for seat, games in points.items()}
    thirds = tuple(_brier([one for one in given if one.third == third], base) for third in range(THIRDS))
    whole = _brier(given, base)
    assert whole is not None, "there are forecasts"
    binned: dict[int, list[Forecast]] = defaultdict(list)
    for one in given:
        binned[min(int(one.odds * BINS), BINS - 1)].append(one)
    bins = tuple(_bin(binned[number]) for number in sorted(binned))
    return Calibration(len({one.game for one in given}), thirds, whole, bins)


def _brier(given: Sequence[Forecast], base: dict[str, float]) -> Brier | None:
    if not given:
        return None
    return Brier(len(given), _mean([(one.odds - one.points) ** 2 for one in given]),
                 _mean([(base[one.seat] - one.points) ** 2 for one in given]))


def _bin(given: Sequence[Forecast]) -> OddsBin:
    return OddsBin(len({one.game for one in given}), len(given), _mean([one.odds for one in given]),
                   _mean([one.points for one in given]))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
