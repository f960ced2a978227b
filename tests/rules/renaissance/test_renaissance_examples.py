"""The examples of play: every step of every lesson agrees with the rules."""

from __future__ import annotations

import pytest

from tests.lessons import lesson, untrue
from tests.rules.renaissance.board import RULES

EXAMPLES = [info.name for info in RULES.scenarios if info.example]


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_step_holds(name: str) -> None:
    """The texts and expectations of the lesson agree with the rules."""
    assert [] == untrue(lesson("renaissance", name))


def test_there_are_twelve() -> None:
    """Each with a position of its own."""
    assert len(EXAMPLES) == 12
    for name in EXAMPLES:
        assert RULES.from_position(RULES.position(RULES.initial(name))) == RULES.initial(name)
