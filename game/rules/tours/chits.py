"""The die, or chits from a cup in its place (2.0, ruling 23)."""

from __future__ import annotations

from game.core.chance import D10, Die
from game.core.message import Text, say
from game.rules.tours.state import ToursState

CHITS = "chits"
"""The option with which chits are drawn."""
CHIT = Die("chit", D10.faces, drawn=True)
"""One of ten, numbered 0 to 9; it goes back before the next is drawn, so its odds are those of the die."""


def die(state: ToursState) -> Die:
    """What is rolled or drawn in this battle."""
    return CHIT if CHITS in state.options else D10


def word(state: ToursState) -> Text:
    """What stands for it in arithmetic before it has fallen."""
    return say("chit") if CHITS in state.options else "d10"


def noun(state: ToursState) -> Text:
    """What it is called in a sentence."""
    return say("chit") if CHITS in state.options else say("die")


def verb(state: ToursState) -> Text:
    """What is done with it, on a button."""
    return say("Draw") if CHITS in state.options else say("Roll")
