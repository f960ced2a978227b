"""Why a unit has nothing to do now: the words for every unit that cannot be picked up."""

from __future__ import annotations

from game.core.message import say
from game.core.verdict import Illegal, Reason
from game.rules.kassala import combat
from game.rules.kassala.actions import Advance
from game.rules.kassala.contact import contact
from game.rules.kassala.movement import enemy_zone, why_fixed
from game.rules.kassala.sequence import MOVEMENT, OVER, SETUP
from game.rules.kassala.state import Battle, Exchange, Pursuit, State
from game.rules.kassala.units import CANNONS, ROSTER, SIDES, Unit, rule


def why_idle(state: State, slot: int) -> Reason:
    """The reason for one unit; asked only of those that have nothing to do."""
    unit, frame, now = ROSTER[slot], state.frame, state.now
    if now.phase == OVER:
        return Reason(now.rule, now.sentence)
    if isinstance(frame, Battle):
        return combat.pending(state).reasons[0]
    acting = frame.seat if isinstance(frame, Exchange) else now.seat
    if unit.seat != acting:
        return _why_not_aimed_at(state, slot) if frame is None and _is_target_phase(state) else _foreign(unit, acting)
    if state.at[slot] < 0:
        return Reason(rule("I.B"), say("{unit} is not on the map", unit=unit.title), {"unit": unit.id})
    if isinstance(frame, Exchange):
        return Reason(rule("I.D"), say("{unit} takes no part in this exchange", unit=unit.title), {"unit": unit.id})
    if isinstance(frame, Pursuit):
        return _why_no_advance(state, frame, unit)
    if now.phase == MOVEMENT:
        fixed = why_fixed(state, slot)
        assert fixed is not None
        return fixed
    if now.phase == SETUP:
        return Reason(now.rule, say("{unit} is placed already", unit=unit.title), {"unit": unit.id})
    return _why_no_attack(state, slot)


def _is_target_phase(state: State) -> bool:
    return state.now.phase not in (MOVEMENT, SETUP)


def _foreign(unit: Unit, acting: int) -> Reason:
    """An enemy's unit is not one's own to command."""
    text = say("{unit} is a {side} unit; now the {acting} player acts", unit=unit.title, side=SIDES[unit.seat],
               acting=SIDES[acting])
    return Reason(rule("II.B"), text, {"unit": unit.id})


def _why_not_aimed_at(state: State, slot: int) -> Reason:
    """Why an enemy's unit cannot be attacked in this combat any more."""
    unit = ROSTER[slot]
    values = {"unit": unit.id}
    if state.at[slot] < 0:
        return Reason(rule("I.B"), say("{unit} is not on the map", unit=unit.title), values)
    if state.done & unit.bit:
        return Reason(rule("II.E.2"), say("{unit} has been attacked this turn", unit=unit.title), values)
    if not state.duty & unit.bit:
        return Reason(rule("II.E.3", 13), say(
            "{unit} is the enemy's and was next to no unit of yours when this combat began", unit=unit.title,
        ), values)
    return Reason(rule("II.E.3", 5), say("No unit that could still attack {unit} is left", unit=unit.title), values)


def _why_no_attack(state: State, slot: int) -> Reason:
    """Why a unit takes no part in its own side's combat any more."""
    unit = ROSTER[slot]
    values = {"unit": unit.id}
    if state.done & unit.bit:
        return Reason(rule("II.E.4"), say("{unit} has attacked this turn", unit=unit.title), values)
    if slot in contact(state).guns:
        text = say("No enemy that can still be attacked is within two hexes of {unit}", unit=unit.title)
        return Reason(rule("IV.A.5"), text, values)
    if state.duty & unit.bit:
        return Reason(rule("II.E.3", 5), say("Every enemy next to {unit} has been attacked", unit=unit.title), values)
    if enemy_zone(state, unit.seat) >> state.at[slot] & 1:
        return Reason(rule("II.E.3", 13), say("{unit} was next to no enemy when this combat began", unit=unit.title),
                      values)
    return Reason(rule("II.E.1"), say("{unit} is next to no enemy", unit=unit.title), values)


def _why_no_advance(state: State, frame: Pursuit, unit: Unit) -> Reason:
    """Why a unit may not advance into what was vacated."""
    if frame.attackers & unit.bit and unit.bit & CANNONS:
        return Reason(rule("II.D.14"), say("Cannon may never be moved"), {"unit": unit.id})
    vacated = [name for i, name in enumerate(state.setting.ground.ids) if frame.vacated >> i & 1]
    verdicts = [combat.check_advance(state, Advance(unit.id, name)) for name in vacated]
    return next(verdict.reasons[0] for verdict in verdicts if isinstance(verdict, Illegal))
