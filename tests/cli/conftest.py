"""The toy system is there while these tests run, and every test has a data folder of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from game import catalog
from game.core.contract import Rules
from tests.match.install import install, remove
from tests.match.toy import State


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("DRUMHEAD_DATA", str(tmp_path / "data"))
    install()
    yield
    remove()


@pytest.fixture
def rules() -> Rules[State]:
    """The toy's rules."""
    return catalog.rules("pebbles")
