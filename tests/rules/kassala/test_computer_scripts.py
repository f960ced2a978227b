"""The scripts for each seat through a whole game of Kassala."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from game.core.chance import CHANCE
from game.core.evaluator import Script
from game.rules.kassala.system import Kassala

OPTIONS = ("cannon", "free-deployment", "mixed-attacks")
NAMES = [
    ("moslem", name) for name in ("all-on-kassala", "all-on-udaka", "both-towns", "wait-and-dash", "storm")
] + [("christian", name) for name in ("hold-both", "hold-and-strike", "all-in-kassala", "refuse-and-return", "sortie")]


def script(rules: Kassala, seat: str, name: str) -> Script:
    return next(one for one in rules.evaluator().scripts("kassala", seat) if one.name == name)


def states(rules: Kassala, moslem: str, christian: str, options: tuple[str, ...] = (), seed: int = 1) -> list[Any]:
    """Every state of a game between two scripts; each choice is legal and the same when repeated."""
    choose = {seat: script(rules, seat, name).choose for seat, name in
              (("moslem", moslem), ("christian", christian))}
    state, dice, found = rules.initial("kassala", options), Random(seed), []
    while (actor := rules.to_act(state)) is not None:
        found.append(state)
        if actor == CHANCE:
            action = dice.choice(rules.candidates(state))
        else:
            action = choose[actor](state)
            assert rules.check(state, action), action.notation
            assert choose[actor](rules.from_position(rules.position(state))) == action
        state = rules.apply(state, action)[0]
    return [*found, state]


@pytest.mark.every(4)
@pytest.mark.parametrize("options", [(), OPTIONS])
@pytest.mark.parametrize(("seat", "name"), NAMES)
def test_every_script_plays_a_whole_game(kassala: Kassala, seat: str, name: str, options: tuple[str, ...]) -> None:
    """Each script plays from the set-up to the end."""
    both = (name, "hold-both") if seat == "moslem" else ("both-towns", name)
    assert kassala.result(states(kassala, *both, options)[-1]) is not None


def test_the_defence_of_both_towns_fills_them(kassala: Kassala) -> None:
    """Before the second turn a Christian unit is in every town hex."""
    played = states(kassala, "wait-and-dash", "hold-both")
    second = next(state for state in played if kassala.prompt(state).turn == 2)
    held = {unit.place for unit in kassala.counters(second) if unit.seat == "christian"}
    assert {"0304", "0804", "0805"} <= held


def test_the_waiting_script_avoids_enemies_until_the_last_turns(kassala: Kassala) -> None:
    """It moves next to no enemy before turn 8."""
    played = states(kassala, "wait-and-dash", "hold-both")
    assert {kassala.prompt(state).turn for state in played if state.obliged} <= {8, 9, 10}


def test_the_evasive_script_returns_at_the_end(kassala: Kassala) -> None:
    """When the enemy approaches it leaves the towns; at the end it occupies one."""
    played = states(kassala, "wait-and-dash", "refuse-and-return")

    def held(turn: int) -> set[str | None]:
        last = [state for state in played if kassala.prompt(state).turn == turn][-1]
        return {unit.place for unit in kassala.counters(last) if unit.seat == "christian"} & {"0304", "0804", "0805"}

    assert not held(8)
    assert held(10)
