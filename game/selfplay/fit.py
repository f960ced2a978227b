"""Weights fitted by playing: a player plays itself, the weights are fitted to its results, a match decides on them.

Every game has a seed of its own and all that it needs in its task, as in the laboratory: results do not depend on who
shares the work. Candidate weights travel in tasks, never in files.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from game import catalog, systems, weights
from game.ai.choice import Player, PlayerChoice
from game.ai.planner import Planner
from game.ai.players import make
from game.core.capability import seen_by
from game.core.contract import System
from game.core.evaluator import Evaluator
from game.core.message import Text, say
from game.match.dice import derive
from game.selfplay.regression import Bin, Examples, FitError, Played, calibration, examples, log_loss, regress
from game.selfplay.simulate import play_out, points_of
from game.selfplay.workshare import Where, ordered

LEVEL = "veteran"
GUEST, VISITS = "recruit", 0.1
"""The exploring player and its share of the player turns in training games, so that unusual positions come up too."""
HELD_OUT = 5
"""The first of every so many games is not learnt from: it says how good the weights are."""
BINS = 5
ENOUGH = 0.5
"""The share of the points with which new weights do not lose a match."""


@dataclass(frozen=True, slots=True)
class FitPlan:
    """What is played, and how carefully."""

    system: str
    scenario: str
    seed: int
    budget: float
    """The share of the level's positions for a player turn that it may evaluate."""


@dataclass(frozen=True, slots=True)
class Sample:
    """How much there was to learn from, or to try weights on."""

    games: int
    positions: int

    @classmethod
    def of(cls, given: Examples) -> Sample:
        """Of these positions."""
        return cls(given.games, len(given.results))


@dataclass(frozen=True, slots=True)
class Fitted:
    """New weights, and how good they are on games that were held out."""

    names: tuple[str, ...]
    """The features."""
    old: tuple[float, ...]
    new: tuple[float, ...]
    learnt: Sample
    held_out: Sample
    old_loss: float
    new_loss: float
    bins: tuple[Bin, ...]
    """What the new weights' chances for the first seat came to."""


@dataclass
class MatchScore:
    """Points of the new weights in a match against the old ones: 1 for a win, half for a draw."""

    seats: tuple[str, ...]
    games: dict[str, int] = field(default_factory=dict)
    """Seat of the new weights -> games."""
    points: dict[str, float] = field(default_factory=dict)

    def add(self, seat: str, points: float) -> None:
        """Count a game."""
        self.games[seat] = self.games.get(seat, 0) + 1
        self.points[seat] = self.points.get(seat, 0.0) + points

    @property
    def share(self) -> float:
        """Of all points."""
        return sum(self.points.values()) / sum(self.games.values())

    @property
    def is_lost(self) -> bool:
        return self.share < ENOUGH


