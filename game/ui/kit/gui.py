"""The widgets of the screens: those of pygame_gui with their event types, and our own variants, such as buttons that
say why they are disabled and print long labels smaller. Nothing outside the kit imports pygame_gui."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import ceil
from typing import Any

import pygame
import pygame_gui
from pygame_gui import (
    UI_BUTTON_PRESSED,
    UI_DROP_DOWN_MENU_CHANGED,
    UI_HORIZONTAL_SLIDER_MOVED,
    UI_SELECTION_LIST_DOUBLE_CLICKED_SELECTION,
    UI_SELECTION_LIST_DROPPED_SELECTION,
    UI_SELECTION_LIST_NEW_SELECTION,
    UI_TEXT_BOX_LINK_CLICKED,
    UI_TEXT_ENTRY_CHANGED,
    UI_TEXT_ENTRY_FINISHED,
    UIManager,
)
from pygame_gui.core import UIElement
from pygame_gui.core.interfaces import IGUIFontInterface
from pygame_gui.elements import (
    UIButton,
    UIDropDownMenu,
    UIHorizontalSlider,
    UISelectionList,
    UITextBox,
    UITextEntryLine,
    UITooltip,
    UIVerticalScrollBar,
)
from pygame_gui.elements.ui_drop_down_menu import UIExpandedDropDownState

from game.ui.kit.fonts import Role, font_path
from game.ui.kit.icons import with_icon
from game.ui.kit.manager import Manager
from game.ui.kit.pictures import picture_cache
from game.ui.kit.strokes import KeyCommand, digit_of, key_commands, strokes

MIN_LABEL = 7
"""The minimum print size of a label, in pixels."""
NARROW_FACE: Role = "table-bold"
"""The narrower face for long labels."""
MAX_LABEL_HEIGHT = 0.62
"""The maximum print size of a label, as a share of its button's height. This number and the three below are chosen by
eye."""
MIN_COMMON_SHARE = 0.75
"""The share of the theme's size down to which all labels of a row are printed at the same size; beyond it only the
longer ones shrink."""
MIN_ICON_SHARE = 0.88
"""The minimum share of the theme's size at which a row's labels must fit with their icons; else the icons are
dropped."""
SIDE_SPACE = 0.36
"""The free space beside a label, as a share of its button's height."""
ROUNDING_ERROR = 1e-6
"""Added before a size in pixels is rounded down, so that a share of sizes, multiplied again, gives the same size."""


