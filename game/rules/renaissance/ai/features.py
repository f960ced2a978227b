"""The features of the odds model for Renaissance battles: one number per name, positive if it favours red.

Most are the difference between red and blue in some quantity, divided by a typical difference. The typical differences
are chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import NamedTuple

from game.core.indices import Seat, other
from game.rules.renaissance.ai.matchups import prospect
from game.rules.renaissance.ai.scene import Fighter, TableScene
from game.rules.renaissance.ai.volleys import volleys
from game.rules.renaissance.engine.bound import BREAKING_LOSSES, QUIET_LIMIT
from game.rules.renaissance.engine.fighting import combats_left
from game.rules.renaissance.engine.scoring import RenaissanceCombat
from game.rules.renaissance.engine.state import BLUE, RED, RenaissanceState
from game.rules.renaissance.engine.tables import ELEMENTS, GENERALS
from game.rules.renaissance.engine.words import MU


class RenaissanceSideQuantities(NamedTuple):
    """What is measured of each side. Quantities that harm the side are negative."""

    left_to_lose: float
    """Minus the elements lost."""
    near_broken: float
    """0 if at most two more losses break the side, else 1."""
    next_to_broken: float
    """0 if at most one more loss breaks the side, else 1."""
    general_lives: float
    """1 if the general is not lost, else 0."""
    camp_stands: float
    """1 if the camp is not sacked, else 0."""
    bases: float
    """Number of bases on the table."""
    value: float
    """The sum of their values in elements."""
    fast: float
    """Number of bases that can move farther than 3 MU."""
    shooters: float
    """Number of bases that can shoot."""
    guns: float
    """Number of wheeled bases."""
    waiting: float
    """Number of bases to be deployed or in the camp."""
    free: float
    """Number of bases not in contact with the enemy."""
    level: float
    """Number of friends beside bases that would overlap the bases' opponents."""
    supported: float
    """Number of bases with a friend directly behind them."""
    alone: float
    """Minus the number of bases with no friend beside or behind them."""
    good_going: float
    """Minus the number of bases in bad going."""
    high: float
    """Number of bases on hills."""
    attacking: float
    """Number of bases within ``ATTACK_DISTANCE`` of an enemy."""
    best_attack: float
    """The expected gain of the best attack that is possible at once, in elements."""
    attacks: float
    """The sum of the gains of the best four."""
    flanks: float
    """The sum of the two greatest gains of an attack on a flank, in elements, ignoring other bases."""
    matched: float
    """The value of the enemies that the side's bases face from a distance, in elements."""
    general_attached: float
    """1 if the general is directly behind a base, else 0."""
    general_near: float
    """Minus the distance of the general from the middle of its side's bases, in MU."""
    general_safe: float
    """The distance of the general from the nearest enemy, in MU, at most ``ATTACK_DISTANCE``."""
    wide: float
    """The greatest distance between two bases along the base edge, in MU."""
    closed_up: float
    """Minus a quarter of the gaps between the bases, in MU."""


TYPICAL_DIFFERENCES = RenaissanceSideQuantities(
    left_to_lose=2.0,
    near_broken=1.0,
    next_to_broken=1.0,
    general_lives=1.0,
    camp_stands=1.0,
    bases=3.0,
    value=3.0,
    fast=3.0,
    shooters=3.0,
    guns=1.0,
    waiting=3.0,
    free=3.0,
    level=4.0,
    supported=3.0,
    alone=3.0,
    good_going=3.0,
    high=3.0,
    attacking=3.0,
    best_attack=1.0,
    attacks=1.5,
    flanks=1.0,
    matched=1.0,
    general_attached=1.0,
    general_near=4.0,
    general_safe=4.0,
    wide=8.0,
    closed_up=8.0,
)
"""The typical difference of each quantity between the sides; chosen."""


class RenaissanceCommonFeatures(NamedTuple):
    """The features of both sides together; gains in elements."""

    lead_early: float
    """Half the difference between the losses, which counts less as a draw nears."""
    lead_square: float
    """The square of half the difference, with its sign."""
    fights_won: float
    """What red gains in the fights to come."""
    fights_lost: float
    """Minus what blue gains in them."""
    shots_won: float
    """What red gains by the shots to come."""
    shots_lost: float
    """Minus what blue gains by them."""
    attacks_moving: float
    """The best three attacks of the phasing side, positive if that is red."""
    threats: float
    """The best three attacks of the other side, positive if red is the phasing side."""


NAMES = (*RenaissanceSideQuantities._fields, *RenaissanceCommonFeatures._fields)
"""The names of all features, in their order; files of the odds model use them."""
ATTACK_DISTANCE = 6 * MU
"""The distance from the enemy, in units, within which a base can soon attack and a general is exposed."""


def features(state: RenaissanceState) -> tuple[float, ...]:
    """The features of a state, in the order of ``NAMES``."""
    scene = TableScene(state)
    sides = _side_quantities(state, scene, RED), _side_quantities(state, scene, BLUE)
    differences = [(red - blue) / typical for red, blue, typical in zip(*sides, TYPICAL_DIFFERENCES, strict=True)]
    return *differences, *_common_features(state, scene)


