"""The look of Kassala: colours, names and the phases of its turn track. Data only."""

from __future__ import annotations

from game.core.message import in_context, say
from game.core.theme import SeatInfo, Theme
from game.rules.kassala.sequence import SEQUENCE, KassalaPhase
from game.rules.kassala.units import SEATS, SIDES

THEME = Theme(
    title="Kassala",
    subtitle=say("The town on the Gash, 1541"),
    blurb=say("Ahmed Gran's army storms the last stand of Emperor Galawdewos and his Portuguese musketeers. "
              "Ten turns, two towns, one die."),
    seats=(
        SeatInfo("moslem", SIDES[0], "#1f4d3a", "#f3ead0", "solid", in_context("adjective", "Moslem"),
                 people=say("Moslems")),
        SeatInfo("christian", SIDES[1], "#e2b65c", "#2a2119", "dashed", in_context("adjective", "Christian"),
                 people=say("Christians")),
    ),
    titles={
        KassalaPhase.SETUP: say("set-up"), KassalaPhase.MOVEMENT: say("movement"), KassalaPhase.COMBAT: say("combat"),
        KassalaPhase.OVER: say("over"),
    },
    phases=tuple((SEATS[step.seat], step.phase) for step in SEQUENCE
                 if step.phase in (KassalaPhase.MOVEMENT, KassalaPhase.COMBAT)),
    opening=tuple((SEATS[step.seat], step.phase) for step in SEQUENCE if step.phase == KassalaPhase.SETUP),
)
