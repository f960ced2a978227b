"""What the keys of a presenter's remote do: next and back, digits and Enter, an empty picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from game.core.message import say
from game.ui.app.dialogs import QuestionSheet
from game.ui.screens import stage_sheets

if TYPE_CHECKING:
    from game.ui.screens.presenting import Presenting
    from game.ui.screens.slides import SlidePart


class Remote:
    """Turns the slides of a presentation."""

    def __init__(self, screen: Presenting) -> None:
        self._screen = screen
        self.veil: str | None = None
        """The colour of an empty picture: black or white; None: the slide is shown."""
        self.typed = ""
        """The digits of the slide to go to, or of the room's guess."""
        self.guesses: dict[tuple[SlidePart | None, int], int] = {}
        """What the room guessed, in per cent, by the step of a lesson that asked."""

    def do(self, command: str, key: str) -> bool:
        """Do a command of the table of keys; whether it is one of the remote."""
        screen = self._screen
        if self.veil is not None and command in ("next-slide", "previous-slide", "present"):
            self.veil = None
            return True
        match command:
            case "next-slide":
                if screen.at == len(screen.slides) - 1 and not screen.games.awaited(screen.at):
                    self._say_the_end()
                screen.attract.next()
            case "previous-slide":
                screen.go(screen.at - 1)
            case "first-slide":
                self._jump(0 if key == "home" else len(screen.slides) - 1)
            case "black" | "white":
                self.veil = None if self.veil == command else command
            case "digit" if key != "0" or self.typed:
                self.typed = (self.typed + key)[-4:]
            case "jump" if self.typed and screen.slide.asks:
                self.guesses[screen.slide.asked] = min(100, int(self.typed))
                screen.go(screen.at + 1, on=True)
            case "jump" if self.typed:
                self._jump(int(self.typed) - 1)
            case "present":
                if screen.at == len(screen.slides) - 1:
                    screen.attract.do("attract", key)
            case "play-on" if screen.slide.frame is not None:
                self._ask_to_play_on()
            case _:
                return False
        return True

    def _say_the_end(self) -> None:
        """There is no next slide; of a game that has just begun there is only one."""
        screen = self._screen
        if len(screen.slides) == 1:
            screen.app.tell(say("Nothing has happened so far"), say("Esc returns to the game: play, then present it"))
        else:
            screen.app.tell(say("The end"), say("F5 runs it in a loop, Home goes to the start, Esc leaves"))

    def _jump(self, at: int) -> None:
        """Show a slide, or the last where there are fewer, and say so; also where more are still to come."""
        screen = self._screen
        there = len(screen.slides)
        screen.go(at)
        if at < there - 1:
            return
        if screen.games.coming:
            screen.app.tell(say("Slide {number} is the last so far", number=there),
                            say("The computers still play: more slides come as you go on"))
        elif at >= there:
            screen.app.tell(say("Slide {number} is the last", number=there))

    def _ask_to_play_on(self) -> None:
        """Begin a game with the position shown, on top of the presentation, if that is meant."""
        screen = self._screen
        question = QuestionSheet(
            screen.app, say("Play on from here"),
            say("Start a new game from this position, with people on both sides. F5 returns to this slide.\n"
                "Page Down: play on. Page Up: stay."), say("Play on"),
            lambda: screen.app.ways.play_on(screen.rules.name, screen.slide.state), say("Stay"), remote=True)
        question.hall = True
        screen.app.push(question)

    def draw_typed(self, target: pygame.Surface) -> None:
        """Draw the digits that are being typed."""
        screen = self._screen
        if self.typed:
            stage_sheets.draw_typed(target, screen.stage_metrics, screen.band.top, self.typed, guess=screen.slide.asks)

    def draw_guess(self, target: pygame.Surface) -> None:
        """Draw what the room guessed, beside the answer."""
        screen = self._screen
        stage_sheets.draw_guess(target, screen.stage_metrics, screen.band.top, screen.slide, self.guesses)
