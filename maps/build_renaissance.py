"""Wrote the ready-made tables of Renaissance once: ``python -m maps.build_renaissance`` from the repository.

The .tmx files are the source of truth since; edit them in Tiled. Files that are there are left alone unless
``--force`` is given. Lengths are in base widths: two are 4 MU. Everything lies as rules 1 and 14.2.3 ask.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, radians, sin
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "renaissance"
SIDE, PIXELS = 18, 60
"""Base widths of the table's side, and pixels of a base width."""
Point = tuple[float, float]


@dataclass(frozen=True)
class Area:
    """A piece of area terrain: an ellipse whose outline wavers as ground does."""

    kind: str
    middle: Point
    half: Point
    """Half its length and half its width."""
    turn: float = 0.0
    """Degrees clockwise."""
    rough: float = 0.05
    """How much the outline wavers."""

    def outline(self) -> list[Point]:
        """Its corners."""
        (x, y), (a, b) = self.middle, self.half
        found, s, c = [], sin(radians(self.turn)), cos(radians(self.turn))
        for k in range(30):
            angle = 2 * pi * k / 30
            far = 1 - self.rough * (1.2 + sin(2 * angle + x) + 0.7 * sin(3 * angle + y) + 0.4 * sin(5 * angle + x + y))
            u, v = a * far * cos(angle), b * far * sin(angle)
            found.append((x + u * c - v * s, y + u * s + v * c))
        return found


@dataclass(frozen=True)
class Line:
    """A road or river through some points; it bends from one to the next."""

    kind: str
    width: float
    course: tuple[Point, ...]


@dataclass(frozen=True)
class Shore:
    """A waterway along the left edge, with the depths of its shore from top to bottom."""

    depths: tuple[float, ...]


Piece = Area | Line | Shore
TABLES: dict[str, tuple[str, tuple[Piece, ...]]] = {
    "arable": ("Fields by the high road", (
        Area("gentle-hill", (5.2, 6.9), (2.7, 1.75), -18),
        Line("road", 0.5, ((0, 10.9), (3.2, 10.4), (6.6, 9.6), (9.4, 9.9), (12.2, 9.1), (15.0, 8.9), (18, 8.2))),
        Area("woods", (13.2, 5.0), (2.5, 1.6), 20),
        Area("woods", (4.6, 13.4), (2.2, 1.5), -12),
    )),
    "dry": ("Wells in the dry country", (
        Area("steep-hill", (13.6, 6.1), (2.5, 1.6), 35),
        Area("dunes", (5.0, 5.7), (2.6, 1.6), -10, 0.035),
        Area("rough", (12.8, 12.6), (2.9, 1.3), 12, 0.07),
        Area("rough", (2.9, 10.9), (2.2, 1.0), 65, 0.07),
        Area("oasis", (7.6, 9.8), (1.2, 0.9), 15, 0.03),
    )),
    "forest": ("A river in the forest", (
        Area("gentle-hill", (13.9, 10.6), (2.3, 1.6), 25),
        Line("river", 0.6, ((0, 7.5), (2.4, 7.2), (4.5, 8.4), (6.9, 8.1), (8.7, 6.5), (10.9, 6.9), (12.9, 7.4),
                            (15.2, 6.3), (18, 6.6))),
        Area("woods", (4.3, 4.7), (2.4, 1.6), 15),
        Area("woods", (13.2, 4.0), (2.1, 1.45), -20),
        Area("woods", (5.3, 12.2), (2.8, 1.65), -8),
    )),
    "hilly": ("The pass road", (
        Area("steep-hill", (4.5, 7.0), (2.7, 1.8), 30),
        Area("steep-hill", (14.0, 11.3), (2.6, 1.7), 25),
        Line("river", 0.55, ((7.2, 0), (7.5, 2.3), (8.5, 4.4), (10.6, 6.0), (12.1, 7.3), (14.9, 7.2), (18, 7.9))),
        Line("road", 0.5, ((0, 11.7), (3.1, 11.4), (6.2, 10.3), (8.5, 9.6), (10.4, 7.8), (12.1, 5.4), (14.7, 3.7),
                           (18, 3.3))),
        Area("woods", (5.7, 14.0), (2.2, 1.4), -15),
    )),
    "littoral": ("The river mouth", (
        Shore((1.9, 2.3, 2.1, 1.7, 2.0, 2.5, 2.3, 1.8, 1.5, 1.9)),
        Line("river", 0.6, ((18, 9.2), (15.3, 9.6), (13.2, 8.6), (10.9, 8.3), (8.6, 9.3), (6.3, 9.9), (4.2, 9.2),
                            (2.3, 9.4))),
        Area("marsh", (6.9, 12.7), (2.5, 1.1), -12, 0.07),
        Area("dunes", (6.4, 5.3), (2.4, 1.4), 70, 0.035),
    )),
    "steppe": ("Grass without end", (
        Area("gentle-hill", (4.7, 5.6), (2.8, 1.8), 10),
        Area("gentle-hill", (14.1, 7.0), (2.4, 1.6), -35),
        Area("gentle-hill", (6.4, 13.1), (2.7, 1.7), -12),
        Line("river", 0.55, ((10.7, 18), (10.2, 15.6), (11.4, 13.3), (11.1, 11.6), (13.2, 10.4), (15.2, 11.1),
                             (18, 10.4))),
        Area("rough", (9.6, 8.7), (1.9, 1.0), 40, 0.07),
    )),
    "tropical": ("Between the marshes", (
        Line("river", 0.65, ((18, 9.8), (15.9, 10.4), (14.2, 9.5), (12.2, 8.7), (10.4, 9.5), (9.0, 11.3), (6.9, 11.4),
                             (4.7, 10.2), (2.3, 10.0), (0, 10.7))),
        Area("woods", (4.5, 6.2), (2.4, 1.7), -25),
        Area("woods", (13.6, 5.7), (2.6, 1.6), 12),
        Area("woods", (13.5, 13.3), (2.5, 1.6), -8),
        Area("marsh", (5.2, 13.9), (2.4, 1.2), 10, 0.07),
    )),
}


