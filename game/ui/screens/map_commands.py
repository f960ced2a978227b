"""The map's view commands: the row of buttons below the map, and the keys that change what any map shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby

import pygame

from game.board.hexgrid import HexBoard
from game.core.message import Text, say
from game.i18n.words import translate
from game.ui.counters.bases import is_wide_enough_for_figures
from game.ui.kit.fonts import font
from game.ui.kit.gui import MIN_ICON_SHARE, fit_labels
from game.ui.kit.theme import Metrics
from game.ui.play.cursor import ARROW_KEYS
from game.ui.screens.map_screen import MapScreen

BUTTON_HEIGHT = 36
"""Height of a button, in layout units."""
BUTTON_GAP = 6
"""Gap between buttons, in layout units."""
MAP_MARGIN = 14
"""Margin between the row and the map's edges, in layout units."""

GROUP_GAP = 12
"""Additional gap between two groups, in layout units."""
LONG_BUTTON_WIDTH = 120
"""Width in layout units from which a button has a line of its own beside the map."""
THREE_BUTTONS_WIDTH = 150
"""Total width in layout units up to which three short buttons share a line."""
LABEL_MARGINS = 18
"""Additional space around a label where the row has room for it, both sides together, in layout units."""
LABEL_SIZE = 17
"""Font size of the labels, in layout units."""
ZOOM_FACTORS = (0.8, 1.25)
"""Factors by which a button or key zooms out and in; one undoes the other."""
TURN_SHEET = say("Turn the map")
NUMBERS_ON = say("Hex numbers are on: zoom in to see them (+ or the wheel)")
NUMBERS_OFF = say("Hex numbers are off, and this zoom is too small for them")
WHOLE_MAP = say("The whole map is in view")
SMALL_MAP_ON, SMALL_MAP_OFF = say("Small map on while you are zoomed in"), say("Small map off")


@dataclass
class PlannedButton:
    """A button yet to be created: label, preferred width in layout units, tooltip and callback."""

    label: Text
    width: int
    tip: Text
    action: Callable[[], object]
    others: tuple[Text, ...] = ()
    """Other labels that the button can have."""
    short_label: Text = ""
    """Its label in fewer words, for a row in which the labels have no room; empty if there is none."""
    group: str = ""
    """``zoom``, ``show`` or ``help``: buttons of a group lie side by side, with a wider gap to others."""
    icon: str = ""
    """Name of the picture on the button; empty for none."""


Rooms = list[tuple[PlannedButton, pygame.Rect]]
"""Buttons to be created, each with its rectangle in the window."""


