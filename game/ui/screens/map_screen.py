"""A screen with a map, on which a game is played, watched, told or presented; its camera follows what is told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any

import pygame

from game.core.contract import System
from game.core.event import Event
from game.core.objective import NONE, Objectives
from game.core.rules import ScenarioInfo
from game.core.theme import Theme
from game.ui.app.screen import Host
from game.ui.app.settings import Settings
from game.ui.board.trace import left_by
from game.ui.board.view import BoardView
from game.ui.cards import stage_panels
from game.ui.cards.stage_panels import StagePanel
from game.ui.kit.camera import Box, Glide
from game.ui.kit.theme import COLUMN, Metrics
from game.ui.play.stage import Stage
from game.ui.screens.game_layout import MapLayout
from game.ui.screens.keys import things_of
from game.ui.screens.slides import Slide
from game.ui.screens.step_camera import StepCamera

TOLD = 0.8
"""Units of the sheet around a place that is told which no card covers. Chosen."""


class MapScreen(MapLayout):
    """The map, its dice and its camera. Games, replays, examples, presentations and the editor differ in who acts."""

    wide = 1.0
    """How many times as much of the sheet as in a presentation is seen at least where a step is shown."""

    def __init__(self, app: Host, rules: System[Any], info: ScenarioInfo, first: Any) -> None:
        """:param rules: filtered for the viewer.
        :param first: the state that is shown first.
        """
        super().__init__(app)
        self._rules, self.info = rules, info
        self._switches = copy(app.settings)
        self.glide = Glide()
        """The map on its way to what is told."""
        self.camera = StepCamera(self)
        self.step_card: StagePanel | None = None
        """The card that was laid over the map last."""
        self._step_card_of: object = None
        """What it was drawn from."""
        self._set_out(first)

    def _set_out(self, state: Any) -> None:
        """Make the map of a state's board, and what plays out on it."""
        board = self._rules.board(state)
        self.view = BoardView(board, self.theme, turned=self.lies_turned(self._rules.name, board, first=True))
        self.view.follows = self.app.settings.follow_action
        self.stage = Stage(self.view, self.app.sounds)

    def lay_out_map(self) -> None:
        super().lay_out_map()
        self.view.uncovered = lambda: (self.in_view(self.map_rect), self.covering)

    @property
    def rules(self) -> System[Any]:
        return self._rules

    @property
    def theme(self) -> Theme:
        """How map and counters look here."""
        return self._rules.theme

    @property
    def switches(self) -> Settings:
        return self._switches

    @property
    def aims(self) -> Objectives:
        return self.stage.aims

    @property
    def covering(self) -> list[pygame.Rect]:
        """What lies on the map beside a drawer, in window pixels."""
        return []

    @property
    def speed(self) -> float:
        """How many times as fast as usual it plays."""
        return self.app.settings.watching_speed

    @property
    def moving(self) -> bool:
        return True

    @property
    def things(self) -> frozenset[str]:
        return things_of(self.rules)

    def lay(self, state: Any) -> None:
        """Show a position on the map."""
        self.stage.lay(self.rules, state)

    def look_at(self, box: Box | None, *, at_once: bool) -> None:
        """Move the map to a part of the sheet; None: to the whole sheet."""
        self.glide.to(self.view.camera, box, at_once=at_once or self.app.settings.reduced_motion)

    def spots_told(self, slide: Slide) -> list[pygame.Rect]:
        """Where the places that a slide is about lie in the window once the map has come to rest."""
        camera, side = self.view.camera, 2 * TOLD
        scale, (x, y) = self.glide.end(camera)
        places = dict.fromkeys((*self.camera.told(slide), *slide.landmarks))
        points = (self.view.geometry.centre(place) for place in places)
        return [pygame.Rect(round(camera.rect.centerx + (px - x - TOLD) * scale),
                            round(camera.rect.centery + (py - y - TOLD) * scale), round(side * scale),
                            round(side * scale)) for px, py in points]

    def draw_step_card(self, target: pygame.Surface, area: pygame.Rect, metrics: Metrics, slide: Slide, *,
                   seen_before: bool) -> None:
        """Draw the card that a step lays over the map, where it covers nothing that is told.

        :param seen_before: whether the places were shown on a slide of their own: what counts for victory may cover
            them then; else it is left out where there is no room beside them.
        """
        if slide.frame is None or slide.frame.step.show.panel not in ("counter", "objectives"):
            self.step_card = self._step_card_of = None
            return
        show, spots = slide.frame.step.show, self.spots_told(slide)
        counter = self.view.counters.get(show.units[0]) if show.panel == "counter" else None
        aims = self.stage.aims if show.panel == "objectives" else None
        key = self.theme, metrics, tuple(area), tuple(map(tuple, spots)), counter, aims, seen_before
        if key != self._step_card_of:
            self.step_card, self._step_card_of = None, key
            if counter is not None:
                self.step_card = stage_panels.counter_panel(area, metrics, self.theme, counter, spots)
            elif aims is not None:
                self.step_card = stage_panels.objectives_panel(area, metrics, self.theme, aims, spots,
                                                               always=seen_before)
        if self.step_card is not None:
            target.blit(*self.step_card)

    def bring(self, places: Sequence[str]) -> None:
        """Bring into view where something happened."""
        self.view.show_all(places)

    def leave_trace(self, before: Any, events: Iterable[Event]) -> None:
        """Leave on the map what was done last: arrows, and counters struck out.

        :param before: the position before that.
        """
        self.view.set_trace(left_by(events, {counter.unit: counter.seat for counter in self.rules.counters(before)}))

    def obey(self) -> None:
        """Show and move everything as the player has set it."""
        self.stage.obey(self.app.settings, self.switches, self.speed)

    def update(self, dt: float, top: bool) -> None:
        self.pass_time(dt, top)
        super().update(dt, top)

    def pass_time(self, dt: float, top: bool) -> None:
        """Let seconds pass on the map.

        :param top: whether no other screen lies above.
        """
        self.glide.update(dt)
        self.view.way = self.glide.way
        self.obey()
        self.view.update(dt)
        if not self.glide.moving:
            self.stage.update(dt)


class EditingScreen(MapScreen):
    """The map beside one panel, with neither turn track nor objectives: something is set up or written there."""

    @property
    def aims(self) -> Objectives:
        return NONE

    @property
    def strip_rect(self) -> pygame.Rect:
        m = self.app.metrics
        return pygame.Rect(0, m.height, m.width, 0)

    @property
    def column_rect(self) -> pygame.Rect:
        m = self.app.metrics
        width = min(m.column, m.width // COLUMN)
        return pygame.Rect(m.width - width, 0, width, m.height)

    @property
    def track_rect(self) -> pygame.Rect:
        return pygame.Rect(0, 0, self.column_rect.left, 0)
