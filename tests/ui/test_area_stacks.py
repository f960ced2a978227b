"""Counters in an area: everything is visible, nothing leaves its space, order and sides are clear."""

from __future__ import annotations

from itertools import combinations, product
from math import hypot
from pathlib import Path

import numpy as np
import pytest

from game import catalog, maps
from game.board.polygon import contains
from game.core.contract import Counter
from game.ui.board.arrangement import Arrangement
from game.ui.board.places import COUNTER_WIDTH
from game.ui.board.stack_layout import (
    BAND_STEP,
    BANNER_WIDTH,
    FRONT_GAP,
    MIN_COUNTER_SHARE,
    MIN_SIDE_BY_SIDE_SHARE,
    TOP_JUT,
    Side,
    arrange,
    covered_units,
    half_size,
    overlap,
)
from game.ui.sheets.areas import PIXELS_PER_UNIT, AreaGeometry

MAPS = Path(__file__).resolve().parents[2] / "maps" / "africa"


def ample(half: tuple[float, float]) -> float:
    """A space large enough for anything."""
    return 9.0


@pytest.mark.parametrize(("stacked", "beside"), list(product(range(1, 10), range(4))))
def test_each_counter_shows_its_band(stacked: int, beside: int) -> None:
    """No two counters of a stack are closer than a band; those beside it do not overlap it."""
    (spots,) = arrange([Side(stacked, beside)], [False], ample).spots
    assert stacked + beside == len(spots)
    for k, one in enumerate(spots):
        for other in spots[k + 1 :]:
            assert abs(one[0] - other[0]) >= 1 or abs(one[1] - other[1]) >= BAND_STEP - 1e-9
    for across, _ in spots[stacked:]:
        assert all(across <= left - 1 for left, _ in spots[:stacked])


@pytest.mark.parametrize("stacked", range(2, 10))
def test_the_top_counter_is_lowest_at_the_inner_end(stacked: int) -> None:
    """The top counter is the last of a stack, in front, and towards the enemy; mirrored for the other side."""
    small = arrange([Side(stacked, 1)] * 2, [False, True], lambda half: min(1.3 / half[0], 0.9 / half[1]))
    left, right = (spots[:stacked] for spots in small.spots)
    assert left[-1][0] == max(x for x, _ in left)
    assert left[-1][1] == max(y for _, y in left)
    assert right[-1][0] == min(x for x, _ in right)
    assert right[-1][0] - left[-1][0] >= 1 + FRONT_GAP - 1e-9
    assert [y for _, y in left] == [y for _, y in right]


@pytest.mark.parametrize("stacked", range(2, 7))
def test_counters_are_fully_visible_if_there_is_room(stacked: int) -> None:
    """They do not overlap, and are not much smaller than alone; without room they show bands."""
    arranged = arrange([Side(stacked, 1)], [False], lambda half: min(3.0 / half[0], 2.2 / half[1]))
    assert arranged.uncovered
    assert arranged.share >= MIN_SIDE_BY_SIDE_SHARE
    (spots,) = arranged.spots
    for k, one in enumerate(spots):
        for other in spots[k + 1 :]:
            assert abs(one[0] - other[0]) >= 1 or abs(one[1] - other[1]) >= 1
    assert not arrange([Side(stacked, 1)], [False], lambda half: min(1.0 / half[0], 0.7 / half[1])).uncovered


def test_a_stack_takes_no_more_columns_than_it_fills() -> None:
    """Seven counters in two rows fill four columns, five beside them three: both sides reach the edges."""
    low = arrange([Side(7), Side(5)], [False, True], lambda half: min(8.0 / half[0], 0.95 / half[1]))
    columns = [len({x for x, _ in spots}) for spots in low.spots]
    assert [4, 3] == columns
    assert pytest.approx(-min(x for x, _ in low.spots[0])) == max(x for x, _ in low.spots[1])
    gap = min(x for x, _ in low.spots[1]) - max(x for x, _ in low.spots[0])
    assert pytest.approx(1 + FRONT_GAP) == gap


@pytest.mark.parametrize("number", range(1, 7))
@pytest.mark.parametrize("narrow", [False, True])
def test_flags_behind_counters_that_look_alike_show_whole(number: int, narrow: bool) -> None:
    """They are above the northernmost counter or, for lack of height, left of it."""
    room = (lambda half: min(2.0 / half[0], 0.5 / half[1])) if narrow else ample
    layout = arrange([Side(number, like=(True,) * (number - 1), behind=1)], [False], room)
    *stacked, (flag_x, flag_y) = layout.spots[0]
    assert layout.aside is narrow
    if narrow:
        assert pytest.approx(BANNER_WIDTH) == min(x for x, _ in stacked) - flag_x
    else:
        assert pytest.approx(BAND_STEP) == min(y for _, y in stacked) - flag_y


