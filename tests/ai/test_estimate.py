"""The scores that players report: corrected by learnt weights, or unchanged without weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game import catalog, weights
from game.ai.base_players import EvaluatingPlayer
from game.ai.estimate import SHARED_FEATURES, Estimator, feature_names
from game.ai.players import make
from game.core.contract import System
from game.core.evaluator import Evaluator

FOUND = (0.9, 0.2, 0.1, -0.4, -1.0)


def estimator() -> tuple[System[Any], Evaluator[Any], Estimator]:
    rules = catalog.rules("kassala")
    judge = rules.evaluator()
    assert judge is not None
    return rules, judge, Estimator(rules, judge)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A path that stands in for Kassala's file of weights; the file does not exist yet."""
    path = tmp_path / "weights.toml"
    monkeypatch.setattr("game.ai.estimate.weights_file", lambda _: path)
    return path


def write(file: Path, scenario: str, **given: float) -> None:
    """Write weights for some features; the other weights are 0."""
    judge = estimator()[1]
    names = feature_names(judge)
    weights.write(file, names, scenario, [given.get(name, 0.0) for name in names], "made up")


@pytest.mark.usefixtures("file")
def test_search_scores_are_reported_without_weights() -> None:
    """Without weights a search score is reported unchanged."""
    rules, _, odds = estimator()
    state = catalog.set_up(rules, "kassala")
    assert list(FOUND) == odds.reported(state, "moslem", FOUND)


def test_search_scores_are_reported_with_weights_of_one(file: Path) -> None:
    """Only certain wins and defeats are reported slightly less certain."""
    write(file, "kassala", search_early=1.0, search_late=1.0)
    rules, _, odds = estimator()
    state = catalog.set_up(rules, "kassala")
    for seat in rules.seats:
        assert [*FOUND[:-1], -0.995] == pytest.approx(odds.reported(state, seat, FOUND))


def test_courses_keep_their_order(file: Path) -> None:
    """A higher search score gives higher odds, however small its weight; the two seats' scores add up to 0."""
    write(file, "kassala", constant=0.3, search_early=0.05, search_late=0.05)
    rules, _, odds = estimator()
    state = catalog.set_up(rules, "kassala")
    told = odds.reported(state, "moslem", FOUND)
    assert told == sorted(told, reverse=True)
    assert len(set(told)) == len(told)
    assert all(score > 0 for score in told[:-1]), "the constant speaks for the first seat"
    assert odds.reported(state, "christian", [-score for score in FOUND]) == pytest.approx([-score for score in told])


def test_weights_of_all_scenarios(file: Path) -> None:
    """A scenario without weights of its own uses the system's; a changed file takes effect at once."""
    rules, _, odds = estimator()
    states = [catalog.set_up(rules, name) for name in ("kassala", "example-a")]
    write(file, rules.name, constant=1.0)
    first = [odds.reported(state, "moslem", [0.0])[0] for state in states]
    assert first[0] == first[1] > 0
    write(file, "example-a", constant=-1.0)
    assert odds.reported(states[1], "moslem", [0.0])[0] < 0


def test_players_report_odds_of_every_course(file: Path) -> None:
    rules, _, _ = estimator()
    state = catalog.set_up(rules, "kassala")
    write(file, "kassala", constant=3.0, search_early=0.05, search_late=0.05)
    told = []
    for raw in (False, True):
        player = make("veteran", rules, rules.seats[0], 3)
        assert isinstance(player, EvaluatingPlayer)
        player.think_less(0.05)  # type: ignore[attr-defined]
        player.raw = raw
        choice = player.choose(state)
        assert choice.value is not None
        told.append([choice.value, *(other.value for other in choice.alternatives)])
    assert len(told[0]) == len(told[1]) > 1
    assert all(score > 0.98 for score in told[0])
    assert all(score < 0.98 for score in told[1])
    assert told[0] == pytest.approx(estimator()[2].reported(state, rules.seats[0], told[1]))


def test_a_draw_offer_is_answered_by_odds(file: Path) -> None:
    rules, _, _ = estimator()
    state = catalog.set_up(rules, "kassala")
    for constant, accepts in ((1.0, False), (-1.0, True)):
        write(file, "kassala", constant=constant)
        answer = make("veteran", rules, "moslem", 3).answer_draw(state)
        assert answer.accepts == accepts
        assert answer.value is not None
        assert (answer.value > 0) != accepts


def test_shared_features_have_names_that_a_file_can_have() -> None:
    assert all(name.isidentifier() for name in SHARED_FEATURES)
