"""What has been decided plays out on screen one part after the other: the die, the table's cell, the map."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.core.event import Event, GameOver, PhaseBegan, Rolled
from game.ui.dice import DiceTray

if TYPE_CHECKING:
    from game.ui.boardview import BoardView
    from game.ui.sound import Sounds

CELL_SECONDS = 0.9
"""How long the table's cell is lit before the result plays out."""

LINGER_SECONDS = 1.2
"""How long the last result of a phase stays in view after it has played out."""


@dataclass
class Part:
    """One part: what starts it, and whether it still runs."""

    start: Callable[[], None]
    running: Callable[[], bool]
    skip: Callable[[], None]


class Stage:
    """A queue of parts; ``update`` moves it on. ``settle`` is called when a whole step has been shown."""

    def __init__(self, view: BoardView, sounds: Sounds) -> None:
        self.view, self.sounds = view, sounds
        self._ms = 0.0
        self.tray = DiceTray(clock=lambda: round(self._ms))
        view.sound = sounds.play
        self.rolled: Rolled | None = None
        """The roll whose cell is lit now."""
        self.speed = 1.0
        self._parts: list[Part] = []
        self._current: Part | None = None
        self._wait = 0.0

    @property
    def busy(self) -> bool:
        return self._current is not None or bool(self._parts)

    def play(self, events: tuple[Event, ...], settle: Callable[[], None]) -> None:
        """Queue the events of one step; ``settle`` puts the counters where they stand afterwards."""
        rolled = next((event for event in events if isinstance(event, Rolled)), None)
        if rolled is not None:
            self._parts.append(Part(lambda: self._throw(rolled), lambda: self.tray.busy, self.tray.skip))
            self._parts.append(Part(lambda: self._light(rolled), lambda: self._wait > 0, self._stop_waiting))
        self._parts.append(Part(lambda: self._show(events, settle), lambda: self.view.busy, self.view.skip))
        if rolled is not None and any(isinstance(event, PhaseBegan) for event in events):
            self._parts.append(Part(self._linger, lambda: self._wait > 0, self._stop_waiting))

    def _throw(self, rolled: Rolled) -> None:
        self.sounds.play("die")
        self.tray.roll(rolled.faces, 1.0 / self.speed)

    def _light(self, rolled: Rolled) -> None:
        self.rolled = rolled
        self._wait = CELL_SECONDS / self.speed

    def _linger(self) -> None:
        """Leave the result of a phase's last roll in view before the next player is called."""
        self._wait = LINGER_SECONDS / self.speed

    def _stop_waiting(self) -> None:
        self._wait = 0.0

    def _show(self, events: tuple[Event, ...], settle: Callable[[], None]) -> None:
        self.view.play(events)
        settle()
        if any(isinstance(event, GameOver) for event in events):
            self.sounds.play("victory")

    def update(self, dt: float) -> None:
        """Let time pass; parts that are over make room for the next."""
        self._wait = max(0.0, self._wait - dt)
        self._ms += 1000 * dt
        while True:
            if self._current is not None and self._current.running():
                return
            self._current = None
            if not self._parts:
                return
            self._current = self._parts.pop(0)
            self._current.start()

    def skip(self) -> None:
        """Show everything that is queued as done."""
        while self.busy:
            if self._current is not None:
                self._current.skip()
                self._current = None
            if self._parts:
                self._current = self._parts.pop(0)
                self._current.start()

    def clear(self) -> None:
        """Drop what has not been shown; for taking back."""
        self.skip()
        self.rolled = None
