"""Laying and changing terrain: limits of a table, pieces and their places (1, 3, 14.2.2, 14.2.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise, product

from game.board.measuring import Box, Outline, box_of, boxes_touch, edges, gap, inside, segments_meet, squared_length
from game.board.plane import PlaneBoard, Terrain
from game.core.message import Message, say
from game.core.pose import DEGREE, Pose, Spot
from game.core.verdict import Reason
from game.rules.renaissance.engine.actions import (
    LayArea,
    LayLine,
    LayWaterway,
    PieceAddition,
    PieceChange,
    RemovePiece,
    RenaissanceCourse,
    Size,
)
from game.rules.renaissance.engine.ground import BAD_GOING, TOUCH_TOLERANCE, RenaissanceGround, rectangle, share_inside
from game.rules.renaissance.engine.state import RenaissanceState
from game.rules.renaissance.engine.tables import DISTANCES, TERRAIN, tables
from game.rules.renaissance.engine.terrain_shapes import EDGES, LINE_KINDS, box_middle, piece_of, size_of_piece
from game.rules.renaissance.engine.words import MU, TERRAIN_NAMES, TerrainKind, Topography, refuse

AREA_KINDS: tuple[TerrainKind, ...] = tuple(kind for kind, terrain in TERRAIN.items() if terrain.area)
"""Kinds of terrain that are patches of ground, not lines or the waterway."""
SINGLE_KINDS = ("river", "waterway", "oasis")
"""Kinds of which a table has at most one."""
MIN_PIECE_WIDTH = 2 * MU
"""The least length and width of an area piece, in units of the board."""
MAX_PIECE_LENGTH = 12 * MU
"""The greatest length of an area piece that is not of ``LONG_KINDS``, in units of the board."""
MAX_LENGTH_PLUS_WIDTH = 18 * MU
"""The greatest sum of length and width of an area piece, in units of the board."""
MIN_GAP = 2 * MU
"""The least gap between two area pieces, in units of the board."""
TABLE_SIDE = 36 * MU
"""Side of the table in units (14.2)."""
LONG_KINDS = ("marsh", "rough")
"""Kinds that may be longer than 12 MU and more than twice as long as wide."""


@lru_cache(64)
def ground_of(board: PlaneBoard, pieces: tuple[Terrain, ...]) -> RenaissanceGround:
    """A table with the given pieces instead of its own; cached."""
    return RenaissanceGround(PlaneBoard(board.name, board.title, board.size, pieces))


def with_pieces(state: RenaissanceState, pieces: Sequence[Terrain]) -> RenaissanceState:
    """The state with other terrain."""
    laid_pieces = tuple(pieces)
    return replace(state, terrain_pieces=laid_pieces, ground=ground_of(state.ground.board, laid_pieces))


def kinds_allowed(topography: Topography) -> Mapping[str, bool]:
    """Kind of terrain of a topography -> whether it is the compulsory one."""
    row = tables().topography[topography]
    optional: dict[str, bool] = {kind: False for kinds in row.optional for kind in kinds}
    return {row.compulsory: True, **optional}


def home_topography(state: RenaissanceState) -> Topography:
    """The home topography of the defender."""
    return state.armies[state.defender].topography


def why_no_kind(state: RenaissanceState, kind: str, pieces: Sequence[Terrain]) -> Reason | None:
    """Why another piece of a kind may not be laid in addition to the given pieces (1.1, 1.2); None if it may."""
    is_compulsory = kinds_allowed(home_topography(state))
    if kind not in is_compulsory:
        return refuse("1.1", say("This topography has no {kind}", kind=TERRAIN_NAMES.get(kind, kind)))
    limits = tables().piece_limits
    count = sum(piece.kind == kind for piece in pieces)
    compulsory = [piece for piece in pieces if is_compulsory.get(piece.kind)]
    if kind in SINGLE_KINDS and count:
        return refuse("1.2", say("At most one {kind} on a table", kind=TERRAIN_NAMES[kind]))
    if len(pieces) >= limits.most:
        return refuse("1.2", say("A table may have at most {most} pieces of terrain", most=limits.most))
    if is_compulsory[kind]:
        if count >= limits.compulsory[1]:
            return refuse("1.2", say("At most {most} compulsory pieces", most=limits.compulsory[1]))
        return None
    if len(pieces) - len(compulsory) >= limits.optional[1]:
        return refuse("1.2", say("At most {most} optional pieces", most=limits.optional[1]))
    if count >= limits.of_one_optional:
        return refuse("1.2", say("At most {most} pieces of one optional kind", most=limits.of_one_optional))
    for kinds in tables().topography[home_topography(state)].optional:
        others = [piece.kind for piece in pieces if piece.kind in kinds and piece.kind != kind] if kind in kinds else []
        if others:
            return refuse("1.1", say("A table may not have both {kind} and {other}", kind=TERRAIN_NAMES[kind],
                                     other=TERRAIN_NAMES[others[0]]), 1)
    return None


def pieces_after(state: RenaissanceState, action: PieceAddition | PieceChange | RemovePiece) -> tuple[Terrain, ...]:
    """The laid pieces after an action."""
    if isinstance(action, RemovePiece):
        return _other_pieces(state, action)
    piece = piece_of(state, action)
    index = len(state.laid_pieces) if isinstance(action, PieceAddition) else action.piece - 1
    return *state.laid_pieces[:index], piece, *state.laid_pieces[index + 1:]


def _other_pieces(state: RenaissanceState, action: PieceAddition | PieceChange | RemovePiece) -> tuple[Terrain, ...]:
    """The laid pieces without the one that an action names."""
    return tuple(piece for number, piece in enumerate(state.laid_pieces, 1) if number != getattr(action, "piece", 0))


def why_no_change(state: RenaissanceState, action: PieceAddition | PieceChange | RemovePiece) -> Reason | None:
    """Why an action may not lay, change or remove its piece (14.2.3); None if it may."""
    others = _other_pieces(state, action)
    if not isinstance(action, RemovePiece):
        return why_not_there(state, piece_of(state, action), others)
    water = [piece for piece in others if piece.kind == "waterway"]
    return next((why for line in others if line.kind in LINE_KINDS
                 and (why := _why_open_end(state, line, water)) is not None), None)


def why_not_there(state: RenaissanceState, piece: Terrain, others: Sequence[Terrain]) -> Reason | None:
    """Why a piece may not be where it is: its size, the table's edge, the gap to others (14.2.3); None if it may."""
    if not state.ground.board.on_table(piece.points):
        return refuse("14.2.3", say("It would leave the table"))
    length, width = size_of_piece(piece)
    if piece.kind == "river" and not MU <= width <= 2 * MU:
        return refuse("14.2.3", say("A river is 1 to 2 MU wide"))
    if piece.kind == "road" and not 0 < width < 2 * MU:
        return refuse("14.2.3", say("A road is less than 2 MU wide"))
    if piece.kind in LINE_KINDS:
        return _why_no_line(state, piece, [other for other in others if other.kind == "waterway"])
    if piece.kind == "waterway":
        if not 2 * MU <= width <= 6 * MU:
            return refuse("14.2.3", say("A waterway is 2 to 6 MU deep"))
    elif width < MIN_PIECE_WIDTH - TOUCH_TOLERANCE:
        return refuse("14.2.3", say("A piece is at least 2 MU long and wide"))
    elif piece.kind not in LONG_KINDS and (length > MAX_PIECE_LENGTH + TOUCH_TOLERANCE
                                           or length > 2 * (width + TOUCH_TOLERANCE)):
        return refuse("14.2.3", say("A piece is at most 12 MU long, and at most twice as long as wide"))
    elif length + width > MAX_LENGTH_PLUS_WIDTH + 2 * TOUCH_TOLERANCE:
        return refuse("14.2.3", say("Length and width together are at most 18 MU"))
    for other in others:
        if other.kind in LINE_KINDS:
            if piece.kind != "waterway":
                continue
            if _in_waterway(other, piece):
                return refuse("14.2.3", say("The {kind} would lie in the waterway", kind=TERRAIN_NAMES[other.kind]), 28)
            why = _why_open_end(state, other, (piece,))
            if why is not None:
                return why
        elif "waterway" in (piece.kind, other.kind):
            if closer_than(piece.points, other.points, 1):
                return refuse("14.2.3", say("The piece would lie in the waterway"), 28)
        elif closer_than(piece.points, other.points, MIN_GAP):
            return refuse("14.2.3", say("Area pieces must be at least 2 MU apart"), 28)
    return None


