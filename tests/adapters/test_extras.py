"""The optional extras ask for what the checks are made with, and the checks are made with it."""

from __future__ import annotations

import tomllib
from importlib import metadata

import pytest
from packaging.requirements import Requirement

from tests.adapters.needed import MODULES, TOP, asked_for


@pytest.mark.parametrize("package", MODULES)
def test_the_package_is_here_where_its_makers_have_one(package: str) -> None:
    """So that no check of an adapter is left out unseen on a machine that has them all."""
    requirement = asked_for()[package]
    if requirement.marker is not None and not requirement.marker.evaluate():
        pytest.skip(f"there is no {package} for this machine")
    assert requirement.specifier.contains(metadata.version(package))


def test_each_extra_is_what_the_checks_ask_for() -> None:
    """The same ranges, in an extra named after the tool."""
    with (TOP / "pyproject.toml").open("rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    for extra, package in (("openspiel", "open_spiel"), ("pettingzoo", "pettingzoo")):
        (told,) = map(Requirement, extras[extra])
        assert (package, asked_for()[package].specifier) == (told.name, told.specifier)
