"""The look of Kassala: colours, names and the phases of its turn track. Data only."""

from __future__ import annotations

from game.core.message import say
from game.core.theme import SeatInfo, Theme
from game.rules.kassala.sequence import SEQUENCE, KassalaPhase
from game.rules.kassala.units import ADJECTIVES, SEATS, SIDES

THEME = Theme(
    title="Kassala",
    subtitle=say("The town on the Gash, 1541"),
    blurb=say("Ahmed Gran's army storms the last stronghold of Emperor Galawdewos and his Portuguese musketeers. "
              "Ten turns, two towns, one die."),
    seats=(
        SeatInfo("moslem", SIDES[0], "#1f4d3a", "#f3ead0", "solid", ADJECTIVES[0]),
        SeatInfo("christian", SIDES[1], "#e2b65c", "#2a2119", "dashed", ADJECTIVES[1]),
    ),
    titles={
        KassalaPhase.SETUP: say("set-up"), KassalaPhase.MOVEMENT: say("movement"), KassalaPhase.COMBAT: say("combat"),
        KassalaPhase.OVER: say("over"),
    },
    phases=tuple((SEATS[entry.seat], entry.phase) for entry in SEQUENCE
                 if entry.phase in (KassalaPhase.MOVEMENT, KassalaPhase.COMBAT)),
    opening=tuple((SEATS[entry.seat], entry.phase) for entry in SEQUENCE if entry.phase == KassalaPhase.SETUP),
)
