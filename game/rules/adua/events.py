"""What happens to a unit that keeps its place: ordered, reduced, repulsed, disorganized, low on ammunition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from game.core.event import Noted


@dataclass(frozen=True, slots=True)
class UnitMarked(Noted):
    """A unit is weaker than before, or was thrown back."""

    type: ClassVar[str] = "marked"
    unit: str
    mark: str
    """``reduced``, ``repulsed``, ``disorganized`` or ``low-ammo``."""
    steps: int = 0
    """Steps lost, where it is reduced."""


@dataclass(frozen=True, slots=True)
class Ordered(Noted):
    """Somebody was given an order."""

    type: ClassVar[str] = "ordered"
    giver: str
    unit: str
    """Who is ordered, a unit or a colonel."""
    order: str
    """The order, as its notation has it."""
