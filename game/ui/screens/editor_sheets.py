"""The sheets of the position editor: options, the name of the file, and who plays a game from the position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from game import catalog
from game.core.contract import ScenarioInfo, System
from game.core.message import say, told
from game.i18n.words import said
from game.match.draft import Draft
from game.ui.app.panel import LEAST, PanelScreen
from game.ui.app.screen import Host
from game.ui.kit import gui
from game.ui.kit.gui import DropDown
from game.ui.kit.pen import Pen
from game.ui.screens.option_rows import OptionRows
from game.ui.screens.seating import Seating


class PositionOptions(PanelScreen):
    """Another scenario, or options that change the armies, begin with their set-up; other options keep the position."""

    keyboard = "position-options"
    title = say("Scenario and options")
    size = (940, 760)
    least = LEAST

    def __init__(self, app: Host, draft: Draft[Any], done: Callable[[], None]) -> None:
        """:param done: called whenever something was chosen."""
        super().__init__(app)
        self.draft, self._done = draft, done
        self.rows = OptionRows(draft.rules, self._chose, self.rebuild)
        self._take()

    def _take(self) -> None:
        self._info = catalog.scenario(self.draft.rules, self.draft.position["scenario"])
        self.rows.example, self.rows.meant = self._info.example, dict(self._info.meant)
        self.rows.take(self.draft.position.get("options", ()))
        self._armies = self._carried()

    def _carried(self) -> list[str]:
        """What is chosen of options that a position carries."""
        return [info.chosen(self.rows.chosen) for info in self.draft.rules.options if info.carried]

    def _chose(self) -> None:
        if self._carried() != self._armies:
            self._begin(self._info.name)
        else:
            self.draft.choose(self.rows.chosen)
        self._done()
        self.rebuild()

    def _begin(self, scenario: str) -> None:
        """Begin with the set-up of a scenario under the options chosen, or say why there is none."""
        try:
            self.draft.begin(scenario, self.rows.chosen)
        except (ValueError, OSError) as error:
            self.app.error(say("This scenario cannot be set up"), told(error))
        self._take()

    def fill(self) -> None:
        body, px = self.body, self.px
        titles: list[str | tuple[str, str]] = [said(info.title) for info in self.draft.rules.scenarios]
        self.scenarios = DropDown(titles, said(self._info.title), pygame.Rect(body.x, body.y + px(34), body.width,
                                                                              px(46)), self.manager)
        top = px(100)
        self.rows.fill(self, pygame.Rect(body.x, body.y + top, body.width, body.height - top))

    def paint(self, target: pygame.Surface) -> None:
        Pen(target, self.metrics, self.body.x, self.body.y, self.body.width).line(say("Scenario"), "title", 21)
        self.rows.paint(target, self)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == gui.UI_DROP_DOWN_MENU_CHANGED and event.ui_element is self.scenarios:
            chosen = next(info for info in self.draft.rules.scenarios if said(info.title) == event.text)
            self._another(chosen)
            return True
        return super().handle(event)

    def _another(self, info: ScenarioInfo) -> None:
        """Begin with another scenario, as it is usually played."""
        if info.name != self._info.name:
            self.rows.take(())
            self._begin(info.name)
            self._done()
            self.rebuild()

    def do(self, command: str, key: str) -> bool:
        if command == "scenario":
            infos = self.draft.rules.scenarios
            self._another(infos[(infos.index(self._info) + 1) % len(infos)])
            return True
        return super().do(command, key)

    def on_event(self, event: pygame.event.Event) -> bool:
        return self.rows.handle(event) or super().on_event(event)


class PlayFrom(PanelScreen):
    """Asks who plays, then starts a game with the position. The editor stays below it."""

    keyboard = "fork seating"
    title = say("A game from this position")
    size = (860, 560)
    least = LEAST

    def __init__(self, app: Host, rules: System[Any], state: Any) -> None:
        super().__init__(app)
        self.rules, self._state = rules, state
        self.seating = Seating(rules, {})

    def fill(self) -> None:
        body, px = self.body, self.px
        self.seating.fill(self, body.x, body.y + px(46), body.width)
        width, height, gap = px(250), px(56), px(16)
        start = pygame.Rect(body.right - width, body.bottom - height, width, height)
        self.button(start, say("Start the game"), self.start, "#main")
        self.button(start.move(-width - gap, 0), say("Cancel"), self.app.pop)

    def paint(self, target: pygame.Surface) -> None:
        Pen(target, self.metrics, self.body.x, self.body.y, self.body.width).line(say("Who plays"), "title", 21)
        self.seating.paint(target, self)

    def handle(self, event: pygame.event.Event) -> bool:
        return self.seating.handle(event) or super().handle(event)

    def do(self, command: str, key: str) -> bool:
        if command == "start" and self.focused is None and not self.open_menus:
            self.start()
        elif command == "player" and self.seating.next_player(key):
            self.rebuild()
        else:
            return super().do(command, key)
        return True

    def start(self) -> None:
        """Begin the game, on record like any other."""
        self.app.pop()
        self.app.ways.play_on(self.rules.name, self._state, self.seating.players)
