"""Citations, refusals and sentences of Cudgels."""

from __future__ import annotations

from typing import Any

from game.core.message import Message, say
from game.core.pose import BASE
from game.core.verdict import Illegal, Reason, RuleRef

__all__ = ["SYSTEM", "Message", "refused", "rule", "say", "widths"]

SYSTEM = "cudgels"


def rule(number: str) -> RuleRef:
    """A citation."""
    return RuleRef(SYSTEM, number)


def refused(number: str, template: str, **values: Any) -> Illegal:
    """A refusal with a single reason."""
    return Illegal((Reason(rule(number), say(template, **values), values),))


def widths(units: int) -> str:
    """A length in base widths to the thousandth, e.g. ``1.25`` or ``3.001``."""
    whole, rest = divmod(units, BASE)
    return f"{whole}.{rest:03}".rstrip("0").rstrip(".")
