"""Games at random over all battles and options: whatever is offered can be played, written down and read back."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from game.core.chance import CHANCE
from game.rules.africa.state import State
from game.rules.africa.system import Africa


def checked(rules: Africa, state: State) -> None:
    """Everything offered is legal and has a notation; the position comes back the same, with the same choices."""
    offered = rules.candidates(state)
    position = rules.position(state)
    back = rules.from_position(json.loads(json.dumps(position)))
    assert position == rules.position(back)
    assert [a.notation for a in offered] == [a.notation for a in rules.candidates(back)]
    for action in offered:
        assert rules.check(state, action), action
        assert action == rules.parse(action.notation)
        if rules.to_act(state) != CHANCE:
            rules.preview(state, action)
            assert rules.describe(state, action)
    assert rules.prompt(state).text
    assert len(rules.counters(state)) == len(state.setting.units)
    roll = rules.pending_roll(state)
    assert (roll is None) == (rules.to_act(state) != CHANCE)
    assert roll is None or sum(roll.outcomes.values()) == 1


@pytest.mark.rule("3")
@pytest.mark.rule("11")
@pytest.mark.parametrize("options", [(), ("marker-cup",)], ids=["coins", "cup"])
@pytest.mark.parametrize("name", ["castillejos", "tetuan", "wad-ras"])
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (2, 3))])
def test_a_game_at_random_ends(africa: Africa, name: str, options: tuple[str, ...], seed: int) -> None:
    """Every fifteenth position is looked at closely."""
    random, state = Random(f"{name} {options} {seed}"), africa.initial(name, options)
    for ply in range(6000):
        if africa.to_act(state) is None:
            break
        if ply % 15 == 0:
            checked(africa, state)
        offered: Any = africa.candidates(state)
        roll = africa.pending_roll(state)
        if roll is not None:
            (action,) = random.choices(offered, [roll.weight(face.faces) for face in offered])
        else:
            seats = [seat for seat in africa.may_interrupt(state) if random.random() < 0.05]
            action = random.choice(africa.interrupts(state, seats[0]) if seats else offered)
        state, events = africa.apply(state, action)
        assert all(event.text for event in events)
    result = africa.result(state)
    assert result is not None
    assert state.turn in (state.setting.turns, state.setting.early)
    assert result.winner in (*africa.seats, "draw")
