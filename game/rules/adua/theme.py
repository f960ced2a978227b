"""How Adua looks: colours, names and the phases of its turn. Data only."""

from __future__ import annotations

from game.core.message import say
from game.core.theme import SeatInfo, Theme
from game.rules.adua.sequence import TITLES, TURN
from game.rules.adua.sides import ABYSSINIANS, ITALIANS, SEATS, SIDES
from game.rules.adua.state import AduaPhase

TURN_WITH_CLEAN_UP = tuple((SEATS[seat], phase) for seat, phase in TURN)
"""The phases of a turn in whose clean-up something is rolled for; in others it passes by itself."""
THEME = Theme(
    title=say("Adua 1896"),
    subtitle=say("Orders, rifles and the melee"),
    blurb=say("Eighteen Italian units under eleven commanders seek the passes of Adua; a hundred and fifteen "
              "Abyssinian ones mass to charge. Dice by the handful."),
    seats=(
        SeatInfo(SEATS[ITALIANS], SIDES[ITALIANS], "#3f6f4a", "#f4efe0", "solid", say("Italian")),
        SeatInfo(SEATS[ABYSSINIANS], SIDES[ABYSSINIANS], "#d8b25a", "#2a1d10", "dashed", say("Abyssinian")),
    ),
    phases=tuple(place for place in TURN_WITH_CLEAN_UP if place[1] != AduaPhase.CLEAN_UP),
    opening=((SEATS[ITALIANS], AduaPhase.SETUP), (SEATS[ABYSSINIANS], AduaPhase.SETUP),
             (SEATS[ITALIANS], AduaPhase.GUNS)),
    titles=TITLES,
)
