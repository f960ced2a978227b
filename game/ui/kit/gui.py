"""What screens use of pygame_gui: its widgets, and the kinds of its events. Nothing outside the kit imports it."""

from pygame_gui import (
    UI_BUTTON_PRESSED,
    UI_DROP_DOWN_MENU_CHANGED,
    UI_HORIZONTAL_SLIDER_MOVED,
    UI_SELECTION_LIST_DOUBLE_CLICKED_SELECTION,
    UI_SELECTION_LIST_NEW_SELECTION,
    UI_TEXT_BOX_LINK_CLICKED,
    UI_TEXT_ENTRY_CHANGED,
    UI_TEXT_ENTRY_FINISHED,
    UIManager,
)
from pygame_gui.core import UIElement
from pygame_gui.elements import UIButton, UIDropDownMenu, UITextBox, UITextEntryLine, UITooltip, UIVerticalScrollBar

__all__ = [
    "UI_BUTTON_PRESSED", "UI_DROP_DOWN_MENU_CHANGED", "UI_HORIZONTAL_SLIDER_MOVED",
    "UI_SELECTION_LIST_DOUBLE_CLICKED_SELECTION", "UI_SELECTION_LIST_NEW_SELECTION", "UI_TEXT_BOX_LINK_CLICKED",
    "UI_TEXT_ENTRY_CHANGED", "UI_TEXT_ENTRY_FINISHED", "UIButton", "UIDropDownMenu", "UIElement", "UIManager",
    "UITextBox", "UITextEntryLine", "UITooltip", "UIVerticalScrollBar",
]
