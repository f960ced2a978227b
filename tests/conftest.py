"""Fixtures and settings shared by all tests."""

from __future__ import annotations

import gc
import os
from collections import defaultdict
from collections.abc import Generator, Iterator, Mapping

import pytest

from game import catalog
from game.rules.kassala.system import Kassala
from tests.daily_cases import spread

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
RARELY = (20_000, 10, 100)
"""The thresholds of the garbage collector: new objects between two collections, and young collections between old ones.
Chosen: closed screens are cleaned up when a worker has grown (``tests.ui.kept``)."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Exempt all loaded objects from garbage collection, which would be slow with each resized window, and collect the
    tests' own objects rarely."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()
        gc.set_threshold(*RARELY)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave to ``make soak`` all but about one in n cases of a test marked ``every(n)``, of those that are not left to
    it anyway."""
    cases: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("every") is not None and item.get_closest_marker("soak") is None:
            cases[item.nodeid.partition("[")[0]].append(item)
    for its_cases in cases.values():
        (step,) = next(its_cases[0].iter_markers("every")).args
        daily = spread({item.nodeid: _parameters(item) for item in its_cases}, max(1, len(its_cases) // step))
        for item in its_cases:
            if item.nodeid not in daily:
                item.add_marker(pytest.mark.soak)


def _parameters(item: pytest.Item) -> Mapping[str, object]:
    """Name of a parameter of a test -> its value in a case."""
    return item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}


@pytest.fixture(scope="session", autouse=True)
def _no_waiting_for_the_disk() -> Iterator[None]:
    """Turn off waiting for the disk: no test can tell whether a file survives a power cut, and the test of that counts
    the calls itself."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        yield


@pytest.fixture(scope="session")
def kassala() -> Kassala:
    """The rules of Kassala on the boards of ``maps/``."""
    rules = catalog.rules("kassala")
    assert isinstance(rules, Kassala)
    return rules
