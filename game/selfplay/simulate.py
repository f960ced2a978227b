"""Simulation of many games between computer players: how often and how each side wins, and its losses.

Every game has its own seed, derived from the run's seed and the game's number alone, and players get no time limit, so
the results do not depend on how the work is distributed: to this process, several, or a cluster.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from math import sqrt
from time import perf_counter
from typing import Any

from game import catalog
from game.ai.base_players import EvaluatingPlayer
from game.ai.choice import Opponent, Player
from game.ai.deciding import decide
from game.ai.planner import Planner
from game.ai.players import make
from game.core.action import Action, Faces
from game.core.chance import CHANCE
from game.core.contract import DRAW, System
from game.core.event import Event, Removed
from game.match.dice import derive, first_link, next_link, roll_faces
from game.match.hashing import hash_state
from game.selfplay.workshare import Executor, map_ordered

GAMES_PER_TASK = 4
"""The maximum number of games in a task, which a process gets at once; fewer if there are few games, so that all
processes have work. Chosen by hand."""
MIN_TASKS_PER_PROCESS = 4
"""The games are divided into at least this many tasks for each process, if there are as many games; chosen by hand."""
MIN_CLUSTER_TASKS = 64
"""For a cluster, whose size is not known in advance, the games are divided into at least this many tasks, if there are
as many games; chosen by hand."""


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """The games to play."""

    system: str
    scenario: str
    options: tuple[str, ...]
    levels: Mapping[str, str]
    """Seat -> computer level, or a script (``game.ai.players.make``)."""
    seed: int
    budget: float = 1.0
    """The share of its usual work that a planner does in a player turn."""


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """The result of one game."""

    winner: str
    """The seat that won, or ``draw``."""
    ending: str
    """The kind of ending (``Result.ending``)."""
    turns: int
    """The turn in which the game ended."""
    plies: int
    """The number of actions, including rolls."""
    losses: Mapping[str, int]
    """Seat -> the number of its units lost."""


class Report:
    """Aggregated results of games; its size does not grow with their number."""

    def __init__(self, plan: SimulationPlan, seats: tuple[str, ...]) -> None:
        self.plan = plan
        self.seats = seats
        self.games = 0
        self.plies = 0
        """The total number of actions."""
        self.turns = 0
        """The total number of turns."""
        self.seconds = 0.0
        """The duration of the simulation."""
        self._won: Counter[str] = Counter()
        self._ended: Counter[str] = Counter()
        self._lost: Counter[str] = Counter()

    def add(self, game: SimulatedGame) -> None:
        """Add a game; the order of games does not matter."""
        self.games += 1
        self.plies += game.plies
        self.turns += game.turns
        self._won[game.winner] += 1
        self._ended[game.ending] += 1
        self._lost.update(game.losses)

    @property
    def wins(self) -> dict[str, int]:
        """Seat -> number of games won."""
        return {seat: self._won[seat] for seat in self.seats}

    @property
    def draws(self) -> int:
        """The number of games drawn."""
        return self._won[DRAW]

    @property
    def endings(self) -> dict[str, int]:
        """Kind of ending -> number of games, the most frequent first."""
        return dict(sorted(self._ended.items(), key=lambda item: (-item[1], item[0])))

    @property
    def mean_turns(self) -> float:
        """The mean number of turns of a game."""
        return self.turns / self.games

    def mean_losses(self, seat: str) -> float:
        """The mean number of units that a seat loses in a game."""
        return self._lost[seat] / self.games

    def as_json(self) -> dict[str, Any]:
        """The report as JSON, as ``simulate --json`` prints it. Other programs read it: keep the keys."""
        return {
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "plies": self.plies,
            "seconds": round(self.seconds, 3),
            "plies_per_s": round(self.plies / self.seconds, 1),
            "games_per_s": round(self.games / self.seconds, 3),
            "mean_turns": round(self.mean_turns, 3),
            "endings": self.endings,
            "seed": self.plan.seed,
        }


def simulate(plan: SimulationPlan, games: int, executor: Executor,
             on_game: Callable[[], None] = lambda: None) -> Report:
    """Play all games and report the results.

    :param games: the number of games, at least one.
    :param on_game: called after each game.
    :raises game.selfplay.cluster.ClusterError: if the cluster cannot be used, or fails.
    """
    report = Report(plan, catalog.rules(plan.system).seats)
    start = perf_counter()
    for game in play_games(plan, games, executor):
        report.add(game)
        on_game()
    report.seconds = perf_counter() - start
    return report


def play_games(plan: SimulationPlan, games: int, executor: Executor) -> Iterator[SimulatedGame]:
    """Play games and yield the results in order. Only a few games run ahead of the results already taken.

    :raises game.selfplay.cluster.ClusterError: if the cluster cannot be used, or fails.
    """
    if executor == 1:
        return map_ordered(partial(play_game, plan), range(games), 1)
    min_tasks = MIN_CLUSTER_TASKS if isinstance(executor, str) else executor * MIN_TASKS_PER_PROCESS
    size = max(1, min(GAMES_PER_TASK, games // min_tasks))
    parts = (range(first, min(first + size, games)) for first in range(0, games, size))
    return chain.from_iterable(map_ordered(partial(_play_part, plan), parts, executor))


def _play_part(plan: SimulationPlan, numbers: range) -> list[SimulatedGame]:
    """Play the games with some numbers."""
    return [play_game(plan, number) for number in numbers]


def play_game(plan: SimulationPlan, number: int) -> SimulatedGame:
    """Play one game of a plan. A match with the same seed and the same actions has the same rolls."""
    rules = catalog.rules(plan.system)
    seed = derive(plan.seed, "game", number)
    players = make_players(rules, plan.scenario, plan.levels, seed, plan.budget)
    events: list[Event] = []
    state, plies = play_out(rules, plan.scenario, plan.options, players, seed, on_event=events.append)
    result = rules.result(state)
    assert result is not None, "a game without a seat to act has a result"
    return SimulatedGame(result.winner, result.ending, rules.prompt(state).turn, plies, losses(rules, state, events))


def make_players(
    rules: System[Any], scenario: str, levels: Mapping[str, str], seed: int, budget: float
) -> dict[str, Opponent]:
    """The players of a game. They report search scores unchanged, which is quicker than odds.

    :param levels: seat -> computer level, or a script.
    :param seed: the seed of the game; every player gets its own.
    :param budget: the share of its usual work that a planner does.
    :raises game.ai.players.CannotPlay: for a player that cannot take its seat.
    """
    players = {seat: make(level, rules, seat, derive(seed, "player", seat), scenario=scenario)
               for seat, level in levels.items()}
    for player in players.values():
        if isinstance(player, EvaluatingPlayer):
            player.raw = True
        if isinstance(player, Planner):
            player.think_less(budget)
    return players


def points_of(rules: System[Any], state: Any, seat: str) -> float:
    """The points of a seat in a finished game: 1 for a win, half for a draw, 0 for a loss."""
    result = rules.result(state)
    assert result is not None, "a game without a seat to act has a result"
    if result.winner == DRAW:
        return 0.5
    return float(result.winner == seat)


def play_out(
    rules: System[Any], scenario: str, options: Sequence[str], players: Mapping[str, Player], seed: int,
    on_decision: Callable[[Any], None] = lambda state: None, on_event: Callable[[Event], None] = lambda event: None,
) -> tuple[Any, int]:
    """Play a game; return its last state and the number of actions, including rolls.

    :param seed: the seed of the dice.
    :param on_decision: called with every state in which a seat must act.
    :param on_event: called with every event.
    """
    state = catalog.set_up(rules, scenario, options)
    return play_on(rules, state, first_link(seed, rules.name, scenario, options, hash_state(rules, state)), players,
                   on_decision, on_event=on_event)


def play_on(
    rules: System[Any], state: Any, link: bytes, players: Mapping[str, Player],
    on_decision: Callable[[Any], None] = lambda state: None, on_action: Callable[[Action], None] = lambda action: None,
    on_event: Callable[[Event], None] = lambda event: None, continues: Callable[[Any], bool] = lambda state: True,
) -> tuple[Any, int]:
    """Play a game from a state to its end; return its last state and the number of actions, including rolls.

    :param link: the link of the hash chain of the dice (``game.match.dice``).
    :param on_decision: called with every state in which a seat must act.
    :param on_action: called with every action, including rolls.
    :param on_event: called with every event.
    :param continues: whether to continue from a state if the game is not over.
    """
    plies = 0
    while (actor := rules.to_act(state)) is not None and continues(state):
        if actor == CHANCE:
            action: Action = _faces(rules, state, link)
        else:
            on_decision(state)
            action = decide(rules, state, players)[1].action
        state, events = rules.apply(state, action)
        on_action(action)
        for event in events:
            on_event(event)
        link = next_link(link, action.notation)
        plies += 1
    return state, plies


def losses(rules: System[Any], state: Any, events: Iterable[Event]) -> dict[str, int]:
    """Seat -> the number of its units lost; units yet to enter, or that take no part in the battle, are not counted.

    :param events: all events of the game.
    """
    removed = {event.unit for event in events if isinstance(event, Removed)}
    lost_by_seat = Counter(counter.seat for counter in rules.counters(state)
                           if counter.unit in removed and counter.place is None and "waiting" not in counter.marks)
    return {seat: lost_by_seat[seat] for seat in rules.seats}


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The Wilson score interval of a share of wins, as the lower and the upper bound. A draw can count as half a win.

    :param z: the half-width of the interval in standard deviations; the default gives 95 %.
    """
    share = wins / games
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    middle, denominator = share + z * z / (2 * games), 1 + z * z / games
    return max(0.0, (middle - spread) / denominator), min(1.0, (middle + spread) / denominator)


def _faces(rules: System[Any], state: Any, link: bytes) -> Faces:
    """The faces of the pending roll."""
    roll = rules.pending_roll(state)
    assert roll is not None, "chance acts only while a roll is pending"
    return Faces(roll_faces(link, roll))
