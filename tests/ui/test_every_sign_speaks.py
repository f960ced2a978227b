"""Every drawn sign - rings, ranks, costs, chances, arcs, piles, dice - has a tip that explains it."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game import catalog
from game.core.chance import D6, D10, coins
from game.core.message import values_in
from game.core.presenter import OffMapBoxes
from game.match.start import Start
from game.ui.board.counters import TOP_OF_STACK
from game.ui.board.overlay import Danger
from game.ui.dice.dice_layout import Group, die_tooltip, pending_die_tooltip
from game.ui.dice.tray import SlipText, Tray
from game.ui.kit.notice import SignMeanings, frame_sides, topmost_meaning
from game.ui.screens.roster import centre_on
from tests.rules.adua.board import table
from tests.ui.hand import Hand
from tests.ui.test_facing_tours import at_table
from tests.ui.test_sign_tips import BATTLES, tip_at

Sit = Callable[..., Hand]


def pixel_of(view_told: SignMeanings, number: int) -> tuple[int, int] | None:
    """A visible pixel of a sign; None if it is completely covered."""
    rect = view_told[number][0]
    later = [each for each, _ in view_told[number + 1:]]
    grid = [(x, y) for x in range(rect.left, rect.right, max(1, rect.width // 6))
            for y in range(rect.top, rect.bottom, max(1, rect.height // 6))]
    return next((at for at in grid if pygame.Rect(at, (1, 1)).collidelist(later) < 0), None)


@pytest.mark.every(4)
@pytest.mark.parametrize(("system", "battle"), BATTLES)
def test_every_sign_about_a_selected_unit_has_a_tip(sit_down: Sit, system: str, battle: str) -> None:
    """For the first unit that can be selected: its ring, its front, the cost of each place and its key."""
    hand = sit_down(Start("play", system, battle, seed=7), hand_over=False)
    hand.settle()
    view, said = hand.game.view, set()
    for _ in range(4):
        if view.overlay.eligible:
            break
        hand.end_phase()
        hand.settle()
    counters = hand.game.situation.counters
    unit = next(each for each in view.overlay.eligible if view.geometry.knows(counters[each].place or ""))
    centre_on(view, counters[unit].place or "")
    hand.wait_for_print()
    hand.click_unit(unit)
    hand.wait_for_print()
    assert view.tooltips
    for number, (rect, text) in enumerate(view.tooltips):
        assert str(text).strip()
        at = pixel_of(view.tooltips, number)
        if at is None or not view.rect.collidepoint(at) or str(text) in said:
            continue
        told = str(hand.screen.tips.meaning(at, None))
        if told and not any(button.visible and button.rect.collidepoint(at) for button in hand.screen.buttons):
            said.add(told)
        assert view.tooltips[number][0] is rect
    assert said


def test_rings_costs_and_refusals_at_kassala(sit_down: Sit) -> None:
    """A selected unit has a ring; each hex in reach has a chip with its cost."""
    hand = sit_down(Start("play", "kassala", seed=7), hand_over=False)
    hand.wait_for_print()
    unit = hand.game.view.overlay.eligible[0]
    hand.click_unit(unit)
    hand.wait_for_print()
    view = hand.game.view
    place, cost = next((place, cost) for place, cost in view.overlay.reach.items() if cost)
    at = view.stacks.cost_at(place) or view.point_of(place)
    assert f"costs {cost} movement point" in tip_at(hand, at)
    x, y = hand.spot(unit)
    middle = view.stacks.spots()[unit]
    assert not tip_at(hand, (x, y)) or (x, y) != middle
    assert tip_at(hand, (middle[0] - view.stacks.px // 2 - 2, middle[1])) == "Selected"


def test_ranks_of_a_spread_stack(sit_down: Sit) -> None:
    """Each of its counters has a disc with its place and a tip."""
    hand = sit_down(Start("play", "africa", "castillejos", seed=7), hand_over=False)
    hand.settle()
    view, stacks = hand.game.view, hand.game.situation.stacks
    place = max((place for place in stacks if view.geometry.knows(place)),
                key=lambda each: sum(view.stacks.rank(unit) is not None or True for unit in stacks[each]))
    centre_on(view, place)
    hand.wait_for_print()
    hand.point(view.point_of(place))
    hand.rest()
    hand.wait()
    told = {text for _, text in view.tooltips}
    ranks = {view.stacks.rank(unit) for unit in stacks[place]} - {None}
    assert ranks
    assert TOP_OF_STACK in told
    assert ranks - {1} <= {rank for text in told for rank in values_in(text)}
    spread = view.stacks.tray()
    assert spread is not None
    rect = next(rect for rect, text in view.tooltips if text == TOP_OF_STACK and spread[1].collidepoint(rect.center))
    assert tip_at(hand, rect.center) == TOP_OF_STACK


def test_the_rank_of_a_folded_stack(sit_down: Sit) -> None:
    """The disc of its top says what it is: while the pointer rests on it, the stack does not fan out."""
    hand = sit_down(Start("play", "africa", "castillejos", seed=7), hand_over=False)
    hand.settle()
    hand.wait_for_print()
    rect = next(rect for rect, text in hand.game.view.tooltips if text == TOP_OF_STACK)
    assert tip_at(hand, rect.center) == TOP_OF_STACK
    assert hand.game.view.stacks.spread.place is None


def test_numbers_at_announced_attacks(sit_down: Sit) -> None:
    """The number of dice, one less and one more; the arrow names the attack."""
    line = "i-bersaglieri 1710, stevani 1710, alula-fv1 1711, alula-f1 1609"
    position = table(line, phase="fire", turn=8, orders="stevani i-bersaglieri fire").position
    hand = sit_down(Start("play", "adua", "adua", seed=5, position=position), hand_over=False)
    centre_on(hand.game.view, "1710")
    hand.wait_for_print()
    hand.point(hand.game.view.point_of("1710"))
    for _ in range(8):
        hand.wheel(1)
    hand.game.play(hand.game.rules.parse("attack i-bersaglieri alula-f1:4,alula-fv1"))
    hand.wait_for_print()
    layer = next(each for each in hand.game.rules.layers(hand.game.match.state) if each.name == "attacks")
    told = [str(text) for _, text in hand.game.view.tooltips]
    assert {"One less", "One more"} <= set(told)
    assert all(any(text.endswith(f": {words}") for text in told) for words in layer.labels)
    more = next(rect for rect, text in hand.game.view.tooltips if str(text) == "One more")
    assert tip_at(hand, more.center) == "One more"


def test_arcs_stay_until_their_letters_have_been_read(sit_down: Sit) -> None:
    """Pointing at a unit shows its sides; moving on to a letter keeps them, and the letter has a tip."""
    hand = at_table(sit_down)
    view = hand.game.view
    centre_on(view, hand.game.situation.counters["blue-ma1"].place or "")
    hand.wait_for_print()
    hand.point(hand.spot("blue-ma1"))
    hand.wait_in_steps(3, 0.3)
    arcs = view.overlay.arcs
    assert arcs
    titles = {str(arc.title).casefold() for arc in arcs}
    rect, text = next((rect, text) for rect, text in view.tooltips if str(text).casefold() in titles)
    assert tip_at(hand, rect.center) == str(text)
    assert view.overlay.arcs == arcs
    hand.point((view.rect.right - 3, view.rect.bottom - 3))
    hand.wait(0.3)
    assert not view.overlay.arcs


def test_dangers_on_the_way(sit_down: Sit) -> None:
    """The plate with a chance names its source."""
    hand = at_table(sit_down)
    view = hand.game.view
    place = hand.game.situation.counters["blue-ma1"].place or ""
    centre_on(view, place)
    hand.wait_for_print()
    view.overlay.dangers = (Danger(place, "bow", "30 %"),)
    view.draw(hand.app.window)
    assert ["30 %"] in [list(values_in(text)) for _, text in view.tooltips]


@pytest.mark.parametrize("system", [name for name in catalog.names() if isinstance(catalog.rules(name), OffMapBoxes)])
def test_boxes_beside_the_map(sit_down: Sit, system: str) -> None:
    """A box has its name and number of counters; the number on a pile says what it counts."""
    hand = sit_down(Start("play", system, seed=7), hand_over=False)
    hand.wait_for_print()
    strip = hand.screen.boxes
    for box in hand.game.boxes:
        at = strip.point_of(box.name)
        assert at is not None
        assert str(box.title) in tip_at(hand, at)
    for number, spot in strip.piles:
        badge = spot.right - hand.screen.px(8), spot.top + hand.screen.px(9)
        assert f"{number} counter" in tip_at(hand, badge)


def test_each_die_and_coin_in_the_tray_says_what_it_shows(sit_down: Sit) -> None:
    """Ready, scattered, in rows with hits; a coin is heads or cross; beside them the tray's description."""
    sit_down()
    room = pygame.Rect(0, 0, 400, 300)
    tray, target = Tray(), pygame.Surface((400, 300))
    tray.set_pending((D6, D10))
    tray.draw(target, room)
    assert [pending_die_tooltip(D6), pending_die_tooltip(D10)] == _dice(tray)
    tray.roll((3, 7), dice=(D6, D10))
    tray.skip()
    tray.draw(target, room)
    assert ["d6: 3", "d10: 7"] == _dice(tray)
    tray.roll((6, 2), dice=(D6, D6), groups=(Group("Ascari", (0, 1), frozenset({0})),))
    tray.skip()
    tray.draw(target, room)
    assert [die_tooltip(D6, 6, True, "Ascari"), die_tooltip(D6, 2, False, "Ascari")] == _dice(tray)
    tray.roll_pending((coins(3),), (2,), SlipText("2 heads on 3 coins", "a hit"))
    tray.skip()
    tray.draw(target, room)
    assert {"Heads: counts", "Cross"} == set(_dice(tray))
    assert tray.tooltip_at((1, 1)) == tray.tooltip