def _has_open_end(state: RenaissanceState, line: Terrain, water: Sequence[Terrain]) -> bool:
    """Whether a river or road has an end that is neither on the table's edge nor at the waterway."""
    return any(not _edges_at(state, spot) and not any(other.holds(spot) for other in water)
               for spot in (line.points[0], line.points[-1]))


def _why_open_end(state: RenaissanceState, line: Terrain, water: Sequence[Terrain]) -> Reason | None:
    """Why the waterway may not be moved away from a river or road that ends at it (14.2.3, ruling 28); None if it
    may."""
    return refuse("14.2.3", say("The {kind} that ends at the waterway would end on open ground: remove it first",
                                kind=TERRAIN_NAMES[line.kind]), 28) if _has_open_end(state, line, water) else None


def _why_no_line(state: RenaissanceState, line: Terrain, water: Sequence[Terrain]) -> Reason | None:
    """Why the course of a river or road is illegal (14.2.3); None if it is legal."""
    if line.points[0] == line.points[-1] or _has_open_end(state, line, water):
        return refuse("14.2.3", say("A river or road must run from edge to edge, or end at the waterway"))
    if line.kind == "river":
        ends = [_edges_at(state, spot) | {piece.kind for piece in water if piece.holds(spot)}
                for spot in (line.points[0], line.points[-1])]
        if both := ends[0] & ends[1]:
            return refuse("14.2.3", say("A river may not have both ends on one edge, or at the waterway"),
                          28 if "waterway" in both else None)
    if any(_in_waterway(line, other) for other in water):
        return refuse("14.2.3", say("A river or road may end at the waterway, at most 1 MU from the shore, but not "
                                    "lie in it"), 28)
    return None


