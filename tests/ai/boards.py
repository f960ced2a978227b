"""Positions of Kassala for tests of computer players."""

from __future__ import annotations

from typing import Any

from game.rules.kassala.state import KassalaState
from game.rules.kassala.system import Kassala


def place(rules: Kassala, units: dict[str, str], **more: Any) -> KassalaState:
    """A position with these units only; by default the Moslem side moves in turn 1."""
    listed = [{"id": unit, "place": hexagon} for unit, hexagon in units.items()]
    return rules.from_position({"system": "kassala", "units": listed, **more})
