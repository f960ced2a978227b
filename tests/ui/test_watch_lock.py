"""The watch-only lock: at a club's table nobody leaves or changes the presentation until it is unlocked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import catalog
from game.match.start import Start
from game.ui.app.dialogs import QuestionSheet
from game.ui.kit.keytable import TABLE
from game.ui.screens.demo import DemoScreen
from game.ui.screens.game import GameScreen
from game.ui.screens.presentation_screen import PresentationScreen
from tests.ui.hand import KEYS, Hand
from tests.ui.pictures import digest

LEFT = ("next-slide", "previous-slide", "black", "white")


@pytest.fixture
def hand(folders: Path, request: pytest.FixtureRequest) -> Iterator[Hand]:
    found = Hand(getattr(request, "param", None), (1024, 768))
    yield found
    found.app.close()


def stroke(hand: Hand, name: str) -> None:
    """Press a key as written in the table of keys."""
    *mods, name = name.split("+") if name != "+" else (name,)
    mod = sum({"ctrl": pygame.KMOD_CTRL, "shift": pygame.KMOD_SHIFT}[each] for each in mods)
    hand.key("enter" if name == "return" else name, mod)


def lock(hand: Hand) -> None:
    hand.key("l", pygame.KMOD_CTRL)


def post(hand: Hand, kind: int, **about: Any) -> None:
    pygame.event.post(pygame.event.Event(kind, **about))
    hand.wait()


@pytest.mark.parametrize("hand", [Start("present", "kassala", "first-battle")], indirect=True)
def test_only_next_back_and_black_are_left(hand: Hand) -> None:
    """All other keys of a presentation, the wheel and dragging change nothing."""
    screen = hand.on(PresentationScreen)
    screen.go(4)
    lock(hand)
    assert hand.app.watch_lock.is_locked
    settings, camera = hand.app.settings.full_screen, screen.view.camera.scale
    left = {key for row in TABLE if row.command in LEFT and row.screens == "presenting"
            for key in row.keystrokes} - {"enter"}
    rows = [row for row in TABLE if row.screens in ("presenting", "everywhere")]
    others = {key for row in rows for key in row.keystrokes}
    for key in sorted(others - left - {"ctrl+l", "ctrl+q"}):
        if key.split("+")[-1] in KEYS or len(key.split("+")[-1]) == 1:
            stroke(hand, key)
            assert (hand.top, screen.at, screen.remote.typed) == (screen, 4, ""), key
    post(hand, pygame.MOUSEWHEEL, x=0, y=3, flipped=False, which=0)
    hand.drag((300, 200), (600, 400))
    assert (screen.tools.arrows, screen.tools.kind) == ([], "")
    assert (screen.speaker.audience, screen.auto_advance.looping) == (None, False)
    assert (hand.app.settings.full_screen, screen.view.camera.scale) == (settings, camera)
    at = screen.at
    hand.key("pagedown")
    hand.key("pageup")
    hand.click((500, 300))
    assert screen.at == at + 1
    hand.key("b")
    assert screen.remote.veil == "black"
    hand.key("b")
    lock(hand)
    assert not hand.app.watch_lock.is_locked
    hand.key("escape")
    assert hand.top is not screen


@pytest.mark.parametrize("hand", [Start("present", "kassala", "first-battle")], indirect=True)
def test_a_locked_key_says_how_to_unlock(hand: Hand) -> None:
    """In large print above the picture."""
    hand.wait_for_print()
    lock(hand)
    hand.wait(7.0)
    hand.wait(0.1)
    top = hand.app.window.subsurface((0, 0, 1024, 100))
    before = digest(top.copy(), "RGB")
    hand.key("escape")
    assert digest(top.copy(), "RGB") != before
    hand.on(PresentationScreen)


@pytest.mark.parametrize("hand", [Start("present", "kassala", "first-battle")], indirect=True)
def test_closing_the_window_asks(hand: Hand) -> None:
    """Enter answers no."""
    screen = hand.on(PresentationScreen)
    lock(hand)
    for kind in (pygame.WINDOWCLOSE, pygame.QUIT):
        post(hand, kind)
        hand.on(QuestionSheet)
        assert hand.app.running
    hand.key("enter")
    assert hand.top is screen
    hand.key("q", pygame.KMOD_CTRL)
    hand.on(QuestionSheet)
    hand.press(hand.button("Close"))
    assert not hand.app.running


@pytest.mark.parametrize("hand", [Start("demo", "kassala", "example-c")], indirect=True)
def test_an_example_is_stepped_and_not_left(hand: Hand) -> None:
    screen = hand.on(DemoScreen)
    lock(hand)
    hand.key("right")
    assert screen.at == 1
    hand.key("left")
    assert screen.at == 0
    hand.press(hand.button("Leave"))
    hand.key("escape")
    assert hand.top is screen


@pytest.mark.soak
def test_a_game_of_computers_is_locked_a_game_of_people_is_not(hand: Hand) -> None:
    rules: Any = catalog.rules("kassala")
    hand.app.navigator.begin(rules, "kassala", (), {}, seed=1)
    lock(hand)
    assert not hand.app.watch_lock.is_locked
    hand.app.navigator.begin(rules, "kassala", (), dict.fromkeys(rules.seats, "random"), seed=1)
    screen = hand.on(GameScreen)
    lock(hand)
    for key in ("escape", "p", "tab", "x"):
        hand.key(key)
    assert hand.app.watch_lock.is_locked
    assert hand.top is screen
