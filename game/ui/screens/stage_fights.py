"""Full-screen combats of a presentation, and drawing the neighbouring slides in advance while nothing moves."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

import pygame

from game.core.event import first_roll
from game.ui.board.places import plainly
from game.ui.cards.fight_stage import TRAY_FRAME, FightStage
from game.ui.dice.dice_layout import groups_of
from game.ui.dice.tray import Tray, pending_slip_text, result_slip_text
from game.ui.kit.camera import show_box
from game.ui.kit.paper import draw_table
from game.ui.kit.theme import Metrics
from game.ui.screens.map_screen import MapScreen
from game.ui.screens.slides import Slide

if TYPE_CHECKING:
    from game.ui.screens.presentation_screen import PresentationScreen

TUMBLE_SECONDS = 1.2
"""Seconds that dice tumble."""
CACHED_COMBATS = 5
"""Number of combat pictures cached, those of the nearest slides."""
TUMBLE_STEP = 1000 / 60
"""Milliseconds between the frames of tumbling dice drawn in advance. Chosen by hand."""
FRAME_BUDGET = 0.004
"""Seconds per frame for drawing in advance; the rest waits for the next frame. Chosen by hand."""


@dataclass(slots=True)
class StagedCombat:
    """The cached pictures of a combat."""

    sheet: pygame.Surface
    """The picture without dice."""
    room: pygame.Rect
    """Rectangle of the dice tray on it; empty without dice."""
    dice: pygame.Surface | None = None
    """Picture of the tray with the dice at rest, once drawn."""
    rehearsal: Tray | None = None
    """An invisible tray in which the dice tumble in advance, so that all pictures of their rotations are cached."""
    tumbled: float = 0.0
    """Milliseconds that the dice have tumbled in that tray."""


class StageFights:
    """Draws and caches the combats of slides. In its methods, ``number`` is the index of the slide, and ``area`` the
    part of the window for the combat."""

    def __init__(self, screen: MapScreen) -> None:
        self._screen = screen
        self._combats: dict[int, StagedCombat] = {}
        """Index of a slide -> cached pictures of its combat."""

    def forget(self, first: int = 0) -> None:
        """Discard the cached pictures, from a slide on."""
        self._combats = {number: combat for number, combat in self._combats.items() if number < first}

    def draw(self, target: pygame.Surface, area: pygame.Rect, metrics: Metrics, slide: Slide, number: int) -> None:
        """Draw a slide's combat from the cached picture; only tumbling dice are drawn again."""
        combat = self._combats.get(number) or self._cache_picture(area, metrics, slide, number)
        target.blit(combat.sheet, area)
        if not combat.room:
            return
        tray, room = self._screen.stage.tray, combat.room.move(area.topleft)
        tray.dice.frame_width = metrics.px(TRAY_FRAME)
        if tray.busy:
            tray.draw(target, room)
        else:
            target.blit(combat.dice or self._draw_dice_at_rest(combat, tray), room)

    def prepare(self, area: pygame.Rect, metrics: Metrics, slide: Slide, number: int, *, tumbles: bool) -> bool:
        """Draw part of a slide's combat in advance, so that it can be shown at once; return whether there was anything
        to draw.

        :param tumbles: whether its dice, if any, will tumble.
        """
        if slide.fight is None:
            return False
        combat = self._combats.get(number)
        if combat is None:
            self._cache_picture(area, metrics, slide, number)
        elif combat.room and combat.dice is None:
            self._draw_dice_at_rest(combat, self._tray(metrics, slide, number))
        else:
            return bool(combat.room) and tumbles and self._tumble_ahead(combat, metrics, slide, number)
        return True

    def _cache_picture(self, area: pygame.Rect, metrics: Metrics, slide: Slide, number: int) -> StagedCombat:
        """Draw and cache the picture of a combat, and discard those of the slides furthest from it."""
        combat = self._combats[number] = self._draw_sheet(area, metrics, slide, number)
        for other in sorted(self._combats, key=lambda cached: -abs(cached - number))[:-CACHED_COMBATS]:
            del self._combats[other]
        return combat

    def _draw_dice_at_rest(self, combat: StagedCombat, tray: Tray) -> pygame.Surface:
        """Draw and cache the tray of a combat with the dice at rest."""
        tray.skip()
        combat.dice = combat.sheet.subsurface(combat.room).copy()
        tray.draw(combat.dice, combat.dice.get_rect())
        return combat.dice

    def _tumble_ahead(self, combat: StagedCombat, metrics: Metrics, slide: Slide, number: int) -> bool:
        """Let the dice tumble invisibly for as many frames as ``FRAME_BUDGET`` allows; return whether any frame was
        drawn."""
        started, has_drawn = perf_counter(), False
        if combat.rehearsal is None:
            combat.rehearsal = self._tray(metrics, slide, number, clock=lambda: round(combat.tumbled))
        tray, unseen = combat.rehearsal, pygame.Surface((1, 1))
        # only for rolls whose frames the tray caches as it draws them
        while tray.busy and tray.has_cached_frames and perf_counter() - started < FRAME_BUDGET:
            combat.tumbled, has_drawn = combat.tumbled + TUMBLE_STEP, True
            tray.draw(unseen, combat.room)
        return has_drawn

    def _tray(self, metrics: Metrics, slide: Slide, number: int, clock: Callable[[], int] = lambda: 0) -> Tray:
        """A tray in which a slide's dice fall exactly as they will be seen."""
        tray = Tray(clock=clock)
        tray.dice.frame_width = metrics.px(TRAY_FRAME)
        throw_dice(tray, slide, number)
        return tray

    def _draw_sheet(self, area: pygame.Rect, metrics: Metrics, slide: Slide, number: int) -> StagedCombat:
        """Draw a combat's sheet of paper on the table, without its dice."""
        fight, rules = slide.fight, self._screen.rules
        assert fight is not None
        assert slide.frame is not None
        picture = pygame.Surface(area.size).convert()
        draw_table(picture)
        counters = {each.unit: each for each in rules.counters(slide.frame.before)}
        stage = FightStage(picture, area, metrics, self._screen.theme, counters,
                           partial(plainly, rules.board(slide.frame.before)))
        if fight.roll_result is not None:
            roll_event = first_roll(slide.frame.events)
            result = roll_event.meaning if roll_event is not None else ""
            return StagedCombat(picture, stage.print_roll(fight.preview, result, self._tray(metrics, slide, number),
                                                          rolled=fight.rolled is not None))
        if fight.preview is not None and fight.odds:
            stage.print_chances(fight.preview)
        elif fight.preview is not None:
            stage.print_arithmetic(fight.preview, fight.shown)
        return StagedCombat(picture, pygame.Rect(0, 0, 0, 0))


