"""The examples of play: every step of every example file holds."""

from __future__ import annotations

import pytest

from game import catalog
from tests.lessons import lesson, untrue

RULES = catalog.rules("tours")
EXAMPLES = {"example-a": "6.1", "example-b": "6.1.2", "example-c": "7.1", "example-d": "7.2", "example-e": "8.2",
            "example-f": "5.2.6", "example-g": "8.1", "example-h": "9.0"}


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.rule(number))
                                  for name, number in EXAMPLES.items()])
def test_every_step_holds(name: str) -> None:
    """The texts, checks, actions and rolls of an example agree with the rules."""
    assert [] == untrue(lesson("tours", name))


def test_every_example_is_listed() -> None:
    """The set-ups and the table above name the same examples."""
    assert set(EXAMPLES) == {info.name for info in RULES.scenarios if info.example}
