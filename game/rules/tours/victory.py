"""The end of a battle (14.0; by the facts 4.8, reconstructed)."""

from __future__ import annotations

from game.core.contract import DRAW, Result
from game.core.event import GameOver
from game.core.face import Note
from game.core.indices import Seat
from game.core.message import Message, say
from game.core.objective import Objective, Objectives
from game.rules.tours.state import ToursState
from game.rules.tours.units import FIGHTERS, FOE, FRANKS, LEADERS, MUSLIMS, SEATS, SIDES, WAGONS, rule

BREAK_LOSSES = (14, 15)
"""Losses at which a side breaks: reconstructed, the first number tuned so that either side can win. With 15 veterans
won 62 % of 131 games as the Franks, with 14 45 % of 200, at a tenth of their budget."""
FACTS_BREAKS = (18, 15)
"""The losses at which a side breaks as first reconstructed (facts 4.8)."""
FACTS_OPTION = "facts-values"
"""The option with the values from before the battle was balanced."""
LEADER_COUNTS = 2
TRAINS_NEEDED = 2
LIMITED_LAST_TURN = 20
"""The last turn with the option of a turn limit."""
LAST_TURN = 60
"""The last turn without it."""
LIMIT_RULING = 22
TURN_LIMIT = "turn-limit"
ENDINGS = {
    "franks-break": (MUSLIMS, say("The Franks break: the road to Tours is open")),
    "muslims-break": (FRANKS, say("The Muslims break: Charles holds the field")),
    "both-break-franks": (FRANKS, say("Both armies break, the Muslims at least as badly: Charles holds the field")),
    "both-break-muslims": (MUSLIMS, say("Both armies break, the Franks worse: the road to Tours is open")),
    "plunder": (FRANKS, say("The Franks are in the camp: the Muslims leave to save their plunder")),
    "time": (FRANKS, say("The Franks still hold the road to Tours")),
    "example": (None, say("The example of play is over")),
}
"""Ending -> the winner, and the text."""
EXAMPLE = "example"


def breaks(state: ToursState) -> tuple[int, int]:
    """Seat -> the losses at which it breaks."""
    return FACTS_BREAKS if FACTS_OPTION in state.options else BREAK_LOSSES


def losses(state: ToursState, seat: Seat) -> int:
    """The losses of a side: its units, and two for its leader."""
    return len(FIGHTERS[seat]) - len(state.army(seat)) + LEADER_COUNTS * (state.dead >> LEADERS[seat] & 1)


def plundered(state: ToursState) -> int:
    """The number of wagon trains with a Frankish unit in good order next to them."""
    steady = sum(1 << state.at[slot] for slot in state.army(FRANKS) if not state.disordered >> slot & 1)
    return sum(bool(state.ground.adjacent[state.at[slot]] & steady) for slot in WAGONS if state.at[slot] >= 0)


def ending(state: ToursState) -> str:
    """The ending of the battle if this game turn ends now; empty if the battle continues."""
    past = [losses(state, seat) - breaks(state)[seat] for seat in (FRANKS, MUSLIMS)]
    if past[FRANKS] >= 0 and past[MUSLIMS] >= 0:
        return "both-break-muslims" if past[FRANKS] > past[MUSLIMS] else "both-break-franks"
    if past[FRANKS] >= 0:
        return "franks-break"
    if past[MUSLIMS] >= 0:
        return "muslims-break"
    if plundered(state) >= TRAINS_NEEDED:
        return "plunder"
    return "time" if state.turn >= last_turn(state) else ""


def last_turn(state: ToursState) -> int:
    """The turn after which the battle ends."""
    return LIMITED_LAST_TURN if TURN_LIMIT in state.options else LAST_TURN


def result(state: ToursState) -> Result | None:
    """The result of a battle that is over."""
    if not state.ending:
        return None
    winner, text = ENDINGS[state.ending]
    cited = rule("14.0", LIMIT_RULING if state.ending == "time" else None)
    return Result(DRAW if winner is None else SEATS[winner], text, cited, state.ending)


def game_over_event(state: ToursState) -> GameOver:
    """The event of the end of the game."""
    found = result(state)
    assert found is not None
    return GameOver(found.rule, found.winner, found.text)


def _losses_text(state: ToursState, seat: Seat) -> Message:
    """The text of a side's losses against its breaking point, and whether it breaks."""
    lost, most = losses(state, seat), breaks(state)[seat]
    if lost < most:
        return say("{lost} of {most}", lost=lost, most=most)
    if state.ending:
        return say("{lost} of {most}: broken", lost=lost, most=most)
    return say("{lost} of {most}: breaks at the turn's end", lost=lost, most=most)


def objectives(state: ToursState) -> Objectives:
    """The victory conditions, and how close each side is to breaking."""
    held = [Objective(say("{side} lost", side=SIDES[seat]), SEATS[seat], _losses_text(state, seat), tally=True)
            for seat in FOE[::-1]]
    reached = plundered(state)
    held.append(Objective(say("Wagon trains reached"), SEATS[FRANKS],
                          say("{reached} of {needed}", reached=reached, needed=TRAINS_NEEDED), tally=True))
    franks, muslims = breaks(state)
    notes = (
        Note(say("At the end of a game turn the Franks break if they have lost {franks} units, the Muslims if they "
                 "have lost {muslims}; a dead leader counts {leader}.", franks=franks, muslims=muslims,
                 leader=LEADER_COUNTS), rule("14.0")),
        Note(say("The Franks also win with units in good order beside {trains} wagon trains.", trains=TRAINS_NEEDED),
             rule("14.0")),
        *((Note(say("Charles, alone, does not count beside a wagon train."), rule("14.0", 24)),)
          if state.ground.around(state.wagons) & state.lone_leaders[FRANKS] else ()),
        Note(say("The Franks win if the battle is still undecided after turn {turn}.", turn=last_turn(state)),
             rule("14.0", LIMIT_RULING)),
    )
    return Objectives(tuple(held), notes)
