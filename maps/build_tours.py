"""Wrote the Tiled map of Tours, its tileset and its tile pictures: ``python -m maps.build_tours`` from the repository.

The .tmx file is the source of truth since; edit it in Tiled. Files that are there are left alone unless ``--force`` is
given. The printed map could not be found: everything but the two rivers is reconstructed. Flat-topped hexes, columns
10 to 27, rows 01 to 24, odd columns low; the left edge is the north.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from math import cos, pi, sin
from pathlib import Path
from random import Random
from xml.sax.saxutils import quoteattr

import pygame

from game.board.hexgrid import HexGrid
from game.maps.lattice import Lattice, Point
from game.ui.sheets.contours import curved, hand_drawn, smoothed
from game.ui.sheets.shapes import border_runs
from maps.tiled_writer import HEIGHT, SIDE, WIDTH

ROOT = Path(__file__).resolve().parent.parent
MAP = ROOT / "maps" / "tours" / "tours.tmx"
TILESET = ROOT / "maps" / "tours" / "tours.tsx"
TILES = ROOT / "assets" / "tours" / "tiles"
PICTURES = "../../assets/tours/tiles"

_ROWS = """
RRRRRRRRRRRRRRRRRR
RRRRRRRwwwRRRRwRRR
RRRwwwwwww.ww..www
ww.ww.w..w........
ww..w...........w.
ww..............ww
w...............w.
.......h..........
......hhh.........
......hhh.......mm
.......h........m.
..................
..................
..................
.........h........
........hh........
.........h....w...
w.............ww..
ww.............w..
ww................
wwww..............
www.ww..........w.
RRwwww..w.....wwww
RRRRRRRRRRRRRRRRRR
"""
"""Row by row from 01: fields, woods, gentle hill, marsh, river."""
FIELD = _ROWS.split()
COLUMNS, ROWS = len(FIELD[0]), len(FIELD)
FIRST_COLUMN, FIRST_ROW = 10, 1
GRID = HexGrid("odd", FIRST_COLUMN, FIRST_ROW)
NORTH = 270
"""North, towards Tours, is the sheet's left edge."""
LATTICE = Lattice(COLUMNS, ROWS, WIDTH, HEIGHT, SIDE, GRID)
TILE = {
    ".": ("clear", 0, "#d8d79a"), "w": ("woods", 0, "#8fa363"), "h": ("clear", 1, "#d9b775"),
    "m": ("marsh", 0, "#a9c4b4"), "R": ("river", 0, "#7fa9bd"),
}
"""Terrain, level and Tiled's colour of each letter; their order is the tileset's."""
GROUND = {
    GRID.name(FIRST_COLUMN + i, FIRST_ROW + j): letter for j, row in enumerate(FIELD) for i, letter in enumerate(row)
}
ROAD = [GRID.name(column, 12) for column in range(FIRST_COLUMN, FIRST_COLUMN + COLUMNS)]
BANK = 0.08
"""How far a bank strays from the sides of its hexes: as far as the printer's tints do."""
SHEET = 0.66
"""How far the rivers run beyond the board, to under the sheet's inner rule; hex radii, as all below."""
HOUSES = ((-0.62, -0.44, 0.34, 0.26, 10), (-0.20, -0.52, 0.40, 0.24, -4), (0.28, -0.50, 0.30, 0.28, -6),
          (0.64, -0.34, 0.24, 0.36, 8), (-0.70, 0.00, 0.24, 0.36, 6), (0.68, 0.16, 0.26, 0.30, -8),
          (-0.52, 0.46, 0.36, 0.24, -12), (-0.06, 0.52, 0.30, 0.22, 4), (0.40, 0.52, 0.30, 0.26, -10))
"""The houses of Moussais about the middle of its hex: x, y, width, depth and degrees turned."""
NAMED_HEXES = {"Moussais": "1413"}
"""Name -> its hex, for names printed beside it."""
TENTS = (
    ("2716", -0.5, 0.87), ("2717", -1.0, 0.0), ("2717", 0.5, 0.87), ("2718", -1.0, 0.0), ("2718", -0.5, 0.87),
    ("2718", 0.5, 0.87), ("2719", -0.5, 0.87), ("2720", 0.5, 0.87),
)
"""The camp, at corners of hexes, where counters leave room: from which hex's middle, and how far."""
CLEAR = -0.26, 0.61
"""How far below a hex's middle a line of lettering keeps clear of the numbers of the hexes around."""


