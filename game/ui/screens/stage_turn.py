"""Which turn it is in a presentation: a tag while a game is told, and the bar of turns and phases of a lesson."""

from __future__ import annotations

from typing import Any

import pygame

from game.core.message import joined, say
from game.ui.cards.stage_panels import TRACK
from game.ui.cards.turntrack import HEIGHT, TurnTrack
from game.ui.kit.theme import Metrics
from game.ui.screens import stage_sheets
from game.ui.screens.map_screen import MapScreen
from game.ui.screens.slides import Slide

BESIDE = 0.6
"""Units of the sheet from the middle of a counter to what covers a part of it. Chosen."""


class StageTurn:
    """Draws tag and bar."""

    def __init__(self, screen: MapScreen) -> None:
        self._screen = screen
        self._track = TurnTrack()

    def draw_tag(self, target: pygame.Surface, metrics: Metrics, slide: Slide, right: int) -> None:
        """Where an action of a game is told, which turn it is, and whose.

        :param right: the pixel at which its room ends.
        """
        part, frame = slide.part, slide.frame
        if part is None or frame is None or not part.game or slide.turn is not None or frame.step.show.panel:
            return
        rules, last = self._screen.rules, self._screen.info.turns
        prompt = rules.prompt(frame.before)
        name = self._screen.theme.turn
        turn = (say("{name} {turn} of {last}", name=name, turn=prompt.turn, last=last) if last is not None
                else say("{name} {turn}", name=name, turn=prompt.turn))
        told = joined((turn, self._screen.theme.side_title(prompt.place[0])), ", ")
        stage_sheets.draw_tag(target, metrics, told, right)

    def draw_bar(self, target: pygame.Surface, area: pygame.Rect, metrics: Metrics, state: Any) -> None:
        """The turns and the phases, at the upper edge of an area, or at the lower one where that hides fewer
        counters."""
        rules, screen = self._screen.rules, self._screen
        upper = pygame.Rect(area.x, area.y, area.width, metrics.px(TRACK * HEIGHT))
        lower = upper.move(0, area.height - upper.height)
        room = lower if self._covered(lower) < self._covered(upper) else upper
        prompt = rules.prompt(state)
        self._track.draw(target, room, metrics.at(TRACK * metrics.scale), screen.theme, screen.info.turns, prompt.turn,
                         tuple(rules.phases(state)), prompt.place)

    def _covered(self, room: pygame.Rect) -> int:
        """How many counters lie in a part of the window, once the map has come to rest."""
        view, camera = self._screen.view, self._screen.view.camera
        scale, (x, y) = self._screen.glide.end(camera)
        near = room.inflate(0, round(2 * BESIDE * scale))
        centres = (view.geometry.centre(counter.place) for counter in view.counters.values()
                   if counter.place and view.geometry.knows(counter.place))
        return sum(near.collidepoint(camera.rect.centerx + (px - x) * scale, camera.rect.centery + (py - y) * scale)
                   for px, py in centres)
