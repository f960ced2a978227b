"""Candidates and check agree for all actions of randomly selected units, legal or not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any

import pytest

from game.core.chance import CHANCE
from game.core.field_types import UnitName
from game.core.verdict import Illegal
from game.rules.africa.actions import (
    AfricaAction,
    AfricaActivate,
    AfricaBombard,
    AfricaEnd,
    AfricaFire,
    AfricaLose,
    AfricaMove,
    AfricaRetreat,
    Enter,
    Land,
    LoseSteps,
    PutOnTop,
    Shock,
)
from game.rules.africa.state import AfricaState
from game.rules.africa.system import Africa


def everything(state: AfricaState, units: list[UnitName], officers: list[UnitName]) -> Iterator[AfricaAction]:
    """Every possible action of some units, and those without units."""
    board = state.setting.ground.board
    yield AfricaEnd()
    yield LoseSteps()
    yield from map(Shock, board.ids)
    for unit in units:
        yield AfricaActivate(unit)
        yield PutOnTop(unit)
        yield AfricaLose(unit)
        for place in board.ids:
            yield AfricaMove(unit, (place,))
            yield Land(unit, place)
            yield Enter(unit, place)
            yield AfricaRetreat(unit, place)
            yield from (AfricaMove(unit, (place, there)) for there in board.borders[place])
            for officer in (UnitName(""), *officers):
                yield AfricaFire(unit, place, officer)
                yield AfricaBombard(unit, place, officer)


def agree(rules: Africa, state: AfricaState, random: Random) -> None:
    """Of the actions of some units, exactly those that ``check`` allows are candidates."""
    known = [unit.id for unit in state.setting.units]
    all_officers = [unit.id for unit in state.setting.units if unit.kind == "Of"]
    units, officers = random.sample(known, 7), random.sample(all_officers, 2)
    listed = set(chain(rules.candidates(state), *(rules.interrupts(state, s) for s in rules.may_interrupt(state))))
    allowed = set()
    for action in everything(state, units, officers):
        verdict = rules.check(state, action)
        if verdict:
            allowed.add(rules.canonical(state, action))
            assert rules.canonical(state, action) in listed, f"legal, but not listed: {action.notation}"
        else:
            assert isinstance(verdict, Illegal)
            assert "cannot be reached that way" not in str(verdict), f"no reason: {action.notation}"
    for found in listed:
        unit = getattr(found, "unit", units[0])
        officer = found.officer if isinstance(found, AfricaFire | AfricaBombard) else ""
        if unit in units and (not officer or officer in officers):
            assert found in allowed, f"listed, but refused: {found.notation}"


@pytest.mark.every(3)
@pytest.mark.rule("3")
@pytest.mark.parametrize("name", ["castillejos", "tetuan", "wad-ras"])
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_candidates_and_check_agree(africa: Africa, name: str, seed: int) -> None:
    """Through a game with interrupts, some positions of each kind of phase are tested."""
    random, state = Random(f"{name} {seed}"), africa.initial(name)
    looked: dict[tuple[str, str], int] = {}
    while africa.to_act(state) is not None:
        offered: Any = africa.candidates(state)
        if africa.to_act(state) == CHANCE:
            action = random.choice(offered)
        else:
            kind = state.now.phase, type(state.frame).__name__ + str(getattr(state.frame, "stage", ""))
            looked[kind] = looked.get(kind, 0) + 1
            if looked[kind] in (1, 5, 40):
                agree(africa, state, random)
            seats = [seat for seat in africa.may_interrupt(state) if random.random() < 0.1]
            action = random.choice(africa.interrupts(state, seats[0]) if seats else offered)
        state, _ = africa.apply(state, action)
    assert len(looked) > 9
