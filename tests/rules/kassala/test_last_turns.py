"""Computer players see the end of a game of Kassala: lines are played to it, and the towns' holders are counted."""

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
"""The Moslem side moves in turn 9; Christian infantry can enter 0805 next."""


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
def test_the_remaining_phases(kassala: Kassala, turn: int, phasing: str, left: int) -> None:
    """In the last two turns the end is near; the current phase counts."""
    state = position(kassala, turn, phasing, m_nub1="0101", c_port1="0304")
    assert kassala.evaluator().phases_to_end(state) == left


def test_an_open_town_is_worth_less_than_a_shut_one(kassala: Kassala) -> None:
    """Played to the end, blocking 0805 wins where leaving it open often draws."""
    outlook, state = Outlook(Valuation(kassala, kassala.evaluator())), puzzle(kassala, NEXT_TO_0805)

    def merit(*notations: str) -> float:
        there = after(kassala, state, *notations, END)
        return mean(outlook.playout(there, "moslem", Random(seed), WorkBudget(), 24) for seed in range(12))

    assert merit("move m-nub2 0805") > merit() + 0.2


def test_a_line_near_the_end_is_played_to_it(kassala: Kassala) -> None:
    """If no unit can reach the empty towns any more, the win is certain whatever the rolls."""
    state = position(kassala, 9, "moslem", m_nub1="0804", m_nub2="0304", c_musk1="0608")
    found = Outlook(Valuation(kassala, kassala.evaluator())).playout(
        after(kassala, state, END), "moslem", Random(1), WorkBudget(), 24)
    assert found == pytest.approx(1.0, abs=0.1)


def test_the_last_turn_is_valued(kassala: Kassala) -> None:
    """A Christian in each town without enemies near is a win, and a draw if one town is empty."""
    judge = kassala.evaluator()
    state = position(kassala, 10, "christian", m_nub1="0101", c_port1="0304", c_port2="0805")
    assert judge.worth(state, "christian") == pytest.approx(1.0, abs=0.1)
    left = position(kassala, 10, "christian", m_nub1="0101", c_port1="0304", c_port2="0608")
    assert judge.worth(left, "christian") == pytest.approx(0.0, abs=0.1)


def test_distant_moves_do_not_change_the_key_of_a_position(kassala: Kassala) -> None:
    """A unit in a town or next to an enemy does change it."""
    essentials, state = kassala.evaluator().essentials, puzzle(kassala, NEXT_TO_0805)
    here = essentials(after(kassala, state, END))
    assert essentials(after(kassala, state, "move m-mam1 0604", END)) == here
    assert essentials(after(kassala, state, "move m-nub2 0805", END)) != here
