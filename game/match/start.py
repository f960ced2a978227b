"""What the window opens with, e.g. from the command line; by default the title screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Start:
    """The first screen and its data; the caller has checked the names."""

    screen: Literal["title", "play", "replay", "demo", "learn", "present", "edit"] = "title"
    system: str = ""
    """Empty on the title screen, or if ``file`` names it."""
    scenario: str | None = None
    """The name of a scenario; for ``demo``, ``learn`` and ``present`` that of a lesson or programme. None means the
    system's only battle, or its programme; or that ``file`` is used instead."""
    options: tuple[str, ...] = ()
    players: Mapping[str, str] = field(default_factory=dict)
    """Seat -> ``human`` or a computer level; ``human`` by default."""
    seed: int | None = None
    """None means a random one when the game begins."""
    position: Mapping[str, Any] | None = None
    """The first position, instead of the scenario's set-up."""
    file: Path | None = None
    """The record to replay, the position file to edit, or the lesson or programme file to present or learn."""
    language: str = ""
    """Code of the requested language; empty means that of the settings."""
    autoplay: bool = False
    """Whether a replay or demonstration runs by itself from the start."""
