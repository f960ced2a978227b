"""How fast the steps of a computer player are shown: faster and faster in a long turn. What a step shows on the map
decides with that whether it is shown quickly."""

from __future__ import annotations

from typing import Any

from game.core.chance import CHANCE
from game.core.event import Event, Moved, Noted, PhaseBegan, Placed, TurnOver
from game.match.history import Ply

UNHURRIED_STEPS = 2
"""Consecutive steps shown at the usual pace. This and the two numbers below are chosen so that a turn of about fifty
steps takes about 15 seconds."""
STEP_SPEED_UP = 0.75
"""The speed-up for each further step, as a share of the usual pace."""
MAX_SPEED_UP = 4.0
"""The highest speed, as a multiple of the usual pace."""


def only_moves(ply: Ply[Any]) -> bool:
    """Whether a step only moves units."""
    return _has_only(ply, Moved)


def only_sets_up(ply: Ply[Any]) -> bool:
    """Whether a step only sets units up."""
    return _has_only(ply, Placed)


def _has_only(ply: Ply[Any], kind: type[Event]) -> bool:
    """Whether a step is no roll, and all its events, at least one, are of a kind."""
    return ply.actor != CHANCE and bool(ply.events) and all(isinstance(event, kind) for event in ply.events)


def shows_nothing(ply: Ply[Any]) -> bool:
    """Whether a step changes nothing visible on the map, e.g. an order."""
    return ply.actor != CHANCE and all(isinstance(event, Noted | PhaseBegan) and not isinstance(event, TurnOver)
                                       for event in ply.events)


class ComputerTurnPace:
    """Counts the consecutive visible steps of one computer player, its rolls included."""

    def __init__(self) -> None:
        self._seat, self._count = "", 0
        """The seat of the latest computer player, and the number of its visible steps; empty and 0 for a person."""

    def note(self, ply: Ply[Any], *, computer: bool) -> None:
        """Count a step that is about to be shown.

        :param computer: whether a computer player made it.
        """
        if ply.actor != CHANCE and (not computer or ply.actor != self._seat):
            self._seat, self._count = ply.actor if computer else "", 0
        if self._seat and not shows_nothing(ply):
            self._count += 1

    @property
    def pace(self) -> float:
        """The speed of the latest step, as a factor of the usual pace."""
        return min(MAX_SPEED_UP, 1.0 + STEP_SPEED_UP * max(0, self._count - UNHURRIED_STEPS))
