"""Whom the one in hand commands, or can see: thin wires from counter to counter, above them, each to a small ring."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

import pygame

from game.core.layer import Layer
from game.i18n.words import headed, said
from game.ui.board.signs import Ruler
from game.ui.kit.tip import Told

CLEAR = 0.34
"""How far from the middles of its places a wire begins and ends, in the sheet's units: at the counters' edges."""
RING = 0.09
"""The radius of the ring at its end."""
WIRE, RIM = "#f3d27a", "#1b120a"


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
