"""The arithmetic of an attack and the results table (4)."""

from __future__ import annotations

from fractions import Fraction

from game.board.hexgrid import HexBoard
from game.core.chance import D6, Modifier, Roll
from game.core.message import Message, say
from game.core.preview import Outcome, Preview, UnitLine
from game.core.tables import ResultsTable

from .actions import Attack
from .state import State
from .units import UNITS, rule

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
"""The table as printed: a row for each face of the die (4.1)."""


def preview(board: HexBoard, state: State, attack: Attack) -> Preview:
    """What an attack comes to before its die falls, legal or not."""
    ours, theirs, goal = UNITS[attack.unit], UNITS[attack.target], state.at[attack.target]
    woods = (Modifier(1, say("Woods"), rule("4.2"), theirs.id),) if goal and board.terrain[goal] == "woods" else ()
    defence = theirs.strength + sum(modifier.value for modifier in woods)
    at = max(-1, min(1, ours.strength - defence)) + 1
    results = [row[at] for row in ROWS]
    return Preview(
        attackers=(UnitLine(ours.id, ours.strength),),
        defenders=(UnitLine(theirs.id, theirs.strength, woods),),
        modifiers=woods,
        attack=ours.strength,
        defence=defence,
        total=f"{ours.strength - defence:+}",
        reading=say("the attacker's strength less the defender's"),
        column=COLUMNS[at],
        outcomes=tuple(
            Outcome(result, Fraction(results.count(result), len(results)), MEANING[result], rule("4.1"))
            for result in (ELIMINATED, NOTHING)
        ),
        first=0,
        table=TABLE,
    )


def roll(board: HexBoard, state: State, attack: Attack) -> Roll:
    """The roll that an attack leads to."""
    chances = {outcome.result: outcome.chance for outcome in preview(board, state, attack).outcomes}
    return Roll((D6,), say("Attack"), rule("4.1"), chances, UNITS[attack.unit].seat)
