"""Every system describes its victory conditions, and the hazards of a planned move."""

from __future__ import annotations

import random
from typing import Any

import pytest

from game import catalog, systems
from game.core.capability import capability
from game.core.chance import CHANCE
from game.core.presenter import HeldPlaces
from tests.contract.rule_coverage import read_rulebook

BATTLES = [(system, info.name) for system in catalog.names() for info in catalog.rules(system).scenarios]


def states(rules: Any, scenario: str, plies: int) -> list[Any]:
    """States of a random game."""
    lots, state, found = random.Random(5), rules.initial(scenario), []
    for _ in range(plies):
        found.append(state)
        if rules.to_act(state) is None:
            break
        state = rules.apply(state, lots.choice(list(rules.candidates(state))))[0]
    return found


@pytest.mark.every(2)
@pytest.mark.parametrize(("system", "scenario"), BATTLES)
def test_victory_conditions(system: str, scenario: str) -> None:
    """Battles have objectives and conditions with rules of the rulebook; holders are seats and agree with the flags."""
    rules = catalog.rules(system)
    numbers = read_rulebook(systems.folder(system) / "rulebook.md").numbers
    example = next(info.example for info in rules.scenarios if info.name == scenario)
    for state in states(rules, scenario, 40):
        said = rules.objectives(state)
        assert example or (said.entries and said.victory)
        assert all(one.seat in ("", *rules.seats) for one in said.entries)
        assert all(note.rule.number in numbers for note in said.victory)
        flags = set(capability(rules, HeldPlaces).holders(state).values())
        assert not said.entries or flags <= {one.seat for one in said.entries}


@pytest.mark.every(4)
@pytest.mark.parametrize(("system", "scenario"), BATTLES)
def test_hazards_of_a_move(system: str, scenario: str) -> None:
    """Chances sum to one, rules are in the rulebook, and asking changes nothing."""
    rules, lots = catalog.rules(system), random.Random(7)
    numbers = read_rulebook(systems.folder(system) / "rulebook.md").numbers
    for state in states(rules, scenario, 60):
        if rules.to_act(state) in (None, CHANCE):
            continue
        before = rules.position(state)
        units = [counter for counter in rules.counters(state) if counter.place is not None]
        places = list(getattr(rules.board(state), "index", ()))
        for counter in lots.sample(units, min(4, len(units))):
            for place in lots.sample(places, min(12, len(places))):
                for one in rules.hazards_on(state, (counter.unit,), place):
                    assert one.title
                    assert one.rule.number in numbers
                    if one.preview is not None:
                        assert 1 == sum(outcome.chance for outcome in one.preview.outcomes)
        assert before == rules.position(state)
