"""The sheet that sets up a game: scenario, options, who plays which side, the seed of the dice."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pygame
import pygame_gui
from pygame_gui.elements import UIDropDownMenu

from game.core.contract import Rules, ScenarioInfo
from game.core.verdict import RuleRef
from game.match.record import HUMAN
from game.ui.cards.pen import Link, Pen, Run, cite
from game.ui.entry import text_entry
from game.ui.screens.miniature import miniature
from game.ui.screens.panel import PanelScreen
from game.ui.screens.rulepages import SOURCES
from game.ui.theme import FAINT, GOLD, LINK

if TYPE_CHECKING:
    from game.ui.app import App

AT_REST = 0.15
"""Seconds a scenario is shown before its map is drawn, so that going through them is quick."""


def levels() -> dict[str, str]:
    """Everyone who can take a seat: name -> description; people first."""
    from game.ai.players import LEVELS

    return {HUMAN: "A person at this screen"} | {name: info.description for name, info in LEVELS.items()}


class NewGame(PanelScreen):
    """Choose, then start. Everything has a sensible value already, so that one click is enough."""

    size = (1180, 760)

    def __init__(self, app: App, rules: Rules[Any], scenario: ScenarioInfo | None = None) -> None:
        super().__init__(app)
        self.rules = rules
        self.title = f"{rules.theme.title}: a new game"
        first = next((info for info in rules.scenarios if not info.example), rules.scenarios[0])
        self.scenario: ScenarioInfo = scenario or first
        self.chosen: set[str] = set()
        self.players = dict.fromkeys(rules.seats, HUMAN)
        self.levels = levels()
        self.seed = ""
        self.links: list[Link] = []
        self._shown_for = 0.0
        """Seconds the scenario has been shown; its little map comes a moment later than its words."""

    def fill(self) -> None:
        body, row = self.body, self.px(46)
        half = (body.width - self.px(40)) // 2
        self._right = body.x + half + self.px(40)
        self._half = half
        y = body.y + self.px(40)
        titles: list[str | tuple[str, str]] = [info.title for info in self.rules.scenarios]
        names: list[str | tuple[str, str]] = [name.capitalize() for name in self.levels]
        self.scenarios = UIDropDownMenu(titles, self.scenario.title, pygame.Rect(body.x, y, half, row), self.manager)
        y = body.y + self.px(210)
        for option in self.rules.options:
            on = option.name in self.chosen
            self.button(
                pygame.Rect(body.x, y, self.px(44), self.px(44)),
                "✓" if on else " ",
                partial(self._toggle, option.name),
                "#check" if on else "#plain",
            )
            y += self.px(84)
        y = body.y + self.px(40)
        self.seat_menus: dict[Any, str] = {}
        for seat in self.rules.seats:
            rect = pygame.Rect(self._right + self.px(150), y, half - self.px(150), row)
            menu = UIDropDownMenu(names, self.players[seat].capitalize(), rect, self.manager)
            self.seat_menus[menu] = seat
            y += self.px(118)
        self.entry = text_entry(
            pygame.Rect(self._right + self.px(150), y + self.px(20), half - self.px(150), row),
            self.manager,
            18,
            text=self.seed,
            placeholder="random",
        )
        self.entry.set_allowed_characters("numbers")
        width = self.px(320)
        self.button(
            pygame.Rect(body.right - width, body.bottom - self.px(64), width, self.px(64)),
            "Start the game",
            self.start,
            "#main",
        )
        self.button(
            pygame.Rect(body.right - width - self.px(216), body.bottom - self.px(60), self.px(200), self.px(56)),
            "Watch it" if self.scenario.example else "Back",
            self.watch if self.scenario.example else self.app.pop,
        )

    def paint(self, target: pygame.Surface) -> None:
        body = self.body
        left = Pen(target, self.metrics, body.x, body.y, self._half)
        left.line("Scenario", "title", 21)
        left.y = body.y + self.px(96)
        left.flow([Run(self.scenario.summary, "text", 20)])
        if self.rules.options:
            left.y = body.y + self.px(172)
            left.line("Optional rules", "title", 21)
        y = body.y + self.px(210)
        self.links = []
        for option in self.rules.options:
            pen = Pen(target, self.metrics, body.x + self.px(58), y - self.px(2), self._half - self.px(58))
            pen.flow([Run(option.title, "ui-bold", 19), cite(option.rule)])
            pen.flow([Run(option.summary, "ui", 16, FAINT)], leading=1.0)
            self.links += pen.links
            y += self.px(84)
        right = Pen(target, self.metrics, self._right, body.y, self._half)
        right.line("Who plays", "title", 21)
        y = body.y + self.px(40)
        for seat in self.rules.theme.seats:
            box = pygame.Rect(self._right, y + self.px(3), self.px(134), self.px(40))
            pygame.draw.rect(target, seat.paper, box, border_radius=self.px(4))
            name = right.font("ui-bold", 18).render(seat.title, True, seat.print)
            target.blit(name, name.get_rect(center=box.center))
            pen = Pen(target, self.metrics, self._right + self.px(150), y + self.px(52), self._half - self.px(150))
            pen.flow([Run(self.levels[self.players[seat.name]], "ui", 16, FAINT)], leading=1.0)
            y += self.px(118)
        pen = Pen(target, self.metrics, self._right, y + self.px(32), self._half)
        pen.line("Seed", "ui-bold", 17)
        pen = Pen(target, self.metrics, self._right + self.px(150), y + self.px(74), self._half - self.px(150))
        pen.flow([Run("The same seed and the same play meet the same throws.", "ui", 16, FAINT)], leading=1.0)
        self._map(target)
        self._sources(Pen(target, self.metrics, self._right, y + self.px(126), self._half))

        count = len(self.rules.options)
        keys = [f"1–{count} optional rules" if count > 1 else "1 optional rule"] if count else []
        keys += [f"F{index + 2} {seat.title}" for index, seat in enumerate(self.rules.theme.seats)]
        pen = Pen(target, self.metrics, body.x, body.bottom - self.px(24), self._half)
        pen.line("Keys: " + ", ".join([*keys, "F5 scenario", "Enter starts"]), "ui", 15, FAINT)

    @property
    def _map_room(self) -> pygame.Rect:
        """The room below the options for the scenario's map."""
        body = self.body
        top = body.y + self.px(222 + 84 * len(self.rules.options))
        return pygame.Rect(body.x, top, self._half, body.bottom - self.px(40) - top)

    def update(self, dt: float, top: bool) -> None:
        super().update(dt, top)
        self._shown_for += dt if top else 0.0

    def _map(self, target: pygame.Surface) -> None:
        """The scenario's map with its units set up, where there is room for it."""
        room = self._map_room
        if self._shown_for < AT_REST or room.height < self.px(170):
            return
        try:
            picture = miniature(self.rules, room.size, self.scenario.name)
        except (ValueError, OSError):
            return  # the title has said what is wrong with this map
        place = picture.get_rect(center=room.center)
        for size, colour in ((10, "#3a281c"), (4, GOLD)):
            pygame.draw.rect(target, colour, place.inflate(self.px(size), self.px(size)))
        target.blit(picture, place)

    def _sources(self, pen: Pen) -> None:
        """What of the scenario is printed, and what is reconstructed."""
        if not self.scenario.provenance:
            return
        page = RuleRef(self.rules.name, SOURCES)
        pen.flow([Run(SOURCES, "ui-bold", 16, LINK, page)])
        self.links += pen.links
        for what, source in self.scenario.provenance:
            pen.flow([Run(f"{what.capitalize()}:", "ui-bold", 15, FAINT), Run(source, "ui", 15, FAINT)], leading=1.0)

    def _toggle(self, name: str) -> None:
        self.chosen ^= {name}
        self.seed = self.entry.get_text()
        self.rebuild()

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame_gui.UI_DROP_DOWN_MENU_CHANGED:
            if event.ui_element is self.scenarios:
                self.scenario = next(info for info in self.rules.scenarios if info.title == event.text)
                self._shown_for = 0.0
                self.seed = self.entry.get_text()
                self.rebuild()
            elif event.ui_element in self.seat_menus:
                self.players[self.seat_menus[event.ui_element]] = event.text.lower()
            return True
        if event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and not self.focused:
            self.start()
            return True
        return super().handle(event)

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            link = next((link for link in self.links if link.rect.collidepoint(event.pos)), None)
            if link is not None:
                from game.ui.screens.rulebook import Rulebook

                self.app.push(Rulebook(self.app, link.rule.system, link.rule.number))
                return True
        if event.type != pygame.KEYDOWN or self.typing:
            return False
        number = event.key - pygame.K_1
        if 0 <= number < len(self.rules.options):
            self._toggle(self.rules.options[number].name)
            return True
        seats = {pygame.K_F2 + index: seat for index, seat in enumerate(self.rules.seats)}
        if event.key in seats:
            seat = seats[event.key]
            self.players[seat] = _after(list(self.levels), self.players[seat])
        elif event.key == pygame.K_F5:
            self.scenario = _after(list(self.rules.scenarios), self.scenario)
            self._shown_for = 0.0
        else:
            return False
        self.seed = self.entry.get_text()
        self.rebuild()
        return True

    def watch(self) -> None:
        """Show an example of play as the rulebook tells it."""
        from game.ui.screens.opening import demo

        demo(self.app, self.rules, self.scenario.name)

    def start(self) -> None:
        """Begin the game and open it."""
        from game.ui.screens.opening import begin

        text = self.entry.get_text().strip()
        begin(
            self.app,
            self.rules,
            self.scenario.name,
            tuple(o.name for o in self.rules.options if o.name in self.chosen),
            self.players,
            int(text) if text else None,
        )


def _after(values: list[Any], now: Any) -> Any:
    """The next value of a list, round and round."""
    return values[(values.index(now) + 1) % len(values)]
