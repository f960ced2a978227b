"""The application: window, main loop and stack of screens."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy

import pygame

from game.core.message import Text, error_text, say
from game.i18n.words import set_language, translate
from game.ui.app import settings as stored
from game.ui.app.dialogs import MessageSheet
from game.ui.app.input_guard import HeldKeys, StaleInputGuard, WatchLock
from game.ui.app.screen import KEY_REPEAT, Navigator, Screen
from game.ui.app.window import Window, open_display
from game.ui.kit.fonts import boxes_note
from game.ui.kit.notice import Notice
from game.ui.kit.pictures import drop_pictures, release_memory
from game.ui.kit.sound import FaultTolerantSounds, Sounds
from game.ui.kit.strokes import means
from game.ui.kit.theme import Metrics

LOADING = say("Loading …")
"""The text of the busy sign while screens are laid out."""
MAX_FRAME_RATE = 60
"""The maximum frame rate, per second."""
IDLE_FRAME_RATE = 15
"""Frames per second when idle at first, when a tooltip may still appear."""
SLEEP_FRAME_RATE = 2
"""Frames per second when idle for longer."""
IDLE_MILLISECONDS = 500
"""Milliseconds without an event or animation until the program is idle."""
SLEEP_MILLISECONDS = 3000
"""Milliseconds without an event or animation until it uses the lowest frame rate."""
GC_THRESHOLDS = (700, 10, 200)
"""Thresholds of Python's garbage collector (``gc.set_threshold``): a full collection, which takes longer than a frame,
runs only when idle, or after as many younger ones as the third number says. Chosen by hand."""
RESIZE_DELAY = 0.08
"""Seconds for which the window's size must be unchanged before the screens are laid out for it."""
SETTING_DELAY = 0.3
"""Seconds after the latest change of a setting until every screen is laid out by it, so that quick clicks in a row do
not wait for each other. Chosen by hand."""


