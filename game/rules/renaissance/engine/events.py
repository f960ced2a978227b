"""What happens to bases, for log and screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from game.core.event import Advanced, Moved, Noted, Placed, Removed, Retreated
from game.core.message import Message, Text, say
from game.rules.renaissance.engine.words import widths


@dataclass(frozen=True, slots=True)
class Deployed(Placed):
    """A base is deployed."""

    part: Text = ""
    """Where, as its side sees it."""

    @property
    def text(self) -> Message:
        return say("{unit} deploys {part}", unit=self.name, part=self.part)


@dataclass(frozen=True, slots=True)
class Slid(Moved):
    """A base goes from pose to pose; those of a group go at once."""

    together: ClassVar[bool] = True
    count: int = 1
    """Bases of its group, if it leads one."""
    led: bool = False
    """Whether another leads its group."""

    @property
    def folded(self) -> bool:
        return self.led

    @property
    def text(self) -> Message:
        if self.count > 1:
            return say("Group of {count} led by {unit} moves {way} MU", count=self.count, unit=self.name,
                       way=widths(self.cost))
        return say("{unit} moves {way} MU", unit=self.name, way=widths(self.cost)) if self.cost else say(
            "{unit} turns", unit=self.name)


class LinedUp(Moved):
    """A base slides or turns freely to line up with an enemy that has touched it."""

    together: ClassVar[bool] = True

    @property
    def text(self) -> Message:
        return say("{unit} lines up with the enemy", unit=self.name)


@dataclass(frozen=True, slots=True)
class Recoiled(Retreated):
    """A base goes back, facing kept, alone or pushed by a friend."""

    pushed: bool = False

    @property
    def text(self) -> Message:
        return say("{unit} is pushed back", unit=self.name) if self.pushed else say("{unit} recoils", unit=self.name)


class Fled(Retreated):
    """A base flees."""

    @property
    def text(self) -> Message:
        return say("{unit} flees", unit=self.name)


class Pursued(Advanced):
    """A base pursues."""

    @property
    def text(self) -> Message:
        return say("{unit} pursues", unit=self.name)


@dataclass(frozen=True, slots=True)
class Destroyed(Removed):
    """A base is lost."""

    cause: Message

    @property
    def text(self) -> Message:
        return say("{unit} is lost: {cause}", unit=self.name, cause=self.cause)


class Sacked(Noted):
    """A camp falls."""
