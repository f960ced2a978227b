"""Maps for two systems made up for these tests: one of hexes with roads and levels, one a table without a grid."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

FIELDS = """terrain = ["clear", "hill"]
hexsides = ["stream"]
roads = ["road", "track"]
lettering = ["place"]
"""
TABLE = """board = "plane"
terrain = ["wood", "hill"]
lines = ["road"]
"""
WIDTH, HEIGHT, SIDE = 120, 104, 60
"""The width, height and horizontal side of a hex in pixels."""


def systems(folder: Path) -> Path:
    """Put both systems' map vocabularies into a folder."""
    for name, words in (("fields", FIELDS), ("table", TABLE)):
        (folder / name).mkdir(parents=True)
        (folder / name / "vocabulary.toml").write_text(words, encoding="utf-8")
    return folder


def properties(**values: tuple[str, object]) -> str:
    """Properties as Tiled writes them: name -> type and value; underscores stand for hyphens."""
    rows = "".join(
        f'<property name="{name.replace("_", "-")}" type="{kind}" value="{value}"/>'
        for name, (kind, value) in values.items()
    )
    return f"<properties>{rows}</properties>"


def line(number: int, kind: str, points: Sequence[tuple[float, float]], properties_element: str = "") -> str:
    """A polyline as Tiled writes it, e.g. a road: an object with this number as its id, through these pixels."""
    x, y = points[0]
    steps = " ".join(f"{px - x:g},{py - y:g}" for px, py in points)
    return (f'<object id="{number}" type="{kind}" x="{x:g}" y="{y:g}">{properties_element}'
            f'<polyline points="{steps}"/></object>')


def hex_map(
    path: Path, columns: int, rows: int, stagger_index: str = "odd", roads: str = "",
    hill_level: tuple[str, object] = ("int", 2), hills: Sequence[tuple[int, int]] = (),
    **map_properties: tuple[str, object],
) -> Path:
    """Write a map of clear hexes with some hills; return its path.

    :param stagger_index: Tiled's word for the columns that are half a hex lower, counted from 0: ``odd`` or ``even``.
    :param roads: the elements of its roads, as ``line`` returns them.
    :param hill_level: type and value of the property ``level`` of hills.
    :param hills: Tiled's column and row of each hill, counted from 0.
    :param map_properties: more properties of the map, as ``properties`` takes them, e.g. ``first_column``.
    """
    data = ",\n".join(",".join("2" if (x, y) in hills else "1" for x in range(columns)) for y in range(rows))
    all_properties = properties(system=("string", "fields"), **map_properties)
    path.write_text(
        f'<map version="1.8" orientation="hexagonal" width="{columns}" height="{rows}" tilewidth="{WIDTH}" '
        f'tileheight="{HEIGHT}" infinite="0" hexsidelength="{SIDE}" staggeraxis="x" staggerindex="{stagger_index}">'
        f'{all_properties}'
        f'<tileset firstgid="1" name="t" tilewidth="{WIDTH}" tileheight="{HEIGHT}" tilecount="2" columns="0">'
        f'<tile id="0" type="clear"/><tile id="1" type="hill">{properties(level=hill_level)}</tile></tileset>'
        f'<layer id="1" name="Ground" width="{columns}" height="{rows}"><data encoding="csv">{data}</data></layer>'
        f'<objectgroup id="2" name="Roads">{roads}</objectgroup></map>',
        encoding="utf-8",
    )
    return path


def table_map(
    path: Path, terrain: str = "", orientation: str = "orthogonal", **map_properties: tuple[str, object],
) -> Path:
    """Write a map of a table of 720 by 600 pixels; return its path.

    :param terrain: the elements of its terrain, e.g. lines.
    :param orientation: Tiled's word for its grid.
    :param map_properties: more properties of the map, as ``properties`` takes them; a base width is 40 pixels unless
        they say otherwise.
    """
    all_properties = properties(**{"system": ("string", "table"), "base_width": ("float", 40), **map_properties})
    path.write_text(
        f'<map version="1.8" orientation="{orientation}" width="18" height="15" tilewidth="40" tileheight="40" '
        f'infinite="0">{all_properties}<objectgroup id="2" name="Terrain">{terrain}</objectgroup></map>',
        encoding="utf-8",
    )
    return path
