"""Two people at one screen: the banner stays until the next player takes over."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.match.start import Start
from game.ui.app.dialogs import HOLD_SECONDS, HandOver
from tests.ui.hand import Hand
from tests.ui.pictures import digest

Sit = Callable[..., Hand]


@pytest.fixture
def handed(sit_down: Sit) -> Hand:
    """Kassala with two people, the first of whom has ended the first phase."""
    hand = sit_down(Start("play", "kassala", seed=7), speed=8.0)
    hand.key("right")
    hand.end_phase()
    hand.settle()
    hand.on(HandOver)
    return hand


@pytest.mark.every(4)
@pytest.mark.parametrize("key", ["space", "enter", "page down", "page up", "escape", "tab", "right", "down", "h"])
def test_no_short_key_press_takes_over(handed: Hand, key: str) -> None:
    """Neither the paging keys nor any other do; nothing is done."""
    done = len(handed.game.match.plies)
    for _ in range(3):
        handed.key(key)
    handed.on(HandOver)
    assert done == len(handed.game.match.plies)


def test_six_spaces_do_not_pass_two_turns(sit_down: Sit) -> None:
    """However often Space is struck, only the player's own phase ends."""
    hand = sit_down(Start("play", "kassala", seed=7), speed=8.0)
    for _ in range(8):
        hand.key("space")
        hand.settle()
        hand.wait(0.6)
    hand.on(HandOver)
    assert {"moslem"} == {ply.actor for ply in hand.game.match.plies}


def test_a_key_held_long_enough_takes_over(handed: Hand) -> None:
    """Enter for more than half a second does; a shorter press is a tap, and two taps do not add up."""
    for _ in range(2):
        handed.hold("enter", 0.6 * HOLD_SECONDS)
        handed.on(HandOver)
    handed.hold("enter", 1.1 * HOLD_SECONDS)
    assert handed.top is handed.screen


def test_holding_space_does_not_take_over(handed: Hand) -> None:
    handed.hold("space", 3 * HOLD_SECONDS)
    handed.on(HandOver)


def test_only_its_button_takes_a_click(handed: Hand) -> None:
    """A click beside it, as if meant for the map, does nothing."""
    handed.click((40, 300))
    handed.on(HandOver)
    handed.press(handed.button("Ready"))
    assert handed.top is handed.screen


def test_the_map_stays_visible_if_nothing_is_hidden(handed: Hand) -> None:
    """The map, the counters and the cards are beneath the banner."""
    before = digest(handed.app.window, "RGB")
    handed.game.lay_out(())
    handed.wait(0)
    assert before != digest(handed.app.window, "RGB")


def test_both_sides_are_announced_where_they_may_act_at_any_moment(sit_down: Sit) -> None:
    """At Tetuan with two people, the other side takes over by the banner when its phase begins."""
    hand = sit_down(Start("play", "africa", "tetuan", seed=3), speed=8.0)
    seats = set()
    for _ in range(30):
        hand.settle()
        if isinstance(hand.top, HandOver):
            seats.add(hand.top.side)
            hand.take_over()
            continue
        if len(seats) == 2:
            break
        hand.end_phase()
    assert len(seats) == 2


@pytest.mark.every(4)
@pytest.mark.parametrize("key", ["space", "escape", "tab", "l", "h", "right"])
def test_another_key_shows_how_to_take_over(handed: Hand, key: str) -> None:
    """The words below the button are highlighted for a moment."""
    banner = handed.on(HandOver)
    still = digest(handed.app.window)
    handed.key(key)
    assert banner.flashing
    assert digest(handed.app.window) != still
    for _ in range(5):
        handed.wait(0.5)
    assert (banner.flashing, digest(handed.app.window)) == (False, still)


def test_a_tap_of_its_key_shows_that_it_must_be_held(handed: Hand) -> None:
    handed.key("enter")
    assert handed.on(HandOver).flashing


def test_the_cursor_does_not_stay_with_the_other_side(handed: Hand) -> None:
    """The next player's cursor begins at a unit of that side."""
    handed.take_over()
    assert handed.game.selection.cursor is None
    handed.key("right")
    place = handed.game.selection.cursor
    there = [c.seat for c in handed.game.situation.counters.values() if c.place == place]
    assert "christian" in there
