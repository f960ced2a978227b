"""The camera follows the events: the same in examples, replays and presentations, until a player moves the map."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pygame
import pytest

from game import catalog
from game.core.event import Moved
from game.match.loading import load
from game.match.start import Start
from game.ui.screens.demo import DemoScreen
from game.ui.screens.lesson_screen import LessonScreen
from game.ui.screens.presentation_screen import PresentationScreen
from game.ui.screens.replay import ReplayScreen
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
RECORDS = Path("tests/records")
LARGE = {"tours": "tours", "adua": "adua", "africa": "castillejos"}
"""Battles on sheets of which only a part is shown."""
EXAMPLES = [(system, info.name) for system in catalog.names() for info in catalog.rules(system).scenarios
            if info.example][::3]
GLIDE = 0.5
"""Seconds after which the camera has arrived."""


def _near(screen: Any) -> float:
    """The enlargement relative to the whole sheet."""
    return float(screen.view.camera.scale / screen.view.camera.fit_scale)


@pytest.fixture
def replay(sit_down: Sit) -> Callable[[str], tuple[Hand, ReplayScreen, list[int]]]:
    """Opens a replay; returns it with the steps in which a unit moves on the map."""
    def opened(system: str) -> tuple[Hand, ReplayScreen, list[int]]:
        hand = sit_down()
        match = load(RECORDS / system / f"{LARGE[system]}.jsonl").match
        screen = ReplayScreen(hand.app, match)
        hand.app.push(screen)
        hand.wait()
        knows = screen.view.geometry.knows
        return hand, screen, [at for at, ply in enumerate(match.plies, 1)
                              if any(isinstance(each, Moved) and knows(each.path[-1]) for each in ply.events)]

    return opened


@pytest.mark.every(4)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize(("system", "example"), EXAMPLES)
def test_a_demo_and_a_presentation_have_the_same_view(sit_down: Sit, system: str, example: str) -> None:
    """Every place of a step is in view on both screens, as soon as the step appears."""
    ways: tuple[tuple[Literal["demo", "present"], str], ...] = (("demo", "right"), ("present", "page down"))
    for screen_name, key in ways:
        hand = sit_down(Start(screen_name, system, example), reduced_motion=True)
        hand.wait()
        screen = hand.top
        assert isinstance(screen, DemoScreen | PresentationScreen)
        for _ in range(6):
            screen.stage.skip()
            slide = screen.slide if isinstance(screen, PresentationScreen) else screen
            if slide.frame is not None:
                assert slide.frame.before is not None
                for place in screen.camera.places(slide.frame):
                    assert screen.view.rect.inflate(4, 4).collidepoint(screen.view.point_of(place)), slide.frame.caption
            hand.key(key)
        hand.close()


@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("screen_name", ["demo", "present"])
def test_an_example_without_places_in_its_first_step_opens_on_its_action(
        sit_down: Sit, screen_name: Literal["demo", "present"]) -> None:
    """The view has the bases that fight later, in the middle of a table; none is named so far."""
    hand = sit_down(Start(screen_name, "renaissance", "example-b"), reduced_motion=True)
    if screen_name == "present":
        hand.key("page down")  # the title is over
    hand.wait()
    screen: Any = hand.top
    assert _near(screen) > 2
    for unit in ("blue-kn1", "blue-cv1", "red-pk1", "red-sh1"):
        assert screen.view.rect.collidepoint(screen.view.point_of(screen.view.counters[unit].place))


@pytest.mark.every(3)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("system", LARGE)
def test_a_replay_zooms_in_and_follows(replay: Callable[..., tuple[Hand, ReplayScreen, list[int]]],
                                            system: str) -> None:
    """The path of every march is in view during its animation, larger than on the whole sheet."""
    hand, screen, marches = replay(system)
    for at in marches[::max(1, len(marches) // 12)]:
        screen.go(at - 1)
        hand.key("right")
        hand.wait(GLIDE)
        assert screen.step == at
        assert _near(screen) > 1.2, at
        for place in screen.step_places():
            if screen.view.geometry.knows(place):
                assert screen.view.rect.inflate(4, 4).collidepoint(screen.view.point_of(place)), at


@pytest.mark.usefixtures("unpainted")
def test_a_move_is_animated_after_the_camera_arrives(
        replay: Callable[..., tuple[Hand, ReplayScreen, list[int]]]) -> None:
    """Until then the counter stays in place."""
    hand, screen, marches = replay("adua")
    screen.go(0)
    hand.wait(GLIDE)
    screen.go(marches[-1] - 1)
    hand.wait(GLIDE)
    screen.look_at(None, at_once=True)
    hand.key("right")
    assert screen.glide.moving
    assert not screen.view.busy
    hand.wait(GLIDE)
    hand.wait()
    assert screen.view.busy


@pytest.mark.usefixtures("unpainted")
def test_the_whole_map_stays_in_view_until_the_key_is_pressed_again(
        replay: Callable[..., tuple[Hand, ReplayScreen, list[int]]]) -> None:
    """F shows the whole sheet, also for the next steps; F again shows the event, and follows from then on."""
    hand, screen, marches = replay("adua")
    first, second = marches[0], marches[-1]
    screen.go(first)
    hand.wait(GLIDE)
    assert _near(screen) > 1.2
    hand.key("f")
    assert screen.view.camera.fitted
    screen.go(second)
    hand.wait(GLIDE)
    assert screen.view.camera.fitted
    hand.key("f")
    assert _near(screen) > 1.2
    screen.go(first)
    hand.wait(GLIDE)
    assert _near(screen) > 1.2
    for place in screen.step_places():
        assert screen.view.rect.collidepoint(screen.view.point_of(place))


@pytest.mark.usefixtures("unpainted")
def test_the_whole_map_is_in_view_if_there_is_nothing_to_follow(sit_down: Sit) -> None:
    """With the setting off a replay shows the whole sheet and keeps it."""
    hand = sit_down(follow_action=False)
    screen = ReplayScreen(hand.app, load(RECORDS / "adua" / "adua.jsonl").match)
    hand.app.push(screen)
    hand.wait()
    for _ in range(12):
        hand.key("right")
        hand.wait(GLIDE)
        assert screen.view.camera.fitted


def test_a_small_map_is_whole_at_every_step_of_its_lessons(sit_down: Sit) -> None:
    """Nothing scrolls from step to step, and no counter is cut."""
    hand = sit_down(Start("demo", "kassala", "first-battle"), reduced_motion=True)
    demo = hand.on(DemoScreen)
    for _ in range(4):
        assert demo.view.camera.fitted
        demo.go(demo.at + 3)
        hand.wait(GLIDE)


def test_a_lesson_shows_the_enemies_that_a_unit_moves_next_to(sit_down: Sit) -> None:
    """They are the point of the move, and are not cut by the edge of the view."""
    hand = sit_down(Start("learn", "kassala", "first-battle"), size=(1920, 1080), reduced_motion=True)
    hand.resize((1920, 1080), 125)
    screen = hand.on(LessonScreen)
    at = next(number for number, frame in enumerate(screen.guide.frames) for event in frame.events
              if isinstance(event, Moved) and event.path[-1] == "0305")
    assert screen.guide.go_to(at)
    screen.game.settle()
    hand.wait(1.0)
    hand.wait(1.0)
    box = pygame.Rect(0, 0, screen.view.stacks.px, screen.view.stacks.px)
    box.center = screen.view.point_of("0304")
    assert screen.view.rect.contains(box)
