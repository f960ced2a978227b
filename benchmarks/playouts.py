"""Random playouts compared with random chess on the same core, alternating; and two processes compared with one."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import chess

from benchmarks.figure import Figure
from game import catalog
from game.core.action import Faces
from game.core.chance import CHANCE
from game.core.contract import System

ROUNDS = 7
"""Measurements of each battle, alternating with chess."""
SECONDS = 0.6
"""Length of each measurement."""
BATTLES = (("kassala", "kassala", 0.6), ("africa", "tetuan", 0.2), ("tours", "tours", 0.2), ("adua", "adua", 0.09),
           ("renaissance", "quick-battle", 0.023))
"""A system, a battle, and its target rate as a share of python-chess's."""
PLIES = 400
"""Plies after which a game of chess is abandoned."""


def rate(system: str, scenario: str, seconds: float, seed: int) -> float:
    """Plies per second of random play that chooses among all legal actions at every step; dice faces come up by their
    weights."""
    rules = catalog.rules(system)
    start = rules.initial(scenario)
    random = Random(seed)
    choose = random.choice
    plies = 0
    started = perf_counter()
    while perf_counter() - started < seconds:
        state = start
        while (actor := rules.to_act(state)) is not None:
            action = faces(rules, state, random) if actor == CHANCE else choose(rules.candidates(state))
            state = rules.apply(state, action)[0]
            plies += 1
    return plies / (perf_counter() - started)


def faces(rules: System[Any], state: Any, random: Random) -> Faces:
    """Random faces for the pending dice or coins, by their weights."""
    roll = rules.pending_roll(state)
    assert roll is not None, "chance acts only if a roll is pending"
    return Faces(tuple(
        random.choices(die.faces, die.weights)[0] if die.weights else random.choice(die.faces) for die in roll.dice
    ))


def chess_rate(seconds: float, seed: int) -> float:
    """Plies per second of python-chess doing the same with ``list(board.legal_moves)``."""
    choose = Random(seed).choice
    plies = 0
    started = perf_counter()
    while perf_counter() - started < seconds:
        board = chess.Board()
        for _ in range(PLIES):
            if board.is_game_over(claim_draw=False):
                break
            board.push(choose(list(board.legal_moves)))
            plies += 1
    return plies / (perf_counter() - started)


def beside_chess(system: str, scenario: str, target: float, rounds: int = ROUNDS, seconds: float = SECONDS) -> Figure:
    """A battle's rate as a multiple of python-chess's: the median of alternating rounds of this many seconds each."""
    rate(system, scenario, 0.2, 0)
    chess_rate(0.2, 0)
    pairs = [(rate(system, scenario, seconds, seed), chess_rate(seconds, seed)) for seed in range(rounds)]
    ratio = median(ours / theirs for ours, theirs in pairs)
    note = f"{median(a for a, _ in pairs):.0f} and {median(b for _, b in pairs):.0f} plies/s"
    return Figure(f"random playouts of {scenario} beside python-chess", ratio, "times", target, "at least", note)


def two_processes() -> Figure:
    """Plies of two processes together as a multiple of one alone."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        list(pool.map(_warm, range(2)))
        ratios = []
        for seed in range(3):
            alone = sum(_together(pool, 1, seed))
            ratios.append(sum(_together(pool, 2, seed)) / alone)
    return Figure("random playouts, two processes beside one", median(ratios), "times", 1.8, "at least")


def _together(pool: ProcessPoolExecutor, count: int, seed: int) -> list[float]:
    """Plies per second of each of some playouts at the same time."""
    jobs = [pool.submit(rate, "kassala", "kassala", 1.5, 10 * seed + number) for number in range(count)]
    return [job.result() for job in jobs]


def _warm(number: int) -> float:
    """A short playout, in which a process imports its modules."""
    return rate("kassala", "kassala", 0.3, number)


def figures() -> list[Figure]:
    """Every battle beside chess, and two processes beside one."""
    return [*(beside_chess(*battle) for battle in BATTLES), two_processes()]
