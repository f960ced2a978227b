"""The examples of play: every step of every example file holds."""

from __future__ import annotations

import pytest

from game import catalog
from tests.lessons import lesson, untrue

RULES = catalog.rules("adua")
EXAMPLES = {"figure-2": "3.0", "figure-3": "12.0", "figure-4": "6.0", "figure-5": "10.1", "figure-6-guard": "10.1",
            "figure-6-bersaglieri": "10.1", "bombardment": "6.0", "jam": "5.1", "long-melee": "10.2"}
"""Example -> a rule it shows."""


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.rule(number))
                                  for name, number in EXAMPLES.items()])
def test_every_step_holds(name: str) -> None:
    """The texts, checks, actions and rolls of an example agree with the rules."""
    assert [] == untrue(lesson("adua", name))


def test_every_example_is_listed() -> None:
    """The set-ups and the table above name the same examples."""
    assert set(EXAMPLES) == {info.name for info in RULES.scenarios if info.example}
