"""The sides of a unit that is pointed at: its hex-sides as whole, broken and dotted lines, a letter on each."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

import pygame

from game.i18n.words import headed, said
from game.ui.board.geometry import Geometry
from game.ui.board.marked import Arc
from game.ui.board.signs import Ruler
from game.ui.board.trace import dashes
from game.ui.counters.cardboard import rasterise
from game.ui.kit.camera import Point
from game.ui.kit.fonts import font
from game.ui.kit.notice import Told
from game.ui.kit.pictures import picture_cache

COLOURS = {"whole": "#ffd23c", "broken": "#ffffff", "dotted": "#ff8f6b"}
DARK = "#20150b"
THICK = 0.13
"""How thick the lines are, in the sheet's units; in pixels at least ``ARC_LEAST``."""
ARC_LEAST = 4
OUT = 1.24
"""How far from the middle of the unit's place the letters stand; 1 is on the border."""
SIGN, SIGN_LEAST = 0.5, 15
"""The height of a letter's plate in the sheet's units, and in pixels at least."""


def draw_arcs(surface: pygame.Surface, arcs: Sequence[Arc], ruler: Ruler, told: Told) -> None:
    """Draw every border that a unit's place shares with one beside it, and then the letters upon them."""
    scale, signs = ruler.camera.scale, []
    for arc in arcs:
        for beside in arc.beside:
            for start, end in borders(ruler.geometry, arc.place, beside):
                a, b = ruler.pixel(start), ruler.pixel(end)
                _line(surface, a, b, arc.line, scale)
                x, y = ruler.pixel(ruler.geometry.centre(arc.place))
                middle = x + OUT * ((a[0] + b[0]) / 2 - x), y + OUT * ((a[1] + b[1]) / 2 - y)
                signs.append((arc, middle))
    for arc, middle in signs:
        picture = letter_plate(said(arc.sign), arc.line, max(SIGN_LEAST, round(SIGN * scale)))
        told.append((surface.blit(picture, picture.get_rect(center=middle)), headed(said(arc.title))))


def borders(geometry: Geometry, place: str, beside: str) -> list[tuple[Point, Point]]:
    """The stretches of outline that two places share; none where the board does not know one of them."""
    if not (geometry.knows(place) and geometry.knows(beside)):
        return []
    theirs = {frozenset(edge) for edge in _edges(geometry.outline(beside))}
    return [edge for edge in _edges(geometry.outline(place)) if frozenset(edge) in theirs]


def _edges(outline: Sequence[Point]) -> list[tuple[Point, Point]]:
    points = [(round(x, 4), round(y, 4)) for x, y in outline]
    return list(zip(points, [*points[1:], points[0]], strict=True))


def _line(surface: pygame.Surface, a: tuple[int, int], b: tuple[int, int], line: str, scale: float) -> None:
    """A line of one of the three kinds, rimmed so that it is seen on any ground."""
    thick = max(ARC_LEAST, round(THICK * scale))
    rim = thick + max(2, thick // 2)
    (ax, ay), (bx, by) = a, b
    if line == "dotted":
        count = max(3, round(hypot(bx - ax, by - ay) / (2.6 * thick)))
        dots = [(ax + (bx - ax) * k / count, ay + (by - ay) * k / count) for k in range(count + 1)]
        for radius, colour in ((rim * 0.55, DARK), (thick * 0.5, COLOURS[line])):
            for dot in dots:
                pygame.draw.aacircle(surface, colour, dot, radius)
        return
    stretches = [(a, b)] if line == "whole" else dashes(a, b, 3.4 * thick)
    for width, colour in ((rim, DARK), (thick, COLOURS[line])):
        for start, end in stretches:
            pygame.draw.line(surface, colour, start, end, width)


@picture_cache(24)
def letter_plate(text: str, line: str, px: int) -> pygame.Surface:
    """A letter on a plate that is another shape for every kind of line: a square, a lozenge, a disc."""
    word = font("counter", max(11, round(px * 0.74))).render(text, True, DARK)
    wide = max(px, word.get_width() + round(px * 0.5))
    rim = f'fill="{COLOURS[line]}" stroke="{DARK}" stroke-width="{max(1.5, px * 0.09):.1f}"'
    edge = max(1.0, px * 0.06)
    w, h = wide - edge, px - edge
    box = f'<rect x="{edge}" y="{edge}" width="{w - edge:.1f}" height="{h - edge:.1f}" {rim}'
    cut = px * 0.28
    shape = {
        "whole": f'{box} rx="{px * 0.12:.1f}"/>',
        "broken": f'<path d="M{edge} {px / 2}L{cut:.1f} {edge}H{wide - cut:.1f}L{w} {px / 2}L{wide - cut:.1f} {h}'
                  f'H{cut:.1f}Z" {rim}/>',
        "dotted": f'{box} rx="{px / 2:.1f}"/>',
    }[line]
    picture = rasterise(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{px}" viewBox="0 0 {wide} {px}">{shape}</svg>',
        (wide, px))
    ink = word.get_bounding_rect()
    picture.blit(word, (round(wide / 2 - ink.centerx), round(px / 2 - ink.centery)))
    return picture.convert_alpha()
