"""Cavalry and guns out of the sequence (8, 9): the best ride, the best new place for a gun, step by step."""

from __future__ import annotations

from typing import NamedTuple

from game.core.action import Action
from game.rules.africa.actions import Activate, Fire, Move
from game.rules.africa.activation import begun, ready
from game.rules.africa.expected import barrage, shot
from game.rules.africa.gunnery import best_fire, hit_worth
from game.rules.africa.masks import bits
from game.rules.africa.movement import Path, ways
from game.rules.africa.posts import Posts
from game.rules.africa.scene import CROWD, Scene
from game.rules.africa.state import Activation, State
from game.rules.africa.units import MOROCCAN, NONE, SHIP

BAR = 0.003
"""A charge must promise more than this."""


class Ride(NamedTuple):
    """A ride and what it promises beside staying."""

    gain: float
    step: Action
    """Its next action once the unit is activated."""
    fights: bool
    """Whether it fires or charges."""


def _moved(slot: int, scene: Scene, way: Path) -> Move:
    return Move(scene.setting.units[slot].id, tuple(scene.ground.ids[a] for a in way))


def _rest(posts: Posts, slot: int, area: int) -> float:
    """What a rider's standing in an area without enemies is worth."""
    scene = posts.scene
    team = [i for i in scene.troops[posts.seat].get(area, ()) if i != slot]
    joined = tuple(sorted((*team, slot)))
    return scene.pull(slot, area) + posts.value(area, joined) - posts.value(area, tuple(sorted(team)))


def _fire(scene: Scene, slot: int, here: int, area: int) -> float:
    """What a rider's fire from one area at another promises, without an officer's help."""
    seat = scene.setting.units[slot].seat
    more = scene.cover(area, scene.state.points(area, 1 - seat) >= CROWD) + scene.wet(here)
    chance = shot(scene.fire_factor(slot), more, scene.cup)
    target = scene.state.target(area, 1 - seat)
    return chance * hit_worth(scene, area, seat, target) if chance and target >= 0 else 0.0


def charge(scene: Scene, area: int, team: tuple[int, ...]) -> float:
    """What a charge of some riders into an area promises."""
    state, setting = scene.state, scene.setting
    seat = setting.units[team[0]].seat
    own = list(team)
    hits = min(scene.volley(area, 1 - seat, crowd=scene.crowds(own)), float(len(own)))
    lasting = 1.0 - 0.9 * hits / len(own)
    there = [i for i in own if state.at[i] != area]
    origins = {state.at[i] for i in there} or {-1}
    coins = scene.attack(area, own, 0, origins) * lasting
    foes = scene.troops[1 - seat].get(area, [])
    fight = scene.shock(coins, scene.defence(area, 1 - seat))
    gain = fight.win * scene.prize(area, seat) + fight.gain * scene.price(foes)
    if not foes and scene.staff[1 - seat].get(area):
        gain += 0.5 * fight.win * scene.price(scene.staff[1 - seat][area])
    gain -= fight.loss * scene.price(own) * lasting + hits * scene.worth.blow(state, own[0])
    return gain


def best_ride(posts: Posts, slot: int, state: State) -> Ride | None:
    """The best use of a rider that is, or were, activated in ``state``; None where staying is as good.

    :param state: that of the scene, with the unit activated.
    """
    scene, setting, ground = posts.scene, posts.scene.setting, posts.scene.ground
    seat, here = posts.seat, state.at[slot]
    frame = state.frame
    assert isinstance(frame, Activation)
    bit = 1 << slot
    found = ways(state, slot)
    factor = scene.fire_factor(slot)
    enemy = state.held[1 - seat]
    fired = frame.fired & bit
    moved = (frame.once | frame.spent) & bit
    stay = _rest(posts, slot, here)
    best: Ride | None = None

    def offer(gain: float, step: Action, fights: bool) -> None:
        nonlocal best
        if gain > (best.gain if best else 0.0005):
            best = Ride(gain, step, fights)

    rests = {area: _rest(posts, slot, area) - stay for area in found if not enemy >> area & 1}
    onward = max(rests.values(), default=0.0)
    for area, way in found.items():
        if enemy >> area & 1:
            gain = charge(scene, area, (slot,))
            if gain > BAR:
                offer(gain, _moved(slot, scene, way), True)
        else:
            offer(rests[area], _moved(slot, scene, way), False)
    if factor == NONE or fired:
        return best
    if not moved:
        for area in bits(ground.adjacent[here] & enemy):
            gain = _fire(scene, slot, here, area)
            if gain:
                offer(gain + max(onward, 0.0), Fire(setting.units[slot].id, ground.ids[area]), True)
    if seat == MOROCCAN and not moved:
        for middle, way in found.items():
            if len(way) > 1 or enemy >> middle & 1:
                continue
            targets = bits(ground.adjacent[middle] & enemy)
            if not targets:
                continue
            hits = max(_fire(scene, slot, middle, area) for area in targets)
            if hits:
                offer(hits + max(0.0, rests.get(middle, 0.0)), _moved(slot, scene, way), True)
    return best


