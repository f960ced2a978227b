"""What a side is about for several turns: where its units belong, how bold they are, and when the wall is formed."""

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

FAR = 40
"""Movement points that stand for a place that cannot be reached."""
WORTH_IT = 0.02
"""What an attack must promise; chosen."""


class Task(NamedTuple):
    """What a unit is to do beside what it finds worth doing."""

    aim: int = 0
    """The mask of hexes it is to come to; 0 for none."""
    pull: float = 0.0
    """What a movement point nearer to them is worth."""
    hunt: float = 1.0
    """The share of what nearness to the enemy counts for others."""
    fear: float = 1.0
    """The share of a danger that it believes."""
    last: bool = False
    """Whether it can decide the battle in this player turn."""
    rests: bool = False
    """Whether it attacks nobody of its own will once it has come there: horse would be disordered (8.6)."""


Tasks = Mapping[Slot, Task]


def _no_tasks(state: ToursState) -> Tasks:
    return {}


def _own_judgement(state: ToursState) -> bool | None:
    return None


def _nobody(state: ToursState) -> Collection[Contingent]:
    return ()


class Stance(NamedTuple):
    """A plan that a player understands."""

    name: str = "as-it-comes"
    title: Message = say("the battle as it comes")
    tasks: Callable[[ToursState], Tasks] = _no_tasks
    """The tasks of units that have one."""
    walled: Callable[[ToursState], bool | None] = _own_judgement
    """Whether the heavy infantry is to stand in its shield wall; None where its attacks decide."""
    placed: tuple[ToursPlace, ...] = ()
    """How the proposed set-up is changed."""
    attack: float = WORTH_IT
    """What an attack must promise."""
    held: Callable[[ToursState], Collection[Contingent]] = _nobody
    """The contingents that are held back: they stand, and reform where they can."""


AS_IT_COMES = Stance()
"""No plan: every unit does what is best where it stands."""


def points_to(ground: ToursGround, aim: int, kind: int, barred: int, halts: int) -> Mapping[Hex, int]:
    """Hex -> the movement points from it to the nearest of some hexes, around barred hexes and those where moves end;
    what lies beyond all ways is left out."""
    return _points_to(ground, aim, kind in MOUNTED, barred & ~aim, halts)


@lru_cache(256)
def _points_to(ground: ToursGround, aim: int, mounted: bool, barred: int, halts: int) -> Mapping[Hex, int]:
    steps = ground.mounted if mounted else ground.foot
    return reach(hexes_in(aim & ~ground.closed), steps, FAR - 1, barred, halts).points
