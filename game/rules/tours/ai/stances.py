"""Stances: plans of a side for several turns, with tasks for its units, their boldness, and the use of the wall."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from game.core.indices import Slot
from game.core.message import Message, say
from game.rules.tours.actions import ToursPlace
from game.rules.tours.ground import MAX_SEARCHED_POINTS
from game.rules.tours.state import ToursState
from game.rules.tours.units import Contingent

UNREACHABLE_COST = MAX_SEARCHED_POINTS + 1
"""The movement points that stand for a hex that cannot be reached."""
MIN_ATTACK_GAIN = 0.02
"""The least expected gain of an attack in most stances; chosen by hand."""


class Task(NamedTuple):
    """The task of a unit in a stance: how the values of hexes to it differ from those without a task."""

    aim: int = 0
    """The mask of its destination hexes; 0 for none."""
    aim_value: float = 0.0
    """The value of each movement point nearer to the destination, on the scale of ``odds.unit_value``."""
    enemy_factor: float = 1.0
    """The factor on the value of nearness to the enemy."""
    danger_factor: float = 1.0
    """The factor on dangers."""
    is_decisive: bool = False
    """Whether it can decide the battle in this player turn."""
    rests: bool = False
    """Whether it makes no voluntary attacks at its destination, because cavalry would be disordered (8.6)."""


Tasks = Mapping[Slot, Task]
"""Unit -> its task, for units that have one."""


def _no_tasks(state: ToursState) -> Tasks:
    """The tasks of a stance without tasks."""
    return {}


def _undecided(state: ToursState) -> bool | None:
    """No decision on the shield wall."""
    return None


def _any_orders(state: ToursState) -> bool:
    """True, for stances that any orders fit."""
    return True


def _no_contingents(state: ToursState) -> Collection[Contingent]:
    """The contingents held back in a stance that holds none back."""
    return ()


class Stance(NamedTuple):
    """A plan for several turns."""

    name: str = "as-it-comes"
    title: Message = say("no fixed plan")
    tasks: Callable[[ToursState], Tasks] = _no_tasks
    """Computes the tasks of units."""
    wants_wall: Callable[[ToursState], bool | None] = _undecided
    """Whether the heavy infantry should be in its shield wall; None if its possible attacks decide."""
    set_up_changes: tuple[ToursPlace, ...] = ()
    """The changes to the proposed set-up."""
    min_attack_gain: float = MIN_ATTACK_GAIN
    """The least expected gain of an attack."""
    held_back: Callable[[ToursState], Collection[Contingent]] = _no_contingents
    """The contingents that are held back: they do not move, and reform if they can."""
    fits_script: Callable[[ToursState], bool] = _any_orders
    """Whether the orders given are consistent with it, so that a reason may name it."""


AS_IT_COMES = Stance()
"""No plan: no unit has a task."""
