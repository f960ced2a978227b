"""The game screen: map, turn track, cards, dice, and the course of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pygame
import pygame_gui

from game.core.action import Action
from game.core.preview import Preview
from game.match.match import Match
from game.ui.board.view import BoardView
from game.ui.cards import turntrack
from game.ui.cards.card import Card
from game.ui.cards.column import Column
from game.ui.play.chronicle import Chronicle
from game.ui.play.controller import Controller
from game.ui.play.flow import Flow
from game.ui.play.interruption import Interruption
from game.ui.play.latest import LatestResult
from game.ui.play.leaving import Leaving
from game.ui.play.march import March
from game.ui.play.refusing import Refusing
from game.ui.play.stage import Stage
from game.ui.play.turn_end import TurnEnd
from game.ui.play.volley import Volley
from game.ui.screens import game_commands as commands
from game.ui.screens import game_contents as contents
from game.ui.screens import game_map, typed_faces
from game.ui.screens.awaiting import Awaiting
from game.ui.screens.game_course import GameCourse
from game.ui.screens.game_keys import ANSWERING, DIGITS, on_key
from game.ui.screens.game_layout import ROW
from game.ui.screens.game_mouse import Mouse
from game.ui.screens.game_picture import paint
from game.ui.screens.game_widgets import Widgets
from game.ui.screens.map_row import rows_needed
from game.ui.screens.salvo import SalvoOffer

if TYPE_CHECKING:
    from game.ui.app.application import App


class Game(GameCourse):
    """A match on the table."""

    tabbing = False

    def __init__(self, app: App, match: Match[Any]) -> None:
        super().__init__(app)
        self.match = match
        self.rules = match.rules
        self.theme = match.rules.theme
        self.view = BoardView(self.rules.board(match.state), self.theme)
        self.stage = Stage(self.view, app.sounds)
        self.rows = 1
        """Rows of buttons below the map."""
        self.flow = Flow(match, app.settings, self._on_step, app.error)
        self.controller = Controller(self.rules, match.state)
        self.interruption = Interruption(self)
        self.flow.before = self.interruption.before
        self.turn_end = TurnEnd(self)
        self.pointed_first: tuple[Any, str | None] = (None, None)
        """The state shown, and the place pointed at ever since it is."""
        self.leaving = Leaving(self)
        self.march = March(self)
        self.awaiting = Awaiting(self)
        self.volley = Volley(self)
        self.salvo = SalvoOffer(self)
        self.typed = typed_faces.Typing(self)
        self.refusing = Refusing(self)
        self.column, self.track, self.slip = Column(), turntrack.TurnTrack(), Card()
        self.battle: Preview | None = None
        self.latest = LatestResult()
        self.hover: str | None = None
        self.hint: tuple[str, str, str] | None = None
        self.keyboard = False
        """Whether the keyboard's cursor is shown."""
        self.dirty = True
        self.over_shown = False
        self._warned = ""
        self._handed: str | None = None
        self._kept: tuple[str, ...] = ()
        self._phase: tuple[str, str] | None = None
        self.mouse = Mouse(self)
        self.chronicle = Chronicle(match, self.column.log)
        self._read_log()
        self.settle()

    # --- layout

    @property
    def row(self) -> int:
        return self.rows * ROW

    @property
    def tray_rect(self) -> pygame.Rect:
        return self.stage.tray_rect(self.map_rect, self.px)

    def build(self) -> None:
        self.rows = rows_needed(self)
        self.lay_out_map()
        self.widgets = Widgets(self)
        self.dirty = True

    # --- the course of the game

    def play(self, action: Action | None) -> None:
        """Do an action of the person at the screen, or take up a placed counter the controller was asked for."""
        if self.controller.lifted is not None:
            commands.take_up(self)
        meant, self.controller.meant = self.controller.meant, None
        if action is None or not self.may_act:
            return
        self.march.begin()
        self.view.notice.hush()
        run = meant.run(self.rules, self.match.state) if meant is not None else None
        if run is not None:
            self.volley.start(run)
        elif not self.interruption.before(action):
            self.flow.play(action)

    def phase_began(self) -> None:
        commands.store_picture(self)

    def update(self, dt: float, top: bool) -> None:
        settings = self.app.settings
        options = self.view.options
        options.zones_of_control, options.hex_numbers = settings.zones_of_control, settings.hex_numbers
        options.legend = settings.legend
        options.reduced_motion, options.speed = settings.reduced_motion, self.flow.speed * self.stage.pace
        self.stage.speed = self.flow.speed
        self.stage.tray.reduced_motion = settings.reduced_motion
        was_busy = self.stage.busy
        self.view.update(dt)
        self.mouse.look(dt)
        self.stage.update(dt)
        self.refusing.update(dt)
        if top:
            self.march.update()
            self.volley.update()
            self.interruption.update()
            self.flow.update(dt, not self.stage.busy)
            if not self.stage.busy:
                self._between()
        if was_busy != self.stage.busy or self.controller.active != self.may_act:
            self.settle(self.controller.state)
        if self.dirty or self.stage.busy:
            self.refresh()
        super().update(dt, top)

    def _between(self) -> None:
        """What comes up between actions: a record that cannot be written, the next person, the end."""
        trouble = str(self.match.trouble or "")
        if trouble != self._warned:
            self._warned = trouble
            if trouble:
                commands.report_trouble(self, trouble)
                return
        seat = self.flow.seat
        if seat is None and not self.over_shown:
            self.over_shown = True
            commands.show_victory(self)
        elif self.flow.is_human(seat) and seat != self._handed and not self.turn_end.holds:
            last = self.match.course.last
            first, self._handed = self._handed is None or (last is not None and last.actor == seat), seat
            if not first and len(self.flow.people) > 1 and self.app.settings.hand_over:
                commands.hand_over(self)

    def refresh(self) -> None:
        """Bring cards, widgets and overlays up to date."""
        self.dirty = False
        asked = self.flow.is_human(self.controller.prompt.to_act)
        asked = asked and not self.flow.paused and not self.held
        reason = self.controller.main_reason() if asked else ""
        changed = self.column.arrange(
            self.column_rect, self.app.metrics, contents.prompt(self, reason), contents.middle(self)
        )
        self.widgets.sync(reason, moved=changed)
        game_map.overlay(self)
        game_map.slip(self)

    # --- events

    @property
    def asking(self) -> object:
        return self.widgets.main_label if self.widgets.stops else (self.controller.state, self.asked.text)

    def answers(self, event: pygame.event.Event) -> bool:
        if event.type == pygame_gui.UI_BUTTON_PRESSED:
            return event.ui_element in self.widgets.answering
        passing = (pygame.K_p,) if self.interruption.moment is not None else ()
        if event.type != pygame.KEYDOWN:
            return False
        return super().answers(event) or event.key in (*ANSWERING, *passing) or event.unicode in DIGITS

    def handle(self, event: pygame.event.Event) -> bool:
        refusal = self.controller.refusal
        used = super().handle(event)
        self.refusing.answered(event, refusal)
        return used

    def on_event(self, event: pygame.event.Event) -> bool:
        self.dirty = True
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.volley.said = self.leaving.text = ""
        if event.type == pygame_gui.UI_TEXT_ENTRY_FINISHED and event.ui_element is self.widgets.faces:
            typed_faces.enter(self)
            return True
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN) and self.typed.note(event):
            return True
        if event.type == pygame.KEYDOWN:
            return on_key(self, event)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.stage.busy and self.flow.people:
            rolling = self.stage.tray.busy or self.stage.rolled is not None
            self.stage.skip()
            if rolling or not self.map_rect.collidepoint(event.pos):
                return True
        if event.type == pygame.MOUSEWHEEL and self.column_rect.collidepoint(pygame.mouse.get_pos()):
            self.column.wheel(pygame.mouse.get_pos(), event.y)
            return True
        if self.view.handle(event):
            return True
        return self.mouse.handle(event)

    def escape(self) -> None:
        if self.mouse.carrying:
            self.mouse.let_go()
        elif self.volley.running:
            self.volley.stop()
        elif self.stage.busy:
            self.stage.skip()
        elif self.interruption.moment is not None:
            self.interruption.go_on()
        elif self.controller.focus is not None:
            self.controller.look_at(None)
        elif self.controller.droppable or self.controller.refusal or self.hint:
            self.controller.clear()
            self.hint = None
        elif self.controller.aside is not None:
            self.interruption.leave()
        else:
            commands.open_menu(self)
        self.dirty = True

    # --- picture

    def draw(self, target: pygame.Surface) -> None:
        paint(self, target)

    @property
    def turns(self) -> int:
        """Turns the scenario lasts."""
        return next(info.turns for info in self.rules.scenarios if info.name == self.match.header.scenario)

    def shown(self) -> None:
        self.dirty = True
        if any(not self.flow.is_human(seat) for seat in self.rules.seats):
            self.flow.players.warm()

    def close(self) -> None:
        commands.store_picture(self)
        self.flow.close()
