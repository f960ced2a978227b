"""A replay has the same list of the phase as the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest
from pygame_gui.core import UIElement

from game.match.match import Match
from game.ui.screens.replay import ReplayScreen
from tests.rules.tours.board import RULES, table
from tests.ui.hand import Hand
from tests.ui.test_overview import CAMP

Sit = Callable[..., Hand]
ACTIONS = ("order red move", "end", "end", "activate red", "roll 9")


@pytest.fixture
def replay(sit_down: Sit) -> Hand:
    """A replay of orders, and of a contingent that refuses."""
    match: Match[Any] = Match.begin(RULES, "tours", (), seed=1,
                                    position=RULES.position(table(CAMP, phase="orders").state))
    for action in ACTIONS:
        match.play(action)
    hand = sit_down()
    hand.app.push(ReplayScreen(hand.app, match))
    hand.wait()
    return hand


@pytest.mark.every(2)
@pytest.mark.parametrize("turned", [True, False])
def test_the_list_shows_every_step(replay: Hand, turned: bool) -> None:
    """It is beside the map or in the column; its lines can be highlighted but have no actions."""
    screen = replay.top
    if screen.view.turned is not turned:
        replay.key("u")
        replay.wait()
    card = screen.column.overview
    for at, taken in ((0, False), (1, True)):
        screen.go(at)
        replay.wait()
        line = screen.overview.line("red")
        assert taken is any(way.taken for way in line.actions)
        assert card.rect.height
        assert not card.rect.colliderect(screen.layout.map)
        assert {"line:red", "line:yellow"} == {spot.name for spot in card.spots}
    place = next(card.window_rect(each.rect) for each in card.spots if each.name == "line:red")
    replay.click(place.center)
    assert {"red-hc1", "red-ma1"} == set(screen.view.overlay.participants)
    assert 1 == screen.replay.actions_shown
    replay.point(screen.layout.map.center)
    assert () == screen.view.overlay.participants


@pytest.mark.every(3)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
def test_no_tip_lies_over_the_slider(replay: Hand, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]) -> None:
    """The tips of the buttons below it leave the whole card of controls free."""
    replay.resize(size, 100)
    screen = replay.top
    for button in [each for row in screen.rows for each in row if each.tool_tip_text]:
        monkeypatch.setattr(pygame.mouse, "get_pos", lambda at=button.rect.center: at)
        for _ in range(6):
            replay.wait(0.4)
        assert isinstance(button.tool_tip, UIElement)
        assert replay.app.window.get_rect().contains(button.tool_tip.rect)
        assert not button.tool_tip.rect.colliderect(screen.scrubber.rect)
