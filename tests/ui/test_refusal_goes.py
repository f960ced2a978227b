"""A refusal on the slip goes with the next input, and by itself after some seconds."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.match.start import Start
from game.ui.play.refusing import SECONDS
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


@pytest.fixture(params=["kassala", "africa"])
def refused(request: pytest.FixtureRequest, sit_down: Sit) -> Hand:
    """The first key struck has nothing to do: V in a phase in which nothing can be done in one go."""
    scenario = "kassala" if request.param == "kassala" else "castillejos"
    hand = sit_down(Start("play", request.param, scenario, seed=3))
    if request.param == "africa":
        hand.game.play(hand.game.rules.parse("done"))
        hand.settle()
    hand.key("v")
    assert hand.game.controller.refusal is not None
    assert hand.screen.slip.rect.height > 0
    return hand


def test_it_goes_by_itself(refused: Hand) -> None:
    """Long enough to be read, not longer."""
    for _ in range(int(SECONDS / 0.25) - 3):
        refused.wait(0.25)
    assert refused.screen.slip.rect.height > 0
    for _ in range(5):
        refused.wait(0.25)
    assert refused.game.controller.refusal is None
    assert refused.screen.slip.rect.height == 0


@pytest.mark.parametrize("how", ["f", "escape", "tab", "click"])
def test_it_goes_with_the_next_input(refused: Hand, how: str) -> None:
    """A key or a click, be it on the frame around the map; not the moving pointer, nor Shift alone."""
    game = refused.game
    screen = refused.screen
    refused.point(screen.map_rect.center)
    refused.point(screen.track_rect.center)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_LSHIFT, mod=0, unicode=""))
    refused.wait()
    assert game.controller.refusal is not None
    refused.click(screen.track_rect.center) if how == "click" else refused.key(how)
    assert game.controller.refusal is None
    assert screen.slip.rect.height == 0
    assert refused.top is refused.screen


def test_a_new_refusal_stays_anew(refused: Hand) -> None:
    """What the next input is refused for is shown as long as the first."""
    game = refused.game
    screen = refused.screen
    for _ in range(int(SECONDS / 0.25) - 3):
        refused.wait(0.25)
    first = game.controller.refusal
    refused.key("v")
    assert game.controller.refusal is not None
    assert game.controller.refusal is not first
    for _ in range(8):
        refused.wait(0.25)
    assert screen.slip.rect.height > 0
