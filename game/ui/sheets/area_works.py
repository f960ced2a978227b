"""What people have built, in ink: tents, houses, forts, bridges, trenches, an anchorage. Sizes are map pixels."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from math import cos, hypot, pi, sin

from game.ui.kit.camera import Point
from game.ui.sheets.frame import box
from game.ui.sheets.ink import Ink, circle, closed, fill, open_line, stroke
from game.ui.sheets.shapes import turned

SHADOW, BODY, DETAIL = 70, 71, 72
"""Layers of ink."""
INK, EARTH, BRICK, CANVAS, SHADE = "#33241a", "#d9b98a", "#b4553a", "#fbf3df", "#241a12"


HAMLET = (
    (-22, -13, 13, 11), (-6, -16, 18, 12), (15, -11, 10, 15), (-19, 2, 17, 11), (1, 1, 11, 14), (15, 8, 11, 8),
)
"""Houses as left, top, width and height."""


class Spot:
    """A place to draw at: a point of the sheet, the size of a map pixel in the sheet's units, and a turn (radians)."""

    def __init__(self, at: Point, pixel: float, turn: float = 0.0) -> None:
        self.at, self.pixel, self.turn = at, pixel, turn

    def __call__(self, *points: Point) -> list[Point]:
        """Points about the spot, given in map pixels, as points of the sheet."""
        return [
            turned((self.at[0] + x * self.pixel, self.at[1] + y * self.pixel), self.turn, self.at) for x, y in points
        ]


def tents(ink: Ink, spot: Spot) -> None:
    """Two rows of bell tents and a banner."""
    line = f' stroke="{INK}" stroke-width="{1.5 * spot.pixel:.4f}" stroke-linejoin="round"'
    for dy, xs in ((-9, (-27, -9, 9, 27)), (8, (-18, 0, 18))):
        for x in xs:
            def at(*points: Point, x: float = x, y: float = dy) -> list[Point]:
                return spot(*((x + px, y + py) for px, py in points))

            ink.polygon(SHADOW, fill(SHADE, 0.35), at((-4, 8), (13, 8), (17, 4), (0, 0)))
            ink.polygon(BODY, fill(CANVAS) + line, at((-8, 8), (-5, 0), (0, -9), (5, 0), (8, 8)))
            ink.polygon(DETAIL, fill("#b89f76"), at((0, -8), (4.4, 0.2), (7, 7.2), (1, 7.2)))
            ink.polygon(DETAIL, fill(INK), at((-2, 7.6), (0, 1), (1.4, 7.6)))


def houses(ink: Ink, spot: Spot) -> None:
    """A walled farm or hamlet: a block plan with shaded walls."""
    line = f' stroke="{INK}" stroke-width="{1.4 * spot.pixel:.4f}" stroke-linejoin="miter"'
    for x, y, w, h in HAMLET:
        ink.polygon(SHADOW, fill(SHADE, 0.42), spot(*box(x + 3, y + 3, w, h)))
        ink.polygon(BODY, fill(BRICK) + line, spot(*box(x, y, w, h)))
        roof = (x + 1, y + 1), (x + w - 1, y + 1), (x + w - 3.4, y + h / 2), (x + 3.4, y + h / 2)
        ink.polygon(DETAIL, fill("#d98a69"), spot(*roof))


def fort(ink: Ink, spot: Spot) -> None:
    """A star fort: ditch, rampart and a keep."""
    def star(far: float, near: float) -> list[Point]:
        return spot(*((r * sin(k * pi / 6), -r * cos(k * pi / 6)) for k, r in
                      ((k, far if k % 2 == 0 else near) for k in range(12))))

    ink.polygon(SHADOW, fill(SHADE, 0.40), [(x + 4 * spot.pixel, y + 4 * spot.pixel) for x, y in star(32, 20)])
    ink.polygon(BODY, fill(EARTH) + f' stroke="{INK}" stroke-width="{2 * spot.pixel:.4f}"', star(32, 20))
    ink.polygon(DETAIL, fill("#c98b66") + f' stroke="{INK}" stroke-width="{1.3 * spot.pixel:.4f}"', star(23, 14.5))
    ink.polygon(DETAIL + 1, fill(BRICK) + f' stroke="{INK}" stroke-width="{1.3 * spot.pixel:.4f}"',
                spot((-6, -6), (6, -6), (6, 6), (-6, 6)))


def bridge(ink: Ink, spot: Spot) -> None:
    """A stone bridge along the spot's direction."""
    ink.polygon(BODY, fill("#efe0bd"), spot((-17, -5.5), (17, -5.5), (17, 5.5), (-17, 5.5)))
    for side in (-1, 1):
        rail = spot((-24, 12 * side), (-16, 6.5 * side), (16, 6.5 * side), (24, 12 * side))
        ink.line(DETAIL, stroke(INK, 3.2 * spot.pixel, join="miter"), rail)
    joints = "".join(open_line(spot((x, -5), (x, 5))) for x in (-10, -3.3, 3.3, 10))
    ink.add(DETAIL, stroke("#8d7a58", 1.0 * spot.pixel), [spot.at], joints, 24 * spot.pixel)


def anchor(ink: Ink, spot: Spot) -> None:
    """An anchorage."""
    d = (open_line(spot((0, -15), (0, 17))) + open_line(spot((-10, -7), (10, -7)))
         + open_line(spot((-16, 5), (-13.5, 11), (-8, 15.6), (0, 17.5), (8, 15.6), (13.5, 11), (16, 5)))
         + closed(spot((-20, 9), (-16, 3), (-11.5, 8))) + closed(spot((20, 9), (16, 3), (11.5, 8)))
         + circle(spot((0, -19))[0], 4 * spot.pixel))
    for colour, width in (("#eef4ee", 6.5), ("#1d3f52", 3.2)):
        ink.add(BODY, stroke(colour, width * spot.pixel), [spot.at], d, 26 * spot.pixel)


def trench(ink: Ink, line: Sequence[Point], pixel: float) -> None:
    """A breastwork: earth behind, a sawtooth towards the right hand of the line, where the enemy is."""
    teeth: list[Point] = []
    back: list[Point] = []
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        length = hypot(bx - ax, by - ay) or 1.0
        nx, ny = -(by - ay) / length, (bx - ax) / length
        count = max(1, round(length / (12 * pixel)))
        for k in range(count):
            for share, depth in ((0.0, 0.0), (0.5, 8.5 * pixel)):
                t = (k + share) / count
                teeth.append((ax + (bx - ax) * t + nx * depth, ay + (by - ay) * t + ny * depth))
        back += [(ax - nx * 6 * pixel, ay - ny * 6 * pixel), (bx - nx * 6 * pixel, by - ny * 6 * pixel)]
    teeth.append(line[-1])
    ink.polygon(SHADOW, fill("#e2c08c", 0.95), [*teeth, *reversed(back)])
    ink.line(BODY, stroke("#7d5a34", 2.2 * pixel, join="miter"), back)
    ink.line(DETAIL, stroke(INK, 2.7 * pixel, join="miter"), teeth)


DRAWN: dict[str, Callable[[Ink, Spot], None]] = {
    "encampment": tents, "fort": fort, "building": houses, "bridge": bridge, "anchor": anchor,
}
"""By flag of an area; the first that it has is drawn, but bridges are drawn besides."""
