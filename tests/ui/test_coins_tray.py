"""Coins on the tray: distinguishable, sorted with heads to the left, counted; pending ones; the text on the slip."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import pygame
import pytest

from game.core.chance import D6, DiceGroup, Die, Roll, coins, cup
from game.core.event import CoinsCompared, Event, Noted, Rolled
from game.core.message import Brief, say
from game.core.verdict import RuleRef
from game.i18n.words import set_language
from game.rules.africa.events import DieResult
from game.ui.dice import dice_pictures as pictures
from game.ui.dice import tray as coins_said
from game.ui.dice.coin_rows import (
    TrayBox,
    coin_size,
    flight_pose,
    hand_position,
    scattered_coins,
    sorted_indices,
    sorted_places,
)
from game.ui.dice.tray import SlipText, Tray
from tests.ui.clock import Clock
from tests.ui.pictures import digest

RULE = RuleRef("toy", "1")
SIDES = (DiceGroup("X", (0,)), DiceGroup("Y", (1,)))


def roll(*dice: Die, groups: tuple[DiceGroup, ...] = ()) -> Roll:
    return Roll(dice, say("A roll"), RULE, {}, groups=groups)


BOX = TrayBox(10, 20, 280, 120)
RECT = pygame.Rect(0, 0, 344, 250)
READY, HIT = SlipText("6 coins", "3 heads hit"), SlipText("4 heads on 6 coins", "3 needed: a hit")


@pytest.fixture(autouse=True)
def window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures need a display, at least a dummy one."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.init()
    pygame.display.set_mode((400, 300))


def shown(tray: Tray) -> str:
    """A digest of the tray's picture."""
    surface = pygame.Surface(RECT.size)
    tray.draw(surface, RECT)
    return digest(surface, "RGB")


