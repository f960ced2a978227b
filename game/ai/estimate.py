"""Calibrated odds: the scores that computer players report, learnt from games.

A search maximises scores that rank courses well, but it does not know how often they come true. The estimator converts
each search score into the score to report. It is a logistic model of the features of the state in which the seat must
act, with the search score as one more feature; its weights are in ``ai/weights.toml`` of a system's folder, and ``fit``
learns them from games. A higher search score always gives a higher reported score, so courses keep their order. The
odds assume an opponent of the same strength. Without learnt weights the search score is reported unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import atanh, tanh
from operator import mul
from pathlib import Path
from typing import Any, NamedTuple

from game import weights
from game.core.contract import System
from game.core.evaluator import Evaluator
from game.systems import folder

SHARED_FEATURES = ("constant", "to_move", "search_early", "search_late")
"""The features that every system has in addition to its own: the constant 1; 1 in the first seat's player turn and -1
in the other's; the search score, as half the log-odds, times the share of the game still to come, and times the share
already played."""
SEARCH_FEATURES = ("search_early", "search_late")
"""Those of the shared features that depend on the search score."""
MAX_SEARCH_SCORE = 0.995
"""The greatest absolute value of a search score, as a search may be wrong even about a certain win; chosen by hand."""
ASSUMED_TURNS = 20
"""The turns assumed for a game without a last turn; chosen: about as many as most such games last."""


def feature_names(evaluator: Evaluator[Any]) -> tuple[str, ...]:
    """The names of all features of a system's odds model."""
    return *evaluator.names, *SHARED_FEATURES


def weights_file(rules: System[Any]) -> Path:
    """The path of a system's weights file."""
    return folder(rules.name) / "ai" / "weights.toml"


def learnt_weights(rules: System[Any], evaluator: Evaluator[Any], scenario: str) -> tuple[float, ...]:
    """The feature weights for a scenario, or those for the whole system if it has none; empty if nothing has been
    learnt.

    :raises game.weights.WeightsError: for an invalid file.
    """
    path = weights_file(rules)
    try:
        stat = path.stat()
    except OSError:
        return ()
    weights_by_scenario = _read(path, feature_names(evaluator), (stat.st_mtime_ns, stat.st_size))
    return weights_by_scenario.get(scenario) or weights_by_scenario.get(rules.name, ())


@lru_cache(8)
def _read(path: Path, names: tuple[str, ...], version: tuple[int, int]) -> Mapping[str, tuple[float, ...]]:
    """:param version: the file's modification time and size; if they change, the file is read again."""
    return weights.read(path, names)


class PositionFeatures(NamedTuple):
    """The features of a position, without the two that depend on the search score."""

    features: tuple[float, ...]
    """The system's own features."""
    to_move: float
    played: float
    """The share of the game already played, from 0 to 1."""

    def with_search_score(self, score: float) -> tuple[float, ...]:
        """All features, in the order of their names.

        :param score: the search score for the first seat, from -1 to 1.
        """
        log_odds = atanh(max(-MAX_SEARCH_SCORE, min(MAX_SEARCH_SCORE, score)))
        return *self.features, 1.0, self.to_move, (1 - self.played) * log_odds, self.played * log_odds


class Estimator:
    """Converts the search scores of one system into the scores to report."""

    def __init__(self, rules: System[Any], evaluator: Evaluator[Any]) -> None:
        self._rules, self._evaluator = rules, evaluator
        self._turns = {info.name: info.turns for info in rules.scenarios}

    def reported(self, state: Any, seat: str, scores: Sequence[float]) -> list[float]:
        """The scores to report for some courses, from -1 to 1, in the given order.

        :param state: the state as the seat sees it; the game is not over.
        :param scores: the search score of each course, from -1 to 1.
        :raises game.weights.WeightsError: for invalid weights.
        """
        scenario = str(self._rules.position(state).get("scenario", ""))
        weights_ = learnt_weights(self._rules, self._evaluator, scenario)
        if not weights_:
            return list(scores)
        position_features, sign = self.features_of(state, scenario), self.sign(seat)
        decided = self._evaluator.worth(state, seat) if self._evaluator.settled(state) else 0.0
        return [score if abs(score) == 1 and score == decided
                else sign * tanh(sum(map(mul, position_features.with_search_score(sign * score), weights_)))
                for score in scores]

    def sign(self, seat: str) -> float:
        """1 for the first seat of the rules, -1 for the other, 0 for an empty seat (a phase of both sides)."""
        return 1.0 if seat == self._rules.seats[0] else -1.0 if seat in self._rules.seats else 0.0

    def features_of(self, state: Any, scenario: str) -> PositionFeatures:
        """The features of a state in which the game is not over."""
        prompt = self._rules.prompt(state)
        played = prompt.turn / (self._turns.get(scenario) or ASSUMED_TURNS)
        features = tuple(map(float, self._evaluator.features(state)))
        return PositionFeatures(features, self.sign(prompt.phase_key[0]), min(1.0, played))
