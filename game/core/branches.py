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
from math import prod
from typing import TypeVar

from game.core.action import Faces
from game.core.chance import MAX_ENUMERATED, Die, Roll, face_combinations

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

    :raises TooManyOutcomes: if there are more than ``MAX_ENUMERATED``.
    """
    total_weight = prod(die.total_weight for die in dice)
    return tuple(
        Branch(faces, Fraction(prod(die.weight(face) for die, face in zip(dice, faces, strict=True)), total_weight))
        for faces in face_combinations(dice)
    )


def representatives(roll: Roll, branches: Callable[[], Sequence[Branch]]) -> list[Faces]:
    """The actions of chance to choose from: every outcome of a few dice, otherwise the representative of each
    branch."""
    if roll.combinations <= MAX_ENUMERATED:
        return [Faces(faces) for faces in roll.all_faces()]
    return [Faces(branch.faces) for branch in branches()]


def grouped(dice: tuple[Die, ...], start: Read, read: Callable[[Read, Die, int], Read]) -> dict[Read, Branch]:
    """The outcomes of any number of dice, grouped by a value that is read off them one die at a time.

    The dice are read in their order in the roll, so the value can depend on rows of equal faces as well as on sums.

    :param start: the value before the first die.
    :param read: the value after one more die, from the value before, the die and its face.
    """
    # Value -> the weight of its outcomes, and one of these: its last face, linked to the faces before it.
    outcomes: dict[Read, tuple[int, tuple[object, int] | None]] = {start: (1, None)}
    cached_steps: dict[Die, dict[Read, dict[Read, tuple[int, int]]]] = {}
    for die in dice:
        steps = cached_steps.setdefault(die, {})
        after: dict[Read, tuple[int, tuple[object, int] | None]] = {}
        for value_before, (weight, faces) in outcomes.items():
            values_after = steps.get(value_before)
            if values_after is None:
                values_after = steps[value_before] = _steps(die, value_before, read)
            for value, (face_weight, face) in values_after.items():
                entry = after.get(value)
                product_weight = weight * face_weight
                after[value] = (product_weight, (faces, face)) if entry is None else (
                    entry[0] + product_weight, entry[1])
        outcomes = after
    total_weight = prod(die.total_weight for die in dice)
    return {value: Branch(_unlinked(faces), Fraction(weight, total_weight))
            for value, (weight, faces) in outcomes.items()}


def _steps(die: Die, before: Read, read: Callable[[Read, Die, int], Read]) -> dict[Read, tuple[int, int]]:
    """The values after one die, each with the total weight of its faces and one of them."""
    values: dict[Read, tuple[int, int]] = {}
    for face in die.faces:
        value = read(before, die, face)
        entry = values.get(value)
        values[value] = (die.weight(face), face) if entry is None else (entry[0] + die.weight(face), entry[1])
    return values


def _unlinked(linked_faces: object) -> tuple[int, ...]:
    """The faces of an outcome in their order, from a chain that links each face to those before it."""
    faces = []
    while isinstance(linked_faces, tuple):
        linked_faces, face = linked_faces
        faces.append(face)
    return tuple(reversed(faces))
