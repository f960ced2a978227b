"""Checks for the folder of every made-up system: its rulebook, its map, and references to it."""

from __future__ import annotations

import os
import re
from importlib import import_module
from pathlib import Path

import pytest

from game import catalog, maps, systems
from game.match.loading import load
from game.match.replay import Replay
from game.systems import SYSTEMS_VARIABLE, UNFINISHED_VARIABLE
from tests.contract.rule_coverage import faults

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent
SYSTEMS = sorted(path.parent.name for path in FOLDER.glob("*/rulebook.md"))
MAPS = sorted(FOLDER.glob("*/maps/*.tmx"))
SCRIPTS = sorted(FOLDER.glob("*/make_map.py"))
RECORDS = sorted(FOLDER.glob("*/records/*.jsonl"))


def named(path: Path) -> str:
    """A file as a test id: its system and its own name."""
    return "-".join((path.relative_to(FOLDER).parts[0], path.stem))


def test_the_folders_are_found() -> None:
    """The tests below have folders to run on."""
    assert {"cudgels", "ford", "pickets"} <= {*SYSTEMS}
    assert {*SYSTEMS} == {path.relative_to(FOLDER).parts[0] for path in MAPS}
    assert {*SYSTEMS} == {path.relative_to(FOLDER).parts[0] for path in RECORDS}
    assert SCRIPTS


@pytest.mark.parametrize("system", SYSTEMS)
def test_rules_citations_and_tests_fit_together(system: str) -> None:
    """Every rule has a test, every citation and mark a rule."""
    assert [] == faults(FOLDER / system, ROOT / "tests")


@pytest.mark.parametrize("path", MAPS, ids=named)
def test_a_map_has_no_faults(path: Path) -> None:
    """``check`` finds no fault."""
    assert [] == maps.check(path)


@pytest.mark.parametrize("path", SCRIPTS, ids=named)
def test_a_map_equals_its_scripts_output(path: Path) -> None:
    system = path.parent.name
    assert catalog.rules(system)
    (written,) = path.parent.glob("maps/*.tmx")
    assert import_module(f"game.rules.{system}.make_map").written() == written.read_text("utf-8")


@pytest.mark.every(10)
@pytest.mark.parametrize("path", RECORDS, ids=named)
def test_golden_records_replay_to_the_same_hashes(path: Path) -> None:
    """Every action is legal, every hash agrees, every position comes back, the game is over."""
    loaded = load(path)
    assert loaded.fault is None
    assert loaded.match.closed
    assert loaded.match.result is not None
    replay, system = Replay(loaded.match), loaded.match.rules
    while step := replay.forward():
        assert step.action == system.parse(step.action.notation)
        position = system.position(replay.state)
        assert position == system.position(system.from_position(position))


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_file_of_the_program_names_it(system: str) -> None:
    """The system is found on the search path only."""
    naming = [path for path in (ROOT / "game").rglob("*.py") if re.search(rf"\b{system}\b", path.read_text("utf-8"))]
    assert [] == naming
    assert system in catalog.names()


def test_an_unfinished_system_is_found_only_by_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """``unfinished = true`` in its shelf file keeps it off every list."""
    folder = tmp_path / "sketch"
    folder.mkdir()
    (folder / "__init__.py").write_text("", "utf-8")
    (folder / "shelf.toml").write_text("unfinished = true\n", "utf-8")
    monkeypatch.setenv(SYSTEMS_VARIABLE, str(tmp_path))
    monkeypatch.delenv(UNFINISHED_VARIABLE, raising=False)
    assert "sketch" not in catalog.names()
    monkeypatch.setenv(UNFINISHED_VARIABLE, "1")
    assert "sketch" in catalog.names()


def test_of_two_systems_with_the_same_name_the_first_one_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path
                                                                 ) -> None:
    """An unfinished one hides a finished one behind it on every list, as it does when it is imported."""
    first, second = (tmp_path / part / "sketch" for part in ("a", "b"))
    for folder in (first, second):
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text("", "utf-8")
    (first / "shelf.toml").write_text("unfinished = true\n", "utf-8")
    monkeypatch.setenv(SYSTEMS_VARIABLE, os.pathsep.join(str(folder.parent) for folder in (first, second)))
    monkeypatch.delenv(UNFINISHED_VARIABLE, raising=False)
    assert (None, first) == (systems.folders().get("sketch"), systems.folder("sketch"))
    monkeypatch.setenv(UNFINISHED_VARIABLE, "1")
    assert (first, first) == (systems.folders()["sketch"], systems.folder("sketch"))
