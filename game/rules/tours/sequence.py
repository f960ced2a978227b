"""The sequence of play: the phases, and the automatic steps between decisions (4.0)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

from game.core.action import Action
from game.core.decision import Answer, Done
from game.core.event import Event, PhaseBegan, TurnOver
from game.core.indices import Seat, Slot
from game.core.message import Message, Text, say
from game.core.offer import Offer, Picked
from game.core.verdict import LEGAL, Illegal, Verdict
from game.rules.tours import losses, victory
from game.rules.tours.actions import END_PHASE, Stand, ToursRetreat
from game.rules.tours.decisions import REFUSED_UNLESS_PENDING, ToursDecision
from game.rules.tours.state import ToursPhase, ToursState, fresh_turn
from game.rules.tours.units import (
    CONTINGENT,
    LEADERS,
    NO_CONTINGENT,
    SEAT,
    SEAT_NUMBER,
    SEATS,
    SIDES,
    SLOT,
    UNITS,
    WAGONS,
    name_of,
    reason,
    refuse,
    rule,
)

NUMBERED = say("{number}. {phase}", number="", phase="")
"""The title of a numbered phase, such as ``I. orders``."""
PHASE_TITLES: dict[str, Message] = {
    ToursPhase.SETUP: say("set-up"), ToursPhase.INITIATIVE: say("initiative"),
    ToursPhase.WHO_FIRST: say("first player"),
    ToursPhase.ORDERS: NUMBERED.with_values(number="I", phase=say("orders")),
    ToursPhase.LEADERS: NUMBERED.with_values(number="II", phase=say("leader")),
    ToursPhase.ACTION: NUMBERED.with_values(number="III", phase=say("moves")),
    ToursPhase.SHOCK: NUMBERED.with_values(number="IV", phase=say("shock")),
    ToursPhase.REFORM: NUMBERED.with_values(number="V", phase=say("reform")), ToursPhase.OVER: say("over"),
}
"""Phase -> its name on screen."""
PLAYER_TURN = (ToursPhase.ORDERS, ToursPhase.LEADERS, ToursPhase.ACTION, ToursPhase.SHOCK, ToursPhase.REFORM)
"""The phases of a player turn, in order (4.0, ruling 1)."""
PHASES: dict[tuple[ToursPhase, bool], PhaseDecision] = {}
"""Phase and part -> its decision; the part is True while a contingent is active, or announced combats are resolved."""
OWNING_PHASE: dict[type[Action], PhaseDecision] = {}
"""Class of action -> the phase to which it belongs."""
BATTLE = "tours"
"""The scenario that is not an example of play."""
GAME_OVER = reason("14.0", say("The game is over"))
"""The refusal of all actions after the end of the battle."""
NOT_NOW = reason("4.0", say("That is not possible now"))
"""The refusal of actions of a class that belongs to no phase and no pending decision."""


class PhaseDecision(ToursDecision):
    """The decision of a phase."""

    phase: ClassVar[ToursPhase]
    is_second_part: ClassVar[bool] = False
    """Whether it is the second part of its phase (``PHASES``)."""
    shared: ClassVar[bool] = False
    """Whether the phase is neither side's; if so, no main button ends it."""
    fixed_end_label: ClassVar[Text] = ""
    """The label of the main button that ends the phase, if it is always the same."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        PHASES[cls.phase, cls.is_second_part] = phase_decision = cls()
        OWNING_PHASE.update(dict.fromkeys(cls.own_actions, phase_decision))

    def seat(self, state: ToursState) -> str | None:
        return SEATS[state.seat]

    def end_label(self, state: ToursState) -> Text:
        """The label of the main button that ends the phase but not the player turn; a phase in which it varies
        overrides this."""
        return self.fixed_end_label

    def button_ends_turn(self, state: ToursState) -> bool:
        """Whether the main button says that the whole player turn ends."""
        return ends_turn(state)

    def phasing_seat(self, state: ToursState) -> str:
        return "" if self.shared else super().phasing_seat(state)

    def main(self, state: ToursState) -> tuple[Action, Text] | None:
        if self.shared:
            return None
        return END_PHASE, say("End your player turn") if self.button_ends_turn(state) else self.end_label(state)

    def judge(self, state: ToursState, action: Action) -> Verdict:
        """Whether an action of its ``own_actions`` is legal; also called in other phases, except for classes in
        ``REFUSED_UNLESS_PENDING``."""
        return LEGAL

    def may_end(self, state: ToursState) -> Verdict:
        """Whether the phase may end now."""
        return LEGAL

    def check(self, state: ToursState, action: Action) -> Verdict:
        if action == END_PHASE:
            return self.may_end(state)
        owner = OWNING_PHASE.get(type(action))
        if owner is not None and (owner is self or type(action) not in REFUSED_UNLESS_PENDING):
            return owner.judge(state, action)
        unit = getattr(action, "unit", None)
        if isinstance(action, (ToursRetreat, Stand)) and state.resolving and any(
                SLOT[action.unit] in one.defenders for one in state.combats):
            return refuse("8.1", say("{unit} must stand: all retreats come before the first roll",
                                     unit=name_of(SLOT[action.unit])), 11, unit=unit)
        refusal = REFUSED_UNLESS_PENDING.get(type(action), NOT_NOW)
        return Illegal((replace(refusal, values={"unit": unit}) if unit is not None else refusal,))

    def answers(self, state: ToursState) -> Iterable[Answer]:
        return map(Answer, self.candidates(state))

    def end_phase(self, state: ToursState) -> Done[ToursState]:
        """The state at the beginning of the next phase, and events."""
        return begin_phase(state, PLAYER_TURN[PLAYER_TURN.index(self.phase) + 1])

    def why_idle_on_map(self, state: ToursState, slot: Slot) -> Illegal:
        if slot in WAGONS and state.phase != ToursPhase.SETUP:
            return refuse("11.0", say("The wagons do not move"), unit=UNITS[slot].id)
        if SEAT[slot] != state.seat:
            return refuse("4.0", say("{unit} belongs to the other side", unit=name_of(slot)), unit=UNITS[slot].id)
        return self.why_own_piece_idle(state, slot)

    def why_own_piece_idle(self, state: ToursState, slot: Slot) -> Illegal:
        """Why a piece of the phasing side cannot act."""
        return refuse("4.0", say("{unit} has nothing to do in this phase", unit=name_of(slot)), unit=UNITS[slot].id)


class BattleOver(PhaseDecision):
    """The finished battle, in which nobody can act (14.0)."""

    phase = ToursPhase.OVER
    rule = rule("14.0")
    mode = "over"
    shared = True

    def seat(self, state: ToursState) -> None:
        return None

    def question(self, state: ToursState) -> Message:
        return victory.ENDINGS[state.ending][1]

    def judge(self, state: ToursState, action: Action) -> Verdict:
        return Illegal((GAME_OVER,))

    check = judge

    def candidates(self, state: ToursState) -> list[Action]:
        return []

    def offers(self, state: ToursState, picked: Picked) -> list[Offer]:
        return [Offer(Illegal((GAME_OVER,)), units=(unit,)) for unit in picked.units]


def decision(state: ToursState) -> ToursDecision:
    """The pending decision: the innermost on the stack, or else that of the phase."""
    if state.frames:
        pending: ToursDecision = state.frames[-1]
        return pending
    return PHASES[state.phase, state.acting >= 0 or state.resolving]


def seat_to_decide(state: ToursState) -> Seat:
    """The seat to decide; during a roll the phasing seat."""
    seat = decision(state).seat(state)
    return SEAT_NUMBER[seat] if seat in SEATS else state.seat


def phase_began_event(state: ToursState) -> PhaseBegan:
    """The event that the phase of a state began."""
    phase, cited = state.phase, rule("4.0")
    seat: str = SEATS[state.seat]
    text = say("{side}: {phase}", side=SIDES[state.seat], phase=PHASE_TITLES[phase])
    if phase == ToursPhase.SETUP:
        cited = rule("13.0", 26)
    elif phase == ToursPhase.INITIATIVE:
        cited, seat, text = rule("4.1"), "", say("Turn {turn}: initiative", turn=state.turn)
    elif phase == ToursPhase.WHO_FIRST:
        cited, seat, text = rule("4.1"), "", say("{side} choose the first player", side=SIDES[state.seat])
    return PhaseBegan(cited, state.turn, phase.value, seat, text)


def begin_phase(state: ToursState, phase: ToursPhase) -> Done[ToursState]:
    """The state at the beginning of a phase, and the event of it."""
    state = replace(state, phase=phase, moving=None, acting=NO_CONTINGENT)
    return state, (phase_began_event(state),)


def begin_player_turn(state: ToursState) -> Done[ToursState]:
    """The state at the beginning of a player turn, and the event of its first phase."""
    return begin_phase(fresh_turn(state), ToursPhase.ORDERS)


def ends_turn(state: ToursState) -> bool:
    """Whether ending the phase now ends the whole player turn, because nothing is left to do in later phases."""
    current = decision(state)
    if state.phase not in PLAYER_TURN or not isinstance(current, PhaseDecision):
        return False
    after, _ = proceed(current.end_phase(state)[0])
    return after.phase == ToursPhase.OVER or (after.turn, after.second) != (state.turn, state.second)


def end_player_turn(state: ToursState) -> Done[ToursState]:
    """The state after a player turn, and events: the other side's begins, or the game turn ends with a check for
    victory (4.0, 14.0). In an example of play the game is over instead."""
    turn_over = TurnOver(rule("4.0"), say("{side}: player turn over", side=SIDES[state.seat]))
    state = fresh_turn(state)
    if state.scenario != BATTLE:
        return replace(state, phase=ToursPhase.OVER, ending=victory.EXAMPLE), (turn_over,)
    if not state.second:
        state, events = begin_player_turn(replace(state, second=True))
        return state, (turn_over, *events)
    ending = victory.ending(state)
    if ending:
        state = replace(state, phase=ToursPhase.OVER, ending=ending)
        return state, (turn_over, victory.game_over_event(state))
    state, events = begin_phase(replace(state, turn=state.turn + 1, second=False), ToursPhase.INITIATIVE)
    return state, (turn_over, *events)


def proceed(state: ToursState) -> Done[ToursState]:
    """The state after everything automatic, at which a side must decide or roll, or the game is over; and events."""
    events: list[Event] = []
    while True:
        state, disengaged = losses.without_idle_engagements(state)
        events += disengaged
        step = None if state.phase == ToursPhase.OVER else decision(state).automatic_step(state)
        if step is None:
            return state, tuple(events)
        state, step_events = step
        events += step_events


def states_when_acting(state: ToursState, slot: Slot) -> list[ToursState]:
    """The states as if it were the player turn of a piece's side, one for each phase in which the piece acts: a leader
    in phase II; a unit in phases III and IV, as if its contingent had just been activated. A wagon, which never acts,
    has phase III, where the refusal says so. Empty for a piece off the map and during set-up."""
    if state.at[slot] < 0 or state.phase == ToursPhase.SETUP:
        return []
    new_turn = fresh_turn(replace(state, first=SEAT[slot], second=False, frames=()))
    if slot in LEADERS:
        return [replace(new_turn, phase=ToursPhase.LEADERS)]
    if slot in WAGONS:
        return [replace(new_turn, phase=ToursPhase.ACTION)]
    active = replace(new_turn, active=1 << CONTINGENT[slot])
    return [replace(active, phase=ToursPhase.ACTION, acting=CONTINGENT[slot]), replace(active, phase=ToursPhase.SHOCK)]
