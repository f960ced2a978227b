"""The bench: tests one computer player in games against a pool of opponents, on puzzles, and for the accuracy of its
odds.

The default pool is the levels of usual speed except ``random``, and every script, in the seat it was written for.
Each game's seed is derived from the bench's seed, the opponent and the game's number, so results do not depend on how
the work is distributed. The player gets the same seeds for either seat.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from game import catalog
from game.ai.base_players import EvaluatingPlayer
from game.ai.choice import Player, PlayerChoice
from game.ai.players import SCRIPT_PREFIX, levels_for
from game.core.contract import System
from game.match.agreements import other_seat
from game.match.dice import derive
from game.selfplay import puzzles
from game.selfplay.calibration import Calibration, Forecast, calibrate, third_of
from game.selfplay.puzzles import Attempt
from game.selfplay.simulate import make_players, play_out, points_of, wilson
from game.selfplay.workshare import Executor, map_ordered

ITSELF, LEVELS, SCRIPTS = "itself", "levels", "scripts"
"""The kinds of opponents: the player under test itself, another level, or a script."""


@dataclass(frozen=True, slots=True)
class BenchPlan:
    """The player under test, and how it is tested."""

    system: str
    scenarios: tuple[str, ...]
    options: tuple[str, ...]
    player: str
    """The level under test."""
    opponents: tuple[str, ...]
    """Levels, and scripts in the form ``script:NAME``. Each plays against the player in every seat it can take."""
    games: int
    """The number of games with each seat, against each opponent, in each scenario; 0: puzzles only."""
    seed: int
    budget: float = 1.0
    """The work of a planner in a player turn, as a share of its usual work."""
    rival: str = ""
    """A level that plays the same games for comparison; empty: none does."""


class Pairing(NamedTuple):
    """A player, its opponent, its seat and the scenario."""

    scenario: str
    player: str
    """The level under test, or its rival, which plays the same games."""
    seat: str
    """The player's seat."""
    opponent: str


class NumberedGame(NamedTuple):
    """One game of a pairing."""

    pairing: Pairing
    number: int


class GameResult(NamedTuple):
    """The result of a game, and the odds that the player reported in it."""

    points: float
    """The player's points: 1 for a win, half for a draw, 0 for a loss."""
    reported: tuple[tuple[str, tuple[float | None, ...]], ...]
    """For each seat of the player, the expected score it reported in each of its player turns, from -1 to 1; None for a
    turn without one."""


@dataclass
class Score:
    """The player's points in a pairing."""

    games: int = 0
    won: int = 0
    drawn: int = 0

    def add(self, points: float) -> None:
        """Count a game.

        :param points: as in ``GameResult``.
        """
        self.games += 1
        self.won += points == 1
        self.drawn += points == 0.5

    @property
    def points(self) -> float:
        """The player's points in all games."""
        return self.won + self.drawn / 2

    @property
    def share(self) -> float:
        """The player's share of all points, from 0 to 1; at least one game has been counted."""
        return self.points / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share."""
        return wilson(self.points, self.games)

    def __add__(self, other: Score) -> Score:
        return Score(self.games + other.games, self.won + other.won, self.drawn + other.drawn)


@dataclass
class BenchReport:
    """The results of a bench."""

    plan: BenchPlan
    scores: dict[Pairing, Score] = field(default_factory=lambda: defaultdict(Score))
    """Pairing -> the points of its player."""
    forecasts: dict[tuple[str, str], list[Forecast]] = field(default_factory=lambda: defaultdict(list))
    """Scenario and kind of opponent -> the odds that the player reported."""
    silent: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    """Scenario -> the number of player turns in which the player reported no odds."""
    attempts: list[Attempt] = field(default_factory=list)
    """The player's attempts at the puzzles."""
    _games: int = 0
    """The number of games counted."""

    def add(self, game: NumberedGame, result: GameResult) -> None:
        """Count a game."""
        pairing, self._games = game.pairing, self._games + 1
        for seat, expected_scores in result.reported:
            points = result.points if seat == pairing.seat else 1 - result.points
            self.scores[pairing._replace(seat=seat)].add(points)
            if pairing.player != self.plan.player:
                continue
            self.silent[pairing.scenario] += expected_scores.count(None)
            self.forecasts[pairing.scenario, kind_of(pairing.player, pairing.opponent)] += [
                Forecast(self._games, seat, third_of(number, len(expected_scores)), (1 + score) / 2, points)
                for number, score in enumerate(expected_scores) if score is not None
            ]

    def rival_score(self, pairing: Pairing) -> Score | None:
        """The rival's score in the player's place; None without a rival."""
        return self.scores.get(pairing._replace(player=self.plan.rival)) if self.plan.rival else None

    def rows(self, scenario: str) -> list[tuple[Pairing, Score]]:
        """The player's scores in a scenario, in the order of opponents and seats."""
        return [(pairing, score) for pairing, score in self.scores.items()
                if pairing.scenario == scenario and pairing.player == self.plan.player]

    def score_against_others(self, scenario: str) -> Score:
        """The player's score against all opponents but itself."""
        others = (score for pairing, score in self.rows(scenario) if pairing.opponent != self.plan.player)
        return sum(others, Score())

    def calibrations(self, scenario: str) -> dict[str, Calibration]:
        """Kind of opponent -> the calibration of the player's odds in a scenario; kinds without odds are left out."""
        by_kind = {kind: calibrate(self.forecasts[scenario, kind]) for kind in (ITSELF, LEVELS, SCRIPTS)}
        return {kind: each for kind, each in by_kind.items() if each is not None}

    @property
    def solved(self) -> int:
        """The number of puzzles solved."""
        return sum(attempt.solved for attempt in self.attempts)


