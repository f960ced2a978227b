"""What a place is called and what its ground is, on any board."""

from __future__ import annotations

from game.board.areas import AreaBoard
from game.board.hexgrid import HexBoard

Board = AreaBoard | HexBoard


def noun(board: Board) -> str:
    """What people call one place of the board."""
    return "area" if isinstance(board, AreaBoard) else "hex"


def title(board: Board, place: str) -> str:
    """A place as a heading: ``Hex 0401``, or an area's own name."""
    if isinstance(board, AreaBoard):
        return board.areas[board.index[place]].title if place in board.index else place
    return f"Hex {place}"


def ground(board: Board, place: str) -> str:
    """The ground of a place in words; empty where it is not on the board."""
    if place not in board.index:
        return ""
    if isinstance(board, AreaBoard):
        area = board.areas[board.index[place]]
        return ", ".join((area.terrain, *sorted(area.flags))).capitalize()
    return board.terrain.get(place, "").capitalize()
