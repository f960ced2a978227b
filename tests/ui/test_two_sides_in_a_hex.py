"""Both sides in one hex, up to four counters each: they are told apart, readable, and selected one by one with the
mouse."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

import pygame
import pytest

from game import catalog
from game.match.start import Start
from game.rules.kassala.state import OUT, KassalaState, occupation
from game.rules.kassala.system import Kassala
from game.rules.kassala.units import ROSTER, SLOT
from game.ui.board.stack_layout import NUMBERS_PIXELS, READABLE_SHARES
from tests.ui.hand import Hand

SIZES = [(1280, 720), (1920, 1080)]
CROWD = ("m-tcav1", "m-mam1", "m-tinf1", "m-can1", "c-port1", "c-galla1", "c-res1", "c-can1")
CROWDS = {
    "0405": CROWD, "0505": ("m-nub1", "m-egy1", "c-eth1", "c-musk1"),
    "0404": ("m-nub2",), "0406": ("c-port2",), "0305": ("m-arab1",),
}


class Melee(Kassala):
    """A made-up system: the counters of Kassala, but both sides may enter the same hex."""

    def __init__(self, places: Mapping[str, tuple[str, ...]]) -> None:
        super().__init__(catalog.board)
        self.places = places

    def initial(self, scenario: str, options: Sequence[str] = ()) -> KassalaState:
        state = super().initial(scenario, options)
        at = [OUT] * len(ROSTER)
        for place, units in self.places.items():
            for unit in units:
                at[SLOT[unit]] = state.setting.ground.index[place]
        return state._replace(at=tuple(at), occupied=occupation(tuple(at)))


Open = Callable[[Mapping[str, tuple[str, ...]], tuple[int, int]], Hand]


@pytest.fixture
def melee(sit_down: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch) -> Open:
    """Returns a function that opens a game with units in given hexes and the pointer away from them."""

    def open_it(places: Mapping[str, tuple[str, ...]], size: tuple[int, int]) -> Hand:
        rules = Melee(places)
        rules.theme = catalog.rules("kassala").theme
        monkeypatch.setattr(catalog, "rules", lambda name: rules)
        hand = sit_down(Start("play", "kassala", players=dict.fromkeys(rules.seats, "human"), seed=1), size=size,
                        hand_over=False)
        hand.point((5, size[1] - 5))
        hand.wait_for_print()
        return hand

    return open_it


def boxes(hand: Hand) -> dict[str, pygame.Rect]:
    """The rectangle of every counter on the map, in pixels."""
    stacks = hand.game.view.stacks
    widths = stacks.widths()
    found = {}
    for unit, (x, y) in stacks.spots().items():
        wide = round(widths[unit] * stacks.px)
        found[unit] = pygame.Rect(x - wide // 2, y - wide // 2, wide, wide)
    return found


@pytest.mark.every(4)
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_both_sides_have_full_size(melee: Open, size: tuple[int, int], turned: bool) -> None:
    """One column for each side. Every counter shows a strip; the top counter of each side shows its numbers, except in
    the most crowded hex, where only their foot shows. Counters next to smaller groups keep their numbers, too."""
    hand = melee(CROWDS, size)
    if hand.game.view.turned != turned:
        hand.key("u")
        hand.wait_for_print()
    found = boxes(hand)
    seats = {unit: counter.seat for unit, counter in hand.game.situation.counters.items()}
    place = {unit: where for where, units in CROWDS.items() for unit in units}
    drawn = [unit for unit in hand.game.view.stacks.spots() if unit in place]
    whole = hand.game.view.stacks.px
    assert all(box.w == whole for box in found.values())
    for one, other in combinations(drawn, 2):
        if place[one] == place[other] and seats[one] == seats[other]:
            assert abs(found[one].y - found[other].y) >= whole // 9, (one, other)
    for where, units in CROWDS.items():
        tops = [max((unit for unit in units if seats[unit] == seat), key=drawn.index)
                for seat in {seats[unit] for unit in units}]
        for top in tops:
            numbers = found[top].copy()
            numbers.height //= 3 if len(units) < len(CROWD) else 8
            numbers.bottom = found[top].bottom - whole // (10 if len(units) < len(CROWD) else 16)
            numbers.inflate_ip(-whole * 3 // 5, 0)
            above = [unit for unit in drawn[drawn.index(top) + 1:] if len(units) < len(CROWD) or place[unit] == where]
            assert numbers.collidelist([found[unit] for unit in above]) < 0, (where, top)
    middle = hand.game.view.point_of("0405")[0]
    assert all((found[unit].centerx < middle) == (seats[unit] == "moslem") for unit in CROWD)


@pytest.mark.every(3)
@pytest.mark.parametrize("zoom", [0.5, 1.0, 3.0])
def test_counters_have_full_size_at_every_zoom(melee: Open, zoom: float) -> None:
    hand = melee({"0405": ("m-nub1", "c-eth1")}, SIZES[0])
    view = hand.game.view
    view.zoom(zoom, view.point_of("0405"))
    hand.wait()
    assert {view.stacks.px} == {box.w for box in boxes(hand).values()}


@pytest.mark.every(2)
@pytest.mark.parametrize("size", SIZES)
def test_each_counter_is_found_under_the_pointer_and_selected(melee: Open, size: tuple[int, int]) -> None:
    """The stack spreads under the pointer, with a row for each side and readable counters; a click selects a counter if
    its unit can act."""
    hand = melee({"0405": CROWD}, size)
    for unit in CROWD:
        if hand.game.selection.selected is not None:
            hand.key("escape")
        hand.point((5, size[1] - 5))
        hand.rest()
        hand.point(hand.spot(unit))
        hand.rest()
        spread = boxes(hand)[unit]
        assert spread.w >= 62
        assert unit == hand.game.view.unit_at(spread.center)
        hand.click(spread.center)
        mine = unit.startswith("m-") and not unit.startswith("m-can")
        assert (hand.game.selection.selected == unit) == mine, unit


CLUSTER = {
    "0405": ("m-tcav1", "m-mam1", "c-port1", "c-galla1"), "0406": ("m-nub1", "c-eth1", "c-musk1"),
    "0505": ("m-egy1", "c-res1"), "0506": ("m-tinf1", "m-can1", "c-can1"),
}


@pytest.mark.every(3)
@pytest.mark.parametrize("size", [(1024, 768), *SIZES])
def test_no_melee_covers_another(melee: Open, size: tuple[int, int]) -> None:
    """Melees in adjacent hexes do not overlap, and all their counters are large enough to read."""
    hand = melee(CLUSTER, size)
    if hand.game.view.turned:
        hand.key("u")
        hand.wait_for_print()
    found = boxes(hand)
    place = {unit: where for where, units in CLUSTER.items() for unit in units}
    whole = hand.game.view.stacks.px
    for one, other in combinations(place, 2):
        if place[one] != place[other]:
            shared = found[one].clip(found[other])
            assert min(shared.size) <= 2, (one, other)
    assert all(found[unit].w >= whole * 0.7 for unit in place)


@pytest.mark.parametrize("zoom", [1.0, 2.0])
def test_sides_without_room_for_full_size_lie_side_by_side(melee: Open, zoom: float) -> None:
    """Beside a unit in an adjacent hex they are somewhat smaller, but large enough to read; no counter hides one of the
    other side."""
    hand = melee({"0405": ("m-nub1", "c-eth1"), "0505": ("m-egy1",), "0305": ("m-nub2",)}, SIZES[0])
    view = hand.game.view
    view.zoom(zoom, view.point_of("0405"))
    hand.wait()
    found, whole = boxes(hand), view.stacks.px
    own, enemy = found["m-nub1"], found["c-eth1"]
    assert not own.colliderect(enemy)
    assert NUMBERS_PIXELS <= own.w == enemy.w < whole
    assert own.w >= READABLE_SHARES[0] * whole - 1
