"""The base class of screens: widgets, event handling and drawing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pygame

from game.core.message import Text
from game.i18n.words import translate
from game.ui.app.settings import Legend, Settings
from game.ui.kit.keytable import ALL_FEATURES
from game.ui.kit.sound import Sounds
from game.ui.kit.strokes import key_commands, means, why_not
from game.ui.kit.theme import FOCUS, INK, Metrics

if TYPE_CHECKING:
    from game.core.contract import System
    from game.match.lessons import Lesson
    from game.match.match import Match
    from game.match.programmes import Programme
    from game.ui.kit.gui import UIButton, UIDropDownMenu, UIManager


KEY_REPEAT = (350, 60)
"""Key repeat: milliseconds until a held key first repeats, and between repeats. A text entry that loses the focus turns
key repeat off, so it must be set again then."""


CLOSE_SIGN = "×"
"""The label of the button beside a title that closes the screen."""
DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
"""Arrow key -> its direction in the window."""
ASIDE_FACTOR = 3
"""How much more a distance across the direction of an arrow key counts than one along it. Chosen by hand."""


class Navigator(Protocol):
    """Opens a game, replay, lesson, presentation or editor from any screen."""

    def begin(
        self,
        rules: System[Any],
        scenario: str | None,
        options: Sequence[str],
        players: Mapping[str, str],
        seed: int | None = None,
        position: Mapping[str, Any] | None = None,
    ) -> None:
        """Start a game with its record in the user's data folder.

        :param players: the player of each seat.
        :param position: the position to begin from; None for the set-up of the scenario.
        """

    def show(self, match: Match[Any]) -> None:
        """Open the screen of a match."""

    def resume(self, path: Path) -> None:
        """Resume a saved game."""

    def open_match(self, path: Path) -> Match[Any] | None:
        """The match already open in this window for a record; None if there is none."""

    def replay(self, path: Path, *, autoplay: bool = False, ended: bool = False) -> None:
        """Open a record as a replay: before its first action or, if ``ended``, at its end."""

    def demo(self, rules: System[Any], lesson: str, *, autoplay: bool = False, step: int = 0) -> None:
        """Show a lesson by name, from a step counted from 0."""

    def learn(self, rules: System[Any], lesson: str | Path) -> None:
        """Open a lesson, by name or file, for the player to play, at the step where it was left."""

    def present(self, what: Lesson | Programme | Match[Any], step: int = 0) -> None:
        """Present a lesson, a programme, or a game so far. If a presentation is open already, return to it instead.

        :param step: the lesson's step, or the game's action, to show first, counted from 1; 0: the slide at which the
            presentation was left, else its beginning.
        """

    def play_on(self, system: str, state: Any, players: Mapping[str, str] | None = None) -> None:
        """Begin a game from a position, on top of the current screens.

        :param players: the player of each seat; None: people play, and a lesson continues afterwards.
        """

    def edit(self, rules: System[Any], source: Any = None) -> None:
        """Open the position editor.

        :param source: a position file, or a state; None for the set-up of the system's first battle.
        """


class Host(Protocol):
    """The application as a screen sees it."""

    settings: Settings
    sounds: Sounds
    metrics: Metrics
    """Metrics of game screens: their print is limited so that the map keeps its room."""
    sheet_metrics: Metrics
    """Metrics of sheets and the title screen, which allow larger print."""
    legend_before: Legend
    """The legend's setting before its button last folded it; unfolding the legend restores that."""
    stack: list[Screen]
    """The screens, topmost last."""
    navigator: Navigator

    @property
    def window(self) -> pygame.Surface:
        """The surface to draw on."""

    def push(self, screen: Screen) -> None:
        """Put a screen on top of the stack."""

    def pop(self) -> None:
        """Close the top screen."""

    def replace(self, screen: Screen) -> None:
        """Replace the top screen."""

    def return_to_title(self) -> None:
        """Close every screen but the first, the title."""

    def error(self, title: Text, text: Text) -> None:
        """Show an error message."""

    def quit(self) -> None:
        """End the program after this frame."""

    def lock(self) -> None:
        """Block all keys and clicks except those for watching, until unlocked."""

    def show_notice(self, text: Text, more: Text = "") -> None:
        """Show a notice over the current screen for a few seconds, with a second line in small print."""

    def dismiss_notice(self) -> None:
        """Take away the notice over the current screen, if any."""

    def apply_settings(self, *, more_to_come: bool = False) -> None:
        """Apply the settings, lay every screen out by them, and store them.

        :param more_to_come: whether to lay out the screens below the top one only when no change has followed.
        """

    def store_settings(self) -> None:
        """Write the settings if they have changed."""

    def fold_legend(self, *, folded: bool) -> None:
        """Fold the legends of maps, or unfold them as they were before."""

    def turn_sheet(self, system: str, turned: bool) -> None:
        """Turn the map sheet of a system a quarter turn clockwise, or back."""

    def set_link_cursor(self, link: bool) -> None:
        """Show a hand cursor over links, an arrow elsewhere."""

    def busy(self, what: Text) -> None:
        """Show a busy sign at once, before something that may take a while."""


