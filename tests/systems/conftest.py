"""Puts the made-up systems of this folder on the search path, and games below a folder of the test's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.systems import VARIABLE
from tests.ui.conftest import folders, sit_down, unpainted

__all__ = ["folders", "installed", "sit_down", "unpainted"]


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The catalog finds them."""
    monkeypatch.setenv(VARIABLE, str(Path(__file__).parent))
    monkeypatch.setenv("DRUMHEAD_DATA", str(tmp_path / "data"))
