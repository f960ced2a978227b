"""Computer players see the end of a game of Kassala: lines are played to it, and who holds the towns is counted."""

from __future__ import annotations

import json
from random import Random
from statistics import mean
from typing import Any

import pytest

from game import systems
from game.ai.budget import WorkBudget
from game.ai.outlook import Outlook
from game.ai.valuation import Valuation
from game.rules.kassala.system import Kassala

END = "end-movement"
NEXT_TO_0805 = "01-shut-kassala.json"
"""The Moslem side moves in turn 9; Christian infantry can walk into 0805 next."""


def puzzle(rules: Kassala, name: str) -> Any:
    file = systems.folder("kassala") / "ai" / "puzzles" / name
    return rules.from_position(json.loads(file.read_text("utf-8"))["position"])


def after(rules: Kassala, state: Any, *notations: str) -> Any:
    for notation in notations:
        state = rules.apply(state, rules.parse(notation))[0]
    return state


def position(rules: Kassala, turn: int, phasing: str, **units: str) -> Any:
    return rules.from_position({"turn": turn, "phase": "movement", "phasing": phasing, "units": [
        {"id": unit.replace("_", "-"), "place": place} for unit, place in units.items()]})


@pytest.mark.parametrize(("turn", "phasing", "left"), [
    (1, "moslem", 0), (8, "christian", 0), (9, "moslem", 4), (9, "christian", 3), (10, "christian", 1),
])
def test_the_phases_that_are_left(kassala: Kassala, turn: int, phasing: str, left: int) -> None:
    """In the last two turns the end is near; a phase counts itself."""
    state = position(kassala, turn, phasing, m_nub1="0101", c_port1="0304")
    assert kassala.evaluator().phases_to_end(state) == left


def test_an_open_town_is_worth_less_than_a_shut_one(kassala: Kassala) -> None:
    """Played to the end, shutting 0805 wins where leaving it open often draws."""
    outlook, state = Outlook(Valuation(kassala, kassala.evaluator())), puzzle(kassala, NEXT_TO_0805)

    def merit(*notations: str) -> float:
        there = after(kassala, state, *notations, END)
        return mean(outlook.look(there, "moslem", Random(seed), WorkBudget(), 24) for seed in range(12))

    assert merit("move m-nub2 0805") > merit() + 0.2


def test_a_line_near_the_end_does_not_stop_before_it(kassala: Kassala) -> None:
    """Nobody can come to the empty towns any more: a certain win, whatever is rolled."""
    state = position(kassala, 9, "moslem", m_nub1="0804", m_nub2="0304", c_musk1="0608")
    found = Outlook(Valuation(kassala, kassala.evaluator())).look(
        after(kassala, state, END), "moslem", Random(1), WorkBudget(), 24)
    assert found == pytest.approx(1.0, abs=0.1)


def test_the_last_turn_is_counted(kassala: Kassala) -> None:
    """A Christian in each town and no enemy about: a win, and a draw where one is left."""
    judge = kassala.evaluator()
    state = position(kassala, 10, "christian", m_nub1="0101", c_port1="0304", c_port2="0805")
    assert judge.worth(state, "christian") == pytest.approx(1.0, abs=0.1)
    left = position(kassala, 10, "christian", m_nub1="0101", c_port1="0304", c_port2="0608")
    assert judge.worth(left, "christian") == pytest.approx(0.0, abs=0.1)


def test_who_walks_far_from_everybody_changes_no_gist(kassala: Kassala) -> None:
    """Who stands in a town or next to an enemy does."""
    gist, state = kassala.evaluator().gist, puzzle(kassala, NEXT_TO_0805)
    here = gist(after(kassala, state, END))
    assert gist(after(kassala, state, "move m-mam1 0604", END)) == here
    assert gist(after(kassala, state, "move m-nub2 0805", END)) != here
