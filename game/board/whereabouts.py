"""Descriptions of hexes without a name: the direction from an adjacent named hex, or else the hex number."""

from __future__ import annotations

from collections.abc import Iterator

from game.board.hexgrid import HexBoard
from game.core.message import Text, joined, say

COMPASS = (say("north"), say("north-east"), say("east"), say("south-east"),
           say("south"), say("south-west"), say("west"), say("north-west"))
"""The eight directions, clockwise from north. Among hexes they follow the sheet's compass: north is the edge or corner
to which it points most closely."""

MAX_NEAR_DISTANCE = 3
"""The distance in hexes from a named hex within which others are described relative to it; chosen by hand."""

Leg = tuple[int, int]
"""A number of hexes and a direction, as an index in ``COMPASS``."""


def legs(board: HexBoard, start: str, end: str) -> tuple[Leg, ...]:
    """The route from one hex to another: straight along the compass, then at half a right angle to it.

    Together both legs have as many hexes as the distance. From one start, different ends have different legs.
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
    north = round(board.north / 45)
    return tuple((count, (direction - north) % 8) for count, direction in (straight, slanting) if count)


def whereabouts(board: HexBoard, place: str, *, numbered: bool = True) -> Text:
    """A description of a hex: its name, or its direction from an adjacent named hex, or its number, with the nearest
    name if that is near. Empty on a board without names.

    :param numbered: whether the number is used where it is needed, so that the description is unique on the board;
        False for a text that begins with the number anyway.
    """
    names = board.landmarks
    if place in names:
        return _unambiguous_name(board, place)
    nearest = min(names, key=lambda each: (board.distance(place, each), *_complexity(legs(board, each, place)), each),
                  default=None)
    if nearest is None:
        return ""
    if board.distance(place, nearest) > MAX_NEAR_DISTANCE:
        return say("hex {hex}", hex=place)
    route = legs(board, nearest, place)
    length = sum(count for count, _ in route)
    if numbered and length > 1:
        return say("hex {hex}, near {name}", hex=place, name=names[nearest])
    if len(route) > 1:
        return say("{count} hexes from {name}", count=length, name=names[nearest])
    is_ambiguous = any(legs(board, other, there) == route
                       for other in _hexes_of_that_name(board, nearest) if other != nearest
                       for there in _hexes_at_distance(board, nearest, length) if there != place)
    if is_ambiguous and not numbered:
        return say("next to {name}", name=names[nearest]) if length == 1 else say(
            "{count} hexes from {name}", count=length, name=names[nearest])
    name = _part_name(board, nearest) if is_ambiguous else names[nearest]
    if length == 1:
        return say("the hex {way} of {name}", way=COMPASS[route[0][1]], name=name)
    return say("{count} hexes {way} of {name}", count=length, way=COMPASS[route[0][1]], name=name)


def number_and_whereabouts(board: HexBoard, place: str) -> Text:
    """The number of a hex, followed by its position if a named hex is near: one form for all rows of a list."""
    is_far = all(board.distance(place, each) > MAX_NEAR_DISTANCE for each in board.landmarks)
    return place if is_far else joined((place, whereabouts(board, place, numbered=False)), " \N{MIDDLE DOT} ")


def _complexity(route: tuple[Leg, ...]) -> tuple[int, int]:
    """A sort key, lower for a route that is easier to follow: its number of legs, and its number of hexes in slanting
    ones."""
    return len(route), sum(count for count, direction in route if direction % 2)


def _hexes_of_that_name(board: HexBoard, place: str) -> tuple[str, ...]:
    """All hexes that share the name of a hex."""
    return tuple(each for each, name in board.landmarks.items() if name == board.landmarks[place])


def _hexes_at_distance(board: HexBoard, place: str, hexes: int) -> Iterator[str]:
    """The hexes at a distance from the nearest of the hexes that share the name of a hex."""
    parts = _hexes_of_that_name(board, place)
    return (each for each in board.hexes if min(board.distance(each, part) for part in parts) == hexes)


def _unambiguous_name(board: HexBoard, place: str) -> Text:
    """The name of a hex, with the direction if a town of that name has another part."""
    name, way = board.landmarks[place], _way_to_part(board, place)
    return say("{way} {name}", way=way, name=name) if way else name


def _part_name(board: HexBoard, place: str) -> Text:
    """A named hex for use inside a description: its name, with the hex if a town of that name has another part."""
    name, way = board.landmarks[place], _way_to_part(board, place)
    return say("{way} {name}", way=way, name=name) if way else name


def _way_to_part(board: HexBoard, place: str) -> Text:
    """The direction in which a named hex lies from another part of its town; empty if the town has none."""
    others = [each for each in _hexes_of_that_name(board, place) if each != place]
    return COMPASS[legs(board, others[0], place)[0][1]] if others else ""
