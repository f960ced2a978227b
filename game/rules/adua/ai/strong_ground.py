"""The Italian army's ground to hold: clusters of hexes with room for it, the pieces' posts there, and the set-up near
them (4.0, ruling 43)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from random import Random

from game.board.hexgrid import Hex, hexes_in
from game.core.indices import Slot
from game.rules.adua import opening, victory
from game.rules.adua.actions import SetUpPiece
from game.rules.adua.ai.advance import QUICK_ALLOWANCE, BattlePlan
from game.rules.adua.ai.scene import HOST_ENTRY_TURN, AduaScene, costs_from, costs_to
from game.rules.adua.ground import EASTERN_SHIFT, AduaGround
from game.rules.adua.sides import ARTILLERY, ITALIANS, WARRIORS
from game.rules.adua.state import GONE
from game.rules.adua.units import (
    COLONELS,
    COMBAT_UNITS,
    COMMANDERS,
    FIGHTERS,
    GENERALS,
    KIND,
    MULE_SLOTS,
    SLOTS,
    UNITS,
    UNITS_OF_BRIGADE,
    UNITS_OF_CHIEF,
)
from game.rules.adua.victory import LAST_TURN

HOST_ALLOWANCE = 5
"""The movement points of most Abyssinian units (2.0)."""
MAX_SHARED_HEXES = 9
"""The most hexes that two clusters may share; chosen: half an army."""
SAFE_HEXES = 3
"""The number of the safest hexes of a cluster, over which mules are distributed; chosen by hand."""
STRENGTH_BONUS = 0.05
"""The bonus for each point of a unit's strength and each rank of its hex, from the safest (0) up; in squared hexes
between units of a brigade. Chosen by hand, as are the two numbers below."""
EXPOSED_GUN_COST = 2.0
"""The cost of artillery for each rank of its hex; in squared hexes between units of a brigade."""
MIN_EXCHANGE_GAIN = 0.001
"""The least improvement for which two units exchange hexes; in squared hexes between units of a brigade."""
MARCH_APART = 4.0
"""The squared hexes by which a brigade may be farther apart at the start so that one of its units marches a turn less
to its post; chosen by hand."""
FROM_EDGE = 3
"""Hexes from the edge of the map within which no army takes ground to hold: an army there is reached late and wins no
more often; measured (ruling 43)."""
LEAST_EXPOSED_CLUSTERS = 6
"""How many of the least exposed clusters are compared; chosen by hand."""
FORWARD_CLUSTERS = 3
"""Among how many of these the ground to hold is drawn: those that the host reaches first, so that the battle begins
early; chosen by hand."""


@dataclass(frozen=True, slots=True)
class StrongGround:
    """A cluster of hexes with room for the whole army."""

    hexes: tuple[Hex, ...]
    """Its hexes, the safest first."""
    exposure: float
    """A measure of the attacks that the host can make on it: the turns left once the host can be in an adjacent hex,
    summed over all adjacent hexes and the units that can be attacked from each."""
    turns_contested: float
    """The most turns left once the host can be in one of its hexes."""


@lru_cache(32)
def strongest_clusters(ground: AduaGround, places: int, count: int) -> tuple[StrongGround, ...]:
    """The least exposed clusters, the best first; no two share more than ``MAX_SHARED_HEXES`` hexes.

    :param places: the mask of allowed hexes.
    :param count: the most clusters to return.
    """
    turns = tuple(max(0.0, LAST_TURN - HOST_ENTRY_TURN - cost / HOST_ALLOWANCE + 1)
                  for cost in costs_from(ground, WARRIORS, ground.passes))
    clusters: list[StrongGround] = []
    grown = (_grown_cluster(ground, places, turns, start) for start in hexes_in(places))
    for cluster in sorted((one for one in grown if one is not None), key=lambda one: (one.exposure, one.hexes)):
        if all(len(set(cluster.hexes) & set(other.hexes)) <= MAX_SHARED_HEXES for other in clusters):
            clusters.append(cluster)
        if len(clusters) == count:
            break
    return tuple(clusters)


def _grown_cluster(ground: AduaGround, places: int, turns: tuple[float, ...], start: Hex) -> StrongGround | None:
    """The cluster for the army that grows from a hex by the least exposed hex at each step; None if there is no room
    for all units.

    :param places: the mask of allowed hexes.
    :param turns: hex -> the turns left once the host can be there.
    """
    def exposure_of(hex_: Hex, army: int) -> float:
        """The turns left once the host can be in an adjacent hex, summed over those without own units."""
        return sum(turns[one] for one in hexes_in(ground.adjacent[hex_] & ~army))

    army, exposure = 1 << start, exposure_of(start, 1 << start)
    for _ in FIGHTERS[ITALIANS][1:]:
        added_exposure = {hex_: exposure_of(hex_, army) - turns[hex_] * (ground.adjacent[hex_] & army).bit_count()
                          for hex_ in hexes_in(ground.beside(army) & places & ~army)}
        if not added_exposure:
            return None
        best = min(added_exposure, key=lambda hex_: (added_exposure[hex_], turns[hex_], hex_))
        army, exposure = army | 1 << best, exposure + added_exposure[best]
    return StrongGround(tuple(sorted(hexes_in(army), key=lambda hex_: (exposure_of(hex_, army), hex_))), exposure,
                        max(turns[hex_] for hex_ in hexes_in(army)))


def assign_posts(ground: AduaGround, cluster: StrongGround) -> dict[Slot, Hex]:
    """Piece -> its hex in a cluster: each brigade together, guns in safe hexes and strong units in exposed ones;
    generals and colonels with their units, mules in the safest hexes.

    Posts at which the units lose least to the host's best attack, with the exact odds, were no better: the host won 7.5
    points instead of 6.8, in 37 battles with the same seeds.
    """
    order = sorted(FIGHTERS[ITALIANS], key=lambda one: (KIND[one] not in ARTILLERY, _strength(one), one))
    rank = {hex_: number for number, hex_ in enumerate(cluster.hexes)}
    unassigned = list(cluster.hexes)
    posts: dict[Slot, Hex] = {}
    for slot in order:
        posts[slot] = next((hex_ for hex_ in unassigned if not ground.barred[KIND[slot]] >> hex_ & 1), unassigned[0])
        unassigned.remove(posts[slot])

    def cost_of_rank(slot: Slot, hex_: Hex) -> float:
        """The cost of a hex to a unit by its rank in the cluster."""
        return rank[hex_] * (EXPOSED_GUN_COST if KIND[slot] in ARTILLERY else -STRENGTH_BONUS * _strength(slot))

    posts = _keep_together(ground, posts, cost_of_rank)

    def open_to(slot: Slot, hexes: Iterable[Hex]) -> list[Hex]:
        """Those of some hexes that a piece may enter."""
        return [hex_ for hex_ in hexes if not ground.barred[KIND[slot]] >> hex_ & 1]

    for commander in COMMANDERS[ITALIANS]:
        posts[commander] = min(open_to(commander, [posts[one] for one in _units_led(commander)]),
                               key=lambda hex_: rank[hex_])
    for mule in MULE_SLOTS:
        posts[mule] = open_to(mule, cluster.hexes)[mule % SAFE_HEXES]
    return posts


def _units_led(commander: Slot) -> tuple[Slot, ...]:
    """The units of a general or colonel."""
    return UNITS_OF_CHIEF.get(commander) or UNITS_OF_BRIGADE[UNITS[commander].brigade]


def _strength(slot: Slot) -> int:
    """The combat value of a unit at full strength plus its weapons quality."""
    return UNITS[slot].values[0] + UNITS[slot].quality


def _keep_together(
    ground: AduaGround, posts: Mapping[Slot, Hex], cost: Callable[[Slot, Hex], float]
) -> dict[Slot, Hex]:
    """Unit -> its hex, after pairs of units of different brigades or kinds have exchanged hexes until no such exchange
    lowers the cost: that of the hexes, and the squared distances within brigades.

    :param posts: unit -> its hex before.
    :param cost: the cost of a hex to a unit, in squared hexes between two units of a brigade.
    """
    hex_of = dict(posts)

    def cost_at(slot: Slot, hex_: Hex, without: Slot) -> float:
        """The cost of a unit in a hex, and its squared distances to the units of its brigade except ``without``."""
        mates = (one for one in UNITS_OF_BRIGADE[UNITS[slot].brigade]
                 if one not in (slot, without) and one in hex_of)
        return cost(slot, hex_) + sum(ground.distance(hex_, hex_of[one]) ** 2 for one in mates)

    # Units of one brigade and kind are taken as alike, although their strengths may differ.
    pairs = [(a, b) for a, b in combinations(hex_of, 2)
             if UNITS[a].brigade != UNITS[b].brigade or KIND[a] != KIND[b]]
    changed = True
    while changed:
        changed = False
        for a, b in pairs:
            here, there = hex_of[a], hex_of[b]
            if ground.barred[KIND[a]] >> there & 1 or ground.barred[KIND[b]] >> here & 1:
                continue
            cost_now = cost_at(a, here, b) + cost_at(b, there, a)
            if cost_at(a, there, b) + cost_at(b, here, a) < cost_now - MIN_EXCHANGE_GAIN:
                hex_of[a], hex_of[b], changed = there, here, True
    return hex_of


@lru_cache(64)
def posts_to_hold(ground: AduaGround, options: tuple[str, ...], seed: int) -> Mapping[Slot, Hex]:
    """Piece -> its hex in the ground to hold: one of the strongest clusters away from the map's edge that the host
    reaches early, drawn at random with the player's seed.

    The cluster lies beyond the blue line unless units behind the line give no points (ruling 43).
    """
    places = hexes_to_hold(ground, options) & ~ground.margin(FROM_EDGE)
    clusters = strongest_clusters(ground, places, LEAST_EXPOSED_CLUSTERS)
    forward = sorted(clusters, key=lambda one: -one.turns_contested)[:FORWARD_CLUSTERS]
    return assign_posts(ground, Random(f"ground {seed}").choice(forward))


def hexes_to_hold(ground: AduaGround, options: tuple[str, ...]) -> int:
    """The mask of hexes in which the army may hold ground without giving the enemy points (ruling 43): the set-up zone
    if units behind the blue line give none; otherwise the hexes beyond the line that are nearer to the zone than to the
    passes."""
    zone = ground.set_up(options)[ITALIANS]
    if victory.BEHIND_OPTION.chosen(options) != "half":
        return zone
    near_zone, near_passes = zone, sum(1 << gate for gate in ground.passes)
    while reached := (ground.beside(near_zone) | ground.beside(near_passes)) & ~(near_zone | near_passes):
        from_zone = ground.beside(near_zone) & reached
        near_zone, near_passes = near_zone | from_zone, near_passes | reached & ~from_zone
    return near_zone & ~ground.behind(options)


def set_up(scene: AduaScene, plan: BattlePlan, posts: Mapping[Slot, Hex]) -> list[SetUpPiece]:
    """The actions that set up the army: as near to the ground to hold as the zone allows, or without such ground in the
    formation of the proposed set-up, each piece shifted west by ``EASTERN_SHIFT`` if the hex is free (4.0).

    :param plan: for ``BattlePlan.DASH`` slow units are not shifted.
    :param posts: piece -> its hex in the ground to hold; empty if there is none.
    """
    if posts:
        return _set_up_near_posts(scene, posts)
    state, ground = scene.state, scene.ground
    actions = []
    for slot in sorted(SLOTS, key=lambda one: state.at[one]):
        if UNITS[slot].seat != ITALIANS or state.at[slot] < 0:
            continue
        if plan is BattlePlan.DASH and slot < COMBAT_UNITS and UNITS[slot].move < QUICK_ALLOWANCE:
            continue
        place = opening.shift_east(ground.hexes[state.at[slot]], -EASTERN_SHIFT)
        action = SetUpPiece(UNITS[slot].id, place)
        if not state.units_in.get(ground.index.get(place, GONE)) and opening.check_place(state, action):
            actions.append(action)
            state = opening.set_up_piece(state, action)
    return actions


def _set_up_near_posts(scene: AduaScene, posts: Mapping[Slot, Hex]) -> list[SetUpPiece]:
    """The actions that set up an army with ground to hold. A hex that several units want goes to the first in the order
    of ``posts``: guns come first, as fewer hexes are open to them. Then units exchange hexes so that brigades stay
    together; generals, colonels and mules begin near their posts.

    :param posts: piece -> its hex in the ground to hold.
    """
    state, ground = scene.state, scene.ground
    zone = ground.set_up(state.options)[ITALIANS]
    starts: dict[Slot, Hex] = {}
    taken = 0
    for slot, post in posts.items():
        costs = costs_to(ground, KIND[slot], post)
        open_hexes = zone & ~ground.barred[KIND[slot]] & ~(taken if slot < COMBAT_UNITS else 0)
        starts[slot] = min(hexes_in(open_hexes), key=lambda hex_: (costs[hex_], hex_))
        taken |= 1 << starts[slot] if slot < COMBAT_UNITS else 0
    units = {slot: start for slot, start in starts.items() if slot < COMBAT_UNITS}
    starts |= _keep_together(ground, units, lambda slot, hex_: MARCH_APART * costs_to(
        ground, KIND[slot], posts[slot])[hex_] / UNITS[slot].move)
    for commander in (*GENERALS, *COLONELS):
        own = [starts[one] for one in _units_led(commander) if one in starts]
        if commander in starts and own:
            starts[commander] = min(own, key=lambda hex_: (ground.distance(hex_, posts[commander]), hex_))
    actions = []
    for slot, place in starts.items():
        action = SetUpPiece(UNITS[slot].id, ground.hexes[place])
        if opening.check_place(state, action):
            actions.append(action)
            state = opening.set_up_piece(state, action)
    return actions
