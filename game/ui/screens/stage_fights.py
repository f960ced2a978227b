"""Combats over the whole picture of a presentation, and what is drawn ahead while nothing moves."""

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
from game.ui.cards.fight_stage import FRAME, FightStage
from game.ui.dice import tray as coins_said
from game.ui.dice.dice_layout import groups_of
from game.ui.dice.tray import Tray
from game.ui.kit.camera import look
from game.ui.kit.paper import draw_table
from game.ui.kit.theme import Metrics
from game.ui.screens.map_screen import MapScreen
from game.ui.screens.slides import Slide

if TYPE_CHECKING:
    from game.ui.screens.presenting import Presenting

TUMBLE = 1.2
"""Seconds for which dice tumble."""
KEPT = 5
"""Pictures of combats that are kept."""
MOMENT = 1000 / 60
"""Milliseconds from one moment of tumbling dice that is drawn before they are shown to the next. Chosen."""
BUDGET = 0.004
"""Seconds after which the rest of them are left to the next frame. Chosen."""


@dataclass(slots=True)
class StagedCombat:
    """The picture of a combat."""

    sheet: pygame.Surface
    """All of it without dice."""
    room: pygame.Rect
    """Where the tray lies on it; nowhere without dice."""
    dice: pygame.Surface | None = None
    """What is seen there once the dice are at rest, as soon as it has been drawn."""
    trial: Tray | None = None
    """A tray in which they tumble unseen, so that the pictures of all their turns are kept."""
    tumbled: float = 0.0
    """Milliseconds for which they have done so."""


class StageFights:
    """Draws the combats of slides."""

    def __init__(self, screen: MapScreen) -> None:
        self._screen = screen
        self._kept: dict[int, StagedCombat] = {}
        """The pictures of combats, by the numbers of their slides."""

    def forget(self, first: int = 0) -> None:
        """Draw again what is shown from a slide on."""
        self._kept = {at: combat for at, combat in self._kept.items() if at < first}

    def draw(self, target: pygame.Surface, area: pygame.Rect, metrics: Metrics, slide: Slide, at: int) -> None:
        """The combat of a slide; its picture is kept, but for dice that tumble."""
        combat = self._kept.get(at) or self._keep(area, metrics, slide, at)
        target.blit(combat.sheet, area)
        if not combat.room:
            return
        tray, room = self._screen.stage.tray, combat.room.move(area.topleft)
        tray.dice.frame = metrics.px(FRAME)
        if tray.busy:
            tray.draw(target, room)
        else:
            target.blit(combat.dice or self._at_rest(combat, tray), room)

    def prepare(self, area: pygame.Rect, metrics: Metrics, slide: Slide, at: int, *, falls: bool) -> bool:
        """Draw a part of the combat of a slide before it is shown: it is there at once then. Whether there was one to
        draw.

        :param falls: whether its dice will tumble, if it has any.
        """
        if slide.fight is None:
            return False
        combat = self._kept.get(at)
        if combat is None:
            self._keep(area, metrics, slide, at)
        elif combat.room and combat.dice is None:
            self._at_rest(combat, self._tray(metrics, slide, at))
        else:
            return bool(combat.room) and falls and self._rehearse(combat, metrics, slide, at)
        return True

    def _keep(self, area: pygame.Rect, metrics: Metrics, slide: Slide, at: int) -> StagedCombat:
        """Keep the picture of a combat, and few others."""
        combat = self._kept[at] = self._picture(area, metrics, slide, at)
        for other in sorted(self._kept, key=lambda one: -abs(one - at))[:-KEPT]:
            del self._kept[other]
        return combat

    def _at_rest(self, combat: StagedCombat, tray: Tray) -> pygame.Surface:
        """Keep what is seen of a combat where the dice in a tray lie."""
        tray.skip()
        combat.dice = combat.sheet.subsurface(combat.room).copy()
        tray.draw(combat.dice, combat.dice.get_rect())
        return combat.dice

    def _rehearse(self, combat: StagedCombat, metrics: Metrics, slide: Slide, at: int) -> bool:
        """Let dice tumble unseen for some moments; whether any were left."""
        started, left = perf_counter(), False
        if combat.trial is None:
            combat.trial = self._tray(metrics, slide, at, clock=lambda: round(combat.tumbled))
        unseen = pygame.Surface((1, 1))
        while combat.trial.busy and combat.trial.crowded and perf_counter() - started < BUDGET:
            combat.tumbled, left = combat.tumbled + MOMENT, True
            combat.trial.draw(unseen, combat.room)
        return left

    def _tray(self, metrics: Metrics, slide: Slide, at: int, clock: Callable[[], int] = lambda: 0) -> Tray:
        """One into which the dice of a slide fall as they do where they are seen."""
        tray = Tray(clock=clock)
        tray.dice.frame = metrics.px(FRAME)
        throw(tray, slide, at)
        return tray

    def _picture(self, area: pygame.Rect, metrics: Metrics, slide: Slide, at: int) -> StagedCombat:
        """A combat on the table without its dice."""
        fight, rules = slide.fight, self._screen.rules
        assert fight is not None
        assert slide.frame is not None
        picture = pygame.Surface(area.size).convert()
        draw_table(picture)
        counters = {each.unit: each for each in rules.counters(slide.frame.before)}
        stage = FightStage(picture, area, metrics, self._screen.theme, counters,
                           partial(plainly, rules.board(slide.frame.before)))
        if fight.fell is not None:
            rolled = first_roll(slide.frame.events)
            return StagedCombat(picture, stage.set_out(fight.preview, rolled.meaning if rolled is not None else "",
                                                 self._tray(metrics, slide, at), told=fight.rolled is not None))
        if fight.preview is not None:
            stage.tell(fight.preview, fight.shown, odds=fight.odds)
        return StagedCombat(picture, pygame.Rect(0, 0, 0, 0))


