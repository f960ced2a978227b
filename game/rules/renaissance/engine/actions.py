"""The actions of a battle and their notation. A unit is named by its id, a pose by its text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

from game.core.fields import Deed, Notation
from game.core.pose import Pose

Against = str | None


class Step(NamedTuple):
    """A part of a group's way: straight ahead, or a wheel on its left or right front corner."""

    kind: Literal["ahead", "left", "right"]
    amount: int
    """Units ahead, or sixtieths of a degree."""

    @property
    def text(self) -> str:
        """E.g. ``ahead:1500``."""
        return f"{self.kind}:{self.amount}"


def read_step(text: str) -> Step | None:
    """The step of a text; None if it is none."""
    found = re.fullmatch(r"(ahead|left|right):([1-9]\d{0,5})", text, re.ASCII)
    if found is None:
        return None
    return Step(found[1], int(found[2]))  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Move(Deed):
    """A base moves by one to three legs, each straight to a pose; ``against`` is the enemy whose zone is answered."""

    verb = "move"
    example = "move red-pi1 6200,9000,0>6200,7000,600"
    unit: str
    legs: tuple[Pose, ...]
    against: Against = None

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit,) if self.against is None else (self.unit, self.against)

    @property
    def places(self) -> tuple[str, ...]:
        return tuple(leg.text for leg in self.legs)


@dataclass(frozen=True, slots=True)
class March(Deed):
    """A group moves as one: straight ahead, or by wheels on a front corner."""

    verb = "march"
    example = "march red-pk1,red-pk2 left:900>ahead:1000"
    group: tuple[str, ...]
    steps: tuple[Step, ...]
    against: Against = None

    @property
    def units(self) -> tuple[str, ...]:
        return self.group if self.against is None else (*self.group, self.against)


@dataclass(frozen=True, slots=True)
class Column(Deed):
    """A group forms a column, or moves in one: the leader, named first, by legs; the others follow in their order."""

    verb = "column"
    example = "column red-pk2,red-pk1 6200,7000,0"
    group: tuple[str, ...]
    legs: tuple[Pose, ...]
    against: Against = None

    @property
    def units(self) -> tuple[str, ...]:
        return self.group if self.against is None else (*self.group, self.against)

    @property
    def places(self) -> tuple[str, ...]:
        return tuple(leg.text for leg in self.legs)


@dataclass(frozen=True, slots=True)
class BreakOff(Deed):
    """A base breaks off from the enemy to its front, straight back."""

    verb = "break-off"
    example = "break-off red-lh1"
    unit: str

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit,)


@dataclass(frozen=True, slots=True)
class EnterCamp(Deed):
    """A foot base enters its own camp by a single move."""

    verb = "enter"
    example = "enter red-sh1"
    unit: str

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit,)


@dataclass(frozen=True, slots=True)
class LeaveCamp(Deed):
    """A garrison leaves its camp: by a single move, or driven out of it; to a pose beside the camp."""

    verb = "leave"
    example = "leave red-sh1 6200,9000,0"
    unit: str
    pose: Pose

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit,)

    @property
    def places(self) -> tuple[str, ...]:
        return (self.pose.text,)


@dataclass(frozen=True, slots=True)
class End(Deed):
    """End the phase."""

    verb = "end"
    example = "end"


END = End()


@dataclass(frozen=True, slots=True)
class Face(Deed):
    """A base touched only on flank or rear turns to face one of the enemies that touched it in the same move."""

    verb = "face"
    example = "face blue-pk1 red-cv2"
    unit: str
    enemy: str

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit, self.enemy)


@dataclass(frozen=True, slots=True)
class Shoot(Deed):
    """The player whose bound it is names the next target, of either side."""

    verb = "shoot"
    example = "shoot blue-pk1"
    target: str

    @property
    def units(self) -> tuple[str, ...]:
        return (self.target,)


@dataclass(frozen=True, slots=True)
class Aim(Deed):
    """The owner of a shooter chooses between equally near targets."""

    verb = "aim"
    example = "aim red-ca1 blue-pk1"
    unit: str
    target: str

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit, self.target)


@dataclass(frozen=True, slots=True)
class Lead(Deed):
    """The owner of equal shooters names the one that leads."""

    verb = "lead"
    example = "lead red-sh2"
    unit: str

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit,)


@dataclass(frozen=True, slots=True)
class Fight(Deed):
    """The player whose bound it is names the next close combat, by one of his bases in it."""

    verb = "fight"
    example = "fight red-pk1 blue-pi2"
    unit: str
    enemy: str

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit, self.enemy)


@dataclass(frozen=True, slots=True)
class Flee(Deed):
    """The owner of a base that flees chooses between two equally good ways to swerve."""

    verb = "flee"
    example = "flee red-cv1 6200,9000,10800"
    unit: str
    pose: Pose

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit,)

    @property
    def places(self) -> tuple[str, ...]:
        return (self.pose.text,)


@dataclass(frozen=True, slots=True)
class Choose(Deed):
    """A side takes an option of its army list, or gives it back."""

    verb = "choose"
    example = "choose dragoons"
    option: str


@dataclass(frozen=True, slots=True)
class SetCamp(Deed):
    """A side sets its camp down, with or without followers."""

    verb = "camp"
    example = "camp 9000,17000,0 followers"
    pose: Pose
    followers: Literal["followers", "empty"] = "empty"

    @property
    def places(self) -> tuple[str, ...]:
        return (self.pose.text,)


@dataclass(frozen=True, slots=True)
class Place(Deed):
    """A base is deployed, or put elsewhere in the zone."""

    verb = "place"
    example = "place red-pi1 6200,13200,0"
    unit: str
    pose: Pose

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit,)

    @property
    def places(self) -> tuple[str, ...]:
        return (self.pose.text,)


@dataclass(frozen=True, slots=True)
class Swap(Deed):
    """The defender lets two bases change places."""

    verb = "swap"
    example = "swap red-pi1 red-cv1"
    unit: str
    other: str

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit, self.other)


NOTATION = Notation(
    (Move, March, Column, BreakOff, EnterCamp, LeaveCamp, End, Face, Shoot, Aim, Lead, Fight, Flee, Choose, SetCamp, Place,
     Swap), {Step: read_step})