def _in_waterway(line: Terrain, water: Terrain) -> bool:
    """Whether a river or road is in the waterway, except for at most 1 MU at its ends (ruling 28)."""
    ends = [spot for spot in (line.points[0], line.points[-1]) if water.holds(spot)]
    shares = ((stretch, share_inside(water.points, stretch)) for stretch in pairwise(line.points))
    return any(share and (share * share * squared_length(stretch) > MU * MU or not {*ends} & {*stretch})
               for stretch, share in shares)


def _edges_at(state: RenaissanceState, spot: Spot) -> frozenset[str]:
    """The table's edges that contain a point."""
    return frozenset(edge for edge in EDGES if not state.ground.from_edge(edge, spot)[1])


def closer_than(first: Outline, second: Outline, units: int) -> bool:
    """Whether two outlines, convex or not, overlap or have points less than ``units`` apart."""
    if not boxes_touch(box_of(first, units), box_of(second)):
        return False
    if inside(first[0], second) or inside(second[0], first):
        return True
    edges_with_boxes = [[(edge, box_of(edge, units)) for edge in edges(outline)] for outline in (first, second)]
    for spots, sides in ((first, edges_with_boxes[1]), (second, edges_with_boxes[0])):
        for (x, y), (edge, box) in product(spots, sides):
            if box[0] <= x <= box[1] and box[2] <= y <= box[3] and gap(((x, y),), edge) < units:
                return True
    return any(boxes_touch(a[1], b[1]) and segments_meet(a[0], b[0]) for a, b in product(*edges_with_boxes))


def why_unfinished(state: RenaissanceState, pieces: Sequence[Terrain]) -> Reason | None:
    """Why the terrain may not be accepted as it is: numbers and quadrants (1.2, 1.3); None if it may."""
    limits, is_compulsory = tables().piece_limits, kinds_allowed(home_topography(state))
    compulsory = sum(is_compulsory.get(piece.kind, False) for piece in pieces)
    if compulsory < limits.compulsory[0]:
        kind = next(kind for kind, is_required in is_compulsory.items() if is_required)
        return refuse("1.2", say("This topography needs at least {least} {kind}", least=limits.compulsory[0],
                                 kind=TERRAIN_NAMES[kind]))
    if len(pieces) < limits.least:
        return refuse("1.2", say("A table needs at least {least} pieces of terrain", least=limits.least))
    if len(quadrants(state, pieces)) < limits.quadrants:
        return refuse("1.3", say("At least {least} quarters of the table must hold terrain", least=limits.quadrants))
    difficult_pieces = [piece for piece in pieces if piece.kind in BAD_GOING | {"river", "waterway"}]
    if len(quadrants(state, difficult_pieces)) < limits.quadrants_difficult:
        return refuse("1.3", say("At least {least} quarters must hold a river, a waterway or bad going",
                                 least=limits.quadrants_difficult))
    return None


