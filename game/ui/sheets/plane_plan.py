"""A table without a grid for the printer: cloth, felt and flock terrain, roads and streams."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from game.board.plane import PlaneBoard, Terrain
from game.core.pose import BASE
from game.ui.kit.camera import Point
from game.ui.sheets.ink import Ink, box, fill, stroke
from game.ui.sheets.layers import FIELD, FRAME, ROAD
from game.ui.sheets.lettering import Lettering
from game.ui.sheets.looks import terrain_looks
from game.ui.sheets.plane_geometry import WIDTH, sheet_outline
from game.ui.sheets.roads import fine
from game.ui.sheets.scatter import Cell, Obstacles, words_line
from game.ui.sheets.shapes import inset
from game.ui.sheets.streams import ribbon
from game.ui.sheets.style import Look, Style
from game.ui.sheets.terrain import draw_cells, draw_tint

RINGS, DARK = 18, 0.016
"""In how many steps the cloth darkens from its middle, over which the lamp hangs, to its edges, and by how much each.
"""
BESIDE = 0.06
"""What symbols keep from roads and streams, in the sheet's units."""
SAMPLE = (1.3, 0.8)
"""Width and height of a sample in the key, in the sheet's units."""
NAME = 0.5
"""The height of a terrain's name, in the sheet's units."""


class PlanePlan:
    """A table; a base width is ``WIDTH`` units."""

    painting = None
    edge, turn = 0.0, 0

    def __init__(self, board: PlaneBoard, style: Style) -> None:
        """:raises AssetError: when a class of the board has no look, or one that cannot be used."""
        self._board, self._style = board, style
        self._looks = terrain_looks(style)
        for piece in board.terrain:
            style.look("line" if piece.width else "terrain", piece.kind)
        self.title = board.title
        self.field = (0.0, 0.0, board.size[0] * WIDTH / BASE, board.size[1] * WIDTH / BASE)
        self.flag_spots: Mapping[str, Point] = {}
        self.names: Sequence[Lettering] = [self._name(piece) for piece in board.terrain if self._named(piece)]

    def _named(self, piece: Terrain) -> bool:
        return bool(piece.name) and not piece.width and piece.kind in self._style.lettering

    def _name(self, piece: Terrain) -> Lettering:
        """The name of a piece of terrain, across its middle."""
        look, outline = self._style.look("lettering", piece.kind), sheet_outline(piece.points)
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        at = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        return Lettering(piece.name, at, float(look.get("size", NAME)), look["role"], look["colour"],
                         spacing=float(look.get("spacing", 0.0)), halo=look.get("halo"))

    def draw(self, ink: Ink) -> None:
        """The cloth, then terrain in the order of the map: lines keep clear of what is scattered."""
        look = self._style.sheet["field"]
        ground = box(*self.field)
        ink.polygon(FIELD, fill(look["colour"]), ground)
        for number in range(1, RINGS + 1):
            rim = _rim(ground, min(self.field[2:]) / 2.4 * (number / RINGS) ** 1.6)
            ink.add(FIELD + number, fill(look.get("shade", "#000000"), DARK) + ' fill-rule="evenodd"', ground, rim, 0.0)
        rng, obstacles = Random(f"sheet of {self._board.name}"), Obstacles()
        for piece in self._board.terrain:
            if piece.width:
                obstacles.add(self._line(ink, piece), piece.width * WIDTH / BASE / 2 + BESIDE, road=True)
        for words in self.names:
            obstacles.add(tuple(words_line(words.at, words.size, words.text)), 0.6 * words.size)
        for number, piece in enumerate(self._board.terrain):
            if not piece.width:
                self._patch(ink, piece.kind, sheet_outline(piece.points), f"{piece.kind} {number} {rng.random()}",
                            obstacles)

    def _line(self, ink: Ink, piece: Terrain) -> Sequence[Point]:
        way = fine(sheet_outline(piece.points))
        look = dict(self._style.look("line", piece.kind)) | {"width": piece.width * WIDTH / BASE}
        look["inner"] = look["width"] * float(look.get("core-share", 0.8))
        method: Callable[[Ink, Sequence[Point], Look], None] = self._style.method(
            "line", piece.kind, {"cased": _road, "ribbon": ribbon})
        method(ink, way, look)
        return way

    def _patch(self, ink: Ink, kind: str, outline: Sequence[Point], name: str, obstacles: Obstacles) -> None:
        """A piece of felt with what stands on it."""
        look = self._looks[kind]
        shape = list(outline)
        draw_tint(ink, look, [[shape]])
        xs, ys = [x for x, _ in shape], [y for _, y in shape]
        middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        walls = list(zip(shape, [*shape[1:], shape[0]], strict=True))
        draw_cells(ink, look, [Cell(name, middle, shape, walls)], obstacles)

    def shows(self, entry: Mapping[str, Any]) -> bool:
        return entry.get("terrain", entry.get("line")) in {piece.kind for piece in self._board.terrain}

    def sample(self, entry: Mapping[str, Any]) -> tuple[Ink, Point]:
        """A framed piece of cloth with terrain or a line on it."""
        ink = Ink()
        wide, high = SAMPLE[0] / 2, SAMPLE[1] / 2
        frame = box(-wide, -high, 2 * wide, 2 * high)
        ink.polygon(FIELD, fill(self._style.sheet["field"]["colour"]), frame)
        if "terrain" in entry:
            self._patch(ink, entry["terrain"], inset(frame, 0.1), "key", Obstacles())
        else:
            ends = ((-wide, 0.3 * high), (0.0, -0.2 * high), (wide, -0.3 * high))
            spots = tuple((round(x * BASE / WIDTH), round(y * BASE / WIDTH)) for x, y in ends)
            self._line(ink, Terrain(entry["line"], spots, int(entry.get("width", 0.3) * BASE)))
        ink.polygon(FRAME, stroke(self._style.sheet["ink"], 0.035, join="miter"), frame)
        return ink, (wide, high)


def _road(ink: Ink, way: Sequence[Point], look: Look) -> None:
    """A light line in a dark one, cut off straight: roads leave over the table's edge."""
    ink.course(ROAD, stroke(look["colour"], look["width"], cap="butt"), way)
    ink.course(ROAD + 1, stroke(look["core"], look["inner"], cap="butt"), way)


def _rim(ground: Sequence[Point], deep: float) -> str:
    """Path data of a strip along the inner edge of a rectangle."""
    inner = inset(ground, deep)
    return "".join("M" + "L".join(f"{x:.3f} {y:.3f}" for x, y in ring) + "Z" for ring in (ground, inner))
