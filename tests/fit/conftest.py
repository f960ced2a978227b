"""Installs a system that can be fitted, with its own writable folder."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from game.systems import SYSTEMS_VARIABLE
from tests.match.install import SYSTEMS

MARBLES = Path(__file__).parent / "systems" / "marbles"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file with the weights of the made-up system."""
    shutil.copytree(MARBLES, tmp_path / "marbles", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setenv(SYSTEMS_VARIABLE, os.pathsep.join((str(tmp_path), SYSTEMS)))
    return tmp_path / "marbles" / "ai" / "weights.toml"
