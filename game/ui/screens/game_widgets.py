"""The buttons of the game screen and its text field for dice: on the cards, on the strip, and in the row below the
map."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from game.core.capability import capability
from game.core.message import Text, both_or_all, joined, say
from game.core.presenter import MatchupTable
from game.i18n.words import capitalised, translate
from game.ui.cards.card import Card
from game.ui.kit.gui import Button, UIButton, fit_labels, text_entry
from game.ui.kit.pen import fitting_font
from game.ui.kit.theme import CREAM
from game.ui.play.game import GameInPlay
from game.ui.play.main_button import DO_IT, NEXT_STEP
from game.ui.play.proposals import MAX_KEYS
from game.ui.play.reaction_settings import TITLES
from game.ui.play.rolling import entry_hint
from game.ui.screens import game_sheets as sheets
from game.ui.screens import typed_faces
from game.ui.screens.map_commands import BUTTON_GAP, BUTTON_HEIGHT, MapRow, PlannedButton, rows_needed, view_buttons
from game.ui.screens.moments import Moments

if TYPE_CHECKING:
    from game.ui.screens.game import GameScreen

MAX_CHOICES = 2 * MAX_KEYS
"""Most choice buttons on a card: twice the number of digit keys."""

UNPLACED_SIZE = (24, 24)
"""Size in pixels of a button not laid out yet; small, because drawing a large one is slow."""
OFF_WINDOW = -2000
"""Coordinate in window pixels of a widget not laid out yet, far off any window."""
MAX_TYPED_FACES = 12
"""Most characters in the text field for dice."""
TOOL_WEIGHTS = (1.5, 1, 1, 1, 1)
"""Relative widths of the tool buttons; Undo, the first, is the widest."""


class Widgets:
    """All widgets of the game screen. They are created once, and shown and placed by ``sync`` as the cards have slots
    for them."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen, self.game = screen, screen.game
        game, px = screen.game, screen.px
        reactions, interruption = game.reaction_settings, game.interruption
        hinting, commands = game.hinting, game.commands
        unplaced_field = pygame.Rect(OFF_WINDOW, OFF_WINDOW, px(200), px(50))
        unplaced = pygame.Rect(OFF_WINDOW, OFF_WINDOW, *UNPLACED_SIZE)

        def hidden(label: Text, action: Callable[[], object], kind: str = "", tip: Text | None = None) -> UIButton:
            """Create a button that is placed and drawn once a card has a slot for it."""
            return screen.button(unplaced.copy(), label, action, kind, tool_tip_text=tip, visible=False)

        self.main = hidden(" ", game.main_button.press, "#main")
        self.choices = [hidden(" ", partial(game.choosing.choose, number), "#main") for number in range(MAX_CHOICES)]
        screen.choices = self.choices
        self.faces = screen.faces = text_entry(unplaced_field, self._screen.manager, MAX_TYPED_FACES,
                                               placeholder=translate(say("e.g. {faces}", faces="4")))
        self.faces.set_allowed_characters(typed_faces.CHARACTERS)
        self._typed_for: Any = None
        """The state with the roll to which the text in the field belongs."""
        self.enter = hidden(say("Use"), lambda: typed_faces.roll_typed(screen), tip=say("Enter: use the faces typed"))
        pad_tip = say("Click the faces, or enter how many show each")
        self.pad = hidden(say("Keypad   [Y]"), lambda: sheets.enter_dice(game), tip=pad_tip)
        self.pace = Pace(screen)
        rolls_tip = say("All dice are rolled for you")
        self.quick_play = hidden(" ", self._press_quick_play, "#stay",
                                 say("{rolls}. With Shift: also end the phase", rolls=rolls_tip))
        self.fire_all = hidden(" ", lambda: sheets.open_fire_all(game), "#stay", rolls_tip)
        self.answer = hidden(" ", interruption.press, "#answer")
        pass_tip = say("No more questions until the phase ends; B still interrupts")
        self.pass_phase = hidden(say("Pass for this phase   [Shift+Space]"), interruption.pass_phase, "#stay", pass_tip)
        self.not_this_phase = hidden(say("Hold fire this phase   [Shift+Space]"), reactions.decline_for_phase, "#stay")
        self.always = hidden(say("Always fire   [Ctrl+P]"), reactions.accept_always, "#stay",
                             say("Shift+B: ask again, for all or for single units"))
        self.never = hidden(say("Always hold fire   [Shift+P]"), reactions.decline_always, "#stay",
                            say("Shift+B: ask again"))
        move_now_tip = say("X: the computer stops thinking and plays the best it has found")
        self.move_now = hidden(say("Move now   [X]"), commands.move_now, "#main", move_now_tip)
        self.waiting = False
        """Whether a computer player had been thinking for long at the last update."""
        self.hint_buttons = {
            "hint-next": hidden(" ", hinting.take, "#main"),
            "hint-all": hidden(" ", lambda: hinting.take(all_steps=True), "#stay"),
            "hint-away": hidden(say("Dismiss   [Esc]"), hinting.drop, "#stay"),
        }
        self.alternative = hidden(" ", game.refusal_message.take_alternative, "#stay")
        self.by_slot = (
            ("decline-phase", self.not_this_phase),
            ("decline-always", self.never),
            ("react-always", self.always),
            ("pass", self.pass_phase),
            ("quick_play", self.quick_play),
            ("salvo", self.fire_all),
            ("faces", self.faces),
            ("faces-enter", self.enter),
            ("pad", self.pad),
        )
        """The slots of the prompt card, with their widgets."""
        self._on_strip: dict[UIButton, str] = {}
        """Buttons of the cards that are on the strip -> their slots there."""
        self._strip_leads = False
        """Whether a button on the strip answers what is asked, or nothing is asked."""
        self.faces.hide()
        self.drawer = self._screen.button(unplaced.copy(), " ", screen.toggle_panel, "#tool")
        self.more = self._screen.button(unplaced.copy(), say("More"), self.open_more, "#tool")
        self._map_row = GameRow(screen)
        self.map_buttons = self._map_row.buttons
        self.interrupt, self.reactions = self._map_row.interrupt, self._map_row.reactions
        self._tool_row = self._lay_tools()
        self._groups = [
            self._tool_row, self.map_buttons, (self.main, self.answer), (self.quick_play, self.fire_all),
            self.pace.buttons, (self.enter, self.pad), (self.pass_phase,), (self.not_this_phase, self.never),
            (self.always,), (self.move_now,), (self.drawer,), (self.more,), tuple(self.hint_buttons.values()),
            (self.alternative,), tuple(self.choices),
        ]
        """Groups of buttons side by side or one below another, which share a font size."""
        self._stand_in: tuple[UIButton, ...] = ()
        """The choice in the main button's place, which has a font size of its own."""
        self._fitted: list[object] = [None] * (len(self._groups) + 1)
        """For each group, the visible labels, sizes and looks at its last fitting."""
        self._labels: dict[UIButton, str] = {}
        """Button -> its label, once changed."""
        self._undrawn: set[UIButton] = set()
        """Buttons whose new label has not been drawn yet."""
        self._looks: dict[UIButton, str] = {}
        """Button -> its object id, once changed."""

    def _press_quick_play(self) -> None:
        """Handle a click on the quick-play button."""
        self.game.quick_play.press(end_phase=bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))

    def _lay_tools(self) -> tuple[UIButton, ...]:
        """Create the row of tool buttons at the foot of the panel; return them."""
        column, gap, height = self._screen.layout.column, self._screen.px(12), self._screen.px(44)
        self._tool_rooms: list[pygame.Rect] = []
        """Rectangles of the tool buttons, relative to the panel's left edge."""
        tools = self._screen.tools
        room = column.width - 2 * gap - (len(tools) - 1) * self._screen.px(8)
        x = column.x + gap
        y = column.bottom - gap - height
        row = []
        for (label, tip, action, icon), weight in zip(tools, TOOL_WEIGHTS, strict=True):
            width = round(room * weight / sum(TOOL_WEIGHTS))
            place = pygame.Rect(x, y, width, height)
            self._tool_rooms.append(place.move(-column.x, 0))
            row.append(self._screen.button(place, label, action, "#tool", tool_tip_text=tip, icon=icon))
            x += width + self._screen.px(8)
        fit_labels(*row)
        return tuple(row)

    @property
    def answering(self) -> tuple[UIButton, ...]:
        """The buttons that make a decision in the game."""
        declines = self.pass_phase, self.not_this_phase, self.never, self.always
        return self.main, *self.choices, self.answer, *declines, self.quick_play, self.enter

    def plan_strip(self) -> bool:
        """Choose which answers on the cards of a closed drawer have a button on the strip: the choices, if all of them
        have room, then the others; beside a choice in the main button's place only if all have room. The drawer's
        button counts the rest. An action that the main button does not wait for stays on the cards.

        :return: whether there is a second large button on the strip.
        """
        screen, main, column = self._screen, self.game.main_button, self._screen.column
        drawer, question = screen.drawer, self.game.interruption.question
        self._on_strip, drawer.hidden_answers, self._strip_leads = {}, 0, True
        if not screen.app.metrics.has_drawer:
            return False
        if question is not None:
            self._on_strip[self.answer] = "answer"
        if not drawer.open:
            has_main = main.shown and not main.roll_shown
            slots = [] if has_main else ["main", "answer"] if main.stand_in is None else ["answer"]
            optional = (self.quick_play, self.fire_all) if has_main else ()
            others = [button for name, button in self.by_slot if name in column.prompt.slots and (
                button in self.answering or button is self.fire_all) and button not in (*optional, self.enter)]
            choices = [button for number, button in enumerate(self.choices)
                       if f"choice-{number}" in column.middle.slots and number != main.stand_in]
            shown: list[UIButton] = []
            for buttons in (choices, others) if main.stand_in is None else ([*choices, *others],):
                if len(shown) + len(buttons) <= len(slots):
                    shown += buttons
                else:
                    drawer.hidden_answers += len(buttons)
            self._on_strip.update(zip(shown, reversed(slots[:len(shown)]), strict=True))  # in order from the left
            self._strip_leads = has_main or main.stand_in is not None or "main" in self._on_strip.values()
        return "answer" in self._on_strip.values()

    @property
    def lacks_button(self) -> bool:
        """Whether the row below the map was laid out before there was anything to set about when play stops to ask."""
        return bool(self._screen.row_lines) and self.reactions is None and _may_be_asked(self.game)

    def _room_on_strip(self, button: Any) -> pygame.Rect | None:
        """The rectangle on the strip for a button of the cards; None if it is not there."""
        slot = self._on_strip.get(button)
        return None if slot is None else self._screen.strip_slot(slot)

    def sync(self, enables_main: bool) -> None:
        """Update every widget from the cards and the state.

        :param enables_main: whether the main button is enabled.
        """
        column = self._screen.column
        main, flow, interruption = self.game.main_button, self.game.flow, self.game.interruption
        shown = main.shown and not main.roll_shown
        strip = self._screen.strip_slot("main")
        proposals = self.game.selection.proposals if not self.game.stage.busy else ()
        best = main.key_offer
        # the action for the picked units takes the place of the main button, which is then below it
        self._stand_in = () if main.stand_in is None else (self.choices[main.stand_in],)
        stand_in, other = main.stand_in, main.other_answer
        main_room, second_room = strip or column.prompt.slot("main"), column.prompt.slot("second")
        self._put(self.main, (main_room if stand_in is None else second_room) if shown else None)
        self._label(self.main, main.label)
        leads = not (self.game.hinting.leads or flow.is_slow)
        self._set_look(self.main, "#main" if leads and not main.premature else "#stay")
        _enable(self.main, enables_main)
        self._screen.enable_unless(self._tool_row[0], self.game.undoing.why_barred)
        if self.interrupt is not None:
            self._label(self.interrupt, _interrupt_label(self.game, short=self._map_row.short))
            self._set_look(self.interrupt, "#lit" if interruption.possible_now else "#tool")
            self._screen.enable_unless(self.interrupt, interruption.why_barred)
        if self.reactions is not None:
            self._label(self.reactions, _reactions_label(self.game, short=self._map_row.short))
        if self.pace.pause is not None:
            self._label(self.pace.pause, translate(say("Resume") if flow.paused else say("Pause")))
            self._set_look(self.pace.pause, "#lit" if flow.paused else "#tool")
        for number, button in enumerate(self.choices):
            room = column.middle.slot(f"choice-{number}") if number < len(proposals) else None
            room = main_room if number == stand_in else second_room or room if number == other else room
            room = self._room_on_strip(button) or room
            self._put(button, room)
            if room is not None:
                self._set_look(button, "#main" if leads and number == best else "#stay")
                whole_label = capitalised(self.game.view.worded(proposals[number].label))
                label = column.middle.labels.get(f"choice-{number}", whole_label)
                self._label(button, label + main.key_of(number))
                tip = whole_label if label != whole_label else None
                if button.is_enabled and button.tool_tip_text != tip:
                    button.set_tooltip(tip)
                _enable(button, not proposals[number].reason)
        for name, widget in (("answer", self.answer), *self.by_slot):
            self._put(widget, self._room_on_strip(widget) or column.prompt.slot(name))
        for button in (self.quick_play, self.fire_all):
            if isinstance(button, Button):  # its tooltip leaves the box for real dice below it free
                button.tip_row = column.prompt.rect if column.prompt.rect.contains(button.rect) else None
        self._show_hint_buttons()
        alternative = self.game.refusal_message.alternative
        self._label(self.alternative, self.game.view.worded(alternative.label) if alternative is not None else "")
        self._put(self.alternative, self._screen.slip.slot("instead") if alternative is not None else None)
        self.waiting = flow.is_slow
        self._label(self.move_now, translate(say("Show now   [X]") if flow.hinting else say("Move now   [X]")))
        self._put(self.move_now, self._screen.waiting_slot("move-now"))
        self._reset_faces()
        if self.faces.visible:
            self._set_placeholder(translate(say("e.g. {faces}", faces=entry_hint(self.game.situation.pending_roll))))
        question = interruption.question
        self._label(self.answer, f"{translate(question.act_label)}   [B]" if question is not None else "")
        self._label(self.quick_play, f"{self.game.quick_play.label}   [V]" if self.game.quick_play.label else "")
        fire_all_label = self.game.fire_all_button.label
        self._label(self.fire_all, f"{fire_all_label}   [A]" if fire_all_label else "")
        self._lay_panel()
        self._fit()

    def _lay_panel(self) -> None:
        """Place the buttons around the cards: tool buttons move with the panel; buttons of the map are hidden beneath
        it."""
        screen = self._screen
        panel = screen.layout.column
        for button, room in zip(self._tool_row, self._tool_rooms, strict=True):
            self._put(button, room.move(panel.x, 0))
        for button in self.map_buttons:
            is_hidden = screen.app.metrics.has_drawer and panel.colliderect(button.rect)
            self._put(button, None if is_hidden else button.rect.copy())
        for button, room in zip(self.pace.buttons, self.pace.rooms, strict=True):
            self._put(button, room)
        self._put(self.drawer, screen.strip_slot("drawer"))
        self._put(self.more, screen.strip_slot("more") if self._without_room() else None)
        if self.drawer.visible:
            drawer = screen.drawer
            self._label(self.drawer, translate(drawer.label))
            is_lit = drawer.hidden_choices > 0 if drawer.open else (
                drawer.hidden_answers > 0 or "pad" in screen.column.prompt.slots)
            leads = drawer.hidden_answers > 0 and not self._strip_leads
            self._set_look(self.drawer, "#main" if leads else "#lit" if is_lit else "#tool")

    def _without_room(self) -> list[sheets.MoreEntry]:
        """What the buttons do that are beyond the window's edge or beneath the panel."""
        undo, barred = self._tool_row[0], self.game.undoing.why_barred
        entries = [sheets.MoreEntry(label, tip, action, icon, barred if button is undo else "")
                   for button, (label, tip, action, icon) in zip(self._tool_row, self._screen.tools, strict=True)
                   if not button.visible]
        barred = self.game.interruption.why_barred
        return entries + [
            sheets.MoreEntry(button.text, each.tip, each.action, each.icon, barred if button is self.interrupt else "")
            for button, each in zip(self.map_buttons, self._map_row.planned, strict=True) if not button.visible]

    def open_more(self) -> None:
        """Open the sheet with the buttons that have no room in the window."""
        self.game.host.push(sheets.MoreSheet(self.game.host, self._without_room()))

    @property
    def _hint_card(self) -> Card | None:
        """The card on which the hint can be taken: the middle card or the map's slip; None if it cannot be taken."""
        card = self._screen.slip if self._screen.app.metrics.has_drawer else self._screen.column.middle
        can_take = self.game.hint is not None and card.key[:1] == ("hint",) and not self.game.hinting.running
        return card if can_take else None

    def _show_hint_buttons(self) -> None:
        """Show the hint's buttons while it can be taken, on the middle card or on the map's slip."""
        hint, card = self.game.hint, self._hint_card
        if hint is not None and card is not None:
            self._label(self.hint_buttons["hint-next"],
                        translate(NEXT_STEP if len(hint.steps) > 1 else DO_IT))
            count = hint.steps_at_once
            stop = hint.steps[count] if count < len(hint.steps) else None
            every_step = both_or_all("{count} step   [Shift+Enter]", "Both   [Shift+Enter]",
                                     "All {count}   [Shift+Enter]", count)
            self._label(self.hint_buttons["hint-all"], translate(
                every_step if stop is None else say("Next {count} steps   [Shift+Enter]", count=count)))
            tip = say("Stops before the step that ends the phase: {action}", action=stop.end_label) if stop else ""
            self.hint_buttons["hint-all"].set_tooltip(translate(tip) if stop is not None and stop.end_label else None)
        self._set_look(self.hint_buttons["hint-next"], "#main" if self.game.hinting.leads else "#stay")
        for name, button in self.hint_buttons.items():
            self._put(button, card.slot(name) if card is not None else None)
            _enable(button, self.game.may_act)

    def _reset_faces(self) -> None:
        """Clear the text field when another roll is pending, and unfocus it when none is."""
        if self._typed_for is not self.game.match.state:
            self._typed_for = self.game.match.state
            if self.faces.get_text():
                self.faces.set_text("")
        if self.faces.is_focused and not self.game.main_button.can_enter_faces:
            self._screen.leave_entry()

    def _set_placeholder(self, text: str) -> None:
        """Set the placeholder text of the field."""
        if self.faces.placeholder_text != text:
            self.faces.placeholder_text = text
            self.faces.rebuild()

    def _set_look(self, button: UIButton, look: str) -> None:
        """Give a button another object id of the theme."""
        if self._looks.get(button) != look:
            self._looks[button] = look
            button.change_object_id(look)

    def _label(self, button: UIButton, label: str) -> None:
        """Give a button another label; it is drawn later, once its font size is known."""
        if label and self._labels.get(button) != label:
            self._labels[button] = button.text = label
            self._undrawn.add(button)

    def _fit(self) -> None:
        """Draw again the groups in which a label, look or size has changed."""
        for number, row in enumerate((*self._groups, self._stand_in)):
            shown = [button for button in row if button.visible and (row is self._stand_in
                                                                     or button not in self._stand_in)]
            key = [(button, button.text, button.rect.size, self._looks.get(button)) for button in shown]
            if key != self._fitted[number]:
                self._fitted[number] = key
                fit_labels(*shown, narrow=row in (self._groups[-1], self._stand_in), unprinted=self._undrawn)
                self._undrawn.difference_update(shown)

    def _put(self, widget: Any, room: pygame.Rect | None) -> None:
        """Show a widget in a rectangle; hide it without one, or if the rectangle is in the closed drawer."""
        if room is None or room.left >= self._screen.app.metrics.width:
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


