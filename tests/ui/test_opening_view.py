"""A game opens with the view on the armies, if that enlarges them; F shows the whole sheet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from game.match.start import Start
from game.ui.program import open_first
from game.ui.screens.replay import ReplayScreen
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720)])
def test_a_large_map_opens_on_the_armies(sit_down: Sit, size: tuple[int, int]) -> None:
    hand = sit_down(Start("play", "adua", seed=3), size=size)
    view = hand.game.view
    assert view.camera.scale > 1.15 * view.camera.fit_scale
    spots = [view.point_of(each.place) for each in view.counters.values()
             if each.place and view.geometry.knows(each.place)]
    assert spots
    assert all(view.rect.collidepoint(spot) for spot in spots)
    hand.key("f")
    hand.wait(1.0)
    assert view.camera.fitted


def test_the_view_opens_on_the_side_of_the_person(sit_down: Sit) -> None:
    """In large print, where the map does not fit, although the computer's side sets up first."""
    players = {"spanish": "human", "moroccan": "regular"}
    hand = sit_down(Start("title"), size=(1024, 768))
    hand.resize((1024, 768), 150)
    open_first(hand.app, Start("play", "africa", "tetuan", seed=3, players=players))
    hand.wait(0.1)
    view = hand.game.view
    assert not view.camera.fitted
    spots = [view.point_of(each.place) for each in view.counters.values() if each.seat == "spanish" and each.place
             and view.geometry.knows(each.place)]
    assert spots
    assert all(view.rect.collidepoint(spot) for spot in spots)


def test_a_small_map_opens_in_full_view(sit_down: Sit) -> None:
    """Zooming in would hardly enlarge its counters."""
    assert sit_down(Start("play", "kassala", seed=3)).game.view.camera.fitted


@pytest.mark.every(2)
@pytest.mark.parametrize(("record", "size"), [("kassala/kassala", (1280, 720)),
                                              ("africa/castillejos-facts-values", (1920, 1080))])
def test_a_replay_opens_as_its_game_does(sit_down: Sit, record: str, size: tuple[int, int]) -> None:
    """It opens with the whole map, and again after a return to the start."""
    hand = sit_down(size=size)
    hand.app.navigator.replay(Path("tests/records") / f"{record}.jsonl")
    hand.until(lambda: isinstance(hand.top, ReplayScreen))
    hand.wait(1.0)
    replay = hand.on(ReplayScreen)
    assert replay.view.camera.fitted
    replay.forward()
    hand.wait(1.0)
    replay.go(0)
    hand.wait_in_steps(5, 1.0)
    assert replay.view.camera.fitted


@pytest.mark.every(3)
@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 100), ((1920, 1080), 125), ((1920, 1080), 150)])
def test_a_replay_keeps_a_small_map_whole(sit_down: Sit, size: tuple[int, int], scale: int) -> None:
    """Kassala's counters are large with the whole map in view, in larger print, too."""
    hand = sit_down(size=size)
    hand.resize(size, scale)
    hand.app.navigator.replay(Path("tests/records/kassala/kassala.jsonl"))
    hand.until(lambda: isinstance(hand.top, ReplayScreen))
    replay = hand.on(ReplayScreen)
    for _ in range(4):
        hand.key("right")
        hand.wait_in_steps(4, 1.0)
        assert replay.view.camera.fitted


@pytest.mark.every(3)
@pytest.mark.parametrize(("size", "scale"), [((1024, 768), 125), ((1280, 720), 125), ((1280, 720), 150)])
def test_the_next_side_has_its_units_in_view(sit_down: Sit, size: tuple[int, int], scale: int) -> None:
    """Also if the map's part of the window changes between set-up and orders; a view chosen by the player stays."""
    hand = sit_down(Start("play", "tours", seed=3), size=size, interface_scale=scale)
    for _ in range(2):
        hand.press(hand.button("Accept set-up"))
        hand.settle()
        if any(button.text == "Ready" for button in hand.top.buttons):
            hand.press(hand.button("Ready"))
            hand.settle()
        view, seat = hand.game.view, hand.game.prompt_shown.phase_key[0]
        spots = [view.point_of(each.place) for each in view.counters.values()
                 if each.seat == seat and each.place and view.geometry.knows(each.place)]
        assert seat == "muslim"
        assert spots
        assert [spot for spot in spots if not view.rect.collidepoint(spot)] == []
    view.camera.zoom(3.0, view.rect.center)
    before = view.camera.scale, view.camera.centre
    view.keep_side_in_view("muslim", 2.0)
    assert (view.camera.scale, view.camera.centre) == before


