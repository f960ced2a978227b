"""What a view needs for its kind of board: its sheet as it lies, where things are, the signs of places, the stacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.board.areas import AreaBoard
from game.board.hexgrid import HexBoard
from game.board.plane import PlaneBoard
from game.core.theme import Theme
from game.i18n.words import spoken
from game.ui.board.arrangement import Moorings
from game.ui.board.place_signs import AreaSigns, HexSigns, PlaceSigns, PlaneSigns
from game.ui.board.places import Geometry, HexGeometry
from game.ui.board.stacks import LyingStacks
from game.ui.board.trace import SHORT, SHORT_OF_BASES, SHORT_OF_PILES
from game.ui.counters.marks import SHAPE, SIZE
from game.ui.kit.camera import Box, Camera, Point
from game.ui.sheets.areas import AreaGeometry
from game.ui.sheets.planes import PlaneGeometry
from game.ui.sheets.sheet import Sheet

AnyBoard = HexBoard | AreaBoard | PlaneBoard


@dataclass(frozen=True, slots=True)
class Fittings:
    """The parts of a view that differ from one kind of board to the next."""

    geometry: Geometry
    signs: PlaceSigns
    stacks: LyingStacks
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
            return Fittings(areas, signs, LyingStacks(areas, camera, theme, water), SHORT_OF_PILES)
        case PlaneBoard():
            plane = PlaneGeometry(board)
            return Fittings(plane, PlaneSigns(bold=theme.projected), LyingStacks(plane, camera, theme), SHORT_OF_BASES)
    hexes = HexGeometry(board)
    return Fittings(hexes, HexSigns(board.grid.turned, bold=theme.projected), LyingStacks(hexes, camera, theme), SHORT)


class LaidSheet:
    """Draws the sheet once for each way it lies, in the language spoken."""

    def __init__(self, board: AnyBoard, theme: Theme, turned: bool) -> None:
        """:param turned: whether a sheet of hexes lies a quarter turn clockwise.

        :raises AssetError: when the system's style or pictures cannot be used.
        """
        self._board, self._theme = board, theme
        self.board = board.turned if turned and isinstance(board, HexBoard) else board
        """The board as its sheet lies."""
        self._language = spoken()
        self._drawn: dict[bool, Sheet] = {}
        self.sheet = self._draw()

    @property
    def turned(self) -> bool:
        """Whether it lies a quarter turn clockwise."""
        return self.board is not self._board

    def turn(self, turned: bool) -> bool:
        """Lay it a quarter turn clockwise, or as it is printed; whether it lay otherwise. Other boards than of hexes
        have no sheet that turns."""
        if turned == self.turned or not isinstance(self._board, HexBoard):
            return False
        self.board = self._board.turned if turned else self._board
        self._lay()
        return True

    def take(self, board: AnyBoard) -> None:
        """Draw the sheet of another board of the same size, which lies as it is printed."""
        self._board = self.board = board
        self._drawn.clear()
        self._lay()

    def speak(self) -> bool:
        """Draw it in the language spoken now; whether that is another."""
        if self._language == spoken():
            return False
        self._language = spoken()
        self._drawn.clear()
        self._lay()
        return True

    def _lay(self) -> None:
        folded, self.sheet = self.sheet.folded, self._draw()
        self.sheet.fold(folded)

    def _draw(self) -> Sheet:
        if self.turned not in self._drawn:
            self._drawn[self.turned] = Sheet(self.board, self._theme)
        return self._drawn[self.turned]


SMALL = 0.52
"""The share of its size that a flag has where there is no room for a whole one: it fits between counters."""


class FlagPlaces:
    """Finds the spot of a flag again when counters have moved. Lengths are the sheet's units."""

    def __init__(self, usual: Mapping[str, Point], geometry: Geometry, stacks: LyingStacks) -> None:
        self._usual, self._geometry, self._stacks = usual, geometry, stacks
        self._found: tuple[tuple[Box, ...], dict[str, tuple[Point, float]]] = (), {}
        self._other_spots: dict[str, Sequence[Point]] = {}

    def at(self, place: str) -> tuple[Point, float] | None:
        """The middle of a place's flag and its share of a flag's size; None where the sheet has no room for one."""
        if place not in self._usual:
            return None
        taken = tuple(_box(at, width, width) for _, at, width in self._stacks.lying())
        if taken != self._found[0]:
            self._found = taken, {}
        found = self._found[1]
        if place not in found:
            found[place] = self._clear(place, taken)
        return found[place]

    def _clear(self, place: str, taken: Sequence[Box]) -> tuple[Point, float]:
        """The usual spot, with a small flag where that alone has room; else the free spot nearest to it, of full size
        where there is one; else the least covered one."""
        for share in (1.0, SMALL):
            if not _hidden(self._usual[place], share, taken):
                return self._usual[place], share
        if place not in self._other_spots:
            size = SIZE * SHAPE, SIZE
            self._other_spots[place] = self._geometry.flag_spots(place, self._usual[place], size)
        spots = self._other_spots[place]
        for share in (1.0, SMALL):
            for spot in spots:
                if not _hidden(spot, share, taken):
                    return spot, share
        return min([self._usual[place], *spots], key=lambda spot: _hidden(spot, SMALL, taken)), SMALL


def _box(at: Point, width: float, height: float) -> Box:
    return at[0] - width / 2, at[1] - height / 2, width, height


def _hidden(spot: Point, share: float, taken: Sequence[Box]) -> float:
    """How much of counters a flag would cover."""
    x, y, w, h = _box(spot, SIZE * SHAPE * share, SIZE * share)
    return sum(
        max(0.0, min(x + w, a + c) - max(x, a)) * max(0.0, min(y + h, b + d) - max(y, b)) for a, b, c, d in taken
    )
