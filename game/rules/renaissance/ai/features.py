"""The features of the odds model for Renaissance battles: one number per name, positive if it favours red.

Most are the difference between red and blue in some quantity, divided by a typical difference. The typical differences
are chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

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

SIDE_QUANTITIES = {
    "left_to_lose": 2.0, "near_broken": 1.0, "next_to_broken": 1.0, "general_lives": 1.0, "camp_stands": 1.0,
    "bases": 3.0, "value": 3.0, "fast": 3.0, "shooters": 3.0, "guns": 1.0, "waiting": 3.0, "free": 3.0, "level": 4.0,
    "supported": 3.0, "alone": 3.0, "good_going": 3.0, "high": 3.0, "attacking": 3.0, "best_attack": 1.0,
    "attacks": 1.5, "flanks": 1.0, "matched": 1.0, "general_attached": 1.0, "general_near": 4.0, "general_safe": 4.0,
    "wide": 8.0, "closed_up": 8.0,
}
"""Quantity of each side -> its typical difference."""
COMMON_FEATURES = (
    "lead_early", "lead_square", "fights_won", "fights_lost", "shots_won", "shots_lost", "attacks_moving", "threats",
)
"""The features of both sides together."""
NAMES = (*SIDE_QUANTITIES, *COMMON_FEATURES)
ATTACK_DISTANCE = 6 * MU
"""The distance from the enemy, in units, within which a base can soon attack and a general is exposed."""


def features(state: RenaissanceState) -> tuple[float, ...]:
    """The features of a state, in the order of ``NAMES``."""
    scene = TableScene(state)
    sides = _side_quantities(state, scene, RED), _side_quantities(state, scene, BLUE)
    differences = [(red - blue) / usual for red, blue, usual in zip(*sides, SIDE_QUANTITIES.values(), strict=True)]
    return *differences, *_common_features(state, scene)


def _side_quantities(state: RenaissanceState, scene: TableScene, seat: Seat) -> tuple[float, ...]:
    """The quantities of a side, in the order of ``SIDE_QUANTITIES``."""
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
    return (
        float(-lost), float(lost < BREAKING_LOSSES - 2), float(lost < BREAKING_LOSSES - 1),
        float(not state.units[state.general(seat)].lost), float(camp is None or not camp.sacked), len(bases),
        sum(one.value for one in bases),
        sum(one.reach > 3 * MU for one in bases), sum(ELEMENTS[one.post.kind].range > 0 for one in bases),
        sum(one.wheeled for one in bases), waiting, sum(not one.held for one in bases), sum(one.level for one in bases),
        sum(one.behind is not None for one in bases),
        -sum(one.level == 0 and one.behind is None for one in bases), -sum(one.post.bad for one in bases),
        sum(one.post.height is not None for one in bases), len(near), max((gain for gain, *_ in attacks), default=0.0),
        sum(gain for gain, *_ in attacks[:4]), sum(sorted(flanks)[-2:]),
        sum(each.matched for pairs in scene.pairs[seat].values() for each in pairs.values()),
        float(general is not None and any(own[slot] is general for slot in scene.behind.values() if slot in own)),
        -_distance_from_middle(bases, general), min(6.0, _nearest_distance(foes, general)), _line_width(bases),
        -_gap_sum(bases),
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


def _common_features(state: RenaissanceState, scene: TableScene) -> tuple[float, ...]:
    """The features of both sides together, in the order of ``COMMON_FEATURES``."""
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
    return (lead_in_time, lead * abs(lead), fought[RED], -fought[BLUE], shot[RED], -shot[BLUE], sign * sum(moving),
            sign * sum(waiting))


def _add_gains(into: list[float], seat: Seat, won: float, lost: float) -> None:
    """Add the expected gains of both sides in a fight or shot to ``into``."""
    into[seat] += won
    into[other(seat)] += lost
