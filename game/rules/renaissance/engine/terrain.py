"""Laying terrain and changing it: what a table may hold, pieces and their places (1, 3, 14.2.2, 14.2.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise, product

from game.board.measuring import (
    Outline,
    box_of,
    edges,
    gap,
    inside,
    meet,
    touch,
)
from game.board.plane import PlaneBoard, Terrain
from game.core.message import Message, say
from game.core.pose import DEGREE, Pose, Spot
from game.core.verdict import Reason
from game.rules.renaissance.engine.actions import Course, Draw, Lay, Shore, Size
from game.rules.renaissance.engine.ground import BAD, TOUCH, Ground
from game.rules.renaissance.engine.state import State
from game.rules.renaissance.engine.tables import DISTANCES, TERRAIN, tables
from game.rules.renaissance.engine.terrain_shapes import (
    EDGES,
    LINES,
    box_middle,
    measures,
    piece_of,
)
from game.rules.renaissance.engine.words import MU, TERRAIN_NAMES, Edge, TerrainKind, Topography, refuse

AREAS: tuple[TerrainKind, ...] = tuple(kind for kind, terrain in TERRAIN.items() if terrain.area)
ALONE = ("river", "waterway", "oasis")
"""Kinds of which a table has one at most."""
LEAST, MOST, SUM = 2 * MU, 12 * MU, 18 * MU
GAP = 2 * MU
SIDE = 36 * MU
"""Of the table (14.2)."""
LONG = ("marsh", "rough")
"""Kinds that may be longer and thinner."""


@lru_cache(64)
def ground_of(board: PlaneBoard, pieces: tuple[Terrain, ...]) -> Ground:
    """A table with pieces of terrain in place of its own; equal ones are one."""
    order = sorted(pieces, key=lambda piece: (piece.kind in LINES, piece.kind == "road"))
    return Ground(PlaneBoard(board.name, board.title, board.size, tuple(order)))


def with_pieces(state: State, pieces: Sequence[Terrain]) -> State:
    """The state with other terrain."""
    kept = tuple(pieces)
    return replace(state, pieces=kept, ground=ground_of(state.ground.board, kept))


def allowed(topography: Topography) -> Mapping[str, bool]:
    """The kinds of terrain of a topography -> whether it is the compulsory one."""
    row = tables().topography[topography]
    optional: dict[str, bool] = {kind: False for kinds in row.optional for kind in kinds}
    return {row.compulsory: True, **optional}


def topography(state: State) -> Topography:
    """The home topography of the defender."""
    return state.armies[state.defender].topography


def why_no_kind(state: State, kind: str, pieces: Sequence[Terrain]) -> Reason | None:
    """Why another piece of a kind may not be laid beside those there are (1.1, 1.2)."""
    home = allowed(topography(state))
    if kind not in home:
        return refuse("1.1", say("{kind} does not belong to this topography", kind=TERRAIN_NAMES.get(kind, kind)))
    told = tables().pieces
    count = sum(piece.kind == kind for piece in pieces)
    compulsory = [piece for piece in pieces if home.get(piece.kind)]
    if kind in ALONE and count:
        return refuse("1.2", say("At most one {kind} on a table", kind=TERRAIN_NAMES[kind]))
    if len(pieces) >= told.most:
        return refuse("1.2", say("A table has {most} pieces of terrain at most", most=told.most))
    if home[kind]:
        if count >= told.compulsory[1]:
            return refuse("1.2", say("At most {most} compulsory pieces", most=told.compulsory[1]))
        return None
    if len(pieces) - len(compulsory) >= told.optional[1]:
        return refuse("1.2", say("At most {most} optional pieces", most=told.optional[1]))
    if count >= told.of_one_optional:
        return refuse("1.2", say("At most {most} pieces of one optional kind", most=told.of_one_optional))
    for kinds in tables().topography[topography(state)].optional:
        if kind in kinds and any(piece.kind in kinds and piece.kind != kind for piece in pieces):
            return refuse("1.1", say("Only one of these kinds may be on a table"), 1)
    return None


def why_not_there(state: State, piece: Terrain, others: Sequence[Terrain]) -> Reason | None:
    """Why a piece may not lie where it does: its size, the table's edge, the gap to others (14.2.3)."""
    wide, high = state.ground.board.size
    if any(not (0 <= x <= wide and 0 <= y <= high) for x, y in piece.points):
        return refuse("14.2.3", say("It would leave the table"))
    if piece.kind in LINES:
        return _why_no_line(state, piece, others)
    if piece.kind == "waterway":
        left, right, top, bottom = box_of(piece.points)
        deep = min(right - left, bottom - top)
        if not 2 * MU <= deep <= 6 * MU:
            return refuse("14.2.3", say("A waterway is 2 to 6 MU deep"))
    else:
        long, across = measures(piece.points)
        if across < LEAST - TOUCH:
            return refuse("14.2.3", say("A piece is at least 2 MU long and wide"))
        if piece.kind not in LONG and (long > MOST + TOUCH or long > 2 * (across + TOUCH)):
            return refuse("14.2.3", say("A piece is at most 12 MU long, and at most twice as long as wide"))
        if long + across > SUM + 2 * TOUCH:
            return refuse("14.2.3", say("Length and width together are at most 18 MU"))
    for other in others:
        if other.kind in LINES:
            if piece.kind == "waterway" and _crosses(other, piece):
                return refuse("14.2.3", say("A {kind} may not cross the waterway", kind=TERRAIN_NAMES[other.kind]), 28)
            continue
        if "waterway" in (piece.kind, other.kind):
            if nearer(piece.points, other.points, 1):
                return refuse("14.2.3", say("It would lie in the waterway"), 28)
        elif nearer(piece.points, other.points, GAP):
            return refuse("14.2.3", say("At least 2 MU lie between area pieces"), 28)
    return None


