"""The ways a roll can go, grouped by what matters: each with its exact chance and one outcome that stands for all.

A roll of a few dice has every roll as a branch of its own. A pool of twenty has 6**20 rolls but only twenty-one
numbers of hits: ``grouped`` finds such groups die by die, without going through the rolls.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import TypeVar

from game.core.action import Faces
from game.core.chance import EVERY_OUTCOME, Die, Roll, TooManyOutcomes

Read = TypeVar("Read", bound=Hashable)
"""What has been read off the dice that have fallen so far, e.g. the number of hits."""

@dataclass(frozen=True, slots=True)
class Branch:
    """Outcomes that come to the same."""

    faces: tuple[int, ...]
    """One of them, a face for each die of the roll."""
    chance: Fraction
    """The exact chance of all of them together."""


@lru_cache(maxsize=256)
def every_outcome(dice: tuple[Die, ...]) -> tuple[Branch, ...]:
    """A branch for each outcome of a few dice, in the order in which their faces count up.

    :raises TooManyOutcomes: where there are more than ``EVERY_OUTCOME`` of them.
    """
    count = prod(len(die.faces) for die in dice)
    if count > EVERY_OUTCOME:
        raise TooManyOutcomes(f"{len(dice)} dice have {count} rolls, more than {EVERY_OUTCOME}: group them")
    whole = prod(die.total_weight for die in dice)
    return tuple(
        Branch(faces, Fraction(prod(die.weight(face) for die, face in zip(dice, faces, strict=True)), whole))
        for faces in product(*(die.faces for die in dice))
    )


def representatives(roll: Roll, branches: Callable[[], Sequence[Branch]]) -> list[Faces]:
    """What chance can do, to choose from: every outcome of a few dice, else the one that stands for each branch."""
    if roll.combinations <= EVERY_OUTCOME:
        return [Faces(faces) for faces in roll.all_faces()]
    return [Faces(branch.faces) for branch in branches()]


def grouped(dice: tuple[Die, ...], start: Read, read: Callable[[Read, Die, int], Read]) -> dict[Read, Branch]:
    """The outcomes of any number of dice, grouped by what is read off them one after the other.

    The dice are read in the order in which they lie, so that rows of equal faces can be told as well as sums.

    :param start: what has been read before the first die.
    :param read: what has been read with one die more, from what had been, the die, and the face it shows.
    """
    found: dict[Read, tuple[int, tuple[object, int] | None]] = {start: (1, None)}
    known_steps: dict[Die, dict[Read, dict[Read, tuple[int, int]]]] = {}
    for die in dice:
        steps = known_steps.setdefault(die, {})
        after: dict[Read, tuple[int, tuple[object, int] | None]] = {}
        for before, (weight, way) in found.items():
            ahead = steps.get(before)
            if ahead is None:
                ahead = steps[before] = _steps(die, before, read)
            for reached, (more, face) in ahead.items():
                known = after.get(reached)
                after[reached] = (weight * more, (way, face)) if known is None else (known[0] + weight * more, known[1])
        found = after
    whole = prod(die.total_weight for die in dice)
    return {reached: Branch(_faces(way), Fraction(weight, whole)) for reached, (weight, way) in found.items()}


def _steps(die: Die, before: Read, read: Callable[[Read, Die, int], Read]) -> dict[Read, tuple[int, int]]:
    """What one die leads to: the weight of the faces that do, and one of them."""
    found: dict[Read, tuple[int, int]] = {}
    for face in die.faces:
        reached = read(before, die, face)
        known = found.get(reached)
        found[reached] = (die.weight(face), face) if known is None else (known[0] + die.weight(face), known[1])
    return found


def _faces(way: object) -> tuple[int, ...]:
    """The faces on the way to a group, which is kept as the last face and the way before it."""
    faces = []
    while isinstance(way, tuple):
        way, face = way
        faces.append(face)
    return tuple(reversed(faces))
