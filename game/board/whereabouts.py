"""What hexes without a name are called: how many hexes they lie from a near one with a name, and which way; else their
number."""

from __future__ import annotations

from collections.abc import Iterator

from game.board.hexgrid import HexBoard
from game.core.message import Text, say

COMPASS = (say("north"), say("north-east"), say("east"), say("south-east"),
           say("south"), say("south-west"), say("west"), say("north-west"))
"""Clockwise from north, as the compass of the sheet has it: north is that edge or corner to which it points most."""

NEAR = 3
"""Hexes from one with a name within which others are called after it: farther off nobody counts them."""

Leg = tuple[int, int]
"""So many hexes, and which way: a place in ``COMPASS``."""


def legs(board: HexBoard, start: str, end: str) -> tuple[Leg, ...]:
    """The way from one hex to another: straight along the compass, or straight and then at half a right angle to it.
    Both together count as many hexes as lie between them. The same legs never lead elsewhere.
    """
    grid = board.grid_as_printed
    (column, row), (to_column, to_row) = grid.parse(start), grid.parse(end)
    across = to_column - column
    down = 2 * (to_row - row) + grid.is_low(to_column) - grid.is_low(column)
    right, lower = across > 0, down > 0
    slant = min(abs(across), abs(down))
    straight = ((abs(down) - slant) // 2, 4 if lower else 0) if abs(down) > slant else (
        abs(across) - slant, 2 if right else 6)
    slanting = slant, {(True, False): 1, (True, True): 3, (False, True): 5, (False, False): 7}[right, lower]
    top = round(board.north / 45)
    return tuple((count, (way - top) % 8) for count, way in (straight, slanting) if count)


def whereabouts(board: HexBoard, place: str) -> Text:
    """The name of a hex, or where it lies from the nearest one that has a name, or its number where none near has one;
    empty on a board without names. No two hexes of a board are called the same."""
    names = board.landmarks
    if place in names:
        return _part(board, place)
    near = min(names, key=lambda each: (board.distance(place, each), *_plainness(legs(board, each, place)), each),
               default=None)
    if near is None:
        return ""
    if board.distance(place, near) > NEAR:
        return say("hex {hex}", hex=place)
    way = legs(board, near, place)
    mistaken = any(legs(board, other, there) == way for other in _parts(board, near) if other != near
                   for there in _as_far(board, near, sum(count for count, _ in way)) if there != place)
    name = _part(board, near) if mistaken else names[near]
    (count, first), *rest = way
    if rest:
        (more, second), = rest
        return say("the hex {count} {way} and {more} {then} of {name}", count=count, way=COMPASS[first], more=more,
                   then=COMPASS[second], name=name)
    if count == 1:
        return say("the hex {way} of {name}", way=COMPASS[first], name=name)
    return say("the hex {count} {way} of {name}", count=count, way=COMPASS[first], name=name)


def _plainness(way: tuple[Leg, ...]) -> tuple[int, int]:
    """The less, the easier a way is to follow: how many legs it has, and how many hexes of it slant."""
    return len(way), sum(count for count, where in way if where % 2)


def _parts(board: HexBoard, place: str) -> tuple[str, ...]:
    """All hexes with the name of one."""
    return tuple(each for each, name in board.landmarks.items() if name == board.landmarks[place])


def _as_far(board: HexBoard, place: str, hexes: int) -> Iterator[str]:
    """The hexes that lie so many from the nearest of the hexes with the name of one."""
    parts = _parts(board, place)
    return (each for each in board.hexes if min(board.distance(each, part) for part in parts) == hexes)


def _part(board: HexBoard, place: str) -> Text:
    """The name of a hex; which part of a town it is, where the town has two."""
    name = board.landmarks[place]
    others = [each for each in _parts(board, place) if each != place]
    if not others:
        return name
    return say("{way} {name}", way=COMPASS[legs(board, others[0], place)[0][1]], name=name)