class Button(UIButton):
    """A button whose label is printed at a fitting size from the start. It has a tooltip also while it is disabled; the
    tooltip then says why."""

    tip_row: pygame.Rect | None = None
    """What its tooltip must not cover: the button and the value that it changes; None means only the button."""
    _size_fitted = False
    """Whether the print size of the label has been fitted to the button."""
    _is_outdated = False
    """Whether it has to be drawn again before it is shown."""
    _hidden_font: IGUIFontInterface | None = None
    """While it is being shown: the font fitted to its label while it was hidden; None if it was not fitted since its
    look changed."""
    _hovered_content: tuple[str, str | None] | None = None
    """The label and tooltip under the pointer; None while the pointer is elsewhere."""
    _pointer_unmoved = False
    """Whether the pointer has not moved since that label and tooltip appeared under it."""

    _pressed_here = False
    """Whether it has been pressed since the pointer came to it; it then has no tooltip, which could cover what the
    press has opened."""

    def __init__(self, *arguments: Any, icon: str = "", **options: Any) -> None:
        """Create a button.

        :param icon: the name of the icon before its label, of :data:`game.ui.kit.icons.ICONS`; empty if it has none.
        """
        self.icon = icon
        """The name of its icon; empty if it has none."""
        self.icon_printed = bool(icon)
        """Whether the icon is printed before the label; in a narrow row it is dropped."""
        super().__init__(*arguments, **options)

    def rebuild_from_changed_theme_data(self) -> None:
        """Extend the base class: a hidden button reads the theme when it is shown, and is fitted to it then."""
        if self.visible:
            super().rebuild_from_changed_theme_data()  # type: ignore[no-untyped-call]
        else:
            self._is_outdated, self._size_fitted, self.font = True, False, None

    def rebuild(self) -> None:
        """Extend the base class: a hidden button is drawn when it is shown, and its looks under the pointer and pressed
        when they are first needed; half of a game's buttons are never shown."""
        self._is_outdated = not self.visible
        if self._is_outdated:
            return
        if self._hidden_font is not None:
            self.font, self._hidden_font = self._hidden_font, None
        elif not self._size_fitted:
            self.font = _font(self, _theme_font(self)[0], _fitting_size(self, None))
        self._size_fitted = True
        super().rebuild()  # type: ignore[no-untyped-call]
        if self.drawable_shape is not None:
            self.drawable_shape.states_to_redraw_queue.clear()

    def show(self) -> None:
        """Extend the base class: draw it if it is outdated, with the font fitted to it while it was hidden."""
        super().show()  # type: ignore[no-untyped-call]
        if self._is_outdated:
            self._hidden_font = self.font
            self.rebuild_from_changed_theme_data()
        if self._is_outdated:
            self.rebuild()

    def can_hover(self) -> bool:
        return super().can_hover() or not self.is_enabled

    def while_hovering(self, time_delta: float, mouse_pos: Any) -> None:
        """Extend the base class: a button that appears, or becomes another one, under a resting pointer has no tooltip
        until the pointer moves; one that is pressed, until the pointer comes to it again."""
        content = self.text, self.tool_tip_text
        if content != self._hovered_content:
            self._hovered_content, self._pointer_unmoved = content, self._pointer_rests
            if self._pointer_unmoved and self.tool_tip is not None:
                self.tool_tip.kill()
                self.tool_tip = None
        self._pointer_unmoved = self._pointer_unmoved and self._pointer_rests
        if not self._pointer_unmoved and not self._pressed_here:
            super().while_hovering(time_delta, mouse_pos)

    @property
    def _pointer_rests(self) -> bool:
        """Whether the pointer is where it was at the last update."""
        return isinstance(self.ui_manager, Manager) and self.ui_manager.pointer_rests

    def process_event(self, event: pygame.event.Event) -> bool:
        was_used = super().process_event(event)
        self._pressed_here = self._pressed_here or self.held
        return was_used

    def on_unhovered(self) -> None:
        self._hovered_content, self._pointer_unmoved, self._pressed_here = None, False, False
        super().on_unhovered()  # type: ignore[no-untyped-call]

    def on_hovered(self) -> None:
        if self.is_enabled:
            super().on_hovered()  # type: ignore[no-untyped-call]
        else:
            self.hover_time = 0.0


def label_room(button: UIButton) -> int:
    """The width in pixels available for a button's label."""
    return int(button.rect.width - max(8, round(SIDE_SPACE * button.rect.height)))


def fit_labels(*buttons: UIButton, narrow: bool = False, unprinted: Collection[UIButton] = ()) -> None:
    """Print the labels of a row at the largest common size, up to the theme's, at which all of them fit.

    :param narrow: whether to use the narrow face if a label would have to shrink for its width, and to shrink only the
        longer labels if all would be hard to read.
    :param unprinted: buttons whose new label has not been printed yet.
    """
    share = _share_with_icons(buttons)
    face = NARROW_FACE if narrow and share < _share(buttons, NARROW_FACE) else None
    share = share if face is None else _share(buttons, face)
    for button in buttons:
        own_share = share
        if narrow and share < MIN_COMMON_SHARE:
            own_share = max(share, min(MIN_COMMON_SHARE, _share((button,), face)))
        size = int(_theme_font(button)[1] * own_share + ROUNDING_ERROR)
        _print(button, face, max(MIN_LABEL, size), reprint=button in unprinted)


