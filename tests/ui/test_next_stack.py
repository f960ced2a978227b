"""G after a stack has moved: the next stack without any action, and partly moved units last."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game import catalog
from game.core.message import say
from game.match.start import Start
from tests.rules.table import units
from tests.ui.hand import Hand

LINE = ("s-cuenca b, s-luchana b, s-prim b, s-principe as-salam, s-caz-vergara as-salam, s-saboya a, "
        "m-gk-haus al-wahhab")


@pytest.fixture
def moved(sit_down: Callable[..., Hand]) -> Hand:
    """Cuenca, Luchana and Prim have moved one area together; Prim could move on."""
    rules = catalog.rules("africa")
    position = {"scenario": "castillejos", "options": [], "turn": 2, "phase": "movement", "phasing": "spanish"}
    full = rules.position(rules.from_position({**position, "units": units(LINE)}))
    hand = sit_down(Start("play", "africa", "castillejos", seed=5, position=full), speed=8.0, hand_over=False)
    hand.click_unit("s-cuenca")
    hand.key("g")
    hand.click_place("casa-de-la-condesa")
    for _ in range(4):
        hand.settle()
    assert len(hand.game.match.plies) == 3
    return hand


def held(hand: Hand) -> set[str]:
    selection = hand.game.selection
    return {unit for unit in (selection.selected, *selection.group) if unit is not None}


def test_a_rest_of_a_move_comes_after_all_who_have_not_moved(moved: Hand) -> None:
    """G cycles through the unmoved stacks; Prim, with an area left, is not the first."""
    found = []
    for _ in range(2):
        moved.key("g")
        found.append(held(moved))
        moved.click_place("al-jabbar" if "s-principe" in found[-1] else "playa-del-tarajal")
        for _ in range(4):
            moved.settle()
    assert {"s-principe", "s-caz-vergara"} in found
    assert {"s-saboya"} in found
    moved.key("g")
    assert held(moved) == {"s-prim"}
    position = moved.game.rules.position(moved.game.match.state)
    assert next(unit for unit in position["units"] if unit["id"] == "s-prim")["once"]
    assert dict(moved.game.situation.counters["s-prim"].lines)[say("State")]


def test_the_place_of_the_cursor_counts(moved: Hand) -> None:
    """After an arrow there and back, G means the stack there, even if others have not moved."""
    moved.key("up")
    moved.key("down")
    assert moved.game.selection.cursor == "casa-de-la-condesa"
    moved.key("g")
    assert held(moved) == {"s-prim"}


def test_a_click_with_shift_means_the_stack_clicked(moved: Hand) -> None:
    """It means the officer's own stack, even if others have not moved."""
    moved.point(moved.game.view.point_of("casa-de-la-condesa"))
    moved.rest()
    pygame.key.set_mods(pygame.KMOD_SHIFT)
    moved.click(moved.spot("s-prim"))
    pygame.key.set_mods(pygame.KMOD_NONE)
    assert held(moved) == {"s-prim"}
