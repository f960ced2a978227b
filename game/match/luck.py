"""The luck of a game: rolls and coin flips of each side compared with their expected value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Literal

from game.core.action import Faces
from game.core.chance import CHANCE, Die, Roll
from game.core.contract import System
from game.match.history import Ply

Kind = Literal["hits", "heads", "markers", "numbers"]
"""What is counted: hits of dice, heads of coins or of markers, or the numbers of dice."""


@dataclass(slots=True)
class Luck:
    """The dice or coins of one side, of one kind."""

    seat: str
    kind: Kind
    number: int = 0
    """The number of dice or coins thrown."""
    actual: int = 0
    """The number of hits or heads, or the sum of the numbers."""
    expected: float = 0.0
    """The expected value of ``actual``."""
    variance: float = 0.0
    """The variance of ``actual``."""

    @property
    def deviation(self) -> float:
        """The difference of ``actual`` from its expected value, in standard deviations; positive if above."""
        return (self.actual - self.expected) / sqrt(self.variance) if self.variance else 0.0

    def add(self, die: Die, face: int, hits: frozenset[int] | None) -> None:
        """Count a die of the side: its number, or whether it hits.

        :param hits: the faces that hit; None to count the number.
        """
        values = {each: each if hits is None else int(each in hits) for each in die.faces}
        total_weight = die.total_weight
        mean = sum(values[each] * die.weight(each) for each in die.faces) / total_weight
        self.number += die.coins or 1
        self.actual += values[face]
        self.expected += mean
        self.variance += sum((values[each] - mean) ** 2 * die.weight(each) for each in die.faces) / total_weight


def luck_of(rules: System[Any], first: Any, plies: Sequence[Ply[Any]]) -> list[Luck]:
    """The luck of each side in a game, one entry for each kind; rolls that only reveal a hidden factor are not counted.

    :param first: the first state of the game.
    """
    lucks: dict[tuple[str, Kind], Luck] = {}
    before, actor = first, ""
    for ply in plies:
        if ply.actor != CHANCE:
            actor = ply.actor
        elif isinstance(ply.action, Faces) and (roll := rules.pending_roll(before)) is not None:
            for seat, die, face, hits in _counted(roll, ply.action.faces, actor):
                if len(die.faces) > 1 and not die.reveals:
                    heads: Kind = "markers" if die.drawn else "heads"
                    kind: Kind = "hits" if hits is not None else heads if die.counts_heads else "numbers"
                    lucks.setdefault((seat, kind), Luck(seat, kind)).add(die, face, hits)
        before = ply.state
    return [luck for seat in rules.seats for (owner, _), luck in lucks.items() if owner == seat]


def _counted(roll: Roll, faces: Sequence[int], actor: str) -> Iterable[tuple[str, Die, int, frozenset[int] | None]]:
    """Each die of a roll: its side, the die, its face, and the faces that count as hits."""
    group_of = {number: group for group in roll.groups for number in group.dice}
    for number, (die, face) in enumerate(zip(roll.dice, faces, strict=True)):
        group = group_of.get(number)
        seat = (group.seat if group is not None else "") or roll.seat or actor
        yield seat, die, face, group.hits if group is not None else None