@dataclass
class OddsRecorder:
    """A wrapper of a player that notes the first odds it reports in each of its player turns."""

    rules: System[Any]
    seat: str
    player: Player
    reported: dict[int, float | None] = field(default_factory=dict)
    """Turn -> its expected score, from -1 to 1; None for a turn without one."""

    def interrupt(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice | None:
        return self.player.interrupt(view_state, limit_s)

    def choose(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice:
        prompt = self.rules.prompt(view_state)
        phase_seat, _ = prompt.phase_key
        to_be_noted = phase_seat in ("", self.seat) and self.reported.get(prompt.turn) is None
        if isinstance(self.player, EvaluatingPlayer):
            self.player.raw = not to_be_noted  # odds take time: only those to be noted are worked out
        choice = self.player.choose(view_state, limit_s)
        if to_be_noted:
            self.reported[prompt.turn] = choice.value
        return choice


def kind_of(player: str, opponent: str) -> str:
    """The kind of an opponent: ``ITSELF``, ``LEVELS`` or ``SCRIPTS``."""
    return ITSELF if opponent == player else SCRIPTS if opponent.startswith(SCRIPT_PREFIX) else LEVELS


def pool(rules: System[Any], player: str) -> tuple[str, ...]:
    """The default opponents of a computer player: itself, the other levels except ``random`` and those that take more
    than the usual time, and all scripts."""
    levels = [name for name, info in levels_for(rules).items()
              if name == player or (info.patience <= 1 and name != "random")]
    itself = [player] if player not in levels else []  # a level with a personality
    return *levels, *itself, *scripts(rules)


def scripts(rules: System[Any], scenarios: Sequence[str] = ()) -> tuple[str, ...]:
    """The scripts of all seats in the form ``script:NAME``.

    :param scenarios: the scenarios to look in; all battles if empty.
    """
    names = (name for scenario in scenarios or battles(rules) for seat in rules.seats
             for name in scripts_of(rules, scenario, seat))
    return tuple(dict.fromkeys(names))


def scripts_of(rules: System[Any], scenario: str, seat: str) -> list[str]:
    """The scripts of a seat in a scenario, in the form ``script:NAME``."""
    evaluator = rules.evaluator()
    scripts_of_seat = evaluator.scripts(scenario, seat) if evaluator is not None else ()
    return [SCRIPT_PREFIX + script.name for script in scripts_of_seat]


def battles(rules: System[Any]) -> tuple[str, ...]:
    """The scenarios of a system, without the examples of play."""
    return tuple(info.name for info in rules.scenarios if not info.example)


def pairings(plan: BenchPlan) -> list[Pairing]:
    """The pairings of a bench, of the player and of its rival. A player plays itself in one pairing, for both seats."""
    rules = catalog.rules(plan.system)
    return [
        Pairing(scenario, player, seat, opponent)
        for scenario in plan.scenarios
        for opponent in plan.opponents
        for player in (plan.player, plan.rival) if player
        for seat in (rules.seats[:1] if opponent == player else rules.seats)
        if not opponent.startswith(SCRIPT_PREFIX) or opponent in scripts_of(rules, scenario, other_seat(rules, seat))
    ]


def all_games(plan: BenchPlan) -> Iterator[NumberedGame]:
    """All games of a bench."""
    return (NumberedGame(pairing, number) for pairing in pairings(plan) for number in range(plan.games))


def bench(plan: BenchPlan, executor: Executor, on_step: Callable[[], None] = lambda: None) -> BenchReport:
    """Test the player on all puzzles and play all games.

    :param on_step: called after each puzzle and each game.
    :raises game.core.contract.BadPosition: for a puzzle that cannot be read, before any game is played.
    :raises game.selfplay.cluster.ClusterError: if the cluster cannot be used, or fails.
    """
    report, all_puzzles = BenchReport(plan), puzzles.read_all(catalog.rules(plan.system))
    for attempt in map_ordered(partial(try_puzzle, plan), [puzzle.name for puzzle in all_puzzles], executor):
        report.attempts.append(attempt)
        on_step()
    results = map_ordered(partial(play_game, plan), all_games(plan), executor)
    for game, result in zip(all_games(plan), results, strict=True):
        report.add(game, result)
        on_step()
    return report


def step_count(plan: BenchPlan) -> int:
    """The number of puzzles and games of a bench."""
    return len(puzzles.paths(plan.system)) + len(pairings(plan)) * plan.games


def try_puzzle(plan: BenchPlan, name: str) -> Attempt:
    """The player's attempt at a puzzle."""
    rules = catalog.rules(plan.system)
    puzzle = puzzles.read(rules, puzzles.folder(plan.system) / f"{name}.json")
    return puzzles.attempt(rules, puzzle, plan.player, derive(plan.seed, "puzzle", name), plan.budget)


def play_game(plan: BenchPlan, game: NumberedGame) -> GameResult:
    """Play one game and return its result."""
    rules, (pairing, number) = catalog.rules(plan.system), game
    seed = derive(plan.seed, "bench", pairing.scenario, pairing.opponent, number)
    levels = {seat: pairing.player if seat == pairing.seat else pairing.opponent for seat in rules.seats}
    players: dict[str, Player] = dict(make_players(rules, pairing.scenario, levels, seed, plan.budget))
    recorders = {seat: OddsRecorder(rules, seat, players[seat]) for seat in rules.seats
                 if levels[seat] == pairing.player}
    last_state, _ = play_out(rules, pairing.scenario, plan.options, players | recorders, seed)
    reported = tuple((seat, tuple(each.reported.values())) for seat, each in recorders.items())
    return GameResult(points_of(rules, last_state, pairing.seat), reported)
