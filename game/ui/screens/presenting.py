"""Presenting: a lesson, a programme or a game for an audience, slide by slide, by the keys of a presenter's remote."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import pygame

from game.board.board import Board
from game.board.hexgrid import HexBoard
from game.core.event import Rolled
from game.core.message import Text, say, told
from game.ui.app.audience import Audience
from game.ui.app.dialogs import Question
from game.ui.app.display import NoDisplay
from game.ui.app.screen import Host
from game.ui.board.held import NOTHING
from game.ui.board.overlays import Overlay
from game.ui.board.view import BoardView
from game.ui.cards import caption_band, stage_panels, turntrack
from game.ui.kit.theme import Metrics
from game.ui.play.stage import Stage
from game.ui.screens import stage_sheets
from game.ui.screens.frame_marks import mark_slide
from game.ui.screens.keys import Keys
from game.ui.screens.live_game import LiveGames
from game.ui.screens.map_screen import MapScreen
from game.ui.screens.pointing_tools import PointingTools
from game.ui.screens.slides import LETTERS, GameSlides, Part, Slide
from game.ui.screens.stage_fights import StageFights, throw
from game.ui.screens.step_camera import StepCamera
from game.ui.sheets.sheet import larger_turned
from game.words import said

READING = (2.5, 0.06)
"""Seconds for which a slide is shown that nobody turns: for itself, and for every letter. Chosen."""
LONG = "counters " * (LETTERS // 9)
"""As long as a sentence about what happens in a game can be."""


class Presenting(MapScreen):
    """The map on the whole window, one caption, and combats as large as the picture. No key acts in a game here."""

    tabbing = False
    keyboard = "presenting"

    def __init__(self, app: Host, slides: Sequence[Slide], at: int = 0) -> None:
        """:param slides: one of them at least shows a map.
        :param at: the slide that is shown first.
        """
        self._games, self.at = LiveGames(slides, app.settings, app.error), at
        self._part = part = next(slide.part for slide in slides if slide.part is not None)
        self._captions = _longest(slides)
        self._high: dict[tuple[Part, Metrics], int] = {}
        """The height of the band, by part and window."""
        self._maps: list[tuple[str, BoardView, Stage]] = []
        """The maps that have been laid, by their systems."""
        self.camera, self._fights = StepCamera(self), StageFights(self)
        super().__init__(app, part.rules, part.info, next(slide.state for slide in slides if slide.part is part))
        self.veil: str | None = None
        """The colour of an empty picture: black or white; None: the slide is shown."""
        self.typed = ""
        """The digits of the slide to go to."""
        self.notes_shown = False
        self.tools = PointingTools()
        self.audience: Audience | None = None
        """The second window, where there is one."""
        self.guesses: dict[int, int] = {}
        """What the room guessed, in per cent, by the step that asked."""
        self.looping = False
        """Whether it runs by itself, round and round, until a key."""
        self._awaits = False
        """Whether the next slide is shown as soon as the game has been played so far."""
        self._wait = 0.0
        """Seconds until the next slide then."""
        self._passed = 0.0
        """Seconds since it began."""
        self._track = turntrack.TurnTrack()
        self._whole = False
        """Whether the whole map is shown, until the next slide."""

    # --- where everything lies

    @property
    def slides(self) -> Sequence[Slide]:
        """All of them, as far as the games among them have been played."""
        return self._games.slides

    @property
    def slide(self) -> Slide:
        """What is shown now."""
        return self.slides[self.at]

    @property
    def caption(self) -> Text:
        """What the band says: who is thinking, while the next slide is waited for."""
        return (self._games.awaited(self.at) if self._awaits else "") or self.slide.caption

    @property
    def stage_metrics(self) -> Metrics:
        """Those of everything that the audience reads."""
        return self.app.metrics.projected

    @property
    def band(self) -> pygame.Rect:
        """The room of the caption: as high in every slide as the longest of the lesson needs."""
        m = self.app.metrics
        key = (self._part, m)
        high = self._high.get(key)
        if high is None:
            high = self._high[key] = caption_band.height(self._captions[self._part], self.stage_metrics)
        return pygame.Rect(0, m.height - high, m.width, high)

    @property
    def map_rect(self) -> pygame.Rect:
        return pygame.Rect(0, 0, self.app.metrics.width, self.band.top)

    def lies_turned(self, system: str, board: Board, *, first: bool = False) -> bool:
        """Whether a sheet of hexes is shown larger if it lies turned."""
        return isinstance(board, HexBoard) and larger_turned(board, lambda *_: self.map_rect)

    def build(self) -> None:
        self._forget()
        self.lay_out_map()
        self._show(on=False)

    def _forget(self, first: int = 0) -> None:
        """Frame and draw slides again, from one on."""
        self.camera.forget(first)
        self._fights.forget(first)

    @property
    def state(self) -> Any:
        return self.slide.state

    def whole_log(self) -> None:
        """There is none here."""

    def open_rulebook(self) -> None:
        """There is none here."""

    def open_roster(self) -> None:
        """There is none here."""

    def _take(self, part: Part) -> None:
        """Lay the map of a part on the table."""
        if part is self._part:
            return
        if not any(view is self.view for _, view, _ in self._maps):
            self._maps.append((self.rules.name, self.view, self.stage))
        self._part, self._rules, self.info = part, part.rules, part.info
        wanted = self.rules.board(self.slide.state)
        known = next((each for each in self._maps if (each[0], each[1].board) == (self.rules.name, wanted)), None)
        if known is not None:
            _, self.view, self.stage = known
        else:
            self._set_out(self.slide.state)
        self.lay_out_map()

    # --- slides

    def go(self, at: int, *, on: bool = False) -> None:
        """Show a slide, or the nearest there is.

        :param on: whether what it does plays out, and dice tumble.
        """
        at = max(0, min(at, len(self.slides) - 1))
        self.typed, self._awaits = "", False
        self.tools.wipe()
        if at != self.at:
            self.at = at
            self._show(on=on)
        self._wait = self._reading

    def _show(self, *, on: bool) -> None:
        slide, self._whole = self.slide, False
        self.stage.clear()
        self.stage.tray.clear()
        if (game := self._games.begin(self.at)) is not None:
            self._captions[game] = [LONG]
            self._forget(self.at + 1)
        if slide.part is None or slide.frame is None:
            return
        before = self._part
        self._take(slide.part)
        frame, plays = slide.frame, on and slide.plays
        self.view.overlay = Overlay()
        self.view.held = NOTHING
        self.lay(frame.before if plays else slide.state)
        mark_slide(self.view, self.rules, slide)
        self._look(at_once=not on or before is not slide.part)
        if plays:
            self.stage.play(tuple(event for event in frame.events if not isinstance(event, Rolled)),
                            lambda: self.lay(slide.state))
        fight = slide.fight
        if fight is not None and fight.fell is not None:
            throw(self.stage.tray, slide)
            if not on or fight.rolled is not None:
                self.stage.tray.skip()
            else:
                self.app.sounds.play("die")

    def _look(self, *, at_once: bool) -> None:
        """Move the map to what the slide is about."""
        box = None
        if not self._whole and self.slide.part is self._part:
            box = self.camera.target(self.slides, self.at)
        self.look_at(box, at_once=at_once)

    # --- keys

    @property
    def _reading(self) -> float:
        """Seconds for which a slide is shown that nobody turns."""
        return READING[0] + READING[1] * (len(said(self.slide.caption)) + len(said(self.slide.title)))

    def answers(self, event: pygame.event.Event) -> bool:
        return False

    def handle(self, event: pygame.event.Event) -> bool:
        if self.looping and event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.looping = False
            return True
        return super().handle(event)

    def do(self, command: str, key: str) -> bool:
        if self.veil is not None and command in ("next-slide", "previous-slide", "present"):
            self.veil = None
            return True
        match command:
            case "next-slide":
                self._awaits = bool(self._games.awaited(self.at))
                if not self._awaits:
                    self.go(self.at + 1, on=True)
            case "previous-slide":
                self.go(self.at - 1)
            case "first-slide":
                self.go(0 if key == "home" else len(self.slides) - 1)
            case "black" | "white":
                self.veil = None if self.veil == command else command
            case "digit" if key != "0" or self.typed:
                self.typed = (self.typed + key)[-4:]
            case "jump" if self.typed and self.slide.asks:
                self.guesses[self.slide.step] = min(100, int(self.typed))
                self.go(self.at + 1, on=True)
            case "jump" if self.typed:
                self.go(int(self.typed) - 1)
            case "attract":
                self.looping, self._wait = True, self._reading
            case "whole":
                self._whole = not self._whole
                self._look(at_once=False)
            case "point":
                self.tools.next_kind()
            case "second-window":
                self._second_window()
            case "freeze" if self.audience is not None:
                self.audience.frozen = not self.audience.frozen
            case "notes":
                self.notes_shown = not self.notes_shown
            case "play-on" if self.slide.frame is not None:
                self.app.push(Question(
                    self.app, say("Play on from here"),
                    say("Start a new game from this position, with people on both sides. F5 returns to this slide."),
                    say("Play on"), self._play_on, say("Stay")))
            case "keys":
                self.app.push(Keys(self.app, on=self.keyboard, things=self.things))
            case "present":
                pass
            case _:
                return False
        return True

    def _second_window(self) -> None:
        """Open the window for the audience and show the notes in this one; or close it."""
        if self.audience is not None:
            self.audience.close()
            self.audience, self.notes_shown = None, False
            return
        try:
            self.audience, self.notes_shown = Audience(self.app.window.get_size()), True
        except NoDisplay as error:
            self.app.error(say("Cannot open a second window"), told(error))

    def close(self) -> None:
        self._games.close()
        if self.audience is not None:
            self.audience.close()

    def _play_on(self) -> None:
        """Begin a game with the position shown, on top of the presentation."""
        self.app.ways.play_on(self.rules.name, self.slide.state)

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.WINDOWCLOSE:
            if self.audience is not None and getattr(event, "window", None) == self.audience.window:
                self._second_window()
            else:
                self.app.quit()
            return True
        if self.tools.take(event, self.stage_metrics):
            return self.do("next-slide", "")
        if self.slide.part is not None and self.veil is None and self.view.handle(event):
            self.glide.stop()
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 3:
            return self.do("previous-slide", "")
        return False

    # --- time and picture

    def obey(self) -> None:
        super().obey()
        self.view.options.hex_numbers = self.view.options.numbers_asked = True
        frame = self.slide.frame
        self.view.options.legend = frame is not None and frame.step.show.panel == "legend"

    def update(self, dt: float, top: bool) -> None:
        self._passed += dt
        if top:
            self._prepare()
        if top and (first := self._games.play(self.at, dt)) is not None:
            self._forget(first)
        awaited = bool(self._games.awaited(self.at))
        if top and self._awaits and not awaited:
            self.go(self.at + 1, on=True)
        elif top and self.looping and not (self.stage.busy or self.stage.tray.busy):
            self._wait -= dt * self.app.settings.watching_speed
            self._awaits = self._wait <= 0 and awaited
            if self._wait <= 0 and not awaited:
                at = (self.at + 1) % len(self.slides)
                self.go(at, on=at > 0)
        super().update(dt, top)

    def draw(self, target: pygame.Surface) -> None:
        self._draw_slide(target)
        if self.audience is not None:
            self.audience.show(target)
        if self.typed:
            stage_sheets.draw_typed(target, self.stage_metrics, self.band.top, self.typed, guess=self.slide.asks)
        if self.notes_shown:
            captioned = self.veil is None and self.slide.part is not None
            stage_sheets.draw_notes(target, self.stage_metrics, self.slides, self.at, self._passed,
                                    self.band.top if captioned else target.get_height())

    def _draw_slide(self, target: pygame.Surface) -> None:
        """What the audience sees."""
        if self.veil is not None:
            target.fill(self.veil)
            return
        slide = self.slide
        if slide.part is None:
            stage_sheets.draw_title(target, self.stage_metrics, slide)
        elif slide.fight is not None:
            self._fights.draw(target, self.map_rect, self.stage_metrics, slide, self.at)
        else:
            self.view.draw(target)
            self._draw_panel(target, slide)
        self.tools.draw(target, self.stage_metrics)
        if slide.part is not None:
            caption_band.draw(target, self.band, self.stage_metrics, self.caption, asks=slide.asks)
            stage_sheets.draw_guess(target, self.stage_metrics, self.band.top, slide, self.guesses)

    def _draw_panel(self, target: pygame.Surface, slide: Slide) -> None:
        """The card that a step lays over the map, on the side where it covers nothing that is told."""
        assert slide.frame is not None
        show, m, area = slide.frame.step.show, self.stage_metrics, self.map_rect
        told = [self.view.point_of(place)[0] for place in self.camera.places(slide.frame)]
        right = not told or sum(told) / len(told) < area.centerx
        if show.panel == "counter" and (counter := self.view.counters.get(show.units[0])) is not None:
            stage_panels.draw_counter(target, area, m, self.rules.theme, counter, right=right)
        elif show.panel == "objectives":
            stage_panels.draw_objectives(target, area, m, self.rules.theme, self.aims, right=right)
        elif show.panel == "turn":
            prompt = self.rules.prompt(slide.state)
            room = pygame.Rect(0, 0, area.width, m.px(stage_panels.TRACK * turntrack.HEIGHT))
            self._track.draw(target, room, m.at(stage_panels.TRACK * m.scale), self.rules.theme, self.info.turns,
                             prompt.turn, tuple(self.rules.phases(slide.state)), prompt.place)

    def _prepare(self) -> None:
        """While nothing moves, draw the combat of the next slide, or of the one before: it is there at once then."""
        if self.stage.busy or self.stage.tray.busy or self.glide.moving or not self.view.tiles.settled:
            return
        for at in (self.at + 1, self.at - 1):
            slide = self.slides[at] if 0 <= at < len(self.slides) else self.slide
            if slide.part is self._part and self._fights.prepare(self.map_rect, self.stage_metrics, slide, at):
                return


def _longest(slides: Sequence[Slide]) -> dict[Part | None, list[Text]]:
    """The captions of every part, for which the band must have room."""
    if isinstance(slides, GameSlides):
        return {slides.part: [LONG]}
    return {part: [slide.caption for slide in each]
            for part, each in groupby(slides, lambda slide: slide.part) if part is not None}
