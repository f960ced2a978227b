"""Many games at once between computer players: how often each side wins, how, and at what cost.

Every game has a seed of its own, derived from the run's seed and the game's number alone, and players get no time
limit, so the results do not depend on how many processes share the work.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt
from multiprocessing import get_context
from time import perf_counter
from typing import Any

from game import catalog
from game.ai.deciding import decide
from game.ai.players import make
from game.core.action import Action, Faces
from game.core.chance import CHANCE
from game.core.contract import DRAW, Rules
from game.match.dice import derive, first_link, next_link, throw
from game.match.hashing import hash_state


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played."""

    system: str
    scenario: str
    options: tuple[str, ...]
    levels: Mapping[str, str]
    """Seat -> computer level."""
    seed: int


@dataclass(frozen=True, slots=True)
class Game:
    """How one game went."""

    winner: str
    ending: str
    turns: int
    plies: int
    """Actions, those of chance included."""
    losses: Mapping[str, int]
    """Seat -> units out of the game at its end."""


@dataclass(frozen=True, slots=True)
class Report:
    """What all the games come to."""

    plan: Plan
    seats: tuple[str, ...]
    games: tuple[Game, ...]
    seconds: float

    @property
    def wins(self) -> dict[str, int]:
        """Seat -> games won."""
        won = Counter(game.winner for game in self.games)
        return {seat: won[seat] for seat in self.seats}

    @property
    def draws(self) -> int:
        return sum(game.winner == DRAW for game in self.games)

    @property
    def plies(self) -> int:
        """Actions of all games together."""
        return sum(game.plies for game in self.games)

    @property
    def endings(self) -> dict[str, int]:
        """How games ended -> how many, the commonest first."""
        return dict(Counter(sorted(game.ending for game in self.games)).most_common())

    @property
    def mean_turns(self) -> float:
        return sum(game.turns for game in self.games) / len(self.games)

    def mean_losses(self, seat: str) -> float:
        """Units a seat loses in a game, on average."""
        return sum(game.losses[seat] for game in self.games) / len(self.games)

    def as_json(self) -> dict[str, Any]:
        """The keys the protocol names, no others."""
        return {
            "games": len(self.games),
            "wins": self.wins,
            "draws": self.draws,
            "plies": self.plies,
            "seconds": round(self.seconds, 3),
            "plies_per_s": round(self.plies / self.seconds, 1),
            "games_per_s": round(len(self.games) / self.seconds, 3),
            "mean_turns": round(self.mean_turns, 3),
            "endings": self.endings,
            "seed": self.plan.seed,
        }


def simulate(plan: Plan, games: int, jobs: int, on_game: Callable[[], None] = lambda: None) -> Report:
    """Play them all.

    :param games: at least one.
    :param jobs: processes; with one, everything happens in this one.
    :param on_game: called after each game.
    """
    rules = catalog.rules(plan.system)
    start = perf_counter()
    played = []
    for game in _games(plan, games, jobs):
        played.append(game)
        on_game()
    return Report(plan, rules.seats, tuple(played), perf_counter() - start)


def play_game(plan: Plan, number: int) -> Game:
    """One game of a plan. A match with its seed and the same actions throws the same dice."""
    rules = catalog.rules(plan.system)
    seed = derive(plan.seed, "game", number)
    state = rules.initial(plan.scenario, plan.options)
    link = first_link(seed, rules.name, plan.scenario, plan.options, hash_state(rules, state))
    players = {seat: make(level, rules, seat, derive(seed, "player", seat)) for seat, level in plan.levels.items()}
    plies = 0
    while (actor := rules.to_act(state)) is not None:
        if actor == CHANCE:
            action: Action = _faces(rules, state, link)
        else:
            action = decide(rules, state, players)[1].action
        state, _ = rules.apply(state, action)
        link = next_link(link, action.notation)
        plies += 1
    result = rules.result(state)
    assert result is not None, "a game nobody can go on with has a result"
    return Game(result.winner, result.ending, rules.prompt(state).turn, plies, losses(rules, state))


def losses(rules: Rules[Any], state: Any) -> dict[str, int]:
    """Seat -> its units that are out of the game; those that have not come yet are not lost."""
    gone = [c for c in rules.counters(state) if c.place is None and "waiting" not in c.marks]
    lost = Counter(counter.seat for counter in gone)
    return {seat: lost[seat] for seat in rules.seats}


def wilson(wins: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """The Wilson score interval of a share; 95 % for the default ``z``."""
    share = wins / games
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    middle, whole = share + z * z / (2 * games), 1 + z * z / games
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


def _games(plan: Plan, games: int, jobs: int) -> Iterator[Game]:
    play = partial(play_game, plan)
    if jobs == 1:
        yield from map(play, range(games))
        return
    workers = min(jobs, games)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(play, range(games), chunksize=max(1, min(4, games // (workers * 4))))


def _faces(rules: Rules[Any], state: Any, link: bytes) -> Faces:
    roll = rules.pending_roll(state)
    assert roll is not None, "chance acts only where a roll is due"
    return Faces(throw(link, roll))
