"""Standing orders for reaction fire: always, ask or never, for all archers and for single ones, by mouse and by key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game.match.start import Start
from game.ui.play.reaction_settings import TITLES
from game.ui.screens.moments import Moments
from tests.rules.tours.board import acting
from tests.ui.hand import Hand

LINE = "lc1 1506 e, lc2 1508 e, red-ma1 1706 w, red-ma2 1705 w, charles 1204"
BOTH = "Frankish light cavalry 1 is in front of your archers: choose who fires"


@pytest.fixture
def scene(sit_down: Callable[..., Hand]) -> Callable[..., Hand]:
    """The Franks' light cavalry moves in front of a person's archers."""

    def make(**more: Any) -> Hand:
        at = acting(LINE, "lc")
        hand = sit_down(Start("play", "tours", "tours", seed=5, position=at.rules.position(at.state)), speed=8.0,
                        hand_over=False, auto_roll=True, **more)
        hand.wait()
        return hand

    return make


def test_a_side_that_never_reacts_has_nothing_to_set(sit_down: Callable[..., Hand]) -> None:
    """The Franks have no archers: no button, and its key opens nothing."""
    hand = sit_down(Start("play", "tours", "tours", players={"muslim": "recruit"}))
    assert hand.screen.widgets.reactions is None
    hand.key("b", pygame.KMOD_SHIFT)
    assert hand.top is hand.screen


def ride(hand: Hand) -> None:
    hand.game.play(hand.game.rules.parse("move lc1 1606"))
    hand.settle()


def done(hand: Hand) -> list[str]:
    return [step.action.notation for step in hand.game.match.plies]


def page(hand: Hand) -> Moments:
    """The page of reactions, opened by its button."""
    asks = hand.screen.widgets.reactions
    assert asks is not None
    hand.press(asks)
    return hand.on(Moments)


def test_reaction_fire_asks_by_default(scene: Callable[..., Hand]) -> None:
    """Without a standing order there is a question, as the button beside the map says."""
    hand = scene()
    ride(hand)
    assert BOTH == hand.game.prompt_shown.text
    asks = hand.screen.widgets.reactions
    assert asks is not None
    assert "Set reaction fire: ask …" == asks.text


@pytest.mark.parametrize("mouse", [True, False])
def test_always_can_be_chosen_at_the_question(scene: Callable[..., Hand], mouse: bool) -> None:
    """Every archer in question fires, now and later; the choice is kept beyond the game."""
    hand = scene()
    ride(hand)
    if mouse:
        hand.press(hand.screen.widgets.always)
    else:
        hand.key("p", pygame.KMOD_CTRL)
    for _ in range(6):
        hand.settle()
    assert {"react red-ma1", "react red-ma2"} <= set(done(hand))
    assert hand.app.settings.always_interrupt == {"tours/muslim": ("reaction fire",)}
    assert "always" in str(hand.game.reaction_settings.label)


def test_never_can_be_chosen_for_all_archers(scene: Callable[..., Hand]) -> None:
    """No archer fires and there is no question."""
    hand = scene()
    never = [button for button in page(hand).buttons if button.text == "Never"]
    hand.press(never[0])
    hand.key("escape")
    ride(hand)
    assert ["move lc1 1606", "decline"] == done(hand)
    assert hand.app.settings.declined == {"tours/muslim": ("reaction fire",)}


def test_single_archers(scene: Callable[..., Hand]) -> None:
    """One always fires, the other never does: no question; the button says that they differ."""
    hand = scene()
    sheet = page(hand)
    by_label = {label: [button for button in sheet.buttons if button.text == label] for label in ("Always", "Never")}
    hand.press(by_label["Always"][1])
    by_label = {label: [button for button in hand.top.buttons if button.text == label] for label in ("Always", "Never")}
    hand.press(by_label["Never"][2])
    hand.key("escape")
    assert str(TITLES["mixed"]) in hand.screen.widgets.reactions.text  # type: ignore[union-attr]
    ride(hand)
    for _ in range(4):
        hand.settle()
    assert "react red-ma1" in done(hand)
    assert "react red-ma2" not in done(hand)
    assert hand.app.settings.always_interrupt == {}
    assert hand.app.settings.declined == {}


def test_one_archer_by_the_keyboard(scene: Callable[..., Hand]) -> None:
    """Shift+B opens the page, Tab moves between buttons, Enter presses; the others are still asked."""
    hand = scene()
    hand.key("b", pygame.KMOD_SHIFT)
    sheet = hand.on(Moments)
    while sheet.focused is None or sheet.focused.text != "Never" or sheet.focused.rect.y < sheet.buttons[4].rect.y:
        hand.key("tab")
    hand.key("enter")
    hand.key("escape")
    ride(hand)
    assert BOTH == hand.game.prompt_shown.text
    assert "mixed" == hand.game.reaction_settings.summary(hand.game.reaction_settings.reactions()[0])


def test_a_setting_for_all_archers_applies_to_each(scene: Callable[..., Hand]) -> None:
    """It replaces the choices for single ones."""
    hand = scene()
    declining = hand.game.reaction_settings
    declining.set("muslim", "reaction fire", "never", "red-ma1")
    declining.set("muslim", "reaction fire", "always")
    assert "always" == declining.mode("muslim", "reaction fire", "red-ma1")
    declining.set("muslim", "reaction fire", "ask")
    assert "ask" == declining.mode("muslim", "reaction fire")
    assert hand.app.settings.always_interrupt == hand.app.settings.declined == {}
