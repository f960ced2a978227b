"""How fast a computer player's actions are shown when it does many of them one after the other."""

from __future__ import annotations

from typing import Any

from game.core.chance import CHANCE
from game.match.history import Ply

SHOWN = 8
"""Actions in a row that are shown at the usual pace; chosen, as the two numbers below."""
FASTER, FASTEST = 0.25, 4.0
"""How much faster each one after that is shown, and how fast at most."""


class LongPhase:
    """Counts what one computer player has done in a row. A roll starts the count again, so that dice are seen."""

    def __init__(self) -> None:
        self._seat, self._count = "", 0

    def note(self, ply: Ply[Any], *, computer: bool) -> None:
        """Count an action that is about to be shown.

        :param computer: whether a computer player did it.
        """
        if not computer or ply.actor == CHANCE:
            self._seat, self._count = "", 0
        else:
            self._count = self._count + 1 if ply.actor == self._seat else 1
            self._seat = ply.actor

    @property
    def pace(self) -> float:
        """How much faster than usual the latest action is shown."""
        return min(FASTEST, 1.0 + FASTER * max(0, self._count - SHOWN))
