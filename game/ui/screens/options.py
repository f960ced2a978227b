"""The settings page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pygame_gui

from game.core.message import say, several
from game.ui.app.panel import PanelScreen
from game.ui.app.settings import SPEEDS, next_value
from game.ui.cards import prompt
from game.ui.cards.column import largest_scale
from game.ui.kit.fonts import boxes_note
from game.ui.kit.pen import Pen
from game.ui.kit.scrubber import Scrubber
from game.ui.kit.theme import ALARM, FAINT, Metrics
from game.ui.screens.drawer import STRIP
from game.words import languages, said, speak, spoken

SCALES = (80, 90, 100, 110, 125, 150, 175, 200)


class Options(PanelScreen):
    """Sound, picture and play; every change holds at once."""

    title = say("Settings")
    size = (960, 936)

    @property
    def metrics(self) -> Metrics:
        """Those of the window alone: whatever the scale, nothing moves away from under the pointer."""
        return Metrics.of(self.app.metrics.size).fitted(self.size)

    @property
    def scale_note(self) -> str:
        """What the interface scale is of, or how much of it a game has in this window."""
        m = self.app.metrics
        usual, high = (prompt.BARE, m.height - m.px(STRIP)) if m.drawn else (prompt.USUAL, m.height)
        reached = round(100 * largest_scale(m, usual, high) / Metrics.of(m.size).scale)
        whole = reached >= self.app.settings.interface_scale
        return said(say("does not affect this page") if whole else say("this window has room for {reached} %",
                                                                  reached=reached))

    def fill(self) -> None:
        body = self.body
        self._top = body.y
        self.labels: list[tuple[str, str, int]] = []
        self._shown: dict[str, str] = {}
        settings = self.app.settings
        height = self.px(44)
        room = pygame.Rect(body.centerx, body.y, body.width // 2, height)
        self.volume = Scrubber(
            room.move(0, self._row(said(say("Volume")), "")), settings.volume * 100, (0, 100), self.manager
        )
        self._switch(said(say("Sound")), "", not settings.muted, "muted", lambda: not settings.muted)
        self._languages()
        self._steps(said(say("Interface scale")), self.scale_note, f"{settings.interface_scale} %", self._scale)
        self._switch(said(say("Full screen")), "F11", settings.full_screen, "full_screen", lambda: settings.full_screen)
        self._steps(said(say("Animation speed")), said(say("in your own games")), f"× {settings.speed:g}", self._speed)
        self._switch(
            said(say("Reduced motion")),
            said(say("fades instead of movement")),
            settings.reduced_motion,
            "reduced_motion",
            lambda: settings.reduced_motion,
        )
        self._switch(
            said(say("Roll automatically")),
            said(say("roll without a click")),
            settings.auto_roll,
            "auto_roll",
            lambda: settings.auto_roll,
        )
        self._switch(
            said(say("End the turn by hand")),
            said(say("after the last fight")),
            settings.end_turn_by_hand,
            "end_turn_by_hand",
            lambda: settings.end_turn_by_hand,
        )
        self._switch(
            said(say("Hand-over banner")),
            said(say("two people at one screen")),
            settings.hand_over,
            "hand_over",
            lambda: settings.hand_over,
        )
        self._switch(
            said(say("Zones of control")),
            said(say("Z, on maps of hexes")),
            settings.zones_of_control,
            "zones_of_control",
            lambda: settings.zones_of_control,
        )
        self._switch(
            said(say("Small map")),
            said(say("J, while only a part of the map is in view")),
            settings.minimap,
            "minimap",
            lambda: settings.minimap,
        )
        self._switch(
            said(say("Hex numbers")),
            said(say("N, on maps of hexes")),
            settings.hex_numbers,
            "hex_numbers",
            lambda: settings.hex_numbers,
        )

        self._switch(
            said(say("Unit symbols")),
            said(say("B, on tables: instead of figures")),
            settings.unit_symbols,
            "unit_symbols",
            lambda: settings.unit_symbols,
        )

    def _languages(self) -> None:
        """The language everything is said in; no buttons where there is only one."""
        known = languages()
        language = next((language for language in known if language.code == spoken()), None)
        shown = language.title if language is not None else spoken()
        label = said(say("Language"))
        if len(known) > 1:
            fallen = language.fallen if language is not None else 0
            note = several("{count} entry stays English", "{count} entries stay English", fallen) if fallen else ""
            self._steps(label, said(note), shown, self._language)
        else:
            self._row(label, said(say("no other is installed")))
            self._shown[label] = shown

    def _language(self, step: int) -> None:
        """Speak the next language of the list, round and round."""
        codes = [language.code for language in languages()]
        at = codes.index(spoken()) if spoken() in codes else 0
        speak(codes[(at + step) % len(codes)])
        self._set("language", spoken())

    def _row(self, label: str, note: str) -> int:
        """Reserve a row; its offset from the top of the body."""
        offset = len(self.labels) * self.px(62)
        self.labels.append((label, note, self._top + offset))
        return offset

    def _switch(self, label: str, note: str, on: bool, name: str, value: Callable[[], bool]) -> None:
        body = self.body
        rect = pygame.Rect(body.centerx, body.y + self._row(label, note), body.width // 2, self.px(44))
        self.button(
            rect,
            say("On") if on else say("Off"),
            lambda: self._set(name, not getattr(self.app.settings, name)),
            "#main" if on else "",
        )

    def _steps(self, label: str, note: str, shown: str, change: Callable[[int], None]) -> None:
        body = self.body
        y = body.y + self._row(label, note)
        width = self.px(64)
        self.button(pygame.Rect(body.centerx, y, width, self.px(44)), "−", lambda: change(-1), "#sign",
                    tool_tip_text=say("Less"))
        self.button(pygame.Rect(body.right - width, y, width, self.px(44)), "+", lambda: change(1), "#sign",
                    tool_tip_text=say("More"))
        self._shown[label] = shown

    def _set(self, name: str, value: Any) -> None:
        setattr(self.app.settings, name, value)
        self.app.apply_settings()

    def _scale(self, step: int) -> None:
        self._set("interface_scale", next_value(SCALES, self.app.settings.interface_scale, step))

    def _speed(self, step: int) -> None:
        self._set("speed", next_value(SPEEDS, self.app.settings.speed, step))

    def on_event(self, event: pygame.event.Event) -> bool:
        return False

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame_gui.UI_HORIZONTAL_SLIDER_MOVED and event.ui_element is self.volume:
            self.app.settings.volume = event.value / 100
            self.app.sounds.volume = self.app.settings.volume
            return True
        return super().handle(event)

    def paint(self, target: pygame.Surface) -> None:
        body = self.body
        for label, note, y in self.labels:
            pen = Pen(target, self.metrics, body.x, y + self.px(9), body.width // 2)
            place = pen.line(label, "ui-bold", 19)
            if note:
                pen.y = place.y + self.px(2)
                pen.line(
                    note, "ui", 16, FAINT, x=place.right + self.px(12), width=body.centerx - place.right - self.px(20)
                )
            if label in self._shown:
                pen.y = y + self.px(9)
                pen.line(self._shown[label], "ui-bold", 19, centre=True, x=body.centerx, width=body.width // 2)
        pen = Pen(target, self.metrics, body.x, body.bottom - self.px(20), body.width)
        pen.line(boxes_note(), "ui", 16, ALARM)

    def close(self) -> None:
        self.app.store_settings()
