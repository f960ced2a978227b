"""The features for odds, and the learnt weights, are sound in every state of a game of every system."""

from __future__ import annotations

from itertools import islice
from math import isfinite
from random import Random

import pytest

from game import catalog, weights
from game.ai.estimate import Estimator, feature_names, weights_file
from game.core.action import Faces
from game.core.capability import seen_by
from game.core.chance import CHANCE
from game.match.dice import roll_faces
from game.selfplay.bench import battles
from game.selfplay.fit import evaluator_of

BATTLES = [pytest.param(system, scenario, id=f"{system}-{scenario}",
                        marks=pytest.mark.soak if number and catalog.rules(system).traits.board == "plane" else ())
           for system in catalog.names() for number, scenario in enumerate(islice(battles(catalog.rules(system)), 3))]
"""On a table, where every state takes long, further battles are for `make soak`."""
ACTIONS = 150
LARGE = 30.0
"""The largest allowed value: features are about one in size."""


@pytest.mark.every(2)
@pytest.mark.parametrize(("system", "scenario"), BATTLES)
def test_features_are_sound(system: str, scenario: str) -> None:
    """In sampled states and for every seat, each name has one finite number of moderate size, the same when recomputed,
    and reported scores lie between a certain defeat and a certain win."""
    rules, lots = catalog.rules(system), Random(5)
    evaluator = evaluator_of(rules)
    odds, state = Estimator(rules, evaluator), catalog.set_up(rules, scenario)
    for number in range(ACTIONS):
        actor = rules.to_act(state)
        if actor is None:
            break
        if number % 5 == 0:
            for seat in rules.seats:
                seen = seen_by(rules, state, seat)
                found = tuple(evaluator.features(seen))
                assert len(evaluator.names) == len(found)
                wrong = [(name, value) for name, value in zip(evaluator.names, found, strict=True)
                         if not (isfinite(value) and abs(value) <= LARGE)]
                assert wrong == [], f"in turn {rules.prompt(state).turn}, {rules.prompt(state).phase}"
                assert found == tuple(evaluator.features(seen))
                assert all(-1 <= score <= 1 for score in odds.reported(seen, seat, (-1.0, 0.0, 1.0)))
        if actor == CHANCE:
            roll = rules.pending_roll(state)
            assert roll is not None
            state = rules.apply(state, Faces(roll_faces(number.to_bytes(4, "big"), roll)))[0]
        else:
            state = rules.apply(state, lots.choice(evaluator.plausible(seen_by(rules, state, actor))))[0]


@pytest.mark.parametrize("system", catalog.names())
def test_names_and_weights(system: str) -> None:
    """Names differ and can be keys of a file; weights belong to existing features and battles, and the search score has
    a positive weight, so that courses keep their order."""
    rules = catalog.rules(system)
    evaluator = evaluator_of(rules)
    assert all(name.isidentifier() and name.islower() for name in feature_names(evaluator))
    assert len(set(feature_names(evaluator))) == len(feature_names(evaluator))
    path = weights_file(rules)
    if not path.exists():
        return
    found = weights.read(path, feature_names(evaluator))
    assert set(found) <= {rules.name, *battles(rules)}
    for learnt in found.values():
        weight_of = dict(zip(feature_names(evaluator), learnt, strict=True))
        assert weight_of["search_early"] > 0
        assert weight_of["search_late"] > 0
