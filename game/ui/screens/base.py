"""What every screen is: widgets of its own, events in, a picture out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pygame

from game.ui.theme import Metrics, gui_theme

if TYPE_CHECKING:
    from pygame_gui import UIManager
    from pygame_gui.elements import UIButton

    from game.ui.app import App


class Screen:
    """A screen on the application's stack. The top one gets the events; all of them are updated."""

    covers = True
    """Whether it hides what lies below."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.manager: UIManager
        self._actions: dict[Any, Callable[[], None]] = {}

    @property
    def metrics(self) -> Metrics:
        return self.app.metrics

    def px(self, units: float) -> int:
        return self.app.metrics.px(units)

    def rebuild(self) -> None:
        """Make the widgets for the window's present size and scale."""
        from pygame_gui import UIManager

        self._actions = {}
        self.manager = UIManager(self.metrics.size, gui_theme(self.metrics), enable_live_theme_updates=False)
        self.build()

    def build(self) -> None:
        """Create this screen's widgets in ``self.manager``."""

    def button(
        self, rect: pygame.Rect, label: str, action: Callable[[], None], kind: str = "", **more: Any
    ) -> UIButton:
        """A button that does something; ``kind`` is its look: ``#main``, ``#dark``, ``#tool``, ``#left`` or plain."""
        from pygame_gui.elements import UIButton

        made = UIButton(rect, label, self.manager, object_id=kind or None, **more)
        self._actions[made] = action
        return made

    def handle(self, event: pygame.event.Event) -> bool:
        """Take an event; whether it was used."""
        import pygame_gui

        if event.type == pygame_gui.UI_BUTTON_PRESSED and event.ui_element in self._actions:
            self.app.sounds.play("click")
            self._actions[event.ui_element]()
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE and not self.typing:
            self.escape()
            return True
        if self.manager.process_events(event):
            return True
        return self.on_event(event)

    @property
    def typing(self) -> bool:
        """Whether the keyboard writes into a text entry now."""
        from pygame_gui.elements import UITextEntryLine

        return any(isinstance(widget, UITextEntryLine) for widget in self.manager.get_focus_set() or ())

    def on_event(self, event: pygame.event.Event) -> bool:
        """Take an event that no widget wanted."""
        return False

    def escape(self) -> None:
        """What the Escape key does: go back."""
        self.app.pop()

    def update(self, dt: float, top: bool) -> None:
        """Let ``dt`` seconds pass."""
        if top:
            self.manager.update(dt)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the screen; widgets come last."""
        self.manager.draw_ui(target)

    def shown(self) -> None:
        """Called whenever it becomes the top screen."""

    def close(self) -> None:
        """Let go of files and processes; called once when it leaves the stack or the program ends."""