@dataclass
class Visited:
    """A player some of whose turns a guest takes, at random by the seed."""

    rules: System[Any]
    host: Player
    guest: Player
    seed: int

    def _who(self, state: Any) -> Player:
        prompt = self.rules.prompt(state)
        lots = Random(derive(self.seed, "turn", prompt.turn, prompt.place[0]))
        return self.guest if lots.random() < VISITS else self.host

    def interrupt(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice | None:
        return self._who(view_state).interrupt(view_state, limit_s)

    def choose(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice:
        return self._who(view_state).choose(view_state, limit_s)


def judge_of(rules: System[Any]) -> Evaluator[Any]:
    """How a system judges, which has features with weights.

    :raises FitError: where it has none.
    """
    judge = rules.evaluator()
    if judge is None or not getattr(judge, "names", ()):  # a judgement may be worked out without features
        raise FitError(say("{system} has no features whose weights could be fitted", system=rules.name))
    return judge


def fit(plan: FitPlan, games: int, where: Where, on_game: Callable[[], None] = lambda: None) -> Fitted:
    """Play games and fit the weights to them.

    :param games: at least two.
    :param on_game: called after each game.
    :raises FitError: where they do not say what decides a game.
    :raises game.selfplay.cluster.ClusterError: where a cluster cannot be used, or no longer.
    """
    judge = judge_of(catalog.rules(plan.system))
    names, old = judge.names, judge.weights(plan.scenario)
    parts: tuple[list[Played], list[Played]] = [], []
    for number, game in enumerate(ordered(partial(play_itself, plan), range(games), where)):
        parts[number % HELD_OUT == 0].append(game)
        on_game()
    learnt, held = (examples(part, names) for part in parts)
    new = regress(learnt, old, names)
    return Fitted(names, old, new, Sample.of(learnt), Sample.of(held), log_loss(held, old), log_loss(held, new),
                  tuple(calibration(held, new, BINS)))


def play_itself(plan: FitPlan, number: int) -> Played:
    """One game to learn from; of every phase the first position that can be judged."""
    rules = catalog.rules(plan.system)
    judge = judge_of(rules)
    seed = derive(plan.seed, "fit", number)
    players = {}
    for seat in rules.seats:
        own = derive(seed, "player", seat)
        players[seat] = Visited(rules, _player(plan, seat, own, judge), make(GUEST, rules, seat, own), own)
    found: dict[Any, tuple[float, ...]] = {}

    def watch(state: Any) -> None:
        prompt = rules.prompt(state)
        phase = prompt.turn, prompt.place
        seen = seen_by(rules, state, rules.to_act(state) or "")
        if phase not in found and judge.settled(seen):
            found[phase] = tuple(map(float, judge.features(seen)))

    end, _ = play_out(rules, plan.scenario, (), players, seed, watch)
    return Played(tuple(found.values()), points_of(rules, end, rules.seats[0]))


def compare(
    plan: FitPlan, new: Sequence[float], games: int, where: Where, on_game: Callable[[], None] = lambda: None
) -> MatchScore:
    """A match of new weights against those that the system has; both meet the same seeds on either side.

    :param games: at least one.
    :param on_game: called after each game.
    :raises game.selfplay.cluster.ClusterError: where a cluster cannot be used, or no longer.
    """
    seats = catalog.rules(plan.system).seats
    score = MatchScore(seats)
    for number, points in enumerate(ordered(partial(play_match, plan, tuple(new)), range(games), where)):
        score.add(seats[number % len(seats)], points)
        on_game()
    return score


def play_match(plan: FitPlan, new: tuple[float, ...], number: int) -> float:
    """The points that new weights make in one game of a match, with each seat in turn."""
    rules = catalog.rules(plan.system)
    judge, sides = judge_of(rules), len(rules.seats)
    seed, ours = derive(plan.seed, "match", number // sides), rules.seats[number % sides]
    changed = judge.reweighted({plan.scenario: new})
    players = {seat: _player(plan, seat, derive(seed, "player", seat), changed if seat == ours else judge)
               for seat in rules.seats}
    end, _ = play_out(rules, plan.scenario, (), players, seed)
    return points_of(rules, end, ours)


def weights_file(plan: FitPlan) -> Path:
    """Where a system keeps its weights.

    :raises FitError: where it does not, or the file says other things than the system judges by.
    """
    path, judge = systems.folder(plan.system) / "ai" / "weights.toml", judge_of(catalog.rules(plan.system))
    if not path.is_file():
        raise FitError(say("{system} keeps no weights that could be fitted: there is no {path}", system=plan.system,
                           path=path))
    kept = weights.read(path, judge.names).get(plan.scenario)
    if kept is not None and kept != judge.weights(plan.scenario):
        raise FitError(say("{path} has been changed meanwhile; begin again", path=path))
    return path


def try_to_keep(plan: FitPlan) -> None:
    """Whether ``keep`` could write, before hours are spent.

    :raises game.weights.WeightsError: where it could not.
    """
    weights.try_to_write(weights_file(plan))


def keep(plan: FitPlan, fitted: Fitted, score: MatchScore) -> Path:
    """Write the new weights into the system's file, with where they come from.

    :returns: the file.
    :raises game.weights.WeightsError: where it cannot be written, or others have been written meanwhile.
    """
    path = weights_file(plan)
    weights.write(path, fitted.names, plan.scenario, fitted.new, str(_provenance(plan, fitted, score)))
    return path


def _provenance(plan: FitPlan, fitted: Fitted, score: MatchScore) -> Text:
    return say(
        "fitted to {games} games of {level} against itself at {budget:g} of its budget, seed {seed}; log loss of "
        "{held} games held out {old:.4f} -> {new:.4f}; {points:g} of {match} points against the weights before",
        games=fitted.learnt.games + fitted.held_out.games, level=LEVEL, budget=plan.budget, seed=plan.seed,
        held=fitted.held_out.games, old=fitted.old_loss, new=fitted.new_loss, points=sum(score.points.values()),
        match=sum(score.games.values()),
    )


def _player(plan: FitPlan, seat: str, seed: int, judge: Evaluator[Any]) -> Planner:
    player = make(LEVEL, catalog.rules(plan.system), seat, seed, judge=judge)
    assert isinstance(player, Planner), "the level plans"
    player.think_less(plan.budget)
    return player
