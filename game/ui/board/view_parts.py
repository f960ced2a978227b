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
from game.ui.sheets.sheet import AnyBoard, Sheet


@dataclass(frozen=True, slots=True)
class ViewParts:
    """The parts of a view that differ between kinds of board."""

    geometry: Geometry
    signs: PlaceSigns
    stacks: LyingStacks
    arrow_end_gap: float
    """The distance between the tip of a march arrow and the centre of its last place, in sheet units."""
    arrow_bend: float = BEND
    """How far the arrow of a straight march is bent to the side (``march_arrows.BEND``); 0 if every march is a measured
    path."""


def view_parts_of(board: AnyBoard, sheet: Sheet, camera: Camera, theme: Theme) -> ViewParts:
    """Create the board-specific parts of a view."""
    match board:
        case AreaBoard():
            areas = AreaGeometry(board)
            areas.keep_clear(sheet.flag_spots)
            ship_position = AreaMoorings(board, areas).of
            signs = AreaSigns(areas, bold=theme.projected)
            return ViewParts(areas, signs, LyingStacks(areas, camera, theme, ship_position), SHORT_OF_STACKS)
        case PlaneBoard():
            plane = PlaneGeometry(board)
            return ViewParts(plane, PlaneSigns(bold=theme.projected), LyingStacks(plane, camera, theme), SHORT_OF_BASES,
                             arrow_bend=0.0)
    hexes = HexGeometry(board)
    return ViewParts(hexes, HexSigns(board.grid.turned, bold=theme.projected), LyingStacks(hexes, camera, theme),
                     SHORT_OF_COUNTER)


class SheetOrientation:
    """The sheet in its present rotation and language; each rotation is drawn once."""

    def __init__(self, board: AnyBoard, theme: Theme, turned: bool) -> None:
        """Draw the sheet of a board.

        :param turned: whether a hex sheet is rotated a quarter turn clockwise.
        :raises AssetError: if the system's style or pictures cannot be used.
        """
        self._board, self._theme = board, theme
        self.board = board.turned if turned and isinstance(board, HexBoard) else board
        """The board in the sheet's rotation."""
        self._language = language_code()
        """The language that the sheets are drawn in."""
        self._sheets: dict[bool, Sheet] = {}
        """The sheets drawn so far; True for the rotated one."""
        self.sheet = self._present_sheet()

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
        self._change_sheet()
        return True

    def take_board(self, board: AnyBoard) -> None:
        """Draw the sheet of another board of the same size, not rotated."""
        self._board = self.board = board
        self._sheets.clear()
        self._change_sheet()

    def update_language(self) -> bool:
        """Redraw the sheet if the language has changed; return whether it has."""
        if self._language == language_code():
            return False
        self._language = language_code()
        self._sheets.clear()
        self._change_sheet()
        return True

    def _change_sheet(self) -> None:
        """Set the sheet to that of the present rotation, its legend folded as before."""
        folded, self.sheet = self.sheet.folded, self._present_sheet()
        self.sheet.fold(folded)

    def _present_sheet(self) -> Sheet:
        """The sheet in the present rotation, drawn at the first call."""
        if self.turned not in self._sheets:
            self._sheets[self.turned] = Sheet(self.board, self._theme)
        return self._sheets[self.turned]


MEDIUM_FLAG = 0.72
"""The size at which a flag may lie over the bare edge of a counter, as a share of its full size. Chosen by eye."""
MAX_COVERED_AREA = 0.05
"""The area of counters that a flag of medium size may cover, in square sheet units. Chosen by eye."""
SMALL_FLAG = 0.52
"""The size of a flag without room for a full one, as a share of the full size: it fits between counters."""


class FlagPlaces:
    """The positions of flags, recomputed when counters have moved. Lengths are in sheet units."""

    def __init__(self, usual_spots: Mapping[str, Point], geometry: Geometry, stacks: LyingStacks) -> None:
        """Place no flags yet.

        :param usual_spots: the usual centre of the flag of every place that can have one.
        """
        self._usual_spots, self._geometry, self._stacks = usual_spots, geometry, stacks
        self._cached: tuple[tuple[Box, ...], dict[str, tuple[Point, float]]] = (), {}
        """The boxes of the counters, and the flags placed for them, by place."""
        self._other_spots: dict[str, Sequence[Point]] = {}
        """Alternative centres of flags, by place."""

    def at(self, place: str) -> tuple[Point, float] | None:
        """The centre of a place's flag and its share of the full size; None if the place can have none."""
        if place not in self._usual_spots:
            return None
        counters = tuple(_box(at, width, width) for _, at, width in self._stacks.lying())
        if counters != self._cached[0]:
            self._cached = counters, {}
        flags = self._cached[1]
        if place not in flags:
            flags[place] = self._best_flag(place, counters)
        return flags[place]

    def _best_flag(self, place: str, counters: Sequence[Box]) -> tuple[Point, float]:
        """The centre of a flag and its share of the full size: the usual spot if free, if necessary for a smaller flag;
        else the best free alternative, if possible at full size; else the least covered spot."""
        usual_spot = self._usual_spots[place]
        for share in (1.0, MEDIUM_FLAG, SMALL_FLAG):
            max_area = MAX_COVERED_AREA if share == MEDIUM_FLAG else 0.0
            if _covered_area(usual_spot, share, counters) <= max_area:
                return usual_spot, share
        if place not in self._other_spots:
            size = FLAG_HEIGHT * FLAG_RATIO, FLAG_HEIGHT
            self._other_spots[place] = self._geometry.flag_spots(place, usual_spot, size)
        spots = self._other_spots[place]
        for share in (1.0, SMALL_FLAG):
            for spot in spots:
                if not _covered_area(spot, share, counters):
                    return spot, share
        return min([usual_spot, *spots], key=lambda spot: _covered_area(spot, SMALL_FLAG, counters)), SMALL_FLAG


def _box(at: Point, width: float, height: float) -> Box:
    """The box around a point, with left, top, width and height."""
    return at[0] - width / 2, at[1] - height / 2, width, height


def _covered_area(spot: Point, share: float, counters: Sequence[Box]) -> float:
    """The area of counters that a flag of a share of the full size would cover, in square sheet units."""
    left, top, width, height = _box(spot, FLAG_HEIGHT * FLAG_RATIO * share, FLAG_HEIGHT * share)
    return sum(max(0.0, min(left + width, x + w) - max(left, x)) * max(0.0, min(top + height, y + h) - max(top, y))
               for x, y, w, h in counters)
