"""What lies beneath the counters: table, sheet, names, zones of control and hex numbers, kept as one picture."""

from __future__ import annotations

from typing import Any

import pygame

from game.board.hexgrid import HexBoard
from game.core.theme import Theme
from game.ui.board.names_clear import print_names
from game.ui.kit.camera import Camera
from game.ui.sheets.hex_numbers import print_numbers
from game.ui.sheets.lettering import Lettering
from game.ui.sheets.style import Style
from game.ui.sheets.tiles import SheetTiles
from game.ui.sheets.zones import Zone, print_zones, zones

Stands = tuple[tuple[str, str], ...]
"""Pairs of seat and place whose zones of control are shown."""


class Ground:
    """Draws the sheet anew when the view changes, and what is printed over it when that changes."""

    def __init__(self, board: Any, theme: Theme, style: Style, tiles: SheetTiles, camera: Camera) -> None:
        self._hexes = board if isinstance(board, HexBoard) else None
        self._theme, self._style, self._tiles, self._camera = theme, style, tiles, camera
        self._bare: pygame.Surface | None = None
        self._bare_key: object = None
        self._printed: pygame.Surface | None = None
        self._printed_key: object = None
        self.edition = 0
        """Changes whenever the picture does."""
        self._stale: pygame.Rect | None = None
        self._zones: tuple[Stands, tuple[Zone, ...]] = ((), ())

    def forget(self) -> None:
        """Draw everything anew: the sheet has another cut."""
        self._bare = None

    def print_anew(self, part: pygame.Rect) -> None:
        """Say that a part (pixels from the view's corner) can be drawn better now."""
        self._stale = part if self._stale is None else self._stale.union(part)

    def picture(self, names: tuple[Lettering, ...], stands: Stands, numbers: bool, sharp: float) -> pygame.Surface:
        """The view's picture; do not draw on it. Only hexes have zones of control and numbers.

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
        key = (view, names, stands, numbers, sharp)
        if key != self._printed_key or self._stale is not None:
            self.edition += 1
            self._printed.set_clip(self._stale if key == self._printed_key else None)
            self._printed.blit(self._bare, (0, 0))
            print_names(self._printed, names, camera)
            if stands and self._hexes is not None:
                print_zones(self._printed, self._zones_of(self._hexes, stands), camera, sharp)
            if numbers and self._hexes is not None:
                print_numbers(self._printed, self._hexes, camera, self._style, sharp)
        self._bare_key, self._printed_key, self._stale = view, key, None
        return self._printed

    def _zones_of(self, board: HexBoard, stands: Stands) -> tuple[Zone, ...]:
        if self._zones[0] != stands:
            self._zones = stands, zones(board, self._theme.seats, stands)
        return self._zones[1]
