"""The parts of a view that depend on the kind of board: sheet orientation, geometry, place signs, stacks, flags."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.board.areas import AreaBoard
from game.board.hexgrid import HexBoard
from game.board.plane import PlaneBoard
from game.core.theme import Theme
from game.i18n.words import language_code
from game.ui.board.arrangement import AreaMoorings
from game.ui.board.march_arrows import BEND
from game.ui.board.place_signs import AreaSigns, HexSigns, PlaceSigns, PlaneSigns
from game.ui.board.places import Geometry, HexGeometry
from game.ui.board.stacks import LyingStacks
from game.ui.board.trace import SHORT_OF_BASES, SHORT_OF_COUNTER, SHORT_OF_STACKS
from game.ui.counters.marks import FLAG_HEIGHT, FLAG_RATIO
from game.ui.kit.camera import Box, Camera, Point
from game.ui.sheets.areas import AreaGeometry
from game.ui.sheets.planes import PlaneGeometry
from game.ui.sheets.sheet import Sheet

AnyBoard = HexBoard | AreaBoard | PlaneBoard


@dataclass(frozen=True, slots=True)
class ViewParts:
    """The parts of a view that differ between kinds of board."""

    geometry: Geometry
    signs: PlaceSigns
    stacks: LyingStacks
    short: float
    """How far before the centre of its last place a march arrow ends, in sheet units."""
    bow: float = BEND
    """How far a straight march arrow is bent, see ``march_arrows.BEND``; 0 if every march is a measured path."""


def view_parts_of(board: AnyBoard, sheet: Sheet, camera: Camera, theme: Theme) -> ViewParts:
    """Create the board-specific parts of a view."""
    match board:
        case AreaBoard():
            areas = AreaGeometry(board)
            areas.keep_clear(sheet.flag_spots)
            water = AreaMoorings(board, areas).of
            signs = AreaSigns(areas, bold=theme.projected)
            return ViewParts(areas, signs, LyingStacks(areas, camera, theme, water), SHORT_OF_STACKS)
        case PlaneBoard():
            plane = PlaneGeometry(board)
            return ViewParts(plane, PlaneSigns(bold=theme.projected), LyingStacks(plane, camera, theme), SHORT_OF_BASES,
                             bow=0.0)
    hexes = HexGeometry(board)
    return ViewParts(hexes, HexSigns(board.grid.turned, bold=theme.projected), LyingStacks(hexes, camera, theme),
                     SHORT_OF_COUNTER)


class SheetOrientation:
    """The sheet in its present rotation and language; each rotation is drawn once."""

    def __init__(self, board: AnyBoard, theme: Theme, turned: bool) -> None:
        """:param turned: whether a hex sheet is rotated a quarter turn clockwise.

        :raises AssetError: if the system's style or pictures cannot be used.
        """
        self._board, self._theme = board, theme
        self.board = board.turned if turned and isinstance(board, HexBoard) else board
        """The board in the sheet's rotation."""
        self._language = language_code()
        self._drawn: dict[bool, Sheet] = {}
        self.sheet = self._draw()

    @property
    def turned(self) -> bool:
        """Whether the sheet is rotated a quarter turn clockwise."""
        return self.board is not self._board

    def turn(self, turned: bool) -> bool:
        """Rotate the sheet a quarter turn clockwise, or back; return whether it changed. Only hex sheets can be
        rotated."""
        if turned == self.turned or not isinstance(self._board, HexBoard):
            return False
        self.board = self._board.turned if turned else self._board
        self._lay()
        return True

    def take_board(self, board: AnyBoard) -> None:
        """Draw the sheet of another board of the same size, not rotated."""
        self._board = self.board = board
        self._drawn.clear()
        self._lay()

    def update_language(self) -> bool:
        """Redraw the sheet if the language has changed; return whether it has."""
        if self._language == language_code():
            return False
        self._language = language_code()
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


MEDIUM_FLAG = 0.72
"""The size at which a flag may lie over the bare edge of a counter, as a share of its full size. Chosen."""
MAX_COVERED_AREA = 0.05
"""The area of a counter that such a flag may cover, in square sheet units. Chosen."""
SMALL_FLAG = 0.52
"""The size of a flag without room for a full one, as a share of the full size: it fits between counters."""


class FlagPlaces:
    """The positions of flags, recomputed when counters have moved. Lengths are in sheet units."""

    def __init__(self, usual: Mapping[str, Point], geometry: Geometry, stacks: LyingStacks) -> None:
        self._usual, self._geometry, self._stacks = usual, geometry, stacks
        self._found: tuple[tuple[Box, ...], dict[str, tuple[Point, float]]] = (), {}
        self._other_spots: dict[str, Sequence[Point]] = {}

    def at(self, place: str) -> tuple[Point, float] | None:
        """The centre of a place's flag and its share of the full size; None if the sheet has no room for one."""
        if place not in self._usual:
            return None
        taken = tuple(_box(at, width, width) for _, at, width in self._stacks.lying())
        if taken != self._found[0]:
            self._found = taken, {}
        spots = self._found[1]
        if place not in spots:
            spots[place] = self._clear(place, taken)
        return spots[place]

    def _clear(self, place: str, taken: Sequence[Box]) -> tuple[Point, float]:
        """The usual spot if free, if necessary with a small flag; else the best free alternative, if possible at full
        size; else the least covered spot."""
        for share in (1.0, MEDIUM_FLAG, SMALL_FLAG):
            if _hidden_area(self._usual[place], share, taken) <= (MAX_COVERED_AREA if share == MEDIUM_FLAG else 0.0):
                return self._usual[place], share
        if place not in self._other_spots:
            size = FLAG_HEIGHT * FLAG_RATIO, FLAG_HEIGHT
            self._other_spots[place] = self._geometry.flag_spots(place, self._usual[place], size)
        spots = self._other_spots[place]
        for share in (1.0, SMALL_FLAG):
            for spot in spots:
                if not _hidden_area(spot, share, taken):
                    return spot, share
        return min([self._usual[place], *spots], key=lambda spot: _hidden_area(spot, SMALL_FLAG, taken)), SMALL_FLAG


def _box(at: Point, width: float, height: float) -> Box:
    return at[0] - width / 2, at[1] - height / 2, width, height


def _hidden_area(spot: Point, share: float, taken: Sequence[Box]) -> float:
    """The area of counters that a flag would cover."""
    x, y, w, h = _box(spot, FLAG_HEIGHT * FLAG_RATIO * share, FLAG_HEIGHT * share)
    return sum(
        max(0.0, min(x + w, a + c) - max(x, a)) * max(0.0, min(y + h, b + d) - max(y, b)) for a, b, c, d in taken
    )
