"""Counters: sharp at every size, told apart without colour, marked for what they did."""

from __future__ import annotations

import os
from dataclasses import replace

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from game.core.contract import Counter
from game.rules.kassala.theme import THEME
from game.ui import overlays
from game.ui.counters import counter_surface, shadow
from game.ui.marks import draw_marks
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


def on_the_map(counter: Counter, px: int, ring: str = "") -> pygame.Surface:
    """A counter as it lies on the map, its signs around it."""
    surface = pygame.Surface((2 * px, 2 * px))
    picture = counter_surface(counter, THEME, px)
    surface.blit(picture, picture.get_rect(center=(px, px)))
    if ring:
        picture = overlays.ring(ring, px)
        surface.blit(picture, picture.get_rect(center=(px, px)))
    draw_marks(surface, counter.marks, (px, px), px, False)
    return surface


def ink(counter: Counter, px: int) -> set[tuple[int, int]]:
    """The pixels of ``on_the_map`` that carry print: symbol, abbreviation and numbers."""
    surface = on_the_map(counter, px)
    colour = pygame.Color(next(seat.print for seat in THEME.seats if seat.name == counter.seat))
    inner = range(round(0.605 * px), round(1.385 * px))
    return {(x, y) for x in inner for y in inner
            if sum(abs(surface.get_at((x, y))[k] - colour[k]) for k in range(3)) < 120}


@pytest.mark.parametrize("px", [44, 47, 70, 140])
@pytest.mark.parametrize("abbr", ["N", "M", "E/S", "MOS."])
@pytest.mark.parametrize(
    ("mark", "ring"),
    [("moved", ""), ("must-attack", ""), ("attacked", ""), ("waiting", ""), ("must-attack", "target"),
     ("attacked", "picked"), ("moved", "selected"), ("moved", "hint")],
)
def test_signs_show_and_cover_no_print(mark: str, ring: str, abbr: str, px: int) -> None:
    """Each sign is seen in grey; not one pixel of symbol, abbreviation or numbers lies under it."""
    for seat in ("moslem", "christian"):
        counter = replace(INFANTRY, abbr=abbr, seat=seat)
        plain, marked = on_the_map(counter, px), on_the_map(replace(counter, marks=(mark,)), px, ring)
        assert digest(pygame.transform.grayscale(plain), "RGB") != digest(pygame.transform.grayscale(marked), "RGB")
        assert [] == [at for at in sorted(ink(counter, px)) if plain.get_at(at) != marked.get_at(at)]


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
