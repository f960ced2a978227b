"""Writes hex maps the way Tiled does, for the scripts that lay out a system's first maps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot
from xml.sax.saxutils import escape, quoteattr

from game.board.hexgrid import COMMON_GRID
from game.maps.lattice import Corner, Lattice, Point

WIDTH, HEIGHT, SIDE = 120, 104, 60
"""Pixels of a tile: regular to within 0.1 %, and every corner on a whole pixel."""
MARGIN = 90
"""Pixels of paper left of and above the hexes; a free column and row leave as much to the right and below."""
COLOURS = {
    "Water": "#2f6f93", "Hills": "#7a5a2e", "Wadi": "#a04a10", "Trench": "#141414",
    "Deployment": "#c03a32", "Objectives": "#d79a1c", "Lettering": "#2a2119",
}
"""The colour Tiled gives each object layer."""
_TEXT = '<text fontfamily="EB Garamond" pixelsize="{}" color="{}" {} halign="center" valign="center">{}</text>'


@dataclass
class Sheet:
    """One map being written. Objects go to layers by name; ids count up from 1."""

    title: str
    tiles: Sequence[str]
    """The tileset's terrain classes in order."""
    terrain: dict[str, str]
    layers: dict[str, list[str]] = field(default_factory=dict)
    ids: int = 0
    north: int = 0
    """Where north lies, in degrees clockwise from the top."""

    @property
    def columns(self) -> int:
        """Tiled's columns, the free one included."""
        return max(COMMON_GRID.parse(name)[0] for name in self.terrain) + 1

    @property
    def rows(self) -> int:
        """Tiled's rows, the free one included."""
        return max(COMMON_GRID.parse(name)[1] for name in self.terrain) + 1

    @property
    def lattice(self) -> Lattice:
        return Lattice(self.columns, self.rows, WIDTH, HEIGHT, SIDE)

    @property
    def paper(self) -> tuple[int, int]:
        """Width and height of the paper in pixels."""
        return self.columns * 90 + 30 + MARGIN, self.rows * HEIGHT + 52 + MARGIN

    @property
    def paper_name(self) -> str:
        return f"paper-{self.columns}x{self.rows}.png"

    def pixels(self, point: Point) -> Point:
        """Hex radii as map pixels."""
        x, y = self.lattice.centre("0101")
        home = COMMON_GRID.centre("0101")
        return x + (point[0] - home[0]) * SIDE, y + (point[1] - home[1]) * HEIGHT / 3**0.5

    def add(self, layer: str, kind: str, name: str, place: Point, shape: str, size: str = "",
            **values: str | bool) -> None:
        """Add an object: ``shape`` is its inner element, ``size`` further attributes, ``values`` its properties."""
        self.ids += 1
        named = f" name={quoteattr(name)}" if name else ""
        x, y = map(_number, place)
        properties = "".join(_property(key, values[key]) for key in sorted(values))
        self.layers.setdefault(layer, []).append(
            f'  <object id="{self.ids}"{named} type="{kind}" x="{x}" y="{y}"{size}>\n'
            f"   <properties>\n{properties}   </properties>\n   {shape}\n  </object>\n"
        )

    def shape(self, layer: str, kind: str, name: str, drawn: Sequence[Point], tag: str, provenance: str) -> None:
        """Add a ``polyline`` or ``polygon`` given in map pixels."""
        x, y = drawn[0]
        steps = " ".join(f"{_number(px - x)},{_number(py - y)}" for px, py in drawn)
        self.add(layer, kind, name, (x, y), f'<{tag} points="{steps}"/>', provenance=provenance)

    def hexsides(self, layer: str, kind: str, pairs: Iterable[tuple[str, str]]) -> None:
        """Polylines along hexsides, the first hex of each pair to the left."""
        for chain in chains([self._side(*pair) for pair in pairs]):
            self.shape(layer, kind, "", [self.lattice.pixel(corner) for corner in chain], "polyline", "figure")

    def area(self, layer: str, kind: str, name: str, drawn: Sequence[Point]) -> None:
        """A polygon given in hex radii, of our own drawing."""
        self.shape(layer, kind, name, [self.pixels(point) for point in drawn], "polygon", "reconstructed")

    def objective(self, name: str, hexes: Sequence[str]) -> None:
        """A polygon along the outer hexsides of a group of hexes."""
        outer = [(h, n) for h in hexes for n in (COMMON_GRID.neighbour(h, d) for d in range(6)) if n not in hexes]
        (ring,) = chains([self._side(*pair) for pair in outer])
        self.shape("Objectives", "objective", name, [self.lattice.pixel(c) for c in ring[:-1]], "polygon", "figure")

    def zone(self, name: str, hex_: str) -> None:
        """The point that names the part of the board it stands in."""
        self.add("Deployment", "deployment-zone", name, self.lattice.centre(hex_), "<point/>", provenance="figure")

    def label(self, text: str, middle: Point, style: str, size: int, turn: int = 0, provenance: str = "figure", *,
              word: bool = False) -> None:
        """Lettering round a point given in hex radii; ``size`` in pixels, ``turn`` 0 or -90 degrees. A ``word`` is
        translated, a name is not."""
        width, height = len(text) * size * 0.9 + 12, size * 1.5
        x, y = self.pixels(middle)
        right, down = (height / 2, -width / 2) if turn else (width / 2, height / 2)
        ink, slant = ("#2f5a6e", 'italic="1"') if style == "water" else ("#2a2119", 'bold="1"')
        turned = f' rotation="{turn}"' if turn else ""
        self.add(
            "Lettering", "label", text, (x - right, y - down), _TEXT.format(size, ink, slant, escape(text)),
            f' width="{_number(width)}" height="{_number(height)}"{turned}', provenance=provenance, style=style,
            **{"word": True} if word else {},
        )

    def tmx(self, system: str, pictures: str) -> str:
        """The file as Tiled writes it; ``pictures`` is the folder of the paper, seen from the map."""
        gids: Mapping[str, int] = {kind: i + 1 for i, kind in enumerate(self.tiles)}
        columns, rows = range(1, self.columns + 1), range(1, self.rows + 1)
        data = ",\n".join(
            ",".join(str(gids.get(self.terrain.get(COMMON_GRID.name(c, r), ""), 0)) for c in columns) for r in rows
        )
        groups = "".join(
            f' <objectgroup id="{i}" name="{name}" color="{COLOURS[name]}">\n{"".join(things)} </objectgroup>\n'
            for i, (name, things) in enumerate(self.layers.items(), 3)
        )
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            '<map version="1.8" tiledversion="1.8.2" orientation="hexagonal" renderorder="right-down" '
            f'width="{self.columns}" height="{self.rows}" tilewidth="{WIDTH}" tileheight="{HEIGHT}" infinite="0" '
            f'hexsidelength="{SIDE}" staggeraxis="x" staggerindex="even" backgroundcolor="#3a281c" '
            f'nextlayerid="{len(self.layers) + 3}" nextobjectid="{self.ids + 1}">\n'
            f' <properties>\n  <property name="north" type="int" value="{self.north}"/>\n'
            '  <property name="provenance" value="figure"/>\n'
            f'  <property name="system" value="{system}"/>\n  <property name="title" value={quoteattr(self.title)}/>\n'
            f' </properties>\n <tileset firstgid="1" source="{system}.tsx"/>\n'
            f' <imagelayer id="1" name="Paper" locked="1" offsetx="{-MARGIN}" offsety="{-MARGIN}">\n'
            f'  <image source="{pictures}/{self.paper_name}" width="{self.paper[0]}" height="{self.paper[1]}"/>\n'
            f' </imagelayer>\n <layer id="2" name="Terrain" width="{self.columns}" height="{self.rows}">\n'
            f'  <data encoding="csv">\n{data}\n</data>\n </layer>\n{groups}</map>\n'
        )

    def _side(self, marked: str, other: str) -> tuple[Corner, Corner]:
        """The side between two hexes, walked so that the first lies to the left."""
        start, end = (corner for corner, names in self.lattice.touching.items() if {marked, other} <= names)
        return (start, end) if self.lattice.crossing(start, end) == (marked, other) else (end, start)


