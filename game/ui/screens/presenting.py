"""Presenting: a lesson, a programme or a game for an audience, slide by slide, by the keys of a presenter's remote."""

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
from game.ui.board.marked import Overlay
from game.ui.board.view import BoardView
from game.ui.cards import stage_panels
from game.ui.kit.theme import Metrics, projected
from game.ui.play.lesson import Guide
from game.ui.play.stage import Stage
from game.ui.screens import stage_sheets
from game.ui.screens.asking import AnswerPrint
from game.ui.screens.keys import Keys
from game.ui.screens.lesson_screen import LessonScreen
from game.ui.screens.live_game import LiveGames
from game.ui.screens.map_layout import MapLayout, Surroundings
from game.ui.screens.map_screen import MapScreen
from game.ui.screens.presenter import Attract, PointingTools, Remote, Speaker
from game.ui.screens.slides import LETTERS, Slide, SlidePart
from game.ui.screens.stage_fights import Ahead, StageFights, throw
from game.ui.screens.stage_sheets import StageTurn
from game.ui.screens.step_shown import mark_slide, named_bases

ANSWER = 1.6, 0.62
"""How much larger than in a game's units an answer of the rules is printed, and the share of the map's width that it
takes at most. Chosen."""
LONG = "counters " * (LETTERS // 9)
"""As long as a sentence about what happens in a game can be."""


class Presenting(MapScreen):
    """The map on the whole window, one caption, and combats as large as the picture. No key acts in a game here."""

    around = Surroundings(track=False, aims=False, panel=False, strip=0, overview=False, row=False)
    tabbing = False
    keyboard = "presenting"

    def __init__(self, app: Host, slides: Sequence[Slide], at: int = 0,
                 left: Callable[[int], None] = lambda at: None) -> None:
        """:param slides: one of them at least shows a map, or begins a game.
        :param at: the slide that is shown first.
        :param left: told the slide at which it is left, not counting those of games that were played in it.
        """
        self._left = left
        self.games, self.at = LiveGames(slides, app.settings, app.error), at
        self._part = part = next(slide.part for slide in self.slides if slide.part is not None)
        self._high: dict[tuple[SlidePart, Metrics], int] = {}
        """The height of the band, by part and window."""
        self._maps: list[tuple[str, BoardView, Stage]] = []
        """The maps that have been laid, by their systems."""
        self._projected: dict[str, Theme] = {}
        """The themes of systems as they are printed for a projector."""
        self.fights = StageFights(self)
        self._first = next(slide.state for slide in self.slides if slide.part is part)
        """The position that was laid first of the part on the table."""
        super().__init__(app, part.rules, part.info, self._first)
        self.tools = PointingTools()
        self._ahead = Ahead(self)
        self.remote, self.attract, self.speaker = Remote(self), Attract(self), Speaker(self)
        self._turn = StageTurn(self)
        self._answered = False
        """Whether an answer of the rules is looked at."""
        self._whole = False
        """Whether the whole map is shown, until the next slide."""

    # --- where everything lies

    @property
    def slides(self) -> Sequence[Slide]:
        """All of them, as far as the games among them have been played."""
        return self.games.slides

    @property
    def slide(self) -> Slide:
        """What is shown now."""
        return self.slides[self.at]

    @property
    def caption(self) -> Text:
        """What the band says: who is thinking, while the next slide is waited for."""
        return self.attract.thinking or self.slide.caption

    @property
    def stage_metrics(self) -> Metrics:
        """Those of everything that the audience reads."""
        return self.app.metrics.projected

    @property
    def answer_print(self) -> AnswerPrint:
        m = self.stage_metrics
        return AnswerPrint(m.at(ANSWER[0] * m.scale), ANSWER[1], pygame.Rect((0, 0), m.size), brief=True)

    @property
    def foot(self) -> int:
        """The height of the caption's room: in every slide what the longest of the lesson needs."""
        key = (self._part, self.app.metrics)
        high = self._high.get(key)
        if high is None:
            part = self._part
            captions = [LONG] if part.game else [slide.caption for slide in self.slides if slide.part is part]
            high = self._high[key] = stage_panels.caption_height(captions, self.stage_metrics)
        return high

    @property
    def band(self) -> pygame.Rect:
        """The room of the caption."""
        m = self.app.metrics
        return pygame.Rect(0, m.height - self.foot, m.width, self.foot)

    @property
    def free_rect(self) -> pygame.Rect:
        """The part of the map over which no notes lie."""
        found = self.layout.map.copy()
        found.width -= self.speaker.width
        return found

    def look_again(self) -> None:
        """The notes lie over another part of the picture."""
        self._forget()
        self.view.camera.covered = self.speaker.width
        if self.slide.part is not None:
            self._look(at_once=False)

    def lies_turned(self, board: Board, layout: MapLayout) -> bool:
        """Whether a sheet of hexes is shown larger if it lies turned."""
        return isinstance(board, HexBoard) and layout.larger_turned(board, folded=True)

    def build(self) -> None:
        self._forget()
        self.lay_out_map()
        self._show(on=False)

    def _forget(self, first: int = 0) -> None:
        """Frame and draw slides again, from one on."""
        self.camera.forget(first)
        self.fights.forget(first)

    @property
    def state(self) -> Any:
        return self.slide.state

    def open_rulebook(self) -> None:
        """There is none here."""

    def open_roster(self) -> None:
        """There is none here."""

    @property
    def theme(self) -> Theme:
        if not self.app.settings.projector:
            return self.rules.theme
        return self._projected.setdefault(self.rules.name, projected(self.rules.theme))

    def _change_print(self) -> None:
        """Print for a projector in a lit room, or as usual."""
        self.app.settings.projector = not self.app.settings.projector
        self.app.store_settings()
        self._maps.clear()
        self._set_out(self._first)
        self.build()

    def _set_out(self, state: Any) -> None:
        super()._set_out(state)
        self.view.notice.large = True

    def take(self, part: SlidePart, state: Any) -> None:
        """Lay the map of a part on the table.

        :param state: the position that is shown first.
        """
        if part is self._part:
            return
        if not any(view is self.view for _, view, _ in self._maps):
            self._maps.append((self.rules.name, self.view, self.stage))
        self._part, self._rules, self.info, self._first = part, part.rules, part.info, state
        wanted = self.rules.board(state)
        known = next((each for each in self._maps if (each[0], each[1].board) == (self.rules.name, wanted)), None)
        if known is not None:
            _, self.view, self.stage = known
        else:
            self._set_out(state)
        self.view.camera.covered = self.speaker.width
        self.lay_out_map()

    # --- slides

    def go(self, at: int, *, on: bool = False) -> None:
        """Show a slide, or the nearest there is.

        :param on: whether what it does plays out, and dice tumble.
        """
        at = max(0, min(at, len(self.slides) - 1))
        self.remote.typed = ""
        self.asking_rules.dismiss()
        self.tools.wipe()
        if at != self.at:
            self.at = at
            self._show(on=on)
        self.attract.turned()

    def _show(self, *, on: bool) -> None:
        slide, self._whole = self.slide, False
        self._ahead.turned()
        self.stage.clear()
        self.stage.tray.clear()
        if self.games.begin(self.at):
            self._forget(self.at + 1)
        if slide.part is None or slide.frame is None:
            return
        before = self._part
        self.take(slide.part, slide.state)
        frame, plays = slide.frame, on and slide.plays
        self.view.overlay = Overlay()
        self.view.held = NOTHING
        self.lay(frame.before if plays else slide.state)
        mark_slide(self.view, self.rules, slide)
        self.view.trace.leave(slide.trace, at_once=True)
        self._look(at_once=not on or before is not slide.part)
        if plays:
            self.stage.play(tuple(event for event in frame.events if not isinstance(event, Rolled)),
                            lambda: self.lay(slide.state))
        fight = slide.fight
        if fight is not None and fight.fell is not None:
            throw(self.stage.tray, slide, self.at)
            if not on or fight.rolled is not None:
                self.stage.tray.skip()
            else:
                self.app.sounds.play("die")

    def _look(self, *, at_once: bool) -> None:
        """Move the map to what the slide is about."""
        box = None
        if places := [place for place in self.asking_rules.places if self.view.geometry.knows(place)]:
            box = self.camera.beside(places, ANSWER[1])
        elif not self._whole and self.slide.part is self._part:
            box = self.camera.target(self.slides, self.at)
        self.look_at(box, at_once=at_once)

    # --- keys

    def answers(self, event: pygame.event.Event) -> bool:
        return False

    def handle(self, event: pygame.event.Event) -> bool:
        return self.attract.stop(event) or super().handle(event)

    def do(self, command: str, key: str) -> bool:
        if any(each.do(command, key) for each in (self.remote, self.attract, self.speaker)):
            return True
        match command:
            case "play-step":
                return self._by_hand()
            case "whole":
                self._whole = not self._whole
                self._look(at_once=False)
            case "ask-rules" if self.slide.part is not None and self.remote.veil is None:
                self.asking_rules.toggle()
            case "projector":
                self._change_print()
            case "point":
                self.tools.next_kind()
                self.view.stacks.spread.fold()
            case "lock":
                self.app.lock()
            case "keys":
                self.app.push(Keys(self.app, self.rules, on=self.keyboard, things=self.things))
            case _:
                return False
        return True

    def _by_hand(self) -> bool:
        """Let the audience play the step that is shown; whether it is one that it plays."""
        lesson = self.slide.part.lesson if self.slide.part is not None else None
        if not self.slide.yours or lesson is None or self.remote.veil is not None:
            return False
        guide = Guide(catalog.rules(lesson.system), lesson, self.slide.step - 1)
        self.app.push(LessonScreen(self.app, guide, self))
        return True

    def played(self, *, done: bool) -> None:
        """The audience has played the step, which is over then, or has left it."""
        self.app.pop()
        if done:
            step, part, at = self.slide.step, self.slide.part, self.at
            while at < len(self.slides) - 1 and self.slides[at].part is part and self.slides[at].step == step:
                at += 1
            self.go(at)

    def show_audience(self, picture: pygame.Surface) -> None:
        """Show a picture in the audience's window, if there is one."""
        self.speaker.show(picture)

    def close(self) -> None:
        self._left(sum(slide.part is None or not slide.part.game for slide in self.slides[:self.at + 1]) - 1)
        self.games.close()
        self.speaker.close()

    def tell(self, text: Text) -> None:
        """Nothing: an audience is not told what a key cannot do."""

    def on_event(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.WINDOWCLOSE:
            if not self.speaker.closes(event):
                self.app.quit()
            return True
        if self.tools.take(event, self.stage_metrics):
            return self._by_hand() or self.do("next-slide", "")
        if self.slide.part is not None and self.remote.veil is None and self.view.handle(event):
            self.glide.stop()
            return True
        if self.tools.kind:
            self.view.stacks.spread.fold()  # what is pointed at covers nothing
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
        self.speaker.update(dt)
        if self._answered != self.asking_rules.shown:
            self._answered = self.asking_rules.shown
            self._look(at_once=False)
        if top:
            self._ahead.update(dt)
            if (first := self.games.play(self.at, dt)) is not None:
                self._forget(first)
            self.attract.update(dt)
        super().update(dt, top)

    def draw(self, target: pygame.Surface) -> None:
        self._draw_slide(target)
        self.speaker.show(target)
        self.remote.draw_typed(target)
        self.speaker.draw(target)

    def _draw_slide(self, target: pygame.Surface) -> None:
        """What the audience sees."""
        if self.remote.veil is not None:
            target.fill(self.remote.veil)
            return
        slide = self.slide
        if slide.part is None:
            stage_sheets.draw_title(target, self.stage_metrics, slide, self.free_rect.right)
        elif slide.fight is not None and not self.asking_rules.busy:
            self.fights.draw(target, self.free_rect, self.stage_metrics, slide, self.at)
        else:
            self.view.draw(target)
            if self.view.board.kind == "hex":
                spots = {place: self.view.point_of(place) for place in slide.named}
                stage_panels.draw_numbers(target, self.layout.map, self.stage_metrics, spots, self.view.camera.scale)
            elif self.view.board.kind == "plane" and slide.part.game:
                self._draw_names(target)
            if not slide.bare:
                self._draw_panel(target, slide)
            self._turn.draw_tag(target, self.stage_metrics, slide, self.free_rect.right)
            stage_panels.draw_turn_to_move(target, self.layout.map, self.stage_metrics, yours=slide.yours)
        self.tools.draw(target, self.stage_metrics)
        if slide.part is not None:
            stage_panels.draw_caption(target, self.band, self.stage_metrics, self.caption, asks=slide.asks,
                              heavy=self.app.settings.projector, passed=self.games.passed(self.at))
            self.remote.draw_guess(target)
        stage_panels.draw_number(target, self.stage_metrics, self.at + 1)
        self.asking_rules.draw(target)

    def _draw_names(self, target: pygame.Surface) -> None:
        """The names of the bases of a game on a table, once everything lies still."""
        if not (self.stage.busy or self.glide.moving):
            found = named_bases(self.view, self.camera.told(self.slide))
            stage_panels.draw_names(target, self.free_rect, self.stage_metrics, self.view.theme, found)

    def _draw_panel(self, target: pygame.Surface, slide: Slide) -> None:
        """The card that a step lays over the map."""
        assert slide.frame is not None
        show, m, area = slide.frame.step.show, self.stage_metrics, self.free_rect
        if show.panel != "turn":
            before = self.slides[self.at - 1] if self.at else slide
            self.step_card.draw(target, area, m, slide, seen_before=before.bare)
        else:
            self._turn.draw_bar(target, area, m, slide.state)
