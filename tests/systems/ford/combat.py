"""Attacks (8): the phase, the units that join an attack, the dice, and losses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product

from game.core.action import Action
from game.core.chance import D6, DiceGroup, Modifier, Roll
from game.core.decision import Answer, Chance, Done, apply_steps
from game.core.event import Declared, Event, Noted, Removed, Rolled
from game.core.field_types import UnitName
from game.core.message import Message, Text, plural, say
from game.core.preview import Outcome, Preview, UnitLine
from game.core.verdict import Reason

from .actions import Attack, Choose, Enough
from .moving import revealed
from .sequence import Step, ended, next_phase
from .state import Phase, State
from .units import SIDES, STRENGTH, UNITS, Kind, names, other, refuse, rule

ALL, ONE, NOTHING, REPULSE = "all", "one", "-", "repulse"
MEANING = {ALL: say("all defenders are eliminated"), ONE: say("one defender is eliminated"),
           NOTHING: say("no effect"), REPULSE: say("the attacker loses one unit")}


def result_of(margin: int) -> str:
    """The result of an attack (8.3, 8.4).

    :param margin: the attacker's sum less the defender's.
    """
    return ALL if margin >= 4 else ONE if margin > 0 else REPULSE if margin <= -3 else NOTHING


def preview(state: State, place: str, units: Sequence[str]) -> Preview | None:
    """The arithmetic of an attack on a hex and its possible results; None if the strength of a raider is unknown (4.1),
    or only Dust is there."""
    ours, theirs = ([unit for unit in some if state.kind(unit) != Kind.DUST]
                    for some in (units, state.in_hex(place, other(state.seat))))
    attack, defence = state.strength(ours), state.strength(theirs)
    if attack is None or defence is None:
        return None
    woods = state.ground.board.terrain[place] == "woods"  # once for the hex (ruling 8)
    results = [result_of(attack - defence - woods + one - two) for one, two in product(D6.faces, D6.faces)]
    return Preview(
        attackers=tuple(UnitLine(unit, STRENGTH[state.imagined(unit)]) for unit in ours),
        defenders=tuple(UnitLine(unit, STRENGTH[state.imagined(unit)]) for unit in theirs),
        modifiers=(Modifier(1, say("Woods"), rule("8.3", 8)),) if woods else (), attack=attack, defence=defence + woods,
        total=f"{attack - defence - woods:+}", reading=say("each side adds a die"), column=None, attacker_modifiers=0,
        outcomes=tuple(Outcome(key, Fraction(results.count(key), len(results)), text, rule("8.4"))
                       for key, text in MEANING.items() if key in results))


class Combat(Step):
    """The attacks of a side (8)."""

    name = Phase.COMBAT
    rule = rule("8.1")
    asks = say("Attack with your units, each hex once")
    elsewhere = say("No enemy that can be attacked is there")

    def main(self, state: State) -> tuple[Action, Text]:
        return Enough(), say("End combat")

    def answers(self, state: State) -> Iterator[Answer]:
        for unit in state.free():
            for place in state.targets(unit):
                yield Answer(Attack(unit, place), (unit,), place, say("Attack {hex}", hex=place),
                             arithmetic=partial(preview, state, place, (unit,)))
        yield Answer(Enough())

    def unable(self, state: State, unit: str) -> Reason:
        if UNITS[unit].kind == Kind.WAGON:
            return refuse("8.1", say("Wagons do not attack"))
        if unit in state.done:
            return refuse("8.1", say("{unit}, or its hex, has attacked", unit=UNITS[unit].name), 7)
        return refuse("8.1", say("{unit} is next to no enemy there that has not been attacked", unit=UNITS[unit].name))

    def apply(self, state: State, action: Action) -> Done[State]:
        if not isinstance(action, Attack):
            return next_phase(state)
        gathering = Gathering(action.place, (action.unit,))
        if gathering.able_to_join(state):
            return replace(state, pending=gathering), ()
        return begin_attack(state, action.place, (action.unit,))


class Gathering(Step):
    """The decision which further units join an attack (8.2)."""

    name = Phase.COMBAT
    rule = rule("8.2")
    place: str
    units: tuple[UnitName, ...]

    def question(self, state: State) -> Message:
        return say("{units} will attack {hex}: let others join, or fight", units=names(*self.units), hex=self.place)

    def able_to_join(self, state: State) -> list[UnitName]:
        """The units that could still join."""
        return [unit for unit in state.free() if unit not in self.units and self.place in state.targets(unit)]

    def main(self, state: State) -> tuple[Action, Text]:
        return Enough(), plural("Fight with {count} unit", "Fight with {count} units", len(self.units))

    def answers(self, state: State) -> Iterator[Answer]:
        for unit in self.able_to_join(state):
            yield Answer(Attack(unit, self.place), (unit,), self.place, say("Joins the attack"),
                         say("{unit} joins", unit=UNITS[unit].name),
                         arithmetic=partial(preview, state, self.place, (*self.units, unit)))
        yield Answer(Enough(), arithmetic=partial(preview, state, self.place, self.units))

    def unable(self, state: State, unit: str) -> Reason:
        if unit in self.units:
            return refuse("8.2", say("{unit} is part of the attack", unit=UNITS[unit].name))
        return refuse("8.1", say("{unit} cannot attack {hex}", unit=UNITS[unit].name, hex=self.place))

    def apply(self, state: State, action: Action) -> Done[State]:
        if isinstance(action, Attack):
            return replace(state, pending=Gathering(self.place, (*self.units, action.unit))), ()
        return begin_attack(replace(state, pending=None), self.place, self.units)


def begin_attack(state: State, place: str, units: Sequence[UnitName]) -> Done[State]:
    """Begin an attack: counters are revealed, and the dice are pending if both sides still have units (8.2)."""
    defenders = state.in_hex(place, other(state.seat))
    told = Declared(rule("8.2"), tuple(units), defenders, say(
        "{units} against {enemies} in {hex}", units=names(*units), enemies=names(*defenders), hex=place))
    # All units in the hexes of the attackers have had their chance (ruling 7).
    spent = {unit for one in units for unit in state.in_hex(state.at[one], state.seat)}
    after, events = revealed(replace(state, done=state.done | spent, struck=state.struck | {place}),
                             (*units, *defenders))
    left = tuple(unit for unit in units if after.at[unit] is not None)
    if left and after.in_hex(place, other(state.seat)):
        return replace(after, pending=Battle(place, left)), (told, *events)
    over = say("No defender is left: the attackers have won") if left else say("No attacker is left")
    return after, (told, *events, Noted(rule("8.2"), over))


class Battle(Chance[State]):
    """The dice of an attack (8.3)."""

    name = Phase.COMBAT
    rule = rule("8.3")
    place: str
    units: tuple[UnitName, ...]

    def groups(self, state: State) -> tuple[DiceGroup, ...]:
        """A die for each side."""
        return tuple(DiceGroup(SIDES[seat], (n,), seat) for n, seat in enumerate((state.seat, other(state.seat))))

    def arithmetic(self, state: State) -> Preview:
        """The arithmetic of the attack: all units in it are face up."""
        found = preview(state, self.place, self.units)
        assert found is not None
        return found

    def roll(self, state: State) -> Roll:
        chances = {outcome.result: outcome.chance for outcome in self.arithmetic(state).outcomes}
        return Roll((D6, D6), say("Attack on {hex}", hex=self.place), self.rule, chances, state.seat,
                    self.groups(state))

    def preview(self, state: State, action: Action) -> Preview | None:
        return self.arithmetic(state)

    def resolve(self, state: State, faces: tuple[int, ...]) -> Done[State]:
        found, defenders = self.arithmetic(state), state.in_hex(self.place, other(state.seat))
        ours, theirs = (found.attack or 0) + faces[0], (found.defence or 0) + faces[1]
        fell = result_of(ours - theirs)
        rolled = Rolled(self.rule, (D6, D6), faces, fell,
                        say("{ours} to {theirs}, {meaning}", ours=ours, theirs=theirs, meaning=MEANING[fell]),
                        say("Attack on {hex}", hex=self.place), groups=self.groups(state), places=(self.place,))
        first = tuple(unit for unit in defenders if UNITS[unit].kind != Kind.WAGON)
        lose = {ALL: partial(removed, units=defenders), ONE: partial(lost, units=first or defenders),
                REPULSE: partial(lost, units=self.units)}
        done: Done[State] = replace(state, pending=None), (rolled,)
        return apply_steps(done, lose[fell]) if fell in lose else done


def lost(state: State, units: Sequence[UnitName]) -> Done[State]:
    """One of some units is lost; if there are several its side chooses (8.4, ruling 9)."""
    return (replace(state, pending=Loss(tuple(units))), ()) if len(units) > 1 else removed(state, units)


def removed(state: State, units: Iterable[UnitName]) -> Done[State]:
    """Units are eliminated; the game ends with the last wagon (8.4, 9.2)."""
    events: list[Event] = []
    for unit in units:
        events.append(Removed(rule("8.4"), unit, UNITS[unit].name, state.at[unit] or ""))
        state = replace(state.put(unit, None), halted=state.halted - {unit})
    done: Done[State] = state, tuple(events)
    return done if state.wagons else apply_steps(done, ended)


class Loss(Step):
    """A side chooses which of its units it loses (8.4)."""

    name = Phase.COMBAT
    rule = rule("8.4")
    asks = say("Choose which unit is lost")
    units: tuple[UnitName, ...]

    def seat(self, state: State) -> str | None:
        return UNITS[self.units[0]].seat

    def answers(self, state: State) -> Iterator[Answer]:
        for unit in self.units:
            yield Answer(Choose(unit), (unit,), short_label=say("Is lost"), label=say("{unit} is lost",
                                                                                      unit=names(unit)))

    def apply(self, state: State, action: Action) -> Done[State]:
        return removed(replace(state, pending=None), (UnitName(action.units[0]),))
