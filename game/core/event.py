"""Events: what happened, as data. The screen, the log, the referee and the tests read the same ones.

Systems subclass these where they have more to say; the screen animates the kinds below and prints ``text``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from game.core.verdict import RuleRef


@dataclass(frozen=True, slots=True)
class Event(ABC):
    """Something that happened under a rule."""

    type: ClassVar[str] = "event"
    reveals: ClassVar[bool] = False
    """Whether it shows a seat something hidden: taking it back then needs consent, as for a roll."""
    rule: RuleRef

    @property
    @abstractmethod
    def text(self) -> str:
        """One line for the log."""

    def fields(self) -> Mapping[str, Any]:
        """The event's own fields, without the rule."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.name != "rule"}


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """A unit went along a path. ``path`` starts where it stood; every place entered follows."""

    type: ClassVar[str] = "moved"
    unit: str
    name: str
    path: tuple[str, ...]
    cost: int

    @property
    def text(self) -> str:
        return f"{self.name} moves {'-'.join(self.path)} ({self.cost} MP)"


@dataclass(frozen=True, slots=True)
class Advanced(Event):
    """A unit entered a place vacated in combat, outside normal movement."""

    type: ClassVar[str] = "advanced"
    unit: str
    name: str
    path: tuple[str, ...]

    @property
    def text(self) -> str:
        return f"{self.name} advances to {self.path[-1]}"


@dataclass(frozen=True, slots=True)
class Retreated(Event):
    """A unit was driven back along a path."""

    type: ClassVar[str] = "retreated"
    unit: str
    name: str
    path: tuple[str, ...]

    @property
    def text(self) -> str:
        return f"{self.name} retreats to {self.path[-1]}"


@dataclass(frozen=True, slots=True)
class Placed(Event):
    """A unit was set up."""

    type: ClassVar[str] = "placed"
    unit: str
    name: str
    place: str

    @property
    def text(self) -> str:
        return f"{self.name} sets up in {self.place}"


@dataclass(frozen=True, slots=True)
class Removed(Event):
    """A unit left the game."""

    type: ClassVar[str] = "removed"
    unit: str
    name: str
    place: str

    @property
    def text(self) -> str:
        return f"{self.name} is eliminated in {self.place}"


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """An attack was committed."""

    type: ClassVar[str] = "declared"
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    sentence: str

    @property
    def text(self) -> str:
        return self.sentence


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """Dice fell and a table was read: ``column`` and ``row`` name its cell."""

    type: ClassVar[str] = "rolled"
    faces: tuple[int, ...]
    column: str
    row: int
    result: str
    meaning: str

    @property
    def text(self) -> str:
        dice = ", ".join(map(str, self.faces))
        return f"Die {dice} on {self.column}: {self.result}, {self.meaning}"


@dataclass(frozen=True, slots=True)
class Flipped(Event):
    """Coins fell, perhaps with a die: how many there were and how many showed heads, for each side that threw."""

    type: ClassVar[str] = "flipped"
    title: str
    coins: tuple[int, ...]
    heads: tuple[int, ...]
    needed: int
    """Heads that count as a success; 0 where they are only compared."""
    die: int
    """The die thrown with them; 0 for none."""
    result: str
    """The ``Outcome.result`` or ``Outcome.group`` of the preview it answers."""
    meaning: str
    seats: tuple[str, ...] = ()
    """Whose coins they were, in the order of ``coins``."""
    places: tuple[str, ...] = ()
    """Where the result takes effect."""

    @property
    def text(self) -> str:
        had = " against ".join(f"{h} of {c}" for h, c in zip(self.heads, self.coins, strict=True))
        die = f", die {self.die}" if self.die else ""
        need = f" ({self.needed} needed)" if self.needed else ""
        return f"{self.title}: {had} heads{need}{die}: {self.meaning}"


@dataclass(frozen=True, slots=True)
class Noted(Event):
    """Something without a piece of its own: a phase begins, a turn ends, a result has no effect."""

    type: ClassVar[str] = "noted"
    sentence: str

    @property
    def text(self) -> str:
        return self.sentence


@dataclass(frozen=True, slots=True)
class TurnOver(Noted):
    """A turn is over: what is noted from here on belongs to what comes next."""


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    """The sequence of play moved on."""

    type: ClassVar[str] = "phase"
    turn: int
    phase: str
    seat: str
    sentence: str

    @property
    def text(self) -> str:
        return self.sentence


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The game ended."""

    type: ClassVar[str] = "game-over"
    winner: str
    """A seat, or ``draw``."""
    sentence: str

    @property
    def text(self) -> str:
        return self.sentence
