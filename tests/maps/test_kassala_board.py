"""Kassala's map agrees with the published figures."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from game.board.hexgrid import COMMON_GRID, CORNERS, HexBoard, SideFeature
from game.board.polygon import contains
from game.maps import check, load

ROOT = Path(__file__).resolve().parents[2]
FACTS: dict[str, Any] = tomllib.loads((ROOT / "tests" / "facts" / "kassala.toml").read_text(encoding="utf-8"))
MAPS = sorted((ROOT / "maps" / "kassala").glob("*.tmx"))


@pytest.fixture(scope="module")
def board() -> HexBoard:
    board = load(ROOT / "maps" / "kassala" / "kassala.tmx")
    assert isinstance(board, HexBoard)
    return board


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_no_map_has_a_fault(path: Path) -> None:
    """Every shipped map passes its own check, images included."""
    assert [] == check(path)


def test_hexes(board: HexBoard) -> None:
    """The 58 hexes of the figure exist, in ascending order, and no others."""
    rows = FACTS["grid"]["rows"]
    expected = tuple(
        sorted(COMMON_GRID.name(int(c), r) for c, (first, last) in rows.items() for r in range(first, last + 1))
    )
    assert expected == board.hexes
    assert 58 == len(board.hexes)


def test_terrain(board: HexBoard) -> None:
    """Udaka is one hex, Kassala two; everything else is plain."""
    towns = {name: kind for kind in ("udaka", "kassala") for name in FACTS["terrain"][kind]}
    assert {name: towns.get(name, "plain") for name in board.hexes} == board.terrain


@pytest.mark.parametrize("kind", ["wadi", "trench"])
def test_hexsides(board: HexBoard, kind: str) -> None:
    """The low (barbed) hex of every side is the one the figure marks, and the other hex sees the same side."""
    expected = {tuple(pair) for pair in FACTS["terrain"][kind]}
    assert expected == {pair for pair, seen in board.sides.items() if SideFeature(kind, True) in seen}
    assert {(b, a) for a, b in expected} == {p for p, seen in board.sides.items() if SideFeature(kind, False) in seen}


def test_only_known_hexsides(board: HexBoard) -> None:
    """No side has any other feature, and none has two."""
    assert {1} == {len(seen) for seen in board.sides.values()}
    assert 2 * (19 + 9) == len(board.sides)


def test_zones(board: HexBoard) -> None:
    """The dotted line divides the board into north and south."""
    north = frozenset(FACTS["terrain"]["north_of_dotted_line"])
    assert {"north": north, "south": frozenset(board.hexes) - north} == board.zones


def test_objectives(board: HexBoard) -> None:
    """The objectives are the town hexes."""
    towns = {"Udaka": frozenset({"0304"}), "Kassala": frozenset({"0804", "0805"})}
    assert towns == board.objectives


def test_the_set_up_is_on_the_board(board: HexBoard) -> None:
    """Every unit of the printed set-up has its hex, on its own side of the dotted line."""
    for seat, zone in (("moslem", "north"), ("christian", "south")):
        places = {row[-1] for row in FACTS["setup"][seat]}
        assert set() == places - board.zones[zone]


def test_printed_names(board: HexBoard) -> None:
    """UDAKA and KASSALA are printed directly above their towns."""
    where = {label.text: (label.x, label.y) for label in board.labels}
    for text, name in (("UDAKA", "0304"), ("KASSALA", "0804")):
        x, y = COMMON_GRID.centre(name)
        assert pytest.approx((x, y - 1), abs=0.02) == where[text]
    assert "GASH RIVER" in where


def test_water_contains_no_hex(board: HexBoard) -> None:
    """River and lake are off the board: they contain no centre, corner or middle of a side of any hex."""
    water = [outline for outline in board.outlines if outline.kind == "water"]
    assert {"Gash River", "Lake"} == {outline.name for outline in water}
    for outline in water:
        for name in board.hexes:
            x, y = COMMON_GRID.centre(name)
            spots = [(x, y)] + [(x + k * dx, y + k * dy) for dx, dy in CORNERS for k in (0.5, 0.999)]
            spots += [
                (x + (ax + bx) / 2, y + (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(CORNERS)
            ]
            assert not any(contains(outline.points, spot) for spot in spots), f"{outline.name} floods {name}"


def test_name_and_title(board: HexBoard) -> None:
    """The board is named after its file and has the map's title."""
    assert ("kassala", "The field of battle") == (board.name, board.title)


def test_loading_needs_no_pygame() -> None:
    """A program without a screen loads maps without pygame, and prints nothing while loading."""
    script = (
        "import sys; from pathlib import Path; from game.maps import load; "
        f"load(Path({str(ROOT / 'maps' / 'kassala' / 'kassala.tmx')!r})); assert 'pygame' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (0, "", "") == (done.returncode, done.stdout, done.stderr)