class Screen:
    """A screen on the application's stack. The top one gets the events; all of them are updated."""

    covers = True
    """Whether it hides the screens below."""
    quit_key_works = True
    """Whether the quit key works here; not if a question is open or unsaved text would be lost."""
    focus_by_keys = True
    """Whether Tab and the arrows move the focus between buttons; Enter then presses the focused one."""
    key_screens = ""
    """The screens of the key table whose keys work here, separated by blanks; they take precedence over the keys of
    every screen."""

    def __init__(self, app: Host) -> None:
        self.app = app
        self.manager: UIManager
        self._actions: dict[UIButton, Callable[[], object]] = {}
        """Button -> the function that it calls."""
        self._usual_tooltips: dict[UIButton, str | None] = {}
        """Disabled buttons -> their usual tooltips."""
        self._focus = -1
        """Index of the button with the keyboard focus among the focusable ones; -1 for none."""

    def is_seen_below(self, upper: Screen) -> bool:
        """Whether it is drawn below another screen that does not cover all of it."""
        return True

    @property
    def printed_areas(self) -> tuple[pygame.Rect, ...]:
        """Parts of the window, in pixels, that no tooltip of a button outside them covers if possible."""
        return ()

    @property
    def moving(self) -> bool:
        """Whether it is animated or waiting for something, so that it must be drawn at the full frame rate."""
        return False

    @property
    def buttons(self) -> tuple[UIButton, ...]:
        """All buttons, including hidden ones, in Tab order."""
        return tuple(self._actions)

    @property
    def current_question(self) -> object:
        """The current question to the player, as a value of any type that can be compared; None for none. Input counts
        as an answer only once the question has been visible."""
        return None

    def answers(self, event: pygame.event.Event) -> bool:
        """Whether an event would answer the current question."""
        return means(event, "press-button", "everywhere")

    @property
    def metrics(self) -> Metrics:
        """The metrics by which this screen is laid out."""
        return self.app.metrics

    def px(self, units: float) -> int:
        """A length in layout units as pixels."""
        return self.metrics.px(units)

    def rebuild(self) -> None:
        """Create the widgets for the window's current size and scale."""
        from game.ui.kit.manager import Manager

        held_rects = {number: button.rect for number, button in enumerate(self._actions) if button.held}
        self._actions, self._usual_tooltips = {}, {}
        self.manager = Manager(self.metrics, lambda: self.printed_areas)
        self.build()
        for number, button in enumerate(self._actions):
            if held_rects.get(number) == button.rect and button.is_enabled:
                button.held = True  # the mouse button is still down on it: release presses the new one

    def build(self) -> None:
        """Create this screen's widgets in ``self.manager``."""

    def button(
        self, rect: pygame.Rect, label: Text, action: Callable[[], object], kind: str = "", **more: Any
    ) -> UIButton:
        """Add a button whose label is never cut; that of a hidden one (``visible=False``) is fitted when it is shown.

        :param kind: its style, a theme id; empty for the plain one.
        :param more: arguments of ``Button``, such as ``icon`` and ``tool_tip_text``; and ``row``, the rectangle that
            its tooltip does not cover, by default the button itself.
        """
        from game.ui.kit.gui import Button, fit_labels

        hint, row = more.pop("tool_tip_text", None), more.pop("row", rect)
        more["tool_tip_text"] = hint and translate(hint)
        button = Button(rect, translate(label), self.manager, object_id=kind or None, **more)
        button.tip_row = row
        if button.visible:
            fit_labels(button)
        self._actions[button] = action
        return button

    def disable(self, button: UIButton, why: Text) -> None:
        """Disable a button; the tooltip gives the reason."""
        self._usual_tooltips.setdefault(button, button.tool_tip_text)
        button.disable()
        button.set_tooltip(translate(why))

    def enable_unless(self, button: UIButton, why: Text) -> None:
        """Disable a button if there is a reason, else enable it with its usual tooltip. An outdated tooltip is
        closed."""
        before = button.tool_tip_text
        if why:
            self.disable(button, why)
        elif button in self._usual_tooltips:
            button.enable()
            button.set_tooltip(self._usual_tooltips.pop(button))
        if button.tool_tip is not None and button.tool_tip_text != before:
            button.tool_tip.kill()
            button.tool_tip = None

    def handle(self, event: pygame.event.Event) -> bool:
        """Handle an event; return whether it was used."""
        from game.ui.kit import gui

        if event.type == gui.UI_BUTTON_PRESSED and event.ui_element in self._actions:
            self.app.sounds.play("click")
            self._actions[event.ui_element]()
            return True
        goes_back = means(event, "back", "everywhere")
        if goes_back and self._close_menu():
            return True
        if goes_back and not self.typing:
            self.escape()
            return True
        typing = self.typing
        is_written_text = event.type == pygame.KEYDOWN and typing
        if means(event, "leave-entry", "entry") and typing:
            self.leave_entry()
            return True
        was_used = self.manager.process_events(event)
        if typing and not self.typing:
            self.leave_entry()
        if was_used or is_written_text:
            return True
        return self.on_event(event) or self.run_key(event)

    @property
    def features(self) -> frozenset[str]:
        """The features of the game that keys depend on here."""
        return ALL_FEATURES

    def run_key(self, event: pygame.event.Event) -> bool:
        """Run the first applicable command of a key; return whether there was one. If not, show why."""
        commands = key_commands(event, *self.key_screens.split(), "everywhere", features=self.features)
        if any(self.do(each.command, each.key) for each in commands):
            return True
        if reason := why_not(event, self.key_screens.split(), self.features):
            self.explain_refused_key(reason)
        return False

    def explain_refused_key(self, reason: Text) -> None:
        """Show briefly why a key does nothing, if the screen has room for it."""

    def do(self, command: str, key: str) -> bool:
        """Run a command of the key table; return whether it is applicable here and now.

        :param key: the keystroke, if it stands for a number or a direction.
        """
        buttons = self._focusable_buttons() if self.focus_by_keys else []
        main_buttons = [button for button in buttons if button.object_ids[-1] == "#main"]
        match command:
            case "next-button" | "previous-button" if buttons:
                step = 1 if command == "next-button" else -1
                start = self._focus if 0 <= self._focus < len(buttons) else min(0, -step)  # then the first or the last
                neighbour = _neighbour(self.focused, buttons, key)
                self._focus = (start + step) % len(buttons) if neighbour is None else buttons.index(neighbour)
            case "press-button" if 0 <= self._focus < len(buttons):
                self._press(buttons[self._focus])
            case "press-golden" if len(main_buttons) == 1:
                self._press(main_buttons[0])
            case _:
                return False
        return True

    def _press(self, button: UIButton) -> None:
        """Press a button from the keyboard."""
        self.app.sounds.play("click")
        self._actions[button]()

    @property
    def open_menus(self) -> list[UIDropDownMenu]:
        """The open drop-down menus."""
        from game.ui.kit.gui import UIDropDownMenu  # imported late: only screens with widgets need it

        menus = (each for each in self.manager.get_sprite_group().sprites() if isinstance(each, UIDropDownMenu))
        return [menu for menu in menus if menu.current_state is menu.menu_states["expanded"]]

    def _close_menu(self) -> bool:
        """Close any open drop-down menu; return whether there was one."""
        menus = self.open_menus
        for menu in menus:
            menu.menu_states["expanded"].should_transition = True
        return bool(menus)

    def _focusable_buttons(self) -> list[UIButton]:
        """The buttons that the keyboard can focus now; that which closes the screen is the last."""
        buttons = [button for button in self._actions if button.visible and button.is_enabled]
        return sorted(buttons, key=lambda button: button.text == CLOSE_SIGN)

    @property
    def focused(self) -> UIButton | None:
        """The button with the keyboard focus."""
        buttons = self._focusable_buttons()
        return buttons[self._focus] if 0 <= self._focus < len(buttons) else None

    @property
    def typing(self) -> bool:
        """Whether a text entry has the keyboard focus."""
        from game.ui.kit.gui import UITextEntryLine

        return any(isinstance(widget, UITextEntryLine) for widget in self.manager.get_focus_set() or ())

    def leave_entry(self) -> None:
        """Take the keyboard focus from a text entry."""
        if self.typing:
            self.manager.set_focus_set(None)
        pygame.key.set_repeat(*KEY_REPEAT)

    def clear_hover(self) -> None:
        """Clear hover effects and tooltips when another screen is put on top."""
        from game.ui.kit.gui import UITooltip

        for button in self._actions:
            if button.hovered:
                button.hovered = False
                button.on_unhovered()
        for element in self.manager.get_sprite_group().sprites():
            if isinstance(element, UITooltip):
                element.kill()

    def clear_focus(self) -> None:
        """Clear the keyboard focus, for example after a game."""
        self._focus = -1

    def on_event(self, event: pygame.event.Event) -> bool:
        """Handle an event that no widget used."""
        return False

    def escape(self) -> None:
        """Handle the Escape key: go back."""
        self.app.pop()

    def update(self, dt: float, top: bool) -> None:
        """Advance by ``dt`` seconds. Below another screen nothing reacts to the pointer, but a new layout is drawn if
        visible.

        :param top: whether it is the top screen.
        """
        if top and self.app.stack[-1] is self:
            self.manager.update(dt)
        elif not self._covered:
            self.manager.get_sprite_group().update(0.0)

    @property
    def _covered(self) -> bool:
        """Whether a screen above hides it completely."""
        stack = self.app.stack
        return self in stack and any(screen.covers for screen in stack[stack.index(self) + 1:])

    def draw(self, target: pygame.Surface) -> None:
        """Draw the screen, widgets last."""
        self.draw_widgets(target)

    def draw_widgets(self, target: pygame.Surface) -> None:
        """Draw the widgets and the frame around the focused button."""
        self.manager.draw_ui(target)
        if self.focus_by_keys and self.focused is not None:
            frame = self.focused.rect.inflate(self.px(10), self.px(10))
            pygame.draw.rect(target, INK, frame, width=self.px(5), border_radius=self.px(8))
            pygame.draw.rect(target, FOCUS, frame.inflate(-2, -2), width=self.px(3), border_radius=self.px(8))

    def becomes_top(self) -> None:
        """Called whenever the screen becomes the top one."""

    def close(self) -> None:
        """Release files and processes; called once when it leaves the stack or the program ends."""


def _neighbour(focused: UIButton | None, buttons: Sequence[UIButton], key: str) -> UIButton | None:
    """The nearest button in the direction of an arrow key; None if there is none, or for another key.

    :param focused: the button with the keyboard focus.
    """
    if focused is None or key not in DIRECTIONS:
        return None
    (x, y), (right, down) = focused.rect.center, DIRECTIONS[key]
    distances = {}
    for number, button in enumerate(buttons):
        dx, dy = button.rect.centerx - x, button.rect.centery - y
        along, aside = dx * right + dy * down, abs(dx * down) + abs(dy * right)
        if along > 0 and along >= aside:
            distances[number] = along + ASIDE_FACTOR * aside
    return buttons[min(distances, key=distances.__getitem__)] if distances else None
