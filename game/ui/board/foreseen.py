"""What is marked about the unit in hand or pointed at: how it will stand, what awaits it on its way, its sides."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.message import Text


@dataclass(frozen=True, slots=True)
class Arc:
    """Places beside a unit that lie on the same kind of side of it."""

    place: str
    """The unit's."""
    beside: tuple[str, ...]
    line: str
    """``whole``, ``broken`` or ``dotted``."""
    sign: Text
    """A letter or two on each border."""
    title: Text = ""
    """What it is, in words."""


@dataclass(frozen=True, slots=True)
class Danger:
    """A place where something is done to a unit that comes there."""

    place: str
    sign: str
    """The unit symbol of who does it."""
    words: str
    """How likely it does harm, e.g. ``30 %``."""


@dataclass(frozen=True, slots=True)
class Ghost:
    """A unit where it does not stand yet."""

    unit: str
    place: str
    angle: int | None
    """Which way it will face, in degrees clockwise from the top."""
