"""The list of a phase stays in place: a click on a sign moves no row and no sign."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pygame
import pytest

from game.core.capability import capability
from game.core.overview import OverviewColumn
from game.match.start import Start
from game.ui.cards.overview import action_spot, line_spot
from tests.rules.adua.board import table
from tests.rules.table import Table
from tests.rules.tours.board import RULES
from tests.rules.tours.board import table as tours
from tests.ui.corners import corners
from tests.ui.hand import Hand

Sit = Callable[..., Hand]
ARMY = ("albertone 2010, turitto 2010, i-ascari 1911 disorganized, iv-ascari 1912, vii-ascari 1914, "
        "viii-ascari 2009 low-ammo, sicilian-guns 2008, ascari-guns 2108, ellena 2610, nava 2611, vi-infantry 2611, "
        "romero 2410, v-infantry 2410, dabormida 2705, ragni 2705, iii-infantry 2705, menelik-f1 0510")
CAMP = ("red-hc1 2019 w, red-ma1 2020 w, yellow-hc1 2014 w, blue-hc1 2016 w, hi1 1606 e, abd-ar-rahman 2019, "
        "charles 1606")


def sit(sit_down: Sit, at: Table, system: str, size: tuple[int, int], scale: int) -> Hand:
    start = Start("play", system, system, seed=5, players={}, position=dict(at.rules.position(at.state)))
    hand = sit_down(start, size=size, speed=8.0, hand_over=False, interface_scale=scale)
    hand.settle()
    hand.wait_for_print()
    return hand


def seen(hand: Hand) -> dict[str, tuple[int, int, int, int]]:
    """Every row and every sign of the list in the window."""
    card = hand.screen.column.overview
    return {each.name: (place.x, place.y, place.w, place.h) for each in card.spots
            if (place := card.window_rect(each.rect)) is not None}


def clicked(hand: Hand, name: str) -> None:
    hand.click(pygame.Rect(seen(hand)[name]).center)
    hand.settle()
    hand.wait()


@pytest.mark.every(8)
@pytest.mark.parametrize(("system", "size", "scale"), corners(
    product(("adua", "tours"), ((1024, 768), (1280, 720), (1920, 1080)), (100, 150)),
    [("adua", (1024, 768), 150), ("adua", (1920, 1080), 100), ("tours", (1024, 768), 100), ("tours", (1280, 720), 150),
     ("tours", (1920, 1080), 150)]))
def test_no_row_and_no_sign_moves_at_a_click_on_a_sign(
    sit_down: Sit, system: str, size: tuple[int, int], scale: int
) -> None:
    """This holds for any order given, cancelled or refused, one sign after the other, repeatedly."""
    at = table(ARMY, phase="orders", turn=3) if system == "adua" else tours(CAMP, phase="orders")
    hand = sit(sit_down, at, system, size, scale)
    before = seen(hand)
    signs = [name for name in before if name.startswith("way:")]
    assert signs or scale > 100
    for name in (*signs, *signs):
        clicked(hand, name)
        assert before == seen(hand), name
    assert not signs or hand.game.match.plies


@pytest.mark.every(3)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
def test_a_line_that_unfolds_stays_under_the_pointer(sit_down: Sit, size: tuple[int, int]) -> None:
    """Lines above it stay, too, and so do those unfolded before; its own lines come below it."""
    hand = sit(sit_down, table(ARMY, phase="orders", turn=3), "adua", size, 100)
    before = seen(hand)
    heads = [each for each in ("albertone", "dabormida", "ellena") if line_spot(each) in before]
    assert heads
    for head in reversed(heads):
        place = seen(hand)[line_spot(head)]
        above = {name: at for name, at in seen(hand).items() if at[1] < place[1] and name.startswith("line:")}
        clicked(hand, line_spot(head))
        after = seen(hand)
        assert place == after[line_spot(head)]
        assert above == {name: after[name] for name in above}


def test_a_general_picked_on_the_map_is_listed_with_the_units_below(sit_down: Sit) -> None:
    """The last general's colonels and units come into view with the general, also when picked again after the list was
    scrolled."""
    hand = sit_down(Start("play", "adua", "adua", seed=7, players={}), size=(1280, 720), speed=8.0, hand_over=False)
    while hand.game.prompt_shown.phase != "orders":
        hand.key("space")
        hand.settle()
    below = [line.name for line in hand.game.selection.lines.overview.lines if line.parent == "ellena"]
    assert below
    for _ in range(2):
        hand.click_unit("ellena")
        hand.settle()
        hand.wait()
        assert {line_spot(name) for name in ("ellena", *below[:5])} <= seen(hand).keys()
        hand.key("escape")
        hand.screen.column.overview.scroll(-1000)
        hand.wait()


def test_the_list_of_a_new_turn_begins_at_its_first_line(sit_down: Sit) -> None:
    """What was unfolded in the turn before is folded again."""
    hand = sit_down(Start("play", "adua", "adua", seed=7, players={}), size=(1280, 720), speed=8.0, hand_over=False)
    card = hand.screen.column.overview
    offsets = []
    for turn in (1, 2):
        while (hand.game.prompt_shown.turn, hand.game.prompt_shown.phase) != (turn, "orders"):
            hand.key("space")
            hand.settle()
        offsets.append(card.offset)
        hand.click_unit("ellena")
        hand.settle()
        hand.wait()
        assert card.offset
        hand.key("escape")
    assert [0, 0] == offsets


def test_the_melee_order_gives_its_place_to_the_colonels(sit_down: Sit) -> None:
    """A colonel with General Offensive passes that on; one that holds passes Hold on."""
    at = table(ARMY, phase="orders", turn=3)
    lines = {line.name: line for line in capability(at.rules, OverviewColumn).overview(at.state).lines}
    hand = sit(sit_down, at, "adua", (1920, 1080), 100)
    assert "ordered-melee" == lines["i-ascari"].actions[2].sign
    for kind in ("offensive", "hold"):
        after = at.play(f"order albertone turitto {kind}")
        shown = capability(after.rules, OverviewColumn).overview(after.state).lines
        line = next(one for one in shown if one.name == "i-ascari")
        assert len(line.actions) == len(lines["i-ascari"].actions)
        assert f"ordered-{kind}" == line.actions[2].sign
    assert action_spot("i-ascari", 2) in seen(hand)


@pytest.mark.every(3)
@pytest.mark.parametrize("size", [(1024, 768), (1100, 640), (1280, 720)])
def test_a_list_that_gives_a_hint_room_shows_no_blank_row(sit_down: Sit, size: tuple[int, int]) -> None:
    """Its first line stays below the heading: every line moves down with the heading, or out of view at the foot."""
    hand = sit(sit_down, table(ARMY, phase="orders", turn=3), "adua", size, 100)
    before = {name: place for name, place in seen(hand).items() if name.startswith("line:")}
    card = hand.screen.column.overview
    top = card.rect.top
    hand.key("h")
    hand.until(lambda: hand.game.hint is not None)
    hand.settle()
    after = {name: place for name, place in seen(hand).items() if name.startswith("line:")}
    assert min(before, key=lambda name: before[name][1]) in after
    assert {place[1] - before[name][1] for name, place in after.items() if name in before} == {card.rect.top - top}


def test_an_order_shows_its_giver_in_a_small_window(sit_down: Sit) -> None:
    """It is beside the unit's condition, whole: only a shortened text has a tooltip."""
    hand = sit(sit_down, table(ARMY, phase="orders", turn=3), "adua", (1100, 640), 100)
    for unit in ("i-ascari", "iv-ascari"):
        name = next(name for name in seen(hand) if name.startswith("way:1:") and name.endswith(f":{unit}"))
        clicked(hand, name)
    hand.point((5, 5))
    hand.wait()
    shortened = {str(text) for _, text in hand.screen.column.overview.tips if "(" in str(text)}
    assert not shortened, "only texts with parentheses are this long"


