"""The referee's description of boards with features that no shipped system has."""

from __future__ import annotations

from game.board.hexgrid import HexBoard, HexGrid, Road
from game.board.plane import PlaneBoard, Terrain
from game.referee import answers


def test_a_hex_with_level_and_road() -> None:
    """The description has name, terrain, neighbours, level and roads."""
    board = HexBoard(
        "b", "B", ("0101", "0102"), {"0101": "clear", "0102": "hill"}, {}, grid=HexGrid("even"), levels={"0102": 1},
        roads=(Road("road", ("0101", "0102")),), objectives={"Summit": frozenset({"0102"})},
    )
    assert {
        "name": "Summit", "terrain": ["hill"], "flags": ["road"], "level": 1, "neighbours": {"0101": []},
        "directions": {"0101": "n"}, "roads": {"0101": ["road"]}, "zones": [], "objective": True,
    } == answers.ground(board)["places"]["0102"]


def test_a_table() -> None:
    """A table has no places: its size and the outlines of its terrain are given in thousandths of a base width."""
    road = Terrain("road", ((0, 0), (9000, 0)), 500, "Via")
    assert {
        "size": [9000, 6000],
        "terrain": [{"kind": "road", "name": "Via", "points": [[0, 0], [9000, 0]], "width": 500}],
    } == answers.ground(PlaneBoard("t", "T", (9000, 6000), (road,)))
