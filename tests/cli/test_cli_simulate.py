"""Many games at once: the results do not depend on how the work is shared."""

from __future__ import annotations

import json
import subprocess
import sys
import tracemalloc
from concurrent.futures import Future
from pathlib import Path

import pytest

from game import catalog
from game.cli.program import command_line
from game.cli.simulation_report import progress
from game.core.event import Removed
from game.core.verdict import RuleRef
from game.match.dice import derive
from game.match.match import Match
from game.selfplay.simulate import (
    Report,
    SimulatedGame,
    SimulationPlan,
    losses,
    play_game,
    play_games,
    simulate,
    wilson,
)
from tests.match.toy import Pebbles

ROOT = Path(__file__).parents[2]
KEYS = {
    "games", "wins", "draws", "plies", "seconds", "plies_per_s", "games_per_s", "mean_turns", "endings", "seed",
}
TIMES = {"seconds", "plies_per_s", "games_per_s"}


def plan(seed: int = 3) -> SimulationPlan:
    """The toy between two random players."""
    return SimulationPlan("pebbles", "ring", (), {"left": "random", "right": "random"}, seed)


def test_json_has_exactly_the_keys_of_the_protocol(capsys: pytest.CaptureFixture[str]) -> None:
    """Standard output has one object with exactly these keys."""
    assert command_line(["simulate", "kassala", "--games", "3", "--seed", "5", "--jobs", "1", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert set(report) == KEYS
    assert report["games"] == 3
    assert set(report["wins"]) == {"moslem", "christian"}
    assert sum(report["wins"].values()) + report["draws"] == 3
    assert sum(report["endings"].values()) == 3
    assert report["seed"] == 5


def test_results_do_not_depend_on_the_jobs() -> None:
    """One process or three play the same games."""
    reports = []
    for jobs in ("1", "3"):
        words = ["simulate", "kassala", "--games", "7", "--seed", "11", "--jobs", jobs, "--json", "--moslem", "recruit"]
        done = subprocess.run(
            [sys.executable, "main.py", *words], cwd=ROOT, capture_output=True, timeout=300, check=True
        )
        reports.append({key: value for key, value in json.loads(done.stdout).items() if key not in TIMES})
    assert reports[0] == reports[1]


def test_africa_alone_and_shared(capsys: pytest.CaptureFixture[str]) -> None:
    """A game with interrupts gives the same report, turns and endings in one process and in two."""
    reports = []
    for jobs in ("1", "2"):
        words = ["simulate", "africa", "castillejos", "--games", "2", "--seed", "11", "--jobs", jobs, "--json"]
        assert command_line(words) == 0
        report = json.loads(capsys.readouterr().out)
        reports.append({key: value for key, value in report.items() if key not in TIMES})
    assert reports[0] == reports[1]
    assert set(reports[0]["wins"]) == {"spanish", "moroccan"}
    assert 15 == reports[0]["mean_turns"]
    assert sum(reports[0]["endings"].values()) == 2


def test_a_veteran_with_a_smaller_budget_plays_another_game(capsys: pytest.CaptureFixture[str]) -> None:
    """``--budget`` reaches the players; a value that is not a share is refused."""
    words = ["simulate", "kassala", "--games", "1", "--seed", "11", "--jobs", "1", "--json", "--moslem", "veteran"]
    reports = []
    for budget in ("0.01", "0.2"):
        assert command_line([*words, "--budget", budget]) == 0
        reports.append({key: value for key, value in json.loads(capsys.readouterr().out).items() if key not in TIMES})
    assert reports[0] != reports[1]
    assert command_line([*words, "--budget", "2"]) == 2
    assert {"--budget", "0.001", "1"} <= set(capsys.readouterr().err.split())


def test_only_units_eliminated_in_the_game_are_lost() -> None:
    """Not reinforcements that have not arrived at Castillejos, nor units that a position leaves out."""
    rules = catalog.rules("africa")
    start = rules.initial("castillejos")
    assert {"spanish": 0, "moroccan": 0} == losses(rules, start, ())
    position = rules.position(start)
    units = [unit for unit in position["units"] if unit["id"] not in ("s-cuenca", "m-omar")]
    state = rules.from_position({**position, "units": units})
    removed = Removed(RuleRef("africa", "1"), "s-cuenca", "Cuenca", "1")
    assert {"spanish": 1, "moroccan": 0} == losses(rules, state, [removed])


def test_units_without_a_part_in_an_example_are_not_lost() -> None:
    """A side of an example of play can lose no more units than are on the map."""
    rules = catalog.rules("kassala")
    lost = play_game(SimulationPlan("kassala", "example-a", (), dict.fromkeys(rules.seats, "random"), 1), 0).losses
    on_map = [counter.seat for counter in rules.counters(rules.initial("example-a")) if counter.place]
    assert all(lost[seat] <= on_map.count(seat) for seat in rules.seats)


def test_the_bar_appears_on_a_terminal_only(capfd: pytest.CaptureFixture[str]) -> None:
    """Nothing of the bar is written into a pipe."""
    with progress(3, "Games") as on_game:
        on_game()
    assert ("", "") == capfd.readouterr()


def test_games_of_a_run_differ_and_are_independent() -> None:
    """Game 4 is the same alone or among others; other seeds give other games."""
    games = list(play_games(plan(), 8, 1))
    assert games[4] == play_game(plan(), 4)
    assert len(set(map(str, games))) > 1
    assert games != list(play_games(plan(4), 8, 1))


def test_a_report_is_the_sum_of_its_games() -> None:
    """Every number of a report equals a count over its games."""
    games = list(play_games(plan(), 9, 1))
    report = simulate(plan(), 9, 1)
    assert report.games == 9
    assert report.plies == sum(game.plies for game in games)
    assert report.wins == {seat: sum(game.winner == seat for game in games) for seat in ("left", "right")}
    assert sum(report.wins.values()) + report.draws == 9
    assert report.mean_turns == sum(game.turns for game in games) / 9
    assert report.mean_losses("left") == sum(game.losses["left"] for game in games) / 9
    counts = list(report.endings.values())
    assert counts == sorted(counts, reverse=True)
    assert sum(counts) == 9


@pytest.mark.parametrize("jobs", [1, 2])
def test_twenty_million_games_need_little_memory(monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    """A counted game is dropped, and only a few games are started ahead."""
    game, begun = SimulatedGame("left", "last-pebble", 3, 9, {"left": 1, "right": 2}), 0

    class Pool:
        """A pool that plays at once, in this process, and records its tasks."""

        def __init__(self, *_: object, **__: object) -> None: ...

        def __enter__(self) -> Pool:
            return self

        def __exit__(self, *_: object) -> None: ...

        def submit(self, _: object, numbers: range) -> Future[list[SimulatedGame]]:
            nonlocal begun
            begun += len(numbers)
            done: Future[list[SimulatedGame]] = Future()
            done.set_result([game] * len(numbers))
            return done

    monkeypatch.setattr("game.selfplay.workshare.ProcessPoolExecutor", Pool)
    monkeypatch.setattr("game.selfplay.simulate.play_game", lambda _plan, _number: game)
    report, running = Report(plan(), ("left", "right")), play_games(plan(), 20_000_000, jobs)
    tracemalloc.start()
    for _ in range(20_000):
        report.add(next(running))
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown < 200_000
    assert begun < 20_200
    assert report.wins == {"left": 20_000, "right": 0}


def test_a_simulated_game_is_a_match_with_its_seed() -> None:
    """A simulation rolls the same dice as a match with the same seed and actions."""
    from game.ai.players import make

    seed = derive(3, "game", 2)
    match = Match.begin(Pebbles(), "ring", seed=seed)
    players = {s: make("random", match.rules, s, derive(seed, "player", s)) for s in match.rules.seats}
    while match.to_act is not None:
        if match.to_act == "chance":
            match.roll()
        else:
            match.play(players[match.to_act].choose(match.state).action)
    game = play_game(plan(), 2)
    assert match.result is not None
    assert (match.result.winner, len(match.plies)) == (game.winner, game.plies)


def test_the_report_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    """The printed report has wins with intervals, length, endings and losses."""
    assert command_line(["simulate", "kassala", "--games", "4", "--jobs", "1"]) == 0
    told = capsys.readouterr().out
    for word in ("Moslem", "Christian", "Draw", "95 % interval", "units lost", "Endings", "Mean length", "games/s"):
        assert word in told


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (950, 1000, 0.9347, 0.9619)],
)
def test_wilson_interval(wins: int, games: int, low: float, high: float) -> None:
    """The formula gives the values of published tables, to four places."""
    assert (low, high) == pytest.approx(wilson(wins, games), abs=1e-4)
