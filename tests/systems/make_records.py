"""Writes the golden records of the made-up systems: ``python -m tests.systems.make_records [SYSTEM...]`` from the top
folder. The games of a system are listed in its ``records/games.toml``.

Run by hand after a deliberate change of their rules or positions.
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from game import catalog
from game.core.fields import Fields
from game.systems import SYSTEMS_VARIABLE
from tests.records.make_golden import played

FOLDER = Path(__file__).parent


class Game(NamedTuple):
    """A game to record; its file has the title of its entry."""

    scenario: str
    seed: int
    options: tuple[str, ...] = ()
    haste: float = 0.0
    """The share of decisions that take the main button's action."""
    levels: tuple[str, str] = ("random", "random")
    """The levels of the players."""


def main() -> None:
    """Play the games and write their records."""
    os.environ[SYSTEMS_VARIABLE] = str(FOLDER)
    for listed in sorted(FOLDER.glob("*/records/games.toml")):
        system = listed.parents[1].name
        if sys.argv[1:] and system not in sys.argv[1:]:
            continue
        games: Mapping[str, Game] = Fields().read(Mapping[str, Game], tomllib.loads(listed.read_text("utf-8")), system)
        for title, game in games.items():
            match = played(catalog.rules(system), game.scenario, game.options, game.seed, game.levels, game.haste)
            path = listed.with_name(f"{title}.jsonl")
            path.unlink(missing_ok=True)
            match.save(path)
            print(path.name, len(match.plies), match.result)


if __name__ == "__main__":
    main()
