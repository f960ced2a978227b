"""Both sides in one hex, up to four counters each: they are told apart, readable, and selected one by one with the
mouse."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, pairwise, product

import pygame
import pytest

from game import catalog
from game.art import screen_data
from game.match.start import Start
from game.rules.kassala.state import OUT, KassalaState, occupation
from game.rules.kassala.system import Kassala
from game.rules.kassala.units import ROSTER, SLOT
from game.ui.board.far_view import far_width
from game.ui.board.stack_layout import NUMBERS_PIXELS, Side, in_melee
from game.ui.counters.marks import sign_box, sign_picture
from tests.rules.adua.board import RULES, table
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
def test_both_sides_lie_side_by_side(melee: Open, size: tuple[int, int], turned: bool) -> None:
    """One column for each side. Every counter shows a strip; the top counter of each side is uncovered, and its numbers
    can be read. Counters next to smaller groups are uncovered, too."""
    hand = melee(CROWDS, size)
    if hand.game.view.turned != turned:
        hand.key("u")
        hand.wait_for_print()
    found = boxes(hand)
    seats = {unit: counter.seat for unit, counter in hand.game.situation.counters.items()}
    place = {unit: where for where, units in CROWDS.items() for unit in units}
    drawn = [unit for unit in hand.game.view.stacks.spots() if unit in place]
    assert all(found[unit].w >= NUMBERS_PIXELS for unit in drawn)
    for one, other in combinations(drawn, 2):
        if place[one] == place[other] and seats[one] == seats[other]:
            assert abs(found[one].y - found[other].y) >= found[one].w // 10, (one, other)
        if place[one] == place[other] and seats[one] != seats[other]:
            assert not found[one].colliderect(found[other]), (one, other)
    for where, units in CROWDS.items():
        tops = [max((unit for unit in units if seats[unit] == seat), key=drawn.index)
                for seat in {seats[unit] for unit in units}]
        for top in tops:
            seen = found[top].inflate(-found[top].w // 8, -found[top].w // 8)
            assert seen.collidelist([found[unit] for unit in drawn[drawn.index(top) + 1:]]) < 0, (where, top)
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
    assert all(found[unit].w >= whole * 0.59 for unit in place)


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
    assert own.w >= 0.7 * whole


REAL = (
    "i-ascari 1807 engaged, vii-ascari 1806, viii-ascari 1805, ascari-guns 1707, sicilian-guns 1706, i-bersaglieri 1405"
    " engaged, ii-infantry 1505, i-guns 1506, iii-infantry 1704 engaged, ii-guns 1705, iv-infantry 1804, militia 1604 "
    "engaged, v-infantry 1607 engaged, alpini 1406, iii-ascari 1606, quick-guns 1906 engaged, menelik-gr1 1305, "
    "menelik-gr2 1405 engaged, menelik-gr3 1405 engaged, menelik-fv2 1607 engaged, menelik-fv3 1607 engaged, "
    "menelik-fv4 1604 engaged, menelik-fv8 1704 engaged, menelik-f1 1603, menelik-fl1 1803, menelik-c2 1906 engaged, "
    "maconnen-fv4 1607 engaged, maconnen-f7 1807 engaged, maconnen-fl2 1905, micael-c1 1807 engaged, micael-c3 1906 "
    "engaged, micael-c5 1807 engaged, taitu-f5 1407, albertone 1707, turitto 1807, ragni 1705, airaghi 1804, ellena "
    "1606, romero 1607, mules1 1707, mules2 1505, mules3 1705, mules4 1606, mules5 1606, mules6 1606")
"""Seven melees in a game between veterans, five of them in adjacent hexes."""


@pytest.mark.every(3)
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("size", [(1024, 768), *SIZES])
def test_no_number_is_covered_where_many_melees_are_adjacent(sit_down: Callable[..., Hand], size: tuple[int, int],
                                                             turned: bool) -> None:
    """In the near view, neither another counter nor a mark lies on the numbers of the top unit of a side."""
    start = Start("play", "adua", seed=3, position=RULES.position(table(REAL, phase="melee", turn=9).state))
    hand = sit_down(start, size=size, hand_over=False)
    view = hand.game.view
    if view.turned != turned:
        hand.key("u")
        hand.wait_for_print()
    for width in (1.05, 1.4, 2.0):
        view.zoom(width * far_width(view.rect) / view.stacks.px, view.point_of("1606"))
        hand.wait()
        view.show("1606")
        hand.point((5, size[1] - 5))
        hand.wait()
        assert not view.stacks.masses
        found = boxes(hand)
        drawn, covered = list(found), view.stacks.beneath()
        sides = {unit: (counter.place, counter.seat) for unit, counter in hand.game.situation.counters.items()}
        engaged = {unit for unit in drawn if "engaged" in hand.game.situation.counters[unit].marks}
        for unit in engaged - covered:
            box = found[unit]
            numbers = pygame.Rect(0, 0, box.w * 0.6, box.w * 0.3)
            numbers.midbottom = box.centerx, box.bottom - round(box.w * 0.08)
            above = [other for other in drawn[drawn.index(unit) + 1:] if found[other].colliderect(numbers)]
            assert not above, (width, unit, above)
            enemies = [other for other in engaged if sides[other][0] == sides[unit][0] and sides[other] != sides[unit]]
            assert enemies
            assert not [other for other in enemies if found[other].colliderect(box)], (width, unit)
            mark = screen_data(RULES.theme.art).mark("engaged")
            assert not sign_box(mark, sign_picture(mark, box.w), box.w).move(box.topleft).colliderect(numbers)


@pytest.mark.parametrize("low", [False, True])
@pytest.mark.parametrize("readable", [0.3, 1.0])
def test_a_column_of_like_and_unlike_counters_goes_down_within_its_hex(low: bool, readable: float) -> None:
    """Whichever of them look alike: side by side or overlapping, every counter is below the one that it lies on."""
    for like in product((False, True), repeat=4):
        layout = in_melee([Side(5, 0, like), Side(1)], (1.03, 0.8), apart=(0.8, 0.8), low=low, readable=readable)
        heights = [y for _, y in layout.spots[0]]
        assert all(above < below for above, below in pairwise(heights)), like
        assert heights[-1] - heights[0] + 1 <= 1.6 / layout.share + 1e-9, like


def test_counters_are_drawn_smaller_only_if_their_numbers_can_be_read(melee: Open) -> None:
    """However far the map is zoomed out, counters of both sides in a hex have full size or readable numbers."""
    hand = melee({"0405": ("m-nub1", "c-eth1"), "0505": ("m-egy1",), "0305": ("m-nub2",)}, SIZES[0])
    view = hand.game.view
    stacks, scale = view.stacks, view.camera.scale
    shares = {}
    for step in range(8, 160):
        view.camera.scale = scale * step / 160
        stacks.lay(tuple(hand.game.situation.counters.values()), {}, ())
        shares[stacks.px] = stacks.widths()["m-nub1"]
    assert all(share == 1 or share * px >= NUMBERS_PIXELS for px, share in shares.items())
    assert {share < 1 for share in shares.values()} == {True, False}
