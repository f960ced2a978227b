"""A lost shock (6.2, ruling 10): its effects on the loser, and the loser's choice of units to lose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from game.board.areas import Area
from game.core.action import Action
from game.core.event import Event
from game.core.field_types import Between, Key, UnitName
from game.core.indices import Seat, Slot
from game.core.message import Message, Text, plural, say
from game.core.offer import Offer
from game.core.prompt import Duty
from game.core.verdict import Reason, RuleRef
from game.rules.africa import shock
from game.rules.africa.actions import AfricaLose, LoseSteps
from game.rules.africa.events import Captured, Lost, demoralize, remove, strike
from game.rules.africa.retreats import BY_SHOCK, begin_retreat
from game.rules.africa.state import AfricaPending, AfricaState, StateAndEvents
from game.rules.africa.units import SEATS, rule

ELIMINATE_LABEL = say("Eliminate this unit")
"""Label of the button, and of the offer, to eliminate the chosen unit."""


class LossChoice(AfricaPending):
    """The loser's choice of units to eliminate (6.2, ruling 10)."""

    side: Annotated[Seat, Key("seat")]
    """The side that lost."""
    area: Area
    """The area of the shock combat."""
    left: Annotated[int, Between(0, 99)]
    """Units still to be eliminated."""
    begun: bool = False
    """Whether a unit has been chosen; steps can then no longer be lost instead."""

    kind = "losses"
    rule = rule("6.2")

    def seat(self, state: AfricaState) -> str:
        return SEATS[self.side]

    def cited(self, state: AfricaState) -> RuleRef:
        """Rule 6.2 with ruling 10, since the choice by the owner and the rounding up of half are our rulings."""
        return rule("6.2", 10)

    def losers(self, state: AfricaState) -> tuple[Slot, ...]:
        """The units to choose from."""
        return shock.losers(state, self.area, self.side)

    selectable = losers

    def can_lose_steps(self, state: AfricaState) -> bool:
        """Whether the side may lose steps instead: no unit has been chosen, and at least one regular at full strength
        is there (ruling 10)."""
        with_two_steps = state.setting.regulars & ~state.reduced
        return not self.begun and any(with_two_steps >> i & 1 for i in state.units_in(self.area, self.side))

    def _only_loser(self, state: AfricaState) -> Slot | None:
        """The unit lost without a choice; None if there is a choice."""
        losers = self.losers(state)
        return losers[0] if len(losers) == 1 and not self.can_lose_steps(state) else None

    def question(self, state: AfricaState) -> Message:
        title, only = state.setting.ground.titles[self.area], self._only_loser(state)
        if only is not None:
            return say("{unit} must be eliminated in {area}", unit=state.setting.units[only].name, area=title)
        if self.can_lose_steps(state):
            return plural("Eliminate {count} of your units in {area}, or each loses a step",
                          "Eliminate {count} of your units in {area}, or each loses a step", self.left, area=title)
        return plural("Choose {count} of your units to eliminate in {area}",
                      "Choose {count} of your units to eliminate in {area}", self.left, area=title)

    def duties(self, state: AfricaState) -> tuple[Duty, ...]:
        units = tuple(state.setting.units[slot].id for slot in sorted(self.losers(state)))
        text = (say("Choose from those that fought there") if self._only_loser(state) is None
                else say("No choice: only one unit can be lost there"))
        return (Duty(units, text, self.rule),)

    def button(self, state: AfricaState) -> Message:
        return ELIMINATE_LABEL

    def candidates(self, state: AfricaState) -> list[Action]:
        actions: list[Action] = [AfricaLose(state.setting.units[i].id) for i in self.losers(state)]
        return [*actions, LoseSteps()] if self.can_lose_steps(state) else actions

    def why_not(self, state: AfricaState, action: Action) -> Reason:
        if isinstance(action, LoseSteps):
            return Reason(self.rule, say("Steps can be lost instead only before a unit is chosen, and only if a "
                                         "regular has one to lose"))
        return Reason(self.rule, plural(
            "{count} of the units that lost the shock combat must be chosen first",
            "{count} of the units that lost the shock combat must be chosen first", self.left))

    def apply(self, state: AfricaState, action: Action) -> StateAndEvents:
        events: list[Event] = []
        if isinstance(action, AfricaLose):
            slot = state.setting.slot[action.unit]
            troops_destroyed = bool(state.setting.fighters >> slot & 1)
            state, new_events = remove(state, slot, self.rule)
            events += new_events
            if self.left > 1 and self.losers(state):
                return state.swapped(replace(self, left=self.left - 1, begun=True)), tuple(events)
        else:
            troops_destroyed = False  # not all: a regular at full strength survives, so no officer is captured
            state, new_events = _strike_troops(state, self.area, self.side)
            events += new_events
        state, new_events = _retreat_losers(state.popped(), self.area, self.side, demoralized=True, far=False,
                                            troops_destroyed=troops_destroyed)
        return state, (*events, *new_events)

    def why_idle(self, state: AfricaState, slot: Slot) -> Reason:
        name = state.setting.units[slot].name
        if state.at[slot] == self.area:
            return Reason(self.rule, say("{unit} is not among the units that can be lost", unit=name))
        return Reason(self.rule, say("{unit} did not fight in {title}, where losses must be taken", unit=name,
                                     title=state.setting.ground.titles[self.area]))

    def offers_for_chosen(self, state: AfricaState, units: Sequence[str]) -> list[Offer]:
        """The offers to eliminate the chosen unit, or to take a step from every unit."""
        choices: list[tuple[Action, Text]] = [(AfricaLose(UnitName(unit)), ELIMINATE_LABEL) for unit in units[-1:]]
        if self.can_lose_steps(state):
            choices.append((LoseSteps(), say("Each unit loses a step")))
        return [Offer(self.check(state, action), action, action.units, label=label) for action, label in choices]

    def misfit(self, state: AfricaState) -> Text:
        if not shock.open_shock_combats(state) >> self.area & 1:
            return say("no shock combat was fought there")
        count = len(self.losers(state))
        return "" if 1 <= self.left <= count else say("'left' is {left}, expected 1 to {count}", left=self.left,
                                                      count=count)


