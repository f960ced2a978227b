"""How Kassala looks: colours, names and the phases of its turn track. Data only."""

from __future__ import annotations

from game.core.theme import SeatInfo, Theme
from game.rules.kassala.sequence import COMBAT, MOVEMENT, SEQUENCE, SETUP
from game.rules.kassala.units import SEATS

THEME = Theme(
    title="Kassala",
    subtitle="The town on the Gash, 1541",
    blurb="Ahmed Gran's army storms the last stand of Emperor Galawdewos and his Portuguese musketeers. "
    "Ten turns, two towns, one die.",
    seats=(
        SeatInfo("moslem", "Moslem", "#1f4d3a", "#f3ead0", "solid"),
        SeatInfo("christian", "Christian", "#e2b65c", "#2a2119", "dashed"),
    ),
    phases=tuple((SEATS[step.seat], step.phase) for step in SEQUENCE if step.phase in (MOVEMENT, COMBAT)),
    opening=tuple((SEATS[step.seat], step.phase) for step in SEQUENCE if step.phase == SETUP),
)
