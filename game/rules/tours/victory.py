"""The end of a battle, and how close each side is to it (14.0; reconstructed)."""

from __future__ import annotations

from game.core.contract import DRAW, Result
from game.core.event import GameOver
from game.core.face import Note
from game.core.indices import Seat
from game.core.message import Message, say
from game.core.objective import Objective, Objectives
from game.rules.tours.state import ToursState
from game.rules.tours.units import FIGHTERS, FRANKS, LEADERS, MUSLIMS, SEATS, SIDES, WAGONS, rule

BREAK_LOSSES = (14, 15)
"""Seat -> the losses at which it breaks: reconstructed, and that of the Franks tuned so that either side can win.
Measured between veterans at full budget: the Franks won 31 of 60 battles. At a tenth of the budget they won 103 of 160,
and 75 of 160 with 13 instead of 14."""
UNTUNED_BREAK_LOSSES = (18, 15)
"""Seat -> the losses at which it breaks, as first reconstructed."""
UNTUNED_OPTION = "facts-values"
"""The option with ``UNTUNED_BREAK_LOSSES``."""
LEADER_COUNTS = 2
"""The lost units for which a dead leader counts (14.0)."""
TRAINS_NEEDED = 2
"""The wagon trains that Franks must be next to for a victory by plunder (14.0)."""
LIMITED_LAST_TURN = 20
"""The last turn with the option of a turn limit."""
LAST_TURN = 60
"""The last turn without that option."""
LIMIT_RULING = 22
"""The ruling on the last turn."""
TURN_LIMIT = "turn-limit"
"""The option of a turn limit."""
ENDINGS = {
    "franks-break": (MUSLIMS, say("The Franks break: the road to Tours is open")),
    "muslims-break": (FRANKS, say("The Muslims break: Charles holds the field")),
    "both-break-franks": (FRANKS, say("Both armies break, the Muslims at least as badly: Charles holds the field")),
    "both-break-muslims": (MUSLIMS, say("Both armies break, the Franks more badly: the road to Tours is open")),
    "plunder": (FRANKS, say("The Franks are in the camp: the Muslims leave to save their plunder")),
    "time": (FRANKS, say("The Franks still hold the road to Tours")),
    "example": (None, say("The example of play is over")),
}
"""Ending, as named in positions -> the winner, None for none, and the text of the result."""
EXAMPLE = "example"
"""The ending of an example of play."""


def breaks(state: ToursState) -> tuple[int, int]:
    """Seat -> the losses at which it breaks."""
    return UNTUNED_BREAK_LOSSES if UNTUNED_OPTION in state.options else BREAK_LOSSES


def losses(state: ToursState, seat: Seat) -> int:
    """The losses of a side: its lost units, and ``LEADER_COUNTS`` for a dead leader."""
    return len(FIGHTERS[seat]) - len(state.army(seat)) + LEADER_COUNTS * (state.dead >> LEADERS[seat] & 1)


def plundered(state: ToursState) -> int:
    """The number of wagon trains with a Frankish unit in good order next to them."""
    orderly = sum(1 << state.at[slot] for slot in state.army(FRANKS) if not state.disordered >> slot & 1)
    return sum(bool(state.ground.adjacent[state.at[slot]] & orderly) for slot in WAGONS if state.at[slot] >= 0)


def ending(state: ToursState) -> str:
    """The ending of the battle, a key of ``ENDINGS``, if this game turn ends now; empty if the battle continues."""
    excess = [losses(state, seat) - breaks(state)[seat] for seat in (FRANKS, MUSLIMS)]
    if excess[FRANKS] >= 0 and excess[MUSLIMS] >= 0:
        return "both-break-muslims" if excess[FRANKS] > excess[MUSLIMS] else "both-break-franks"
    if excess[FRANKS] >= 0:
        return "franks-break"
    if excess[MUSLIMS] >= 0:
        return "muslims-break"
    if plundered(state) >= TRAINS_NEEDED:
        return "plunder"
    return "time" if state.turn >= last_turn(state) else ""


def last_turn(state: ToursState) -> int:
    """The turn after which the battle ends."""
    return LIMITED_LAST_TURN if TURN_LIMIT in state.options else LAST_TURN


def result(state: ToursState) -> Result | None:
    """The result of a battle that is over; None before."""
    if not state.ending:
        return None
    winner, text = ENDINGS[state.ending]
    cited = rule("14.0", LIMIT_RULING if state.ending == "time" else None)
    return Result(DRAW if winner is None else SEATS[winner], text, cited, state.ending)


def game_over_event(state: ToursState) -> GameOver:
    """The event of the end of the game."""
    outcome = result(state)
    assert outcome is not None
    return GameOver(outcome.rule, outcome.winner, outcome.text)


def _losses_text(state: ToursState, seat: Seat) -> Message:
    """The text of a side's losses against its breaking point, and whether it breaks."""
    lost, most = losses(state, seat), breaks(state)[seat]
    if state.ending and state.dead >> LEADERS[seat] & 1:
        return (say("{lost} of {most}, leader counts {leader}", lost=lost, most=most, leader=LEADER_COUNTS)
                if lost < most else
                say("{lost} (limit {most}), leader counts {leader}: broken", lost=lost, most=most,
                    leader=LEADER_COUNTS))
    if lost < most:
        return say("{lost} of {most}", lost=lost, most=most)
    if state.ending:
        return say("{lost} (limit {most}): broken", lost=lost, most=most)
    return say("{lost} (limit {most}): will break at the end of the turn", lost=lost, most=most)


def objectives(state: ToursState) -> Objectives:
    """The victory conditions, and how close each side is to breaking."""
    scores = [Objective(say("{side} lost", side=SIDES[seat]), SEATS[seat], _losses_text(state, seat), tally=True)
              for seat in (FRANKS, MUSLIMS)]
    reached = plundered(state)
    scores.append(Objective(say("Wagon trains reached"), SEATS[FRANKS],
                          say("{reached} of {needed}", reached=reached, needed=TRAINS_NEEDED), tally=True))
    franks, muslims = breaks(state)
    notes = (
        Note(say("At the end of a game turn the Franks break if they have lost {franks} units, the Muslims if they "
                 "have lost {muslims}; a dead leader counts as {leader}.", franks=franks, muslims=muslims,
                 leader=LEADER_COUNTS), rule("14.0")),
        Note(say("The Franks also win with units in good order beside {trains} wagon trains.", trains=TRAINS_NEEDED),
             rule("14.0")),
        *((Note(say("Charles, alone, does not count beside a wagon train."), rule("14.0", 24)),)
          if state.ground.around(state.wagons) & state.lone_leaders[FRANKS] else ()),
        Note(say("The Franks win if the battle is still undecided after turn {turn}.", turn=last_turn(state)),
             rule("14.0", LIMIT_RULING)),
    )
    return Objectives(tuple(scores), notes)
