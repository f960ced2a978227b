"""How Tours looks: colours, names and the phases of its turn. Data only."""

from __future__ import annotations

from game.core.message import say
from game.core.theme import SeatInfo, Theme
from game.rules.tours.sequence import PLAYER_TURN, TITLES
from game.rules.tours.state import ToursPhase
from game.rules.tours.units import FOE, FRANKS, MUSLIMS, SEATS, SIDES


def phases_of(first: int, turn: int = 2, *, chosen: bool = True) -> tuple[tuple[str, str], ...]:
    """The phases of a game turn in which a side goes first; nobody rolls for that on turn 1 (4.1).

    :param chosen: whether it has been chosen who does: until then that is a phase, too.
    """
    initiative = (("", ToursPhase.INITIATIVE.value),) if turn > 1 else ()
    if not chosen:
        initiative = (*initiative, ("", ToursPhase.WHO_FIRST.value))
    return (*initiative, *((SEATS[seat], phase.value) for seat in (first, FOE[first]) for phase in PLAYER_TURN))


THEME = Theme(
    title=say("The Battle of Tours"),
    subtitle=say("Between two rivers, 732"),
    blurb=say("Charles' shield wall against the tribes of Abd ar-Rahman: contingents that may not obey, arrows shot in "
              "passing, and a camp full of plunder."),
    seats=(
        SeatInfo(SEATS[FRANKS], SIDES[FRANKS], "#2c4a73", "#f2ead6", "solid", say("Frankish")),
        SeatInfo(SEATS[MUSLIMS], SIDES[MUSLIMS], "#d9c07a", "#2a2119", "dashed", say("Muslim")),
    ),
    phases=phases_of(MUSLIMS),
    opening=tuple((seat, ToursPhase.SETUP.value) for seat in SEATS),
    titles=TITLES,
)
