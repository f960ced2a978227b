"""How strong the veteran is: games against the recruit from both sides.

``python -m benchmarks.strength [SYSTEM SCENARIO [OPTION,OPTION]]``; Kassala without words.
"""

from __future__ import annotations

import sys
from os import cpu_count

from benchmarks.figure import HEADING, Figure
from game import catalog
from game.selfplay.simulate import Plan, simulate

GAMES = 100
"""From each side."""


def score(
    side: str, system: str, scenario: str, options: tuple[str, ...] = (), games: int = GAMES, seed: int = 1541
) -> tuple[float, str]:
    """The veteran's share of points with a side (a draw is half a point), and how the games ended."""
    levels = {seat: "veteran" if seat == side else "recruit" for seat in catalog.rules(system).seats}
    report = simulate(Plan(system, scenario, options, levels, seed), games, cpu_count() or 1)
    points = report.wins[side] + report.draws / 2
    return points / games, ", ".join(f"{count} {ending}" for ending, count in report.endings.items())


def battle(
    system: str, scenario: str, target: float, options: tuple[str, ...] = (), games: int = GAMES
) -> list[Figure]:
    """The share in a battle, from both sides together and from each."""
    seats = catalog.rules(system).seats
    scores = {seat: score(seat, system, scenario, options, games) for seat in seats}
    mean = sum(share for share, _ in scores.values()) / len(seats)
    name = f"veteran against recruit, {scenario}, {len(seats) * games} games"
    return [
        Figure(name, mean, "points", target, "at least"),
        *(Figure(f"  as {seat.title()}", share, "points", target, "at least", how)
          for seat, (share, how) in scores.items()),
    ]


def figures() -> list[Figure]:
    return battle("kassala", "kassala", 0.95)


if __name__ == "__main__":
    print(HEADING)
    words = sys.argv[1:]
    chosen = tuple(words[2].split(",")) if len(words) > 2 else ()
    for figure in battle(words[0], words[1], 0.9, chosen) if words else figures():
        print(figure.line, flush=True)
