"""The caption editor for lessons: text, notes, question and rings of each step, beside its map."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from pathlib import Path
from typing import Any

import pygame

from game import catalog, files
from game.core.contract import BadPosition, ScenarioInfo, System
from game.core.message import Text, error_text, say
from game.core.pose import Pose
from game.match import lessons
from game.match.lesson_frames import Frame, frames
from game.match.lesson_text import LessonText
from game.match.lessons import LessonError
from game.ui.app.dialogs import QuestionSheet
from game.ui.app.screen import Host
from game.ui.cards.slip import RING_RADIUS, draw_ring
from game.ui.kit import gui
from game.ui.kit.gui import UIButton, UITextEntryLine, text_entry
from game.ui.kit.paper import draw_table
from game.ui.kit.strokes import key_commands
from game.ui.kit.theme import Metrics
from game.ui.screens.captions_panel import MAX_LETTERS, CaptionsPanel
from game.ui.screens.keys import Keys
from game.ui.screens.map_commands import MapRow, do_view_command, rows_needed, view_buttons
from game.ui.screens.map_layout import EDITING
from game.ui.screens.map_screen import MapScreen
from game.ui.screens.roster import open_unit_viewer
from game.ui.screens.rulebook import Rulebook
from game.ui.screens.rules_question import MapCursor

TEXT_FIELDS = ("say", "notes", "question")
"""The text fields of a step, in the order of the panel."""


def edit_captions(app: Host, path: Path) -> None:
    """Open the caption editor for a lesson's file, or report what is wrong with the file."""
    try:
        text = LessonText(path)
        lesson = lessons.read(path)
        rules = catalog.rules(lesson.system)
        lesson_frames = frames(rules, lesson)
        info = catalog.scenario(rules, rules.position(lesson_frames[0].before).get("scenario"))
    except (LessonError, BadPosition, catalog.BrokenSystem, catalog.UnusableName) as error:
        app.error(say("The captions cannot be edited"), error_text(error))
        return
    app.push(CaptionEditor(app, rules, info, text, lesson_frames))


PANEL_HEIGHT, PANEL_WIDTH = 860, 430
"""Size in layout units that the editor's panel needs; in a smaller one its print shrinks."""


