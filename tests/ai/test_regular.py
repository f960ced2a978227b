"""The regular neglects some units for a whole player turn, and never for a great price."""

from __future__ import annotations

from typing import Any

import pytest

from game.ai.players import make
from game.ai.regular import BLUNDER, Regular
from game.core.evaluator import Evaluator
from game.rules.kassala.actions import KassalaAttack
from game.rules.kassala.system import Kassala
from tests.ai.boards import place

BOARD = {"m-tcav1": "0203", "m-tinf1": "0303", "m-egy1": "0204", "c-musk1": "0804", "c-eth1": "0706", "c-eth2": "0805"}


def regular(rules: Kassala, oversight: float, seed: int = 1) -> Regular:
    """A regular with Moslems, and a chance that it neglects a unit."""
    judge: Evaluator[Any] = rules.evaluator()
    judge.oversight = oversight
    player = make("regular", rules, "moslem", seed, judge=judge)
    assert isinstance(player, Regular)
    player.think_less(0.3)
    return player


def course(rules: Kassala, oversight: float, seed: int = 1) -> tuple[Any, ...]:
    """The moves that it plans from the board."""
    state = place(rules, BOARD, phase="movement", phasing="moslem")
    choice = regular(rules, oversight, seed).choose(state)
    assert rules.check(state, choice.action)
    return choice.plan or (choice.action,)


def test_neglected_units_do_something_else(kassala: Kassala) -> None:
    """Where none is neglected it does what it planned; the same player neglects the same units."""
    plans = [course(kassala, share, seed) for seed in (1, 2, 3) for share in (0.0, 1.0)]
    assert any(planned != done for planned, done in zip(plans[::2], plans[1::2], strict=True))
    assert course(kassala, 1.0) == plans[1]


def test_a_dear_oversight_is_seen(kassala: Kassala, monkeypatch: pytest.MonkeyPatch) -> None:
    """An attack that costs more than a glance forgives is not exchanged, though all else is neglected."""
    state = place(kassala, {"m-tcav1": "0203", "m-tinf1": "0303", "m-egy1": "0204", "c-musk1": "0304",
                            "c-eth1": "0804"}, phase="combat", phasing="moslem")
    attack = KassalaAttack(("m-tinf1", "m-egy1"), ("c-musk1",))
    player = regular(kassala, 1.0)
    other = KassalaAttack(("m-tinf1",), ("c-musk1",))
    monkeypatch.setattr(player.judge, "plausible", lambda _: [other])
    for price, wanted in ((BLUNDER / 2, other), (2 * BLUNDER, attack)):
        monkeypatch.setattr(player, "glance", lambda valuation, at, actions, lost=price: (
            0.5 if actions == (attack,) else 0.5 - lost))
        assert player.overseen(state, (attack,)) == (wanted,)
