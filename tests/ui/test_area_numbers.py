"""Areas named by a number, and the numbers of keys that lead there, are distinguishable."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game import catalog
from game.i18n.words import translate
from game.match.start import Start
from game.ui.board import places
from game.ui.board.signs import keycap
from tests.ui.hand import Hand


def test_an_area_named_by_a_number_is_called_an_area() -> None:
    """Cards, choices and sentences say "area"; areas with names keep them."""
    rules = catalog.rules("africa")
    state = rules.initial("tetuan")
    board = rules.board(state)
    titles = {place: translate(places.title(board, place)) for place in board.places}
    assert {f"Area {number}" for number in range(1, 9)} <= set(titles.values())
    assert "Al Khaliq" in titles.values()
    assert not [title for title in titles.values() if title.isdigit()]


def test_texts_about_such_an_area_use_its_title() -> None:
    """The log and the hint describe a move to one."""
    rules = catalog.rules("africa")
    state = rules.initial("tetuan")
    while rules.prompt(state).phase != "movement":
        main = rules.prompt(state).main
        assert main is not None
        state, _ = rules.apply(state, main)
    numbered = {place for place in rules.board(state).places
                if translate(places.title(rules.board(state), place)).startswith("Area ")}
    moves = [action for action in rules.candidates(state) if action.places and action.places[-1] in numbered]
    assert moves
    for action in moves:
        assert "Area " in translate(rules.describe(state, action))


@pytest.mark.usefixtures("sit_down")
def test_a_keycap_is_dark_with_light_print() -> None:
    """The number of an area is dark on light, a key the other way round, and not square."""
    pygame.display.set_mode((64, 64))
    cap = keycap(5, 34)
    width, height = cap.get_size()
    assert sum(cap.get_at((round(0.28 * width), round(0.45 * height)))[:3]) < 300
    rows = round(0.1 * height), round(0.85 * height)
    across = [sum(cap.get_at((x, y)).a > 128 for x in range(width)) for y in rows]
    assert across[0] < across[1]


def test_a_choice_shows_its_key_as_a_keycap(sit_down: Callable[..., Hand]) -> None:
    """It is at the end of the button, over the number in brackets, as on the map."""
    hand = sit_down(Start("play", "africa", "tetuan", seed=3), size=(1280, 720), hand_over=False)
    hand.settle()
    for _ in range(2):
        hand.key("space")
        hand.settle()
    hand.click_unit("s-reserva")
    hand.settle()
    hand.wait()
    button = next(each for each in hand.screen.widgets.choices if each.visible)
    seen = hand.app.window.subsurface(button.rect)
    blue = pygame.Color("#1f3a52")
    assert any(seen.get_at((x, y))[:3] == tuple(blue)[:3] for x in range(seen.get_width() // 2, seen.get_width())
               for y in range(seen.get_height()))
