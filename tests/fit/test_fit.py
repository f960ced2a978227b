"""A fit from its games to its file: gathering, learning, acceptance, writing and refusals."""

from __future__ import annotations

import errno
import os
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import msgspec
import pytest

from game import catalog, weights
from game.ai.estimate import SHARED_FEATURES, feature_names, learnt_weights
from game.cli.fit_report import NOT_WRITTEN, OLD_WEIGHTS_KEPT
from game.cli.program import command_line
from game.selfplay.bench import ITSELF, LEVELS
from game.selfplay.fit import LearningGame, evaluator_of, fit, learning_game
from game.selfplay.gathering import (
    LEVEL,
    GamesError,
    GatheredGame,
    GatherPlan,
    append_game,
    gather,
    levels_of,
    play_gathered,
    positions,
    read_games,
)

RING = GatherPlan("marbles", ("ring",), 4, 0.1)
NAMES = ("balance", "nothing", *SHARED_FEATURES)
LINE = ["fit", "marbles", "ring", "--seed", "4", "--jobs", "1", "--games", "100"]


@lru_cache
def ring_games() -> Sequence[GatheredGame]:
    return tuple(gather(RING, range(100), 1))


def learning_games() -> list[LearningGame]:
    return [learning_game(game) for game in ring_games()]


@pytest.fixture
def games(file: Path) -> Path:
    """A file with games of the ring; the made-up system is installed."""
    path = file.parent / "games.jsonl"
    for game in ring_games():
        append_game(path, game)
    return path


