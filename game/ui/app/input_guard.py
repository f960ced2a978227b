"""Input that is ignored: repeats of held keys, answers to questions not yet on screen, and everything while locked."""

from __future__ import annotations

import pygame

from game.core.message import say
from game.ui.app.dialogs import QuestionSheet
from game.ui.app.screen import Host, Screen
from game.ui.kit.strokes import key_commands, means, strokes

REPEATING = {"up", "down", "left", "right", "tab", "pageup", "pagedown"}
"""Keystrokes that repeat while their key is held."""


class HeldKeys:
    """Tracks which keys are down, and whether an input method is composing a character."""

    def __init__(self) -> None:
        self._down: set[int] = set()
        self._composing = False

    def should_ignore(self, event: pygame.event.Event, *, typing: bool) -> bool:
        """Track an event; return whether it is a key press to ignore: the repeat of a held key, so that one press
        cannot end two phases, or, while typing, a key pressed while a character is being composed.

        :param typing: whether the keyboard writes text; then every key repeats, and characters may be composed.
        """
        if event.type in (pygame.TEXTEDITING, pygame.TEXTINPUT):
            self._composing = event.type == pygame.TEXTEDITING and bool(event.text)
        if event.type == pygame.WINDOWFOCUSLOST:
            self._down.clear()
        elif event.type == pygame.KEYUP:
            self._down.discard(event.key)
        elif event.type == pygame.KEYDOWN:
            is_repeat = event.key in self._down
            self._down.add(event.key)
            return self._composing if typing else is_repeat and REPEATING.isdisjoint(strokes(event))
        return False


class StaleInputGuard:
    """Tracks the question that the latest frame asks the player, and the events that came before it was visible.

    Keys pressed while a slow frame was drawn, or several in one iteration of the loop, were meant for the frame visible
    then; a click was meant for what its button showed when the mouse button went down.
    """

    def __init__(self) -> None:
        self._latest_question: tuple[object, object] = (None, None)
        """The top screen and its question in the latest frame."""
        self._visible_question: tuple[object, object] = (None, None)
        """The same for the frame that was visible when the events now being handled came."""
        self._question_at_press: tuple[object, object] = (None, None)
        """The same for the last press of a mouse button: what a click can answer."""
        self._early: list[pygame.event.Event] = []
        """Events that came while the latest frame was drawn."""

    @property
    def waiting(self) -> bool:
        """Whether there are events from before the latest frame still to handle."""
        return bool(self._early)

    def pop_early_events(self) -> list[pygame.event.Event]:
        """Return and clear the events that came before the latest frame was shown."""
        early, self._early = self._early, []
        return early

    def note_latest_frame_visible(self) -> None:
        """Note that the latest frame was visible when all further events came."""
        self._visible_question = self._latest_question

    def end_frame(self, top: Screen) -> None:
        """Note that a frame with this top screen has just been shown, and take the events that came before it from the
        queue."""
        self._latest_question = (top, top.current_question)
        self._early = pygame.event.get()

    def note(self, event: pygame.event.Event) -> None:
        """Track an event that is about to be handled."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._question_at_press = self._visible_question

    def is_stale(self, top: Screen, event: pygame.event.Event) -> bool:
        """Whether an event answers a question that was not yet visible when the event came; for a click, when the mouse
        button went down."""
        seen = self._visible_question if event.type == pygame.KEYDOWN else self._question_at_press
        return top.answers(event) and seen != (top, top.current_question)


WATCHING_COMMANDS = frozenset(("next-slide", "previous-slide", "black", "white", "forward", "back-step"))
"""The commands that still work while locked."""
CLICK_COMMANDS = {1: ("next-slide", "forward"), 3: ("previous-slide", "back-step")}
"""Mouse button -> its commands while locked, tried in order."""
BLOCKED_EVENTS = (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP,
                  pygame.MOUSEWHEEL, pygame.FINGERDOWN, pygame.FINGERUP, pygame.FINGERMOTION, pygame.DROPFILE,
                  pygame.DROPTEXT)
"""The types of user input that are blocked while locked, as they could change something."""


class WatchLock:
    """Lets only commands for watching through while locked: those of ``WATCHING_COMMANDS``, by key or by a click."""

    def __init__(self, app: Host) -> None:
        self._app = app
        self.is_locked = False
        """Whether input is blocked."""
        self._question: QuestionSheet | None = None
        """The latest question whether to close the window, open or not; None if it was never asked."""

    def lock(self) -> None:
        """Block input from now on."""
        self.is_locked = True
        self._say_locked()

    def _say_locked(self) -> None:
        """Show that input is locked, what still works, and the key that unlocks it."""
        self._app.show_notice(say("Locked. Ctrl+L unlocks"), more=say("Only Next, Back, Black and White work"))

    def handle(self, event: pygame.event.Event, top: Screen) -> bool:
        """Handle an event if locked; return whether the screen must not get it."""
        if not self.is_locked:
            return False
        is_asking = self._question is not None and self._question is top
        if means(event, "unlock", "everywhere"):
            self.is_locked = False
            self._app.show_notice(say("Unlocked"))
            if is_asking:
                self._app.pop()
            return True
        closes = event.type in (pygame.QUIT, pygame.WINDOWCLOSE) or means(event, "quit", "everywhere")
        if closes and not is_asking:
            self._question = QuestionSheet(
                self._app, say("Close the program?"), say("The screen is locked for watching."), say("Close"),
                self._app.quit, say("Stay"), irreversible=True)
            self._app.push(self._question)
        if closes or is_asking:
            return closes
        if event.type in BLOCKED_EVENTS:
            self._run_watching_command(event, top)
            return True
        return False

    def _run_watching_command(self, event: pygame.event.Event, top: Screen) -> None:
        """Run the watching command of an event, else show how to unlock."""
        if event.type == pygame.KEYDOWN:
            command_row = next(key_commands(event, *top.key_screens.split(), features=top.features), None)
            was_run = (command_row is not None and command_row.command in WATCHING_COMMANDS
                       and top.do(command_row.command, command_row.key))
        elif event.type == pygame.MOUSEBUTTONDOWN:
            was_run = any(top.do(command, "") for command in CLICK_COMMANDS.get(event.button, ()))
        else:
            return
        if not was_run:
            self._say_locked()