OPEN = "open"
"""The table without terrain, on which the defender lays it."""


def bent(course: Sequence[Point], steps: int = 4) -> list[Point]:
    """A curve through some points (Catmull and Rom's)."""
    spots = [course[0], *course, course[-1]]
    found = [course[0]]
    for a, b, c, d in zip(spots, spots[1:], spots[2:], spots[3:], strict=False):
        for k in range(1, steps + 1):
            found.append((_along(a[0], b[0], c[0], d[0], k / steps), _along(a[1], b[1], c[1], d[1], k / steps)))
    return found


def _along(p: float, q: float, r: float, s: float, t: float) -> float:
    return (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t**3) / 2


def _points(spots: Sequence[Point]) -> str:
    return " ".join(f"{min(max(x, 0), SIDE) * PIXELS:.1f},{min(max(y, 0), SIDE) * PIXELS:.1f}" for x, y in spots)


def _written(piece: Piece, number: int) -> str:
    """The object of a piece."""
    match piece:
        case Line():
            said = f'<properties><property name="line-width" type="float" value="{piece.width:g}"/></properties>'
            kind, shape = piece.kind, f'{said}<polyline points="{_points(bent(piece.course))}"/>'
        case Area():
            kind, shape = piece.kind, f'<polygon points="{_points(piece.outline())}"/>'
        case Shore():
            apart = SIDE / (len(piece.depths) - 1)
            shore = bent([(deep, k * apart) for k, deep in enumerate(piece.depths)], 3)
            kind, shape = "waterway", f'<polygon points="{_points([(0, 0), *shore, (0, SIDE)])}"/>'
    return f'  <object id="{number}" type="{kind}" x="0" y="0">{shape}</object>'


def table(name: str) -> str:
    """The file of a table."""
    title, pieces = TABLES[name] if name != OPEN else ("The open table", ())
    said = {"provenance": "reconstructed", "system": "renaissance", "title": title}
    if name != OPEN:
        said["topography"] = name
    properties = "".join(f'  <property name="{key}" value="{value}"/>\n' for key, value in said.items())
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<map version="1.8" tiledversion="1.8.2" orientation="orthogonal" renderorder="right-down" width="{SIDE}" '
        f'height="{SIDE}" tilewidth="{PIXELS}" tileheight="{PIXELS}" infinite="0" nextlayerid="2" '
        f'nextobjectid="{len(pieces) + 1}">\n'
        f' <properties>\n  <property name="base-width" type="float" value="{PIXELS}"/>\n{properties} </properties>\n'
        ' <objectgroup id="1" name="Terrain">\n'
        + "\n".join(_written(piece, number) for number, piece in enumerate(pieces, 1))
        + "\n </objectgroup>\n</map>\n"
    )


def main(words: Sequence[str]) -> None:
    """Write the files that are not there, or all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name in (*TABLES, OPEN):
        path = FOLDER / f"{name}.tmx"
        if "--force" in words or not path.exists():
            path.write_text(table(name), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
