"""Events: what happened, as data. The screen, the log, the referee and the tests read the same ones.

Systems subclass these where they have more to say; the screen animates the kinds below and prints ``text``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from game.core.chance import DiceGroup, Die, hits_of
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
    """Something fell: dice of any kind, coins, markers from a cup, a pool of forty; and how it is read."""

    type: ClassVar[str] = "rolled"
    dice: tuple[Die, ...]
    faces: tuple[int, ...]
    """The face of each of the dice; of coins and markers counted together, how many show heads."""
    result: str
    """The ``Outcome.result`` or ``Outcome.group`` of the preview it answers."""
    meaning: str
    title: str = ""
    """What it was for, e.g. who fired at whom."""
    column: str = ""
    """The column of the results table it is read in, where there is a table."""
    row: int | None = None
    """The row it is read in: the die after all modifiers."""
    needed: int = 0
    """Heads or hits that make a success; 0 where they are only compared, or not counted."""
    groups: tuple[DiceGroup, ...] = ()
    """Whose dice they are; must agree with those of the ``Roll`` that was due."""
    counted: frozenset[int] | None = None
    """Which dice (from 0) turned out to count as hits, where the faces of their groups do not say."""
    places: tuple[str, ...] = ()
    """Where the result takes effect."""

    @property
    def coins(self) -> tuple[int, ...]:
        """How many coins or markers each of those lots had that were counted together."""
        return tuple(die.coins for die in self.dice if die.counts_heads)

    @property
    def heads(self) -> tuple[int, ...]:
        """How many of each lot show heads."""
        return tuple(face for die, face in zip(self.dice, self.faces, strict=True) if die.counts_heads)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The faces of everything that is no coin: dice, and numbers drawn from a cup."""
        return tuple(face for die, face in zip(self.dice, self.faces, strict=True) if not die.counts_heads)

    @property
    def hits(self) -> frozenset[int] | None:
        """Which dice (from 0) count as hits; None where nothing is counted."""
        return self.counted if self.counted is not None else hits_of(self.groups, self.faces)

    @property
    def text(self) -> str:
        if self.coins:
            had = " against ".join(f"{h} of {c}" for h, c in zip(self.heads, self.coins, strict=True))
            die = "".join(f", die {number}" for number in self.numbers)
            need = f" ({self.needed} needed)" if self.needed else ""
            return f"{self.title}: {had} heads{need}{die}: {self.meaning}"
        if self.column:
            return f"Die {_listed(self.faces)} on {self.column}: {self.result}, {self.meaning}"
        title = f"{self.title}: " if self.title else ""
        return f"{title}{self._had()}: {self.meaning}"

    def _had(self) -> str:
        """Hits by group where they are counted, else the faces."""
        hits = self.hits
        if hits is None:
            return _listed(self.faces)
        groups = self.groups or (DiceGroup("", tuple(range(len(self.dice)))),)
        had = (f"{group.title} {len(hits & set(group.dice))} of {len(group.dice)}".lstrip() for group in groups)
        return f"{', '.join(had)} hit" + (f" ({self.needed} needed)" if self.needed else "")


def _listed(faces: tuple[int, ...]) -> str:
    return ", ".join(map(str, faces))


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
