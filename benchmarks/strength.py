"""The veteran's strength: against the recruit, and against the veteran of an earlier commit.

``python -m benchmarks.strength SYSTEM [--scenario NAME ...] [--commit C] [--games N] [--budget SHARE] [--seed N]``
plays against an earlier commit, each at its own budget or the same share of it. ``python main.py bench`` plays against
the current recruit and other current levels.
"""

from __future__ import annotations

import json
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from os import cpu_count
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.before import checked_out
from benchmarks.figure import Figure
from game import catalog
from game.ai.choice import Player, PlayerChoice
from game.core.action import Action, Faces
from game.core.contract import System
from game.core.verdict import IllegalAction
from game.match.agreements import other_seat
from game.match.dice import derive, first_link
from game.match.hashing import hash_state
from game.selfplay.bench import Score, battles
from game.selfplay.simulate import SimulationPlan, make_players, play_on, points_of, simulate
from game.selfplay.workshare import map_ordered

LEVEL = "veteran"
COMMIT = "655dedc3"
"""The last commit before players had stances."""
GAMES = 100
"""Games from each side."""
SEED = 1541
"""The seed of the games against the recruit."""
MIN_SHARE = 0.95
"""The least acceptable share of points against the recruit."""
REFEREE = """
import sys
from game.referee import run, session
made = session.make

def make(*words, **more):
    player = made(*words, **more)
    if hasattr(player, "think_less"):
        player.think_less(float(sys.argv[1]))
    return player

session.make = make
sys.exit(run())
"""
"""The referee of a tree of the program, whose players use a share of their usual budget."""


class RulesChanged(Exception):
    """An action is legal by the present rules and not by those of the earlier commit, or the reverse."""


class EarlierPlayer:
    """A player of an earlier commit: its referee receives every action and is asked for advice."""

    def __init__(self, process: subprocess.Popen[str], rules: System[Any], seat: str) -> None:
        """:param process: the referee of that commit.
        :param rules: the present rules.
        """
        self._process, self._rules, self._seat = process, rules, seat
        self.advised: Action | None = None
        """The last action that it chose."""

    def ask(self, **request: Any) -> dict[str, Any]:
        """The reply to a request.

        :raises RulesChanged: if the referee refuses it.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        reply: dict[str, Any] = json.loads(self._process.stdout.readline() or "{}")
        if not reply.get("ok"):
            raise RulesChanged(f"the earlier referee refuses {request}: {reply}")
        return reply

    def tell(self, action: Action) -> None:
        """Send an action to its referee."""
        if isinstance(action, Faces):
            self.ask(do="roll", faces=action.faces)
        else:
            self.ask(do="play", action=action.notation)

    def interrupt(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice | None:
        return self._advice()

    def choose(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice:
        choice = self._advice()
        assert choice is not None, "a player to act must choose an action"
        return choice

    def _advice(self) -> PlayerChoice | None:
        """The referee's suggestion for its seat; None if it would not interrupt."""
        reply = self.ask(do="suggest", player=LEVEL, seat=self._seat)
        if not reply["action"]:
            return None
        self.advised = self._rules.parse(reply["action"])
        return PlayerChoice(self.advised, reply["why"])


class Encounter(NamedTuple):
    """The settings of a series of games against an earlier commit."""

    tree: Path
    """The folder of the earlier commit."""
    system: str
    scenario: str
    seat: str
    """The seat of the current program."""
    budget: float
    """The share of their usual budget that both players use."""
    seed: int
    """The seed of the series, from which that of each game is derived."""


@contextmanager
def earlier_player(encounter: Encounter, rules: System[Any], game_seed: int) -> Iterator[EarlierPlayer]:
    """The player of the other seat, in its own process, which ends when its input is closed.

    :raises RulesChanged: if its referee refuses the new game.
    """
    command = [sys.executable, "-c", REFEREE, str(encounter.budget)]
    with subprocess.Popen(command, cwd=encounter.tree, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True) as process:
        player = EarlierPlayer(process, rules, other_seat(rules, encounter.seat))
        player.ask(do="new", system=encounter.system, scenario=encounter.scenario, seed=game_seed)
        yield player