@pytest.mark.parametrize(("stacked", "officers"), [(7, 2), (6, 4), (3, 3)])
def test_officers_beside_a_stack_lie_apart(stacked: int, officers: int) -> None:
    """Beside a stack of bands each officer shows whole, in further columns if the stack is too low for one."""
    (spots,) = arrange([Side(stacked, officers)], [False], lambda half: min(1.8 / half[0], 1.5 / half[1])).spots
    for one, other in combinations(spots[stacked:], 2):
        assert not overlap(one, other)


def test_officers_stay_in_one_column_where_more_would_shrink_everything() -> None:
    """In narrow room they keep their size, and those on which others lie are known."""
    arranged = arrange([Side(4, 4)], [False], lambda half: min(1.09 / half[0], 1.1 / half[1]))
    officers = arranged.spots[0][4:]
    assert len({across for across, _ in officers}) == 1
    assert ["a", "b", "c"] == covered_units("abcd", officers)


def test_a_lone_officer_stands_in_the_middle() -> None:
    """Without a stack, only the counters beside it are there."""
    assert ((0.0, 0.0),) == arrange([Side(0, 1)], [False], ample).spots[0]


def test_narrow_room_makes_columns_and_then_smaller_counters() -> None:
    """A low wide space splits a column; too little space shrinks counters, but never below the minimum."""
    wide = arrange([Side(6, 0)], [False], lambda half: min(2.6 / half[0], 0.8 / half[1]))
    assert len({x for x, _ in wide.spots[0]}) > 1
    tight = arrange([Side(9, 2)], [False], lambda half: 0.1)
    assert MIN_COUNTER_SHARE == tight.share


@pytest.mark.every(2)
@pytest.mark.parametrize("name", ["castillejos", "tetuan", "wad-ras"])
def test_nine_counters_with_officers_fit_every_area(name: str) -> None:
    """Nine of one side with two officers, or four and an officer of both sides, leave other stands free."""
    board = maps.load(MAPS / f"{name}.tmx")
    geometry = AreaGeometry(board)
    for area in board.areas:
        if area.terrain == "sea":
            continue
        for sides in ([Side(9, 2)], [Side(4, 1), Side(4, 1)]):
            def room(half: tuple[float, float], place: str = area.id) -> float:
                return 0.96 * geometry.roomiest_position(place, (half[0] * COUNTER_WIDTH, half[1] * COUNTER_WIDTH))[0]

            arranged = arrange(sides, [False, True][: len(sides)], room)
            x, y = geometry.centre(area.id)
            size = arranged.share * COUNTER_WIDTH
            for other in board.areas:
                if other is not area:
                    u, v = geometry.centre(other.id)
                    reach = [(x + a * size - u, y + b * size - v) for spots in arranged.spots for a, b in spots]
                    clear = size / 2 + 0.1
                    assert all(abs(a) > clear or abs(b) > clear for a, b in reach), (area.id, other.id)


@pytest.mark.parametrize("name", ["castillejos", "tetuan", "wad-ras"])
def test_many_areas_are_laid_out_as_each_alone(name: str) -> None:
    """An area contains exactly the points within its outline."""
    geometry = AreaGeometry(board := maps.load(MAPS / f"{name}.tmx"))
    for area in board.ids:
        left, top, right, bottom = geometry.box(area)
        points = [(left + (right - left) * i / 20, top + (bottom - top) * j / 20) for i in range(21) for j in range(21)]
        held = geometry.holds(area, np.array(points))
        assert [contains(geometry.outline(area), point) for point in points] == [*held]


@pytest.mark.parametrize("name", ["castillejos", "tetuan", "wad-ras"])
def test_names_avoid_the_places_of_counters(name: str) -> None:
    """No name is printed under a counter that is alone."""
    board = maps.load(MAPS / f"{name}.tmx")
    for words in board.lettering:
        for x, y in words.path:
            for area in board.areas:
                far = hypot(area.stand[0] - x, area.stand[1] - y)
                beside = abs(area.stand[1] - y) > 0.5 * PIXELS_PER_UNIT
                assert far > 0.5 * COUNTER_WIDTH * PIXELS_PER_UNIT * 0.9 or beside, (words.text, area.id)


