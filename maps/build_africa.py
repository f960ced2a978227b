"""Wrote Africa's Tiled maps once: ``python -m maps.build_africa`` from the repository.

The .tmx files are the source of truth since; edit them in Tiled. Files that are there are left alone unless
``--force`` is given. Each area is the Voronoi cell of its point in the facts, its corners drawn together where the
facts know no border, the whole sheet then bent a little so that borders look like ground.
"""

from __future__ import annotations

import re
import sys
from math import hypot, pi, sin
from pathlib import Path
from xml.sax.saxutils import quoteattr

from maps.africa_lettering import letter, stand

ROOT = Path(__file__).resolve().parent.parent
FACTS = ROOT / "tests" / "facts" / "africa-areas.md"
Point = tuple[float, float]
SHEETS = {
    "castillejos": ("4.8", "The Battle of Castillejos", (1000, 1200)),
    "tetuan": ("4.9", "The Battle of Tetuán", (1400, 900)),
    "wad-ras": ("4.10", "The Battle of Wad-Ras", (1400, 900)),
}
OBJECTIVES = {
    "castillejos": ("Casa de la Condesa", "Casa del Morabito", "Castillejos", "Yabal ar Rahim", "Ar Rahim"),
    "tetuan": ("Campamento de Muley Achmed Norte", "Campamento de Muley Achmed Sur", "Fuerte de la Estrella"),
    "wad-ras": ("Puente Busceja", "Aduar Am Sal", "Entrada del Fondak"),
}
ACCENTS = {"Tetuan": "Tetuán", "Rio": "Río", "Negron": "Negrón"}
LINES = {
    "castillejos": {
        "road": ("A", "Playa del Tarajal", "Castillejos", "Boca del Rio", "Ar Raham", "Monte Negron"),
        "river": ("Rio Alto", "Rio Castillejos", "Boca del Rio"),
    },
    "tetuan": {
        "river": tuple(f"Rio Martin {i}" for i in (6, 5, 4, 3, 2, 1)),
        "stream": ("Al Musawwir", "Al Bari", "Al Khaliq", "Rio Martin 3"),
    },
    "wad-ras": {
        "road": ("2", "Ta", "Puente Busceja", "Jim", "Aduar Am Sal", "Lam", "Entrada del Fondak"),
        "river": ("Rio Busceja 1", "Rio Busceja 2", "Puente Busceja", "Rio Busceja 3", "Rio Busceja 4"),
    },
}
ENDS: dict[tuple[str, str], tuple[Point | None, Point | None]] = {
    ("castillejos", "road"): ((702, 0), (706, 1200)), ("castillejos", "river"): ((0, 905), (925, 798)),
    ("tetuan", "river"): ((0, 800), (1400, 812)), ("wad-ras", "road"): ((1400, 402), (0, 462)),
    ("wad-ras", "river"): ((925, 0), (915, 900)),
}
"""Where lines go beyond the middles of their first and last areas."""
BANKS = {
    "Rio Busceja 1": ((900, 34), (900, 173)), "Rio Busceja 2": ((902, 232), (902, 371)),
    "Rio Busceja 3": ((899, 571), (893, 710)), "Rio Busceja 4": ((893, 739), (886, 878)),
}
"""Where names of areas that a river runs down through go along its bank, not across it; from and to."""
BANK = 18.0
"""And the size of their letters."""


def table(section: str) -> list[tuple[str, Point, str, list[str], list[str]]]:
    """Name, point, terrain, flags and neighbours of every area of a section of the facts."""
    text = FACTS.read_text(encoding="utf-8").split(f"### {section} ")[1].split("\n### ")[0]
    rows = re.findall(r"^\| (.+?) \| (\d+),(\d+) \| (\w+) \| (.*?) \| (.*?) \|$", text, re.M)
    return [(n, (float(x), float(y)), t, f.replace("-", "").split(), b.split("; ")) for n, x, y, t, f, b in rows]


