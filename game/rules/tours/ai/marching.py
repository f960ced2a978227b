"""The best course of an activated unit: its moves, its shot on the way, and its facing at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from math import inf
from typing import NamedTuple

from game.board.hexgrid import Hex, hexes_in
from game.board.paths import Reach
from game.core.action import Action
from game.core.indices import Slot
from game.rules.tours import fire, movement
from game.rules.tours.actions import ChangeFacing, ToursFire, ToursMove
from game.rules.tours.ai import odds
from game.rules.tours.ai.scene import Scene
from game.rules.tours.state import CurrentMove
from game.rules.tours.units import ARCHER, FOE, KIND, UNITS

MIN_GAIN = 0.01
"""The least gain of a move without a shot over the best course found so far; chosen by hand."""
MAX_SHOTS = 6
"""The most shots, each from a hex at a target, that are examined, the most promising first; chosen by hand."""
ROUNDING_ERROR = 1e-9
"""Values that differ by less count as equal."""


class _Shot(NamedTuple):
    """A possible shot on the way of an archer."""

    estimate: float
    """An estimate of its course's value. A unit that need not stop is valued as if it came back to its present hex."""
    gain: float
    """Its own gain, less the danger of arrows in the firing position."""
    place: Hex
    """The firing position."""
    target: Slot
    must_stop: bool
    """Whether the unit must stop in the firing position."""


class ToursCourse(NamedTuple):
    """A sequence of actions, with its expected gain."""

    gain: float
    """The expected gain; a unit in good order is worth about 1 (``odds``)."""
    actions: tuple[Action, ...]
    is_complete: bool = False
    """Whether the actions are the complete plan until the next roll or the end of the phase."""


def values_by_facing(scene: Scene, slot: Slot, place: Hex) -> tuple[float, ...]:
    """Vertex -> the value of a unit's place in a hex, facing that vertex."""
    state, ground, friends = scene.state, scene.ground, scene.other_friends(slot)
    value_of_place = scene.distance_value(slot, place) + scene.company_value(place, friends)
    dangers = scene.dangers(slot, place, friends)
    enemies = ground.adjacent[place] & state.occupied[FOE[scene.seat]]
    moved = state.with_unit_at(slot, place) if enemies and place != state.at[slot] else state
    return tuple(value_of_place - dangers[vertex] + (
        scene.attack_gain(moved, slot, vertex) if enemies & ground.front_mask[place][vertex] else 0.0)
        for vertex in range(6))


def value_with_best_facing(scene: Scene, slot: Slot, place: Hex) -> tuple[float, int]:
    """The value of a unit's place in a hex with the best facing, and the vertex of that facing; the present facing wins
    ties."""
    return _best_facing(values_by_facing(scene, slot, place), scene.state.facing[slot])


def _best_facing(values: Sequence[float], present_vertex: int) -> tuple[float, int]:
    """The highest value of a facing, and its vertex; the present facing wins ties, then the next one clockwise.

    :param values: as returned by ``values_by_facing``.
    """
    best_value, best_vertex = -inf, present_vertex
    for rotation in range(6):
        vertex = (present_vertex + rotation) % 6
        if values[vertex] > best_value + ROUNDING_ERROR:
            best_value, best_vertex = values[vertex], vertex
    return best_value, best_vertex


