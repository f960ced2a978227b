"""Who does what next where computer players have the seats: one loop for laboratory, records and figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.ai.choice import Player, PlayerChoice
from game.core.capability import capability, seen_by
from game.core.contract import System
from game.core.interrupts import Interrupts


def decide(
    rules: System[Any], state: Any, players: Mapping[str, Player], limit_s: float | None = None
) -> tuple[str, PlayerChoice]:
    """The seat that goes on and what it does: one that interrupts, or else the one that must act.

    Every seat that may interrupt is asked once a state, in the order the rules name them; the first that wants to does.

    :param state: one in which a seat must act, not chance.
    :param players: seat -> its player; a seat without one does not interrupt.
    :param limit_s: seconds each may think; None for as long as it takes.
    :raises KeyError: where nobody has the seat that must act.
    """
    for seat in capability(rules, Interrupts).may_interrupt(state):
        if seat in players:
            choice = players[seat].interrupt(seen_by(rules, state, seat), limit_s)
            if choice is not None:
                return seat, choice
    actor = rules.to_act(state)
    assert actor is not None, "somebody must act"
    return actor, players[actor].choose(seen_by(rules, state, actor), limit_s)
