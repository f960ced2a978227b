"""Poses: the position and facing of an object on a table without a grid, in whole numbers, and their text form.

On such a table the text form of a pose serves as the place: counters, actions and events name it. Lengths are in
thousandths of a base width, x to the right and y down; angles in sixtieths of a degree, clockwise from north, the top
of the table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

Spot = tuple[int, int]
"""A point: x and y in units."""
BASE = 1000
"""The units in one base width."""
DEGREE = 60
"""The units of an angle in one degree."""
FULL_TURN = 360 * DEGREE
"""The units of an angle in a full turn."""
_TEXT = re.compile(r"(\d{1,6}),(\d{1,6}),(\d{1,5})", re.ASCII)
"""The text form of a pose: x, y and angle."""


class Pose(NamedTuple):
    """The position and facing of a base: the middle of its front edge, and the direction of its front."""

    x: int
    y: int
    angle: int
    """From 0 up to, but not including, ``FULL_TURN``."""

    @property
    def text(self) -> str:
        """The text form in actions, positions and records, e.g. ``6200,9000,10800``."""
        return f"{self.x},{self.y},{self.angle}"

    @property
    def spot(self) -> Spot:
        """The middle of the front edge."""
        return self.x, self.y


def read_pose(text: str) -> Pose | None:
    """The pose for a text; None if the text is not exactly in the form of ``Pose.text``."""
    match = _TEXT.fullmatch(text)
    if match is None:
        return None
    pose = Pose(*map(int, match.groups()))
    return pose if pose.angle < FULL_TURN and pose.text == text else None


@dataclass(frozen=True, slots=True)
class Stick:
    """A measuring stick along a move or a line of fire."""

    start: Spot
    end: Spot
    length: int
    """The measured length in units."""
    most: int | None = None
    """The greatest length allowed; None for no limit."""
