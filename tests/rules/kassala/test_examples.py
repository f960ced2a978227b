"""The examples of play (V.A-V.D): every step of every example file holds."""

from __future__ import annotations

import pytest

from game import catalog
from game.board.hexgrid import COMMON_GRID, HexBoard
from game.rules.kassala.system import Kassala
from tests.lessons import lesson, untrue

NUMBERS = {"example-a": "V.A", "example-b": "V.B", "example-c": "V.C", "example-d": "V.D"}


@pytest.mark.rule("V")
def test_every_printed_example_has_its_file(kassala: Kassala) -> None:
    """The four examples of section V are there, marked as examples."""
    examples = {info.name for info in kassala.scenarios if info.example}
    assert set(NUMBERS) == examples


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("example-a", marks=pytest.mark.rule("V.A")),
        pytest.param("example-b", marks=pytest.mark.rule("V.B")),
        pytest.param("example-c", marks=pytest.mark.rule("V.C")),
        pytest.param("example-d", marks=pytest.mark.rule("V.D")),
    ],
)
def test_every_step_holds(name: str) -> None:
    """The texts and expectations of the lesson agree with the rules."""
    assert [] == untrue(lesson("kassala", name))


def test_lettered_hexes_are_where_the_units_are(kassala: Kassala) -> None:
    """The letters on the example maps are in the hexes that the steps name."""
    places = {
        "example-a": {"a": "0103", "b": "0303", "c": "0201", "d": "0202"},
        "example-b": {"a": "0102", "b": "0202"},
        "example-c": {"a": "0103", "b": "0102", "c": "0202", "d": "0301", "e": "0302", "f": "0203"},
        "example-d": {"a": "0201", "b": "0302", "c": "0202", "d": "0204"},
    }
    for name, letters in places.items():
        board = catalog.board(f"kassala/{name}.tmx")
        found = {label.text: _nearest(board, label.x, label.y) for label in board.labels if len(label.text) == 1}
        assert letters == found


def _nearest(board: HexBoard, x: float, y: float) -> str:
    return min(board.hexes, key=lambda h: (COMMON_GRID.centre(h)[0] - x) ** 2 + (COMMON_GRID.centre(h)[1] - y) ** 2)
