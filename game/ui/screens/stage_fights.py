"""Combats of a presentation, as large as the map; their pictures are kept."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pygame

from game.core.event import first_roll
from game.ui.board.places import plainly
from game.ui.cards.fight_stage import FightStage
from game.ui.dice import said as coins_said
from game.ui.dice.dice_layout import groups_of
from game.ui.dice.tray import Tray
from game.ui.kit.table import draw_table
from game.ui.kit.theme import Metrics
from game.ui.screens.map_screen import MapScreen
from game.ui.screens.slides import Slide

TUMBLE = 1.2
"""Seconds for which dice tumble."""
KEPT = 5
"""Pictures of combats that are kept."""


class StageFights:
    """Draws the combats of slides."""

    def __init__(self, screen: MapScreen) -> None:
        self._screen = screen
        self._kept: dict[int, pygame.Surface] = {}
        """The pictures of combats, by the numbers of their slides."""
        self._falling: tuple[object, pygame.Surface, pygame.Rect] | None = None
        """What lies around dice that tumble, and their tray."""

    def forget(self, first: int = 0) -> None:
        """Draw again what is shown from a slide on."""
        self._kept = {at: picture for at, picture in self._kept.items() if at < first}
        self._falling = None

    def draw(self, target: pygame.Surface, area: pygame.Rect, metrics: Metrics, slide: Slide, at: int) -> None:
        """The combat of a slide; its picture is kept, but for dice that tumble."""
        tray = self._screen.stage.tray
        if tray.busy:
            if self._falling is None or self._falling[0] != (at, area.size):
                self._falling = ((at, area.size), *self._picture(area, metrics, slide, tray))
            target.blit(self._falling[1], area)
            tray.draw(target, self._falling[2].move(area.topleft))
            return
        if at not in self._kept:
            self._keep(area, metrics, slide, at, tray)
        target.blit(self._kept[at], area)

    def prepare(self, area: pygame.Rect, metrics: Metrics, slide: Slide, at: int) -> bool:
        """Draw the combat of a slide before it is shown: it is there at once then. Whether there was one to draw."""
        if slide.fight is None or at in self._kept:
            return False
        tray = Tray(clock=lambda: 0)
        throw(tray, slide)
        tray.skip()
        self._keep(area, metrics, slide, at, tray)
        return True

    def _keep(self, area: pygame.Rect, metrics: Metrics, slide: Slide, at: int, tray: Tray) -> None:
        """Keep the picture of a combat, and few others."""
        picture, room = self._picture(area, metrics, slide, tray)
        if room:
            tray.draw(picture, room)
        self._kept[at] = picture
        for other in sorted(self._kept, key=lambda one: -abs(one - at))[:-KEPT]:
            del self._kept[other]

    def _picture(self, area: pygame.Rect, metrics: Metrics, slide: Slide, tray: Tray,
                 ) -> tuple[pygame.Surface, pygame.Rect]:
        """A combat on the table without its dice, and their tray; no room where none fall."""
        fight, rules = slide.fight, self._screen.rules
        assert fight is not None
        assert slide.frame is not None
        picture = pygame.Surface(area.size)
        draw_table(picture)
        counters = {each.unit: each for each in rules.counters(slide.frame.before)}
        stage = FightStage(picture, area, metrics, self._screen.theme, counters,
                           partial(plainly, rules.board(slide.frame.before)))
        if fight.fell is not None:
            return picture, stage.set_out(fight.preview, fight.rolled.meaning if fight.rolled is not None else "", tray)
        if fight.preview is not None:
            stage.tell(fight.preview, fight.shown, odds=fight.odds)
        return picture, pygame.Rect(0, 0, 0, 0)


def throw(tray: Tray, slide: Slide) -> None:
    """Let the dice of a slide fall, if they do."""
    fell = slide.fight.fell if slide.fight is not None else None
    if fell is None or slide.fight is None or slide.frame is None or slide.part is None:
        return
    rolled = first_roll(slide.frame.events)
    hits, due = rolled.hits if rolled is not None else None, coins_said.due(fell.roll)
    lines = coins_said.fell(slide.frame.events) if slide.fight.rolled is not None else due
    board = slide.part.rules.board(slide.frame.before)
    groups = tuple(replace(group, title=plainly(board, group.title)) for group in groups_of(
        fell.roll, fell.faces, hits))
    tray.roll_due(fell.roll.dice, fell.faces, lines, TUMBLE, due, groups)
