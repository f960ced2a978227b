"""Rally (7): the coins a demoralized unit flips at the end of the turn."""

from __future__ import annotations

from game.core.chance import Modifier, total
from game.core.message import say
from game.rules.africa.masks import bits
from game.rules.africa.state import State
from game.rules.africa.terrain import FOREST, MARSH, MOUNTAIN, NAMES, RIVER
from game.rules.africa.units import rule

COINS = 3
"""Coins every unit flips before the modifiers (7)."""


def shaken(state: State) -> tuple[int, ...]:
    """Demoralized units on the map, the Spanish first."""
    return tuple(slot for slot in bits(state.demoralized) if state.at[slot] >= 0)


def modifiers(state: State, slot: int) -> list[Modifier]:
    """What adds to or takes from the three coins."""
    setting = state.setting
    unit, ground, here = setting.units[slot], setting.ground, state.at[slot]
    own = state.own(here, unit.seat)
    found = []
    if any(setting.officers >> i & 1 for i in own if i != slot):
        found.append(Modifier(2, say("stacked with an officer"), rule("7")))
    if state.near(here, 1 - unit.seat):
        ship = state.near_ship(here, 1 - unit.seat)
        found.append(Modifier(-1, say("next to an enemy"), rule("7")) if ship < 0 else Modifier(
            -1, say("next to the {ship}", ship=setting.units[ship].name), rule("7", 24)))
    else:
        found.append(Modifier(1, say("no enemy within one area"), rule("7")))
    if ground.terrain[here] == MOUNTAIN:
        found.append(Modifier(1, say("in mountains"), rule("7")))
    if ground.terrain[here] in (RIVER, FOREST):
        found.append(Modifier(-1, say("in {terrain}", terrain=NAMES[ground.terrain[here]]), rule("7")))
    elif ground.terrain[here] == MARSH:
        found.append(Modifier(-1, say("in marsh"), rule("7", 3)))
    if sum(state.demoralized >> i & 1 for i in own) > 1:
        found.append(Modifier(-1, say("another demoralized unit there"), rule("7")))
    return found


def coins(state: State, slot: int) -> int:
    """How many coins a unit flips."""
    return max(COINS + total(modifiers(state, slot)), 0)
