"""A copy of the maps that a test may change."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.maps.map_drafts import Draft

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def draft(tmp_path: Path) -> Callable[..., Draft]:
    """Returns a draft of a map by name, with all files it needs copied beside it."""
    shutil.copytree(ROOT / "maps" / "kassala", tmp_path / "maps" / "kassala")
    shutil.copytree(ROOT / "assets" / "kassala" / "tiles", tmp_path / "assets" / "kassala" / "tiles")

    def make(name: str = "kassala") -> Draft:
        return Draft(tmp_path / "maps" / "kassala" / f"{name}.tmx")

    return make
