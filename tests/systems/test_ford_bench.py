"""The bench on a made-up system with two scripts and two puzzles: levels and scripts play, and puzzles are tried."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from game import catalog
from game.ai.base_players import EvaluatingPlayer
from game.ai.players import make
from game.cli.naming import parse_bench_plan
from game.cli.program import command_line
from game.core.codec import BadPosition
from game.match.dice import derive
from game.selfplay import puzzles
from game.selfplay.bench import (
    BenchPlan,
    NumberedGame,
    OddsRecorder,
    Pairing,
    all_games,
    bench,
    pairings,
    play_game,
    pool,
)
from game.selfplay.simulate import make_players, play_out, points_of

SCRIPTS = ("script:dash-across", "script:ride-at-the-wagons")
PUZZLES = Path(__file__).parent / "ford" / "ai" / "puzzles"


def plan(games: int = 2, against: tuple[str, ...] = SCRIPTS, rival: str = "", seed: int = 7) -> BenchPlan:
    """The recruit on the bench."""
    return BenchPlan("ford", ("ford",), (), "recruit", against, games, seed, rival=rival)


def test_the_pool() -> None:
    """The level itself, the other levels that play within the usual time except the random one, and the scripts."""
    assert ("recruit", "regular", "veteran", *SCRIPTS) == pool(catalog.rules("ford"), "recruit")
    assert "random" in pool(catalog.rules("ford"), "random")
    assert ("recruit", "regular", "veteran", "veteran:bold", *SCRIPTS) == pool(catalog.rules("ford"), "veteran:bold")


def test_an_opponent_named_twice_plays_once() -> None:
    """The second time it would play the same games."""
    twice = parse_bench_plan("ford", ("ford,ford",), (), "recruit", "", ("veteran", "veteran,random"), 1, 7, 1.0)
    assert ("ford",) == twice.scenarios
    assert ("veteran", "random") == twice.opponents


def test_pairings() -> None:
    """A script plays against the player with the other side; a level plays with both sides, and against itself once."""
    assert [Pairing("ford", "recruit", "raiders", SCRIPTS[0]), Pairing("ford", "recruit", "column", SCRIPTS[1]),
            Pairing("ford", "recruit", "column", "recruit"), Pairing("ford", "recruit", "column", "random"),
            Pairing("ford", "recruit", "raiders", "random")] == pairings(plan(1, (*SCRIPTS, "recruit", "random")))
    compared = pairings(plan(1, ("random",), "random"))
    assert [("recruit", "column"), ("recruit", "raiders"), ("random", "column")] == [
        (pairing.player, pairing.seat) for pairing in compared]


def test_a_game_depends_on_its_seed_only() -> None:
    """Replayed with the same seeds it ends the same way."""
    rules, pairing = catalog.rules("ford"), Pairing("ford", "recruit", "raiders", SCRIPTS[0])
    for number in range(3):
        seed = derive(7, "bench", "ford", SCRIPTS[0], number)
        players = {seat: make(player, rules, seat, derive(seed, "player", seat), scenario="ford")
                   for seat, player in (("column", SCRIPTS[0]), ("raiders", "recruit"))}
        end, _ = play_out(rules, "ford", (), players, seed)
        result = play_game(plan(), NumberedGame(pairing, number))
        assert points_of(rules, end, "raiders") == result.points
        assert ["raiders"] == [seat for seat, _ in result.reported]


@pytest.mark.soak
def test_a_report_is_the_sum_of_its_games() -> None:
    """A level against itself scores for both sides; the total counts only the other pairings."""
    given = plan(2, (*SCRIPTS, "recruit"), "random")
    report, results = bench(given, 1), {game: play_game(given, game) for game in all_games(given)}
    for pairing in pairings(given):
        score = report.scores[pairing]
        assert 2 == score.games
        assert sum(result.points for game, result in results.items() if game.pairing == pairing) == score.points
    itself = [score for pairing, score in report.rows("ford") if pairing.opponent == "recruit"]
    assert [2, 2] == [score.games for score in itself]
    assert 2 == sum(score.points for score in itself)
    assert 4 == report.score_against_others("ford").games
    assert [2, 2] == [rival.games for pairing, _ in report.rows("ford")[:2]
                      if (rival := report.rival_score(pairing)) is not None]
    assert {} == report.calibrations("ford")
    assert report.silent["ford"] > 20, "the recruit tells no odds"


def told(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    """The command's output for programs."""
    assert 0 == command_line(["bench", "ford", "--player", "recruit", "--json", "--games", "2", *words])
    return json.loads(capsys.readouterr().out)


@pytest.mark.soak
def test_the_command_does_not_depend_on_the_number_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    """Another seed gives other games."""
    words = ("--against", *SCRIPTS, "--seed", "5")
    alone = told(capsys, *words, "--jobs", "1")
    assert alone == told(capsys, *words, "--jobs", "2")
    assert ["01-last-wagon", "02-strike-the-wagon"] == [each["name"] for each in alone["puzzles"]]
    assert alone["solved"] == sum(each["solved"] for each in alone["puzzles"])
    lines = {tuple(tuple(each["line"]) for each in told(capsys, "--games", "0", "--seed", str(seed))["puzzles"])
             for seed in range(3)}
    assert len(lines) > 1


