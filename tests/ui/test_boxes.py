"""Boxes beside the map: counters in them are selected, enter the map and leave it, by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pygame
import pytest

from game.match.start import Start
from tests.match.install import install, remove
from tests.ui.hand import Hand
from tests.ui.pictures import digest

Sit = Callable[..., Hand]
CAMPED: dict[str, Any] = {"at": ["camp", "0402"], "angles": [0, 0], "hits": [0, 0], "turn": 1, "orders": 4,
                          "asked": False}


@pytest.fixture
def camp(sit_down: Sit) -> Iterator[Callable[..., Hand]]:
    """Red units wait in camp."""
    install()
    opened: list[Hand] = []

    def sit(**more: Any) -> Hand:
        opened.append(sit_down(Start("play", "sentries", seed=1, position=CAMPED), hand_over=False, **more))
        return opened[-1]

    yield sit
    for hand in opened:
        hand.close()
    remove()


def spot(hand: Hand, name: str) -> tuple[int, int]:
    """The position of a counter in a box, or of a box."""
    found = hand.screen.boxes.point_of(name)
    assert found is not None
    return found


def notations(hand: Hand) -> list[str]:
    return [step.action.notation for step in hand.game.match.plies]


@pytest.mark.every(3)
@pytest.mark.parametrize(("size", "scale"), [((1024, 768), 100), ((1280, 720), 200), ((1920, 1080), 100)])
def test_from_a_box_onto_the_map_and_into_another(
    camp: Callable[..., Hand], size: tuple[int, int], scale: int
) -> None:
    """By clicks: the counter in its box, a hex, then the box for its exit. The strip covers nothing."""
    hand = camp(size=size, interface_scale=scale)
    screen = hand.screen
    assert not screen.layout.boxes.colliderect(screen.layout.map)
    assert not screen.layout.boxes.colliderect(screen.layout.row)
    assert not screen.layout.boxes.colliderect(screen.layout.column)
    hand.key("f")  # all of the sheet: it opens on the armies
    hand.settle()
    hand.click(spot(hand, "red"))
    assert hand.game.selection.selected == "red"
    hand.click_place("0102")
    hand.settle()
    assert notations(hand) == ["enter red 0102 -"]
    if hand.game.selection.selected != "red":
        hand.click_unit("red")
    assert "home" in hand.game.selection.reach
    hand.click(spot(hand, "home"))
    hand.settle()
    assert notations(hand)[-1] == "leave red home -"
    assert hand.game.situation.counters["red"].place == "home"


def test_a_counter_is_dragged_out_of_its_box(camp: Callable[..., Hand]) -> None:
    """It is dragged from the strip onto a hex."""
    hand = camp()
    hand.click(spot(hand, "red"))
    hand.drag(spot(hand, "red"), hand.game.view.point_of("0103"))
    hand.settle()
    assert notations(hand) == ["enter red 0103 -"]


def test_a_box_is_reached_by_keyboard(camp: Callable[..., Hand]) -> None:
    """Tab selects a waiting unit; it goes to the cursor, and home by a numbered button."""
    hand = camp()
    hand.key("tab")
    assert hand.game.selection.selected == "red"
    for _ in range(12):
        if hand.game.selection.cursor in ("0101", "0102", "0103", "0104"):
            break
        hand.key("left")
    hand.key("enter")
    hand.settle()
    assert notations(hand)[0].startswith("enter red 01")
    if hand.game.selection.selected != "red":
        hand.key("tab")
    labels = [p.label for p in hand.game.selection.proposals]
    hand.key(str(1 + labels.index("Goes home")))
    hand.settle()
    assert notations(hand)[-1] == "leave red home -"


def test_boxes_with_nothing_in_them_leave_their_room_to_the_map(camp: Callable[..., Hand]) -> None:
    """Without waiting units the strip is low and the map higher; the box is still a destination."""
    hand = camp()
    screen = hand.screen
    before, high = screen.layout.map.height, screen.layout.boxes.height
    hand.click(spot(hand, "red"))
    hand.click_place("0102")
    hand.settle()
    assert screen.layout.boxes.height < high / 2
    assert screen.layout.map.height == before + high - screen.layout.boxes.height
    assert hand.game.view.rect == screen.layout.map
    if hand.game.selection.selected != "red":
        hand.click_unit("red")
    hand.click(spot(hand, "home"))
    hand.settle()
    assert hand.game.situation.counters["red"].place == "home"
    assert (screen.layout.boxes.height, hand.game.view.rect.height) == (high, before)


def test_waiting_units_are_stacked_by_host_with_their_number(sit_down: Sit) -> None:
    """Six hosts wait for Adua: their commanders are on top and clear of one another, wherever they are clicked."""
    hand = sit_down(Start("play", "adua", seed=1), hand_over=False, size=(1280, 720))
    strip, game = hand.screen.boxes, hand.game
    hosts = ("taitu", "menelik", "maconnen", "micael", "alula", "guangul")
    waiting = [counter.unit for counter in game.situation.counters.values() if counter.place == "to-come"]
    for host in hosts:
        assert strip.unit_at(spot(hand, host)) == host
    assert sum(number for number, _ in strip.piles) == len(waiting)
    assert len(strip.piles) == len(hosts)
    hand.close()


@pytest.mark.every(2)
@pytest.mark.parametrize("size", [(1100, 640), (1280, 720)])
def test_the_counters_below_a_pile_show_their_colours(sit_down: Sit, size: tuple[int, int]) -> None:
    """Many reinforcements in little room: the edges to the left of the topmost counter are no dark patch."""
    hand = sit_down(Start("play", "adua", seed=1), hand_over=False, size=size)
    hand.settle()
    number, top = max(hand.screen.boxes.piles)
    assert number > 30
    y = top.top + top.height // 3
    row = [max(hand.app.window.get_at((x, y))[:3]) for x in range(top.left - 20, top.left)]
    assert sum(value > 100 for value in row) > len(row) // 4


def test_the_selected_counter_of_a_pile_is_seen_whole(sit_down: Sit) -> None:
    """The counters above it in its pile do not hide it."""
    hand = sit_down(Start("play", "adua", seed=1), hand_over=False, size=(1280, 720))
    hand.settle()
    strip, game = hand.screen.boxes, hand.game
    lowest = next(counter for counter in game.situation.counters.values() if counter.place == "to-come")
    middle = strip.point_of(lowest.unit)
    assert middle is not None
    side = strip.piles[0][1].width // 4
    pictures = []
    for signs in ({}, {lowest.unit: "selected"}):
        target = pygame.Surface(hand.app.window.get_size())
        strip.draw(target, game.theme, signs, (), hand.screen.px)
        pictures.append(digest(target.subsurface((*middle, side, side)), "RGB"))
    assert pictures[0] != pictures[1], "inside its ring"
