"""The sheet for entering the results of real dice: faces are clicked or typed, one by one or as counts, and used once
all are known."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import ceil
from typing import Any

import pygame

from game.core.chance import COIN, Roll
from game.core.message import Text, joined, say
from game.ui.app.panel import PanelScreen
from game.ui.app.screen import Host
from game.ui.dice.pad import Pad, draw_entered, face_picture, progress, title_and_progress
from game.ui.kit.gui import fit_labels
from game.ui.kit.pen import Pen, TextRun, cite
from game.ui.kit.strokes import key_commands
from game.ui.kit.theme import ALARM, FAINT, INK

FELT_SHARE = 0.47
"""Share of the sheet's width for the felt, on which the entered faces are shown."""
MIN_COUNT_WIDTH = 1.3
"""Least width of a count, as a multiple of the buttons beside it."""
MIN_KEY_SHRINK = 0.75
"""How far face keys may shrink, as a factor, to fill all their rows."""
MAX_KEY_SIDE = 190
"""The largest side of a face key, in layout units."""
MAX_COUNT_ROW_HEIGHT = 72
"""The largest height of a row in which a face is counted, in layout units."""
SINGLE_COLUMN_FIELDS = 3
"""Number of fields up to which their tabs are below one another; more are in two columns."""
SINGLE_COLUMN_FACES = 7
"""Number of faces up to which their counts are below one another; more are in two columns."""


