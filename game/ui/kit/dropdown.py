"""Boxes of which a list of choices drops down, as wide as the box."""

from __future__ import annotations

import pygame
from pygame_gui import UI_BUTTON_PRESSED, UI_SELECTION_LIST_DROPPED_SELECTION, UIManager
from pygame_gui.elements import UIDropDownMenu, UISelectionList
from pygame_gui.elements.ui_drop_down_menu import UIExpandedDropDownState

from game.ui.kit.keytable import Struck, struck


class DropDown(UIDropDownMenu):
    """A drop-down menu whose list does not end before the button that opens it, nor at the window's edge. It closes
    with every choice, and while it is open takes the arrow keys and Enter."""

    _lit = -1
    """The choice that the keyboard has come to in the open list; -1 for none."""

    def __init__(self, options: list[str | tuple[str, str]], start: str, rect: pygame.Rect, manager: UIManager) -> None:
        foot = manager.window_resolution[1] - rect.bottom - rect.height // 2
        super().__init__(options, start, rect, manager, expansion_height_limit=foot)

    def process_event(self, event: pygame.event.Event) -> bool:
        """Close the list also when the choice falls on what is chosen already; go through it by the keyboard."""
        unfolded, listed = self.menu_states["expanded"], self._listed()
        if listed is not None and any(self._key(listed, each) for each in struck(event, "list")):
            return True
        if (
            event.type == UI_SELECTION_LIST_DROPPED_SELECTION
            and isinstance(unfolded, UIExpandedDropDownState)
            and event.ui_element is unfolded.options_selection_list
        ):
            unfolded.should_transition = True
        return super().process_event(event)

    def _listed(self) -> UISelectionList | None:
        """The open list."""
        unfolded = self.menu_states["expanded"]
        if self.current_state is not unfolded or not isinstance(unfolded, UIExpandedDropDownState):
            self._lit = -1
            return None
        listed = unfolded.options_selection_list
        return listed if listed is not None and listed.alive() else None

    def _key(self, listed: UISelectionList, struck: Struck) -> bool:
        """Light another choice, or take the one that is lit; whether the key meant that."""
        buttons = [item["button_element"] for item in listed.item_list]
        if self._lit < 0:
            self._lit = next((i for i, item in enumerate(listed.item_list) if item["selected"]), 0)
        if struck.command == "line":
            self._lit = (self._lit + (1 if struck.key == "down" else -1)) % len(buttons)
            for number, button in enumerate(buttons):
                if button is not None:
                    button.select() if number == self._lit else button.unselect()
            return True
        button = buttons[self._lit]
        if button is None:
            return False
        pressed = {"ui_element": button, "ui_object_id": button.most_specific_combined_id, "mouse_button": 1}
        pygame.event.post(pygame.event.Event(UI_BUTTON_PRESSED, pressed))
        return True

    def update(self, time_delta: float) -> None:
        super().update(time_delta)
        listed = self._listed()
        if listed is not None and listed.relative_rect.width != self.relative_rect.width:
            listed.set_dimensions((self.relative_rect.width, listed.relative_rect.height))
