"""Adua, the largest board and the largest armies: playouts, surveys, frames, loading, and a record of fifteen turns.

The positions are those stored for the count of inputs (``inputs_adua``); the second is in the middle of a battle.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from benchmarks.boards import Table
from benchmarks.figure import Figure, median_us
from benchmarks.frames import quiet_folders
from benchmarks.inputs_adua import FOLDER, POSITIONS
from benchmarks.playouts import faces
from game import catalog, maps, systems
from game.ai.players import make
from game.core.chance import CHANCE
from game.core.offer import Picked
from game.match.loading import load
from game.match.match import Match
from game.match.start import Start

SECONDS = 6.0
"""Length of the playouts."""
SIZES = (((1920, 1080), (5.0, 8.0, 16.0, 20.0)), ((3840, 2160), (12.0, 32.0, 64.0, 80.0)))
"""Window sizes, and the targets in milliseconds for a frame at rest, dragged, zoomed and selecting a unit. At the
larger size only the frame at rest has its own target; the others may take four times as long."""


LAST_TURN = 15
"""The last turn of the battle: a record of a game that reaches it is measured."""


def position(index: int) -> dict[str, Any]:
    """A stored position, by its index in ``POSITIONS``."""
    stored: dict[str, Any] = json.loads((FOLDER / f"{POSITIONS[index]}.json").read_text("utf-8"))
    return stored


def playouts() -> Figure:
    """Plies per second of random play from samples: first a unit is chosen, then one of its actions."""
    rules = catalog.rules("adua")
    random = Random(3)
    plies, started = 0, perf_counter()
    while perf_counter() - started < SECONDS:
        state = rules.initial("adua")
        while (actor := rules.to_act(state)) is not None and perf_counter() - started < SECONDS:
            action = faces(rules, state, random) if actor == CHANCE else random.choice(rules.candidates(state))
            state = rules.apply(state, action)[0]
            plies += 1
    return Figure("random playouts of Adua by fair samples", plies / (perf_counter() - started), "plies/s", 1200,
                  "at least")


def surveys() -> Iterator[Figure]:
    """The time to survey one unit, in the order phase and during the Abyssinians' movement."""
    rules = catalog.rules("adua")
    for phase in ("orders", "move"):
        state = rules.from_position(position(1))
        while (prompt := rules.prompt(state)).phase != phase or (phase == "move"
                                                                 and prompt.phasing_seat != "abyssinian"):
            action = faces(rules, state, Random(1)) if rules.to_act(state) == CHANCE else (
                rules.prompt(state).main or rules.candidates(state)[0])
            state = rules.apply(state, action)[0]
        units = [unit for offer in rules.offers(state, Picked()) for unit in offer.units]
        times = [median_us(partial(rules.offers, state, Picked((unit,))), 3, 3) / 1000 for unit in units]
        yield Figure(f"survey of a unit of Adua, {phase}, median", median(times), "ms", 2, "at most",
                     f"worst {max(times):.2f}, {len(units)} units")


def screens() -> Iterator[Figure]:
    """Frames with every counter on the map."""
    for size, targets in SIZES:
        table = Table(size, Start("play", "adua", "adua", seed=7, position=position(1)))
        kinds: tuple[tuple[str, Callable[[], Iterator[float] | list[float]]], ...] = (
            ("at rest", table.resting), ("while it is dragged", table.dragging),
            ("while it is zoomed", table.zooming), ("that picks up a unit, layers on", table.picking_up))
        for (kind, measure), target in zip(kinds, targets, strict=True):
            times = list(measure())
            yield Figure(f"frame of Adua {kind}, {size[0]}x{size[1]}", median(times), "ms", target, "at most",
                         f"worst {max(times):.1f}")
        table.hand.close()


def reading() -> Figure:
    """The time to load the system, its map and examples from disk, with its modules already imported."""
    from game.rules import adua

    times = []
    for _ in range(9):
        started = perf_counter()
        adua.build(lambda name: maps.load(systems.map_file(name)))
        times.append((perf_counter() - started) * 1000)
    return Figure("read the system Adua", median(times), "ms", 150, "at most")


def record() -> Figure:
    """The time to load the record of a whole game between veterans."""
    rules = catalog.rules("adua")
    for seed in range(20):
        with TemporaryDirectory() as folder:
            path = Path(folder) / "whole.jsonl"
            match = Match.begin(rules, "adua", seed=seed, record=path)
            players = {seat: make("veteran", rules, seat, seed) for seat in rules.seats}
            while (acting := match.to_act) is not None:
                if acting == CHANCE:
                    match.roll()
                else:
                    match.play(players[acting].choose(match.state).action)
            if match.state.turn < LAST_TURN:
                continue
            started = perf_counter()
            load(path)
            seconds = perf_counter() - started
            return Figure("load a record of fifteen turns of Adua", seconds, "s", 3, "at most",
                          f"{len(match.plies)} plies")
    raise AssertionError("no game went on to the last turn")


def figures() -> list[Figure]:
    """All figures of the largest battle."""
    with quiet_folders():
        return [playouts(), *surveys(), *screens(), reading(), record()]


if __name__ == "__main__":
    from benchmarks.figure import HEADING

    print(HEADING)
    for figure in figures():
        print(figure.line, flush=True)
