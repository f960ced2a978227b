"""Whether an Italian army that never moves can win at Adua: games of a script against the veteran.

The script sets up in one of the strongest clusters of hexes in the Italian zone, and ends every movement phase at once.
Orders, attacks and combats it decides like the veteran. ``python -m benchmarks.adua_clusters [GAMES [OPTION,OPTION]]``
prints how often it wins in each.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from os import cpu_count
from typing import Any

from benchmarks.figure import HEADING, Figure
from game import catalog
from game.ai.choice import Player, PlayerChoice
from game.ai.players import make
from game.core.action import Action
from game.core.message import say
from game.match.dice import derive
from game.rules.adua.actions import END_PHASE, SetUpPiece
from game.rules.adua.ai.advance import BattlePlan, plan_of
from game.rules.adua.ai.strong_ground import StrongGround, assign_posts, strongest_clusters
from game.rules.adua.sides import ITALIANS
from game.rules.adua.state import AduaPhase, AduaState
from game.rules.adua.units import SLOT, UNITS
from game.rules.adua.victory import BATTLE
from game.selfplay.simulate import play_out
from game.selfplay.workshare import map_ordered

GAMES = 20
"""Games for each cluster."""
MAX_WIN_SHARE = 0.5
"""The largest acceptable share of wins for an army that never moves."""
CLUSTERS = 10
"""The number of clusters tried, the strongest first."""
SEED = 1896


class StationaryPlayer:
    """An Italian player that sets up in a cluster, never moves, and otherwise plays like a defensive veteran."""

    def __init__(self, rules: Any, cluster: StrongGround, seed: int) -> None:
        """:param seed: the least seed of the veteran; its plan depends on its seed, so that the next seed with a
        defensive plan is taken.
        """
        defensive_seed = next(number for number in range(seed, seed + 1000) if plan_of(number) is BattlePlan.HOLD)
        self._veteran: Player = make("veteran", rules, "italian", defensive_seed)
        self._rules = rules
        self._set_up = [SetUpPiece(UNITS[slot].id, rules.ground.hexes[hex_])
                        for slot, hex_ in assign_posts(rules.ground, cluster).items()]
        """The actions of the set-up still to be done."""

    def interrupt(self, view_state: AduaState, limit_s: float | None = None) -> PlayerChoice | None:
        """Always None: Adua has no interrupts."""
        return None

    def choose(self, view_state: AduaState, limit_s: float | None = None) -> PlayerChoice:
        """The next piece of the set-up, the end of a movement phase, or the veteran's choice."""
        if view_state.phase == AduaPhase.SETUP:
            while self._set_up:
                action = self._set_up.pop(0)
                if self._rules.ground.hexes[view_state.at[SLOT[action.unit]]] != action.place:
                    return _scripted_choice(action)
            return _scripted_choice(END_PHASE)
        if view_state.phase == AduaPhase.MOVE and view_state.top is None:
            return _scripted_choice(END_PHASE)
        return self._veteran.choose(view_state, limit_s)


def _scripted_choice(action: Action) -> PlayerChoice:
    """The choice of an action by the script."""
    return PlayerChoice(action, say("the script"))


def play(options: tuple[str, ...], cluster: StrongGround, number: int, level: str = "veteran") -> tuple[bool, str]:
    """Play a game of the script against a computer player; return whether the script wins, and the name of the ending.

    :param number: of the game; it decides the dice and both players' seeds.
    :param level: of the Abyssinian player.
    """
    rules: Any = catalog.rules("adua")
    seed = derive(SEED, "cluster", cluster.hexes[0] * 1000 + number)
    players: dict[str, Player] = {
        "italian": StationaryPlayer(rules, cluster, number),
        "abyssinian": make(level, rules, "abyssinian", derive(seed, "player", "abyssinian"))}
    result = rules.result(play_out(rules, BATTLE, options, players, seed)[0])
    return result.winner == "italian", result.ending


def figures(games: int = GAMES, options: Sequence[str] = ()) -> Iterator[Figure]:
    """How often the script wins in each cluster."""
    rules: Any = catalog.rules("adua")
    ground = rules.ground
    zone = ground.set_up(tuple(options))[ITALIANS]
    for cluster in strongest_clusters(ground, zone, CLUSTERS):
        results = list(map_ordered(partial(play, tuple(options), cluster), range(games), cpu_count() or 1))
        endings = Counter(ending for _, ending in results)
        note = ", ".join(f"{count} {ending}" for ending, count in endings.most_common())
        yield Figure(f"Adua, an army that never moves, around {ground.hexes[cluster.hexes[0]]}",
                     sum(won for won, _ in results) / games, "won", MAX_WIN_SHARE, "at most",
                     f"{note}; exposure {cluster.exposure:.0f}")


if __name__ == "__main__":
    print(HEADING)
    game_count = int(sys.argv[1]) if sys.argv[1:] else GAMES
    for figure in figures(game_count, sys.argv[2].split(",") if sys.argv[2:] else ()):
        print(figure.line, flush=True)
