"""The optional extras require the packages with which the checks run."""

from __future__ import annotations

import tomllib
from importlib import metadata

import pytest
from packaging.requirements import Requirement

from tests.adapters.needed import MODULES, TOP, asked_for


@pytest.mark.parametrize("package", MODULES)
def test_the_package_is_installed_where_available(package: str) -> None:
    """The checks of an adapter are not skipped unnoticed on a machine with all packages."""
    requirement = asked_for()[package]
    if requirement.marker is not None and not requirement.marker.evaluate():
        pytest.skip(f"there is no {package} for this machine")
    assert requirement.specifier.contains(metadata.version(package))


def test_each_extra_has_the_ranges_of_the_checks() -> None:
    """Each extra is named after its tool and has the same ranges."""
    with (TOP / "pyproject.toml").open("rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    for extra, package in (("openspiel", "open_spiel"), ("pettingzoo", "pettingzoo")):
        (told,) = map(Requirement, extras[extra])
        assert (package, asked_for()[package].specifier) == (told.name, told.specifier)