def play(encounter: Encounter, number: int) -> float | None:
    """The current program's points in one game; None if the rules have changed too much to play it to its end.

    :param number: the game's number in the series; both seats play it with the same seed.
    """
    rules, seat = catalog.rules(encounter.system), encounter.seat
    game_seed = derive(encounter.seed, "strength", encounter.scenario, number)
    try:
        with earlier_player(encounter, rules, game_seed) as opponent:
            current = make_players(rules, encounter.scenario, {seat: LEVEL}, game_seed, encounter.budget)
            state = catalog.set_up(rules, encounter.scenario)
            link = first_link(game_seed, rules.name, encounter.scenario, (), hash_state(rules, state))
            players: dict[str, Player] = {**current, other_seat(rules, seat): opponent}
            try:
                return points_of(rules, play_on(rules, state, link, players, on_action=opponent.tell)[0], seat)
            except IllegalAction as error:
                if error.action != opponent.advised:
                    raise
                return None
    except RulesChanged:
        return None


def share_against_recruit(system: str, scenario: str, seat: str) -> tuple[float, str]:
    """The veteran's share of points in a seat against the recruit, and the endings of the games."""
    levels = {each: LEVEL if each == seat else "recruit" for each in catalog.rules(system).seats}
    report = simulate(SimulationPlan(system, scenario, (), levels, SEED), GAMES, cpu_count() or 1)
    points = report.wins[seat] + report.draws / 2
    return points / GAMES, ", ".join(f"{count} {ending}" for ending, count in report.endings.items())


def figures() -> list[Figure]:
    """The share at Kassala, for both sides together and for each."""
    seats = catalog.rules("kassala").seats
    results = {seat: share_against_recruit("kassala", "kassala", seat) for seat in seats}
    mean = sum(share for share, _ in results.values()) / len(seats)
    return [
        Figure(f"veteran against recruit, kassala, {len(seats) * GAMES} games", mean, "points", MIN_SHARE, "at least"),
        *(Figure(f"  as {seat.title()}", share, "points", MIN_SHARE, "at least", endings)
          for seat, (share, endings) in results.items()),
    ]


def _line(name: str, total: Score) -> str:
    """A score as a line of the table, with its 95 % confidence interval."""
    low, high = total.interval
    return (f"{name:<28} {total.won:>4} won {total.drawn:>4} drawn {total.games - total.won - total.drawn:>4} lost  "
            f"{total.share:6.1%}  95 %: {low:.1%} to {high:.1%}")


def main() -> int:
    """Play against an earlier commit and print the scores; returns the exit status."""
    parser = ArgumentParser()
    parser.add_argument("system")
    parser.add_argument("--scenario", nargs="+")
    parser.add_argument("--commit", default=COMMIT)
    parser.add_argument("--games", type=int, default=GAMES, help="from each side")
    parser.add_argument("--budget", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rules = catalog.rules(arguments.system)
    with checked_out(arguments.commit) as tree:
        if tree is None:
            print(f"this copy of the repository has no commit {arguments.commit}")
            return 1
        for scenario in arguments.scenario or battles(rules):
            both, dropped = Score(), 0
            print(f"{arguments.system} {scenario}: {LEVEL} against that of {arguments.commit}, "
                  f"{arguments.budget:g} of its budget")
            for seat in rules.seats:
                total = Score()
                encounter = Encounter(tree, arguments.system, scenario, seat, arguments.budget, arguments.seed)
                for points in map_ordered(partial(play, encounter), range(arguments.games), cpu_count() or 1):
                    if points is None:
                        dropped += 1
                    else:
                        total.add(points)
                print(_line(f"as {seat}", total), flush=True)
                both += total
            print(_line("together", both), flush=True)
            if dropped:
                print(f"{dropped} not counted: today's rules and those of {arguments.commit} disagree about an action")
    return 0


if __name__ == "__main__":
    sys.exit(main())
