"""Every sign has a tip: marks of counters, flags, lists, turn track, dice tray, legend, views."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pygame
import pytest

from game import catalog
from game.art import screen_data
from game.core.capability import capability
from game.core.chance import coins
from game.core.contract import Counter
from game.core.overview import OverviewColumn
from game.match.start import Start
from game.ui.board.far_view import far_width
from game.ui.board.pieces import sign_spots
from game.ui.board.view import BoardView
from game.ui.counters.bases import base_depth, turned_box
from game.ui.counters.marks import sign_name
from game.ui.dice.tray import COINS_MEANING, DICE_MEANING, Tray
from game.ui.screens.roster import centre_on
from game.ui.sheets.planes import facing_of
from game.ui.sheets.style import load_style
from tests.ui.hand import Hand
from tests.ui.pictures import digest

Sit = Callable[..., Hand]
BATTLES = [(name, next(info.name for info in catalog.rules(name).scenarios if not info.example))
           for name in catalog.names()]
REST = 0.6
"""Seconds after which a tip appears."""


def tip_at(hand: Hand, pos: tuple[int, int]) -> str:
    """The tip after pointing at a pixel for a while."""
    hand.point(pos)
    hand.wait_in_steps(4, REST)
    return str(hand.top.tips.shown)


def test_every_mark_has_a_meaning() -> None:
    """This holds for every system, the common ones included."""
    common = screen_data("").marks
    for name in catalog.names():
        theme = catalog.rules(name).theme
        marks = screen_data(theme.art).marks
        assert marks.keys() >= common.keys()
        assert all(str(sign_name(mark, theme)) for mark in marks)


def counter_on_map(view: BoardView) -> tuple[Counter, str]:
    """A counter in the stack of a place on the map, and that place."""
    return next((each, each.place) for each in view.counters.values() if each.place and view.geometry.knows(each.place)
                and not each.at_sea and not each.off_stack)


@pytest.mark.every(3)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize(("system", "battle"), BATTLES)
def test_pointing_at_a_mark_of_a_counter_names_it(sit_down: Sit, system: str, battle: str) -> None:
    """Every mark on a counter of any system has the words of its rules; the print of the counter is no sign."""
    hand = sit_down(Start("play", system, battle, seed=7), hand_over=False)
    hand.wait()
    view = hand.game.view
    counter, there = counter_on_map(view)
    marks = screen_data(hand.game.theme.art).marks
    for mark in sorted({"moved"} | {name for name, each in marks.items() if each.at is not None}):
        view.set_counters([replace(counter, marks=(mark,))])
        centre_on(view, there)
        hand.wait()
        view.unit_at(view.rect.center)
        if view.stacks.masses:  # from afar a block shows some of them only
            view.zoom(2.2 * far_width(view.rect) / view.stacks.px, view.point_of(there))
            hand.wait(0.5)
            view.unit_at(view.rect.center)
        px = round(view.stacks.px * view.stacks.widths().get(counter.unit, 1))
        x, y = view.stacks.spots()[counter.unit]
        turn = facing_of(there)
        if turn is None:
            corner = pygame.Rect(x + px // 2 - px // 8, y - px // 2 + px // 12, 3, 3)
        else:
            corner = pygame.Rect(0, 0, 3, 3)
            (fx, fy), _, (rx, ry), _ = turned_box(px, base_depth(counter, px), turn, (x, y))
            corner.center = round(rx + (fx - rx) * 0.1), round(ry + (fy - ry) * 0.1)
        signs = sign_spots(counter, {mark: marks[mark]}, (x, y), px, turn, piled=False)
        place = next((spot for _, _, spot in signs), corner)
        assert tip_at(hand, place.center).lower() == str(sign_name(mark, hand.game.theme)).lower()
        assert not tip_at(hand, (x - px // 8, y + px // 8))


@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize(("system", "battle", "legs"), [("adua", "adua", 0.23), ("kassala", "kassala", 0.30)])
def test_the_corner_of_a_moved_counter_answers_where_it_is_drawn(sit_down: Sit, system: str, battle: str,
                                                                 legs: float) -> None:
    """It is smaller on a counter with a face; the print beside it is no sign."""
    hand = sit_down(Start("play", system, battle, seed=7), hand_over=False)
    hand.wait()
    view = hand.game.view
    counter, there = counter_on_map(view)
    view.set_counters([replace(counter, marks=("moved",))])
    view.zoom(3.0, view.point_of(there))
    hand.wait(0.5)
    centre_on(view, there)
    hand.wait(0.5)
    view.unit_at(view.rect.center)
    px, (x, y) = view.stacks.px, view.stacks.spots()[counter.unit]
    right, top = x + px / 2, y - px / 2
    assert tip_at(hand, (round(right - (legs - 0.03) * px), round(top + 0.1 * px)))
    assert not tip_at(hand, (round(right - (legs + 0.04) * px), round(top + 0.1 * px)))


@pytest.mark.every(6)
@pytest.mark.parametrize(("system", "battle"), BATTLES)
def test_the_turn_track_says_what_its_signs_are(sit_down: Sit, system: str, battle: str) -> None:
    """Every drawn turn box and phase has its words."""
    hand = sit_down(Start("play", system, battle, seed=7), size=(1920, 1080), hand_over=False)
    hand.wait()
    track, room = hand.screen.track, hand.screen.layout.track
    assert len(track.tips) > 4
    assert all(str(text) for _, text in track.tips)
    for place, text in (track.tips[0], track.tips[-1]):
        assert tip_at(hand, (room.x + place.centerx, room.y + place.centery)) == str(text)


def test_signs_of_a_list_of_orders_name_the_order(sit_down: Sit) -> None:
    """This holds for those on the line and those below the heading."""
    hand = sit_down(Start("play", "tours", seed=7), size=(1920, 1080), hand_over=False)
    for _ in range(2):
        hand.end_phase()
        hand.settle()
    card = hand.screen.column.overview
    assert card.tips
    assert all(str(text) for _, text in card.tips)
    for number in range(0, len(card.tips), max(1, len(card.tips) // 4)):
        place, text = card.tips[number]
        seen = card.window_rect(place)
        if seen is not None:
            assert tip_at(hand, seen.center) == str(text)


def test_a_tooltip_of_a_sign_on_a_card_does_not_cover_it(sit_down: Sit) -> None:
    """The column names the sign's window rectangle along with its meaning."""
    hand = sit_down(Start("play", "tours", seed=7), size=(1920, 1080), hand_over=False)
    for _ in range(2):
        hand.end_phase()
        hand.settle()
    column = hand.screen.column
    place, text = column.overview.tips[0]
    seen = column.overview.window_rect(place)
    assert seen is not None
    assert (text, seen) == column.tip_at(seen.center)


