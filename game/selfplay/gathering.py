"""Games to learn odds from, played by a level against itself and a pool of other opponents, and saved in files.

A file has one game per line, as JSON: its actions, and the scores that the level's search found in it. Positions are
replayed from the actions when they are needed, so features may change after the games have been played.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from game import catalog
from game.ai.choice import Player, PlayerChoice
from game.ai.players import SCRIPT_PREFIX
from game.core.action import BadNotation
from game.core.capability import seen_by
from game.core.contract import System
from game.core.message import MessageError, error_text, say
from game.core.verdict import IllegalAction
from game.match.agreements import other_seat
from game.match.dice import derive, first_link
from game.match.hashing import hash_state
from game.selfplay.bench import pool, scripts_of
from game.selfplay.simulate import make_players, play_on, points_of
from game.selfplay.workshare import Executor, map_ordered

LEVEL = "veteran"
"""The level whose odds are learnt."""
DEFAULT_GAMES = 200
"""The default number of games; chosen by hand."""
OTHER_OPPONENT_EVERY = 3
"""Every third game is against another opponent, the others are against the level itself; chosen by hand."""


class GamesError(MessageError, ValueError):
    """A file of games, or one of the games, cannot be used; the message says which and why."""


@dataclass(frozen=True, slots=True)
class GatherPlan:
    """The scenarios to play, and the budget of the players."""

    system: str
    scenarios: tuple[str, ...]
    """The scenarios, played in turn."""
    seed: int
    budget: float
    """The share of the usual number of positions that a planner may look at in a player turn."""


class SearchScore(NamedTuple):
    """The search score that a player found at one of its decisions."""

    number: int
    """The number of actions before the decision."""
    seat: str
    value: float
    """The search score, from -1 to 1, before it is turned into odds."""


class GatheredGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game played to the end."""

    system: str
    scenario: str
    players: dict[str, str]
    """Seat -> level or script."""
    seed: int
    budget: float
    """The share of the usual number of positions that the players looked at (``GatherPlan.budget``)."""
    points: float
    """The first seat's points: 1 for a win, half for a draw."""
    found: tuple[SearchScore, ...]
    """The first search score that each player of the level found in each phase."""
    actions: tuple[str, ...]
    """The notations of all actions, those of chance included."""


class VisitedPosition(NamedTuple):
    """A position in which a player found a search score."""

    state: Any
    """The state as the player's seat sees it."""
    seat: str
    value: float
    """The search score, from -1 to 1."""