def throw(tray: Tray, slide: Slide, at: int) -> None:
    """Let the dice of a slide fall, if they do.

    :param at: the number of the slide: they fall in the same way whenever it is shown.
    """
    fell = slide.fight.fell if slide.fight is not None else None
    if fell is None or slide.fight is None or slide.frame is None or slide.part is None:
        return
    rolled = first_roll(slide.frame.events)
    hits, due = rolled.hits if rolled is not None else None, coins_said.due(fell.roll)
    lines = coins_said.fell(slide.frame.events) if slide.fight.rolled is not None else due
    board = slide.part.rules.board(slide.frame.before)
    groups = tuple(replace(group, title=plainly(board, group.title)) for group in groups_of(
        fell.roll, fell.faces, hits))
    tray.roll_due(fell.roll.dice, fell.faces, lines, TUMBLE, due, groups, number=at)


REST = 0.15
"""Seconds after which what comes next is drawn: not in the frame of a key. Chosen."""


class Ahead:
    """Draws the combats of the next slide and the one before, and what they show of the map; behind a title the map."""

    def __init__(self, screen: Presenting) -> None:
        self._screen = screen
        self._rested = 0.0
        """Seconds since a slide came."""
        self._laid = -1
        """The slide whose map lies behind the title that is shown."""

    def turned(self) -> None:
        """A slide is shown from now on."""
        self._rested, self._laid = 0.0, -1

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass while nothing lies above the presentation."""
        screen = self._screen
        self._rested += dt
        if self._rested < REST or screen.stage.busy or screen.stage.tray.busy or screen.glide.moving:
            return
        if screen.slide.part is None:
            self._lay_map(screen.at + 1)
        elif screen.view.tiles.settled:
            for at in (screen.at + 1, screen.at - 1):
                slide = screen.slides[at] if 0 <= at < len(screen.slides) else None
                if slide is not None and slide.part is screen.slide.part and (screen.fights.prepare(
                        screen.free_rect, screen.stage_metrics, slide, at, falls=at > screen.at)
                        or self._print_sheet(at)):
                    return

    def _print_sheet(self, at: int) -> bool:
        """Print some of what a slide shows of the sheet; whether any was missing."""
        screen = self._screen
        camera = copy(screen.view.camera)
        look(camera, screen.camera.target(screen.slides, at))
        return screen.view.tiles.print_ahead(camera)

    def _lay_map(self, at: int) -> None:
        """Lay the map of a slide behind the title, and draw it until it is printed."""
        screen = self._screen
        slide = screen.slides[at] if at < len(screen.slides) else None
        if slide is None or slide.part is None or slide.frame is None:
            return
        if self._laid != at:
            self._laid = at
            screen.take(slide.part, slide.state)
            screen.lay(slide.frame.before if slide.plays else slide.state)
            screen.look_at(screen.camera.target(screen.slides, at), at_once=True)
        if not screen.view.tiles.settled:
            screen.view.draw(pygame.Surface(screen.app.metrics.size))
