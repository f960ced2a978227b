"""The strip of paper that reports an action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game.match.start import Start
from game.ui.kit.notice import Notice, Tip, covered_boxes, reading_time
from game.ui.kit.theme import Metrics
from game.ui.screens.map_commands import NUMBERS_OFF, NUMBERS_ON
from tests.ui.corners import crossed

AREA = pygame.Rect(0, 0, 900, 600)


def inked(notice: Notice, clear: pygame.Rect | None, pointer: tuple[int, int] | None = None) -> pygame.Rect:
    """The part of an empty area covered by the notice."""
    pygame.font.init()
    surface = pygame.Surface(AREA.size, pygame.SRCALPHA)
    notice.draw(surface, AREA, (clear,) if clear is not None else (), pointer)
    return surface.get_bounding_rect()


def test_a_notice_leaves_a_spread_stack_clear() -> None:
    """It is at the top of the map, or at its foot if a stack is fanned out there."""
    notice = Notice()
    notice.say("Moroccans interrupt")
    top = inked(notice, None)
    assert top.bottom < AREA.centery
    assert top == inked(notice, pygame.Rect(0, 300, 900, 100))
    stack = pygame.Rect(300, 0, 300, 90)
    moved = inked(notice, stack)
    assert moved.top > AREA.centery
    assert not moved.colliderect(stack)


def test_a_long_notice_has_several_lines() -> None:
    """Its print does not shrink: two lines of words are about twice as high as one, and within the area."""
    short, long = Notice(), Notice()
    short.say("Moroccans interrupt")
    long.say("Moroccans interrupt " * 6)
    assert inked(long, None).height > 1.5 * inked(short, None).height
    assert AREA.contains(inked(long, None))


def test_a_notice_lets_the_map_below_show_near_the_pointer() -> None:
    """With the pointer on it or next to it most of it is transparent."""
    notice = Notice()
    notice.say("Moroccans interrupt")
    pygame.font.init()
    seen = []
    for pointer in (None, (450, 560), (450, 20)):
        surface = pygame.Surface(AREA.size, pygame.SRCALPHA)
        notice.draw(surface, AREA, (), pointer)
        seen.append(surface.get_at((450, surface.get_bounding_rect().top + 6)).a)
    assert seen[0] == seen[1] == 255
    assert seen[2] < 100


@pytest.mark.parametrize(("words", "small_map"), [
    (4, pygame.Rect(740, 10, 150, 120)), (4, pygame.Rect(10, 10, 150, 120)), (30, pygame.Rect(690, 10, 200, 580)),
    (30, pygame.Rect(10, 10, 200, 580))])
def test_a_notice_is_never_below_the_small_map(words: int, small_map: pygame.Rect) -> None:
    """It moves along the edge, or its lines are shorter, even if it then covers more counters."""
    notice = Notice()
    notice.say("Moroccans interrupt " * words)
    pygame.font.init()
    surface = pygame.Surface(AREA.size, pygame.SRCALPHA)
    counters = [pygame.Rect(x, y, 40, 40) for x in range(0, 640, 45) for y in range(0, 600, 45)]
    notice.draw(surface, AREA, (), None, counters, [small_map])
    assert surface.get_bounding_rect().width
    assert not surface.get_bounding_rect().colliderect(small_map)


def test_a_notice_takes_the_place_that_covers_the_least() -> None:
    """If there is something to choose at top and foot it goes to a corner."""
    notice = Notice()
    notice.say("Moroccans interrupt")
    surface = pygame.Surface(AREA.size, pygame.SRCALPHA)
    boxes = [pygame.Rect(300, 0, 300, 90), pygame.Rect(300, 500, 300, 100)]
    notice.draw(surface, AREA, boxes)
    assert surface.get_bounding_rect().collidelist(boxes) == -1


def test_a_notice_covers_no_counter_where_an_edge_has_room() -> None:
    """With counters along the top and the foot, it is at a side, between them."""
    notice = Notice()
    notice.say("Moroccans interrupt")
    pygame.font.init()
    counters = [pygame.Rect(x, y, 40, 40) for x in range(0, 900, 45) for y in (10, 60, 500, 550)]
    surface = pygame.Surface(AREA.size, pygame.SRCALPHA)
    notice.draw(surface, AREA, (), None, counters)
    lies = surface.get_bounding_rect()
    assert lies.width
    assert lies.collidelist(counters) == -1
    surface.fill((0, 0, 0, 0))
    notice.draw(surface, AREA, (), None, [lies])
    assert surface.get_bounding_rect() == lies, "it does not move while it is read"


def test_a_notice_stays_as_long_as_it_takes_to_read() -> None:
    """Longer text stays longer; added text extends the time."""
    times = [reading_time("x" * letters) for letters in (10, 40, 80)]
    assert times == sorted(times)
    assert times[0] < 3
    assert times[2] > times[0] + 3
    notice = Notice()
    notice.say("Undone")
    notice.update(reading_time("Undone") - 0.1)
    assert notice.text
    notice.update(0.2)
    assert not notice.text
    notice.say("Undone")
    notice.add("x" * 80)
    notice.update(reading_time("x" * 80))
    assert notice.text


@pytest.mark.every(4)
@pytest.mark.parametrize(("system", "battle", "size"), crossed(
    [("kassala", None), ("africa", "castillejos"), ("tours", None), ("adua", None), ("renaissance", "quick-battle")],
    [(1024, 768), (1280, 720), (1920, 1080)]))
def test_a_notice_covers_no_counter_and_nothing_beside_the_map(
        sit_down: Callable[..., Any], system: str, battle: str | None, size: tuple[int, int]) -> None:
    """At the start of every battle it has room at an edge of the map, clear of counters, flags and the small map."""
    hand = sit_down(Start("play", system, battle, seed=3), hand_over=False, size=size)
    hand.settle()
    view = hand.game.view
    view.notice.dismiss()
    hand.wait_for_print()
    screen = hand.app.window.copy()
    view.notice.say("Page Down: what happened, step by step")
    hand.wait()
    changed = pygame.mask.from_threshold(hand.app.window, (0, 0, 0), (1, 1, 1, 255), screen)
    changed.invert()
    lies = max(changed.get_bounding_rects(), key=lambda box: box.w * box.h)
    assert lies.width > 200
    assert hand.screen.layout.map.contains(lies)
    assert lies.collidelist(view.to_keep_visible) == -1


@pytest.mark.parametrize("at", [(400, 300), (20, 20), (880, 590), (450, 590), (5, 300)])
def test_a_tip_does_not_cover_its_subject(at: tuple[int, int]) -> None:
    """This holds anywhere in the window, and the whole tip is in the window."""
    pygame.font.init()
    about = pygame.Rect(0, 0, 90, 90)
    about.center = at
    tip = Tip()
    tip.set_pointer(at, "Second squadron of the Castle's lancers, disordered", about)
    tip.update(1.0)
    surface = pygame.Surface(AREA.size, pygame.SRCALPHA)
    tip.draw(surface, Metrics.of((1280, 720)))
    printed = surface.get_bounding_rect()
    assert printed.width
    assert not printed.colliderect(about)


def test_a_notice_says_that_hex_numbers_are_too_small(sit_down: Callable[..., Any]) -> None:
    """Switched on at a small zoom, a notice says that they appear on zooming in; at a larger zoom there is none."""
    hand = sit_down(Start("play", "adua", seed=7), legend="open")
    hand.resize((800, 600), 100)
    hand.key("f")  # all of the sheet: it opens on the armies
    hand.settle()
    view = hand.game.view
    assert not view.near_enough_for_numbers
    hand.press(hand.button("Numbers"))
    assert NUMBERS_OFF == view.notice.text
    hand.key("n")
    assert NUMBERS_ON == view.notice.text
    assert not view.near_enough_for_numbers
    view.notice.dismiss()
    for _ in range(6):
        hand.key("+")
    assert view.near_enough_for_numbers
    hand.key("n")
    assert view.notice.text == ""


def test_omitted_hex_numbers_show_on_request(sit_down: Callable[..., Any]) -> None:
    """With the whole map in view small numbers are left out; N prints them, and again hides them."""
    hand = sit_down(Start("play", "tours", seed=7))
    hand.resize((1280, 720), 100)
    view = hand.game.view
    assert 15 < view.camera.scale < 32
    assert not view.near_enough_for_numbers
    hand.key("n")
    assert view.near_enough_for_numbers
    assert hand.app.settings.hex_numbers
    assert view.notice.text == ""
    hand.key("n")
    assert not hand.app.settings.hex_numbers


def test_both_parts_of_a_notice_are_put_in_words() -> None:
    """The callback that describes places changes the part in small print, too."""
    described, written = Notice(lambda text: str(text).replace("2510", "the hill above the old fort")), Notice()
    described.say("Attack", detail="2510")
    written.say("Attack", detail="the hill above the old fort")
    assert inked(described, None) == inked(written, None)


def test_covered_boxes_are_counted_in_the_largest_of_them() -> None:
    """Boxes without an area, such as those of a map that is out of view, count as nothing."""
    place = pygame.Rect(0, 0, 100, 40)
    boxes = [pygame.Rect(x, 0, 20, 20) for x in (0, 50, 95)]
    assert covered_boxes(place, boxes) == 2
    assert covered_boxes(place, [pygame.Rect(0, 0, 0, 0)]) == covered_boxes(place, []) == 0
