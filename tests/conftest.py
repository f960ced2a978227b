"""What all tests share: the rules bound to their real boards."""

from __future__ import annotations

import pytest

from game import catalog
from game.rules.kassala.system import Kassala


@pytest.fixture(scope="session")
def kassala() -> Kassala:
    """The rules of Kassala on the boards of ``maps/``."""
    rules = catalog.rules("kassala")
    assert isinstance(rules, Kassala)
    return rules
