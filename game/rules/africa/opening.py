"""Decisions before the first phase: the optional roll for tribes that may stay away (2.1, ruling 20), and the set-up
of a camp of several areas (11.T.4, ruling 18)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Annotated

from game.board.areas import Area, areas_in
from game.core.action import Action
from game.core.batch import StillToDo
from game.core.chance import D6, Die
from game.core.event import Noted
from game.core.field_types import Key
from game.core.indices import Seat, Slot, slots_in
from game.core.message import Message, Text, both_or_all, plural, say
from game.core.preview import Outcome, Preview, UnitLine
from game.core.prompt import Prompt
from game.core.verdict import Reason
from game.rules.africa.actions import AfricaEnd, Enter
from game.rules.africa.events import DieResult, Marched
from game.rules.africa.rolling import DIE_LABEL, Rolling, seat_of_unit
from game.rules.africa.sequence import SETUP, phase_began
from game.rules.africa.stacking import why_full
from game.rules.africa.state import OUT, AfricaPending, AfricaState, StateAndEvents, with_unit_at
from game.rules.africa.tables import TABLES
from game.rules.africa.units import ADJECTIVES, SEATS, Kind, rule

CAMP_RULE = rule("11.T.4", 18)


def _next_before_battle(state: AfricaState) -> StateAndEvents:
    """The state after a decision before the first phase, and the event that the phase began if it was the last one."""
    after = state.popped()
    return after, () if after.frames else (phase_began(state.turn, state.step),)


class CampSetUp(AfricaPending):
    """Set-up of a side's camp before the first phase (11.T.4). Each unit may be placed once, so that the set-up
    ends."""

    side: Annotated[Seat, Key("seat")]

    kind = "sharing"
    place_action = Enter
    opens = True
    sets_up = True
    mode = "move"
    rule = CAMP_RULE
    asks = say("Set up your camp before anything else")

    def seat(self, state: AfricaState) -> str:
        return SEATS[self.side]

    def phasing_seat(self, state: AfricaState) -> str:
        return SEATS[self.side]

    def prompt(self, state: AfricaState, turn: int) -> Prompt:
        return replace(super().prompt(state, turn), phase=SETUP.value)

    def main(self, state: AfricaState) -> tuple[Action, Text]:
        return AfricaEnd(), say("Accept camp set-up")

    def _set_ups(self, state: AfricaState) -> list[Action]:
        """Every legal placement."""
        setting = state.setting
        return [Enter(setting.units[slot].id, setting.ground.ids[area]) for slot in placeable_camp_units(state)
                for area in areas_in(setting.camp) if why_not_camp(state, slot, area) is None]

    def candidates(self, state: AfricaState) -> list[Action]:
        return [*self._set_ups(state), AfricaEnd()]

    def why_not(self, state: AfricaState, action: Action) -> Reason:
        if isinstance(action, Enter) and action.place in state.setting.ground.index:
            why = why_not_camp(state, state.setting.slot[action.unit], state.setting.ground.index[action.place])
            assert why is not None
            return why
        return self.why_before_battle(state)

    def apply(self, state: AfricaState, action: Action) -> StateAndEvents:
        if not isinstance(action, Enter):
            after, began = _next_before_battle(state._replace(moved=state.moved & ~state.setting.camp_units))
            return after, (Noted(CAMP_RULE, say("The camp is set up")), *began)
        setting, ground = state.setting, state.setting.ground
        slot, area = setting.slot[action.unit], ground.index[action.place]
        unit, origin = setting.units[slot], state.at[slot]
        event = Marched(CAMP_RULE, unit.id, unit.name, (ground.ids[origin], ground.ids[area]), 1,
                        (ground.titles[origin], ground.titles[area]))
        state = with_unit_at(state, slot, area)
        return state._replace(moved=state.moved | 1 << slot), (event,)

    def selectable(self, state: AfricaState) -> list[Slot]:
        return [state.setting.slot[action.units[0]] for action in self._set_ups(state)]

    def commands(self, state: AfricaState, slot: Slot) -> list[Action]:
        return [action for action in self._set_ups(state) if action.units[0] == state.setting.units[slot].id]

    def why_idle(self, state: AfricaState, slot: Slot) -> Reason:
        reasons = [why_not_camp(state, slot, area) for area in areas_in(state.setting.camp) if area != state.at[slot]]
        return next((reason for reason in reasons if reason is not None), self.why_before_battle(state))

    def why_before_battle(self, state: AfricaState) -> Reason:
        return Reason(CAMP_RULE, say("The {side} player sets up the camp first", side=ADJECTIVES[self.side]))

    def why_wait(self, state: AfricaState) -> Reason:
        return Reason(CAMP_RULE, say("the {side} player has set up the camp; no unit is activated before that",
                                     side=ADJECTIVES[self.side]))

    def still_to_do(self, state: AfricaState) -> tuple[StillToDo, ...]:
        units = sorted({*self.selectable(state)})
        text = plural("{count} unit can still be moved within the camp",
                      "{count} units can still be moved within the camp", len(units))
        return (StillToDo(text, tuple(state.setting.units[slot].id for slot in units)),) if units else ()

    def misfit(self, state: AfricaState) -> Text:
        has_camp = state.setting.camp and self.side == state.setting.camp_seat
        return "" if has_camp and state.frame is None else say("its side has no camp to set up")


def placeable_camp_units(state: AfricaState) -> tuple[Slot, ...]:
    """The units of the camp that may still be placed in another of its areas."""
    return tuple(slot for slot in slots_in(state.setting.camp_units & ~state.moved) if state.at[slot] >= 0)


def why_not_camp(state: AfricaState, slot: Slot, area: Area) -> Reason | None:
    """Why a unit may not be set up in an area of the camp now; None if it may (ruling 18)."""
    setting, titles = state.setting, state.setting.ground.titles
    unit = setting.units[slot]
    if not setting.camp_units >> slot & 1:
        return Reason(CAMP_RULE, say("The set-up fixes the area of {unit}", unit=unit.name))
    frame = state.frame
    is_pending = frame is not None and frame.opens and frame.sets_up
    if is_pending and state.at[slot] == OUT and slot in tribes(state):
        return Reason(TRIBES_RULE, say("{unit} stays away from the battle", unit=unit.name))
    if is_pending and state.moved >> slot & 1:
        return Reason(CAMP_RULE, say("{unit} has been placed in the camp already; undo that to place it again",
                                     unit=unit.name))
    if not is_pending or slot not in placeable_camp_units(state):
        return Reason(CAMP_RULE, say("The set-up of the camp is over"))
    if not setting.camp >> area & 1:
        return Reason(CAMP_RULE, say("{unit} is set up in an area of its camp, not in {area}", unit=unit.name,
                                     area=titles[area]))
    if state.at[slot] == area:
        return Reason(CAMP_RULE, say("{unit} is in {area}", unit=unit.name, area=titles[area]))
    if (full := why_full(state, slot, area)) is not None:
        return Reason(rule("5"), full.text, full.values, full.sign)
    return None


ABSENT_TRIBES_OPTION = "absent-kabila"
ABSENT_FACE = TABLES.kabila.away
"""Die face on which a tribe stays away."""
TRIBES_RULE = rule("2.1", 20)
ABSENT, PRESENT = "absent", "present"
"""Keys of the results of a tribe's roll."""


