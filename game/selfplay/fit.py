"""Fits the weights of the odds model to gathered games, with cross-validation.

The games are divided into parts. The odds for the games of each part come from weights fitted to the other parts, so
every game tests the weights. The weights that are kept are fitted to all games with the same ridge. The odds assume an
opponent of the same strength: for games against weaker opponents extra features take up the difference in strength, and
their weights are dropped afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import log, tanh
from operator import mul
from pathlib import Path
from typing import Any, NamedTuple

from game import catalog, weights
from game.ai.estimate import (
    MAX_SEARCH_SCORE,
    SEARCH_FEATURES,
    SHARED_FEATURES,
    Estimator,
    PositionFeatures,
    feature_names,
    learnt_weights,
    weights_file,
)
from game.core.contract import System
from game.core.evaluator import Evaluator
from game.core.message import say
from game.selfplay.bench import ITSELF, LEVELS, SCRIPTS, kind_of
from game.selfplay.calibration import Calibration, Forecast, calibrate, third_of
from game.selfplay.gathering import LEVEL, GatheredGame, positions
from game.selfplay.regression import FitError, FittedFeature, PlayedGame, examples, regress

FOLD_COUNT = 10
"""The number of parts in the cross-validation; chosen by hand."""
TRIED_RIDGES = (0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 1000.0)
"""The ridges to try for the system's features. The pair of ridges with the smallest log loss in the cross-validation is
used. Chosen by hand."""
SIDE_RIDGES = (3.0, 30.0, 300.0)
"""The ridges to try for a side's advantage, the constant and the side to move: in an even battle a small ridge takes
the luck of the games for an advantage."""
SEARCH_RIDGE = 3.0
"""The ridge of the search score, towards weights that report it unchanged; chosen by hand."""
WEAKER_RIDGE = 0.3
"""The ridge of the features of weaker opponents, towards 0; chosen by hand."""
MIN_SCORE_WEIGHT = 0.05
"""The smallest weight of a search score, so that courses with different scores get different odds; chosen by hand."""
WEAKER_FEATURES = tuple(f"{kind}_{when}" for kind in (LEVELS, SCRIPTS) for when in ("early", "late"))
"""The features of weaker opponents."""


class LearningPosition(NamedTuple):
    """A position to learn from."""

    features: PositionFeatures
    score: float
    """The search score for the first seat."""
    seat: str
    """The seat of the player that searched."""
    third: int | None
    """The third of the game if this is the first position of a player turn of the seat, else None. Only these positions
    count for Brier scores."""


class LearningGame(NamedTuple):
    """A game to learn from."""

    positions: tuple[LearningPosition, ...]
    result: float
    """The first seat's result: 1 for a win, 0.5 for a draw, 0 for a loss."""
    kind: str
    """The kind of opponent."""
    stronger: float
    """1 if only the first seat is the level whose odds are learnt, -1 if only the other is, 0 if both are."""


class OddsQuality(NamedTuple):
    """The quality of the odds in games against one kind of opponent."""

    loss: float
    """Log loss: how surprising the results were; 0.693 if every forecast is an even chance."""
    calibration: Calibration


@dataclass(frozen=True, slots=True)
class FittedOdds:
    """New weights, and their quality in the cross-validation."""

    names: tuple[str, ...]
    """The names of the features."""
    old: tuple[float, ...]
    """The system's current weights; empty if it has none."""
    new: tuple[float, ...]
    ridge: float
    """The ridge of the system's features."""
    side_ridge: float
    """The ridge of a side's advantage."""
    games: int
    positions: int
    quality: Mapping[str, Mapping[str, OddsQuality]]
    """Kind of opponent -> source of the odds -> quality. The sources: ``base`` is the seat's mean points in the games
    fitted, ``search`` the search score, ``old`` and ``new`` the weights."""

    @property
    def is_better(self) -> bool:
        """Whether the new weights beat all other sources in games of the level against itself, and are no worse than
        the base rate in the early third of the game, if both were tested there."""
        by_source = self.quality[ITSELF]
        new = by_source["new"]
        others = [quality for source, quality in by_source.items() if source != "new"]
        early, base_early = new.calibration.thirds[0], by_source["base"].calibration.thirds[0]
        return (all(new.loss < other.loss and new.calibration.whole.score < other.calibration.whole.score
                    for other in others)
                and (early is None or base_early is None or early.score <= base_early.score))


def evaluator_of(rules: System[Any]) -> Evaluator[Any]:
    """The evaluator of a system.

    :raises FitError: if the system has none.
    """
    evaluator = rules.evaluator()
    if evaluator is None:
        raise FitError(say("{system} has no evaluator, so there are no odds to learn", system=rules.name))
    return evaluator


