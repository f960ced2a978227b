"""The outcomes of a roll, grouped by their effect: each group with its exact probability and one representative
outcome.

With a few dice, every outcome is a branch of its own. A pool of twenty has 6**20 outcomes but only twenty-one numbers
of hits: ``grouped`` finds such groups die by die, without enumerating the outcomes.
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
"""What has been read off the dice so far, e.g. the number of hits."""

@dataclass(frozen=True, slots=True)
class Branch:
    """Outcomes with the same effect."""

    faces: tuple[int, ...]
    """One of these outcomes: a face for each die of the roll."""
    chance: Fraction
    """The exact probability of all of them together."""


@lru_cache(maxsize=256)
def every_outcome(dice: tuple[Die, ...]) -> tuple[Branch, ...]:
    """A branch for each outcome of a few dice, in counting order of the faces.

    :raises TooManyOutcomes: if there are more than ``EVERY_OUTCOME``.
    """
    count = prod(len(die.faces) for die in dice)
    if count > EVERY_OUTCOME:
        raise TooManyOutcomes(f"{len(dice)} dice have {count} rolls, more than {EVERY_OUTCOME}: group them")
    total_weight = prod(die.total_weight for die in dice)
    return tuple(
        Branch(faces, Fraction(prod(die.weight(face) for die, face in zip(dice, faces, strict=True)), total_weight))
        for faces in product(*(die.faces for die in dice))
    )


def representatives(roll: Roll, branches: Callable[[], Sequence[Branch]]) -> list[Faces]:
    """The actions of chance to choose from: every outcome of a few dice, otherwise the representative of each
    branch."""
    if roll.combinations <= EVERY_OUTCOME:
        return [Faces(faces) for faces in roll.all_faces()]
    return [Faces(branch.faces) for branch in branches()]


def grouped(dice: tuple[Die, ...], start: Read, read: Callable[[Read, Die, int], Read]) -> dict[Read, Branch]:
    """The outcomes of any number of dice, grouped by a value that is read off them one die at a time.

    The dice are read in their order in the roll, so the value can depend on rows of equal faces as well as on sums.

    :param start: the value before the first die.
    :param read: the value after one more die, from the value before, the die and its face.
    """
    outcomes: dict[Read, tuple[int, tuple[object, int] | None]] = {start: (1, None)}
    known_steps: dict[Die, dict[Read, dict[Read, tuple[int, int]]]] = {}
    for die in dice:
        steps = known_steps.setdefault(die, {})
        after: dict[Read, tuple[int, tuple[object, int] | None]] = {}
        for before, (weight, branch) in outcomes.items():
            next_values = steps.get(before)
            if next_values is None:
                next_values = steps[before] = _steps(die, before, read)
            for reached, (face_weight, face) in next_values.items():
                known = after.get(reached)
                total = weight * face_weight
                after[reached] = (total, (branch, face)) if known is None else (known[0] + total, known[1])
        outcomes = after
    total_weight = prod(die.total_weight for die in dice)
    return {reached: Branch(_faces(branch), Fraction(weight, total_weight))
            for reached, (weight, branch) in outcomes.items()}


def _steps(die: Die, before: Read, read: Callable[[Read, Die, int], Read]) -> dict[Read, tuple[int, int]]:
    """The values after one die, each with the total weight of its faces and one of them."""
    values: dict[Read, tuple[int, int]] = {}
    for face in die.faces:
        reached = read(before, die, face)
        known = values.get(reached)
        values[reached] = (die.weight(face), face) if known is None else (known[0] + die.weight(face), known[1])
    return values


def _faces(outcome: object) -> tuple[int, ...]:
    """The faces that lead to a group, which are linked as the last face and the way before it."""
    faces = []
    while isinstance(outcome, tuple):
        outcome, face = outcome
        faces.append(face)
    return tuple(reversed(faces))
