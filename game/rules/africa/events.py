"""Africa's events beyond moves and removals, and the effects of results on units (6.1, 6.2, 9, 11.W.3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from game.core.event import Event, Moved, Placed, Removed, Retreated
from game.core.indices import Slot, slots_in
from game.core.message import Brief, Message, Text, joined, say
from game.core.verdict import RuleRef
from game.rules.africa.state import OUT, AfricaState, StateAndEvents, with_unit_at
from game.rules.africa.units import MOROCCAN, SPANISH, rule

VIA_TEXT = say(" via ")
"""Separator between the areas of a path."""


@dataclass(frozen=True, slots=True)
class Marched(Moved):
    """A unit moved; its text names the areas."""

    titles: tuple[Text, ...] = ()
    """The names of the areas, the first one that where it began."""

    @property
    def text(self) -> Message:
        return say("{unit} moves from {way} to {end}", unit=self.name, way=joined(self.titles[:-1], VIA_TEXT),
                   end=self.titles[-1])


@dataclass(frozen=True, slots=True)
class RetreatStep(Retreated):
    """A unit retreated to an adjacent area."""

    titles: tuple[Text, ...] = ()
    why: Text = ""
    """Why the retreat continues; empty for its first area."""

    @property
    def text(self) -> Message:
        if self.why:
            return say("{unit} retreats further, to {area} ({why})", unit=self.name, area=self.titles[-1], why=self.why)
        return say("{unit} retreats to {area}", unit=self.name, area=self.titles[-1])


@dataclass(frozen=True, slots=True)
class WentBack(Retreated):
    """An attacker left an undecided shock combat."""

    type: ClassVar[str] = "went-back"
    titles: tuple[Text, ...] = ()

    @property
    def text(self) -> Message:
        return say("{unit} falls back to {area}", unit=self.name, area=self.titles[-1])


@dataclass(frozen=True, slots=True)
class Arrived(Placed):
    """A reinforcement came onto the map."""

    title: Text = ""

    @property
    def text(self) -> Message:
        return say("{unit} arrives in {area}", unit=self.name, area=self.title)


@dataclass(frozen=True, slots=True)
class Lost(Removed):
    """A unit was eliminated."""

    title: Text = ""

    @property
    def text(self) -> Message:
        return say("{unit} is eliminated in {area}", unit=self.name, area=self.title)


@dataclass(frozen=True, slots=True)
class Stranded(Lost):
    """A unit was eliminated because it could not retreat (5, 6.1, 6.2)."""

    @property
    def text(self) -> Message:
        return say("{unit} cannot retreat: eliminated in {area}", unit=self.name, area=self.title)


@dataclass(frozen=True, slots=True)
class Captured(Lost):
    """A convoy, or an officer who has lost all troops in shock, was captured (11.W.3; 6.2, ruling 11)."""

    @property
    def text(self) -> Message:
        return say("{unit} is captured in {area}", unit=self.name, area=self.title)


@dataclass(frozen=True, slots=True)
class Marked(Event):
    """A unit lost a step, or a demoralization marker was put on it or removed."""

    type: ClassVar[str] = "marked"
    unit: str
    name: str
    mark: str
    """``reduced`` or ``demoralized``."""
    on: bool
    """Whether the unit has the mark now."""

    @property
    def text(self) -> Message:
        if self.mark == "reduced":
            return say("{unit} loses a step", unit=self.name)
        if not self.on:
            return say("{unit} rallies", unit=self.name)
        return say("{unit} is demoralized", unit=self.name)

    @property
    def harms(self) -> bool:
        return self.on


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """A hidden shock factor was drawn or rolled for."""

    type: ClassVar[str] = "revealed"
    reveals: ClassVar[bool] = True
    unit: str
    name: str
    factor: int
    hidden: bool
    """Whether the factor was drawn, as that of a gaix kabila (2.1); else it was rolled."""

    @property
    def text(self) -> Message:
        if self.hidden:
            return say("{unit} shows its shock factor: {factor}", unit=self.name, factor=self.factor)
        return say("{unit} rolls for its shock factor: {factor}", unit=self.name, factor=self.factor)

    @property
    def brief(self) -> Brief:
        text = (say("{unit}'s shock factor, drawn", unit=self.name) if self.hidden
                else say("{unit}'s shock factor, rolled", unit=self.name))
        return Brief(str(self.factor), text)


@dataclass(frozen=True, slots=True)
class DieResult(Event):
    """A die roll for a single unit and its result."""

    type: ClassVar[str] = "noted"
    rolls: Message
    result: Text

    @property
    def text(self) -> Message:
        return say("{rolls}: {result}", rolls=self.rolls, result=self.result)

    @property
    def brief(self) -> Brief:
        return Brief(self.result, self.rolls)

    def fields(self) -> Mapping[str, Any]:
        return {"sentence": self.text}


def remove(state: AfricaState, slot: Slot, cited: RuleRef, event_type: type[Lost] = Lost) -> StateAndEvents:
    """The state with a unit removed from the map, and the event.

    :param cited: the rule that removes it.
    :param event_type: the event to report; by default ``Lost``.
    """
    unit = state.setting.units[slot]
    ground, here = state.setting.ground, state.at[slot]
    after = with_unit_at(state, slot, OUT)
    after = after._replace(
        demoralized=after.demoralized & ~(1 << slot), came=tuple(pair for pair in after.came if pair[0] != slot)
    )
    return after, (event_type(cited, unit.id, unit.name, ground.ids[here], ground.titles[here]),)


def strike(state: AfricaState, slot: Slot, cited: RuleRef) -> StateAndEvents:
    """The state with a unit destroyed, and the event: a regular at full strength loses a step, any other unit is
    eliminated (6.1)."""
    unit = state.setting.units[slot]
    if only_loses_step(state, slot):
        return state._replace(reduced=state.reduced | 1 << slot), (Marked(cited, unit.id, unit.name, "reduced", True),)
    return remove(state, slot, cited)


def only_loses_step(state: AfricaState, slot: Slot) -> bool:
    """Whether a unit that is destroyed only loses a step: a regular at full strength (6.1)."""
    return state.setting.units[slot].steps == 2 and not state.reduced >> slot & 1


def demoralize(state: AfricaState, slot: Slot, cited: RuleRef) -> StateAndEvents:
    """The state with a unit demoralized, and the event; unchanged if it is already. Officers among troops are never
    demoralized (ruling 11): callers leave them out."""
    unit, bit = state.setting.units[slot], 1 << slot
    if state.demoralized & bit:
        return state, ()
    return state._replace(demoralized=state.demoralized | bit), (
        Marked(cited, unit.id, unit.name, "demoralized", True),)


def capture(state: AfricaState) -> StateAndEvents:
    """The state with convoys captured that are alone with the enemy, and events (11.W.3, ruling 27)."""
    setting = state.setting
    events: list[Event] = []
    for slot in slots_in(setting.convoys):
        area = state.at[slot]
        if area < 0 or not state.occupied[MOROCCAN] >> area & 1:
            continue
        if any(not setting.convoys >> i & 1 for i in state.units_in(area, SPANISH)):
            continue
        state, new_events = remove(state, slot, rule("11.W.3", 27), Captured)
        events += new_events
        state = state._replace(captured=state.captured | 1 << slot)
    return state, tuple(events)
