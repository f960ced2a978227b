"""Whether an Italian army that never moves can win at Adua: games of a script against the veteran.

The script sets up in one of the strongest clusters of the Italian zone and then stays there. It fights with the veteran's orders and
attacks, without any movement. ``python -m benchmarks.adua_clusters [GAMES [OPTION,OPTION]]`` prints how often it wins in each.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from os import cpu_count
from typing import Any

from benchmarks.figure import HEADING, Figure
from game import catalog
from game.ai.choice import Choice, Player
from game.ai.players import make
from game.core.action import Action
from game.core.message import say
from game.lab import play_out
from game.match.dice import derive
from game.rules.adua import deployment, ground
from game.rules.adua.actions import END, AtPlace
from game.rules.adua.ai.advance import Plan, plan_of
from game.rules.adua.ai.marches import points_to
from game.rules.adua.sequence import BATTLE
from game.rules.adua.state import MOVE, SETUP, State
from game.rules.adua.units import ARTILLERY, COMMANDERS, FIGHTERS, ITALIANS, KIND, MULE_SLOTS, SLOT, UNITS, WARRIORS, bits
from game.rules.adua.victory import LAST
from game.workshare import ordered

GAMES = 20
"""In each cluster."""
MOST = 0.5
"""The share of them that an army which never moves may win."""
CLUSTERS = 10
HOST, PACE = 6, 5
"""The turn on which most Abyssinians enter, and their movement."""
ALIKE = 9
"""Hexes that two of the clusters may share."""
SEED = 1896
JOBS = 1


@dataclass(frozen=True, slots=True)
class Cluster:
    """Hexes for the whole army, and how many attacks from beside them it may have to bear."""

    hexes: tuple[int, ...]
    """The safest first."""
    exposure: float


class Clusters:
    """The compact places of the Italian zone, judged by where and how long the host can attack them."""

    def __init__(self, field: ground.Ground, options: tuple[str, ...]) -> None:
        self._ground = field
        self._zone = deployment.zones(field, options)[ITALIANS]
        costs = [points_to(field, WARRIORS, gate) for gate in field.passes]
        self._turns = [max(0.0, LAST - HOST - min(cost[hex_] for cost in costs) / PACE + 1)
                       for hex_ in range(len(field.hexes))]
        """Hex -> the turns on which the host's infantry can attack from it."""

    def strongest(self, count: int) -> list[Cluster]:
        """The clusters that can be attacked least, no two of them much alike."""
        found: list[Cluster] = []
        for cluster in sorted((self._grown(start) for start in bits(self._zone)), key=lambda one: one.exposure):
            if all(len(set(cluster.hexes) & set(other.hexes)) <= ALIKE for other in found):
                found.append(cluster)
            if len(found) == count:
                break
        return found

    def _grown(self, start: int) -> Cluster:
        """The least exposed compact place for the army that grows from a hex."""
        army = 1 << start
        size = len(FIGHTERS[ITALIANS])
        while army.bit_count() < size:
            army |= 1 << min(bits(self._ground.beside(army) & self._zone & ~army),
                             key=lambda hex_: (self._exposure(army | 1 << hex_), self._turns[hex_], hex_))
        hexes = sorted(bits(army), key=lambda hex_: (self._at(hex_, army), hex_))
        return Cluster(tuple(hexes), self._exposure(army))

    def _at(self, hex_: int, army: int) -> float:
        return sum(self._turns[one] for one in bits(self._ground.adjacent[hex_] & ~army))

    def _exposure(self, army: int) -> float:
        return sum(self._at(hex_, army) for hex_ in bits(army))


class Statue:
    """A player who sets up in a cluster, never moves, and otherwise does what the veteran does who means to hold."""

    def __init__(self, rules: Any, cluster: Cluster, seed: int) -> None:
        held = next(one for one in range(seed, seed + 1000) if plan_of(one) is Plan.HOLD)
        self._veteran: Player = make("veteran", rules, "italian", held)
        self._rules = rules
        self._left = placements(rules.ground, cluster)

    def interrupt(self, view_state: State, limit_s: float | None = None) -> Choice | None:
        """Nothing: Adua has no interrupts."""
        return None

    def choose(self, view_state: State, limit_s: float | None = None) -> Choice:
        """The next piece of the set-up, the end of a movement phase, or the veteran's choice."""
        if view_state.phase == SETUP:
            while self._left:
                action = self._left.pop(0)
                if self._rules.ground.hexes[view_state.at[SLOT[action.unit]]] != action.place:
                    return _chosen(action)
            return _chosen(END)
        if view_state.phase == MOVE and view_state.top is None:
            return _chosen(END)
        return self._veteran.choose(view_state, limit_s)


def _chosen(action: Action) -> Choice:
    return Choice(action, say("the script"))


def placements(field: ground.Ground, cluster: Cluster) -> list[AtPlace]:
    """The set-up in a cluster: guns where it is safest, the strongest units where it is not, commanders and mules in the middle."""
    free = list(cluster.hexes)
    found = []
    for slot in sorted(FIGHTERS[ITALIANS], key=lambda one: (KIND[one] not in ARTILLERY, UNITS[one].values[0] + UNITS[one].quality)):
        place = next(hex_ for hex_ in free if not field.barred[KIND[slot]] >> hex_ & 1)
        free.remove(place)
        found.append(AtPlace("place", UNITS[slot].id, field.hexes[place]))
    for slot in (*COMMANDERS[ITALIANS], *MULE_SLOTS):
        middle = [hex_ for hex_ in cluster.hexes if not field.barred[KIND[slot]] >> hex_ & 1]
        found.append(AtPlace("place", UNITS[slot].id, field.hexes[middle[slot % 3]]))
    return found


def play(options: tuple[str, ...], cluster: Cluster, number: int) -> tuple[bool, str]:
    """Whether the script wins a game, and how that ends."""
    rules: Any = catalog.rules("adua")
    seed = derive(SEED, "cluster", cluster.hexes[0] * 1000 + number)
    players: dict[str, Player] = {
        "italian": Statue(rules, cluster, number),
        "abyssinian": make("veteran", rules, "abyssinian", derive(seed, "player", "abyssinian"))}
    result = rules.result(play_out(rules, BATTLE, options, players, seed)[0])
    return result.winner == "italian", result.ending


def figures(games: int = GAMES, options: Sequence[str] = ()) -> list[Figure]:
    """How often the script wins in each cluster."""
    field = catalog.rules("adua").ground
    found = []
    for cluster in Clusters(field, tuple(options)).strongest(CLUSTERS):
        played = list(ordered(partial(play, tuple(options), cluster), range(games), JOBS))
        endings = sorted({ending for _, ending in played}, key=lambda one: -sum(one == other for _, other in played))
        note = ", ".join(f"{sum(one == ending for _, one in played)} {ending}" for ending in endings)
        found.append(Figure(f"Adua, never moving, around {field.hexes[cluster.hexes[0]]}", sum(won for won, _ in played) / games, "won",
                            MOST, "at most", f"{note}; exposure {cluster.exposure:.0f}"))
        print(found[-1].line, " ".join(field.hexes[h] for h in sorted(cluster.hexes)), flush=True)
    return found


if __name__ == "__main__":
    print(HEADING)
    figures(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES, sys.argv[2].split(",") if len(sys.argv) > 2 else ())