def test_units_that_leave_a_chosen_view_are_brought_back(sit_down: Sit) -> None:
    """This holds for a view that the player has moved a little, with all units of the side in it; closer views stay."""
    hand = sit_down(Start("play", "adua", seed=3), size=(1920, 1080))
    view = hand.game.view
    view.pan(3, 0)
    view.keep_side_in_view("italian")
    before = view.camera.scale, view.camera.centre
    view.set_counters([replace(each, place="2425") if each.seat == "italian" and each.place else each
                       for each in view.counters.values()])
    view.keep_side_in_view("italian")
    assert (view.camera.scale, view.camera.centre) != before
    spots = [view.point_of(each.place) for each in view.counters.values() if each.place == "2425"]
    assert spots
    assert all(view.rect.collidepoint(spot) for spot in spots)


@pytest.mark.every(3)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
def test_the_opening_view_cuts_no_name(sit_down: Sit, size: tuple[int, int]) -> None:
    """Every printed name is wholly in the view or wholly out of it."""
    view = sit_down(Start("play", "adua", seed=3), size=size).game.view
    boxes = [view.camera.on_screen(box) for box in view.stacks.flag_obstacles()[0]]
    assert boxes
    assert all(view.rect.contains(box) or not view.rect.colliderect(box.inflate(-2, -2)) for box in boxes)


def test_a_unit_that_moves_out_of_view_is_followed(sit_down: Sit) -> None:
    """This holds within a phase, too."""
    hand = sit_down(Start("play", "adua", seed=3), size=(1920, 1080))
    view = hand.game.view
    unit = next(each.unit for each in view.counters.values() if each.seat == "italian" and each.place)
    view.set_counters([replace(each, place="2425") if each.unit == unit else each for each in view.counters.values()])
    hand.game.dirty = False
    hand.wait(0.1)
    assert view.rect.collidepoint(view.point_of("2425"))


def test_units_that_can_be_attacked_are_in_view(sit_down: Sit) -> None:
    """This holds at a large interface scale, where the view is nearer than the whole map; choosing them moves
    nothing."""
    hand = sit_down(Start("play", "kassala", seed=3), size=(1920, 1080), interface_scale=150)
    view = hand.game.view
    near = next(each.place for each in view.counters.values() if each.seat == "moslem" and each.place)
    hand.wait(0.5)
    view.keep_side_in_view("christian", 1.5, [each.unit for each in view.counters.values() if each.place == near])
    assert near is not None
    assert view.rect.collidepoint(view.point_of(near))
    before = view.camera.scale, view.camera.centre
    view.show_all([near])
    assert before == (view.camera.scale, view.camera.centre)


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1024, 768), (1920, 1080)])
def test_a_resized_window_shows_what_the_opening_view_shows(sit_down: Sit, size: tuple[int, int]) -> None:
    """The west edge of Adua with its exits stays in view at another shape of the window, and again at the first one. A
    view that the player has moved keeps its centre."""
    hand = sit_down(Start("play", "adua", seed=3), size=(1280, 720), hand_over=False)
    camera = hand.game.view.camera
    first = camera.scale, camera.centre
    west = camera.to_world(camera.rect.topleft)[0]
    hand.resize(size, 100)
    hand.settle()
    assert camera.to_world(camera.rect.topleft)[0] == pytest.approx(west, abs=0.2)
    assert not camera.fitted
    hand.resize((1280, 720), 100)
    hand.settle()
    assert first == (camera.scale, camera.centre)
    hand.game.view.pan(-40, -30)
    moved = camera.centre
    hand.resize(size, 100)
    hand.settle()
    assert moved == pytest.approx(camera.centre, abs=0.5)
