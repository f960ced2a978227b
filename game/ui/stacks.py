"""Where resting counters lie: piled in their hexes, the pile under the pointer spread out."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate, pairwise

import pygame

from game.board.hexgrid import HexBoard, centre
from game.core.contract import Counter
from game.ui.animation import eased
from game.ui.camera import Camera, Point

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
SPREAD_SECONDS = 0.13


class Stacks:
    """The piles of a board as a camera shows them. Positions are window pixels."""

    def __init__(self, board: HexBoard, camera: Camera) -> None:
        self._board, self._camera = board, camera
        self._stacks: dict[str, list[Counter]] = {}
        self._spread: str | None = None
        self._spread_for = 0.0

    @property
    def px(self) -> int:
        """A counter's width in pixels."""
        return counter_width(self._camera.scale)

    def lay(self, counters: Sequence[Counter], held: Mapping[str, str | None], moving: Collection[str]) -> None:
        """Pile the counters: ``held`` overrides where units stand, those ``moving`` lie nowhere."""
        self._stacks = {}
        for counter in counters:
            place = held.get(counter.unit, counter.place)
            if place is not None and place in self._board.index and counter.unit not in moving:
                self._stacks.setdefault(place, []).append(counter)
        for stack in self._stacks.values():
            stack.sort(key=strength)

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        self._spread_for = min(SPREAD_SECONDS, self._spread_for + dt)

    def spots(self) -> dict[str, tuple[int, int]]:
        """Every resting counter's centre, lowest first; the spread stack last."""
        found: dict[str, tuple[int, int]] = {}
        last: dict[str, tuple[int, int]] = {}
        scale = self._camera.scale
        for place, stack in sorted(self._stacks.items(), key=lambda item: centre(item[0])[1]):
            x, y = self._camera.to_screen(centre(place))
            share = eased(self._spread_for / SPREAD_SECONDS) if place == self._spread and len(stack) > 1 else 0.0
            offsets = _offsets(stack)
            for k, counter in enumerate(stack):
                across, down = offsets[k]
                wide = (k - (len(stack) - 1) / 2) * (COUNTER + 0.10) * share + across * (1 - share)
                (last if share else found)[counter.unit] = (
                    round(x + wide * scale), round(y + down * (1 - share) * scale)
                )
        return {**found, **last}

    @property
    def condition(self) -> object:
        """Changes whenever a counter lies otherwise."""
        return {place: tuple(stack) for place, stack in self._stacks.items()}, self._spread, self._spread_for

    shifts_costs = False
    """Whether what it costs to reach a place is printed upon its counters."""

    def cost_at(self, place: str) -> tuple[int, int] | None:
        """The window pixel for what it costs to reach a place: its centre."""
        return None

    def widths(self) -> Mapping[str, float]:
        """The counters not shown at full size, with their share of it: none."""
        return {}

    def rank(self, unit: str) -> int | None:
        """A unit's place in the order of its stack: stacks of hexes have none."""
        return None

    def place_at(self, pos: tuple[int, int]) -> str | None:
        """The place whose spread stack is to be clicked instead of what it covers: none."""
        return None

    def covered(self) -> frozenset[str]:
        """The units whose signs would hide what shows of them: none."""
        return frozenset()

    def visit(self, place: str | None) -> None:
        """The keyboard has come to a place: stacks of hexes stay as they are."""

    def fanned(self) -> frozenset[str]:
        """The units that lie on others of another kind, whose symbols stick out above them."""
        return frozenset(c.unit for stack in self._stacks.values() if not _alike(stack) for c in stack[1:])

    def tray(self) -> tuple[frozenset[str], pygame.Rect] | None:
        """The units of the spread stack and the area beneath them, where one is spread."""
        stack = self._stacks.get(self._spread or "", [])
        if len(stack) < 2:
            return None
        spots = self.spots()
        area = _around([spots[counter.unit] for counter in stack], self.px)
        return frozenset(counter.unit for counter in stack), area

    def lying(self) -> list[tuple[Counter, Point, float]]:
        """Every resting counter, the lowest first, with its middle and width in hex radii, as if none were fanned."""
        found = [(c, centre(place), COUNTER) for place, stack in self._stacks.items() for c in stack]
        return sorted(found, key=lambda entry: strength(entry[0]))

    def unit_at(self, pos: tuple[int, int]) -> str | None:
        """The uppermost counter under a point."""
        half = self.px // 2
        for unit, (x, y) in reversed(self.spots().items()):
            if abs(pos[0] - x) <= half and abs(pos[1] - y) <= half:
                return unit
        return None

    def hover(self, pos: tuple[int, int], place: str | None, goals: Collection[str] = ()) -> None:
        """Spread the stack of the place under the pointer, and keep it so while the pointer is on its counters."""
        if self._spread is not None:
            stack = self._stacks.get(self._spread, [])
            x, y = self._camera.to_screen(centre(self._spread))
            width, scale = len(stack) * (COUNTER + 0.1), self._camera.scale
            if len(stack) > 1 and abs(pos[0] - x) <= width * scale / 2 and abs(pos[1] - y) <= 0.7 * scale:
                return
        many = place if place is not None and len(self._stacks.get(place, ())) > 1 else None
        if many != self._spread:
            self._spread, self._spread_for = many, 0.0


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


def _around(points: Sequence[tuple[int, int]], px: int) -> pygame.Rect:
    """The box around counters of a width centred on points, with a little room."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    room = px + px // 5
    return pygame.Rect(min(xs) - room // 2, min(ys) - room // 2, max(xs) - min(xs) + room, max(ys) - min(ys) + room)
