"""The title: the program's name, the systems as cards, and the way to saved games and settings."""

from __future__ import annotations

from typing import Any

import pygame

from game import catalog
from game.core.contract import ScenarioInfo, System
from game.core.message import say
from game.ui.app.screen import Host, Screen
from game.ui.kit.pen import Pen
from game.ui.kit.table import draw_table
from game.ui.kit.theme import Metrics
from game.ui.screens.miniature import miniature
from game.ui.screens.splash import ROOM, letter, top_of_name
from game.ui.screens.titlecard import TitleCard

POINTED = 0.2
"""Seconds the pointer rests on a battle before its map is drawn."""


class Title(Screen):
    """The first screen. A click on a system's card sets up a game of it."""

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.systems: list[System[Any]] = []
        faults = []
        for name in catalog.names():
            try:
                self.systems.append(catalog.rules(name))
            except (ValueError, OSError) as error:
                faults.append(f"{name}: {error}")
        self._faults = "\n".join(faults)
        self._picture: pygame.Surface | None = None
        self.cards: list[TitleCard] = []
        self.hover = -1
        self.chosen: ScenarioInfo | None = None
        """The scenario of the row pointed at."""
        self._frames = 0
        self._drawn: set[tuple[str, str]] = set()
        """Systems and scenarios whose little maps are there; they come after the first frames, which do not wait."""
        self._rest = 0.0
        """Seconds the pointer has rested on a row."""

    @property
    def metrics(self) -> Metrics:
        return self.app.metrics.fitted(ROOM)

    def build(self) -> None:
        m = self.metrics
        self._picture = None
        width, height, gap = self.px(232), self.px(54), self.px(16)
        labels = [
            (say("Saved games"), self.saves),
            (say("Settings"), self.settings),
            (say("Keys"), self.keys),
            (say("Quit"), self.app.quit),
        ]
        latest = self._latest()
        if latest is not None:
            labels.insert(0, (say("Continue"), self.resume))
        x = (m.width - len(labels) * width - (len(labels) - 1) * gap) // 2
        y = m.height - height - self.px(56)
        for number, (label, action) in enumerate(labels):
            self.button(
                pygame.Rect(x + number * (width + gap), y, width, height),
                label,
                action,
                "#main" if action == self.resume else "#dark",
            )
        gap, count = self.px(32), max(1, len(self.systems))
        card_w = min(self.px(800), (m.width - self.px(96) - (count - 1) * gap) // count)
        left = (m.width - count * card_w - (count - 1) * gap) // 2
        top = top_of_name(m) + self.px(286)
        card_h = min(self.px(540), y - self.px(24) - top)
        self.cards = [
            TitleCard(rules, pygame.Rect(left + i * (card_w + gap), top, card_w, card_h), m, str(i + 1))
            for i, rules in enumerate(self.systems)
        ]

    def _latest(self) -> Any:
        """The game played last that is not over, None without one; copies are no games being played."""
        from game.match.store import Store

        open_games = (save for save in Store().saves() if not save.result and not save.copy)
        return next((save for save in open_games if save.system and save.actions), None)

    def shown(self) -> None:
        self._point_at(pygame.mouse.get_pos())
        if hasattr(self, "manager"):
            self.rebuild()

    def _paint(self) -> pygame.Surface:
        m = self.metrics
        picture = pygame.Surface(m.size)
        draw_table(picture)
        pen = Pen(picture, m, 0, top_of_name(m), m.width)
        letter(pen)
        for number, card in enumerate(self.cards):
            hover = number == self.hover
            chosen = self.chosen if hover else None
            names = [info.name for info in (chosen, card.entries[0][2]) if info is not None]
            there = next((name for name in names if (card.rules.name, name) in self._drawn), None)
            small = miniature(card.rules, card.picture.size, there) if there is not None else None
            card.draw(picture, small, hover, chosen)
        return picture

    def draw(self, target: pygame.Surface) -> None:
        if self._picture is None:
            self._picture = self._paint()
        target.blit(self._picture, (0, 0))
        self.draw_widgets(target)
        self._frames += 1

    def update(self, dt: float, top: bool) -> None:
        super().update(dt, top)
        if self._frames == 2:
            self._frames += 1
            for card in self.cards:
                self._draw_map(card, card.entries[0][2].name)
            if self._faults:
                self.app.error(say("Something here cannot be used"), self._faults)
        if top and self.chosen is not None:
            before, self._rest = self._rest, self._rest + dt
            if before < POINTED <= self._rest:
                self._draw_map(self.cards[self.hover], self.chosen.name)

    def _draw_map(self, card: TitleCard, scenario: str) -> None:
        """Draw a little map; one that cannot be drawn is told with the other faults."""
        try:
            miniature(card.rules, card.picture.size, scenario)
        except (ValueError, OSError) as error:
            self._faults += f"\n{card.rules.name}: {error}"
        else:
            self._drawn.add((card.rules.name, scenario))
        self._picture = None

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self._point_at(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            number = self._card_at(event.pos)
            if number >= 0:
                self.set_up(number, self.cards[number].entry_at(event.pos))
                return True
        elif event.type == pygame.KEYDOWN:
            return self._key(event)
        return False

    def _key(self, event: pygame.event.Event) -> bool:
        actions = {pygame.K_c: self.resume, pygame.K_l: self.saves, pygame.K_s: self.settings, pygame.K_F1: self.keys}
        number = event.key - pygame.K_1
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.systems and not self.focused:
            if self.hover < 0 and self._latest() is not None:
                self.resume()
            else:
                self.set_up(max(0, self.hover))
        elif 0 <= number < len(self.systems):
            self.set_up(number)
        elif event.unicode == "?":
            self.keys()
        elif event.key in actions:
            actions[event.key]()
        else:
            return False
        return True

    def _card_at(self, pos: tuple[int, int]) -> int:
        """The number of the card under a window pixel, -1 beside all."""
        return next((i for i, card in enumerate(self.cards) if card.rect.collidepoint(pos)), -1)

    def _point_at(self, pos: tuple[int, int]) -> None:
        """The pointer is there now."""
        number = self._card_at(pos)
        self._point(number, self.cards[number].entry_at(pos) if number >= 0 else None)

    def _point(self, number: int, chosen: ScenarioInfo | None) -> None:
        if (number, chosen) != (self.hover, self.chosen):
            self.hover, self.chosen, self._rest = number, chosen, 0.0
            self._picture = None

    def escape(self) -> None:
        """The title stays; Quit is a button."""

    def set_up(self, number: int, scenario: ScenarioInfo | None = None) -> None:
        """Go on to the sheet that sets up a game of a system, with a scenario chosen there already.

        From the row of the examples of play to their list.
        """
        from game.ui.screens.examples import Examples
        from game.ui.screens.newgame import NewGame

        self.app.sounds.play("click")
        if scenario is not None and scenario.example:
            self.app.push(Examples(self.app, self.systems[number]))
            return
        self.app.push(NewGame(self.app, self.systems[number], scenario))

    def saves(self) -> None:
        from game.ui.screens.saves import Saves

        self.app.push(Saves(self.app))

    def settings(self) -> None:
        from game.ui.screens.options import Options

        self.app.push(Options(self.app))

    def keys(self) -> None:
        from game.ui.screens.keys import Keys

        self.app.push(Keys(self.app))

    def resume(self) -> None:
        """Go on with the game played last."""
        latest = self._latest()
        if latest is not None:
            self.app.ways.resume(latest.path)
