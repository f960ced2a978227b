"""What a person points at: the place and counter under the pointer, or the keyboard's cursor."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from game.ui.play.explained import Explained


@dataclass
class Pointing:
    """The pointer and the cursor of one game."""

    keyboard: bool = False
    """Whether the keyboard's cursor is shown; moving the mouse hides it."""
    at: tuple[int, int] = (-1, -1)
    """The pixel of the window under the pointer."""
    hover: str | None = None
    """The place under the pointer."""
    over: str | None = None
    """The counter under the pointer."""
    line: str | None = None
    """The line of the overview under the pointer."""
    sign: int | None = None
    """Which of its signs, of what can be done with it, is under the pointer."""
    named: tuple[str, ...] = ()
    """The units that the line of print under the pointer names."""
    choice: int | None = None
    """The button under the pointer, of those that offer a choice."""
    explained: Explained = field(default_factory=Explained)
    """What the middle card explains."""
    first: tuple[Any, str | None] = (None, None)
    """The state shown, and the place pointed at ever since it is."""