def tribes(state: AfricaState) -> tuple[Slot, ...]:
    """The tribes set up on the map, in the order in which they roll; empty without the option."""
    setting = state.setting
    if ABSENT_TRIBES_OPTION not in setting.options:
        return ()
    return tuple(slot for slot in sorted(setting.start) if setting.units[slot].kind == Kind.GK)


class TribeRolls(Rolling):
    """Tribes still to roll for whether they take part (ruling 20)."""

    queue: tuple[Slot, ...]
    """The first one rolls next."""

    kind = "muster"
    opens = True
    rule = TRIBES_RULE

    def question(self, state: AfricaState) -> Message:
        return say("Does {unit} take part?", unit=state.setting.units[self.queue[0]].name)

    def button(self, state: AfricaState) -> Message:
        return DIE_LABEL

    def dice(self, state: AfricaState) -> tuple[Die, ...]:
        return (D6,)

    def chances(self, state: AfricaState) -> Mapping[str, Fraction]:
        absent_chance = Fraction(1, len(D6.faces))
        return {ABSENT: absent_chance, PRESENT: 1 - absent_chance}

    def roller(self, state: AfricaState) -> str:
        return seat_of_unit(state, self.queue[0])

    def resolve(self, state: AfricaState, faces: tuple[int, ...]) -> StateAndEvents:
        slot, face = self.queue[0], faces[0]
        state = state.swapped(TribeRolls(self.queue[1:]))
        text = say("{name} rolls {face}", name=state.setting.units[slot].name, face=face)
        if face == ABSENT_FACE:
            event = DieResult(TRIBES_RULE, text, say("it stays away from the battle"))
            return with_unit_at(state, slot, OUT), (event,)
        return state, (DieResult(TRIBES_RULE, text, say("it joins the battle")),)

    def arithmetic(self, state: AfricaState) -> Preview:
        line = UnitLine(state.setting.units[self.queue[0]].id, 0, strength_text="1d6")
        texts = {ABSENT: say("it stays away"), PRESENT: say("it takes part")}
        outcomes = tuple(Outcome(name, chance, texts[name], TRIBES_RULE) for name,
                         chance in self.chances(state).items())
        return Preview((line,), (), (), 0, 0, "1d6", say("on a {away} it stays away", away=ABSENT_FACE), None, outcomes)

    def autoplay_step(self, state: AfricaState) -> tuple[Message, Action | None] | None:
        count = len(self.queue)
        label = both_or_all("Roll for the tribe", "Roll for both tribes", "Roll for all {count} tribes", count)
        return (label, None) if count > 1 else None

    def automatic_step(self, state: AfricaState) -> StateAndEvents | None:
        return None if self.queue else _next_before_battle(state)

    def misfit(self, state: AfricaState) -> Text:
        on_map = {slot for slot in tribes(state) if state.at[slot] >= 0}
        if not on_map >= set(self.queue) or len(set(self.queue)) < len(self.queue):
            return say("only gaix kabila in the set-up roll, and only with the option")
        frame_below = state.frame
        return "" if frame_below is None or frame_below.opens else say("another action must be finished first")
