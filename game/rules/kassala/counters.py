"""The counters of Kassala's units: their marks, and their lines of the selection card."""

from __future__ import annotations

from game.core.contract import Counter
from game.core.message import Message, Text, say
from game.rules.kassala.movement import why_immobile
from game.rules.kassala.sequence import KassalaPhase
from game.rules.kassala.state import WAITING, KassalaState
from game.rules.kassala.terrain import TOWN_BONUS, TOWN_NAMES
from game.rules.kassala.units import ROSTER, SEATS, KassalaUnit


def counters(state: KassalaState, must: int) -> tuple[Counter, ...]:
    """The counters of all units, with their present marks.

    :param must: the mask of units that must still fight.
    """
    return tuple(_counter(state, unit, must) for unit in ROSTER)


def _counter(state: KassalaState, unit: KassalaUnit, must: int) -> Counter:
    bit = unit.bit
    marks = []
    if state.at[unit.slot] == WAITING:
        marks.append("waiting")
    if state.moved & bit:
        marks.append("moved")
    if must & bit:
        marks.append("must-attack" if unit.seat == state.now.seat else "must-be-attacked")
    if state.fought & bit and state.at[unit.slot] >= 0:
        marks.append("attacked")
    place = state.place(unit.slot)
    return Counter(unit.id, SEATS[unit.seat], unit.title, unit.abbr, unit.arm, f"{unit.strength}-{unit.movement}",
                   place, tuple(marks), _lines(state, unit) if place else ())


def _lines(state: KassalaState, unit: KassalaUnit) -> tuple[tuple[Message, Text], ...]:
    """The lines of the selection card for a unit on the map, as (title, text)."""
    ground = state.setting.ground
    here = state.at[unit.slot]
    hex_id = ground.ids[here]
    if here in ground.town:
        terrain = say("{town} ({hex}), defends at +{bonus}", hex=hex_id, town=TOWN_NAMES[ground.town[here]],
                      bonus=TOWN_BONUS[ground.town[here]])
    else:
        terrain = say("{hex}, plain", hex=hex_id)
    return ((say("Strength"), str(unit.strength)), (say("Movement"), _movement_left(state, unit)),
            (say("Hex"), terrain))


def _movement_left(state: KassalaState, unit: KassalaUnit) -> Message:
    """A unit's movement points; in its movement phase those left, or why it may not move."""
    if state.now.phase != KassalaPhase.MOVEMENT or state.now.seat != unit.seat:
        return say("{movement} MP", movement=unit.movement)
    refusal = why_immobile(state, unit.slot)
    if refusal is not None:
        if state.moved >> unit.slot & 1:
            return say("{movement} MP: has moved ({rule})", movement=unit.movement, rule=refusal.rule.citation)
        return say("{movement} MP: may not move ({rule})", movement=unit.movement, rule=refusal.rule.citation)
    return say("{left} of {movement} MP left", left=unit.movement, movement=unit.movement)
