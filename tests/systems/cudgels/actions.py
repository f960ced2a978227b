"""The actions of Cudgels and their notation."""

from __future__ import annotations

import re
from dataclasses import dataclass

from game.core.action import Action, BadNotation, NamesNothing, parse_faces
from game.core.pose import Pose, read_pose


@dataclass(frozen=True, slots=True)
class End(NamesNothing):
    """End the phase."""

    notation: str = "end"


END = End()


@dataclass(frozen=True, slots=True)
class Move:
    """Move a base, or a group as one: the first base goes to a pose, the others keep their places beside it."""

    units: tuple[str, ...]
    pose: Pose

    @property
    def places(self) -> tuple[str, ...]:
        return (self.pose.text,)

    @property
    def notation(self) -> str:
        return f"move {','.join(self.units)} {self.pose.text}"


@dataclass(frozen=True, slots=True)
class Strike(NamesNothing):
    """A base shoots at another (``shoot``) or fights the one it is in contact with (``fight``)."""

    deed: str
    unit: str
    target: str

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit, self.target)

    @property
    def notation(self) -> str:
        return f"{self.deed} {self.unit} {self.target}"


_UNIT = r"[rw][fbh]\d"
_MOVE = re.compile(rf"move ({_UNIT}(?:,{_UNIT})*) (\S+)", re.ASCII)
_STRIKE = re.compile(rf"(shoot|fight) ({_UNIT}) ({_UNIT})", re.ASCII)


def parse(text: str) -> Action:
    """The action of a notation.

    :raises BadNotation: with the expected form.
    """
    if text == "end":
        return END
    if text.split()[:1] == ["roll"]:
        return parse_faces(text.split()[1:])
    if found := _STRIKE.fullmatch(text):
        return Strike(found[1], found[2], found[3])
    if (found := _MOVE.fullmatch(text)) and (pose := read_pose(found[2])) is not None:
        return Move(tuple(found[1].split(",")), pose)
    raise BadNotation(f"expected 'end', 'roll', 'move rf1,rf2 6200,9000,10800', 'shoot rb1 wf2' or 'fight rf1 wf2', "
                      f"not {text!r}")
