"""Examples of play, frame by frame."""

from itertools import pairwise

import pytest

from game import catalog
from game.core.contract import System
from game.match.demo import frames
from tests.match.toy import State

EXAMPLES = [
    (name, info.name) for name in catalog.names() for info in catalog.rules(name).scenarios if info.example
]


@pytest.mark.parametrize(("system", "example"), EXAMPLES)
def test_every_example_can_be_shown(system: str, example: str) -> None:
    """Every frame says something, follows from the one before or from the start, and something is done in it all."""
    rules = catalog.rules(system)
    shown = frames(rules, example)
    assert all(frame.say for frame in shown)
    assert any(frame.events for frame in shown)
    for before, after in pairwise(shown):
        start = rules.initial(example, rules.position(after.before)["options"])
        assert after.before in (before.state, start)


def test_a_battle_has_nothing_to_show(rules: System[State]) -> None:
    """Only examples of play have frames."""
    assert list(frames(rules, "ring")) == []
