"""The features from which the odds of Africa's battles are learnt: one number for each name, positive if it favours the
Spanish."""

from __future__ import annotations

from collections.abc import Iterable
from math import log
from typing import NamedTuple

from game.board.areas import Area
from game.core.indices import Seat, Slot, by_slot, other, slots_in
from game.rules.africa.ai.field import Battlefield
from game.rules.africa.ai.holding import holding_of
from game.rules.africa.ai.worth import BASE_WEIGHT, STRENGTH_POINT
from game.rules.africa.state import WAITING
from game.rules.africa.units import BOTH, MOROCCAN, SPANISH
from game.rules.africa.victory import CONVOYS_PER_OBJECTIVE

MAX_OBJECTIVES = 5
"""The most objectives in any battle. In a battle with fewer, the remaining features are 0."""


class AfricaObjectiveFeatures(NamedTuple):
    """The features of one objective, each positive for the Spanish."""

    control: float
    """1 if the Spanish control it, else -1."""
    there: float
    """Spanish less Moroccan strength in it."""
    one_turn: float
    """Logarithm of the ratio of strengths within one area."""
    two_turns: float
    """The same within two areas."""
    threat: float
    """The chance that the side that does not control it takes it with its best attack."""


OBJECTIVE_FEATURES = AfricaObjectiveFeatures._fields


class AfricaOverallFeatures(NamedTuple):
    """The features of the battle as a whole, each positive for the Spanish. Names with ``late`` are for the same number
    divided by the turns to come, the present one included."""

    control: float
    """The lead in objectives, up to the number that a victory needs."""
    control_late: float
    control_last: float
    """The same in the last turn, 0 before."""
    chance: float
    """The Spanish score that ``worth.standing`` expects, from -1 to 1."""
    chance_late: float
    strength: float
    """The surplus of strength on the map."""
    strength_late: float
    foot: float
    """The surplus of strength of infantry and engineers."""
    riders: float
    """The surplus of strength of cavalry."""
    guns: float
    """The surplus of strength of guns."""
    staff: float
    """The surplus of strength of officers."""
    coming: float
    """The surplus of strength of reinforcements."""
    reduced: float
    """Moroccan less Spanish reduced units."""
    shaken: float
    """Moroccan less Spanish demoralized units."""
    exposed: float
    """The surplus of Moroccan strength that an attack would likely beat."""
    leaderless: float
    """The surplus of Moroccan strength without an officer near."""
    fire: float
    """The surplus of expected hits in one fire phase of each side."""
    riders_ready: float
    """The surplus of cavalry units that can be activated."""
    guns_ready: float
    """The surplus of guns that have not been activated."""
    convoys: float
    """Captured convoys, negative."""
    convoys_bare: float
    """Convoys next to an enemy and without troops, negative."""
    turn_order: float
    """1 in the Spanish player turn, -1 in the Moroccan one, weighted as the ``late`` features."""


OVERALL_FEATURES = AfricaOverallFeatures._fields
NAMES = (*(f"{name}_{k + 1}" for k in range(MAX_OBJECTIVES) for name in OBJECTIVE_FEATURES), *OVERALL_FEATURES)
"""The names of all features, in order."""
TYPICAL_STRENGTH = 20.0
"""Typical strength of a side, used as a divisor; chosen, as are all divisors below."""
TYPICAL_GARRISON = 5.0
"""Typical strength of the units that hold an objective, used as a divisor; chosen by hand."""
LIKELY_BEATEN = 0.5
"""Troops count as exposed if an attack takes their area with a greater chance than this."""


def features(field: Battlefield) -> tuple[float, ...]:
    """The features of a field, in the order of ``NAMES``."""
    objectives = field.setting.objectives
    values: list[float] = []
    for area in objectives:
        values += _objective_features(field, area)
    values += [0.0] * (len(OBJECTIVE_FEATURES) * (MAX_OBJECTIVES - len(objectives)))
    return (*values, *_overall_features(field))


def _objective_features(field: Battlefield, area: Area) -> AfricaObjectiveFeatures:
    """The features of one objective."""
    state, at_distance = field.state, []
    for distance in range(3):
        at_distance.append(tuple(
            sum(field.worth.strength(state, i) for place, own in field.troops[seat].items()
                if field.ground.board.distances[area][place] == distance for i in own) for seat in BOTH))
    control = 1.0 if state.control >> area & 1 else -1.0
    holder = SPANISH if control > 0 else MOROCCAN
    garrison = field.troops[holder].get(area, [])
    threat, holding = 0.0, holding_of(field, holder)
    if garrison and not holding.moves_last:
        threat = holding.enemy_attack(area, garrison, field.prize(area, holder)).take_chance
    elif not garrison and not holding.moves_last and holding.danger(area)[0] and (
            not field.troops[other(holder)].get(area)):
        threat = 1.0
    within_one = (at_distance[0][0] + at_distance[1][0], at_distance[0][1] + at_distance[1][1])
    within_two = (within_one[0] + at_distance[2][0], within_one[1] + at_distance[2][1])
    surplus = at_distance[0][0] - at_distance[0][1]
    return AfricaObjectiveFeatures(
        control=control, there=surplus / TYPICAL_GARRISON, one_turn=_log_ratio(*within_one),
        two_turns=_log_ratio(*within_two), threat=-control * threat)


