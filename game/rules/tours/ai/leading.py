"""The veteran's move of a leader, and the reason for it."""

from __future__ import annotations

from game.board.hexgrid import Hex
from game.core.indices import Slot, slots_in
from game.core.message import Message, Text, plural, say
from game.rules.tours import movement
from game.rules.tours.actions import END_PHASE, MOVE, REFORM, ToursMove
from game.rules.tours.ai.marching import ToursCourse
from game.rules.tours.ai.scene import Scene
from game.rules.tours.state import NOBODY
from game.rules.tours.units import COMBAT_UNITS, CONTINGENT, CONTINGENT_TITLES, LEADERS, SEAT, UNITS, name_of

STAY_BONUS = 0.02
"""The value by which a leader's move must be better than staying; chosen by hand."""
LEADERSHIP_VALUE = 0.25
"""The value of a leader's bonus to an activation roll for a contingent of ``FULL_CONTINGENT`` units or more; chosen by
hand, as are the numbers below."""
DECISIVE_VALUE = 1.0
"""The value of that bonus for a contingent that can end the battle in this player turn."""
FULL_CONTINGENT = 10
"""The number of units from which a contingent counts in full."""
REFORMING_VALUE = 0.02
"""The value to a leader of each unit with an order to reform within ``REFORMING_RADIUS``."""
MAX_REFORMING = 6
"""The most units with an order to reform that count."""
REFORMING_RADIUS = 4
"""Hexes from a leader within which units with an order to reform count."""
GOOD_ORDER_VALUE = 0.1
"""The value to a leader of good order in the unit with it."""
DANGER_FACTOR = 2.0
"""The factor on the danger to the unit with a leader."""
LONE_COST = 1.0
"""The cost to a leader of being in a hex without a friendly unit."""


def leader_courses(scene: Scene) -> list[ToursCourse]:
    """The leader's move to the best hex in its reach, or the end of the phase if it should stay."""
    state, ground, leader = scene.state, scene.ground, LEADERS[scene.seat]
    reach = movement.reachable(state, leader)
    best_value, best_place = _place_value(scene, state.at[leader]) + STAY_BONUS, state.at[leader]
    for place in reach.points:
        value = _place_value(scene, place)
        if value > best_value + 1e-9:  # more than an error of rounding
            best_value, best_place = value, place
    if best_place == state.at[leader]:
        return [ToursCourse(0.0, (END_PHASE,))]
    path = movement.path_to(ground, reach, best_place)
    return [ToursCourse(best_value, (ToursMove(UNITS[leader].id, path),))]


def _place_value(scene: Scene, place: Hex) -> float:
    """The value of a leader's place: with a unit of a contingent that must roll for activation, near units that reform,
    and out of danger."""
    state = scene.state
    slot = state.unit_in.get(place, NOBODY)
    if slot < 0 or SEAT[slot] != scene.seat:
        return -LONE_COST - scene.leader_danger(place)
    contingent = CONTINGENT[slot]
    units = min(len(state.units(contingent)), FULL_CONTINGENT)
    help_value = DECISIVE_VALUE if contingent in scene.decisive else LEADERSHIP_VALUE * units / FULL_CONTINGENT
    value = help_value if state.orders[contingent] == MOVE else 0.0
    reforming = _reforming_near(scene, place)
    risk = DANGER_FACTOR * scene.danger(slot, place, state.facing[slot], scene.other_friends(slot))
    return (value + REFORMING_VALUE * min(reforming, MAX_REFORMING) - risk
            + GOOD_ORDER_VALUE * (not state.disordered >> slot & 1))


def distance_text(scene: Scene, place: Hex) -> Message:
    """The text of a place's distance from the nearest enemy."""
    return plural("{count} hex from the nearest enemy", "{count} hexes from the nearest enemy",
                  scene.distance_to_enemy(place))


def why_moves(scene: Scene, end: Hex) -> Message:
    """The reason for a leader's move to a hex: the unit that it joins, and the effect."""
    state = scene.state
    slot = _unit_with_leader(scene, end)
    if slot < 0:
        return distance_text(scene, end)
    contingent = CONTINGENT[slot]
    if state.orders[contingent] == MOVE:
        return say("with {unit}: helps activate {contingent}", unit=name_of(slot),
                   contingent=CONTINGENT_TITLES[contingent])
    if count := _reforming_near(scene, end):
        return plural("with {unit}: near {count} unit ordered to reform",
                       "with {unit}: near {count} units ordered to reform", count, unit=name_of(slot))
    return say("with {unit}, in good order", unit=name_of(slot)) if not state.disordered >> slot & 1 else say(
        "with {unit}", unit=name_of(slot))


def why_stays(scene: Scene) -> Text:
    """The reason for a leader to stay: the unit that it is with, and the effect; empty if it is alone."""
    state, leader = scene.state, LEADERS[scene.seat]
    place = state.at[leader]
    slot = _unit_with_leader(scene, place)
    if slot < 0:
        return ""
    if state.orders[CONTINGENT[slot]] == MOVE:
        return say("{leader} stays with {unit}: helps activate {contingent}", leader=name_of(leader),
                   unit=name_of(slot), contingent=CONTINGENT_TITLES[CONTINGENT[slot]])
    if count := _reforming_near(scene, place):
        return plural("{leader} stays near {count} unit ordered to reform",
                       "{leader} stays near {count} units ordered to reform", count, leader=name_of(leader))
    return say("{leader} stays with {unit}", leader=name_of(leader), unit=name_of(slot))


def _unit_with_leader(scene: Scene, place: Hex) -> Slot:
    """The own unit in a leader's hex; ``NOBODY`` if the leader is alone."""
    slot = scene.state.unit_in.get(place, NOBODY)
    return slot if 0 <= slot < COMBAT_UNITS and SEAT[slot] == scene.seat else NOBODY


def _reforming_near(scene: Scene, place: Hex) -> int:
    """The number of units near a hex that are disordered and ordered to reform."""
    state = scene.state
    return sum(scene.ground.distance(place, state.at[slot]) <= REFORMING_RADIUS for slot in slots_in(state.disordered)
               if SEAT[slot] == scene.seat and state.orders[CONTINGENT[slot]] == REFORM)
