"""A clearing within woods, and a hollow in a hill, show their own ground."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.board.hexgrid import HexBoard
from game.ui.sheets.sheet import Sheet
from tests.ui.marches_map import theme

STYLE = """
[sheet]
paper = "#ffffff"
ink = "#202020"
accent = "#802020"
field = { colour = "#f0f0c0" }
grid = { colour = "#a0a080" }
zone = { colour = "#802020" }
numbers = "#606040"
[level]
tints = ["#d08020"]
colour = "#402000"
shade = "#000000"
rise = 0
depth = 0.2
[terrain.open]
[terrain.woods]
tint = "#208020"
[lettering.place]
role = "text"
colour = "#202020"
"""
SCALE = 60


@pytest.mark.every(2)
@pytest.mark.parametrize("what", ["woods", "hill"])
def test_areas_enclosed_by_a_tint_stay_untinted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """A clump in the clearing is tinted again."""
    (tmp_path / "style.toml").write_text(STYLE, encoding="utf-8")
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((320, 240))
    sheet = Sheet(board(what), theme(tmp_path))
    picture = sheet.print_part(pygame.Rect((0, 0), sheet.pixels(SCALE)), SCALE)
    left, top, _, _ = sheet.layout.paper

    def colour(place: str) -> pygame.Color:
        x, y = board(what).grid.centre(place)
        return picture.get_at((round((x - left) * SCALE), round((y - top - 0.3) * SCALE)))

    open_, ring, clearing, clump = (colour(place) for place in ("0101", "0204", "0403", "0404"))
    assert apart(clearing, open_) < 24
    assert apart(ring, clump) < 24
    assert apart(ring, open_) > 100


def apart(one: pygame.Color, other: pygame.Color) -> int:
    """The difference of two colours; the paper is mottled."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def board(what: str) -> HexBoard:
    """Seven columns and rows: a ring around ``0404`` two hexes away from it, and a clump in its middle."""
    grid = HexBoard("", "", (), {}, {}).grid
    names = tuple(grid.name(c, r) for c in range(1, 8) for r in range(1, 8))
    members = {place for place in names if grid.distance(place, "0404") in (0, 2)}
    terrain = {place: "woods" if what == "woods" and place in members else "open" for place in names}
    levels = dict.fromkeys(members, 1) if what == "hill" else {}
    return HexBoard("holes", "Holes", names, terrain, {}, grid=grid, levels=levels)
