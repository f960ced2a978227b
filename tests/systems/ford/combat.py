"""Attacks (8): the phase, who joins an attack, the dice, and losses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product

from game.core.action import Action
from game.core.chance import D6, DiceGroup, Modifier, Roll
from game.core.decision import Answer, Chance, Decision, Done, followed
from game.core.event import Declared, Event, Noted, Removed, Rolled
from game.core.fields import UnitName
from game.core.message import Message, Text, named, say, several
from game.core.preview import Outcome, Preview, UnitLine
from game.core.verdict import Reason

from . import ending
from .actions import Attack, Choose, Enough
from .phases import UnitPhase, next_phase
from .reaction import revealed
from .state import Phase, State
from .units import SIDES, STRENGTH, UNITS, Kind, other, refuse, rule

ALL, ONE, NOTHING, REPULSE = "all", "one", "-", "repulse"
MEANING: dict[str, Message] = {
    ALL: say("all defenders are eliminated"), ONE: say("one defender is eliminated"), NOTHING: say("no effect"),
    REPULSE: say("the attacker loses one unit")}


def read(margin: int) -> str:
    """What the attacker's sum less the defender's means (8.3, 8.4)."""
    return ALL if margin >= 4 else ONE if margin > 0 else REPULSE if margin <= -3 else NOTHING


def preview(state: State, place: str, units: Sequence[str]) -> Preview | None:
    """What an attack on a hex comes to; None as long as a raider is not known (4.1)."""
    defenders = state.in_hex(place, other(UNITS[units[0]].seat))
    ours = [unit for unit in units if state.kind(unit) != Kind.DUST]
    theirs = [unit for unit in defenders if state.kind(unit) != Kind.DUST]
    attack, defence = state.strength(ours), state.strength(theirs)
    if attack is None or defence is None or not ours or not theirs:
        return None
    # Woods count once (ruling 8).
    woods = (Modifier(1, say("Woods"), rule("8.3", 8)),) if state.board.terrain[place] == "woods" else ()
    lead = attack - defence - len(woods)
    results = [read(lead + one - two) for one, two in product(D6.faces, D6.faces)]
    return Preview(
        attackers=_lines(state, ours), defenders=_lines(state, theirs), modifiers=woods, attack=attack,
        defence=defence + len(woods), total=f"{lead:+}", reading=say("each side adds a die"), column=None,
        outcomes=tuple(Outcome(result, Fraction(results.count(result), len(results)), text, rule("8.4"))
                       for result, text in MEANING.items() if result in results),
        first=0)


def _lines(state: State, units: Iterable[str]) -> tuple[UnitLine, ...]:
    return tuple(UnitLine(unit, STRENGTH[state.imagined(unit)]) for unit in units)


class Combat(UnitPhase):
    """The attacks of a side (8)."""

    name = Phase.COMBAT
    rule = rule("8.1")
    asks = say("Attack with your units, each hex once")
    elsewhere = say("No enemy to attack is there")

    def answers(self, state: State) -> Iterator[Answer]:
        for unit in state.free():
            for place in targets(state, unit):
                yield Answer(Attack(unit, place), (unit,), place, say("Attack {hex}", hex=place),
                             arithmetic=partial(preview, state, place, (unit,)))
        yield Answer(Enough())

    def why_not(self, state: State, action: Action) -> Reason | None:
        if isinstance(action, Attack) and action.unit in state.free():
            if action.place in state.struck:
                return refuse("8.1", say("{hex} has been attacked this turn", hex=action.place))
            return refuse("8.1", say("No enemy next to {unit} is in {hex}", unit=UNITS[action.unit].name,
                                     hex=action.place))
        return super().why_not(state, action)

    def why_unable(self, state: State, unit: str) -> Reason:
        name = UNITS[unit].name
        if unit in state.on_map(state.seat):
            if UNITS[unit].kind == Kind.WAGON:
                return refuse("8.1", say("Wagons do not attack"))
            if unit in state.done:
                return refuse("8.1", say("{unit}, or its hex, has attacked", unit=name), 7)
            if state.enemy_hexes(unit):
                return refuse("8.1", say("Every enemy hex next to {unit} has been attacked", unit=name))
            return refuse("8.1", say("No enemy is next to {unit}", unit=name))
        return super().why_unable(state, unit)

    def apply(self, state: State, action: Action) -> Done[State]:
        if not isinstance(action, Attack):
            return next_phase(state)
        gathering = Gathering(action.place, (action.unit,))
        if gathering.able(state):
            return replace(state, pending=gathering), ()
        return fought(state, action.place, (action.unit,))


def targets(state: State, unit: str) -> list[str]:
    """The hexes that a unit may attack (8.1)."""
    return [place for place in state.enemy_hexes(unit) if place not in state.struck]


class Gathering(Decision[State]):
    """Who else joins an attack (8.2)."""

    name = Phase.COMBAT
    rule = rule("8.2")
    mode = "move"
    place: str
    units: tuple[UnitName, ...]

    def seat(self, state: State) -> str:
        return state.seat

    def question(self, state: State) -> Message:
        return say("{units} will attack {hex}: let others join, or fight", units=names(self.units), hex=self.place)

    def able(self, state: State) -> list[UnitName]:
        """Who could still join."""
        return [unit for unit in state.free() if unit not in self.units and self.place in targets(state, unit)]

    def main(self, state: State) -> tuple[Action, Text]:
        return Enough(), several("Fight with {count} unit", "Fight with {count} units", len(self.units))

    def answers(self, state: State) -> Iterator[Answer]:
        for unit in self.able(state):
            yield Answer(Attack(unit, self.place), (unit,), self.place, say("Joins the attack"),
                         say("{unit} joins", unit=UNITS[unit].name),
                         arithmetic=partial(preview, state, self.place, (*self.units, unit)))
        yield Answer(Enough(), arithmetic=partial(preview, state, self.place, self.units))

    def why_not(self, state: State, action: Action) -> Reason | None:
        return self.why_unable(state, action.unit) if isinstance(action, Attack) else super().why_not(state, action)

    def why_unable(self, state: State, unit: str) -> Reason:
        name = UNITS[unit].name
        if unit in self.units:
            return refuse("8.2", say("{unit} is part of the attack", unit=name))
        return refuse("8.1", say("{unit} cannot attack {hex}", unit=name, hex=self.place))

    def apply(self, state: State, action: Action) -> Done[State]:
        if isinstance(action, Attack):
            return replace(state, pending=Gathering(self.place, (*self.units, action.unit))), ()
        return fought(replace(state, pending=None), self.place, self.units)


def names(units: Iterable[str]) -> Text:
    """The names of some units in a sentence."""
    return named(UNITS[unit].name for unit in units)


def fought(state: State, place: str, units: Sequence[UnitName]) -> Done[State]:
    """An attack begins: counters are revealed, and the dice are due if both sides are still there (8.2)."""
    enemy = other(state.seat)
    defenders = state.in_hex(place, enemy)
    told = Declared(rule("8.2"), tuple(units), defenders,
                    say("{units} against {enemies} in {hex}", units=names(units), enemies=names(defenders), hex=place))
    # All units in the hexes of the attackers have had their chance (ruling 7).
    spent = {unit for one in units for unit in state.in_hex(state.at[one], state.seat)}
    after, events = revealed(replace(state, done=state.done | spent, struck=state.struck | {place}),
                             (*units, *defenders))
    left = tuple(unit for unit in units if after.at[unit] is not None)
    if not left:
        return after, (told, *events, Noted(rule("8.2"), say("No attacker is left: the attack is over")))
    if not after.in_hex(place, enemy):
        return after, (told, *events, Noted(rule("8.2"), say("No defender is left: the attackers have won")))
    return replace(after, pending=Battle(place, left)), (told, *events)


class Battle(Chance[State]):
    """The dice of an attack (8.3)."""

    name = Phase.COMBAT
    rule = rule("8.3")
    place: str
    units: tuple[UnitName, ...]

    def button(self, state: State) -> Text:
        return say("Roll the dice")

    def groups(self, state: State) -> tuple[DiceGroup, ...]:
        """A die for each side."""
        return tuple(DiceGroup(SIDES[seat], (n,), seat) for n, seat in enumerate((state.seat, other(state.seat))))

    def arithmetic(self, state: State) -> Preview:
        """What the attack comes to: all who take part are face up."""
        found = preview(state, self.place, self.units)
        assert found is not None
        return found

    def roll(self, state: State) -> Roll:
        chances = {outcome.result: outcome.chance for outcome in self.arithmetic(state).outcomes}
        return Roll((D6, D6), say("Attack on {hex}", hex=self.place), self.rule, chances, state.seat,
                    self.groups(state))

    def preview(self, state: State, action: Action) -> Preview | None:
        return self.arithmetic(state)

    def fallen(self, state: State, faces: tuple[int, ...]) -> Done[State]:
        found = self.arithmetic(state)
        ours, theirs = (found.attack or 0) + faces[0], (found.defence or 0) + faces[1]
        result = read(ours - theirs)
        rolled = Rolled(self.rule, (D6, D6), faces, result,
                        say("{ours} to {theirs}, {meaning}", ours=ours, theirs=theirs, meaning=MEANING[result]),
                        say("Attack on {hex}", hex=self.place), groups=self.groups(state), places=(self.place,))
        done: Done[State] = replace(state, pending=None), (rolled,)
        defenders = state.in_hex(self.place, other(state.seat))
        if result == ALL:
            return followed(done, lambda now: removed(now, defenders))
        if result == ONE:
            first = tuple(unit for unit in defenders if UNITS[unit].kind != Kind.WAGON)
            return followed(done, lambda now: lost(now, first or defenders))
        return followed(done, lambda now: lost(now, self.units)) if result == REPULSE else done


def lost(state: State, units: Sequence[UnitName]) -> Done[State]:
    """One of some units is lost; where there are several its side chooses (8.4, ruling 9)."""
    if len(units) > 1:
        return replace(state, pending=Loss(tuple(units))), ()
    return removed(state, units)


def removed(state: State, units: Iterable[UnitName]) -> Done[State]:
    """Units are eliminated; the game ends with the last wagon (8.4, 9.2)."""
    events: list[Event] = []
    for unit in units:
        events.append(Removed(rule("8.4"), unit, UNITS[unit].name, state.at[unit] or ""))
        state = replace(state.put(unit, None), halted=state.halted - {unit})
    done: Done[State] = state, tuple(events)
    return done if state.wagons else followed(done, ending.ended)


class Loss(Decision[State]):
    """A side chooses which of its units it loses (8.4)."""

    name = Phase.COMBAT
    rule = rule("8.4")
    mode = "move"
    asks = say("Choose which unit is lost")
    units: tuple[UnitName, ...]

    def seat(self, state: State) -> str:
        return UNITS[self.units[0]].seat

    def whose(self, state: State) -> str:
        return state.seat

    def answers(self, state: State) -> Iterator[Answer]:
        for unit in self.units:
            yield Answer(Choose(unit), (unit,), words=say("Is lost"), label=say("{unit} is lost", unit=UNITS[unit].name))

    def why_unable(self, state: State, unit: str) -> Reason:
        return refuse("8.4", say("One of {units} is lost", units=names(self.units)))

    def apply(self, state: State, action: Action) -> Done[State]:
        assert isinstance(action, Choose)
        return removed(replace(state, pending=None), (action.unit,))


