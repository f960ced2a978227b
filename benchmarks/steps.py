"""The cost of single answers of the rules: to apply an action, and to survey what a unit can do. Times are compared
with a yardstick of rules, see ``benchmarks.yardstick``."""

from __future__ import annotations

from functools import partial
from random import Random
from statistics import mean, median
from typing import Any

from benchmarks import yardstick
from benchmarks.figure import Figure, median_us
from game import catalog
from game.core.contract import System
from game.core.offer import Picked

SAMPLED_SHARE = 0.05
"""The share of the states of random play that are measured, chosen at random."""


def positions(rules: System[Any], options: tuple[str, ...], count: int, seed: int = 1) -> list[Any]:
    """So many states reached in random play of Kassala."""
    random = Random(seed)
    states: list[Any] = []
    while len(states) < count:
        state = rules.initial("kassala", options)
        while rules.to_act(state) is not None:
            if random.random() < SAMPLED_SHARE:
                states.append(state)
            state = rules.apply(state, random.choice(rules.candidates(state)))[0]
    return states[:count]


def applying() -> Figure:
    """The median time to apply an action, over many positions and actions."""
    rules = catalog.rules("kassala")
    random, yard = Random(2), yardstick.rules()
    times = []
    for state in positions(rules, (), 200):
        yard.measure()
        action = random.choice(rules.candidates(state))
        times.append(median_us(partial(rules.apply, state, action), 3, 30))
    return yard.figure("apply an action and make the new state, median", median(times), 12, f"worst {max(times):.0f}",
                       unit="us")


def surveying() -> list[Figure]:
    """The mean and the worst time of a survey, over every unit in movement states."""
    rules = catalog.rules("kassala")
    times, yard = [], yardstick.rules()
    for options in ((), ("cannon",)):
        for state in [s for s in positions(rules, options, 60) if rules.prompt(s).phase == "movement"]:
            for counter in rules.counters(state):
                if counter.place is not None:
                    yard.measure()
                    times.append(median_us(partial(rules.offers, state, Picked((counter.unit,))), 5, 10))
    return [
        yard.figure("survey of one unit, mean", mean(times), 60, unit="us"),
        yard.figure("survey of one unit, worst of all units and positions", max(times), 60,
                    f"median {median(times):.0f}", unit="us"),
    ]


def figures() -> list[Figure]:
    """The times to apply an action, and to survey a unit."""
    return [applying(), *surveying()]
