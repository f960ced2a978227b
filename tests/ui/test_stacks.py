"""Stacks: every kind of counter in a hex is legible."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game import maps
from game.core.contract import Counter
from game.rules.kassala.theme import THEME
from game.ui.board.places import HexGeometry
from game.ui.board.stacks import FlagPosition, LyingStacks
from game.ui.kit.camera import Camera

MAPS = Path(__file__).resolve().parents[2] / "maps"


def piece(unit: str, symbol: str, numbers: str, place: str = "0406") -> Counter:
    """A counter of the Christians."""
    return Counter(unit, "christian", unit, symbol[0].upper(), symbol, numbers, place)


INFANTRY, CANNON, OTHER = (piece("c-1", "infantry", "4-2"), piece("gun1", "cannon", "1-0"),
                           piece("gun2", "cannon", "1-0"))


@pytest.fixture
def stacks() -> LyingStacks:
    """A fitted Kassala map at 1280 x 720, with hexes of about 38 pixels radius."""
    camera = Camera((0.0, 0.0, 20.0, 17.0), pygame.Rect(0, 0, 760, 650))
    return LyingStacks(HexGeometry(maps.load(MAPS / "kassala" / "kassala.tmx")), camera, THEME)


@pytest.mark.parametrize("order", [(INFANTRY, CANNON), (CANNON, INFANTRY)])
def test_a_cannon_shows_its_symbol_above_the_unit_it_supports(stacks: LyingStacks, order: tuple[Counter, ...]) -> None:
    """The fighting unit is on top and whole, whichever is listed first; the cannon's symbol is visible above."""
    stacks.lay(order, {}, ())
    spots = stacks.spots()
    assert [CANNON.unit, INFANTRY.unit] == list(spots)
    assert spots[INFANTRY.unit][1] - spots[CANNON.unit][1] >= round(0.40 * stacks.px)
    assert {INFANTRY.unit} == stacks.on_others()
    assert INFANTRY.unit == stacks.unit_at(spots[INFANTRY.unit])
    x, y = spots[CANNON.unit]
    assert CANNON.unit == stacks.unit_at((x, y - stacks.px // 3))


def test_of_like_cannons_one_shows(stacks: LyingStacks) -> None:
    """Two cannons beneath a unit take hardly more room than one, and the upper one's symbol is visible."""
    stacks.lay((INFANTRY, CANNON, OTHER), {}, ())
    spots = stacks.spots()
    assert spots[INFANTRY.unit][1] - spots[OTHER.unit][1] >= round(0.38 * stacks.px)
    assert spots[INFANTRY.unit][1] - spots[CANNON.unit][1] <= round(0.6 * stacks.px)


def test_equal_counters_are_stacked_closely(stacks: LyingStacks) -> None:
    """A pile of one kind needs no fan: its top counter is enough."""
    stacks.lay((CANNON, OTHER), {}, ())
    (x, y), (u, v) = stacks.spots().values()
    assert max(abs(x - u), abs(y - v)) <= stacks.px // 7
    assert frozenset() == stacks.on_others()


OFFICER = replace(piece("leader", "horse", "8"), off_stack=True)


def on_sheet(*counters: Counter, turned: bool) -> LyingStacks:
    """Counters on the Kassala map, with hexes of about 38 pixels radius, perhaps rotated."""
    board = maps.load(MAPS / "kassala" / "kassala.tmx")
    camera = Camera((0.0, 0.0, 20.0, 17.0), pygame.Rect(0, 0, 760, 650))
    found = LyingStacks(HexGeometry(board.turned if turned else board), camera, THEME)
    found.lay(counters, {}, ())
    return found


@pytest.mark.parametrize("turned", [False, True])
def test_a_unit_with_an_officer_keeps_its_size(turned: bool) -> None:
    """The officer is visible behind, above or beside it, and can be clicked."""
    stacks = on_sheet(INFANTRY, OFFICER, turned=turned)
    assert min(stacks.widths().values()) > 0.9
    assert [OFFICER.unit, INFANTRY.unit] == list(stacks.spots())
    (x, y), half = stacks.spots()[OFFICER.unit], stacks.px // 2 - 3
    assert OFFICER.unit == stacks.unit_at((x - half, y - half))
    assert {OFFICER.unit: FlagPosition(-1 if turned else 0, 1)} == stacks.flagged()


def test_flags_above_a_stack_fly_in_one_row() -> None:
    """With two officers above one unit, neither hides the other, and each can be clicked."""
    second = replace(OFFICER, unit="second")
    stacks = on_sheet(INFANTRY, OFFICER, second, turned=False)
    assert {OFFICER.unit: FlagPosition(0, 2), second.unit: FlagPosition(0, 2)} == stacks.flagged()
    for unit in (OFFICER.unit, second.unit):
        x, y = stacks.spots()[unit]
        wide = stacks.px * stacks.widths()[unit]
        for across in (-0.2, 0.0, 0.2):
            assert unit == stacks.unit_at((round(x + across * wide), round(y - 0.4 * wide)))


@pytest.mark.parametrize(("angle", "end"), [(330, -1), (210, 1)])
def test_an_officer_looks_out_behind_the_back_of_his_unit(angle: int, end: int) -> None:
    """On a rotated sheet, with fronts to a side, their bars never cover the officer."""
    stacks = on_sheet(replace(INFANTRY, angle=angle), OFFICER, turned=True)
    assert {OFFICER.unit: FlagPosition(end, 1)} == stacks.flagged()
