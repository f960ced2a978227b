"""Replays and examples: the map follows and marks the steps, the buttons are those of a game, and the log can be
clicked."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import catalog
from game.core.event import Moved, Rolled
from game.i18n.words import translate
from game.match.loading import load
from game.match.match import Match
from game.match.start import Start
from game.ui.cards.log import Log
from game.ui.play.game_log import GameLog
from game.ui.play.recap import StepLog
from game.ui.screens.demo import DemoScreen
from game.ui.screens.map_sheets import FullLog
from game.ui.screens.replay import ReplayScreen
from game.ui.screens.step_screen import STEP_TIPS
from tests.lessons import lesson
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
RECORDS = Path("tests/records")
PLAYED = {"kassala": "kassala", "tours": "tours", "africa": "tetuan", "adua": "adua"}
BY_HAND = 4.5
"""Seconds after which a map that was dragged follows the steps again."""


def played(system: str) -> Match[Any]:
    """A golden record of a system."""
    return load(RECORDS / system / f"{PLAYED[system]}.jsonl").match


@pytest.fixture
def watch(sit_down: Sit) -> Callable[..., Hand]:
    """Returns a function that opens the replay of a record."""
    def opened(system: str, **more: Any) -> Hand:
        hand = sit_down(**more)
        hand.app.push(ReplayScreen(hand.app, played(system)))
        hand.wait()
        return hand

    return opened


def _marches(match: Match[Any]) -> list[tuple[int, Moved]]:
    """The steps in which a unit moves, each with the move."""
    return [(at, event) for at, ply in enumerate(match.plies, 1) for event in ply.events if isinstance(event, Moved)]


def _drag_map(hand: Hand, way: tuple[int, int]) -> None:
    """Drag the map with the right button."""
    start = hand.top.view.rect.center
    end = start[0] + way[0], start[1] + way[1]
    hand.point(start)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=3))
    hand.wait()
    hand.point(end)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end, button=3))
    hand.wait()


def _far_step(screen: ReplayScreen) -> tuple[int, str]:
    """The move that ends farthest from the map's upper left corner: its step and last place."""
    geometry = screen.view.geometry
    places = [(at, event.path[-1]) for at, event in _marches(screen.match) if geometry.knows(event.path[-1])]
    return max(places, key=lambda found: sum(geometry.centre(found[1])))


def _look_at_corner(screen: Any, factor: float = 4.0) -> None:
    """Zoom in on the upper left corner of the map."""
    screen.view.fit()
    screen.view.zoom(factor, screen.view.rect.center)
    screen.view.pan(9999, 9999)


# --- the map follows


@pytest.mark.every(4)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("system", PLAYED)
def test_a_step_brings_its_places_into_view(watch: Callable[..., Hand], system: str) -> None:
    """After the animation, after a jump and after a step back, from a view of another part of the map."""
    hand = watch(system)
    screen = hand.on(ReplayScreen)
    _look_at_corner(screen)
    for at, event in _marches(screen.match)[:60:4]:
        if not screen.view.geometry.knows(event.path[-1]):
            continue
        screen.go(at - 1)
        _look_at_corner(screen)
        hand.key("right")
        screen.stage.skip()
        assert screen.view.rect.collidepoint(screen.view.point_of(event.path[-1])), at
        _look_at_corner(screen)
        hand.key("right")
        screen.stage.skip()
        _look_at_corner(screen)
        hand.key("left")
        assert at == screen.step
        assert screen.view.rect.collidepoint(screen.view.point_of(event.path[-1])), at


@pytest.mark.usefixtures("unpainted")
def test_a_roll_brings_the_combat_into_view(watch: Callable[..., Hand]) -> None:
    """Attackers and defenders are in view when the dice roll."""
    hand = watch("kassala")
    screen = hand.on(ReplayScreen)
    rolls = [at for at, ply in enumerate(screen.match.plies, 1)
             if any(isinstance(event, Rolled) and event.column for event in ply.events)]
    for at in rolls[:8]:
        screen.go(at - 1)
        stood = {counter.unit: counter.place or "" for counter in screen.rules.counters(screen.state)}
        _look_at_corner(screen, 2.5)
        hand.key("right")
        over = screen.view.overlay
        for unit in (*over.participants, *over.targets):
            assert screen.view.rect.collidepoint(screen.view.point_of(stood[unit])), at
        assert over.participants
        assert over.targets
        screen.stage.skip()


