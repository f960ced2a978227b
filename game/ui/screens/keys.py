"""The keys, on one page."""

from __future__ import annotations

from typing import Any

import pygame

from game.core.contract import System
from game.core.message import Text, joined, say
from game.ui.app.panel import PanelScreen
from game.ui.app.screen import Host
from game.ui.kit.fonts import font
from game.ui.kit.keytable import ALL, caps, page, things_of
from game.ui.kit.strokes import MODIFIERS
from game.ui.kit.theme import INK, LINE
from game.ui.play.game import GameInPlay
from game.words import said

Rows = tuple[tuple[Text, Text], ...]


def keys_of(*systems: System[Any]) -> tuple[tuple[Text, Rows], ...]:
    """The keys of a game of some systems as ``(heading, rows)``, each row with its keys, two blanks between them, and
    what they do; those of all games if no game is named."""
    return _rows("game", frozenset().union(*map(things_of, systems)) if systems else ALL)


def _rows(screen: str, things: frozenset[str]) -> tuple[tuple[Text, Rows], ...]:
    return tuple((group, tuple((_in_words(caps(row)), row.text) for row in rows))
                 for group, rows in page(screen, things))


def _in_words(keys: tuple[Text, ...]) -> Text:
    """Keys as one text, two blanks between them."""
    return keys[0] if len(keys) == 1 else joined(keys, "  ")


def things_in(game: GameInPlay) -> frozenset[str]:
    """What a game in play has that keys depend on: people who act, computers that are waited for, a moment at which
    somebody may interrupt; where only a set-up is done in one go, a free set-up."""
    people, seats, state = game.flow.people, game.rules.seats, game.match.state
    things = things_of(game.match.rules)
    missing = set()
    if not people:
        missing |= {"people", "moments", "reactions"}
    if not game.rules.moments_here(state):
        missing.add("moments")
    if len(people) == len(seats):
        missing.add("computers")
    if {"area", "overview"}.isdisjoint(things) and not game.match.rules.remaining_words(game.match.history.first):
        missing.add("remaining")
    return things - missing


HEAD, ROW = 42, 47
"""Units: the heights of a heading and of a key's row."""
GAP = 40
"""Units between the two columns."""


class Keys(PanelScreen):
    """Every key of the game screen and what it does."""

    title = say("Keys")

    def __init__(
        self, app: Host, *systems: System[Any], on: str = "game", things: frozenset[str] | None = None
    ) -> None:
        """:param systems: whose keys; those of all systems if no system is named.
        :param on: the screen whose keys, as the table of keys names it.
        :param things: what the game at hand has; what all of the systems have where left out.
        """
        super().__init__(app)
        first, *others = keys_of(*systems) if things is None else _rows(on, things)
        self.columns = (first,), tuple(others)
        """Groups of keys with their headings; playing alone takes the left column."""
        most = max(sum(HEAD + ROW * len(rows) for _, rows in groups) for groups in self.columns)
        self.size = (1360, 84 + most + 28)

    def paint(self, target: pygame.Surface) -> None:
        for x, groups in zip((self.body.x, self.middle), self.columns, strict=True):
            y = self.body.y
            for heading, rows in groups:
                image = font("title", self.px(23)).render(heading, True, INK)
                target.blit(image, (x, y))
                y += self.px(HEAD)
                for keys, meaning in rows:
                    y = self._row(target, x, y, keys, meaning)

    @property
    def middle(self) -> int:
        """Where the right column begins, in window pixels."""
        return self.body.x + (self.body.width + self.px(GAP)) // 2

    def _row(self, target: pygame.Surface, x: int, y: int, keys: Text, meaning: Text) -> int:
        left = x
        face = font("ui-bold", self.px(16))
        for key in said(keys).split("  "):
            image = face.render(key, True, INK)
            cap = pygame.Rect(left, y, image.get_width() + self.px(16), self.px(32))
            pygame.draw.rect(target, "#cdbb92", cap.move(0, self.px(2)), border_radius=self.px(5))
            pygame.draw.rect(target, "#fbf5e6", cap, border_radius=self.px(5))
            pygame.draw.rect(target, LINE, cap, width=self.px(1), border_radius=self.px(5))
            target.blit(image, image.get_rect(center=cap.center))
            left = cap.right + self.px(6)
        text = font("ui", self.px(17)).render(meaning, True, INK)
        start = max(left + self.px(6), x + self.px(210))
        target.blit(text, text.get_rect(midleft=(start, y + self.px(16))))
        return y + self.px(ROW)

    def on_event(self, event: pygame.event.Event) -> bool:
        if (event.type == pygame.KEYDOWN and event.key not in MODIFIERS) or (
            event.type == pygame.MOUSEBUTTONDOWN and not self.sheet.collidepoint(event.pos)
        ):
            self.app.pop()
            return True
        return False
