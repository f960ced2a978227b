"""Skips tests whose adapter needs a package that is not installed."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from packaging.requirements import Requirement

TOP = Path(__file__).resolve().parents[2]
MODULES = {"open_spiel": "pyspiel", "pettingzoo": "pettingzoo"}
"""Package -> a module of it."""


def asked_for() -> dict[str, Requirement]:
    """Package -> the version that the checks require."""
    lines = (TOP / "requirements-dev.txt").read_text("utf-8").splitlines()
    found = [Requirement(line) for line in lines if line and not line.startswith(("#", "-"))]
    return {each.name: each for each in found if each.name in MODULES}


def skip_without(package: str) -> None:
    """Skip a test, or a whole module, if a package is missing, and say so. The package is not imported to find out."""
    if find_spec(MODULES[package]) is None:
        pytest.skip(f"{package} is not installed; requirements-dev.txt has it", allow_module_level=True)
