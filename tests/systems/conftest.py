"""Puts the made-up systems of this folder on the search path, and saved games into each test's own folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.systems import SYSTEMS_VARIABLE
from tests.ui.conftest import folders, sit_down, unpainted

__all__ = ["folders", "installed", "sit_down", "unpainted"]


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Make the catalog find the made-up systems."""
    monkeypatch.setenv(SYSTEMS_VARIABLE, str(Path(__file__).parent))
    monkeypatch.setenv("DRUMHEAD_DATA", str(tmp_path / "data"))
