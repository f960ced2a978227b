"""Where resting counters lie: piled in their hexes, the pile under the pointer spread out."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate, pairwise

import pygame

from game.board.hexgrid import HexBoard
from game.core.contract import Counter
from game.ui.board.spread import Spread, around, laid_out
from game.ui.kit.camera import Camera, Point

COUNTER = 1.24
"""A counter's width in hex radii: 0.62 of a hex."""
PILE = 0.13
"""How far each counter of a pile of like ones lies above and left of the one beneath, in hex radii."""
FAN = (0.17, 0.50)
"""How far each counter of a mixed stack lies right of and below the one beneath, which shows its symbol; hex radii."""
LIKE = (0.04, 0.13)
"""The same for a counter upon a like one in a mixed stack."""
HIGH = 0.70
"""How far the uppermost counter of a mixed stack lies below the lowest one at most, in hex radii."""


class Stacks:
    """The piles of a board as a camera shows them. Positions are window pixels."""

    def __init__(self, board: HexBoard, camera: Camera) -> None:
        self._board, self._camera = board, camera
        self._stacks: dict[str, list[Counter]] = {}
        self._place_of: dict[str, str] = {}
        self.spread = Spread()
        self.raised: frozenset[str] = frozenset()
        """Units in hand, which lie above all others."""

    @property
    def px(self) -> int:
        """A counter's width in pixels."""
        return counter_width(self._camera.scale)

    @property
    def wide(self) -> int:
        """A spread counter's width in pixels."""
        return self.px

    def lay(self, counters: Sequence[Counter], held: Mapping[str, str | None], moving: Collection[str]) -> None:
        """Pile the counters: ``held`` overrides where units stand, those ``moving`` lie nowhere."""
        self._stacks = {}
        for counter in counters:
            place = held.get(counter.unit, counter.place)
            if place is not None and place in self._board.index and counter.unit not in moving:
                self._stacks.setdefault(place, []).append(counter)
        for stack in self._stacks.values():
            stack.sort(key=strength)
        self._place_of = {counter.unit: place for place, stack in self._stacks.items() for counter in stack}

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        self.spread.update(dt)

    def place_of(self, unit: str) -> str | None:
        """Where a resting counter lies."""
        return self._place_of.get(unit)

    def spot_of(self, unit: str, place: str) -> Point:
        """Where a counter goes in a hex, whatever lies there: its middle."""
        return self._board.grid.centre(place)

    def units_in(self, place: str | None) -> tuple[str, ...]:
        """The resting counters of a place."""
        return tuple(counter.unit for counter in self._stacks.get(place or "", ()))

    def spots(self) -> dict[str, tuple[int, int]]:
        """Every resting counter's centre, lowest first; those in hand above them, the spread stack last,
        uppermost of it what the pointer rested on."""
        found: dict[str, tuple[int, int]] = {}
        scale = self._camera.scale
        for place, stack in sorted(self._stacks.items(), key=lambda item: self._board.grid.centre(item[0])[1]):
            x, y = self._camera.to_screen(self._board.grid.centre(place))
            for counter, (across, down) in zip(stack, _offsets(stack), strict=True):
                found[counter.unit] = round(x + across * scale), round(y + down * scale)
        for unit in [unit for unit in found if unit in self.raised]:
            found[unit] = found.pop(unit)
        share = self.spread.share
        for unit, (u, v) in self._apart().items():
            x, y = found.pop(unit)
            found[unit] = round(x + (u - x) * share), round(y + (v - y) * share)
        if self.spread.anchor is not None and self.spread.anchor[0] in found:
            found[self.spread.anchor[0]] = found.pop(self.spread.anchor[0])
        return found

    def _apart(self) -> dict[str, tuple[int, int]]:
        """The spread stack in a row; nothing where none is spread."""
        units = self.units_in(self.spread.place)
        if len(units) < 2 or self.spread.place is None:
            return {}
        step = (COUNTER + 0.10) * self._camera.scale
        middle = self._camera.to_screen(self._board.grid.centre(self.spread.place))
        return laid_out([(units, 0.0)], step, self._camera.rect, middle, self.spread.anchor)

    @property
    def condition(self) -> object:
        """Changes whenever a counter lies otherwise."""
        return {place: tuple(stack) for place, stack in self._stacks.items()}, self.spread.condition, self.raised

    shifts_costs = False
    """Whether what it costs to reach a place is printed upon its counters."""

    def cost_at(self, place: str) -> tuple[int, int] | None:
        """The window pixel for what it costs to reach a place: its centre."""
        return None

    def key_at(self, place: str, wide: float) -> tuple[int, int] | None:
        """The window pixel for the key that goes to a place: its centre."""
        return None

    def widths(self) -> Mapping[str, float]:
        """The counters not shown at full size, with their share of it: none."""
        return {}

    def rank(self, unit: str) -> int | None:
        """A unit's place in the order of its stack: stacks of hexes have none."""
        return None

    def rank_side(self, unit: str) -> int:
        """At which side of a counter its rank would be shown."""
        return -1

    def place_at(self, pos: tuple[int, int]) -> str | None:
        """The place of the counter seen at a point, whatever ground is beneath it; None where none is seen."""
        unit = self.unit_at(pos)
        return self.place_of(unit) if unit is not None else None

    def covered(self) -> frozenset[str]:
        """The units whose signs would hide what shows of them: none."""
        return frozenset()

    def visit(self, place: str | None) -> None:
        """Spread the stack of a place that the keyboard has come to."""
        if place is not None and len(self.units_in(place)) > 1:
            self.spread.open(place)
        else:
            self.spread.fold()

    def fanned(self) -> frozenset[str]:
        """The units that lie on others of another kind, whose symbols stick out above them."""
        return frozenset(c.unit for stack in self._stacks.values() if not _alike(stack) for c in stack[1:])

    def tray(self) -> tuple[frozenset[str], pygame.Rect] | None:
        """The units of the spread stack and the area beneath them, where one is spread."""
        apart = self._apart()
        return (frozenset(apart), around(list(apart.values()), self.px + self.px // 5)) if apart else None

    def lying(self) -> list[tuple[Counter, Point, float]]:
        """Every resting counter, the lowest first, with its middle and width in hex radii, as if none were fanned."""
        found = [(c, self._board.grid.centre(place), COUNTER) for place, stack in self._stacks.items() for c in stack]
        return sorted(found, key=lambda entry: strength(entry[0]))

    def covering(self) -> list[tuple[Point, float]]:
        """The middle and the width in hex radii of every resting counter, piled and fanned but not spread."""
        return [
            ((x + across, y + down), COUNTER)
            for place, stack in self._stacks.items() for x, y in (self._board.grid.centre(place),)
            for across, down in _offsets(stack)
        ]

    def unit_at(self, pos: tuple[int, int]) -> str | None:
        """The uppermost counter under a point."""
        half = self.px // 2
        for unit, (x, y) in reversed(self.spots().items()):
            if abs(pos[0] - x) <= half and abs(pos[1] - y) <= half:
                return unit
        return None


def counter_width(scale: float) -> int:
    """A counter's width in pixels at a number of pixels a hex radius."""
    return max(6, round(COUNTER * scale))


def strength(counter: Counter) -> int:
    """The first number printed on a counter: the strongest lies uppermost."""
    first = re.match(r"\d+", counter.numbers)
    return int(first[0]) if first else 0


def _alike(stack: Sequence[Counter]) -> bool:
    """Whether every counter of a stack has the same print."""
    return len({(counter.seat, counter.symbol, counter.abbr, counter.numbers) for counter in stack}) == 1


def _offsets(stack: Sequence[Counter]) -> list[tuple[float, float]]:
    """Where the counters of a pile lie about its middle, lowest first: right and down, in hex radii."""
    if _alike(stack):
        steps = [(-PILE, -PILE)] * (len(stack) - 1)
    else:
        steps = [LIKE if _alike(pair) else FAN for pair in pairwise(stack)]
        share = min(1.0, HIGH / sum(down for _, down in steps))
        steps = [(across * share, down * share) for across, down in steps]
    ends = list(accumulate(steps, lambda end, step: (end[0] + step[0], end[1] + step[1]), initial=(0.0, 0.0)))
    return [(x - ends[-1][0] / 2, y - ends[-1][1] / 2) for x, y in ends]
