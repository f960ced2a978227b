"""A presenter's tools: the keys of a remote control, automatic advance, the speaker's notes and the audience window,
and pointing tools."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import atan2, cos, hypot, pi, sin
from typing import TYPE_CHECKING

import pygame

from game.core.message import Text, error_text, say
from game.i18n.words import translate
from game.ui.app.dialogs import QuestionSheet
from game.ui.app.window import Audience, NoDisplay
from game.ui.kit.theme import GOLD, Metrics
from game.ui.screens import stage_sheets

if TYPE_CHECKING:
    from game.ui.screens.presentation_screen import PresentationScreen
    from game.ui.screens.slides import SlidePart

MAX_DIGITS = 4
"""Number of typed digits that are kept."""


class Remote:
    """Handles the keys of a presenter's remote control."""

    def __init__(self, screen: PresentationScreen) -> None:
        self._screen = screen
        self.veil: str | None = None
        """The colour of a blanked screen, ``black`` or ``white``; None: the slide is shown."""
        self.typed = ""
        """The digits typed so far, of a slide's number or the audience's guess."""
        self.guesses: dict[tuple[SlidePart | None, int], int] = {}
        """A slide's ``guess_key`` -> the audience's guess in per cent."""

    def do(self, command: str, key: str) -> bool:
        """Do a command of the remote control; return whether it is one."""
        screen = self._screen
        if self.veil is not None and command in ("next-slide", "previous-slide", "present"):
            self.veil = None
            return True
        match command:
            case "next-slide":
                if screen.at == len(screen.slides) - 1 and not screen.games.thinking(screen.at):
                    self._announce_end()
                screen.auto_advance.next()
            case "previous-slide":
                screen.go(screen.at - 1)
            case "first-slide":
                self._jump(0 if key == "home" else len(screen.slides) - 1)
            case "black" | "white":
                self.veil = None if self.veil == command else command
            case "digit" if key != "0" or self.typed:
                self.typed = (self.typed + key)[-MAX_DIGITS:]
            case "jump" if self.typed and screen.slide.asks:
                self.guesses[screen.slide.guess_key] = min(100, int(self.typed))
                screen.go(screen.at + 1, animate=True)
            case "jump" if self.typed:
                self._jump(int(self.typed) - 1)
            case "present":
                if screen.at == len(screen.slides) - 1:
                    screen.auto_advance.do("attract", key)
            case "play-on" if screen.slide.frame is not None:
                self._ask_to_play_on()
            case _:
                return False
        return True

    def _announce_end(self) -> None:
        """Say that there is no next slide, or that a game just begun has only one."""
        screen = self._screen
        if len(screen.slides) == 1:
            screen.app.show_notice(say("Nothing has happened so far"),
                                   say("Esc returns to the game: play, then present it"))
        else:
            screen.app.show_notice(say("The end"), say("F5 plays it in a loop, Home goes to the start, Esc leaves"))

    def _jump(self, index: int) -> None:
        """Show a slide by index, from 0. If there is no such slide, show the last and say so; if it is the last one so
        far, say that more will follow."""
        screen = self._screen
        count = len(screen.slides)
        screen.go(index)
        if index < count - 1:
            return
        if screen.games.slides_to_come:
            screen.app.show_notice(say("Slide {number} is the last so far", number=count),
                                   say("The computers are still playing: more slides will follow"))
        elif index >= count:
            screen.app.show_notice(say("Slide {number} is the last", number=count))

    def _ask_to_play_on(self) -> None:
        """Ask whether to begin a game from the position shown, on top of the presentation."""
        screen = self._screen
        question = QuestionSheet(
            screen.app, say("Continue from here"),
            say("Start a new game from this position, with people on both sides. F5 returns to this slide.\n"
                "Page Down: continue. Page Up: stay."), say("Continue"),
            lambda: screen.app.navigator.play_on(screen.rules.name, screen.slide.state), say("Stay"), remote=True)
        question.for_audience = True
        screen.app.push(question)

    def draw_typed(self, target: pygame.Surface) -> None:
        """Draw the digits typed so far."""
        screen = self._screen
        if self.typed:
            stage_sheets.draw_typed(target, screen.stage_metrics, screen.band.top, self.typed, guess=screen.slide.asks)

    def draw_guess(self, target: pygame.Surface) -> None:
        """Draw the audience's guess beside the answer."""
        screen = self._screen
        stage_sheets.draw_guess(target, screen.stage_metrics, screen.band.top, screen.slide, self.guesses)


