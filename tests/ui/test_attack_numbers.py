"""Numbers at the arrows of announced attacks: they are changed on the map, by their signs or by the wheel."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.match.start import Start
from game.ui.board.arrows import label_spot
from tests.rules.adua.board import table
from tests.ui.hand import Hand

LINE = "i-bersaglieri 1710, ii-infantry 1810, brusati 1810, stevani 1710, alula-fv1 1711, alula-f1 1609, alula-f3 1809"
ORDERS = "stevani i-bersaglieri fire, brusati ii-infantry fire"


@pytest.fixture
def hand(sit_down: Callable[..., Hand]) -> Hand:
    """The Bersaglieri attack two units, the infantry one; the zoom makes the numbers legible."""
    position = table(LINE, phase="fire", turn=8, orders=ORDERS).position
    found = sit_down(Start("play", "adua", "adua", seed=5, players={}, position=position), speed=8.0, hand_over=False)
    found.wait_for_print()
    found.point(found.game.view.point_of("1710"))
    for _ in range(5):
        found.wheel(1)
        found.wait()
    for notation in ("attack i-bersaglieri alula-f1:4,alula-fv1", "attack ii-infantry alula-f3"):
        found.game.play(found.game.rules.parse(notation))
        found.wait()
    found.wait_for_print()
    return found


def spot(hand: Hand, start: str, end: str, aside: float = 0.0) -> tuple[int, int]:
    """The middle of the number between two places, or of the sign this many squares beside it."""
    view = hand.game.view
    x, y = view.camera.to_screen(label_spot(view.geometry.centre(start), view.geometry.centre(end)))
    return round(x + aside * 0.42 * view.camera.scale), round(y)


def dice(hand: Hand) -> tuple[str, ...]:
    layer = next(layer for layer in hand.game.rules.layers(hand.game.match.state, None) if layer.name == "attacks")
    return tuple(str(words) for words in layer.labels)


def test_buttons_move_a_die_from_one_target_to_the_other(hand: Hand) -> None:
    before = dice(hand)
    at = spot(hand, "1710", "1609", 1)
    hand.click(at)
    hand.wait()
    more = dice(hand)
    assert sorted(map(int, before)) != sorted(map(int, more))
    assert sum(map(int, before)) == sum(map(int, more))
    hand.click(spot(hand, "1710", "1609", -1))
    hand.wait()
    assert before == dice(hand)


def test_the_wheel_on_a_number_changes_it_without_zooming(hand: Hand) -> None:
    before, scale = dice(hand), hand.game.view.camera.scale
    hand.point(spot(hand, "1710", "1711"))
    hand.wheel(1)
    hand.wait()
    assert before != dice(hand)
    assert scale == hand.game.view.camera.scale
    hand.wheel(-1)
    hand.wait()
    assert before == dice(hand)


def test_a_single_target_has_no_such_buttons(hand: Hand) -> None:
    """A click beside the number of the infantry's only attack changes nothing; the wheel zooms there."""
    before, scale = dice(hand), hand.game.view.camera.scale
    at = spot(hand, "1810", "1809")
    assert hand.game.view.number_at(spot(hand, "1810", "1809")) is None
    hand.point(at)
    hand.wheel(-1)
    hand.wait()
    assert before == dice(hand)
    assert scale != hand.game.view.camera.scale
