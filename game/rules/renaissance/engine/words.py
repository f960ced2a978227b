"""How the rules refuse, and how lengths are read."""

from __future__ import annotations

from game.core.message import Message, say
from game.core.verdict import Reason
from game.rules.renaissance.engine.tables import rule


def refuse(number: str, text: Message, ruling: int | None = None) -> Reason:
    """A reason with its rule; its values are those of the sentence."""
    return Reason(rule(number, ruling), text, text.values or {})


def widths(units: int) -> str:
    """A length in MU, to a tenth, rounded up."""
    tenths = -(-units // 50)
    return f"{tenths // 10}.{tenths % 10}" if tenths % 10 else str(tenths // 10)


__all__ = ["refuse", "rule", "say", "widths"]