def joint_charge(posts: Posts, state: State, riders: list[int]) -> tuple[float, int, tuple[int, ...]]:
    """The best charge of two riders or more: gain, area, riders; area -1 for none."""
    scene = posts.scene
    enemy = state.held[1 - posts.seat]
    reach: dict[int, list[int]] = {}
    for slot in riders:
        joined = begun(state, slot) if not _acting(state, slot) else state
        for area in ways(joined, slot):
            if enemy >> area & 1:
                reach.setdefault(area, []).append(slot)
    best: tuple[float, int, tuple[int, ...]] = (BAR, -1, ())
    for area, able in reach.items():
        inside = [i for i in scene.troops[posts.seat].get(area, ()) if _acting(state, i)]
        for many in range(1, min(len(able), 5) + 1):
            team = (*inside, *able[:many])
            gain = charge(scene, area, team)
            if gain > best[0] + 0.002 * (many > 1):
                best = (gain, area, team)
    return best


def _acting(state: State, slot: int) -> bool:
    return isinstance(state.frame, Activation) and bool(state.frame.units >> slot & 1)


def next_step(posts: Posts) -> Action | None:
    """The next action of riders that have been activated; None where they are done."""
    scene, state = posts.scene, posts.scene.state
    frame = state.frame
    assert isinstance(frame, Activation)
    riders = [i for i in bits(frame.units) if state.at[i] >= 0 and not frame.spent >> i & 1]
    fresh = [i for i in riders if not (frame.fired | frame.once) >> i & 1]
    joinable = [i for i in ready(state, posts.seat) if scene.setting.cavalry >> i & 1]
    gain, area, team = joint_charge(posts, state, [*fresh, *joinable])
    options: list[tuple[float, Action]] = []
    if area >= 0:
        for slot in team:
            if state.at[slot] == area:
                continue
            unit = scene.setting.units[slot].id
            if not _acting(state, slot):
                options.append((gain, Activate(unit)))
                break
        else:
            slot = next(i for i in team if state.at[i] != area)
            options.append((gain, _moved(slot, scene, ways(state, slot)[area])))
    aim = best_fire(scene)
    if aim is not None and frame.once >> scene.setting.slot[aim.action.unit] & 1:
        return aim.action
    for slot in riders:
        ride = best_ride(posts, slot, state)
        if ride is not None:
            options.append((ride.gain, ride.step))
    if aim is not None:
        options.append((aim.gain, aim.action))
    return max(options, key=lambda option: option[0])[1] if options else None


def gun_place(posts: Posts, slot: int, area: int) -> float:
    """What a gun's standing in an area is worth: targets in range, friends about it."""
    scene, seat = posts.scene, posts.seat
    ground, unit = scene.ground, scene.setting.units[slot]
    value = scene.pull(slot, area)
    factor = max(scene.fire_factor(slot), 0)
    reach, ranges = ground.reach(unit), ground.ranges(area)
    best = 0.0
    for place, foes in scene.troops[1 - seat].items():
        distance = ranges[place]
        if not 0 < distance <= reach or (unit.kind == SHIP and not ground.banks >> place & 1):
            continue
        cover = min(ground.fire_cover(place)[0], 0)
        chance = sum(barrage(factor + cover, distance, scene.cup))
        best = max(best, chance * (0.25 * scene.price(foes) + 0.4 * scene.prize(place, seat)))
    value += best
    if unit.kind == SHIP:
        return value
    friends = [i for i in scene.troops[seat].get(area, ()) if scene.setting.foot >> i & 1]
    coins, _ = posts.danger(area)
    if coins and not friends:
        value -= 0.5 * scene.worth.price(scene.state, slot)
    return value - 0.15 * scene.worth.price(scene.state, slot) * min(posts.fire(area, False), 2.0) * (not friends)


def best_shift(posts: Posts, slot: int, state: State) -> Ride | None:
    """The best move of a gun that is, or were, activated in ``state``; None where it stands well."""
    scene = posts.scene
    enemy = state.held[1 - posts.seat]
    best: Ride | None = None
    stay = gun_place(posts, slot, state.at[slot])
    for area, way in ways(state, slot).items():
        if enemy >> area & 1 and scene.setting.units[slot].kind != SHIP:
            continue
        gain = gun_place(posts, slot, area) - stay
        if gain > (best.gain if best else 0.002):
            best = Ride(gain, _moved(slot, scene, way), False)
    return best
