"""The settings sheet: a row for each setting, with a switch, buttons for its values, or a slider."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import pygame

from game.core.message import Text, plural, say
from game.i18n.words import language_code, languages, set_language
from game.ui.app.panel import MIN_SHEET, PagedPanel
from game.ui.app.settings import LEGENDS, SPEEDS, next_value
from game.ui.cards import prompt
from game.ui.cards.column import largest_scale
from game.ui.kit import gui
from game.ui.kit.fonts import boxes_note
from game.ui.kit.gui import Scrubber
from game.ui.kit.pen import Pen, fitting_font
from game.ui.kit.theme import ALARM, FAINT, INK, SHEET_MARGINS, Metrics
from game.ui.screens.drawer import STRIP_HEIGHT

LEGEND_LABELS = dict(zip(LEGENDS, (say("Automatic"), say("Shown"), say("Hidden")), strict=True))
"""Labels of the legend settings."""
INTERFACE_SCALES = (80, 90, 100, 110, 125, 150, 175, 200)
"""The interface scales to choose from, in per cent."""

ROW_HEIGHT = 62
"""Height of a setting's row, in layout units."""
CONTROL_HEIGHT = 44
"""Height of a setting's control, in layout units."""
STEP_BUTTON_WIDTH = 64
"""Width of a button that changes a value, in layout units."""
SHOW_HERE_WIDTH = 150
"""Width of the button that shows the sheet at the new scale, in layout units."""
NOTE_HEIGHT = 26
"""Height of the note about missing letters, in layout units."""


@dataclass(frozen=True)
class SettingRow:
    """A setting: a switch, a stepper, the volume slider, or only text."""

    label: Text
    note: Text = ""
    """Small print below the label."""
    shown: Text = ""
    """The current value, between the buttons that change it."""
    switch: str = ""
    """Name of the boolean setting; ``muted`` is shown inverted."""
    steps: Callable[[int], None] | None = None
    """Changes the value by a step down (-1) or up (1)."""
    ends: tuple[Text, Text] = ("", "")
    """Why there is no step down, and why there is none up; empty if there is one."""
    slider: bool = False
    """Whether it is the volume, with a slider."""
    from_list: bool = False
    """Whether the steps go through a list rather than up and down."""


BESIDE_MAP = say("In games, larger cards would not fit beside the map")
"""Why games have a smaller scale than the one chosen if the cards are beside the map."""


