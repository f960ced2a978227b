"""How Africa looks: colours, names and the phases of its turn track. Data only."""

from __future__ import annotations

from game.core.contract import SeatInfo, Theme
from game.rules.africa.sequence import DEFENCE, SEQUENCE, SHOCK
from game.rules.africa.units import SEATS

THEME = Theme(
    title="Africa 1859-60",
    subtitle="The last romantic war",
    blurb="Three battles of Spain's war in Morocco: regulars, guns and generals on horseback against the riders and "
    "tribes of the Rif. Areas, stacks, and a pocketful of coins.",
    seats=(
        SeatInfo("spanish", "Spanish", "#e8c75a", "#2a2119", "solid"),
        SeatInfo("moroccan", "Moroccan", "#7a2230", "#f3ead0", "dashed"),
    ),
    phases=tuple(
        (SEATS[step.seat], step.phase) for step in SEQUENCE[:8] if step.phase not in (DEFENCE, SHOCK) or step.seat >= 0
    ),
)
