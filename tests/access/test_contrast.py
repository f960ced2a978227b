"""Print on every screen has a contrast of at least 4.5 : 1 with its background, or 3 : 1 if it is large (WCAG 2, level
AA)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pygame
import pytest

from game import catalog
from game.match.start import Start
from game.ui.app.panel import PanelScreen
from game.ui.app.screen import Screen
from game.ui.screens import game_sheets as sheets
from game.ui.screens.map_screen import MapScreen
from game.ui.screens.newgame import NewGame
from tests.access.prints import faint, marked
from tests.ui.hand import Hand
from tests.ui.test_every_screen import screens

Sit = Callable[..., Hand]
WALKED = "kassala"
"""The system whose sheets are all checked by default; of the others only the game screen and the sheets with their own
content."""
MIN_TEXTS = 12
"""The minimum number of texts on the title and on a game screen."""


def screen_parts(hand: Hand) -> Iterator[tuple[str, pygame.Rect, list[pygame.Rect]]]:
    """The name of the top screen, its part of the window, and its disabled buttons."""
    top: Screen = hand.top
    off = [button for button in top.buttons if button.visible and not button.is_enabled]
    assert [] == [button.text for button in off if not button.tool_tip_text], "disabled without a reason"
    area = top.sheet if isinstance(top, PanelScreen) else hand.app.window.get_rect()
    yield type(top).__name__, area, [button.rect for button in off]


def own_screens(hand: Hand) -> Iterator[None]:
    """Opens one screen after the other over a game: those with the most system-specific print."""
    app, game = hand.app, hand.game
    yield
    openings: tuple[Callable[[], None], ...] = (lambda: sheets.open_roster(game),
                                                lambda: app.push(NewGame(app, game.rules)))
    for open_it in openings:
        open_it()
        hand.wait()
        yield
        app.pop()


def walk(sit_down: Sit, system: str, *, whole: bool) -> Iterator[tuple[str, pygame.Rect, list[pygame.Rect],
                                                                       pygame.Surface]]:
    """The title, a game, and every screen over it.

    :param whole: whether to open all screens; otherwise the game, the list of units and the new game sheet only.
    """
    if whole:
        hand = sit_down(size=(1280, 720), reduced_motion=True)
        hand.wait(1.0)
        for each in screen_parts(hand):
            yield *each, hand.app.window.copy()
        hand.close()
    battle = next(info.name for info in catalog.rules(system).scenarios if not info.example)
    hand = sit_down(Start("play", system, battle, seed=7), size=(1280, 720), reduced_motion=True)
    hand.wait_in_steps(4, 0.5)
    for _ in screens(hand) if whole else own_screens(hand):
        hand.wait()
        while isinstance(hand.top, MapScreen) and (hand.top.stage.busy or hand.top.glide.moving):
            hand.wait(0.3)
        for each in screen_parts(hand):
            yield *each, hand.app.window.copy()


@pytest.mark.every(5)
@pytest.mark.parametrize(("system", "whole"), [
    *(pytest.param(system, False, id=system) for system in catalog.names() if system != WALKED),
    *(pytest.param(system, True, id=f"{system}-whole", marks=() if system == WALKED else pytest.mark.soak)
      for system in catalog.names())])
def test_print_contrasts_with_its_background(sit_down: Sit, system: str, whole: bool) -> None:
    """Checked on every system's game screen and sheets, on the title, and on each sheet that opens there."""
    plain = list(walk(sit_down, system, whole=whole))
    with marked() as marker:
        coloured = list(walk(sit_down, system, whole=whole))
    assert [each[0] for each in plain] == [each[0] for each in coloured]
    found: dict[str, list[str]] = {}
    for (name, room, off, before), (*_, after) in zip(plain, coloured, strict=True):
        weak, many = faint(before, after, marker, room, off)
        assert many > (MIN_TEXTS if name in ("Title", "GameScreen") else 0), f"{name}: {many}"
        if weak:
            found.setdefault(name, []).extend(weak)
    assert {} == found
