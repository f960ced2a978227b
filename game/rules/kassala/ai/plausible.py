"""The plausible actions in Kassala: those that a beginner with common sense would consider."""

from __future__ import annotations

from collections.abc import Sequence

from game.board.hexgrid import Hex
from game.core.action import Action
from game.core.contract import Rules
from game.core.indices import Slot, other
from game.rules.kassala.actions import (
    EndMovement,
    KassalaAdvance,
    KassalaAttack,
    KassalaLose,
    KassalaMove,
    KassalaPlace,
)
from game.rules.kassala.ai.combat_value import CombatEstimator
from game.rules.kassala.sequence import KassalaPhase
from game.rules.kassala.state import KassalaState
from game.rules.kassala.units import CHRISTIAN, INFANTRY, MOSLEM, ROSTER, SLOT

FAIR = 2
"""The column 1-2: an attack on it, or on a column further right, is reasonable."""
PATIENCE = 2
"""Sensible moves for each copy of the end of movement in the list: the higher, the more rarely movement ends early."""
FEWEST = 3
"""Units that a beginner moves before it may end movement, if there are so many sensible moves."""


def plausible(rules: Rules[KassalaState], skirmish: CombatEstimator, state: KassalaState) -> Sequence[Action]:
    """The legal actions that a beginner would consider; at least one."""
    found = rules.candidates(state)
    if state.frame is not None:
        return _after_combat(skirmish, state, found)
    if state.now.phase == KassalaPhase.MOVEMENT:
        return _moves(skirmish, state, found)
    if state.now.phase == KassalaPhase.COMBAT:
        return _attacks(skirmish, state, found)
    if state.now.phase == KassalaPhase.SETUP:
        return _placements(state, found)
    return found


def _after_combat(skirmish: CombatEstimator, state: KassalaState, actions: Sequence[Action]) -> Sequence[Action]:
    """The cheapest losses; advances into a town if there are any, but none out of a town."""
    if isinstance(actions[0], KassalaLose):
        view = skirmish.prospects.view(state.at, 5)

        def price(action: Action) -> float:
            assert isinstance(action, KassalaLose)
            return sum(skirmish.prospects.worth(SLOT[u], state.at[SLOT[u]], view) for u in action.units)

        cheapest = min(price(action) for action in actions)
        return [action for action in actions if price(action) <= cheapest + 1e-9]
    towns = state.setting.ground.town
    index = state.setting.ground.index
    into = [a for a in actions if isinstance(a, KassalaAdvance) and index[a.place] in towns]
    stay = [a for a in actions if not (isinstance(a, KassalaAdvance) and _is_town_holder(state, SLOT[a.unit]))]
    return into or stay


def _is_town_holder(state: KassalaState, slot: Slot) -> bool:
    """Whether a unit is a Christian one in a town."""
    return ROSTER[slot].seat == CHRISTIAN and state.at[slot] in state.setting.ground.town


def _moves(skirmish: CombatEstimator, state: KassalaState, actions: Sequence[Action]) -> Sequence[Action]:
    """All moves except those out of a held town and those into an attack at long odds, and the end of movement."""
    ground = state.setting.ground
    seat = state.now.seat
    enemy = state.occupied[other(seat)]
    sensible: list[Action] = []
    for action in actions:
        if not isinstance(action, KassalaMove):
            continue
        slot, end = SLOT[action.unit], ground.index[action.path[-1]]
        if _is_town_holder(state, slot):
            continue
        if ground.adjacent[end] & enemy:
            if _fair_contact(skirmish, state, slot, end):
                sensible.append(action)
        else:
            sensible.append(action)
    if sensible and state.moved.bit_count() < FEWEST:
        return sensible
    return [*sensible, *[EndMovement()] * max(1, len(sensible) // PATIENCE)]


def _fair_contact(skirmish: CombatEstimator, state: KassalaState, slot: Slot, end: Hex) -> bool:
    """Whether the unit and the friends already adjacent could attack some enemy next to the hex on a fair column, or
    the hex is in a town that infantry may hold."""
    ground = state.setting.ground
    seat = ROSTER[slot].seat
    for foe, h in zip(SLOT.values(), state.at, strict=True):
        if h >= 0 and ROSTER[foe].seat != seat and ground.adjacent[end] >> h & 1:
            friends = [
                (i, at) for i, at in zip(SLOT.values(), state.at, strict=True)
                if at >= 0 and i != slot and ROSTER[i].seat == seat and ground.adjacent[at] >> h & 1
            ]
            team = tuple(sorted([*friends, (slot, end)]))
            if skirmish.fights.column(team, ((h, (foe,)),)) >= FAIR:
                return True
    return end in ground.town and ROSTER[slot].arm == INFANTRY


def _attacks(skirmish: CombatEstimator, state: KassalaState, actions: Sequence[Action]) -> Sequence[Action]:
    """The attacks at 1-2 or better, or else the best ones."""
    columns = []
    for action in actions:
        if not isinstance(action, KassalaAttack):
            columns.append(FAIR)
            continue
        hexes: dict[Hex, list[Slot]] = {}
        for unit in action.defenders:
            hexes.setdefault(state.at[SLOT[unit]], []).append(SLOT[unit])
        team = tuple((SLOT[u], state.at[SLOT[u]]) for u in action.attackers)
        columns.append(skirmish.fights.column(team, tuple((h, tuple(us)) for h, us in hexes.items())))
    bar = min(FAIR, max(columns))
    return [action for action, column in zip(actions, columns, strict=True) if column >= bar]


def _placements(state: KassalaState, actions: Sequence[Action]) -> Sequence[Action]:
    """The placements of a beginner: Christians other than cannons in the towns if possible, Moslems anywhere."""
    places = [action for action in actions if isinstance(action, KassalaPlace)]
    if not places:
        return actions
    towns = state.setting.ground.town
    index = state.setting.ground.index
    inside = [a for a in places if index[a.place] in towns and a.unit[2:5] != "can"]
    if state.now.seat == MOSLEM or not inside:
        return places
    return inside