class CaptionEditor(MapScreen):
    """The map at a step beside the panel; a click on the map adds a ring to a counter or place, or removes it."""

    surroundings = EDITING
    key_screens = "captions"
    focus_by_keys = False
    quit_key_works = False

    def __init__(self, app: Host, rules: System[Any], info: ScenarioInfo, text: LessonText, steps: Sequence[Frame]
                 ) -> None:
        """:param steps: the frames of the lesson's steps."""
        self.lesson = text
        self.at = 0
        """Index of the step shown."""
        self._frames = list(steps)
        self.panel = CaptionsPanel(text)
        self._entries: dict[str, UITextEntryLine] = {}
        """The text fields, by their names in ``TEXT_FIELDS``."""
        self.ringing = False
        """Whether the keyboard moves over the map to add rings."""
        super().__init__(app, rules, info, steps[0].state)
        self.cursor = MapCursor(self)

    # --- layout

    @property
    def state(self) -> Any:
        return self._frames[self.at].state

    @property
    def _panel_metrics(self) -> Metrics:
        """Metrics of the panel, whose print shrinks in a small window."""
        m = self.metrics
        return m.at(min(m.scale, m.height / PANEL_HEIGHT, self.layout.column.width / PANEL_WIDTH))

    def build(self) -> None:
        row = view_buttons(self)
        self.row_lines = rows_needed(self, row)
        self.lay_out_map()
        MapRow(self, row)
        px = self._panel_metrics.px
        room = self.panel.lay(self.layout.column, px)
        self.button(room.close, "×", self.escape, "#sign", tool_tip_text=say("Esc: close"))
        self.button(room.previous, "‹", lambda: self.go(self.at - 1), "#sign", tool_tip_text=say("Up: previous step"))
        self.button(room.next, "›", lambda: self.go(self.at + 1), "#sign", tool_tip_text=say("Down: next step"))
        step = self.lesson.steps[self.at]
        for key, value in zip(TEXT_FIELDS, (step.caption_text, step.notes, step.question), strict=True):
            self._entries[key] = text_entry(room.entries[key], self.manager, MAX_LETTERS, text=value)
        self._clear = self.button(room.clear, say("Remove rings"), self._remove_rings, "#plain",
                                  tool_tip_text=say("Remove all rings from this step"))
        self.button(room.add, say("Add a step"), self.add, "#plain",
                    tool_tip_text=say("A: add a step that only shows something, after this one"))
        self._delete = self.button(room.delete, say("Delete step"), self.delete, "#plain",
                                   tool_tip_text=say("Delete: this step, if it only shows something"))
        self._save: UIButton = self.button(room.save, say("Save"), self.save, "#main",
                                           tool_tip_text=say("Ctrl+S: save the file"))
        self.button(room.present, say("Present"), self.present, "#plain",
                    tool_tip_text=say("F5: save it and present it from this step"))
        self._show()

    def _show(self) -> None:
        """Show the map of the step and enable the buttons that apply to it."""
        self.show_position(self.state)
        step = self.lesson.steps[self.at]
        self.enable_unless(self._delete, self._why_needed)
        self.enable_unless(self._clear, "" if step.places or step.units else say("No rings on this step"))

    @property
    def _why_needed(self) -> Text:
        """Why this step cannot be deleted; empty if it can."""
        if not self.lesson.steps[self.at].only_shows:
            return say("This step plays an action that the lesson needs")
        return say("A lesson needs at least one step") if len(self.lesson.steps) == 1 else ""

    # --- changes

    def go(self, number: int) -> None:
        """Go to another step by index; before the first or after the last, go to that one."""
        number = max(0, min(number, len(self.lesson.steps) - 1))
        if number != self.at:
            self.at = number
            self.cursor.forget()
            self.rebuild()

    def add(self) -> None:
        """Add a step without a caption after this one, and focus its caption field."""
        self.lesson.add(self.at)
        frame = self._frames[self.at]
        self._frames.insert(self.at + 1, Frame(frame.step, frame.state, frame.state))
        self.go(self.at + 1)
        self._focus_entry("say")

    def delete(self) -> None:
        """Delete this step, unless the lesson needs it."""
        if self._why_needed:
            self.view.notice.say(self._why_needed)
            return
        self.lesson.remove(self.at)
        del self._frames[self.at]
        self.at = min(self.at, len(self.lesson.steps) - 1)
        self.rebuild()

    def ring(self, unit: str | None, place: str | None) -> None:
        """Toggle the ring on a counter or, without one, on a place."""
        step = self.lesson.steps[self.at]
        key, name, ringed = ("units", unit, step.units) if unit is not None else ("places", place, step.places)
        if name is not None:
            changed = tuple(each for each in ringed if each != name) if name in ringed else (*ringed, name)
            self.lesson.set(self.at, key, changed)
            self.app.sounds.play("click")
            self._show()

    def _remove_rings(self) -> None:
        for key in ("units", "places"):
            self.lesson.set(self.at, key, ())
        self._show()

    def save(self) -> None:
        """Save the file, or go to the first faulty step and report the error."""
        faults = self.lesson.faults
        try:
            self.lesson.save(self._check)
        except (LessonError, files.FileRefused, OSError) as error:
            if faults:
                self.go(faults[0][0])
            self.app.error(say("The captions were not saved"), files.os_error_text(error)
                           if isinstance(error, OSError) else error_text(error))
            return
        self.view.notice.say(say("Saved as {name}", name=self.lesson.path.name))

    def _check(self, path: Path) -> None:
        """Read the lesson from a trial file and take over its frames.

        :raises LessonError: if it is invalid.
        """
        self._frames = list(frames(self.rules, lessons.read(path)))

    def present(self) -> None:
        """Save any changes, then present the lesson from this step."""
        if self.lesson.changed:
            self.save()
        if not self.lesson.changed:
            self.app.navigator.present(lessons.read(self.lesson.path), self.at + 1)

    def escape(self) -> None:
        if self.ringing:
            self.ringing = False
            self.view.notice.dismiss()
        elif self.lesson.changed:
            self.app.push(QuestionSheet(
                self.app, say("Leave the captions?"), say("Unsaved changes will be lost."),
                say("Leave"), self.app.pop, say("Keep editing"), irreversible=True))
        else:
            self.app.pop()

    # --- rulebook and units

    def open_rulebook(self) -> None:
        self.app.push(Rulebook(self.app, self.rules.name, self.rules.prompt(self.state).rule.number))

    def open_roster(self) -> None:
        open_unit_viewer(self.app, self.rules, self.view, self.state, self.state)

    # --- keys and mouse

    def _focus_entry(self, key: str) -> None:
        """Give a text field the keyboard focus."""
        self.manager.set_focus_set(self._entries[key])

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == gui.UI_TEXT_ENTRY_CHANGED:
            key = next((key for key, entry in self._entries.items() if entry is event.ui_element), None)
            if key is not None:
                self.lesson.set(self.at, key, event.text)
            return True
        if event.type == gui.UI_TEXT_ENTRY_FINISHED:
            self.leave_entry()
            return True
        focused = next((number for number, key in enumerate(TEXT_FIELDS) if self._entries[key].is_focused), -1)
        for command, key, _ in key_commands(event, "captions-entry") if focused >= 0 else ():
            if command == "next-entry":
                self._focus_entry(TEXT_FIELDS[(focused + (-1 if key.startswith("shift") else 1)) % len(TEXT_FIELDS)])
            elif command == "save":
                self.save()
            return True
        return super().handle(event)

    def on_event(self, event: pygame.event.Event) -> bool:
        if self.ringing and event.type == pygame.KEYDOWN and self._handle_ring_key(event):
            return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            number = self.panel.step_at(event.pos)
            if number is not None:
                self.go(number)
                return True
            if self.layout.on_map(event.pos):
                self._click(event.pos)
                return True
        return self.view.handle(self.layout.to_map(event))

    def _click(self, pos: tuple[int, int]) -> None:
        """Toggle the ring on the counter clicked; with Shift, or where there is no counter, on the place."""
        view, shift = self.view, pygame.key.get_mods() & pygame.KMOD_SHIFT
        unit = None if shift else view.unit_at(pos)
        plane = self.rules.traits.board == "plane"
        self.ring(unit, self._spot_clicked(pos) if plane else view.place_at(pos))

    def _spot_clicked(self, pos: tuple[int, int]) -> str:
        """The ringed place of a table whose ring is around a point of the window, else the place at that point."""
        radius = self.view.stacks.px * RING_RADIUS
        around = (place for place in self.lesson.steps[self.at].places
                  if (point := self.view.point_on_map(place)) is not None and dist(point, pos) <= radius)
        return next(around, None) or Pose(*self.view.spot_at(pos), 0).text

    def _handle_ring_key(self, event: pygame.event.Event) -> bool:
        """Handle a key that moves over the map or toggles a ring at the cursor; return whether it did."""
        for command, key, _ in key_commands(event, "asking", features=self.features):
            if command == "ask-move":
                self.cursor.move(key)
            elif command == "ask-next":
                self.cursor.next(-1 if key.startswith("shift") else 1)
            elif command == "ask-take" and self.cursor.place is not None:
                counter = self.cursor.counter
                self.ring(counter.unit if counter is not None and key == "enter" else None, self.cursor.place)
            self.view.notice.say(say("{cursor}. Enter: ring it. Space: ring the place", cursor=self.cursor.text))
            return True
        return False

    def do(self, command: str, key: str) -> bool:
        match command:
            case "next-turn":
                self.go(self.at + (1 if key in ("down", "pagedown") else -1))
            case "start":
                self.go(0 if key == "home" else len(self.lesson.steps) - 1)
            case "type":
                self._focus_entry(TEXT_FIELDS[int(key) - 1] if key.isdigit() else "say")
            case "ring":
                self.ringing = True
                self.cursor.start()
                self.view.notice.say(say("Go to a counter or place and press Enter to ring it; Esc: done"))
            case "add-step":
                self.add()
            case "delete-step":
                self.delete()
            case "save":
                self.save()
            case "keys":
                self.app.push(Keys(self.app, self.rules, key_screens=self.key_screens, features=self.features))
            case _:
                return do_view_command(self, command, key) or super().do(command, key)
        return True

    # --- picture

    def draw(self, target: pygame.Surface) -> None:
        for rect in (self.layout.row, self.layout.side):
            draw_table(target, rect)
        self.view.draw(target)
        self._draw_rings(target)
        self.panel.draw(target, self._panel_metrics, self.layout.column, self.at, self._names())
        self.draw_widgets(target)
        self.rules_question.draw(target)

    def _names(self) -> tuple[Text, ...]:
        """The names of ringed counters and places."""
        step, board = self.lesson.steps[self.at], self.view.board
        units = [self.view.counters[unit].name if unit in self.view.counters else unit for unit in step.units]
        plane = board.kind == "plane"
        return (*units, *(say("a spot") if plane else board.title_of(place) if board.knows(place) else place
                          for place in step.places))

    def _draw_rings(self, target: pygame.Surface) -> None:
        """Draw the rings of the step, and the keyboard's cursor."""
        step, clip, spots = self.lesson.steps[self.at], target.get_clip(), self.view.stacks.spots()
        target.set_clip(self.layout.map)
        places = (self.view.point_on_map(place) for place in step.places)
        for spot in (*(spots.get(unit) for unit in step.units), *places):
            if spot is not None:
                draw_ring(target, spot, self.view.stacks.px, self.px(4))
        if self.ringing:
            self.cursor.draw(target)
        target.set_clip(clip)
