"""What lies beneath the counters: table, sheet, names, layers of the rules and hex numbers, kept as one picture."""

from __future__ import annotations

from typing import Any

import pygame

from game.board.hexgrid import HexBoard
from game.core.layer import Layer
from game.core.theme import Theme
from game.ui.board.geometry import Geometry
from game.ui.board.layers import Drawn, drawn, print_layers
from game.ui.board.names_clear import print_names
from game.ui.kit.camera import Camera
from game.ui.sheets.hex_numbers import print_numbers
from game.ui.sheets.lettering import Lettering
from game.ui.sheets.style import Style
from game.ui.sheets.tiles import SheetTiles


class BoardPicture:
    """Draws the sheet anew when the view changes, and what is printed over it when that changes."""

    def __init__(
        self, board: Any, geometry: Geometry, theme: Theme, style: Style, tiles: SheetTiles, camera: Camera
    ) -> None:
        self._hexes = board if isinstance(board, HexBoard) else None
        self._geometry, self._theme, self._style, self._tiles, self._camera = geometry, theme, style, tiles, camera
        self._bare: pygame.Surface | None = None
        self._bare_key: object = None
        self._printed: pygame.Surface | None = None
        self._printed_key: object = None
        self.edition = 0
        """Changes whenever the picture does."""
        self._stale: pygame.Rect | None = None
        self._drawn: tuple[tuple[Layer, ...], tuple[Drawn, ...]] = ((), ())

    def forget(self) -> None:
        """Draw everything anew: the sheet has another cut."""
        self._bare = None

    def print_anew(self, part: pygame.Rect) -> None:
        """Say that a part (pixels from the view's corner) can be drawn better now."""
        self._stale = part if self._stale is None else self._stale.union(part)

    def picture(
        self, names: tuple[Lettering, ...], layers: tuple[Layer, ...], numbers: bool, sharp: float
    ) -> pygame.Surface:
        """The view's picture; do not draw on it. Only hexes have numbers.

        :param sharp: pixels a hex radius at which small print is cut, see ``BoardView``.
        """
        camera = self._camera
        size = camera.rect.size
        if self._bare is None or self._printed is None or self._bare.get_size() != size:
            self._bare, self._printed = pygame.Surface(size).convert(), pygame.Surface(size).convert()
            self._bare_key = self._printed_key = None
        view = (camera.scale, camera.centre, tuple(camera.rect))
        same = view == self._bare_key
        if not same or self._stale is not None:
            self._bare.set_clip(self._stale if same else None)
            self._tiles.draw(self._bare)
        key = (view, names, layers, numbers, sharp)
        if key != self._printed_key or self._stale is not None:
            self.edition += 1
            self._printed.set_clip(self._stale if key == self._printed_key else None)
            self._printed.blit(self._bare, (0, 0))
            print_names(self._printed, names, camera)
            print_layers(self._printed, self._drawn_of(layers), camera, sharp)
            if numbers and self._hexes is not None:
                print_numbers(self._printed, self._hexes, camera, self._style, sharp)
        self._bare_key, self._printed_key, self._stale = view, key, None
        return self._printed

    def _drawn_of(self, layers: tuple[Layer, ...]) -> tuple[Drawn, ...]:
        if self._drawn[0] != layers:
            self._drawn = layers, drawn(layers, self._geometry, self._theme)
        return self._drawn[1]
