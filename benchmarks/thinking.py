"""The veteran's thinking time for a player turn: all its decisions between two changes of the sequence together."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import Any

from benchmarks.figure import Figure
from benchmarks.playouts import faces
from game import catalog
from game.ai.deciding import decide
from game.ai.players import make
from game.core.chance import CHANCE


def turn_times(system: str, scenario: str, options: Sequence[str], seed: int) -> list[float]:
    """Seconds of every player turn of a game between veterans without a time limit; an interrupt counts for its
    seat."""
    rules = catalog.rules(system)
    state: Any = rules.initial(scenario, options)
    players = {seat: make("veteran", rules, seat, seed) for seat in rules.seats}
    random = Random(seed)
    times: dict[tuple[int, str], float] = {}
    while (actor := rules.to_act(state)) is not None:
        if actor == CHANCE:
            state = rules.apply(state, faces(rules, state, random))[0]
            continue
        start = perf_counter()
        seat, choice = decide(rules, state, players)
        prompt = rules.prompt(state)
        key = (prompt.turn if prompt.phase != "setup" else 0, seat)
        times[key] = times.get(key, 0.0) + perf_counter() - start
        state = rules.apply(state, choice.action)[0]
    return list(times.values())


def turn(name: str, target: float, times: list[float]) -> Figure:
    """The slowest of several player turns."""
    return Figure(f"veteran, a player turn of {name}, worst", max(times), "s", target, "at most",
                  f"mean {sum(times) / len(times):.3f}")


def figures() -> list[Figure]:
    rich = ("cannon", "free-deployment", "mixed-attacks")
    plain = [time for seed in range(4) for time in turn_times("kassala", "kassala", (), seed)]
    options = [time for seed in range(2) for time in turn_times("kassala", "kassala", rich, seed)]
    return [
        turn("Kassala's basic game", 1.0, plain),
        turn("Kassala with all options", 1.0, options),
        turn("Tetuan", 3.0, turn_times("africa", "tetuan", (), 1)),
    ]
