"""What picked units can do, and why something cannot be done."""

from __future__ import annotations

from dataclasses import dataclass

from game.core.action import Action
from game.core.contract import Preview
from game.core.verdict import Illegal, Reason, Verdict


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something clicked or pointed at is not possible."""

    place: str
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """Something the picked units can do: whether it may be done and what it leads to."""

    action: Action
    verdict: Verdict
    preview: Preview | None
    words: str = ""
    """What the prompt calls it; empty where the action's own word will do."""

    @property
    def label(self) -> str:
        """The words on its button."""
        if self.words:
            return self.words
        word = self.action.notation.split()[0].replace("-", " ")
        return word[0].upper() + word[1:]

    @property
    def reason(self) -> str:
        return str(self.verdict.reasons[0]) if isinstance(self.verdict, Illegal) else ""
