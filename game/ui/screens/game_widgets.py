"""The game screen's buttons and entry: made once, moved and relabelled when something changes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pygame
from pygame_gui.elements import UIButton

from game.ui.kit.entry import text_entry
from game.ui.kit.labels import fit_labels
from game.ui.play.due import KEYS
from game.ui.play.throwing import entry_example
from game.ui.screens import game_commands as commands
from game.ui.screens import typed_faces
from game.ui.screens.map_row import MapRow

if TYPE_CHECKING:
    from game.ui.screens.game import Game

CHOICES = 2 * KEYS
"""Buttons on a card at most: those that have a key, and those beside them."""

UNMADE = (24, 24)
"""Pixels of a button that has no room yet: drawing a large one takes long."""


class Widgets:
    """Every widget of the screen."""

    def __init__(self, game: Game) -> None:
        self.game = game
        px = game.px
        nowhere = pygame.Rect(-2000, -2000, px(200), px(50))
        unmade = pygame.Rect(-2000, -2000, *UNMADE)
        self.main = game.button(unmade.copy(), " ", lambda: commands.main(game), "#main")
        self.choices = [
            game.button(unmade.copy(), " ", partial(commands.choose, game, number), "#main")
            for number in range(CHOICES)
        ]
        self.faces = text_entry(nowhere, game.manager, 12, placeholder="e.g. 4")
        self.faces.set_allowed_characters(typed_faces.CHARACTERS)
        self._typed_for: Any = None
        """The state whose throw the text in the entry is for."""
        self.enter = game.button(unmade.copy(), "Use", lambda: typed_faces.enter(game))
        self.slower = game.button(unmade.copy(), "Slower", lambda: commands.change_speed(game, -1), "#plain")
        self.faster = game.button(unmade.copy(), "Faster", lambda: commands.change_speed(game, 1), "#plain")
        throws = "The program makes every throw of it, your own too"
        self.volley = game.button(unmade.copy(), " ", self._resolve, "#stay",
                                  tool_tip_text=f"{throws}. With Shift: and end the phase")
        self.salvo = game.button(unmade.copy(), " ", lambda: game.salvo.press(), "#stay", tool_tip_text=throws)
        self.answer = game.button(unmade.copy(), " ", lambda: game.interruption.press(), "#answer")
        passing = "Nothing is asked till the phase ends; B breaks in all the same"
        self.passing = game.button(unmade.copy(), "Let all pass this phase   [P]",
                                   lambda: game.interruption.pass_phase(), "#stay", tool_tip_text=passing)
        self.by_slot = (
            ("answer", self.answer),
            ("pass", self.passing),
            ("slower", self.slower),
            ("faster", self.faster),
            ("volley", self.volley),
            ("salvo", self.salvo),
            ("faces", self.faces),
            ("faces-enter", self.enter),
        )
        widgets: tuple[Any, ...] = (self.main, *self.choices, *(widget for _, widget in self.by_slot))
        for widget in widgets:
            widget.hide()
        below = MapRow(game)
        self.break_in, self.pause = below.break_in, below.pause
        self._rows = [
            self._tools(), below.buttons, (self.main, self.answer), (self.volley, self.salvo),
            (self.slower, self.faster), (self.enter,), (self.passing,), tuple(self.choices),
        ]
        """The buttons that lie beside or below one another: printed in one size."""
        self._fitted: list[object] = [None] * len(self._rows)
        """For each row what its print was fitted to."""
        self._labels: dict[UIButton, str] = {}
        self._looks: dict[UIButton, str] = {}

    def _resolve(self) -> None:
        """The button of what is left was clicked."""
        self.game.volley.press(onward=bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))

    def _tools(self) -> tuple[UIButton, ...]:
        """The row at the foot of the column."""
        game = self.game
        column, gap, height = game.column_rect, game.px(12), game.px(44)
        names = (
            ("Take back", "Backspace: past a roll by consent", lambda: commands.take_back(game)),
            ("Hint", "H: what the best computer player would do", lambda: commands.hint(game)),
            (
                "Rules",
                "R: the rulebook at the rule asked",
                lambda: commands.open_rulebook(game, game.asked.rule),
            ),
            ("Keys", "?: every key on one page", lambda: commands.open_keys(game)),
            ("Menu", "Esc: saving, replay, settings, leaving", lambda: commands.open_menu(game)),
        )
        weights = (1.5, 1, 1, 1, 1)
        room = column.width - 2 * gap - (len(names) - 1) * game.px(8)
        x = column.x + gap
        y = column.bottom - gap - height
        row = []
        for (label, tip, action), weight in zip(names, weights, strict=True):
            width = round(room * weight / sum(weights))
            row.append(game.button(pygame.Rect(x, y, width, height), label, action, "#tool", tool_tip_text=tip))
            x += width + game.px(8)
        fit_labels(*row)
        return tuple(row)

    @property
    def can_enter_faces(self) -> bool:
        """Whether the faces of real dice may be typed in now."""
        flow = self.game.flow
        running = self.game.volley.running and not self.game.volley.waits
        rolls = self.game.asked.mode == "roll" and not running
        return rolls and bool(flow.people) and not flow.falls_by_itself(self.game.controller.state)

    @property
    def thrown(self) -> bool:
        """Whether what the card asks to be thrown has fallen and is still being shown."""
        game = self.game
        return game.asked.mode == "roll" and game.controller.state is not game.match.state and not self.stops

    @property
    def _pauses(self) -> bool:
        """Whether the main button pauses the computers and lets them go on."""
        flow = self.game.flow
        return flow.seat is not None and (flow.paused or not flow.people)

    @property
    def stops(self) -> bool:
        """Whether the main button stops or pauses what goes on by itself, or lets it go on, rather than answers."""
        return self._pauses or (self.game.volley.running and not self.game.volley.waits)

    @property
    def answering(self) -> tuple[UIButton, ...]:
        """The buttons that decide something."""
        return self.main, *self.choices, self.answer, self.passing, self.volley, self.enter

    @property
    def main_is_shown(self) -> bool:
        """Whether there is a main button; it stays while things play out, so that the cards lie still."""
        flow, prompt = self.game.flow, self.game.controller.prompt
        if self.game.controller.aside is not None or self.game.asked is not prompt:
            return True
        if self.stops or (prompt.mode == "over" and self.game.over_shown):
            return True
        if prompt.mode == "roll":
            return not flow.falls_by_itself(self.game.controller.state)
        if self.game.controller.composing and self.game.controller.forced:
            return True
        return prompt.main is not None and flow.is_human(prompt.to_act)

    @property
    def main_label(self) -> str:
        if self.game.controller.aside is not None:
            return "Do not break in"
        if (asked := self.game.interruption.question) is not None:
            return f"{asked.refrain}   [Enter]"
        if self._pauses:
            return "Go on" if self.game.flow.paused else "Pause"
        if self.game.volley.running and not self.game.volley.waits:
            return "Stop"
        if self.game.turn_end.shown is not None:
            return self.game.turn_end.label
        prompt = self.game.controller.prompt
        if prompt.mode == "over":
            return "The result"
        return prompt.main_label or ("Roll" if prompt.mode == "roll" else "")

    def sync(self, reason: str, *, moved: bool) -> None:
        """Bring every widget in line with the cards and the state."""
        column = self.game.column
        self._put(self.main, column.prompt.slot("main") if self.main_is_shown and not self.thrown else None)
        self._label(self.main, self.main_label)
        advancing = self.game.controller.prompt.mode == "advance"
        self._dress(self.main, "#stay" if advancing else "#main")
        _enable(self.main, not reason)
        if self.break_in is not None:
            self._label(self.break_in, self.game.interruption.label + "   [B]")
            self._dress(self.break_in, "#lit" if self.game.interruption.lit else "#tool")
        if self.pause is not None:
            self._label(self.pause, "Go on" if self.game.flow.paused else "Pause")
            self._dress(self.pause, "#lit" if self.game.flow.paused else "#tool")
        proposals = self.game.controller.proposals if not self.game.stage.busy else ()
        composing = self.game.controller.composing
        for number, button in enumerate(self.choices):
            room = column.middle.slot(f"choice-{number}") if number < len(proposals) else None
            self._put(button, room)
            if room is not None:
                self._dress(button, "#main" if composing else "#stay")
                self._label(button, proposals[number].label + self._key(number))
                _enable(button, not proposals[number].reason)
        for name, widget in self.by_slot:
            self._put(widget, column.prompt.slot(name))
        self._keep_to_the_throw()
        if self.can_enter_faces:
            self._suggest(f"e.g. {entry_example(self.game.rules.pending_roll(self.game.controller.state))}")
        asked = self.game.interruption.question
        self._label(self.answer, f"{asked.act}   [B]" if asked is not None else "")
        self._label(self.volley, f"{self.game.volley.offer}   [V]" if self.game.volley.offer else "")
        self._label(self.salvo, f"{self.game.salvo.label}   [A]" if self.game.salvo.label else "")
        self._fit()

    def _key(self, number: int) -> str:
        """The key of something offered, as it is printed behind its label: with more than there are digits, what all do
        alike has that of its way, with Shift."""
        controller = self.game.controller
        proposals, this = controller.proposals, controller.proposals[number]
        way = controller.keys.get(this.place or "") if this.alike and len(proposals) > KEYS else None
        if way is not None:
            return f"   [Shift+{way}]"
        return f"   [{number + 1}]" if number < KEYS and (len(proposals) > 1 or not controller.composing) else ""

    def _keep_to_the_throw(self) -> None:
        """Empty the entry when another throw is due, and leave it when none is."""
        if self._typed_for is not self.game.match.state:
            self._typed_for = self.game.match.state
            if self.faces.get_text():
                self.faces.set_text("")
        if self.faces.is_focused and not self.can_enter_faces:
            self.game.leave_entry()

    def _suggest(self, text: str) -> None:
        """Show in the empty entry what could be typed."""
        if self.faces.placeholder_text != text:
            self.faces.placeholder_text = text
            self.faces.rebuild()

    def _dress(self, button: UIButton, look: str) -> None:
        """Give a button another look of the theme."""
        if self._looks.get(button) != look:
            self._looks[button] = look
            button.change_object_id(look)

    def _label(self, button: UIButton, label: str) -> None:
        if label and self._labels.get(button) != label:
            self._labels[button] = label
            button.set_text(label)

    def _fit(self) -> None:
        """Print the rows anew in which a label, a look or a width is another."""
        for number, row in enumerate(self._rows):
            shown = [button for button in row if button.visible]
            fitted = [(button, button.text, button.rect.size, self._looks.get(button)) for button in shown]
            if fitted != self._fitted[number]:
                self._fitted[number] = fitted
                fit_labels(*shown, narrow=row is self._rows[-1])

    @staticmethod
    def _put(widget: Any, room: pygame.Rect | None) -> None:
        """Show a widget in its room, or hide it."""
        if room is None:
            if widget.visible:
                widget.hide()
            return
        if widget.relative_rect.size != room.size:
            widget.set_dimensions(room.size)
            if isinstance(widget, UIButton):
                widget.rebuild()
        if widget.relative_rect.topleft != room.topleft:
            widget.set_relative_position(room.topleft)
        if not widget.visible:
            widget.show()


def _enable(button: Any, on: bool) -> None:
    if on != button.is_enabled:
        (button.enable if on else button.disable)()