@pytest.fixture
def worse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the fit return the worst weights, whatever the games are."""
    monkeypatch.setattr("game.selfplay.fit.regress", lambda *_: (-1.0,) * (len(NAMES) + 4))


@pytest.mark.usefixtures("file")
def test_who_plays() -> None:
    """The player plays two games of three against itself, the others against each other player from each side."""
    rules = catalog.rules("marbles")
    played = [levels_of(rules, "ring", number) for number in range(12)]
    assert [dict.fromkeys(rules.seats, LEVEL)] * 4 == played[::3] == played[1::3]
    assert {"left", "right"} == {seat for game in played[2::3] for seat, level in game.items() if level == LEVEL}
    assert all(LEVEL in game.values() and len(set(game.values())) == 2 for game in played[2::3])


@pytest.mark.usefixtures("file")
def test_a_gathered_game_is_played_again() -> None:
    """The same seed gives the same game, with the positions that were noted."""
    game = play_gathered(RING, 2)
    assert game == ring_games()[2] == play_gathered(RING, 2)
    visited = positions(game)
    assert [(one.seat, one.value) for one in game.found] == [(one.seat, one.value) for one in visited]
    rules = catalog.rules("marbles")
    assert all(rules.to_act(one.state) == one.seat for one in visited)
    assert {0.0, 1.0} == {one.points for one in ring_games()}


def test_games_are_kept(games: Path) -> None:
    """Games read from a file equal those written; games of other battles are left out, and an invalid line is named."""
    assert list(ring_games()) == list(read_games([games], "marbles", ["ring"]))
    assert [] == list(read_games([games], "marbles", ["lesson"]))
    with games.open("a") as file:
        file.write("{}\n")
    with pytest.raises(GamesError, match="line 101"):
        list(read_games([games], "marbles", ["ring"]))


@pytest.mark.usefixtures("file")
def test_a_game_with_an_action_that_is_not_legal_any_more() -> None:
    """A game that the rules no longer allow is refused with a message, also if the action still has a notation."""
    game = ring_games()[0]
    for actions in (game.actions[:1] * 2 + game.actions[1:], ("jump", *game.actions)):
        with pytest.raises(GamesError, match="ring cannot be replayed"):
            positions(msgspec.structs.replace(game, actions=actions))


@pytest.mark.usefixtures("file")
def test_features_are_learnt_with_their_search_scores() -> None:
    """The fit learns from the first seat's features with their search scores; each player turn is in its third of the
    game."""
    game = learning_games()[0]
    assert (ITSELF, 0.0) == (game.kind, game.stronger)
    assert all(one.features.features[0] in (-1.0, 1.0) for one in game.positions)
    assert all(abs(one.score) <= 1 for one in game.positions)
    assert {0, 1, 2} == {one.third for one in game.positions if one.seat == "left"}
    assert (LEVELS, 1.0) == learning_games()[2][2:]


@pytest.mark.usefixtures("file")
def test_the_deciding_feature_is_learnt() -> None:
    found = fit("marbles", "ring", learning_games())
    assert found.names == NAMES
    assert found.old == (0.0, 7.5, 0.0, 0.0, 0.0, 0.0)
    new = dict(zip(found.names, found.new, strict=True))
    assert new["balance"] > 0.3
    assert new["nothing"] == 0
    assert min(new["search_early"], new["search_late"]) > 0, "courses keep their order"
    told = found.quality[ITSELF]
    assert told["new"].loss < told["search"].loss
    assert told["old"].loss == pytest.approx(0.6931, abs=1e-4)
    assert found.is_better


@pytest.mark.usefixtures("file")
def test_weights_that_are_not_better_are_not_kept() -> None:
    """New weights must improve the log loss, the Brier score, and the Brier score early in the game."""
    found = fit("marbles", "ring", learning_games())
    told = found.quality[ITSELF]
    for who, worst in (("base", told["new"]), ("search", told["new"]), ("old", told["new"])):
        same = {**found.quality, ITSELF: {**told, who: worst}}
        assert not replace(found, quality=same).is_better
    early = told["base"].calibration.thirds[0]
    assert early is not None
    better = told["base"].calibration._replace(thirds=(early._replace(score=0.0), None, None))
    known = {**told, "base": told["base"]._replace(calibration=better)}
    assert not replace(found, quality={ITSELF: known}).is_better


def test_better_weights_are_written(file: Path, games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file names the source of the weights; another scenario keeps its own, and players use the new odds at
    once."""
    assert command_line(["fit", "marbles", "ring", "--from", str(games), "--jobs", "1"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    for text in ("100 games", "balance", "against itself", "base rate", "search score", f"are in {file}"):
        assert text in told
    found = weights.read(file, NAMES)
    assert (0.25, 3.0, 0.0, 0.0, 0.0, 0.0) == found["lesson"]
    assert found["ring"][0] > 0.3
    rules = catalog.rules("marbles")
    judge = evaluator_of(rules)
    assert feature_names(judge) == NAMES
    assert found["ring"] == learnt_weights(rules, judge, "ring")
    provenance = tomllib.loads(file.read_text("utf-8"))["ring"]["provenance"]
    for text in ("fitted to 100 games", "0.1 of its budget", "67 games against itself", "Brier score"):
        assert text in provenance


def test_weights_of_all_battles(file: Path, games: Path) -> None:
    """Weights fitted without a scenario have the system's name, and apply to battles without weights of their own."""
    assert command_line(["fit", "marbles", "--from", str(games), "--jobs", "1"]) == 0
    found = weights.read(file, NAMES)
    assert {"lesson", "ring", "marbles"} == set(found)
    rules = catalog.rules("marbles")
    assert found["marbles"] == learnt_weights(rules, evaluator_of(rules), "well")
    assert found["ring"] == learnt_weights(rules, evaluator_of(rules), "ring")


def test_a_file_is_made(file: Path, games: Path) -> None:
    """A fit creates the file of a system without learnt weights."""
    file.unlink()
    assert learnt_weights(catalog.rules("marbles"), evaluator_of(catalog.rules("marbles")), "ring") == ()
    assert command_line(["fit", "marbles", "ring", "--from", str(games), "--jobs", "1"]) == 0
    assert ["ring"] == list(weights.read(file, NAMES))


def test_games_are_played_and_kept(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A dry run prints everything and writes no weights; the games are in their file."""
    before, path = file.read_bytes(), file.parent / "new.jsonl"
    assert command_line([*LINE, "--keep", str(path), "--dry-run"]) == 0
    assert str(NOT_WRITTEN) in capsys.readouterr().out
    assert before == file.read_bytes()
    assert list(ring_games()) == list(read_games([path], "marbles", ["ring"]))


@pytest.mark.usefixtures("worse")
def test_worse_weights_are_not_written(file: Path, games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file stays as it is, byte for byte."""
    before, when = file.read_bytes(), file.stat().st_mtime_ns
    assert command_line(["fit", "marbles", "ring", "--from", str(games), "--jobs", "1"]) == 0
    assert str(OLD_WEIGHTS_KEPT) in capsys.readouterr().out
    assert (before, when) == (file.read_bytes(), file.stat().st_mtime_ns)


def test_where_nothing_can_be_written_nothing_is_played(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unwritable file is reported in one sentence before any game, unless it is a dry run."""
    before = file.read_bytes()
    file.with_name(f".{file.name}.{os.getpid()}.new").mkdir()
    monkeypatch.setattr("game.selfplay.gathering.play_gathered", lambda *_: pytest.fail("no game is to be played"))
    assert command_line(LINE) == 1
    told = capsys.readouterr()
    assert ("", 1) == (told.out, told.err.count("\n"))
    assert f"{file} cannot be written: " in told.err
    assert before == file.read_bytes()


def test_what_can_no_longer_be_written_is_not_lost(
    file: Path, games: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the disk fails after the fit, the new weights have already been printed."""
    before = file.read_bytes()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("game.selfplay.fit.check_writable", lambda _: None)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        assert command_line(["fit", "marbles", "ring", "--from", str(games), "--jobs", "1"]) == 1
    told = capsys.readouterr()
    assert [os.strerror(errno.ENOSPC)] == [line.rpartition(": ")[2] for line in told.err.splitlines()]
    assert "new weight" in told.out
    assert before == file.read_bytes()


def test_features_that_are_no_numbers(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Features that are not numbers are reported as a fault of the system, by name."""
    import game.rules.marbles as marbles  # type: ignore  # found on the search path

    monkeypatch.setattr(marbles.MarblesEvaluator, "features", lambda *_: (float("inf"), 0.0))
    assert command_line(["fit", "marbles", "ring", "--from", str(games), "--jobs", "1"]) == 1
    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith("drumhead: ")
    assert "balance" in told.split()


@pytest.mark.usefixtures("file")
def test_unusable_games_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """Too few games, or none of the player against itself, are refused."""
    assert command_line([*LINE[:-1], "1", "--dry-run"]) == 1
    with pytest.raises(weights.WeightsError, match="against itself"):
        fit("marbles", "ring", learning_games()[2:3])
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("fit", "which system?"),
        ("fit marble", "did you mean 'marbles'"),
        ("fit kassala kasala", "did you mean 'kassala'"),
        ("fit kassala example-a", "example-a is an example of play"),
        ("fit pebbles", "pebbles has no evaluator"),
        ("fit kassala --games -1", "--games"),
        ("fit kassala --budget 0", "--budget 0: must be from 0.001 to 1"),
        ("fit kassala --budget nan", "--budget nan: must be from 0.001 to 1"),
        ("fit kassala --seed -1", "--seed"),
        ("fit kassala --jobs 2 --cluster tcp://127.0.0.1:8786", "--jobs and --cluster"),
        ("fit kassala --cluster nonsense", "'nonsense'"),
        ("fit kassala kassala more", "more"),
    ],
)
@pytest.mark.usefixtures("file")
def test_wrong_words(capsys: pytest.CaptureFixture[str], line: str, said: str) -> None:
    """Wrong arguments give status 2 and a sentence."""
    assert command_line(line.split()) == 2
    told = capsys.readouterr()
    assert "" == told.out
    assert said in told.err
    assert "Traceback" not in told.err
