"""The position editor: units are dragged onto the map and back, turned and marked; the rules say what may not stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pygame
from pygame_gui.elements import UIButton

from game import catalog
from game.board.areas import AreaBoard
from game.board.hexgrid import HexBoard
from game.core.contract import Counter, System
from game.core.message import Text, say
from game.core.objective import NONE, Objectives
from game.core.pose import Pose, read_pose
from game.core.position_form import ELSEWHERE
from game.match.draft import Draft
from game.ui.app.dialogs import Question
from game.ui.app.screen import Host
from game.ui.board.held import NOTHING, Held
from game.ui.board.overlays import Overlay
from game.ui.counters.cardboard import shadow
from game.ui.counters.pictures import counter_surface
from game.ui.kit.table import draw_table
from game.ui.kit.theme import COLUMN, Metrics
from game.ui.play.cursor import ARROWS, STRIDE, TURNS, area_that_way, hex_that_way
from game.ui.screens.editor_mouse import EditorMouse
from game.ui.screens.editor_panel import EDGE, GAP, ROW, Panel
from game.ui.screens.editor_sheets import PlayFrom, PositionOptions, SavePosition
from game.ui.screens.keys import Keys
from game.ui.screens.map_row import MapRow, looking, rows_needed
from game.ui.screens.map_screen import MapScreen
from game.ui.screens.roster import look_through
from game.ui.screens.rulebook import Rulebook
from game.ui.screens.view_commands import look


class PositionEditor(MapScreen):
    """The map beside the panel. Every gesture changes the draft; the rules are asked after each."""

    keyboard = "editor"
    tabbing = False
    quits = False

    def __init__(self, app: Host, rules: System[Any], draft: Draft[Any]) -> None:
        info = catalog.scenario(rules, draft.position["scenario"])
        self.draft = draft
        self.panel = Panel(draft)
        self.selected: str | None = None
        """The unit in hand."""
        self.cursor: str | None = None
        self.mouse = EditorMouse(self)
        super().__init__(app, rules, info, draft.state)
        self._counters = {counter.unit: counter for counter in draft.counters()}
        self._shown = draft.position
        """The position that is shown."""
        self._blamed: tuple[str, ...] = ()
        """Units and places that the reason names against the position."""

    # --- where everything lies

    @property
    def state(self) -> Any:
        return self.draft.state

    @property
    def aims(self) -> Objectives:
        return NONE

    @property
    def strip_rect(self) -> pygame.Rect:
        m = self.app.metrics
        return pygame.Rect(0, m.height, m.width, 0)

    @property
    def column_rect(self) -> pygame.Rect:
        m = self.app.metrics
        width = min(m.column, m.width // COLUMN)
        return pygame.Rect(m.width - width, 0, width, m.height)

    @property
    def track_rect(self) -> pygame.Rect:
        return pygame.Rect(0, 0, self.column_rect.left, 0)

    def panel_px(self, units: float) -> int:
        """Pixels on the panel, whose print shrinks in a window that is low for it."""
        return self._panel_metrics.px(units)

    @property
    def _panel_metrics(self) -> Metrics:
        m = self.metrics
        marks = (len(self.rules.form.marks) + 1) // 2
        return m.at(min(m.scale, m.height / (860 + 30 * marks), self.column_rect.width / 430))

    def build(self) -> None:
        row = looking(self)
        self.row_lines = rows_needed(self, row)
        self.lay_out_map()
        MapRow(self, row)
        self.panel.lay(self.column_rect, self.panel_px)
        room, px = self.panel.room, self.panel_px
        size = px(ROW)

        def left(place: pygame.Rect) -> pygame.Rect:
            return pygame.Rect(place.x, place.y, size, size)

        def right(place: pygame.Rect, number: int = 0) -> pygame.Rect:
            return pygame.Rect(place.right - size - number * (size + px(GAP)), place.y, size, size)

        self.button(right(pygame.Rect(room.sheet.x, room.sheet.y + px(16), room.sheet.width - px(EDGE), 0)), "×",
                    self.escape, "#sign", tool_tip_text=say("Esc: close"))
        self.button(left(room.turn), "−", lambda: self._turn_by(-1), "#sign",
                    tool_tip_text=say("Shift+T: previous turn"))
        self.button(right(room.turn), "+", lambda: self._turn_by(1), "#sign", tool_tip_text=say("T: next turn"))
        self.button(left(room.phase), "‹", lambda: self._phase_by(-1), "#sign",
                    tool_tip_text=say("Shift+P: previous phase"))
        self.button(right(room.phase), "›", lambda: self._phase_by(1), "#sign", tool_tip_text=say("P: next phase"))
        self.button(room.options, say("Scenario and options …"), self._options, "#plain",
                    tool_tip_text=say("O: change scenario or options"))
        unit = room.unit.move(0, (room.unit.height - size) // 2)
        self._remove = self.button(right(unit), "×", self._remove_selected, "#sign",
                                   tool_tip_text=say("Delete: remove it from the map"))
        self._turners = [
            self.button(right(unit, 2), "←", lambda: self.turn_unit(-1), "#sign", tool_tip_text=say(
                "Comma: turn it counter-clockwise")),
            self.button(right(unit, 1), "→", lambda: self.turn_unit(1), "#sign", tool_tip_text=say(
                "Full stop: turn it clockwise"))]
        half = (room.below.width - px(GAP)) // 2
        third = (half - px(GAP)) // 2
        y, below = room.below.y, room.below.y + size + px(GAP)
        self._undo = self.button(pygame.Rect(room.below.x, y, third, size), say("Undo"), self._undo_last, "#plain",
                                 tool_tip_text=say("Backspace: undo the last change"))
        self._redo = self.button(pygame.Rect(room.below.x + third + px(GAP), y, third, size), say("Redo"),
                                 self._redo_next, "#plain", tool_tip_text=say("Shift+Backspace: redo the last change"))
        self.button(pygame.Rect(room.below.right - half, y, half, size), say("Save as …"), self.save, "#plain",
                    tool_tip_text=say("Ctrl+S: save the position in a file"))
        self._play = self.button(pygame.Rect(room.below.x, below, room.below.width, size), say("Play from here"),
                                 self.play, "#go")
        self._changed()

    def _label(self) -> None:
        """Show and enable the buttons that mean something now."""
        form, position = self.rules.form, self.draft.position
        on_map = self.selected is not None and self._counters[self.selected].place is not None
        turns = self.selected is not None and form.turns(position, self.selected)
        for button, shown in ((self._remove, on_map), *((each, turns) for each in self._turners)):
            button.show() if shown else button.hide()
        self._able(self._play, self.draft.fault)
        self._able(self._undo, "" if self.draft.undoable else say("Nothing to undo"))
        self._able(self._redo, "" if self.draft.redoable else say("Nothing to redo"))

    def _able(self, button: UIButton, why: Text) -> None:
        if why:
            self.disable(button, why)
        else:
            button.enable()

    @property
    def counters(self) -> Mapping[str, Counter]:
        """Every unit as it is set up."""
        return self._counters

    # --- changes

    def _changed(self) -> None:
        """Show the draft as it is now; another scenario may lie on another map."""
        if self.draft.position["scenario"] != self.info.name:
            self.info = catalog.scenario(self.rules, self.draft.position["scenario"])
            self.selected = self.cursor = None
            self._set_out(self.draft.state)
            self.rebuild()
            return
        self.lay(self.draft.state)
        self._counters = {counter.unit: counter for counter in self.draft.counters()}
        self.view.set_counters(tuple(self._counters.values()))
        if self.draft.position is not self._shown:
            self._shown = self.draft.position
            self.asking_rules.dismiss()  # it was about the position before
        self._blamed = self.draft.blamed
        self._label()

    def select(self, unit: str | None) -> None:
        """Take a unit in hand; None: put it down."""
        self.selected = unit
        self._changed()
        place = self._counters[unit].place if unit is not None else None
        if place is not None:
            self.cursor = place
        elif unit is not None:
            self.panel.tab = self.draft.place(unit)

    def put(self, unit: str, place: str | None) -> None:
        """Set a unit up on a place, aside, or take it off (``ELSEWHERE``)."""
        self.draft.put(unit, place)
        self.app.sounds.play("click")
        self.select(unit)

    def _remove_selected(self) -> None:
        if self.selected is not None:
            self.put(self.selected, self.panel.tab if self._counters[self.selected].place else ELSEWHERE)

    def turn_unit(self, steps: int) -> None:
        """Turn the unit in hand, clockwise where positive."""
        if self.selected is not None:
            self.draft.turn(self.selected, steps)
            self._changed()

    def mark(self, number: int) -> None:
        """Mark the unit in hand with the mark of a number, or unmark it."""
        marks, unit = self.rules.form.marks, self.selected
        if unit is not None and number < len(marks) and self._counters[unit].place is not None:
            self.draft.mark(unit, marks[number])
            self._changed()

    def _turn_by(self, step: int) -> None:
        last = self.info.turns or 99
        turn = max(1, min(self.draft.position["turn"] + step, last))
        if turn != self.draft.position["turn"]:
            self.draft.go_to_turn(turn)
            self._changed()

    def _phase_by(self, step: int) -> None:
        skipped = self.draft.go_to_phase(step)
        if skipped:
            place, why = skipped[0]
            self.view.notice.say(say("Skipped {phase}: {why}", phase=self.panel.phase_words(place), why=why))
        self._changed()

    def _options(self) -> None:
        self.app.push(PositionOptions(self.app, self.draft, self._changed))

    def _undo_last(self) -> None:
        self.draft.undo()
        self._changed()

    def _redo_next(self) -> None:
        self.draft.redo()
        self._changed()

    # --- files and games

    def save(self) -> None:
        """Ask for a name and save the position."""
        self.app.push(SavePosition(self.app, self.draft, self.view.notice.say))

    def play(self) -> None:
        """Play a game that starts with the position, or say why none can."""
        if self.draft.fault:
            self.app.error(say("This position cannot be played yet"), self.draft.fault)
        else:
            self.app.push(PlayFrom(self.app, self.rules, self.draft.state))

    def escape(self) -> None:
        """Put the unit in hand down; with none in hand leave, and ask where something would be lost."""
        if self.selected is not None:
            self.mouse.forget()
            self.select(None)
        elif self.draft.changed:
            self.app.push(Question(
                self.app, say("Leave the position?"), say("Unsaved changes will be lost."),
                say("Leave"), self.app.pop, say("Keep editing"), grave=True))
        else:
            self.app.pop()

    @property
    def cursor_place(self) -> str | None:
        return self.cursor

    def whole_log(self) -> None:
        """There is none here."""

    def open_rulebook(self) -> None:
        self.app.push(Rulebook(self.app, self.rules.name, self.rules.prompt(self.state).rule.number))

    def open_roster(self) -> None:
        look_through(self.app, self.rules, self.view, self.draft.state, self.draft.state)

    # --- keys

    def do(self, command: str, key: str) -> bool:
        match command:
            case "next-counter":
                self._next(-1 if key.startswith("shift") else 1)
            case "cursor" | "stride":
                self._move(key.removeprefix("shift+"), STRIDE if command == "stride" else 1)
            case "turn":
                self.turn_unit(-1 if key in ",q" else 1)
            case "confirm":
                self._confirm()
            case "remove":
                self._remove_selected()
            case "mark":
                self.mark(int(key) - 1)
            case "turn-number":
                self._turn_by(-1 if key.startswith("shift") else 1)
            case "phase":
                self._phase_by(-1 if key.startswith("shift") else 1)
            case "position-options":
                self._options()
            case "undo":
                self._undo_last()
            case "redo":
                self._redo_next()
            case "save":
                self.save()
            case "play-position":
                self.play()
            case "keys":
                self.app.push(Keys(self.app, on=self.keyboard, things=self.things))
            case _:
                return look(self, command, key) or super().do(command, key)
        return True

    def _next(self, step: int) -> None:
        """Go to the next unit: those on the map, then those of the tray."""
        units = sorted(self._counters, key=lambda unit: self._counters[unit].place is None)
        at = units.index(self.selected) if self.selected in units else -1 if step > 0 else 0
        self.select(units[(at + step) % len(units)])
        if self.cursor is not None:
            self.view.show(self.cursor)

    def _move(self, key: str, times: int) -> None:
        """Move the cursor; on a table without a grid push or turn the base in hand."""
        board = self.rules.board(self.state)
        if board.kind == "plane":
            self._push(key, times)
            return
        if self.cursor is None or not board.knows(self.cursor):
            placed = (counter.place for counter in self._counters.values() if counter.place is not None)
            self.cursor = next(placed, next(iter(board.places), None))
        elif isinstance(board, HexBoard):
            self.cursor = hex_that_way(board, self.cursor, key, self.view.turned) or self.cursor
        elif isinstance(board, AreaBoard) and key in ARROWS:
            self.cursor = area_that_way(board, self.cursor, ARROWS[key]) or self.cursor
        if self.cursor is not None:
            self.view.show(self.cursor)

    def _push(self, key: str, times: int) -> None:
        pose = read_pose(self._counters[self.selected].place or "") if self.selected is not None else None
        if pose is None or self.selected is None:
            self._next(1)
        elif key in TURNS:
            self.turn_unit(TURNS[key])
        elif key in ARROWS:
            far = self.rules.theme.nudge * times
            x, y = ARROWS[key]
            moved = Pose(max(0, pose.x + x * far), max(0, pose.y + y * far), pose.angle)
            self.put(self.selected, moved.text)

    def _confirm(self) -> None:
        """Put the unit in hand on the place of the cursor; with none in hand take the one that is there."""
        if self.rules.traits.board == "plane":
            if self.selected is not None and self._counters[self.selected].place is None:
                self.put(self.selected, self.mouse.pose_at(self.selected, self.view.rect.center).text)
        elif self.selected is not None and self.cursor is not None and (
                self._counters[self.selected].place != self.cursor):
            self.put(self.selected, self.cursor)
        elif self.selected is None:
            self.select(next((unit for unit, each in self._counters.items() if each.place == self.cursor), None))
        else:
            self.select(None)

    # --- mouse and picture

    def on_event(self, event: pygame.event.Event) -> bool:
        return self.mouse.handle(event)

    def draw(self, target: pygame.Surface) -> None:
        carried, plane = self.mouse.carried, self.rules.traits.board == "plane"
        self.view.overlay = Overlay(
            selected=self.selected, cursor=None if plane else self.cursor,
            duties=tuple(name for name in self._blamed if name in self._counters),
            refused=next((name for name in self._blamed if name not in self._counters), None))
        self.view.held = NOTHING
        if carried is not None and self.on_map(self.mouse.at):
            if plane:
                self.view.held = Held(((carried, self.mouse.pose_at(carried, self.mouse.at)),))
            elif (place := self.view.place_at(self.mouse.at)) is not None:
                self.view.overlay.cursor = place
        for rect in (self.row_rect, self.side_rect):
            draw_table(target, rect)
        self.view.draw(target)
        self.panel.draw(target, self._panel_metrics, self.column_rect, self._counters, self.selected,
                        self.rules.board(self.state))
        self.draw_widgets(target)
        self.asking_rules.draw(target)
        if carried is not None and not (plane and self.on_map(self.mouse.at)):
            wide = max(self.panel_px(52), 0 if plane else self.view.stacks.px)
            counter = replace(self._counters[carried], marks=())
            cast, picture = shadow(wide, 1.0), counter_surface(counter, self.rules.theme, wide)
            target.blit(cast, cast.get_rect(center=(self.mouse.at[0] + wide // 14, self.mouse.at[1] + wide // 9)))
            target.blit(picture, picture.get_rect(center=self.mouse.at))
