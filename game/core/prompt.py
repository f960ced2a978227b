"""What is asked of who must act: the phase, the sentence, what must still be done, and the main button."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from game.core.action import Action
from game.core.message import Message, Text
from game.core.verdict import RuleRef

Mode = Literal["move", "compose", "place", "advance", "roll", "over"]
"""What clicking a unit can mean."""


@dataclass(frozen=True, slots=True)
class Duty:
    """What must still happen before the phase may end."""

    units: tuple[str, ...]
    text: Message
    rule: RuleRef


@dataclass(frozen=True, slots=True)
class Budget:
    """Something that is spent: movement points, orders, pips."""

    title: Text
    """E.g. ``Orders``."""
    left: int
    whole: int
    """How many there were at first."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is asked now."""

    phase: str
    turn: int
    to_act: str | None
    text: Message
    rule: RuleRef
    duties: tuple[Duty, ...] = ()
    main: Action | None = None
    """The action of the main button; ``check`` says whether it may be done yet."""
    main_label: Text = ""
    mode: Mode = "move"
    """What clicking a unit means: pick it up, or add it to what is being composed."""
    whose: str | None = None
    """The phasing seat, empty in a phase of both sides; None: the seat to act."""

    goes_on: str = ""
    """The unit already acting, or the one that the question is about: it is preselected, and others may be
    picked instead."""
    budgets: tuple[Budget, ...] = ()
    """What who acts has left to spend."""
    reaction: Text = ""
    """What an interrupt is, e.g. ``reaction fire``. Who is asked may decline for now, for the phase or for good;
    declining is what ``main`` does. Empty: a decision that must be taken."""

    @property
    def place(self) -> tuple[str, str]:
        """The (seat, phase) of the turn's order."""
        return (self.to_act or "") if self.whose is None else self.whose, self.phase
