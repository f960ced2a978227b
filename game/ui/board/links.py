"""Links of the rules, drawn above the counters: stout arrows between neighbours for attacks that are declared, and
wires to whom the one in hand commands. Other links lie with the layers, on the ground."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot
from typing import NamedTuple

import pygame

from game.core.action import Action
from game.core.layer import Layer
from game.core.message import Text, say
from game.i18n.words import headed, said
from game.ui.board.layers import FROM, SHORT
from game.ui.board.overlays import RED
from game.ui.board.signs import Ruler
from game.ui.kit.fonts import font
from game.ui.kit.notice import Told
from game.ui.sheets.plane_geometry import PlaneGeometry

BACK, AHEAD = 0.36, 0.42
"""How far before and behind the middle between two places an arrow begins and ends, in the sheet's units."""
HEAD, WIDE, SHAFT = 0.42, 0.36, 0.14
"""The length of its head, half the width of that, and half the width of its shaft."""
LABEL, READABLE = 0.42, 13
"""The side of what is written at it, in the sheet's units; with fewer pixels it is left out."""
TABLE_LABEL = 1.1
"""The same on a table without a grid, so that it is read when the whole table is seen."""
RIM, PAPER = "#1b120a", "#fff6df"
COST = "#8d1f14"
"""The paper of what something costs."""
SIGN, NO_SIGN = "#ffd257", "#b8ad97"
"""The paper of the signs for less and more, and of one that does nothing now."""


def draw_attack_arrows(surface: pygame.Surface, layers: Iterable[Layer], ruler: Ruler, told: Told) -> None:
    """Draw the links of layers that are always shown, where their places are so near that counters hide them:
    not on a table without a grid, where they lie between front edges."""
    for layer in layers if not isinstance(ruler.geometry, PlaneGeometry) else ():
        for start, end in layer.links if layer.always and layer.line == "whole" else ():
            if not (ruler.geometry.knows(start) and ruler.geometry.knows(end)):
                continue
            (ax, ay), (bx, by) = ruler.geometry.centre(start), ruler.geometry.centre(end)
            length = hypot(bx - ax, by - ay)
            if 0 < length <= FROM + SHORT + HEAD:
                place = _arrow(surface, ((ax + bx) / 2, (ay + by) / 2), ((bx - ax) / length, (by - ay) / length), ruler)
                told.append((place, headed(said(layer.title))))
    for number in _numbers(layers, ruler):
        _draw_number(surface, number, told)


class Number(NamedTuple):
    """What is written at a link, and the actions that make it less and more."""

    words: str
    at: pygame.Rect
    less: Action | None
    more: Action | None
    counts: bool
    """Whether it is how many; else what something costs, e.g. an enemy that is left out."""
    title: Text
    """What it belongs to."""

    @property
    def steps(self) -> bool:
        """Whether there are signs for less and more beside it."""
        return self.less is not None or self.more is not None

    @property
    def signs(self) -> tuple[tuple[str, pygame.Rect, Action | None], ...]:
        """Both signs, where they lie and what they do."""
        width = self.at.width
        return ("\N{MINUS SIGN}", self.at.move(-width, 0), self.less), ("+", self.at.move(width, 0), self.more)

    @property
    def whole(self) -> pygame.Rect:
        """Where it lies with its signs."""
        return self.at.inflate(2 * self.at.width, 0)


def _numbers(layers: Iterable[Layer], ruler: Ruler) -> Iterator[Number]:
    side = round((TABLE_LABEL if isinstance(ruler.geometry, PlaneGeometry) else LABEL) * ruler.camera.scale)
    for layer in layers:
        if not (layer.always and layer.labels) or side < READABLE:
            continue
        every = layer.steps or ((None, None),) * len(layer.links)
        for (start, end), words, steps in zip(layer.links, layer.labels, every, strict=True):
            if words and ruler.geometry.knows(start) and ruler.geometry.knows(end):
                (ax, ay), (bx, by) = ruler.geometry.centre(start), ruler.geometry.centre(end)
                rect = pygame.Rect(0, 0, side, side)
                rect.center = ruler.pixel(((ax + bx) / 2, (ay + by) / 2))
                yield Number(said(words), rect, *steps, layer.line == "whole", layer.title)


