"""What has been declared, from neighbour to neighbour: stout arrows across their border, above the counters, as long as
it stands. Links between places farther apart are drawn with the other layers, on the ground."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

import pygame

from game.core.layer import Layer
from game.ui.board.layers import FROM, SHORT
from game.ui.board.overlays import RED
from game.ui.board.signs import Ruler
from game.ui.kit.fonts import font
from game.words import said

BACK, AHEAD = 0.36, 0.42
"""How far before and behind the middle between two places an arrow begins and ends, in the sheet's units."""
HEAD, WIDE, SHAFT = 0.42, 0.36, 0.14
"""The length of its head, half the width of that, and half the width of its shaft."""
LABEL, READABLE = 0.42, 13
"""The side of what is written at it, in the sheet's units; with fewer pixels it is left out."""
RIM = "#1b120a"


def draw_attack_arrows(surface: pygame.Surface, layers: Iterable[Layer], ruler: Ruler) -> None:
    """Draw the links of layers that are always shown, where their places are so near that counters hide them."""
    for layer in layers:
        for number, (start, end) in enumerate(layer.links if layer.always else ()):
            if not (ruler.geometry.knows(start) and ruler.geometry.knows(end)):
                continue
            (ax, ay), (bx, by) = ruler.geometry.centre(start), ruler.geometry.centre(end)
            length = hypot(bx - ax, by - ay)
            middle = (ax + bx) / 2, (ay + by) / 2
            if 0 < length <= FROM + SHORT + HEAD:
                ux, uy = (bx - ax) / length, (by - ay) / length
                _arrow(surface, middle, (ux, uy), ruler)
            if layer.labels and layer.labels[number] and LABEL * ruler.camera.scale >= READABLE:
                _label(surface, said(layer.labels[number]), ruler.pixel(middle), ruler.camera.scale)


def _arrow(surface: pygame.Surface, middle: tuple[float, float], way: tuple[float, float], ruler: Ruler) -> None:
    """An arrow red as the rings of those attacked, with a light and a dark rim, so that it is seen on every counter."""
    (mx, my), (ux, uy) = middle, way
    outline = ((-BACK, SHAFT), (AHEAD - HEAD, SHAFT), (AHEAD - HEAD, WIDE), (AHEAD, 0.0), (AHEAD - HEAD, -WIDE),
               (AHEAD - HEAD, -SHAFT), (-BACK, -SHAFT))
    points = [ruler.pixel((mx + ux * along - uy * across, my + uy * along + ux * across)) for along, across in outline]
    thin = max(1, round(0.03 * ruler.camera.scale))
    pygame.draw.polygon(surface, "#fff6df", points, 4 * thin)
    pygame.draw.polygon(surface, RED, points)
    pygame.draw.polygon(surface, RIM, points, thin)
    pygame.draw.aalines(surface, RIM, True, points)


def _label(surface: pygame.Surface, words: str, at: tuple[int, int], scale: float) -> None:
    """A small square like a die with what is written at a link."""
    side = round(LABEL * scale)
    box = pygame.Rect(0, 0, side, side)
    box.center = at
    pygame.draw.rect(surface, "#fff6df", box, border_radius=side // 5)
    pygame.draw.rect(surface, RIM, box, max(1, side // 12), border_radius=side // 5)
    print_ = font("counter", round(side * 0.82)).render(words, True, RIM)
    surface.blit(print_, print_.get_rect(center=box.center))