@pytest.mark.usefixtures("unpainted")
def test_the_map_stays_if_everything_is_in_view(watch: Callable[..., Hand]) -> None:
    """At a slight zoom, a step with all its places in view does not move the map."""
    hand = watch("kassala")
    screen = hand.on(ReplayScreen)
    screen.view.zoom(1.3, screen.view.rect.center)
    moved = 0
    for _ in range(40):
        before = screen.view.camera.centre
        hand.key("right")
        screen.stage.skip()
        ply = screen.replay.ply
        assert ply is not None
        places = [place for event in ply.events if isinstance(event, Moved) for place in event.path]
        if places and before == screen.view.camera.centre:
            moved += 1
    assert moved > 5


@pytest.mark.usefixtures("unpainted")
def test_a_dragged_map_stays_for_a_while(watch: Callable[..., Hand]) -> None:
    """During automatic replay the map stays where a player dragged it; a step by key moves it again."""
    hand = watch("kassala")
    screen = hand.on(ReplayScreen)
    at, place = _far_step(screen)
    screen.go(at - 1)
    _look_at_corner(screen)
    screen.view.pan(-200, -200)
    _drag_map(hand, (200, 200))
    left = screen.view.camera.centre
    hand.key("space")
    hand.wait_in_steps(20, 0.1)
    assert at <= screen.step
    assert left == screen.view.camera.centre
    hand.key("space")
    screen.go(at - 1)
    _look_at_corner(screen)
    hand.wait(BY_HAND)
    hand.key("space")
    hand.wait_in_steps(9, 0.1)
    assert left != screen.view.camera.centre, "it follows again"
    hand.key("space")
    screen.stage.skip()
    screen.go(at - 1)
    _look_at_corner(screen)
    screen.view.pan(-200, -200)
    _drag_map(hand, (200, 200))
    hand.key("right")
    assert screen.view.rect.collidepoint(screen.view.point_of(place))


# --- the step is marked


@pytest.mark.every(4)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("system", PLAYED)
def test_a_move_leaves_its_path_on_the_map(watch: Callable[..., Hand], system: str) -> None:
    """An arrow along the path and a ring around the counter until the next step, after the animation or a jump."""
    hand = watch(system)
    screen = hand.on(ReplayScreen)
    at, event = next((at, event) for at, event in _marches(screen.match) if event.path[0] != event.path[-1])
    for played_out in (True, False):
        screen.go(at - 1 if played_out else at)
        if played_out:
            hand.key("right")
            screen.stage.skip()
        assert event.path in [way.path for way in screen.view.trace.shown.paths]
        assert event.unit in screen.view.overlay.participants
    still = next(number for number, ply in enumerate(screen.match.plies, 1)
                 if not any(isinstance(each, Moved) for each in ply.events) and not ply.action.units)
    screen.go(still)
    hand.wait(1.0)
    assert () == screen.view.trace.shown.paths
    assert () == screen.view.overlay.participants


# --- buttons, keys, switches


def _press(hand: Hand, label: str) -> None:
    """Click the button with a label."""
    hand.press(hand.button(label))


def _of_row(hand: Hand) -> dict[str, tuple[pygame.Rect, str]]:
    """The buttons below or beside the map: label -> rectangle and tooltip."""
    screen = hand.top
    return {button.text: (button.rect.copy(), button.tool_tip_text) for button in screen.buttons
            if button.visible and screen.layout.row.contains(button.rect)}


@pytest.mark.every(6)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize(("size", "scale"), [((1024, 768), 100), ((1024, 768), 150), ((1280, 720), 100),
                                             ((1280, 720), 150), ((1920, 1080), 100), ((1920, 1080), 150)])
