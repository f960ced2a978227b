"""The line of an activated unit: its path, its fire on the way, and its facing at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from game.board.hexgrid import Hex, hexes_in
from game.board.paths import Reach
from game.core.action import Action
from game.core.indices import Slot
from game.rules.tours import fire, movement
from game.rules.tours.actions import ChangeFacing, ToursFire, ToursMove
from game.rules.tours.ai import odds
from game.rules.tours.ai.scene import Scene
from game.rules.tours.state import Moving
from game.rules.tours.units import ARCHER, FOE, KIND, UNITS

MIN_GAIN = 0.01
"""The least gain of a line of actions over staying; chosen by hand."""
MAX_POSTS = 6
"""The number of firing positions that are evaluated exactly."""


class ToursCourse(NamedTuple):
    """A sequence of actions, with its gain."""

    gain: float
    actions: tuple[Action, ...]
    whole: bool = False


def value_with_best_facing(scene: Scene, slot: Slot, place: Hex) -> tuple[float, int]:
    """The value of a unit's place in a hex with the best facing, and the vertex of that facing."""
    state, ground, held = scene.state, scene.ground, scene.others(slot)
    fixed = scene.closeness(slot, place) + scene.company(place, held)
    dangers = scene.dangers(slot, place, held)
    enemies = ground.adjacent[place] & state.occupied[FOE[scene.seat]]
    moved = state.with_unit_at(slot, place) if enemies and place != state.at[slot] else state
    best, vertex = -99.0, state.facing[slot]
    for turn in range(6):
        facing = (state.facing[slot] + turn) % 6
        value = -dangers[facing]
        if enemies & ground.front_mask[place][facing]:
            value += scene.assault(moved, slot, facing)
        if value > best + 1e-9:
            best, vertex = value, facing
    return best + fixed, vertex


def line_of(scene: Scene, slot: Slot) -> ToursCourse:
    """The best line of a unit; without actions if it should stay."""
    state, ground = scene.state, scene.ground
    here, unit = state.at[slot], UNITS[slot].id
    held = scene.others(slot)
    points_left = movement.points_left(state, slot)
    reach = movement.reachable(state, slot, points_left)
    near = [(state.unit_in[hex_], hex_) for hex_ in hexes_in(ground.adjacent[here] & state.occupied[scene.seat])]
    value_of_staying, vertex = value_with_best_facing(scene, slot, here)
    current_value = -scene.danger(slot, here, state.facing[slot],
                                  held) + scene.closeness(slot, here) + scene.company(here, held)
    current_value += scene.assault(state, slot, state.facing[slot])
    faces: tuple[Action, ...] = (ChangeFacing(unit, vertex),) if vertex != state.facing[slot] else ()
    best = ToursCourse(value_of_staying - current_value, faces)
    def safety(friends: int) -> float:
        return sum(-scene.danger(one, at, state.facing[one], friends & ~(1 << at)) for one, at in near)

    leaving = safety(state.occupied[scene.seat]) - safety(held)  # the loss of friends by its departure
    values_by_place: dict[Hex, tuple[float, int]] = {here: (value_of_staying, vertex)}

    def value_at(place: Hex) -> tuple[float, int]:
        if place not in values_by_place:
            value, facing = value_with_best_facing(scene, slot, place)
            values_by_place[place] = value - leaving, facing
        return values_by_place[place]

    beside = state.controlled(scene.seat)

    @cache
    def upper_bound(place: Hex) -> float:
        """An upper bound of the value of a place in a hex; without adjacent enemies, the value without dangers."""
        if beside >> place & 1 or place == here:
            return value_at(place)[0]
        return scene.closeness(slot, place) + scene.company(place, held) - leaving

    for place in sorted(reach.points, key=upper_bound, reverse=True):
        if upper_bound(place) - current_value <= best.gain + MIN_GAIN:
            break
        if place == here:
            continue
        value, facing = value_at(place)
        value -= scene.arrows(slot, place)
        if value - current_value > best.gain + MIN_GAIN:
            move = ToursMove(unit, movement.path_to(ground, reach, place), state.leader_of(slot) >= 0 and not state.led)
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
    """The best line with a shot on the way: firing position, target, and the move after it; None if no shot gains.

    :param points_left: the movement points left.
    :param current_value: the value of the unit's present place and facing.
    :param value_at: returns the value of a place in a hex, and the vertex of the best facing there.
    :param upper_bound: returns an upper bound of that value.
    """
    state, ground = scene.state, scene.ground
    unit, here = UNITS[slot].id, state.at[slot]
    posts = []
    halts = state.controlled(scene.seat)
    for place, points in reach.points.items():
        if points + fire.SHOT_COST > points_left or not ground.within(place) & state.occupied[FOE[scene.seat]]:
            continue
        moved = replace(state.with_unit_at(slot, place), moving=Moving(slot, points_left - points))
        for target in fire.targets(moved, slot):
            value = odds.shot(moved, slot, target)
            halted = bool(halts >> place & 1) and place != here
            posts.append((value + value_at(place if halted else here)[0], value, place, target, halted))
    posts.sort(key=lambda post: (-post[0], post[2], post[3]))
    best: ToursCourse | None = None
    for _, value, place, target, halted in posts[:MAX_POSTS]:
        points = reach.points[place]
        moved = state.with_unit_at(slot, place) if place != here else state
        reach_after = (Reach({place: 0}, {}) if halted
                       else movement.reachable(moved, slot, points_left - points - fire.SHOT_COST))
        for end in reach_after.points:
            if best is not None and upper_bound(end) + value - current_value <= best.gain:
                continue
            gain = value_at(end)[0] + value - current_value
            if best is None or gain > best.gain + 1e-9:
                actions: list[Action] = []
                if place != here:
                    actions.append(ToursMove(unit, movement.path_to(ground, reach, place)))
                actions.append(ToursFire(unit, UNITS[target].id))
                if end != place:
                    actions.append(ToursMove(unit, movement.path_to(ground, reach_after, end)))
                actions.append(ChangeFacing(unit, value_at(end)[1]))
                best = ToursCourse(gain, tuple(actions))
    return best
