"""Fixtures for tests around matches: the toy system, and a data folder for every test."""

from pathlib import Path

import pytest

from game import catalog
from game.core.contract import System
from game.systems import SYSTEMS_VARIABLE
from tests.match.install import SYSTEMS
from tests.match.toy import State


@pytest.fixture(autouse=True)
def toy_and_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Install the toy in the catalog, and save games below ``tmp_path``."""
    monkeypatch.setenv("DRUMHEAD_DATA", str(tmp_path / "data"))
    monkeypatch.setenv(SYSTEMS_VARIABLE, SYSTEMS)


@pytest.fixture
def rules() -> System[State]:
    """The toy's rules."""
    return catalog.rules("pebbles")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A path for a record."""
    return tmp_path / "game.jsonl"
