"""The prompt for the seat to act: the phase, the instruction, the remaining duties and the main button."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from game.core.action import Action
from game.core.message import Message, Text
from game.core.verdict import RuleRef

Mode = Literal["move", "compose", "place", "advance", "roll", "over"]
"""What clicking a unit means."""


@dataclass(frozen=True, slots=True)
class Duty:
    """Something that must be done before the phase may end."""

    units: tuple[str, ...]
    """The units that must do it."""
    text: Message
    rule: RuleRef


@dataclass(frozen=True, slots=True)
class Budget:
    """Something that can be spent: movement points, orders, PIPs."""

    title: Text
    """The name, e.g. ``Orders``."""
    left: int
    """What has not been spent."""
    whole: int
    """The initial amount."""
    counts_task: bool = False
    """Whether it says how much of the phase's task is still to do; the units that can do it are then not counted."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the seat to act must do now."""

    phase: str
    """The phase, as named in positions."""
    turn: int
    """The turn number."""
    to_act: str | None
    """The seat that must act, ``chance``, or None if the game is over."""
    text: Message
    """The instruction for the player, in one sentence."""
    rule: RuleRef
    """The rule of the phase or decision."""
    duties: tuple[Duty, ...] = ()
    """What must be done before the phase may end."""
    main: Action | None = None
    """The action of the main button; ``check`` says whether it is legal yet."""
    main_label: Text = ""
    """The label of the main button."""
    mode: Mode = "move"
    """What clicking a unit means: select it, or add it to the action being composed."""
    phasing_seat: str | None = None
    """The phasing seat, empty in a phase of both sides; None: the seat to act."""
    active_unit: str = ""
    """The unit already acting, or the one that the question is about: it is preselected, and others may be selected
    instead."""
    budgets: tuple[Budget, ...] = ()
    """What the seat to act has left to spend."""
    reaction: Text = ""
    """The name of an optional interrupt, e.g. ``reaction fire``. The player may decline for now, for the phase or for
    good; ``main`` declines. Empty: a mandatory decision."""
    aside: Text = ""
    """What is played out of sequence within the phase, e.g. ``cavalry activation``; empty: the phase itself."""

    @property
    def phase_key(self) -> tuple[str, str]:
        """The phase as (seat, phase), as in the theme's order of phases."""
        return (self.to_act or "") if self.phasing_seat is None else self.phasing_seat, self.phase
