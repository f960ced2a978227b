"""The examples of play: every step of every lesson of one is what the rules answer."""

from __future__ import annotations

import pytest

from tests.lessons import lesson, untrue
from tests.rules.renaissance.board import RULES

EXAMPLES = [info.name for info in RULES.scenarios if info.example]


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_step_holds(name: str) -> None:
    """What the lesson says is what the rules answer."""
    assert [] == untrue(lesson("renaissance", name))


def test_there_are_twelve() -> None:
    """Each with a position of its own."""
    assert len(EXAMPLES) == 12
    for name in EXAMPLES:
        assert RULES.from_position(RULES.position(RULES.initial(name))) == RULES.initial(name)