def test_the_map_has_the_buttons_of_a_game(sit_down: Sit, size: tuple[int, int], scale: int) -> None:
    """Replays and examples have the same labels and tooltips, except that *Fit* does more there; a replay has them at
    the same positions."""
    hand = sit_down(Start("play", "kassala", seed=3), size=size)
    hand.resize(size, scale)
    playing = _of_row(hand)
    assert {"+", "−", "Fit", "Legend", "Zones", "Numbers", "Units"} < playing.keys()
    hand.app.push(ReplayScreen(hand.app, hand.game.match))
    hand.wait()
    replaying = _of_row(hand)
    assert playing.keys() == replaying.keys()
    assert playing["Fit"][0] == replaying["Fit"][0]
    assert ["Fit"] == [label for label in playing if playing[label] != replaying[label]]
    hand.app.pop()
    hand.app.push(DemoScreen(hand.app, catalog.rules("kassala"), lesson("kassala", "example-a")))
    hand.wait()
    shown = _of_row(hand)
    assert playing.keys() - {"Victory"} == shown.keys()
    assert all(replaying[label][1] == tip for label, (_, tip) in shown.items())


@pytest.mark.every(4)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("system", PLAYED)
def test_no_button_lies_on_another_or_outside(watch: Callable[..., Hand], system: str) -> None:
    """In every system, at every window size, with the drawer open and closed."""
    hand = watch(system)
    screen = hand.on(ReplayScreen)
    for size, scale in (((1024, 768), 100), ((1024, 768), 200), ((1280, 720), 150), ((1920, 1080), 150)):
        hand.resize(size, scale)
        for _ in range(2):
            hand.key("l", pygame.KMOD_SHIFT)
            hand.wait()
            seen = [button.rect for button in screen.buttons if button.visible]
            assert all(pygame.Rect((0, 0), size).contains(rect) for rect in seen)
            assert all(not one.colliderect(other) for n, one in enumerate(seen) for other in seen[n + 1:])


@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize(("key", "label", "switch"), [("n", "Numbers", "hex_numbers"),
                                                      ("z", "Zones", "zones_of_control")])
@pytest.mark.parametrize("example", [False, True])
def test_a_switch_applies_to_this_screen_only(sit_down: Sit, key: str, label: str, switch: str, example: bool) -> None:
    """By key and by button; it changes neither the game below nor the player's settings."""
    hand = sit_down(Start("play", "kassala", seed=3), size=(1920, 1080))
    hand.wait()
    kept = getattr(hand.app.settings, switch)
    options = hand.game.view.options
    of_game = options.layers, options.hex_numbers
    screen = (DemoScreen(hand.app, catalog.rules("kassala"), lesson("kassala", "example-a")) if example
              else ReplayScreen(hand.app, hand.game.match))
    hand.app.push(screen)
    hand.wait()

    def shown() -> bool:
        return screen.view.options.hex_numbers if key == "n" else screen.view.options.layers

    assert kept == shown()
    hand.key(key)
    assert kept != shown()
    hand.press(hand.button(label))
    assert kept == shown()
    hand.key(key)
    hand.app.pop()
    hand.wait()
    assert kept == getattr(hand.app.settings, switch)
    assert of_game == (options.layers, options.hex_numbers)


