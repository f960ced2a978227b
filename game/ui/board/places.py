"""The places of any kind of board: their position and room on the sheet, and in words their names, their terrain and
where they are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Protocol

from game.board.board import Board
from game.board.hexgrid import HexBoard
from game.board.plane import OPEN_GROUND, PlaneBoard
from game.board.whereabouts import whereabouts
from game.core.message import Message, Text, joined, renamed, say
from game.i18n.words import capitalised, translate
from game.ui.kit.camera import Point

COUNTER_WIDTH = 1.24
"""A counter's full width in sheet units, on every board: 0.62 of a hex."""
HEX_ROOM = 0.785, 1.015
"""Half the width and height of a hex's room for counters, in hex radii: nothing overlaps beside an equally full hex,
and no single counter above or below."""
HEX_ROOM_TURNED = 0.845, 0.785
"""Half the width and height of that room on a turned sheet, where hexes form rows: the next hex in a row is at the same
height."""
MELEE_ROOM, MELEE_ROOM_TURNED = (0.82, 1.015), (0.88, 0.97)
"""Half the room of two sides in one hex, in hex radii, normally and on a turned sheet: they keep their full size and
leave adjacent hexes the room they need."""
FLAG_SPOTS = ((0.98, -0.28), (0.98, 0.12), (-1.0, 0.0), (-0.98, -0.28), (-0.98, 0.12))
FLAG_SPOTS_TURNED = ((-0.86, -0.56), (0.86, 0.56), (-0.86, 0.56), (0.86, 0.0), (-0.86, 0.0))
"""Alternative positions of a flag relative to a hex's centre, in hex radii: ``FLAG_SPOTS`` normally, these on a turned
sheet."""


class Geometry(Protocol):
    """The geometry of places by id; points and lengths in sheet units. A counter is ``COUNTER_WIDTH`` units wide on
    every board."""

    melee: Point | None
    """Half the room of two sides in one place if they overlap at full size; None if they do not overlap, but shrink as
    needed."""
    mark_scale: float
    """The scale of marks along its borders, relative to those along hexsides."""
    reaches: bool
    """Whether counters of two sides in one place may extend beyond its borders onto empty ground."""
    turn: int
    """The sheet's rotation in degrees clockwise; the rules' top of the map is in that direction."""

    def knows(self, place: str) -> bool:
        """Whether the board has a place with this id."""

    def centre(self, place: str) -> Point:
        """The point of a place where counters lie."""

    def outline(self, place: str) -> Sequence[Point]:
        """The corners of a place's outline."""

    def place_at(self, point: Point) -> str | None:
        """The place that contains a point; None if there is none."""

    def roomiest_position(self, place: str, half: Point, taken: Sequence[Point] = (),
                          beyond: Sequence[Point] | None = None) -> tuple[float, Point]:
        """The largest room for a box in a place: the factor by which it can be enlarged there, and its centre.

        :param half: half the size of the box.
        :param taken: points that the box must not cover.
        :param beyond: points of other places that it must not cover if it extends beyond the borders; None: it may not
            extend.
        """

    def flag_spots(self, place: str, usual: Point, size: Point) -> Sequence[Point]:
        """Alternative positions for a flag of a given size, the best first."""


class HexGeometry:
    """The geometry of a hex board; the unit is the hex radius."""

    mark_scale, reaches = 1.0, False

    def __init__(self, board: HexBoard) -> None:
        self._index, self._grid, self._centres = board.index, board.grid, board.centres
        self.turn = 90 if board.grid.turned else 0
        self._room = HEX_ROOM_TURNED if board.grid.turned else HEX_ROOM
        self._flag_offsets = FLAG_SPOTS_TURNED if board.grid.turned else FLAG_SPOTS
        self.melee: Point | None = MELEE_ROOM_TURNED if board.grid.turned else MELEE_ROOM

    def knows(self, place: str) -> bool:
        return place in self._index

    def centre(self, place: str) -> Point:
        return self._centres[place]

    def outline(self, place: str) -> Sequence[Point]:
        x, y = self._centres[place]
        return [(x + dx, y + dy) for dx, dy in self._grid.corners]

    def place_at(self, point: Point) -> str | None:
        name = self._grid.at(point)
        return name if name in self._index else None

    def roomiest_position(self, place: str, half: Point, taken: Sequence[Point] = (),
                          beyond: Sequence[Point] | None = None) -> tuple[float, Point]:
        """As the protocol says; the box is always centred in its hex."""
        (x, y), (half_width, half_height), (room_x, room_y) = self._centres[place], half, self._room
        limits = (max(abs(point_x - x) / half_width, abs(point_y - y) / half_height) for point_x, point_y in taken)
        return min(room_x / half_width, room_y / half_height, *limits), (x, y)

    def flag_spots(self, place: str, usual: Point, size: Point) -> Sequence[Point]:
        x, y = self._centres[place]
        return [(x + dx, y + dy) for dx, dy in self._flag_offsets]


