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


def line(number: int, kind: str, drawn: Sequence[tuple[float, float]], more: str = "") -> str:
    """A polyline."""
    x, y = drawn[0]
    steps = " ".join(f"{px - x:g},{py - y:g}" for px, py in drawn)
    return f'<object id="{number}" type="{kind}" x="{x:g}" y="{y:g}">{more}<polyline points="{steps}"/></object>'


def hex_map(
    path: Path, columns: int, rows: int, index: str = "odd", things: str = "", level: tuple[str, object] = ("int", 2),
    hills: Sequence[tuple[int, int]] = (), **numbers: tuple[str, object],
) -> Path:
    """A map of clear hexes with some hills, by Tiled's columns and rows."""
    data = ",\n".join(",".join("2" if (x, y) in hills else "1" for x in range(columns)) for y in range(rows))
    said = properties(system=("string", "fields"), **numbers)
    path.write_text(
        f'<map version="1.8" orientation="hexagonal" width="{columns}" height="{rows}" tilewidth="{WIDTH}" '
        f'tileheight="{HEIGHT}" infinite="0" hexsidelength="{SIDE}" staggeraxis="x" staggerindex="{index}">{said}'
        '<tileset firstgid="1" name="t" tilewidth="120" tileheight="104" tilecount="2" columns="0">'
        f'<tile id="0" type="clear"/><tile id="1" type="hill">{properties(level=level)}</tile></tileset>'
        f'<layer id="1" name="Ground" width="{columns}" height="{rows}"><data encoding="csv">{data}</data></layer>'
        f'<objectgroup id="2" name="Roads">{things}</objectgroup></map>',
        encoding="utf-8",
    )
    return path


def table_map(path: Path, things: str = "", orientation: str = "orthogonal", **more: tuple[str, object]) -> Path:
    """A table of 720 by 600 pixels; 40 pixels are a base width unless ``more`` says otherwise."""
    said = properties(**{"system": ("string", "table"), "base_width": ("float", 40), **more})
    path.write_text(
        f'<map version="1.8" orientation="{orientation}" width="18" height="15" tilewidth="40" tileheight="40" '
        f'infinite="0">{said}<objectgroup id="2" name="Terrain">{things}</objectgroup></map>',
        encoding="utf-8",
    )
    return path
