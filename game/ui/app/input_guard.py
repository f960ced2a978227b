"""Input that is held back: keys only held down, answers to what was not seen yet, everything while it is locked."""

from __future__ import annotations

import pygame

from game.core.message import say
from game.ui.app.dialogs import QuestionSheet
from game.ui.app.screen import Host, Screen
from game.ui.kit.notice import Notice
from game.ui.kit.strokes import means, strokes, struck

REPEATING = {"up", "down", "left", "right", "tab", "pageup", "pagedown"}
"""Keys that go on doing what they do while they are held."""


class HeldKeys:
    """Knows which keys are down, and whether an input method composes a character."""

    def __init__(self) -> None:
        self._down: set[int] = set()
        self._composing = False

    def mean_nothing(self, event: pygame.event.Event, *, typing: bool) -> bool:
        """Take note of an event; whether it is a key that means nothing: one that is only being held down, for nobody
        ends two phases with one stroke, or Enter that only ends the composing of a character.

        :param typing: whether the keyboard writes: there every key repeats, and characters are composed.
        """
        if event.type in (pygame.TEXTEDITING, pygame.TEXTINPUT):
            self._composing = event.type == pygame.TEXTEDITING and bool(event.text)
        if event.type == pygame.WINDOWFOCUSLOST:
            self._down.clear()
        elif event.type == pygame.KEYUP:
            self._down.discard(event.key)
        elif event.type == pygame.KEYDOWN:
            again = event.key in self._down
            self._down.add(event.key)
            return self._composing if typing else again and REPEATING.isdisjoint(strokes(event))
        return False


class Witness:
    """Knows what was asked in the picture shown last, and which events came before anybody could see that.

    Keys struck while a slow picture was drawn, or several in one turn of the loop, were meant for what was seen then;
    so was a click for what its button showed when the finger went down.
    """

    def __init__(self) -> None:
        self._shown: tuple[object, object] = (None, None)
        """The top screen and what it asked in the latest picture."""
        self._seen: tuple[object, object] = (None, None)
        """The same in the picture people had before them when the events that are handled now came."""
        self._pressed: tuple[object, object] = (None, None)
        """The same when the mouse button went down last: what a click answers was seen by then."""
        self._early: list[pygame.event.Event] = []

    @property
    def waiting(self) -> bool:
        """Whether events came that have not been taken."""
        return bool(self._early)

    def take_early(self) -> list[pygame.event.Event]:
        """The events that came before the latest picture was shown."""
        early, self._early = self._early, []
        return early

    def look(self) -> None:
        """What comes from now on came after the latest picture was shown."""
        self._seen = self._shown

    def show(self, top: Screen) -> None:
        """A picture has just been shown with a screen on top."""
        self._shown = (top, top.asking)
        self._early = pygame.event.get()

    def note(self, event: pygame.event.Event) -> None:
        """Take note of an event that is about to be handled."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._pressed = self._seen

    def is_blind(self, top: Screen, event: pygame.event.Event) -> bool:
        """Whether an event answers what nobody had seen asked when it came, a click when its button went down."""
        seen = self._seen if event.type == pygame.KEYDOWN else self._pressed
        return top.answers(event) and seen != (top, top.asking)


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
        self._notice.say(say("Locked. Ctrl+L unlocks"), more=say("Only Next, Back and Black work"))

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
            self._notice.say(say("Locked. Ctrl+L unlocks"), more=say("Only Next, Back and Black work"))
