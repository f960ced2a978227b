"""Tours on a board: silhouettes, contingents and leaders in the far view, visible fronts, sides distinguished by
lightness."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game import catalog
from game.art import screen_data
from game.core.contract import Counter
from game.core.face import CounterFace
from game.ui.board import counters as drawing
from game.ui.board.counters import BLOCK_BAR_DISTANCE, draw_front_bar
from game.ui.board.far_view import block_surface, far_width
from game.ui.board.places import COUNTER_WIDTH
from game.ui.board.view import BoardView
from game.ui.counters.marks import sign_box, sign_picture
from game.ui.counters.pictures import counter_surface
from tests.ui.whole_map import painted, whole_map

RULES = catalog.rules("tours")
STATE = RULES.initial("tours")
COUNTERS = RULES.counters(STATE)
WINDOW = pygame.Rect(0, 0, 950, 620)
CHARLES = next(counter for counter in COUNTERS if counter.unit == "charles")


@pytest.fixture(autouse=True)
def window() -> None:
    """Signs are drawn for a window; a test before this one may have closed it."""
    pygame.display.init()
    pygame.display.set_mode(WINDOW.size)


def shown(*, turned: bool = False) -> BoardView:
    """The battle's first position with all of its map in view."""
    return whole_map(RULES, STATE, WINDOW, turned=turned)


def faced(counter: Counter, *, worn: bool) -> Counter:
    """The counter in good order, or disordered."""
    assert isinstance(counter.face, CounterFace)
    return replace(counter, face=replace(counter.face, reduced=worn))


def test_every_contingent_flies_its_flag_with_the_number_of_its_units() -> None:
    """This is in the far view; a leader has his own, which is his counter."""
    view = shown()
    assert view.stacks.px < far_width(view.rect)
    flags = {each.mass.name: each for each in view.stacks.banners}
    for name, flag in flags.items():
        own = [c for c in COUNTERS if c.place and c.face is not None and c.face.command == name]
        assert flag.mass.total == (len(own) if own else 0)
    leaders = [counter for counter in COUNTERS if counter.place and counter.off_stack]
    assert {each.name for each in leaders} <= set(flags)
    assert "charles" == view.stacks.unit_at(flags[CHARLES.name].rect.center)


@pytest.mark.parametrize("turned", [False, True])
def test_units_are_large_but_none_covers_another(turned: bool) -> None:
    """In closed lines they are larger in the far view than zoomed in, where there are no grounds and flags."""
    view = shown(turned=turned)
    for least, most in ((0.8, 0.9), (0.7, 0.75)):
        boxes = [box for unit, box in view.stacks.boxes(-1).items() if unit not in view.stacks.discs()]
        assert all(box.collidelist(boxes[:k]) == -1 for k, box in enumerate(boxes))
        wide = max(view.stacks.widths().values()) * COUNTER_WIDTH / 3 ** 0.5
        assert least < wide < most
        view.zoom(2.2 * far_width(view.rect) / view.stacks.px, WINDOW.center)
        painted(view)
    assert not view.stacks.masses


@pytest.mark.parametrize("turned", [False, True])
def test_a_leader_stands_behind_a_unit_and_leaves_its_front_free(turned: bool) -> None:
    """A click on the disc selects the leader, one on the unit's middle the unit."""
    view = shown(turned=turned)
    surface = painted(view)
    boxes, spots = view.stacks.boxes(0), view.stacks.spots()
    for leader, block in view.stacks.discs().items():
        front = draw_front_bar(surface, (block.counter.angle or 0) + view.geometry.turn, spots[block.units[0]],
                               boxes[block.units[0]].width, BLOCK_BAR_DISTANCE)
        assert not boxes[leader].colliderect(front)
        assert view.stacks.unit_at(spots[leader]) == leader
        assert view.stacks.unit_at(spots[block.units[0]]) == block.units[0]
    assert set(view.stacks.discs()) == {each.unit for each in COUNTERS if each.off_stack and each.place}