class SettingsSheet(PagedPanel):
    """The settings sheet. Every change takes effect at once, but the sheet itself keeps the scale with which it was
    opened, so that its buttons stay under the pointer, until a button for that is pressed."""

    title = say("Settings")
    size = (960, 936)
    _opened_metrics: Metrics | None = None
    """Metrics when the sheet was opened, or when the window last changed its size."""

    @property
    def metrics(self) -> Metrics:
        m = super().metrics
        if self._opened_metrics is None or self._opened_metrics.size != m.size:
            self._opened_metrics = m
        return self._opened_metrics

    @property
    def _chosen_metrics(self) -> Metrics:
        """The metrics of this sheet at the scale chosen."""
        return Metrics.of(self.app.metrics.size, self.app.settings.interface_scale).fitted(MIN_SHEET)

    @property
    def has_other_scale(self) -> bool:
        """Whether this sheet has another scale than the one chosen."""
        return self.metrics.scale != self._chosen_metrics.scale

    @property
    def scale_note(self) -> Text:
        """Why games have a smaller scale than the one chosen; empty if they have that scale, or while this sheet has
        another one."""
        is_limited = self._scale_in_games < self.app.settings.interface_scale
        beside = not Metrics.of(self.app.metrics.size, self.app.settings.interface_scale).game_metrics.has_drawer
        if self.has_other_scale or not is_limited:
            return ""
        return BESIDE_MAP if beside else say("Games keep room for the map and all cards")

    @property
    def _scale_in_games(self) -> int:
        """The scale in per cent that the cards of a game have in this window, at most the chosen one."""
        chosen = self.app.settings.interface_scale
        m = Metrics.of(self.app.metrics.size, chosen).game_metrics
        if m.has_drawer:
            prompt_height, panel_height = prompt.BARE_PROMPT_HEIGHT, m.height - m.px(STRIP_HEIGHT)
        else:
            prompt_height, panel_height = prompt.PROMPT_HEIGHT, m.height
        return round(100 * largest_scale(m, prompt_height, panel_height) / Metrics.of(m.size).scale)

    @property
    def scale_shown(self) -> Text:
        """The chosen scale, with the scale reached in games in this window if that is less."""
        chosen, reached = self.app.settings.interface_scale, self._scale_in_games
        return f"{chosen} %" if reached >= chosen else say("{chosen} % (games: {reached} %)", chosen=chosen,
                                                           reached=reached)

    @property
    def largest(self) -> int:
        """The largest interface scale, in per cent, that fits this window."""
        m = Metrics.of(self.app.metrics.size)
        room = min((m.width - SHEET_MARGINS) / MIN_SHEET[0], (m.height - SHEET_MARGINS) / MIN_SHEET[1]) / m.scale
        return max((scale for scale in INTERFACE_SCALES if scale <= 100 * room), default=INTERFACE_SCALES[0])

    def _why_no_larger(self) -> Text:
        """Why there is no larger interface scale to choose; empty if there is one."""
        scale = self.app.settings.interface_scale
        if scale >= INTERFACE_SCALES[-1]:
            return say("{most} % is the largest", most=INTERFACE_SCALES[-1])
        return say("This window has no room for more than {most} %", most=self.largest) if scale >= self.largest else ""

    def _rows(self) -> list[SettingRow]:
        """All settings, in order."""
        settings, least = self.app.settings, INTERFACE_SCALES[0]
        why_no_smaller = say("{least} % is the smallest", least=least) if settings.interface_scale <= least else ""
        return [
            SettingRow(say("Interface scale"), self.scale_note, self.scale_shown, steps=self._scale,
                       ends=(why_no_smaller, self._why_no_larger())),
            SettingRow(say("Volume"), slider=True),
            SettingRow(say("Sound"), switch="muted"),
            self._languages(),
            SettingRow(say("Full screen"), "F11", switch="full_screen"),
            SettingRow(say("Animation speed"), say("in games, not in replays or lessons"), f"× {settings.speed:g}",
                steps=self._speed, ends=(say("This is the slowest") if settings.speed <= SPEEDS[0] else "",
                                         say("This is the fastest") if settings.speed >= SPEEDS[-1] else "")),
            SettingRow(say("Reduced motion"), say("fading instead of movement"), switch="reduced_motion"),
            SettingRow(say("Roll automatically"), say("without a click"), switch="auto_roll"),
            SettingRow(say("Confirm end of turn"), say("also when your last combat ends it"),
                       switch="end_turn_by_hand"),
            SettingRow(say("Step through computer moves"), say("press Space for each step"), switch="step_by_step"),
            SettingRow(say("Hand-over banner"), say("when two people share one screen"), switch="hand_over"),
            SettingRow(say("Follow the action"), say("the map moves to combats, unless you have moved it yourself"),
                       switch="follow_action"),
            SettingRow(say("Zones of control"), say("if the rules have them; key Z"), switch="zones_of_control"),
            SettingRow(say("Small map"), say("if part of the map is out of view; key J"), switch="minimap"),
            SettingRow(say("Legend"), say("beside the map; key K"), LEGEND_LABELS[settings.legend],
                       steps=self.next_legend, from_list=True),
            SettingRow(say("Hex numbers"), say("on hex maps; key N"), switch="hex_numbers"),
            SettingRow(say("High contrast"), say("strong colours for bright rooms; C while presenting"),
                       switch="projector"),
            SettingRow(say("Unit symbols"), say("instead of figures, in miniatures games; key B"),
                       switch="unit_symbols"),
        ]

    def fill(self) -> None:
        body, rows = self.body, self._rows()
        self._foot = self.px(NOTE_HEIGHT) if boxes_note() else 0
        self.pages.split_by_height([self.px(ROW_HEIGHT)] * len(rows),
                            body.height - self._foot + self.px(ROW_HEIGHT - CONTROL_HEIGHT))
        self.labels: list[tuple[Text, Text, int]] = []
        """Name, note and top window pixel of each setting on the page."""
        self.values: dict[Text, Text] = {}
        """Label -> the current value, if it is shown as text."""
        self.volume: Scrubber | None = None
        for number, row in enumerate(rows[n] for n in self.pages.items):
            y = body.y + number * self.px(ROW_HEIGHT)
            self.labels.append((row.label, row.note, y))
            self._control(row, pygame.Rect(body.centerx, y, body.right - body.centerx, self.px(CONTROL_HEIGHT)))
        self.add_page_buttons()
        if self.pages.items[0] == 0 and self.has_other_scale:  # beside the scale, the first setting
            width = self.px(SHOW_HERE_WIDTH)
            self.button(pygame.Rect(body.centerx - width - self.px(12), body.y, width, self.px(CONTROL_HEIGHT)),
                        say("Apply here"), self._show_new_scale, tool_tip_text=say("Show this page at the new scale"))

    def _control(self, row: SettingRow, room: pygame.Rect) -> None:
        """Create a setting's control, or show its value."""
        settings = self.app.settings
        full_row = pygame.Rect(self.body.x, room.y, room.right - self.body.x, room.height)
        if row.slider:
            side, gap = self.px(STEP_BUTTON_WIDTH), self.px(12)
            self.volume = Scrubber(room.inflate(-2 * (side + gap), 0), round(settings.volume * 100), (0, 100),
                                   self.manager)
            for left, sign, step, tip in ((room.x, "−", -1, say("Less")), (room.right - side, "+", 1, say("More"))):
                self.button(pygame.Rect(left, room.y, side, room.height), sign, partial(self._change_volume, step),
                            "#sign", tool_tip_text=tip, row=full_row)
        elif row.switch:
            on = getattr(settings, row.switch) != (row.switch == "muted")
            self.button(room, say("On") if on else say("Off"), partial(self._toggle_setting, row.switch),
                        "#main" if on else "")
        elif row.steps is not None:
            places = (pygame.Rect(room.x, room.y, self.px(STEP_BUTTON_WIDTH), room.height),
                      pygame.Rect(room.right - self.px(STEP_BUTTON_WIDTH), room.y, self.px(STEP_BUTTON_WIDTH),
                                  room.height))
            signs = (("‹", say("Previous")), ("›", say("Next"))) if row.from_list else (
                ("−", say("Less")), ("+", say("More")))
            for place, (sign, tip), step, end in zip(places, signs, (-1, 1), row.ends, strict=True):
                button = self.button(place, sign, partial(row.steps, step), "#sign", tool_tip_text=tip, row=full_row)
                if end:
                    self.disable(button, end)
        self.values[row.label] = row.shown

    def _toggle_setting(self, name: str) -> None:
        self._set(name, not getattr(self.app.settings, name))

    def _change_volume(self, step: int) -> None:
        """Change the volume by a tenth, up for a step of 1 or down for -1."""
        assert self.volume is not None
        volume = min(100, max(0, round(self.app.settings.volume * 10 + step) * 10))
        self.volume.set_current_value(volume)
        self.app.settings.volume = self.app.sounds.volume = volume / 100
        self.app.sounds.play("click")

    def _languages(self) -> SettingRow:
        """The language setting; without buttons if only one is installed."""
        known = languages()
        language = next((language for language in known if language.code == language_code()), None)
        shown = language.title if language is not None else language_code()
        if len(known) < 2:
            return SettingRow(say("Language"), say("no other is installed"), shown)
        unusable = language.unusable if language is not None else 0
        note = plural("{count} text stays in English", "{count} texts stay in English", unusable) if unusable else ""
        return SettingRow(say("Language"), note, shown, steps=self._language, from_list=True)

    def _language(self, step: int) -> None:
        """Switch to the next language of the list, wrapping round."""
        codes = [language.code for language in languages()]
        at = codes.index(language_code()) if language_code() in codes else 0
        set_language(codes[(at + step) % len(codes)])
        self._set("language", language_code())

    def _set(self, name: str, value: Any) -> None:
        """Change a setting, and apply it to the program."""
        setattr(self.app.settings, name, value)
        self.app.apply_settings(more_to_come=True)

    def _scale(self, step: int) -> None:
        self._set("interface_scale", next_value(INTERFACE_SCALES, self.app.settings.interface_scale, step))

    def _show_new_scale(self) -> None:
        """Lay this sheet out at the scale chosen."""
        self._opened_metrics = self._chosen_metrics
        self.rebuild()

    def _speed(self, step: int) -> None:
        self._set("speed", next_value(SPEEDS, self.app.settings.speed, step))

    def next_legend(self, step: int) -> None:
        """Switch to the next legend setting, or the previous one for a step of -1, wrapping round."""
        self._set("legend", LEGENDS[(LEGENDS.index(self.app.settings.legend) + step) % len(LEGENDS)])

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == gui.UI_HORIZONTAL_SLIDER_MOVED and event.ui_element is self.volume:
            self.app.settings.volume = event.value / 100
            self.app.sounds.volume = self.app.settings.volume
            return True
        return super().handle(event)

    def paint(self, target: pygame.Surface) -> None:
        body = self.body
        half = body.centerx - body.x
        for label, note, y in self.labels:
            pen = Pen(target, self.metrics, body.x, y + self.px(0 if note else 10), half)
            pen.line(label, "ui-bold", 19)
            if note:
                face = fitting_font(note, "ui", self.px(17), half - self.px(12))
                target.blit(face.line_picture(note, FAINT), (body.x, pen.y - self.px(2)))
            if shown := self.values.get(label):
                pen.y = y + self.px(9)
                room = half - 2 * self.px(STEP_BUTTON_WIDTH + 8)
                face = fitting_font(shown, "ui-bold", self.px(19), room)
                words = face.line_picture(shown, INK)
                target.blit(words, words.get_rect(center=(body.centerx + half // 2, y + self.px(CONTROL_HEIGHT) // 2)))
        if self._foot:
            face = fitting_font(boxes_note(), "ui", self.px(16), body.width)
            target.blit(face.line_picture(boxes_note(), ALARM), (body.x, body.bottom - self.px(20)))

    def close(self) -> None:
        self.app.store_settings()