def river(rows: Sequence[str]) -> list[Point]:
    """The water of the hexes of some rows, and of the margin of the sheet beyond them."""
    hexes = {name for name, letter in GROUND.items() if letter == "R" and name[2:] in rows}
    (run,) = border_runs(GRID, hexes, lambda name: name in GROUND)
    ends = {run.points[0], run.points[-1]}
    near = hand_drawn(smoothed(curved(run.points, run.closed), run.closed, ends), BANK, ends.__contains__)
    out = 1.0 if "24" in rows else -1.0
    xs = [x for name in GROUND for x in (GRID.centre(name)[0] - 1, GRID.centre(name)[0] + 1)]
    left, right = min(xs) - SHEET, max(xs) + SHEET
    edge = max(out * GRID.centre(name)[1] for name in hexes) + 3**0.5 / 2
    flow = 1 if near[0][0] < near[-1][0] else -1
    start, end = (left, right) if flow > 0 else (right, left)
    count = 48
    far = []
    for k in range(count + 1):
        x = end + (start - end) * k / count
        far.append((x, out * (edge + 0.24 + 0.10 * sin(1.1 * x + out) + 0.06 * sin(2.7 * x))))
    near = [(start, near[0][1] - 0.16 * out), *near, (end, near[-1][1] - 0.16 * out)]
    return [*near, *far]


def house(x: float, y: float, wide: float, deep: float, degrees: float) -> list[Point]:
    """A roof about a point of Moussais."""
    (cx, cy), turn = GRID.centre("1413"), degrees * pi / 180
    corners = ((-wide / 2, -deep / 2), (wide / 2, -deep / 2), (wide / 2, deep / 2), (-wide / 2, deep / 2))
    return [(cx + x + u * cos(turn) - v * sin(turn), cy + y + u * sin(turn) + v * cos(turn)) for u, v in corners]


def tent(hex_: str, x: float, y: float) -> list[Point]:
    """A round tent beside the middle of a hex."""
    (cx, cy), wide = GRID.centre(hex_), (0.29, 0.24)
    return [(cx + x + wide[k % 2] * cos(k * pi / 8), cy + y + wide[k % 2] * sin(k * pi / 8)) for k in range(16)]


def pixels(point: Point) -> Point:
    """Hex radii as map pixels."""
    home = ROAD[0]
    (px, py), (x, y) = LATTICE.centre(home), GRID.centre(home)
    return px + (point[0] - x) * SIDE, py + (point[1] - y) * HEIGHT / 3**0.5


class Layers:
    """The object layers being written; ids count up from 1."""

    def __init__(self) -> None:
        self.things: dict[str, list[str]] = {}
        self.ids = 0

    def add(self, layer: str, kind: str, name: str, at: Point, shape: str, more: str = "", **said: str) -> None:
        """Add an object whose inner element is ``shape``."""
        self.ids += 1
        named = f" name={quoteattr(name)}" if name else ""
        said = {"provenance": "reconstructed", **said}
        properties = "".join(f'    <property name="{key}" value="{said[key]}"/>\n' for key in sorted(said))
        self.things.setdefault(layer, []).append(
            f'  <object id="{self.ids}"{named} type="{kind}" x="{at[0]:g}" y="{at[1]:g}"{more}>\n'
            f"   <properties>\n{properties}   </properties>\n   {shape}\n  </object>\n"
        )

    def line(self, layer: str, kind: str, name: str, drawn: Sequence[Point], tag: str = "polygon", **said: str) -> None:
        """Add a polygon or polyline given in map pixels."""
        x, y = (round(value, 1) for value in drawn[0])
        steps = " ".join(f"{round(px - x, 1) + 0:g},{round(py - y, 1) + 0:g}" for px, py in drawn)
        self.add(layer, kind, name, (x, y), f'<{tag} points="{steps}"/>', **said)

    def label(self, text: str, style: str, middle: Point, size: int) -> None:
        """Lettering round a point given in hex radii; ``size`` in pixels."""
        names = {"hex": NAMED_HEXES[text]} if text in NAMED_HEXES else {}
        width, height = round(len(text) * size * 0.62 + 12), round(size * 1.5)
        x, y = pixels(middle)
        shape = (f'<text fontfamily="EB Garamond" pixelsize="{size}" color="#2f2413" halign="center" '
                 f'valign="center">{text}</text>')
        at = round(x - width / 2, 1), round(y - height / 2, 1)
        self.add("Lettering", "label", text, at, shape, f' width="{width}" height="{height}"', **names, style=style)


def features() -> Layers:
    """Rivers, farm and tents, road, names."""
    found = Layers()
    found.line("Rivers", "water", "Vienne", [*map(pixels, river(("01", "02", "03")))], provenance="history")
    found.line("Rivers", "water", "Clain", [*map(pixels, river(("23", "24")))], provenance="history")
    for plan in HOUSES:
        found.line("Buildings", "house", "", [*map(pixels, house(*plan))])
    for place in TENTS:
        found.line("Buildings", "tent", "", [*map(pixels, tent(*place))])
    found.line("Road", "road", "Roman road", [LATTICE.centre(name) for name in ROAD], "polyline")
    for text, style, at, size in (
        ("Vienne", "water", _off("1402", 0, -0.10), 72),
        ("Clain", "water", _off("1824", 0.75, 0.72), 66),
        ("Moussais", "place", _off("1413", -0.4, 0.95), 36),
        ("← Tours", "road", _off("1012", 0.12, 0.90), 36),
        ("Poitiers →", "road", _off("2712", -0.28, -0.96), 36),
        ("camp of", "note", _off("2421", 0.45, CLEAR[0]), 40),
        ("Abd ar-Rahman", "camp", _off("2421", 0.45, CLEAR[1]), 40),
    ):
        found.label(text, style, at, size)
    return found


