"""Zoomed in, the map moves to the combat with the pending roll, and leaves a player who looks elsewhere alone."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.match.start import Start
from tests.rules.adua.board import RULES, table
from tests.ui.hand import Hand

Sit = Callable[..., Hand]


@pytest.fixture
def far_off(sit_down: Sit) -> Hand:
    """Italians attack in the east; the view is on the west."""
    at = table("iii-infantry 2813, gabeiehu-f1 2812, tecla-f1 0505", phase="fire", orders="dabormida iii-infantry fire")
    at = at.play("attack iii-infantry gabeiehu-f1", "begin")
    hand = sit_down(Start("play", "adua", seed=3, position=RULES.position(at.state)), hand_over=False)
    view = hand.game.view
    for _ in range(8):
        view.zoom(1.3, view.point_of("0505"))
    view.show("0505")
    assert not view.rect.collidepoint(view.point_of("2813"))
    return hand


def test_the_map_moves_to_the_combat(far_off: Hand) -> None:
    view = far_off.game.view
    far_off.game.play(far_off.game.rules.parse("resolve gabeiehu-f1"))
    far_off.settle()
    assert far_off.rolling
    assert all(view.rect.collidepoint(view.point_of(place)) for place in ("2812", "2813"))


def test_the_player_may_then_move_the_map_away(far_off: Hand) -> None:
    view = far_off.game.view
    far_off.game.play(far_off.game.rules.parse("resolve gabeiehu-f1"))
    far_off.settle()
    view.show("0505")
    far_off.game.settle()
    far_off.wait(0.5)
    assert view.rect.collidepoint(view.point_of("0505"))


def test_the_map_moves_to_a_decision(sit_down: Sit) -> None:
    """The unit that must retreat is in view, with its destinations."""
    at = table("i-ascari 2813 engaged, gabeiehu-fv1 2813 engaged, tecla-f1 0505", phase="melee", phasing="abyssinian",
               turn=3).play("melee 2813")
    hand = sit_down(Start("play", "adua", seed=3, position=RULES.position(at.state)), hand_over=False)
    view = hand.game.view
    for _ in range(8):
        view.zoom(1.3, view.point_of("0505"))
    hand.wait()
    view.show("0505")
    hand.game.roll((6,))
    hand.settle()
    assert hand.game.prompt_shown.main is None
    assert view.rect.collidepoint(view.point_of("2813"))


@pytest.mark.parametrize("corner", [(-1, -1), (-1, 1), (1, -1), (1, 1)])
def test_a_combat_at_the_edge_of_the_view_moves_to_the_middle(far_off: Hand, corner: tuple[int, int]) -> None:
    """Places at the map's edge or below the small map are not clear enough."""
    view = far_off.game.view
    far_off.game.play(far_off.game.rules.parse("resolve gabeiehu-f1"))
    view.zoom(0.6, view.rect.center)
    x, y = view.point_of("2813")
    view.pan(view.rect.centerx + corner[0] * (view.rect.w // 2 - 12) - x,
             view.rect.centery + corner[1] * (view.rect.h // 2 - 12) - y)
    assert view.rect.collidepoint(view.point_of("2813"))
    far_off.game.stage.bring_into_view("this fight", ("2812", "2813"))
    far_off.wait()
    small = far_off.screen.minimap.place(far_off.screen.px(100) / 100)
    assert small.width
    room = round(view.camera.scale)
    for place in ("2812", "2813"):
        box = pygame.Rect(0, 0, room, room)
        box.center = view.point_of(place)
        assert view.rect.inflate(-view.rect.w // 4, -view.rect.h // 4).contains(box)
        assert not box.colliderect(small)
        assert not box.colliderect(far_off.screen.tray_rect)


def test_the_selected_unit_stays_in_view_while_the_map_grows(sit_down: Sit) -> None:
    """Zoomed in by key around the middle, a unit at the edge would otherwise leave the view."""
    at = table("iii-infantry 2813, gabeiehu-f1 1501, tecla-f1 0505", phase="move",
               orders="dabormida iii-infantry move")
    hand = sit_down(Start("play", "adua", seed=3, position=RULES.position(at.state)), hand_over=False)
    hand.click_unit("iii-infantry")
    assert hand.game.selection.selected == "iii-infantry"
    view = hand.game.view
    for _ in range(6):
        hand.key("+")
        assert view.rect.collidepoint(view.point_of("2813"))
    assert not view.camera.fitted


def test_the_map_stays_close_while_damage_is_assigned(sit_down: Sit) -> None:
    """The units of the combat are as large as at its roll."""
    at = table("iii-infantry 2813, gabeiehu-fv1 2812, gabeiehu-fv2 2814, gabeiehu-f1 2713, gabeiehu-f2 2712, "
               "tecla-f1 0505, tecla-f2 0518, v-infantry 1408", phase="fire", phasing="abyssinian", turn=3)
    at = at.play(*(f"attack gabeiehu-{unit} iii-infantry" for unit in ("fv1", "fv2", "f1")), "begin")
    hand = sit_down(Start("play", "adua", seed=3, position=RULES.position(at.state)), hand_over=False)
    camera = hand.game.view.camera
    camera.fit()
    hand.game.view.release_view()  # as when a phase begins
    before = camera.scale
    hand.game.play(hand.game.rules.parse("resolve iii-infantry"))
    hand.settle()
    close = camera.scale
    hand.game.roll((6,) * 8 + (1,) * 7)
    hand.settle()
    assert hand.game.match.state.frames[-1].kind == "damage"
    assert before < close == camera.scale
