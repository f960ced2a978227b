"""Citations, refusals and sentences of Pickets."""

from __future__ import annotations

from typing import Any

from game.core.message import Message, say
from game.core.verdict import Illegal, Reason, RuleRef

__all__ = ["SYSTEM", "Message", "refused", "rule", "say"]

SYSTEM = "pickets"


def rule(number: str) -> RuleRef:
    """A citation."""
    return RuleRef(SYSTEM, number)


def refused(number: str, template: str, **values: Any) -> Illegal:
    """A refusal with a single reason."""
    return Illegal((Reason(rule(number), say(template, **values), values),))
