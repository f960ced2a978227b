"""Events that happen to bases, for log and screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from game.core.event import Advanced, Moved, Noted, Placed, Removed, Retreated, Rolled
from game.core.message import Message, Text, say
from game.rules.renaissance.engine.words import in_mu


@dataclass(frozen=True, slots=True)
class Deployed(Placed):
    """A base was deployed."""

    part: Text = ""
    """Text for its place as seen from its side."""

    @property
    def text(self) -> Message:
        return say("{unit} deploys {part}", unit=self.name, part=self.part)


@dataclass(frozen=True, slots=True)
class BaseMoved(Moved):
    """A base moved from pose to pose; the bases of a group move at once."""

    together: ClassVar[bool] = True
    count: int = 1
    """Number of bases in its group, if it leads one."""
    led: bool = False
    """Whether another base leads its group."""
    pips: int = 1
    """PIPs that the move cost."""

    @property
    def folded(self) -> bool:
        return self.led

    @property
    def text(self) -> Message:
        return self._move if self.pips <= 1 else say("{move} ({count} PIPs)", move=self._move, count=self.pips)

    @property
    def _move(self) -> Message:
        """The move without its price."""
        if self.count > 1 and not self.cost:
            return say("A group of {count} bases led by {unit} changes formation", count=self.count, unit=self.name)
        if self.count > 1:
            return say("A group of {count} bases led by {unit} moves {way} MU", count=self.count, unit=self.name,
                       way=in_mu(self.cost))
        if self.cost:
            return say("{unit} moves {way} MU", unit=self.name, way=in_mu(self.cost))
        return say("{unit} changes formation", unit=self.name) if self.led else say("{unit} turns", unit=self.name)


class BrokeOff(BaseMoved):
    """A base broke off straight back."""

    @property
    def _move(self) -> Message:
        return say("{unit} breaks off by {way} MU", unit=self.name, way=in_mu(self.cost))


class LinedUp(Moved):
    """A base slid or turned freely to line up with an enemy that touched it."""

    together: ClassVar[bool] = True

    @property
    def text(self) -> Message:
        return say("{unit} lines up with the enemy", unit=self.name)


@dataclass(frozen=True, slots=True)
class Recoiled(Retreated):
    """A base went back with unchanged facing, alone or pushed by a friend."""

    pushed: bool = False

    @property
    def text(self) -> Message:
        return say("{unit} is pushed back", unit=self.name) if self.pushed else say("{unit} recoils", unit=self.name)


class Fled(Retreated):
    """A base fled."""

    @property
    def text(self) -> Message:
        return say("{unit} flees", unit=self.name)


class Pursued(Advanced):
    """A base pursued."""

    @property
    def text(self) -> Message:
        return say("{unit} pursues", unit=self.name)


@dataclass(frozen=True, slots=True)
class Destroyed(Removed):
    """A base was lost."""

    cause: Message
    attached_to: Text = ""
    """The base with which a general was lost, if that is the cause."""

    @property
    def text(self) -> Message:
        if self.attached_to:
            return say("{unit} is lost with {element}", unit=self.name, element=self.attached_to)
        return say("{unit} is lost: {cause}", unit=self.name, cause=self.cause)


@dataclass(frozen=True, slots=True)
class ScoresRolled(Rolled):
    """Two bases rolled a die each for a combat."""

    scores: tuple[int, int] = (0, 0)
    """The scores with the dice, in the order of the dice."""

    @property
    def text(self) -> Message:
        return say("{title}: dice {first} and {second}, scores {own} to {enemy}: {meaning}", title=self.title,
                   first=self.faces[0], second=self.faces[1], own=self.scores[0], enemy=self.scores[1],
                   meaning=self.meaning)


class Sacked(Noted):
    """A camp was sacked."""
