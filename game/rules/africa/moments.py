"""Interrupts for the screen (8, 9): the moments at which to ask, the prompt, and reordering a stack."""

from __future__ import annotations

from collections.abc import Mapping

from game.board.areas import Area, areas_in
from game.core.action import Action
from game.core.field_types import UnitName
from game.core.indices import Seat, Slot, other
from game.core.interrupts import Interrupts, MomentInfo
from game.core.message import say
from game.core.presenter import OrderedStacks
from game.core.prompt import Prompt
from game.core.verdict import Reason
from game.rules.africa import activation, bulk
from game.rules.africa.actions import AfricaActivate, AfricaFire, AfricaMove, Done, Shock, Top
from game.rules.africa.sequence import DEFENCE, END, OVER, TURN_END
from game.rules.africa.sequence import SHOCK as PHASE_SHOCK
from game.rules.africa.state import AfricaState
from game.rules.africa.units import NOBODY, SEATS, rule, seat_of

ENEMY_NEAR, BEFORE_SHOCK, BEFORE_TURN_END = "near", "shock", "turn-end"
MOMENTS = (
    MomentInfo(ENEMY_NEAR, say("when an enemy ends a move next to your units"),
               say("An enemy is now next to your units, or among them"), before=False),
    MomentInfo(BEFORE_SHOCK, say("before shock combat is resolved"), say("The combat is about to be resolved"),
               before=True),
    MomentInfo(BEFORE_TURN_END, say("before the turn ends"), say("After this the turn may end"), before=True,
               on_by_default=True),
)


def waiting_seat(state: AfricaState) -> Seat | None:
    """The seat that may interrupt while a phase waits for the other side; None if anything is pending."""
    return other(state.now.seat) if state.frame is None and state.now.phase not in (END, OVER) else None


def _ends_turn(state: AfricaState, action: Action, after: AfricaState) -> bool:
    """Whether ending a phase also ended the turn, because all later phases were empty and skipped."""
    return isinstance(action, Done) and (after.turn != state.turn or after.now.phase in (END, OVER))


def _may_end_turn(state: AfricaState, action: Action) -> bool:
    """Whether an action may end the turn by leaving nothing to do: the last shock, fire at the last attacker, or
    activating a unit that could clear the last contested area of one side."""
    if state.frame is not None or not isinstance(action, (AfricaFire, Shock, AfricaActivate)):
        return False
    fought, phase = state.contested(), state.now.phase
    if phase not in (DEFENCE, PHASE_SHOCK) or state.step + (2 if phase == DEFENCE else 1) != TURN_END:
        return False
    setting = state.setting
    if isinstance(action, AfricaActivate):
        return fought.bit_count() == 1 and _may_clear(state, setting.slot[action.unit], areas_in(fought)[0])
    area = setting.ground.index[action.place]
    return fought == 1 << area and (isinstance(action, Shock) or len(state.own(area, state.now.phasing)) == 1)


def _may_clear(state: AfricaState, slot: Slot, area: Area) -> bool:
    """Whether activating a unit could leave only one side in an area: cavalry from outside by fire or movement (guns
    never fire at an area with both sides), or the only unit of its side there by leaving."""
    setting = state.setting
    if state.at[slot] == area:
        return state.own(area, setting.units[slot].seat) == (slot,)
    reached = (one.place for one in bulk.activation_offers(state, slot))
    return bool(setting.cavalry >> slot & 1) and setting.ground.ids[area] in reached


def prompt_to_interrupt(state: AfricaState, seat: str) -> Prompt:
    """The prompt for a seat that interrupts (8, 9)."""
    own = seat_of(seat)
    ready = activation.units_to_activate(state, own) if waiting_seat(state) == own else []
    guns = any(state.setting.guns >> slot & 1 for slot in ready)
    riders = any(state.setting.cavalry >> slot & 1 for slot in ready)
    why = state.frame.why_before_battle(state) if state.frame is not None else None
    if why is not None:
        return Prompt(state.now.phase.value, state.turn, seat, why.text, why.rule)
    if not ready:
        text = say("None of your cavalry and guns can act now")
    elif guns and riders:
        text = say("Interrupt: choose cavalry or a gun to act now")
    else:
        text = say("Interrupt: choose a gun to act now") if guns else say("Interrupt: choose cavalry to act now")
    return Prompt(state.now.phase.value, state.turn, seat, text, rule("9" if guns and not riders else "8"))


class AfricaInterrupts(Interrupts[AfricaState], OrderedStacks[AfricaState]):
    """Africa's implementation of interrupts."""

    moments = MOMENTS

    def moments_of(self, state: AfricaState, action: Action, after: AfricaState) -> Mapping[str, tuple[str, ...]]:
        """Moments of an action for the side that may interrupt, and for a side whose own last fight in its own phase
        ends the turn."""
        names: list[str] = []
        seat, actor, used = waiting_seat(state), state.now.seat, NOBODY
        if isinstance(action, AfricaActivate):
            used = state.setting.slot[action.unit]
            actor = state.setting.units[used].seat
        may_end = _may_end_turn(state, action)
        if seat is not None and actor != seat and activation.units_to_activate(state, seat):
            if isinstance(action, Shock):
                names.append(BEFORE_SHOCK)
            if may_end or _ends_turn(state, action, after):
                names.append(BEFORE_TURN_END)
        if isinstance(action, AfricaMove) and state.frame is None:
            seat = waiting_seat(after)
            end, ground = after.setting.ground.index[action.path[-1]], after.setting.ground
            near = seat is not None and (ground.adjacent[end] | 1 << end) & after.occupied[seat]
            if seat is not None and after.now.seat == state.now.seat and near:
                names += [ENEMY_NEAR] * bool(activation.units_to_activate(after, seat))
        moments_by_seat: dict[str, tuple[str, ...]] = {SEATS[seat]: tuple(names)} if names and seat is not None else {}
        if may_end and actor == state.now.seat and set(activation.units_to_activate(state, actor)) - {used}:
            moments_by_seat[SEATS[actor]] = (BEFORE_TURN_END,)
        return moments_by_seat

    def interrupt_prompt(self, state: AfricaState, seat: str) -> Prompt:
        return prompt_to_interrupt(state, seat)

    def waits_for(self, state: AfricaState, seat: str) -> Reason | None:
        if state.frames:
            return state.frames[0].why_wait(state)
        if state.now.phase in (END, OVER):
            return Reason(rule("8"), say("the next turn begins; no unit is activated between turns"))
        if not activation.units_to_activate(state, seat_of(seat)):
            return Reason(rule("8"), say("one of your cavalry or guns can act; none can now"))
        return None

    def on_top(self, state: AfricaState, unit: str) -> Action | None:
        return Top(UnitName(unit))
