"""The presentation screen: a lesson, a programme or a game shown to an audience, slide by slide, with a presenter's
remote."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from game import catalog
from game.board.board import Board
from game.board.hexgrid import HexBoard
from game.core.event import Rolled
from game.core.message import Text
from game.core.theme import Theme
from game.ui.app.screen import Host
from game.ui.board.held import NOTHING
from game.ui.board.overlay import Overlay
from game.ui.board.view import BoardView
from game.ui.cards import stage_panels
from game.ui.kit.theme import Metrics, projector_theme
from game.ui.play.lesson import Guide
from game.ui.play.playback import Stage
from game.ui.screens import stage_sheets
from game.ui.screens.keys import Keys
from game.ui.screens.lesson_screen import LessonScreen
from game.ui.screens.live_game import LiveGames
from game.ui.screens.map_layout import MapLayout, Surroundings
from game.ui.screens.map_screen import MapScreen
from game.ui.screens.presenter import AutoAdvance, PointingTools, Remote, Speaker
from game.ui.screens.rules_question import AnswerPrint
from game.ui.screens.slides import MAX_LETTERS, Slide, SlidePart
from game.ui.screens.stage_fights import SlidePreparation, StageFights, throw_dice
from game.ui.screens.stage_sheets import StageTurn
from game.ui.screens.step_view import mark_slide, named_bases

ANSWER_SIZES = 1.6, 0.62
"""Print scale of an answer of the rules, relative to a game's, and its largest share of the map's width.
Chosen by hand."""
LONGEST_CAPTION = "counters " * (MAX_LETTERS // len("counters "))
"""A placeholder as long as the longest caption of a game."""


class PresentationScreen(MapScreen):
    """The map on the whole window with a caption at its foot, or a full-screen combat. No key acts in a game here."""

    surroundings = Surroundings(track=False, objectives=False, panel=False, strip=0, overview=False, row=False)
    focus_by_keys = False
    key_screens = "presenting"

    def __init__(self, app: Host, slides: Sequence[Slide], first: int = 0,
                 on_leave: Callable[[int], None] = lambda index: None) -> None:
        """:param slides: at least one shows a map, or begins a game.
        :param first: index of the slide shown first.
        :param on_leave: callback with the index of the slide at which the presentation is left, not counting slides of
            live games."""
        self._on_leave = on_leave
        self.games = LiveGames(slides, app.settings, app.error)
        self.at = first
        """Index of the current slide."""
        self._part = part = next(slide.part for slide in self.slides if slide.part is not None)
        self._caption_heights: dict[tuple[SlidePart, Metrics], int] = {}
        """Height of the caption band, by part and window."""
        self._maps: list[tuple[str, BoardView, Stage]] = []
        """Map views created so far, with the names of their systems before them and their playback after them."""
        self._projector_themes: dict[str, Theme] = {}
        """System -> its theme in projector print."""
        self.fights = StageFights(self)
        self._first_state = next(slide.state for slide in self.slides if slide.part is part)
        """The first position shown of the current part."""
        super().__init__(app, part.rules, part.info, self._first_state)
        self._switches.zones_of_control = False  # the zones of one's own game are not explained on the slides
        self.tools = PointingTools()
        self._preparation = SlidePreparation(self)
        self.remote, self.auto_advance, self.speaker = Remote(self), AutoAdvance(self), Speaker(self)
        self._turn_marks = StageTurn(self)
        self._answered = False
        """Whether an answer of the rules is in view."""
        self._shows_whole_map = False
        """Whether the whole map is shown until the next slide."""

    # --- layout

    @property
    def slides(self) -> Sequence[Slide]:
        """All slides so far; those of live games are added as they are played."""
        return self.games.slides

    @property
    def slide(self) -> Slide:
        """The current slide."""
        return self.slides[self.at]

    @property
    def speed(self) -> float:
        """The usual speed, apart from that of computer players: an audience needs time to read the captions."""
        return 1.0

    @property
    def caption(self) -> Text:
        """Text of the caption band: the side that is thinking while the next slide is awaited, else the slide's
        caption."""
        return self.auto_advance.thinking or self.slide.caption

    @property
    def stage_metrics(self) -> Metrics:
        """Metrics of everything the audience reads."""
        return self.app.metrics.audience_metrics

    @property
    def answer_print(self) -> AnswerPrint:
        m = self.stage_metrics
        return AnswerPrint(m.at(ANSWER_SIZES[0] * m.scale), ANSWER_SIZES[1], pygame.Rect((0, 0), m.size), brief=True)

    @property
    def foot(self) -> int:
        """Height in pixels of the caption band: as much as the longest caption of the part needs, so that it stays the
        same on every slide."""
        key = (self._part, self.app.metrics)
        height = self._caption_heights.get(key)
        if height is None:
            part = self._part
            captions = [LONGEST_CAPTION] if part.game else [slide.caption for slide in self.slides
                                                            if slide.part is part]
            height = self._caption_heights[key] = stage_panels.caption_height(captions, self.stage_metrics)
        return height

    @property
    def band(self) -> pygame.Rect:
        """Rectangle of the caption band."""
        m = self.app.metrics
        return pygame.Rect(0, m.height - self.foot, m.width, self.foot)

    @property
    def free_rect(self) -> pygame.Rect:
        """The part of the map not covered by the notes."""
        free_rect = self.layout.map.copy()
        free_rect.width -= self.speaker.covered_width
        return free_rect

    def reframe(self) -> None:
        """Frame the slides again after the notes have appeared, disappeared or moved to the other window."""
        self._forget()
        self.view.camera.covered = self.speaker.covered_width
        if self.slide.part is not None:
            self._look_at_subject(at_once=False)

    def sheet_turned(self, board: Board, layout: MapLayout) -> bool:
        """Whether a hex map is turned by default; the player's setting does not apply."""
        return isinstance(board, HexBoard) and layout.turns_by_default(board, folded=True)

    @property
    def _map_room(self) -> pygame.Rect:
        """The map's rectangle on the current slide: below the bar of turns, if that is shown."""
        room, slide = self.layout.map.copy(), self.slide
        if slide.frame is not None and slide.frame.step.show.panel == "turn" and not slide.hides_card:
            bar = self._turn_marks.bar_height(self.stage_metrics)
            room.top, room.height = room.top + bar, room.height - bar
        return room

    def lay_out_map(self) -> None:
        super().lay_out_map()
        self.view.resize(self._map_room)

    def build(self) -> None:
        self._forget()
        self.lay_out_map()
        self._show(animate=False)

    def _forget(self, first: int = 0) -> None:
        """Discard cached framings and combat pictures, from a slide on."""
        self.camera.forget(first)
        self.fights.forget(first)

    @property
    def state(self) -> Any:
        return self.slide.state

    def open_rulebook(self) -> None:
        """Do nothing: a presentation has no rulebook."""

    def open_roster(self) -> None:
        """Do nothing: a presentation has no list of units."""

    @property
    def theme(self) -> Theme:
        if not self.app.settings.projector:
            return self.rules.theme
        if self.rules.name not in self._projector_themes:
            self._projector_themes[self.rules.name] = projector_theme(self.rules.theme)
        return self._projector_themes[self.rules.name]

    def _change_print(self) -> None:
        """Toggle between the usual print and print for a projector in a lit room."""
        self.app.settings.projector = not self.app.settings.projector
        self.app.store_settings()
        self._maps.clear()
        self._create_view(self._first_state)
        self.build()

    def _create_view(self, state: Any) -> None:
        super()._create_view(state)
        self.view.notice.large = True

    def use_part(self, part: SlidePart, state: Any) -> None:
        """Make a part's map the current one.

        :param state: the position shown first.
        """
        if part is self._part:
            return
        if not any(view is self.view for _, view, _ in self._maps):
            self._maps.append((self.rules.name, self.view, self.stage))
        self._part, self._rules, self.info, self._first_state = part, part.rules, part.info, state
        key = self.rules.name, self.rules.board(state)
        existing = next((each for each in self._maps if (each[0], each[1].board) == key), None)
        if existing is not None:
            _, self.view, self.stage = existing
        else:
            self._create_view(state)
        self.view.camera.covered = self.speaker.covered_width
        self.lay_out_map()

    # --- slides

    def go(self, index: int, *, animate: bool = False) -> None:
        """Show a slide, or the nearest one that exists.

        :param animate: whether to animate its action and dice.
        """
        index = max(0, min(index, len(self.slides) - 1))
        self.remote.typed = ""
        self.rules_question.dismiss()
        self.tools.wipe()
        if index != self.at:
            self.at = index
            self.app.dismiss_notice()
            self._show(animate=animate)
        self.auto_advance.restart_timer()

    def _show(self, *, animate: bool) -> None:
        """Show the current slide: start its live game, if any, and put its position, marks and dice on the map."""
        slide, self._shows_whole_map = self.slide, False
        self._preparation.restart_timer()
        self.stage.clear()
        self.stage.tray.clear()
        if self.games.begin(self.at):
            self._forget(self.at + 1)
        if slide.part is None or slide.frame is None:
            return
        previous_part = self._part
        self.use_part(slide.part, slide.state)
        if self.view.rect != self._map_room:
            self.view.resize(self._map_room)
        frame, plays = slide.frame, animate and slide.plays
        self.view.overlay = Overlay()
        self.view.held = NOTHING
        self.show_position(frame.before if plays else slide.state)
        mark_slide(self.view, self.rules, slide)
        self.view.trace.replace(slide.trace, at_once=True)
        self._look_at_subject(at_once=not animate or previous_part is not slide.part)
        if plays:
            self.stage.play(tuple(event for event in frame.events if not isinstance(event, Rolled)),
                            lambda: self.show_position(slide.state))
        fight = slide.fight
        if fight is not None and fight.roll_result is not None:
            throw_dice(self.stage.tray, slide, self.at)
            if not animate or fight.rolled is not None:
                self.stage.tray.skip()
            else:
                self.app.sounds.play("die")

    def _look_at_subject(self, *, at_once: bool) -> None:
        """Move the camera to the subject of a question to the rules or of the slide.

        :param at_once: whether the camera jumps there rather than glides.
        """
        box = None
        if places := [place for place in self.rules_question.places if self.view.geometry.knows(place)]:
            box = self.camera.beside(places, ANSWER_SIZES[1])
        elif not self._shows_whole_map and self.slide.part is self._part:
            box = self.camera.target(self.slides, self.at)
        self.look_at(box, at_once=at_once)

    # --- keys

    def answers(self, event: pygame.event.Event) -> bool:
        return False

    def handle(self, event: pygame.event.Event) -> bool:
        return self.auto_advance.stop(event) or super().handle(event)

    def do(self, command: str, key: str) -> bool:
        if any(each.do(command, key) for each in (self.remote, self.auto_advance, self.speaker)):
            return True
        match command:
            case "play-step":
                return self._play_step()
            case "whole":
                self._shows_whole_map = not self._shows_whole_map
                self._look_at_subject(at_once=False)
            case "ask-rules" if self.slide.part is not None and self.remote.veil is None:
                self.rules_question.toggle()
            case "projector":
                self._change_print()
            case "point":
                self.tools.next_kind()
                self.view.stacks.spread.fold()
            case "lock":
                self.app.lock()
            case "keys":
                self.app.push(Keys(self.app, self.rules, key_screens=self.key_screens, features=self.features))
            case _:
                return False
        return True

    def _play_step(self) -> bool:
        """Let the audience play the current step; return whether it is one for the audience."""
        lesson = self.slide.part.lesson if self.slide.part is not None else None
        if not self.slide.yours or lesson is None or self.remote.veil is not None:
            return False
        guide = Guide(catalog.rules(lesson.system), lesson, self.slide.step - 1)
        self.app.push(LessonScreen(self.app, guide, self))
        return True

    def step_played(self, *, done: bool) -> None:
        """Return from the step played by the audience: go past it if it is done."""
        self.app.pop()
        if done:
            step, part, index = self.slide.step, self.slide.part, self.at
            while index < len(self.slides) - 1 and self.slides[index].part is part and self.slides[index].step == step:
                index += 1
            self.go(index)

    def show_audience(self, picture: pygame.Surface) -> None:
        """Show a picture in the audience window, if open."""
        self.speaker.show(picture)

    def close(self) -> None:
        self._on_leave(sum(slide.part is None or not slide.part.game for slide in self.slides[:self.at + 1]) - 1)
        self.games.close()
        self.speaker.close()

    def explain_refused_key(self, reason: Text) -> None:
        """Do nothing: an audience does not see refusals of keys."""

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.WINDOWCLOSE:
            if not self.speaker.close_if_asked(event):
                self.app.quit()
            return True
        if self.tools.follow(event, self.stage_metrics):
            return self._play_step() or self.do("next-slide", "")
        if self.slide.part is not None and self.remote.veil is None and self.view.handle(event):
            self.glide.stop()
            return True
        if self.tools.kind:
            self.view.stacks.spread.fold()  # keep stacks folded while pointing
        if event.type == pygame.MOUSEBUTTONUP and event.button == 3:
            return self.do("previous-slide", "")
        return False

    # --- time and picture

    def apply_settings(self) -> None:
        super().apply_settings()
        self.view.options.hex_numbers = self.view.options.hex_numbers_forced = True
        frame = self.slide.frame
        self.view.options.legend = frame is not None and frame.step.show.panel == "legend"

    def update(self, dt: float, top: bool) -> None:
        self.speaker.update(dt)
        if self._answered != self.rules_question.shown:
            self._answered = self.rules_question.shown
            self._look_at_subject(at_once=False)
        if top:
            self._preparation.update(dt)
            if (first := self.games.play(self.at, dt)) is not None:
                self._forget(first)
            self.auto_advance.update(dt)
        super().update(dt, top)

    def draw(self, target: pygame.Surface) -> None:
        self._draw_slide(target)
        self.speaker.show(target)
        self.remote.draw_typed(target)
        self.speaker.draw(target)

    def _draw_slide(self, target: pygame.Surface) -> None:
        """Draw the audience's view."""
        if self.remote.veil is not None:
            target.fill(self.remote.veil)
            return
        slide = self.slide
        if slide.part is None:
            stage_sheets.draw_title(target, self.stage_metrics, slide, self.free_rect.right)
        elif slide.fight is not None and not self.rules_question.busy:
            self.fights.draw(target, self.free_rect, self.stage_metrics, slide, self.at)
        else:
            self.view.draw(target)
            if self.view.board.kind == "hex":
                spots = {place: self.view.point_of(place) for place in slide.named_places}
                stage_panels.draw_numbers(target, self.layout.map, self.stage_metrics, spots, self.view.camera.scale)
            elif self.view.board.kind == "plane" and slide.part.game:
                self._draw_names(target)
            if not slide.hides_card:
                self._draw_panel(target, slide)
            self._turn_marks.draw_tag(target, self.stage_metrics, slide, self.free_rect.right)
            if slide.yours:
                stage_panels.draw_your_move(target, self.layout.map, self.stage_metrics)
        self.tools.draw(target, self.stage_metrics)
        if slide.part is not None:
            stage_panels.draw_caption(target, self.band, self.stage_metrics, self.caption, asks=slide.asks,
                              heavy=self.app.settings.projector, passed=self.games.share_shown(self.at))
            self.remote.draw_guess(target)
        stage_panels.draw_number(target, self.stage_metrics, self.at + 1,
                                 0 if self.games.slides_to_come else len(self.slides),
                                 beside_caption=slide.part is not None)
        self.rules_question.draw(target)

    def _draw_names(self, target: pygame.Surface) -> None:
        """Draw the names of bases in a game on a table, once nothing moves."""
        if not (self.stage.busy or self.glide.moving):
            names = named_bases(self.view, self.camera.places_of_slide(self.slide))
            stage_panels.draw_names(target, self.free_rect, self.stage_metrics, self.view.theme, names)

    def _draw_panel(self, target: pygame.Surface, slide: Slide) -> None:
        """Draw the step's card over the map, or the bar of turns."""
        assert slide.frame is not None
        show, m, area = slide.frame.step.show, self.stage_metrics, self.free_rect
        if show.panel != "turn":
            previous = self.slides[self.at - 1] if self.at else slide
            self.step_card.draw(target, area, m, slide, seen_before=previous.hides_card)
        else:
            self._turn_marks.draw_bar(target, area, m, slide.state)
