"""Counters in the hand: they follow the pointer, their places show a ghost; put back, they slide home."""

from __future__ import annotations

from collections.abc import Mapping

from game.ui.board.animation import CounterPose, eased

BACK_SECONDS = 0.16
GHOST = 0.34
"""How much of a counter is seen where it was taken from, 0..1."""
PACE = 0.16
"""How far each counter of a stack in the hand lies right of and below the one before, in counter widths."""

Spot = tuple[int, int]


class Carry:
    """What the hand carries. Positions are window pixels."""

    def __init__(self) -> None:
        self.units: tuple[str, ...] = ()
        self.at: Spot = (0, 0)
        self._grip: Spot = (0, 0)
        self._back = 0.0
        self.returning = False

    @property
    def held(self) -> bool:
        """Whether counters follow the pointer."""
        return bool(self.units) and not self.returning

    def lift(self, units: tuple[str, ...], at: Spot, middle: Spot) -> None:
        """Take counters up.

        :param middle: where the first one lay: the hand keeps its grip on it.
        """
        self.units, self.at, self.returning = units, at, False
        self._grip = middle[0] - at[0], middle[1] - at[1]

    def move(self, at: Spot) -> None:
        """Follow the pointer."""
        self.at = at

    def rest(self, middle: Spot) -> None:
        """Hold them with the middle of the first one there, wherever the pointer is."""
        self.at = middle[0] - self._grip[0], middle[1] - self._grip[1]

    def put_back(self) -> None:
        """Let go where nothing comes of it: the counters slide to where they were."""
        self.returning, self._back = bool(self.units), 0.0

    def put_down(self) -> None:
        """Let go for good."""
        self.units, self.returning = (), False

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        if self.returning:
            self._back += dt
            if self._back >= BACK_SECONDS:
                self.put_down()

    def poses(self, homes: Mapping[str, Spot], px: int) -> dict[str, tuple[CounterPose, tuple[float, float]]]:
        """The counters in the hand with their poses and middles, the first one last and so above the others."""
        share = eased(self._back / BACK_SECONDS) if self.returning else 0.0
        found = {}
        for k, unit in reversed(list(enumerate(self.units))):
            x, y = (a + g + k * PACE * px for a, g in zip(self.at, self._grip, strict=True))
            u, v = homes.get(unit, (x, y))
            found[unit] = CounterPose((0.0, 0.0), 1.0 - share), (x + (u - x) * share, y + (v - y) * share)
        return found
