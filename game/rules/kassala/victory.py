"""The end of the game (III)."""

from __future__ import annotations

from game.core.contract import DRAW, Result
from game.rules.kassala.ground import KASSALA, UDAKA
from game.rules.kassala.state import State
from game.rules.kassala.units import CHRISTIAN, SEATS, rule


def holds(state: State) -> tuple[bool, bool]:
    """Whether Christian units stand in Udaka, and in at least one Kassala hex."""
    towns = state.setting.ground.towns
    christian = state.occupied[CHRISTIAN]
    return bool(christian & towns[UDAKA]), bool(christian & towns[KASSALA])


def outcome(state: State) -> Result:
    """Who has won at the end of the last turn (III.B)."""
    udaka, kassala = holds(state)
    towns = state.setting.ground.towns
    if not all(towns.values()):
        return Result(DRAW, "The example of play is over", rule("V"), "example")
    if udaka and kassala:
        return Result(SEATS[1], "Christian units hold both Udaka and Kassala", rule("III.B.2"), "both-held")
    if not udaka and not kassala:
        return Result(SEATS[0], "No Christian unit is left in Udaka or Kassala", rule("III.B.1"), "both-cleared")
    held, lost = ("Udaka", "Kassala") if udaka else ("Kassala", "Udaka")
    return Result(DRAW, f"Christian units hold {held} but not {lost}", rule("III.B.3"),
                  f"only-{held.lower()}-held")
