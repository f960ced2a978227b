"""What a presentation draws before it is shown, while nothing moves: a step of the presenter is there at once then."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

import pygame

from game.ui.kit.camera import look

if TYPE_CHECKING:
    from game.ui.screens.presenting import Presenting

REST = 0.15
"""Seconds after which what comes next is drawn: not in the frame of a key. Chosen."""


class Ahead:
    """Draws the combats of the next slide and the one before, and what they show of the map; behind a title the map."""

    def __init__(self, screen: Presenting) -> None:
        self._screen = screen
        self._rested = 0.0
        """Seconds since a slide came."""
        self._laid = -1
        """The slide whose map lies behind the title that is shown."""

    def turned(self) -> None:
        """A slide is shown from now on."""
        self._rested, self._laid = 0.0, -1

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass while nothing lies above the presentation."""
        screen = self._screen
        self._rested += dt
        if self._rested < REST or screen.stage.busy or screen.stage.tray.busy or screen.glide.moving:
            return
        if screen.slide.part is None:
            self._lay_map(screen.at + 1)
        elif screen.view.tiles.settled:
            for at in (screen.at + 1, screen.at - 1):
                slide = screen.slides[at] if 0 <= at < len(screen.slides) else None
                if slide is not None and slide.part is screen.slide.part and (screen.fights.prepare(
                        screen.free_rect, screen.stage_metrics, slide, at, falls=at > screen.at)
                        or self._print_sheet(at)):
                    return

    def _print_sheet(self, at: int) -> bool:
        """Print some of what a slide shows of the sheet; whether any was missing."""
        screen = self._screen
        camera = copy(screen.view.camera)
        look(camera, screen.camera.target(screen.slides, at))
        return screen.view.tiles.print_ahead(camera)

    def _lay_map(self, at: int) -> None:
        """Lay the map of a slide behind the title, and draw it until it is printed."""
        screen = self._screen
        slide = screen.slides[at] if at < len(screen.slides) else None
        if slide is None or slide.part is None or slide.frame is None:
            return
        if self._laid != at:
            self._laid = at
            screen.take(slide.part, slide.state)
            screen.lay(slide.frame.before if slide.plays else slide.state)
            screen.look_at(screen.camera.target(screen.slides, at), at_once=True)
        if not screen.view.tiles.settled:
            screen.view.draw(pygame.Surface(screen.app.metrics.size))
