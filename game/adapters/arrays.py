"""What a seat sees as whole numbers in an array, the same places in it for the whole game."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.adapters.nodes import Node, Tree
from game.art import additions
from game.core.capability import capability
from game.core.presenter import HeldPlaces, OffMapBoxes

Numbers = NDArray[np.int32]

PRINTED = 3
"""Columns for the numbers that a counter prints."""
MOST = 9999
"""The highest turn and printed number that is told; 359 is that of a facing in degrees."""


class Layout:
    """Where what stands in the array of a scenario. Seats, places and units are counted from 1; 0 is none.

    ``units`` has a row for each unit, in the order of ``self.units``: its seat; its place (0: out of the game, or not
    there yet); its facing in degrees; the numbers printed on it, up to three, 0 for one that is not plain; for each of
    ``self.marks``, those of the system, whether it has it. ``places`` has for each of ``self.places``, those of the
    board and then the boxes beside it, the seat that holds it. ``moment`` is the turn, the phase of ``self.phases``,
    whose phase it is, the seat that decides, and whether it decides about an interrupt.
    """

    def __init__(self, tree: Tree) -> None:
        rules, state = tree.rules, tree.start.state
        self.tree = tree
        self.units = tuple(counter.unit for counter in rules.counters(state))
        self.places = (*rules.board(state).places, *(box.name for box in capability(rules, OffMapBoxes).boxes(state)))
        self.phases = tuple(dict.fromkeys(phase for _, phase in rules.theme.phases))
        self.marks = tuple(additions(rules.theme.art).marks)
        self._unit = _counted(self.units)
        self._place = _counted(self.places)
        self._seat = _counted(tree.seats)
        self._phase = _counted(self.phases)
        self.shapes = {
            "units": (len(self.units), 3 + PRINTED + len(self.marks)),
            "places": (len(self.places),),
            "moment": (5,),
        }
        """Part -> its shape, in the order in which they stand in the array."""
        self._told: deque[tuple[Any, Numbers]] = deque(maxlen=8)
        """The states that were told last, and their arrays: most are asked for by several readers one after another."""
        self.size = sum(prod(shape) for shape in self.shapes.values())

    def parts(self, array: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """The parts of an array in their shapes, not copied."""
        found, at = {}, 0
        for name, shape in self.shapes.items():
            found[name] = array[at:at + prod(shape)].reshape(shape)
            at += prod(shape)
        return found

    def highest(self) -> Numbers:
        """The highest value of each number; the lowest is 0."""
        array = np.zeros(self.size, np.int32)
        parts = self.parts(array)
        seats, places = len(self.tree.seats), len(self.places)
        parts["units"][:] = [seats, places, 359, *[MOST] * PRINTED, *[1] * len(self.marks)]
        parts["places"][:] = seats
        parts["moment"][:] = [MOST, max(1, len(self.phases)), seats, seats, 1]
        return array

    def array(self, node: Node, seat: str | None) -> Numbers:
        """What a seat sees, flat.

        :param seat: who sees; ``core.capability.NOBODY`` for what everybody does, None for the whole truth.
        """
        state = node.state if seat is None else node.seen_by(seat)
        known = next((array for other, array in tuple(self._told) if other is state), None)
        if known is None:
            known = self._seen(state)
            self._told.append((state, known))
        array = known.copy()
        self.parts(array)["moment"][3:] = self._seat.get(node.seat or "", 0), node.interrupting
        return array

    def named(self, node: Node) -> Numbers:
        """What the actions of a node name: a row for each number there is, those that no action has being 0.

        The columns: the first unit, who acts; the last unit, where another is named; the last place, where it ends.
        """
        rows = np.zeros((self.tree.actions, 3), np.int32)
        for row, action in zip(rows, node.actions, strict=False):
            units, places = action.units, action.places
            row[:] = [
                self._unit.get(units[0], 0) if units else 0,
                self._unit.get(units[-1], 0) if len(units) > 1 else 0,
                self._place.get(places[-1], 0) if places else 0,
            ]
        return rows


    def _seen(self, state: Any) -> Numbers:
        """All that a state says, without who is asked for what."""
        rules = self.tree.rules
        array = np.zeros(self.size, np.int32)
        parts = self.parts(array)
        for counter in rules.counters(state):
            parts["units"][self._unit[counter.unit] - 1] = [
                self._seat.get(counter.seat, 0), self._place.get(counter.place or "", 0), (counter.angle or 0) % 360,
                *_printed(counter.numbers), *(mark in counter.marks for mark in self.marks),
            ]
        for place, holder in capability(rules, HeldPlaces).holders(state).items():
            parts["places"][self._place[place] - 1] = self._seat.get(holder, 0)
        prompt = rules.prompt(state)
        parts["moment"][:3] = (
            min(prompt.turn, MOST), self._phase.get(prompt.phase, 0), self._seat.get(prompt.place[0], 0)
        )
        return array


@lru_cache(maxsize=1024)
def _printed(numbers: str) -> tuple[int, ...]:
    """``4-3`` is 4, 3, 0; what is no plain number, such as a die's face, is 0."""
    plain = (min(int(part), MOST) if part.isascii() and part.isdigit() else 0 for part in numbers.split("-"))
    return (*plain, *[0] * PRINTED)[:PRINTED]


def _counted(names: tuple[str, ...]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names, 1)}
