"""Random games end by the rules. The contract tests check each of their states."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from game.rules.africa.system import Africa


@pytest.mark.every(3)
@pytest.mark.rule("3")
@pytest.mark.rule("11")
@pytest.mark.parametrize("options", [(), ("marker-cup",)], ids=["coins", "cup"])
@pytest.mark.parametrize("name", ["castillejos", "tetuan", "wad-ras"])
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (2, 3))])
def test_a_random_game_ends(africa: Africa, name: str, options: tuple[str, ...], seed: int) -> None:
    """It ends on the last turn, or on the turn on which the battle may end earlier."""
    random, state = Random(f"{name} {options} {seed}"), africa.initial(name, options)
    for _ in range(6000):
        if africa.to_act(state) is None:
            break
        offered: Any = africa.candidates(state)
        roll = africa.pending_roll(state)
        if roll is not None:
            (action,) = random.choices(offered, [roll.weight(face.faces) for face in offered])
        else:
            seats = [seat for seat in africa.may_interrupt(state) if random.random() < 0.05]
            action = random.choice(africa.interrupts(state, seats[0]) if seats else offered)
        state, _ = africa.apply(state, action)
    result = africa.result(state)
    assert result is not None
    assert state.turn in (state.setting.turns, state.setting.early_turn)
    assert result.winner in (*africa.seats, "draw")