READING_SECONDS = (2.5, 0.06)
"""Seconds that a slide is shown in the automatic loop: a fixed time, and a time for each letter. Chosen by hand."""
LOOP_TEXT = say("Running in a loop")
"""The title of the notice at the start of every round."""


class AutoAdvance:
    """Advances slides automatically: in a loop, or when a live game has produced the slide that the presenter asked
    for."""

    def __init__(self, screen: PresentationScreen) -> None:
        self._screen = screen
        self.looping = False
        """Whether the slides run in a loop, until a key or click."""
        self._awaits = False
        """Whether to show the next slide as soon as the live game has produced it."""
        self._wait = 0.0
        """Seconds until the next slide, in the loop; not counted while dice or counters move."""

    @property
    def thinking(self) -> Text:
        """The side that is thinking, as text, while the next slide is awaited; else empty."""
        screen = self._screen
        return screen.games.thinking(screen.at) if self._awaits else ""

    def do(self, command: str, _key: str) -> bool:
        """Start the loop, if that is the command (``attract``); return whether it is."""
        if command != "attract":
            return False
        self.looping = True
        self._announce_loop()
        self.restart_timer()
        return True

    def _announce_loop(self) -> None:
        """Show the loop's notice, at its start and at the start of every round."""
        self._screen.app.show_notice(LOOP_TEXT, say("Any key stops it"))

    def stop(self, event: pygame.event.Event) -> bool:
        """Stop the loop at a key or click; return whether it did, so that the event has no other effect."""
        stops = self.looping and event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN)
        if stops:
            self.looping = self._awaits = False
            self._screen.app.show_notice(say("The loop has stopped"), say("A starts it again"))
        return stops

    def restart_timer(self) -> None:
        """Reset the timer for a new slide."""
        slide = self._screen.slide
        length = len(translate(slide.caption)) + len(translate(slide.title))
        self._awaits, self._wait = False, READING_SECONDS[0] + READING_SECONDS[1] * length

    def next(self) -> None:
        """Show the next slide, or wait until the live game has produced it."""
        screen = self._screen
        self._awaits = bool(screen.games.thinking(screen.at))
        if not self._awaits:
            screen.go(screen.at + 1, animate=True)

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds while the presentation is the topmost screen."""
        screen = self._screen
        still_playing = bool(screen.games.thinking(screen.at))
        if self._awaits and not still_playing:
            screen.go(screen.at + 1, animate=True)
        elif self.looping and not (screen.stage.busy or screen.stage.tray.busy):
            self._wait -= dt * screen.speed
            self._awaits = self._wait <= 0 and still_playing
            if self._wait <= 0 and not still_playing:
                following = (screen.at + 1) % len(screen.slides)
                screen.go(following, animate=following > 0)
                if not following:
                    self._announce_loop()


class Speaker:
    """The speaker's notes, and the audience window."""

    def __init__(self, screen: PresentationScreen) -> None:
        self._screen = screen
        self.notes_shown = False
        """Whether the notes are shown in this window."""
        self.audience: Audience | None = None
        """The audience window, if open."""
        self._elapsed = 0.0
        """Seconds since the presentation began."""

    def do(self, command: str, _key: str) -> bool:
        """Do a command of the speaker; return whether it is one."""
        match command:
            case "second-window":
                self._toggle_audience_window()
            case "freeze":
                self._toggle_freeze()
            case "notes":
                self.notes_shown = not self.notes_shown
                self._screen.reframe()
            case _:
                return False
        return True

    def _toggle_freeze(self) -> None:
        """Freeze the audience window's picture, or resume it."""
        show_notice = self._screen.app.show_notice
        if self.audience is None:
            show_notice(say("Nothing to freeze"), say("T opens a second window for the audience, which Z freezes"))
            return
        self.audience.frozen = not self.audience.frozen
        if self.audience.frozen:
            show_notice(say("Frozen"), say("The audience's window keeps its picture. Z resumes it"))
        else:
            show_notice(say("The audience's window is live again"))

    def _toggle_audience_window(self) -> None:
        """Open the audience window and show the notes in this one; or close it."""
        app = self._screen.app
        if self.audience is not None:
            self.audience.close()
            self.audience, self.notes_shown = None, False
            self._screen.reframe()
            app.show_notice(say("The audience's window is closed"))
            return
        try:
            self.audience, self.notes_shown = Audience(app.window.get_size()), True
            self._screen.reframe()
            app.show_notice(say("The audience has a window of its own"), say("Z freezes it, T closes it"))
        except NoDisplay as error:
            app.error(say("Cannot open a second window"), error_text(error))

    def close_if_asked(self, event: pygame.event.Event) -> bool:
        """Close the audience window if the event is the click on its close button; return whether it was."""
        if self.audience is None or getattr(event, "window", None) != self.audience.window:
            return False
        self._toggle_audience_window()
        return True

    def close(self) -> None:
        """Close the audience window, if open."""
        if self.audience is not None:
            self.audience.close()

    @property
    def covered_width(self) -> int:
        """Width in pixels of the notes over the right of the slide; 0 without notes, or if the audience has its own
        window."""
        covers_slide = self.notes_shown and self.audience is None
        return self._screen.app.metrics.width // stage_sheets.NOTES_FRACTION if covers_slide else 0

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds."""
        self._elapsed += dt

    def show(self, picture: pygame.Surface) -> None:
        """Show a picture in the audience window, if open."""
        if self.audience is not None:
            self.audience.show(picture)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the notes, if shown."""
        screen = self._screen
        if self.notes_shown:
            has_caption = screen.remote.veil is None and screen.slide.part is not None
            stage_sheets.draw_notes(target, screen.stage_metrics, screen.slides, screen.at, self._elapsed,
                                    screen.band.top if has_caption else target.get_height(),
                                    more=screen.games.slides_to_come > 0,
                                    frozen=self.audience is not None and self.audience.frozen)