class App:
    """The application on screen. ``loop`` runs until the window closes; tests call ``step``."""

    navigator: Navigator
    """Set by the code that opens the first screen, because the window opens before the game screens are imported."""

    def __init__(self, size: tuple[int, int] | None = None, language: str = "") -> None:
        """Open the window.

        :param size: of the window in pixels; by default that of the settings.
        :param language: the code of the language to use; by default that of the settings.
        """
        os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "drumhead")
        self._gc_thresholds = gc.get_threshold()
        gc.set_threshold(*GC_THRESHOLDS)
        self._garbage_collected = False
        """Whether garbage has been collected since the program became idle."""
        open_display()
        pygame.font.init()
        pygame.key.set_repeat(*KEY_REPEAT)
        self.trouble: Text = ""
        """Why the settings could not be read at the start; empty if they could."""
        self._has_reported_failure = False
        """Whether the message that the settings could not be written has been shown: it is shown only once."""
        try:
            self.settings = stored.load()
        except stored.SettingsError as error:
            self.settings = stored.Settings()
            self.trouble = error_text(error)
        set_language(language or self.settings.language)
        self._stored_settings = deepcopy(self.settings)
        """The settings as last written to or read from the file."""
        self.legend_before: stored.Legend = "automatic"
        self._main_window = Window(self.settings, size)
        pygame.display.set_caption("Drumhead")
        self.sheet_metrics = Metrics.of(self.window.get_size(), self.settings.interface_scale)
        self.metrics = self.sheet_metrics.game_metrics
        speakers = FaultTolerantSounds(self.settings.volume, self.settings.muted)
        speakers.report = lambda fault: self.error(say("A sound is missing"), fault)
        self.sounds: Sounds = speakers
        self._held_keys = HeldKeys()
        self._stale_input = StaleInputGuard()
        self._notice = Notice()
        """The notice shown above every screen."""
        self._notice.large = True
        self._notice_screen: Screen | None = None
        """The screen on top when the notice was shown."""
        self.watch_lock = WatchLock(self)
        self.stack: list[Screen] = []
        self.running = True
        self.clock = pygame.time.Clock()
        self._needs_layout = False
        """Whether all screens are laid out again before the next frame."""
        self._resized = False
        """Whether the last layout was for another size or scale, so that cached pictures were dropped."""
        self._layout_delay = 0.0
        """Seconds until all screens are laid out again; 0 if that is not pending."""
        self._last_active = 0
        """The time of the last event or animation, in milliseconds of pygame's clock."""
        self._hand_cursor = False
        """Whether the cursor is a hand."""
        self._busy_shown = False
        """Whether the busy sign is being shown."""
        self._boxes_note = boxes_note()
        """The warning already given about characters that no font can print."""

    @property
    def window(self) -> pygame.Surface:
        """The surface to draw on."""
        return self._main_window.surface

    def push(self, screen: Screen) -> None:
        """Put a screen on top of the stack."""
        if self.stack:
            self.stack[-1].clear_hover()
        self.stack.append(screen)
        screen.rebuild()
        screen.becomes_top()

    def pop(self) -> None:
        """Close the top screen; the program ends with the last one."""
        closed = self.stack.pop()
        closed.close()
        if closed is self._notice_screen:
            self._notice.dismiss()
        self._needs_layout = self._needs_layout or self._layout_delay > 0
        if not self.stack:
            self.running = False
        else:
            pygame.key.set_repeat(*KEY_REPEAT)
            self.stack[-1].becomes_top()

    def return_to_title(self) -> None:
        """Close every screen but the first, the title."""
        had_screens_above = len(self.stack) > 1
        while len(self.stack) > 1:
            self.stack.pop().close()
        self.stack[-1].clear_focus()
        if had_screens_above:
            self.stack[-1].becomes_top()

    def replace(self, screen: Screen) -> None:
        """Replace the top screen."""
        self.stack.pop().close()
        self.push(screen)

    def error(self, title: Text, text: Text) -> None:
        """Show an error message on a sheet of its own.

        :param title: what did not work, in a few words.
        """
        self.push(MessageSheet(self, title, text))

    def quit(self) -> None:
        """End the program after this frame."""
        self.running = False

    def apply_settings(self, *, more_to_come: bool = False) -> None:
        """Apply the settings to window and sound, lay every screen out by them, and store them.

        :param more_to_come: lay out only the top screen at once, the others when no change has followed for a moment.
        """
        self.sounds.volume = self.settings.volume
        self.sounds.muted = self.settings.muted
        self._main_window.apply_settings()
        if more_to_come:
            self.stack[-1].rebuild()
            self._layout_delay = SETTING_DELAY
        else:
            self._needs_layout = True
        self.store_settings()

    def store_settings(self) -> None:
        """Write the settings if they have changed; a failure is reported on screen once."""
        try:
            self._write_settings()
        except stored.SettingsError as error:
            if not self._has_reported_failure:
                self._has_reported_failure = True
                self.error(say("Settings were not saved"), error_text(error))

    def _write_settings(self) -> None:
        """Write the settings if they have changed.

        :raises SettingsError: if the folder or disk refuses.
        """
        if self.settings != self._stored_settings:
            stored.save(self.settings)
            self._stored_settings = deepcopy(self.settings)

    def lock(self) -> None:
        """Block all keys and clicks except those for watching, until unlocked."""
        self.watch_lock.lock()

    def show_notice(self, text: Text, more: Text = "") -> None:
        """Show a notice over the current screen in large print for a few seconds, or until that screen is closed.

        :param more: a second line in small print.
        """
        self._notice.say(text, detail=more)
        self._notice_screen = self.stack[-1]

    def dismiss_notice(self) -> None:
        """Take away the notice over the current screen, if any."""
        self._notice.dismiss()

    def toggle_full_screen(self) -> None:
        """Enter or leave full screen."""
        self.settings.full_screen = not self.settings.full_screen
        self.apply_settings()

    def fold_legend(self, *, folded: bool) -> None:
        """Fold the legends of maps, or unfold them as they were before, and lay out all screens again."""
        previous = self.settings.legend
        self.settings.legend = "folded" if folded else self.legend_before
        self.legend_before = previous if folded else "automatic"
        self._lay_out_again()

    def turn_sheet(self, system: str, turned: bool) -> None:
        """Turn the map sheet of a system a quarter turn clockwise, or back; store that and lay out all screens
        again."""
        self.settings.turned = {**self.settings.turned, system: turned}
        self._lay_out_again()

    def _lay_out_again(self) -> None:
        """Store the settings and lay out all screens again, with a busy sign, as a large map takes a while."""
        self.store_settings()
        self.busy(LOADING)
        self._needs_layout = True

    def set_link_cursor(self, link: bool) -> None:
        """Show a hand cursor over links, an arrow elsewhere. A display without system cursors keeps its own."""
        if link != self._hand_cursor:
            self._hand_cursor = link
            with suppress(pygame.error):
                pygame.mouse.set_cursor(pygame.SYSTEM_CURSOR_HAND if link else pygame.SYSTEM_CURSOR_ARROW)

    def busy(self, what: Text) -> None:
        """Show a busy sign at once, before something that may take a while; it disappears with the next frame. Before
        the first frame nothing is drawn."""
        if not self.stack or self._busy_shown:
            return
        self._busy_shown = True
        with suppress(pygame.error):
            pygame.mouse.set_cursor(pygame.SYSTEM_CURSOR_WAIT)
        self.draw(self.window)
        notice = Notice()
        notice.say(what)
        width, height = self.window.get_size()
        notice.draw(self.window, pygame.Rect(0, height * 2 // 5, width, height // 2))
        pygame.display.flip()

    def _end_busy(self) -> None:
        """End the busy state after a new frame: restore the cursor."""
        if self._busy_shown:
            self._busy_shown, was_hand = False, self._hand_cursor
            self._hand_cursor = not was_hand
            self.set_link_cursor(was_hand)

    def step(self, dt: float = 1 / MAX_FRAME_RATE) -> None:
        """Run one iteration of the main loop: events, time, frame."""
        for event in self._events():
            self._handle(event)
            if not self.running:
                return
        self._main_window.update(dt)
        self._notice.update(dt)
        if self._layout_delay > 0:
            self._layout_delay -= dt
            self._needs_layout = self._needs_layout or self._layout_delay <= 0
        if self._needs_layout:
            self._relayout()
            if not self.running or not self.stack:
                return
        top = self.stack[-1]
        for screen in tuple(self.stack):
            screen.update(dt, screen is top)
        self.show()
        self._end_busy()
        if self._resized:
            self._resized = False
            release_memory()
        self._stale_input.end_frame(self.stack[-1])
        if not self._boxes_note and (note := boxes_note()):
            self._boxes_note = note
            print(f"drumhead: {translate(note)}", file=sys.stderr)

    def _events(self) -> Iterator[pygame.event.Event]:
        """All new events, in order."""
        yield from self._stale_input.pop_early_events()
        self._stale_input.note_latest_frame_visible()
        yield from pygame.event.get()

    def show(self) -> None:
        """Draw a frame and display it."""
        self.draw(self.window)
        pygame.display.flip()

    def draw(self, target: pygame.Surface) -> None:
        """Draw every visible screen; a sheet is left out if the sheet above it does not lie wholly within it."""
        lowest = max(index for index, screen in enumerate(self.stack) if screen.covers or index == 0)
        for index, screen in enumerate(self.stack[lowest:], lowest):
            if index == lowest or all(map(screen.is_seen_below, self.stack[index + 1:])):
                screen.draw(target)
        self._notice.draw(target, pygame.Rect(0, 0, target.get_width(), target.get_height() * 2 // 3))

    def _handle(self, event: pygame.event.Event) -> None:
        """Handle an event, or pass it to the top screen."""
        top = self.stack[-1]
        if self._held_keys.should_ignore(event, typing=top.typing):
            return
        if self.watch_lock.handle(event, top):
            return
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type == pygame.WINDOWSIZECHANGED:
            self._layout_delay = RESIZE_DELAY
        elif means(event, "full-screen", "everywhere"):
            self.toggle_full_screen()
        elif means(event, "quit", "everywhere"):
            self._quit_by_key()
        else:
            self._stale_input.note(event)
            if not self._stale_input.is_stale(top, event):
                top.handle(event)

    def _quit_by_key(self) -> None:
        """Quit; if that would lose text or skip a question, show how to quit instead."""
        if self.stack[-1].quit_key_works and not self.stack[-1].typing:
            self.quit()
        else:
            self._notice.say(say("Ctrl+Q closes the program from the title or a game; close this first"))

    def _relayout(self) -> None:
        """Lay out all screens for the window's current size. Pending button presses are handled first, since they
        belong to widgets that are replaced here."""
        from game.ui.kit.gui import UI_BUTTON_PRESSED

        for pressed in pygame.event.get(UI_BUTTON_PRESSED):
            self._handle(pressed)
        if not self.running or not self.stack:
            return
        self._needs_layout, self._layout_delay = False, 0.0
        self._main_window.measure()
        metrics = Metrics.of(self.window.get_size(), self.settings.interface_scale)
        if metrics != self.sheet_metrics:
            self.busy(LOADING)
            drop_pictures()
            self._resized = True
        self.sheet_metrics, self.metrics = metrics, metrics.game_metrics
        for screen in self.stack:
            screen.rebuild()

    def loop(self) -> None:
        """Run until the window closes."""
        while self.running and self.stack:
            self.rest()
            if not self.running or not self.stack:
                break
            self.step(self.clock.tick(MAX_FRAME_RATE) / 1000)

    def rest(self) -> None:
        """When idle, sleep until an event arrives or the next slow frame is due."""
        now = pygame.time.get_ticks()
        needs_layout = self._layout_delay > 0 or self._needs_layout
        if needs_layout or self._stale_input.waiting or self._is_moving() or pygame.event.peek():
            self._last_active, self._garbage_collected = now, False
        elif now - self._last_active > IDLE_MILLISECONDS:
            if not self._garbage_collected:
                self._garbage_collected = True
                gc.collect()
            is_asleep = now - self._last_active > SLEEP_MILLISECONDS and not self.stack[-1].typing
            event = pygame.event.wait(1000 // (SLEEP_FRAME_RATE if is_asleep else IDLE_FRAME_RATE))
            if event.type != pygame.NOEVENT:
                self._last_active = pygame.time.get_ticks()
                self._stale_input.note_latest_frame_visible()
                self._handle(event)

    def _is_moving(self) -> bool:
        """Whether anything is animated."""
        return bool(self._notice.text) or any(screen.moving for screen in self.stack)

    def close(self) -> None:
        """Close every screen and the window. Fonts stay open, because cached pictures use them across windows."""
        while self.stack:
            self.stack.pop().close()
        gc.set_threshold(*self._gc_thresholds)
        self._store_settings_quietly()
        if pygame.mixer.get_init():
            pygame.mixer.quit()
        pygame.display.quit()

    def _store_settings_quietly(self) -> None:
        """Write the settings on exit; a failure is only printed, as there is no window left."""
        try:
            self._write_settings()
        except stored.SettingsError as error:
            print(translate(error_text(error)), file=sys.stderr)