def _enable(button: Any, enabled: bool) -> None:
    """Enable or disable a button, unless it is so already."""
    if enabled != button.is_enabled:
        (button.enable if enabled else button.disable)()


class Pace:
    """The controls beside the turn track for the computer players' speed, with a pause button if people play."""

    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen
        self.pause: UIButton | None = None
        """The pause button; None if no people play."""
        self.buttons: tuple[UIButton, ...] = ()
        """All buttons; none without computer players."""
        commands = screen.game.commands
        if not screen.layout.pace.width:
            return
        slower, _, faster, pause = self._parts
        self.buttons = (
            screen.button(slower, "«", lambda: commands.change_speed(-1), "#tool",
                          tool_tip_text=say("[: slower computer moves and dice")),
            screen.button(faster, "»", lambda: commands.change_speed(1), "#tool",
                          tool_tip_text=say("]: faster computer moves and dice")))
        if screen.game.flow.people:
            self.pause = screen.button(pause, say("Pause"), commands.pause, "#tool",
                                       tool_tip_text=say("P: pause or resume the computer players"))
            self.buttons = *self.buttons, self.pause

    @property
    def _parts(self) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect, pygame.Rect]:
        """The rectangles for the slower button, the speed, the faster button and the pause button, in the window."""
        room, px = self._screen.layout.pace, self._screen.px
        inner = pygame.Rect(room.x, room.y + px(8), room.width - px(10), room.height - px(16))
        small, gap = (inner.width - 3 * px(BUTTON_GAP)) // 6, px(BUTTON_GAP)
        height = min(inner.height, px(BUTTON_HEIGHT) + px(6))
        y = inner.centery - height // 2
        slower = pygame.Rect(inner.x, y, small, height)
        speed = pygame.Rect(slower.right + gap, y, small + small // 2, height)
        faster = pygame.Rect(speed.right + gap, y, small, height)
        pause_x = faster.right + gap
        return slower, speed, faster, pygame.Rect(pause_x, y, inner.right - pause_x, height)

    @property
    def rooms(self) -> tuple[pygame.Rect, ...]:
        """The rectangles of its buttons in the window: an open drawer moves them."""
        slower, _, faster, pause = self._parts
        return (slower, faster, pause)[:len(self.buttons)]

    def draw(self, target: pygame.Surface) -> None:
        """Draw the speed between its buttons."""
        if not self.buttons or not self.buttons[0].visible:
            return
        text = say("× {speed:g}", speed=self._screen.game.flow.speed)
        _, room, _, _ = self._parts
        image = fitting_font(text, "table-bold", self._screen.px(22), room.width).line_picture(text, CREAM)
        target.blit(image, image.get_rect(center=room.center))


class GameRow:
    """Creates a game's row of buttons below the map, and keeps those whose label or look changes."""

    def __init__(self, screen: GameScreen) -> None:
        self.buttons: tuple[UIButton, ...] = ()
        self.planned: tuple[PlannedButton, ...] = ()
        """What the buttons were created from, in the same order."""
        self.short = False
        """Whether its buttons have their short labels."""
        self.interrupt: UIButton | None = None
        self.reactions: UIButton | None = None
        if not screen.row_lines:
            return
        left, interrupt, reactions = _left_buttons(screen), _interrupt_button(screen.game), _reactions_button(
            screen.game)
        right = _right_buttons(screen.game, interrupt, reactions)
        row = MapRow(screen, left, right)
        self.buttons, self.planned, self.short = row.buttons, row.planned, row.short
        created = dict(zip(map(id, right), self.buttons[len(left):], strict=True))
        self.interrupt, self.reactions = created.get(id(interrupt)), created.get(id(reactions))


def game_rows_needed(screen: GameScreen) -> int:
    """Number of rows of buttons a game needs below its map."""
    row = [*_left_buttons(screen),
           *_right_buttons(screen.game, _interrupt_button(screen.game), _reactions_button(screen.game))]
    return rows_needed(screen, row)


def _interrupt_button(game: GameInPlay) -> PlannedButton:
    """The button that interrupts."""
    label, tip = game.interruption.label, say("B: act now, out of turn")
    return PlannedButton(_interrupt_label(game), 270, translate(tip), game.interruption.press, (f"{label} …   [B]",),
                         _interrupt_label(game, short=True), icon="interrupt")


def _interrupt_label(game: GameInPlay, *, short: bool = False) -> str:
    """The label of the button that interrupts."""
    return f"{game.interruption.short_label if short else game.interruption.label}   [B]"


def _left_buttons(screen: GameScreen) -> list[PlannedButton]:
    """The left part of the row: the map's own buttons."""
    game = screen.game
    table_buttons = [PlannedButton(say("Measure"), 96, say("D: a ruler"), lambda: measure(game), icon="measure")]
    if capability(game.rules, MatchupTable).matchups(game.match.state) is not None:
        table_buttons += [PlannedButton(say("Match-ups"), 110, say("W: who beats whom, type by type"),
                                        lambda: sheets.open_matchups(game), icon="beats")]
    return view_buttons(screen, table_buttons if game.rules.traits.board == "plane" else ())


def _reactions_button(game: GameInPlay) -> PlannedButton:
    """The button for when play stops to ask; with a single kind of reaction its label shows the current setting."""
    tip = say("Shift+B: choose when play stops to ask")
    kinds = game.reaction_settings.reactions()
    others = tuple(capitalised(say("Set {kind}: {mode} …", kind=info.kind, mode=mode))
                   for info in kinds for mode in TITLES.values())
    width = 240 if len(kinds) == 1 else 108
    return PlannedButton(_reactions_label(game), width, tip, lambda: sheets.open_moments(game), others,
                         _reactions_label(game, short=True), icon="moments")


def _reactions_label(game: GameInPlay, *, short: bool = False) -> str:
    """The label of the button for when play stops to ask."""
    settings = game.reaction_settings
    return capitalised(joined((settings.only_kind or Moments.title, "…"), " ") if short else settings.label)


def _right_buttons(game: GameInPlay, interrupt: PlannedButton, reactions: PlannedButton) -> list[PlannedButton]:
    """The right part of the row: the buttons for interrupting and for when play stops to ask, as far as they apply."""
    return [*([interrupt] if game.interruption.available else []), *([reactions] if _may_be_asked(game) else [])]


def _may_be_asked(game: GameInPlay) -> bool:
    """Whether there is anything to set about when play stops to ask."""
    return game.interruption.available or game.reaction_settings.available


def measure(game: GameInPlay) -> None:
    """Take out the measuring stick with instructions, or put it away."""
    game.measuring.toggle()
    if game.measuring.active and game.pointing.keyboard:
        game.cursor.measure_here()
        game.view.notice.say(say("Arrows go from base to base, Enter sets an end; D or Esc puts the ruler away"))
    elif game.measuring.active:
        game.view.notice.say(say("Press and drag to measure, from base to base too; D or Esc puts the ruler away"))
    game.dirty = True
