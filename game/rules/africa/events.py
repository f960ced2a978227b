"""What happens in Africa beyond moves and removals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from game.core.event import Event, Moved, Placed, Removed, Retreated


@dataclass(frozen=True, slots=True)
class Marched(Moved):
    """A move as Africa tells it: areas have names."""

    titles: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return f"{self.name} moves from {' by '.join(self.titles[:-1])} to {self.titles[-1]}"


@dataclass(frozen=True, slots=True)
class Fled(Retreated):
    """A unit ran from one area to the next."""

    titles: tuple[str, ...] = ()
    why: str = ""
    """Why it goes on from where it has retreated to; empty for its first area."""

    @property
    def text(self) -> str:
        if self.why:
            return f"{self.name} must go on to {self.titles[-1]}: {self.why}"
        return f"{self.name} retreats to {self.titles[-1]}"


@dataclass(frozen=True, slots=True)
class WentBack(Retreated):
    """An attacker left a shock combat that led to nothing."""

    type: ClassVar[str] = "went-back"
    titles: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return f"{self.name} goes back to {self.titles[-1]}"


@dataclass(frozen=True, slots=True)
class Arrived(Placed):
    """A reinforcement came onto the map."""

    title: str = ""

    @property
    def text(self) -> str:
        return f"{self.name} arrives in {self.title}"


@dataclass(frozen=True, slots=True)
class Lost(Removed):
    """A unit was eliminated."""

    title: str = ""

    @property
    def text(self) -> str:
        return f"{self.name} is eliminated in {self.title}"


@dataclass(frozen=True, slots=True)
class Captured(Lost):
    """A convoy fell into the enemy's hands (11.W.3)."""

    @property
    def text(self) -> str:
        return f"{self.name} is captured in {self.title}"


@dataclass(frozen=True, slots=True)
class Marked(Event):
    """A unit changed its face or got or lost a marker."""

    type: ClassVar[str] = "marked"
    unit: str
    name: str
    mark: str
    on: bool

    @property
    def text(self) -> str:
        if self.mark == "reduced":
            return f"{self.name} loses a step"
        return f"{self.name} is {self.mark}" if self.on else f"{self.name} rallies"


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """A hidden shock factor was drawn, or a die thrown for one."""

    type: ClassVar[str] = "revealed"
    reveals: ClassVar[bool] = True
    unit: str
    name: str
    factor: int
    hidden: bool

    @property
    def text(self) -> str:
        verb = "shows its shock factor" if self.hidden else "throws for its shock factor"
        return f"{self.name} {verb}: {self.factor}"
