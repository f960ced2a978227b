"""What awaits units that would go somewhere, as far as it is known before they go. Data only."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.message import Message, Text
from game.core.preview import Preview
from game.core.verdict import RuleRef


@dataclass(frozen=True, slots=True)
class Awaited:
    """One thing that awaits them: a roll, or what else the place means for them."""

    title: Message
    """E.g. ``Defensive fire`` or ``Attack on 0304``."""
    rule: RuleRef
    told: Text = ""
    """What the arithmetic does not say: how many fire, what is not counted."""
    preview: Preview | None = None
