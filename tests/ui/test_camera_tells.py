"""The map of a game shows what is told: combats close enough to be read, one after the other, and the actions of
computer players at every speed, without going back and forth."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.match.start import Start
from game.ui.board.auto_view import AutoView, RecentPoints
from game.ui.kit.camera import Camera
from tests.rules.tours.board import RULES
from tests.rules.tours.shock_board import begun, shock
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
FAR = "red-hc1 1204 w, li1 1104 w, red-hc2 2318 w, li2 2218 w"
READABLE = 44
"""Pixels of a counter's width that can be read in a low window."""


@pytest.fixture
def far_apart(sit_down: Sit) -> Hand:
    """Two combats at opposite ends of the map, to be resolved."""
    at = begun(shock(FAR, "red"), "red-hc1 li1", "red-hc2 li2")
    return sit_down(Start("play", "tours", "tours", seed=5, position=RULES.position(at.state)), hand_over=False)


def in_view(hand: Hand, *units: str) -> bool:
    """Whether units are in view, large enough to be read."""
    view = hand.game.view
    places = [view.counters[unit].place or "" for unit in units]
    return view.stacks.px >= READABLE and all(view.rect.collidepoint(view.point_of(place)) for place in places)


@pytest.mark.usefixtures("unpainted")
def test_the_map_goes_from_combat_to_combat(far_apart: Hand) -> None:
    far_apart.settle()
    assert in_view(far_apart, "red-hc1", "li1")
    assert not in_view(far_apart, "red-hc2", "li2")
    for _ in range(4):
        far_apart.wait(1.0)
    far_apart.game.play(RULES.parse("resolve red-hc2"))
    far_apart.settle()
    assert far_apart.rolling
    assert in_view(far_apart, "red-hc2", "li2")


@pytest.mark.usefixtures("unpainted")
def test_a_player_who_chooses_the_whole_sheet_keeps_it_in_the_phase(far_apart: Hand) -> None:
    far_apart.settle()
    while not far_apart.game.view.camera.fitted:
        far_apart.key("f")
    far_apart.wait(2.0)
    far_apart.game.play(RULES.parse("resolve red-hc2"))
    far_apart.settle()
    assert far_apart.game.view.camera.fitted


@pytest.fixture
def camera() -> Camera:
    """A camera on a large sheet."""
    return Camera((0.0, 0.0, 60.0, 40.0), pygame.Rect(0, 0, 1200, 800))


def opened(camera: Camera) -> AutoView:
    """A view that has opened on part of the sheet."""
    view = AutoView()
    camera.fit()

    def near() -> None:
        camera.scale, camera.centre = 60.0, (10.0, 10.0)

    view.enlarge(camera, near)
    return view


def moves(camera: Camera, pause: float) -> int:
    """How often the view moves while actions are told in turn at both ends of the sheet."""
    view, count = opened(camera), 0
    before = camera.scale, camera.centre
    for number in range(20):
        view.pass_time(pause)
        view.show_action(camera, [(8.0, 10.0) if number % 2 else (50.0, 30.0)], camera.rect)
        now = camera.scale, camera.centre
        count, before = count + (now != before), now
    return count


def test_fast_actions_do_not_make_the_map_go_back_and_forth(camera: Camera) -> None:
    """Told fast, both ends stay in view together; told slowly, the map shows each of them as large as before."""
    assert moves(camera, 0.1) <= 2
    assert camera.scale < 60.0
    assert moves(camera, 3.0) >= 19
    assert camera.scale == 60.0


def test_the_view_before_the_actions_returns(camera: Camera) -> None:
    view = opened(camera)
    view.show_action(camera, [(50.0, 30.0)], camera.rect)
    assert view.shows_action
    view.return_to_usual(camera)
    assert (60.0, (10.0, 10.0)) == (camera.scale, camera.centre)


def test_what_was_told_long_ago_is_forgotten() -> None:
    recent = RecentPoints()
    recent.with_recent([(1.0, 1.0)])
    recent.pass_time(1.0)
    assert [(1.0, 1.0), (2.0, 2.0)] == recent.with_recent([(2.0, 2.0)])
    recent.pass_time(1.0)
    assert [(2.0, 2.0), (3.0, 3.0)] == recent.with_recent([(3.0, 3.0)])


def test_a_view_chosen_by_the_player_is_kept_in_its_phase_and_comes_back_later(camera: Camera) -> None:
    """In its phase the map is only scrolled; afterwards it is moved to what is told, and then back."""
    view = opened(camera)
    camera.zoom(1.5, camera.rect.center)
    own = camera.scale, camera.centre
    assert not view.may_move(camera)
    view.show_action(camera, [(50.0, 30.0)], camera.rect, 200.0)
    assert own[0] == camera.scale
    camera.scale, camera.centre = own
    view.release(camera)
    view.pass_time(5.0)
    view.show_action(camera, [(50.0, 30.0)], camera.rect, 120.0)
    assert camera.scale == pytest.approx(120.0)
    view.return_to_usual(camera)
    assert own == (camera.scale, camera.centre)
    assert view.chosen(camera)
