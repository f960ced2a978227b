"""How it looks: colours, names, the phases of the turn track. Data only."""

from __future__ import annotations

from game.core.message import say
from game.core.theme import SeatInfo, Theme

from .state import Phase
from .units import COLUMN, RAIDERS, SEATS, SIDES

THEME = Theme(
    title="The Ford at Dusk",
    subtitle=say("Wagons, guards, and dust on the far bank"),
    blurb=say("Three wagons cross a river in eight turns. Eight raiders come; three of them are only dust."),
    seats=(
        SeatInfo(COLUMN, SIDES[COLUMN], "#2f4f6e", "#f7efdc", "dashed"),
        SeatInfo(RAIDERS, SIDES[RAIDERS], "#8c2f22", "#f7efdc", "solid", say("Raiders'")),
    ),
    phases=tuple((seat, phase) for seat in SEATS for phase in (Phase.MOVEMENT, Phase.COMBAT)),
    opening=((RAIDERS, Phase.SETUP),),
    titles={Phase.SETUP: say("set-up"), Phase.MOVEMENT: say("movement"), Phase.COMBAT: say("combat"),
            Phase.OVER: say("over")},
)
