"""A map with cards beside it on which a game or an example is watched step by step, and the cards of that."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import pygame

from game.core.contract import System
from game.core.message import Text, say
from game.core.rules import ScenarioInfo
from game.i18n.words import said
from game.ui.app.screen import Host
from game.ui.app.settings import SPEEDS, next_value
from game.ui.board.minimap import SMALL_MAP, Minimap
from game.ui.cards.card_pen import CardPen
from game.ui.cards.column import CardColumn
from game.ui.cards.turntrack import TurnTrack
from game.ui.kit.camera import Box
from game.ui.kit.gui import UIButton, UIElement, fit_labels
from game.ui.kit.paper import draw_table
from game.ui.kit.pen import TextRun
from game.ui.kit.theme import FAINT
from game.ui.screens import phase_list
from game.ui.screens.keys import Keys
from game.ui.screens.map_commands import MapRow, look, looking, rows_needed
from game.ui.screens.map_screen import MapScreen
from game.ui.screens.rulebook import Rulebook
from game.ui.screens.sign_tips import SignTips
from game.ui.screens.wholelog import WholeLog

Kind = TypeVar("Kind", bound=UIElement)

STEP_TIPS: dict[Text, Text] = {
    "|<": say("Home: the start"), "<": say("Left: one step back"), ">": say("Right: one step forward"),
    ">|": say("End: the end"), "": say("[ and ]: slower, faster"), say("Play"): say("Space: run, or stop"),
    say("Previous turn"): say("Up: the previous turn"), say("Next turn"): say("Down: the next turn"),
    say("New game from here"): say("Enter: play on from the step shown"),
    say("Make a lesson"): say("E: a lesson begins with the step shown"),
    say("Lesson ends here"): say("E: the lesson ends with the step shown"),
}
"""What the buttons of a screen do whose steps are watched, with their keys."""


class Watching(MapScreen):
    """The map, the cards, the dice and the buttons of what is watched."""

    keyboard: str
    small_map = True
    """Whether a small map is shown while a part of the sheet is seen, as in a game."""

    def __init__(self, app: Host, rules: System[Any], info: ScenarioInfo, first: Any, *, running: bool) -> None:
        """:param rules: filtered for the viewer.
        :param first: the state that is shown first.
        :param running: whether it runs by itself.
        """
        super().__init__(app, rules, info, first)
        self.column, self.track = CardColumn(), TurnTrack()
        self.tips = SignTips(self, self.column, self.track, self.stage.tray)
        self.minimap = Minimap(self.view, lambda: self.free_table)
        self.stage.still = True  # the screen's own camera follows
        self.running = running
        self._wait = 0.6
        """Seconds until the next step, while it runs by itself."""

    # --- what a game or an example says

    @abstractmethod
    def forward(self, *, asked: bool = True) -> None:
        """Play the next step out.

        :param asked: whether a player has asked for it: what it touches comes into view then, else only if no player
            has just moved the map.
        """

    @abstractmethod
    def go(self, at: int) -> None:
        """Show a step as it ended, or the nearest there is."""

    @property
    @abstractmethod
    def step(self) -> int:
        """The number of the step shown."""

    @property
    @abstractmethod
    def last(self) -> int:
        """The number of the last step."""

    @property
    @abstractmethod
    def play_button(self) -> UIButton:
        """The button that lets it run and stops it."""

    @abstractmethod
    def step_of(self, line: int) -> int:
        """The step that a line of the log, counted from 0, tells of."""

    @abstractmethod
    def told_box(self) -> Box | None:
        """The part of the sheet that shows what the step is about. None: the whole sheet."""

    @abstractmethod
    def told_places(self) -> Sequence[str]:
        """The places that the step is about."""

    @abstractmethod
    def phase(self) -> tuple[str, str]:
        """The phase that began last, as (seat, phase)."""

    @abstractmethod
    def _arrange(self) -> None:
        """Bring the cards up to date."""

    @property
    def covering(self) -> list[pygame.Rect]:
        return [self.minimap.place(self.px(100) / 100)]

    def sign_at(self, pos: tuple[int, int]) -> Text | None:
        return SMALL_MAP if self.covering[0].collidepoint(pos) else None

    # --- buttons

    def lay_map_row(self) -> None:
        """Make room for the buttons below or beside the map, as in a game, and lay out the map."""
        row = looking(self)
        self.row_lines = rows_needed(self, row)
        follows, lay = self.glide.holds(self.view.camera), (self.view.rect.copy(), self.view.turned)
        self.lay_out_map()
        if lay != (self.view.rect, self.view.turned):
            self.camera.forget()
        if follows and self.app.settings.follow_action:
            self.look_at(self.told_box(), at_once=True)
        self._below = MapRow(self, row).buttons

    # --- the camera

    def follow(self, *, asked: bool = True) -> None:
        """Move the map to what the step is about; one that the player has moved is only pushed as far as needed.

        :param asked: whether a player has asked for the step, else the map stays where it has just been moved.
        """
        if not self.app.settings.follow_action or (self.view.steered and not asked):
            return
        if self.glide.holds(self.view.camera):
            self.look_at(self.told_box(), at_once=False)
        else:
            self.view.show_all(self.told_places())

    def bring(self, places: Sequence[str]) -> None:
        if self.glide.holds(self.view.camera) and self.app.settings.follow_action:
            self.look_at(self.camera.around(places), at_once=False)
        else:
            super().bring(places)

    def _keep_clear(self) -> None:
        """Move the map so that the open drawer does not cover what the step is about, or back once it is closed."""
        follows = self.glide.holds(self.view.camera)
        if self.camera.beside_drawer() and self.app.settings.follow_action:
            if follows:
                self.look_at(self.told_box(), at_once=False)
            else:
                self.view.show_all(self.told_places())

    def fit(self) -> None:
        """Show the whole sheet; where that is shown, what the step is about, which is followed from then on."""
        camera, told = self.view.camera, self.told_box()
        if told is not None and camera.rect.width / told[2] <= camera.fit_scale:
            told = None  # that is the whole sheet
        if self.view.fit(told) and told is not None:
            self.look_at(told, at_once=True)

    def _hide_covered(self) -> None:
        """Hide the buttons of the map that the open drawer covers."""
        for button in self._below:
            covered = self.app.metrics.drawn and self.layout.column.colliderect(button.rect)
            if covered and button.visible:
                button.hide()
            elif not covered and not button.visible:
                button.show()

    def lay_row(self, room: pygame.Rect, buttons: Sequence[tuple[Text, Callable[[], None], float]],
                look: str) -> list[UIButton]:
        """A row of buttons of the given shares of the room's width; among plain ones Play is golden."""
        gap = self.px(8)
        unit = (room.width - gap * (len(buttons) - 1)) / sum(share for _, _, share in buttons)
        x = float(room.x)
        row = []
        for label, action, share in buttons:
            place = pygame.Rect(round(x), room.y, round(unit * share), room.height)
            golden = look == "#plain" and action == self.toggle
            row.append(self.in_panel(self.button(place, label, action, "#go" if golden else look,
                                                 tool_tip_text=STEP_TIPS.get(label))))
            x += unit * share + gap
        fit_labels(*row)
        return row

    def in_panel(self, widget: Kind) -> Kind:
        """A widget of the panel of cards, hidden where that is a closed drawer."""
        if widget.relative_rect.left >= self.app.metrics.width:
            widget.hide()  # type: ignore[no-untyped-call]
        return widget

    def label(self) -> None:
        """Print what the buttons say whose labels change."""
        self.play_button.set_text(said(say("Pause") if self.running else say("Play")))
        self.fit_strip()

    # --- commands

    def toggle(self) -> None:
        """Run by itself, from the start where the end is reached, or stop."""
        if self.at_end and not self.running:
            self.go(0)
        self.running = not self.running
        self.label()

    @property
    def at_end(self) -> bool:
        """Whether the last step is shown."""
        return self.step == self.last

    def back(self) -> None:
        """Show the step before, as it ended, and stop."""
        self.running = False
        self.label()
        self.go(self.step - 1)

    def whole_log(self) -> None:
        """Everything up to the step shown on one page."""
        self.app.push(WholeLog(self.app, self.column.log.entries, self.rules.name, shown=self.column.log))

    def open_rulebook(self) -> None:
        self.app.push(Rulebook(self.app, self.rules.name, self.rules.prompt(self.state).rule.number))

    def do(self, command: str, key: str) -> bool:
        match command:
            case "forward":
                self.forward()
            case "back-step":
                self.back()
            case "start":
                self.go(0 if key == "home" else self.last)
            case "run":
                self.toggle()
            case "speed":
                settings = self.app.settings
                settings.watching_speed = next_value(SPEEDS, settings.watching_speed, 1 if key == "]" else -1)
                self.label()
            case "keys":
                self.app.push(Keys(self.app, self.rules, on=self.keyboard, things=self.things))
            case _:
                return look(self, command, key) or super().do(command, key)
        return True

    # --- time, events, picture

    def update(self, dt: float, top: bool) -> None:
        settings = self.app.settings
        super().update(dt, top)
        if top and self.running and not self.stage.busy:
            self._wait -= dt * settings.watching_speed
            if self._wait <= 0:
                self.forward(asked=False)
        self.drawer.update(dt, at_once=settings.reduced_motion)
        self._keep_clear()
        self._arrange()
        self._hide_covered()
        self.tips.update(dt, top, self._tray)

    @property
    def _tray(self) -> pygame.Rect | None:
        """Where dice lie now, in window pixels."""
        shown = self.stage.tray.busy or self.stage.rolled is not None
        if not shown or self.glide.moving:
            return None
        return self.tray_rect

    def handle(self, event: pygame.event.Event) -> bool:
        self.tips.note(event)
        return super().handle(event)

    def on_event(self, event: pygame.event.Event) -> bool:
        if self.work_panel(event):
            return True
        if self._work_minimap(event):
            return True
        if event.type == pygame.MOUSEMOTION:
            link = self.column.link_at(event.pos) or self.rule_of_objectives(event.pos)
            self.app.point_at_link(link is not None or self.column.line_at(event.pos) is not None)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            rule, line = (self.column.link_at(event.pos) or self.rule_of_objectives(event.pos),
                          self.column.line_at(event.pos))
            if rule is not None:
                self.app.push(Rulebook(self.app, rule.system, rule.number))
                return True
            if line is not None:
                self.go(self.step_of(line))
                return True
        at = pygame.mouse.get_pos()
        if event.type == pygame.MOUSEWHEEL and (self.layout.column.collidepoint(at)
                                                or self.layout.overview.collidepoint(at)):
            self.column.wheel(at, event.y)
            return True
        return self.view.handle(self.layout.to_map(event))

    def _work_minimap(self, event: pygame.event.Event) -> bool:
        """Take a press, a motion or a release of the left button on the small map; whether it was one."""
        unit = self.px(100) / 100
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self.minimap.press(event.pos, unit)
        if event.type == pygame.MOUSEMOTION:
            return self.minimap.pull(event.pos, unit)
        return event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.minimap.release()

    @property
    def turns(self) -> int | None:
        """Turns that what is watched lasts; None where it has no last one."""
        return self.info.turns

    def draw(self, target: pygame.Surface) -> None:
        draw_table(target, self.layout.track)
        draw_table(target, self.layout.row)
        self.view.draw(target)
        phases = tuple(self.rules.phases(self.state))
        turn = self.rules.prompt(self.state).turn
        self.track.draw(target, self.layout.track, self.metrics, self.rules.theme, self.turns, turn, phases,
                        self.phase())
        self.draw_objectives(target, self.rules.theme)
        phase_list.draw_beside(self, target)
        self.minimap.on = self.small_map and self.switches.minimap
        self.minimap.draw(target, self.px(100) / 100)
        self.minimap.draw_north(target, self.px(100) / 100)
        if (tray := self._tray) is not None:
            self.stage.tray.draw(target, tray)
        self.draw_panel(target)
        self.manager.draw_ui(target)
        self.asking_rules.draw(target)
        self.tips.draw(target)


BUTTON = 46
"""Units: the height of the buttons that work a replay."""
ENDED = say("The game is over here: step back to begin a new game")
"""Why no new game can begin at the end of a finished one."""


def write_head(pen: CardPen, when: Text, told: Text) -> None:
    """Turn and phase shown, and what was done."""
    pen.heading(say("Now shown"), when)
    pen.flow([TextRun(told, "text", 22)])


def write_controls(pen: CardPen, steps: Text, *, row: bool = True, over: bool = False) -> None:
    """Where the replay stands, and room for the slider and the buttons.

    :param row: whether those for single steps lie here.
    :param over: whether the end of a finished game is shown; the line below the buttons says what that means.
    """
    pen.heading(say("Replay"), steps)
    pen.slot("scrub", 30)
    pen.space(10)
    if row:
        pen.slot("steps", BUTTON)
        pen.space(10)
    pen.slot("turns", BUTTON)
    pen.space(10)
    pen.slot("branch", BUTTON)
    pen.space(6)
    pen.line(ENDED if over else say("A new game keeps every step up to this one"), "ui", 15, FAINT)
