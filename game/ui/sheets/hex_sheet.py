"""A map sheet: paper, ink and lettering, printed in any part and at any size."""

from __future__ import annotations

from random import Random

import pygame

from game.board.hexgrid import HexBoard, centre
from game.core.theme import Theme
from game.ui.kit.camera import Box
from game.ui.kit.texture import blank, texture
from game.ui.sheets.frame import Layout, frame, lay_out
from game.ui.sheets.hex_drawing import draw_board
from game.ui.sheets.ink import Ink
from game.ui.sheets.lettering import Lettering, label_letterings
from game.ui.sheets.style import Style, load_style

__all__ = ["Sheet", "texture"]

FLAG = (0.98, -0.28)
"""Where a hex's flag stands from its middle, in hex radii."""


class Sheet:
    """One board's sheet. Distances are hex radii; ``layout.paper`` is the whole of it."""

    def __init__(self, board: HexBoard, theme: Theme) -> None:
        self.style: Style = load_style(theme)
        self.style.check(board)
        self._whole: Layout = lay_out(board)
        self.layout = self._whole
        self._ink = Ink()
        draw_board(self._ink, board, self.style, Random(f"sheet of {board.name}"))
        self._letters: list[Lettering] = frame(self._ink, board, theme, self.style, self.layout)
        self.names = label_letterings(board.labels, board.outlines, self.style)
        """The lettering of towns and waters; printed over the sheet, since it keeps clear of counters."""
        self.flag_spots = {name: (x + FLAG[0], y + FLAG[1]) for name in board.hexes for x, y in (centre(name),)}
        """Where a hex's flag stands: beside its counter."""

    def fold(self, folded: bool) -> None:
        """Fold what is printed around the map away, or lay it out again."""
        self.layout = self._whole.folded if folded else self._whole

    def pixels(self, scale: float) -> tuple[int, int]:
        """The size of the whole sheet at a scale (pixels a radius)."""
        _, _, w, h = self.layout.paper
        return max(1, round(w * scale)), max(1, round(h * scale))

    def print_part(self, part: pygame.Rect, scale: float) -> pygame.Surface:
        """The part of the sheet in ``part`` (pixels from the sheet's corner at ``scale``)."""
        surface = blank(part, self.pixels(scale), self.style.sheet["paper"])
        view = self._view(part, scale)
        self._ink.print_on(surface, view)
        for lettering in self._letters:
            lettering.print_on(surface, view, scale)
        return surface

    def _view(self, part: pygame.Rect, scale: float) -> Box:
        x, y, _, _ = self.layout.paper
        return x + part.x / scale, y + part.y / scale, part.w / scale, part.h / scale