def best_course(scene: Scene, slot: Slot) -> ToursCourse:
    """The best course of a unit; without actions if it should stay as it is."""
    state, ground = scene.state, scene.ground
    here, unit = state.at[slot], UNITS[slot].id
    friends = scene.other_friends(slot)
    points_left = movement.points_left(state, slot)
    reach = movement.reachable(state, slot, points_left)
    adjacent_friends = [(state.unit_in[hex_], hex_) for hex_ in hexes_in(
        ground.adjacent[here] & state.occupied[scene.seat])]
    values_here = values_by_facing(scene, slot, here)
    value_of_staying, vertex = _best_facing(values_here, state.facing[slot])
    current_value = values_here[state.facing[slot]]
    facing_change: tuple[Action, ...] = (ChangeFacing(unit, vertex),) if vertex != state.facing[slot] else ()
    best = ToursCourse(value_of_staying - current_value, facing_change)

    def safety_of_friends(occupied: int) -> float:
        """The safety of the adjacent friends if the hexes of a mask have friendly units; at most 0."""
        return sum(-scene.danger(friend, place, state.facing[friend], occupied & ~(1 << place))
                   for friend, place in adjacent_friends)

    cost_of_leaving = safety_of_friends(state.occupied[scene.seat]) - safety_of_friends(friends)
    values_by_place: dict[Hex, tuple[float, int]] = {here: (value_of_staying, vertex)}

    def value_at(place: Hex) -> tuple[float, int]:
        """The value of the unit's place in a hex, less what leaving its present hex costs the friends next to it,
        and the vertex of the best facing there."""
        if place not in values_by_place:
            value, facing = value_with_best_facing(scene, slot, place)
            values_by_place[place] = value - cost_of_leaving, facing
        return values_by_place[place]

    controlled = state.enemy_zone(scene.seat)

    @cache
    def upper_bound(place: Hex) -> float:
        """An upper bound of ``value_at``: next to enemies and in the unit's present hex the value itself, elsewhere the
        value without dangers, which is cheaper to compute."""
        if controlled >> place & 1 or place == here:
            return value_at(place)[0]
        return scene.distance_value(slot, place) + scene.company_value(place, friends) - cost_of_leaving

    for place in sorted(reach.points, key=upper_bound, reverse=True):
        if upper_bound(place) - current_value <= best.gain + MIN_GAIN:
            break
        if place == here:
            continue
        value, facing = value_at(place)
        value -= scene.arrows(slot, place)
        if value - current_value > best.gain + MIN_GAIN:
            takes_leader = state.leader_of(slot) >= 0 and not state.leader_moved
            move = ToursMove(unit, movement.path_to(ground, reach, place), takes_leader)
            best = ToursCourse(value - current_value, (move, ChangeFacing(unit, facing)))
    if KIND[slot] == ARCHER and not state.fired >> slot & 1 and not state.engaged >> slot & 1:
        shot = _shooting_course(scene, slot, reach, points_left, current_value, value_at, upper_bound)
        if shot is not None and shot.gain > best.gain:
            best = shot
    return best


def _shooting_course(
    scene: Scene, slot: Slot, reach: Reach[Hex], points_left: int, current_value: float,
    value_at: Callable[[Hex], tuple[float, int]],
    upper_bound: Callable[[Hex], float],
) -> ToursCourse | None:
    """The best course with a shot on the way: firing position, target, and the move after it; None if no shot is
    possible. Its gain may be negative; reaction fire at the unit in its firing position and its last hex counts against
    it. A leader in the unit's hex is not taken along.

    :param reach: the hexes that it can reach before the shot.
    :param points_left: the movement points left.
    :param current_value: the value of the unit's present place and facing.
    :param value_at: returns the value of a place in a hex, and the vertex of the best facing there.
    :param upper_bound: returns an upper bound of that value.
    """
    state, ground = scene.state, scene.ground
    unit, here = UNITS[slot].id, state.at[slot]
    controlled = state.enemy_zone(scene.seat)
    shots: list[_Shot] = []
    for place, points in reach.points.items():
        if points + fire.SHOT_COST > points_left or not ground.in_bow_range(place) & state.occupied[FOE[scene.seat]]:
            continue
        moved = replace(state.with_unit_at(slot, place), moving=CurrentMove(slot, points_left - points))
        for target in fire.targets(moved, slot):
            shot_gain = odds.shot_gain(moved, slot, target) - (scene.arrows(slot, place) if place != here else 0.0)
            must_stop = bool(controlled >> place & 1) and place != here
            estimate = shot_gain + value_at(place if must_stop else here)[0]
            shots.append(_Shot(estimate, shot_gain, place, target, must_stop))
    shots.sort(key=lambda shot: (-shot.estimate, shot.place, shot.target))
    best: ToursCourse | None = None
    for _, shot_gain, place, target, must_stop in shots[:MAX_SHOTS]:
        points = reach.points[place]
        moved = state.with_unit_at(slot, place) if place != here else state
        reach_after = (Reach({place: 0}, {}) if must_stop
                       else movement.reachable(moved, slot, points_left - points - fire.SHOT_COST))
        for end in reach_after.points:
            if best is not None and upper_bound(end) + shot_gain - current_value <= best.gain:
                continue
            gain = value_at(end)[0] + shot_gain - current_value - (scene.arrows(slot, end) if end != place else 0.0)
            if best is None or gain > best.gain + ROUNDING_ERROR:
                actions: list[Action] = []
                if place != here:
                    actions.append(ToursMove(unit, movement.path_to(ground, reach, place)))
                actions.append(ToursFire(unit, UNITS[target].id))
                if end != place:
                    actions.append(ToursMove(unit, movement.path_to(ground, reach_after, end)))
                actions.append(ChangeFacing(unit, value_at(end)[1]))
                best = ToursCourse(gain, tuple(actions))
    return best
