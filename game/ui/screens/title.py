"""The title: the program's name, the systems as cards, and the way to saved games and settings."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import pygame

from game import catalog
from game.core.contract import Rules
from game.ui.cards.paper import draw_sheet
from game.ui.cards.pen import Pen, wrap
from game.ui.fonts import font
from game.ui.screens.base import Screen
from game.ui.screens.splash import ROOM, letter, top_of_name
from game.ui.screens.table import draw_table
from game.ui.theme import FAINT, GOLD, LINE, Metrics

if TYPE_CHECKING:
    from game.ui.app import App


class Title(Screen):
    """The first screen. A click on a system's card sets up a game of it."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.systems: list[Rules[Any]] = []
        faults = []
        for name in catalog.names():
            try:
                self.systems.append(catalog.rules(name))
            except (ValueError, OSError) as error:
                faults.append(f"{name}: {error}")
        self._faults = "\n".join(faults)
        self._picture: pygame.Surface | None = None
        self._cards: list[pygame.Rect] = []
        self._hover = -1
        self._frames = 0
        self._drawn: set[str] = set()
        """Systems whose cards have their little maps; they come after the first frames, which do not wait."""

    @property
    def metrics(self) -> Metrics:
        return self.app.metrics.fitted(ROOM)

    def build(self) -> None:
        m = self.metrics
        self._picture = None
        width, height, gap = self.px(232), self.px(54), self.px(16)
        labels = [
            ("Saved games", self.saves),
            ("Settings", self.settings),
            ("Keys", self.keys),
            ("Quit", self.app.quit),
        ]
        latest = self._latest()
        if latest is not None:
            labels.insert(0, ("Continue", self.resume))
        x = (m.width - len(labels) * width - (len(labels) - 1) * gap) // 2
        y = m.height - height - self.px(56)
        for number, (label, action) in enumerate(labels):
            self.button(
                pygame.Rect(x + number * (width + gap), y, width, height),
                label,
                action,
                "#main" if label == "Continue" else "#dark",
            )
        card_w, card_h = self.px(800), self.px(400)
        total = len(self.systems) * card_w + (len(self.systems) - 1) * self.px(32)
        left = (m.width - total) // 2
        top = top_of_name(m) + self.px(316)
        self._cards = [
            pygame.Rect(left + i * (card_w + self.px(32)), top, card_w, card_h) for i in range(len(self.systems))
        ]

    def _latest(self) -> Any:
        """The game played last that is not over, None without one."""
        from game.match.store import Store

        return next((save for save in Store().saves() if not save.result and save.system and save.actions), None)

    def shown(self) -> None:
        if hasattr(self, "manager"):
            self.rebuild()

    @property
    def _map_size(self) -> tuple[int, int]:
        """Pixels of the little map on a card."""
        return self.px(292), self.px(340)

    def _paint(self) -> pygame.Surface:
        m = self.metrics
        picture = pygame.Surface(m.size)
        draw_table(picture)
        pen = Pen(picture, m, 0, top_of_name(m), m.width)
        letter(pen)
        for number, (rules, rect) in enumerate(zip(self.systems, self._cards, strict=True)):
            self._card(picture, rules, rect, number in (self._hover,))
        return picture

    def _card(self, target: pygame.Surface, rules: Rules[Any], rect: pygame.Rect, hover: bool) -> None:
        if hover:
            rect = rect.move(0, -self.px(4))
        draw_sheet(target, rect, self.metrics.scale)
        theme = rules.theme
        inner = rect.inflate(-self.px(20), -self.px(20))
        pygame.draw.rect(target, LINE, inner, width=self.px(1))
        pygame.draw.rect(
            target, GOLD if hover else LINE, inner.inflate(-self.px(8), -self.px(8)), width=self.px(2 if hover else 1)
        )
        frame = pygame.Rect(inner.x + self.px(20), inner.y + self.px(20), *self._map_size)
        pygame.draw.rect(target, "#3a281c", frame.inflate(self.px(4), self.px(4)))
        if rules.name in self._drawn:
            target.blit(_miniature(rules, frame.size), frame)
        left = frame.right + self.px(28)
        pen = Pen(target, self.metrics, left, inner.y + self.px(26), inner.right - self.px(26) - left)
        pen.line(theme.title, "title", 54, centre=True)
        pen.line(theme.subtitle, "text-italic", 25, FAINT, centre=True)
        self._seats(target, rules, pygame.Rect(pen.x, pen.y + self.px(12), pen.width, self.px(52)))
        pen.y += self.px(84)
        face = font("text", self.px(22))
        for line in wrap(theme.blurb, face, pen.width)[:5]:
            pen.line(line, "text", 22, centre=True)
        pen.y = inner.bottom - self.px(54)
        pen.line("Click, or press Enter", "ui-bold", 17, FAINT, centre=True)

    def _seats(self, target: pygame.Surface, rules: Rules[Any], room: pygame.Rect) -> None:
        """The sides' colours as two plain counters."""
        width = self.px(168)
        gap = self.px(20)
        left = room.centerx - (len(rules.theme.seats) * width + (len(rules.theme.seats) - 1) * gap) // 2
        for number, seat in enumerate(rules.theme.seats):
            box = pygame.Rect(left + number * (width + gap), room.y, width, self.px(44))
            pygame.draw.rect(target, "#a8946b", box.move(self.px(2), self.px(3)), border_radius=self.px(4))
            pygame.draw.rect(target, seat.paper, box, border_radius=self.px(4))
            name = font("ui-bold", self.px(18)).render(seat.title, True, seat.print)
            target.blit(name, name.get_rect(center=box.center))

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
            self._draw_maps()
            if self._faults:
                self.app.error("Something here cannot be used", self._faults)

    def _draw_maps(self) -> None:
        """Draw the cards' little maps; a map that cannot be drawn is told with the other faults."""
        for rules in self.systems:
            try:
                _miniature(rules, self._map_size)
            except (ValueError, OSError) as error:
                self._faults += f"\n{rules.name}: {error}"
            else:
                self._drawn.add(rules.name)
        self._picture = None

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self._point(next((i for i, card in enumerate(self._cards) if card.collidepoint(event.pos)), -1))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            number = next((i for i, card in enumerate(self._cards) if card.collidepoint(event.pos)), -1)
            if number >= 0:
                self.set_up(number)
                return True
        elif event.type == pygame.KEYDOWN:
            return self._key(event)
        return False

    def _key(self, event: pygame.event.Event) -> bool:
        actions = {pygame.K_c: self.resume, pygame.K_l: self.saves, pygame.K_s: self.settings, pygame.K_F1: self.keys}
        number = event.key - pygame.K_1
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.systems and not self.focused:
            self.set_up(max(0, self._hover))
        elif 0 <= number < len(self.systems):
            self.set_up(number)
        elif event.unicode == "?":
            self.keys()
        elif event.key in actions:
            actions[event.key]()
        else:
            return False
        return True

    def _point(self, number: int) -> None:
        if number != self._hover:
            self._hover = number
            self._picture = None

    def escape(self) -> None:
        """The title stays; Quit is a button."""

    def set_up(self, number: int) -> None:
        """Go on to the sheet that sets up a game of a system."""
        from game.ui.screens.newgame import NewGame

        self.app.sounds.play("click")
        self.app.push(NewGame(self.app, self.systems[number]))

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
        from game.ui.screens.opening import resume

        latest = self._latest()
        if latest is not None:
            resume(self.app, latest.path)


@lru_cache(maxsize=8)
def _miniature(rules: Rules[Any], size: tuple[int, int]) -> pygame.Surface:
    """The map of a system's battle with its counters set up."""
    from game.ui.boardview import BoardView

    battle = next((info for info in rules.scenarios if not info.example), rules.scenarios[0])
    state = rules.initial(battle.name)
    view = BoardView(rules.board(state), rules.theme)
    view.set_counters(rules.counters(state))
    return view.snapshot(size)
