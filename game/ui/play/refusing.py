"""How long the slip says why something was refused, or what was done in one go, and what could be done instead."""

from __future__ import annotations

import pygame

from game.core.message import Brief
from game.ui.kit.strokes import MODIFIERS
from game.ui.play.nearest import Nearest, nearest
from game.ui.play.proposals import Refusal
from game.ui.play.quick_play import QuickPlay
from game.ui.play.session import Session

SECONDS = 8.0
"""How long a summary stays where nobody does anything: it covers a part of the map, and stands in the log too."""


class Refusing:
    """Takes the refusal away that the controller shows with the next click, key or action; the summary of what was done
    in one go after some seconds, too.

    What is refused of a place pointed at goes with the pointer.
    """

    def __init__(self, game: Session, quick_play: QuickPlay) -> None:
        self.game, self._quick_play = game, quick_play
        self._shown: Refusal | Brief | None = None
        self._for = 0.0
        self._asked: tuple[Refusal | None, Nearest | None] = None, None

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        told = self._quick_play.told
        shown = self.game.selection.refusal or (told if told.head else None)
        if shown is not self._shown:
            self._shown, self._for = shown, 0.0
            return
        self._for += dt
        if self.game.selection.refusal is None and shown and self._for >= SECONDS:
            self._dismiss()

    @property
    def instead(self) -> Nearest | None:
        """The nearest legal thing to what was refused, if there is one; in a lesson nothing, as its step says what is
        meant."""
        refusal = self.game.selection.refusal if not self.game.guided else None
        if refusal is not self._asked[0]:
            self._asked = refusal, nearest(self.game.selection) if refusal is not None else None
        return self._asked[1]

    def take(self) -> None:
        """Do what is offered instead."""
        found, held, controller = self.instead, self.game.selection, self.game.controller
        if found is not None and self.game.may_act:
            held.refusal = None
            self.game.play(controller.click(found.place, found.unit))
        self.game.dirty = True

    def answered(self, event: pygame.event.Event, before: Refusal | None) -> None:
        """An event was handled while a refusal was shown: a key or a click lets that go, unless it brings another."""
        key = event.type == pygame.KEYDOWN and event.key not in MODIFIERS
        click = event.type == pygame.MOUSEBUTTONDOWN and event.button <= 3
        if before is not None and self.game.selection.refusal is before and (key or click):
            self._dismiss()

    def _dismiss(self) -> None:
        if self.game.selection.refusal is not None:
            self.game.selection.refusal = None
        else:
            self._quick_play.forget_said()
        self.game.dirty = True
