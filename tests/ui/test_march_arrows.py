"""Arrows of marches are curves, without a tangle of many marches."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import dist

import pygame
import pytest

from game import catalog
from game.core.message import Message, values_in
from game.match.start import Start
from game.ui.board.march_arrows import MANY_UNITS, MAX_ARROWS, MarchArrow, curve, draw_march, draw_number, shared_arrows
from game.ui.board.trace import ARROW_TIP, Trace, TracedPath, draw_trace_arrows
from game.ui.kit.notice import SignMeanings
from tests.ui.hand import Hand


def test_a_few_marches_have_an_arrow_each() -> None:
    few = [MarchArrow("a", ((0, k), (90, k))) for k in range(MANY_UNITS)]
    assert few == shared_arrows(few, 10)


def test_units_with_the_same_path_share_an_arrow() -> None:
    """They are of one side; a unit that moves elsewhere has none."""
    marches = [MarchArrow(seat, ((k, 300 * row), (100 + k, 300 * row))) for k in range(8)
               for row, seat in enumerate("ab")]
    aside = MarchArrow("a", ((500, 500), (505, 500)))
    shared = shared_arrows([*marches, aside], 10)
    assert sorted((arrow.seat, arrow.units) for arrow in shared) == [("a", 8), ("b", 8)]
    assert shared[0].points[0] == (3.5, 0) or shared[1].points[0] == (3.5, 0)


def test_there_are_never_many_arrows() -> None:
    marches = [MarchArrow("a", ((100 * k, 0), (100 * k, 400 + k))) for k in range(60)]
    assert len(shared_arrows(marches, 10)) == MAX_ARROWS


def test_a_contingent_has_one_arrow_with_its_number() -> None:
    """It goes from the middle of its start to the middle of its end; other contingents, and units that move elsewhere,
    have their own."""
    line = [MarchArrow("a", ((17.0 * k, 0), (17.0 * k, 60)), command="red") for k in range(5)]
    other = MarchArrow("a", ((17, 0), (17, 60)), command="blue")
    elsewhere = MarchArrow("a", ((34, 0), (34, -60)), command="red")
    found = shared_arrows([*line, other, elsewhere], 10)
    assert [("red", 5), ("blue", 1), ("red", 1)] == [(arrow.command, arrow.units) for arrow in found]
    assert ((34, 0), (34, 60)) == found[0].points
    assert [2, 1, 0] == [arrow.age for arrow in found]


def test_an_arrow_is_as_new_as_its_last_march() -> None:
    """The second of two units of a command on the same path moved after all others."""
    pair, other = (MarchArrow("a", ((x, 0), (x, 60)), command=name) for x, name in ((0, "red"), (90, "blue")))
    assert [("blue", 1), ("red", 0)] == [(arrow.command, arrow.age) for arrow in shared_arrows([pair, other, pair], 10)]


def test_older_arrows_are_paler() -> None:
    shades = []
    for age in (0, 3, 30):
        surface = pygame.Surface((200, 100))
        draw_march(surface, MarchArrow("a", ((10, 60), (190, 60)), 3, age=age), 40, 0.8, "#00ff00", broken=False)
        shades.append(max(surface.get_at((x, y)).g for x in range(20, 60) for y in range(100)))
    assert shades == sorted(set(shades), reverse=True)


def test_the_tip_and_the_number_of_an_arrow_lie_beside_counters() -> None:
    """A counter at its end, and one on its middle, are not drawn over."""
    pygame.font.init()
    boxes = [pygame.Rect(150, 20, 60, 60), pygame.Rect(70, 20, 40, 60)]
    surface, other = pygame.Surface((220, 100)), pygame.Surface((220, 100))
    march = MarchArrow("a", ((10, 50), (190, 50)), 4)
    for target, avoided in ((surface, boxes), (other, [])):
        line = draw_march(target, march, 30, 0.8, "#00ff00", broken=False, boxes=avoided)
        draw_number(target, line, march.units, 30, avoided)
    paper = [pygame.mask.from_threshold(each, pygame.Color("#fff6df"), (9, 9, 9, 255)) for each in (surface, other)]
    for box in boxes:
        assert not any(paper[0].get_at((x, y)) for x in range(box.left, box.right) for y in range(box.top, box.bottom))
    assert paper[0].count() > 100
    assert surface.get_at((186, 40)) == pygame.Color(0, 0, 0, 255)
    assert paper[1].get_bounding_rects() != paper[0].get_bounding_rects()


def test_the_number_of_an_arrow_from_outside_the_view_is_whole() -> None:
    """Its chip is not cut by the edge of the map; without room in view there is none."""
    pygame.font.init()
    surface = pygame.Surface((300, 100))
    surface.set_clip(pygame.Rect(100, 0, 200, 100))
    chips = []
    for end in (190, 90):
        line = draw_march(surface, MarchArrow("a", ((10, 50), (end, 50)), 4), 30, 0.8, "#00ff00", broken=False)
        chips.append(draw_number(surface, line, 4, 30))
    chip, cut = chips
    assert chip is not None
    assert surface.get_clip().contains(chip)
    assert cut is None


@pytest.mark.parametrize("points", [((0, 0), (100, 0)), ((0, 0), (50, 0), (100, 0)), ((0, 0), (60, 80), (120, 0))])
def test_an_arrow_is_a_curve_from_place_to_place(points: tuple[tuple[float, float], ...]) -> None:
    """A straight path is bent to the side; there are no corners."""
    line = curve(points)
    assert line[0] == points[0]
    assert line[-1] == points[-1]
    assert max(abs(y) for _, y in line) > 5
    assert all(dist(a, b) < 30 for a, b in pairwise(line))


def test_a_measured_way_is_drawn_as_it_was() -> None:
    """On a table without a grid a base that went straight ahead has a straight arrow."""
    assert all(abs(y) < 1e-9 for _, y in curve(((0, 0), (100, 0)), bend=0.0))


@pytest.mark.parametrize("broken", [False, True])
def test_an_arrow_has_its_sides_colour(broken: bool) -> None:
    surface = pygame.Surface((200, 100))
    draw_march(surface, MarchArrow("a", ((10, 60), (190, 60)), 3), 40, 0.8, "#00ff00", broken=broken)
    assert pygame.mask.from_threshold(surface, (0, 255, 0), (9, 9, 9, 255)).count() > 150


def test_the_number_at_an_arrow_says_what_it_means() -> None:
    """It says that this many units of a side moved together; an arrow of one unit has no number."""
    pygame.font.init()
    theme = catalog.rules("tours").theme
    seat, spots = theme.seats[0].name, {"a": (20, 60), "b": (230, 60), "c": (20, 150), "d": (230, 150)}
    ways = [TracedPath(seat, ("a", "b"), "red")] * 3 + [TracedPath(seat, ("c", "d"), "blue")]
    told: SignMeanings = []
    draw_trace_arrows(pygame.Surface((260, 200)), Trace(tuple(ways)), theme, spots.get, 40, tooltips=told)
    ((rect, text),) = told
    assert rect.top < 100
    assert 3 in values_in(text)


@pytest.mark.parametrize("colour", ["#e2b65c", "#1f4d3a"])
def test_the_arrow_of_one_unit_is_seen_at_a_quarter_of_the_size(colour: str) -> None:
    """On ground of its own colour, its dark edges or the area between are visible all along its path."""
    surface = pygame.Surface((240, 120))
    surface.fill("#e2b65c")
    draw_march(surface, MarchArrow("a", ((20, 60), (220, 60))), 44, 0.3, colour, broken=False)
    small = pygame.transform.grayscale(pygame.transform.smoothscale(surface, (60, 30)))
    ground = small.get_at((0, 0))[0]
    assert all(max(abs(small.get_at((x, y))[0] - ground) for y in range(30)) > 55 for x in range(8, 48))


def test_a_short_march_below_its_own_counter_has_no_arrow() -> None:
    """Only a knob of it would be seen; a longer one has an arrow even if its head is hidden."""
    for length, drawn in ((30, False), (90, True)):
        surface = pygame.Surface((200, 100))
        box = pygame.Rect(45, 20, length + 40, 60)
        march = MarchArrow("red", ((50.0, 50.0), (50.0 + length, 50.0)))
        draw_march(surface, march, 30, 0.3, "#00ff00", broken=False, boxes=[box])
        assert drawn == bool(pygame.mask.from_threshold(surface, "#00ff00", (1, 1, 1)).count())


def test_the_number_at_an_arrow_keeps_clear_of_flags(sit_down: Callable[..., Hand]) -> None:
    """Of marches past each flag of the far view, both ways."""
    hand = sit_down(Start("play", "adua", "adua", seed=3), size=(1920, 1080))
    hand.settle()
    view = hand.game.view
    flags = [flag.rect for flag in view.stacks.banners]
    assert flags
    for number, flag in enumerate(flags):
        spots = {"a": (flag.left - 150, flag.centery), "b": flag.center, "c": (flag.right + 150, flag.centery)}
        places = tuple(name for at in spots.values() if (
            name := view.geometry.place_at(view.camera.to_world(at))))
        for way in (places, places[::-1]):
            view.trace.replace(Trace((TracedPath("abyssinian", way, "x"),) * (4 + number)), at_once=True)
            view.draw(hand.app.window)
            chips = [box for box, text in view.tooltips
                     if isinstance(text, Message) and text.template == ARROW_TIP.template]
            assert all(chip.collidelist(flags) < 0 for chip in chips)


def test_the_numbers_of_arrows_lie_beside_one_another() -> None:
    """Two contingents march by ways that cross: each number can be read, above both arrows."""
    pygame.font.init()
    theme = catalog.rules("tours").theme
    seat, spots = theme.seats[0].name, {"a": (20, 20), "b": (240, 190), "c": (20, 190), "d": (240, 20)}
    ways = [TracedPath(seat, ("a", "b"), "red")] * 3 + [TracedPath(seat, ("c", "d"), "blue")] * 4
    told: SignMeanings = []
    surface = pygame.Surface((260, 210))
    draw_trace_arrows(surface, Trace(tuple(ways)), theme, spots.get, 40, tooltips=told, bend=0.0)
    (one, _), (other, _) = told
    assert not one.colliderect(other)
    paper = pygame.mask.from_threshold(surface, pygame.Color("#fff6df"), (9, 9, 9, 255))
    edges = [paper.get_at((box.centerx, box.top + 4)) for box in (one, other)]
    assert [1, 1] == edges, "an arrow is drawn over a number"
