"""The watch-only lock: while it is on, keys and clicks turn what is shown and blacken it, and do nothing else."""

from __future__ import annotations

import pygame

from game.core.message import say
from game.ui.app.dialogs import QuestionSheet
from game.ui.app.screen import Host, Screen
from game.ui.kit.notice import Notice
from game.ui.kit.strokes import means, struck

LEFT = frozenset(("next-slide", "previous-slide", "black", "white", "forward", "back-step"))
"""The commands that are left to everybody."""
CLICKED = {1: ("next-slide", "forward"), 3: ("previous-slide", "back-step")}
"""What a mouse button means where that command is known."""
HELD = (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL,
        pygame.FINGERDOWN, pygame.FINGERUP, pygame.FINGERMOTION, pygame.DROPFILE, pygame.DROPTEXT)
"""Events that a person causes and that could change something."""


class WatchLock:
    """Lets through what only watches. A click of the left mouse button is the next step, of the right one the step
    before."""

    def __init__(self, app: Host, notice: Notice) -> None:
        """:param notice: says how to unlock."""
        self._app, self._notice = app, notice
        self.on = False
        self._question: QuestionSheet | None = None
        """What is asked when the window is to be closed."""

    def lock(self) -> None:
        """Hold everything back from now on."""
        self.on = True
        self._notice.say(say("Locked. Ctrl+L unlocks"), more=say("Only next, back and black are left"))

    def takes(self, event: pygame.event.Event, top: Screen) -> bool:
        """Take an event while it is on; whether it is not for the screen."""
        if not self.on:
            return False
        asking = self._question is not None and self._question is top
        if means(event, "unlock", "everywhere"):
            self.on = False
            self._notice.say(say("Unlocked"))
            if asking:
                self._app.pop()
            return True
        closes = event.type in (pygame.QUIT, pygame.WINDOWCLOSE) or means(event, "quit", "everywhere")
        if closes and not asking:
            self._question = QuestionSheet(
                self._app, say("Close the program?"), say("The screen is locked for watching."), say("Close"),
                self._app.quit, say("Stay"), grave=True)
            self._app.push(self._question)
        if closes or asking:
            return closes
        if event.type in HELD:
            self._turn(event, top)
            return True
        return False

    def _turn(self, event: pygame.event.Event, top: Screen) -> None:
        """Do what an event means if that only watches, else say how to unlock."""
        if event.type == pygame.KEYDOWN:
            found = next(struck(event, *top.keyboard.split(), things=top.things), None)
            known = found is not None and found.command in LEFT and top.do(found.command, found.key)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            known = any(top.do(command, "") for command in CLICKED.get(event.button, ()))
        else:
            return
        if not known:
            self._notice.say(say("Locked. Ctrl+L unlocks"), more=say("Only next, back and black are left"))
