"""Known hazards of a planned move. Data only."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from game.core.message import Message, Text
from game.core.preview import Preview
from game.core.verdict import RuleRef


@dataclass(frozen=True, slots=True)
class Hazard:
    """One hazard of a planned move: a roll, or another effect of the place on the moving units."""

    title: Message
    """The title, e.g. ``Defensive fire`` or ``Attack on 0304``."""
    rule: RuleRef
    details: Text = ""
    """What the arithmetic does not show, e.g. how many units fire and what is not counted."""
    preview: Preview | None = None
    place: str | None = None
    """The place on the path where it happens and is marked; None: it is only shown on the card."""
    sign: str = ""
    """The unit symbol drawn at that place: of its source, e.g. ``bow``, or of the endangered enemy if ``theirs``."""
    chance: Fraction = Fraction(0)
    """The probability of harm; written beside the symbol."""
    theirs: bool = False
    """Whether it harms the enemy, e.g. a leader who is alone at that place, rather than the moving units."""
