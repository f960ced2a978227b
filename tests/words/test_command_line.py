"""The pages of ``--help`` and the simulation report in a made-up language: only names stay English."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from game.cli.bench_report import show
from game.cli.fit_report import show_ending, show_fitted
from game.cli.program import COMMANDS as TABLE
from game.cli.program import command_line
from game.i18n import words
from game.selfplay.bench import ITSELF, LEVELS, SCRIPTS, BenchPlan, BenchReport, GameResult, NumberedGame, Pairing
from game.selfplay.calibration import Forecast, calibrate
from game.selfplay.fit import FittedOdds, OddsQuality
from game.selfplay.puzzles import Attempt
from tests.words.catalogs import marked, write_catalog
from tests.words.pseudo import unmarked

COMMANDS = sorted(TABLE)
TYPED = re.compile(
    r"--[a-z-]+|(?<=:) \S+(?: [a-z]+)? \[(?s:.*?)\n\n|'[a-z]+'|\.[a-z]+|(?<![^\W\d_])[A-Z]+(?![^\W\d_])|"
    r"^ {2,4}[a-z]+ (?= )", re.MULTILINE
)
"""Patterns of typed text: options, usages of commands, quoted words, file endings, placeholders (in capitals), and the
names in the list of commands."""
NAMES = frozenset({"kassala", "both", "cleared", "held", "only", "udaka"})
"""A system, its scenario and the names of its endings, in lower case."""


def english(text: str) -> list[str]:
    """English words of a text that are neither typed text nor names."""
    return unmarked(TYPED.sub("", text), NAMES)


@pytest.mark.every(2)
@pytest.mark.parametrize("line", [[], *([command] for command in COMMANDS)], ids=["program", *COMMANDS])
def test_help_is_translated(pseudo: str, capsys: pytest.CaptureFixture[str], line: list[str]) -> None:
    """Every page is translated: headings, the purpose of a command, each argument, the line of ``--help`` itself."""
    assert command_line([*line, "--help"]) == 0
    plain = capsys.readouterr().out
    assert plain.startswith("Usage: ")
    assert "Show this help." in plain
    assert len(english(plain)) > 10
    assert command_line(["--language", pseudo, *line, "--help"]) == 0
    told = capsys.readouterr().out
    assert marked("Show this help.") in " ".join(told.split())
    assert english(told) == []
    for name in re.findall(r"--[a-z]+", plain.partition("Options:")[2]):
        assert name in told, "what is typed stays as it is"


def test_an_error_ends_with_a_translated_line(pseudo: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The usage line is translated; the error before it is the library's own, in English."""
    assert command_line(["--language", pseudo, "check"]) == 2
    assert marked("Usage:") in capsys.readouterr().err


def test_the_report_is_translated(pseudo: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Title, headings, players, intervals, length and speed are translated; options, scenario and endings keep their
    names."""
    line = ["simulate", "kassala", "--games", "3", "--seed", "5", "--jobs", "1", "--moslem", "recruit"]
    assert command_line(line) == 0
    assert {"games", "player", "Recruit", "interval", "units", "Endings", "Mean"} <= set(
        english(capsys.readouterr().out))
    assert command_line(["--language", pseudo, *line]) == 0
    told = capsys.readouterr().out
    assert english(told) == []
    assert marked("Recruit") in told
    assert re.search(r"both-cleared|both-held|only-\w+-held", told)


def test_the_report_of_a_bench_is_translated(pseudo: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every table and the failed puzzles are translated; the scenario, scripts and puzzles keep their names."""
    plan = BenchPlan("kassala", ("kassala",), (), "veteran", ("recruit",), 1, 3, rival="random")
    report = BenchReport(plan, attempts=[Attempt("both", "held", False, ("only",))])
    for player in ("veteran", "random"):
        played = NumberedGame(Pairing("kassala", player, "moslem", "recruit"), 0)
        report.add(played, GameResult(1.0, (("moslem", (0.5, None)),)))
    for language in ("en", pseudo):
        words.set_language(language)
        show(report)
        told = capsys.readouterr().out
        if language == "en":
            assert {"opponent", "Recruit", "Brier", "early", "scored", "solved", "Failed"} <= set(english(told))
        else:
            assert english(told) == []


def test_the_report_of_a_fit_is_translated(pseudo: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every table and every result is translated; features and the scenario keep their names."""
    found = calibrate([Forecast(0, "moslem", 0, 0.6, 1.0)])
    assert found is not None
    told = dict.fromkeys(("base", "search", "old", "new"), OddsQuality(0.5, found))
    fitted = FittedOdds(("udaka",), (1.0,), (2.0,), 1.0, 3.0, 8, 80, dict.fromkeys((ITSELF, LEVELS, SCRIPTS), told))
    better = {"new": OddsQuality(0.5, found)}
    for language in ("en", pseudo):
        words.set_language(language)
        show_fitted("kassala", "kassala", fitted)
        show_ending(fitted, None)
        show_ending(fitted, Path("both"))
        show_ending(replace(fitted, quality={ITSELF: better | {"base": OddsQuality(0.6, found)}}), None)
        shown = capsys.readouterr().out
        if language == "en":
            assert {"ridges", "scripts", "early", "weights", "better", "kept"} <= set(english(shown))
        else:
            assert english(shown) == []


def test_the_report_of_a_fit_has_one_decimal_sign(
    pseudo: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ridges and weights have the language's decimal sign, like all other numbers."""
    write_catalog(tmp_path, pseudo, "Commas", {"{whole}.{fraction}": "{whole},{fraction}"})
    monkeypatch.setenv(words.FOLDERS_VARIABLE, str(tmp_path))
    found = calibrate([Forecast(0, "moslem", 0, 0.6, 1.0)])
    assert found is not None
    quality = {ITSELF: dict.fromkeys(("base", "search", "old", "new"), OddsQuality(0.5, found))}
    words.set_language(pseudo)
    show_fitted("kassala", "kassala", FittedOdds(("udaka",), (1.25,), (-2.5,), 0.75, 1.5, 8, 80, quality))
    shown = capsys.readouterr().out
    assert not re.search(r"\d\.\d", shown)
    assert {"1,25", "-2,5", "0,75", "1,5", "0,5000"} <= set(re.findall(r"-?\d+,\d+", shown))


def test_a_report_for_programs_is_english(pseudo: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A report for programs is English in every language."""
    assert command_line(["--language", pseudo, "simulate", "kassala", "--games", "1", "--jobs", "1", "--json"]) == 0
    assert '"games": 1' in capsys.readouterr().out
