"""The part of the contract suite that tests any board."""

from __future__ import annotations

import random

import pytest

from game.board.areas import AreaBoard
from game.board.board import Board
from game.board.hexgrid import HexBoard
from game.board.sight import line

MANY = 60
"""The number of hexes of a large board that are compared with each hex; a smaller board is compared whole."""


def every_board_answers(board: Board) -> None:
    """On any board, places are known by id, neighbours are mutual and one place away, distances are the same from
    either end, zones and objectives name existing places, and an unknown place is an error."""
    assert board.name
    assert board.title
    assert len(set(board.places)) == len(board.places)
    for group in (*board.zones.values(), *board.objectives.values()):
        assert group <= set(board.places)
    for place in board.places:
        assert board.knows(place)
        assert board.title_of(place)
        assert board.name_of(place)
        assert board.ground_of(place)[0]
        assert board.level_of(place) >= 0
        beside = board.neighbours_of(place)
        assert set(board.directions_of(place)) <= set(beside)
        assert set(board.roads_of(place)) <= set(beside)
        for other in beside:
            assert place in board.neighbours_of(other)
            assert 1 == board.distance(place, other)
            assert sorted(f.kind for f in board.between(place, other)) == sorted(
                f.kind for f in board.between(other, place)
            )
    rng = random.Random(5)
    for _ in range(200 if board.places else 0):
        a, b = rng.choices(board.places, k=2)
        assert board.distance(a, b) == board.distance(b, a)
    assert not board.knows("nowhere")
    for question in (board.title_of, board.name_of, board.ground_of, board.level_of, board.neighbours_of,
                     board.directions_of, board.roads_of):
        with pytest.raises(KeyError):
            question("nowhere")


def hex_board_is_symmetric(board: HexBoard) -> None:
    """Distance, adjacency, directions and hexsides are the same from either end; coordinates round-trip."""
    rng = random.Random(4)
    few = len(board.hexes) <= 2 * MANY
    for a in board.hexes:
        assert a == board.grid.name(*board.grid.parse(a)) == board.grid.from_axial(*board.grid.axial(a))
        assert board.grid.distance(a, a) == 0
        for d in range(6):
            there = board.grid.neighbour(a, d)
            assert not board.knows(there) or a == board.grid.neighbour(there, (d + 3) % 6)
        for b in board.hexes if few else (*rng.sample(board.hexes, MANY), *board.neighbours_of(a)):
            apart = board.grid.distance(a, b)
            assert board.grid.distance(b, a) == apart
            assert line(board.grid, a, b) == line(board.grid, b, a)[::-1]
            i, j = board.index[a], board.index[b]
            assert (apart == 1) == bool(board.adjacent[i] >> j & 1) == bool(board.adjacent[j] >> i & 1)
            assert (apart in (1, 2)) == bool(board.within_two[i] >> j & 1)
            (ax, ay), (bx, by) = board.grid.centre(a), board.grid.centre(b)
            assert (apart == 1) == (0 < (ax - bx) ** 2 + (ay - by) ** 2 < 3.01)
            if apart == 1:
                there, back = board.directions_of(a)[b], board.directions_of(b)[a]
                assert {("n", "s"), ("s", "n"), ("ne", "sw"), ("sw", "ne"), ("se", "nw"), ("nw", "se")} >= {
                    (there, back)}
                assert {(f.kind, not f.on_marked_side) for f in board.between(a, b)} == {
                    (f.kind, f.on_marked_side) for f in board.between(b, a)}
    for _ in range(300):
        a, b, c = rng.choices(board.hexes, k=3)
        assert board.grid.distance(a, c) <= board.grid.distance(a, b) + board.grid.distance(b, c)


def area_board_is_symmetric(board: AreaBoard) -> None:
    """Adjacency and distance are the same from either end; ids and indices correspond."""
    for i, area in enumerate(board.ids):
        assert i == board.index[area]
        assert 0 == board.distances[i][i]
        assert sorted(board.neighbours[i]) == sorted(board.index[other] for other in board.borders[area])
        for j in range(len(board.ids)):
            apart = board.distances[i][j]
            assert board.distances[j][i] == apart
            assert (apart == 1) == bool(board.adjacent[i] >> j & 1) == (j in board.neighbours[i])
            assert all(apart <= board.distances[i][k] + board.distances[k][j] for k in range(len(board.ids)))
