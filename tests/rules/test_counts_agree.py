"""Counts of the same units agree in every system: remaining actions, and the numbers in the prompt."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from game import catalog
from game.core.action import Faces
from game.core.batch import TurnEnds
from game.core.capability import capability
from game.core.chance import CHANCE

GAMES = [("africa", "castillejos"), ("kassala", "kassala"), ("tours", "tours"), ("adua", "adua")]
COUNTED = r"\d+ (units?|contingents?|commanders?) "
"""Templates that count units and also name them."""
TURNS = 400
"""The number of actions of a random game that are checked."""


def states(rules: Any, scenario: str, seed: int) -> Iterator[Any]:
    """The states of a random game in which phases end now and then."""
    dice, state = random.Random(seed), rules.initial(scenario)
    for _ in range(TURNS):
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


def numbers(text: object) -> list[int]:
    return [int(found) for found in re.findall(r"\d+", str(text))]


@pytest.mark.every(4)
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("system", "scenario"), GAMES)
def test_remaining_actions_name_as_many_units_as_they_count(system: str, scenario: str, seed: int) -> None:
    """The slip before a phase ends: "3 units can move" marks three units, "3 contingents have no order" names three
    contingents. A duty of several units has that many."""
    rules, seen = catalog.rules(system), 0
    for state in states(rules, scenario, seed):
        for left in capability(rules, TurnEnds).still_to_do(state):
            counted = numbers(left.text)[:1] if re.match(COUNTED, str(left.text)) else []
            assert counted in ([], [len(left.groups or left.units)]), str(left.text)
            seen += bool(counted)
        for duty in rules.prompt(state).duties:
            counted = numbers(duty.text)[:1] if re.match(COUNTED, str(duty.text)) else []
            assert counted in ([], [len(duty.units)]), str(duty.text)
            seen += bool(counted)
    assert seen or system in ("kassala",)