@pytest.mark.parametrize("name", ["castillejos", "tetuan", "wad-ras"])
def test_a_crowd_spreads_over_the_empty_ground_of_its_area(name: str) -> None:
    """Five and an officer keep two thirds of their size in every area, near the stand and within the area."""
    geometry = AreaGeometry(board := maps.load(MAPS / f"{name}.tmx"))
    for area in board.areas:
        if area.terrain != "sea":
            def room(half: tuple[float, float], place: str = area.id) -> float:
                return 0.96 * geometry.roomiest_position(place, (half[0] * COUNTER_WIDTH, half[1] * COUNTER_WIDTH))[0]

            arranged = arrange([Side(5, 1)], [False], room)
            assert arranged.share >= 0.64, area.id
            half = half_size(arranged)
            x, y = geometry.roomiest_position(area.id, half)[1]
            for across, down in product((-1, 1), repeat=2):
                corner = x + across * half[0] * arranged.share, y + down * half[1] * arranged.share
                assert contains(geometry.outline(area.id), corner), area.id


def test_the_top_of_a_stack_in_columns_juts_out() -> None:
    """It is clearly lower than the lowest of the other columns."""
    (spots,) = arrange([Side(6, 0)], [False], lambda half: min(2.6 / half[0], 0.8 / half[1])).spots
    assert spots[-1][1] - max(y for x, y in spots[:-1] if x != spots[-1][0]) >= TOP_JUT - 1e-9


@pytest.mark.parametrize("name", ["castillejos", "tetuan", "wad-ras"])
def test_no_stack_hides_the_flag_of_its_area(name: str) -> None:
    """If a flag shows the holder, a stack of five with an officer is beside it."""
    board = maps.load(MAPS / f"{name}.tmx")
    geometry = AreaGeometry(board)
    flags = {place: geometry.clear_spot(place) for place in board.objectives}
    geometry.keep_clear(flags)
    for place, (u, v) in flags.items():
        def room(half: tuple[float, float], place: str = place) -> float:
            return 0.96 * geometry.roomiest_position(place, (half[0] * COUNTER_WIDTH, half[1] * COUNTER_WIDTH))[0]

        arranged = arrange([Side(3, 1)], [False], room)
        half = half_size(arranged)
        x, y = geometry.roomiest_position(place, half)[1]
        share = arranged.share
        assert abs(x - u) >= half[0] * share or abs(y - v) >= half[1] * share, place


@pytest.mark.parametrize("stacked", range(7, 13))
def test_a_stack_whose_bands_could_not_be_read_shows_its_edges_and_its_number(stacked: int) -> None:
    """In a small area of a small map its counters close up in one column and stay larger than in bands; where bands can
    be read, they are shown."""
    def room(half: tuple[float, float]) -> float:
        return min(1.6 / half[0], 1.0 / half[1])

    bands = arrange([Side(stacked, 2)], [False], room, legible=0.5)
    edges = arrange([Side(stacked, 2)], [False], room, legible=1.05)
    assert (True,) == edges.closed
    assert not any(bands.closed)
    assert edges.share > bands.share
    assert len({x for x, _ in edges.spots[0][:stacked]}) == 1


@pytest.mark.every(4)
@pytest.mark.parametrize("name", ["castillejos", "tetuan", "wad-ras"])
@pytest.mark.parametrize("leaves", [0, 2, 3])
def test_counters_stay_when_one_leaves_or_comes_back(name: str, leaves: int) -> None:
    """One of four leaves: the others stay, unless only a new layout shows all of them; it comes back to the free
    spot."""
    board = maps.load(MAPS / f"{name}.tmx")
    arrangement = Arrangement(AreaGeometry(board), catalog.rules("africa").theme)
    areas = [area.id for area in board.areas if area.terrain != "sea"]
    four = [Counter(f"{k} {area}", "spanish", "", "IL", "infantry", "3-2", area) for area in areas for k in range(4)]
    three = [counter for counter in four if not counter.unit.startswith(f"{leaves} ")]
    arrangement.lay(four, {}, ())
    before = {unit: at for unit, at, _ in arrangement.drawing_order}
    overlapped = {area for area in areas if not arrangement.stacks[area].layout.uncovered}
    assert len(overlapped) < len(areas) / 2
    arrangement.lay(three, {}, ())
    spots = {counter.unit: arrangement.spot_of(counter.unit, str(counter.place)) for counter in three}
    assert spots == {unit: at for unit, at, _ in arrangement.drawing_order}
    moved = {counter.place for counter in three if spots[counter.unit] != before[counter.unit]}
    assert moved <= overlapped
    arrangement.lay(four, {}, ())
    after = {unit: at for unit, at, _ in arrangement.drawing_order}
    assert all(before[counter.unit] == after[counter.unit] for counter in four if counter.place not in moved)
