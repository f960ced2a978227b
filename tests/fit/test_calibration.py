"""The quality of odds: Brier scores, base rates and bins compared with numbers worked out by hand."""

from __future__ import annotations

import pytest

from game.selfplay.calibration import Forecast, OddsBin, calibrate, third_of

FORECASTS = (
    Forecast(game=1, seat="red", third=0, odds=0.5, points=1.0),
    Forecast(game=1, seat="red", third=2, odds=0.9, points=1.0),
    Forecast(game=2, seat="red", third=0, odds=0.3, points=0.0),
    Forecast(game=2, seat="red", third=2, odds=0.1, points=0.0),
    Forecast(game=2, seat="white", third=2, odds=0.95, points=1.0),
    Forecast(game=3, seat="white", third=0, odds=1.0, points=0.5),
)
"""Red wins one game of two, White one of two and draws the other: base rates of 0.5 and 0.75."""


def test_brier_scores_by_hand() -> None:
    """Brier scores of each third and of the whole; the base rate is that of the games with each seat."""
    found = calibrate(FORECASTS)
    assert found is not None
    early, middle, late = found.thirds
    assert middle is None
    assert early is not None
    assert late is not None
    assert (3, (0.25 + 0.09 + 0.25) / 3, (0.25 + 0.25 + 0.0625) / 3) == pytest.approx(early)
    assert (3, (0.01 + 0.01 + 0.0025) / 3, (0.25 + 0.25 + 0.0625) / 3) == pytest.approx(late)
    assert (6, 0.6125 / 6, 1.125 / 6) == pytest.approx(found.whole)
    assert 3 == found.games


def test_bins_by_hand() -> None:
    """Five bins of equal width without the empty ones; games and positions are counted, and certainty is in the last
    bin."""
    found = calibrate(FORECASTS)
    assert found is not None
    assert [OddsBin(0.0, 1, 1, 0.1, 0.0), OddsBin(0.2, 1, 1, 0.3, 0.0), OddsBin(0.4, 1, 1, 0.5, 1.0)] == list(
        found.bins[:3])
    assert (0.8, 3, 3, 2.85 / 3, 2.5 / 3) == pytest.approx(found.bins[3])
    assert 4 == len(found.bins)


def test_a_bin_has_its_own_range() -> None:
    """Also if the mean of its odds is a little below it because it is rounded."""
    found = calibrate(Forecast(game, "red", third=0, odds=0.2, points=0.0) for game in range(6))
    assert found is not None
    assert [(0.2, True)] == [(each.low, each.odds < 0.2) for each in found.bins]


def test_no_calibration_without_forecasts() -> None:
    """Without forecasts there is no calibration."""
    assert calibrate([]) is None


@pytest.mark.parametrize(("turns", "thirds"), [(1, [0]), (2, [0, 1]), (3, [0, 1, 2]), (7, [0, 0, 0, 1, 1, 2, 2])])
def test_thirds_of_a_game(turns: int, thirds: list[int]) -> None:
    """Each third of a game has its share of the player turns."""
    assert thirds == [third_of(number, turns) for number in range(turns)]
