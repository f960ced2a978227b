"""Counts of the same units agree in every system: remaining actions, and the numbers in the prompt."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from game import catalog
from game.core.action import Faces
from game.core.batch import TurnEnds
from game.core.capability import capability
from game.core.chance import CHANCE
from game.core.message import Text

BATTLES = [(name, next(info.name for info in catalog.rules(name).scenarios if not info.example))
           for name in catalog.names() if isinstance(catalog.rules(name), TurnEnds)]
"""The first battle of each system that says what is still to do in a phase."""
COUNT = re.compile(r"(\d+) (units?|bases?|contingents?|commanders?) ")
"""The beginning of a text that counts units or groups and comes with a list of them."""
STATES = 400
"""The number of states of a random game that are checked."""


def states(rules: Any, scenario: str, seed: int) -> Iterator[Any]:
    """The states of a random game in which phases end now and then."""
    dice, state = random.Random(seed), rules.initial(scenario)
    for _ in range(STATES):
        yield state
        if rules.result(state) is not None:
            return
        if rules.to_act(state) == CHANCE:
            action: Any = Faces(tuple(dice.choice(die.faces) for die in rules.pending_roll(state).dice))
        else:
            found, main = list(rules.candidates(state)), rules.prompt(state).main
            ends = main is not None and rules.check(state, main) and dice.random() < 0.12
            action = main if ends or not found else dice.choice(found)
        state = rules.apply(state, action)[0]


def check_count(text: Text, listed: Sequence[str]) -> bool:
    """Check that a text that begins with a count has as many units or groups listed; return whether it has a count."""
    counted = COUNT.match(str(text))
    assert counted is None or int(counted[1]) == len(listed), str(text)
    return counted is not None


@pytest.mark.every(4)
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("system", "scenario"), BATTLES)
def test_remaining_actions_name_as_many_units_as_they_count(system: str, scenario: str, seed: int) -> None:
    """The slip before a phase ends: "3 units can move" marks three units, "3 contingents have no order" names three
    contingents. A duty of several units has that many."""
    rules, counts = catalog.rules(system), 0
    for state in states(rules, scenario, seed):
        for left in capability(rules, TurnEnds).still_to_do(state):
            counts += check_count(left.text, left.groups or left.units)
        for duty in rules.prompt(state).duties:
            counts += check_count(duty.text, duty.units)
    assert counts