def table_faults(state: RenaissanceState, pieces: Sequence[Terrain], *, home: bool) -> Iterator[Message]:
    """Violations of the rules by terrain that was not laid piece by piece.

    :param home: whether it must suit the defender's topography.
    """
    if state.ground.board.size != (TABLE_SIDE, TABLE_SIDE):
        yield refuse("14.2", say("The table must be 36 by 36 MU, 18 by 18 base widths")).with_rule
    water = [piece for piece in pieces if piece.kind == "waterway"]  # a line may end at it, whichever is listed first
    violations = [(piece, (why_no_kind(state, piece.kind, pieces[:n]) if home else None)
                   or why_not_there(state, piece, water if piece.kind in LINE_KINDS else [
                       other for other in pieces[:n] if other.kind not in LINE_KINDS]))
                  for n, piece in enumerate(pieces)]
    for piece, why in violations:
        if why is not None:
            (x, y), base = box_middle(piece), 2 * MU
            yield say("the {kind} around {x:.1f}, {y:.1f} base widths: {why}", kind=TERRAIN_NAMES[piece.kind],
                      x=x / base, y=y / base, why=why.with_rule)
    why = why_unfinished(state, pieces) if home else None
    if why is not None:
        yield why.with_rule


def quadrants(state: RenaissanceState, pieces: Sequence[Terrain]) -> frozenset[Box]:
    """The quarters of the table that overlap the interior of any piece (ruling 3)."""
    width, height = state.ground.board.size
    boxes = ((left + 1, left + width // 2 - 1, top + 1, top + height // 2 - 1)
             for left, top in product((0, width // 2), (0, height // 2)))
    return frozenset(box for box in boxes if any(piece.meets(rectangle(box)) for piece in pieces))


def bad_going_at_centre(state: RenaissanceState, pieces: Sequence[Terrain]) -> bool:
    """Whether any bad going is within 8 MU of the centre (3.1)."""
    width, height = state.ground.board.size
    centre = (width // 2, height // 2)
    return any(piece.kind in BAD_GOING and (piece.holds(centre) or min(
        gap((centre,), edge) for edge in edges(piece.points)) <= DISTANCES.centre) for piece in pieces)


def proposals(state: RenaissanceState, kind: str) -> Iterator[LayArea | LayLine | LayWaterway]:
    """Legal pieces of a kind, with sizes and places chosen by hand: ovals of 7 by 5 MU over the whole table, rivers and
    roads from edge to edge (last those that run along another), waterways 4 MU deep."""
    laid_courses = [{*piece.points} for piece in state.laid_pieces if piece.kind in LINE_KINDS]
    shapes = sorted(_shapes(state, kind), key=lambda action: isinstance(action, LayLine) and any(
        len(spots & {*action.course.points}) > 1 for spots in laid_courses))
    return (action for action in shapes if why_no_change(state, action) is None)


def _shapes(state: RenaissanceState, kind: str) -> Iterator[LayArea | LayLine | LayWaterway]:
    """Pieces of a kind to propose, legal or not."""
    width, height = state.ground.board.size
    if kind == "waterway":
        yield from (LayWaterway(edge, 4 * MU) for edge in EDGES)
    elif kind in LINE_KINDS:
        for share, east_west in ((3, True), (3, False), (2, True), (2, False), (4, True), (4, False)):
            offset, bend = (height if east_west else width) * share // 6, 2 * MU
            length = width if east_west else height
            line = ((0, offset), (length // 4, offset - bend), (length // 2, offset),
                    (3 * length // 4, offset + bend), (length, offset))
            course = RenaissanceCourse(line if east_west else tuple((y, x) for x, y in line))
            yield LayLine("river", 3 * MU // 2, course) if kind == "river" else LayLine("road", MU, course)
    else:
        quarters = ((3, 3), (9, 9), (9, 3), (3, 9))
        for n, (column, row) in enumerate((*quarters, *product(range(2, 11), repeat=2))):
            spot = (width * column // 12, height * row // 12)
            yield LayArea(kind, Pose(*spot, n * 15 % 180 * DEGREE), Size(7 * MU, 5 * MU))
