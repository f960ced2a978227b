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
from game.rules.renaissance.ai.scene import Figure, TableScene
from game.rules.renaissance.ai.volleys import volleys
from game.rules.renaissance.engine.bound import BREAKING_LOSSES, QUIET_LIMIT
from game.rules.renaissance.engine.fighting import combats_left
from game.rules.renaissance.engine.scoring import RenaissanceCombat
from game.rules.renaissance.engine.state import BLUE, RED, RenaissanceState
from game.rules.renaissance.engine.tables import ELEMENTS, GENERALS
from game.rules.renaissance.engine.words import MU


class RenaissanceSideQuantities(NamedTuple):
    """What is measured of each side."""

    left_to_lose: float
    near_broken: float
    next_to_broken: float
    general_lives: float
    camp_stands: float
    bases: float
    value: float
    fast: float
    shooters: float
    guns: float
    waiting: float
    free: float
    level: float
    supported: float
    alone: float
    good_going: float
    high: float
    attacking: float
    best_attack: float
    attacks: float
    flanks: float
    matched: float
    general_attached: float
    general_near: float
    general_safe: float
    wide: float
    closed_up: float


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
"""The typical difference of each quantity between the sides."""


class RenaissanceCommonFeatures(NamedTuple):
    """The features of both sides together."""

    lead_early: float
    lead_square: float
    fights_won: float
    fights_lost: float
    shots_won: float
    shots_lost: float
    attacks_moving: float
    threats: float


NAMES = (*RenaissanceSideQuantities._fields, *RenaissanceCommonFeatures._fields)
ATTACK_DISTANCE = 6 * MU
"""The distance from the enemy, in units, within which a base can soon attack and a general is exposed."""


def features(state: RenaissanceState) -> tuple[float, ...]:
    """The features of a state, in the order of ``NAMES``."""
    scene = TableScene(state)
    sides = _side_quantities(state, scene, RED), _side_quantities(state, scene, BLUE)
    differences = [(red - blue) / usual for red, blue, usual in zip(*sides, TYPICAL_DIFFERENCES, strict=True)]
    return *differences, *_common_features(state, scene)


def _side_quantities(state: RenaissanceState, scene: TableScene, seat: Seat) -> RenaissanceSideQuantities:
    """The quantities of a side."""
    own, lost, camp = scene.sides[seat], state.losses(seat), state.camps[seat]
    bases, foes = list(own.values()), list(scene.sides[other(seat)].values())
    general = next((figure for figure in bases if figure.post.kind in GENERALS), None)
    attacks = scene.attacks(seat)
    near = [slot for slot, pairs in scene.pairs[seat].items()
            if any(each.far < ATTACK_DISTANCE for each in pairs.values())]
    flanks = (max((flank.gain for each in pairs.values() for flank in each.flanks), default=0.0)
              for pairs in scene.pairs[seat].values())
    waiting = sum(piece.seat == seat and unit.pose is None and not unit.lost
                  for piece, unit in zip(state.roster, state.units, strict=True))
    return RenaissanceSideQuantities(
        left_to_lose=float(-lost),
        near_broken=float(lost < BREAKING_LOSSES - 2),
        next_to_broken=float(lost < BREAKING_LOSSES - 1),
        general_lives=float(not state.units[state.general(seat)].lost),
        camp_stands=float(camp is None or not camp.sacked),
        bases=len(bases),
        value=sum(one.value for one in bases),
        fast=sum(one.reach > 3 * MU for one in bases),
        shooters=sum(ELEMENTS[one.post.kind].range > 0 for one in bases),
        guns=sum(one.wheeled for one in bases),
        waiting=waiting,
        free=sum(not one.held for one in bases),
        level=sum(one.level for one in bases),
        supported=sum(one.behind is not None for one in bases),
        alone=-sum(one.level == 0 and one.behind is None for one in bases),
        good_going=-sum(one.post.bad for one in bases),
        high=sum(one.post.height is not None for one in bases),
        attacking=len(near),
        best_attack=max((gain for gain, *_ in attacks), default=0.0),
        attacks=sum(gain for gain, *_ in attacks[:4]),
        flanks=sum(sorted(flanks)[-2:]),
        matched=sum(each.matched for pairs in scene.pairs[seat].values() for each in pairs.values()),
        general_attached=float(general is not None and any(own[slot] is general for slot in scene.behind.values()
                                                           if slot in own)),
        general_near=-_distance_from_middle(bases, general),
        general_safe=min(6.0, _nearest_distance(foes, general)),
        wide=_line_width(bases),
        closed_up=-_gap_sum(bases),
    )


def _distance_from_middle(bases: Sequence[Figure], base: Figure | None) -> float:
    """The distance of a base from the middle of others, in MU; 0 without a base."""
    if base is None:
        return 0.0
    x, y = (sum(values) / len(bases) for values in zip(*((each.post.x, each.post.y) for each in bases), strict=True))
    return hypot(base.post.x - x, base.post.y - y) / MU


def _nearest_distance(bases: Sequence[Figure], base: Figure | None) -> float:
    """The distance of a base from the nearest of others, in MU; ``ATTACK_DISTANCE`` if there are none."""
    if base is None:
        return ATTACK_DISTANCE / MU
    return min((hypot(each.post.x - base.post.x, each.post.y - base.post.y) / MU for each in bases),
               default=ATTACK_DISTANCE / MU)


def _line_width(bases: Sequence[Figure]) -> float:
    """The greatest distance between two bases along the table, in MU."""
    across = [each.post.x for each in bases]
    return (max(across) - min(across)) / MU if bases else 0.0


def _gap_sum(bases: Sequence[Figure]) -> float:
    """The distances of all bases to their nearest friends, in MU, as far as each exceeds one; a quarter of their
    sum."""
    return sum(max(0.0, _nearest_distance([each for each in bases if each is not one], one) - 1) for one in bases) / 4


def _common_features(state: RenaissanceState, scene: TableScene) -> RenaissanceCommonFeatures:
    """The features of both sides together."""
    lead = (state.losses(BLUE) - state.losses(RED)) / 2
    fought, shot = [0.0, 0.0], [0.0, 0.0]
    for first, second in combats_left(state):
        odds = prospect(state, RenaissanceCombat(first, second))
        _add_gains(fought, state.roster[first].seat, odds.won, odds.lost)
    for each in volleys(scene):
        _add_gains(shot, state.roster[each.leader].seat, each.odds.won, each.odds.lost)
    sign = 1 if state.seat == RED else -1
    moving, waiting = ([gain for gain, *_ in scene.attacks(seat)[:3]] for seat in (state.seat, other(state.seat)))
    lead_in_time = lead * (1 - max(0, state.bounds_without_loss) / QUIET_LIMIT)
    return RenaissanceCommonFeatures(
        lead_early=lead_in_time,
        lead_square=lead * abs(lead),
        fights_won=fought[RED],
        fights_lost=-fought[BLUE],
        shots_won=shot[RED],
        shots_lost=-shot[BLUE],
        attacks_moving=sign * sum(moving),
        threats=sign * sum(waiting),
    )


def _add_gains(into: list[float], seat: Seat, won: float, lost: float) -> None:
    """Add the expected gains of both sides in a fight or shot to ``into``."""
    into[seat] += won
    into[other(seat)] += lost
