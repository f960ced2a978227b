"""A fit from its games to its file: what is learnt, who decides, what is written, and what is refused."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from game import catalog, weights
from game.cli.fit_report import NOT_WRITTEN, OLD_ONES_STAY
from game.cli.program import command_line
from game.rules.kassala.ai import evaluate
from game.selfplay.fit import FitPlan, MatchScore, compare, fit, judge_of, play_itself, play_match
from game.weights import WeightsError

ROOT = Path(__file__).parents[2]
RING = FitPlan("marbles", "ring", 4, 0.1)

LINE = ["fit", "marbles", "ring", "--seed", "4", "--jobs", "1", "--games", "40", "--match", "10"]


@pytest.fixture
def worse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is played, the fit finds the worst that could be."""
    monkeypatch.setattr("game.selfplay.fit.regress", lambda *_: (-1.0, 7.5))


@pytest.mark.usefixtures("file")
def test_games_to_learn_from() -> None:
    """One position a phase, as features for the first seat; the result is its points; games of a run differ."""
    games = [play_itself(RING, number) for number in range(12)]
    assert games[3] == play_itself(RING, 3)
    assert len({game.positions for game in games}) > 3
    assert {0.0, 1.0} == {game.result for game in games}
    for game in games:
        assert (-1.0, 0.0) == game.positions[0], "the cups balance, and the left must move"
        last = game.positions[-1][0]
        assert (1.0 if last > 0 else 0.0) == game.result, "the last pebbles are taken at once"


@pytest.mark.usefixtures("file")
def test_what_decides_is_learnt() -> None:
    """From nothing: the balance counts for who leaves it, and the games held out bear it out."""
    found = fit(RING, 50, 1)
    assert (("balance", "nothing"), (0.0, 7.5)) == (found.names, found.old)
    assert found.new[0] > 0.3
    assert found.new[1] == 7.5
    assert (40, 10) == (found.learnt.games, found.held_out.games)
    assert found.held_out.positions == sum(len(play_itself(RING, number).positions) for number in range(0, 50, 5))
    assert found.new_loss < found.old_loss == pytest.approx(0.6931, abs=1e-4)


@pytest.mark.usefixtures("file")
def test_a_match() -> None:
    """Each seat as often, the same seeds on either side, the points of the new weights."""
    good, bad = compare(RING, (1.0, 7.5), 10, 1), compare(RING, (-1.0, 7.5), 11, 1)
    assert {"left": 5, "right": 5} == good.games
    assert {"left": 6, "right": 5} == bad.games
    assert good.share > 0.8
    assert bad.share < 0.5
    assert good.points["right"] == sum(play_match(RING, (1.0, 7.5), number) for number in range(1, 10, 2))
    same = compare(RING, (0.0, 7.5), 10, 1)
    assert sum(same.points.values()) == 5, "against themselves, whoever wins does so on either side"


def test_who_has_half_the_points_does_not_lose() -> None:
    """A draw is half a point."""
    score = MatchScore(("left", "right"))
    score.add("left", 0.5)
    assert not score.is_lost
    score.add("right", 0.0)
    assert score.is_lost
    score.add("left", 1.0)
    assert (0.5, False) == (score.share, score.is_lost)
    assert ({"left": 2, "right": 1}, {"left": 1.5, "right": 0.0}) == (score.games, score.points)


