"""The drawing beneath the counters: what is redrawn when, and what a zoom shows meanwhile."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.match.start import Start
from game.ui.counters import pictures as counters
from game.ui.kit.pictures import caches
from tests.ui.hand import Hand
from tests.ui.pictures import digest

Sit = Callable[..., Hand]


def turn_wheel(hand: Hand, notches: int) -> None:
    """Turn the mouse wheel at the pointer, and draw one frame."""
    pygame.event.post(
        pygame.event.Event(pygame.MOUSEWHEEL, y=notches, x=0, precise_y=float(notches), flipped=False, which=0)
    )
    hand.wait(1 / 60)


def test_a_move_does_not_reprint_the_sheet_under_zones(sit_down: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Zones of control change with every move; the sheet below them is printed once."""
    hand = sit_down(Start("play", "kassala", seed=7), zones_of_control=True)
    hand.wait_for_print()
    view = hand.game.view
    printed: list[object] = []
    monkeypatch.setattr(view.sheet, "print_part", lambda *part: printed.append(part))
    before = hand.app.window.subsurface(view.rect).copy()
    hand.click_unit("m-arab2")
    hand.click_place("0704")
    hand.settle()
    assert hand.game.situation.counters["m-arab2"].place == "0704"
    assert printed == []
    x, y = view.point_of("0705")
    spot = x - view.rect.x, y - view.rect.y
    assert hand.app.window.subsurface(view.rect).get_at(spot) != before.get_at(spot)


@pytest.mark.every(2)
@pytest.mark.parametrize(("system", "unit"), [("tours", "hc1"), ("kassala", "m-arab2")])
def test_a_changed_layer_is_drawn_as_in_a_full_redraw(sit_down: Sit, system: str, unit: str) -> None:
    """Only the ground beneath them is redrawn; the picture equals one drawn completely."""
    hand = sit_down(Start("play", system, seed=7), zones_of_control=True)
    hand.wait_for_print()
    hand.click_unit(unit)
    hand.point((5, 5))
    hand.wait_for_print()
    view = hand.game.view
    seen = digest(hand.app.window.subsurface(view.rect), "RGB")
    for symbols in (not view.theme.symbols, view.theme.symbols):
        view.use_symbols(symbols)
    hand.wait()
    assert seen == digest(hand.app.window.subsurface(view.rect), "RGB")


def test_zones_tint_their_hexes_only(sit_down: Sit) -> None:
    """When they are on, a hex next to a counter changes, one far from all counters does not."""
    hand = sit_down(Start("play", "kassala", seed=7), hex_numbers=False)
    hand.point((5, 700))
    hand.wait_for_print()
    view = hand.game.view
    near, far = (view.point_of(place) for place in ("0501", "0604"))
    bare = [hand.app.window.get_at(spot) for spot in (near, far)]
    hand.key("z")
    hand.wait_for_print()
    zoned = [hand.app.window.get_at(spot) for spot in (near, far)]
    assert zoned[0] != bare[0]
    assert zoned[1] == bare[1]


def counters_cut() -> int:
    """The number of counters cut so far."""
    return sum(kept.cache_info().misses for kept in caches if kept.__module__ == counters.__name__)


def test_no_picture_is_rescaled_while_the_wheel_turns(sit_down: Sit) -> None:
    """Counters are stretched while zooming and cut at their new size once the sheet is printed."""
    hand = sit_down(Start("play", "kassala", seed=7))
    hand.wait_for_print()
    hand.point((400, 360))
    cut = counters_cut()
    turn_wheel(hand, 1)
    turn_wheel(hand, 1)
    assert counters_cut() == cut
    assert hand.game.moving
    hand.wait_for_print()
    assert counters_cut() > cut
    assert not hand.game.moving


def test_a_stretched_counter_is_as_large_as_the_rescaled_one(sit_down: Sit) -> None:
    """During a zoom it has as many pixels of the side's colour, in the same place."""
    hand = sit_down(Start("play", "kassala", seed=7))
    hand.wait_for_print()
    hand.point((400, 360))
    turn_wheel(hand, 2)
    view = hand.game.view
    box = pygame.Rect(0, 0, view.stacks.px, view.stacks.px)
    box.center = view.point_of("0602")

    def green() -> int:
        part = hand.app.window.subsurface(box)
        return pygame.mask.from_threshold(part, "#1f4d3a", (30, 30, 30, 255)).count()

    stretched = green()
    hand.wait_for_print()
    assert stretched > 0.3 * box.w * box.h
    assert abs(green() - stretched) < 0.15 * box.w * box.h