@dataclass
class ScoreRecorder:
    """A wrapper of a player that notes the search scores it finds."""

    rules: System[Any]
    seat: str
    player: Player
    actions: list[str]
    """The actions of the game so far."""
    scores: dict[Any, SearchScore] = field(default_factory=dict)
    """Turn and phase -> the first score found in it."""

    def interrupt(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice | None:
        return self.player.interrupt(view_state, limit_s)

    def choose(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice:
        choice, prompt = self.player.choose(view_state, limit_s), self.rules.prompt(view_state)
        if choice.value is not None:
            self.scores.setdefault((prompt.turn, prompt.phase_key),
                                   SearchScore(len(self.actions), self.seat, choice.value))
        return choice


def gather(plan: GatherPlan, games: range, executor: Executor) -> Iterator[GatheredGame]:
    """Play games, in order.

    :param games: the numbers of the games; each number has its own seed and opponents.
    :raises game.selfplay.cluster.ClusterError: if the cluster cannot be used, or fails.
    """
    return map_ordered(partial(play_gathered, plan), games, executor)


def levels_of(rules: System[Any], scenario: str, number: int) -> dict[str, str]:
    """Seat -> level or script in a game: the level against itself, or in every third game against its other opponents
    in turn, from either seat.

    :param number: the number of the game among those of its scenario, from 0.
    """
    cycle, number_in_cycle = divmod(number, OTHER_OPPONENT_EVERY)
    if number_in_cycle < OTHER_OPPONENT_EVERY - 1:
        return dict.fromkeys(rules.seats, LEVEL)
    own_seat = rules.seats[cycle % 2]
    opponent_seat = other_seat(rules, own_seat)
    opponents = [name for name in pool(rules, LEVEL) if name != LEVEL and not name.startswith(SCRIPT_PREFIX)]
    opponents += scripts_of(rules, scenario, opponent_seat)
    return {own_seat: LEVEL, opponent_seat: opponents[cycle // 2 % len(opponents)]}


def play_gathered(plan: GatherPlan, number: int) -> GatheredGame:
    """Play one game."""
    rules, battles = catalog.rules(plan.system), len(plan.scenarios)
    scenario, seed = plan.scenarios[number % battles], derive(plan.seed, "gather", number)
    levels = levels_of(rules, scenario, number // battles)
    notations: list[str] = []
    players: dict[str, Player] = dict(make_players(rules, scenario, levels, seed, plan.budget))
    recorders = {seat: ScoreRecorder(rules, seat, players[seat], notations) for seat in rules.seats
                 if levels[seat] == LEVEL}
    state = catalog.set_up(rules, scenario, ())
    link = first_link(seed, rules.name, scenario, (), hash_state(rules, state))
    last_state, _ = play_on(rules, state, link, players | recorders,
                            on_action=lambda action: notations.append(action.notation))
    scores = sorted(score for each in recorders.values() for score in each.scores.values())
    return GatheredGame(plan.system, scenario, levels, seed, plan.budget,
                        points_of(rules, last_state, rules.seats[0]), tuple(scores), tuple(notations))


def append_game(path: Path, game: GatheredGame) -> None:
    """Append a game to a file.

    :raises GamesError: if the file cannot be written.
    """
    try:
        with path.open("ab") as file:
            file.write(msgspec.json.encode(game) + b"\n")
    except OSError as error:
        raise GamesError(say("{path} cannot be written: {error}", path=path, error=error.strerror or str(error))
                         ) from error


def read_games(paths: Sequence[Path], system: str, scenarios: Collection[str]) -> Iterator[GatheredGame]:
    """Read the games of some scenarios from files, in the order of the files.

    :raises GamesError: for a file that cannot be read; for an invalid line, with its number and what is wrong.
    """
    for path in paths:
        try:
            lines = path.read_bytes().splitlines()
        except OSError as error:
            raise GamesError(say("{path} cannot be read: {error}", path=path, error=error.strerror or str(error))
                             ) from error
        for number, line in enumerate(lines, 1):
            try:
                game = msgspec.json.decode(line, type=GatheredGame)
            except (msgspec.MsgspecError, ValueError) as error:
                raise GamesError(say("{path}, line {number}: {error}", path=path, number=number, error=str(error))
                                 ) from error
            if game.system == system and game.scenario in scenarios:
                yield game


def positions(game: GatheredGame, watch: Callable[[Any], None] = lambda state: None) -> list[VisitedPosition]:
    """The positions of a game in which a search score was found, obtained by replaying it.

    :param watch: called with every state.
    :raises GamesError: if an action of the game is no longer legal.
    """
    rules = catalog.rules(game.system)
    state: Any = catalog.set_up(rules, game.scenario, ())
    scores_left, visited = list(reversed(game.found)), []
    for number, notation in enumerate(game.actions):
        while scores_left and scores_left[-1].number == number:
            score = scores_left.pop()
            visited.append(VisitedPosition(seen_by(rules, state, score.seat), score.seat, score.value))
        watch(state)
        try:
            state, _ = rules.apply(state, rules.parse(notation))
        except (BadNotation, IllegalAction) as error:
            raise GamesError(say("a game of {scenario} cannot be replayed: {error}", scenario=game.scenario,
                                 error=error_text(error))) from error
    watch(state)
    return visited