def test_better_weights_are_written(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With where they come from; the other scenario keeps its own."""
    assert command_line(LINE) == 0
    told = " ".join(capsys.readouterr().out.split())
    for text in ("40 games", "seed 4", "balance", "Learnt from 32 games with", "held out 8 games with", "Log loss",
                 "Left expects", "95 % interval", "Together 10", f"do not lose: they are in {file}"):
        assert text in told
    found = fit_again(file)
    assert (0.25, 3.0) == found["lesson"]
    assert found["ring"][0] > 0.3
    assert f"{found['ring'][0]:.4g}" in told
    provenance = tomllib.loads(file.read_text("utf-8"))["ring"]["provenance"]
    for text in ("fitted to 40 games", "0.1 of its budget", "seed 4", "8 games held out 0.6931 -> ", "of 10 points"):
        assert text in provenance


def fit_again(file: Path) -> dict[str, tuple[float, ...]]:
    """What players go by from now on, which is what the file says."""
    found = weights.read(file, ("balance", "nothing"))
    judge = judge_of(catalog.rules("marbles"))
    assert found == {scenario: judge.weights(scenario) for scenario in found}
    return found


def test_a_dry_run_writes_nothing(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It says as much."""
    before = file.read_bytes()
    assert command_line([*LINE, "--dry-run"]) == 0
    assert str(NOT_WRITTEN) in capsys.readouterr().out
    assert before == file.read_bytes()


@pytest.mark.usefixtures("worse")
def test_worse_weights_are_not_written(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The match decides, and the file stays as it is, byte for byte."""
    file.write_text(file.read_text("utf-8").replace("balance = 0.0", "balance   =   2.0"))
    before, when = file.read_bytes(), file.stat().st_mtime_ns
    assert command_line(LINE) == 0
    assert str(OLD_ONES_STAY) in capsys.readouterr().out
    assert (before, when) == (file.read_bytes(), file.stat().st_mtime_ns)
    assert [file] == list(file.parent.iterdir())


def test_where_nothing_can_be_written_nothing_is_played(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence before any game, unless nothing is to be written."""
    before = file.read_bytes()
    file.with_name(f".{file.name}.{os.getpid()}.new").mkdir()
    monkeypatch.setattr("game.selfplay.fit.play_itself", lambda *_: pytest.fail("no game is to be played"))
    assert command_line(LINE) == 1
    told = capsys.readouterr()
    assert ("", 1) == (told.out, told.err.count("\n"))
    assert f"{file} cannot be written: " in told.err
    assert before == file.read_bytes()


def test_what_can_no_longer_be_written_is_not_lost(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk fails after the match, or somebody else has written: the new weights have been printed all the same."""
    before = file.read_bytes()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("game.selfplay.fit.try_to_keep", lambda _: None)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        assert command_line(LINE) == 1
    told = capsys.readouterr()
    assert [os.strerror(errno.ENOSPC)] == [line.rpartition(": ")[2] for line in told.err.splitlines()]
    assert "new weight" in told.out
    assert before == file.read_bytes()


def test_weights_that_somebody_else_has_written(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are not overwritten: the match was against others."""
    from game.selfplay.fit import keep

    found, score = fit(RING, 50, 1), MatchScore(("left", "right"))
    score.add("left", 1.0)
    judge = judge_of(catalog.rules("marbles"))
    monkeypatch.setattr("game.selfplay.fit.judge_of", lambda _: judge)
    weights.write(file, found.names, "ring", (0.5, 7.5), "by somebody else")
    before = file.read_bytes()
    with pytest.raises(WeightsError, match="has been changed meanwhile"):
        keep(RING, found, score)
    assert before == file.read_bytes()


@pytest.mark.usefixtures("file")
def test_features_that_are_no_numbers(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A fault of the system's, named."""
    import game.rules.marbles as marbles  # type: ignore  # found on the search path

    monkeypatch.setattr(marbles.Judgement, "features", lambda *_: (float("inf"), 0.0))
    assert command_line(LINE) == 1
    (told,) = capsys.readouterr().err.splitlines()
    assert told.startswith("drumhead: ")
    assert "balance" in told.split()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("fit", "which system?"),
        ("fit marble", "did you mean 'marbles'"),
        ("fit africa", "which scenario? (there is castillejos"),
        ("fit kassala kasala", "did you mean 'kassala'"),
        ("fit kassala example-a", "example-a is an example of play"),
        ("fit pebbles", "pebbles has no features"),
        ("fit volleys field", "volleys has no features"),
        ("fit kassala --games 1", "--games"),
        ("fit kassala --match 0", "--match"),
        ("fit kassala --budget 0", "--budget 0: it goes from 0.001 to 1"),
        ("fit kassala --budget nan", "--budget nan: it goes from 0.001 to 1"),
        ("fit kassala --seed -1", "--seed"),
        ("fit kassala --jobs 2 --cluster tcp://127.0.0.1:8786", "--jobs and --cluster"),
        ("fit kassala --cluster nonsense", "'nonsense'"),
        ("fit kassala kassala more", "more"),
    ],
)
@pytest.mark.usefixtures("file")
def test_wrong_words(capsys: pytest.CaptureFixture[str], words: str, said: str) -> None:
    """Status 2 and a sentence."""
    assert command_line(words.split()) == 2
    told = capsys.readouterr()
    assert "" == told.out
    assert said in told.err
    assert "Traceback" not in told.err


def test_a_system_without_a_file(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its features have weights, but nobody keeps them where they could be written."""
    file.rename(file.with_name("elsewhere.toml"))
    judge = evaluate.KassalaEvaluator(catalog.rules("kassala"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(catalog.rules("marbles")), "evaluator", lambda _: judge)
        assert command_line(LINE) == 1
    assert "marbles" in (told := capsys.readouterr().err)
    assert str(file) in told


def test_kassala_by_the_command_line_in_one_process_and_in_two() -> None:
    """A tiny real run: the very same report."""
    told = []
    for jobs in ("1", "2"):
        words = ["--games", "5", "--match", "2", "--seed", "2", "--budget", "0.01", "--dry-run", "--jobs", jobs]
        done = subprocess.run([sys.executable, "main.py", "fit", "kassala", *words], cwd=ROOT, capture_output=True,
                              timeout=300, check=True, text=True)
        assert "" == done.stderr
        told.append(done.stdout)
    assert told[0] == told[1]
    for text in ("Kassala, kassala: 5 games", "reply", "Moslem expects", "The new weights "):
        assert text in told[0]