def _dice(tray: Tray) -> list[str]:
    """The tips along the tray, each once, from the left and from above."""
    found = dict.fromkeys(str(tray.tooltip_at((x, y))) for x in range(0, 400, 4) for y in range(0, 300, 6))
    return [text for text in found if text != str(tray.tooltip)]


def test_signs_on_the_cards_of_the_title(sit_down: Sit) -> None:
    """A side's counter explains its click, the number in the corner its key."""
    hand = sit_down()
    hand.wait_in_steps(12)
    card = hand.title_card("tours")
    for at, told in ((card.sides[0][0].center, "Franks: play this side against the computer"),
                     ((card.picture_area.x + 5, card.picture_area.y + 5), f"Key {card.key}: set up a game"),
                     (card.rows[0].center, "")):
        hand.point(at)
        hand.wait_in_steps(3, 0.3)
        assert told == str(hand.top.tip)


def test_a_rim_has_a_hole() -> None:
    """The top sign counts; the area within a ring is not part of it."""
    told = [(side, "ring") for side in frame_sides(pygame.Rect(0, 0, 50, 50), 5)]
    assert topmost_meaning(told, (2, 25)) == "ring"
    assert topmost_meaning(told, (25, 25)) == ""
    assert topmost_meaning([*told, (pygame.Rect(0, 0, 9, 9), "badge")], (2, 2)) == "badge"
