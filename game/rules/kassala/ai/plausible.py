"""The plausible actions in Kassala: those that a beginner with common sense would consider."""

from __future__ import annotations

from collections.abc import Sequence

from game.board.hexgrid import Hex
from game.core.action import Action
from game.core.contract import Rules
from game.core.indices import Slot, by_slot, other
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
from game.rules.kassala.units import CANNON, CHRISTIAN, INFANTRY, MOSLEM, ROSTER, SLOT

ROUNDING_ERROR = 1e-9
"""Sums of values that differ by less count as equal."""
FAIR_COLUMN = 2
"""The index of the column 1-2: an attack on it, or on a column further right, is reasonable."""
MOVES_PER_END = 2
"""The list contains the end of movement once for every so many sensible moves: the higher, the more rarely movement
ends early. Chosen."""
FEWEST_MOVED = 3
"""The number of units that a beginner moves before ending movement, while there are sensible moves. Chosen."""
ASSUMED_TURNS_LEFT = 5
"""In an exchange a beginner values units as if this many player turns were left, whatever the turn. Chosen."""


def plausible(rules: Rules[KassalaState], combats: CombatEstimator, state: KassalaState) -> Sequence[Action]:
    """The legal actions that a beginner would consider, at least one; an action listed several times is likelier to be
    picked."""
    actions = rules.candidates(state)
    if state.frame is not None:
        return _after_combat(combats, state, actions)
    if state.now.phase == KassalaPhase.MOVEMENT:
        return _moves(combats, state, actions)
    if state.now.phase == KassalaPhase.COMBAT:
        return _attacks(combats, state, actions)
    if state.now.phase == KassalaPhase.SETUP:
        return _placements(state, actions)
    return actions


def _after_combat(combats: CombatEstimator, state: KassalaState, actions: Sequence[Action]) -> Sequence[Action]:
    """In an exchange the cheapest losses. After a combat the advances into a town if there are any, else all actions
    but advances out of a held town."""
    if isinstance(actions[0], KassalaLose):
        context = combats.prospects.context(state.at, ASSUMED_TURNS_LEFT)

        def cost(action: Action) -> float:
            assert isinstance(action, KassalaLose)
            return sum(combats.prospects.worth(SLOT[u], state.at[SLOT[u]], context) for u in action.units)

        lowest = min(cost(action) for action in actions)
        return [action for action in actions if cost(action) <= lowest + ROUNDING_ERROR]
    towns = state.setting.ground.town
    index = state.setting.ground.index
    into_town = [a for a in actions if isinstance(a, KassalaAdvance) and index[a.place] in towns]
    not_out_of_town = [
        a for a in actions if not (isinstance(a, KassalaAdvance) and _is_town_holder(state, SLOT[a.unit]))]
    return into_town or not_out_of_town


def _is_town_holder(state: KassalaState, slot: Slot) -> bool:
    """Whether a unit is a Christian one in a town."""
    return ROSTER[slot].seat == CHRISTIAN and state.at[slot] in state.setting.ground.town


def _moves(combats: CombatEstimator, state: KassalaState, actions: Sequence[Action]) -> Sequence[Action]:
    """All moves except those of units that hold a town, and those next to enemies unless infantry enters a town or the
    unit could attack on ``FAIR_COLUMN`` or better; and the end of movement, several times (``MOVES_PER_END``), once
    enough units have moved."""
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
        if (not ground.adjacent[end] & enemy or _is_infantry_into_town(state, slot, end)
                or _is_fair_contact(combats, state, slot, end)):
            sensible.append(action)
    if sensible and state.moved.bit_count() < FEWEST_MOVED:
        return sensible
    return [*sensible, *[EndMovement()] * max(1, len(sensible) // MOVES_PER_END)]


def _is_fair_contact(combats: CombatEstimator, state: KassalaState, slot: Slot, end: Hex) -> bool:
    """Whether a unit that moves to a hex could attack an enemy next to it on a fair column, with the friends already
    next to that enemy."""
    ground = state.setting.ground
    seat = ROSTER[slot].seat
    for enemy, enemy_hex in by_slot(state.at):
        if enemy_hex >= 0 and ROSTER[enemy].seat != seat and ground.adjacent[end] >> enemy_hex & 1:
            friends = [
                (i, at) for i, at in by_slot(state.at)
                if at >= 0 and i != slot and ROSTER[i].seat == seat and ground.adjacent[at] >> enemy_hex & 1
            ]
            team = tuple(sorted([*friends, (slot, end)]))
            in_hex = tuple(i for i, at in by_slot(state.at) if at == enemy_hex)
            defenders = in_hex if state.setting.cannon_option else (enemy,)  # a hex defends as a whole (ruling 7)
            if combats.fights.column(team, ((enemy_hex, defenders),)) >= FAIR_COLUMN:
                return True
    return False


def _is_infantry_into_town(state: KassalaState, slot: Slot, end: Hex) -> bool:
    """Whether infantry moves into a town."""
    return ROSTER[slot].arm == INFANTRY and end in state.setting.ground.town


def _attacks(combats: CombatEstimator, state: KassalaState, actions: Sequence[Action]) -> Sequence[Action]:
    """The attacks on ``FAIR_COLUMN`` or better, and all actions other than attacks; if there are none, the attacks
    on the best column."""
    columns = []
    for action in actions:
        if not isinstance(action, KassalaAttack):
            columns.append(FAIR_COLUMN)
            continue
        defenders_in: dict[Hex, list[Slot]] = {}
        for unit in action.defenders:
            defenders_in.setdefault(state.at[SLOT[unit]], []).append(SLOT[unit])
        team = tuple((SLOT[u], state.at[SLOT[u]]) for u in action.attackers)
        columns.append(combats.fights.column(team, tuple((h, tuple(slots)) for h, slots in defenders_in.items())))
    lowest_column = min(FAIR_COLUMN, max(columns))
    return [action for action, column in zip(actions, columns, strict=True) if column >= lowest_column]


def _placements(state: KassalaState, actions: Sequence[Action]) -> Sequence[Action]:
    """The placements of a beginner: Christians other than cannon in the towns if possible, Moslems anywhere."""
    placements = [action for action in actions if isinstance(action, KassalaPlace)]
    if not placements:
        return actions
    towns = state.setting.ground.town
    index = state.setting.ground.index
    in_towns = [a for a in placements if index[a.place] in towns and ROSTER[SLOT[a.unit]].arm != CANNON]
    if state.now.seat == MOSLEM or not in_towns:
        return placements
    return in_towns
