"""The position editor: the player drags units on and off the map, turns and marks them; the rules say what is not
legal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pygame

from game import catalog
from game.core.contract import Counter, System
from game.core.message import say
from game.core.position_fields import PlacesField
from game.core.position_form import OUT_OF_GAME
from game.match.draft import Draft
from game.ui.app.dialogs import QuestionSheet
from game.ui.app.screen import Host
from game.ui.board.held import NOTHING, HeldBases
from game.ui.board.overlay import Overlay
from game.ui.counters.cardboard import counter_shadow
from game.ui.counters.pictures import counter_surface
from game.ui.kit.paper import draw_table
from game.ui.kit.theme import Metrics
from game.ui.screens import editor_input
from game.ui.screens.editor_input import EditorMouse
from game.ui.screens.editor_panel import (
    BUTTON_GAP,
    COUNTER_WIDTH,
    MARK_ROW_HEIGHT,
    MARKS,
    SIDE_MARGIN,
    EditorPanel,
    fault_text,
)
from game.ui.screens.editor_sheets import FieldsSheet, PlayFrom, PositionOptions
from game.ui.screens.editor_tools import PlacesTool, TerrainTool, Tool
from game.ui.screens.map_commands import MapRow, rows_needed, view_buttons
from game.ui.screens.map_layout import EDITING
from game.ui.screens.map_screen import MapScreen
from game.ui.screens.own_file import OwnFileSheet, PositionFile
from game.ui.screens.roster import open_unit_viewer
from game.ui.screens.rulebook import Rulebook

PANEL_HEIGHT, PANEL_WIDTH = 860, 430
"""Size in layout units that the panel needs without marks; in a smaller one its print shrinks."""
LARGE_PANEL_HEIGHT, LARGE_PANEL_WIDTH = 686, 405
"""The same with an interface scale above 100, with marks: its print is larger, its rows are closer, the marks
are on a tab of the tray, and fewer rows of units are in view. Chosen so that two rows are, or four rows of marks."""
MAX_TURN = 99
"""The last turn to which a position of a scenario without a last turn can be set."""


class PositionEditor(MapScreen):
    """The map beside the panel. Every input changes the draft, and the rules then check the draft."""

    surroundings = EDITING
    key_screens = "editor"
    focus_by_keys = False
    quit_key_works = False

    def __init__(self, app: Host, rules: System[Any], draft: Draft[Any]) -> None:
        info = catalog.scenario(rules, draft.position["scenario"])
        self.draft = draft
        self.panel = EditorPanel(draft)
        self.selected: str | None = None
        """The selected unit."""
        self.cursor: str | None = None
        """The place of the keyboard's cursor; None before its first use."""
        self.mouse = EditorMouse(self)
        self.tool: Tool | None = None
        """The active map tool; None: units are being set up."""
        super().__init__(app, rules, info, draft.state)
        self._counters = {counter.unit: counter for counter in draft.counters()}
        self._shown = draft.position
        """The position on screen."""
        self._faulty: tuple[str, ...] = ()
        """Units and places named in the position's fault."""

    # --- layout

    @property
    def state(self) -> Any:
        return self.draft.state

    def panel_px(self, units: float) -> int:
        """Convert layout units of the panel to pixels."""
        return self._panel_metrics.px(units)

    @property
    def _panel_metrics(self) -> Metrics:
        """Metrics of the panel, whose print shrinks in a small window, but less if larger print is chosen."""
        m = self.app.metrics
        height = PANEL_HEIGHT + MARK_ROW_HEIGHT * ((len(self.rules.form.marks) + 1) // 2)
        width: float = PANEL_WIDTH
        if self._is_close:
            width, height = LARGE_PANEL_WIDTH, LARGE_PANEL_HEIGHT
        return m.at(min(m.scale, m.height / height, self.layout.column.width / width))

    @property
    def _is_close(self) -> bool:
        """Whether the panel's rows are closer, for larger print."""
        return self.app.metrics.interface_scale > 1

    def build(self) -> None:
        row = view_buttons(self)
        self.row_lines = rows_needed(self, row)
        self.lay_out_map()
        MapRow(self, row)
        self.panel.lay(self.layout.column, self.panel_px, close=self._is_close)
        room, px = self.panel.layout, self.panel_px
        size = room.turn.height

        def left(row: pygame.Rect) -> pygame.Rect:
            """A square at the left end of a row."""
            return pygame.Rect(row.x, row.y, size, size)

        def right(row: pygame.Rect, number: int = 0) -> pygame.Rect:
            """A square at the right end of a row, with a number of squares to its right."""
            return pygame.Rect(row.right - size - number * (size + px(BUTTON_GAP)), row.y, size, size)

        self.button(right(pygame.Rect(room.sheet.x, room.sheet.y + px(16), room.sheet.width - px(SIDE_MARGIN), 0)), "×",
                    self.leave, "#sign", tool_tip_text=say("Esc: close"))
        self.button(left(room.turn), "−", lambda: self.turn_by(-1), "#sign",
                    tool_tip_text=say("Shift+T: previous turn"))
        self.button(right(room.turn), "+", lambda: self.turn_by(1), "#sign", tool_tip_text=say("T: next turn"))
        self.button(left(room.phase), "‹", lambda: self.phase_by(-1), "#sign",
                    tool_tip_text=say("Shift+P: previous phase"))
        self.button(right(room.phase), "›", lambda: self.phase_by(1), "#sign", tool_tip_text=say("P: next phase"))
        width = (room.options.width - px(BUTTON_GAP)) * 11 // 20
        self.button(pygame.Rect(room.options.topleft, (width, size)), say("Battle and options …"), self.open_options,
                    "#plain", tool_tip_text=say("O: change scenario or options"))
        self.button(pygame.Rect(room.options.x + width + px(BUTTON_GAP), room.options.y,
                                room.options.width - width - px(BUTTON_GAP),
                                size), say("Status …"), self.open_status, "#plain",
                    tool_tip_text=say("G: orders, control, dice and other details of the position"))
        unit = room.unit.move(0, (room.unit.height - size) // 2)
        self._remove = self.button(right(unit), "×", self.remove_selected, "#sign",
                                   tool_tip_text=say("Delete: remove it from the map"))
        self._turners = [
            self.button(right(unit, 2), "←", lambda: self.turn_unit(-1), "#sign", tool_tip_text=say(
                "Comma: turn it counter-clockwise")),
            self.button(right(unit, 1), "→", lambda: self.turn_unit(1), "#sign", tool_tip_text=say(
                "Full stop: turn it clockwise"))]
        half = (room.below.width - px(BUTTON_GAP)) // 2
        third = (half - px(BUTTON_GAP)) // 2
        y, lower_y = room.below.y, room.below.y + size + px(BUTTON_GAP)
        self._undo = self.button(pygame.Rect(room.below.x, y, third, size), say("Undo"), self.undo, "#plain",
                                 tool_tip_text=say("Backspace: undo the last change"))
        self._redo = self.button(pygame.Rect(room.below.x + third + px(BUTTON_GAP), y, third, size), say("Redo"),
                                 self.redo, "#plain", tool_tip_text=say("Shift+Backspace: redo the last change"))
        self.button(pygame.Rect(room.below.right - half, y, half, size), say("Save as …"), self.save, "#plain",
                    tool_tip_text=say("Ctrl+S: save the position in a file"))
        done_rect = pygame.Rect(room.tray.x, room.tray.bottom - size, room.tray.width, size)
        self._finish = self.button(done_rect, say("Done"), self._close_tool, "#main", tool_tip_text=say("Esc: done"))
        self._play = self.button(pygame.Rect(room.below.x, lower_y, room.below.width, size), say("Play from here"),
                                 self.play, "#go")
        self.show_changes()

    def _update_buttons(self) -> None:
        """Show and enable the buttons that apply now."""
        form, position = self.rules.form, self.draft.position
        on_map = self.selected is not None and self._counters[self.selected].place is not None
        turns = self.selected is not None and form.turns(position, self.selected)
        for button, applies in ((self._finish, self.tool is not None), (self._remove, on_map),
                                *((each, turns) for each in self._turners)):
            if applies:
                button.show()
            else:
                button.hide()
        self.enable_unless(self._play, self.fault)
        self.enable_unless(self._undo, "" if self.draft.undoable else say("Nothing to undo"))
        self.enable_unless(self._redo, "" if self.draft.redoable else say("Nothing to redo"))

    @property
    def fault(self) -> str:
        """Why the rules reject the position, as text for the screen; empty if they accept it."""
        return fault_text(self.draft.fault, self._counters.values(), self.draft.board)

    @property
    def counters(self) -> Mapping[str, Counter]:
        """Every unit's counter in the draft."""
        return self._counters

    # --- changes

    def show_changes(self) -> None:
        """Show the draft's current position; another scenario may need another map."""
        if self.draft.position["scenario"] != self.info.name:
            self.info = catalog.scenario(self.rules, self.draft.position["scenario"])
            self.selected = self.cursor = None
            self._create_view(self.draft.state)
            self.rebuild()
            return
        self.show_position(self.draft.state)
        self._counters = {counter.unit: counter for counter in self.draft.counters()}
        self.view.set_counters(tuple(self._counters.values()))
        if self.draft.position is not self._shown:
            self._shown = self.draft.position
            self.rules_question.dismiss()  # the answer was for the old position
        self._faulty = self.draft.named_in_fault
        self._update_buttons()

    def select(self, unit: str | None) -> None:
        """Select a unit; None clears the selection."""
        is_new, self.selected = unit != self.selected, unit
        self.show_changes()
        place = self._counters[unit].place if unit is not None else None
        if place is not None:
            self.cursor = place
            if is_new:  # a unit just put on the map leaves its tray open for the next one
                self.panel.open_tab(MARKS)
        elif unit is not None:
            self.panel.open_tab(self.draft.place(unit))

    def put(self, unit: str, place: str | None) -> None:
        """Put a unit on a place or in an off-map box, or take it out of play (``OUT_OF_GAME``)."""
        self.draft.put(unit, place)
        self.app.sounds.play("click")
        self.select(unit)

    def remove_selected(self) -> None:
        """Remove the selected unit from the map or, if it is not on it, from play."""
        if self.selected is not None:
            self.put(self.selected, self.panel.tab if self._counters[self.selected].place else OUT_OF_GAME)

    def turn_unit(self, steps: int) -> None:
        """Turn the selected unit; positive steps are clockwise."""
        if self.selected is not None:
            self.draft.turn(self.selected, steps)
            self.show_changes()

    def mark(self, number: int) -> None:
        """Set the selected unit's mark with this number to its next value, such as on or off."""
        marks, unit = self.rules.form.marks, self.selected
        if unit is not None and 0 <= number < len(marks) and self._counters[unit].place is not None and (
                self.rules.form.allows(marks[number], self.draft.position, unit)):
            self.draft.step(marks[number], 1, unit)
            self.show_changes()

    def turn_by(self, step: int) -> None:
        """Change the turn number by ``step``, within the scenario's length."""
        last = self.info.turns or MAX_TURN
        turn = max(1, min(self.draft.position["turn"] + step, last))
        if turn != self.draft.position["turn"]:
            self.draft.go_to_turn(turn)
            self.show_changes()

    def phase_by(self, step: int) -> None:
        """Go to the next or previous phase that the rules accept; report the first one skipped and why."""
        skipped = self.draft.go_to_phase(step)
        if skipped:
            phase_key, why = skipped[0]
            self.view.notice.say(say("Skipped {phase}: {why}", phase=self.panel.phase_text(phase_key),
                                     why=fault_text(why, self._counters.values(), self.draft.board)))
        self.show_changes()

    def open_options(self) -> None:
        """Open the sheet of scenarios and options."""
        self.app.push(PositionOptions(self.app, self.draft, self.show_changes))

    def open_status(self) -> None:
        """Open the sheet of everything in the position besides the units' places."""
        self._close_tool()
        unit = (self.selected, self._counters[self.selected].name) if self.selected is not None else None
        self.app.push(FieldsSheet(self.app, self.draft, unit, self.show_changes, self._pick, self._lay_terrain))

    def _pick(self, field: PlacesField, unit: str) -> None:
        """Start picking a field's places on the map."""
        self._start_tool(PlacesTool(self, field, unit))

    def _lay_terrain(self) -> None:
        """Start placing terrain on the table."""
        if self.rules.form.terrain is not None:
            self._start_tool(TerrainTool(self, self.rules.form.terrain))

    def _start_tool(self, tool: Tool) -> None:
        """Activate a tool and deselect the unit."""
        self.tool = tool
        self.select(None)

    def _close_tool(self) -> None:
        """Close the tool and return to setting up units."""
        self.tool = None
        self.show_changes()

    def undo(self) -> None:
        """Undo the last change."""
        self.draft.undo()
        self.show_changes()

    def redo(self) -> None:
        """Redo the change that was undone last."""
        self.draft.redo()
        self.show_changes()

    # --- files and games

    def save(self) -> None:
        """Ask for a file name and save the position."""
        self.app.push(OwnFileSheet(self.app, PositionFile(self.draft, self.view.notice.say)))

    def play(self) -> None:
        """Start a game from the position, or say why it cannot be played."""
        if self.draft.fault:
            self.app.error(say("This position cannot be played yet"), self.fault)
        else:
            self.app.push(PlayFrom(self.app, self.rules, self.draft.state))

    def escape(self) -> None:
        """Close the tool or deselect the unit; without either, leave."""
        if self.tool is not None:
            self._close_tool()
        elif self.selected is not None:
            self.mouse.cancel()
            self.select(None)
        else:
            self.leave()

    def leave(self) -> None:
        """Leave, asking first if changes would be lost."""
        if self.draft.changed:
            self.app.push(QuestionSheet(
                self.app, say("Leave the position?"), say("Unsaved changes will be lost."),
                say("Leave"), self.app.pop, say("Keep editing"), irreversible=True))
        else:
            self.app.pop()

    @property
    def cursor_place(self) -> str | None:
        return self.cursor

    def open_rulebook(self) -> None:
        self.app.push(Rulebook(self.app, self.rules.name, self.rules.prompt(self.state).rule.number))

    def open_roster(self) -> None:
        open_unit_viewer(self.app, self.rules, self.view, self.draft.state, self.draft.state)

    def do(self, command: str, key: str) -> bool:
        return editor_input.do_command(self, command, key) or super().do(command, key)

    # --- mouse and picture

    def on_event(self, event: pygame.event.Event) -> bool:
        return self.mouse.handle(event)

    def draw(self, target: pygame.Surface) -> None:
        carried, plane = self.mouse.carried, self.rules.traits.board == "plane"
        self.view.overlay = Overlay(
            selected=self.selected, cursor=None if plane else self.cursor,
            duties=tuple(name for name in self._faulty if name in self._counters),
            refused=next((name for name in self._faulty if name not in self._counters), None))
        if self.tool is not None:
            self.tool.mark(self.view.overlay)
        self.view.held = NOTHING
        if carried is not None and self.layout.on_map(self.mouse.pointer):
            if plane:
                self.view.held = HeldBases(((carried, self.mouse.pose_at(carried, self.mouse.pointer)),))
            elif (place := self.view.place_at(self.mouse.pointer)) is not None:
                self.view.overlay.cursor = place
        for rect in (self.layout.row, self.layout.side):
            draw_table(target, rect)
        self.view.draw(target)
        if self.tool is not None:
            self.tool.draw(target)
        self.panel.draw(target, self._panel_metrics, self.layout.column, self._counters, self.selected,
                        self.rules.board(self.state), self.tool)
        self.draw_widgets(target)
        self.rules_question.draw(target)
        if carried is not None and not (plane and self.layout.on_map(self.mouse.pointer)):
            width = max(self.panel_px(COUNTER_WIDTH), 0 if plane else self.view.stacks.px)
            counter = replace(self._counters[carried], marks=())
            shadow, picture = counter_shadow(width, 1.0), counter_surface(counter, self.rules.theme, width)
            x, y = self.mouse.pointer
            target.blit(shadow, shadow.get_rect(center=(x + width // 14, y + width // 9)))
            target.blit(picture, picture.get_rect(center=(x, y)))