POINTING_TOOLS = ("", "ring", "spotlight", "glass")
"""Pointing tools, in the order in which the key cycles through them; the first is none."""
RING_RADIUS = 34
"""Radius of the ring around the pointer, in layout units."""
SPOTLIGHT_RADIUS = 130
"""Radius of the spotlight, in layout units."""
GLASS_RADIUS = 150
"""Radius of the magnifying glass, in layout units."""
MAGNIFICATION = 2
"""Magnification of the glass."""
ARROW_COLOUR = "#e2231a"
DARK_OPACITY = 150
"""Opacity of the dark around the spotlight, out of 255."""
ARROW_WIDTH = 9
"""Width of a drawn arrow's shaft, in layout units."""
MIN_DRAG = 16
"""Least drag in layout units to draw an arrow; a shorter one is a click."""
Pixel = tuple[int, int]
"""A point of the window."""


@dataclass
class PointingTools:
    """The pointing tools, which follow the mouse, and the arrows drawn with it."""

    kind: str = ""
    """The tool in use, one of ``POINTING_TOOLS``."""
    pointer: Pixel = (-1, -1)
    """The pointer's position; off the window before it has moved."""
    arrows: list[tuple[Pixel, Pixel]] = field(default_factory=list)
    """The drawn arrows, each with start and end."""
    _pressed: Pixel | None = None
    """Where the left button was pressed; None if it is not down."""

    def next_kind(self) -> None:
        """Switch to the next pointing tool."""
        self.kind = POINTING_TOOLS[(POINTING_TOOLS.index(self.kind) + 1) % len(POINTING_TOOLS)]

    def wipe(self) -> None:
        """Remove all arrows."""
        self.arrows.clear()
        self._pressed = None

    def follow(self, event: pygame.event.Event, metrics: Metrics) -> bool:
        """Follow the mouse, and draw an arrow if the event completes one; return whether it completes a click."""
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.pointer = event.pos
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._pressed = event.pos
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self._pressed is not None:
            start, self._pressed = self._pressed, None
            if not _is_arrow(start, event.pos, metrics):
                return True
            self.arrows.append((start, event.pos))
        return False

    def draw(self, target: pygame.Surface, metrics: Metrics) -> None:
        """Draw the arrows and the tool at the pointer."""
        arrows = [*self.arrows]
        if self._pressed is not None and _is_arrow(self._pressed, self.pointer, metrics):
            arrows.append((self._pressed, self.pointer))
        for start, end in arrows:
            _draw_arrow(target, start, end, metrics.px(ARROW_WIDTH))
        match self.kind:
            case "ring":
                pygame.draw.circle(target, "#1d1206", self.pointer, metrics.px(RING_RADIUS + 2), metrics.px(10))
                pygame.draw.circle(target, GOLD, self.pointer, metrics.px(RING_RADIUS), metrics.px(6))
            case "spotlight":
                veil = pygame.Surface(target.get_size(), pygame.SRCALPHA)
                veil.fill((0, 0, 0, DARK_OPACITY))
                pygame.draw.circle(veil, (0, 0, 0, 0), self.pointer, metrics.px(SPOTLIGHT_RADIUS))
                target.blit(veil, (0, 0))
            case "glass":
                _draw_glass(target, self.pointer, metrics.px(GLASS_RADIUS), metrics.px(5))