class RealDice(PanelScreen):
    """The sheet for the faces of a pending roll."""

    size = (1280, 800)
    focus_by_keys = False
    key_screens = "dice"

    def __init__(self, app: Host, roll: Roll, done: Callable[[tuple[int, ...]], None], typed: str = "") -> None:
        """:param done: callback with the faces, once the sheet is closed.
        :param typed: the characters typed before it opened."""
        super().__init__(app)
        are_coins = all(die.counts_heads or die == COIN for die in roll.dice)
        have_coins = any(die.counts_heads or die == COIN for die in roll.dice)
        are_markers = all(die.drawn for die in roll.dice)
        self.title = (say("Your own draw") if are_markers else say("Your own coins") if are_coins
                      else say("Your own coins and dice") if have_coins
                      else say("Your own dice") if len(roll.dice) > 1 else say("Your own die"))
        self.pad = Pad(roll)
        for character in typed:
            self.pad.type_character(character)
        self.done = done
        self.pressed = False
        """Whether Enter was pressed before all faces were known."""
        self._keys_field = -1
        """Index of the field for whose faces the keys were laid out; -1: none."""
        self.faces: dict[int, Any] = {}
        """Face -> its key, if dice are entered one by one."""
        self.counters: dict[int, tuple[pygame.Rect, Any, Any, Any]] = {}
        """Face -> its row and the buttons for one less, one more and five more, if faces are counted."""

    # --- layout

    @property
    def felt(self) -> pygame.Rect:
        """The area with the entered faces, in window pixels."""
        body = self.body
        return pygame.Rect(body.x, body.y + self.px(44), round(body.width * FELT_SHARE), body.height - self.px(44 + 84))

    @property
    def keys(self) -> pygame.Rect:
        """The area of tabs and keys to the right of the felt, in window pixels."""
        left = self.felt.right + self.px(28)
        return pygame.Rect(left, self.felt.y, self.body.right - left, self.felt.height)

    def fill(self) -> None:
        pad, body, px = self.pad, self.body, self.px
        self._keys_field = pad.field_index
        height, width = px(60), px(230)
        top = body.bottom - height
        right = pygame.Rect(body.right - width, top, width, height)
        self.roll = self.button(right, say("Accept   [Enter]"), self.accept, "#main")
        left = pygame.Rect(body.right - 2 * width - px(16), top, width, height)
        self.back = self.button(left, say("Undo   [Backspace]"), self._then_update(pad.undo))
        self.tabs = []
        if len(pad.fields) > 1:
            room, columns, tab_height, gap = self.keys, self._tab_columns, px(46), px(8)
            tab_width = (room.width - gap * (columns - 1)) // columns
            for number in range(len(pad.fields)):
                y = room.y + number // columns * (tab_height + gap)
                rect = pygame.Rect(room.x + number % columns * (tab_width + gap), y, tab_width, tab_height)
                look = "#dark" if number == pad.field_index else ""
                self.tabs.append(self.button(rect, " ", self._then_update(partial(pad.switch_to, number)), look))
        self.faces, self.counters = {}, {}
        room = self._keys_area()
        if pad.field.by_count:
            self._lay_counters(room)
        else:
            self._lay_faces(room)
        self._sync()

    @property
    def _tab_columns(self) -> int:
        """Number of columns of tabs."""
        return 2 if len(self.pad.fields) > SINGLE_COLUMN_FIELDS else 1

    def _keys_area(self) -> pygame.Rect:
        """The area of a field's keys: below the tabs and the question."""
        room, fields = self.keys, len(self.pad.fields)
        rows = 0 if fields == 1 else ceil(fields / self._tab_columns)
        top = room.y + rows * self.px(54) + self.px(46)
        return pygame.Rect(room.x, top, room.width, room.bottom - top)

    def _lay_faces(self, room: pygame.Rect) -> None:
        """Create a key for each face."""
        faces, gap = self.pad.field.die.faces, self.px(10)
        if self.pad.field.die == COIN:
            faces = faces[::-1]
        sides = {n: self._key_side(room, len(faces), n) for n in range(1, len(faces) + 1)}
        columns = max(sides, key=lambda n: sides[n] * (1 if len(faces) % n == 0 else MIN_KEY_SHRINK))
        side = min(sides[columns], self.px(MAX_KEY_SIDE))
        for k, face in enumerate(faces):
            x, y = room.x + k % columns * (side + gap), room.y + k // columns * (side + gap)
            label = str(face) if self.pad.field.die.counts_heads else " "
            rect = pygame.Rect(round(x), round(y), round(side), round(side))
            self.faces[face] = self.button(rect, label, self._then_update(partial(self.pad.enter, face)), "#answer")

    def _key_side(self, room: pygame.Rect, count: int, columns: int) -> float:
        """Largest side in pixels of a number of square keys in so many columns."""
        gap, rows = self.px(10), ceil(count / columns)
        return min((room.width - gap * (columns - 1)) / columns, (room.height - gap * (rows - 1)) / rows)

    def _lay_counters(self, room: pygame.Rect) -> None:
        """Create a row for each face: picture, one less, count, one more, five more."""
        faces, gap = self.pad.field.die.faces, self.px(8)
        columns = 2 if len(faces) > SINGLE_COLUMN_FACES else 1
        rows = ceil(len(faces) / columns)
        width = (room.width - gap * 2 * (columns - 1)) // columns
        height = min((room.height - gap * (rows - 1)) // rows, self.px(MAX_COUNT_ROW_HEIGHT))
        for k, face in enumerate(faces):
            row = pygame.Rect(room.x + k // rows * (width + 2 * gap), room.y + k % rows * (height + gap), width, height)
            side, buttons = min(height, round((width - height - 4 * gap) / (3 + MIN_COUNT_WIDTH))), []
            for label, change, left, tip in (("−", -1, row.x + height + gap, say("One less")),
                                             ("+", 1, row.right - 2 * side - gap, say("One more")),
                                             ("+5", 5, row.right - side, say("Five more"))):
                rect = pygame.Rect(left, row.centery - side // 2, side, side)
                buttons.append(self.button(rect, label, self._then_update(partial(self.pad.add, face, change)), "#stay",
                                           tool_tip_text=tip))
            self.counters[face] = (row, buttons[0], buttons[1], buttons[2])

    # --- input

    def _then_update(self, change: Callable[[], object]) -> Callable[[], None]:
        """A callback that makes a change to the pad and then updates the sheet."""

        def callback() -> None:
            self.pressed = False
            change()
            self._changed()

        return callback

    def _changed(self) -> None:
        """Update the sheet; if another field is chosen now, create its keys."""
        if self._keys_field != self.pad.field_index:
            self.rebuild()
        else:
            self._sync()

    def _sync(self) -> None:
        """Update the progress on the tabs, and enable the buttons that apply now."""
        pad = self.pad
        for number, tab in enumerate(self.tabs):
            tab.set_text(title_and_progress(pad.fields[number].title, progress(pad, number)))
        fit_labels(*self.tabs)
        _enable(self.roll, pad.complete)
        _enable(self.back, pad.has_input)
        for face, (_, less, _, _) in self.counters.items():
            _enable(less, pad.count(face) > 0)

    def accept(self) -> None:
        """Use the entered faces for the roll, or say what is missing."""
        self.pad.finish_typing()
        if self.pad.complete:
            faces = self.pad.faces
            self.app.pop()
            self.done(faces)
            return
        self.pressed = True
        self._changed()

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            rows = {face: row for face, (row, *_) in self.counters.items()}
            face = next((face for face, row in rows.items() if row.collidepoint(pygame.mouse.get_pos())), None)
            if face is not None and event.y:
                self._then_update(partial(self.pad.add, face, 1 if event.y > 0 else -1))()
            return True
        return super().handle(event)

    def run_key(self, event: pygame.event.Event) -> bool:
        """Enter the face of a key. If the key stands for a digit and for another character, take the one that a die
        can show."""
        keys = [each.key for each in key_commands(event, self.key_screens) if each.command == "strike"]
        if not keys:
            return super().run_key(event)
        self._then_update(partial(self.pad.type_character, next(filter(self.pad.accepts, keys), keys[0])))()
        return True

    def do(self, command: str, key: str) -> bool:
        pad, step = self.pad, -1 if key in ("up", "left", "shift+tab") else 1
        match command:
            case "accept":
                self.accept()
            case "undo":
                self._then_update(pad.undo)()
            case "field":
                self._then_update(partial(pad.switch_to, pad.field_index + step))()
            case "done":
                self._then_update(pad.finish_typing)()
            case "row":
                self._then_update(partial(pad.choose_counter, step))()
            case "step" if pad.chosen_face is not None:
                self._then_update(partial(self._step, pad.chosen_face, step))()
            case _:
                return super().do(command, key)
        return True

    def _step(self, face: int, change: int) -> None:
        """Change the count of the selected face, keeping it selected."""
        self.pad.add(face, change)
        self.pad.chosen_face = face

    # --- picture

    def paint(self, target: pygame.Surface) -> None:
        pad, px = self.pad, self.px
        pen = Pen(target, self.metrics, self.body.x, self.body.y, self.body.width)
        pen.flow([TextRun(pad.roll.title, "ui-bold", 20), cite(pad.roll.rule, 20)])
        draw_entered(target, self.felt, pad)
        room = self._keys_area()
        pen = Pen(target, self.metrics, room.x, room.y - px(38), room.width)
        pen.line(self._question(), "ui-bold", 20)
        pen = Pen(target, self.metrics, self.body.x, self.body.bottom - px(64), self.felt.width)
        fault = pad.refusal or (pad.missing if self.pressed else "")
        entered = say("All results are entered.") if len(pad.roll.dice) > 1 else say("The result is entered.")
        pen.flow([TextRun(fault or pad.missing or entered, "ui-bold" if fault else "ui", 19,
                          ALARM if fault else INK if pad.complete else FAINT)])
        if not fault:
            pen.line(self._keys_line(), "ui", 16, FAINT)

    def _question(self) -> Text:
        """The question for the current field, with the characters typed so far."""
        pad = self.pad
        field, typed = pad.field, f"   {pad.typed}_" if pad.typed and pad.chosen_face is None else ""
        entered, needed = pad.entered_and_needed(pad.field_index)
        if field.by_count:
            return say("How many show each face?   {had} of {needed}", had=entered, needed=needed)
        if field.die.counts_heads:
            return say("How many show heads?{typed}", typed=typed)
        if needed == 1:
            return say("What does it show?{typed}", typed=typed)
        return say("Enter them one at a time   {had} of {needed}{typed}", had=entered, needed=needed,
                   typed=typed)

    def _keys_line(self) -> Text:
        """The keys that apply to the current field, as text."""
        other_fields = say("Tab: next field") if len(self.pad.fields) > 1 else ""
        if self.pad.field.by_count:
            faces = say("Type face, count, Space")
        elif self.pad.field.die == COIN:
            faces = say("H: heads, C: crosses")
        else:
            values = self.pad.field.die.faces
            faces = (say("{first} to {last}: enter the number of heads", first=values[0], last=values[-1])
                     if self.pad.field.die.counts_heads
                     else say("{first} to {last}: enter a face", first=values[0], last=values[-1]))
        return joined((faces, other_fields, say("Esc: back")), ".  ")

    def draw(self, target: pygame.Surface) -> None:
        super().draw(target)
        for face, button in self.faces.items():
            if not self.pad.field.die.counts_heads:
                self._draw_face(target, button.rect, face)
        for face, (row, less, more, _) in self.counters.items():
            image = face_picture(self.pad.field.die, face, row.height * 0.60)
            target.blit(image, image.get_rect(center=(row.x + row.height // 2, row.centery)))
            room = pygame.Rect(less.rect.right, row.y, more.rect.x - less.rect.right, row.height)
            self._draw_count(target, room, face)

    def _draw_face(self, target: pygame.Surface, key: pygame.Rect, face: int) -> None:
        """Draw a face on its key, with the character to type below."""
        die = self.pad.field.die
        image = face_picture(die, face, key.height * 0.50)
        target.blit(image, image.get_rect(center=(key.centerx, key.y + round(key.height * 0.42))))
        label = (say("Heads") if face else say("Cross")) if die == COIN else str(face)
        pen = Pen(target, self.metrics, key.x, key.bottom - round(key.height * 0.22), key.width)
        pen.line(label, "ui-bold", max(12, round(16 * min(1.0, key.height / self.px(110)))), FAINT, centre=True)

    def _draw_count(self, target: pygame.Surface, room: pygame.Rect, face: int) -> None:
        """Draw the count of a face, framed if typed digits apply to it."""
        pad = self.pad
        is_chosen = pad.chosen_face == face
        if is_chosen:
            frame = room.inflate(-self.px(10), -self.px(8))
            pygame.draw.rect(target, "#fff8e6", frame, border_radius=self.px(6))
            pygame.draw.rect(target, INK, frame, self.px(2), border_radius=self.px(6))
        count = pad.count(face)
        colour = INK if count or is_chosen else FAINT
        pen = Pen(target, self.metrics, room.x, room.centery - round(self.px(30) * 0.62), room.width)
        pen.line(f"{count}{'_' if is_chosen else ''}", "ui-bold", 30, colour, centre=True)


def _enable(button: Any, enabled: bool) -> None:
    """Enable or disable a button, unless it is so already."""
    if enabled != button.is_enabled:
        (button.enable if enabled else button.disable)()
