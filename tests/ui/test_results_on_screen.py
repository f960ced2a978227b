"""Rolls and their results on screen: the tray agrees with the card, and a result makes room for the pointer's
target."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game import catalog
from game.core.message import values_in
from game.match.start import Start
from game.rules.africa.system import Africa
from game.ui.dice.dice_tray import baize
from game.ui.play.rolling import ROLL_LABEL
from tests.ui.hand import Hand
from tests.ui.pictures import digest

Sit = Callable[..., Hand]


def card(hand: Hand) -> str:
    """A digest of the middle card's picture."""
    return digest(hand.app.window.subsurface(hand.screen.column.middle.rect.clip(hand.app.window.get_rect())), "RGB")


def declare(hand: Hand, number: int = 0) -> None:
    """The person declares the first legal attack."""
    game = hand.game
    game.play(game.rules.candidates(game.match.state)[number])


def fight(hand: Hand) -> None:
    """The first attack is declared and rolled, and the result is shown."""
    declare(hand)
    hand.settle()
    hand.key("space")
    hand.settle()


def test_a_result_makes_room_for_the_unit_under_the_pointer(sit_down: Sit, udaka_fight: dict[str, Any]) -> None:
    """After the roll the card has the result; another hex under the pointer replaces it; beside the map it is back."""
    hand = sit_down(Start("play", "kassala", position=udaka_fight, seed=3))
    game = hand.game
    screen = hand.screen
    declare(hand)
    hand.settle()
    hand.point(game.view.point_of("0304"))
    hand.key("space")
    hand.settle()
    assert game.stage.rolled is not None
    assert ("battle", True) == (screen.column.middle.key[0], screen.column.middle.key[-2] is not None)
    hand.point((game.view.point_of("0304")[0] + 3, game.view.point_of("0304")[1]))
    assert "battle" == screen.column.middle.key[0]
    hand.point(game.view.point_of("0805"))
    assert ("place", "0805") == screen.column.middle.key[:2]
    hand.point(screen.column.prompt.rect.center)
    assert "battle" == screen.column.middle.key[0]
    assert any("Die " in str(entry.text) for entry in screen.column.log.entries)


def test_a_unit_selected_by_keyboard_replaces_the_card_of_a_result(sit_down: Sit, udaka_fight: dict[str, Any]) -> None:
    """Arrow keys count as pointing."""
    hand = sit_down(Start("play", "kassala", position=udaka_fight, seed=3))
    game = hand.game
    screen = hand.screen
    fight(hand)
    assert "battle" == screen.column.middle.key[0]
    for _ in range(3):
        hand.key("down")
    assert game.pointing.keyboard
    assert "battle" != screen.column.middle.key[0]


def test_the_last_roll_is_never_shown_beside_a_new_card(sit_down: Sit, udaka_fight: dict[str, Any]) -> None:
    """From the second attack's declaration on, the tray shows an unrolled die in every frame."""
    hand = sit_down(Start("play", "kassala", position=udaka_fight, seed=3))
    game = hand.game
    screen = hand.screen
    fight(hand)
    if not game.rules.candidates(game.match.state)[0].notation.startswith("attack"):
        pytest.fail("this seed leaves a second attack")
    declare(hand)
    for _ in range(20):
        hand.wait(0.05)
        assert () == game.stage.tray.rolled_dice
        assert game.tray_shown == (not game.stage.tray.is_empty)
    assert hand.rolling
    assert ROLL_LABEL == screen.column.middle.key[4]


def test_further_coins_appear_on_the_card_of_a_hit(sit_down: Sit) -> None:
    """Tray and card show the same roll whenever one is pending."""
    rules = Africa(catalog.board)
    units = [{"id": "s-cuenca", "place": "a"}, {"id": "m-gum-uagit", "place": "playa-del-tarajal"}]
    start = {"scenario": "castillejos", "turn": 2, "phase": "fire", "phasing": "spanish", "options": []}
    position = rules.position(rules.from_position({**start, "units": units}))
    hand = sit_down(Start("play", "africa", "castillejos", position=position, seed=3))
    game = hand.game
    screen = hand.screen
    game.play(rules.parse("fire s-cuenca playa-del-tarajal"))
    hand.settle()
    hand.key("3")
    hand.key("enter")
    hand.settle()
    assert hand.rolling
    assert "3 coins" == game.stage.tray.pending_text.heading
    roll = game.rules.pending_roll(game.match.state)
    assert roll is not None
    assert str(roll.title) == str(screen.column.middle.key[4])


def test_a_hidden_factor_comes_out_of_a_cup(sit_down: Sit) -> None:
    """The tray is not empty while it is pending, and describes the draw, not the combat."""
    rules = Africa(catalog.board)
    units = [{"id": "s-cuenca", "place": "playa-del-tarajal"}, {"id": "m-gk-haus", "place": "castillejos"}]
    start = {"scenario": "castillejos", "turn": 2, "phase": "movement", "phasing": "spanish", "options": []}
    position = rules.position(rules.from_position({**start, "units": units}))
    hand = sit_down(Start("play", "africa", "castillejos", position=position, seed=3), hand_over=False)
    game = hand.game
    game.play(rules.parse("move s-cuenca castillejos"))
    for _ in range(4):
        hand.settle()
        if hand.rolling:
            break
        hand.end_phase()
    tray = game.stage.tray
    assert ["Gaix Kabila Haus"] == list(values_in(tray.pending_text.detail))
    assert "heads" not in str(tray.pending_text.detail)
    picture = pygame.Surface((344, 250), pygame.SRCALPHA)
    tray.draw(picture, picture.get_rect())
    felt = pygame.Rect(60, 30, 220, 110)
    bare = baize(344, 250 - round(250 * 0.29))
    assert digest(bare.subsurface(felt)) != digest(picture.subsurface(felt))
    hand.key("space")
    hand.wait(0.1)
    assert tray.busy
