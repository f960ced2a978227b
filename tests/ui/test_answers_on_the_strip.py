"""With the cards hidden in a small window, every answer to a question has a button on the strip below the map, or the
button that shows the cards counts it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.match.start import Start
from tests.rules.tours.board import RULES as TOURS
from tests.rules.tours.shock_board import shock
from tests.ui.hand import Hand, font_of
from tests.ui.test_adua_runs import choice_of_losses

Sit = Callable[..., Hand]
SIZES = (1024, 768), (1280, 720)
ATTACKED = "hi1 1513 w, yellow-hc1 1413 e, hi2 1706 w, yellow-ma2 1606 e, hi3 1709 w, red-ma1 1609 e"
"""Three units that may retreat before shock."""


def retreat_question(sit_down: Sit, size: tuple[int, int], language: str = "en") -> Hand:
    """Three units may retreat or stand; the cards are hidden."""
    at = shock(ATTACKED, "hi").play("attack hi1 yellow-hc1", "attack hi2 yellow-ma2", "attack hi3 red-ma1", "begin")
    hand = sit_down(Start("play", "tours", "tours", seed=3, position=TOURS.position(at.state), language=language),
                    size=size, hand_over=False)
    hand.resize(size, 150)
    hand.settle()
    assert hand.app.metrics.has_drawer
    return hand


def stood(hand: Hand) -> int:
    """The number of units that have stood."""
    return sum(ply.action.notation.startswith("stand ") for ply in hand.game.match.plies)


@pytest.mark.parametrize("size", SIZES)
def test_all_units_stand_by_a_button_of_the_strip(sit_down: Sit, size: tuple[int, int]) -> None:
    hand = retreat_question(sit_down, size)
    button = hand.screen.widgets.quick_play
    assert hand.screen.layout.strip.contains(button.rect)
    hand.press(button)
    hand.settle()
    assert stood(hand) > 1


@pytest.mark.every(2)
@pytest.mark.parametrize("key", ["", "1"])
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_selected_unit_stands_by_a_button_of_the_strip(sit_down: Sit, key: str, language: str) -> None:
    """Or by its key, without opening the cards; the prompt has room beside both buttons."""
    hand = retreat_question(sit_down, SIZES[0], language)
    hand.click_unit("red-ma1")
    hand.settle()
    widgets, strip = hand.screen.widgets, hand.screen.layout.strip
    shown = widgets.choices[0], widgets.quick_play
    assert all(button.visible and strip.contains(button.rect) for button in shown)
    assert not shown[0].rect.colliderect(shown[1].rect)
    assert all(font_of(button).size(button.text)[0] < button.rect.width for button in shown)
    assert min(button.rect.left for button in shown) > 0.28 * strip.width
    if key:
        hand.key(key)
    else:
        hand.press(shown[0])
    hand.settle()
    assert not hand.screen.drawer.open
    assert 1 == stood(hand)


def test_the_open_cards_have_their_buttons_back(sit_down: Sit) -> None:
    hand = retreat_question(sit_down, SIZES[0])
    hand.show_cards()
    button = hand.screen.widgets.quick_play
    assert hand.screen.column.prompt.rect.contains(button.rect)


@pytest.mark.parametrize("size", SIZES)
def test_answers_without_room_are_counted_by_the_button_that_shows_them(sit_down: Sit, size: tuple[int, int]) -> None:
    hand = choice_of_losses(sit_down, size)
    drawer, widgets = hand.screen.drawer, hand.screen.widgets
    legal = len(hand.game.selection.proposals)
    assert [True, False] == [button.visible for button in (widgets.choices[0], widgets.quick_play)]
    assert drawer.hidden_answers == legal  # all but the first, and that the computer chooses
    assert str(drawer.hidden_answers) in widgets.drawer.text
    hand.press(widgets.drawer)
    hand.wait_in_steps(2, 0.5)
    assert legal == sum(button.visible for button in widgets.choices)
