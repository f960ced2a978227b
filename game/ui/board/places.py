"""What a place is called and what its ground is, on any board."""

from __future__ import annotations

from game.board.board import Board
from game.core.message import Message, Text, joined
from game.words import headed


def noun(board: Board) -> str:
    """What people call one place of the board."""
    return board.kind


def title(board: Board, place: str) -> Text:
    """A place as a heading: ``Hex 0401``, an area's own name, or ``Area 5`` where that is no more than a number."""
    return board.title_of(place) if board.knows(place) else place


def ground(board: Board, place: str) -> str:
    """The ground of a place in words; empty where it is not on the board."""
    if not board.knows(place):
        return ""
    return headed(joined(Message(kind.replace("-", " ")) for kind in board.ground_of(place)))
