"""Combat (4): the phase, the decision of the unit that is attacked, and the die."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

from game.core.action import Action
from game.core.chance import D6, Modifier, Roll
from game.core.decision import Answer, Chance, Decision, Done
from game.core.event import Declared, Moved, Noted, Removed, RolledOnTable
from game.core.field_types import UnitName
from game.core.message import Message, Text, say
from game.core.preview import Outcome, Preview, UnitLine
from game.core.tables import ResultsTable
from game.core.verdict import Reason

from .actions import Attack, End, Stand, Withdraw
from .phases import UnitPhase, ended, next_phase
from .state import Phase, State
from .units import SIDES, UNITS, refuse, rule

ELIMINATED, NOTHING = "DE", "-"
MEANING: dict[str, Message] = {ELIMINATED: say("the defender is eliminated"), NOTHING: say("no effect")}
COLUMNS = ("-1", "0", "+1")
ROWS = (
    (NOTHING, NOTHING, NOTHING),
    (NOTHING, NOTHING, NOTHING),
    (NOTHING, NOTHING, NOTHING),
    (NOTHING, NOTHING, ELIMINATED),
    (NOTHING, ELIMINATED, ELIMINATED),
    (ELIMINATED, ELIMINATED, ELIMINATED),
)
TABLE = ResultsTable(COLUMNS, ROWS, D6.faces, open_ended=True, key=say("DE the defender is eliminated, - no effect"))
"""The table as printed: a row for each face of the die (4.2)."""


class TurnedUp(Noted):
    """The units of both sides are turned face up; this can be undone only with consent."""

    __slots__ = ()
    reveals = True


def preview(state: State, unit: str, target: str) -> Preview | None:
    """The arithmetic of an attack, legal or not, before the roll; None if a strength is not known (1.3)."""
    ours, theirs, goal = state.strength(unit), state.strength(target), state.at[target]
    if ours is None or theirs is None:
        return None
    woods = (Modifier(1, say("Woods"), rule("4.3"), target),) if goal and state.board.terrain[goal] == "woods" else ()
    defence = theirs + sum(modifier.value for modifier in woods)
    at = max(-1, min(1, ours - defence)) + 1
    results = [row[at] for row in ROWS]
    return Preview(
        attackers=(UnitLine(unit, ours),),
        defenders=(UnitLine(target, theirs, woods),),
        modifiers=woods,
        attack=ours,
        defence=defence,
        total=f"{ours - defence:+}",
        reading=say("the attacker's strength less the defender's"),
        column=COLUMNS[at],
        outcomes=tuple(
            Outcome(result, Fraction(results.count(result), len(results)), MEANING[result], rule("4.2"))
            for result in (ELIMINATED, NOTHING)
        ),
        attacker_modifiers=0,
        table=TABLE,
    )


class Combat(UnitPhase):
    """The combat phase (4)."""

    name = Phase.COMBAT
    rule = rule("4")
    asks = say("Attack with your units, once each")
    elsewhere = say("No enemy to attack is there")

    def answers(self, state: State) -> Iterator[Answer]:
        for unit in self.free(state):
            for enemy in state.enemies_beside(unit):
                words = say("Attack {unit}", unit=UNITS[enemy].name)
                yield Answer(Attack(unit, enemy), (unit,), state.at[enemy], words,
                             arithmetic=partial(preview, state, unit, enemy))
        yield Answer(End())

    def why_not(self, state: State, action: Action) -> Reason | None:
        if isinstance(action, Attack) and action.unit in self.free(state):
            return refuse("4", say("{unit} is no adjacent enemy", unit=UNITS[action.target].name))
        return super().why_not(state, action)

    def why_unable(self, state: State, unit: str) -> Reason:
        name = UNITS[unit].name
        if unit in state.done:
            return refuse("4", say("{unit} has attacked", unit=name))
        if unit in self.free(state) and not state.enemies_beside(unit):
            return refuse("4", say("No enemy is adjacent to {unit}", unit=name))
        return super().why_unable(state, unit)

    def apply(self, state: State, action: Action) -> Done[State]:
        if not isinstance(action, Attack):
            return next_phase(state)
        unit, target = action.unit, action.target
        text = say("{unit} attacks {target}", unit=UNITS[unit].name, target=UNITS[target].name)
        declared = Declared(rule("4"), (unit,), (target,), text)
        after = replace(state.used(unit), shown=True)
        asked = Withdrawal(unit, target) if state.free_beside(target) else Battle(unit, target)
        return replace(after, pending=asked), (declared, *(() if state.shown else _turned_up(state)))


def _turned_up(state: State) -> tuple[TurnedUp, ...]:
    """Events that tell both sides which units are the guards (1.3)."""
    return tuple(TurnedUp(rule("1.3"), say("{unit} is the guard", unit=UNITS[guard].name))
                 for guard in state.guards if guard is not None)


class Withdrawal(Decision[State]):
    """The attacked unit may withdraw (4.1): a decision for the other side in the middle of the phase."""

    name = Phase.COMBAT
    rule = rule("4.1")
    mode = "move"
    asks = say("Withdraw to a free hex, or stand")
    interrupt = say("withdrawal")
    elsewhere = say("A unit withdraws to an adjacent hex that is free")
    unit: UnitName
    target: UnitName

    def seat(self, state: State) -> str:
        return UNITS[self.target].seat

    def phasing_seat(self, state: State) -> str:
        return state.seat

    def active_unit(self, state: State) -> str:
        return self.target

    def main(self, state: State) -> tuple[Action, Text]:
        return Stand(), say("Stand")

    def answers(self, state: State) -> Iterator[Answer]:
        for place in state.free_beside(self.target):
            yield Answer(Withdraw(self.target, place), (self.target,), place)
        yield Answer(Stand())

    def apply(self, state: State, action: Action) -> Done[State]:
        if isinstance(action, Stand):
            return replace(state, pending=Battle(self.unit, self.target)), ()
        assert isinstance(action, Withdraw)
        went = Moved(rule("4.1"), self.target, UNITS[self.target].name, (state.at[self.target] or "", action.place), 1)
        return replace(state.put(self.target, action.place), pending=None), (went,)


class Battle(Chance[State]):
    """The die of an attack (4.2)."""

    name = Phase.COMBAT
    rule = rule("4.2")
    unit: UnitName
    target: UnitName

    def button(self, state: State) -> Text:
        return say("Roll the die")

    def roll(self, state: State) -> Roll:
        found = self.arithmetic(state)
        chances = {outcome.result: outcome.chance for outcome in found.outcomes}
        return Roll((D6,), say("Attack"), self.rule, chances, UNITS[self.unit].seat)

    def arithmetic(self, state: State) -> Preview:
        """The arithmetic. A computer player that looks ahead assumes that a unit it does not know is the guard."""
        known = replace(state, guards=tuple(
            guard or next(one for one in (self.unit, self.target) if UNITS[one].seat == seat)
            for seat, guard in zip(SIDES, state.guards, strict=True)))
        found = preview(known, self.unit, self.target)
        assert found is not None
        return found

    def preview(self, state: State, action: Action) -> Preview | None:
        return self.arithmetic(state)

    def resolve(self, state: State, faces: tuple[int, ...]) -> Done[State]:
        column = self.arithmetic(state).column or ""
        result = ROWS[faces[0] - 1][COLUMNS.index(column)]
        target, place = UNITS[self.target], state.at[self.target] or ""
        rolled = RolledOnTable(self.rule, (D6,), faces, result, MEANING[result], say("Attack"), column=column,
                               row=faces[0], places=(place,))
        after = replace(state, pending=None)
        if result != ELIMINATED:
            return after, (rolled,)
        after, removed = after.put(target.id, None), Removed(self.rule, target.id, target.name, place)
        if after.on_map(target.seat):
            return after, (rolled, removed)
        over, end = ended(after)
        return over, (rolled, removed, *end)
