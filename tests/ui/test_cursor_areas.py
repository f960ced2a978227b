"""The keyboard's cursor on a board of areas."""

from __future__ import annotations

import pytest

from game import catalog
from game.ui.play.cursor import ARROW_KEYS, area_in_direction


@pytest.mark.parametrize("battle", ["castillejos", "tetuan", "wad-ras"])
def test_the_arrows_lead_from_every_area_to_every_other(battle: str) -> None:
    """The cursor reaches every area, and most steps go to an adjacent one."""
    board = catalog.board(f"africa/{battle}.tmx")
    steps = {here: {area_in_direction(board, here, way) for way in ARROW_KEYS.values()} - {None} for here in board.ids}
    for start in board.ids:
        seen, edge = {start}, [start]
        while edge:
            edge = [there for here in edge for there in steps[here] if there and there not in seen]
            seen.update(edge)
        assert seen == set(board.ids), f"from {start} the arrows do not reach {set(board.ids) - seen}"
    near = [there in board.borders[here] for here, found in steps.items() for there in found if there]
    assert sum(near) >= 0.75 * len(near)


def test_an_arrow_goes_the_way_it_points() -> None:
    """North of B is nothing; east of it is A, south the house of the countess."""
    board = catalog.board("africa/castillejos.tmx")
    ways = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
    found = {name: area_in_direction(board, "b", way) for name, way in ways.items()}
    assert found["right"] == "a"
    assert found["down"] == "casa-de-la-condesa"
    assert found["left"] == "as-salam"
