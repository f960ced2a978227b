"""Plays out candidate answers of a puzzle, to measure the provenance that a puzzle states.

``python -m benchmarks.puzzle SYSTEM FILE [--games N] [--budget SHARE] [--against LEVEL] LINE...``

FILE is a puzzle, or a position as the referee prints it. Each LINE holds the actions of one candidate, separated by
semicolons: they are done first, then computer players play on. A line ``veteran`` lets that level choose from the
start. All candidates get the same seeds.
"""

from __future__ import annotations

from argparse import ArgumentParser
from functools import partial
from os import cpu_count
from pathlib import Path
from typing import Any, NamedTuple

from game import catalog
from game.levels import computer_player
from game.match.dice import derive, first_link
from game.match.hashing import hash_state
from game.match.setup import complete_position, read_json_file
from game.selfplay.simulate import make_players, play_on, points_of, wilson
from game.selfplay.workshare import map_ordered


class Candidate(NamedTuple):
    """A line of actions to try in a position."""

    system: str
    position: dict[str, Any]
    line: tuple[str, ...]
    """The notations of the actions."""
    level: str
    """The level of the seat to act, once the line has been played."""
    opponent: str
    """The level of the other seats."""
    budget: float
    """The share of their usual budget that the players use."""


def points(candidate: Candidate, seed: int) -> float:
    """The points of the seat to act, after the line has been done and players have played on."""
    rules = catalog.rules(candidate.system)
    state, scenario = rules.from_position(candidate.position), candidate.position["scenario"]
    seat = rules.to_act(state)
    assert seat is not None, "the game is not over"
    for text in candidate.line:
        state, _ = rules.apply(state, rules.parse(text))
    levels = {each: candidate.level if each == seat else candidate.opponent for each in rules.seats}
    players = make_players(rules, scenario, levels, seed, candidate.budget)
    link = first_link(seed, rules.name, scenario, (), hash_state(rules, state))
    return points_of(rules, play_on(rules, state, link, players)[0], seat)


def main() -> None:
    """Play out every candidate, and print how many games it won."""
    parser = ArgumentParser()
    parser.add_argument("system")
    parser.add_argument("file", type=Path)
    parser.add_argument("line", nargs="+")
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--budget", type=float, default=0.1)
    parser.add_argument("--against", default="veteran")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rules, data = catalog.rules(arguments.system), read_json_file(arguments.file)
    position, games = complete_position(rules, data.get("position", data)), arguments.games
    seeds = [derive(arguments.seed, "puzzle", number) for number in range(games)]
    for text in arguments.line:
        is_level = computer_player(text) is not None
        line = () if is_level else tuple(part.strip() for part in text.split(";") if part.strip())
        candidate = Candidate(arguments.system, position, line, text if is_level else "veteran", arguments.against,
                              arguments.budget)
        scores = list(map_ordered(partial(points, candidate), seeds, cpu_count() or 1))
        low, high = wilson(sum(scores), games)
        print(f"{scores.count(1.0)} won, {scores.count(0.5)} drawn of {games}, {low:.1%} to {high:.1%}: {text}",
              flush=True)


if __name__ == "__main__":
    main()