def apply_lost_shock(state: AfricaState, area: Area, loser: Seat, row: int) -> StateAndEvents:
    """The state after a lost shock, and events: the loser's choice of losses is pending if the result leaves one to it;
    else the losses are applied and the retreat of the remaining units is pending (6.2, ruling 10).

    :param row: the winner's crosses, 4 for four and more.
    """
    if row == 0:
        if not shock.fighters(state, area, loser):
            return _remove_officers(state, area, loser, Lost)
        state, events = _strike_troops(state, area, loser)
        state, new_events = _retreat_losers(state, area, loser, demoralized=False, far=False, troops_destroyed=True)
        return state, (*events, *new_events)
    losers = shock.losers(state, area, loser)
    if row == 1 and losers:
        half_rounded_up = (len(losers) + 1) // 2
        return state.pushed(LossChoice(loser, area, half_rounded_up)), ()
    return _retreat_losers(state, area, loser, demoralized=row == 2, far=row == shock.RETREAT_AWAY_CROSSES)


def _strike_troops(state: AfricaState, area: Area, side: Seat) -> StateAndEvents:
    """The state after every unit of a side that fought in an area has lost a step or been destroyed, and events."""
    events: list[Event] = []
    for slot in shock.fighters(state, area, side):
        state, new_events = strike(state, slot, rule("6.2"))
        events += new_events
    return state, tuple(events)


def _remove_officers(state: AfricaState, area: Area, side: Seat, event_type: type[Lost]) -> StateAndEvents:
    """The state without a side's officers in an area, and events: officers are captured with the loss of all their
    troops; officers alone suffer results as one-step units do (ruling 11)."""
    events: list[Event] = []
    for slot in state.units_in(area, side):
        if state.setting.officers >> slot & 1:
            state, new_events = remove(state, slot, rule("6.2", 11), event_type)
            events += new_events
    return state, tuple(events)


def _retreat_losers(state: AfricaState, area: Area, loser: Seat, demoralized: bool, far: bool,
                    troops_destroyed: bool = False) -> StateAndEvents:
    """The state with the retreat of the losing side's remaining units pending, or its officers captured if its troops
    were destroyed, and events; convoys stay.

    :param demoralized: whether they retreat demoralized.
    :param far: whether they must get away from every enemy.
    :param troops_destroyed: whether troops were destroyed; officers left without any troops are then captured (ruling
        11).
    """
    setting = state.setting
    own = [i for i in state.units_in(area, loser) if not setting.convoys >> i & 1]
    events: list[Event] = []
    if troops_destroyed and not any(setting.fighters >> i & 1 for i in own):
        return _remove_officers(state, area, loser, Captured)
    for slot in shock.losers(state, area, loser) if demoralized else ():
        state, new_events = demoralize(state, slot, rule("6.2"))
        events += new_events
    return begin_retreat(state, own, BY_SHOCK, far), tuple(events)
