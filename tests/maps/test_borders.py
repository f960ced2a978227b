"""The borders that polygons on a sheet share, and where they overlap or leave a gap."""

from __future__ import annotations

import pytest

from game.maps.borders import borders

Shape = list[tuple[float, float]]

LEFT: Shape = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
RIGHT: Shape = [(10.0, 0.0), (20.0, 0.0), (20.0, 10.0), (10.0, 10.0)]
SLIVER: Shape = [(10.0, 0.0), (15.0, 5.0), (10.0, 10.0)]


@pytest.mark.parametrize("order", [
    ("left", "sliver", "right"), ("sliver", "left", "right"), ("sliver", "right", "left"),
])
@pytest.mark.parametrize("reversed_shape", ["", "left", "sliver", "right"])
def test_of_three_that_share_an_edge_those_on_the_same_side_overlap(order: tuple[str, ...],
                                                                    reversed_shape: str) -> None:
    """The direction in which an outline is drawn does not matter."""
    shapes = {"left": LEFT, "sliver": SLIVER, "right": RIGHT}
    drawn = {name: shapes[name][::-1] if name == reversed_shape else shapes[name] for name in order}
    overlapping = {pair for pair, point in borders(drawn, (20.0, 10.0)).overlaps.items() if point == (10.0, 0.0)}
    assert {frozenset(("sliver", "right"))} == set(map(frozenset, overlapping))


def test_an_edge_that_is_covered_in_part_leaves_a_gap_at_its_middle() -> None:
    lower_half: Shape = [(10.0, 0.0), (20.0, 0.0), (20.0, 4.0), (10.0, 4.0)]
    found = borders({"left": LEFT, "lower half": lower_half}, (20.0, 10.0))
    assert (10.0, 5.0) == found.gaps["left"]
