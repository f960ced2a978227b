"""The layout and numbering of a Tiled map of hexes: sizes, stagger, and the numbers of the first column and row."""

from __future__ import annotations

from typing import Literal

from game.board.fault import FaultKind
from game.board.hexgrid import HexGrid
from game.core.message import say
from game.maps.lattice import Lattice
from game.maps.reading import Reading

FIRST_COLUMN = "first-column"
"""Map property: the printed number of Tiled's column 0 (default 1)."""
FIRST_ROW = "first-row"
"""Map property: the printed number of Tiled's row 0 (default 1)."""
DIGITS = "digits"
"""Map property: the number of digits of the column and of the row number."""
DEFAULT_DIGITS = 2
"""The number of digits if the property ``digits`` is missing."""
MAX_DIGITS = 4
"""The largest number of digits of a column or row number; chosen by hand."""


def read_lattice(reading: Reading) -> Lattice | None:
    """The lattice of a map (pixel geometry and numbering); None, with faults, if it cannot be read."""
    tmx, faults_before = reading.tmx, len(reading.faults)
    has_hexes = _check_layout(reading)
    digits = whole_property(reading, DIGITS, DEFAULT_DIGITS, 1, MAX_DIGITS)
    # One less than the digits allow: the lattice also names the ring of hexes around the map.
    largest_number = 10 ** (digits or DEFAULT_DIGITS) - 2
    first_column, first_row = (
        whole_property(reading, name, 1, 0, largest_number) for name in (FIRST_COLUMN, FIRST_ROW))
    if digits is not None and first_column is not None and first_row is not None:
        max_columns, max_rows = largest_number - first_column + 1, largest_number - first_row + 1
        if not (1 <= tmx.width <= max_columns and 1 <= tmx.height <= max_rows):
            allowed = say("1 to {columns} columns and 1 to {rows} rows", columns=max_columns, rows=max_rows)
            reading.fault(FaultKind.SIZE,
                          say("the map is {width} by {height} tiles", width=tmx.width, height=tmx.height), allowed)
    width, side = tmx.tilewidth, tmx.hexsidelength
    if has_hexes and not (0 < side < width and tmx.tileheight > 0):
        sizes = say("tiles are {width} by {height} pixels with a side of {side:g}", width=width,
                    height=tmx.tileheight, side=side)
        reading.fault(FaultKind.GRID, sizes, say("flat-top hexes: a side about half the tile's width"))
    if len(reading.faults) > faults_before or digits is None or first_column is None or first_row is None:
        return None
    # Tiled's stagger index is the parity of the lowered columns, counted from 0; ``low`` is their parity in printed
    # numbers.
    low: Literal["odd", "even"] = "even" if (tmx.staggerindex == "even") == (first_column % 2 == 0) else "odd"
    grid = HexGrid(low, first_column, first_row, digits)
    return Lattice(tmx.width, tmx.height, width, tmx.tileheight, side, grid)


def _check_layout(reading: Reading) -> bool:
    """Check orientation and stagger, adding faults; return whether the map is of hexes. Pointed hexes in rows are
    refused: no supplied system has them."""
    tmx = reading.tmx
    if tmx.orientation != "hexagonal":
        reading.fault(FaultKind.GRID, say("the map's orientation is '{orientation}'", orientation=tmx.orientation),
                      say("'hexagonal'"))
        return False
    if tmx.staggeraxis != "x":
        found = say("the map's staggeraxis is '{staggeraxis}'", staggeraxis=tmx.staggeraxis or "")
        reading.fault(FaultKind.GRID, found,
                      say("'x', for flat-top hexes in columns; pointed hexes in rows are not supported"))
    if tmx.staggerindex not in ("even", "odd"):
        reading.fault(
            FaultKind.GRID, say("the map's staggerindex is '{staggerindex}'", staggerindex=tmx.staggerindex or ""),
            say("'even' or 'odd'"),
        )
    return True


def whole_property(reading: Reading, name: str, default: int, least: int, most: int) -> int | None:
    """A map property that must be a whole number within bounds; None, with a fault, if it is not.

    :param least: the least value allowed.
    :param most: the greatest value allowed.
    """
    value = reading.tmx.properties.get(name, default)
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    reading.fault(
        FaultKind.PROPERTY, say("the map property '{name}' is '{value}'", name=name, value=value),
        say("a whole number (type int) from {least} to {most}", least=least, most=most),
    )
    return None
