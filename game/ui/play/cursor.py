"""The keyboard cursor: it moves from hex to hex, or to the nearest area or base in a direction. On a table without a
grid also the measuring stick and the selection box."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import cos, hypot, pi, sin

from game.board.areas import AreaBoard
from game.board.board import Board
from game.board.hexgrid import HexBoard
from game.board.manoeuvre import ahead_by
from game.board.measuring import Edge, Outline, distance, edges, rounded
from game.core.contract import Counter
from game.core.pose import Spot, Stick
from game.ui.board.held import placed_base_of
from game.ui.board.view import BoardView
from game.ui.play.hand import Hand
from game.ui.play.pointing import Pointing
from game.ui.play.selection import Selection


class Measuring:
    """The measuring stick between two points or bases. Each end is a point, or the corners of a base."""

    def __init__(self) -> None:
        self.active = False
        """Whether the pointer is in measuring mode."""
        self._from: Outline | None = None
        self._to: Outline | None = None
        """The near and the far end; None: the stick is not laid."""
        self.laying = False
        """Whether the far end follows the pointer."""

    def toggle(self) -> None:
        """Switch measuring mode on or off."""
        self.active, self.laying = not self.active, False
        self._from = self._to = None

    def begin(self, end: Outline) -> None:
        """Set the near end."""
        self._from = self._to = end
        self.laying = True

    def move(self, end: Outline) -> None:
        """Move the far end while it follows the pointer."""
        if self.laying:
            self._to = end

    def end(self) -> None:
        """Fix the far end."""
        self.laying = False

    def press(self, end: Outline) -> None:
        """Set the near end, or fix the far end if one is being laid: the action of a key."""
        if self.laying:
            self.end()
        else:
            self.begin(end)

    @property
    def stick(self) -> Stick | None:
        """The stick between the nearest points of its ends; None without one."""
        if self._from is None or self._to is None or self._from == self._to:
            return None
        start, end = _nearest_pair(self._from, self._to)
        return Stick(start, end, distance(start, end))


def outline_of(counter: Counter | None, spot: Spot) -> Outline:
    """The corners of a counter's base; the given point if there is no base."""
    base = placed_base_of(counter) if counter is not None else None
    return base.corners if base is not None else (spot,)


def _nearest_pair(one: Outline, other: Outline) -> tuple[Spot, Spot]:
    """The nearest points of two outlines that do not overlap."""
    pairs = [*((a, foot) for a in one for foot in _nearest_points(a, other)),
             *((foot, b) for b in other for foot in _nearest_points(b, one))]
    return min(pairs, key=lambda pair: distance(*pair))


def _nearest_points(spot: Spot, outline: Outline) -> Iterator[Spot]:
    """For each edge of an outline its nearest point to a given point."""
    sides: tuple[Edge, ...] = edges(outline) if len(outline) > 1 else ((outline[0], outline[0]),)
    for (ax, ay), (bx, by) in sides:
        square = (bx - ax) ** 2 + (by - ay) ** 2
        along = min(square, max(0, (spot[0] - ax) * (bx - ax) + (spot[1] - ay) * (by - ay)))
        yield (ax + rounded((bx - ax) * along, square), ay + rounded((by - ay) * along, square)) if square else (ax, ay)


