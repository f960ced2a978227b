"""The sheet that begins a new game in the middle of a recorded one: who plays on, and with which dice."""

from __future__ import annotations

from functools import partial
from typing import Any

import pygame

from game.core.message import say, told
from game.match import loading
from game.match.errors import MatchError
from game.match.match import Match
from game.match.store import Store
from game.ui.app.panel import PanelScreen
from game.ui.app.screen import Host
from game.ui.kit.pen import Pen, Run
from game.ui.kit.theme import FAINT
from game.ui.screens.saves_words import branch_name
from game.ui.screens.seating import Seating
from game.words import said

DICE = (
    (say("The same dice"), say("Repeat the recorded moves and you get the recorded rolls.")),
    (say("New dice"), say("New rolls from here on; earlier rolls stay as they fell.")),
)


class Fork(PanelScreen):
    """Asks before it starts; the record it is taken from is never written to."""

    keyboard = "fork seating"
    title = say("A new game from here")
    size = (860, 700)

    def __init__(self, app: Host, match: Match[Any], at: int) -> None:
        """:param at: how many actions of the match the new game shares."""
        super().__init__(app)
        self.match, self.at = match, at
        self.seating = Seating(match.rules, match.header.players)
        self.new_dice = False

    def fill(self) -> None:
        body, px = self.body, self.px
        self._below = self.seating.fill(self, body.x, body.y + px(84), body.width)
        half, gap = (body.width - px(16)) // 2, px(16)
        for number, (label, _) in enumerate(DICE):
            chosen = self.new_dice == bool(number)
            room = pygame.Rect(body.x + number * (half + gap), self._below + px(36), half, px(48))
            self.button(room, label, partial(self._choose, bool(number)), "#main" if chosen else "")
        width, height = px(250), px(56)
        top = body.bottom - height
        self.button(pygame.Rect(body.right - width, top, width, height), say("Start the game"), self.start, "#main")
        self.button(pygame.Rect(body.right - 2 * width - gap, top, width, height), say("Cancel"), self.app.pop)

    def paint(self, target: pygame.Surface) -> None:
        body, px = self.body, self.px
        pen = Pen(target, self.metrics, body.x, body.y, body.width)
        pen.flow([Run(say("{where} The record itself stays as it is.", where=self._where), "text", 20, FAINT)])
        pen.y = body.y + px(46)
        pen.line(say("Who plays"), "title", 21)
        self.seating.paint(target, self)
        pen.y = self._below
        pen.line(say("The dice to come"), "title", 21)
        pen.y = self._below + px(94)
        pen.flow([Run(DICE[self.new_dice][1], "ui", 16, FAINT)], leading=1.0)
        keys = Pen(target, self.metrics, body.x, body.bottom - px(24), body.width // 3)
        keys.line(say("Keys: {keys}", keys=(*self.seating.keys, say("D dice"))), "ui", 15, FAINT)

    @property
    def _where(self) -> str:
        """From which step the new game goes on."""
        if not self.at:
            return said(say("From the set-up on."))
        turn = self.match.rules.prompt(self.match.plies[self.at - 1].state).turn
        return said(say("After {at} of {number} steps, in turn {turn}.", at=self.at, number=len(self.match.plies),
                        turn=turn))

    def _choose(self, new_dice: bool) -> None:
        self.new_dice = new_dice
        self.rebuild()

    def handle(self, event: pygame.event.Event) -> bool:
        if self.seating.handle(event):
            return True
        return super().handle(event)

    def do(self, command: str, key: str) -> bool:
        match command:
            case "start" if self.focused is None and not self.open_menus:
                self.start()
            case "dice":
                self._choose(not self.new_dice)
            case "player" if self.seating.next_player(key):
                self.rebuild()
            case _:
                return super().do(command, key)
        return True

    def start(self) -> None:
        """Begin the game, on record in a file of its own, and open it."""
        try:
            match = loading.branch(self.match, self.at, players=self.seating.players, new_dice=self.new_dice)
        except (MatchError, ValueError) as error:
            self.app.error(say("No new game from here"), told(error))
            return
        store = Store()
        if self.at:
            match.name(branch_name(match, {save.title for save in store.saves()}))
        store.keep(match)
        self.app.ways.show(match)
