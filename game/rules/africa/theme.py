"""Theme of Africa: colours, corps, names and the phases of its turn track. Data only."""

from __future__ import annotations

from game.core.message import say
from game.core.theme import SeatInfo, Theme
from game.rules.africa.sequence import DEFENCE, END, FIRE, MOVEMENT, OVER, SEQUENCE, SETUP, SHOCK, TURN_END
from game.rules.africa.units import ADJECTIVES, MOROCCAN, SEATS, SIDES

DARK, CREAM = "#221a12", "#fbf1d6"

CORPS = {
    "line": ("#26406e", CREAM), "cazadores": ("#2c6a3a", CREAM), "catalans": ("#b5222c", CREAM),
    "basques": ("#5f2f78", CREAM), "navy": ("#17708b", CREAM), "engineers": ("#50606b", CREAM),
    "cavalry": ("#7a4322", CREAM), "artillery": ("#27221e", "#f2cf63"), "train": ("#5d5140", CREAM),
    "generals": ("#8d1246", CREAM),
    "nizam": ("#f3ead0", DARK), "madina": ("#86bdb0", DARK), "kabila": ("#d99a45", DARK), "gum": ("#a7ba62", DARK),
    "rif": ("#93b4e0", DARK), "bujari": ("#c9b2ea", DARK), "seyyid": ("#f0a3b2", DARK), "feras": ("#d6b68e", DARK),
    "tabiya": ("#b9b4ac", DARK), "caids": ("#9fd3ad", DARK),
}
"""Colours of the corps bands: background and print. Symbol and type code give the same information without colour.
Spanish bands are dark and Moroccan ones light, so that the sides differ even where only the bands are visible."""

THEME = Theme(
    title=say("Africa 1859-60"),
    subtitle=say("The last romantic war"),
    blurb=say("Three battles of Spain's war in Morocco: regulars, guns and generals on horseback against the riders "
              "and tribes of the Rif. Areas, stacks, and a pocketful of coins."),
    seats=(
        SeatInfo("spanish", SIDES[0], "#e8c75a", "#2a2119", "solid", ADJECTIVES[0]),
        SeatInfo("moroccan", SIDES[1], "#7a2230", "#f3ead0", "dashed", ADJECTIVES[1]),
    ),
    titles={
        FIRE: say("offensive fire"), MOVEMENT: say("movement"), DEFENCE: say("defensive fire"), SHOCK: say("shock"),
        END: say("end of turn"), OVER: say("over"), SETUP: say("set-up"),
    },
    phases=(*((SEATS[entry.seat], entry.phase.value) for entry in SEQUENCE[:TURN_END]), ("", END.value)),
    opening=((SEATS[MOROCCAN], SETUP),),
    stacks_in_order=True,
)