class SelectionBox:
    """The selection box between the point where the mouse button was pressed and the pointer."""

    def __init__(self, selection: Selection) -> None:
        self._selection = selection
        self._from: Spot | None = None
        self._to: Spot = (0, 0)
        """Its first corner, None without a box, and the opposite one."""

    def begin(self, spot: Spot) -> None:
        """Set its first corner."""
        self._from = self._to = spot

    def move(self, spot: Spot) -> None:
        """Move its other corner to the pointer."""
        self._to = spot

    @property
    def active(self) -> bool:
        """Whether the mouse button is down."""
        return self._from is not None

    @property
    def outline(self) -> Outline:
        """Its corners; empty without a box."""
        if self._from is None or self._from == self._to:
            return ()
        (ax, ay), (bx, by) = self._from, self._to
        return (ax, ay), (bx, ay), (bx, by), (ax, by)

    def end(self) -> bool:
        """Select the bases with their centres in the box, the foremost first, level ones by distance to the pointer;
        returns whether there are any."""
        box, self._from = self.outline, None
        if not box:
            return False
        boxed = []
        for unit in self._selection.eligible:
            placed = placed_base_of(self._selection.situation.counters[unit])
            if placed is None:
                continue
            x, y = ((a + b) // 2 for a, b in zip(placed.corners[0], placed.corners[2], strict=True))
            if min(box[0][0], box[2][0]) <= x <= max(box[0][0], box[2][0]) and (
                    min(box[0][1], box[2][1]) <= y <= max(box[0][1], box[2][1])):
                boxed.append((distance((x, y), self._to), unit, placed))
        boxed.sort(key=lambda each: each[:2])
        if boxed:
            pose, base = boxed[0][2].pose, boxed[0][2].base
            boxed.sort(key=lambda each: -round(ahead_by(pose, each[2].pose.spot) / base.depth))
            self._selection.select_group([unit for _, unit, _ in boxed])
        return bool(boxed)


LETTER_KEYS = {"w": 0, "e": 1, "d": 2, "s": 3, "a": 4, "q": 5}
"""Letter key -> hex direction, clockwise from 0 at the top of the sheet as printed. On a turned sheet, whose hexes are
pointy-topped, the six keys form the same ring: W and E lead up to the left and right, S and A down."""
TURNED_SHIFT = 4
"""What is added to these directions on a turned sheet."""
ARROW_KEYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
"""Directions of the arrow keys, x to the right and y down."""
SIDEWAYS_WEIGHT = 2.0
"""The weight of a distance sideways from the direction of a key, relative to a distance along it."""
SHIFT_NUDGES = 10
"""Number of nudges per key press with Shift."""
ROTATE_KEYS = {"q": -1, "e": 1}
"""Keys that rotate the held bases on a table without a grid."""


class Cursor:
    """Moves the keyboard cursor over the map, and the held bases with it."""

    def __init__(self, view: BoardView, selection: Selection, pointing: Pointing, measuring: Measuring, hand: Hand
                 ) -> None:
        self._view, self._selection, self._pointing = view, selection, pointing
        self._measuring, self._hand = measuring, hand

    def move(self, key: str, times: int = 1) -> None:
        """Move the cursor one place; at first it is set to the selected unit, or to one that can be selected. On a
        table without a grid, held bases are nudged and rotated instead.

        :param times: number of nudges at once.
        """
        self._pointing.keyboard = self._selection.cursor_moved = True
        selection = self._selection
        situation, board = selection.situation, selection.situation.board
        if self._measuring.active and board.kind == "plane":
            self._measure(board, key)
            return
        if self._hand.units or (key in ROTATE_KEYS and board.kind == "plane"):
            self._push(key, times)
            return
        if selection.keys:
            selection.cursor, selection.refusal = self._next_choice(key), None
            self._view.show(selection.cursor)
            return
        if selection.cursor is None or not board.knows(selection.cursor):
            selected = situation.counters[selection.selected].place if selection.selected else None
            first_eligible = situation.counters[selection.eligible[0]].place if selection.eligible else None
            places = (selected, first_eligible, *selection.reach, *board.places[:1], *situation.stacks)
            selection.cursor = next((place for place in places if place is not None and board.knows(place)), None)
            return
        next_place = self._in_direction(board, selection.cursor, key)
        if next_place is not None:
            selection.cursor, selection.refusal = next_place, None
            self._view.show(next_place)

    def measure_here(self) -> None:
        """Set or fix an end of the measuring stick at the base under the cursor."""
        situation, selection = self._selection.situation, self._selection
        unit = next(iter(situation.stacks.get(selection.cursor or "", ())), None) or selection.selected
        if unit is not None:
            self._measuring.press(outline_of(situation.counters[unit], (0, 0)))

    def _measure(self, board: Board, key: str) -> None:
        """Move to the nearest base in that direction; the far end of a stick being laid follows."""
        situation, selection = self._selection.situation, self._selection
        here = selection.cursor or (situation.counters[selection.selected].place if selection.selected else None)
        possible = key in ARROW_KEYS and here is not None and board.knows(here)
        next_place = self._in_direction(board, here or "", key) if possible else None
        if next_place is not None:
            selection.cursor = next_place
            self._measuring.move(outline_of(situation.counters[situation.stacks[next_place][0]], (0, 0)))
            self._view.show(next_place)

    def _push(self, key: str, times: int) -> None:
        """Nudge or rotate the held bases."""
        self._selection.refusal = None
        if key in ARROW_KEYS:
            self._hand.nudge(*ARROW_KEYS[key], times)
        else:
            self._hand.turn(ROTATE_KEYS[key])

    def _in_direction(self, board: Board, here: str, key: str) -> str | None:
        """The place in the direction of a key."""
        return place_in_direction(self._view, board, here, key, self._selection.situation.stacks)

    def _next_choice(self, key: str) -> str:
        """Of the only possible choices the nearest in a direction; from the last one, the farthest in the opposite
        direction."""
        situation, selection = self._selection.situation, self._selection
        angle = pi / 3 * LETTER_KEYS.get(key, 0) - (pi / 6 if self._view.turned else 0.0)
        x, y = ARROW_KEYS.get(key) or (sin(angle), -cos(angle))
        current = selection.cursor if selection.cursor in selection.keys else None
        start = current or (situation.counters[selection.selected].place if selection.selected is not None else None)
        points = _points(self._view, selection.keys)
        if not points:
            return _next_off_map(tuple(selection.keys), current)
        origin = self._view.point_on_map(start or "") or next(iter(points.values()))
        candidates: list[tuple[bool, float, str]] = []
        for place, (left, top) in points.items():
            dx, dy = left - origin[0], top - origin[1]
            ahead, sideways = dx * x + dy * y, abs(dx * y - dy * x)
            if place != current:
                candidates.append((ahead <= 0, hypot(ahead, SIDEWAYS_WEIGHT * sideways) if ahead > 0 else ahead, place))
        return min(candidates)[2] if candidates else current or start or next(iter(points))


def place_in_direction(view: BoardView, board: Board, here: str, key: str, taken: Iterable[str]) -> str | None:
    """The place in the direction of a key; None if there is none.

    :param taken: the places with counters: on a table without a grid the keys lead to these only.
    """
    match board:
        case AreaBoard():
            return area_in_direction(board, here, ARROW_KEYS[key]) if key in ARROW_KEYS else None
        case HexBoard():
            return hex_in_direction(board, here, key, view.turned)
    points = _points(view, (here, *taken))
    return nearest_in_direction(points, here, ARROW_KEYS[key]) if key in ARROW_KEYS and here in points else None


def _points(view: BoardView, places: Iterable[str]) -> dict[str, tuple[int, int]]:
    """The window pixels of those places that are on the map."""
    return {place: point for place in places if (point := view.point_on_map(place)) is not None}


def nearest_in_direction(points: Mapping[str, tuple[float, float]], here: str,
                         direction: tuple[int, int]) -> str | None:
    """The place that lies nearest in a direction from ``here``; None if none does.

    :param points: the points of the places, ``here`` included, in any unit of length.
    :param direction: x to the right and y down, one of them 0.
    """
    x, y = points[here]
    candidates: list[tuple[float, str]] = []
    for name, (left, top) in points.items():
        dx, dy = left - x, top - y
        ahead = dx * direction[0] + dy * direction[1]
        sideways = abs(dx * direction[1]) + abs(dy * direction[0])
        if name != here and ahead > 0 and sideways <= SIDEWAYS_WEIGHT * ahead:
            candidates.append((hypot(ahead, SIDEWAYS_WEIGHT * sideways), name))
    return min(candidates)[1] if candidates else None


def _next_off_map(places: tuple[str, ...], current: str | None) -> str:
    """The place after the current one in a list of places off the map, which have no direction."""
    return places[(places.index(current) + 1) % len(places)] if current in places else places[0]


def hex_in_direction(board: HexBoard, here: str, key: str, turned: bool) -> str | None:
    """The adjacent hex in the direction of a key; None at the map's edge.

    The left and right keys alternate between the two slanting directions, so that the cursor stays in its row. On a
    turned sheet the up and down keys do so.
    """
    grid = board.grid
    low = grid.is_low(grid.parse(here)[0])
    left_directions, right_directions = (5, 4) if low else (4, 5), (1, 2) if low else (2, 1)
    if turned:
        arrows = {"up": left_directions, "down": right_directions, "left": (3,), "right": (0,)}
    else:
        arrows = {"up": (0,), "down": (3,), "left": left_directions, "right": right_directions}
    directions = arrows.get(key) or ((LETTER_KEYS[key] + TURNED_SHIFT * turned) % 6,)
    hexes = (grid.neighbour(here, direction) for direction in directions)
    return next((name for name in hexes if name in board.index), None)


def area_in_direction(board: AreaBoard, here: str, direction: tuple[int, int]) -> str | None:
    """The nearest area in a direction: an adjacent one, else any; None at the map's edge."""
    def nearest_of(names: tuple[str, ...]) -> str | None:
        points = {name: board.areas[board.index[name]].stand for name in (here, *names)}
        return nearest_in_direction(points, here, direction)

    return nearest_of(board.borders[here]) or nearest_of(board.ids)
