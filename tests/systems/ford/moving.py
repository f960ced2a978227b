"""The Raiders' secret (3.2), movement (6), and raiders that react to a wagon (7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from game.core.action import Action
from game.core.chance import D6, Die, Roll
from game.core.decision import Answer, Chance, Done
from game.core.event import Event, Moved, Noted, Removed, Rolled
from game.core.field_types import UnitName
from game.core.message import Text, say
from game.core.offer import Offer, Picked
from game.core.preview import Outcome, Preview, UnitLine
from game.core.verdict import Illegal, Reason

from .actions import Choose, Enough, Move
from .sequence import Step, begun, next_phase
from .state import STACK_LIMIT, Phase, State
from .units import ALL_RAIDERS, COLUMN, DUSTS, KINDS, RAIDERS, UNITS, WAGONS, Kind, names, other, refuse, rule

DEAL = (Die("d8", tuple(range(1, 9))), Die("d7", tuple(range(1, 8))))
WAYS = tuple(combinations(range(len(ALL_RAIDERS)), DUSTS))
"""The 56 choices of three Dust among eight raiders (ruling 1)."""
REACTION = {"halted": say("the wagon is halted"), "goes on": say("the wagon goes on")}
LEAST = 4
"""The least face that halts a wagon (7)."""


class SetUp(Step):
    """The Raiders name two counters in secret (3.2, ruling 1)."""

    name = Phase.SETUP
    rule = rule("3.2", 1)
    asks = say("Name two counters in secret, one after the other: with the dice they settle which are Dust")

    def answers(self, state: State) -> Iterator[Answer]:
        for raider in ALL_RAIDERS:
            if raider not in state.cut:
                yield Answer(Choose(raider), (raider,), short_label=say("Name it in secret"))

    def apply(self, state: State, action: Action) -> Done[State]:
        cut = (*state.cut, UnitName(action.units[0]))
        told = Noted(self.rule, say("The Raiders have named a counter in secret"))
        return replace(state, cut=cut, pending=Deal() if len(cut) == 2 else None), (told,)


class Deal(Chance[State]):
    """The dice that determine which raiders are Dust (3.2, ruling 1)."""

    name = Phase.SETUP
    rule = rule("3.2", 1)

    def roll(self, state: State) -> Roll:
        return Roll(DEAL, say("Which are Dust"), self.rule, {"dealt": Fraction(1)}, RAIDERS)

    def resolve(self, state: State, faces: tuple[int, ...]) -> Done[State]:
        rolled = Rolled(self.rule, DEAL, faces, "dealt", say("only the Raiders know which are Dust"), say("Set-up"))
        kinds, (first, second) = state.kinds, state.cut
        if first is not None and second is not None:
            others = [raider for raider in ALL_RAIDERS if raider != first]
            number = (ALL_RAIDERS.index(first) + faces[0]) % 8 * 7 + (others.index(second) + faces[1]) % 7
            kinds = tuple(Kind.DUST if n in WAYS[number] else Kind.RIDER for n in range(len(ALL_RAIDERS)))
        after, events = begun(replace(state, kinds=kinds, cut=(), pending=None), 1, COLUMN, Phase.MOVEMENT)
        return after, (rolled, *events)


class Movement(Step):
    """The movement of a side (6)."""

    name = Phase.MOVEMENT
    rule = rule("6")
    asks = say("Move any or all of your units")
    elsewhere = say("That is too far")

    def main(self, state: State) -> tuple[Action, Text]:
        return Enough(), say("End movement")

    def answers(self, state: State) -> Iterator[Answer]:
        for unit in state.free():
            for node in state.ways(unit).before:
                place = state.ground.board.hexes[node]
                if len(state.in_hex(place, state.seat)) < STACK_LIMIT:
                    yield Answer(Move(unit, place), (unit,), place)
        yield Answer(Enough())

    def offers(self, state: State, picked: Picked) -> Sequence[Offer]:
        """Nearby hexes out of reach have a reason."""
        found, board = list(super().offers(state, picked)), state.ground.board
        for unit in (unit for unit in picked.units[:1] if unit in state.free()):
            known, start = {offer.place for offer in found}, state.at[unit] or ""
            found += [Offer(Illegal((self.no_way(state, unit, place),)), Move(UNITS[unit].id, place), (unit,), place)
                      for place in board.places if place not in known
                      and board.distance(place, start) <= UNITS[unit].moves + 1]
        return found

    def why_not(self, state: State, action: Action) -> Reason | None:
        if isinstance(action, Move) and action.unit in state.free():
            return self.no_way(state, action.unit, action.place)
        return super().why_not(state, action)

    def no_way(self, state: State, unit: str, place: str) -> Reason:
        """The reason why a unit that may move cannot enter a hex."""
        ground, kind, seat, name = state.ground, UNITS[unit].kind, UNITS[unit].seat, UNITS[unit].name
        if not ground.board.knows(place):
            return refuse("2.1", say("There is no hex {hex}", hex=place))
        if not ground.enters(None, place):
            return refuse("6.1", say("The river can be entered only at a ford"))
        if not ground.enters(kind, place):
            return refuse("6.2", say("Wagons cannot enter woods"))
        if place == state.at[unit]:
            return refuse("6", say("{unit} is there", unit=name))
        if state.in_hex(place, other(seat)):
            return refuse("6.4", say("An enemy is in {hex}", hex=place))
        if len(state.in_hex(place, seat)) >= STACK_LIMIT:
            return refuse("6.3", say("Two units are in {hex}", hex=place))
        if ground.board.index[place] in state.ways(unit, alone=True).points:
            return refuse("6.5", say("On the way to {hex} {unit} stops next to an enemy", hex=place, unit=name), 3)
        return refuse("6.1", say("{unit} has {points} points: {hex} is too far", unit=name, points=UNITS[unit].moves,
                                 hex=place))

    def unable(self, state: State, unit: str) -> Reason:
        if unit in state.halted - state.done:
            return refuse("7", say("{unit} was halted and misses this movement", unit=UNITS[unit].name))
        return refuse("6", say("{unit} has moved, or can go nowhere", unit=UNITS[unit].name))

    def apply(self, state: State, action: Action) -> Done[State]:
        if not isinstance(action, Move):
            return next_phase(state)
        unit, ways, board = action.unit, state.ways(action.unit), state.ground.board
        path = (state.at[unit] or "", *(board.hexes[step] for step in ways.path(board.index[action.place])))
        went = Moved(rule("6"), unit, UNITS[unit].name, path, ways.points[board.index[action.place]])
        after = replace(state.put(unit, action.place), done=state.done | {unit})
        asks = unit in WAGONS and after.reactors(unit)  # nobody reacts to a wagon that does not move (ruling 4)
        return replace(after, pending=Reaction(unit) if asks else None), (went,)


class Reaction(Step):
    """One raider may react to the wagon that has moved next to it (7)."""

    name = Phase.MOVEMENT
    rule = rule("7")
    asks = say("One raider may react to the wagon beside it")
    interrupt = say("reaction")
    wagon: UnitName

    def seat(self, state: State) -> str | None:
        return RAIDERS

    def main(self, state: State) -> tuple[Action, Text]:
        return Enough(), say("No reaction")

    def answers(self, state: State) -> Iterator[Answer]:
        for raider in state.reactors(self.wagon):
            yield Answer(Choose(raider), (raider,), state.at[self.wagon], say("Reacts"),
                         say("{unit} reacts", unit=UNITS[raider].name))
        yield Answer(Enough())

    def unable(self, state: State, unit: str) -> Reason:
        return refuse("7", say("{unit} is not next to {wagon}, or has reacted this turn", unit=UNITS[unit].name,
                               wagon=UNITS[self.wagon].name))

    def apply(self, state: State, action: Action) -> Done[State]:
        after = replace(state, pending=None)
        if not isinstance(action, Choose):
            return after, ()
        told = Noted(self.rule, say("{unit} reacts to {wagon}", unit=names(action.unit), wagon=names(self.wagon)))
        after, events = revealed(replace(after, reacted=state.reacted | {action.unit}), (action.unit,))
        if after.at[action.unit] is not None:  # Dust is gone, and nobody else may react (ruling 5)
            after = replace(after, pending=Halt(self.wagon, action.unit))
        return after, (told, *events)


class Halt(Chance[State]):
    """The die of a Rider that reacts (7)."""

    name = Phase.MOVEMENT
    rule = rule("7")
    wagon: UnitName
    raider: UnitName

    def phasing_seat(self, state: State) -> str | None:
        return state.seat

    def roll(self, state: State) -> Roll:
        return Roll((D6,), say("Reaction"), self.rule, dict.fromkeys(REACTION, Fraction(1, 2)), RAIDERS)

    def preview(self, state: State, action: Action) -> Preview | None:
        outcomes = tuple(Outcome(key, Fraction(1, 2), text, self.rule) for key, text in REACTION.items())
        return Preview((UnitLine(self.raider, 2),), (UnitLine(self.wagon, 0),), (), None, None, say("4, 5 or 6"),
                       REACTION["halted"], None, outcomes)

    def resolve(self, state: State, faces: tuple[int, ...]) -> Done[State]:
        fell = "halted" if faces[0] >= LEAST else "goes on"
        rolled = Rolled(self.rule, (D6,), faces, fell, REACTION[fell], say("Reaction"),
                        places=(state.at[self.wagon] or "",))
        halted = state.halted | {self.wagon} if fell == "halted" else state.halted
        return replace(state, pending=None, halted=halted), (rolled,)


class Revealed(Noted):
    """A raider is turned face up, which can be undone only with consent."""

    __slots__ = ()
    reveals = True


def revealed(state: State, units: Iterable[str]) -> Done[State]:
    """The raiders among some units face up, with Dust removed (4.2)."""
    events: list[Event] = []
    for unit in (unit for unit in units if UNITS[unit].seat == RAIDERS and unit not in state.shown):
        kind, place = state.imagined(unit), state.at[unit] or ""
        kinds = tuple(kind if one == unit else known for one, known in zip(ALL_RAIDERS, state.kinds, strict=True))
        state = replace(state, kinds=kinds, shown=state.shown | {unit})
        events.append(Revealed(rule("4.2"), say("{unit} is revealed: {kind}", unit=names(unit), kind=KINDS[kind])))
        if kind == Kind.DUST:
            state = state.put(unit, None)
            events.append(Removed(rule("4.2"), unit, names(unit), place))
    return state, tuple(events)