@pytest.mark.parametrize(("system", "battle"), BATTLES)
def test_every_sign_that_a_list_offers_has_a_name(system: str, battle: str) -> None:
    """Checked through the phases of a turn, whatever is done first."""
    rules: Any = catalog.rules(system)
    state = rules.initial(battle)
    for _ in range(60):
        for line in capability(rules, OverviewColumn).overview(state).lines:
            for way in line.actions:
                assert not way.sign or way.name or way.offer.label or sign_name(way.sign, rules.theme)
        if rules.to_act(state) is None:
            break
        state, _ = rules.apply(state, rules.candidates(state)[-1])


def test_the_dice_tray_has_a_tip() -> None:
    """It describes the pending roll and the gold rings, for dice and coins."""
    tray = Tray()
    tray.set_pending((coins(5),))
    assert str(tray.tooltip) == "To be rolled: 5 coins"
    tray.roll((3,), dice=(coins(5),))
    tray.skip()
    assert COINS_MEANING == tray.tooltip
    tray.roll((3, 4))
    tray.skip()
    assert DICE_MEANING == tray.tooltip


@pytest.mark.parametrize("system", catalog.names())
def test_every_icon_of_a_legend_has_its_name_beside_it(system: str) -> None:
    """No picture in it is without text."""
    style = load_style(catalog.rules(system).theme)
    assert style.legend
    assert all(entry["name"] for entry in (*style.legend, *style.symbols))


@pytest.mark.parametrize("battle", ["quick-battle", "swedish-imperial"])
def test_a_legend_with_unit_symbols_has_those_of_every_base_with_their_codes(battle: str) -> None:
    """Every symbol printed on the bases of a battle is in it."""
    rules: Any = catalog.rules("renaissance")
    found = {(f"renaissance/{entry['file']}", entry["code"]) for entry in load_style(rules.theme).symbols}
    bases = [counter for counter in rules.counters(rules.initial(battle)) if counter.abbr != "Camp"]
    assert bases
    assert {(counter.symbol, counter.abbr.rstrip("0123456789")) for counter in bases} <= found


@pytest.mark.parametrize(("system", "battle", "tips"), [
    ("kassala", "kassala", {"Flag: Christians · Udaka", "Flag: Christians · Kassala"}),
    ("tours", "tours", set()),
    ("adua", "adua", {"Flag: Italians · Exited through the passes"}),
])
def test_a_flag_names_its_side_and_its_objective(sit_down: Sit, system: str, battle: str, tips: set[str]) -> None:
    """This also holds for a count; losses, which have no holder, have no flag."""
    hand = sit_down(Start("play", system, battle, seed=3), hand_over=False)
    hand.wait_for_print()
    strip = hand.screen.layout.objectives
    told = {str(hand.screen.tips.meaning((x, y), None)) for x in range(strip.left, strip.right, 6)
            for y in range(strip.top, strip.bottom, 6)}
    assert tips == {tip for tip in told if tip.startswith("Flag")}


def test_a_flag_on_the_map_says_who_holds_the_place(sit_down: Sit) -> None:
    """The side comes last, so that the sentence fits singular and plural."""
    hand = sit_down(Start("play", "kassala", "kassala", seed=3), hand_over=False)
    hand.wait_for_print()
    view = hand.game.view
    x, y = view.point_of("0804")
    told = {str(hand.screen.tips.meaning((x + dx, y + dy), None)) for dx in range(-80, 81, 3)
            for dy in range(-60, 61, 3)}
    assert any("Kassala" in each and "Christian" in each for each in told)


@pytest.mark.every(3)
@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1920, 1080)])
def test_no_tip_lies_over_the_turn_track(sit_down: Sit, size: tuple[int, int]) -> None:
    """Its boxes and phases are seen as before while one of them is explained."""
    hand = sit_down(Start("play", "kassala", seed=7), size=size, hand_over=False)
    hand.settle()
    track = hand.screen.layout.track
    before = digest(hand.app.window.subsurface(track), "RGB")
    assert tip_at(hand, (track.x + track.width * 3 // 5, track.y + track.height // 3))
    hand.wait()
    assert before == digest(hand.app.window.subsurface(track), "RGB")
