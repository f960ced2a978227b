"""Hex numbers under the bar of a counter's front: they are printed at the foot of their hex, below the counter."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

import pygame

from game.board.board import Board
from game.board.hexgrid import HexBoard
from game.ui.board.overlays import Overlay
from game.ui.board.signs import Ruler
from game.ui.board.stacks import Stacks
from game.ui.sheets.hex_numbers import print_below
from game.ui.sheets.style import Style

CENTRED = 3
"""Pixels from the middle of its hex within which a counter lies there."""


def print_covered(
    surface: pygame.Surface, board: Board, style: Style, ruler: Ruler, stacks: Stacks, marks: Overlay
) -> None:
    """Print the numbers that bars lie over once more where they can be read; ``surface`` is the window's."""
    if isinstance(board, HexBoard):
        print_below(surface, board, ruler.camera, style, ruler.sharp, _covered(board, ruler, stacks, marks))


def _covered(board: HexBoard, ruler: Ruler, stacks: Stacks, marks: Overlay) -> Iterator[str]:
    """The hexes over whose number a bar lies: on a turned sheet, where numbers stand below the upper corner, those of
    counters in the middle that are seen to face straight up."""
    spots, widths = stacks.spots(), stacks.widths()
    facings = {counter.unit: counter.angle for counter, _, _ in stacks.lying()}
    for unit, (x, y) in spots.items():
        angle, place = marks.turned.get(unit, facings.get(unit)), stacks.place_of(unit)
        if not board.grid.turned or angle is None or place is None or widths.get(unit, 1.0) < 1.0:
            continue
        middle = ruler.camera.to_screen(board.centres[place])
        if hypot(x - middle[0], y - middle[1]) <= CENTRED and (angle + ruler.geometry.turn) % 360 == 0:
            yield place
