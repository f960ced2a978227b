"""Odds as players tell them: learnt from games, out of what a position looks like and what a search found in it.

The scores that searches maximise are good for comparing, but a search does not know how often they come true. From the
weights in ``ai/weights.toml`` of a system's folder, which ``fit`` learns from games, the estimator makes of each found
score the one that is told: it looks at the features of the state in which the seat must act, and at the found score as
one feature more. The higher the found score, the higher the one that is told, so courses keep their order. Odds are
told for an opponent of the same strength. Where nothing has been learnt, the found score is told as it is.
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

JOINED = ("constant", "to_move", "found_early", "found_late")
"""The features that every system has, after its own: 1; 1 where it is the first seat's player turn and -1 where it is
the other's; the found score, as half the log-odds, times the share of the game that is still to come, and times that
which has gone."""
FOUND = ("found_early", "found_late")
SURE = 0.995
"""A found score counts as no surer than this, for searches are wrong about certain wins, too; chosen."""
LONG = 20
"""Turns after which a game without a last turn is taken as late; chosen: about as many as most of them take."""


def names(judge: Evaluator[Any]) -> tuple[str, ...]:
    """The features that odds are learnt from in a system."""
    return *judge.names, *JOINED


def file_of(rules: System[Any]) -> Path:
    """Where the weights of a system are."""
    return folder(rules.name) / "ai" / "weights.toml"


def learnt(rules: System[Any], judge: Evaluator[Any], scenario: str) -> tuple[float, ...]:
    """The weights of the features in a scenario, or those of all scenarios of the system that have none of their own;
    none where nothing has been learnt.

    :raises game.weights.WeightsError: for a file that cannot be used.
    """
    path = file_of(rules)
    try:
        written = path.stat()
    except OSError:
        return ()
    found = _read(path, names(judge), (written.st_mtime_ns, written.st_size))
    return found.get(scenario) or found.get(rules.name, ())


@lru_cache(8)
def _read(path: Path, named: tuple[str, ...], written: tuple[int, int]) -> Mapping[str, tuple[float, ...]]:
    """:param written: when the file was, and how long it is."""
    return weights.read(path, named)


class PositionLook(NamedTuple):
    """What is learnt from in a position, whatever is found in it."""

    features: tuple[float, ...]
    """Those of the system's own."""
    to_move: float
    gone: float
    """The share of the game, from 0 to 1."""

    def with_found(self, score: float) -> tuple[float, ...]:
        """All features, in the order of their names.

        :param score: what was found for the first seat, from -1 to 1.
        """
        found = atanh(max(-SURE, min(SURE, score)))
        return *self.features, 1.0, self.to_move, (1 - self.gone) * found, self.gone * found


class Estimator:
    """Makes the scores that are told of those that were found, in one system."""

    def __init__(self, rules: System[Any], judge: Evaluator[Any]) -> None:
        self._rules, self._judge = rules, judge
        self._turns = {info.name: info.turns for info in rules.scenarios}

    def told(self, state: Any, seat: str, found: Sequence[float]) -> list[float]:
        """The scores that a seat may expect of some courses, from -1 to 1.

        :param state: as the seat sees it; any in which the game is not over.
        :param found: what a search found that each course is worth, from -1 to 1.
        :raises game.weights.WeightsError: for weights that cannot be used.
        """
        scenario = str(self._rules.position(state).get("scenario", ""))
        known = learnt(self._rules, self._judge, scenario)
        if not known:
            return list(found)
        look, sign = self.look(state, scenario), self.sign(seat)
        return [sign * tanh(sum(map(mul, look.with_found(sign * score), known))) for score in found]

    def sign(self, seat: str) -> float:
        """1 for the first seat, -1 for the other, 0 for nobody."""
        return 1.0 if seat == self._rules.seats[0] else -1.0 if seat in self._rules.seats else 0.0

    def look(self, state: Any, scenario: str) -> PositionLook:
        """What is learnt from in a state of a scenario in which the game is not over."""
        prompt = self._rules.prompt(state)
        gone = prompt.turn / (self._turns.get(scenario) or LONG)
        features = tuple(map(float, self._judge.features(state)))
        return PositionLook(features, self.sign(prompt.place[0]), min(1.0, gone))
