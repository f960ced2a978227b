"""A presentation draws ahead: dice before they tumble, and the map before it moves."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

import pygame
import pytest

from game.core.chance import D6
from game.match.start import Start
from game.ui.board.counters import draw_resting
from game.ui.counters.bases import shadow_picture
from game.ui.counters.cardboard import counter_shadow
from game.ui.dice.dice_layout import Group
from game.ui.dice.dice_pictures import die_among_many
from game.ui.dice.tray import NO_TEXT, Tray
from game.ui.kit.pictures import MAX_FULL_SIZE_BLUR, blurred_picture, drop_pictures
from game.ui.screens.presentation_screen import PresentationScreen
from tests.ui.clock import Clock
from tests.ui.hand import Hand
from tests.ui.pictures import digest

LARGE = 1200, 520
"""The pixels of a tray on a large screen."""


def falling(screen: PresentationScreen) -> list[int]:
    """The slides with tumbling dice."""
    return [at for at, slide in enumerate(screen.slides)
            if slide.fight is not None and slide.fight.roll_result is not None and slide.fight.rolled is None]


def look_ahead(hand: Hand, frames: int = 300) -> None:
    """Let the presentation draw ahead everything that comes next."""
    hand.wait_in_steps(frames, 0.02)


@pytest.mark.every(2)
@pytest.mark.usefixtures("folders")
@pytest.mark.parametrize("lesson", ["figure-4", "bombardment"])
def test_dice_of_a_presentation_are_drawn_in_advance(sit_down: Callable[..., Hand], lesson: str) -> None:
    """While they tumble, no picture of a die has to be rendered."""
    hand = sit_down(Start("present", "adua", lesson))
    screen = hand.on(PresentationScreen)
    at = falling(screen)[0]
    drop_pictures()
    screen.go(at - 1)
    look_ahead(hand)
    known = die_among_many.cache_info()
    hand.key("page down")
    assert screen.stage.tray.busy
    while screen.stage.tray.busy:
        hand.wait(0.02)
    hand.wait()
    after = die_among_many.cache_info()
    assert (screen.at, after.misses) == (at, known.misses)
    assert after.hits > known.hits


@pytest.mark.usefixtures("folders")
@pytest.mark.parametrize("direction", [1, -1])
def test_the_combat_in_the_direction_of_the_last_step_is_drawn_first(
        sit_down: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch, direction: int) -> None:
    """Who steps back through a lesson is likely to go on stepping back."""
    hand = sit_down(Start("present", "kassala", "first-battle"))
    screen = hand.on(PresentationScreen)
    at = next(at for at in range(1, len(screen.slides) - 1)
              if all(screen.slides[each].fight is not None for each in (at - 1, at, at + 1)))
    screen.go(at - direction)
    look_ahead(hand)
    drawn: list[int] = []

    def noted(*given: Any, **_: Any) -> bool:
        drawn.append(given[-1])
        return False

    monkeypatch.setattr(screen.fights, "prepare", noted)
    screen.go(at)
    look_ahead(hand, 20)
    assert at + direction == drawn[0]


@pytest.mark.every(2)
@pytest.mark.usefixtures("folders")
@pytest.mark.parametrize(("system", "lesson"), [("kassala", "first-battle"), ("adua", "figure-4")])
def test_dice_drawn_in_advance_show_the_rolled_faces(sit_down: Callable[..., Hand], system: str, lesson: str) -> None:
    """Dice at rest give the same picture after tumbling and when the slide is opened directly, after other rolls."""
    screen = (hand := sit_down(Start("present", system, lesson))).on(PresentationScreen)
    hand.wait(10.0)  # what is said at the beginning has gone
    at = falling(screen)[0]
    screen.go(at - 1)
    look_ahead(hand)
    hand.key("page down")
    while screen.stage.tray.busy:
        hand.wait(0.02)
    hand.wait()
    seen = {digest(hand.app.window, "RGB")}
    screen = (hand := sit_down(Start("present", system, lesson))).on(PresentationScreen)
    hand.wait(10.0)  # what is said at the beginning has gone
    for _ in range(3):
        screen.stage.tray.roll((1, 2), 0.0)
    screen.go(at)
    hand.wait()
    seen.add(digest(hand.app.window, "RGB"))
    assert len(seen) == 1


def test_no_shadow_is_blurred_widely(monkeypatch: pytest.MonkeyPatch) -> None:
    """At any size and height of dice and counters, a wide blur would take longer than a frame."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.display.set_mode(LARGE)
    drop_pictures()
    radii: list[int] = []
    blur: Any = pygame.transform.gaussian_blur

    def counted(surface: pygame.Surface, radius: int) -> pygame.Surface:
        radii.append(radius)
        found: pygame.Surface = blur(surface, radius)
        return found

    monkeypatch.setattr("pygame.transform.gaussian_blur", counted)
    target, clock = pygame.Surface(LARGE), Clock()
    tray = Tray(clock)
    for groups in ((), (Group("One die", (0,)),)):
        tray.roll_pending((D6,), (4,), NO_TEXT, 1.0, groups=groups)
        for _ in range(51):
            tray.draw(target, target.get_rect())
            clock.now += 20
    for lift in (0.0, 0.5, 1.0):
        shadow_picture(300, 150, 30, lift)
        counter_shadow(300, lift)
    assert len(radii) > 8
    assert max(radii) <= MAX_FULL_SIZE_BLUR


def test_a_wide_blur_looks_like_one_at_full_size() -> None:
    """The shadow of a large raised base has no visible difference anywhere."""
    pygame.display.init()
    pygame.display.set_mode(LARGE)
    plain = pygame.Surface((400, 300), pygame.SRCALPHA)
    plain.fill((14, 8, 3, 125), (90, 80, 220, 140))
    slow, fast = (pygame.surfarray.array_alpha(each).astype(int)
                  for each in (pygame.transform.gaussian_blur(plain, 26), blurred_picture(plain, 26)))
    assert abs(slow - fast).max() <= 12


@pytest.mark.soak
@pytest.mark.every(2)
@pytest.mark.usefixtures("folders")
@pytest.mark.parametrize("system", ["kassala", "africa"])
def test_a_map_that_glides_is_drawn_twice_at_most(sit_down: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch,
                                                  system: str) -> None:
    """Once for everything passed, and at rest; its tiles are ready by then, however slow the computer is."""
    monkeypatch.setattr("game.ui.sheets.tiles.FRAME_BUDGET", inf)
    hand = sit_down(Start("present", system, "one-turn"))
    screen, drawn, moved = hand.on(PresentationScreen), [0], 0
    resting: Any = draw_resting

    def counted(*given: Any) -> None:
        drawn[0] += 1
        resting(*given)

    monkeypatch.setattr("game.ui.board.view.draw_resting", counted)
    for _ in range(len(screen.slides) - 1):
        look_ahead(hand, 100)
        drawn[0], frames = 0, 0
        hand.key("page down")
        while screen.glide.moving:
            hand.wait(1 / 60)
            frames += 1
        if frames > 10 and screen.slide.fight is None:
            moved += 1
            assert drawn[0] <= 2
            assert screen.view.tiles.settled
    assert moved >= 2