def test_no_row_moves_when_pointed_at_after_a_combat(sit_down: Sit) -> None:
    """Over the map the card describes a hex, over the list it has the result again, which needs more room. The Franks'
    list is shorter than the Muslims' before it."""
    position = {**RULES.position(RULES.initial("tours")), "phase": "orders", "first": "muslim", "to_act": "muslim"}
    position["units"] = [{**row, **({"place": "1711"} if row["id"] == "red-hc1" else {})} for row in position["units"]]
    start = Start("play", "tours", "tours", seed=7, players={}, position=position)
    hand = sit_down(start, size=(1280, 720), speed=8.0, hand_over=False)
    hand.settle()
    for notation in ("order red move", "end", "end", "activate red", "end", "attack red-hc1 hi6,hi7", "begin",
                     "resolve red-hc1"):
        hand.game.play(RULES.parse(notation))
        hand.settle()
        while hand.rolling:
            hand.key("space")
            hand.settle()
    while not seen(hand):
        hand.end_phase()
        hand.settle()
    assert ("frankish", "orders") == hand.game.prompt_shown.phase_key
    hand.point(hand.game.view.point_of("1413"))
    hand.rest()
    hand.settle()
    before = seen(hand)
    for name, place in before.items():
        hand.point(pygame.Rect(place).center)
        hand.settle()
        assert "battle" == hand.screen.middle_card().key[0]
        assert before == seen(hand), name
