"""Stances: plans of a side for several turns, with tasks for its units, their boldness, and the use of the wall."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import NamedTuple

from game.board.hexgrid import Hex, hexes_in
from game.board.paths import reach
from game.core.indices import Slot
from game.core.message import Message, say
from game.rules.tours.actions import ToursPlace
from game.rules.tours.ground import ToursGround
from game.rules.tours.state import ToursState
from game.rules.tours.units import MOUNTED, Contingent

UNREACHABLE_COST = 40
"""The movement points assumed for a hex that cannot be reached."""
WORTH_IT = 0.02
"""The least expected gain of an attack; chosen by hand."""


class Task(NamedTuple):
    """The task of a unit in a stance, in addition to its own judgement."""

    aim: int = 0
    """The mask of its destination hexes; 0 for none."""
    pull: float = 0.0
    """The value of a movement point nearer to them."""
    hunt: float = 1.0
    """The factor on the value of nearness to the enemy."""
    fear: float = 1.0
    """The factor on dangers."""
    last: bool = False
    """Whether it can decide the battle in this player turn."""
    rests: bool = False
    """Whether it makes no voluntary attacks at its destination: cavalry would be disordered (8.6)."""


Tasks = Mapping[Slot, Task]


def _no_tasks(state: ToursState) -> Tasks:
    return {}


def _own_judgement(state: ToursState) -> bool | None:
    return None


def _any_orders(state: ToursState) -> bool:
    return True


def _nobody(state: ToursState) -> Collection[Contingent]:
    return ()


class Stance(NamedTuple):
    """A plan for several turns."""

    name: str = "as-it-comes"
    title: Message = say("no fixed plan")
    tasks: Callable[[ToursState], Tasks] = _no_tasks
    """Unit -> its task, for units that have one."""
    walled: Callable[[ToursState], bool | None] = _own_judgement
    """Whether the heavy infantry should be in its shield wall; None if its possible attacks decide."""
    placed: tuple[ToursPlace, ...] = ()
    """The changes to the proposed set-up."""
    attack: float = WORTH_IT
    """The least expected gain of an attack."""
    held_back: Callable[[ToursState], Collection[Contingent]] = _nobody
    """The contingents that are held back: they do not move, and reform if they can."""
    fits_script: Callable[[ToursState], bool] = _any_orders
    """Whether the orders given are consistent with it, so that a reason may name it."""


AS_IT_COMES = Stance()
"""No plan: every unit does what is best from its place."""


def points_to(ground: ToursGround, aim: int, kind: int, barred: int, halts: int) -> Mapping[Hex, int]:
    """Hex -> the movement points from it to the nearest hex of an aim, around barred hexes and hexes where moves end;
    hexes without a path are left out."""
    return _points_to(ground, aim, kind in MOUNTED, barred & ~aim, halts)


@lru_cache(256)
def _points_to(ground: ToursGround, aim: int, mounted: bool, barred: int, halts: int) -> Mapping[Hex, int]:
    steps = ground.mounted if mounted else ground.foot
    return reach(hexes_in(aim & ~ground.closed), steps, UNREACHABLE_COST - 1, barred, halts).points
