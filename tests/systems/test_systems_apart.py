"""The import linter keeps all rule systems independent, future ones included."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatch
from pathlib import Path

from game import catalog

ROOT = Path(__file__).parents[2]


def test_every_system_is_kept_independent() -> None:
    """The import contract names no system, so that a new folder is covered."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (apart,) = [contract["modules"] for contract in contracts if contract["type"] == "independence"]
    for name in (*catalog.names(), "a-system-to-come"):
        assert any(fnmatch(f"game.rules.{name}", modules) for modules in apart), name
