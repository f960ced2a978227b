"""With how many coins a unit fires (6.1): its factor, and what adds to it."""

from __future__ import annotations

from functools import cache

from game.board.areas import Area
from game.core.chance import Modifier, total
from game.core.indices import Slot, other
from game.core.message import say
from game.rules.africa.coin_tables import HIT
from game.rules.africa.setting import Setting
from game.rules.africa.state import AfricaState
from game.rules.africa.tables import TABLES
from game.rules.africa.terrain import AreaTerrain
from game.rules.africa.units import DIE_PLUS, NOBODY, NONE, ROCKETS, rule

CROWD = TABLES.fire.crowd
"""Stacking points that make an area a good target."""


def fire_factor(state: AfricaState, slot: Slot) -> int:
    """The factor a unit fires with now: coins, or ``NONE``, ``DIE``, ``DIE_PLUS``."""
    factors = state.setting.units[slot].fire
    return factors[min(state.reduced >> slot & 1, len(factors) - 1)]


def modifiers(state: AfricaState, slot: Slot, area: Area, leader: Slot, defensive: bool) -> tuple[Modifier, ...]:
    """What adds to or takes from the coins of a fire (fire modifiers: reconstructed; officers: 10)."""
    return _modifiers(*_case(state, slot, area, leader, defensive))


def coin_count(state: AfricaState, slot: Slot, area: Area, leader: Slot, defensive: bool, factor: int = 0) -> int:
    """Coins of a fire; for a unit that rolls for its factor, those it adds to the die until ``factor`` is known."""
    face = max(fire_factor(state, slot), 0) or factor
    return max(face + _total(*_case(state, slot, area, leader, defensive)), 0)


Case = tuple[Setting, Slot, Slot, Area, Area, bool, bool, bool]
"""What the modifiers of a fire depend on: unit, leader, its area, its target's, whether defensive, whether a crowd,
whether rockets at cavalry."""


def _case(state: AfricaState, slot: Slot, area: Area, leader: Slot, defensive: bool) -> Case:
    setting = state.setting
    unit = setting.units[slot]
    crowd = state.points(area, other(unit.seat)) >= CROWD
    target = state.target(area, other(unit.seat)) if unit.kind == ROCKETS else NOBODY
    scared = target >= 0 and bool(setting.cavalry >> target & 1)
    return setting, slot, leader, state.at[slot], area, defensive, crowd, scared


@cache
def _modifiers(
    setting: Setting, slot: Slot, leader: Slot, here: Area, area: Area, defensive: bool, crowd: bool, scared: bool
) -> tuple[Modifier, ...]:
    ground = setting.ground
    found: list[Modifier] = []
    values = TABLES.fire.modifiers
    if setting.units[slot].fire[0] == DIE_PLUS:
        found.append(Modifier(values.plus, "X+1", rule("11.W.3")))
    if leader >= 0:
        officer = setting.units[leader]
        found.append(Modifier(officer.defence if defensive else officer.attack, officer.name, rule("10")))
    if crowd:
        found.append(Modifier(values.crowd, say("{crowd} or more points", crowd=CROWD), rule("6.1", 2)))
    if scared:
        found.append(Modifier(values.rockets, say("rockets at cavalry"), rule("11.T.3")))
    if defensive:
        return tuple(found)
    return (*found, *_target_modifiers(ground, area), *_origin_modifiers(ground, here))


def _target_modifiers(ground: AreaTerrain, area: Area) -> tuple[Modifier, ...]:
    """What the ground of a target adds to fire from outside."""
    found = []
    if ground.waters >> area & 1 and not (ground.rivers & ground.bridges) >> area & 1:
        found.append(Modifier(TABLES.fire.modifiers.into_water, say("target in water or marsh"), rule("6.1", 2)))
    value, name = ground.fire_cover(area)
    if value:
        found.append(Modifier(value, name, rule("6.1", 2)))
    return tuple(found)


def _origin_modifiers(ground: AreaTerrain, here: Area) -> tuple[Modifier, ...]:
    if not ground.waters >> here & 1:
        return ()
    return (Modifier(TABLES.fire.modifiers.from_water, say("fires from water or marsh"), rule("6.1", 2)),)


@cache
def target_coins(ground: AreaTerrain, area: Area) -> int:
    """Coins that the ground of a target adds to fire from outside."""
    return total(_target_modifiers(ground, area))


@cache
def origin_coins(ground: AreaTerrain, here: Area) -> int:
    """Coins that the ground of those who fire adds."""
    return total(_origin_modifiers(ground, here))


@cache
def _total(
    setting: Setting, slot: Slot, leader: Slot, here: Area, area: Area, defensive: bool, crowd: bool, scared: bool
) -> int:
    return total(_modifiers(setting, slot, leader, here, area, defensive, crowd, scared))


def can_hit(state: AfricaState, slot: Slot, area: Area, leader: Slot, defensive: bool) -> bool:
    """Whether a unit has coins enough to hit; one that rolls for its factor may always try."""
    return fire_factor(state, slot) < NONE or coin_count(state, slot, area, leader, defensive) >= HIT