def _side_quantities(state: RenaissanceState, scene: TableScene, seat: Seat) -> RenaissanceSideQuantities:
    """The quantities of a side."""
    own, lost, camp = scene.sides[seat], state.losses(seat), state.camps[seat]
    bases, foes = list(own.values()), list(scene.sides[other(seat)].values())
    general = next((fighter for fighter in bases if fighter.post.kind in GENERALS), None)
    attacks = scene.attacks(seat)
    slots_near = [slot for slot, pairs in scene.pairs[seat].items()
                  if any(each.distance < ATTACK_DISTANCE for each in pairs.values())]
    best_flank_gains = (max((flank.gain for each in pairs.values() for flank in each.flanks), default=0.0)
                        for pairs in scene.pairs[seat].values())
    waiting = sum(base.seat == seat and unit.pose is None and not unit.lost
                  for base, unit in zip(state.roster, state.units, strict=True))
    return RenaissanceSideQuantities(
        left_to_lose=float(-lost),
        near_broken=float(lost < BREAKING_LOSSES - 2),
        next_to_broken=float(lost < BREAKING_LOSSES - 1),
        general_lives=float(not state.units[state.general(seat)].lost),
        camp_stands=float(camp is None or not camp.sacked),
        bases=len(bases),
        value=sum(fighter.value for fighter in bases),
        fast=sum(fighter.reach > 3 * MU for fighter in bases),
        shooters=sum(ELEMENTS[fighter.post.kind].range > 0 for fighter in bases),
        guns=sum(fighter.wheeled for fighter in bases),
        waiting=waiting,
        free=sum(not fighter.in_contact for fighter in bases),
        level=sum(fighter.overlapping_friends for fighter in bases),
        supported=sum(fighter.behind is not None for fighter in bases),
        alone=-sum(fighter.overlapping_friends == 0 and fighter.behind is None for fighter in bases),
        good_going=-sum(fighter.post.in_bad_going for fighter in bases),
        high=sum(bool(fighter.post.squared_crest_distances) for fighter in bases),
        attacking=len(slots_near),
        best_attack=max((gain for gain, *_ in attacks), default=0.0),
        attacks=sum(gain for gain, *_ in attacks[:4]),
        flanks=sum(sorted(best_flank_gains)[-2:]),
        matched=sum(each.facing_value for pairs in scene.pairs[seat].values() for each in pairs.values()),
        general_attached=float(general is not None and any(own[slot] is general for slot in scene.behind.values()
                                                           if slot in own)),
        general_near=-_distance_from_middle(bases, general),
        general_safe=min(ATTACK_DISTANCE / MU, _nearest_distance(foes, general)),
        wide=_line_width(state, seat, bases),
        closed_up=-_gap_sum(bases),
    )


def _distance_from_middle(bases: Sequence[Fighter], base: Fighter | None) -> float:
    """The distance of a base from the middle of others, in MU; 0 without a base."""
    if base is None:
        return 0.0
    x, y = (sum(values) / len(bases) for values in zip(*((each.post.x, each.post.y) for each in bases), strict=True))
    return hypot(base.post.x - x, base.post.y - y) / MU


def _nearest_distance(bases: Sequence[Fighter], base: Fighter | None) -> float:
    """The distance of a base from the nearest of others, in MU; ``ATTACK_DISTANCE`` if there is no base or no other."""
    if base is None:
        return ATTACK_DISTANCE / MU
    return min((hypot(each.post.x - base.post.x, each.post.y - base.post.y) / MU for each in bases),
               default=ATTACK_DISTANCE / MU)


def _line_width(state: RenaissanceState, seat: Seat, bases: Sequence[Fighter]) -> float:
    """The greatest distance between two of a side's bases along its base edge, in MU."""
    across = [state.ground.from_edge(state.base_edges[seat], each.post.pose.spot)[0] for each in bases]
    return (max(across) - min(across)) / MU if bases else 0.0


def _gap_sum(bases: Sequence[Fighter]) -> float:
    """A quarter of the sum of all gaps, in MU: a base's gap is its distance from the nearest friend less 1 MU, at least
    0."""
    return sum(max(0.0, _nearest_distance([each for each in bases if each is not base], base) - 1)
               for base in bases) / 4


def _common_features(state: RenaissanceState, scene: TableScene) -> RenaissanceCommonFeatures:
    """The features of both sides together."""
    lead = (state.losses(BLUE) - state.losses(RED)) / 2
    fight_gains, shot_gains = [0.0, 0.0], [0.0, 0.0]
    for first, second in combats_left(state):
        odds = prospect(state, RenaissanceCombat(first, second))
        _add_gains(fight_gains, state.roster[first].seat, odds.won, odds.lost)
    for each in volleys(scene):
        _add_gains(shot_gains, state.roster[each.leader].seat, each.odds.won, each.odds.lost)
    sign = 1 if state.seat == RED else -1
    phasing_attacks, other_attacks = ([gain for gain, *_ in scene.attacks(seat)[:3]]
                                      for seat in (state.seat, other(state.seat)))
    lead_in_time = lead * (1 - max(0, state.bounds_without_loss) / QUIET_LIMIT)
    return RenaissanceCommonFeatures(
        lead_early=lead_in_time,
        lead_square=lead * abs(lead),
        fights_won=fight_gains[RED],
        fights_lost=-fight_gains[BLUE],
        shots_won=shot_gains[RED],
        shots_lost=-shot_gains[BLUE],
        attacks_moving=sign * sum(phasing_attacks),
        threats=sign * sum(other_attacks),
    )


def _add_gains(gains: list[float], seat: Seat, won: float, lost: float) -> None:
    """Add the expected gains of both sides in a fight or shot to the sums of red's and blue's gains.

    :param won: the gain of ``seat``.
    :param lost: the gain of the other side.
    """
    gains[seat] += won
    gains[other(seat)] += lost
