"""Armies in the far view, by mouse: flags that represent commanders, and blocks that are dragged."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.match.start import Start
from tests.ui.hand import Hand


@pytest.fixture
def hand(sit_down: Callable[..., Hand]) -> Hand:
    """Adua in its first Italian movement phase, with the view on the armies."""
    hand = sit_down(Start("play", "adua", seed=3), hand_over=False)
    for _ in range(9):
        hand.settle()
        if hand.game.situation.prompt.turn == 1 and hand.game.situation.prompt.phase == "move":
            break
        hand.end_phase()
    hand.settle()
    assert hand.game.situation.prompt.to_act == "italian"
    return hand


def flag(hand: Hand, name: str) -> tuple[int, int]:
    """The middle of a command's flag."""
    hand.wait()
    return next(each.rect.center for each in hand.game.view.stacks.banners if each.mass.name == name)


def block(hand: Hand, place: str) -> tuple[int, int]:
    """The middle of the block on a hex."""
    hand.wait()
    view = hand.game.view
    x, y = view.camera.to_screen(next(each.at for each in view.stacks.blocks if each.place == place))
    return round(x), round(y)


def pull(hand: Hand, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Drag through a point between, as a hand does, and let the animations finish."""
    hand.point(start)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    hand.wait()
    hand.point(((start[0] + end[0]) // 2, (start[1] + end[1]) // 2))
    hand.point(end)
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=end, button=1))
    hand.wait()
    hand.settle()


@pytest.mark.every(2)
@pytest.mark.parametrize(("name", "unit"), [("Ellena", "ellena"), ("Arimondi", "arimondi")])
def test_a_click_on_a_flag_selects_its_commander(hand: Hand, name: str, unit: str) -> None:
    """Pointing at it describes the commander; a right click deselects it."""
    at = flag(hand, name)
    hand.point(at)
    hand.wait(0.6)
    assert unit == hand.game.pointing.unit
    hand.click(at)
    assert unit == hand.game.selection.selected
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=at, button=3))
        hand.wait()
    assert hand.game.selection.selected is None


def test_a_click_on_an_enemy_flag_counts_as_a_click_on_its_counter(hand: Hand) -> None:
    """It is refused as an enemy, with the rule."""
    hand.click(flag(hand, "Gabeiehu"))
    assert "gabeiehu" == hand.game.pointing.unit
    refusal = hand.game.selection.refusal
    assert refusal is not None
    assert hand.game.situation.counters["gabeiehu"].place == refusal.place
    assert refusal.reasons[0].rule.number


def test_a_commander_is_dragged_by_the_flag(hand: Hand) -> None:
    """The commander goes where the pointer is released, however far the flag is from the counter."""
    goal = "2307"
    pull(hand, flag(hand, "Dabormida"), hand.game.view.point_of(goal))
    assert goal == hand.game.situation.counters["dabormida"].place


def test_a_block_that_is_dragged_is_the_unit_pressed(hand: Hand) -> None:
    """The unit moves. Dragged again, it is refused with the rule, although a commander in its hex could move; the
    previous selection stays."""
    view, counters = hand.game.view, hand.game.situation.counters
    pull(hand, block(hand, "2411"), view.point_of("2310"))
    hand.point((5, 5))
    assert "2310" == hand.game.situation.counters["i-ascari"].place
    pull(hand, block(hand, "2412"), block(hand, counters["turitto"].place or ""))
    hand.point((5, 5))
    place = hand.game.situation.counters["iv-ascari"].place
    assert counters["turitto"].place == place
    assert "turitto" in hand.game.selection.eligible
    for before in (None, "alpini"):
        hand.game.selection.select(before)
        assert place not in hand.game.selection.choices.proposals_at
        x, y = block(hand, place or "")
        assert "iv-ascari" == view.unit_at((x, y))
        pull(hand, (x, y), (x - 120, y - 60))
        refusal = hand.game.selection.refusal
        assert refusal is not None
        assert refusal.reasons[0].rule.number
        assert (place, before) == (refusal.place, hand.game.selection.selected)
        assert place == hand.game.situation.counters["turitto"].place
        hand.point((5, 5))


@pytest.mark.every(2)
@pytest.mark.parametrize("system", ["tours", "adua"])
def test_no_flag_covers_counters_while_another_place_is_free(sit_down: Callable[..., Hand], system: str) -> None:
    """Before the first turn there is room beside every command, also for leaders in the middle of one and beside
    wagons."""
    hand = sit_down(Start("play", system, seed=1))
    for size in ((1024, 768), (1280, 720), (1920, 1080)):
        hand.resize(size, 100)
        hand.settle()
        stacks = hand.game.view.stacks
        assert stacks.banners
        counters = list(stacks.boxes(-1).values())
        assert [] == [(str(flag.mass.name), size) for flag in stacks.banners if flag.rect.collidelist(counters) >= 0]