def _off(hex_: str, x: float, y: float) -> Point:
    cx, cy = GRID.centre(hex_)
    return cx + x, cy + y


def written() -> str:
    """The map as Tiled writes it."""
    gids = {letter: number for number, letter in enumerate(TILE, 1)}
    data = ",\n".join(",".join(str(gids[letter]) for letter in row) for row in FIELD)
    layers = features()
    said = {"provenance": "reconstructed", "system": "tours", "title": "The field by Moussais"}
    numbers = {"first-column": FIRST_COLUMN, "first-row": FIRST_ROW, "north": NORTH}
    colours = {"Rivers": "#2f6f93", "Buildings": "#8c3f2a", "Road": "#a04a10", "Lettering": "#2a2119"}
    groups = "".join(
        f' <objectgroup id="{i}" name="{name}" color="{colours[name]}">\n{"".join(things)} </objectgroup>\n'
        for i, (name, things) in enumerate(layers.things.items(), 2)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<map version="1.8" tiledversion="1.8.2" orientation="hexagonal" renderorder="right-down" '
        f'width="{COLUMNS}" height="{ROWS}" tilewidth="{WIDTH}" tileheight="{HEIGHT}" infinite="0" '
        f'hexsidelength="{SIDE}" staggeraxis="x" staggerindex="odd" backgroundcolor="#3a281c" '
        f'nextlayerid="{len(layers.things) + 2}" nextobjectid="{layers.ids + 1}">\n <properties>\n'
        + "".join(f'  <property name="{key}" type="int" value="{number}"/>\n' for key, number in numbers.items())
        + "".join(f'  <property name="{key}" value="{value}"/>\n' for key, value in said.items())
        + ' </properties>\n <tileset firstgid="1" source="tours.tsx"/>\n'
        f' <layer id="1" name="Terrain" width="{COLUMNS}" height="{ROWS}">\n'
        f'  <data encoding="csv">\n{data}\n</data>\n </layer>\n{groups}</map>\n'
    )


def tileset() -> str:
    """One tile a terrain and level."""
    tiles = ""
    for number, (kind, level, _) in enumerate(TILE.values()):
        high = ('  <properties>\n   <property name="level" type="int" value="1"/>\n  </properties>\n' if level else "")
        tiles += (f' <tile id="{number}" type="{kind}">\n{high}'
                  f'  <image width="{WIDTH}" height="{HEIGHT}" source="{PICTURES}/{_file(kind, level)}"/>\n </tile>\n')
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<tileset version="1.8" tiledversion="1.8.2" name="tours" tilewidth="{WIDTH}" tileheight="{HEIGHT}" '
        f'tilecount="{len(TILE)}" columns="0">\n <grid orientation="orthogonal" width="1" height="1"/>\n'
        f"{tiles}</tileset>\n"
    )


def _file(kind: str, level: int) -> str:
    return "hill.png" if level else f"{kind}.png"


def tile(kind: str, level: int, colour: str) -> pygame.Surface:
    """The picture that Tiled shows of a hex: its ground and a few signs of what stands on it."""
    lots, marks = Random(f"{kind} {level}"), ""
    spots = [(30 + 15 * (k % 5) + lots.randrange(8), 24 + 16 * (k // 5) + lots.randrange(8)) for k in range(20)]
    for x, y in spots:
        if kind == "woods":
            marks += f'<circle cx="{x}" cy="{y}" r="8" fill="#5f7d42" stroke="#35422a"/>'
        elif kind == "marsh":
            marks += f'<path d="M{x - 6} {y}h12M{x} {y}v-8M{x - 3} {y}l-3 -6" stroke="#2f4a2a" fill="none"/>'
        elif kind == "river":
            marks += f'<path d="M{x - 8} {y}h16" stroke="#274f64" fill="none"/>'
        elif level:
            marks += f'<path d="M{x} {y}l4 7" stroke="#5a4220" fill="none"/>'
    svg = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
           f'<polygon points="0,52 30,0 90,0 120,52 90,104 30,104" fill="{colour}"/>{marks}'
           '<polygon points="1,52 30.5,1 89.5,1 119,52 89.5,103 30.5,103" fill="none" stroke="#57562f" '
           'stroke-opacity="0.55" stroke-width="1.4"/></svg>')
    return pygame.image.load(io.BytesIO(svg.encode()), "drawing.svg")


def main(words: list[str]) -> None:
    """Write every file that is missing, or all of them with ``--force``."""
    TILES.mkdir(parents=True, exist_ok=True)
    MAP.parent.mkdir(parents=True, exist_ok=True)
    for path, text in ((MAP, written()), (TILESET, tileset())):
        if not path.exists() or "--force" in words:
            path.write_text(text, encoding="utf-8", newline="\n")
    for kind, level, colour in TILE.values():
        path = TILES / _file(kind, level)
        if not path.exists() or "--force" in words:
            pygame.image.save(tile(kind, level, colour), path)


if __name__ == "__main__":
    main(sys.argv[1:])
