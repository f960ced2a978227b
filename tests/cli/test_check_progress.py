"""``check`` shows its progress through a long record, and can be interrupted."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from game.cli import simulation_report
from game.cli.checking import faults
from game.cli.program import command_line
from game.core.contract import System
from game.match.match import Match
from tests.match.toy import State

COUNT = 60


@pytest.fixture
def record(rules: System[State], path: Path) -> Path:
    """A valid record of many lines."""
    match = Match.begin(rules, seed=3)
    for _ in range(COUNT):
        match.play("take 1 0101")
        match.undo()
    match.continue_in(path)
    match.release()
    return path


class Terminal(io.StringIO):
    """A stream that reports itself as a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_counts_the_lines_read(record: Path) -> None:
    """Progress reports grow up to the number of all lines."""
    told: list[tuple[int, int]] = []
    assert [] == faults(record, lambda read, lines: told.append((read, lines)))
    lines = record.read_bytes().count(b"\n")
    assert len(told) > 9
    assert told == sorted(told)
    assert (lines, lines) == told[-1]
    assert {lines} == {of for _, of in told}


@pytest.mark.parametrize("seconds", [0.0, 1e9])
def test_a_bar_is_drawn_for_a_long_one(
    record: Path, seconds: float, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a terminal a bar appears after a while; standard output has only the answer."""
    monkeypatch.setattr(simulation_report, "BAR_DELAY", seconds)
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    assert command_line(["check", str(record)]) == 0
    assert (seconds == 0.0) == ("Lines" in terminal.getvalue())
    assert capsys.readouterr().out.endswith("no faults\n")


def test_ctrl_c_ends_it_at_once(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C exits with the status of an interrupt, without a word about the record."""
    def pressed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("game.match.loading.replay_line", pressed)
    assert command_line(["check", str(record)]) == 130