def learning_game(game: GatheredGame) -> LearningGame:
    """Turn a gathered game into a game to learn from.

    :raises game.selfplay.gathering.GamesError: if an action of the game is no longer legal.
    """
    rules = catalog.rules(game.system)
    estimator = Estimator(rules, evaluator_of(rules))
    learning_positions: list[LearningPosition] = []
    turns: dict[str, dict[int, int]] = {seat: {} for seat in rules.seats}
    """Seat -> turn -> the number of the first position in its player turn; phases of both sides count, too."""
    for number, (state, seat, value) in enumerate(positions(game)):
        prompt = rules.prompt(state)
        if prompt.phase_key[0] in ("", seat):
            turns[seat].setdefault(prompt.turn, number)
        features = estimator.features_of(state, game.scenario)
        learning_positions.append(LearningPosition(features, estimator.sign(seat) * value, seat, None))
    for first_positions in turns.values():
        for player_turn, number in enumerate(first_positions.values()):
            learning_positions[number] = learning_positions[number]._replace(
                third=third_of(player_turn, len(first_positions)))
    other_levels = [level for level in game.players.values() if level != LEVEL]
    stronger = sum(estimator.sign(seat) for seat, level in game.players.items() if level == LEVEL)
    return LearningGame(tuple(learning_positions), game.points, kind_of(LEVEL, *other_levels or [LEVEL]), stronger)


def fit(system: str, scenario: str, games: Sequence[LearningGame]) -> FittedOdds:
    """Fit weights to games.

    :param scenario: the scenario of the weights; the system's name for all scenarios without weights of their own.
    :raises FitError: if the games do not determine the weights.
    """
    rules = catalog.rules(system)
    evaluator = evaluator_of(rules)
    kinds = {game.kind for game in games}
    if ITSELF not in kinds:
        raise FitError(say("no game was against itself; play more games"))

    def cross_validated(ridge: float, side_ridge: float) -> tuple[float, Scores]:
        scores = _cross_validated(games, _fitted_features(evaluator, side_ridge), ridge)
        return _quality(rules, games, ITSELF, scores).loss, scores

    loss_and_scores = {ridges: cross_validated(*ridges) for ridges in product(TRIED_RIDGES, SIDE_RIDGES)}
    ridge, side_ridge = best = min(loss_and_scores, key=lambda ridges: loss_and_scores[ridges][0])
    old = learnt_weights(rules, evaluator, scenario)
    sources = {"base": _base_rates(games), "search": _scores_by(games, _unchanged_weights(evaluator)),
               "new": loss_and_scores[best][1]}
    if old:
        sources["old"] = _scores_by(games, old)
    new = _fitted(games, _fitted_features(evaluator, side_ridge), ridge)[:len(feature_names(evaluator))]
    quality = {kind: {source: _quality(rules, games, kind, scores) for source, scores in sources.items()}
               for kind in (ITSELF, LEVELS, SCRIPTS) if kind in kinds}
    count = sum(len(game.positions) for game in games)
    return FittedOdds(feature_names(evaluator), old, new, ridge, side_ridge, len(games), count, quality)


Scores = Sequence[Sequence[float]]
"""Game -> position -> the reported score for the first seat."""


def _fitted_features(evaluator: Evaluator[Any], side_ridge: float) -> list[FittedFeature]:
    """The fit settings of all features; the features of weaker opponents come last."""
    ridges = dict.fromkeys(SHARED_FEATURES, side_ridge) | dict.fromkeys(SEARCH_FEATURES, SEARCH_RIDGE)
    min_weights = dict.fromkeys(SEARCH_FEATURES, MIN_SCORE_WEIGHT)
    odds_features = [FittedFeature(name, ridges.get(name), float(name in SEARCH_FEATURES), min_weights.get(name))
                     for name in feature_names(evaluator)]
    return [*odds_features, *(FittedFeature(name, ridge=WEAKER_RIDGE) for name in WEAKER_FEATURES)]


def _all_features(game: LearningGame, position: LearningPosition) -> tuple[float, ...]:
    """All features of a position; those of weaker opponents come last."""
    played = position.features.played
    weaker = (game.stronger * (game.kind == kind) * share for kind in (LEVELS, SCRIPTS)
              for share in (1 - played, played))
    return *position.features.with_search_score(position.score), *weaker


def _fitted(games: Sequence[LearningGame], columns: Sequence[FittedFeature], ridge: float) -> tuple[float, ...]:
    """The weights fitted to games, one for each feature.

    :raises FitError: if the games do not determine the weights.
    """
    played = [PlayedGame(tuple(_all_features(game, position) for position in game.positions), game.result)
              for game in games]
    return regress(examples(played, columns), columns, ridge)


