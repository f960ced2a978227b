"""The small maps have the adjacencies that the examples of play state."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from game.board.hexgrid import COMMON_GRID, HexBoard, SideFeature
from game.maps import load

MAPS = Path(__file__).resolve().parents[2] / "maps" / "kassala"


def lettered(board: HexBoard) -> dict[str, str]:
    """The hex of each printed letter, the one with the nearest centre."""
    return {
        label.text: min(board.hexes,
                        key=lambda name: abs(complex(*COMMON_GRID.centre(name)) - complex(label.x, label.y)))
        for label in board.labels
    }


def touching(board: HexBoard, spots: dict[str, str]) -> set[str]:
    """Every pair of letters whose hexes are adjacent, as two letters in order."""
    return {a + b for a, b in combinations(sorted(spots), 2) if COMMON_GRID.distance(spots[a], spots[b]) == 1}


@pytest.mark.parametrize(
    ("letter", "hexes"),
    [
        ("a", {"a": "0103", "b": "0303", "c": "0201", "d": "0202"}),
        ("b", {"a": "0102", "b": "0202"}),
        ("c", {"a": "0103", "b": "0102", "c": "0202", "d": "0301", "e": "0302", "f": "0203"}),
        ("d", {"a": "0201", "b": "0302", "c": "0202", "d": "0204"}),
    ],
)
def test_letters(letter: str, hexes: dict[str, str]) -> None:
    """Each letter is in the hex that the scenarios use."""
    assert hexes == lettered(load(MAPS / f"example-{letter}.tmx"))


def test_a_movement() -> None:
    """From the Nubians' hex 0203, a is over a wadi, b over a trench, d is Udaka, and c is reached through d only."""
    board = load(MAPS / "example-a.tmx")
    spots = lettered(board)
    nubians = "0203"
    assert {*spots.values(), nubians} == set(board.hexes)
    around = {name for name in (COMMON_GRID.neighbour(nubians, d) for d in range(6)) if name in board.index}
    assert {spots["a"], spots["b"], spots["d"]} == around
    assert {"cd"} == touching(board, spots)
    assert (SideFeature("wadi", False),) == board.between(nubians, spots["a"])
    assert (SideFeature("trench", False),) == board.between(nubians, spots["b"])
    assert () == board.between(nubians, spots["d"])
    assert () == board.between(spots["d"], spots["c"])
    assert {"plain": 4, "udaka": 1} == {k: list(board.terrain.values()).count(k) for k in ("plain", "udaka")}
    assert "udaka" == board.terrain[spots["d"]]


def test_b_single_attack() -> None:
    """The attacker's hex is the low one, the defender's is Udaka."""
    board = load(MAPS / "example-b.tmx")
    spots = lettered(board)
    assert (SideFeature("wadi", True),) == board.between(spots["a"], spots["b"])
    assert {"a": "plain", "b": "udaka"} == {mark: board.terrain[name] for mark, name in spots.items()}


def test_c_multiple_attack() -> None:
    """Letters are adjacent exactly as printed, in three columns: b above a, c above f, d above e."""
    board = load(MAPS / "example-c.tmx")
    spots = lettered(board)
    assert {"ab", "af", "bc", "bf", "cf", "cd", "ce", "de", "ef"} == touching(board, spots)
    columns = {mark: COMMON_GRID.parse(name)[0] for mark, name in spots.items()}
    assert columns["a"] == columns["b"] == columns["c"] - 1 == columns["f"] - 1 == columns["d"] - 2 == columns["e"] - 2
    for upper, lower in ("ba", "cf", "de"):
        assert COMMON_GRID.neighbour(spots[upper], 3) == spots[lower]
    assert {} == board.sides
    assert {"plain"} == set(board.terrain.values())


def test_d_bombardment() -> None:
    """c is adjacent to a and b; the cannon d is two hexes from b, adjacent to neither enemy, and out of range of a."""
    board = load(MAPS / "example-d.tmx")
    spots = lettered(board)
    assert {"ac", "bc"} == touching(board, spots)
    assert 2 == COMMON_GRID.distance(spots["d"], spots["b"])
    assert 3 == COMMON_GRID.distance(spots["d"], spots["a"])
    assert {} == board.sides
