"""Interrupts for the screen (8, 9): the moments at which a player is asked, and the prompt."""

from __future__ import annotations

from collections.abc import Mapping

from game.board.areas import Area, areas_in
from game.core.action import Action
from game.core.indices import Seat, Slot, other
from game.core.interrupts import Interrupts, MomentInfo
from game.core.message import say
from game.core.prompt import Prompt
from game.core.verdict import Reason
from game.rules.africa import activation, bulk, shock
from game.rules.africa.actions import AfricaActivate, AfricaEnd, AfricaFire, AfricaMove, Shock
from game.rules.africa.sequence import DEFENCE, END, OVER
from game.rules.africa.sequence import SHOCK as PHASE_SHOCK
from game.rules.africa.state import AfricaState
from game.rules.africa.units import MOROCCAN, NOBODY, SEATS, rule, seat_of

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
    """The seat that may interrupt now: the one that does not act in the present phase. None between turns, after the
    battle, and while a roll, a choice or an activation is pending."""
    return other(state.now.seat) if state.frame is None and state.now.phase not in (END, OVER) else None


def _ends_turn(state: AfricaState, action: Action, after: AfricaState) -> bool:
    """Whether ending a phase also ended the turn: it was the last one, or all later ones were empty and skipped."""
    return isinstance(action, AfricaEnd) and (after.turn != state.turn or after.now.phase in (END, OVER))


def _may_end_turn(state: AfricaState, action: Action) -> bool:
    """Whether an action may end the turn by leaving nothing to do: the last shock, fire at the last attacker, or the
    activation of a unit that could leave only one side in the last contested area."""
    if state.frame is not None or not isinstance(action, (AfricaFire, Shock, AfricaActivate)):
        return False
    contested, phase = state.contested(), state.now.phase
    if phase not in (DEFENCE, PHASE_SHOCK) or state.now.phasing != MOROCCAN:
        return False
    setting = state.setting
    if isinstance(action, AfricaActivate):
        return contested.bit_count() == 1 and _may_clear(state, setting.slot[action.unit], areas_in(contested)[0])
    area = setting.ground.index[action.place]
    is_last_attacker = len(shock.attackers(state, area, state.now.phasing)) <= 1
    return contested == 1 << area and (isinstance(action, Shock) or is_last_attacker)


def _may_clear(state: AfricaState, slot: Slot, area: Area) -> bool:
    """Whether the activation of a unit could leave only one side in an area. The only unit of its side there could
    leave it; cavalry outside it could fire at it, also after its first area (8.1), or enter it. Guns never fire at an
    area with both sides."""
    setting = state.setting
    if state.at[slot] == area:
        return state.units_in(area, setting.units[slot].seat) == (slot,)
    if not setting.cavalry >> slot & 1:
        return False
    if any(offer.place == setting.ground.ids[area] for offer in bulk.activation_offers(state, slot)):
        return True
    full = activation.areas_without_room(state, setting.units[slot].seat)
    return area in activation.algarabia_targets(state, slot, full)


def _moves_next_to(state: AfricaState, action: Action, after: AfricaState, seat: Seat) -> bool:
    """Whether an action is a move of the phase that ends next to units of a waiting seat, or among them, and the seat
    still waits after it."""
    if not isinstance(action, AfricaMove) or state.frame is not None or waiting_seat(after) != seat:
        return False
    ground = after.setting.ground
    end = ground.index[action.path[-1]]
    return bool((ground.adjacent[end] | 1 << end) & after.occupied[seat])


def prompt_to_interrupt(state: AfricaState, seat: str) -> Prompt:
    """The prompt for a seat that interrupts (8, 9)."""
    own_seat = seat_of(seat)
    units = activation.units_to_activate(state, own_seat) if waiting_seat(state) == own_seat else []
    has_guns = any(state.setting.guns >> slot & 1 for slot in units)
    has_cavalry = any(state.setting.cavalry >> slot & 1 for slot in units)
    why = state.frame.why_before_battle(state) if state.frame is not None else None
    if why is not None:
        return Prompt(state.now.phase.value, state.turn, seat, why.text, why.rule)
    if not units:
        text = say("None of your cavalry and guns can act now")
    elif has_guns and has_cavalry:
        text = say("Interrupt: choose cavalry or a gun to act now")
    else:
        text = say("Interrupt: choose a gun to act now") if has_guns else say("Interrupt: choose cavalry to act now")
    return Prompt(state.now.phase.value, state.turn, seat, text, rule("9" if has_guns and not has_cavalry else "8"))


class AfricaInterrupts(Interrupts[AfricaState]):
    """Africa's implementation of interrupts."""

    moments = MOMENTS

    def moments_of(self, state: AfricaState, action: Action, after: AfricaState) -> Mapping[str, tuple[str, ...]]:
        """Seat -> the moments of an action at which it may interrupt: the waiting side, and the acting side if its own
        action may end the turn."""
        actor, activated = state.now.seat, NOBODY
        if isinstance(action, AfricaActivate):
            activated = state.setting.slot[action.unit]
            actor = state.setting.units[activated].seat
        may_end = _may_end_turn(state, action)
        moments_by_seat: dict[str, tuple[str, ...]] = {}
        waiting = waiting_seat(state)
        if waiting is not None and actor != waiting:
            names = []
            if activation.units_to_activate(state, waiting):
                if isinstance(action, Shock):
                    names.append(BEFORE_SHOCK)
                if may_end or _ends_turn(state, action, after):
                    names.append(BEFORE_TURN_END)
            if _moves_next_to(state, action, after, waiting) and activation.units_to_activate(after, waiting):
                names.append(ENEMY_NEAR)
            if names:
                moments_by_seat[SEATS[waiting]] = tuple(names)
        if may_end and actor == state.now.seat and set(activation.units_to_activate(state, actor)) - {activated}:
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
