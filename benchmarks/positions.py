"""Positions from games between computer players, to be measured."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game import catalog
from game.ai.players import make
from game.core.chance import CHANCE
from game.match.match import Match


def first_position(system: str, scenario: str, level: str, seed: int,
                   condition: Callable[[Match[Any]], bool]) -> dict[str, Any]:
    """The first position that meets a condition in a game with both sides played at one level."""
    rules = catalog.rules(system)
    match = Match.begin(rules, scenario, seed=seed)
    players = {seat: make(level, rules, seat, seed) for seat in rules.seats}
    while not condition(match):
        acting = match.to_act
        assert acting is not None, "the game ended before the condition was met"
        if acting == CHANCE:
            match.roll()
        else:
            match.play(players[acting].choose(match.state).action)
    return rules.position(match.state)