def cell(home: Point, points: list[Point], size: tuple[int, int]) -> list[Point]:
    """The part of the sheet nearer to one point than to any other."""
    w, h = size
    shape: list[Point] = [(0, 0), (w, 0), (w, h), (0, h)]
    for x, y in points:
        if (x, y) == home:
            continue
        dx, dy = x - home[0], y - home[1]
        side = [(px - (x + home[0]) / 2) * dx + (py - (y + home[1]) / 2) * dy for px, py in shape]
        cut: list[Point] = []
        for i, (px, py) in enumerate(shape):
            j = (i + 1) % len(shape)
            if side[i] <= 0:
                cut.append((px, py))
            if side[i] * side[j] < 0:
                k = side[i] / (side[i] - side[j])
                cut.append((px + (shape[j][0] - px) * k, py + (shape[j][1] - py) * k))
        shape = cut
    return shape


def bend(point: Point, size: tuple[int, int]) -> tuple[int, int]:
    """Where a point of the sheet goes; the sheet's edges stay straight."""
    x, y = point
    fade = [min(1.0, p / 50, (s - p) / 50) for p, s in zip(point, size, strict=True)]
    dx = 9 * sin(2 * pi * (y / 173 + x / 610)) + 4 * sin(2 * pi * (y / 61 - x / 190) + 1)
    dy = 9 * sin(2 * pi * (x / 181 - y / 570) + 2) + 4 * sin(2 * pi * (x / 67 + y / 210))
    return round(x + dx * fade[0]), round(y + dy * fade[1])


def shapes(rows: list[tuple[str, Point, str, list[str], list[str]]], size: tuple[int, int]) -> dict[str, list[Point]]:
    """The outline of each area; neighbouring outlines have the very same points along their border."""
    spots: list[Point] = []

    def known(p: Point) -> int:
        for i, q in enumerate(spots):
            if hypot(p[0] - q[0], p[1] - q[1]) < 0.5:
                return i
        spots.append(p)
        return len(spots) - 1

    cells = {r[0]: [known(p) for p in cell(r[1], [s[1] for s in rows], size)] for r in rows}
    goes = list(range(len(spots)))
    listed = {r[0]: r[4] for r in rows}
    for one in cells:
        for other in cells:
            common = [i for i in cells[one] if i in cells[other]]
            if one < other and other not in listed[one] and len(common) > 1:
                a, b = common[:2]
                edge = [any(c in (0, s) for c, s in zip(spots[i], size, strict=True)) for i in (a, b)]
                middle = ((spots[a][0] + spots[b][0]) / 2, (spots[a][1] + spots[b][1]) / 2)
                spots[goes[a]] = spots[goes[b]] = spots[a] if edge[0] else spots[b] if edge[1] else middle
    drawn = {}
    for name, corners in cells.items():
        ring: list[Point] = []
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
            (ax, ay), (bx, by) = sorted((spots[a], spots[b]))
            count = max(1, round(hypot(bx - ax, by - ay) / 14))
            steps = [bend((ax + (bx - ax) * k / count, ay + (by - ay) * k / count), size) for k in range(count + 1)]
            for p in steps if (ax, ay) == spots[a] else steps[::-1]:
                if not ring or p != ring[-1]:
                    ring.append(p)
        drawn[name] = ring[:-1] if ring[0] == ring[-1] else ring
    return drawn


def works_line(shape: list[Point]) -> list[Point]:
    """A trench a little inside an area's right border, from its lower end up: the enemy is on its right hand."""
    ys = [y for _, y in shape]
    low, high = min(ys), max(ys)
    way: list[Point] = []
    for k in range(9):
        y = high - (high - low) * (0.14 + 0.72 * k / 8)
        right = max(
            ax + (bx - ax) * (y - ay) / (by - ay)
            for (ax, ay), (bx, by) in zip(shape, [*shape[1:], shape[0]], strict=True) if (ay > y) != (by > y)
        )
        way.append((round(right - 17), round(y)))
    return way


