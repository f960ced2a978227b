"""What a place is called and what its ground is, on any board."""

from __future__ import annotations

import re

from game.board.board import Board
from game.board.hexgrid import HexBoard
from game.core.message import Message, Text, joined, renamed, say, several
from game.i18n.words import headed, said

_NAMELESS, _NAMED = ("\ue000", "\ue001"), ("\ue002", "\ue003")
"""Characters nobody prints, before and after what is said of a place without a name of its own, and of one with."""
_IN_BRACKETS = re.compile(rf" \((?:[ ·,]|{_NAMELESS[0]}[^{_NAMELESS[1]}]*{_NAMELESS[1]})+\)")

_TWICE = re.compile(rf"\b([^()]+) \({_NAMED[0]}\1{_NAMED[1]}\)")
"""A name, and a number in brackets that has become the same name."""


def title(board: Board, place: str) -> Text:
    """A place as a heading: ``Hex 0401``, an area's own name, or ``Area 5`` where that is no more than a number."""
    return board.title_of(place) if board.knows(place) else place


def ground(board: Board, place: str) -> str:
    """The ground of a place in words; empty where it is not on the board."""
    if not board.knows(place):
        return ""
    return headed(joined(Message(kind.replace("-", " ")) for kind in board.ground_of(place)))


def plainly(board: Board, text: Text) -> str:
    """A sentence for people who see no hex numbers: it says where a hex lies, e.g. ``a hex north of Udaka``, and leaves
    out numbers in brackets."""
    if not isinstance(board, HexBoard):
        return said(text)

    def named(value: str) -> Text:
        """Places by name; everything else as it is."""
        first, *way = value.split("-")
        if not all(board.knows(each) for each in (first, *way)):
            return value
        if not way:
            return _whereabouts(board, first)
        return say("to {place}", place=_whereabouts(board, way[-1])) if board.landmarks else several(
            "{count} hex", "{count} hexes", len(way))

    told = _IN_BRACKETS.sub("", said(renamed(text, named)))
    return _TWICE.sub(r"\1", told).translate(dict.fromkeys(map(ord, (*_NAMELESS, *_NAMED))))


def _whereabouts(board: HexBoard, place: str) -> Text:
    """The name of a hex, or where it lies from the nearest one that has a name."""
    if place in board.landmarks:
        return joined((_NAMED[0], board.landmarks[place], _NAMED[1]), "")
    near = min(board.landmarks, key=lambda each: (board.distance(place, each), each), default=None)
    where = say("a hex") if near is None else FROM[board.bearing(near, place)].given(name=board.landmarks[near])
    return joined((_NAMELESS[0], where, _NAMELESS[1]), "")


FROM = (
    say("a hex north of {name}"), say("a hex north-east of {name}"), say("a hex east of {name}"),
    say("a hex south-east of {name}"), say("a hex south of {name}"), say("a hex south-west of {name}"),
    say("a hex west of {name}"), say("a hex north-west of {name}"),
)
"""Where a place lies from one with a name, clockwise."""