def _why_no_line(state: State, piece: Terrain, others: Sequence[Terrain]) -> Reason | None:
    """Why a river or road may not run as it does (14.2.3)."""
    if piece.kind == "river" and not MU <= piece.width <= 2 * MU:
        return refuse("14.2.3", say("A river is 1 to 2 MU wide"))
    if piece.kind == "road" and not 0 < piece.width < 2 * MU:
        return refuse("14.2.3", say("A road is less than 2 MU wide"))
    water = [other for other in others if other.kind == "waterway"]
    ends = [_edges_at(state, spot) for spot in (piece.points[0], piece.points[-1])]
    if any(not here and not any(other.holds(spot) for other in water)
           for here, spot in zip(ends, (piece.points[0], piece.points[-1]), strict=True)):
        return refuse("14.2.3", say("It runs from edge to edge, or ends at the waterway"))
    if piece.kind == "river" and ends[0] & ends[1]:
        return refuse("14.2.3", say("A river does not have both ends on one edge"))
    if any(_crosses(piece, other) for other in water):
        return refuse("14.2.3", say("It may not cross the waterway"), 28)
    return None


def _crosses(line: Terrain, water: Terrain) -> bool:
    """Whether a river or road crosses the waterway, where only its ends may lie."""
    wet = [water.holds(spot) for spot in line.points]
    return any(wet[1:-1]) or any(a == b and (a or water.meets(stretch)) for a, b, stretch in zip(
        wet, wet[1:], pairwise(line.points), strict=False))


def _edges_at(state: State, spot: Spot) -> frozenset[Edge]:
    """The table's edges on which a point lies."""
    wide, high = state.ground.board.size
    found: dict[Edge, bool] = {"north": spot[1] == 0, "south": spot[1] == high, "west": spot[0] == 0,
                               "east": spot[0] == wide}
    return frozenset(edge for edge, there in found.items() if there)


def nearer(one: Outline, other: Outline, units: int) -> bool:
    """Whether two outlines, which may be hollow, meet or have points less than so many units apart."""
    if not touch(box_of(one, units), box_of(other)):
        return False
    if inside(one[0], other) or inside(other[0], one):
        return True
    boxed = [[(edge, box_of(edge, units)) for edge in edges(outline)] for outline in (one, other)]
    for spots, sides in ((one, boxed[1]), (other, boxed[0])):
        for (x, y), (edge, box) in product(spots, sides):
            if box[0] <= x <= box[1] and box[2] <= y <= box[3] and gap(((x, y),), edge) < units:
                return True
    return any(touch(a[1], b[1]) and meet(a[0], b[0]) for a, b in product(*boxed))


