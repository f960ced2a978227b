"""Wrote Kassala's Tiled maps, tileset and tile pictures once: ``python -m maps.build_kassala`` from the repository.

The .tmx files are the source of truth since; edit them in Tiled. Files that are there are left alone unless
``--force`` is given. Terrain, hex-sides, the dotted line and the printed names come from the published figure;
the courses of river, lake and knoll are drawn by us between the hexes the figure leaves free.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import pygame

from game.board.hexgrid import centre, hex_name, neighbour, parse_hex
from game.maps.lattice import Corner, Lattice, Point

ROOT = Path(__file__).resolve().parent.parent
MAPS = ROOT / "maps" / "kassala"
TILES = ROOT / "assets" / "kassala" / "tiles"
WIDTH, HEIGHT, SIDE = 120, 104, 60
"""Pixels of a tile: regular to within 0.1 %, and every corner on a whole pixel."""
TERRAIN = ("plain", "udaka", "kassala")

ROWS = {1: 5, 2: 8, 3: 7, 4: 8, 5: 8, 6: 8, 7: 7, 8: 7}
WADI = """0201>0301 0202>0301 0202>0302 0203>0302 0203>0303 0204>0303 0204>0304 0205>0304 0205>0305 0206>0305 0206>0306
0207>0306 0307>0306 0307>0407 0408>0407 0507>0407 0501>0402 0502>0402 0403>0402"""
TRENCH = "0405>0305 0405>0406 0505>0406 0505>0506 0606>0506 0606>0607 0606>0706 0705>0706 0705>0806"
NORTH_LAST_ROW = {1: 3, 2: 3, 3: 2, 4: 3, 5: 3, 6: 3, 7: 2, 8: 2}

RIVER = (
    (-0.55, 0.1), (-0.72, 1.6), (-0.42, 3.2), (-0.72, 5.0), (-0.5, 6.9), (-0.7, 8.6), (-0.35, 10.1), (0.35, 11.1),
    (0.85, 11.9), (0.7, 13.3), (1.0, 14.7), (0.8, 16.1), (1.75, 16.1), (1.85, 14.8), (1.62, 13.4), (1.82, 12.2),
    (1.72, 11.2), (1.2, 10.62), (0.55, 10.0), (0.22, 8.9), (0.4, 7.8), (0.2, 6.7), (0.38, 5.2), (0.18, 3.9),
    (0.42, 2.4), (0.3, 1.2), (0.45, 0.1),
)
LAKE = (
    (14.3, 12.2), (13.55, 12.45), (13.05, 13.0), (12.3, 13.22), (11.75, 13.22), (11.4, 13.75), (10.95, 14.08),
    (10.25, 14.1), (9.95, 14.55), (10.15, 15.2), (10.7, 15.55), (11.3, 16.1), (14.3, 16.1),
)
KNOLL = (
    (5.35, 2.75), (5.95, 2.55), (6.6, 2.7), (6.92, 3.25), (6.8, 3.85), (6.35, 4.22), (5.75, 4.3), (5.25, 4.1),
    (4.95, 3.6), (5.05, 3.1),
)
CREST = ((5.6, 3.1), (6.1, 2.98), (6.45, 3.25), (6.42, 3.65), (6.05, 3.9), (5.6, 3.85), (5.38, 3.5))
COMPASS = ((-0.62, 13.95), (0.04, 13.15), (-0.16, 13.02), (0.42, 12.52), (0.3, 13.28), (0.17, 13.24), (-0.5, 14.05))


@dataclass
class Sheet:
    """One map being written. Objects go to layers by name; ids count up from 1."""

    title: str
    terrain: dict[str, str]
    layers: dict[str, list[str]] = field(default_factory=dict)
    ids: int = 0

    @property
    def columns(self) -> int:
        return max(parse_hex(name)[0] for name in self.terrain)

    @property
    def rows(self) -> int:
        return max(parse_hex(name)[1] for name in self.terrain)

    @property
    def lattice(self) -> Lattice:
        return Lattice(self.columns, self.rows, WIDTH, HEIGHT, SIDE)

    def add(self, layer: str, kind: str, name: str, place: Point, source: str, body: str, more: str = "") -> None:
        """Add an object; ``body`` is its shape, ``more`` further properties."""
        self.ids += 1
        named = f" name={quoteattr(name)}" if name else ""
        self.layers.setdefault(layer, []).append(
            f'  <object id="{self.ids}"{named} type="{kind}" x="{number(place[0])}" y="{number(place[1])}"{body_size(body)}>\n'
            f'   <properties>\n    <property name="provenance" value="{source}"/>\n{more}   </properties>\n'
            f"{body_shape(body)}  </object>\n"
        )

    def shape(self, layer: str, kind: str, name: str, drawn: Sequence[Point], source: str, tag: str) -> None:
        """Add a polyline or polygon given in map pixels."""
        x, y = drawn[0]
        steps = " ".join(f"{number(px - x)},{number(py - y)}" for px, py in drawn)
        self.add(layer, kind, name, (x, y), source, f'|   <{tag} points="{steps}"/>\n')

    def hexsides(self, layer: str, kind: str, pairs: Iterable[tuple[str, str]], source: str = "figure") -> None:
        """Polylines along hex-sides, the first hex of each pair to the left."""
        for chain in chains([directed(self.lattice, *pair) for pair in pairs]):
            self.shape(layer, kind, "", [self.lattice.pixel(corner) for corner in chain], source, "polyline")

    def area(self, layer: str, kind: str, name: str, control: Sequence[Point]) -> None:
        """A smooth polygon through points given in hex radii, of our own drawing."""
        drawn = control if kind == "compass" else smooth(control)
        self.shape(layer, kind, name, [self.pixels(point) for point in drawn], "reconstructed", "polygon")

    def objective(self, name: str, hexes: Sequence[str]) -> None:
        """A polygon along the outer hex-sides of a group of hexes."""
        outer = [(h, n) for h in hexes for n in (neighbour(h, d) for d in range(6)) if n not in hexes]
        (ring,) = chains([directed(self.lattice, *pair) for pair in outer])
        self.shape("Objectives", "objective", name, [self.lattice.pixel(c) for c in ring[:-1]], "figure", "polygon")

    def zone(self, name: str, hex_: str) -> None:
        self.add("Deployment", "deployment-zone", name, self.lattice.centre(hex_), "figure", "|   <point/>\n")

    def pixels(self, point: Point) -> Point:
        """Hex radii as map pixels."""
        x, y = self.lattice.centre("0101")
        home = centre("0101")
        return x + (point[0] - home[0]) * SIDE, y + (point[1] - home[1]) * HEIGHT / 3**0.5

    def label(self, text: str, middle: Point, style: str, size: int, source: str, turn: int = 0, name: str = "") -> None:
        """Lettering round a point given in hex radii; ``size`` in pixels, ``turn`` a multiple of 90 degrees."""
        box = (len(text) * size * 0.9 + 12, size * 1.5)
        x, y = self.pixels(middle)
        right, down = {0: (box[0] / 2, box[1] / 2), -90: (box[1] / 2, -box[0] / 2), 90: (-box[1] / 2, box[0] / 2)}[turn]
        ink = {"water": "#2f5a6e", "hill": "#6b4f2a", "letter": "#7a2a1c"}.get(style, "#2a2119")
        slant = ' italic="1"' if style in ("water", "hill") else ' bold="1"'
        turned = f' rotation="{turn}"' if turn else ""
        self.add(
            "Lettering", "label", name or text, (x - right, y - down), source,
            f' width="{number(box[0])}" height="{number(box[1])}"{turned}|   <text fontfamily="EB Garamond" '
            f'pixelsize="{size}" color="{ink}"{slant} halign="center" valign="center">{escape(text)}</text>\n',
            f'    <property name="style" value="{style}"/>\n',
        )

    def tmx(self) -> str:
        """The file as Tiled writes it."""
        gids = {kind: i + 1 for i, kind in enumerate(TERRAIN)}
        rows = [
            ",".join(str(gids.get(self.terrain.get(hex_name(c, r), ""), 0)) for c in range(1, self.columns + 1))
            for r in range(1, self.rows + 1)
        ]
        groups = [*self.layers]
        body = "".join(
            f' <objectgroup id="{i}" name="{name}" color="{COLOURS[name]}">\n{"".join(self.layers[name])} </objectgroup>\n'
            for i, name in enumerate(groups, 2)
        )
        data = ",\n".join(rows)
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            '<map version="1.8" tiledversion="1.8.2" orientation="hexagonal" renderorder="right-down" '
            f'width="{self.columns}" height="{self.rows}" tilewidth="{WIDTH}" tileheight="{HEIGHT}" infinite="0" '
            f'hexsidelength="{SIDE}" staggeraxis="x" staggerindex="even" backgroundcolor="#d8c6a2" '
            f'nextlayerid="{len(groups) + 2}" nextobjectid="{self.ids + 1}">\n'
            ' <properties>\n  <property name="provenance" value="figure"/>\n'
            f'  <property name="system" value="kassala"/>\n  <property name="title" value={quoteattr(self.title)}/>\n'
            ' </properties>\n <tileset firstgid="1" source="kassala.tsx"/>\n'
            f' <layer id="1" name="Terrain" width="{self.columns}" height="{self.rows}">\n'
            f'  <data encoding="csv">\n{data}\n</data>\n </layer>\n{body}</map>\n'
        )


COLOURS = {
    "Water": "#2f6f93", "Hills": "#7a5a2e", "Wadi": "#8a4b16", "Trench": "#1d1d1d",
    "Deployment": "#b0302a", "Objectives": "#7d1f6f", "Lettering": "#2a2119",
}


def body_size(body: str) -> str:
    return body.partition("|")[0]


def body_shape(body: str) -> str:
    return body.partition("|")[2]


def number(value: float) -> str:
    """A pixel coordinate, to a tenth, without needless zeros."""
    return f"{round(value, 1) + 0:g}"


def pairs_of(text: str) -> list[tuple[str, str]]:
    """``0201>0301`` and so on as pairs, the marked hex first."""
    return [(pair[:4], pair[5:]) for pair in text.split()]


def directed(lattice: Lattice, marked: str, other: str) -> tuple[Corner, Corner]:
    """The side between two hexes, walked so that the marked hex lies to the left."""
    corners = [corner for corner, names in lattice.touching.items() if {marked, other} <= names]
    start, end = corners
    return (start, end) if lattice.crossing(start, end) == (marked, other) else (end, start)


def chains(edges: list[tuple[Corner, Corner]]) -> list[list[Corner]]:
    """Edges joined end to start into as few walks as they allow."""
    left = list(edges)
    walks: list[list[Corner]] = []
    while left:
        ends = {end for _, end in left}
        walk = list(next((edge for edge in left if edge[0] not in ends), left[0]))
        left.remove((walk[0], walk[1]))
        while (step := next((edge for edge in left if edge[0] == walk[-1]), None)) is not None:
            left.remove(step)
            walk.append(step[1])
        walks.append(walk)
    return walks


def smooth(control: Sequence[Point], steps: int = 4) -> list[Point]:
    """A closed Catmull-Rom curve through points."""
    n = len(control)
    curve: list[Point] = []
    for i in range(n):
        a, b, c, d = (control[(i + k) % n] for k in (-1, 0, 1, 2))
        for t in (s / steps for s in range(steps)):
            weights = (-t + 2 * t**2 - t**3, 2 - 5 * t**2 + 3 * t**3, t + 4 * t**2 - 3 * t**3, t**3 - t**2)
            x, y = (sum(w * p[k] for w, p in zip(weights, (a, b, c, d), strict=True)) / 2 for k in (0, 1))
            curve.append((x, y))
    return curve


def below(lattice: Lattice) -> list[tuple[str, str]]:
    """The dotted line: sides between the northern hexes and their southern neighbours."""
    north = {hex_name(c, r) for c, last in NORTH_LAST_ROW.items() for r in range(1, last + 1)}
    board = {hex_name(c, r) for c, last in ROWS.items() for r in range(1, last + 1)}
    return [(n, s) for n in sorted(north) for s in (neighbour(n, d) for d in range(6)) if s in board - north]


def kassala() -> Sheet:
    """The battlefield."""
    terrain = {hex_name(c, r): "plain" for c, last in ROWS.items() for r in range(1, last + 1)}
    terrain |= {"0304": "udaka", "0804": "kassala", "0805": "kassala"}
    sheet = Sheet("Kassala, 1541", terrain)
    sheet.area("Water", "water", "Gash River", RIVER)
    sheet.area("Water", "water", "Lake", LAKE)
    sheet.area("Hills", "hill", "Knoll", KNOLL)
    sheet.area("Hills", "hill", "Crest", CREST)
    sheet.hexsides("Wadi", "wadi", pairs_of(WADI))
    sheet.hexsides("Trench", "trench", pairs_of(TRENCH))
    sheet.hexsides("Deployment", "deployment-line", below(sheet.lattice))
    sheet.zone("north", "0502")
    sheet.zone("south", "0505")
    sheet.objective("Udaka", ["0304"])
    sheet.objective("Kassala", ["0804", "0805"])
    sheet.label("UDAKA", centre("0404"), "town", 26, "figure")
    sheet.label("KASSALA", centre("0704"), "town", 26, "figure")
    sheet.label("GASH RIVER", (-0.14, 6.1), "water", 24, "figure", -90)
    sheet.label("LAKE", (12.35, 14.75), "water", 26, "reconstructed")
    sheet.area("Lettering", "compass", "North arrow", COMPASS)
    sheet.label("N", (0.52, 12.2), "compass", 24, "figure")
    return sheet


def example(letter: str, title: str, hexes: str, marks: dict[str, str]) -> Sheet:
    """A small map: plain hexes, and a letter in the lower part of each hex the example speaks of."""
    sheet = Sheet(f"Example of play {letter}: {title}", dict.fromkeys(hexes.split(), "plain"))
    for mark, name in marks.items():
        x, y = centre(name)
        sheet.label(mark, (x, y + 0.7), "letter", 20, "figure")
    return sheet


def examples() -> dict[str, Sheet]:
    """The four figures of section V."""
    block = "0101 0102 0103 0201 0202 0203 0204 0301 0302 0303"
    a = example("A", "movement", "0201 0202 0203 0103 0303", {"a": "0103", "b": "0303", "c": "0201", "d": "0202"})
    a.terrain["0202"] = "udaka"
    a.hexsides("Wadi", "wadi", pairs_of("0103>0203"))
    a.hexsides("Trench", "trench", pairs_of("0303>0203"))
    a.objective("Udaka", ["0202"])
    b = example("B", "single attack", "0101 0102 0201 0202 0203 0301 0302", {"a": "0102", "b": "0202"})
    b.terrain["0202"] = "udaka"
    b.hexsides("Wadi", "wadi", pairs_of("0101>0202 0102>0202 0203>0202"))
    b.objective("Udaka", ["0202"])
    lettered = {"a": "0103", "b": "0102", "c": "0202", "d": "0301", "e": "0302", "f": "0203"}
    c = example("C", "multiple attack", block, lettered)
    d = example("D", "bombardment", block, {"a": "0201", "b": "0302", "c": "0202", "d": "0204"})
    return {"example-a": a, "example-b": b, "example-c": c, "example-d": d}


HEX = "1,52 30.5,1 89.5,1 119,52 89.5,103 30.5,103"
BLOCKS = {
    "plain": (),
    "udaka": ((40, 34, 15, 11), (60, 31, 18, 13), (36, 51, 12, 15), (54, 52, 14, 12), (74, 50, 13, 17), (47, 71, 17, 10), (69, 73, 12, 9)),
    "kassala": (
        (36, 26, 13, 13), (53, 24, 16, 12), (73, 27, 13, 13), (28, 44, 12, 17), (44, 42, 12, 10), (44, 56, 12, 9), (60, 41, 14, 24),
        (78, 44, 14, 9), (78, 57, 14, 10), (35, 67, 15, 12), (54, 70, 13, 10), (71, 71, 14, 11),
    ),
}
WALL = "36,16 84,16 104,52 84,88 36,88 16,52"


def tile_svg(kind: str) -> str:
    """The picture of a hex: paper, its thin outline, and for a town its plan, lit from the upper left."""
    town = "".join(
        f'<rect x="{x + 2}" y="{y + 2}" width="{w}" height="{h}" fill="#6d5233" fill-opacity="0.45"/>'
        f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="#7c3b26" stroke="#3a1d12" stroke-width="1"/>'
        for x, y, w, h in BLOCKS[kind]
    )
    if kind == "kassala":
        town = f'<polygon points="{WALL}" fill="#dcc697" stroke="#3a1d12" stroke-width="4"/>' + town
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
        '<polygon points="0,52 30,0 90,0 120,52 90,104 30,104" fill="#e9dcc0"/>'
        f'{town}<polygon points="{HEX}" fill="none" stroke="#8a7450" stroke-opacity="0.55" stroke-width="1.4"/></svg>'
    )


def tsx() -> str:
    """The tileset: one picture a terrain, its class the terrain's."""
    tiles = "".join(
        f' <tile id="{i}" type="{kind}">\n  <image width="{WIDTH}" height="{HEIGHT}" '
        f'source="../../assets/kassala/tiles/{kind}.png"/>\n </tile>\n'
        for i, kind in enumerate(TERRAIN)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<tileset version="1.8" tiledversion="1.8.2" name="kassala" tilewidth="{WIDTH}" tileheight="{HEIGHT}" '
        f'tilecount="{len(TERRAIN)}" columns="0">\n <grid orientation="orthogonal" width="1" height="1"/>\n{tiles}</tileset>\n'
    )


def main(words: list[str]) -> None:
    """Write every file that is missing, or all of them with ``--force``."""
    TILES.mkdir(parents=True, exist_ok=True)
    texts = {MAPS / "kassala.tsx": tsx(), MAPS / "kassala.tmx": kassala().tmx()}
    texts |= {MAPS / f"{name}.tmx": sheet.tmx() for name, sheet in examples().items()}
    for path, text in texts.items():
        if not path.exists() or "--force" in words:
            path.write_text(text, encoding="utf-8", newline="\n")
    for kind in TERRAIN:
        path = TILES / f"{kind}.png"
        if not path.exists() or "--force" in words:
            pygame.image.save(pygame.image.load(io.BytesIO(tile_svg(kind).encode()), "tile.svg"), path)


if __name__ == "__main__":
    main(sys.argv[1:])
