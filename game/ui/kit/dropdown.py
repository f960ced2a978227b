"""Boxes of which a list of choices drops down, as wide as the box."""

from __future__ import annotations

import pygame
from pygame_gui import UI_SELECTION_LIST_DROPPED_SELECTION
from pygame_gui.elements import UIDropDownMenu
from pygame_gui.elements.ui_drop_down_menu import UIExpandedDropDownState


class DropDown(UIDropDownMenu):
    """A drop-down menu whose list does not end before the button that opens it, and closes with every choice."""

    def process_event(self, event: pygame.event.Event) -> bool:
        """Close the list also when the choice falls on what is chosen already."""
        unfolded = self.menu_states["expanded"]
        if (
            event.type == UI_SELECTION_LIST_DROPPED_SELECTION
            and isinstance(unfolded, UIExpandedDropDownState)
            and event.ui_element is unfolded.options_selection_list
        ):
            unfolded.should_transition = True
        return super().process_event(event)

    def update(self, time_delta: float) -> None:
        super().update(time_delta)
        unfolded = self.menu_states["expanded"]
        listed = unfolded.options_selection_list if isinstance(unfolded, UIExpandedDropDownState) else None
        if listed is not None and listed.alive() and listed.relative_rect.width != self.relative_rect.width:
            listed.set_dimensions((self.relative_rect.width, listed.relative_rect.height))
