"""The sheet of a board of areas: its drawn ground as a picture, borders and lettering in ink over it."""

from __future__ import annotations

from math import ceil, floor

import pygame

from game.board.areas import AreaBoard
from game.core.theme import Theme
from game.ui.kit.assets import picture
from game.ui.kit.camera import Box
from game.ui.kit.texture import blank
from game.ui.sheets.area_frame import frame, lay_out
from game.ui.sheets.area_geometry import UNIT, AreaGeometry, name_line
from game.ui.sheets.area_ink import draw_board
from game.ui.sheets.frame import Layout
from game.ui.sheets.ink import Ink
from game.ui.sheets.lettering import Lettering
from game.ui.sheets.style import ASSETS, Style, load_style


class AreaSheet:
    """One board's sheet. Distances are units of ``UNIT`` map pixels; ``layout.paper`` is the whole of it."""

    def __init__(self, board: AreaBoard, theme: Theme) -> None:
        """:raises AssetError: when the style or the picture of the ground cannot be used."""
        self.style: Style = load_style(theme, ("sheet", "lettering"))
        self._whole: Layout = lay_out(board)
        self.layout = self._whole
        self._board = board
        self._art = self._load_ground()
        self._ink = Ink()
        geometry = AreaGeometry(board)
        self.flag_spots = {name: geometry.clear_spot(name) for name in board.objectives}
        """Where flags stand in areas worth holding."""
        draw_board(self._ink, board, geometry, self.flag_spots)
        self._letters: list[Lettering] = frame(self._ink, board, theme, self.style, self.layout)
        self.names: list[Lettering] = []
        """The lettering of the areas; printed over the sheet, since it keeps clear of counters."""
        for words in board.lettering:
            look = self.style.look("lettering", words.style)
            line = name_line(words) if words.path else ()
            self.names.append(Lettering(
                words.text, (words.x / UNIT, words.y / UNIT), words.size / UNIT, look["role"], look["colour"],
                words.angle, float(look.get("spacing", 0.0)), look.get("halo"), path=line,
            ))

    def _load_ground(self) -> pygame.Surface | None:
        """The picture of the ground; None where the map has none."""
        if not self._board.artwork:
            return None
        path = ASSETS.parent / "maps" / self.style.path.parent.name / self._board.artwork
        return picture(path.resolve()).convert()

    def fold(self, folded: bool) -> None:
        """Fold what is printed around the map away, or lay it out again."""
        self.layout = self._whole.folded if folded else self._whole

    def pixels(self, scale: float) -> tuple[int, int]:
        """The size of the whole sheet at a scale (pixels a unit)."""
        _, _, w, h = self.layout.paper
        return max(1, round(w * scale)), max(1, round(h * scale))

    def print_part(self, part: pygame.Rect, scale: float) -> pygame.Surface:
        """The part of the sheet in ``part`` (pixels from the sheet's corner at ``scale``)."""
        surface = blank(part, self.pixels(scale), self.style.sheet["paper"])
        x, y, _, _ = self.layout.paper
        view = x + part.x / scale, y + part.y / scale, part.w / scale, part.h / scale
        if self._art is not None:
            self._print_ground(surface, self._art, view, scale)
        self._ink.print_on(surface, view)
        for lettering in self._letters:
            lettering.print_on(surface, view, scale)
        return surface

    def _print_ground(self, surface: pygame.Surface, art: pygame.Surface, view: Box, scale: float) -> None:
        """Print the part of the ground that is in view."""
        left, top, wide, _ = (length / UNIT for length in self._board.artwork_box)
        fine = art.get_width() / wide
        x0 = max(0, floor((view[0] - left) * fine) - 2)
        y0 = max(0, floor((view[1] - top) * fine) - 2)
        x1 = min(art.get_width(), ceil((view[0] + view[2] - left) * fine) + 2)
        y1 = min(art.get_height(), ceil((view[1] + view[3] - top) * fine) + 2)
        if x1 <= x0 or y1 <= y0:
            return
        ratio = scale / fine
        size = max(1, round((x1 - x0) * ratio)), max(1, round((y1 - y0) * ratio))
        crop = pygame.transform.smoothscale(art.subsurface((x0, y0, x1 - x0, y1 - y0)), size)
        surface.blit(crop, (round((left + x0 / fine - view[0]) * scale), round((top + y0 / fine - view[1]) * scale)))
