"""Arrows of marches: curves, and no tangle where many march."""

from __future__ import annotations

from itertools import pairwise
from math import dist

import pygame
import pytest

from game.ui.board.march_arrows import MANY, MOST, MarchArrow, bundled, curve, draw_march


def test_a_few_marches_have_an_arrow_each() -> None:
    few = [MarchArrow("a", ((0, k), (90, k))) for k in range(MANY)]
    assert few == bundled(few, 10)


def test_those_who_go_the_same_way_share_an_arrow() -> None:
    """Of one side only; who steps aside has none."""
    marches = [MarchArrow(seat, ((k, 300 * row), (100 + k, 300 * row))) for k in range(8)
               for row, seat in enumerate("ab")]
    aside = MarchArrow("a", ((500, 500), (505, 500)))
    shared = bundled([*marches, aside], 10)
    assert sorted((arrow.seat, arrow.units) for arrow in shared) == [("a", 8), ("b", 8)]
    assert shared[0].points[0] == (3.5, 0) or shared[1].points[0] == (3.5, 0)


def test_there_are_never_many_arrows() -> None:
    marches = [MarchArrow("a", ((100 * k, 0), (100 * k, 400 + k))) for k in range(60)]
    assert len(bundled(marches, 10)) == MOST


@pytest.mark.parametrize("points", [((0, 0), (100, 0)), ((0, 0), (50, 0), (100, 0)), ((0, 0), (60, 80), (120, 0))])
def test_an_arrow_is_a_curve_from_place_to_place(points: tuple[tuple[float, float], ...]) -> None:
    """A straight way bows aside; no corner is left."""
    line = curve(points)
    assert line[0] == points[0]
    assert line[-1] == points[-1]
    assert max(abs(y) for _, y in line) > 5
    assert all(dist(a, b) < 30 for a, b in pairwise(line))


@pytest.mark.parametrize("broken", [False, True])
def test_an_arrow_has_its_sides_colour(broken: bool) -> None:
    surface = pygame.Surface((200, 100))
    draw_march(surface, MarchArrow("a", ((10, 60), (190, 60)), 3), 40, 0.8, "#00ff00", broken=broken)
    assert pygame.mask.from_threshold(surface, (0, 255, 0), (9, 9, 9, 255)).count() > 150