def throw_dice(tray: Tray, slide: Slide, number: int) -> None:
    """Throw a slide's dice, if it has any.

    :param number: index of the slide; the same number lets its dice fall in the same way each time.
    """
    roll_result = slide.fight.roll_result if slide.fight is not None else None
    if roll_result is None or slide.fight is None or slide.frame is None or slide.part is None:
        return
    roll_event = first_roll(slide.frame.events)
    hits, pending_text = roll_event.hits if roll_event is not None else None, pending_slip_text(roll_result.roll)
    lines = result_slip_text(slide.frame.events) if slide.fight.rolled is not None else pending_text
    board = slide.part.rules.board(slide.frame.before)
    groups = tuple(replace(group, title=plainly(board, group.title)) for group in groups_of(
        roll_result.roll, roll_result.faces, hits))
    tray.roll_pending(roll_result.roll.dice, roll_result.faces, lines, TUMBLE_SECONDS, pending_text, groups,
                      number=number)


KEY_DELAY = 0.15
"""Seconds after a key before drawing in advance, so that the key's own frame is not delayed. Chosen by hand."""


class SlidePreparation:
    """Draws the combats and map parts of the next and previous slides in advance. The slide in the direction of the
    last step is first. During a title slide, it draws the next slide's map."""

    def __init__(self, screen: PresentationScreen) -> None:
        self._screen = screen
        self._rested = 0.0
        """Seconds since the last change of slide."""
        self._map_slide = -1
        """Index of the slide whose map was prepared during the current title slide; -1: none."""
        self._current, self._direction = screen.at, 1
        """The index of the current slide, and the direction of the last step: 1 forward, -1 back."""

    def restart_timer(self) -> None:
        """Restart the timer for a new slide."""
        self._rested, self._map_slide = 0.0, -1
        number = self._screen.at
        if number != self._current:
            self._current, self._direction = number, 1 if number > self._current else -1

    def update(self, dt: float) -> None:
        """Advance by ``dt`` seconds while the presentation is the topmost screen, and draw some of what is missing."""
        screen = self._screen
        self._rested += dt
        if self._rested < KEY_DELAY or screen.stage.busy or screen.stage.tray.busy or screen.glide.moving:
            return
        if screen.slide.part is None:
            self._prepare_map(screen.at + 1)
        elif (settled := screen.view.tiles.settled) or screen.slide.fight is not None:  # a combat covers the map
            for number in (screen.at + self._direction, screen.at - self._direction):
                slide = screen.slides[number] if 0 <= number < len(screen.slides) else None
                if slide is not None and slide.part is screen.slide.part and (screen.fights.prepare(
                        screen.free_rect, screen.stage_metrics, slide, number, tumbles=number > screen.at)
                        or (settled and self._print_map(number))):
                    return

    def _print_map(self, number: int) -> bool:
        """Draw some of the map's tiles that a slide needs; return whether any were missing."""
        screen = self._screen
        camera = copy(screen.view.camera)
        show_box(camera, screen.camera.target(screen.slides, number))
        return screen.view.tiles.print_ahead(camera)

    def _prepare_map(self, number: int) -> None:
        """Prepare a slide's map during a title slide: show its part of the map once, then draw it unseen until all
        tiles are ready."""
        screen = self._screen
        slide = screen.slides[number] if number < len(screen.slides) else None
        if slide is None or slide.part is None or slide.frame is None:
            return
        if self._map_slide != number:
            self._map_slide = number
            screen.use_part(slide.part, slide.state)
            screen.show_position(slide.frame.before if slide.plays else slide.state)
            screen.look_at(screen.camera.target(screen.slides, number), at_once=True)
        if not screen.view.tiles.settled:
            screen.view.draw(pygame.Surface(screen.app.metrics.size))
