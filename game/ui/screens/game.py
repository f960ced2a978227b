"""The game screen: map, turn track, cards, dice, and the course of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pygame
import pygame_gui

from game.core.action import Action
from game.core.chance import CHANCE
from game.core.contract import Preview
from game.core.event import Flipped, PhaseBegan, Rolled
from game.match.course import Step
from game.match.match import Match
from game.ui.boardview import BoardView
from game.ui.cards import turntrack
from game.ui.cards.card import Card
from game.ui.cards.column import Column
from game.ui.cards.log import Entry, entry_of
from game.ui.controller import Controller
from game.ui.proposals import place_of
from game.ui.screens import game_commands as commands
from game.ui.screens import game_contents as contents
from game.ui.screens.flow import Flow
from game.ui.screens.game_keys import on_key
from game.ui.screens.game_layout import Layout
from game.ui.screens.game_mouse import Mouse
from game.ui.screens.game_picture import paint
from game.ui.screens.game_widgets import Widgets
from game.ui.screens.interruption import Interruption
from game.ui.screens.march import March
from game.ui.screens.stage import Stage
from game.ui.screens.throwing import fallen, lay_ready
from game.ui.screens.volley import Volley

if TYPE_CHECKING:
    from game.ui.app import App


class Game(Layout):
    """A match on the table."""

    tabbing = False

    def __init__(self, app: App, match: Match[Any]) -> None:
        super().__init__(app)
        self.match = match
        self.rules = match.rules
        self.theme = match.rules.theme
        self.view = BoardView(self.rules.board(match.state), self.theme)
        self.stage = Stage(self.view, app.sounds)
        self.flow = Flow(match, app.settings, self._on_step, app.error)
        self.controller = Controller(self.rules, match.state)
        self.interruption = Interruption(self)
        self.flow.before = self.interruption.before
        self.march = March(self)
        self.volley = Volley(self)
        self.column, self.track, self.slip = Column(), turntrack.TurnTrack(), Card()
        self.battle: Preview | None = None
        self.hover: str | None = None
        self.hint: tuple[str, str, str] | None = None
        """A proposal being shown: level, notation, reason."""
        self.keyboard = False
        """Whether the keyboard's cursor is shown."""
        self.dirty = True
        self.over_shown = False
        self._warned = ""
        self._handed: str | None = None
        self._kept: str | None = None
        """The unit that stays in hand because it is asked to go on."""
        self._phase: tuple[str, str] | None = None
        self.mouse = Mouse(self)
        self._read_log()
        self.settle()

    # --- layout

    @property
    def tray_rect(self) -> pygame.Rect:
        return self.stage.tray_rect(self.map_rect, self.px)

    @property
    def tray_shown(self) -> bool:
        """Whether the dice lie on the table now."""
        if self.flow.seat == CHANCE or self.stage.busy:
            return self.flow.seat == CHANCE or self.stage.tray.busy or self.stage.rolled is not None
        return self.stage.rolled is not None and self.flow.seat is not None and not self.may_act

    def build(self) -> None:
        self.view.resize(self.map_rect)
        self.widgets = Widgets(self)
        self.dirty = True

    # --- the course of the game

    def _read_log(self) -> None:
        """Fill the log with what happened before this screen opened."""
        papers = {seat.name: seat.paper for seat in self.theme.seats}
        for step in self.match.steps:
            self.column.log.add(*(entry_of(event, papers) for event in step.events))
            self._note_phase(step)

    def taken_back(self) -> None:
        """Show the match as it stands after actions were taken back."""
        self._phase = None
        for step in self.match.steps:
            self._note_phase(step)
        self.over_shown = False
        self.battle = self.hint = None
        self.march.stop()
        self.volley.stop()
        self.interruption.cancel()
        self.settle()

    def _note_phase(self, step: Step[Any]) -> None:
        for event in step.events:
            if isinstance(event, PhaseBegan):
                self._phase = (event.seat, event.phase)

    def _on_step(self, step: Step[Any]) -> None:
        """Play a step out on screen."""
        self.hint = None
        before = self.controller.state
        self.interruption.after(before, step)
        self.volley.note(step)
        self.stage.pace = self.flow.pace = self.volley.pace(before, step)
        if any(isinstance(event, Rolled | Flipped) for event in step.events):
            self.battle = self.rules.preview(before, step.action)
        else:
            self.stage.rolled = self.battle = None
        if step.actor != CHANCE and not self.flow.is_human(step.actor) and self.flow.advice:
            self.column.log.add(Entry(f"{self.match.player(step.actor)}: {self.flow.advice}", None, "remark"))
            self.flow.advice = ""
        asked = self.controller.prompt.text
        kept = self.controller.selected if place_of(step.action) is None else None
        kept = kept if kept is not None and self.rules.prompt(step.state).text != asked else None
        self.controller.clear()
        self.controller.active = False
        self.dirty = True
        self.stage.play(step.events, lambda: self._after(step, kept), fallen(self.rules, before, step.action))

    def _after(self, step: Step[Any], kept: str | None) -> None:
        """Show the match after a step; a unit that is asked to go on stays in hand."""
        papers = {seat.name: seat.paper for seat in self.theme.seats}
        self.column.log.add(*(entry_of(event, papers) for event in step.events))
        self._note_phase(step)
        self.settle(step.state)
        self._kept = kept if step.state is self.match.state and self.flow.seat == step.actor else None
        if any(isinstance(event, PhaseBegan) for event in step.events):
            commands.store_picture(self)

    def settle(self, state: Any = None) -> None:
        """Show a state (the match's own by default) as it stands."""
        shown = self.match.state if state is None else state
        if state is not self.controller.state:
            self.interruption.look(shown)
        self.controller.show(shown, self.may_act)
        if self._kept is not None and self.controller.active:
            kept, self._kept = self._kept, None
            if kept in self.controller.able and self.controller.prompt.mode == "move":
                self.controller.select(kept)
        self.view.set_counters(tuple(self.controller.counters.values()))
        self.view.set_holders(self.rules.holders(self.controller.state))
        if not self.stage.busy:
            lay_ready(self.stage, self.rules, shown, self.controller.counters)
        self.dirty = True

    @property
    def may_act(self) -> bool:
        """Whether a person may act now and everything before has been shown."""
        return not self.stage.busy and (self.flow.is_human(self.flow.seat) or self.controller.aside is not None)

    @property
    def current_phase(self) -> tuple[str, str]:
        """The (seat, phase) of the turn track."""
        prompt = self.controller.prompt
        if self._phase is not None and self._phase[1] == prompt.phase:
            return self._phase
        seat = self.flow.roller if prompt.to_act == CHANCE else prompt.to_act
        return seat or "", prompt.phase

    @property
    def moving(self) -> bool:
        seat = self.flow.seat
        waits = seat is not None and not self.flow.is_human(seat) and not self.flow.paused
        waits = waits and (seat != CHANCE or self.flow.rolls_itself)
        return self.stage.busy or self.view.unrest or self.flow.players.thinking or waits

    def play(self, action: Action | None) -> None:
        """Do an action of the person at the screen, or take up a placed counter the controller was asked for."""
        if self.controller.lifted is not None:
            commands.take_up(self)
        if action is None or not self.may_act:
            return
        self.march.begin()
        if not self.interruption.before(action):
            self.flow.play(action)

    def roll(self, faces: tuple[int, ...] | None = None) -> None:
        """Let the dice fall, if they are due."""
        if not self.stage.busy and self.flow.seat == CHANCE:
            self.flow.roll(faces)

    def update(self, dt: float, top: bool) -> None:
        settings = self.app.settings
        options = self.view.options
        options.zones_of_control, options.hex_numbers = settings.zones_of_control, settings.hex_numbers
        options.reduced_motion, options.speed = settings.reduced_motion, settings.speed * self.stage.pace
        self.stage.speed = settings.speed
        self.stage.tray.reduced_motion = settings.reduced_motion
        was_busy = self.stage.busy
        self.view.update(dt)
        self.stage.update(dt)
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
        elif self.flow.is_human(seat) and seat != self._handed:
            first, self._handed = self._handed is None, seat
            if not first and len(self.flow.people) > 1 and self.app.settings.hand_over:
                commands.hand_over(self)

    def refresh(self) -> None:
        """Bring cards, widgets and overlays up to date."""
        self.dirty = False
        asked = self.flow.is_human(self.controller.prompt.to_act)
        reason = self.controller.main_reason() if asked and not self.flow.paused else ""
        changed = self.column.arrange(
            self.column_rect, self.metrics, contents.prompt(self, reason), contents.middle(self)
        )
        self.widgets.sync(reason, moved=changed)
        contents.overlay(self)
        contents.slip(self)

    # --- events

    def on_event(self, event: pygame.event.Event) -> bool:
        self.dirty = True
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.volley.said = ""
        if event.type == pygame_gui.UI_TEXT_ENTRY_FINISHED and event.ui_element is self.widgets.faces:
            commands.enter_faces(self)
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
        if self.volley.running:
            self.volley.stop()
        elif self.stage.busy:
            self.stage.skip()
        elif self.interruption.moment is not None:
            self.interruption.go_on()
        elif self.controller.focus is not None:
            self.controller.look_at(None)
        elif self.controller.selected or self.controller.picked or self.controller.refusal or self.hint:
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
