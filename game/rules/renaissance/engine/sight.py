"""Sight: what blocks a line from a corner of a shooting edge to a corner of the target (14.8.4, rulings 59 and 60)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from game.board.manoeuvre import hull
from game.board.measuring import Edge, Outline, edges, gap, inside, meet, side, squared
from game.board.plane import Terrain
from game.rules.renaissance.engine.bases import clash, meeting, near
from game.rules.renaissance.engine.ground import TOUCH, shrunk
from game.rules.renaissance.engine.pips import middle
from game.rules.renaissance.engine.state import State
from game.rules.renaissance.engine.tables import TERRAIN
from game.rules.renaissance.engine.words import MU

SCREENS = tuple(kind for kind, terrain in TERRAIN.items() if terrain.hides)
"""Terrain that blocks sight, but for a part of that in which shooter or target is."""
SHARED = ("woods", "oasis")
"""Terrain in which elements never shoot at each other."""
DEEP = 2 * MU
"""How much of it a line may run through."""


def screened(state: State, own: Outline, theirs: Outline) -> bool:
    """Whether two elements are in the same woods or oasis (ruling 60)."""
    return any(holds(piece, own) and holds(piece, theirs) for piece in state.ground.pieces(*SHARED))


def holds(piece: Terrain, outline: Outline) -> bool:
    """Whether any part of a base's interior is in a piece of terrain."""
    return piece.meets(shrunk(outline))


def clear(state: State, slot: int, target: int, left: Edge, right: Edge) -> bool:
    """Whether both lines of sight are clear of bases, camps, crests and cover. What reaches from the one to the other
    blocks, too, though it only touches them."""
    own, theirs = state.outline(slot), state.outline(target)
    assert own is not None
    assert theirs is not None
    hills = [hill for hill, _ in state.ground.crests if state.element(slot).artillery and hill.holds(middle(own))]
    between = hull((*left, *right))
    there = [state.standing(other).corners for other in meeting(state, between, (slot, target), touching=True)]
    lain = [outline for outline in there if not hills or any(hill.holds(middle(outline)) for hill in hills)]
    lain += [outline for outline in state.camp_outlines if outline not in (own, theirs)]
    for outline in lain:
        if any(clash(line, outline) for line in (left, right)) or (
                clash(between, outline) and all(gap(line, outline) <= TOUCH for line in (left, right))):
            return False
    for line in (left, right):
        if any(meet(line, crest) for _, crests in state.ground.crests for crest in crests
               if all(gap(place, top) > TOUCH for place in (own, theirs) for top in crests)):
            return False
        if not all(_through(piece, line, own, theirs) for piece in state.ground.pieces(*SCREENS)):
            return False
    return True


def _through(piece: Terrain, line: Edge, own: Outline, theirs: Outline) -> bool:
    """Whether cover lets a line through: at most 2 MU of a piece in which shooter or target is."""
    if not near(line, piece.points):
        return True
    share = share_in(piece.points, line)
    if not share:
        return True
    (ax, ay), (bx, by) = line
    short = share * share * ((ax - bx) ** 2 + (ay - by) ** 2) <= DEEP * DEEP
    return short and (holds(piece, own) or holds(piece, theirs))


@lru_cache(2**12)
def share_in(points: Outline, line: Edge) -> Fraction:
    """The share of a line that runs through the interior of an outline. Exact; along an edge is not through."""
    (ax, ay), (bx, by) = line
    cuts = {Fraction(0), Fraction(1)}
    for c, d in edges(points):
        low, high = side(*line, c), side(*line, d)
        if low == high:
            continue
        over = side(c, d, (ax, ay))
        cut = Fraction(over, over - side(c, d, (bx, by)))
        if 0 < cut < 1 and min(low, high) <= 0 <= max(low, high):
            cuts.add(cut)
    share = Fraction(0)
    for start, end in pairwise(sorted(cuts)):
        top, under = ((start + end) / 2).as_integer_ratio()
        spot = ax * under + (bx - ax) * top, ay * under + (by - ay) * top
        larger = tuple((x * under, y * under) for x, y in points)
        if inside(spot, larger) and all(squared(spot, edge)[0] for edge in edges(larger)):
            share += end - start
    return share
