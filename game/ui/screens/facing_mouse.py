"""What pulling and turning by mouse means: facings by the wheel or a pull, and an attack by a drag to its target."""

from __future__ import annotations

from math import atan2, degrees, hypot
from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from game.ui.screens.game import GameScreen


GRIP = 7
"""Pixels the pointer moves with the button down before it pulls, or drags what it pressed."""
INNER, OUTER = 0.35, 1.2
"""How far from the middle of its own hex a counter is let go to be turned, in hex radii (chosen): nearer it lies as it
was, farther it is carried elsewhere."""


class FacingMouse:
    """What wheel and pulling mean while a facing can be chosen."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen, self.game = screen, screen.game
        self._pressed: tuple[str, str | None, tuple[int, int]] | None = None
        """The place pressed to which the unit in hand may go, the counter there, and where."""
        self._pulled = False

    @property
    def pulling(self) -> bool:
        """Whether a press waits for the button to be let go."""
        return self._pressed is not None

    def wheel(self, notches: int, pos: tuple[int, int]) -> bool:
        """A notch of the wheel over a hex where a facing can be chosen; whether it was used."""
        return self.turns(pos) and self.turn(-notches, pos)

    def turns(self, pos: tuple[int, int]) -> bool:
        """Whether the wheel turns at a point of the window rather than zooms."""
        game = self.game
        zooms = pygame.key.get_mods() & pygame.KMOD_CTRL or not self._screen.layout.on_map(pos)
        return not zooms and game.may_act and game.planning.turns_at(self._screen.place_at(pos))

    def turn(self, step: int, pos: tuple[int, int]) -> bool:
        """Turn the unit in hand, for the place at a point where it may go, else where it stands."""
        game = self.game
        place = game.selection.cursor if game.pointing.keyboard else self._screen.place_at(pos)
        game.dirty = True
        return game.planning.turn(step, place)

    def press(self, place: str | None, unit: str | None, pos: tuple[int, int]) -> bool:
        """Whether a press waits for the button to be let go: it may become a pull."""
        held, planning = self.game.selection, self.game.planning
        self._pressed, self._pulled = None, False
        if place is None or unit is not None or not planning.turns_at(place) or held.focus is not None:
            return False
        self._pressed = place, unit, pos
        return True

    def pull(self, pos: tuple[int, int]) -> None:
        """The pointer moves with the button down: from a hex to which the unit may go, or with its own counter."""
        game, held, planning = self.game, self.game.selection, self.game.planning
        if self._pressed is not None:
            place, _, start = self._pressed
            self._pulled = self._pulled or hypot(pos[0] - start[0], pos[1] - start[1]) > GRIP
            if self._pulled:
                self._turn_to(place, pos)
        elif game.view.carry.held and planning.turns and held.stands is not None and held.route:
            at = game.view.point_on_map(held.stands)
            if at is not None and self.beside(pos):
                self._pulled = True
                self._turn_to(held.stands, pos)
                game.view.carry.rest(at)
            elif self._pulled:
                self._pulled, held.route.turn = False, None

    def beside(self, pos: tuple[int, int]) -> bool:
        """Whether a counter let go at a point is turned: about its own hex, but not in the middle."""
        held, planning, view = self.game.selection, self.game.planning, self.game.view
        if not planning.turns or held.stands is None:
            return False
        at = view.point_on_map(held.stands)
        return at is not None and INNER <= hypot(pos[0] - at[0], pos[1] - at[1]) / view.camera.scale <= OUTER

    def release(self, pos: tuple[int, int]) -> bool:
        """Let go: what was pressed is done, with the facing pulled to; whether anything was pressed."""
        if self._pressed is None:
            return False
        (place, unit, _), self._pressed = self._pressed, None
        self.game.play(self.game.controller.click(place, unit))
        self.game.dirty = True
        return True

    def let_go(self) -> None:
        """Nothing comes of what was pressed."""
        if self._pulled and self.game.selection.route is not None:
            self.game.selection.route.turn = None
        self._pressed, self._pulled = None, False

    def _turn_to(self, place: str, pos: tuple[int, int]) -> None:
        at = self.game.view.point_on_map(place)
        if at is None:
            return
        seen = degrees(atan2(pos[0] - at[0], at[1] - pos[1]))
        self.game.planning.turn_to((seen - self.game.view.geometry.turn) % 360, place)
        self.game.dirty = True



class AimingMouse:
    """Remembers the counter on which the button went down while attacks are put together."""

    def __init__(self, screen: GameScreen) -> None:
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
