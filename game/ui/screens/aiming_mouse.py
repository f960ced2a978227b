"""Attacks put together by dragging: from a counter of one's own to an enemy, as if both were clicked."""

from __future__ import annotations

from math import hypot

from game.ui.screens.game_frame import GameFrame

GRIP = 7
"""Pixels the pointer moves with the button down before it drags what it pressed."""


class AimingMouse:
    """Remembers the counter on which the button went down while attacks are put together."""

    def __init__(self, screen: GameFrame) -> None:
        self._screen = screen
        self._from: tuple[str, tuple[int, int]] | None = None

    def press(self, unit: str | None, pos: tuple[int, int]) -> None:
        """The button goes down, on a counter or beside all."""
        self._from = (unit, pos) if unit is not None and self._screen.game.situation.composing else None

    def release(self, pos: tuple[int, int]) -> bool:
        """It is let go: over another counter both are picked. Whether that was meant."""
        pressed, self._from = self._from, None
        game, situation = self._screen.game, self._screen.game.situation
        if pressed is None or not situation.composing or (
                hypot(pos[0] - pressed[1][0], pos[1] - pressed[1][1]) <= GRIP):
            return False
        place, target = self._screen.place_at(pos), self._screen.unit_at(pos)
        if target is None or target == pressed[0]:
            return False
        for unit, where in ((pressed[0], situation.counters[pressed[0]].place), (target, place)):
            if unit not in game.selection.picked:
                game.play(game.controller.click(where, unit))
        game.dirty = True
        return True
