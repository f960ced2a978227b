"""The sheet of a hex map, as printed or turned a quarter clockwise.

On a turned sheet, waters, hills and everything that spans several hexes turn with it. Text stays upright, except along
roads and waters; drawings within one hex, such as a house, keep their orientation and move with the hex, so that their
names stay beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from game.board.hexgrid import HexBoard, HexGrid, Label, Outline, SideFeature, quarter_turned
from game.ui.kit.camera import Box, Point
from game.ui.sheets import hex_ground as ground
from game.ui.sheets.contours import Rim, curved, draw_earthwork, draw_hachures, draw_levels, hand_drawn, soft_outlines
from game.ui.sheets.hex_ground import draw_wall
from game.ui.sheets.ink import HEXSIDE_LAYER, ROAD_LAYER, WORK_LAYER, Ink
from game.ui.sheets.lettering import label_letterings
from game.ui.sheets.roads import End, draw_cased_line, draw_river, river_crossings, road_courses, smooth_curve
from game.ui.sheets.shapes import SideRun, adjacent_hexes, border_runs, bounds, corner, feature_runs, hex_outline
from game.ui.sheets.style import Look, Style, TerrainLook, symbol, terrain_looks
from game.ui.sheets.terrain import Cell, Obstacles, draw_cells, draw_tint, text_baseline

MAX_SMALL = 1.2
"""The maximum width and height, in hex radii, of a drawing that counts as within its hex. Chosen by hand."""
MAX_LINE_GAP = 1.6
"""The largest distance from one line of a name to the next, in letter heights."""


def sheet_outlines(board: HexBoard) -> tuple[Outline, ...]:
    """The drawn outlines of a board in the orientation of its sheet."""
    if not board.grid.turned:
        return board.outlines
    return tuple(_sheet_outline(board, outline) for outline in board.outlines)


def sheet_labels(board: HexBoard, style: Style) -> tuple[Label, ...]:
    """The lettering of a board in the orientation of its sheet.

    :raises AssetError: when the style has no look for some.
    """
    if not board.grid.turned:
        return board.labels
    labels = []
    for lines in _grouped_by_name(board.labels):
        look = style.look("lettering", lines[0].style)
        if lines[0].angle or look.get("turns", lines[0].style == "water"):
            labels += [_turned_label(line) for line in lines]
            continue
        x, y = sum(line.x for line in lines) / len(lines), sum(line.y for line in lines) / len(lines)
        dx, dy = _hex_shift(board.grid, (x, y))
        labels += [replace(line, x=line.x + dx, y=line.y + dy) for line in lines]
    return tuple(labels)


def _sheet_outline(board: HexBoard, outline: Outline) -> Outline:
    """An outline on a turned sheet: turned with it, or moved with its hex if it is small."""
    xs, ys = [x for x, _ in outline.points], [y for _, y in outline.points]
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    is_small = max(max(xs) - min(xs), max(ys) - min(ys)) <= MAX_SMALL
    if not is_small or replace(board.grid, turned=False).at(middle) not in board.index:
        return replace(outline, points=tuple(quarter_turned(point) for point in outline.points))
    dx, dy = _hex_shift(board.grid, middle)
    return replace(outline, points=tuple((x + dx, y + dy) for x, y in outline.points))


def _hex_shift(grid: HexGrid, point: Point) -> Point:
    """How far the hex at a point of the printed sheet is from there on the turned sheet."""
    printed = replace(grid, turned=False)
    name = printed.at(point)
    (ax, ay), (bx, by) = printed.centre(name), grid.centre(name)
    return bx - ax, by - ay


def _turned_label(label: Label) -> Label:
    """A label turned with the sheet, and flipped if it would be upside down."""
    x, y = quarter_turned((label.x, label.y))
    angle = (label.angle + 90) % 360
    return replace(label, x=x, y=y, angle=angle if angle <= 90 else angle - 360 if angle >= 270 else angle - 180)


def _grouped_by_name(labels: Sequence[Label]) -> list[list[Label]]:
    """The labels grouped by name: the first line of a name with those directly below it."""
    groups: list[list[Label]] = []
    for label in labels:
        above = groups[-1][-1] if groups else None
        if above is not None and (above.x, above.angle) == (label.x, label.angle) and (
            0 < label.y - above.y <= MAX_LINE_GAP * max(label.size, above.size)
        ):
            groups[-1].append(label)
        else:
            groups.append([label])
    return groups


BOARD_MARGIN = 0.6
"""The distance from the board's hexes to the inner rule, in hex radii."""
FOLDED_MARGIN = 0.05
"""The distance from the board's hexes to the paper's upper and lower edge when the legend is hidden, in hex radii."""
FLAG_OFFSET, FLAG_OFFSET_TURNED = (1.0, 0.0), (0.86, -0.5)
"""The offset of a hex's flag from its centre, in hex radii, on a sheet as printed and on a turned one: at a corner,
where a small one stays clear of the counters of all three hexes."""
SYMBOL_DISTANCE = 0.04
"""Distance of symbols from roads and waters, in hex radii."""
SLOPE_FOOT = 0.18
"""Distance of symbols from slopes and earthworks on hexsides, in hex radii."""
SAMPLE_HEX = "0202"
"""The name of the hex that a sample of the key shows."""
SIDE_METHODS: dict[str, Callable[[Ink, int, SideRun, Look, Random], None]] = {
    "hachure": draw_hachures, "sawtooth": draw_earthwork}