@pytest.mark.usefixtures("unpainted")
def test_every_step_by_key_and_by_button(watch: Callable[..., Hand]) -> None:
    """First, last, next and previous step, and next and previous turn; the tooltips say so."""
    hand = watch("kassala", size=(1920, 1080))
    screen = hand.on(ReplayScreen)
    turns = [ply.turn for ply in screen.match.plies]
    second = turns.index(2)
    for key, label, start, end in (
        ("end", ">|", 3, screen.last), ("home", "|<", 3, 0), ("right", ">", 3, 4), ("left", "<", 3, 2),
        ("page down", ">", 3, 4), ("page up", "<", 3, 2), ("down", "Next turn", 1, second),
        ("up", "Previous turn", second + 2, second),
    ):
        for act in (partial(hand.key, key), partial(_press, hand, label)):
            screen.go(start)
            hand.wait()
            act()
            screen.stage.skip()
            assert end == screen.step, (key, label)
    tips = {button.text: button.tool_tip_text for button in screen.buttons if button.visible}
    expected = {label: str(tip) for label, tip in STEP_TIPS.items()}
    assert expected["Next {turn_noun}"] == tips["Next turn"]
    assert {label: expected[label] for label in ("Play", ">|")}.items() <= tips.items()


@pytest.mark.usefixtures("unpainted")
def test_an_example_has_its_ends_by_key_and_button(sit_down: Sit) -> None:
    """Home, End and two buttons; keys change its own speed, which is the usual one at first."""
    hand = sit_down(Start("demo", "tours", "example-b"), watching_speed=8.0)
    screen = hand.on(DemoScreen)
    for end, act in ((screen.last, partial(hand.key, "end")), (0, partial(hand.key, "home")),
                     (screen.last, partial(_press, hand, ">|")), (0, partial(_press, hand, "|<"))):
        act()
        assert end == screen.at
    assert screen.speed == 1.0
    hand.key("]")
    assert screen.speed > 1.0
    assert hand.app.settings.watching_speed == 8.0


# --- the log


@pytest.mark.every(4)
@pytest.mark.parametrize("system", PLAYED)
def test_the_log_of_a_step_is_that_of_a_game(system: str) -> None:
    """At every step it is the log of the game up to there; each line knows its step, and lines are made only once."""
    match = played(system)
    log, whole = StepLog(match), Log()
    read = GameLog(match, whole)
    for step in range(0, len(match.plies) + 1, 9):
        read.read(step)
        assert [translate(each.text) for each in whole.entries] == [translate(each.text) for each in log.up_to(step)]
    lines = log.up_to(len(match.plies))
    for line in range(0, len(lines), 7):
        step = log.step_of(line)
        assert (len(log.up_to(step - 1)) if step else 0) <= line < len(log.up_to(step))
    assert all(one is other for one, other in zip(lines, log.up_to(len(match.plies)), strict=True))


def _on_line(hand: Hand, log: Log, line: int) -> tuple[int, int]:
    """A point of the window on a line of the log, but not on its rule number."""
    hand.wait()
    x = log.rect.x + 40
    return next((x, y) for y in range(log.rect.y, log.rect.bottom)
                if log.line_at((x, y)) == line and log.link_at((x, y)) is None)


def test_a_click_on_the_log_goes_to_its_step(watch: Callable[..., Hand]) -> None:
    """In the panel back to a line in view; in the full log to any line of the game."""
    hand = watch("kassala", size=(1920, 1080))
    screen = hand.on(ReplayScreen)
    screen.go(30)
    hand.wait()
    line = len(screen.column.log.entries) - 3
    step = screen.step_of(line)
    hand.click(_on_line(hand, screen.column.log, line))
    assert step == screen.step < 30
    hand.key("l")
    page = hand.on(FullLog)
    hand.key("page down")
    hand.wait()
    lines = (page.log.line_at((page.log.rect.x + 40, y)) for y in range(page.log.rect.bottom - 30, page.log.rect.y, -1))
    later = next(line for line in lines if line is not None)
    hand.click(_on_line(hand, page.log, later))
    assert hand.top is screen
    assert screen.step == screen.step_of(later) > step


def test_a_click_on_the_log_of_an_example(sit_down: Sit) -> None:
    """It goes to the frame of that event."""
    hand = sit_down(Start("demo", "kassala", "example-c"), size=(1920, 1080))
    screen = hand.on(DemoScreen)
    hand.key("end")
    hand.wait()
    line = len(screen.column.log.entries) - 2
    step = screen.step_of(line)
    hand.click(_on_line(hand, screen.column.log, line))
    assert step == screen.at < screen.last
