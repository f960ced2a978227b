"""How strong the veteran is: games against the recruit from both sides. ``python -m benchmarks.strength``."""

from __future__ import annotations

import sys
from os import cpu_count

from benchmarks.figure import HEADING, Figure
from game.core.contract import DRAW
from game.lab import Plan, simulate

GAMES = 100
"""From each side."""


def score(side: str, options: tuple[str, ...] = (), games: int = GAMES, seed: int = 1541) -> tuple[float, str]:
    """The veteran's share of points with a side (a draw is half a point), and how the games ended."""
    levels = {seat: "veteran" if seat == side else "recruit" for seat in ("moslem", "christian")}
    report = simulate(Plan("kassala", "kassala", options, levels, seed), games, cpu_count() or 1)
    points = sum(1.0 if game.winner == side else 0.5 if game.winner == DRAW else 0.0 for game in report.games)
    return points / games, ", ".join(f"{count} {ending}" for ending, count in report.endings.items())


def figures(options: tuple[str, ...] = (), games: int = GAMES) -> list[Figure]:
    moslem, how_moslem = score("moslem", options, games)
    christian, how_christian = score("christian", options, games)
    return [
        Figure(f"veteran against recruit, {2 * games} games, half from each side", (moslem + christian) / 2, "points",
               0.95, "at least"),
        Figure("  as Moslem", moslem, "points", 0.95, "at least", how_moslem),
        Figure("  as Christian", christian, "points", 0.95, "at least", how_christian),
    ]


if __name__ == "__main__":
    print(HEADING)
    for figure in figures(tuple(sys.argv[1].split(",")) if len(sys.argv) > 1 else ()):
        print(figure.line, flush=True)