def number_at(layers: Iterable[Layer], ruler: Ruler, pos: tuple[int, int]) -> Number | None:
    """The number under a point of the window that can be changed there, its signs included."""
    return next((number for number in _numbers(layers, ruler) if number.steps and number.whole.collidepoint(pos)), None)


def _arrow(surface: pygame.Surface, middle: tuple[float, float], way: tuple[float, float], ruler: Ruler
           ) -> pygame.Rect:
    """An arrow red as the rings of those attacked, with a light and a dark rim, so that it is seen on every counter.
    Returns the pixels that it takes."""
    (mx, my), (ux, uy) = middle, way
    outline = ((-BACK, SHAFT), (AHEAD - HEAD, SHAFT), (AHEAD - HEAD, WIDE), (AHEAD, 0.0), (AHEAD - HEAD, -WIDE),
               (AHEAD - HEAD, -SHAFT), (-BACK, -SHAFT))
    points = [ruler.pixel((mx + ux * along - uy * across, my + uy * along + ux * across)) for along, across in outline]
    thin = max(1, round(0.03 * ruler.camera.scale))
    pygame.draw.polygon(surface, "#fff6df", points, 4 * thin)
    pygame.draw.polygon(surface, RED, points)
    pygame.draw.polygon(surface, RIM, points, thin)
    pygame.draw.aalines(surface, RIM, True, points)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return pygame.Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _draw_number(surface: pygame.Surface, number: Number, told: Told) -> None:
    """A small square like a die with what is written at a link, between signs for less and more."""
    title = headed(said(number.title))
    told.append((number.at, say("{title}: {number}", title=title, number=number.words)))
    for words, box, _ in number.signs if number.steps else ():
        told.append((box, say("One more") if words == "+" else say("One less")))
    for words, box, action in number.signs if number.steps else ():
        _square(surface, words, box, SIGN if action is not None else NO_SIGN)
    if number.counts:
        _square(surface, number.words, number.at, PAPER)
    else:
        _square(surface, number.words, number.at.inflate(number.at.width // 3, 0), COST, PAPER)


def _square(surface: pygame.Surface, words: str, box: pygame.Rect, paper: str, ink: str = RIM) -> None:
    side = box.height
    pygame.draw.rect(surface, paper, box, border_radius=side // 5)
    pygame.draw.rect(surface, RIM, box, max(1, side // 12), border_radius=side // 5)
    print_ = font("counter", round(side * 0.82)).render(words, True, ink)
    surface.blit(print_, print_.get_rect(center=box.center))


CLEAR = 0.34
"""How far from the middles of its places a wire begins and ends, in the sheet's units: at the counters' edges."""
RING = 0.09
"""The radius of the ring at its end."""
WIRE = "#f3d27a"


def draw_lines_of_command(surface: pygame.Surface, layers: Iterable[Layer], ruler: Ruler, told: Told) -> None:
    """Draw the links of layers that are shown for the unit in hand."""
    geometry, scale = ruler.geometry, ruler.camera.scale
    thin, ring = max(2, round(0.05 * scale)), max(4, round(RING * scale))
    for layer in layers:
        for start, end in layer.links if layer.in_hand else ():
            if not (geometry.knows(start) and geometry.knows(end)):
                continue
            (ax, ay), (bx, by) = geometry.centre(start), geometry.centre(end)
            length = hypot(bx - ax, by - ay)
            if length <= 2 * CLEAR:
                continue
            ux, uy = (bx - ax) / length * CLEAR, (by - ay) / length * CLEAR
            first, last = ruler.pixel((ax + ux, ay + uy)), ruler.pixel((bx - ux, by - uy))
            pygame.draw.line(surface, RIM, first, last, thin + 2)
            pygame.draw.line(surface, WIRE, first, last, thin)
            pygame.draw.circle(surface, RIM, last, ring + 1)
            pygame.draw.circle(surface, WIRE, last, ring)
            told.append((pygame.Rect(0, 0, 3 * ring, 3 * ring).move(last[0] - 3 * ring // 2, last[1] - 3 * ring // 2),
                         headed(said(layer.title))))
