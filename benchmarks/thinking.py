"""How long the veteran takes over a player turn: all its decisions between two changes of the sequence together."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any

from benchmarks.figure import Figure
from game import catalog
from game.ai.players import make
from game.core.chance import CHANCE


def turn_times(options: Sequence[str], seed: int) -> list[float]:
    """Seconds of every player turn of a game between veterans without a time limit."""
    rules = catalog.rules("kassala")
    state: Any = rules.initial("kassala", options)
    players = {seat: make("veteran", rules, seat, seed) for seat in rules.seats}
    dice = Random(seed)
    times: dict[tuple[int, str], float] = {}
    while (actor := rules.to_act(state)) is not None:
        if actor == CHANCE:
            action = dice.choice(rules.candidates(state))
        else:
            start = perf_counter()
            action = players[actor].choose(rules.view(state, actor)).action
            prompt = rules.prompt(state)
            key = (prompt.turn if prompt.phase != "setup" else 0, actor)
            times[key] = times.get(key, 0.0) + perf_counter() - start
        state = rules.apply(state, action)[0]
    return list(times.values())


def figures() -> list[Figure]:
    plain = [time for seed in range(4) for time in turn_times((), seed)]
    rich = [time for seed in range(2) for time in turn_times(("cannon", "free-deployment", "mixed-attacks"), seed)]
    return [
        Figure("veteran, a player turn of the basic game, worst", max(plain), "s", 1.0, "at most",
               f"mean {sum(plain) / len(plain):.3f}"),
        Figure("veteran, a player turn with all options, worst", max(rich), "s", 1.0, "at most",
               f"mean {sum(rich) / len(rich):.3f}"),
    ]
