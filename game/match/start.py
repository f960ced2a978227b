"""What the screen opens with: said on the command line, in a test, or nothing at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Start:
    """The first screen and what it needs; names have been checked by whoever made it."""

    screen: Literal["title", "play", "replay", "demo", "learn", "present", "edit"] = "title"
    system: str = ""
    """Empty: the title screen, or the record's own."""
    scenario: str | None = None
    """None: the system's only battle. For ``demo``, ``learn`` and ``present`` the name of a lesson, or a file of
    a lesson or programme."""
    options: tuple[str, ...] = ()
    players: Mapping[str, str] = field(default_factory=dict)
    """Seat -> ``human`` or a computer level; people where left out."""
    seed: int | None = None
    """None: drawn when the game begins."""
    position: Mapping[str, Any] | None = None
    """Where the game starts, instead of the scenario's set-up."""
    record: Path | None = None
    """The record to replay, or the file of the position to edit or of the lesson or programme to present or learn."""
    language: str = ""
    """Code of the language asked for; empty: as the settings say."""
    autoplay: bool = False
    """Whether a replay or demonstration runs by itself from the start."""