def why_unfinished(state: State, pieces: Sequence[Terrain]) -> Reason | None:
    """Why the terrain may not be accepted as it lies: numbers and quadrants (1.2, 1.3)."""
    told, home = tables().pieces, allowed(topography(state))
    compulsory = sum(home.get(piece.kind, False) for piece in pieces)
    if compulsory < told.compulsory[0]:
        kind = next(kind for kind, must in home.items() if must)
        return refuse("1.2", say("At least {least} of the compulsory kind: {kind}", least=told.compulsory[0],
                                 kind=TERRAIN_NAMES[kind]))
    if len(pieces) < told.least:
        return refuse("1.2", say("A table has at least {least} pieces of terrain", least=told.least))
    if len(quadrants(state, pieces)) < told.quadrants:
        return refuse("1.3", say("At least {least} quarters of the table hold terrain", least=told.quadrants))
    hard = [piece for piece in pieces if difficult(piece.kind)]
    if len(quadrants(state, hard)) < told.quadrants_difficult:
        return refuse("1.3", say("At least {least} quarters hold a river, a waterway or bad going",
                                 least=told.quadrants_difficult))
    return None


def faults(state: State, pieces: Sequence[Terrain], *, home: bool) -> Iterator[Message]:
    """What the rules have against terrain that was not laid piece by piece.

    :param home: whether it is to be a table of the defender's topography.
    """
    if state.ground.board.size != (SIDE, SIDE):
        yield refuse("14.2", say("The table must be 36 by 36 MU, 18 by 18 base widths")).told
    found = [(piece, (why_no_kind(state, piece.kind, pieces[:n]) if home else None)
              or why_not_there(state, piece, pieces[:n])) for n, piece in enumerate(pieces)]
    for piece, why in found:
        if why is not None:
            (x, y), base = box_middle(piece), 2 * MU
            yield say("the {kind} around {x:.1f}, {y:.1f} base widths: {why}", kind=TERRAIN_NAMES[piece.kind],
                      x=x / base, y=y / base, why=why.told)
    why = why_unfinished(state, pieces) if home else None
    if why is not None:
        yield why.told


def difficult(kind: str) -> bool:
    """Whether a kind of terrain is a river, a waterway or bad going."""
    return kind in ("river", "waterway") or kind in BAD


def quadrants(state: State, pieces: Sequence[Terrain]) -> frozenset[int]:
    """The quarters of the table in which parts of the pieces' interiors lie (ruling 3)."""
    wide, high = state.ground.board.size
    found = set()
    for n, (left, top) in enumerate(((0, 0), (wide // 2, 0), (0, high // 2), (wide // 2, high // 2))):
        right, bottom = left + wide // 2, top + high // 2
        quarter = ((left + 1, top + 1), (right - 1, top + 1), (right - 1, bottom - 1), (left + 1, bottom - 1))
        if any(piece.meets(quarter) for piece in pieces):
            found.add(n)
    return frozenset(found)


def bad_going_at_centre(state: State, pieces: Sequence[Terrain]) -> bool:
    """Whether bad going lies within 8 MU of the centre (3.1)."""
    wide, high = state.ground.board.size
    centre = (wide // 2, high // 2)
    return any(piece.kind in BAD and (piece.holds(centre) or min(
        gap((centre,), edge) for edge in edges(piece.points)) <= DISTANCES.centre) for piece in pieces)


def proposals(state: State, kind: str) -> Iterator[Lay | Draw | Shore]:
    """Legal pieces of a kind (sizes and places chosen by hand): ovals of 7 by 5 MU over the whole table, rivers and
    roads from edge to edge, waterways 4 MU deep."""
    laid = state.pieces or ()
    for action in _shapes(state, kind):
        if why_not_there(state, piece_of(state, action), laid) is None:
            yield action


def _shapes(state: State, kind: str) -> Iterator[Lay | Draw | Shore]:
    wide, high = state.ground.board.size
    if kind == "waterway":
        yield from (Shore(edge, 4 * MU) for edge in EDGES)
    elif kind in LINES:
        for share, flat in ((3, True), (3, False), (2, True), (2, False), (4, True), (4, False)):
            at, bend = (high if flat else wide) * share // 6, 2 * MU
            long = wide if flat else high
            line = ((0, at), (long // 4, at - bend), (long // 2, at), (3 * long // 4, at + bend), (long, at))
            course = Course(line if flat else tuple((y, x) for x, y in line))
            yield Draw("river", 3 * MU // 2, course) if kind == "river" else Draw("road", MU, course)
    else:
        quarters = ((3, 3), (9, 9), (9, 3), (3, 9))
        for n, (across, down) in enumerate((*quarters, *product(range(2, 11), repeat=2))):
            spot = (wide * across // 12, high * down // 12)
            yield Lay(kind, Pose(*spot, n * 15 % 180 * DEGREE), Size(7 * MU, 5 * MU))
