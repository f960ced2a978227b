"""Fit shows the whole sheet, and then the part in which the sides meet."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.core.contract import Counter
from game.match.start import Start
from game.ui.board.auto_view import POINT_MARGIN, meeting_boxes
from tests.rules.adua.board import RULES, table
from tests.ui.hand import Hand

PLACES = {"a": (0.0, 0.0), "b": (2.0, 0.0), "c": (40.0, 5.0)}


def counter(unit: str, seat: str, place: str | None) -> Counter:
    return Counter(unit, seat, unit, unit, "infantry", "1", place)


def test_the_box_encloses_units_near_an_enemy() -> None:
    """Units far from all enemies are left out; if none is near, all are shown; without any, nothing."""
    met = [counter("x", "italian", "a"), counter("y", "abyssinian", "b"), counter("z", "abyssinian", "c")]
    around_both = -POINT_MARGIN, -POINT_MARGIN, 2 + 2 * POINT_MARGIN, 2 * POINT_MARGIN
    assert [around_both] == meeting_boxes(met, PLACES.__getitem__)
    apart = [met[0], met[2], counter("w", "italian", None)]
    assert [(-POINT_MARGIN, -POINT_MARGIN, 40 + 2 * POINT_MARGIN,
             5 + 2 * POINT_MARGIN)] == meeting_boxes(apart, PLACES.__getitem__)
    assert [] == meeting_boxes([counter("w", "italian", None)], PLACES.__getitem__)


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_fit_alternates_between_the_whole_map_and_the_combat(
    sit_down: Callable[..., Hand], size: tuple[int, int]
) -> None:
    at = table("v-infantry 2611, romero 2611, menelik-f1 2511, menelik-f2 0210, menelik-f3 0211, vi-infantry 0311",
               phase="orders", turn=8)
    hand = sit_down(Start("play", "adua", "adua", seed=5, players={}, position=RULES.position(at.state)), size=size,
                    speed=8.0, hand_over=False)
    hand.settle()
    view = hand.game.view
    if not view.camera.fitted:  # it opens on the armies
        hand.key("f")
    assert view.camera.fitted
    for places in (("0210", "0211", "0311"), ("2611", "2511")):
        hand.key("f")
        assert view.camera.scale > 2 * view.camera.fit_scale
        for place in places:
            assert view.rect.collidepoint(view.point_of(place))
    hand.key("f")
    assert view.camera.fitted
    hand.key("f")
    view.zoom(0.9, view.rect.center)
    hand.key("f")
    assert view.camera.fitted
