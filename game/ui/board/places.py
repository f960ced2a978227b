"""The places of a board, whatever its kind: where they lie on its sheet and what room they have, what they are called
and what their ground is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from game.board.board import Board
from game.board.hexgrid import HexBoard
from game.board.whereabouts import whereabouts
from game.core.message import Message, Text, joined, renamed, say
from game.i18n.words import headed, said
from game.ui.kit.camera import Point

COUNTER = 1.24
"""A counter's full width in the sheet's units, on every board: 0.62 of a hex."""
ACROSS, DOWN = 0.785, 1.015
"""Half the room that a hex has for its counters, in hex radii: beside a hex as full nothing overlaps, and above and
below none that lies alone."""
ACROSS_TURNED, DOWN_TURNED = 0.845, 0.785
"""The same on a turned sheet, where hexes stand in rows: beside one lies another at the same height."""
MELEE, MELEE_TURNED = (0.82, 1.015), (0.88, 0.97)
"""Half the room of two sides in one hex, in hex radii: they keep their full size, and reach no farther than the hexes
beside theirs have need of. Also on a turned sheet."""
BESIDE = ((-0.98, -0.28), (0.98, 0.12), (-0.98, 0.12), (1.0, 0.0), (-1.0, 0.0))
BESIDE_TURNED = ((-0.86, -0.56), (0.86, 0.56), (-0.86, 0.56), (0.86, 0.0), (-0.86, 0.0))
"""Where a flag can stand about a hex's middle, in hex radii, but for its usual spot; and on a turned sheet."""


class Geometry(Protocol):
    """Places by id; points and lengths in the sheet's units. A counter is ``COUNTER`` units wide on every board."""

    melee: Point | None
    """Half the room of two sides that stand in one place at full size and overlap; None: they lie apart, and get
    smaller where they must."""
    coarse: float
    """How large the marks along its borders are beside those along hexsides."""
    reaches: bool
    """Whether counters of two sides in one place may reach over its borders onto empty ground."""
    turn: int
    """Degrees clockwise by which the sheet lies turned from as it is printed: what the rules call the top of the map
    lies there."""

    def knows(self, place: str) -> bool:
        """Whether the board has the place."""

    def centre(self, place: str) -> Point:
        """Where counters stand."""

    def outline(self, place: str) -> Sequence[Point]:
        """The corners of its ground."""

    def place_at(self, point: Point) -> str | None:
        """The place a point lies in."""

    def berth(self, place: str, half: Point, taken: Sequence[Point] = (),
              beyond: Sequence[Point] | None = None) -> tuple[float, Point]:
        """Where in a place a box finds most room, given half its size, and how many times as large it may be there.

        :param taken: points that something else lies on, which it never covers.
        :param beyond: points that something lies on in other places, where it may reach over the borders.
        """

    def flag_spots(self, place: str, usual: Point, size: Point) -> Sequence[Point]:
        """Where else a flag of a size can stand than where it usually does, the best first."""


class HexGeometry:
    """Hexes; the unit is their radius."""

    coarse, reaches = 1.0, False

    def __init__(self, board: HexBoard) -> None:
        self._index, self._grid, self._centres = board.index, board.grid, board.centres
        self.turn = 90 if board.grid.turned else 0
        self._room = (ACROSS_TURNED, DOWN_TURNED) if board.grid.turned else (ACROSS, DOWN)
        self._beside = BESIDE_TURNED if board.grid.turned else BESIDE
        self.melee: Point | None = MELEE_TURNED if board.grid.turned else MELEE

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

    def berth(self, place: str, half: Point, taken: Sequence[Point] = (),
              beyond: Sequence[Point] | None = None) -> tuple[float, Point]:
        """About the middle of its hex."""
        (x, y), (wide, high), (across, down) = self._centres[place], half, self._room
        free = (max(abs(u - x) / wide, abs(v - y) / high) for u, v in taken)
        return min(across / wide, down / high, *free), (x, y)

    def flag_spots(self, place: str, usual: Point, size: Point) -> Sequence[Point]:
        x, y = self._centres[place]
        return [(x + dx, y + dy) for dx, dy in self._beside]


_NAMELESS, _NAMED = ("\ue000", "\ue001"), ("\ue002", "\ue003")
"""Characters nobody prints, before and after what is said of a place without a name of its own, and of one with."""
_IN_BRACKETS = re.compile(rf" \((?:[ ·,]|{_NAMELESS[0]}[^{_NAMELESS[1]}]*{_NAMELESS[1]})+\)")

_HEX_BEFORE = re.compile(rf"\b([Hh])ex:? ([{_NAMELESS[0]}{_NAMED[0]}])(.)")
"""The word before the number of a hex, which has become words."""
_STARTS = re.compile(r"(^|[.:!?·–;]) ?$")
"""What is before the first word of a sentence."""
_BEGINS = re.compile(rf"^({_NAMELESS[0]})(.)(?!.*{_NAMELESS[1]}$)")
"""What begins a sentence, where the sentence is more than that."""
_TWICE = re.compile(rf"\b([^()]+) \({_NAMED[0]}((?:[\w-]+ )?)\1{_NAMED[1]}\)")
"""A name, and a number in brackets that has become the same name, or a part of it such as ``north Kassala``."""


def title(board: Board, place: str) -> Text:
    """A place as a heading: ``Hex 0401``, an area's own name, or ``Area 5`` where that is no more than a number."""
    return board.title_of(place) if board.knows(place) else place


def ground(board: Board, place: str) -> str:
    """The ground of a place in words; empty where it is not on the board."""
    if not board.knows(place):
        return ""
    return headed(joined(Message(kind.replace("-", " ")) for kind in board.ground_of(place)))


def plainly(board: Board, text: Text) -> str:
    """A sentence for people who see no hex numbers: it says where a hex lies, e.g. ``the hex north of Udaka``, has its
    number if that is far from all names, and leaves out numbers in brackets. On a map without names only the latter."""
    if not isinstance(board, HexBoard):
        return said(text)

    def named(value: str) -> Text:
        """Places by name; everything else as it is."""
        first, *way = value.split("-")
        if not all(board.knows(each) for each in (first, *way)):
            return value
        return _marked(board, first) if not way else say("to {place}", place=_marked(board, way[-1]))

    told = _IN_BRACKETS.sub("", said(renamed(text, named)))
    if board.landmarks:
        told = _HEX_BEFORE.sub(lambda found: found[2] + (
            found[3].upper() if found[1] == "H" and _STARTS.search(told[:found.start()]) else found[3]), told)
    told = _BEGINS.sub(lambda found: found[1] + found[2].upper(), _TWICE.sub(r"\2\1", told))
    return told.translate(dict.fromkeys(map(ord, (*_NAMELESS, *_NAMED))))


def _marked(board: HexBoard, place: str) -> Text:
    """What a hex is called, between the characters that tell a name of its own from others."""
    before, after = _NAMED if place in board.landmarks else _NAMELESS
    return joined((before, whereabouts(board, place) or place, after), "")