@pytest.mark.parametrize("px", [24, 34, 70])
def test_disorder_changes_the_print_but_not_the_lightness_of_a_side(px: int) -> None:
    """Disordered Franks stay far darker than disordered Muslims, and each differs from its front."""
    means = {}
    for unit in ("li1", "red-li1"):
        counter = next(each for each in COUNTERS if each.unit == unit)
        front, back = (block_surface(faced(counter, worn=worn), RULES.theme.side(counter.seat), px)
                       for worn in (False, True))
        assert pygame.image.tobytes(front, "RGBA") != pygame.image.tobytes(back, "RGBA")
        means[unit] = pygame.transform.average_color(pygame.transform.grayscale(back))[0]
    assert means["red-li1"] - means["li1"] > 40


def test_a_small_counter_shows_its_kind_and_no_number() -> None:
    """Illegible print is left out."""
    counter = next(each for each in COUNTERS if each.unit == "hi1")
    for px, same in ((30, True), (70, False)):
        one, other = (pygame.image.tobytes(counter_surface(replace(counter, numbers=each), RULES.theme, px), "RGBA")
                      for each in ("3", "8"))
        assert (one == other) is same


@pytest.mark.parametrize("px", [30, 60])
def test_signs_lie_on_their_counters(px: int) -> None:
    """The gaps between counters are for the fronts."""
    known = screen_data(RULES.theme.art)
    for name in ("demoralized", "engaged", "walled", "attacking", "attacked", "fired", "retreated", "ordered-move",
                 "ordered-reform", "ordered-wall", "ordered-leave"):
        mark = known.mark(name)
        room = pygame.Rect(0, 0, px, px).inflate(px // 8, px // 8)
        assert room.contains(sign_box(mark, sign_picture(mark, px), px)), name


@pytest.mark.parametrize("px", [60, 85, 120])
@pytest.mark.parametrize("unit", ["hi1", "hi10"])
def test_no_sign_lies_on_the_name(unit: str, px: int) -> None:
    """The name at the lower edge can be read, whatever the unit does."""
    counter = next(each for each in COUNTERS if each.unit == unit)
    assert counter.face is not None
    one, other = (counter_surface(each, RULES.theme, px)
                  for each in (counter, replace(counter, face=replace(counter.face, title=""))))
    name = [(x, y) for x in range(px) for y in range(px) if one.get_at((x, y)) != other.get_at((x, y))]
    assert name
    for kind, mark in screen_data(RULES.theme.art).marks.items():
        if mark.at is not None:
            box = sign_box(mark, sign_picture(mark, px), px)
            assert not any(box.collidepoint(at) for at in name), kind


@pytest.mark.parametrize("angle", range(0, 360, 30))
def test_a_front_points_the_way_it_faces(angle: int) -> None:
    """Its outermost pixels are straight ahead of the counter's middle."""
    surface = pygame.Surface((300, 300), pygame.SRCALPHA)
    bar = draw_front_bar(surface, angle, (150, 150), 100, BLOCK_BAR_DISTANCE)
    ahead = pygame.Vector2(0, -1).rotate(angle)
    solid = [pygame.Vector2(x - 150, y - 150) for x in range(bar.left, bar.right) for y in range(bar.top, bar.bottom)
             if surface.get_at((x, y)).a > 200]
    tip = max(solid, key=ahead.dot)
    assert abs(tip.angle_to(ahead)) % 360 < 5 or abs(tip.angle_to(ahead)) % 360 > 355


def test_names_are_readable_on_the_colours_of_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are printed again on top; zoomed in there is no need."""
    printed = list[int]()
    monkeypatch.setattr(drawing, "print_names", lambda _surface, names, _camera: printed.append(len(names)))
    view = shown()
    assert printed
    assert printed[-1] > 0
    view.zoom(2.2 * far_width(view.rect) / view.stacks.px, WINDOW.center)
    printed.clear()
    painted(view)
    assert not printed
