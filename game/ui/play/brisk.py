"""How fast a computer player's turn is shown: its marches one beside the other, what shows nothing without a pause, and
everything faster the longer its turn goes on."""

from __future__ import annotations

from typing import Any

from game.core.chance import CHANCE
from game.core.event import Moved, Noted, PhaseBegan, TurnOver
from game.match.history import Ply

SHOWN = 2
"""Steps in a row that are shown at the usual pace; chosen so that a turn of some fifty steps takes about 15 seconds, as
the numbers below."""
FASTER, FASTEST = 0.75, 4.0
"""How much faster each one after that is shown, and how fast at most."""


def marches(ply: Ply[Any]) -> bool:
    """Whether a step does nothing but move units."""
    return ply.actor != CHANCE and bool(ply.events) and all(isinstance(event, Moved) for event in ply.events)


def shows_nothing(ply: Ply[Any]) -> bool:
    """Whether nothing on the map tells of a step, e.g. of an order."""
    return ply.actor != CHANCE and all(isinstance(event, Noted | PhaseBegan) and not isinstance(event, TurnOver)
                                       for event in ply.events)


class LongPhase:
    """Counts what is seen of one computer player in a row, its rolls too."""

    def __init__(self) -> None:
        self._seat, self._count = "", 0

    def note(self, ply: Ply[Any], *, computer: bool) -> None:
        """Count a step that is about to be shown.

        :param computer: whether a computer player did it.
        """
        if ply.actor != CHANCE and (not computer or ply.actor != self._seat):
            self._seat, self._count = ply.actor if computer else "", 0
        if self._seat and not shows_nothing(ply):
            self._count += 1

    @property
    def pace(self) -> float:
        """How much faster than usual the latest step is shown."""
        return min(FASTEST, 1.0 + FASTER * max(0, self._count - SHOWN))
