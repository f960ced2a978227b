"""Poses: where something stands on a table without a grid, in whole numbers, and how that is written.

On such a table a pose in its text form is what a place is elsewhere: counters, actions and events name it. Lengths are
in thousandths of a base width, x to the right and y down; angles in sixtieths of a degree, clockwise from north, the
top of the table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

Spot = tuple[int, int]
BASE = 1000
"""Units of one base width."""
DEGREE = 60
"""Units of one degree."""
TURN = 360 * DEGREE
_TEXT = re.compile(r"(\d{1,6}),(\d{1,6}),(\d{1,5})", re.ASCII)


class Pose(NamedTuple):
    """Where a base stands: the middle of its front edge, and where that edge looks."""

    x: int
    y: int
    angle: int
    """0 up to, but not including, ``TURN``."""

    @property
    def text(self) -> str:
        """The pose as actions, positions and records write it, e.g. ``6200,9000,10800``."""
        return f"{self.x},{self.y},{self.angle}"

    @property
    def spot(self) -> Spot:
        """The middle of the front edge."""
        return self.x, self.y


def read_pose(text: str) -> Pose | None:
    """The pose of a text; None where it is none, or is not written as ``Pose.text`` writes it."""
    found = _TEXT.fullmatch(text)
    if found is None:
        return None
    pose = Pose(*map(int, found.groups()))
    return pose if pose.angle < TURN and pose.text == text else None


@dataclass(frozen=True, slots=True)
class Stick:
    """A measuring stick along a way."""

    start: Spot
    end: Spot
    length: int
    """Units of the way."""
    most: int | None = None
    """How many it may be; None where nothing limits it."""
