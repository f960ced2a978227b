"""Whether an action is legal, and if not, why: the rule, a sentence and the offending values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from game.core.action import Action
from game.core.message import Message, Text, say

AT_THE_TABLE = "table"
"""In place of a system's name: what is settled at the table, such as a draw, or by the program, such as a counter that
is dropped off the map. No rulebook has a rule for it."""


@dataclass(frozen=True, slots=True)
class RuleRef:
    """A citation: the system whose rulebook is meant and the printed number in it."""

    system: str
    """The system's short name, e.g. ``kassala``."""
    number: str
    """The number as printed, e.g. ``II.D.12``."""
    ruling: int | None = None
    """Our numbered ruling where the printed text is silent or ambiguous."""

    @property
    def printed(self) -> bool:
        """Whether it stands in a rulebook."""
        return self.system != AT_THE_TABLE

    @property
    def bracketed(self) -> Text:
        """The citation as it stands between brackets, without brackets of its own, e.g. ``II.D.1`` or ``rule 5``."""
        number = say("rule {number}", number=self.number) if self.number.isdigit() else self.number
        return number if self.ruling is None else say("{number}, ruling {ruling}", number=number, ruling=self.ruling)

    def __str__(self) -> str:
        return self.number if self.ruling is None else f"{self.number} (ruling {self.ruling})"


_NO_VALUES: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Reason:
    """One cause of a refusal."""

    rule: RuleRef
    text: Message
    """One sentence for people, without the rule number."""
    values: Mapping[str, Any] = field(default_factory=lambda: _NO_VALUES, hash=False)
    """The offending values by name: points needed, points left, unit ids, place ids."""
    sign: Text = ""
    """A word stamped on the place it is about, e.g. ``full``; empty where the sentence is enough."""

    @property
    def told(self) -> Message:
        """The sentence with its rule, if it stands in a rulebook."""
        return say("{text} ({rule})", text=self.text, rule=self.rule.bracketed) if self.rule.printed else self.text

    def __str__(self) -> str:
        return str(self.told)


@dataclass(frozen=True, slots=True)
class Legal:
    """The action may be done."""

    cost: int | None = None
    """Movement points it uses, where movement is meant."""
    note: Reason | None = None
    """What going there brings with it that should be known before, e.g. that one must go on from there."""

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Illegal:
    """The action may not be done; never without a reason."""

    reasons: tuple[Reason, ...]

    def __post_init__(self) -> None:
        if not self.reasons:
            raise ValueError("a refusal needs at least one reason")

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return "; ".join(str(reason) for reason in self.reasons)


Verdict = Legal | Illegal
LEGAL = Legal()


class IllegalAction(ValueError):
    """Raised by ``apply`` for an action that ``check`` refuses. The state is unchanged."""

    def __init__(self, action: Action, verdict: Illegal) -> None:
        super().__init__(f"{action.notation}: {verdict}")
        self.action = action
        self.verdict = verdict
