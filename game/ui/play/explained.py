"""What the middle card is about: what the pointer shows, which stays while the pointer is on its way to the card."""

from __future__ import annotations

from enum import Enum, auto

STILL = 0.04
"""Seconds without a motion after which the pointer rests where it is."""
THERE = 0.25
"""Seconds after which it counts as being at a place though it goes on moving there."""


class Over(Enum):
    """Where the pointer is."""

    MAP = auto()
    CARD = auto()
    """On the middle card: what it is about does not change there."""
    ELSEWHERE = auto()


class Explained:
    """The place and the counter explained. Pointing at others counts once the pointer rests or stays there."""

    def __init__(self) -> None:
        self.place: str | None = None
        self.unit: str | None = None
        self._over = Over.ELSEWHERE
        self._next: tuple[str | None, str | None] = (None, None)
        self._still = self._there = 0.0
        self._about: tuple[object, ...] = ()

    def point(self, over: Over, place: str | None, unit: str | None) -> None:
        """The pointer has moved, or what lies beneath it has."""
        if (over, place) != (self._over, self._next[0]):
            self._there = 0.0
        self._over, self._next, self._still = over, (place, unit), 0.0
        if over is Over.MAP and place == self.place:
            self.unit = unit

    def update(self, dt: float, about: tuple[object, ...]) -> bool:
        """Let ``dt`` seconds pass; whether something else is explained now.

        :param about: what the card depends on, e.g. the state: it closes at once when any of these change.
        """
        self._still += dt
        self._there += dt
        over = len(about) != len(self._about) or any(a is not b for a, b in zip(about, self._about, strict=True))
        self._about = about
        rests = self._over is not Over.CARD and (self._still >= STILL or self._there >= THERE)
        if not (over or rests) or (self.place, self.unit) == self._next:
            return False
        self.place, self.unit = self._next
        return True