def _share_with_icons(buttons: Sequence[UIButton]) -> float:
    """The share of the theme's size at which every label of a row fits, 0 to 1; the row's icons are dropped if its
    labels would be too small with them."""
    with_icons = [button for button in buttons if isinstance(button, Button) and button.icon]
    for printed in (True, False):
        for button in with_icons:
            button.icon_printed = printed
        share = _share(buttons, None)
        if share >= MIN_ICON_SHARE:
            break
    return share


def _share(buttons: Sequence[UIButton], face: str | None) -> float:
    """The share of the theme's size at which every label of a row fits, 0 to 1; 1 for an empty row.

    :param face: the face of the labels; None for that of the theme.
    """
    return min((_fitting_size(button, face) / _theme_font(button)[1] for button in buttons), default=1.0)


def _theme_font(button: UIButton) -> tuple[str, int]:
    """The font name and size in pixels that the theme gives a button."""
    info = button.ui_theme.get_font_info(button.combined_element_ids)
    return str(info["name"]), int(info["size"])


def _fitting_size(button: UIButton, face: str | None) -> int:
    """The largest size in pixels, up to the theme's, at which a button's label fits.

    :param face: the face of the label; None for that of the theme.
    """
    name, size = _theme_font(button)
    name = face or name
    room = label_room(button)
    size = min(size, max(MIN_LABEL, int(button.rect.height * MAX_LABEL_HEIGHT)))
    while size > MIN_LABEL and (width := _width(_font(button, name, size), button.text)) > room:
        size = max(MIN_LABEL, min(size - 1, size * room // width + 1))
    return size


@picture_cache(4096)
def _width(font: IGUIFontInterface, text: str) -> int:
    """The width of a label in pixels. Cleared with the picture caches, because a cached font is an open file."""
    return font.size(text)[0]


def _font(button: UIButton, name: str, size: int) -> IGUIFontInterface:
    """A face at a size in pixels, with the button's icon if that is printed."""
    fonts = button.ui_theme.get_font_dictionary()
    if name == NARROW_FACE:
        fonts.add_font_path(NARROW_FACE, str(font_path(NARROW_FACE)))
    fonts.preload_font(size, name, force_immediate_load=True)
    face = fonts.find_font(size, name)
    return with_icon(face, button.icon) if isinstance(button, Button) and button.icon_printed else face


def _print(button: UIButton, face: str | None, size: int, *, reprint: bool) -> None:
    """Print a button's label at a size in pixels.

    :param face: None for that of the theme.
    :param reprint: whether to print it also if its font is the same as before, because its text is new.
    """
    font = _font(button, face or _theme_font(button)[0], size)
    if reprint or button.font is not font:
        button.font = font
        button.rebuild()


__all__ = ["UI_BUTTON_PRESSED", "UI_DROP_DOWN_MENU_CHANGED", "UI_HORIZONTAL_SLIDER_MOVED",
           "UI_SELECTION_LIST_DOUBLE_CLICKED_SELECTION", "UI_SELECTION_LIST_DROPPED_SELECTION",
           "UI_SELECTION_LIST_NEW_SELECTION", "UI_TEXT_BOX_LINK_CLICKED", "UI_TEXT_ENTRY_CHANGED",
           "UI_TEXT_ENTRY_FINISHED", "UIButton", "UIDropDownMenu", "UIElement", "UIManager", "UITextBox",
           "UITextEntryLine", "UITooltip", "UIVerticalScrollBar"]


class DropDown(UIDropDownMenu):
    """A drop-down menu whose list is as wide as the menu and ends within the window. It closes on every choice, and
    while open it handles the arrow keys and Enter."""

    _highlighted = -1
    """The index of the choice highlighted from the keyboard; -1 if none."""

    def __init__(self, options: list[str | tuple[str, str]], start: str, rect: pygame.Rect, manager: UIManager) -> None:
        room_below = manager.window_resolution[1] - rect.bottom - rect.height // 2
        super().__init__(options, start, rect, manager, expansion_height_limit=room_below)

    def process_event(self, event: pygame.event.Event) -> bool:
        """Extend the base class: close the list also if the current choice is chosen again; handle keys in the list.
        Return whether the event was used."""
        expanded, open_list = self.menu_states["expanded"], self._open_list()
        if open_list is not None and any(self._run(open_list, each) for each in key_commands(event, "list")):
            return True
        if (
            event.type == UI_SELECTION_LIST_DROPPED_SELECTION
            and isinstance(expanded, UIExpandedDropDownState)
            and event.ui_element is expanded.options_selection_list
        ):
            expanded.should_transition = True
        return super().process_event(event)

    def _open_list(self) -> UISelectionList | None:
        """The list of choices if it is open, else None; forgets the highlighted choice of a closed one."""
        expanded = self.menu_states["expanded"]
        if self.current_state is not expanded or not isinstance(expanded, UIExpandedDropDownState):
            self._highlighted = -1
            return None
        choices = expanded.options_selection_list
        return choices if choices is not None and choices.alive() else None

    def _run(self, open_list: UISelectionList, key_command: KeyCommand) -> bool:
        """Highlight another choice, or take the highlighted one; return whether the key was used."""
        buttons = [item["button_element"] for item in open_list.item_list]
        if self._highlighted < 0:
            self._highlighted = next((i for i, item in enumerate(open_list.item_list) if item["selected"]), 0)
        if key_command.command == "line":
            self._highlighted = (self._highlighted + (1 if key_command.key == "down" else -1)) % len(buttons)
            for number, button in enumerate(buttons):
                if button is not None:
                    button.select() if number == self._highlighted else button.unselect()
            return True
        button = buttons[self._highlighted]
        if button is None:
            return False
        pressed = {"ui_element": button, "ui_object_id": button.most_specific_combined_id, "mouse_button": 1}
        pygame.event.post(pygame.event.Event(UI_BUTTON_PRESSED, pressed))
        return True

    def update(self, time_delta: float) -> None:
        """Extend the base class: make an open list as wide as the menu."""
        super().update(time_delta)
        choices = self._open_list()
        if choices is not None and choices.relative_rect.width != self.relative_rect.width:
            choices.set_dimensions((self.relative_rect.width, choices.relative_rect.height))


UNPRINTABLE = [chr(code) for code in (*range(32), *range(127, 160))]
"""Control characters, which may come from the clipboard."""


class TextEntry(UITextEntryLine):
    """A text entry with shortcuts that work on every keyboard layout. If digits are allowed, a key that types one only
    with Shift also types it without Shift, unless the character it types is allowed too."""

    _digit = ""
    """The digit of the last pressed key; empty if it has none."""
    _shortcut = False
    """Whether the last key was pressed with Ctrl; it then types nothing, whatever character it produces."""

    def process_event(self, event: pygame.event.Event) -> bool:
        """Extend the base class: translate shortcuts and digits; return whether the event was used."""
        if self.is_focused and event.type == pygame.KEYDOWN:
            stroke = next((name for name in strokes(event) if name.startswith("ctrl+")), "")
            self._digit, self._shortcut = digit_of(event), bool(stroke)
            if len(letter := stroke.removeprefix("ctrl+")) == 1:
                event = pygame.event.Event(pygame.KEYDOWN, {**event.dict, "key": ord(letter)})
        elif self.is_focused and event.type == pygame.TEXTINPUT:
            if self._shortcut and not event.text.isascii():
                return True
            allowed, digit = self.allowed_characters, self._digit
            if allowed is not None and digit in allowed and event.text not in allowed and len(event.text) == 1:
                event = pygame.event.Event(pygame.TEXTINPUT, text=digit)
        return super().process_event(event)


def text_entry(rect: pygame.Rect, manager: UIManager, max_length: int, *, text: str = "",
               placeholder: str = "") -> UITextEntryLine:
    """Create a text entry without control characters.

    :param max_length: the maximum number of characters.
    :param text: its text at first, cut to that number.
    :param placeholder: shown while the entry is empty.
    """
    entry = TextEntry(rect, manager, placeholder_text=placeholder)
    entry.set_forbidden_characters(UNPRINTABLE)
    entry.set_text_length_limit(max_length)
    if text:
        entry.set_text(text[:max_length])
    return entry


class ScrolledList(UISelectionList):
    """A list that can be recreated at the same scroll position, and that shows the selected row."""

    def __init__(self, room: pygame.Rect, items: Sequence[str | tuple[str, str]], manager: UIManager,
                 selected: int | None, top: float = 0.0, *, large: bool = False) -> None:
        """Create a list.

        :param room: its rectangle in pixels; the list is shortened to whole rows.
        :param selected: the index of the selected row, None if there is none.
        :param top: rows above the first visible one, adjusted so that the selected row is visible.
        :param large: whether its rows are higher, in larger print.
        """
        default = items[selected] if selected is not None else None
        super().__init__(room, list(items), manager, default_selection=default,
                         object_id="#large_list" if large else None)
        self._cut_to_whole_rows(room)
        if self.scroll_bar is None or self.list_and_scroll_bar_container is None or selected is None:
            return
        visible_rows = self.list_and_scroll_bar_container.relative_rect.height / self.list_item_height
        top = max(min(top, selected), ceil(selected + 1 - visible_rows))
        self.scroll_bar.set_scroll_from_start_percentage(top / len(items))
        self.update(0)

    def _cut_to_whole_rows(self, room: pygame.Rect) -> None:
        """Shrink the list to a whole number of rows."""
        container = self.list_and_scroll_bar_container
        if container is not None and (part := container.relative_rect.height % self.list_item_height):
            self.set_dimensions((room.width, room.height - part))

    def update(self, time_delta: float) -> None:
        """Advance the time; the first visible row is always a whole one."""
        bar, container = self.scroll_bar, self.list_and_scroll_bar_container
        moved = bar is not None and bar.has_moved_recently
        super().update(time_delta)
        if not moved or bar is None or container is None:
            return
        max_first = len(self.item_list) - container.relative_rect.height // self.list_item_height
        first = min(round(bar.start_percentage * len(self.item_list)), max_first)
        for number, item in enumerate(self.item_list):
            if item["button_element"] is not None:
                item["button_element"].set_relative_position((0, (number - first) * self.list_item_height))

    @property
    def top(self) -> float:
        """The number of rows above the first visible one."""
        return self.scroll_bar.start_percentage * len(self.item_list) if self.scroll_bar is not None else 0.0


class Scrubber(UIHorizontalSlider):
    """A slider with whole-number steps."""

    def process_event(self, event: pygame.event.Event) -> bool:
        """Extend the base class: a press on the track beside the thumb moves the thumb there; the thumb then follows
        the pointer until release. Return whether the event was used."""
        press = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.is_enabled
        track = self.button_container.get_rect() if self.button_container is not None else None
        thumb = self.sliding_button
        if not press or track is None or not track.collidepoint(event.pos) or thumb is None or (
                thumb.get_abs_rect().collidepoint(event.pos)):
            return bool(super().process_event(event))
        room = max(1, track.width - thumb.rect.width)
        share = min(1.0, max(0.0, (event.pos[0] - track.left - thumb.rect.width / 2) / room))
        minimum, maximum = self.value_range
        self.set_current_value(round(minimum + share * (maximum - minimum)), warn=False)
        moved = {"value": self.get_current_value(), "ui_element": self, "ui_object_id": self.most_specific_combined_id}
        pygame.event.post(pygame.event.Event(pygame_gui.UI_HORIZONTAL_SLIDER_MOVED, moved))
        thumb.process_event(event)
        return True