def tsx(system: str, tiles: Sequence[str], pictures: str) -> str:
    """A tileset of one picture a terrain, the tile's class the terrain's."""
    body = "".join(
        f' <tile id="{i}" type="{kind}">\n'
        f'  <image width="{WIDTH}" height="{HEIGHT}" source="{pictures}/{kind}.png"/>\n </tile>\n'
        for i, kind in enumerate(tiles)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<tileset version="1.8" tiledversion="1.8.2" name="{system}" tilewidth="{WIDTH}" tileheight="{HEIGHT}" '
        f'tilecount="{len(tiles)}" columns="0">\n <grid orientation="orthogonal" width="1" height="1"/>\n'
        f"{body}</tileset>\n"
    )


def chains(edges: Sequence[tuple[Corner, Corner]]) -> list[list[Corner]]:
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
    """An open Catmull-Rom curve through points, its ends included."""
    padded = [control[0], *control, control[-1]]
    curve: list[Point] = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        for t in (s / steps for s in range(steps)):
            weights = (-t + 2 * t**2 - t**3, 2 - 5 * t**2 + 3 * t**3, t + 4 * t**2 - 3 * t**3, t**3 - t**2)
            x, y = (sum(w * p[k] for w, p in zip(weights, (a, b, c, d), strict=True)) / 2 for k in (0, 1))
            curve.append((x, y))
    return [*curve, control[-1]]


def ruled(start: Point, end: Point, step: float = 0.4) -> list[Point]:
    """Points along a straight edge, its ends excluded, so close that a curve through them stays straight."""
    count = max(1, round(hypot(end[0] - start[0], end[1] - start[1]) / step))
    shares = [k / count for k in range(1, count)]
    return [(start[0] + (end[0] - start[0]) * k, start[1] + (end[1] - start[1]) * k) for k in shares]


def _property(name: str, value: str | bool) -> str:
    """A property of an object as Tiled writes it."""
    kind, text = (' type="bool"', str(value).lower()) if isinstance(value, bool) else ("", value)
    return f'    <property name="{name}"{kind} value={quoteattr(text)}/>\n'


def _number(value: float) -> str:
    """A pixel coordinate, to a tenth, without needless zeros."""
    return f"{round(value, 1) + 0:g}"
