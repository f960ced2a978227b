"""What holds for the folder of every made-up system: its rulebook, its map, and who names it."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from game import catalog, maps
from game.systems import UNFINISHED, VARIABLE
from tests.contract.rule_coverage import faults

ROOT = Path(__file__).parents[2]
MAPS = {"cudgels": "green", "pickets": "ford"}


@pytest.mark.parametrize("system", MAPS)
def test_rules_citations_and_tests_fit_together(system: str) -> None:
    """No rule without a test, no citation or mark without a rule."""
    assert [] == faults(Path(__file__).parent / system, ROOT / "tests")


@pytest.mark.parametrize(("system", "name"), MAPS.items())
def test_the_map_is_what_its_script_writes(system: str, name: str) -> None:
    """To the letter; and nothing is wrong with it."""
    assert catalog.rules(system)
    path = Path(__file__).parent / system / "maps" / f"{name}.tmx"
    assert import_module(f"game.rules.{system}.make_map").written() == path.read_text("utf-8")
    assert [] == maps.check(path)


@pytest.mark.parametrize("system", MAPS)
def test_no_file_of_the_program_names_it(system: str) -> None:
    """It is found on the search path alone."""
    naming = [path for path in (ROOT / "game").rglob("*.py") if re.search(rf"\b{system}\b", path.read_text("utf-8"))]
    assert [] == naming
    assert system in catalog.names()


def test_an_unfinished_system_is_found_only_when_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """``unfinished = true`` in its shelf keeps it off every list."""
    folder = tmp_path / "sketch"
    folder.mkdir()
    (folder / "__init__.py").write_text("", "utf-8")
    (folder / "shelf.toml").write_text("unfinished = true\n", "utf-8")
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.delenv(UNFINISHED, raising=False)
    assert "sketch" not in catalog.names()
    monkeypatch.setenv(UNFINISHED, "1")
    assert "sketch" in catalog.names()
