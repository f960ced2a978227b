"""Boxes of which a list of choices drops down, as wide as the box."""

from __future__ import annotations

from pygame_gui.elements import UIDropDownMenu
from pygame_gui.elements.ui_drop_down_menu import UIExpandedDropDownState


class DropDown(UIDropDownMenu):
    """A drop-down menu whose list does not end before the button that opens it."""

    def update(self, time_delta: float) -> None:
        super().update(time_delta)
        unfolded = self.menu_states["expanded"]
        listed = unfolded.options_selection_list if isinstance(unfolded, UIExpandedDropDownState) else None
        if listed is not None and listed.alive() and listed.relative_rect.width != self.relative_rect.width:
            listed.set_dimensions((self.relative_rect.width, listed.relative_rect.height))
