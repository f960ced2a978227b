"""The initiative: both sides' dice with their leaders' command ranges, and what they come to (4.1)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from game.core.branches import every_outcome
from game.core.chance import D10, Modifier, Roll
from game.core.event import Rolled
from game.core.message import Message, Text, say
from game.core.preview import Outcome, Preview, UnitLine
from game.rules.tours.chits import word
from game.rules.tours.sequence import Done, initiative_won
from game.rules.tours.state import State
from game.rules.tours.units import COMMAND_RANGE, FIGHTERS, LEADERS, SEATS, SIDES, UNITS, rule

AGAIN = "again"
"""The result of equal rolls for initiative."""


def bonuses(state: State) -> tuple[int, int]:
    """What each side adds to its die for initiative: its leader's command range, nothing once he is dead (4.1,
    ruling 19)."""
    franks, muslims = (COMMAND_RANGE[seat] * (state.at[LEADERS[seat]] >= 0) for seat in (0, 1))
    return franks, muslims


def preview(state: State) -> Preview:
    """The arithmetic of the initiative: each side's die and its leader's command range (4.1)."""
    terms = tuple(
        Modifier(bonus, say("command range") if bonus else say("the leader is dead"),
                 rule("4.1") if bonus else rule("4.1", 19), UNITS[LEADERS[seat]].id)
        for seat, bonus in enumerate(bonuses(state)))
    shares = chances(state)
    told = {seat: say("{side} choose the first player", side=SIDES[n]) for n, seat in enumerate(SEATS)}
    told[AGAIN] = say("equal: both roll again")
    outcomes = tuple(Outcome(result, shares[result], told[result], rule("4.1"))
                     for result in (*SEATS, AGAIN) if result in shares)
    franks, muslims = (UnitLine(UNITS[leader].id, 0, words=word(state)) for leader in LEADERS)
    sums = say("{franks} against {muslims}", franks=f"{bonuses(state)[0]:+d}", muslims=f"{bonuses(state)[1]:+d}")
    return Preview((franks,), (muslims,), terms, None, None, sums, say("the higher sum chooses; equal sums roll again"),
                   None, outcomes, first=1, needed=say("the higher sum"))


def chooser(state: State) -> int:
    """The piece at which the winner of the initiative chooses the first player: the leader, or a unit once he is dead.
    """
    leader = LEADERS[state.seat]
    return leader if state.at[leader] >= 0 else next(slot for slot in FIGHTERS[state.seat] if state.at[slot] >= 0)


def chances(state: State) -> dict[str, Fraction]:
    """How likely each side wins, or both roll again."""
    return dict(_shares(bonuses(state)))


@cache
def _shares(added: tuple[int, int]) -> tuple[tuple[str, Fraction], ...]:
    """How likely each result is with these bonuses."""
    found: dict[str, Fraction] = {}
    for branch in every_outcome((D10, D10)):
        result = _higher(added, branch.faces)
        found[result] = found.get(result, Fraction(0)) + branch.chance
    return tuple(found.items())


def result_of(state: State, faces: tuple[int, ...]) -> str:
    """The seat with the higher sum, or that both roll again."""
    return _higher(bonuses(state), faces)


def _higher(added: tuple[int, int], faces: tuple[int, ...]) -> str:
    franks, muslims = (face + bonus for face, bonus in zip(faces, added, strict=True))
    return AGAIN if franks == muslims else SEATS[muslims > franks]


def rolled(state: State, roll: Roll, faces: tuple[int, ...]) -> Done:
    """Who has won chooses; equal sums roll again."""
    result = result_of(state, faces)
    meaning: Text = (say("equal: both roll again") if result == AGAIN
                     else say("{side} choose", side=SIDES[SEATS.index(result)]))
    event = Rolled(rule("4.1"), roll.dice, faces, result, _told(state, faces, meaning), roll.title,
                   groups=roll.groups)
    if result == AGAIN:
        return state, (event,)
    state, events = initiative_won(state, SEATS.index(result))
    return state, (event, *events)


def _told(state: State, faces: tuple[int, ...], meaning: Text) -> Message:
    franks, muslims = bonuses(state)
    return say("{a} + {franks} = {sum} against {b} + {muslims} = {other} (command ranges), {meaning}", a=faces[0],
               franks=franks, sum=faces[0] + franks, b=faces[1], muslims=muslims, other=faces[1] + muslims,
               meaning=meaning)
