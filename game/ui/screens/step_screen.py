"""The base class of the screens on which a game or lesson is watched step by step, and the cards of a replay."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import pygame

from game.core.contract import System
from game.core.message import Message, Text, say
from game.core.rules import ScenarioInfo
from game.i18n.words import capitalised, translate
from game.ui.app.screen import Host
from game.ui.app.settings import SPEEDS, next_value
from game.ui.board.minimap import SMALL_MAP, Minimap
from game.ui.cards.card_pen import CardPen
from game.ui.cards.column import CardColumn
from game.ui.kit.camera import Box
from game.ui.kit.gui import UIButton, UIElement, fit_labels
from game.ui.kit.paper import draw_table
from game.ui.kit.pen import TextRun
from game.ui.kit.theme import FAINT
from game.ui.screens import phase_list
from game.ui.screens.keys import Keys
from game.ui.screens.map_commands import MapRow, do_view_command, rows_needed, view_buttons
from game.ui.screens.map_screen import MapScreen
from game.ui.screens.map_sheets import FullLog
from game.ui.screens.rulebook import Rulebook
from game.ui.screens.sign_tips import SignTips

Widget = TypeVar("Widget", bound=UIElement)

STEP_TIPS: dict[str, Text] = {
    "|<": say("Home: the start"), "<": say("Left: one step back"), ">": say("Right: one step forward"),
    ">|": say("End: the end"), "": say("[ and ]: slower, faster"), "Play": say("Space: play or pause"),
    "Previous {turn_noun}": say("Up: the previous one"), "Next {turn_noun}": say("Down: the next one"),
    "New game from here": say("Enter: continue from the step shown"),
    "Make a lesson": say("E: begin a lesson at this step"),
    "Lesson ends here": say("E: end the lesson at this step"),
}
"""Template of a button's label -> its tooltip with the key."""
FASTEST_GLIDE = 2.0
"""The fastest speed of automatic play at which the camera glides between steps (chosen by eye)."""
FIRST_WAIT = 0.6
"""Seconds before the first step of automatic play."""


