"""The places of hexes on the screen's board, with any stagger and first numbers."""

from __future__ import annotations

import pytest

from game.board.hexgrid import HexBoard, HexGrid
from game.ui.board.places import HexGeometry


@pytest.mark.parametrize("grid", [HexGrid(), HexGrid("even"), HexGrid("odd", 10, 1), HexGrid("even", 0, 0)])
def test_hexes_are_found_where_they_lie(grid: HexGrid) -> None:
    """A hex is found at its centre and just within each corner; beside the board none is."""
    first, top = grid.first_column, grid.first_row
    names = tuple(sorted(grid.name(c, r) for c in range(first, first + 5) for r in range(top, top + 4)))
    geometry = HexGeometry(HexBoard("b", "B", names, dict.fromkeys(names, "clear"), {}, grid=grid))
    for name in names:
        x, y = geometry.centre(name)
        for cx, cy in ((x, y), *geometry.outline(name)):
            assert name == geometry.place_at((x + 0.9 * (cx - x), y + 0.9 * (cy - y)))
    x, y = geometry.centre(names[0])
    for beside in ((x, y - 1.8), (x - 1.5, y), (x - 30, y - 30)):
        assert geometry.place_at(beside) is None
