"""Writes the golden records of the made-up systems: ``python -m tests.systems.make_records [SYSTEM...]`` from the top
folder.

Run by hand after a deliberate change of their rules, or of what a position holds.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from game import catalog
from game.systems import VARIABLE
from tests.records.make_golden import played

FOLDER = Path(__file__).parent
RANDOM, TRAINED = ("random", "random"), ("veteran", "recruit")
GAMES = (
    ("pickets", "ford", "ford", (), 24, 0.05, RANDOM),
    ("pickets", "ford-few-couriers", "ford", ("few-couriers",), 1, 0.05, RANDOM),
    ("pickets", "patrol", "patrol", (), 3, 0.05, RANDOM),
    ("pickets", "example", "example", (), 5, 0.0, RANDOM),
    ("cudgels", "green", "green", (), 4, 0.0, TRAINED),
    ("cudgels", "green-draw", "green", (), 0, 0.0, RANDOM),
    ("cudgels", "green-nightfall", "green", (), 1, 0.0, RANDOM),
    ("cudgels", "green-long-sticks", "green", ("long-sticks",), 1, 0.0, RANDOM),
)
"""System, title, scenario, options, seed, how often the main button is taken out of haste, and who plays."""


def main() -> None:
    """Play and write them."""
    os.environ[VARIABLE] = str(FOLDER)
    for system, title, scenario, options, seed, haste, levels in GAMES:
        if sys.argv[1:] and system not in sys.argv[1:]:
            continue
        match = played(catalog.rules(system), scenario, options, seed, levels, haste)
        path = FOLDER / system / "records" / f"{title}.jsonl"
        path.parent.mkdir(exist_ok=True)
        path.unlink(missing_ok=True)
        match.save(path)
        print(path.name, len(match.plies), match.result)


if __name__ == "__main__":
    main()
