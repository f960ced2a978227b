"""The sheet that begins a new game in the middle of a recorded one: who plays on, and with which dice."""

from __future__ import annotations

from functools import partial
from typing import Any

import pygame

from game.core.message import say, told
from game.i18n.words import said
from game.match import loading
from game.match.errors import MatchError
from game.match.match import Match
from game.match.store import Store
from game.ui.app.panel import AROUND, LEAST, PanelScreen
from game.ui.app.screen import Host
from game.ui.kit.pen import Pen, TextRun, fitted
from game.ui.kit.theme import FAINT
from game.ui.screens.saves_words import branch_name
from game.ui.screens.seating import Seating

SIZE, BESIDE = (860, 700), (1040, 500)
"""Units of the sheet, and of one where the dice are asked for beside the players."""
DICE = (
    (say("The same dice"), say("Repeat the recorded moves and you get the recorded rolls.")),
    (say("New dice"), say("New rolls from here on; earlier rolls stay as they fell.")),
)


class Fork(PanelScreen):
    """Asks before it starts; the record it is taken from is never written to."""

    keyboard = "fork seating"
    title = say("A new game from here")
    size = (860, 700)
    least = LEAST

    def __init__(self, app: Host, match: Match[Any], at: int) -> None:
        """:param at: how many actions of the match the new game shares."""
        super().__init__(app)
        self.match, self.at = match, at
        self.seating = Seating(match.rules, match.header.players)
        self.new_dice = False

    def build(self) -> None:
        """In a low window the dice are asked for beside the players."""
        m = self.metrics
        self._beside = m.px(SIZE[1]) > m.height - 2 * AROUND
        self.size = BESIDE if self._beside else SIZE
        super().build()

    def fill(self) -> None:
        body, px = self.body, self.px
        width = (body.width - px(32)) // 2 if self._beside else body.width
        below = self.seating.fill(self, body.x, body.y + px(84), width)
        self._dice = (pygame.Rect(body.right - width, body.y + px(46), width, px(200)) if self._beside
                      else pygame.Rect(body.x, below, width, px(200)))
        half, gap = (width - px(16)) // 2, px(16)
        for number, (label, _) in enumerate(DICE):
            chosen = self.new_dice == bool(number)
            room = pygame.Rect(self._dice.x + number * (half + gap), self._dice.y + px(38), half, px(48))
            self.button(room, label, partial(self._choose, bool(number)), "#main" if chosen else "")
        width, height = px(250), px(56)
        top = body.bottom - height
        self.button(pygame.Rect(body.right - width, top, width, height), say("Start the game"), self.start, "#main")
        self.button(pygame.Rect(body.right - 2 * width - gap, top, width, height), say("Cancel"), self.app.pop)

    def paint(self, target: pygame.Surface) -> None:
        body, px = self.body, self.px
        pen = Pen(target, self.metrics, body.x, body.y, body.width)
        pen.flow([TextRun(say("{where} The record itself stays as it is.", where=self._where), "text", 20, FAINT)])
        pen.y = body.y + px(46)
        pen.line(say("Who plays"), "title", 21)
        self.seating.paint(target, self)
        pen = Pen(target, self.metrics, self._dice.x, self._dice.y, self._dice.width)
        pen.line(say("The dice to come"), "title", 21)
        pen.y = self._dice.y + px(96)
        pen.flow([TextRun(DICE[self.new_dice][1], "ui", 16, FAINT)], leading=1.0)
        words, room = say("Keys: {keys}", keys=(*self.seating.keys, say("D dice"))), body.width - px(532)
        face = fitted(words, "ui", px(15), room)
        if face.px >= px(12):
            target.blit(face.printed(words, FAINT), (body.x, body.bottom - px(24)))

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
