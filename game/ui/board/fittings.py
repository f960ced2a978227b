"""What a view needs for its kind of board: where things lie, the signs of places, how counters are stacked."""

from __future__ import annotations

from dataclasses import dataclass

from game.board.areas import AreaBoard
from game.board.hexgrid import HexBoard
from game.board.plane import PlaneBoard
from game.core.theme import Theme
from game.ui.board.geometry import Geometry, HexGeometry
from game.ui.board.moorings import Moorings
from game.ui.board.place_signs import AreaSigns, HexSigns, PlaceSigns, PlaneSigns
from game.ui.board.stacks import Stacks
from game.ui.board.trace import SHORT, SHORT_OF_BASES, SHORT_OF_PILES
from game.ui.kit.camera import Camera
from game.ui.sheets.area_geometry import AreaGeometry
from game.ui.sheets.plane_geometry import PlaneGeometry
from game.ui.sheets.sheet import Sheet

AnyBoard = HexBoard | AreaBoard | PlaneBoard


@dataclass(frozen=True, slots=True)
class Fittings:
    """The parts of a view that differ from one kind of board to the next."""

    geometry: Geometry
    signs: PlaceSigns
    stacks: Stacks
    short: float
    """How far before the middle of its last place the arrow of a way ends, in the sheet's units."""


def fit_out(board: AnyBoard, sheet: Sheet, camera: Camera, theme: Theme) -> Fittings:
    """The fittings of a board."""
    match board:
        case AreaBoard():
            areas = AreaGeometry(board)
            areas.keep_clear(sheet.flag_spots)
            water = Moorings(board, areas).of
            signs = AreaSigns(areas, bold=theme.projected)
            return Fittings(areas, signs, Stacks(areas, camera, theme, water), SHORT_OF_PILES)
        case PlaneBoard():
            plane = PlaneGeometry(board)
            return Fittings(plane, PlaneSigns(bold=theme.projected), Stacks(plane, camera, theme), SHORT_OF_BASES)
    hexes = HexGeometry(board)
    return Fittings(hexes, HexSigns(board.grid.turned, bold=theme.projected), Stacks(hexes, camera, theme), SHORT)
