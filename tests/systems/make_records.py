"""Writes the golden records of the made-up systems: ``python -m tests.systems.make_records`` from the top folder.

Run by hand after a deliberate change of their rules, or of what a position holds.
"""

from __future__ import annotations

import os
from pathlib import Path

from game import catalog
from game.systems import VARIABLE
from tests.records.make_golden import played

FOLDER = Path(__file__).parent
GAMES = (("pickets", "ford", (), 10, 0.05), ("pickets", "ford", ("few-couriers",), 1, 0.05),
         ("pickets", "patrol", (), 3, 0.05), ("pickets", "example", (), 5, 0.0))
"""System, scenario, options, seed, and how often the main button is taken out of haste."""
RANDOM = ("random", "random")


def main() -> None:
    """Play and write them."""
    os.environ[VARIABLE] = str(FOLDER)
    for system, scenario, options, seed, haste in GAMES:
        match = played(catalog.rules(system), scenario, options, seed, RANDOM, haste)
        path = FOLDER / system / "records" / f"{'-'.join((scenario, *options))}.jsonl"
        path.parent.mkdir(exist_ok=True)
        path.unlink(missing_ok=True)
        match.save(path)
        print(path.name, len(match.plies), match.result)


if __name__ == "__main__":
    main()
