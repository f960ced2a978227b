"""Games to learn odds from: played by a level against itself and a pool of others, and kept in files as they went.

A file has a game a line, as JSON: its actions, and what the level's own search found on the way. Positions are made
from them again whenever they are needed, so features may change after the games have been played.
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
from game.core.capability import seen_by
from game.core.contract import System
from game.core.message import MessageError, say
from game.match.agreements import other
from game.match.dice import derive, first_link
from game.match.hashing import hash_state
from game.selfplay.bench import pool, scripts_of
from game.selfplay.simulate import play_on, points_of, seated
from game.selfplay.workshare import Where, ordered

LEVEL = "veteran"
"""Whose odds are learnt."""
GAMES = 200
"""Played where nobody says how many; chosen."""
OTHERS = 3
"""Of so many games the last is against somebody else, the others against itself; chosen."""


class GamesError(MessageError, ValueError):
    """A file of games that cannot be used; says which, where and why."""


@dataclass(frozen=True, slots=True)
class GatherPlan:
    """What is played, and how carefully."""

    system: str
    scenarios: tuple[str, ...]
    """One game each in turn."""
    seed: int
    budget: float
    """The share of its usual work that a player who plans does in a player turn."""


class FoundValue(NamedTuple):
    """What a player found that its course is worth."""

    number: int
    """Of actions before."""
    seat: str
    value: float
    """The score that its search expects, from -1 to 1, before odds are made of it."""


class GatheredGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that was played to the end."""

    system: str
    scenario: str
    players: dict[str, str]
    """Seat -> level or script."""
    seed: int
    budget: float
    points: float
    """The first seat's: 1 for a win, half for a draw."""
    found: tuple[FoundValue, ...]
    """Of each phase the first value that each player of the level found."""
    actions: tuple[str, ...]
    """Those of chance included."""


class VisitedPosition(NamedTuple):
    """A position in which a player found a value."""

    state: Any
    """As its seat sees it."""
    seat: str
    value: float


@dataclass
class NotedPlayer:
    """A player of whom is noted what it found."""

    rules: System[Any]
    seat: str
    player: Player
    done: list[str]
    """The actions of the game so far."""
    found: dict[Any, FoundValue] = field(default_factory=dict)
    """Phase -> the first value found in it."""

    def interrupt(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice | None:
        return self.player.interrupt(view_state, limit_s)

    def choose(self, view_state: Any, limit_s: float | None = None) -> PlayerChoice:
        choice, prompt = self.player.choose(view_state, limit_s), self.rules.prompt(view_state)
        if choice.value is not None:
            self.found.setdefault((prompt.turn, prompt.place), FoundValue(len(self.done), self.seat, choice.value))
        return choice


def gather(plan: GatherPlan, games: range, where: Where) -> Iterator[GatheredGame]:
    """Play games, in order.

    :param games: their numbers; a number has its own seed and opponents.
    :raises game.selfplay.cluster.ClusterError: where a cluster cannot be used, or no longer.
    """
    return ordered(partial(play_gathered, plan), games, where)


def levels_of(rules: System[Any], scenario: str, number: int) -> dict[str, str]:
    """Who plays a battle's game of that number: the level itself, or in every third game it and its other opponents in
    turn, from each side."""
    number, place = divmod(number, OTHERS)
    if place < OTHERS - 1:
        return dict.fromkeys(rules.seats, LEVEL)
    ours, number = rules.seats[number % 2], number // 2
    theirs = other(rules, ours)
    rivals = [name for name in pool(rules, LEVEL) if name != LEVEL and ":" not in name]
    rivals += scripts_of(rules, scenario, theirs)
    return {ours: LEVEL, theirs: rivals[number % len(rivals)]}


def play_gathered(plan: GatherPlan, number: int) -> GatheredGame:
    """One game."""
    rules, battles = catalog.rules(plan.system), len(plan.scenarios)
    scenario, seed = plan.scenarios[number % battles], derive(plan.seed, "gather", number)
    levels = levels_of(rules, scenario, number // battles)
    done: list[str] = []
    players: dict[str, Player] = dict(seated(rules, scenario, levels, seed, plan.budget))
    noted = {seat: NotedPlayer(rules, seat, players[seat], done) for seat in rules.seats if levels[seat] == LEVEL}
    state = catalog.set_up(rules, scenario, ())
    link = first_link(seed, rules.name, scenario, (), hash_state(rules, state))
    end, _ = play_on(rules, state, link, players | noted, tell=lambda action: done.append(action.notation))
    found = sorted(value for each in noted.values() for value in each.found.values())
    return GatheredGame(plan.system, scenario, levels, seed, plan.budget, points_of(rules, end, rules.seats[0]),
                        tuple(found), tuple(done))


def keep(path: Path, game: GatheredGame) -> None:
    """Add a game at the end of a file.

    :raises GamesError: where it cannot be written.
    """
    try:
        with path.open("ab") as file:
            file.write(msgspec.json.encode(game) + b"\n")
    except OSError as error:
        raise GamesError(say("{path} cannot be written: {error}", path=path, error=error.strerror or str(error))
                         ) from error


def kept(paths: Sequence[Path], system: str, scenarios: Collection[str]) -> Iterator[GatheredGame]:
    """The games of some scenarios in files, in their order.

    :raises GamesError: naming file and line, and what is wrong.
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
    """The positions of a game in which a value was found, played again.

    :param watch: called with every state.
    :raises MessageError: where the rules no longer allow what was done.
    """
    rules = catalog.rules(game.system)
    state: Any = catalog.set_up(rules, game.scenario, ())
    waiting, visited = list(reversed(game.found)), []
    for number, text in enumerate(game.actions):
        while waiting and waiting[-1].number == number:
            value = waiting.pop()
            visited.append(VisitedPosition(seen_by(rules, state, value.seat), value.seat, value.value))
        watch(state)
        state, _ = rules.apply(state, rules.parse(text))
    watch(state)
    return visited
