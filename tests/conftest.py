"""What all tests share: the rules bound to their real boards."""

from __future__ import annotations

import gc

import pytest

from game import catalog
from game.rules.kassala.system import Kassala


def pytest_collection_finish() -> None:
    """What is loaded by now stays: searching it for garbage, as each resized window does, would be in vain."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def kassala() -> Kassala:
    """The rules of Kassala on the boards of ``maps/``."""
    rules = catalog.rules("kassala")
    assert isinstance(rules, Kassala)
    return rules