def _is_arrow(start: Pixel, end: Pixel, metrics: Metrics) -> bool:
    """Whether a drag is long enough for an arrow."""
    return hypot(end[0] - start[0], end[1] - start[1]) >= metrics.px(MIN_DRAG)


def _draw_arrow(target: pygame.Surface, start: Pixel, end: Pixel, width: int) -> None:
    """Draw a bold arrow with a light edge.

    :param width: width of its shaft, in pixels.
    """
    angle, head = atan2(end[1] - start[1], end[0] - start[0]), 4 * width
    neck = end[0] - head * 0.8 * cos(angle), end[1] - head * 0.8 * sin(angle)
    sides = [(end[0] - head * cos(angle + turn), end[1] - head * sin(angle + turn)) for turn in (pi / 7, -pi / 7)]
    for colour, edge in (("white", width // 2), (ARROW_COLOUR, 0)):
        pygame.draw.line(target, colour, start, neck, width + edge)
        pygame.draw.polygon(target, colour, [end, *sides], edge)
    pygame.draw.polygon(target, ARROW_COLOUR, [end, *sides])


def _draw_glass(target: pygame.Surface, centre: Pixel, radius: int, edge: int) -> None:
    """Draw the part of the picture around a point magnified, in a circle.

    :param radius: of the circle, in pixels.
    :param edge: width of the golden edge, in pixels.
    """
    part = pygame.Rect(0, 0, 2 * radius // MAGNIFICATION, 2 * radius // MAGNIFICATION)
    part.center = centre
    magnified = pygame.Surface(part.size)
    magnified.blit(target, (0, 0), part)
    image = pygame.transform.smoothscale(magnified, (2 * radius, 2 * radius)).convert_alpha()
    mask = pygame.Surface(image.get_size(), pygame.SRCALPHA)
    pygame.draw.circle(mask, "white", (radius, radius), radius)
    image.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    target.blit(image, image.get_rect(center=centre))
    pygame.draw.circle(target, GOLD, centre, radius, edge)