def _log_ratio(ours: float, theirs: float) -> float:
    """The logarithm of the ratio of Spanish to Moroccan strength."""
    return log((ours + BASE_WEIGHT) / (theirs + BASE_WEIGHT))


def _overall_features(field: Battlefield) -> AfricaOverallFeatures:
    """The features of the battle as a whole."""
    state, setting, standing = field.state, field.setting, field.standing
    ours = sum(1 for area in setting.objectives if state.control >> area & 1)
    theirs = len(setting.objectives) - ours
    captured = state.captured.bit_count()
    lead = (min(ours, setting.needed) - min(theirs + captured // CONVOYS_PER_OBJECTIVE, setting.needed)) / 2
    late = 1.0 / (1.0 + field.turns_left)
    surplus = standing.strength / STRENGTH_POINT / TYPICAL_STRENGTH
    convoys = list(slots_in(setting.convoys & ~state.captured))
    unguarded = sum(1 for i in convoys if state.at[i] >= 0 and not field.troops[SPANISH].get(state.at[i])
                    and setting.ground.adjacent[state.at[i]] & state.occupied[MOROCCAN])
    ready = ~(state.demoralized | state.active)
    exposed = [_exposed_strength(field, seat) for seat in BOTH]
    fire = [sum(field.expected_hits(area, other(seat), False) for area in field.troops[seat]) for seat in BOTH]
    return AfricaOverallFeatures(
        control=lead,
        control_late=lead * late,
        control_last=lead * (field.turns_left == 0),
        chance=standing.score,
        chance_late=standing.score * late,
        strength=surplus,
        strength_late=surplus * late,
        foot=_strength_difference(field, setting.foot) / TYPICAL_STRENGTH,
        riders=_strength_difference(field, setting.cavalry) / 5,
        guns=_strength_difference(field, setting.guns) / 5,
        staff=_strength_difference(field, setting.officers) / 5,
        coming=_reinforcement_difference(field) / TYPICAL_STRENGTH,
        reduced=-_unit_difference(field, state.reduced) / 4,
        shaken=-_unit_difference(field, state.demoralized) / 4,
        exposed=(exposed[1] - exposed[0]) / TYPICAL_GARRISON,
        leaderless=(_leaderless_strength(field, MOROCCAN) - _leaderless_strength(field, SPANISH)) / TYPICAL_STRENGTH,
        fire=(fire[1] - fire[0]) / 4,
        riders_ready=_unit_difference(field, setting.cavalry & ready) / 4,
        guns_ready=_unit_difference(field, setting.guns & ready) / 4,
        convoys=-captured / 2,
        convoys_bare=-unguarded / 2,
        turn_order=(1.0 if state.now.phasing == SPANISH else -1.0) * late,
    )


def _strength_difference(field: Battlefield, units: int) -> float:
    """The Spanish surplus of strength among the units of a mask that are on the map."""
    return sum(_sign(field, i) * field.worth.strength(field.state, i) for i in slots_in(units)
               if field.state.at[i] >= 0)


def _unit_difference(field: Battlefield, units: int) -> float:
    """Spanish minus Moroccan units among the units of a mask that are on the map."""
    return sum(_sign(field, i) for i in slots_in(units) if field.state.at[i] >= 0)


def _reinforcement_difference(field: Battlefield) -> float:
    """The Spanish surplus of strength among reinforcements still to enter."""
    return sum(_sign(field, i) * field.worth.full_strength[i] for i, area in by_slot(field.state.at) if area == WAITING)


def _sign(field: Battlefield, slot: Slot) -> float:
    """1 for a Spanish unit, -1 for a Moroccan one."""
    return 1.0 if field.setting.side[SPANISH] >> slot & 1 else -1.0


def _exposed_strength(field: Battlefield, seat: Seat) -> float:
    """Strength of a side's troops that an enemy attack would likely beat in their present areas."""
    holding = holding_of(field, seat)
    return sum(_strength(field, own) for area, own in field.troops[seat].items()
               if holding.enemy_attack(area, own, field.prize(area, seat)).take_chance > LIKELY_BEATEN)


def _leaderless_strength(field: Battlefield, seat: Seat) -> float:
    """Strength of a side's troops with none of its officers in the same or an adjacent area."""
    adjacent = field.setting.ground.adjacent
    with_officer = 0
    for area in field.staff[seat]:
        with_officer |= adjacent[area] | 1 << area
    return sum(_strength(field, own) for area, own in field.troops[seat].items() if not with_officer >> area & 1)


def _strength(field: Battlefield, units: Iterable[Slot]) -> float:
    """The strength of units as if none were reduced or demoralized."""
    return sum(field.worth.full_strength[i] for i in units)
