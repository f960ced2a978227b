"""Writes the map of Pickets as a Tiled file: ``python -m tests.systems.pickets.make_map`` from the top folder.

34 by 25 hexes numbered from 1010 on, even columns low, two levels of hill, a stream and two kinds of road.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

from game.board.hexgrid import HexGrid
from game.board.sight import line
from game.maps.lattice import Corner, Lattice, Point

COLUMNS, ROWS = 34, 25
LATTICE = Lattice(COLUMNS, ROWS, 120, 104, 60, HexGrid("even", 10, 10))
GRID = LATTICE.grid
HEXES = [GRID.name(10 + i, 10 + j) for j in range(ROWS) for i in range(COLUMNS)]
TILES = [("open", 0), ("woods", 0), ("marsh", 0), ("village", 0), ("open", 1), ("woods", 1), ("open", 2)]
STREAM = ("1023", "1822", "2524", "3122", "3723", "4322")
"""Hexes with the stream along their southern side on its way across."""
ROADS = {
    "road": (("2510", "2517", "2718", "2722", "2523", "2527", "2728", "2734"),),
    "track": (("1021", "1323", "1920", "2523", "3126", "3723", "4326"),),
}
"""Hexes at which the roads bend: between them they are straight."""
VILLAGE = ("2522", "2523", "2622", "2523", "2422")
LABELS = (("Aldermoor Ford", "town", "2521"), ("Hang Hill", "hill", "1614"), ("Beacon", "hill", "3629"))


def patch(lots: Random, seed: str, size: int) -> set[str]:
    """A connected group of hexes."""
    found, edge = {seed}, [seed]
    while len(found) < size:
        near = GRID.neighbour(lots.choice(edge), lots.randrange(6))
        if near in HEXES and near not in found:
            found.add(near)
            edge.append(near)
    return found


def ground() -> dict[str, tuple[str, int]]:
    """The terrain of each hex, and its level."""
    lots, found = Random(34), dict.fromkeys(HEXES, ("open", 0))
    for seed in ("1614", "3629", "3013", "1331"):
        hill = patch(lots, seed, 22)
        found.update(dict.fromkeys(hill, ("open", 1)))
        inner = [h for h in sorted(hill) if all(GRID.neighbour(h, d) in hill for d in range(6))]
        found.update(dict.fromkeys(inner, ("open", 2)))
    for seed in ("1117", "2014", "3518", "4013", "1429", "2131", "3231", "4128", "2917", "2027"):
        for hex_ in patch(lots, seed, 11):
            found[hex_] = ("woods", min(1, found[hex_][1])) if found[hex_][1] < 2 else found[hex_]
    for seed in ("1525", "3520", "4026"):
        found.update({hex_: ("marsh", 0) for hex_ in patch(lots, seed, 5) if found[hex_] == ("open", 0)})
    found.update(dict.fromkeys(VILLAGE, ("village", 0)))
    return found


def corner_below(hex_: str) -> Corner:
    """The corner at the left end of a hex's southern side."""
    x, y = LATTICE.centre(hex_)
    found = LATTICE.corner((x - LATTICE.side / 2, y + LATTICE.height / 2))
    assert found is not None
    return found


def along_sides(start: Corner, end: Corner) -> list[Corner]:
    """The shortest way along hexsides of the board."""
    before: dict[Corner, Corner] = {start: start}
    edge = [start]
    while end not in before:
        here = edge.pop(0)
        for across, down in ((-1, 0), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)):
            there = here[0] + across, here[1] + down
            if there in LATTICE.touching and there not in before:
                pair = LATTICE.crossing(here, there)
                if pair is not None and set(pair) <= set(HEXES):
                    before[there] = here
                    edge.append(there)
    way = [end]
    while way[-1] != start:
        way.append(before[way[-1]])
    return way[::-1]


def drawn(number: int, kind: str, points: list[Point]) -> str:
    """A polyline as Tiled writes it."""
    x, y = points[0]
    steps = " ".join(f"{px - x:g},{py - y:g}" for px, py in points)
    return f'  <object id="{number}" type="{kind}" x="{x:g}" y="{y:g}"><polyline points="{steps}"/></object>'


def lines() -> list[str]:
    """The stream and the roads."""
    corners = [corner_below(STREAM[0])]
    for hex_ in STREAM[1:]:
        corners += along_sides(corners[-1], corner_below(hex_))[1:]
    found = [drawn(1, "stream", [LATTICE.pixel(corner) for corner in corners])]
    for kind, ways in ROADS.items():
        for way in ways:
            hexes = [way[0]]
            for a, b in pairwise(way):
                hexes += [next(h for h in both if h in HEXES) for both in line(GRID, a, b)[1:]]
            found.append(drawn(len(found) + 1, kind, [LATTICE.centre(hex_) for hex_ in hexes]))
    return found


def label(number: int, text: str, style: str, hex_: str) -> str:
    """Lettering in a hex."""
    x, y = LATTICE.centre(hex_)
    said = f'<properties><property name="style" value="{style}"/></properties>'
    return f'  <object id="{number}" type="label" name="{text}" x="{x:g}" y="{y:g}">{said}<point/></object>'


def written() -> str:
    """The content of the file."""
    found = ground()
    rows = [",".join(str(TILES.index(found[GRID.name(10 + i, 10 + j)]) + 1) for i in range(COLUMNS))
            for j in range(ROWS)]
    tiles = [f'  <tile id="{n}" type="{kind}"><properties><property name="level" type="int" value="{level}"/>'
             "</properties></tile>" for n, (kind, level) in enumerate(TILES)]
    things = lines()
    things += [label(len(things) + n, *one) for n, one in enumerate(LABELS, 1)]
    said = {"provenance": "reconstructed", "system": "pickets", "title": "The ford at Aldermoor"}
    numbers = "".join(f'  <property name="first-{name}" type="int" value="10"/>\n' for name in ("column", "row"))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<map version="1.8" tiledversion="1.8.2" orientation="hexagonal" renderorder="right-down" width="{COLUMNS}" '
        f'height="{ROWS}" tilewidth="120" tileheight="104" infinite="0" hexsidelength="60" staggeraxis="x" '
        f'staggerindex="even" nextlayerid="3" nextobjectid="{len(things) + 1}">\n <properties>\n{numbers}'
        + "".join(f'  <property name="{name}" value="{value}"/>\n' for name, value in said.items())
        + f' </properties>\n <tileset firstgid="1" name="pickets" tilewidth="120" tileheight="104" '
        f'tilecount="{len(TILES)}" columns="0">\n' + "\n".join(tiles)
        + f'\n </tileset>\n <layer id="1" name="Terrain" width="{COLUMNS}" height="{ROWS}">\n'
        '  <data encoding="csv">\n' + ",\n".join(rows) + '\n  </data>\n </layer>\n'
        ' <objectgroup id="2" name="Features">\n' + "\n".join(things) + "\n </objectgroup>\n</map>\n"
    )


if __name__ == "__main__":
    (Path(__file__).parent / "maps" / "ford.tmx").write_text(written(), "utf-8")
