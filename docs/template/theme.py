"""The theme: colours, names, the phases of the turn track. Data only."""

from __future__ import annotations

from game.core.message import say
from game.core.theme import SeatInfo, Theme

from .state import Phase
from .units import BLUE, RED, SEATS, SIDES

THEME = Theme(
    title="Template",
    subtitle=say("A rule system to start from"),
    blurb=say("Two units a side, a village and one die."),
    seats=(
        SeatInfo(RED, SIDES[RED], "#8c2f22", "#f7efdc", "solid"),
        SeatInfo(BLUE, SIDES[BLUE], "#2f4f6e", "#f7efdc", "dashed"),
    ),
    phases=tuple((seat, phase) for seat in SEATS for phase in (Phase.MOVEMENT, Phase.COMBAT)),
    opening=tuple((seat, Phase.SETUP) for seat in SEATS),
    titles={Phase.SETUP: say("set-up"), Phase.MOVEMENT: say("movement"), Phase.COMBAT: say("combat"),
            Phase.OVER: say("over")},
)
