"""The small map in a corner: only while part of the sheet is in view; a press on it only moves the view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from game.match.start import Start
from game.ui.board.minimap import COMPASS_SIDE, Minimap
from tests.ui.hand import Hand


@pytest.fixture
def hand(sit_down: Callable[..., Hand]) -> Hand:
    found = sit_down(Start("play", "adua", "adua", seed=5, players={}), speed=8.0, hand_over=False)
    found.wait_for_print()
    return found


def lies(hand: Hand) -> bool:
    return bool(hand.screen.minimap.place(hand.screen.px(100) / 100).width)


def nearer(hand: Hand) -> None:
    hand.point(hand.game.view.rect.center)
    for _ in range(5):
        hand.wheel(1)
        hand.wait()
    hand.wait_for_print()


def test_the_small_map_is_there_only_if_a_part_is_in_view(hand: Hand) -> None:
    """A game opens with the view on the armies; F shows the whole map."""
    hand.key("f")
    hand.wait()
    assert not lies(hand)
    nearer(hand)
    assert lies(hand)
    hand.key("f")
    hand.wait()
    assert not lies(hand)


def test_the_small_map_has_the_shape_of_the_sheet_after_the_legend_is_folded(sit_down: Callable[..., Hand]) -> None:
    """In a view that stays as it is, the sheet without the legend is narrower."""
    hand = sit_down(Start("play", "tours", seed=5, players={}), legend="open", hand_over=False)
    view, shapes = hand.game.view, []
    view.zoom(2.6, view.rect.center)
    hand.wait(2)
    for _ in range(2):
        place, (_, _, across, down) = hand.screen.minimap.place(hand.screen.px(100) / 100), view.camera.world
        assert abs(place.width / place.height - across / down) < 0.03
        shapes.append(across / down)
        hand.key("k")
        hand.wait(2)
    assert abs(shapes[0] - shapes[1]) > 0.1


def test_a_click_on_the_small_map_moves_the_view_and_selects_nothing(hand: Hand) -> None:
    nearer(hand)
    place = hand.screen.minimap.place(hand.screen.px(100) / 100)
    before = hand.game.view.camera.centre
    hand.click((place.right - 3, place.top + 3))
    hand.wait()
    after = hand.game.view.camera.centre
    assert after[0] > before[0]
    assert after[1] < before[1]
    assert hand.game.selection.selected is None
    hand.drag((place.right - 3, place.top + 3), (place.left + 3, place.bottom - 3))
    assert hand.game.view.camera.centre[0] < after[0]


def test_a_folded_small_map_stays_folded(hand: Hand) -> None:
    nearer(hand)
    hand.key("j")
    hand.wait()
    assert not lies(hand)
    assert not hand.app.settings.minimap
    hand.key("j")
    hand.wait()
    assert lies(hand)


def needle(hand: Hand) -> list[pygame.Rect]:
    """The rectangle of the compass needle in the window, if there is one."""
    plain = pygame.Surface(hand.app.window.get_size())
    hand.screen.minimap.draw_north(plain, hand.screen.px(100) / 100)
    drawn = pygame.mask.from_threshold(plain, (0, 0, 0), (1, 1, 1))
    drawn.invert()
    return drawn.get_bounding_rects()


@pytest.mark.every(2)
@pytest.mark.parametrize(("system", "turned", "north"), [
    ("kassala", False, 38), ("tours", False, 270), ("tours", True, 0), ("adua", False, 0)])
def test_a_needle_shows_where_north_is_if_not_at_the_top(
    sit_down: Callable[..., Hand], system: str, turned: bool, north: int,
) -> None:
    """Its N is on that side of the disc; a map with north at its top has no needle."""
    hand = sit_down(Start("play", system, seed=5), turned={system: turned}, size=(1280, 720))
    discs = needle(hand)
    assert bool(north) == bool(discs)
    for disc in discs:
        assert hand.game.view.rect.contains(disc)
        assert disc.width == pytest.approx(COMPASS_SIDE * hand.screen.px(100) / 100, abs=3)


def test_the_needle_does_not_lie_over_a_notice(sit_down: Callable[..., Hand]) -> None:
    """A question to the rules has its instructions at the foot of the map."""
    hand = sit_down(Start("play", "kassala", seed=5), size=(1280, 720))
    hand.key("r", pygame.KMOD_SHIFT)
    hand.wait()
    notice = hand.game.view.notice.rect
    assert notice.width
    assert all(not disc.colliderect(notice) for disc in needle(hand))


def test_the_needle_does_not_lie_under_the_open_drawer(sit_down: Callable[..., Hand]) -> None:
    """The buttons with directions are on the cards."""
    hand = sit_down(Start("play", "tours", seed=5), turned={"tours": False}, size=(768, 1024))
    hand.show_cards()
    (disc,) = needle(hand)
    assert hand.screen.layout.free.contains(disc)


def test_the_small_map_hops_only_for_several_counters(hand: Hand) -> None:
    """It stays in its corner over a few counters, even with its size, but not over one that can act."""
    view, unit = hand.game.view, hand.screen.px(100) / 100
    minimap = Minimap(view, lambda: pygame.Rect(0, 0, 0, 0))  # no room beside the map
    place = minimap.place(unit)
    assert view.rect.contains(place)
    there = view.geometry.place_at(view.camera.to_world(place.center))
    near = [there, *view.board.neighbours_of(there)] if there else []
    idle = [each.unit for each in view.counters.values() if each.place and each.unit not in view.overlay.eligible]
    moved = dict(zip(idle, near[:3], strict=False))
    assert len(moved) == 3
    view.set_counters([replace(each, place=moved.get(each.unit, each.place)) for each in view.counters.values()])
    assert sum(place.colliderect(box) for box in view.unit_boxes(0).values()) > 2
    assert place == minimap.place(unit)
    view.overlay.eligible = (idle[0],)
    assert place != minimap.place(unit)