def test_a_veterans_odds_are_reported(capsys: pytest.CaptureFixture[str]) -> None:
    """Its scores have a table with thirds and bins; a smaller budget plays another game."""
    words = ["bench", "ford", "--against", SCRIPTS[0], "--games", "1", "--budget", "0.01", "--jobs", "1"]
    assert 0 == command_line(words)
    printed = capsys.readouterr().out
    for word in ("dash-across", "Raiders", "95 % interval", "Brier", "early", "base rate", "scored", "puzzles"):
        assert word in printed
    assert 0 == command_line([*words, "--json"])
    kinds = json.loads(capsys.readouterr().out)["scenarios"]["ford"]["calibration"]
    assert ["scripts"] == list(kinds)
    calibration = kinds["scripts"]
    assert calibration["whole"]["positions"] == sum(calibration[part]["positions"] for part in (
        "early", "middle", "late")) == sum(each["positions"] for each in calibration["bins"])


def test_a_scenario_or_opponent_named_twice_is_played_once() -> None:
    """The same games counted twice would only make the interval of the score narrower."""
    given = parse_bench_plan("ford", ["ford,ford"], [], "recruit", "", ["random", f"{SCRIPTS[0]},random"], 1, 1, 1.0)
    assert (("ford",), ("random", SCRIPTS[0])) == (given.scenarios, given.opponents)


@pytest.mark.parametrize(("words", "said"), [
    ("--player recriut", "did you mean 'recruit'"),
    ("--compare nobody", "unknown player 'nobody'"),
    ("--compare veteran", "a level other than"),
    ("--against script:dash", "did you mean 'script:dash-across'"),
    ("--scenario frod", "did you mean 'ford'"),
    ("--budget 2", "--budget"),
    ("--games -1", "--games"),
])
def test_wrong_words(capsys: pytest.CaptureFixture[str], words: str, said: str) -> None:
    """Wrong arguments give status 2 and the known values."""
    assert 2 == command_line(["bench", "ford", *words.split()])
    assert said in capsys.readouterr().err


def test_puzzles_are_tried() -> None:
    """A puzzle is tested by an action at the start, or by units' places at the end of the player turn."""
    rules = catalog.rules("ford")
    wagon, strike = puzzles.read_all(rules)
    done = puzzles.attempt(rules, wagon, SCRIPTS[0], 1)
    assert done.solved
    assert "enough" == done.line[-1]
    state = rules.from_position(wagon.position)
    assert not puzzles.is_solved(rules, wagon, strike.first[0], state)
    nobody = rules.from_position({**wagon.position, "safe": [], "units": [{"id": "wagon-3", "place": "0108"}]})
    assert not puzzles.is_solved(rules, wagon, strike.first[0], nobody)
    assert puzzles.attempt(rules, strike, SCRIPTS[1], 1).solved
    assert not puzzles.is_solved(rules, strike, rules.parse("enough"), state)


WAGON = json.loads((PUZZLES / "01-last-wagon.json").read_text())


@pytest.mark.parametrize(("change", "said"), [
    ({"format": 2}, "puzzle/format: expected a whole number from 1 to 1"),
    ({"title": None}, "puzzle/title: expected a text"),
    ({"titel": ""}, "did you mean 'title'"),
    ({"position": []}, "position: expected a table"),
    ({"position": {**WAGON["position"], "turn": 9}}, "position/turn"),
    ({"position": {**WAGON["position"], "scenario": "frod"}}, "did you mean 'ford'"),
    ({"seat": "raiders"}, "seat: expected the seat to act, column"),
    ({"seat": "nobody"}, "seat: there is no 'nobody'"),
    ({"after": []}, "'first' or the key 'after'"),
    ({"after": [{}]}, "after/0: expected a place or a unit"),
    ({"after": [{"wagon-2": "safe"}, {"wagon-2": "1209"}]}, "after/1/wagon-2: there is no '1209'"),
    ({"after": [{"1002": "column"}, {"1002": "wagon-2"}]}, "after/1/1002: there is no 'wagon-2'"),
    ({"after": [{"wagon-9": None}]}, "after/0: there is no 'wagon-9'"),
    ({"first": ["go 1002"]}, "first/0"),
    ({"first": ["move wagon-2 1001", "move wagon-2 0108"]}, "first/1: 'move wagon-2 0108' is not legal"),
])
def test_a_bad_puzzle_is_refused(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    """The error names the file and the place in it."""
    file = tmp_path / "wagon.json"
    file.write_text(json.dumps(WAGON | change))
    with pytest.raises(BadPosition) as refused:
        puzzles.read(catalog.rules("ford"), file)
    assert str(refused.value).startswith(f"{file}: ")
    assert said in str(refused.value)


def test_a_bad_puzzle_ends_the_bench_before_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The status is 1; a file that is not JSON is named as well."""
    shutil.copy(PUZZLES / "01-last-wagon.json", tmp_path / "01.json")
    (tmp_path / "02.json").write_text("{")
    monkeypatch.setattr(puzzles, "paths", lambda system: sorted(tmp_path.glob("*.json")))
    assert 1 == command_line(["bench", "ford", "--games", "1000000", "--jobs", "1"])
    assert f"{tmp_path / '02.json'}: expected a JSON object" in capsys.readouterr().err


def test_odds_are_computed_once_a_player_turn() -> None:
    rules = catalog.rules("ford")
    state = catalog.set_up(rules, "ford")
    seat = rules.to_act(state)
    assert seat is not None
    player = make_players(rules, "ford", {seat: "veteran"}, 3, 0.01)[seat]
    assert isinstance(player, EvaluatingPlayer)
    assert player.raw, "in many games nobody hears it"
    heard = OddsRecorder(rules, seat, player)
    heard.choose(state)
    assert not player.raw
    heard.choose(state)
    assert player.raw == (heard.reported[rules.prompt(state).turn] is not None)
