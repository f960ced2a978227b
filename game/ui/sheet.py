"""A map sheet: paper, ink and lettering, printed in any part and at any size."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor
from random import Random

import pygame

from game.board.hexgrid import HexBoard
from game.core.contract import Theme
from game.ui.camera import Box
from game.ui.sheet_draw import draw_board
from game.ui.sheet_frame import Layout, frame, lay_out
from game.ui.sheet_ink import Ink
from game.ui.sheet_lettering import Lettering, label_letterings
from game.ui.sheet_style import ASSETS, AssetError, Style, load_style


class Sheet:
    """One board's sheet. Distances are hex radii; ``layout.paper`` is the whole of it."""

    def __init__(self, board: HexBoard, theme: Theme) -> None:
        self.style: Style = load_style(theme)
        self.style.check(board)
        self.layout: Layout = lay_out(board)
        self._ink = Ink()
        draw_board(self._ink, board, self.style, Random(f"sheet of {board.name}"))
        self._letters: list[Lettering] = frame(self._ink, board, theme, self.style, self.layout)
        self._letters += label_letterings(board.labels, board.outlines, self.style)

    def pixels(self, scale: float) -> tuple[int, int]:
        """The size of the whole sheet at a scale (pixels a radius)."""
        _, _, w, h = self.layout.paper
        return max(1, round(w * scale)), max(1, round(h * scale))

    def print_part(self, part: pygame.Rect, scale: float) -> pygame.Surface:
        """The part of the sheet in ``part`` (pixels from the sheet's corner at ``scale``)."""
        surface = self._paper(part, scale)
        view = self._view(part, scale)
        self._ink.print_on(surface, view)
        for lettering in self._letters:
            lettering.print_on(surface, view, scale)
        return surface

    def _view(self, part: pygame.Rect, scale: float) -> Box:
        x, y, _, _ = self.layout.paper
        return x + part.x / scale, y + part.y / scale, part.w / scale, part.h / scale

    def _paper(self, part: pygame.Rect, scale: float) -> pygame.Surface:
        """Blank paper: the sheet's colour, mottle stretched over the whole sheet, fibre at the screen's resolution."""
        mottle, grain = texture("paper.jpg"), texture("grain.png")
        whole_w, whole_h = self.pixels(scale)
        kx, ky = mottle.get_width() / whole_w, mottle.get_height() / whole_h
        x0, y0 = max(0, floor(part.x * kx) - 1), max(0, floor(part.y * ky) - 1)
        x1 = min(mottle.get_width(), ceil(part.right * kx) + 1)
        y1 = min(mottle.get_height(), ceil(part.bottom * ky) + 1)
        size = max(1, round((x1 - x0) / kx)), max(1, round((y1 - y0) / ky))
        crop = pygame.transform.smoothscale(mottle.subsurface((x0, y0, x1 - x0, y1 - y0)), size)
        surface = pygame.Surface(part.size).convert()
        surface.fill(self.style.sheet["paper"])
        surface.blit(crop, (round(x0 / kx) - part.x, round(y0 / ky) - part.y), special_flags=pygame.BLEND_MULT)
        step = grain.get_width()
        for gx in range(-(part.x % step), part.w, step):
            for gy in range(-(part.y % step), part.h, step):
                surface.blit(grain, (gx, gy), special_flags=pygame.BLEND_MULT)
        return surface


@lru_cache(maxsize=8)
def texture(name: str) -> pygame.Surface:
    """A picture of ``assets/common``, ready to blit.

    :raises AssetError: when it is missing or unreadable.
    """
    path = ASSETS / "common" / name
    try:
        return pygame.image.load(path).convert()
    except (FileNotFoundError, pygame.error) as error:
        raise AssetError(f"{path}: cannot be read as a picture: {error}") from error
