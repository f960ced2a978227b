"""A seat's view of a state as an array of whole numbers, with a layout that is fixed for the whole game."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.adapters.nodes import Node, Tree
from game.art import screen_data
from game.core.capability import capability
from game.core.presenter import HeldPlaces, OffMapBoxes

Numbers = NDArray[np.int32]
"""An array of whole numbers."""

UNIT_COLUMNS, MOMENT_COLUMNS, ACTION_COLUMNS = 3, 5, 3
"""The number of columns of a unit before its printed numbers, of the moment, and of an action's units and place; see
``Layout``."""
PRINTED_NUMBERS = 3
"""The number of columns for the numbers printed on a counter; any further numbers are left out."""
HIGHEST_NUMBER = 9999
"""The highest turn and printed number that is encoded; larger ones are clipped. Chosen by hand."""
MAX_FACING = 359
"""The highest facing in whole degrees."""
CACHED_STATES = 8
"""The number of encoded states that are cached; chosen by hand."""


class Layout:
    """The layout of a scenario's array. Seats, places and units are counted from 1; 0 means none.

    ``units`` has a row for each unit, in the order of ``self.units``: its seat; its place (0: eliminated or not yet on
    the map); its facing in degrees; up to three printed numbers, 0 for one that is not a plain number; then one column
    for each of ``self.marks``, the system's marks: 1 if the unit has it. ``places`` has for each of ``self.places``,
    the places of the board followed by the off-map boxes, the seat that holds it. ``moment`` is the turn, the phase of
    ``self.phases``, the phasing seat, the seat to decide, and whether it decides about an interrupt.
    """

    def __init__(self, tree: Tree) -> None:
        rules, state = tree.rules, tree.start.state
        self.tree = tree
        self.units = tuple(counter.unit for counter in rules.counters(state))
        self.places = (*rules.board(state).places, *(box.name for box in capability(rules, OffMapBoxes).boxes(state)))
        self.phases = tuple(dict.fromkeys(phase for _, phase in (*rules.theme.opening, *rules.theme.phases)))
        self.marks = tuple(screen_data(rules.theme.art).marks)
        self._unit_numbers = _numbers_of(self.units)
        self._place_numbers = _numbers_of(self.places)
        self._seat_numbers = _numbers_of(tree.seats)
        self._phase_numbers = _numbers_of(self.phases)
        self.shapes = {
            "units": (len(self.units), UNIT_COLUMNS + PRINTED_NUMBERS + len(self.marks)),
            "places": (len(self.places),),
            "moment": (MOMENT_COLUMNS,),
        }
        """Part -> its shape, in the order of the parts in the array."""
        self._encoded: deque[tuple[Any, Numbers]] = deque(maxlen=CACHED_STATES)
        """Cache of the last encoded states and their arrays: several readers usually ask for the same state in a
        row."""
        self.size = sum(prod(shape) for shape in self.shapes.values())
        """The length of the array."""

    def parts(self, array: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """The parts of an array in their shapes, as views."""
        parts, start = {}, 0
        for name, shape in self.shapes.items():
            parts[name] = array[start:start + prod(shape)].reshape(shape)
            start += prod(shape)
        return parts

    def highest(self) -> Numbers:
        """The upper bound of each number; the lower bound is 0."""
        array = np.zeros(self.size, np.int32)
        parts = self.parts(array)
        seats, places = len(self.tree.seats), len(self.places)
        parts["units"][:] = [seats, places, MAX_FACING, *[HIGHEST_NUMBER] * PRINTED_NUMBERS, *[1] * len(self.marks)]
        parts["places"][:] = seats
        parts["moment"][:] = [HIGHEST_NUMBER, max(1, len(self.phases)), seats, seats, 1]
        return array

    def array(self, node: Node, seat: str | None) -> Numbers:
        """Encode what a seat sees as a flat array.

        :param seat: the viewer; ``core.capability.SPECTATOR`` for public information only, None for the full state.
        """
        state = node.state if seat is None else node.seen_by(seat)
        encoded = next((array for other, array in tuple(self._encoded) if other is state), None)
        if encoded is None:
            encoded = self._encode(state)
            self._encoded.append((state, encoded))
        array = encoded.copy()
        self.parts(array)["moment"][3:] = self._seat_numbers.get(node.seat or "", 0), node.interrupting
        return array

    def units_and_places(self, node: Node) -> Numbers:
        """The units and places named by a node's actions: a row for each action number, zeros for unused numbers.

        The columns: the first unit, which acts; the last unit, if it is another; the last place, the destination.
        """
        rows = np.zeros((self.tree.action_numbers, ACTION_COLUMNS), np.int32)
        for row, action in zip(rows, node.actions, strict=False):
            units, places = action.units, action.places
            row[:] = [
                self._unit_numbers.get(units[0], 0) if units else 0,
                self._unit_numbers.get(units[-1], 0) if len(units) > 1 else 0,
                self._place_numbers.get(places[-1], 0) if places else 0,
            ]
        return rows

    def _encode(self, state: Any) -> Numbers:
        """Encode a state without the seat to decide and the interrupt flag."""
        rules = self.tree.rules
        array = np.zeros(self.size, np.int32)
        parts = self.parts(array)
        for counter in rules.counters(state):
            parts["units"][self._unit_numbers[counter.unit] - 1] = [
                self._seat_numbers.get(counter.seat, 0), self._place_numbers.get(counter.place or "", 0),
                (counter.angle or 0) % (MAX_FACING + 1), *_printed_numbers(counter.numbers),
                *(mark in counter.marks for mark in self.marks),
            ]
        for place, holder in capability(rules, HeldPlaces).holders(state).items():
            parts["places"][self._place_numbers[place] - 1] = self._seat_numbers.get(holder, 0)
        prompt = rules.prompt(state)
        parts["moment"][:3] = (
            min(prompt.turn, HIGHEST_NUMBER), self._phase_numbers.get(prompt.phase, 0),
            self._seat_numbers.get(prompt.phase_key[0], 0),
        )
        return array


@lru_cache(maxsize=1024)
def _printed_numbers(numbers: str) -> tuple[int, ...]:
    """The printed numbers, e.g. 4, 3, 0 for ``4-3``; a part that is not a plain number, such as a die's face, is 0."""
    values = (min(int(part), HIGHEST_NUMBER) if part.isascii() and part.isdigit() else 0
              for part in numbers.split("-"))
    return (*values, *[0] * PRINTED_NUMBERS)[:PRINTED_NUMBERS]


def _numbers_of(names: tuple[str, ...]) -> dict[str, int]:
    """Name -> its number, from 1."""
    return {name: number for number, name in enumerate(names, 1)}
