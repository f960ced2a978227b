"""The table of combat results (12), read from ``data/tables.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, Literal, NamedTuple

from game.core.message import Message, say
from game.core.verdict import RuleRef
from game.rules.renaissance.engine.tables import includes, read_row, table_data
from game.rules.renaissance.engine.words import ElementClass, Kind, rule

Result = Literal["none", "recoil", "flee", "destroyed"]
Going = Literal["good", "bad", "river"]
"""The going of an element; in a river it is neither good nor bad."""
RESULT_NAMES: Final[Mapping[Result, Message]] = {
    "none": say("no effect"), "recoil": say("recoil"), "flee": say("flee"), "destroyed": say("destroyed"),
}
BEATEN_TEXTS: Final[Mapping[Result, Message]] = {
    "none": say("{unit} is beaten: no effect", unit=""), "recoil": say("{unit} is beaten and recoils", unit=""),
    "flee": say("{unit} is beaten and flees", unit=""), "destroyed": say("{unit} is beaten and destroyed", unit=""),
}
"""Result of a score below the enemy's -> its sentence."""
DOUBLED_TEXTS: Final[Mapping[Result, Message]] = {
    "none": say("{unit} is doubled: no effect", unit=""), "recoil": say("{unit} is doubled and recoils", unit=""),
    "flee": say("{unit} is doubled and flees", unit=""), "destroyed": say("{unit} is doubled and destroyed", unit=""),
}
"""Result of a score of half the enemy's or less -> its sentence."""


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A line of the results table: its conditions and its result. A condition at its default does not apply."""

    result: Result
    """The result as we read the sheet."""
    printed: Result | None = None
    """The result as printed, if different."""
    going: Literal["good", "bad"] | None = None
    """The loser's going."""
    sands: bool = False
    """Whether dunes and oasis count as good going."""
    against: tuple[ElementClass, ...] = ("any",)
    """Kinds of winner."""
    combat: Literal["shooting", "close"] | None = None
    """The kind of combat."""
    camp: bool | None = None
    """Whether the loser is in its camp."""

    def result_for(self, *, literal: bool) -> Result:
        """The result of the line.

        :param literal: as printed (the option ``literal-results``); else as we read the sheet.
        """
        return self.printed or self.result if literal else self.result


class _Block(NamedTuple):
    """The lines of the table that some element types share."""

    of: tuple[Kind, ...]
    lines: tuple[ResultLine, ...]


class CombatResult(NamedTuple):
    """The result for the loser."""

    result: Result
    line: ResultLine
    """The line of the table."""
    number: str
    """The rule number."""

    @property
    def rule(self) -> RuleRef:
        """The rule, with ruling 21 if the sheet prints another result."""
        return rule(self.number, 21 if self.line.printed is not None else None)


@cache
def lines_of(loser: Kind, *, doubled: bool) -> tuple[ResultLine, ...]:
    """The lines of the table for a beaten (12.1) or doubled (12.3) element; the first that fits applies."""
    name = "doubled" if doubled else "beaten"
    blocks = (read_row(_Block, row, f"{name}/{n}") for n, row in enumerate(table_data()[name]))
    return next(block.lines for block in blocks if loser in block.of)


@lru_cache(2**14)
def combat_result(loser: Kind, winner: Kind, *, doubled: bool, shooting: bool, going: Going = "good",
                  sands: bool = False, camp: bool = False, literal: bool = False) -> CombatResult:
    """The result for the element with the lower score (12.1 and 12.3, rulings 20, 21 and 22).

    :param doubled: whether its score is at most half of the winner's.
    :param shooting: in distant shooting rather than close combat.
    :param going: the loser's going.
    :param sands: whether the loser is in dunes or an oasis.
    :param camp: whether the loser is in its camp.
    :param literal: as printed (the option ``literal-results``).
    :raises LookupError: if the table has no line for the case.
    """
    number = "12.3" if doubled else "12.1"
    for line in lines_of(loser, doubled=doubled):
        fits_going = line.going in (None, going) or (line.sands and sands)
        fits_combat = line.combat in (None, "shooting" if shooting else "close")
        if fits_going and fits_combat and line.camp in (None, camp) and includes(line.against, winner):
            return CombatResult(line.result_for(literal=literal), line, number)
    raise LookupError(loser, winner)


def compare_scores(first: int, second: int) -> Literal["equal", "beaten", "doubled"]:
    """Whether two scores are equal, or the lower is beaten or doubled: at most half of the higher (12.1 to 12.3)."""
    low, high = sorted((first, second))
    return "equal" if low == high else "doubled" if 2 * low <= high else "beaten"


