"""Counters: sharp at every size, told apart without colour, marked for what they did."""

from __future__ import annotations

import os
from dataclasses import replace

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from game.core.contract import Counter
from game.rules.kassala.theme import THEME
from game.ui.counters import counter_surface, shadow
from game.ui.sheet_style import AssetError
from tests.ui.pictures import digest

INFANTRY = Counter("m-nub1", "moslem", "Nubians", "N", "infantry", "3-2", "0102")


@pytest.fixture(autouse=True)
def _window() -> None:
    """Pictures need a display to convert to."""
    pygame.display.init()
    pygame.display.set_mode((320, 200))


def pixels(counter: Counter, px: int = 80) -> str:
    """A counter's picture in grey."""
    return digest(pygame.transform.grayscale(counter_surface(counter, THEME, px)), "RGB")


@pytest.mark.parametrize("px", [12, 50, 77, 160, 320])
def test_a_counter_has_the_size_asked_for(px: int) -> None:
    """Drawn anew at each size, with nothing around it."""
    surface = counter_surface(INFANTRY, THEME, px)
    assert (px, px) == surface.get_size()
    assert 255 == surface.get_at((px // 2, px // 2)).a
    assert 0 == surface.get_at((0, 0)).a or px < 20


def test_pictures_are_kept() -> None:
    """The same counter is drawn once."""
    assert counter_surface(INFANTRY, THEME, 64) is counter_surface(replace(INFANTRY, place="0505"), THEME, 64)


def test_symbols_abbreviations_and_numbers_show() -> None:
    """Whatever differs in print differs in grey."""
    variants = [
        INFANTRY, replace(INFANTRY, symbol="cavalry"), replace(INFANTRY, symbol="cannon"),
        replace(INFANTRY, abbr="E/S"), replace(INFANTRY, abbr=""), replace(INFANTRY, numbers="4-2"),
        replace(INFANTRY, seat="christian"),
    ]
    assert len(variants) == len({pixels(counter) for counter in variants})


@pytest.mark.parametrize("mark", ["moved", "must-attack", "attacked", "waiting"])
def test_marks_show_and_leave_the_numbers(mark: str) -> None:
    """Each mark is seen in grey; the strength below stays as it is."""
    plain, marked = counter_surface(INFANTRY, THEME, 80), counter_surface(replace(INFANTRY, marks=(mark,)), THEME, 80)
    assert pixels(INFANTRY) != pixels(replace(INFANTRY, marks=(mark,)))
    numbers = pygame.Rect(10, 36, 60, 40)
    assert digest(plain.subsurface(numbers), "RGB") == digest(
        marked.subsurface(numbers), "RGB"
    )


def test_sides_differ_in_lightness_first() -> None:
    """At least 30 L* between the two papers."""
    def lightness(colour: str) -> float:
        r, g, b = (((c / 255 + 0.055) / 1.055) ** 2.4 if c > 10 else c / 255 / 12.92 for c in pygame.Color(colour)[:3])
        y = 0.2126 * r + 0.7152 * g + 0.0722 * b
        return 116 * y ** (1 / 3) - 16

    one, other = (lightness(seat.paper) for seat in THEME.seats)
    assert abs(one - other) >= 30


def test_an_unknown_symbol_is_named() -> None:
    """The message says which picture is missing and where it was expected."""
    with pytest.raises(AssetError, match=r"zeppelin\.svg: missing"):
        counter_surface(replace(INFANTRY, symbol="zeppelin"), THEME, 40)


def test_an_unknown_edge_pattern_is_named() -> None:
    """A theme may only ask for patterns there are."""
    strange = replace(THEME, seats=(replace(THEME.seats[0], pattern="plaid"),))
    with pytest.raises(AssetError, match="edge pattern 'plaid'"):
        counter_surface(INFANTRY, strange, 40)


def test_a_lifted_counter_throws_a_wider_shadow() -> None:
    """The shadow grows as the counter is held up."""
    assert shadow(60, 1.0).get_width() > shadow(60, 0.0).get_width() > 60
