"""The speed of random playouts compared with that of an earlier commit, in alternating separate processes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.figure import Figure

ROOT = Path(__file__).resolve().parent.parent
COMMIT = "b7dcef3"
"""The last commit before the contract's second edition."""
ROUNDS = 7
"""Measurements of each commit, alternating."""
MIN_RATIO = 0.95
"""The least acceptable speed, as a share of that of the earlier commit."""
BATTLES = (("kassala", "kassala", 4), ("africa", "castillejos", 2), ("africa", "tetuan", 1))
"""System, battle, and games of each measurement."""
PLAYOUTS = """
import random, sys, time
from game import catalog

def plies_a_second(system, battle, games):
    rules, rng, plies = catalog.rules(system), random.Random(7), 0
    started = time.process_time()
    for _ in range(games):
        state = rules.initial(battle)
        while candidates := rules.candidates(state):
            state, plies = rules.apply(state, rng.choice(candidates))[0], plies + 1
    return plies / (time.process_time() - started)

for system, battle, games in {battles}:
    plies_a_second(system, battle, 1)
    print(plies_a_second(system, battle, games))
"""
"""A program that prints the plies per second of each battle."""


@contextmanager
def checked_out(commit: str) -> Iterator[Path | None]:
    """The program as it was at a commit, in a temporary folder; None if there is no such commit."""
    with TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        added = subprocess.run(["git", "worktree", "add", "--detach", str(tree), commit], cwd=ROOT, capture_output=True)
        if added.returncode:
            yield None
            return
        try:
            yield tree
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(tree)], cwd=ROOT, check=True)


def rates(tree: Path) -> list[float]:
    """Plies per second of each battle's random playouts in one tree of the program."""
    completed = subprocess.run([sys.executable, "-c", PLAYOUTS.replace("{battles}", repr(BATTLES))], cwd=tree,
                               check=True, capture_output=True, text=True)
    return [float(line) for line in completed.stdout.split()]


def figures() -> list[Figure]:
    """For each battle the speed as a share of that of the earlier commit; none without that commit."""
    with checked_out(COMMIT) as tree:
        if tree is None:
            print(f"no playouts to compare with: this copy of the repository has no commit {COMMIT}")
            return []
        pairs = [(rates(ROOT), rates(tree)) for _ in range(ROUNDS)]
    results = []
    for index, (_, battle, _) in enumerate(BATTLES):
        ours, before = (median(pair[side][index] for pair in pairs) for side in (0, 1))
        results.append(Figure(f"playouts of {battle}, of those before the second edition", ours / before, "", MIN_RATIO,
                            "at least", f"{ours:.0f} and {before:.0f} plies a second"))
    return results
