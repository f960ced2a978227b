"""The screen asks the rules once for each state: the calls are counted while a hand selects and moves a unit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import copy
from inspect import getmembers, isfunction
from typing import Any

import pytest

from game import catalog
from game.core.contract import System
from game.match.match import Match
from tests.ui.hand import Hand

Sit = Callable[..., Hand]

BATTLES = {"tours": "tours", "kassala": "kassala", "africa": "castillejos", "adua": "adua"}
CHECKS = {"africa": 3}
"""If the other side may interrupt, a move is also checked before that question."""


def counting(rules: System[Any], calls: Counter[str]) -> System[Any]:
    """Rules that count calls from outside, not their own."""
    inside = False

    def counted(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def ask(*given: Any, **named: Any) -> Any:
            nonlocal inside
            calls[name] += not inside
            outside, inside = not inside, True
            try:
                return method(*given, **named)
            finally:
                inside = not outside
        return ask

    kind = type(rules)
    methods = {name: counted(name, method) for name, method in getmembers(kind, isfunction)
               if not name.startswith("_") and name != "matchups"}  # a screen looks whether a system has that itself
    found = copy(rules)
    found.__class__ = type("Counting", (kind,), methods)
    return found


def _pick_up(hand: Hand, calls: Counter[str]) -> str:
    """Select a unit that may move, in the first phase in which one may; return a place it may enter."""
    game = hand.game
    for _ in range(8):
        calls.clear()
        for unit in game.selection.eligible if game.situation.prompt.mode == "move" else ():
            hand.click_unit(unit)
            goes = (place for place, found in game.selection.choices.proposals_at.items() if len(found) == 1
                    and len(found[0].actions) == 1 and found[0].preview is None and found[0].offer.angle is None)
            if place := next(goes, None):
                return place
        hand.end_phase()
        hand.settle()
    raise AssertionError("nobody may march")


@pytest.mark.every(4)
@pytest.mark.parametrize("system", BATTLES)
def test_selecting_and_moving_a_unit_costs_few_legality_checks(sit_down: Sit, system: str) -> None:
    """There are two checks: of the move, and of the main button in the state after it. In that state the seat to act,
    the counters and the overview are each requested once."""
    calls: Counter[str] = Counter()
    hand = sit_down(reduced_motion=True)
    hand.app.navigator.show(Match.begin(counting(catalog.rules(system), calls), BATTLES[system], seed=1))
    hand.settle()
    place = _pick_up(hand, calls)
    assert [] == [name for name in ("check", "to_act", "prompt", "counters", "overview") if calls[name]]
    done = len(hand.game.match.plies)
    hand.click_place(place)
    hand.settle()
    assert len(hand.game.match.plies) == done + 1
    assert (CHECKS.get(system, 2), 1, 1) == (calls["check"], calls["to_act"], calls["counters"])
    assert calls["overview"] <= 1
    assert calls["offers"] <= 3
