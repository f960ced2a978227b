"""The next decision in a game between computer players; shared by simulations, records and figures."""

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
    """The next seat to act and its choice: a seat that interrupts, otherwise the seat to act.

    Each seat that may interrupt is asked once per state, in the order of the rules; the first that wants to interrupt
    does so.

    :param state: a state in which a seat must act, not chance.
    :param players: seat -> its player; a seat without a player does not interrupt.
    :param limit_s: seconds each player may think; None for no limit.
    :raises KeyError: if the seat to act has no player, or a roll is pending.
    """
    for seat in capability(rules, Interrupts).may_interrupt(state):
        if seat in players:
            choice = players[seat].interrupt(seen_by(rules, state, seat), limit_s)
            if choice is not None:
                return seat, choice
    actor = rules.to_act(state)
    assert actor is not None, "the game is not over, so a seat must act"
    return actor, players[actor].choose(seen_by(rules, state, actor), limit_s)
