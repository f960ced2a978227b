"""Maps of tables without a grid, and their faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.board.measuring import ellipse
from game.board.plane import PlaneBoard, Terrain
from game.maps import FaultKind, MapError, check, load
from game.systems import SYSTEMS_VARIABLE
from tests.maps.made_up import line, properties, systems, table_map
from tests.maps.map_drafts import found, kinds

WOOD = '<object id="3" type="wood" name="Grove" x="80" y="40"><polygon points="0,0 120,0 120,80 0,80"/></object>'
HILL = '<object id="4" type="hill" x="400" y="200" width="160" height="80"{}><ellipse/></object>'
WIDE = properties(line_width=("float", 0.75))


@pytest.fixture(autouse=True)
def _made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SYSTEMS_VARIABLE, str(systems(tmp_path / "systems")))


def test_a_table(tmp_path: Path) -> None:
    """Polygons, ellipses and lines are read in thousandths of a base width, in the order drawn."""
    road = line(5, "road", [(0, 400), (720, 400)], WIDE)
    board: PlaneBoard = load(table_map(tmp_path / "t.tmx", WOOD + HILL.format("") + road, title=("string", "A field")))
    assert ("t", "A field", (18000, 15000)) == (board.name, board.title, board.size)
    assert board.terrain == (
        Terrain("wood", ((2000, 1000), (5000, 1000), (5000, 3000), (2000, 3000)), name="Grove"),
        Terrain("hill", ellipse((12000, 6000), 2000, 1000)),
        Terrain("road", ((0, 10000), (18000, 10000)), 750),
    )


def test_a_rotated_ellipse(tmp_path: Path) -> None:
    """Tiled rotates an ellipse about the corner of its box."""
    board = load(table_map(tmp_path / "t.tmx", HILL.format(' rotation="90"')))
    xs, ys = ([spot[k] for spot in board.terrain[0].points] for k in (0, 1))
    assert (8000, 10000, 5000, 9000) == (min(xs), max(xs), min(ys), max(ys))


@pytest.mark.parametrize(
    ("things", "kind", "told"),
    [
        (WOOD.replace("wood", "swamp"), FaultKind.CLASS, (3, "swamp", "hill", "road", "wood")),
        (WOOD.replace("polygon", "polyline"), FaultKind.SHAPE, (3, "wood", "polyline", "ellipse", "polygon")),
        (WOOD.replace("120,0 120,80", "120,80 120,0"), FaultKind.OUTLINE, (3, "wood")),
        (WOOD.replace("120,0 120,80 0,80", "0,0 0,0 0,0"), FaultKind.OUTLINE, (3, "wood")),
        (HILL.format("").replace("160", "0"), FaultKind.OUTLINE, (4, "hill", 0, 80)),
        (line(5, "road", [(0, 0), (9, 9)]), FaultKind.PROPERTY, (5, "road", 40)),
        (line(5, "road", [(0, 0), (9, 9)], properties(line_width=("float", -1))), FaultKind.PROPERTY,
         (5, "road", -1.0, 40)),
        (line(5, "road", [(0, 0), (9, 9)], properties(line_width=("string", "wide"))), FaultKind.PROPERTY,
         (5, "road", "wide", 40)),
    ],
)
def test_faults_of_terrain(tmp_path: Path, things: str, kind: FaultKind, told: tuple[object, ...]) -> None:
    """Each fault names its layer and object, what was found and expected; the map is refused."""
    path = table_map(tmp_path / "t.tmx", things)
    assert [(kind, "Terrain", *told)] == found(path)
    with pytest.raises(MapError):
        load(path)


@pytest.mark.parametrize("value", [("float", 0), ("float", "nan"), ("float", "inf"), ("float", -40), ("bool", "true"),
                                   ("string", "40"), ("int", 10**400), ("float", 2001)])
def test_base_width(tmp_path: Path, value: tuple[str, object]) -> None:
    """The property with the scale must be a plausible number."""
    (fault,) = check(table_map(tmp_path / "t.tmx", WOOD, base_width=value))
    assert (FaultKind.PROPERTY, None) == (fault.kind, fault.layer)


def test_no_base_width(tmp_path: Path) -> None:
    """Without a base width the map has no scale and is refused."""
    path = table_map(tmp_path / "t.tmx")
    path.write_text(path.read_text(encoding="utf-8").replace("base-width", "width-of-a-base"), encoding="utf-8")
    assert [(FaultKind.PROPERTY, None, None, 1, 2000)] == found(path)


def test_other_faults_of_the_map(tmp_path: Path) -> None:
    """A table must be orthogonal, with unshifted layers."""
    path = table_map(tmp_path / "t.tmx", WOOD, "isometric")
    text = path.read_text(encoding="utf-8").replace('name="Terrain"', 'name="Terrain" offsetx="5"')
    path.write_text(text, encoding="utf-8")
    assert [(FaultKind.GRID, None, None, "isometric"), (FaultKind.SHIFTED, "Terrain", None, 5, 0)] == found(path)


def test_an_outline_of_many_corners(tmp_path: Path) -> None:
    """Outlines with too many corners, which would be slow to check, are refused."""
    corners = " ".join(f"{k},{k * k % 97}" for k in range(900))
    wood = '<object id="{}" type="wood" x="0" y="0"><polygon points="{}"/></object>'
    things = "".join(wood.format(n, corners) for n in range(12))
    assert FaultKind.TOO_MUCH == kinds(table_map(tmp_path / "t.tmx", things))[-1]
