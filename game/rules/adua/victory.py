"""How the battle ends (13.0)."""

from __future__ import annotations

from fractions import Fraction

from game.core.contract import Result
from game.core.event import GameOver
from game.core.face import Note
from game.core.message import Message, say, several
from game.core.objective import Objective, Objectives
from game.rules.adua.state import GONE, State
from game.rules.adua.units import ABYSSINIANS, ITALIAN_COUNT, ITALIANS, MENELIK, SEATS, rule

BATTLE = "adua"
"""The scenario that is won and lost; the others are examples of play."""
NEEDED = 5
"""Points of combat value that must leave by the passes."""
LAST = 15
HALF_FROM = 2
"""Lost steps from which a unit counts half a point (ruling 3)."""
PARTIAL, TOTAL = Fraction(8), Fraction(25, 2)
"""Points from which the Abyssinians win in part, and wholly."""
ENDINGS: dict[str, tuple[int, Message]] = {
    "exit": (ITALIANS, say("The Italians are through to Adua: a total victory")),
    "menelik": (ITALIANS, say("Menelik is dead: a total Italian victory")),
    "italian-partial": (ITALIANS, say("The Italian army has held together: a partial victory")),
    "abyssinian-partial": (ABYSSINIANS, say("The Italian army is badly hurt: a partial Abyssinian victory")),
    "abyssinian-total": (ABYSSINIANS, say("The Italian army is destroyed: a total Abyssinian victory")),
}
EXAMPLE = "example"
EXAMPLE_OVER = say("The example of play is over")


def points(state: State) -> Fraction:
    """What the Abyssinians have: one for each eliminated Italian unit, half for each reduced by half."""
    whole = Fraction(0)
    for slot in range(ITALIAN_COUNT):
        if state.at[slot] == GONE:
            whole += 1
        elif state.lost[slot] >= HALF_FROM:
            whole += Fraction(1, 2)
    return whole


def at_once(state: State) -> str:
    """How the battle has ended before its last turn is over; empty where it goes on."""
    if state.exited >= NEEDED:
        return "exit"
    return "menelik" if state.at[MENELIK] == GONE else ""


def at_last(state: State) -> str:
    """How it ends after the last turn."""
    won = points(state)
    return "italian-partial" if won < PARTIAL else "abyssinian-partial" if won < TOTAL else "abyssinian-total"


def result(state: State) -> Result | None:
    """The result of a battle that is over."""
    if not state.ending:
        return None
    if state.ending == EXAMPLE:
        return Result("draw", EXAMPLE_OVER, rule("13.0"), EXAMPLE)
    seat, text = ENDINGS[state.ending]
    number = {"menelik": 24, "exit": 22}.get(state.ending, 3)
    return Result(SEATS[seat], text, rule("13.0", number if number != 24 else None), state.ending)


def over(state: State) -> GameOver:
    """The event of the end."""
    found = result(state)
    assert found is not None
    return GameOver(found.rule, found.winner, found.text)


def told(value: Fraction) -> str:
    """Points with their half as people write it."""
    return str(value.numerator) if value.denominator == 1 else f"{int(value) or ''}½"


def objectives(state: State) -> Objectives:
    """What counts, and how far either side is."""
    have = points(state)
    lost = several("{points} point", "{points} points", 1 if 0 < have <= 1 else 2, points=told(have))
    held = (
        Objective(say("Exited by the passes"), SEATS[ITALIANS],
                  say("{exited} of {needed} points", exited=state.exited, needed=NEEDED)),
        Objective(say("Italian units lost"), SEATS[ABYSSINIANS], lost),
    )
    notes = (
        Note(say("Italian Total Victory: exit {needed} combat points by the western passes, or eliminate Menelik.",
                 needed=NEEDED), rule("13.0")),
        Note(say("After turn {turn}: 1 VP for each eliminated Italian unit, half for each with two steps lost. "
                 "Abyssinian Partial Victory at {partial}, Total Victory at {total}.", turn=LAST,
                 partial=told(PARTIAL), total=told(TOTAL)), rule("13.0", 3)),
    )
    return Objectives(held, notes)
