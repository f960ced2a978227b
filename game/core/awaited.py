"""What awaits units that would go somewhere, as far as it is known before they go. Data only."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

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
    place: str | None = None
    """Where on the way it comes, to be marked there; None: it is told on the card alone."""
    sign: str = ""
    """The unit symbol of who does it, drawn at that place, e.g. ``bow``."""
    chance: Fraction = Fraction(0)
    """How likely it does harm; written beside the sign."""
    theirs: bool = False
    """Whether it harms the enemy, e.g. a leader who stands alone there, not who goes there."""
