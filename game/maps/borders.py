"""Adjacency of areas: the borders that polygons share, and the places where polygons do not fit together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import hypot

from game.board.polygon import contains
from game.maps.lattice import Point

BORDER_TOLERANCE = 1.5
"""The distance in map pixels within which borders count as touching each other or the sheet's edge; chosen by hand."""
CONTACT_STEPS = 8
"""How many steps of ``spend`` the comparison of two edges counts for; estimated."""
Edge = tuple[Point, Point]
"""The ends of a side of a polygon."""


@dataclass
class Borders:
    """The contacts, overlaps and gaps of the polygons on a sheet."""

    shared: dict[tuple[str, str], float] = field(default_factory=lambda: defaultdict(float))
    """A pair of areas, in the order given -> the length of their common border in map pixels."""
    overlaps: dict[tuple[str, str], Point] = field(default_factory=dict)
    """A pair of areas that overlap -> a point where they do."""
    gaps: dict[str, Point] = field(default_factory=dict)
    """An area with an edge inside the sheet that other areas do not cover fully -> the middle of the edge."""


def borders(
    shapes: Mapping[str, Sequence[Point]], size: tuple[float, float], spend: Callable[[int], None] = lambda steps: None
) -> Borders:
    """Find the contacts, overlaps and gaps of polygons on a sheet of a width and height.

    :param spend: called with the number of steps before they are executed.
    """
    contacts = Borders()
    owners: dict[Edge, list[tuple[str, bool]]] = defaultdict(list)
    """Edge -> the areas that share it exactly, each with the side of the edge on which it lies."""
    for name, shape in shapes.items():
        is_clockwise = _is_clockwise(shape)
        for a, b in zip(shape, [*shape[1:], shape[0]], strict=True):
            if a != b:
                owners[min((a, b), (b, a))].append((name, is_clockwise == (a < b)))
    order = {name: i for i, name in enumerate(shapes)}
    unmatched: list[tuple[str, Edge]] = []
    """The edges inside the sheet that no other polygon shares exactly, each with its area."""
    corners = sum(map(len, shapes.values()))
    for (a, b), sharing in owners.items():
        spend(len(sharing) ** 2)
        if len(sharing) == 1 and not _on_sheet_edge(a, b, size):
            unmatched.append((sharing[0][0], (a, b)))
        for (one, _), (other, _) in combinations(sharing, 2):
            contacts.shared[one, other] += hypot(b[0] - a[0], b[1] - a[1])
        if len(sharing) > 2:
            one, other = next((one, other) for (one, side), (other, its_side) in combinations(sharing, 2)
                              if side == its_side)
            contacts.overlaps.setdefault((one, other), a)
    for name, edge in unmatched:
        spend(CONTACT_STEPS * len(unmatched) + corners)
        _record_contacts(contacts, order, shapes, unmatched, name, edge)
    return contacts


def _is_clockwise(shape: Sequence[Point]) -> bool:
    """Whether an outline runs clockwise on the sheet, with y pointing down."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(shape, [*shape[1:], shape[0]], strict=True)) > 0


def _on_sheet_edge(a: Point, b: Point, size: tuple[float, float]) -> bool:
    """Whether an edge lies on the edge of the sheet."""
    return any(
        abs(a[k] - side) <= BORDER_TOLERANCE and abs(b[k] - side) <= BORDER_TOLERANCE for k in (0, 1)
        for side in (0.0, float(size[k]))
    )


def _record_contacts(
    contacts: Borders, order: Mapping[str, int], shapes: Mapping[str, Sequence[Point]],
    unmatched: list[tuple[str, Edge]], name: str, edge: Edge,
) -> None:
    """Record what adjoins an edge that no other polygon shares exactly: parts of borders, an overlap, or a gap if
    they do not cover it fully."""
    (ax, ay), (bx, by) = edge
    length = hypot(bx - ax, by - ay)
    covered = 0.0
    for other, (c, d) in unmatched:
        if other != name:
            along = [((p[0] - ax) * (bx - ax) + (p[1] - ay) * (by - ay)) / length for p in (c, d)]
            across = [abs((p[0] - ax) * (by - ay) - (p[1] - ay) * (bx - ax)) / length for p in (c, d)]
            shared = min(max(along), length) - max(min(along), 0.0)
            if max(across) <= BORDER_TOLERANCE and shared > 0:
                covered += shared
                if order[name] < order[other]:
                    contacts.shared[name, other] += shared
    if covered < length - 2 * BORDER_TOLERANCE:
        middle = ((ax + bx) / 2, (ay + by) / 2)
        overlapping = [other for other in shapes if other != name and contains(shapes[other], middle)]
        if overlapping:
            first, second = sorted((name, overlapping[0]), key=order.__getitem__)
            contacts.overlaps.setdefault((first, second), middle)
        else:
            contacts.gaps.setdefault(name, middle)


def crosses_itself(shape: Sequence[Point]) -> bool:
    """Whether an outline intersects itself."""
    edges = list(zip(shape, [*shape[1:], shape[0]], strict=True))
    for i, (a, b) in enumerate(edges):
        left, right = min(a[0], b[0]), max(a[0], b[0])
        for c, d in edges[i + 2 : len(edges) - (i == 0)]:
            if (c[0] >= left or d[0] >= left) and (c[0] <= right or d[0] <= right) and _cross(a, b, c, d):
                return True
    return False


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments intersect between their ends."""
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0


def _turn(a: Point, b: Point, c: Point) -> float:
    """The direction of the turn from a to b to c: positive and negative for the two directions, 0 for none."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
