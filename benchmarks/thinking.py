"""The veteran's thinking time for a player turn: the sum over all its decisions in it."""

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
        started = perf_counter()
        seat, choice = decide(rules, state, players)
        prompt = rules.prompt(state)
        key = (prompt.turn if prompt.phase != "setup" else 0, seat)
        times[key] = times.get(key, 0.0) + perf_counter() - started
        state = rules.apply(state, choice.action)[0]
    return list(times.values())


def slowest_turn(name: str, target: float, times: list[float]) -> Figure:
    """The slowest of several player turns, in seconds."""
    return Figure(f"veteran, a player turn of {name}, worst", max(times), "s", target, "at most",
                  f"mean {sum(times) / len(times):.3f}")


def figures() -> list[Figure]:
    """The slowest turns of Kassala, without and with options, and of Tetuan."""
    options = ("cannon", "free-deployment", "mixed-attacks")
    basic = [time for seed in range(4) for time in turn_times("kassala", "kassala", (), seed)]
    with_options = [time for seed in range(2) for time in turn_times("kassala", "kassala", options, seed)]
    return [
        slowest_turn("Kassala's basic game", 1.0, basic),
        slowest_turn("Kassala with all options", 1.0, with_options),
        slowest_turn("Tetuan", 3.0, turn_times("africa", "tetuan", (), 1)),
    ]
