"""The measuring stick that anybody may lay on a table without a grid at any time; nothing is decided by it."""

from __future__ import annotations

from game.board.measuring import distance
from game.core.pose import Spot, Stick


class Measuring:
    """A stick between two points, while it is out."""

    def __init__(self) -> None:
        self.out = False
        """Whether the pointer lays the stick now."""
        self._from: Spot | None = None
        self._to: Spot | None = None
        self.laying = False
        """Whether its far end follows the pointer."""

    def toggle(self) -> None:
        """Take the stick out, or put it away."""
        self.out, self.laying = not self.out, False
        self._from = self._to = None

    def begin(self, at: Spot) -> None:
        """Lay its near end down."""
        self._from = self._to = at
        self.laying = True

    def move(self, at: Spot) -> None:
        """Its far end follows while it is being laid."""
        if self.laying:
            self._to = at

    def end(self) -> None:
        """Leave it where it lies."""
        self.laying = False

    @property
    def stick(self) -> Stick | None:
        """The stick as it lies; None where it does not."""
        if self._from is None or self._to is None or self._from == self._to:
            return None
        return Stick(self._from, self._to, distance(self._from, self._to))