_NAMELESS, _NAMED = ("\ue000", "\ue001"), ("\ue002", "\ue003")
"""Private-use characters that enclose the description of a place: ``_NAMELESS`` for one without a name of its own,
``_NAMED`` for one with."""
_IN_BRACKETS = re.compile(rf" \((?:[ ·,]|{_NAMELESS[0]}[^{_NAMELESS[1]}]*{_NAMELESS[1]})+\)")
"""Brackets that contain nothing but descriptions of places without a name."""

_HEX_BEFORE = re.compile(rf"\b([Hh])ex:? ([{_NAMELESS[0]}{_NAMED[0]}])(.)")
"""The word "hex" before a hex number that has been replaced by a description."""
_BEFORE_SENTENCE = re.compile(r"(^|[.:!?·–;]) ?$")
"""The text before the first word of a sentence."""
_AT_START = re.compile(rf"^({_NAMELESS[0]})(.)(?!.*{_NAMELESS[1]}$)")
"""A description at the start of a sentence that continues after it."""
_NAMED_TWICE = re.compile(rf"\b([^()]+) \({_NAMED[0]}((?:[\w-]+ )?)\1{_NAMED[1]}\)")
"""A name followed in brackets by a number that has been replaced by the same name, or by a part of it such as ``north
Kassala``."""


def title(board: Board, place: str) -> Text:
    """A place as a heading: ``Hex 0401``, ``Udaka (0304)`` for a hex with a name on the map, which counters may cover,
    an area's own name, or ``Area 5`` if the name is only a number; the terrain of a place on an open table."""
    if isinstance(board, HexBoard) and place in board.landmarks:
        return say("{name} ({hex})", name=board.landmarks[place], hex=place)
    if isinstance(board, PlaneBoard) and board.knows(place) and board.ground_of(place) != (OPEN_GROUND,):
        return board.name_of(place) or ground(board, place)
    return board.title_of(place) if board.knows(place) else place


def ground(board: Board, place: str) -> str:
    """The terrain of a place in words; empty if it is not on the board."""
    if not board.knows(place):
        return ""
    return capitalised(joined(Message(kind.replace("-", " ")) for kind in board.ground_of(place)))


def plainly(board: Board, text: Text) -> str:
    """A text in the chosen language without hex numbers: it describes where a hex is, as in ``the hex north of Udaka``,
    keeps the number of a hex far from all names, and omits numbers in brackets. On a map without names only the
    brackets are removed."""
    if not isinstance(board, HexBoard):
        return translate(text)

    def described(value: str) -> Text:
        """The description of a place id, or of the end of a path; any other value unchanged."""
        first, *others = value.split("-")
        if not all(board.knows(each) for each in (first, *others)):
            return value
        if others:
            return say("to {place}", place=_marked_description(board, others[-1]))
        return _marked_description(board, first)

    words = _IN_BRACKETS.sub("", translate(renamed(text, described)))
    if board.landmarks:
        with_hex = words
        words = _HEX_BEFORE.sub(lambda match: match[2] + (
            match[3].upper() if match[1] == "H" and _BEFORE_SENTENCE.search(with_hex[:match.start()]) else match[3]),
                                with_hex)
        words = _hex_twice(translate(say("Hex"))).sub(r"\1 \2", words)
    words = _NAMED_TWICE.sub(
        lambda match: (match[2] if match.start() else match[2][:1].upper() + match[2][1:]) + match[1], words)
    words = _AT_START.sub(lambda match: match[1] + match[2].upper(), words)
    return words.translate(dict.fromkeys(map(ord, (*_NAMELESS, *_NAMED))))


@cache
def _hex_twice(word: str) -> re.Pattern[str]:
    """The pattern of a language's word for a hex before a description that begins with it too."""
    return re.compile(rf"\b({word}) ([{_NAMELESS[0]}{_NAMED[0]}])(?:\w+ )?{word} ", re.IGNORECASE)


def _marked_description(board: HexBoard, place: str) -> Text:
    """A hex's description, or its number if it is far from all names, enclosed in characters that tell whether the hex
    has a name of its own."""
    before, after = _NAMED if place in board.landmarks else _NAMELESS
    return joined((before, whereabouts(board, place) or place, after), "")