def _cross_validated(games: Sequence[LearningGame], columns: Sequence[FittedFeature], ridge: float) -> Scores:
    """The scores of each game by weights fitted without its part (cross-validation)."""
    scores: list[Sequence[float]] = [()] * len(games)
    for part in range(FOLD_COUNT):
        fold_weights = _fitted([game for number, game in enumerate(games) if number % FOLD_COUNT != part], columns,
                               ridge)
        scores[part::FOLD_COUNT] = _scores_by(games[part::FOLD_COUNT], fold_weights[:-len(WEAKER_FEATURES)])
    return scores


def _scores_by(games: Sequence[LearningGame], weights_: Sequence[float]) -> Scores:
    """The scores of each game by some weights."""
    return [[tanh(sum(map(mul, position.features.with_search_score(position.score), weights_)))
             for position in game.positions]
            for game in games]


def _unchanged_weights(evaluator: Evaluator[Any]) -> tuple[float, ...]:
    """The weights that report the search score unchanged."""
    return tuple(float(name in SEARCH_FEATURES) for name in feature_names(evaluator))


def _base_rates(games: Sequence[LearningGame]) -> Scores:
    """For each game, the mean result of the games in other parts with the same kind of opponent and the same side as
    the stronger one; an even chance without such games."""
    rates = []
    for number, game in enumerate(games):
        results = [other.result for n, other in enumerate(games) if n % FOLD_COUNT != number % FOLD_COUNT
                   and (other.kind, other.stronger) == (game.kind, game.stronger)]
        mean = sum(results) / len(results) if results else 0.5
        rates.append([2 * mean - 1] * len(game.positions))
    return rates


def _quality(rules: System[Any], games: Sequence[LearningGame], kind: str, game_scores: Scores) -> OddsQuality:
    """The quality of scores in the games against one kind of opponent.

    :raises FitError: if none of these games has a position to learn from.
    """
    forecasts = []
    for number, (game, scores) in enumerate(zip(games, game_scores, strict=True)):
        for position, score in zip(game.positions, scores, strict=True):
            if game.kind == kind and position.third is not None:
                sign = 1.0 if position.seat == rules.seats[0] else -1.0
                points = game.result if sign > 0 else 1 - game.result
                forecasts.append(Forecast(number, position.seat, position.third, (1 + sign * score) / 2, points))
    quality = calibrate(forecasts)
    if quality is None:
        raise FitError(say("no game has a position to learn from; play more games"))
    return OddsQuality(_log_loss(forecasts), quality)


def _log_loss(forecasts: Iterable[Forecast]) -> float:
    """The mean log loss, with scores clamped to ``MAX_SEARCH_SCORE`` in either direction."""
    losses = []
    for forecast in forecasts:
        odds = min(max(forecast.odds, (1 - MAX_SEARCH_SCORE) / 2), (1 + MAX_SEARCH_SCORE) / 2)
        losses.append(-forecast.points * log(odds) - (1 - forecast.points) * log(1 - odds))
    return sum(losses) / len(losses)


def check_writable(system: str) -> None:
    """Check that ``write_weights`` will be able to write, before hours of play.

    :raises game.weights.WeightsError: if it cannot write.
    """
    weights.try_to_write(weights_file(catalog.rules(system)))


def write_weights(system: str, scenario: str, fitted: FittedOdds, budgets: Iterable[float]) -> Path:
    """Write the new weights, with their provenance, into the system's file.

    :param budgets: the budget of each game, as a share of the usual number of positions.
    :returns: the path of the file.
    :raises game.weights.WeightsError: if the file cannot be written.
    """
    path, quality = weights_file(catalog.rules(system)), fitted.quality[ITSELF]
    shares = ", ".join(f"{share:g}" for share in sorted(set(budgets)))
    provenance = str(say(
        "fitted to {games} games of {level} against itself and others at {budget} of its budget, {positions} "
        "positions, ridges {ridge:g} and {side_ridge:g}; in the {itself} games against itself, each predicted by "
        "weights learnt from others, Brier score of base rate {base:.4f}, search score {search:.4f}, these {new:.4f}; "
        "log loss {base_loss:.4f}, {search_loss:.4f}, {new_loss:.4f}",
        games=fitted.games, level=LEVEL, budget=shares, positions=fitted.positions, ridge=fitted.ridge,
        side_ridge=fitted.side_ridge, itself=quality["new"].calibration.games,
        base=quality["base"].calibration.whole.score, search=quality["search"].calibration.whole.score,
        new=quality["new"].calibration.whole.score, base_loss=quality["base"].loss,
        search_loss=quality["search"].loss, new_loss=quality["new"].loss,
    ))
    weights.write(path, fitted.names, scenario, fitted.new, provenance)
    return path