def tmx(name: str) -> str:
    """One map as Tiled writes it."""
    section, title, size = SHEETS[name]
    rows = table(section)
    ids = 0
    layers: dict[str, list[str]] = {"Areas": [], "Lines": [], "Stands": [], "Objectives": [], "Lettering": []}

    def add(layer: str, kind: str, at: Point, body: str, label: str = "", props: str = "") -> None:
        nonlocal ids
        ids += 1
        named = f" name={quoteattr(label)}" if label else ""
        layers[layer].append(
            f'  <object id="{ids}"{named} type="{kind}" x="{at[0]:g}" y="{at[1]:g}">\n   <properties>\n'
            f'    <property name="provenance" value="reconstructed"/>\n{props}'
            f'   </properties>\n   {body}\n  </object>\n'
        )

    def drawn(points: list[Point], tag: str) -> str:
        x, y = points[0]
        return f'<{tag} points="' + " ".join(f"{px - x:g},{py - y:g}" for px, py in points) + '"/>'

    outlines = shapes(rows, size)
    where = {r[0]: bend(r[1], size) for r in rows}
    printed = {}
    for area, _, terrain, flags, _ in rows:
        printed[area] = area
        for plain, accent in ACCENTS.items():
            printed[area] = printed[area].replace(plain, accent)
        bools = "".join(f'    <property name="{f}" type="bool" value="true"/>\n' for f in sorted(flags))
        add("Areas", terrain, outlines[area][0], drawn(outlines[area], "polygon"), printed[area], bools)
        style = {"mountain": "hill", "forest": "wood", "river": "water", "sea": "sea"}.get(terrain, "area")
        style = "number" if area.isdigit() or len(area) == 1 else style
        style = "camp" if "encampment" in flags else style
        names = letter(printed[area], style, outlines[area], where[area])
        add("Stands", "stand", stand(outlines[area], names, [where[area]] if "bridge" in flags else ()), "<point/>")
        if area in BANKS:
            names = [(printed[area], list(BANKS[area]), BANK)]
        elif area == "Puente Busceja":
            names = [(word, [(938.0, y), (1010.0, y)], 19.0) for word, y in (("Puente", 413.0), ("Busceja", 434.0))]
        for words, path, height in names:
            extra = f'    <property name="size" type="float" value="{height:g}"/>\n'
            extra += f'    <property name="style" value="{style}"/>\n'
            add("Lettering", "label", path[0], drawn(path, "polyline"), words, extra)
    for kind, along in LINES[name].items():
        first, last = ENDS.get((name, kind), (None, None))
        middles: list[Point] = [where[area] for area in along]
        way = [*([first] if first else []), *middles, *([last] if last else [])]
        add("Lines", kind, way[0], drawn(way, "polyline"))
    for area in (row[0] for row in rows if "trench" in row[3]):
        way = works_line(outlines[area])
        add("Lines", "trench", way[0], drawn(way, "polyline"))
    for area in OBJECTIVES[name]:
        add("Objectives", "objective", where[area], "<point/>", printed[area])
    groups = "".join(
        f' <objectgroup id="{i}" name="{layer}">\n{"".join(things)} </objectgroup>\n'
        for i, (layer, things) in enumerate(layers.items(), 2)
    )
    # A tile object, not an image layer: Tiled shows it at the sheet's size, though the picture is twice as fine.
    w, h = size
    picture = (
        f' <tileset firstgid="1" name="artwork" tilewidth="{2 * w}" tileheight="{2 * h}" tilecount="1" columns="0">\n'
        f'  <tile id="0">\n   <image source="../../assets/africa/{name}.jpg" width="{2 * w}" height="{2 * h}"/>\n'
        f'  </tile>\n </tileset>\n <objectgroup id="1" name="Artwork" locked="1">\n  <object id="{ids + 1}" '
        f'name="Ground" type="artwork" gid="1" x="0" y="{h}" width="{w}" height="{h}"/>\n </objectgroup>\n'
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<map version="1.8" tiledversion="1.8.2" orientation="orthogonal" '
        f'renderorder="right-down" width="{size[0] // 50}" height="{size[1] // 50}" tilewidth="50" tileheight="50" '
        f'infinite="0" backgroundcolor="#e9dcc0" nextlayerid="{len(layers) + 2}" nextobjectid="{ids + 2}">\n'
        ' <properties>\n  <property name="provenance" value="reconstructed"/>\n'
        f'  <property name="system" value="africa"/>\n  <property name="title" value={quoteattr(title)}/>\n'
        f" </properties>\n{picture}{groups}</map>\n"
    )


def main(words: list[str]) -> None:
    """Write every file that is missing, or all of them with ``--force``."""
    for name in SHEETS:
        path = ROOT / "maps" / "africa" / f"{name}.tmx"
        if not path.exists() or "--force" in words:
            path.write_text(tmx(name), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
