"""Raiders that react to a wagon (7), and how raiders are revealed (4.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from game.core.action import Action
from game.core.chance import D6, Roll
from game.core.decision import Answer, Chance, Decision, Done
from game.core.event import Event, Noted, Removed, Rolled
from game.core.fields import UnitName
from game.core.message import Text, say
from game.core.preview import Outcome, Preview, UnitLine
from game.core.verdict import Reason

from .actions import Choose, Enough
from .state import Phase, State
from .units import ALL_RAIDERS, KINDS, RAIDERS, UNITS, WAGONS, Kind, refuse, rule

HALTED, GOES_ON = "halted", "goes on"
MEANING = {HALTED: say("the wagon is halted"), GOES_ON: say("the wagon goes on")}
LEAST = 4
"""What halts a wagon."""


class Revealed(Noted):
    """A raider is turned face up: there is no way back without consent."""

    __slots__ = ()
    reveals = True


def revealed(state: State, units: Iterable[str]) -> Done[State]:
    """The raiders among some units face up, without those that are Dust (4.2)."""
    events: list[Event] = []
    for unit in units:
        if UNITS[unit].seat != RAIDERS or unit in state.shown:
            continue
        kind, name, place = state.imagined(unit), UNITS[unit].name, state.at[unit] or ""
        kinds = list(state.kinds)
        kinds[ALL_RAIDERS.index(UNITS[unit].id)] = kind
        state = replace(state, kinds=tuple(kinds), shown=state.shown | {unit})
        events.append(Revealed(rule("4.2"), say("{unit} is revealed: {kind}", unit=name, kind=KINDS[kind])))
        if kind == Kind.DUST:
            state = state.put(unit, None)
            events.append(Removed(rule("4.2"), unit, name, place))
    return state, tuple(events)


def asked(state: State, unit: str) -> Reaction | None:
    """What the Raiders are asked when a unit has moved (7, ruling 4)."""
    return Reaction(UNITS[unit].id) if unit in WAGONS and state.reactors(unit) else None


class Reaction(Decision[State]):
    """One raider may react to the wagon that has come next to it (7)."""

    name = Phase.MOVEMENT
    rule = rule("7")
    mode = "move"
    asks = say("One raider may react to the wagon beside it")
    interrupt = say("reaction")
    wagon: UnitName

    def seat(self, state: State) -> str:
        return RAIDERS

    def whose(self, state: State) -> str:
        return state.seat

    def main(self, state: State) -> tuple[Action, Text]:
        return Enough(), say("No reaction")

    def answers(self, state: State) -> Iterator[Answer]:
        wagon = UNITS[self.wagon].name
        for raider in state.reactors(self.wagon):
            yield Answer(Choose(raider), (raider,), state.at[self.wagon], say("Reacts to {wagon}", wagon=wagon),
                         say("{unit} reacts", unit=UNITS[raider].name))
        yield Answer(Enough())

    def why_not(self, state: State, action: Action) -> Reason | None:
        return self.why_unable(state, action.unit) if isinstance(action, Choose) else super().why_not(state, action)

    def why_unable(self, state: State, unit: str) -> Reason:
        name = UNITS[unit].name
        if unit in state.reacted:
            return refuse("7", say("{unit} has reacted this turn", unit=name))
        return refuse("7", say("{unit} is no raider next to {wagon}", unit=name, wagon=UNITS[self.wagon].name))

    def apply(self, state: State, action: Action) -> Done[State]:
        after = replace(state, pending=None)
        if not isinstance(action, Choose):
            return after, ()
        raider = action.unit
        told = Noted(self.rule, say("{unit} reacts to {wagon}", unit=UNITS[raider].name,
                                    wagon=UNITS[self.wagon].name))
        after, events = revealed(replace(after, reacted=state.reacted | {raider}), (raider,))
        if after.at[raider] is not None:  # Dust is gone, and nobody else may react (ruling 5)
            after = replace(after, pending=Halt(self.wagon, raider))
        return after, (told, *events)


class Halt(Chance[State]):
    """The die of a Rider that reacts (7)."""

    name = Phase.MOVEMENT
    rule = rule("7")
    wagon: UnitName
    raider: UnitName

    def button(self, state: State) -> Text:
        return say("Roll the die")

    def whose(self, state: State) -> str:
        return state.seat

    def roll(self, state: State) -> Roll:
        half = Fraction(1, 2)
        return Roll((D6,), say("Reaction"), self.rule, {HALTED: half, GOES_ON: half}, RAIDERS)

    def preview(self, state: State, action: Action) -> Preview | None:
        outcomes = tuple(Outcome(result, Fraction(1, 2), text, self.rule) for result, text in MEANING.items())
        return Preview((UnitLine(self.raider, 2),), (UnitLine(self.wagon, 0),), (), None, None, say("4, 5 or 6"),
                       say("the wagon is halted"), None, outcomes)

    def fallen(self, state: State, faces: tuple[int, ...]) -> Done[State]:
        result = HALTED if faces[0] >= LEAST else GOES_ON
        rolled = Rolled(self.rule, (D6,), faces, result, MEANING[result], say("Reaction"),
                        places=(state.at[self.wagon] or "",))
        halted = state.halted | {self.wagon} if result == HALTED else state.halted
        return replace(state, pending=None, halted=halted), (rolled,)
