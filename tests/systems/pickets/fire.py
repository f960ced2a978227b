"""Fire: shooters and targets, the named modifiers and the table of a ten-sided die (5.1, 6.2 and 4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from game.core.chance import D10, DiceGroup, Modifier, Roll, total
from game.core.event import Rolled, RolledOnTable
from game.core.preview import Outcome, Preview, UnitLine
from game.core.tables import ResultsTable
from game.core.verdict import LEGAL, Verdict

from .ground import Ground
from .state import SHAKEN, State
from .units import INDEX, SEATS, TYPES
from .words import refused, rule, say

RANGE = 3
"""The range of foot in hexes."""
BESIDE = (1, 1)
"""The reach of an assault."""
COLUMNS = ("1 hex", "2 hexes", "3 hexes")
TABLE = ResultsTable(COLUMNS, tuple(map(tuple, ("---", "S--", "SS-", "1S-", "1SS", "11S", "211", "221"))),
                     (0, *range(3, 10)), key=say("S shaken; 1, 2 steps lost"))
"""Results by modified die, 0 to 9: none, shaken, steps lost. A zero counts as 0."""
MEANING = {"-": say("no effect"), "S": say("shaken"), "1": say("a step lost"), "2": say("two steps lost")}


def victim(state: State, hex_: str) -> str | None:
    """The counter that is hit in a hex: the one with most steps, of equals the first."""
    there = state.at(hex_)
    return TYPES[max(there, key=lambda index: (state.units[index].steps, -index))].id if there else None


def aim(ground: Ground, state: State, firer: str, hex_: str, reach: tuple[int, int], number: str) -> Verdict:
    """Whether a hex is a target for a counter: an enemy there, within range, in its arc and in sight.

    :param number: the rule of the combat, which defines the targets.
    """
    unit, seat = state.unit(firer), TYPES[INDEX[firer]].seat
    if hex_ not in ground.board.index or state.side(hex_) != 1 - seat:
        return refused(number, "There is no enemy in {place}", place=hex_)
    if unit.place not in ground.board.index or unit.place is None:
        return refused(number, "{unit} is not on the map", unit=firer)
    if not reach[0] <= ground.board.distance(unit.place, hex_) <= reach[1]:
        return refused(number, "{place} is not adjacent", place=hex_) if reach == BESIDE else refused(
            number, "{place} is not within {least} to {most} hexes", place=hex_, least=reach[0], most=reach[1])
    if not ground.faces(unit.place, unit.facing, hex_):
        return refused("3.1", "{place} does not lie in its front", place=hex_)
    return LEGAL if ground.sighted(unit.place, hex_) else refused("5.1", "{place} is not in sight", place=hex_)


def modifiers(
    ground: Ground, state: State, firer: str, target: str, path: Sequence[str], under_way: bool
) -> tuple[Modifier, ...]:
    """All modifiers of the die of a shot along a path (6.2)."""
    mine, hit = state.unit(firer), state.unit(target)
    assert mine.place is not None
    assert hit.place is not None
    board, quality = ground.board, TYPES[INDEX[firer]].quality
    over = sum(bool(state.at(hex_)) for hex_ in path[:-1])
    terms = (
        (quality - 3, say("guard"), "6.2", firer),
        (-2 if SHAKEN in mine.marks else 0, say("shaken"), "6.2", firer),
        ({"woods": -1, "village": -2}.get(board.terrain[hit.place], 0), say("cover"), "6.2", None),
        (-1 if board.level_of(hit.place) > board.level_of(mine.place) else 0, say("uphill"), "6.2", None),
        (-over, say("over others"), "6.2", None),
        (0 if ground.faces(hit.place, hit.facing, mine.place) else 2, say("flank or rear"), "3.1", target),
        (1 if under_way else 0, say("under way"), "4.2", target),
    )
    return tuple(Modifier(value, name, rule(number), unit) for value, name, number, unit in terms if value)


def preview(ground: Ground, state: State, firer: str, target: str, under_way: bool) -> Preview:
    """The arithmetic of a shot."""
    mine, hit = state.unit(firer).place or "", state.unit(target).place or ""
    path = ground.sighted(mine, hit) or (hit,)
    terms = modifiers(ground, state, firer, target, path, under_way)
    column = min(len(COLUMNS), max(1, ground.board.distance(mine, hit))) - 1
    outcomes = tuple(
        Outcome(result, chance, MEANING[result], rule("6.2"), "hit" if result != "-" else "", SEATS[_seat(firer)])
        for result, chance in chances(column, total(terms)).items())
    lines = [tuple(UnitLine(unit, face, tuple(m for m in terms if m.unit == unit))
                   for unit, face in ((name, value),)) for name, value in ((firer, 0), (target, 0))]
    return Preview(lines[0], lines[1], terms, None, None, f"{total(terms):+}", say("added to the die"), COLUMNS[column],
                   outcomes, table=TABLE)


def _seat(name: str) -> int:
    return TYPES[INDEX[name]].seat


def read(column: int, die: int, change: int) -> tuple[int, str]:
    """The row and the result of a die."""
    row = min(9, max(0, die + change))
    return row, str(TABLE.rows[TABLE.row_of(row)][column])


@cache
def chances(column: int, change: int) -> dict[str, Fraction]:
    """The exact chance of each result."""
    found: dict[str, Fraction] = {}
    for die in D10.faces:
        result = read(column, die, change)[1]
        found[result] = found.get(result, Fraction(0)) + Fraction(1, 10)
    return found


def roll(shown: Preview, firer: str, target: str) -> Roll:
    """The roll of a shot."""
    outcomes = {outcome.result: outcome.chance for outcome in shown.outcomes}
    title = say("{firer} fires at {target}", firer=TYPES[INDEX[firer]].name, target=TYPES[INDEX[target]].name)
    seat = SEATS[_seat(firer)]
    return Roll((D10,), title, rule("6.2"), outcomes, seat, (DiceGroup(title, (0,), seat, firer),))


def rolled(shown: Preview, due: Roll, die: int, places: tuple[str, ...]) -> Rolled:
    """The roll's faces, read in the table."""
    column = COLUMNS.index(shown.column or COLUMNS[0])
    row, result = read(column, die, total(shown.modifiers))
    return RolledOnTable(rule("6.2"), due.dice, (die,), result, MEANING[result], due.title, column=COLUMNS[column],
                         row=row, groups=due.groups, places=places)
