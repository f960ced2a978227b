"""What all tests share: the rules bound to their real boards."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Iterator

import pytest

from game import catalog
from game.rules.kassala.system import Kassala

RARELY = (20_000, 10, 100)
"""Objects made between two searches for garbage, and searches of the young between those of the old. Chosen: closed
screens are looked for when a worker has grown (``tests.ui.kept``)."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is loaded by then stays: searching it for garbage, as each resized window does, would be in vain; what tests
    make is searched seldom."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()
        gc.set_threshold(*RARELY)


@pytest.fixture(scope="session", autouse=True)
def _no_waiting_for_the_disk() -> Iterator[None]:
    """No test can tell whether what was written would outlive a power cut; a test of that counts the calls itself."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _: None)
        yield


@pytest.fixture(scope="session")
def kassala() -> Kassala:
    """The rules of Kassala on the boards of ``maps/``."""
    rules = catalog.rules("kassala")
    assert isinstance(rules, Kassala)
    return rules
