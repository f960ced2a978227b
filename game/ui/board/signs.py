"""What is marked on the places of a board: reach with its cost, refusal, cursor, hint, and the way to go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.core.message import Text, say, several
from game.i18n.words import headed, said
from game.ui.board import overlays
from game.ui.board.counters import stretched
from game.ui.board.geometry import Geometry
from game.ui.board.keycap import keycap
from game.ui.board.overlays import Overlay
from game.ui.board.path_arrow import arrow
from game.ui.board.place_signs import PlaceSigns
from game.ui.kit.camera import Camera, Point
from game.ui.kit.tip import Told

STAMP = 0.56
"""The height of a stamped word, in the sheet's units."""
PART = 0.46
"""And that of the words that say how many can go somewhere."""
SHORT = 0.34
"""How far before a chip an arrow ends, in the sheet's units."""


BOLD = 1.5
"""How many times as bold the arrow of a way is on a projector. Chosen by eye."""


@dataclass(frozen=True, slots=True)
class Ruler:
    """How places of the sheet become pixels of the window."""

    geometry: Geometry
    camera: Camera
    sharp: float
    """Pixels a unit at which pictures are cut."""

    @property
    def stretch(self) -> float:
        return self.camera.scale / self.sharp

    def pixel(self, point: Point) -> tuple[int, int]:
        """The window pixel of a point of the sheet."""
        x, y = self.camera.to_screen(point)
        return round(x), round(y)


def draw_places(surface: pygame.Surface, marks: Overlay, signs: PlaceSigns, ruler: Ruler) -> None:
    """Draw the signs of places and the path, below the counters."""
    geometry = ruler.geometry
    wanted = [("partly" if place in marks.parts else "reach", place) for place in marks.reach]
    wanted += [("hint", place) for place in marks.hint]
    wanted += [("refused", marks.refused or ""), ("cursor", marks.cursor or "")]
    for kind, place in wanted:
        if geometry.knows(place):
            picture, (dx, dy) = signs.picture(kind, place, ruler.sharp)
            picture = stretched(picture, ruler.stretch)
            x, y = geometry.centre(place)
            surface.blit(picture, picture.get_rect(center=ruler.pixel((x + dx, y + dy))))
    if sum(map(geometry.knows, marks.path)) > 1:
        end = marks.path[-1]
        short = SHORT if marks.reach.get(end) is not None or end in marks.keys else 0.0
        points = tuple(ruler.pixel(geometry.centre(place)) for place in marks.path if geometry.knows(place))
        bold = BOLD if signs.bold else 1.0
        surface.blit(*arrow(points, ruler.camera.scale * bold, short / bold, overlays.DEEP if signs.bold else
                            overlays.BLUE))


def draw_costs(
    surface: pygame.Surface, marks: Overlay, ruler: Ruler, at: Callable[[str], tuple[int, int] | None],
    key_at: Callable[[str, float], tuple[int, int] | None], told: Told,
) -> None:
    """Draw what it costs to reach places, or the keys that go there; ``at`` gives a chip's window pixel where it is not
    the place's centre, and ``key_at`` that of a key so many pixels wide."""
    for place, cost in marks.reach.items():
        if cost is not None and ruler.geometry.knows(place):
            picture = stretched(overlays.chip(str(cost), ruler.sharp), ruler.stretch)
            middle = at(place) or ruler.pixel(ruler.geometry.centre(place))
            told.append((surface.blit(picture, picture.get_rect(center=middle)), several(
                "Moving there costs {count} movement point", "Moving there costs {count} movement points", cost)))
    for place, number in marks.keys.items():
        if ruler.geometry.knows(place):
            picture = stretched(keycap(number, ruler.sharp), ruler.stretch)
            middle = key_at(place, picture.get_width()) or ruler.pixel(ruler.geometry.centre(place))
            told.append((surface.blit(picture, picture.get_rect(center=middle)),
                         say("Key {number}: choose this", number=number)))
    below: list[tuple[str, str, str, str, Text]] = [
        (place, words, overlays.BLUE, "#eaf4ff", say("Of the units in hand, {number} can go there", number=words))
        for place, words in marks.parts.items()]
    below += [(place, words, overlays.RED, "#fff1ec", say("The best shot from there hits with {chance}", chance=words))
              for place, words in marks.hits.items()]
    for place, words, ink, paper, meaning in below:
        if ruler.geometry.knows(place):
            px = max(16, round(PART * ruler.sharp))
            picture = stretched(overlays.stamp(words, px, ink, paper), ruler.stretch)
            x, y = at(place) or ruler.pixel(ruler.geometry.centre(place))
            told.append((surface.blit(picture, picture.get_rect(center=(x, y + round(STAMP * ruler.camera.scale)))),
                         meaning))


def draw_stamps(
    surface: pygame.Surface, marks: Overlay, ruler: Ruler, at: Callable[[str], tuple[int, int] | None], told: Told
) -> None:
    """Draw the words stamped on places, e.g. on those without room; ``at`` as for costs, which lie above them."""
    for place, word in marks.stamps.items():
        if ruler.geometry.knows(place):
            picture = stretched(overlays.stamp(said(word).upper(), max(16, round(STAMP * ruler.sharp))), ruler.stretch)
            x, y = at(place) or ruler.pixel(ruler.geometry.centre(place))
            told.append((surface.blit(picture, picture.get_rect(center=(x, y + round(STAMP * ruler.camera.scale)))),
                         headed(said(word))))