@pytest.mark.parametrize("px", [24, 40, 80])
def test_heads_and_crosses_differ_in_grey(px: int) -> None:
    """The field of a head is bright, that of a cross dark: the middles of the two pictures are opposites."""
    greys = [pygame.transform.grayscale(pictures.coin(face, px)) for face in (True, False)]
    ring = [(px // 2 + dx * px // 3, px // 2 + dy * px // 3) for dx, dy in ((1, 0), (0, -1), (-1, 0))]
    middle = [grey.get_at((px // 2, px // 2)).r for grey in greys]
    corner = [grey.get_at((round(px * 0.80), round(px * 0.70))).r for grey in greys]
    assert middle[1] > middle[0] + 60, ring
    assert corner[0] > corner[1] + 60


@pytest.mark.parametrize("count", [1, 2, 3, 5, 6, 8, 11, 16, 20, 24, 54])
def test_sorted_coins_lie_apart_inside_the_tray_heads_left(count: int) -> None:
    """For any roll, no two coins touch, none leaves its box, every head is left of every cross."""
    across, _ = coin_size(count, BOX)
    assert across >= 12 * 280 / 344
    for heads in range(count + 1):
        places = sorted_places(count, heads, BOX, count)
        assert count == len(places)
        for x, y in places:
            assert BOX.x <= x - across / 2 + 1
            assert x + across / 2 - 1 <= BOX.x + BOX.width
            assert BOX.y <= y - across / 2 + 1
            assert y + across / 2 - 1 <= BOX.y + BOX.height
        for (ax, ay), (bx, by) in combinations(places, 2):
            assert hypot(ax - bx, ay - by) > across
        if 0 < heads < count:
            assert max(x for x, _ in places[:heads]) + across < min(x for x, _ in places[heads:]) + 1


@pytest.mark.parametrize("heads", [0, 3, 7])
def test_as_many_heads_land_as_were_rolled(heads: int) -> None:
    """The scatter shows the rolled faces; sorting keeps the order of the heads."""
    rests = scattered_coins(7, heads, BOX, 3, 7)
    shows = tuple(show for show, _, _ in rests)
    assert heads == sum(shows)
    order = sorted_indices(shows)
    assert list(range(7)) == sorted(order)
    assert all((order[k] < heads) == show for k, show in enumerate(shows))


def test_coins_leave_the_hand_one_after_the_other_and_come_to_rest() -> None:
    """The first is in the air before the last; at the end each is flat in its place."""
    hand = hand_position(BOX)
    assert flight_pose(0, 6, 0.05, hand, (100, 60), 1) is not None
    assert flight_pose(5, 6, 0.05, hand, (100, 60), 1) is None
    pose = flight_pose(5, 6, 1.0, hand, (100, 60), 1)
    assert pose is not None
    assert (100, 60, 0, 0) == (pose.x, pose.y, round(pose.height, 6), round(pose.half_turns, 6))


def test_a_roll_that_is_faded_in_begins_without_its_result() -> None:
    """With reduced motion the slip still says what is needed when the roll begins."""
    clock = Clock()
    tray = Tray(clock)
    tray.reduced_motion = True
    tray.set_pending((coins(6),), READY)
    pending = shown(tray)
    tray.roll_pending((coins(6),), (4,), HIT, 1.0)
    assert pending == shown(tray)
    tray.skip()
    assert pending != shown(tray)


def test_a_slip_at_rest_is_in_the_present_language() -> None:
    tray = Tray(Clock())
    tray.set_pending((coins(6),), SlipText(say("Retreat")))
    english = shown(tray)
    set_language("es")
    try:
        assert english != shown(tray)
    finally:
        set_language("en")
    assert english == shown(tray)


def test_a_roll_is_seen_from_stack_to_count() -> None:
    """Ready, flying and counted give five different pictures; skipping shows the last one at once."""
    clock = Clock()
    tray = Tray(clock)
    tray.set_pending((coins(6),), READY)
    pictures_seen = [shown(tray)]
    tray.roll_pending((coins(6),), (4,), HIT, 1.0)
    for clock.now in (300, 700, 1250, 1500):
        pictures_seen.append(shown(tray))
    assert 5 == len(set(pictures_seen))
    assert not tray.busy
    again = Tray(clock)
    again.roll_pending((coins(6),), (4,), HIT, 1.0)
    again.skip()
    assert not again.busy
    assert pictures_seen[-1] == shown(again)


def test_with_reduced_motion_coins_fade() -> None:
    """No coin flies: halfway the picture is between the stack and the count."""
    clock = Clock()
    tray = Tray(clock)
    tray.reduced_motion = True
    tray.set_pending((coins(6),), READY)
    before = shown(tray)
    tray.roll_pending((coins(6),), (4,), HIT, 1.0)
    clock.now = 750
    halfway = shown(tray)
    clock.now = 1500
    assert 3 == len({before, halfway, shown(tray)})


@pytest.mark.parametrize(("dice", "faces"), [
    ((coins(7), coins(12)), (3, 5)), ((coins(5), D6), (2, 4)), ((cup(6, 10, 10),), (2,)), ((coins(20),), (11,)),
    ((Die("Gaix Kabila", (1, 2, 3, 4), (3, 3, 2, 1), 0, True),), (3,)), ((coins(0),), (0,)), ((D6,), (5,)),
])
def test_every_kind_of_roll_can_be_shown(dice: tuple[Die, ...], faces: tuple[int, ...]) -> None:
    """Two sides, coins with a die, markers, twenty coins, a drawn factor, no coin at all, a die."""
    clock = Clock()
    tray = Tray(clock)
    tray.set_pending(dice, SlipText("ready", "needed", ("One", "Two")))
    seen = {shown(tray)}
    tray.roll_pending(dice, faces, SlipText("fallen", "meaning", ("One", "Two")), 1.0)
    for clock.now in range(0, 1600, 200):
        seen.add(shown(tray))
    assert len(seen) > 2


def test_a_die_and_coins_have_a_tray_of_one_size() -> None:
    """It does not change from roll to roll; a die alone fits a narrower one, as it needs no slip."""
    tray = Tray(Clock())
    tray.roll((4,), 0.0)
    size, least_width = tray.wanted_size, tray.least_width
    tray.set_pending((coins(3),), READY)
    assert size == tray.wanted_size
    assert least_width < tray.least_width


@pytest.mark.parametrize(("event", "expected"), [
    (Rolled(RULE, (coins(6),), (4,), "hit", say("a hit"), needed=3), SlipText("4 heads on 6 coins", "3 needed: a hit")),
    (Rolled(RULE, (coins(3),), (1,), "miss", say("no hit"), needed=3),
     SlipText("1 head on 3 coins", "3 needed: no hit")),
    (Rolled(RULE, (cup(3, 10, 10),), (3,), "destroyed", say("destroyed")),
     SlipText("3 heads on 3 markers", "destroyed")),
    (Rolled(RULE, (coins(5), D6), (2, 4), "R", say("all retreat")),
     SlipText("2 heads on 5 coins, die 4", "all retreat")),
    (CoinsCompared(RULE, (coins(5), coins(4)), (3, 1), "x 2", say("X wins, 2 crosses: all retreat"), groups=SIDES,
                   verdict=Brief(say("X wins"), say("2 crosses: all retreat"))),
     SlipText("X wins", "2 crosses: all retreat", ("X", "Y"))),
    (DieResult(RULE, say("Rif Tuzin rolls 4 for its fire"), say("4 coins")),
     SlipText("4 coins", "Rif Tuzin rolls 4 for its fire")),
    (Noted(RULE, say("Nothing: it was all for nothing")), SlipText("Nothing: it was all for nothing")),
])
def test_the_result_of_the_coins_is_printed(event: Event, expected: SlipText) -> None:
    """The count is large, with its meaning below."""
    assert expected == coins_said.result_slip_text((event,))


def test_pending_coins_show_the_number_needed() -> None:
    """It shows the number and the needed count; dice of a table need no text."""
    assert SlipText("6 coins", "3 heads hit") == coins_said.pending_slip_text(roll(coins(6)), "3 heads hit")
    assert SlipText("5 coins and a die", "range 2") == coins_said.pending_slip_text(roll(coins(5), D6), "range 2")
    both = coins_said.pending_slip_text(roll(coins(7), coins(12), groups=SIDES), "most heads wins")
    assert SlipText("7 coins against 12", "most heads wins", ("X", "Y")) == both
    assert SlipText() == coins_said.pending_slip_text(roll(D6))