class MapRow:
    """Creates the row's buttons, all with the same font size."""

    def __init__(self, screen: MapScreen, left: Sequence[PlannedButton], right: Sequence[PlannedButton] = ()) -> None:
        """:param left: buttons from the left.
        :param right: buttons up to the right edge; the second line if there are two."""
        self._screen = screen
        rooms = self._rooms(left, right)
        self.short = not self._labels_fit(rooms)
        """Whether its buttons have their short labels, because the others would be printed small."""
        if self.short:
            left, right = ([replace(each, label=each.short_label, others=()) if each.short_label else each
                            for each in part] for part in (left, right))
            rooms = self._rooms(left, right)
        self.planned = tuple(each for each, _ in rooms)
        self.buttons = tuple(screen.button(room, each.label, each.action, "#tool", tool_tip_text=each.tip,
                                           icon=each.icon) for each, room in rooms)
        fit_labels(*self.buttons)

    def _rooms(self, left: Sequence[PlannedButton], right: Sequence[PlannedButton]) -> Rooms:
        """The buttons with their rectangles."""
        row = self._screen.layout.row
        if self._screen.layout.side.width:
            return self._beside(left, right)
        if self._screen.row_lines == 1:
            return self._in_row(left, right, row)
        return [*self._in_row(left, [], pygame.Rect(row.x, row.y, row.width, row.height // 2)),
                *self._in_row([], right, pygame.Rect(row.x, row.centery, row.width, row.height // 2))]

    def _labels_fit(self, rooms: Rooms) -> bool:
        """Whether the longest labels of all buttons have room in print large enough for icons beside them."""
        m = self._screen.metrics
        print_size = m.at(m.scale * MIN_ICON_SHARE)
        return all(_label_width(each, print_size) + _button_padding(room.height, m) <= room.width
                   for each, room in rooms)

    def _beside(self, left: Sequence[PlannedButton], right: Sequence[PlannedButton]) -> Rooms:
        """The buttons beside the map, from the bottom up: two or three to a line, wide ones alone, each group in lines
        of its own."""
        px, room = self._screen.px, self._screen.layout.row
        line_width, height = room.width - 2 * px(MAP_MARGIN), px(BUTTON_HEIGHT)
        groups = [*map(_in_lines, _in_groups(left)), *([[each]] for each in right)]
        line_count, group_gaps = sum(map(len, groups)), (len(groups) - 1) * px(GROUP_GAP)
        free = room.height - px(MAP_MARGIN) - line_count * height - group_gaps
        gap = min(px(BUTTON_GAP), free // line_count)
        y = room.bottom - px(MAP_MARGIN) - line_count * (height + gap) - group_gaps + gap
        rooms = []
        for group in groups:
            for line in group:
                width = (line_width - gap * (len(line) - 1)) // len(line)
                rooms += [(each, pygame.Rect(room.x + px(MAP_MARGIN) + number * (width + gap), y, width, height))
                          for number, each in enumerate(line)]
                y += height + gap
            y += px(GROUP_GAP)
        return rooms

    def _in_row(self, left: Sequence[PlannedButton], right: Sequence[PlannedButton], row: pygame.Rect) -> Rooms:
        """The buttons at their preferred widths, or wider for their longest labels. If there is less room, each has its
        label's width and the same share of the rest; if not even the labels fit, they shrink in proportion."""
        px = self._screen.px
        gap, height = px(BUTTON_GAP), px(BUTTON_HEIGHT)
        buttons = [*left, *right]
        room = _row_width(self._screen.metrics, row.width, len(buttons))
        padding = _button_padding(height, self._screen.metrics)
        label_widths = [_label_width(each, self._screen.metrics) for each in buttons]
        widths = [max(px(each.width), padding + px(LABEL_MARGINS) + label_width)
                  for each, label_width in zip(buttons, label_widths, strict=True)]
        if sum(widths) > room:
            shared = room - padding * len(buttons)
            spare = max(0, shared - sum(label_widths))
            widths = [padding + spare // len(buttons) + label_width * (shared - spare) // sum(label_widths)
                      for label_width in label_widths]
        x, y = row.x + px(MAP_MARGIN), row.centery - height // 2
        rooms = []
        for number, (each, width) in enumerate(zip(buttons, widths, strict=True)):
            if number == len(left) and left:
                x = row.right - px(MAP_MARGIN) - sum(widths[number:]) - gap * (len(right) - 1)
            elif number and each.group != buttons[number - 1].group:
                x += px(GROUP_GAP)
            rooms.append((each, pygame.Rect(x, y, width, height)))
            x += width + gap
        return rooms


def _in_groups(buttons: Sequence[PlannedButton]) -> list[list[PlannedButton]]:
    """The buttons of each group, in order."""
    return [list(group) for _, group in groupby(buttons, key=lambda each: each.group)]


def _in_lines(group: Sequence[PlannedButton]) -> list[list[PlannedButton]]:
    """The buttons of a group in lines of two, or three short ones; long ones come last, each in a line of its own."""
    short = [each for each in group if each.width < LONG_BUTTON_WIDTH]
    per_line = 3 if sum(each.width for each in short) <= THREE_BUTTONS_WIDTH else 2
    lines = [short[first:first + per_line] for first in range(0, len(short), per_line)]
    return [*lines, *([each] for each in group if each.width >= LONG_BUTTON_WIDTH)]


def rows_needed(screen: MapScreen, row: Sequence[PlannedButton]) -> int:
    """Number of button rows below the map: 2 if a single row would print its labels smaller than at the least interface
    scale, else 1."""
    m = screen.app.metrics
    width = sum(_label_width(each, m.at(m.min_card_scale)) for each in row)
    width += len(row) * _button_padding(screen.px(BUTTON_HEIGHT), screen.metrics)
    return 1 if width <= _row_width(screen.metrics, screen.layout.across, len(row)) else 2


def _row_width(m: Metrics, width: int, count: int) -> int:
    """Width in pixels shared by the buttons of a row, without gaps.

    :param width: width of the row, in pixels.
    :param count: number of buttons in the row, in at most four groups.
    """
    return width - 2 * m.px(MAP_MARGIN) - m.px(BUTTON_GAP) * (count + 3) - 3 * m.px(GROUP_GAP)


def _label_width(each: PlannedButton, m: Metrics) -> int:
    """Width in pixels of a button's longest possible label."""
    face = font("ui-bold", m.px(LABEL_SIZE))
    return max(face.size(text)[0] for text in (each.label, *each.others))


def _button_padding(height: int, m: Metrics) -> int:
    """Padding of a button in pixels, both sides together."""
    return height // 4 + m.px(4)


def view_buttons(screen: MapScreen, own: Sequence[PlannedButton] = ()) -> list[PlannedButton]:
    """The buttons of the map's view commands.

    :param own: further buttons of this screen, placed before those that open sheets.
    """
    view, rules = screen.view, screen.rules
    zoom_out, zoom_in = (partial(view.zoom_on_selection, factor) for factor in ZOOM_FACTORS)
    zoom_buttons = [
        PlannedButton("+", 40, say("Wheel or +: zoom in"), zoom_in, group="zoom"),
        PlannedButton("−", 40, say("Wheel or −: zoom out"), zoom_out, group="zoom"),
        PlannedButton(say("Fit"), 56, screen.fit_tip, screen.fit, group="zoom", icon="fit"),
    ]
    show_buttons = []
    if rules.traits.layers:
        named = dict.fromkeys(translate(layer.title) for layer in rules.layers(screen.state))
        tip = (say("Z: {layers}", layers=" · ".join(named).lower()) if named
               else say("Z: show rules overlays on the map"))
        show_buttons += [PlannedButton(say("Zones"), 80, tip, lambda: toggle_view_setting(screen, "zones_of_control"),
                                icon="zones")]
    if rules.traits.board == "hex":
        tip = say("N: hex numbers, if zoomed in far enough")
        show_buttons += [PlannedButton(say("Numbers"), 104, tip, lambda: switch_numbers(screen), icon="numbers")]
        tip = say("U: a quarter turn clockwise, or back as printed")
        show_buttons += [PlannedButton(TURN_SHEET, 150, tip, lambda: turn_sheet(screen), icon="turn")]
    if rules.traits.board == "plane":
        tip = say("B: unit symbols or figures on the bases")
        show_buttons += [PlannedButton(say("Symbols"), 96, tip, lambda: switch_symbols(screen), icon="symbols")]
    show_buttons += [PlannedButton(say("Units"), 76, say("I: every unit and where it is, and the losses of both sides"),
                                   screen.open_roster, icon="units")]
    help_buttons = [
        PlannedButton(say("Legend"), 84, say("K: hide or show the legend"), screen.fold_legend, icon="legend"),
        PlannedButton(say("Ask"), 64,
                      say("Shift+R: ask what the rules say: click a counter, then a counter or a place"),
                      screen.rules_question.toggle, icon="ask"),
    ]
    if screen.layout.has_objectives:
        tip = say("O: objectives and what it takes to win")
        help_buttons += [PlannedButton(say("Victory"), 84, tip, lambda: fold_objectives(screen), icon="to-win")]
    return [*zoom_buttons, *(replace(each, group="show") for each in (*show_buttons, *own)),
            *(replace(each, group="help") for each in help_buttons)]


SCROLL_STEP = 80
"""Distance in layout units that a key scrolls the map."""


def do_view_command(screen: MapScreen, command: str, key: str = "") -> bool:
    """Do a view or playback command, on any screen with a map; return whether it is one."""
    view = screen.view
    match command:
        case "zoom":
            view.zoom_on_selection(ZOOM_FACTORS[0 if key in ("-", "−") else 1])
        case "pan":
            x, y = ARROW_KEYS[key.removeprefix("shift+")]
            view.pan(-x * screen.px(SCROLL_STEP), -y * screen.px(SCROLL_STEP))
            if view.camera.fitted:
                view.notice.say(WHOLE_MAP)
        case "fit":
            whole = view.camera.fitted
            screen.fit()
            if whole and view.camera.fitted:
                view.notice.say(WHOLE_MAP)
        case "minimap":
            switch_small_map(screen)
        case "zones":
            toggle_view_setting(screen, "zones_of_control")
        case "unit-symbols":
            switch_symbols(screen)
        case "numbers":
            switch_numbers(screen)
        case "panel":
            screen.toggle_panel()
        case "legend":
            screen.fold_legend()
        case "turn-sheet":
            turn_sheet(screen)
        case "objectives":
            fold_objectives(screen)
        case "ask-rules":
            screen.rules_question.toggle()
        case "roster":
            screen.open_roster()
        case "log":
            screen.open_log()
        case "rulebook":
            screen.open_rulebook()
        case "present":
            screen.present()
        case "lock":
            screen.app.lock()
        case "sound":
            screen.app.settings.muted = screen.app.sounds.muted = not screen.app.settings.muted
            screen.app.store_settings()
            view.notice.say(say("Sound is off") if screen.app.settings.muted else say("Sound is on"))
        case _:
            return False
    return True


def toggle_view_setting(screen: MapScreen, name: str) -> None:
    """Toggle one of the map's view settings; in the player's own games it is remembered."""
    setattr(screen.switches, name, not getattr(screen.switches, name))
    screen.app.store_settings()
    screen.changed()


def switch_symbols(screen: MapScreen) -> None:
    """Toggle between unit symbols and figures on bases; say so if bases are too small for figures."""
    toggle_view_setting(screen, "unit_symbols")
    view = screen.view
    if not screen.switches.unit_symbols and not is_wide_enough_for_figures(view.theme.seats[0], view.stacks.px):
        view.notice.say(say("Zoom in to see figures on the bases"))


def switch_small_map(screen: MapScreen) -> None:
    """Toggle the small map; say so if it is not shown because the whole map is in view."""
    toggle_view_setting(screen, "minimap")
    if screen.view.camera.fitted:
        screen.view.notice.say(SMALL_MAP_ON if screen.switches.minimap else SMALL_MAP_OFF)


def switch_numbers(screen: MapScreen) -> None:
    """Toggle the hex numbers, or show those left out at a small scale; say so if the zoom is too small for them."""
    settings, view = screen.switches, screen.view
    missing = settings.hex_numbers and not view.near_enough_for_numbers
    view.options.hex_numbers_forced = True
    if not (missing and view.near_enough_for_numbers):
        settings.hex_numbers = not settings.hex_numbers
        view.options.hex_numbers = view.options.hex_numbers_forced = settings.hex_numbers
    screen.app.store_settings()
    screen.changed()
    if not view.near_enough_for_numbers:
        view.notice.say(NUMBERS_ON if settings.hex_numbers else NUMBERS_OFF)


def turn_sheet(screen: MapScreen) -> None:
    """Turn the sheet a quarter turn clockwise, or back as printed, and remember it."""
    if isinstance(screen.view.board, HexBoard):
        screen.app.turn_sheet(screen.rules.name, not screen.view.turned)


def fold_objectives(screen: MapScreen) -> None:
    """Hide or show the strip of objectives; the map's height changes accordingly."""
    screen.app.settings.objectives = not screen.app.settings.objectives
    screen.app.store_settings()
    screen.rebuild()
