"""Verdicts on the legality of an action; a refusal has the rule, a sentence and the offending values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from game.core.action import Action
from game.core.message import Message, Text, say

AT_THE_TABLE = "table"
"""Used instead of a system's name for what no rulebook covers: matters settled at the table, such as a draw, or by the
program, such as a counter dropped off the map."""


@dataclass(frozen=True, slots=True)
class RuleRef:
    """A citation: a system's rulebook and the printed number in it."""

    system: str
    """The system's short name, e.g. ``kassala``."""
    number: str
    """The number as printed, e.g. ``II.D.12``."""
    ruling: int | None = None
    """The number of our ruling, if the printed text is silent or ambiguous."""

    @property
    def in_rulebook(self) -> bool:
        """Whether it refers to a rulebook."""
        return self.system != AT_THE_TABLE

    @property
    def citation(self) -> Text:
        """The citation in a sentence, e.g. ``II.D.1`` or ``rule 5``; callers add the brackets."""
        number = say("rule {number}", number=self.number) if self.number.isdigit() else self.number
        return number if self.ruling is None else say("{number}, ruling {ruling}", number=number, ruling=self.ruling)

    def __str__(self) -> str:
        return self.number if self.ruling is None else f"{self.number} (ruling {self.ruling})"


_NO_VALUES: Mapping[str, Any] = {}
"""The values of a reason without any; one mapping for all, as a dataclass takes no mapping as a default."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence with its rule: why an action is refused, or what follows from a legal one."""

    rule: RuleRef
    text: Message
    """One sentence for display, without the rule number."""
    values: Mapping[str, Any] = field(default_factory=lambda: _NO_VALUES, hash=False)
    """The offending values by name: points needed, points left, unit ids, place ids."""
    sign: Text = ""
    """A word stamped on the place concerned, e.g. ``full``; empty if the sentence is enough."""

    @property
    def with_rule(self) -> Message:
        """The sentence with its rule, if that is in a rulebook."""
        return say("{text} ({rule})", text=self.text, rule=self.rule.citation) if self.rule.in_rulebook else self.text

    def __str__(self) -> str:
        return str(self.with_rule)


@dataclass(frozen=True, slots=True)
class Legal:
    """The action is legal."""

    cost: int | None = None
    """The movement points it uses, if it is a move."""
    note: Reason | None = None
    """A consequence to know beforehand, e.g. that the unit must move on from there."""

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Illegal:
    """The action is not legal; has at least one reason."""

    reasons: tuple[Reason, ...]

    def __post_init__(self) -> None:
        if not self.reasons:
            raise ValueError("a refusal needs at least one reason")

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return "; ".join(str(reason) for reason in self.reasons)


Verdict = Legal | Illegal
"""The answer to whether an action is legal; true if it is."""
LEGAL = Legal()
"""The verdict on a legal action without cost or note."""


class IllegalAction(ValueError):
    """Raised by ``apply`` for an action that ``check`` refuses. The state is unchanged."""

    def __init__(self, action: Action, verdict: Illegal) -> None:
        super().__init__(f"{action.notation}: {verdict}")
        self.action = action
        self.verdict = verdict

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[Action, Illegal]]:
        return type(self), (self.action, self.verdict)