"""The ``draw`` key of a hexside in the style file -> the function that draws it."""


def field_of(board: HexBoard) -> Box:
    """The map's field on a board's sheet."""
    x, y, w, h = bounds(board)
    return x - BOARD_MARGIN, y - BOARD_MARGIN, w + 2 * BOARD_MARGIN, h + 2 * BOARD_MARGIN


class HexPlan:
    """The drawing of a hex map, a ``SheetPlan``; the unit is the hex radius."""

    painting = None
    edge = BOARD_MARGIN - FOLDED_MARGIN

    def __init__(self, board: HexBoard, style: Style, looks: Mapping[str, TerrainLook] | None = None) -> None:
        """:raises AssetError: when a class of the board has no look, or one that cannot be used."""
        self._board, self._style = board, style
        self._looks = terrain_looks(style) if looks is None else looks
        for name in sorted(set(board.terrain.values())):
            style.look("terrain", name)
        self._rim = Rim(board)
        self._roads = road_courses(board)
        self._waters: list[list[Point]] = []
        """The courses of the rivers drawn so far."""
        self.title = board.title
        self.field, self.turn = field_of(board), 90 if board.grid.turned else 0
        self._outlines = sheet_outlines(board)
        self.names = label_letterings(sheet_labels(board, style), self._outlines, style)
        across, down = FLAG_OFFSET_TURNED if board.grid.turned else FLAG_OFFSET
        self.flag_spots = {name: (x + across, y + down) for name, (x, y) in board.centres.items()}

    def draw(self, ink: Ink) -> None:
        """Draw the whole board; lines are drawn before terrain, so that symbols keep clear of them."""
        board, style = self._board, self._style
        rng, obstacles = Random(f"sheet of {board.name}"), Obstacles()
        ground.draw_field(ink, board, style.sheet["field"])
        for outline in self._outlines:
            if outline.kind in style.outline:
                method = style.method("outline", outline.kind, {"hill": ground.draw_hill, "water": ground.draw_water})
                method(ink, outline, style.outline[outline.kind])
                obstacles.keep_clear(outline.points)
        draw_levels(ink, board, style, self._rim, obstacles, rng)
        self._draw_sides(ink, obstacles, rng)
        self._draw_roads(ink, obstacles)
        for name in self.names:
            obstacles.add(tuple(text_baseline(name.at, name.size, name.text)), 0.6 * name.size)
        self._draw_terrain(ink, obstacles)
        ground.draw_grid(ink, board, style.sheet["grid"],
                         {place for place in board.hexes if self._looks[board.terrain[place]].water})
        ground.draw_zone_line(ink, board, style.sheet["zone"])

    def _draw_terrain(self, ink: Ink, obstacles: Obstacles) -> None:
        """Draw tints, town walls, patterns and symbols, class by class."""
        board, style = self._board, self._style
        for name in sorted(set(board.terrain.values())):
            look = self._looks[name]
            members = {place for place in board.hexes if board.terrain[place] == name}
            if look.wall is not None:
                for run in border_runs(board.grid, members):
                    draw_wall(ink, run, look.wall)
            else:
                draw_tint(ink, look, soft_outlines(board, members, self._rim, 0.08))
            if look.lines:
                ground.draw_lines_over(ink, board, members, style.sheet["grid"])
            draw_cells(ink, look, [self._cell(place) for place in sorted(members)], obstacles)

    def _cell(self, place: str) -> Cell:
        """A hex; symbols stay clear of its sides, except those towards the same terrain on the same level."""
        board, grid = self._board, self._board.grid
        walls = []
        for d, other in enumerate(adjacent_hexes(grid, place)):
            same_ground = board.terrain.get(other) == board.terrain[place] and not board.between(place, other)
            if not same_ground or board.level_of(place) != board.level_of(other):
                walls.append((corner(grid, place, d), corner(grid, place, d + 1)))
        return Cell(place, grid.centre(place), hex_outline(grid, place), walls)

    def _draw_sides(self, ink: Ink, obstacles: Obstacles, rng: Random) -> None:
        """Draw hexside features, class by class."""
        board, style = self._board, self._style
        for kind in sorted({feature.kind for features in board.sides.values() for feature in features}):
            look = style.look("hexside", kind)
            method = style.method("hexside", kind, {**SIDE_METHODS, "ribbon": None})
            runs = feature_runs(board, kind)
            if method is not None:
                for run in runs:
                    method(ink, HEXSIDE_LAYER, run, look, rng)
                    obstacles.add(run.line, SLOPE_FOOT)
                continue
            river_points = [p for run in runs for p in (run.points if run.closed else {*run.points})]
            for run in runs:
                course = hand_drawn(curved(run.points, run.closed), 0.05, {run.points[0], run.points[-1]}.__contains__)
                if run.closed:
                    course.append(course[0])
                start, end = self._end(run.points[0], river_points), self._end(run.points[-1], river_points)
                draw_river(ink, course, look, ("open", "open") if run.closed else (start, end))
                obstacles.add(course, float(look["width"]) / 2 + SYMBOL_DISTANCE)
                self._waters.append(course)

    def _end(self, at: Point, river_points: list[Point]) -> End:
        """The type of a river's end: a spring unless it leaves the board or joins another river.

        :param river_points: the hex corners that all rivers pass, each once for every river.
        """
        return "open" if at in self._rim.corners or river_points.count(at) > 1 else "spring"

    def _draw_roads(self, ink: Ink, obstacles: Obstacles) -> None:
        """Draw roads, and bridges at crossings with waters."""
        for kind, course in self._roads:
            look = self._style.look("road", kind)
            draw_cased_line(ink, ROAD_LAYER, course, look)
            obstacles.add(course, float(look["width"]) / 2 + SYMBOL_DISTANCE, road=True)
        if "bridge" in self._style.work:
            look = self._style.work["bridge"]
            bridge = symbol(self._style, look["symbol"], f"{self._style.path}: [work.bridge]")
            for at, turn in river_crossings([course for _, course in self._roads], self._waters):
                ink.stamp(WORK_LAYER, bridge, at, float(look["size"]), turn, "#000000")

    def has_sample(self, entry: Mapping[str, Any]) -> bool:
        board = self._board
        if "hexside" in entry:
            return any(feature.kind == entry["hexside"] for features in board.sides.values() for feature in features)
        if "zone" in entry:
            return bool(board.zones)
        if "level" in entry:
            return int(entry["level"]) in board.levels.values()
        if "road" in entry:
            return any(road.kind == entry["road"] for road in board.roads)
        return entry["terrain"] in board.terrain.values()

    def sample(self, entry: Mapping[str, Any]) -> tuple[Ink, Point]:
        """A sample hex of a terrain class, or with its hexside feature, level, road, outline or zone line."""
        grid, name = HexGrid(turned=self._board.grid.turned), SAMPLE_HEX
        sides: dict[tuple[str, str], tuple[SideFeature, ...]] = {}
        for d in entry.get("sides", ()) if "hexside" in entry else ():
            sides[(name, grid.neighbour(name, d))] = (SideFeature(entry["hexside"], True),)
        terrain = entry.get("terrain") or next(iter(self._style.terrain))
        beyond = frozenset(grid.neighbour(name, d) for d in entry["sides"]) if "zone" in entry else frozenset()
        board = HexBoard("key", "", (name,), {name: terrain}, sides, levels={name: int(entry.get("level", 0))},
                         grid=grid, zones={"1": frozenset({name}), "2": beyond} if beyond else {})
        plan = HexPlan(board, self._style, self._looks)
        plan._rim = Rim(board, endless="level" in entry)
        if "road" in entry:
            x, y = grid.centre(name)
            bend = ((-0.75, 0.433), (-0.1, 0.08), (0.75, -0.433))
            nodes = [quarter_turned(point) for point in bend] if grid.turned else bend
            plan._roads = [(entry["road"], smooth_curve([(x + dx, y + dy) for dx, dy in nodes]))]
        if "outline" in entry:
            plan._outlines = (Outline(entry["outline"], tuple(hex_outline(grid, name))),)
        at_hex, at_origin = Ink(), Ink()
        plan.draw(at_hex)
        cx, cy = grid.centre(name)
        at_origin.insert(at_hex, (-cx, -cy), 1.0, 0)
        half_width, half_height = (1.2, 1.05) if "level" in entry else (1.0, 0.87)
        return at_origin, (half_height, half_width) if grid.turned else (half_width, half_height)
