"""The objectives of a battle: the places that count, the side that holds each, and the victory conditions. Data
only."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.core.face import Note
from game.core.message import Text


@dataclass(frozen=True, slots=True)
class Objective:
    """Something that counts for victory."""

    title: Text
    seat: str
    """The seat that holds it; empty for none."""
    status: Text = ""
    """Further details, e.g. ``contested`` or ``1 of 2 captured``."""
    tally: bool = False
    """Whether it is a count for the seat, such as its losses, rather than something that it holds."""
    provisional: bool = False
    """Whether it says who would win now; left out once the game is over."""


@dataclass(frozen=True, slots=True)
class Objectives:
    """Everything that counts, and the victory conditions in short sentences."""

    entries: tuple[Objective, ...] = ()
    """Everything that counts, held by a seat or not."""
    victory: tuple[Note, ...] = ()
    """The victory conditions."""

    @property
    def at_the_end(self) -> Objectives:
        """The objectives of a game that is over: without provisional ones."""
        return replace(self, entries=tuple(each for each in self.entries if not each.provisional))


NO_OBJECTIVES = Objectives()
"""For battles that cannot be won, such as most examples of play."""
