"""Renaissance: sampled playouts, and the time to check a group's move in the middle of battles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from statistics import median
from time import process_time

from benchmarks.figure import Figure
from benchmarks.playouts import faces, rate
from game import catalog
from game.core.chance import CHANCE
from game.rules.renaissance import build
from game.rules.renaissance.engine.actions import March, Step
from game.rules.renaissance.engine.moves import why_no_move
from game.rules.renaissance.engine.sampling import group_of
from game.rules.renaissance.engine.state import RenaissanceState

PAIRS = ("swedish-imperial", "french-swiss", "mughal-mughal", "aztec-spanish")
"""The battles, named by their armies."""
STEPS = ((Step("ahead", 1000),), (Step("left", 1200),), (Step("right", 600), Step("ahead", 400)))
"""The moves that are checked, each as its steps."""
PLIES = 120
"""Plies of each battle in which groups are checked."""


def positions() -> Iterator[RenaissanceState]:
    """States of random battles in which a side moves."""
    rules = build(catalog.board)
    for seed, pair in enumerate(PAIRS):
        random, state = Random(seed), rules.initial(pair)
        for _ in range(PLIES):
            actor = rules.to_act(state)
            if actor is None:
                break
            if state.phase == "moves" and not state.stack:
                yield state
            action = faces(rules, state, random) if actor == CHANCE else random.choice(rules.candidates(state))
            state = rules.apply(state, action)[0]


def checks() -> list[float]:
    """Processor seconds of the first check of a group's move in a position, legal or not, with nothing cached."""
    rules, times = build(catalog.board), []
    for state in positions():
        movers = [slot for slot in state.bases_on_table(state.seat) if why_no_move(state, slot) is None]
        for group in {tuple(sorted(group_of(state, slot, movers))) for slot in movers}:
            if len(group) > 1:
                for steps in STEPS:
                    uncached, action = replace(state), March(tuple(state.roster[slot].id for slot in group), steps)
                    started = process_time()
                    rules.check(uncached, action)
                    times.append(process_time() - started)
    return times


def figures() -> list[Figure]:
    """The speed of playouts, and the times of checks."""
    rates = {pair: rate("renaissance", pair, 2.0, 1) for pair in PAIRS}
    results = [Figure(f"sampled playouts of Renaissance, {pair}", each, "plies/s", 300, "at least")
             for pair, each in rates.items()]
    times = [1000 * each for each in checks()]
    note = f"{len(times)} checks"
    return [*results, Figure("check of a group's move, median", median(times), "ms", 1, "at most", note),
            Figure("check of a group's move, worst", max(times), "ms", 5, "at most", note)]
