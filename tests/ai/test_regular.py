"""The regular level neglects some units for a whole player turn, but never at a great cost."""

from __future__ import annotations

from typing import Any

import pytest

from game.ai.players import make
from game.ai.regular import MAX_NEGLECT_COST, Regular
from game.core.evaluator import Evaluator
from game.rules.kassala.actions import KassalaAttack
from game.rules.kassala.system import Kassala
from tests.ai.boards import place

BOARD = {"m-tcav1": "0203", "m-tinf1": "0303", "m-egy1": "0204", "c-musk1": "0804", "c-eth1": "0706", "c-eth2": "0805"}


def regular(rules: Kassala, neglect: float, seed: int = 1) -> Regular:
    """A Moslem regular that neglects each unit with this chance."""
    judge: Evaluator[Any] = rules.evaluator()
    judge.neglect = neglect
    player = make("regular", rules, "moslem", seed, evaluator=judge)
    assert isinstance(player, Regular)
    player.think_less(0.3)
    return player


def course(rules: Kassala, neglect: float, seed: int = 1) -> tuple[Any, ...]:
    """The moves that a regular plans on the board."""
    state = place(rules, BOARD, phase="movement", phasing="moslem")
    choice = regular(rules, neglect, seed).choose(state)
    assert rules.check(state, choice.action)
    return choice.plan or (choice.action,)


def test_neglected_units_do_something_else(kassala: Kassala) -> None:
    """A player that neglects no unit keeps its plan; the same seed neglects the same units."""
    plans = [course(kassala, share, seed) for seed in (1, 2, 3) for share in (0.0, 1.0)]
    assert any(planned != done for planned, done in zip(plans[::2], plans[1::2], strict=True))
    assert course(kassala, 1.0) == plans[1]


def test_costly_neglect_is_noticed(kassala: Kassala, monkeypatch: pytest.MonkeyPatch) -> None:
    """A planned attack is kept if its replacement costs too much, even when every unit may be neglected."""
    state = place(kassala, {"m-tcav1": "0203", "m-tinf1": "0303", "m-egy1": "0204", "c-musk1": "0304",
                            "c-eth1": "0804"}, phase="combat", phasing="moslem")
    attack = KassalaAttack(("m-tinf1", "m-egy1"), ("c-musk1",))
    player = regular(kassala, 1.0)
    other = KassalaAttack(("m-tinf1",), ("c-musk1",))
    monkeypatch.setattr(player.evaluator, "plausible", lambda _: [other])
    for price, wanted in ((MAX_NEGLECT_COST / 2, other), (2 * MAX_NEGLECT_COST, attack)):
        monkeypatch.setattr(player, "rough_score", lambda valuation, at, actions, lost=price: (
            0.5 if actions == (attack,) else 0.5 - lost))
        assert player.neglected(state, (attack,)) == (wanted,)


def test_the_end_of_a_course_is_not_neglected(kassala: Kassala, monkeypatch: pytest.MonkeyPatch) -> None:
    """If its only unit is left where it is, a course still ends the phase, whatever else a recruit would do."""
    state = place(kassala, BOARD, phase="movement", phasing="moslem")
    player, end = regular(kassala, 1.0), kassala.prompt(state).main
    assert end is not None
    move, other = (next(action for action in kassala.candidates(state) if action.units == (unit,))
                   for unit in ("m-egy1", "m-tinf1"))
    monkeypatch.setattr(player.evaluator, "plausible", lambda _: [other])
    monkeypatch.setattr(player, "rough_score", lambda valuation, at, actions: 0.0)
    assert player.neglected(state, (move, end)) == (end,)
