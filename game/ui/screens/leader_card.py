"""A leader is dead: a card that stops the game until somebody puts it away."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.core.message import say
from game.core.theme import Theme
from game.ui.app.panel import PanelScreen
from game.ui.app.screen import Host
from game.ui.counters.pictures import plain_counter
from game.ui.kit.pen import Link, Pen, TextRun, cite
from game.ui.play.game_log import Death, death_title
from game.ui.screens.rulebook import Rulebook

ROOM, EACH = 210, 136
"""Units: the height of the card beside what it says of each leader, and of that."""
COUNTER = 92


class LeaderCard(PanelScreen):
    """Who died, by what rule, and what follows. Enter or the button puts it away; the keys of play do not."""

    keyboard = "leader"
    closable = False

    def __init__(self, app: Host, theme: Theme, deaths: Sequence[Death]) -> None:
        super().__init__(app)
        self.theme, self.deaths = theme, deaths
        self.title = death_title(deaths)
        self.size = (860, ROOM + EACH * len(deaths))
        self.links: list[Link] = []

    def fill(self) -> None:
        body, width, height = self.body, self.px(260), self.px(54)
        self.button(pygame.Rect(body.right - width, body.bottom - height, width, height), say("Continue   [Enter]"),
                    self.app.pop, "#main")

    def paint(self, target: pygame.Surface) -> None:
        body, size = self.body, self.px(COUNTER)
        self.links = []
        for number, death in enumerate(self.deaths):
            top = body.y + number * self.px(EACH)
            stripe = pygame.Rect(body.x, top, self.px(10), size)
            pygame.draw.rect(target, death.side.paper, stripe)
            target.blit(plain_counter(death.counter, self.theme, size), (stripe.right + self.px(10), top))
            left = stripe.right + size + self.px(28)
            pen = Pen(target, self.metrics, left, top, body.right - left)
            pen.line(say("{side}: {leader}", side=death.side.title, leader=death.counter.name), "ui-bold", 20)
            pen.flow([TextRun(death.cause or say("Killed"), "text", 22), cite(death.rule, 22, "text")])
            if death.outcome:
                pen.flow([TextRun(death.outcome, "text", 22)])
            self.links += pen.links

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            found = next((link for link in self.links if link.rect.collidepoint(event.pos)), None)
            if found is not None:
                self.app.push(Rulebook(self.app, found.rule.system, found.rule.number))
                return True
        return super().on_event(event)

    def do(self, command: str, key: str) -> bool:
        if command != "accept":
            return super().do(command, key)
        self.app.pop()
        return True