class StepScreen(MapScreen):
    """A map with cards, dice and step buttons, for watching."""

    key_screens: str
    small_map = True
    """Whether a small map is shown while only part of the sheet is in view, as in a game."""
    prefers_whole_map = True
    fit_tip: Text = say("F: fit the map; again: follow the steps, then zoom to combats")

    def __init__(self, app: Host, rules: System[Any], info: ScenarioInfo, first: Any, *, running: bool) -> None:
        """:param rules: filtered for the viewer.
        :param first: the state shown first.
        :param running: whether it plays automatically."""
        super().__init__(app, rules, info, first)
        self.column = CardColumn()
        self.stage.tray_keeps_place = False
        self.tips = SignTips(self, self.column, self.track, self.stage.tray)
        self.minimap = Minimap(self.view, lambda: self.free_table)
        self.stage.view_kept = True  # the screen's own camera does the following
        self.running = running
        """Whether it plays automatically."""
        self._wait = FIRST_WAIT
        """Seconds until the next step of automatic play."""

    # --- what a subclass provides

    @abstractmethod
    def forward(self, *, asked: bool = True) -> None:
        """Play the next step.

        :param asked: whether the viewer asked for it; the camera then follows, otherwise only if the viewer has not
            just moved the map.
        """

    @abstractmethod
    def go(self, number: int) -> None:
        """Show the position after a step, or the nearest one that exists."""

    @property
    @abstractmethod
    def step(self) -> int:
        """Number of the current step."""

    @property
    @abstractmethod
    def last(self) -> int:
        """Number of the last step."""

    @property
    @abstractmethod
    def play_button(self) -> UIButton:
        """The button that starts and stops automatic play."""

    @abstractmethod
    def step_of(self, line: int) -> int:
        """The step of a log line, counted from 0."""

    @abstractmethod
    def step_box(self) -> Box | None:
        """The part of the sheet to show for the current step. None: the whole sheet."""

    @abstractmethod
    def step_places(self) -> Sequence[str]:
        """The places of the current step."""

    @abstractmethod
    def phase(self) -> tuple[str, str]:
        """The phase that began last, as (seat, phase)."""

    @abstractmethod
    def _arrange(self) -> None:
        """Update the cards."""

    @property
    def small_map_height(self) -> int:
        return self.minimap.height_beside(self.layout_unit)

    @property
    def covering(self) -> list[pygame.Rect]:
        return [self.minimap.place(self.layout_unit)]

    def sign_at(self, pos: tuple[int, int]) -> Text | None:
        return SMALL_MAP if self.covering[0].collidepoint(pos) else None

    # --- buttons

    def lay_map_row(self) -> None:
        """Create the map's buttons, below or beside it as in a game, and lay out the map."""
        row = view_buttons(self)
        self.row_lines = rows_needed(self, row)
        follows, before = self.glide.controls(self.view.camera), (self.view.rect.copy(), self.view.turned)
        self.lay_out_map()
        if before != (self.view.rect, self.view.turned):
            self.camera.forget()
        if follows and self.app.settings.follow_action:
            self.look_at(self.step_box(), at_once=True)
        self._map_buttons = MapRow(self, row).buttons

    # --- the camera

    def follow(self, *, asked: bool = True) -> None:
        """Move the camera to the current step; if the viewer has moved the map, only scroll as far as needed.

        :param asked: whether the viewer asked for the step; otherwise a map just moved by the viewer stays in place.
        """
        if not self.app.settings.follow_action or (self.view.moved_by_player and not asked):
            return
        if self.glide.controls(self.view.camera):
            self.look_at(self.step_box(), at_once=self.hurried)
        else:
            self.view.show_all(self.step_places())

    @property
    def hurried(self) -> bool:
        """Whether automatic play is too fast for a gliding camera, which then jumps."""
        return self.running and self.speed > FASTEST_GLIDE

    def show_places(self, places: Sequence[str]) -> None:
        if self.glide.controls(self.view.camera) and self.app.settings.follow_action:
            self.look_at(self.camera.around(places), at_once=False)
        else:
            super().show_places(places)

    def _keep_step_uncovered(self) -> None:
        """Move the map so that the open drawer does not cover the current step, and back once it is closed."""
        follows = self.glide.controls(self.view.camera)
        if self.camera.keep_clear_of_drawer() and self.app.settings.follow_action:
            if follows:
                self.look_at(self.step_box(), at_once=False)
            else:
                self.view.show_all(self.step_places())

    def fit(self) -> None:
        """Show the whole sheet; if it is already shown, show the current step and follow from then on."""
        camera, box = self.view.camera, self.step_box()
        if box is not None and camera.rect.width / box[2] <= camera.fit_scale:
            box = None  # already the whole sheet
        if self.view.fit(box) and box is not None:
            self.look_at(box, at_once=True)

    def _hide_covered(self) -> None:
        """Hide the map's buttons that the open drawer covers, and show the others."""
        for button in self._map_buttons:
            is_covered = self.app.metrics.has_drawer and self.layout.column.colliderect(button.rect)
            if is_covered and button.visible:
                button.hide()
            elif not is_covered and not button.visible:
                button.show()

    def lay_row(self, room: pygame.Rect, buttons: Sequence[tuple[Text, Callable[[], None], float]],
                look: str, uncovered: pygame.Rect | None = None) -> list[UIButton]:
        """Create a row of buttons; among plain ones, Play is golden. Return them.

        :param buttons: label, callback and relative width of each.
        :param look: their object id.
        :param uncovered: the rectangle that their tooltips do not cover; None: the row.
        """
        gap = self.px(8)
        width_unit = (room.width - gap * (len(buttons) - 1)) / sum(width for _, _, width in buttons)
        x = float(room.x)
        row = []
        for label, action, width in buttons:
            rect = pygame.Rect(round(x), room.y, round(width_unit * width), room.height)
            is_golden = look == "#plain" and action == self.toggle
            row.append(self.in_panel(self.button(rect, capitalised(label), action, "#go" if is_golden else look,
                                                 tool_tip_text=_tip_of(label), row=uncovered or room)))
            x += width_unit * width + gap
        fit_labels(*row)
        return row

    def in_panel(self, widget: Widget) -> Widget:
        """Hide a widget of the panel if the drawer is closed; return it."""
        if widget.relative_rect.left >= self.app.metrics.width:
            widget.hide()  # type: ignore[no-untyped-call]
        return widget

    def update_labels(self) -> None:
        """Update the buttons whose labels change."""
        self.play_button.set_text(translate(say("Pause") if self.running else say("Play")))
        self.fit_strip()

    # --- commands

    def toggle(self) -> None:
        """Start or stop automatic play; at the end it starts over."""
        if self.at_end and not self.running:
            self.go(0)
        self.running = not self.running
        self.update_labels()

    @property
    def at_end(self) -> bool:
        """Whether this is the last step."""
        return self.step == self.last

    def back(self) -> None:
        """Stop, and show the position after the previous step."""
        self.running = False
        self.update_labels()
        self.go(self.step - 1)

    def open_log(self) -> None:
        """Open the log up to the current step."""
        self.app.push(FullLog(self.app, self.column.log.entries, self.rules.name, panel_log=self.column.log))

    def open_rulebook(self) -> None:
        self.app.push(Rulebook(self.app, self.rules.name, self.rules.prompt(self.state).rule.number))

    def set_speed(self, speed: float) -> None:
        """Set the playback speed."""
        self.app.settings.watching_speed = speed

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
                self.set_speed(next_value(SPEEDS, self.speed, 1 if key == "]" else -1))
                self.update_labels()
            case "keys":
                self.app.push(Keys(self.app, self.rules, key_screens=self.key_screens, features=self.features))
            case _:
                return do_view_command(self, command, key) or super().do(command, key)
        return True

    # --- time, events, picture

    def update(self, dt: float, top: bool) -> None:
        settings = self.app.settings
        self.camera.pass_time(dt)
        super().update(dt, top)
        if top and self.running and not self.stage.busy:
            self._wait -= dt * self.speed
            if self._wait <= 0:
                self.forward(asked=False)
        self.drawer.update(dt, at_once=settings.reduced_motion)
        self._keep_step_uncovered()
        self._arrange()
        self._hide_covered()
        self.tips.update(dt, top, self._tray)

    @property
    def _tray(self) -> pygame.Rect | None:
        """The dice tray in window pixels; None if no dice are shown."""
        shown = self.stage.tray.busy or self.stage.rolled is not None
        if not shown or self.glide.moving:
            return None
        return self.tray_rect

    def handle(self, event: pygame.event.Event) -> bool:
        self.tips.follow_pointer(event)
        return super().handle(event)

    def on_event(self, event: pygame.event.Event) -> bool:
        if self.handle_panel_click(event):
            return True
        if self._handle_on_minimap(event):
            return True
        if event.type == pygame.MOUSEMOTION:
            link = self.column.link_at(event.pos) or self.rule_of_objectives(event.pos)
            self.app.set_link_cursor(link is not None or self.column.line_at(event.pos) is not None)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            rule = self.column.link_at(event.pos) or self.rule_of_objectives(event.pos)
            line = self.column.line_at(event.pos)
            if rule is not None:
                self.app.push(Rulebook(self.app, rule.system, rule.number))
                return True
            if line is not None:
                self.go(self.step_of(line))
                return True
        pointer = pygame.mouse.get_pos()
        if event.type == pygame.MOUSEWHEEL and (self.layout.column.collidepoint(pointer)
                                                or self.layout.overview.collidepoint(pointer)):
            self.column.wheel(pointer, event.y)
            return True
        return self.view.handle(self.layout.to_map(event))

    def _handle_on_minimap(self, event: pygame.event.Event) -> bool:
        """Handle a press, drag or release of the left button on the small map; return whether it was one."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self.minimap.press(event.pos, self.layout_unit)
        if event.type == pygame.MOUSEMOTION:
            return self.minimap.drag(event.pos, self.layout_unit)
        return event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.minimap.release()

    @property
    def turns(self) -> int | None:
        """Number of turns of the scenario; None if it has no last turn."""
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
        phase_list.draw_beside_map(self, target)
        self.minimap.on = self.small_map and self.switches.minimap
        self.minimap.draw(target, self.layout_unit)
        self.minimap.draw_north(target, self.layout_unit)
        if (tray := self._tray) is not None:
            self.stage.tray.draw(target, tray)
        self.draw_panel(target)
        self.manager.draw_ui(target)
        self.rules_question.draw(target)
        self.tips.draw(target)


BUTTON_HEIGHT = 46
"""Height of the buttons of a replay, in layout units."""
GAME_OVER = say("The game is over here: step back to begin a new game")
"""Why no new game can start at the end of a finished one."""


def write_action(pen: CardPen, when: Text, action: Text) -> None:
    """Write turn and phase, and the action of the current step."""
    pen.heading(say("Now shown"), when)
    pen.flow([TextRun(action, "text", 22)])


def write_controls(pen: CardPen, steps: Text, *, row: bool = True, over: bool = False) -> None:
    """Write the step number, with slots for slider and buttons.

    :param steps: the number of the step, and how many there are, as text.
    :param row: whether to include the single-step buttons.
    :param over: whether the end of a finished game is shown; the line below the buttons then says so.
    """
    pen.heading(say("Replay"), steps)
    pen.slot("scrub", 30)
    pen.space(10)
    if row:
        pen.slot("steps", BUTTON_HEIGHT)
        pen.space(10)
    pen.slot("turns", BUTTON_HEIGHT)
    pen.space(10)
    pen.slot("branch", BUTTON_HEIGHT)
    pen.space(6)
    pen.line(GAME_OVER if over else say("A new game keeps every step up to this one"), "ui", 15, FAINT)


def _tip_of(label: Text) -> Text | None:
    """The tooltip of a button, with its key; None if it has none."""
    return STEP_TIPS.get(label.template if isinstance(label, Message) else label)
